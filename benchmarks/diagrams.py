"""How fast are sets of positions, as our own diagrams and as those of OxiDD and CUDD?

All do the same with the same rules in the same order of cells: for every depth the positions from which x
need not lose, each counted.  Two things are asked of the whole process besides: the strategies of both sides
of the game that no list can hold, and that of either side of four in a row on four by four.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from time import perf_counter
from typing import Any, TypeAlias

from benchmarks.bit_engines import Cudd, Oxidd
from benchmarks.games import document, mnk
from benchmarks.measuring import Ratio, noughts, peak_megabytes, seconds
from noughts.grounding.grounded import Grounded
from noughts.solvers.symbolic.cells import Cells
from noughts.solvers.symbolic.diagram_engine import DiagramEngine
from noughts.solvers.symbolic.layers import Layered
from noughts.solvers.symbolic.strategy import winning_region

Engine: TypeAlias = Callable[[Cells], Any]

PEERS: dict[str, tuple[str, Engine]] = {"OxiDD": ("oxidd", Oxidd), "dd with CUDD": ("dd.cudd", Cudd)}
"""By name: the module that pip installs, and the engine."""

TIMES = 3

BOTH_SIDES = ("synthesise", "disctru", "--symbolic", "--json")
ONE_SIDE = ("synthesise", "mnk", "--let", "m=4", "--let", "n=4", "--let", "k=4", "--symbolic", "--for")


def measure() -> Iterator[Ratio]:
    for title, game in (("6×6, DISCTRU", document("disctru")), ("4×4, four in a row", mnk(4, 4, 4))):
        yield from beside_peers(title, game.ground())
    start = min(seconds(noughts("--version")) for _ in range(TIMES))
    for title, words, limit in (
        ("DISCTRU, both strategies with counts", BOTH_SIDES, 2.0),
        ("4×4, strategy of x with counts", (*ONE_SIDE, "x"), 5.0),
        ("4×4, strategy of o with counts", (*ONE_SIDE, "o"), 5.0),
    ):
        whole = min(seconds(noughts(*words)) for _ in range(TIMES))
        memory = f"{peak_megabytes('-m', 'noughts', *words)} MB"
        yield Ratio(f"{title}, whole process", whole, "noughts --version", start, limit=limit, note=memory)


def beside_peers(title: str, rules: Grounded) -> Iterator[Ratio]:
    """The same sets with every engine that is there; the shortest of a few runs, taken in turn."""
    there = {name: engine for name, (module, engine) in PEERS.items() if is_there(module)}
    engines: dict[str, Engine] = {"ours": DiagramEngine} | there
    best: dict[str, float] = dict.fromkeys(engines, float("inf"))
    counts: dict[str, int] = {}
    for _ in range(TIMES):
        for name, engine in engines.items():
            start = perf_counter()
            counts[name] = counted(rules, engine)
            best[name] = min(best[name], perf_counter() - start)
    for name, (module, _) in PEERS.items():
        if name not in there:
            print(f"{name} is left out: there is no module {module}; pip installs it.")
            continue
        exact = "" if counts[name] == counts["ours"] else f"; {name} counts {counts[name]:,}"
        note = f"{counts['ours']:,} positions kept{exact}"
        yield Ratio(title, best["ours"], name, best[name], note=note)


def counted(rules: Grounded, engine: Engine) -> int:
    """How many positions x need not lose, all layers together."""
    layered = Layered(rules, engine)
    return sum(map(layered.sets.count, winning_region(layered, 0).kept))


def is_there(module: str) -> bool:
    """Whether a library is installed."""
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False
