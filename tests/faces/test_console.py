"""The console: what is typed at it, piped into it, and what it says."""

from __future__ import annotations

import io
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest

from noughts.easel import Color
from noughts.faces import console
from noughts.faces.adviser import Adviser
from noughts.faces.console.printer import ground, ink
from noughts.faces.table import Table
from noughts.games.match import Match
from noughts.games.record import load_records
from tests.faces.sample_games import Breaking, First, PicturedTicTacToe, Subtraction, perfect, table_for
from tests.library.games import by_rules
from tests.terminals import WAIT, press_until_it_ends

ROOT = Path(__file__).parents[2]

Talk = Callable[[Table, str], str]


@pytest.fixture
def talk(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Talk:
    """Play at a table with what is piped in; what was printed."""

    def typed(table: Table, lines: str) -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        monkeypatch.setenv("COLUMNS", "80")
        console.play(table)
        return capsys.readouterr().out

    return typed


def test_a_match_against_a_program_reads_well_in_a_pipe(talk: Talk) -> None:
    said = talk(table_for(Subtraction(), second=First()), "take 3\n3\n")
    assert said == textwrap.dedent("""\
        Subtraction
        first: person · second: first
        Type a move, or ? for help.

          7 left

        first> take 3
        second plays take 1

          3 left

        first> 3

          0 left

        first wins.
        restart, undo or quit>\x20
        Thank you for playing.
        """)


def test_the_board_is_drawn_with_the_moves_one_may_type(talk: Talk) -> None:
    said = talk(table_for(PicturedTicTacToe()), "5\n1\n")
    assert "   o │ 2 │ 3\n  ───┼───┼───\n   4 │ x │ 6\n" in said
    assert said.endswith("x> \nThe match stops here, after 2 moves.\n")
    assert "\x1b" not in said


@pytest.mark.parametrize("end", ["", "q\n", "quit\n", ":exit\n"])
def test_every_end_is_polite(talk: Talk, end: str) -> None:
    assert talk(table_for(Subtraction()), end).endswith("The match stops here, after 0 moves.\n")


def test_what_is_no_move_is_asked_again_with_what_would_help(talk: Talk) -> None:
    said = talk(table_for(Subtraction()), "7\n\n   \ntake\ntake 2\n")
    assert "There is no move “7” here. You may play take 1, take 2 or take 3." in said
    assert "“take” may be take 1, take 2 or take 3." in said
    assert "5 left" in said


def test_moves_are_chosen_from_the_list_by_number(talk: Talk) -> None:
    said = talk(table_for(Subtraction()), "moves\n#2\n")
    assert "    #1  take 1\n    #2  take 2\n    #3  take 3\n" in said
    assert "5 left" in said


def test_undo_redo_restart(talk: Talk) -> None:
    table = table_for(Subtraction(), second=First())
    said = talk(table, "undo\nredo\ntake 1\nu\nr\nrestart\n")
    assert "There is nothing to undo." in said
    assert "There is nothing to redo." in said
    assert [line.strip() for line in said.splitlines() if line.endswith(" left")] == [
        "7 left",
        "5 left",
        "7 left",
        "5 left",
        "7 left",
    ]


def test_hint_and_values(talk: Talk) -> None:
    said = talk(table_for(Subtraction()), "hint\nvalues\nmoves\n")
    assert "Hint: take 3 wins in 3 moves." in said
    assert "#1  take 1       loss in 4\n" in said
    assert "    #3  take 3       win in 3\n" in said
    alone = talk(Table(Subtraction(), {}), "hint\nvalues\n")
    assert alone.count("The values of moves are not available here.") == 2


def test_advice_that_fails_says_why(talk: Talk) -> None:
    def refuse() -> None:
        raise ValueError("the game is too large")

    said = talk(Table(Subtraction(), {}, Adviser(refuse)), "hint\nvalues\n")  # type: ignore[arg-type]
    assert said.count("the game is too large") == 2


def test_help_names_every_command(talk: Talk) -> None:
    said = talk(table_for(Subtraction()), "?\n")
    for word in (
        "help",
        "moves",
        "hint",
        "values",
        "why [MOVE]",
        "undo",
        "redo",
        "restart",
        "quit",
        "board",
        "resume",
        "save FILE",
    ):
        assert f"  {word}" in said


def test_an_illegal_move_is_answered_with_the_reason(talk: Talk) -> None:
    table = table_for(by_rules("tictactoe"))
    said = talk(table, "5\n5\nwhy 5\nwhy 7\nwhy 12\nwhy\n1\n4\n2\n6\nwhy\n")
    assert "5 is not legal: ¬occupied(c) is false, with c = 5. Say why 5 for more." in said
    assert "  └─ m[1] = playerToMove ∧ legalToMoveIn(m[2]): false, with m = (`o, 5)\n" in said
    assert "7 is legal." in said
    assert "The rules have no move “12”." in said
    assert "The match goes on." in said
    assert "x has won:\n  wins(`x): true\n" in said


def test_after_the_end_only_a_new_match_can_be_played(talk: Talk) -> None:
    said = talk(table_for(Subtraction((1, 0))), "1\n1\nhint\nundo\n1\nrestart\nboard\n")
    assert "The match is over. Say restart, undo or quit." in said
    assert "nothing to advise" in said
    assert said.count("first wins.") == 2


def test_a_word_that_is_a_move_is_a_move(talk: Talk) -> None:
    class Words(Subtraction):
        def move_text(self, position: tuple[int, int], move: int) -> str:
            return ("undo", "hint", "quit")[move - 1]

    said = talk(table_for(Words()), "quit\n:hint\n:undo\n:quit\n")
    assert "4 left" in said
    assert said.endswith("after 1 move.\n")


def test_a_match_that_was_left_for_a_new_one_is_gone_back_to(talk: Talk) -> None:
    said = talk(table_for(PicturedTicTacToe()), "5\n1\nrestart\nundo\n9\nredo\nundo\nredo\nredo\n")
    assert "A new match; undo leads back to the one before." in said
    assert "There is nothing to undo." not in said
    assert said.count("There is nothing to redo.") == 1
    assert said.endswith("The match stops here, after 0 moves.\n")


def test_a_match_is_saved_and_gone_on_with(talk: Talk, tmp_path: Path) -> None:
    path = tmp_path / "the match.match"
    said = talk(table_for(PicturedTicTacToe()), f"5\n1\nsave {path}\n9\n:SAVE {path}\nload {path}\nundo\n")
    assert f"The match is in {path}." in said
    assert f"The match is in {path}, after 1 other." in said
    assert f"{path} holds 2 matches; this is the last." in said
    assert [record.moves for record in load_records(path)] == [("5", "1"), ("5", "1", "9")]
    said = talk(table_for(PicturedTicTacToe()), f"load {path}\n3\nload\n")
    assert "Say load FILE." in said
    assert "after 4 moves." in said


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, "cannot be read: No such file or directory"),
        ("Dear Ann\n", "line 1: this is not the record of a match"),
        ("noughts match 1\ngame: Tic-tac-toe\nmoves: 5; 5\n", "move 2, `5`, is not legal for `o`"),
        (
            "noughts match 1\ngame: chess\nmoves: e2e4\n",
            "it is a match of `chess`, not of `Tic-tac-toe`",
        ),
    ],
)
def test_what_is_no_match_of_the_game_is_refused(talk: Talk, tmp_path: Path, content, told) -> None:
    path = tmp_path / "a"
    if content is not None:
        path.write_text(content)
    said = talk(table_for(PicturedTicTacToe()), f"9\nload {path}\n8\nload a\0b\nsave a\0b\n")
    assert told in " ".join(said.split())
    assert "after 2 moves." in said, "the match goes on"


