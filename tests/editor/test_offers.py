"""What an editor is offered: other names, repairs, layout, words, an outline, verdicts, colours."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from noughts.documents import library
from noughts.editor.server import solution_in_words
from noughts.language.check import read_program
from noughts.stop import Stop, Stopped
from tests.editor.conftest import Editor, text_at

RULES = """# Rules

The cells of the board.

/$ cells := {1..9}
   odd(c) iff c mod 2 = 1 $/
"""
GAME = """# Game

## Its cells

/$ uses rules
   good := {x | x in cells & odd(x)}
   first(n) := n    if    n in good;
               0 otherwise $/

/? |good| = 5 ?/

/? |good| = 6 ?/
"""


def edited(text: str, edits: list[lsp.TextEdit]) -> str:
    """The text after some edits, each within a line or from line to line."""
    lines = [line.encode("utf-16-le") for line in text.split("\n")]
    for edit in sorted(
        edits, key=lambda each: (each.range.start.line, each.range.start.character), reverse=True
    ):
        start, end = edit.range.start, edit.range.end
        new = lines[start.line][: 2 * start.character] + edit.new_text.encode("utf-16-le")
        lines[start.line : end.line + 1] = [new + lines[end.line][2 * end.character :]]
    return "\n".join(line.decode("utf-16-le") for line in lines)


def changes(edit: lsp.WorkspaceEdit | None) -> Mapping[str, list[lsp.TextEdit]]:
    assert edit is not None
    assert edit.changes is not None
    return {uri: list(edits) for uri, edits in edit.changes.items()}


@pytest.fixture
def game(editor: Editor) -> Editor:
    """Two open documents, of which one uses the other; neither is saved as it stands in the editor."""
    (editor.folder / "rules.led").write_text("/$ cells := {1} odd(c) iff true $/")
    (editor.folder / "game.led").write_text("")
    assert editor.open("rules.led", RULES) == []
    assert [each for each in editor.open("game.led", GAME) if each.code] == []
    return editor


def test_a_name_is_changed_wherever_it_has_that_meaning(game: Editor):
    at = game.at("rules.led", RULES, "cells :=")
    found = changes(
        game.run(game.client.text_document_rename_async(lsp.RenameParams(new_name="fields", **at)))
    )
    assert edited(RULES, found[game.uri("rules.led")]) == RULES.replace("cells :=", "fields :=")
    assert edited(GAME, found[game.uri("game.led")]) == GAME.replace("in cells", "in fields")
    at = game.at("game.led", GAME, "n in good")
    (edits,) = changes(
        game.run(game.client.text_document_rename_async(lsp.RenameParams(new_name="k", **at)))
    ).values()
    assert "first(k) := k    if    k in good" in edited(GAME, edits)
    for name in ("odd", "in", "1", "mouseX"):
        with pytest.raises(JsonRpcException):
            game.run(game.client.text_document_rename_async(lsp.RenameParams(new_name=name, **at)))


def test_an_edit_is_seen_by_the_documents_that_use_it(game: Editor):
    game.type("rules.led", RULES.replace("cells", "fields"))
    game.until(lambda: [each.code for each in game.published[game.uri("game.led")].diagnostics] == ["E202"])
    game.type("rules.led", RULES.replace("{1..9}", "(1"))
    game.until(lambda: "has 1 error" in game.published[game.uri("game.led")].diagnostics[0].message)


def test_a_repair_leaves_one_mistake_less(editor: Editor):
    text = "/$ 𝔸 := 1 cells := {1..9} a := cels $/"
    (wrong,) = editor.open("repair.led", text)
    asked = lsp.CodeActionParams(editor.document("repair.led"), wrong.range, lsp.CodeActionContext([wrong]))
    (action,) = editor.run(editor.client.text_document_code_action_async(asked)) or ()
    assert isinstance(action, lsp.CodeAction)
    assert action.title == "did you mean `cells`?"
    (edits,) = changes(action.edit).values()
    assert editor.type("repair.led", edited(text, edits)) == []


def test_definitions_are_laid_out_and_the_prose_stays(game: Editor):
    options = lsp.FormattingOptions(tab_size=4, insert_spaces=True)
    asked = lsp.DocumentFormattingParams(game.document("game.led"), options)

    def layout() -> list[lsp.TextEdit]:
        found = game.run(game.client.text_document_formatting_async(asked))
        return [] if found is None else [*found]

    edits = layout()
    after = edited(GAME, edits)
    assert "first(n) := n if n in good;" in after
    assert after.splitlines()[:5] == GAME.splitlines()[:5]
    assert [each for each in game.type("game.led", after) if each.code] == []
    assert layout() == []


def test_the_outline_has_headings_and_definitions(game: Editor):
    asked = lsp.DocumentSymbolParams(game.document("game.led"))
    (top,) = game.run(game.client.text_document_document_symbol_async(asked)) or ()
    assert isinstance(top, lsp.DocumentSymbol)
    (section,) = top.children or ()
    assert (top.name, section.name) == ("Game", "Its cells")
    assert [(each.name, each.detail) for each in section.children or ()] == [
        ("good", "constant"),
        ("first", "function"),
    ]


def test_words_are_offered_where_they_mean_something(game: Editor):
    def offered(part: str) -> dict[str, lsp.CompletionItem]:
        at = game.at("game.led", GAME, part)
        found = game.run(game.client.text_document_completion_async(lsp.CompletionParams(**at)))
        assert isinstance(found, list)
        return {each.label: each for each in found}

    words = offered("x in cells &")
    assert words["odd"].detail == "odd(c)"
    assert words["cells"].documentation == "The cells of the board."
    assert {"mod", "x", "currentState", "first"} <= words.keys()
    assert offered("Game") == {}
    assert {"sequences", "graphs"} <= offered("rules\n").keys()


@pytest.mark.parametrize("name", ["paper.tex", "paper.md"])
def test_words_are_offered_in_displays(editor: Editor, name: str):
    displays = "We add: $$ plus(a, b) := a + b $$ and $$ three := plus(1, 2) $$"
    text = f"\\begin{{document}}\n{displays}\n/? three = 3 ?/\n"
    editor.open(name, text)
    for part, offers in (("plus(1", True), ("b $$", True), ("We add", False), ("three = 3", True)):
        at = editor.at(name, text, part)
        found = editor.run(editor.client.text_document_completion_async(lsp.CompletionParams(**at)))
        assert isinstance(found, list)
        assert ({"plus", "three"} <= {each.label for each in found}) is offers


def test_words_are_offered_before_the_last_key_is_looked_at(game: Editor):
    text = GAME.replace("first(n) := n ", "first(n) := n + g")
    game.tell(lambda: game.change("game.led", text))
    at = game.at("game.led", text, "first(n) := n + g")
    at["position"].character += len("first(n) := n + g")
    found = game.run(game.client.text_document_completion_async(lsp.CompletionParams(**at)))
    assert isinstance(found, list)
    assert {"good", "n", "cells"} <= {each.label for each in found}


def test_a_call_shows_the_head_of_its_definition_and_the_argument(editor: Editor):
    text = "Adds.\n\n/$ add(a, b) := a + b\n   c := add(1, add({2, 3}, $/ /? add(4 ?/ /$ d := point(1, 2) $/"
    editor.open("calls.led", text)

    def shown(part: str) -> tuple[str, int] | None:
        at = editor.at("calls.led", text, part)
        at["position"].character += len(part)
        help = editor.run(editor.client.text_document_signature_help_async(lsp.SignatureHelpParams(**at)))
        if help is None:
            return None
        assert help.active_parameter is not None
        (signature,) = help.signatures
        assert signature.parameters is not None
        assert all(str(each.label) in signature.label for each in signature.parameters)
        return signature.label, help.active_parameter

    assert shown("c := add(1") == ("add(a, b)", 0)
    assert shown("c := add(1, ") == ("add(a, b)", 1)
    assert shown("c := add(1, add({2, 3") is None
    assert shown("c := add(1, add({2, 3}, ") == ("add(a, b)", 1)
    assert shown("add(4") == ("add(a, b)", 0)
    assert shown("d := point(1,") == ("point(x, y)", 1)
    assert shown("add(a, b) := a") is None


def test_regions_definitions_and_sections_fold(game: Editor):
    asked = lsp.FoldingRangeParams(game.document("game.led"))
    found = game.run(game.client.text_document_folding_range_async(asked))
    lines = GAME.split("\n")
    folded = {lines[each.start_line]: lines[each.end_line] for each in found or ()}
    assert folded == {
        "# Game": "/? |good| = 6 ?/",
        "## Its cells": "/? |good| = 6 ?/",
        "/$ uses rules": "               0 otherwise $/",
        "   first(n) := n    if    n in good;": "               0 otherwise $/",
    }


def test_a_name_is_marked_before_it_is_changed_and_a_builtin_is_not(game: Editor):
    def marked(part: str) -> str:
        asked = lsp.PrepareRenameParams(**game.at("game.led", GAME, part))
        found = game.run(game.client.text_document_prepare_rename_async(asked))
        return text_at(GAME, found) if isinstance(found, lsp.Range) else ""

    assert (marked("good :="), marked("in cells")) == ("good", "")


def test_definitions_of_all_open_documents_are_found(game: Editor):
    asked = lsp.WorkspaceSymbolParams("OD")
    found = game.run(game.client.workspace_symbol_async(asked)) or ()
    assert {"odd", "good"} <= {each.name for each in found}
    assert "cells" not in {each.name for each in found}


def test_claims_show_whether_they_hold(game: Editor):
    game.until(lambda: any(not each.code for each in game.published[game.uri("game.led")].diagnostics))
    (failing,) = game.published[game.uri("game.led")].diagnostics
    assert failing.message == "this test fails: expected 6, got 5"
    assert failing.range.start.line == 11
    lenses = game.run(
        game.client.text_document_code_lens_async(lsp.CodeLensParams(game.document("game.led")))
    )
    shown = {each.range.start.line: each.command.title for each in lenses or () if each.command}
    assert shown == {9: "✓ holds", 11: "✗ fails"}


def test_a_game_can_be_played_and_a_small_one_is_solved(editor: Editor):
    text = library.path_of("nim").read_text("utf-8")
    editor.open("nim.led", text)

    def shown() -> list[tuple[str, str]]:
        asked = lsp.CodeLensParams(editor.document("nim.led"))
        lenses = editor.run(editor.client.text_document_code_lens_async(asked))
        commands = [each.command for each in lenses or () if each.command]
        return [(each.title, each.command) for each in commands if each.command and ":" in commands[-1].title]

    solved = ("solve: x wins in 11, 232 positions", "noughts.solve")
    played = "play: 12 random matches of 4 to 8 moves, 12 choices at first: x wins 6, o wins 6"
    assert editor.asked_until(shown) == [(played, "noughts.play"), solved]


def test_a_large_game_is_left_to_solve():
    assert solution_in_words(read_program([library.path_of("disctru")]), Stop()) == ""
    unwanted = Stop()
    unwanted.wanted = True
    with pytest.raises(Stopped):
        solution_in_words(read_program([library.path_of("nim")]), unwanted)


def test_what_a_few_matches_show_is_marked_later(editor: Editor):
    text = library.path_of("nim").read_text("utf-8")
    text = text.replace("initialState := (`x, heaps)", "initialState := (`x, (0, 0, 0))")
    assert editor.open("over.led", text) == []
    editor.until(
        lambda: any(each.code == "N503" for each in editor.published[editor.uri("over.led")].diagnostics)
    )


def test_names_are_coloured_by_what_they_mean(game: Editor):
    asked = lsp.SemanticTokensParams(game.document("game.led"))
    found = game.run(game.client.text_document_semantic_tokens_full_async(asked))
    assert found is not None
    line = column = 0
    shown: list[tuple[str, int]] = []
    for place in range(0, len(found.data), 5):
        down, right, length, kind, _ = found.data[place : place + 5]
        line, column = line + down, right + (0 if down else column)
        at = lsp.Range(lsp.Position(line, column), lsp.Position(line, column + length))
        shown.append((text_at(GAME, at), kind))
    assert shown[:5] == [("good", 0), ("x", 1), ("x", 1), ("cells", 0), ("odd", 2)]
