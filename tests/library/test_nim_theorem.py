"""Bouton's theorem, held against what solving finds, for every position of some heaps."""

from __future__ import annotations

from functools import reduce
from operator import xor

import pytest

from noughts.kernels.explore import explore_rules
from noughts.solvers.backward import solve
from noughts.values.scalars import Atom
from tests.library.games import by_rules


@pytest.mark.parametrize("heaps", ["(3,4,5)", "(1,3,5,7)", "(6,6)"])
def test_the_player_to_move_wins_unless_the_nim_sum_is_0(heaps: str) -> None:
    exploration = explore_rules(by_rules("nim", [f"heaps={heaps}"]))
    solution = solve(exploration)
    for position in exploration.positions:
        assert isinstance(position, tuple)
        player, remaining = position
        assert isinstance(player, Atom)
        wins = solution.value(position).winner == player.name
        assert wins == (reduce(xor, remaining) != 0)
