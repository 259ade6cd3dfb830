"""The referee asks whoever is to move, shows every move, and lets nobody break the rules."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from noughts.games.game import Move
from noughts.games.match import IllegalMove, Match
from noughts.players.arena import NobodyPlays, referee
from tests.small_games import GraphGame, TicTacToe


@dataclass(frozen=True)
class Reader:
    """Plays a list of moves by the number of the ply."""

    moves: tuple[Move, ...]
    name: str = "reader"

    def choose(self, match: Match) -> Move:
        return self.moves[len(match.moves)]


WON = Reader((0, 3, 1, 4, 2))


def test_each_move_comes_with_the_record_so_far() -> None:
    turns = list(referee(Match(TicTacToe()), {"x": WON, "o": WON}))
    assert [str(turn) for turn in turns] == [
        "x (reader) plays 1",
        "o (reader) plays 4",
        "x (reader) plays 2",
        "o (reader) plays 5",
        "x (reader) plays 3",
    ]
    assert [turn.match.moves for turn in turns] == [WON.moves[:k] for k in range(1, 6)]
    assert [turn.move for turn in turns] == list(WON.moves)
    assert str(turns[-1].match.outcome) == "x wins"


def test_a_match_is_played_on_from_where_it_is() -> None:
    turns = list(referee(Match(TicTacToe(), WON.moves[:3]), {"x": WON, "o": WON}))
    assert [turn.move for turn in turns] == list(WON.moves[3:])
    assert not list(referee(turns[-1].match, {"x": WON, "o": WON}))


def test_moves_come_one_by_one() -> None:
    """The second move, which would break the rules, is not asked for before somebody wants it."""
    bad = Reader((0, 0))
    turns = referee(Match(TicTacToe()), {"x": bad, "o": bad})
    assert next(turns).move == 0
    with pytest.raises(IllegalMove, match=r"^reader, who plays o: 0 is not legal in x\.\./"):
        next(turns)


def test_the_plies_end_a_match_that_would_not_end() -> None:
    game = GraphGame({0: [1], 1: [0]}, {0: "a", 1: "b"})
    rounds = Reader((0,) * 100)
    turns = list(referee(Match(game), {"a": rounds, "b": rounds}, plies=7))
    assert len(turns) == 7
    assert turns[-1].match.outcome is None
    assert not list(referee(Match(game), {"a": rounds, "b": rounds}, plies=0))


def test_every_side_needs_a_player() -> None:
    with pytest.raises(NobodyPlays, match=r"^there is no player for `o` in tic-tac-toe$"):
        referee(Match(TicTacToe()), {"x": WON})
    with pytest.raises(NobodyPlays, match=r"^there is no player for `x` and `o` in tic-tac-toe$"):
        referee(Match(TicTacToe()), {})