def test_rules_that_break_down_are_told_and_the_match_goes_on(talk: Talk) -> None:
    said = talk(table_for(Breaking()), "3\n1\nboard\n")
    assert "there are no rules for 3" in said
    assert said.count("4 left") == 2


def test_a_demonstration_shows_every_move(capsys: pytest.CaptureFixture[str]) -> None:
    game = PicturedTicTacToe()
    player = perfect(game)
    console.demonstrate(Table(game, {"x": player, "o": player}))
    said = capsys.readouterr().out
    assert said.count(" plays ") == 9
    assert said.endswith("Draw.\n")


class Replaced(First):
    """Somebody else sits in its place once it has to choose."""

    def choose(self, match: Match) -> object:
        self.name = "somebody else"
        return super().choose(match)


def test_who_takes_the_place_of_a_player_is_said_once(talk: Talk) -> None:
    said = talk(table_for(Subtraction(), second=Replaced()), "1\n1\n")
    assert "first: person · second: first\n" in said
    assert said.count("first: person · second: somebody else\nsecond plays") == 1
    assert said.count("second plays") == 2


@pytest.mark.parametrize(("lines", "times"), [("24", 0), ("12", 0), ("11", 1)])
def test_a_small_terminal_is_told_once_how_large_it_must_be_for_the_board(
    talk: Talk, monkeypatch: pytest.MonkeyPatch, lines: str, times: int
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("LINES", lines)
    said = talk(table_for(PicturedTicTacToe(), o=First()), "5\n9\n")
    assert said.count("o plays") == 2
    assert said.count("enlarge the terminal to 80 × 12") == times


@pytest.mark.parametrize("lines", ["5", "30"])
def test_all_moves_are_listed_on_a_terminal_of_any_size(
    talk: Talk, monkeypatch: pytest.MonkeyPatch, lines: str
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("LINES", lines)
    said = talk(table_for(PicturedTicTacToe()), "moves\n")
    listed = said.partition("x> moves")[2]
    assert all(f"#{number}  {number}" in listed for number in range(1, 10))
    assert listed.count("\n") < 9 if lines == "5" else listed.count("\n") >= 9


def test_a_demonstration_can_be_cut_short(capsys: pytest.CaptureFixture[str]) -> None:
    console.demonstrate(table_for(Subtraction((99, 0)), first=First(), second=First()), plies=5)
    said = capsys.readouterr().out
    assert said.count(" plays ") == 5
    assert "not over after 5 moves" in said


SCRIPT = """
from noughts.faces import console
from tests.faces.sample_games import *
console.play(table_for(PicturedTicTacToe(), o=First({seconds})))
"""


FOR_EVER = 1_000_000
"""Seconds that nobody waits for."""


@pytest.fixture
def terminal() -> Callable[[float], pexpect.spawn]:
    """A person at a terminal, against a program that thinks for so long."""

    def started(seconds: float) -> pexpect.spawn:
        environment = {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}", "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
        return pexpect.spawn(
            sys.executable,
            ["-c", SCRIPT.format(seconds=seconds)],
            env=environment,
            encoding="utf-8",
            timeout=WAIT,
            dimensions=(40, 100),
        )

    return started


def test_at_a_terminal_there_is_colour_completion_history_and_word_of_who_thinks(
    terminal: Callable[[float], pexpect.spawn],
) -> None:
    person = terminal(2)
    person.expect("x> ")
    assert "\x1b[2m5\x1b[0m" in person.before, "moves are faint"
    person.sendline("5")
    person.expect("o is thinking")
    person.expect("x> ")
    assert "\x1b[38;5;" in person.before, "marks are coloured"
    person.send("rest\t")
    person.expect("restart")
    person.sendline()
    person.expect("x> ")
    person.send("\x1b[A\x1b[A\r")
    person.expect("x> ")
    assert "o plays 1" in person.before, "the line before last was 5"
    person.sendeof()
    person.expect("The match stops here, after 2 moves.")
    person.expect(pexpect.EOF)
    person.close()
    assert person.exitstatus == 0


@pytest.mark.parametrize("thinking", [False, True])
def test_ctrl_c_ends_it_at_once_and_cleanly(
    terminal: Callable[[float], pexpect.spawn], thinking: bool
) -> None:
    person = terminal(FOR_EVER)
    person.expect("x> ")
    if thinking:
        person.sendline("5")
        person.expect("thinking")
    said = press_until_it_ends(person, "c")
    assert "The match stops here" in said
    assert "Traceback" not in said
    assert person.exitstatus == 0


def test_colours_can_be_read_on_black_and_on_white() -> None:
    assert ink(Color(0, 0, 0), None) is None, "greys are the terminal's own"
    assert ink(Color(0, 0, 255), None) == "rgb(82,82,255)"
    assert ink(Color(255, 255, 0), None) == "rgb(178,178,0)"
    assert ink(Color(255, 255, 255), Color(200, 0, 0)) == "rgb(255,255,255)", "on a ground as they are"
    assert ground(Color(255, 255, 255)) is None
    assert ground(Color(0, 300, 0)) == "rgb(0,255,0)"


def test_a_long_sentence_is_broken_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    from io import StringIO

    from noughts.faces.console.printer import Printer

    monkeypatch.setenv("COLUMNS", "24")
    monkeypatch.setenv("FORCE_COLOR", "1")
    file = StringIO()
    Printer(file).say("A number from 1 to 9, or a question mark for help.")
    lines = file.getvalue().splitlines()
    assert [line.rstrip() for line in lines] == ["A number from 1 to 9, or", "a question mark for", "help."]
