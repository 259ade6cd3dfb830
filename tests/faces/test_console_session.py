"""An evening at the board, as typed: everything that is asked, said, counted and kept."""

from __future__ import annotations

import os
import string
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random

import pytest

from noughts.faces.console.session import ConsoleSession
from noughts.faces.table import RecordedTable
from noughts.framework import BoardGame, TicTacToeRS
from noughts.framework.choose_player import load_decisions
from noughts.games.game import Game, Outcome
from noughts.games.record import load_records, match_of
from noughts.games.record_file import RecordFile
from noughts.refusal import Refusal
from tests.framework.dialogues import Script
from tests.small_games import Hexapawn, Nim, TicTacToe

LINES = int(os.environ.get("NOUGHTS_FUZZ_LINES", "1500"))
"""How many lines are typed at random; a long run takes a million."""


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def evening(game: Game, *lines: str) -> tuple[str, ConsoleSession]:
    script = Script(lines)
    session = ConsoleSession(game, script.dialogue)
    try:
        session.run()
    except EOFError:
        script.said.append("(the lines end)")
    return script.text, session


HUMANS = ["1", "H", "Ann", "N", "N", "H", "Bob", "N", "N"]


def test_a_match_between_two_people_is_told_step_by_step() -> None:
    text, session = evening(TicTacToe(), *HUMANS, "1", "1", "4", "2", "5", "12", "x", "3", "E")
    assert (
        text.splitlines()[11:]
        == """\

 --- --- ---
| 1 | 2 | 3 |
 --- --- ---
| 4 | 5 | 6 |
 --- --- ---
| 7 | 8 | 9 |
 --- --- ---

Ann (x), which cell? 1
 --- --- ---
| x |   |   |
 --- --- ---
|   |   |   |
 --- --- ---
|   |   |   |
 --- --- ---

Bob (o), which cell? 1
That is not possible: cell 1 is taken.
Bob (o), which cell? 4
 --- --- ---
| x |   |   |
 --- --- ---
| o |   |   |
 --- --- ---
|   |   |   |
 --- --- ---

Ann (x), which cell? 2
 --- --- ---
| x | x |   |
 --- --- ---
| o |   |   |
 --- --- ---
|   |   |   |
 --- --- ---

Bob (o), which cell? 5
 --- --- ---
| x | x |   |
 --- --- ---
| o | o |   |
 --- --- ---
|   |   |   |
 --- --- ---

Ann (x), which cell? 12
That is not possible: there is no cell 12: they are numbered from 1 to 9.
Ann (x), which cell? x
A number from 1 to 9? 3
 --- --- ---
| x | x | x |
 --- --- ---
| o | o |   |
 --- --- ---
|   |   |   |
 --- --- ---

Ann wins.
Score: Ann 1, Bob 0, tied 0.
Restart (R) or exit (E)? E
""".splitlines()
    )
    assert list(session.won.values()) == [1, 0]


def test_one_question_is_asked_before_the_first_move() -> None:
    text, session = evening(TicTacToe(), "", "1")
    asked = [line for line in text.splitlines() if "? " in line]
    assert asked[0].startswith("Enter to begin")
    assert asked[1] == "Player A (x), which cell? 1"
    assert "x: Player A (you)   o: Bot B" in text
    assert session.recorded == []


@pytest.mark.parametrize("game", [TicTacToe(), Nim((1, 2)), Hexapawn()])
def test_every_game_has_an_opponent(game: Game) -> None:
    _, session = evening(game, "")
    first, *others = session.players.values()
    assert first.asks_again
    assert not any(player.asks_again for player in others)


def test_the_scale_is_that_of_the_drawing_and_changes_no_cell() -> None:
    small, _ = evening(TicTacToe(), "", "9")
    text, session = evening(TicTacToe(), "12", "3", "", "9")
    assert "the scale of the drawing" in text
    assert "The scale of the drawing is a number from 1 to 9." in text
    assert session.scale == 3
    assert "| 9 |" in small
    assert "|     9     |" in text
    assert "10" not in text


