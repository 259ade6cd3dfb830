"""Who decides, what is recorded of it, and how records are read."""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.framework import (
    Board,
    BoardGame,
    Bot,
    GameOver,
    GameRules,
    HumanPlayer,
    InvalidStep,
    ProgramedPlayer,
    RandomPlayer,
    RuleSet,
    Seated,
    TicTacToeRS,
    Tied,
    choose_player,
)
from noughts.framework.choose_player import (
    BadDecisions,
    Recorder,
    load_decisions,
    read_decisions,
    write_decisions,
)
from noughts.framework.player import UnfitDecision
from noughts.games.match import Match
from noughts.players import levels
from noughts.save import append, back_up, begin
from tests.framework.dialogues import Script
from tests.small_games import Hexapawn


def typing(*lines: str) -> HumanPlayer:
    return HumanPlayer("Ann", 0, Script(lines).ask)


def test_a_human_is_asked_until_it_is_a_number() -> None:
    script = Script(["", "x", "-1", "1.5", "²", "٣", "9" * 5000, " 5 "])
    assert HumanPlayer("Ann", 0, script.ask).decide(Board(3, 3)) == (1, 1)
    assert script.said[0] == "Ann (x), which cell? "
    assert script.said[1] == "A number from 1 to 9? x"


@pytest.mark.parametrize("number", ["0", "10"])
def test_a_number_off_the_board_is_invalid(number: str) -> None:
    with pytest.raises(InvalidStep, match=f"there is no cell {number}"):
        typing(number).decide(Board(3, 3))


def test_decisions_are_recorded_once_they_are_steps_the_last_one_too() -> None:
    kept: list[list[tuple[int, int]]] = []
    player = typing("1", "1", "2", "3")
    player.record(lambda decisions: kept.append(list(decisions)))
    board = Board(rule_set=TicTacToeRS())
    player.go(board)
    with pytest.raises(InvalidStep):
        player.go(board)
    player.go(board)
    with pytest.raises(GameOver):
        player.go(board)
    assert kept == [[(0, 0)], [(0, 0), (1, 0)], [(0, 0), (1, 0), (2, 0)]]


def test_without_record_nothing_is_kept() -> None:
    player = typing("1")
    player.go(Board(3, 3))
    assert player.recorded_decisions == []


def test_a_player_decides_on_a_copy() -> None:
    class Cheat(RandomPlayer):
        def decide(self, board: Board) -> tuple[int, int]:
            board.go(0, 0, 0)
            return 1, 1

    board = Board(3, 3)
    Cheat("cheat", 1).go(board)
    assert board.blanks() == [(x, y) for y in range(3) for x in range(3) if (x, y) != (1, 1)]


def test_recorded_decisions_are_repeated_then_the_player_decides() -> None:
    player = ProgramedPlayer(typing("9"), [(0, 0), (1, 1)])
    board = Board(3, 3, RuleSet())
    for cell in ((0, 0), (1, 1), (2, 2)):
        player.go(board)
        assert board[cell[0]][cell[1]] == 0
    assert player.name == "Ann"


def test_a_record_that_does_not_fit_is_refused_with_the_decision_that_is_wrong() -> None:
    player = ProgramedPlayer(typing("9"), [(0, 0), (0, 0), (5, 5)])
    board = Board(3, 3)
    player.go(board)
    with pytest.raises(UnfitDecision, match=r"^decision 2, `0 0`, does not fit: cell 1 is taken$"):
        player.go(board)
    player.go(board)
    assert board[2][2] == 0


def test_a_random_player_goes_for_any_blank_until_there_is_none() -> None:
    board = Board(2, 2)
    player = RandomPlayer("dice", 0, seed=4)
    for _ in range(4):
        player.go(board)
    with pytest.raises(Tied):
        player.go(board)


def test_anybody_who_chooses_moves_can_sit_at_the_board_of_a_game() -> None:
    board = Board(rule_set=GameRules(Hexapawn()))
    Seated("first", 0, lambda match: match.legal_moves[0]).go(board)
    rules = board.rule_set
    assert isinstance(rules, GameRules)
    assert rules.match.moves == ((0, 3),)
    board = Board(rule_set=TicTacToeRS())
    Seated("last", 0, lambda match: match.legal_moves[-1]).go(board)
    assert board[2][2] == 0
    with pytest.raises(InvalidStep):
        Seated("stubborn", 1, lambda match: (2, 2)).go(board)


def test_the_dice_of_boards_and_of_games_are_the_same() -> None:
    """A random player of games, seated at a board or not, goes through the same matches."""
    for seed in range(20):
        board, match = Board(rule_set=TicTacToeRS()), Match(BoardGame.of(TicTacToeRS()))
        seated, other = RandomPlayer("dice", 0, seed=seed), levels.RandomPlayer(seed=seed)
        with suppress(Tied, GameOver):
            while True:
                seated.p_index = board.rule_set.next_piece()
                seated.go(board)
                match = match.play(other.choose(match))
        match = match.play(other.choose(match))
        assert (match.outcome is not None, match.position.rows) == (True, tuple(map(tuple, board.p_map)))


@given(st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99))))
def test_decisions_are_written_and_read(decisions: list[tuple[int, int]]) -> None:
    assert read_decisions(write_decisions(decisions)) == decisions


def test_a_line_that_is_no_decision_is_named() -> None:
    assert read_decisions("\ufeff1 1\r\n\r\n 0   2 ") == [(1, 1), (0, 2)]
    for line in ("1", "1 2 3", "a b", "-1 0", "1,2"):
        with pytest.raises(BadDecisions, match="line 2 is not a decision"):
            read_decisions(f"1 1\n{line}\n")


