"""``noughts synthesise --symbolic``: strategies as decision diagrams, with exact counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from noughts.cli.answer import Json, console, print_json
from noughts.cli.exit_code import ExitCode
from noughts.cli.progress import progress
from noughts.cli.table import headline, table
from noughts.grounding.grounded import grounded_of
from noughts.players.named import ENDING
from noughts.refusal import Refusal
from noughts.save import refuse_place
from noughts.solvers.symbolic.diagram_engine import DiagramEngine
from noughts.solvers.symbolic.diagrams import NODE_LIMIT
from noughts.solvers.symbolic.layers import Layered
from noughts.solvers.symbolic.strategy import Extent, WinningRegion, checked_region, extent, line_lost
from noughts.solvers.symbolic.strategy_file import save_strategy

if TYPE_CHECKING:
    from noughts.games.game import Game, Side

_ROWS = {
    "configurations": "configurations",
    "own": "own moves",
    "others": "others' moves",
    "wins": "wins",
    "ties": "ties",
    "nodes": "nodes",
}
"""The column headings of the figures."""


@dataclass(frozen=True, slots=True)
class Found:
    """A strategy with its size, or the absence of one."""

    safe: WinningRegion
    extent: Extent | None


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
    strategy = found[sides[0]].safe
    if out is not None and strategy.holds:
        save_strategy(strategy.sets, Path(out))
    if as_json:
        print_json(_answer(found, single=single))
    else:
        _show(game, layered, found)
    return ExitCode.YES if all(one.safe.holds for one in found.values()) else ExitCode.NO


def refuse_file(out: str) -> None:
    """Raise `Refusal` if no strategy can be written to `out`, or players would not recognise it as one."""
    if not out.endswith(ENDING):
        help = f"players recognise a strategy by the ending {ENDING}"
        raise Refusal(f"`{out}` cannot hold a strategy of `--symbolic`", help)
    refuse_place(Path(out))


def _found(layered: Layered, side: Side) -> Found:
    steps = 2 * len(layered.all)
    with progress(f"layers for {side}", steps) as report:
        strategy = checked_region(layered, layered.rules.sides.index(side), progress=report)
        if not strategy.holds:
            return Found(strategy, None)
        return Found(strategy, extent(strategy, progress=lambda done: report(len(layered.all) + done)))


def _answer(found: Mapping[Side, Found], *, single: bool) -> Json:
    """The sizes of the one strategy that was asked for, or of all."""
    strategies = {side: _figures(one) for side, one in found.items()}
    return next(iter(strategies.values())) if single else {"strategies": strategies}


def _figures(one: Found) -> dict[str, Json]:
    """The size that the automaton of the strategy would have: one state per position, one for success."""
    extent = one.extent
    if extent is None:
        lost = list(line_lost(one.safe).move_texts())
        return {"states": 0, "transitions": 0, "configurations": 0, "lost": lost}
    return {
        "states": extent.configurations + 1,
        "transitions": extent.moves + extent.wins + extent.ties,
        "configurations": extent.configurations,
        "own": extent.own,
        "others": extent.others,
        "wins": extent.wins,
        "ties": extent.ties,
        "nodes": one.safe.layered.sets.size(*one.safe.kept),
    }


def _show(game: Game, layered: Layered, found: Mapping[Side, Found]) -> None:
    """Print the figures as tables."""
    size = f"{len(layered.cells)} cells, at most {len(layered.all) - 1} moves"
    console().print(headline(game.name, size))
    sizes = {side: one for side, one in found.items() if one.extent is not None}
    shown = table("strategy of", *sizes)
    for name in ("configurations", "own", "others", "wins", "ties", "nodes"):
        numbers = (_figures(one)[name] for one in sizes.values())
        shown.add_row(_ROWS[name], *(f"{number:,}" for number in numbers))
    if sizes:
        console().print(shown)
    for side, one in found.items():
        if one.extent is None:
            line = line_lost(one.safe)
            said = f"{side} has no safe strategy. For example: {'; '.join(line.move_texts())}."
            console().print(f"{said[:-1]}; and {line.outcome}.", markup=False, soft_wrap=True)
