"""The search against tables: random positions of games of the library.

By default the code runs as it is written, from late positions.  With ``NOUGHTS_FUZZ_SEARCHES`` it is
compiled, and that many positions are searched, wherever they are in a match.
"""

from __future__ import annotations

import os

import numpy as np
import pytest

from noughts.kernels.search_machine import SearchMachine
from noughts.solvers import alpha_beta
from noughts.solvers.alpha_beta import AlphaBeta
from noughts.solvers.plan import solve_by_plan
from tests.library.games import by_rules, played
from tests.solvers.test_alpha_beta import SlowSearch, agrees

GAMES: dict[str, tuple[str, ...]] = {
    "tictactoe": (),
    "hexapawn": (),
    "nim": (),
    "wythoff": (),
    "chomp": (),
    "notakto": (),
    "domineering": (),
    "four": ("columns=4", "rows=3", "line=3"),
    "mnk": ("m=4", "n=3", "k=3"),
}
LENGTH = int(os.environ.get("NOUGHTS_FUZZ_SEARCHES", "0"))
LATE = 3
"""Late positions of each game that are searched by default."""


@pytest.mark.parametrize("name", GAMES)
def test_random_positions_have_the_value_of_the_tables(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alpha_beta, "SearchMachine", SearchMachine if LENGTH else SlowSearch)
    game = by_rules(name, GAMES[name])
    tables = solve_by_plan(game)
    positions = [at for at in played(game, seed=5, matches=max(LENGTH, 20)) if game.outcome(at) is None]
    distances = {at: tables.value(at).distance or 0 for at in positions}
    late = sorted(positions, key=lambda at: (len(game.moves(at)), distances[at], str(at)))
    for position in positions[:LENGTH] if LENGTH else late[len(late) // 4 :][:LATE]:
        with np.errstate(over="ignore"):
            search = AlphaBeta(game, position, memory=1 << 16)
            search.finish()
        agrees(search, tables, position)
