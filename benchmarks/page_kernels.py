"""How fast is a page that explores, solves, searches and asks safe sets, against Python?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random

from playwright.sync_api import sync_playwright

from benchmarks.games import document, mnk
from benchmarks.measuring import Ratio, best_of_each, seconds
from noughts.documents.by_rules import GameByRules
from noughts.games.game import Game
from noughts.kernels.explore import explore_kernel
from noughts.kernels.kernel import Kernel
from noughts.kernels.search_game import search_game_of
from noughts.solvers.backward import solve
from noughts.solvers.safe_set import safe_set_data
from noughts.solvers.search import Search
from noughts.solvers.symbolic.diagram_engine import DiagramEngine
from noughts.solvers.symbolic.layers import Layered
from noughts.solvers.symbolic.saved_strategy import SavedStrategy
from noughts.solvers.symbolic.strategy import winning_region
from system_packages import chromium
from tests.modules import ModulePage, module_page
from tests.node import kernel_module

MODULE = "/benchmarks/page_kernels.js"
DEPTH = 10
POSITIONS = 1000
MANY = 1_000_000
PACE = 1_400_000
"""Positions a second that a page lists and solves at least, where there are many."""


def measure() -> Iterator[Ratio]:
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        with module_page(running) as page:
            yield explored(page, "tic-tac-toe listed and solved", document("tictactoe"), times=7)
            yield explored(page, "4×4 k3 listed and solved", mnk(4, 4, 3), times=1)
            yield searched(page)
            yield safe_set_asked(page)
        running.close()


def in_python(game: Game, kernel: Kernel) -> None:
    """All positions and their values, by the kernel in Python."""
    solve(explore_kernel(game, kernel, limit=10_000_000))


def explored(page: ModulePage, what: str, game: GameByRules, *, times: int) -> Ratio:
    """A game listed and solved; where Python would take minutes, it solves one like it, and is scaled up."""
    kernel = Kernel(game.ground())
    path = f"/{what}.js"
    asked = {"path": path, "times": times}
    found = page.call(MODULE, "solved", asked, {path: kernel_module(kernel)})
    small = game if found["positions"] < MANY else mnk(4, 3, 3)
    small_kernel = Kernel(small.ground())
    count = len(explore_kernel(small, small_kernel))
    (python,) = best_of_each(partial(in_python, small, small_kernel), times=min(times, 3))
    positions, taken = found["positions"], found["seconds"]
    note = f"{positions:,} positions, {positions / taken / 1e6:.2f} million a second"
    limit = positions / PACE if positions >= MANY else None
    return Ratio(what, taken, "the kernel in Python", python * positions / count, limit, note)


def searched(page: ModulePage) -> Ratio:
    """The first move of four in a row, looked at to a depth."""
    game = document("four")
    text = kernel_module(Kernel(game.ground()))
    asked = {"path": "/four.js", "depth": DEPTH, "times": 5}
    found = page.call(MODULE, "searched", asked, {"/four.js": text})
    search = Search(search_game_of(game))
    python = seconds(lambda: search.search(game.initial, depth=DEPTH))
    note = f"{found['nodes']:,} positions, in Python {search.nodes:,}"
    return Ratio(f"four, {DEPTH} moves ahead", found["seconds"], "the search in Python", python, note=note)


def safe_set_asked(page: ModulePage) -> Ratio:
    """Positions of DISCTRU, half of them safe, put to the safe set of x."""
    layered = Layered(document("disctru").ground(), DiagramEngine)
    region, dice = winning_region(layered, 0), Random(1)
    saved = region.sets
    codes: list[int] = []
    while len(codes) < POSITIONS:
        depth = dice.randrange(1, len(region.kept))
        safe = region.kept[depth]
        wanted = layered.sets.difference(layered.all[depth], safe) if len(codes) % 2 else safe
        if wanted:
            codes.append(layered.cells.code(layered.sets.drawn(wanted, dice)))
    data = safe_set_data(saved, 0)
    rows = [code >> 32 * place & 0xFFFF_FFFF for code in codes for place in range(3)]
    found = page.call(MODULE, "asked", {"data": data, "codes": rows, "words": 3, "times": 20})
    assert found["safe"] == POSITIONS // 2
    (python,) = best_of_each(partial(keeps_all, saved, codes), times=3)
    each = found["seconds"] / POSITIONS * 1e6
    note = f"{sum(data['nodes']):,} nodes, {each:.1f} µs a question"
    return Ratio(f"{POSITIONS:,} questions to a safe set", found["seconds"], "in Python", python, note=note)


def keeps_all(saved: SavedStrategy, codes: Sequence[int]) -> None:
    """Ask about every position."""
    for code in codes:
        saved.keeps(code)
