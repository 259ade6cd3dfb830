"""How much a click asks the rules: of the position before it and the one after, and of no other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

import pytest

from noughts.cli.game_argument import GameArgument
from noughts.documents.by_rules import PicturedByRules
from noughts.faces.table import Table
from noughts.games.game import Game, Position
from noughts.games.picture import Pictured
from tests.faces.commanding import run_command

PICTURED = ("tictactoe", "nim", "disctru")


class Counting:
    """A game that notes which positions it is asked about, and in how many evaluations of its document."""

    def __init__(self, game: PicturedByRules) -> None:
        self._game = game
        self.positions: list[Position] = []
        self.evaluations = 0
        assert game.clicks is not None, "its questions do not count, so its twin is made before"
        run = game.meaning.run

        def counted(*question: Any) -> Any:
            self.evaluations += 1
            return run(*question)

        game.meaning.run = counted  # type: ignore[method-assign, assignment]

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._game, name)
        if name not in ("to_move", "moves", "outcome", "after", "move_text", "position_text"):
            return found

        def asked(position: Position, *rest: Any) -> Any:
            self.positions.append(position)
            return found(position, *rest)

        return asked

    def images(self, position: Position) -> Any:
        self.positions.append(position)
        return self._game.images(position)

    def clicked(self, position: Position, x: int, y: int) -> Any:
        self.positions.append(position)
        return self._game.clicked(position, x, y)

    def areas(self, position: Position) -> Mapping[Any, Sequence[Any]]:
        self.positions.append(position)
        return self._game.areas(position)


@pytest.fixture(params=PICTURED)
def game(request: pytest.FixtureRequest) -> Counting:
    found = GameArgument([request.param]).load()
    assert isinstance(found, PicturedByRules)
    return Counting(found)


def asked_in(game: Counting, wish: Callable[[], object], table: Table) -> tuple[set[Position], int]:
    """The positions that fulfilling a wish asks about, and the evaluations it takes."""
    game.positions.clear()
    game.evaluations = 0
    run_command(table, wish)
    return set(game.positions), game.evaluations


def click(table: Table, x: int, y: int) -> None:
    """Make the move that a click means."""
    match = table.match
    assert isinstance(table.game, Pictured)
    table.play(match.legal_moves.index(table.game.clicked(match.position, x, y)))


def test_a_click_asks_about_no_earlier_position_and_costs_no_more_at_the_end(game: Counting) -> None:
    counted: Game = game
    table, dice = Table(counted, {}), Random(1)
    run_command(table, lambda: None)
    spent: list[int] = []
    while table.match.outcome is None:
        before = table.match.position
        areas = game.areas(before)
        (area, *_) = areas[dice.choice(list(areas))]
        positions, evaluations = asked_in(game, partial(click, table, area.left, area.bottom), table)
        after = table.match
        assert after.position != before, "the click made a move"
        assert positions <= {before, after.position}
        spent.append(evaluations - (len(after.moves) if after.outcome else 0))  # each piece is tried once
        assert spent[-1] <= 3 * len(after.legal_moves) + 20
    assert spent[-1] <= spent[0]


def test_to_go_back_asks_about_the_position_shown_only(game: Counting) -> None:
    counted: Game = game
    table, dice = Table(counted, {}), Random(2)
    while table.match.outcome is None:
        run_command(table, partial(table.play, dice.randrange(len(table.match.legal_moves))))
    for wish in (table.undo, table.undo, table.redo, lambda: table.jump(1)):
        positions, _ = asked_in(game, wish, table)
        assert positions <= {table.match.position}
