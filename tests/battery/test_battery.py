"""Every route says of generated games what the reference evaluator says.

`NOUGHTS_FUZZ_BATTERY` is how many games of each family are tried, from new seeds unless in CI.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

from noughts.documents.board.derived import derived_board
from noughts.documents.by_clicks import GameByClicks
from noughts.documents.documented import BrokenRules
from noughts.documents.from_document import game_from
from noughts.kernels.explore import explore_kernel, explore_rules
from noughts.kernels.kernel import Kernel
from noughts.language.check import check_text
from noughts.language.core import Program
from noughts.meaning.run_error import RunError
from noughts.solvers.plan import Plan
from tests.battery import routes
from tests.battery.graph_rules import graph_rules
from tests.battery.heap_rules import heap_rules
from tests.battery.mixed_rules import Rules, mixed_rules
from tests.battery.oracle import MOST, Oracle, TooLarge
from tests.battery.routes import Case
from tests.conftest import SAME_EXAMPLES
from tests.grounding.random_groups import random_group_rules
from tests.grounding.random_maps import random_map_rules
from tests.grounding.random_rules import random_rules
from tests.grounding.random_sowing import random_sowing_rules
from tests.javascript import JavaScript, explored
from tests.node import kernel_module, running_node

GAMES = int(os.environ.get("NOUGHTS_FUZZ_BATTERY", "2"))
AT_LENGTH = "NOUGHTS_FUZZ_BATTERY" in os.environ
FIRST = 0 if SAME_EXAMPLES else Random().randrange(10**6)
"""The first seed."""


def of_two_sides(make: Callable[[int], str]) -> Callable[[int], Rules]:
    """The rules of a generator of texts about x and o."""
    return lambda seed: Rules(make(seed), ("`x", "`o"), ("gameOver", "~gameOver => playerToMove = `x"))


FAMILIES: dict[str, Callable[[int], Rules]] = {
    "mixed contents": mixed_rules,
    "graphs": graph_rules,
    "heaps, cells and machines": heap_rules,
    "sets": of_two_sides(random_rules),
    "maps": of_two_sides(random_map_rules),
    "maps to sets": of_two_sides(random_group_rules),
}
if AT_LENGTH:  # they are slow to walk, and most have more positions than are walked
    FAMILIES["sowing, looking ahead"] = of_two_sides(random_sowing_rules)


SHORTER = (91, 240)
"""Seeds of games in which a state may be shorter than those of the sampled matches."""
NO_PAIRS = (1412, 1209)
"""Seeds of games with a set of nodes that are not all pairs, and with one that is empty."""


def program_of(rules: Rules, family: str, seed: int) -> Program:
    """The checked program of some rules, whose name says how they were made."""
    return check_text(rules.text, f"{family} {seed}.led")


@cache
def cases(family: str) -> list[tuple[int, Rules, Case]]:
    """Games of a family, small enough to be walked and large enough to be worth it."""
    found: list[tuple[int, Rules, Case]] = []
    seed = FIRST
    while len(found) < GAMES:
        rules = FAMILIES[family](seed)
        program = program_of(rules, family, seed)
        try:
            oracle = Oracle(program, rules.sides)
        except TooLarge:
            pass
        except RunError:
            refused(rules)
        else:
            if oracle.wins_are_clear and len(oracle.seen) > 2:
                case = Case(routes.generated(rules.text), oracle)
                routes.by_formulas(case)
                found.append((seed, rules, case))
        seed += 1
    return found


def refused(rules: Rules) -> None:
    """Rules that have no value somewhere are no game of which anything is told."""
    with pytest.raises(BrokenRules):
        Plan().count(routes.generated(rules.text))


@pytest.mark.parametrize("family", FAMILIES)
def test_a_board_is_derived_whatever_the_contents_are(family: str) -> None:
    known = {"mixed contents": SHORTER, "graphs": NO_PAIRS}.get(family, ())
    for seed in (*known, *range(FIRST, FIRST + 10 * GAMES)):
        derived_board(routes.generated(FAMILIES[family](seed).text))


@pytest.fixture(params=FAMILIES)
def games(request: pytest.FixtureRequest) -> Iterator[tuple[Rules, Case]]:
    """The games of each family."""
    return ((rules, case) for _, rules, case in cases(request.param))


def test_lists_searches_and_audits(games: Iterator[tuple[Rules, Case]]) -> None:
    for _, case in games:
        routes.by_methods(case)
        routes.by_reference(case)
        routes.by_definitions(case)
        routes.by_search(case)
        routes.by_audit(case)


def test_formulas_and_code_made_of_them(games: Iterator[tuple[Rules, Case]]) -> None:
    for _, case in games:
        for grounded in case.sure:
            routes.by_kernel(case, grounded)
            routes.by_columns(case, grounded)
            routes.by_machine(case, grounded)
            routes.by_diagrams(case, grounded)


def test_strategies(games: Iterator[tuple[Rules, Case]]) -> None:
    for _, case in games:
        routes.by_synthesis(case)


def test_proofs(games: Iterator[tuple[Rules, Case]]) -> None:
    for rules, case in games:
        routes.by_proofs(case, rules.claims)


def test_tables(games: Iterator[tuple[Rules, Case]], tmp_path: Path) -> None:
    for number, (_, case) in enumerate(games):
        routes.by_tables(case, tmp_path / str(number))


def test_samples(games: Iterator[tuple[Rules, Case]]) -> None:
    for rules, case in games:
        routes.by_samples(case, rules.text)


def test_clicks() -> None:
    """The same rules, clicked."""
    for _, _, case in cases("graphs"):
        clicked = game_from(case.game.program, name="clicked", by="clicks")
        assert isinstance(clicked, GameByClicks)
        found = explore_rules(clicked)
        assert set(found.positions) == set(case.positions)
        for position in case.positions:
            outcome = clicked.outcome(position)
            case.same(None if outcome is None else outcome.winner, case.winner(position), position)


def test_rules_in_javascript(javascript: type[JavaScript]) -> None:
    for family in FAMILIES:
        for seed, _, case in cases(family):
            found = explored(case.game)
            graph = explore_rules(case.game)
            assert found["transitions"] == graph.transitions, (family, seed)
            assert found["by_ply"] == graph.by_ply(), (family, seed)
            assert found["terminal"] == graph.terminal(), (family, seed)


def test_kernels_and_values_in_javascript() -> None:
    every = {
        f"/kernels/{family} {seed} {number}.js": (case, Kernel(grounded))
        for family in FAMILIES
        for seed, _, case in cases(family)
        for number, grounded in enumerate(case.sure)
    }
    texts = {path: kernel_module(kernel) for path, (_, kernel) in every.items()}
    with running_node() as node:
        found = node.call(
            "/tests/kernels/javascript/graphs.js", "solved", {"paths": list(texts), "limit": MOST}, texts
        )
    for path, (case, kernel) in every.items():
        ours = explore_kernel(case.game, kernel, limit=MOST)
        for part in ("offsets", "targets", "movers", "winners"):
            assert found[path][part] == list(getattr(ours, part)), (path, part)
        if case.is_duel:
            signs = [number_of(case, position) for position in ours.positions]
            assert found[path]["values"] == signs, path


def number_of(case: Case, position: object) -> int:
    """The value of a position as solvers write it: distance and one, negative for the second side."""
    value = case.oracle.values[position]  # type: ignore[index]
    if value.distance is None:
        return 0
    return (1 if value.winner == case.game.sides[0] else -1) * (value.distance + 1)