def test_players_are_chosen_after_a_word_or_at_once() -> None:
    answers = ["Ann", "N", "N", "B", "N", "N", "5"]
    chosen, _ = evening(TicTacToe(), "C", "H", *answers)
    at_once, _ = evening(TicTacToe(), "H", *answers)
    assert chosen.partition("Name?")[2] == at_once.partition("Name?")[2] != ""


def test_the_score_runs_on_until_somebody_exits() -> None:
    won, tied = ["1", "4", "2", "5", "3"], ["1", "2", "3", "5", "4", "6", "8", "7", "9"]
    text, session = evening(TicTacToe(), *HUMANS, *won, "again", "R", *tied, "restart", *won, "e")
    assert (session.won, session.tied) == ({"x": 2, "o": 0}, 1)
    assert "Please answer R or E." in text
    assert "Tied.\nScore: Ann 1, Bob 0, tied 1." in text
    assert text.endswith("Score: Ann 2, Bob 0, tied 1.\nRestart (R) or exit (E)? e")


def test_a_bot_that_gives_up_has_lost() -> None:
    text, session = evening(TicTacToe(), "1", "H", "Ann", "N", "N", "B", "N", "N", "1", "2", "7", "6", "E")
    assert "Bot B surrenders: Ann wins.\nScore: Ann 1, Bot B 0, tied 0." in text
    assert list(session.won.values()) == [1, 0]


def test_two_players_do_not_record_into_one_file() -> None:
    text, session = evening(
        TicTacToe(), "1", "H", "Ann", "N", "Y", "one.rd", "H", "Bob", "N", "Y", "./one.rd", "two.rd", "1", "2"
    )
    assert "Another player already records into ./one.rd." in text
    assert session.recorded == [Path("one.rd"), Path("two.rd")]
    assert (load_decisions(Path("one.rd")), load_decisions(Path("two.rd"))) == ([(0, 0)], [(1, 0)])


def test_any_game_can_be_played_if_only_by_choosing_from_a_list() -> None:
    text, session = evening(Nim((1, 2)), *HUMANS, "3", "1", "E")
    assert "first before 1 2\n1: 1 from 1   2: 1 from 2   3: 2 from 2" in text
    assert "second before 1 0\n1: 1 from 1" in text
    assert list(session.won.values()) == [0, 1]
    text, _ = evening(Hexapawn(), "1", "random", "N", "N", "random", "N", "N", "E")
    assert "random A (w) plays " in text


def test_a_set_of_rules_in_python_can_be_played() -> None:
    text, session = evening(BoardGame.of(TicTacToeRS()), *HUMANS, "1", "4", "2", "5", "3", "E")
    assert "Ann wins." in text
    assert list(session.won.values()) == [1, 0]


def test_records_of_one_evening_are_the_next_one(tmp_path: Path) -> None:
    record = ["1", "H", "Ann", "N", "Y", "", "H", "Bob", "N", "Y", "bob.rd"]
    cells = ["1", "4", "2", "5", "3", "R", "5", "1", "9", "3", "2", "8", "4", "6", "7"]
    first, session = evening(TicTacToe(), *record, *cells, "E")
    assert session.recorded == [Path("recorded_decisions/a.rd"), Path("bob.rd")]
    assert len(load_decisions(Path("recorded_decisions/a.rd"))) == 8
    load = ["1", "H", "Ann", "Y", "", "H", "Bob", "Y", "bob.rd"]
    second, again = evening(TicTacToe(), *load, "R", "R", "5", "5")
    assert (again.won, again.tied) == (session.won, session.tied)
    assert [line for line in second.splitlines() if line[:1] in " |"][: 7 * 14] == [
        line for line in first.splitlines() if line[:1] in " |"
    ][: 7 * 14]
    assert "Bob (o), which cell? 5\nThat is not possible" in second


