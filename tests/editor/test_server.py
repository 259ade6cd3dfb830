"""What an editor shows, asked through the protocol by a real client."""

from __future__ import annotations

from lsprotocol import types as lsp

from tests.editor.conftest import Editor, text_at

GAME = """# Tic-tac-toe 𝔸

The cells of the board. They are numbered.

/$ cells := {1..9} $/

A line of three cells, 𝔸 one of them:

/$ rows := {{1,2,3}, {4,5,6}}
   inRow(c) iff some R in rows. (c in R & c in cells)
   far(c) := {x | x in cells & x > c} $/

/? inRow(1) ?/
"""


def test_what_is_wrong_is_shown_where_it_is_and_goes_when_it_is_mended(editor: Editor):
    misspelt = GAME.replace("x in cells", "x in cels")
    (wrong,) = editor.open("a.led", misspelt)
    assert (wrong.code, text_at(misspelt, wrong.range)) == ("E202", "cels")
    assert "did you mean `cells`?" in wrong.message
    assert editor.type("a.led", GAME) == []
    twice = GAME.replace("$/\n\n/?", "cells := {} $/\n\n/?")
    (wrong,) = editor.type("a.led", twice)
    (first,) = wrong.related_information or ()
    assert (wrong.code, text_at(twice, first.location.range)) == ("E201", "cells")
    assert first.location.uri == editor.uri("a.led")


def test_columns_count_as_the_protocol_counts_them(editor: Editor):
    text = "/$ 𝔸 := 1 b := 𝔸 + c $/"
    (wrong,) = editor.open("wide.led", text)
    assert text_at(text, wrong.range) == "c"


def test_other_markdown_and_tex_is_let_be(editor: Editor):
    assert editor.open("letter.md", "$$ f(x) := g(x) $$", "markdown") == []
    assert editor.open("game.md", "$$ f(x) := g(x) $$ /$ a := 1 $/", "markdown") != []


def test_pointing_at_a_name_shows_its_definition_its_prose_and_its_value(editor: Editor):
    assert editor.open("b.led", GAME) == []

    def shown(part: str, occurrence: int = 0) -> str:
        at = editor.at("b.led", GAME, part, occurrence)
        found = editor.run(editor.client.text_document_hover_async(lsp.HoverParams(**at)))
        assert found is not None
        assert isinstance(found.contents, lsp.MarkupContent)
        return found.contents.value

    cells = shown("cells", 3)
    assert "cells := {1..9}" in cells
    assert "The cells of the board.\n" in cells
    assert "They are numbered" not in cells
    assert "constant, a set of numbers: {1, 2, 3, 4, 5, 6, 7, 8, 9}" in cells
    assert "relation\nc: a number\n" in shown("inRow(1)")
    assert "gives a set of numbers" in shown("far(c)")
    assert "c, a parameter: a number" in shown("c in R")
    assert "R, a name of a quantifier: a set of numbers" in shown("R in")


def test_the_parts_of_a_machine_have_kinds_too(editor: Editor):
    text = """/$ variable left in {0..5}
variable turn in {`x, `o}
initially left = 5 & turn = `x
action take(k in {1, 2}) when k <= left:
    left' = rest where rest = left - k
    turn' = `o if turn = `x; `x otherwise
gameOver iff left = 0
playerToMove := turn
wins(p) iff p /= turn $/"""
    assert editor.open("machine.led", text) == []

    def shown(part: str) -> str:
        at = editor.at("machine.led", text, part)
        found = editor.run(editor.client.text_document_hover_async(lsp.HoverParams(**at)))
        assert found is not None
        assert isinstance(found.contents, lsp.MarkupContent)
        return found.contents.value

    assert "variable, `o or `x at the beginning: `x" in shown("turn in")
    assert "action take(k in {1, 2})" in shown("take")
    assert "action\nk: a number" in shown("take")
    assert "k, a parameter: a number" in shown("k <= left")
    assert "rest, a name of `where`: a number" in shown("rest where")


def test_a_signature_is_shown_with_its_definition(editor: Editor):
    text = "/$ Cell := {1..9}\n   isCell : Cell -> Bool\n   isCell(c) iff c in Cell $/"
    assert editor.open("signed.led", text) == []
    at = editor.at("signed.led", text, "isCell(c)", 0)
    found = editor.run(editor.client.text_document_hover_async(lsp.HoverParams(**at)))
    assert found is not None
    assert isinstance(found.contents, lsp.MarkupContent)
    assert "isCell : Cell -> Bool\nisCell(c) iff c in Cell" in found.contents.value
    of = {**editor.at("signed.led", text, "Cell :=", 0), "context": lsp.ReferenceContext(True)}
    uses = editor.run(editor.client.text_document_references_async(lsp.ReferenceParams(**of)))
    assert [each.range.start.line for each in uses or ()] == [0, 1, 2]


def test_a_name_leads_to_its_definition_and_to_its_uses(editor: Editor):
    assert editor.open("c.led", GAME) == []

    def lines(part: str, occurrence: int = 0) -> tuple[list[int], list[int]]:
        at = editor.at("c.led", GAME, part, occurrence)
        defined = editor.run(editor.client.text_document_definition_async(lsp.DefinitionParams(**at)))
        used = editor.run(
            editor.client.text_document_references_async(
                lsp.ReferenceParams(**at, context=lsp.ReferenceContext(include_declaration=False))
            )
        )
        assert isinstance(defined, list)
        assert used is not None
        for place in (*defined, *used):
            assert isinstance(place, lsp.Location)
            assert text_at(GAME, place.range) == part.split("(")[0].split()[0]
        return [place.range.start.line for place in defined], [place.range.start.line for place in used]

    assert lines("cells", 3) == ([4], [9, 10])
    assert lines("inRow(1)") == ([9], [12])
    assert lines("R in") == ([9], [9])
    assert lines("x") == ([10], [10, 10])