@given(st.binary() | st.text("0123456789 \n-x").map(str.encode))
def test_no_bytes_are_more_than_refused(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.rd"
    path.write_bytes(content)
    try:
        decisions = load_decisions(path)
    except BadDecisions:
        return
    assert read_decisions(write_decisions(decisions)) == decisions


def test_what_was_there_gets_the_first_free_name(tmp_path: Path) -> None:
    path = tmp_path / "a.rd"
    assert back_up(path) is None
    for number in (1, 2):
        path.write_text(str(number))
        assert back_up(path) == tmp_path / f"a.rd.{number}"
    assert (tmp_path / "a.rd.1").read_text() == "1"


def test_two_who_record_into_one_file_lose_nothing(tmp_path: Path) -> None:
    path, told = tmp_path / "a.rd", list[str]()
    one, other = Recorder(path, told.append), Recorder(path, told.append)
    one.append([(0, 0)])
    other.append([(2, 2)])
    one.append([(0, 0), (1, 1)])
    other.append([(2, 2), (0, 1)])
    assert load_decisions(path) == [(2, 2), (0, 1)]
    assert load_decisions(tmp_path / "a.rd.1") == [(0, 0), (1, 1)]
    assert told == [f"The earlier decisions in {path} are now in {path}.1."]


def test_names_that_are_free_are_given_once(tmp_path: Path) -> None:
    """However many set the same file aside, and put another one there, at the same time."""
    path, failed = tmp_path / "a.rd", list[Exception]()

    def begins(letter: bytes) -> None:
        try:
            for _ in range(20):
                file, _ = begin(path)
                append(file, letter)
                os.close(file)
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=begins, args=(letter,)) for letter in (b"a", b"b", b"c")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert sorted(file.read_bytes() for file in tmp_path.iterdir() if file.stat().st_size) == sorted(
        [b"a", b"b", b"c"] * 20
    )


@pytest.mark.parametrize(
    ("lines", "kind", "name"),
    [
        (["H", "Ann", "N", "N"], "HumanPlayer", "Ann"),
        (["h", "", "n", ""], "HumanPlayer", "Player A"),
        (["H", "\x1b[31mA\u200bnn", "N", "N"], "HumanPlayer", "[31mA nn"),
        (["B", "N", "N"], "Bot", "Bot A"),
        (["T", "N", "N"], "MendedBot", "Bot A"),
        (["x", "B", "maybe", "N", "N"], "Bot", "Bot A"),
        (["random", "N", "N"], "RandomPlayer", "random A"),
    ],
)
def test_who_plays_is_asked_until_it_is_clear(lines: list[str], kind: str, name: str) -> None:
    player, path = choose_player("a", 0, False, Script(lines).dialogue)
    assert (type(player).__name__, player.name, path) == (kind, name, None)


def test_without_a_dialogue_one_is_asked_on_the_terminal(monkeypatch, capsys, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    typed = iter(["T", "perfect", "B", "N", "Y", ""])
    monkeypatch.setattr("builtins.input", lambda _: next(typed))
    player, path = choose_player("b", 1)
    assert (type(player), player.name, player.p_index) == (Bot, "Bot B", 1)
    assert path == Path("recorded_decisions/b.rd")
    assert "There is no player 'perfect' here" in capsys.readouterr().out


def test_what_is_recorded_need_be_kept_nowhere_else() -> None:
    player = RandomPlayer("Ann", 0, seed=1)
    player.record()
    board = Board(2, 1)
    player.go(board)
    assert player.recorded_decisions == [cell for cell in ((0, 0), (1, 0)) if cell not in board.blanks()]


def test_the_letter_b_may_mean_the_trained_bot() -> None:
    player, _ = choose_player("B", 1, True, Script(["B", "N", "N"]).dialogue)
    assert type(player).__name__ == "MendedBot"


def test_records_have_a_place_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    script = Script(["B", "N", "Y", ""])
    player, path = choose_player("a", 0, False, script.dialogue)
    assert path == Path("recorded_decisions/a.rd")
    board = Board(3, 3)
    player.go(board)
    (corner,) = load_decisions(path)
    again, none = choose_player("a", 0, False, Script(["B", "Y", "no.rd", ""]).dialogue)
    assert none is None
    assert again.decide(Board(3, 3)) == corner

    later, _ = choose_player("a", 0, False, script_of := Script(["B", "N", "Y", ""]).dialogue)
    later.go(Board(3, 3))
    assert Path("recorded_decisions/a.rd.1").exists()
    assert script_of is not None


def test_a_place_that_cannot_be_written_is_told_once_and_the_match_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    script = Script(["B", "N", "Y", str(folder / "a.rd")])
    player, _ = choose_player("a", 0, False, script.dialogue)
    folder.rmdir()
    board = Board(3, 3)
    for _ in range(2):
        player.go(board)
    assert len(board.blanks()) == 7
    assert script.text.count("The decisions cannot be written to") == 1


def test_a_place_where_no_file_can_be_is_asked_for_again(tmp_path: Path) -> None:
    script = Script(["B", "N", "Y", str(tmp_path), str(tmp_path / "typo" / "a.rd"), str(tmp_path / "a.rd")])
    _, path = choose_player("a", 0, False, script.dialogue)
    assert path == tmp_path / "a.rd"
    assert f"`{tmp_path}` is a folder; name a file in it." in script.text
    assert f"There is no folder `{tmp_path / 'typo'}`; create it, or name another place." in script.text
    assert list(tmp_path.iterdir()) == []