def test_a_record_of_another_match_is_refused_with_the_decision_that_is_wrong() -> None:
    Path("a.rd").write_text("0 0\n0 0\n")
    text, _ = evening(TicTacToe(), "1", "H", "Ann", "Y", "a.rd", "H", "Bob", "N", "N", "5", "9")
    assert (
        "The record does not fit: decision 2, `0 0`, does not fit: cell 1 is taken. "
        "Ann decides from here on.\nAnn (x), which cell? 9"
    ) in text


def test_what_cannot_be_read_is_asked_for_again() -> None:
    Path("bad.rd").write_bytes(b"\xff\xfe\x00")
    Path("text.rd").write_text("one two\n")
    names = ["missing.rd", "bad.rd", "text.rd", ".", "a\0b"]
    text, _ = evening(TicTacToe(), "0", "1", "ten", "H", "", "Y", *names)
    assert "The scale of the drawing is a number from 1 to 9." in text
    assert "There is no player `ten`." in text
    assert "'missing.rd' cannot be read: No such file or directory." in text
    assert "Bad.rd is not a text file." in text
    assert "Line 1 is not a decision: 'one two'" in text
    assert text.endswith("From which file? [recorded_decisions/a.rd] \n(the lines end)")


def test_every_match_is_kept_as_it_stands_and_as_it_ended(tmp_path: Path) -> None:
    file = RecordFile(tmp_path / "all.match")
    won, begun, surrendered = ["1", "4", "2", "5", "3"], ["1", "2"], ["1", "2", "7", "6"]

    def session(*lines: str) -> None:
        script = Script(lines)
        table = partial(RecordedTable, file=file)
        with suppress(EOFError):
            ConsoleSession(TicTacToe(), script.dialogue, make_table=table).run()

    session(*HUMANS, *won, "R", *won, "R", *begun)
    session("1", "H", "Ann", "N", "N", "B", "N", "N", *surrendered)
    records = load_records(file.path)
    first, again, unfinished, last = records
    assert first == again
    assert first.outcome == Outcome("x", "three in a row")
    assert (first.players, first.moves) == ({"x": "Ann", "o": "Bob"}, tuple(won))
    assert (unfinished.moves, unfinished.outcome) == (tuple(begun), None)
    assert last.outcome == Outcome("x", "surrender")
    assert last.players == {"x": "Ann", "o": "Bot B"}
    for record in records:
        match_of(record, TicTacToe())


GAMES: list[Game] = [TicTacToe(), Nim((1, 2)), Hexapawn()]
WORDS = [
    "1",
    "2",
    "5",
    "9",
    "10",
    "H",
    "B",
    "T",
    "random",
    "Y",
    "N",
    "R",
    "E",
    "",
    "a.rd",
    "b.rd",
    "-1",
    "0 0",
]


def random_line(dice: Random) -> str:
    if dice.random() < 0.9:
        return dice.choice(WORDS)
    letters = string.printable.replace("/", "").replace(".", "") + "é²\0\x1b\u2028"
    return "".join(dice.choices(letters, k=dice.randrange(12)))


def test_random_lines_break_nothing_and_lose_nothing() -> None:
    """Whoever types what they like: no exception but the end of the lines, no record that is not whole."""
    dice, typed = Random(7), 0
    while typed < LINES:
        lines = [random_line(dice) for _ in range(400)]
        script = Script(lines)
        session = ConsoleSession(dice.choice(GAMES), script.dialogue)
        with suppress(EOFError):
            session.run()
        typed += len(lines) - len(list(script.lines))
        for player, path in zip(
            (p for p in session.players.values() if p.save), session.recorded, strict=True
        ):
            if player.recorded_decisions and path.is_file():
                assert load_decisions(path) == player.recorded_decisions
    for path in Path().glob("**/*.rd*"):
        if path.is_file():
            try:
                load_decisions(path)
            except Refusal as refusal:
                pytest.fail(f"{path} is torn: {refusal}")
