"""Documents that use others: what they see, what they share, and what is wrong when it is missing."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import noughts
from noughts.language.check import read_program
from noughts.meaning.session import open_session
from noughts.pages.playground.build import archive
from noughts.text.diagnostic import DocumentError
from noughts.text.document import read_document
from noughts.text.used import base, names, with_used
from noughts.weave.paper import paper_of
from noughts.weave.pdf import form_of
from noughts.weave.respell import respelt
from record import ROOT

Write = Callable[..., Path]

RULES = """# Rules

A cell has a number.

/$ cells := {1..9}
   odd(c) iff c mod 2 = 1 $/

/? |cells| = 9 ?/
"""
GAME = """# Game

/$ uses rules, counting
   c := 5
   ways := choose(|{x | x in cells & odd(x)}|, 2) $/

/? ways = 10 ?/
"""


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(**texts: str) -> Path:
        for name, text in texts.items():
            (tmp_path / name.replace("_", ".")).write_text(text, "utf-8")
        return tmp_path

    return written


def problems(path: Path) -> list[tuple[str, str]]:
    """The codes of the errors of a document, each with its place."""
    with pytest.raises(DocumentError) as caught:
        read_program([path])
    return [(each.code, str(each.span).replace(f"{path.parent}/", "")) for each in caught.value.diagnostics]


@pytest.mark.parametrize("suffix", ["led", "md", "tex"])
def test_documents_of_all_kinds_use_and_are_used(write: Write, suffix: str):
    folder = write(**{f"game_{suffix}": GAME, f"rules_{suffix}": RULES})
    game = noughts.load_document(str(folder / f"game.{suffix}"))
    assert game["ways"] == 10
    assert len(game.check().tests) == 1  # its own
    assert open_session([folder / f"game.{suffix}"]).module.definitions


def test_a_used_document_knows_nothing_of_its_reader(write: Write):
    taken = "/$ uses sequences t := 1 S := {2, 3} m := max(S) half := 2 least := 3 i := reverse((1, 2)) $/"
    assert noughts.load_document(taken.replace("sequences ", "sequences\n"))["m"] == 3
    folder = write(game_led="/$ uses rules\n mine := 1 $/", rules_led="/$ cells := {mine} $/")
    assert problems(folder / "game.led") == [("E202", "rules.led:1:14")]


def test_what_is_shared_by_two_is_read_once(write: Write):
    both = "/$ uses rules\n   all9 := cells $/"
    folder = write(game_led="/$ uses rules, more\n   a := all9 U cells $/", rules_led=RULES, more_led=both)
    assert len(read_program([folder / "game.led"]).definitions) == 4
    assert len(read_program([folder / "game.led", folder / "rules.led"]).definitions) == 4


def test_names_do_not_clash_in_silence(write: Write):
    folder = write(game_led=GAME.replace("c :=", "cells :="), rules_led=RULES)
    with pytest.raises(DocumentError) as caught:
        read_program([folder / "game.led"])
    (clash,) = caught.value.diagnostics
    assert (clash.code, str(clash.span), str(clash.notes[0].span)) == (
        "E218",
        f"{folder}/game.led:4:4",
        f"{folder}/rules.led:5:4",
    )
    folder = write(game_led="/$ uses graphs\n a := 1 $/", graphs_led=RULES)
    assert problems(folder / "game.led") == [("E111", "game.led:1:9")]


def test_what_is_missing_or_goes_in_a_circle_is_told_at_its_place_with_all_other_errors(write: Write):
    wrong = '/$ uses rule, more, "no.led"\n   a := b\n   c := (1 $/'
    folder = write(game_led=wrong, rules_led=RULES, more_led="/$ uses even_more\n c := d $/")
    assert problems(folder / "game.led") == [
        ("E111", "game.led:1:9"),
        ("E111", "game.led:1:21"),
        ("E105", "game.led:3:9"),
        ("E111", "more.led:1:9"),
    ]
    folder = write(one_led="/$ uses two\n a := 1 $/", two_led="/$ uses one\n b := 1 $/")
    assert problems(folder / "one.led") == [("E112", "one.led:1:9")]
    assert problems(folder / "two.led") == [("E112", "two.led:1:9")]


def test_a_line_that_only_looks_so_uses_nothing():
    assert noughts.load_document("/$ uses := 1\n   b := uses + 1 $/")["b"] == 2
    with pytest.raises(DocumentError, match="E106"):
        noughts.load_document("/$ uses sequences graphs\n a := 1 $/")


@pytest.mark.parametrize("suffix", ["html", "tex", "md"])
def test_what_is_woven_says_what_is_used_and_is_read_back(write: Write, suffix: str):
    folder = write(game_led=GAME.replace("c := 5", "c := 5 S := {}"), rules_led=RULES)
    before = read_program([folder / "game.led"])
    paper = paper_of([read_document(folder / "game.led")])
    woven = folder / f"woven.{suffix}"
    woven.write_bytes(data if isinstance(data := form_of(woven).written(paper), bytes) else data.encode())
    text = woven.read_text("utf-8")
    assert "This document uses" in text
    assert ("document-rules" in text) == (suffix == "html")
    again = read_program([woven])
    assert again.definitions.keys() == before.definitions.keys()
    assert len(again.tests) == len(before.tests)


@pytest.mark.parametrize("spelling", ["ascii", "unicode", "latex"])
def test_another_spelling_uses_the_same(write: Write, spelling: str):
    from noughts.language.spelling import Spelling

    folder = write(game_led=GAME, rules_led=RULES)
    text = respelt(read_document(folder / "game.led"), Spelling(spelling))
    (folder / "other.md").write_text(text, "utf-8")
    other, game = (read_program([folder / name]) for name in ("other.md", "game.led"))
    assert other.definitions.keys() == game.definitions.keys()
    assert len(other.tests) == len(game.tests) == 1


@pytest.mark.parametrize("name", names())
def test_the_library_passes_its_tests_and_is_in_the_manual(name: str):
    document = noughts.load_document(name)
    report = document.check()
    assert report.tests
    assert report, str(report)
    table = (ROOT / "docs" / "library.md").read_text("utf-8")
    (row,) = [line for line in table.splitlines() if line.startswith(f"| `{name}`")]
    heads = [f"{each}({', '.join(document[each].parameters)})" for each in document]
    assert row.split("|")[2].strip() == ", ".join(f"`{head}`" for head in heads)


def test_the_library_can_be_used_all_at_once():
    everything = noughts.load_document(f"/$ uses {', '.join(names())}\n a := choose(4, max({{2, 1}})) $/")
    assert everything["a"] == 6
    assert base().is_dir()


def test_the_library_is_there_in_the_archive_of_the_playground(tmp_path: Path):
    (tmp_path / "noughts.zip").write_bytes(archive())
    work = (
        f"import sys; sys.path.insert(0, {str(tmp_path / 'noughts.zip')!r})\n"
        "from noughts.pages.playground.workbench import respond\n"
        "import json, noughts\n"
        "text = '/$ uses sequences\\n a := sort((2, 1)) $/ /? a = (1, 2) ?/'\n"
        "found = json.loads(respond(json.dumps({'do': 'weave', 'name': 'it.led', 'text': text})))\n"
        "print(noughts.__file__, found.get('tests'), found.get('failures'), found.get('problems'))"
    )
    done = subprocess.run([sys.executable, "-I", "-c", work], capture_output=True, text=True, check=False)
    assert "noughts.zip" in done.stdout, done.stderr
    assert done.stdout.split(maxsplit=1)[1] == "1 [] None\n"


OUTSIDE = [
    *("../secret.led", "FOLDER/secret.led", "inner/../../secret.led"),
    *("link.led", "linked/secret.led", "../none.led"),
]


@pytest.mark.parametrize("name", OUTSIDE)
def test_a_document_uses_only_what_is_in_its_folder(name: str, tmp_path: Path):
    (tmp_path / "secret.led").write_text("/$ secret := 1 $/")
    home = tmp_path / "home"
    (home / "inner").mkdir(parents=True)
    (home / "link.led").symlink_to(tmp_path / "secret.led")
    (home / "linked").symlink_to(tmp_path)
    name = name.replace("FOLDER", str(tmp_path))
    reader = home / "a.led"
    reader.write_text(f'/$ uses "{name}"\n a := 2 $/')
    (document,) = with_used([read_document(reader)])
    (problem,) = document.problems
    assert (problem.code, problem.fact) == (
        "E111",
        f"`{name}` is not in the folder of the document that uses it",
    )


def test_a_name_is_no_way_out_of_the_folder(tmp_path: Path):
    (tmp_path / "secret.led").write_text("/$ secret := 1 $/")
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "rules.md").symlink_to(tmp_path / "secret.led")
    (tmp_path / "home" / "a.led").write_text("/$ uses rules\n a := 2 $/")
    (document,) = with_used([read_document(tmp_path / "home" / "a.led")])
    assert [problem.code for problem in document.problems] == ["E111"]


def test_a_folder_below_and_links_within_are_no_way_out(tmp_path: Path):
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "b.led").write_text("/$ b := 1 $/")
    (tmp_path / "link.led").symlink_to("inner/b.led")
    (tmp_path / "there").symlink_to(tmp_path)
    (tmp_path / "a.led").write_text('/$ uses "inner/b.led"\n a := b $/')
    (tmp_path / "c.led").write_text('/$ uses "link.led"\n c := b $/')
    for name in ("a.led", "c.led", "there/a.led"):
        documents = with_used([read_document(tmp_path / name)])
        assert [*map(len, (documents, documents[0].problems))] == [2, 0]
