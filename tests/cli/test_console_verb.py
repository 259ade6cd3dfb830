"""``noughts console`` as a person meets it: at a terminal, through a pipe, and when they leave early."""

from __future__ import annotations

import signal
from pathlib import Path

import pexpect
import pytest

from noughts.framework.choose_player import load_decisions
from noughts.games.record import load_records, read_records
from tests.cli.conftest import Noughts, command, environment
from tests.terminals import press_until_it_ends

pytestmark = pytest.mark.long

ANN = [("Enter to begin", "2"), ("Enter to begin", "C"), ("Who plays A", "H"), ("Name", "Ann")]


def terminal(folder: Path, *words: str) -> pexpect.spawn:
    program, *rest = command("console", *words)
    env = environment({"TERM": "dumb"})
    return pexpect.spawn(program, rest, env=env, cwd=folder, encoding="utf-8", timeout=600, echo=False)


def type_in(run: pexpect.spawn, *pairs: tuple[str, str]) -> str:
    """Answer each question once it is asked; all that was said meanwhile."""
    said = ""
    for question, answer in pairs:
        run.expect_exact(question)
        said += run.before + question
        run.expect(r"[?\]] ")
        said += run.before + run.after
        run.sendline(answer)
    return said


def the_end(run: pexpect.spawn) -> str:
    run.expect_exact(pexpect.EOF)
    run.close()
    said: str = run.before
    return said.replace("\r\n", "\n")


@pytest.fixture
def piped(noughts: Noughts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Noughts:
    """The console in an empty folder, with what is piped into it."""
    monkeypatch.chdir(tmp_path)
    return lambda lines, *words: noughts("console", *words, typed=lines)


def test_an_evening_is_recorded_and_replayed_in_the_next(tmp_path: Path) -> None:
    """From the first question to a second match; then again from what was recorded, and on from there."""
    run = terminal(tmp_path)
    said = type_in(
        run,
        *ANN,
        *(("Repeat", "N"), ("Record", "Y"), ("Into which file", "")),
        *(("Who plays B", "B"), ("Repeat", "N"), ("Record", "Y"), ("Into which file", "")),
        *(("Ann (x), which cell", cell) for cell in ("1", "1", "2", "x")),
        *(("A number from 1 to 9", "7"), ("Ann (x), which cell", "6")),
        *(("Restart", "maybe"), ("Restart", "R")),
        *(("Ann (x), which cell", cell) for cell in ("5", "9", "2", "7")),
        ("Restart", "E"),
    ).replace("\r\n", "\n")
    last = the_end(run)
    assert run.exitstatus == 0
    assert " ------- ------- -------\n|       |       |       |\n|   1   |   2   |   3   |\n" in said
    assert "That is not possible: cell 1 is taken." in said
    assert "Bot B surrenders: Ann wins.\nScore: Ann 1, Bot B 0, tied 0." in said
    assert "Please answer R or E." in said
    assert "The decisions were saved to recorded_decisions/a.rd." in last
    ann, bot = (load_decisions(tmp_path / "recorded_decisions" / f"{name}.rd") for name in "ab")
    assert ann[:4] == [(0, 0), (1, 0), (0, 2), (2, 1)]
    assert bot[:3] == [(2, 0), (2, 2), (0, 1)]

    again = terminal(tmp_path)
    replayed = type_in(
        again,
        *ANN,
        *(("Repeat", "Y"), ("From which file", "")),
        *(("Who plays B", "B"), ("Repeat", "Y"), ("From which file", "")),
        *(("Restart", "R"), ("Restart", "E")),
    ).replace("\r\n", "\n")
    the_end(again)
    assert "which cell" not in replayed
    assert "Ann (x) plays 1." in replayed
    assert [line for line in replayed.splitlines() if line.startswith("Score")] == [
        line for line in said.splitlines() if line.startswith("Score")
    ]


@pytest.mark.parametrize("leave", ["ctrl-c", "ctrl-d", "killed"])
def test_who_leaves_early_loses_no_record(tmp_path: Path, leave: str) -> None:
    run = terminal(tmp_path, "-o", "evening.match")
    type_in(run, *ANN, ("Repeat", "N"), ("Record", "Y"), ("Into which file", "ann.rd"))
    type_in(run, ("Who plays B", "mended"), ("Repeat", "N"), ("Record", "N"), ("Ann (x), which cell", "5"))
    run.expect_exact("Ann (x), which cell")
    if leave == "ctrl-c":
        assert "Stopped." in press_until_it_ends(run, "c")
        assert run.exitstatus == 130
    elif leave == "ctrl-d":
        said = press_until_it_ends(run, "d").replace("\r", "")
        assert said.endswith("The decisions were saved to ann.rd.\nGood-bye.\n")
        assert run.exitstatus == 0
    else:
        run.kill(signal.SIGKILL)
        the_end(run)
    assert load_decisions(tmp_path / "ann.rd") == [(1, 1)]
    (record,) = load_records(tmp_path / "evening.match")
    assert record.moves[0] == "5"
    assert len(record.moves) == 2


def test_lines_may_be_piped_in(piped, tmp_path: Path) -> None:
    lines = "1\nH\nAnn\nN\nN\nH\nBob\nN\nN\n1\n4\n2\n5\n3\nE\n"
    ended = piped(lines, "-o", "evening.match")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "Ann (x), which cell? 1\n --- --- ---\n| x |   |   |" in ended.stdout
    assert ended.stdout.endswith("Restart (R) or exit (E)? E\nGood-bye.\n")
    piped(lines, "-o", "evening.match")
    first, second = read_records((tmp_path / "evening.match").read_text("utf-8"))
    assert first == second
    assert first.moves == ("1", "4", "2", "5", "3")
    assert first.players == {"x": "Ann", "o": "Bob"}


def test_a_pipe_that_ends_early_or_is_no_text_is_no_mistake(piped) -> None:
    for lines in (b"", b"1\nH\n\xff\xfe\x00\nN\nN\nB\nN\nN\n5\n"):
        ended = piped(lines)
        assert (ended.returncode, ended.stderr) == (0, "")
        assert ended.stdout.endswith("\nGood-bye.\n")


def test_a_diary_that_is_none_is_refused_before_anybody_plays(piped, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ann\n")
    ended = piped("1\n", "-o", "letter.txt")
    assert ended.returncode == 2
    assert "line 1: this is not the record of a match" in ended.stderr
    assert (tmp_path / "letter.txt").read_text() == "Dear Ann\n"


def test_players_that_are_not_there_are_told_and_asked_for_again(piped) -> None:
    ended = piped("1\nperfekt\nperson\nperfect\nN\nN\n", "nim")
    assert "There is no player `perfekt`. Did you mean `perfect`?\n" in ended.stdout
    assert "`person` is not a bot" in ended.stdout
    ended = piped("1\nB\n", "nim")
    assert "`classic` plays on boards of three by three, and nim is another kind of game." in ended.stdout


@pytest.mark.parametrize("leaving", ["quit", ":quit", "QUIT"])
def test_quit_leaves_at_any_question_and_help_says_so(piped: Noughts, leaving: str) -> None:
    said = piped(f"\n?\n{leaving}\n")
    assert said.returncode == 0
    assert said.stdout.startswith("Type quit to leave.\n")
    assert "Answer the question. Type quit to leave.\n" in said.stdout
    assert said.stdout.endswith("Good-bye.\n")
    assert "A number from 1 to 9?" not in said.stdout
