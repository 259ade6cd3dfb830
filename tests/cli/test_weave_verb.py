"""``noughts weave``: a file is written whole, or there is one clear error and it is left as it was."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from noughts.cli.main import obey
from noughts.documents import library
from tests.cli.conftest import Noughts


def test_a_woven_page_is_a_document_for_every_verb(noughts: Noughts, tmp_path: Path):
    page = tmp_path / "tictactoe.html"
    said = noughts("weave", "tictactoe", "-o", str(page))
    assert (said.returncode, said.stdout) == (0, f"{page}: 53 definitions and its board\n")
    said = noughts("check", str(page))
    figures = "12 random matches of 5 to 9 moves, 9 choices at first: x wins 7, o wins 3, draw 2"
    summary = f"{page}: 53 definitions, all 13 tests pass"
    assert (said.returncode, said.stdout) == (0, f"{figures}\n{summary}\n")
    said = noughts("explore", str(page), "--json")
    assert said.stdout.startswith('{"positions":5478,')


@pytest.mark.parametrize(
    ("used", "names"),
    [("sequences", ["jugs.led"]), ("others", ["jugs.led", f".{os.sep}jugs.led", "{}/jugs.led"])],
)
def test_a_game_that_uses_documents_has_its_board_in_whatever_folder_it_is_woven(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    used: str,
    names: list[str],
):
    """All in one process, which bundles the scripts of the page once: that takes most of the time."""
    jugs = library.path_of("jugs").read_text("utf-8")
    (tmp_path / "jugs.led").write_text(jugs.replace("uses sequences", f"uses {used}"), "utf-8")
    (tmp_path / "others.led").write_text("/$ uses sequences $/")
    monkeypatch.chdir(tmp_path)
    for name in names:
        assert obey(["weave", name.format(tmp_path), "-o", "jugs.html"]) == 0
        assert capsys.readouterr() == ("jugs.html: 23 definitions and its board\n", "")


def test_what_keeps_a_game_from_having_a_board_is_told(noughts: Noughts, tmp_path: Path):
    game, page = tmp_path / "game.led", tmp_path / "game.html"
    game.write_text(
        "/$ initialState := 3 playerToMove := `you moves := {1, 2} legalMove(m, n) iff m <= n "
        "outcome(m) := currentState - m gameOver iff currentState < 1 wins(p) iff p = `you $/"
    )
    said = noughts("weave", str(game), "-o", str(page))
    assert said.returncode == 0
    assert "and its board" not in said.stdout
    assert said.stderr == (
        f"{game}: no board is woven: a game needs `legalMove(m)`, but this has 2 parameters\n"
    )
    assert page.exists()


def test_several_documents_are_one_paper(noughts: Noughts, tmp_path: Path):
    (tmp_path / "a.led").write_text("/$ a := b + 1 $/")
    (tmp_path / "b.led").write_text("/$ b := 1 $/\n/? a = 2 ?/")
    page = tmp_path / "both.html"
    assert noughts("weave", str(tmp_path / "a.led"), str(tmp_path / "b.led"), "-o", str(page)).returncode == 0
    assert noughts("check", str(page)).stdout == f"{page}: 2 definitions, its one test passes\n"


def test_a_claim_that_fails_is_1_and_woven(noughts: Noughts, tmp_path: Path):
    (tmp_path / "a.led").write_text("/$ a := 1 $/ /? a = 2 ?/")
    said = noughts("weave", str(tmp_path / "a.led"), "-o", str(tmp_path / "a.html"))
    assert (said.returncode, said.stdout) == (1, f"{tmp_path / 'a.html'}: 1 definition, 1 of 1 tests fail\n")
    assert "expected 2, got 1" in (tmp_path / "a.html").read_text()


@pytest.mark.parametrize("suffix", ["html", "tex", "pdf", "md"])
def test_a_document_with_errors_is_answered_as_by_check_and_nothing_is_written(
    noughts: Noughts, tmp_path: Path, suffix: str
):
    document, out = tmp_path / "a.led", tmp_path / f"a.{suffix}"
    document.write_text("/$ a := b $/ and /$ c := $/")
    out.write_text("kept")
    said = noughts("weave", str(document), "-o", str(out))
    assert said.returncode == 2
    assert said.stderr == noughts("check", str(document)).stderr
    assert out.read_text() == "kept"


@pytest.mark.parametrize("name", ["a.doc", "a", ".html", "a.HTML.gz"])
def test_a_suffix_that_says_nothing_is_refused(noughts: Noughts, tmp_path: Path, name: str):
    said = noughts("weave", "nim", "-o", str(tmp_path / name))
    assert said.returncode == 2
    assert said.stderr.startswith(
        f"error: `{tmp_path / name}` does not say which form to weave\n   help: name it `"
    )
    assert list(tmp_path.iterdir()) == []


def test_a_place_where_nothing_can_be_written_is_refused_before_the_work(noughts: Noughts, tmp_path: Path):
    said = noughts("weave", "nim", "-o", str(tmp_path / "no" / "a.html"))
    assert said.returncode == 2
    assert "there is no folder" in said.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-o", "a.html", "--let", "q=4"], "error E504: `--let q=…` names no definition"),
        (["-o", "a.html", "--wins", "fins"], "error E501: nothing defines `fins`"),
        (
            ["-o", "a.tex", "--let", "m=4"],
            "error: `--let` says how a game is read, and only a page has a board",
        ),
        (["-o", "a.html", "--paper", "--by", "clicks"], "error: `--by` says how a game is read"),
        (["--spelling", "latex", "--wins", "fins"], "error: `--wins` says how a game is read"),
    ],
)
def test_a_reading_that_cannot_be_woven_is_refused(
    noughts: Noughts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], said: str
):
    monkeypatch.chdir(tmp_path)
    answered = noughts("weave", "mnk", *words)
    assert (answered.returncode, list(tmp_path.iterdir())) == (2, [])
    assert said in answered.stderr


def test_a_site_is_refused_before_the_work(noughts: Noughts, tmp_path: Path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("kept")
    said = noughts("weave", "--site", str(tmp_path / "mine"))
    assert said.returncode == 2
    assert "holds files that are not part of a site, such as `notes.txt`" in said.stderr
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["notes.txt"]
    for words in (["nim"], ["-o", "a.html"], ["--spelling", "latex"]):
        said = noughts("weave", "--site", str(tmp_path / "site"), *words)
        assert said.returncode == 2
        assert f"`--site` and `{words[0]}` cannot be combined" in said.stderr
        assert not (tmp_path / "site").exists()
    assert noughts("weave").returncode == 2


@pytest.mark.parametrize("ending", ["html", "tex", "md"])
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("displays.md", "Hello.\n\n$$\na \\coloneqq 1\n$$\n\n$$b := a + 1$$\n"),
        (
            "displays.tex",
            r"\documentclass{article}\begin{document}So $$a := 1$$ \[b := 2\]\end{document}",
        ),
    ],
)
def test_definitions_that_are_displays_alone_are_woven(
    noughts: Noughts, tmp_path: Path, name: str, text: str, ending: str
) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    said = noughts("weave", str(tmp_path / name), "-o", str(tmp_path / f"out.{ending}"))
    assert (said.returncode, said.stdout.endswith("2 definitions\n")) == (0, True)


def test_prose_with_mathematics_that_defines_nothing_is_woven(noughts: Noughts, tmp_path: Path) -> None:
    (tmp_path / "prose.md").write_text("Hello $$x^2 + y^2$$ and $z$.\n", "utf-8")
    assert noughts("weave", str(tmp_path / "prose.md"), "-o", str(tmp_path / "out.html")).returncode == 0
