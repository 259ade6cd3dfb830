"""Who wins four in a row on grids of many sizes: what the search decides is what has been published.

By default up to sixteen cells; with ``NOUGHTS_FUZZ_GRIDS`` up to that many.
"""

from __future__ import annotations

import os

import pytest

from benchmarks.searching import PUBLISHED
from noughts.solvers.alpha_beta import AlphaBeta
from tests.library.games import by_rules

pytestmark = pytest.mark.long

CELLS = int(os.environ.get("NOUGHTS_FUZZ_GRIDS", "16"))
GRIDS = [(columns, rows) for columns, rows in PUBLISHED if columns * rows <= CELLS]


@pytest.mark.parametrize(("columns", "rows"), GRIDS)
def test_who_wins_is_what_has_been_published(columns: int, rows: int) -> None:
    game = by_rules("four", [f"columns={columns}", f"rows={rows}"])
    search = AlphaBeta(game, memory=1 << 27, weak=True)
    search.finish()
    assert (search.least > 0) - (search.largest < 0) == PUBLISHED[columns, rows]
