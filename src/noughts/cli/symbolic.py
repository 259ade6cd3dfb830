"""``noughts synthesise --symbolic``: strategies as decision diagrams, with exact counts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from noughts.cli.answer import print_result
from noughts.cli.progress import progress
from noughts.cli.verbs import ExitCode
from noughts.games.game import Game, Side
from noughts.grounding.grounded import grounded_of
from noughts.players.named import ENDING
from noughts.refusal import Refusal
from noughts.save import refuse_place
from noughts.solvers.symbolic.diagram_engine import DiagramEngine
from noughts.solvers.symbolic.diagrams import NODE_LIMIT
from noughts.solvers.symbolic.layers import Layered
from noughts.solvers.symbolic.saved_strategy import save_strategy
from noughts.solvers.symbolic.strategy import SetStrategies, SetStrategy, checked_region, extent


def synthesise(
    game: Game,
    sides: Sequence[Side],
    *,
    out: str | None,
    single: bool,
    as_json: bool,
    nodes: int = NODE_LIMIT,
) -> ExitCode:
    """Find the strategies of `sides`, save the wanted one and print their sizes."""
    if out is not None:
        refuse_file(out)
    layered = Layered(grounded_of(game), partial(DiagramEngine, limit=nodes))
    found = {side: _found(layered, side) for side in sides}
    strategy = found[sides[0]].region
    if out is not None and strategy.holds:
        save_strategy(strategy.sets, Path(out))
    print_result(SetStrategies(layered, found, single), as_json=as_json)
    return ExitCode.YES if all(one.region.holds for one in found.values()) else ExitCode.NO


def refuse_file(out: str) -> None:
    """Raise `Refusal` if no strategy can be written to `out`, or players would not recognise it as one."""
    if not out.endswith(ENDING):
        help = f"players recognise a strategy by the ending {ENDING}"
        raise Refusal(f"`{out}` cannot hold a strategy of `--symbolic`", help)
    refuse_place(Path(out))


def _found(layered: Layered, side: Side) -> SetStrategy:
    steps = 2 * len(layered.all)
    with progress(f"layers for {side}", steps) as report:
        strategy = checked_region(layered, layered.rules.sides.index(side), progress=report)
        if not strategy.holds:
            return SetStrategy(strategy, None)
        return SetStrategy(strategy, extent(strategy, progress=lambda done: report(len(layered.all) + done)))
