"""``noughts format`` and ``noughts weave --spelling``: what is written, and that nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from noughts.cli.main import obey
from noughts.cli.verbs import ExitCode

UNTIDY = "Some  prose.\n\n/$ a:={1,2}   f(x):=1 if x in a;2 otherwise $/\n\nAnd /? |a|=2 ?/.\n"
TIDY = "Some  prose.\n\n/$ a := {1, 2}   f(x) := 1 if x in a; 2 otherwise $/\n\nAnd /? |a| = 2 ?/.\n"


def test_a_document_is_laid_out_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file = tmp_path / "game.led"
    file.write_text(UNTIDY, "utf-8")
    assert obey(["format", "--check", str(file)]) == ExitCode.NO
    assert file.read_text("utf-8") == UNTIDY
    assert obey(["format", str(file)]) == ExitCode.YES
    assert file.read_text("utf-8") == TIDY
    capsys.readouterr()
    assert obey(["format", "--check", str(file)]) == ExitCode.YES
    assert capsys.readouterr().out == ""


def test_no_file_is_touched_if_one_has_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    good, bad = tmp_path / "good.led", tmp_path / "bad.tex"
    good.write_text(UNTIDY, "utf-8")
    bad.write_text(r"\documentclass{article} \[ a := \foo \]", "utf-8")
    assert obey(["format", str(good), str(bad)]) == ExitCode.BAD_INPUT
    assert good.read_text("utf-8") == UNTIDY
    assert "E109" in capsys.readouterr().err


def test_a_paper_is_respelt(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    paper, program = tmp_path / "paper.tex", tmp_path / "program.led"
    paper.write_text(
        "\\documentclass{article}\nLet \\[ a := \\{1, 2\\} \\cup b,\\] where % not b\n$$ b := \\emptyset $$",
        "utf-8",
    )
    assert obey(["weave", "--spelling", "unicode", str(paper)]) == ExitCode.YES
    assert (
        capsys.readouterr().out
        == "\\documentclass{article}\nLet /$ a ≔ {1, 2} ∪ b $/ where % not b\n/$ b ≔ ∅ $/"
    )
    assert obey(["weave", str(paper), "-o", str(program)]) == ExitCode.YES
    assert "/$ a := {1, 2} U b $/" in program.read_text("utf-8")


@pytest.mark.parametrize(
    "words",
    [
        ["weave", "nim"],
        ["weave", "nim", "four", "--spelling", "ascii"],
        ["weave", "nim", "--spelling", "ascii", "-o", "x.pdf"],
    ],
)
def test_what_cannot_be_combined_is_refused(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)
    assert obey(words) == ExitCode.BAD_INPUT
    assert "help:" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
