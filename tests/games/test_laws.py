"""Every law is kept by lawful games, and a game that breaks one is told which, where and how."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest

from noughts.games.game import Game, Outcome
from noughts.games.laws import LAWS, check_laws
from tests.small_games import GraphGame, Hexapawn, Nim, TicTacToe

LAWFUL: list[Game] = [
    TicTacToe(),
    Hexapawn(),
    Nim((2, 3)),
    GraphGame({0: [0, 1], 1: [0]}, {0: "a", 1: "b"}, name="for ever"),
]


@pytest.mark.parametrize("game", LAWFUL, ids=lambda game: game.name)
def test_lawful_games_break_no_law(game: Game) -> None:
    assert list(check_laws(game)) == []


class ShuffledMoves(TicTacToe):
    turns = count()

    def moves(self, position: str) -> Sequence[int]:
        moves = list(super().moves(position))
        return moves if next(self.turns) % 2 else moves[::-1]


class RepeatedMoves(TicTacToe):
    def moves(self, position: str) -> Sequence[int]:
        return [*super().moves(position), *list(super().moves(position))[:1]]


class Forgetful(TicTacToe):
    """Positions are lists of cells, which can be altered and not hashed."""

    def after(self, position: str, move: int) -> Any:
        return list(super().after(position, move))


class PlaysOn(TicTacToe):
    def moves(self, position: str) -> Sequence[int]:
        return [cell for cell in range(9) if position[cell] == "."]


class NeverOver(TicTacToe):
    def outcome(self, position: str) -> Outcome | None:
        return None

    def moves(self, position: str) -> Sequence[int]:
        return [cell for cell in range(9) if position[cell] == "."]


class NobodysTurn(TicTacToe):
    def to_move(self, position: str) -> str:
        return "X" if position == "." * 9 else super().to_move(position)


class AnotherWins(TicTacToe):
    def outcome(self, position: str) -> Outcome | None:
        outcome = super().outcome(position)
        return outcome and Outcome("z", outcome.termination)


class RowsOnly(TicTacToe):
    def move_text(self, position: str, move: int) -> str:
        return f"row {move // 3 + 1}"


@dataclass(frozen=True)
class Written(TicTacToe):
    """Moves are written with a mark behind that makes them hard to read back."""

    mark: str = ""

    def move_text(self, position: str, move: int) -> str:
        return super().move_text(position, move) + self.mark


class Wordless(TicTacToe):
    def move_text(self, position: str, move: int) -> str:
        return ""


class Multiline(TicTacToe):
    def position_text(self, position: str) -> str:
        return super().position_text(position).replace("/", "\n")


class Vague(TicTacToe):
    def position_text(self, position: str) -> str:
        return f"{position.count('x')} crosses and {position.count('o')} noughts"


class Raises(TicTacToe):
    def after(self, position: str, move: int) -> str:
        return super().after(position, {0: 0, 1: 1}[move])


class Remembers(TicTacToe):
    """Who wins depends on what was asked before."""

    asked = 0

    def outcome(self, position: str) -> Outcome | None:
        type(self).asked += 1
        outcome = super().outcome(position)
        if outcome is not None and self.asked > 1000:
            return Outcome(None, "late")
        return outcome


class Unequal:
    """A position that equals nothing but itself."""

    def __init__(self, cells: str) -> None:
        self.cells = cells


class WithoutEquality(TicTacToe):
    """Positions are objects that hold the cells."""

    def outcome(self, position: Any) -> Outcome | None:
        return TicTacToe().outcome(position.cells)

    def to_move(self, position: Any) -> str:
        return TicTacToe().to_move(position.cells)

    def moves(self, position: Any) -> Sequence[Any]:
        return TicTacToe().moves(position.cells)

    def after(self, position: Any, move: Any) -> Any:
        return Unequal(TicTacToe().after(position.cells, move))

    def position_text(self, position: Any) -> str:
        return TicTacToe().position_text(position.cells)


class Cells(Unequal):
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cells) and other.cells == self.cells

    def __hash__(self) -> int:
        return hash(self.cells)


class InPlace(WithoutEquality):
    def after(self, position: Any, move: Any) -> Any:
        position.cells = super().after(position, move).cells
        return position


class UnhashableMoves(TicTacToe):
    def moves(self, position: str) -> Sequence[Any]:
        return [[cell] for cell in super().moves(position)]

    def after(self, position: str, move: Any) -> str:
        return super().after(position, move[0])

    def move_text(self, position: str, move: Any) -> str:
        return super().move_text(position, move[0])


def unlike_start(game: type[TicTacToe], initial: Any) -> Game:
    return game(initial=initial)


BROKEN: dict[str, tuple[Game, str]] = {
    "shuffled": (ShuffledMoves(), "changeless"),
    "repeated": (RepeatedMoves(), "moves"),
    "cannot be hashed": (Forgetful(), "after"),
    "plays on": (PlaysOn(), "outcome"),
    "is never over": (NeverOver(), "outcome"),
    "nobody's turn": (NobodysTurn(), "mover"),
    "another wins": (AnotherWins(), "winner"),
    "moves written alike": (RowsOnly(), "move text"),
    "a move with a semicolon": (Written(mark=";"), "move text"),
    "a move with a blank behind": (Written(mark=" "), "move text"),
    "a move on two lines": (Written(mark="\n1"), "move text"),
    "moves without words": (Wordless(initial="xoxxoxo.."), "move text"),
    "on several lines": (Multiline(), "position text"),
    "positions written alike": (Vague(), "position text"),
    "raises": (Raises(), "defined"),
    "remembers": (Remembers(), "changeless"),
    "equal to nothing": (unlike_start(WithoutEquality, Unequal("." * 9)), "changeless"),
    "moves in place": (unlike_start(InPlace, Cells("." * 9)), "changeless"),
    "moves that cannot be hashed": (UnhashableMoves(), "moves"),
    "no side": (TicTacToe(sides=()), "sides"),
    "one side twice": (TicTacToe(sides=("x", "o", "x")), "sides"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_law_is_named(name: str) -> None:
    game, law = BROKEN[name]
    assert law in {violation.law.name for violation in check_laws(game)}


def test_a_game_that_moves_in_place_is_told_so() -> None:
    first = next(check_laws(unlike_start(InPlace, Cells("." * 9))))
    assert first.fault == "questions about the position alter it"


def test_every_law_has_a_game_that_breaks_it() -> None:
    assert {law for _, law in BROKEN.values()} == {law.name for law in LAWS}


def test_a_violation_reads_as_a_sentence_with_the_line_of_play() -> None:
    (violation,) = check_laws(AnotherWins(), walks=5, seed=3)
    assert violation.line
    game = TicTacToe()
    position = game.initial
    for text in violation.line:
        position = game.after(position, int(text) - 1)
    assert violation.position == game.position_text(position)
    assert str(violation) == (
        f"tic-tac-toe, after {'; '.join(violation.line)}, in {violation.position}: 'z' has won, but the "
        f"sides are x, o. The law: a match that is over is won by one of the sides or drawn."
    )
    (at_once,) = check_laws(NobodysTurn())
    assert str(at_once).startswith("tic-tac-toe, at the start, in .../.../...: 'X' is to move, but")


def test_what_a_game_raises_is_told_with_its_place() -> None:
    (violation,) = check_laws(Raises())
    line = Raises.after.__code__.co_firstlineno + 1
    assert violation.fault == f"KeyError is raised in after, line {line}: 2"


def test_each_law_is_reported_once_and_the_seed_decides_which_example() -> None:
    first, again = (list(check_laws(AnotherWins(), seed=5)) for _ in range(2))
    assert first == again
    assert len(first) == 1
    assert len({check[0].line for check in (list(check_laws(AnotherWins(), seed=s)) for s in range(5))}) > 1


def test_walks_are_bounded() -> None:
    deep = GraphGame({n: [n + 1] for n in range(50)} | {50: []}, dict.fromkeys(range(50), "a") | {50: "z"})
    assert list(check_laws(deep, plies=49)) == []
    assert [violation.law.name for violation in check_laws(deep, plies=50)] == ["winner"]
