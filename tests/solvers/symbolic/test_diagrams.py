"""Diagrams say what sets of fillings say: every operation against Python's own sets."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.grounding.formula import Formula, bit, conjunction, counted, disjunction, negation
from noughts.grounding.walk import holds
from noughts.solvers.symbolic.cells import Cells
from noughts.solvers.symbolic.diagram_engine import DONE, Rewriting, TransitionRelation
from noughts.solvers.symbolic.diagrams import BLANK, NOTHING, Diagram, Diagrams, TooManyNodes
from noughts.solvers.symbolic.restriction import Combination, PatternMatcher, Restriction, Totals, fullness

CONTENTS = (3, 2, 3, 4)
FILLINGS = tuple(product(*map(range, CONTENTS)))
TAILS = (1, 4, 12)
"""Fillings that a leaf may have: none of the cells is in it, the last one is, the last two are."""

DIAGRAMS = st.sampled_from(TAILS).map(lambda fillings: Diagrams(CONTENTS, fillings=fillings))
SETS = st.frozensets(st.sampled_from(FILLINGS))
CELLS = Cells(((0, 3), (5,), (1, 8), (2, 4, 7)))
"""Cells of these contents; bit 6 is nobody's."""


def made(diagrams: Diagrams, fillings: frozenset[tuple[int, ...]]) -> Diagram:
    return diagrams.union_of([diagrams.only(filling) for filling in sorted(fillings)])


def meant(diagrams: Diagrams, diagram: Diagram) -> frozenset[tuple[int, ...]]:
    return frozenset(diagrams.fillings(diagram))


@given(DIAGRAMS, SETS, SETS)
def test_operations_are_those_of_sets(
    diagrams: Diagrams, a: frozenset[tuple[int, ...]], b: frozenset[tuple[int, ...]]
) -> None:
    x, y = made(diagrams, a), made(diagrams, b)
    assert diagrams.union(x, y) == made(diagrams, a | b)
    assert diagrams.intersection(x, y) == made(diagrams, a & b)
    assert diagrams.difference(x, y) == made(diagrams, a - b)
    assert diagrams.common(x, y) == len(a & b)
    assert (diagrams.count(x), diagrams.count(y)) == (len(a), len(b))
    assert meant(diagrams, x) == a
    assert (x == y) == (a == b)


@given(DIAGRAMS, SETS, st.integers(0, 99).map(Random))
def test_a_diagram_knows_what_is_in_it(
    diagrams: Diagrams, fillings: frozenset[tuple[int, ...]], dice: Random
) -> None:
    diagram = made(diagrams, fillings)
    assert {filling for filling in FILLINGS if diagrams.holds(diagram, filling)} == fillings
    if fillings:
        assert diagrams.first(diagram) == min(fillings)
        assert diagrams.drawn(diagram, dice) in fillings


@given(DIAGRAMS, SETS, SETS)
def test_diagrams_without_tails_are_the_same_sets(
    diagrams: Diagrams, a: frozenset[tuple[int, ...]], b: frozenset[tuple[int, ...]]
) -> None:
    plain, (x, y) = diagrams.copied([made(diagrams, a), made(diagrams, b)], fillings=1)
    assert (meant(plain, x), meant(plain, y)) == (a, b)
    assert plain.floor == len(CONTENTS)
    assert (x, y) == (made(plain, a), made(plain, b))


@pytest.mark.parametrize("fillings", TAILS)
def test_each_filling_is_drawn_as_often_as_any_other(fillings: int) -> None:
    diagrams = Diagrams(CONTENTS, fillings=fillings)
    some = made(diagrams, frozenset({(0, 0, 0, 0), (0, 0, 2, 3), (0, 1, 0, 1), (2, 0, 0, 0), (2, 1, 2, 3)}))
    dice = Random(1)
    drawn = Counter(diagrams.drawn(some, dice) for _ in range(5000))
    assert len(drawn) == 5
    assert all(850 < times < 1150 for times in drawn.values())


@pytest.mark.parametrize("fillings", TAILS)
def test_what_is_there_without_looking(fillings: int) -> None:
    diagrams = Diagrams(CONTENTS, fillings=fillings)
    assert meant(diagrams, NOTHING) == frozenset()
    assert meant(diagrams, BLANK) == {(0, 0, 0, 0)}
    assert meant(diagrams, diagrams.every()) == frozenset(FILLINGS)
    assert diagrams.count(diagrams.every()) == len(FILLINGS)


@given(DIAGRAMS, SETS, st.dictionaries(st.integers(0, 3), st.integers(0, 15)))
def test_selected_are_those_with_allowed_contents(
    diagrams: Diagrams, fillings: frozenset[tuple[int, ...]], allowed: dict[int, int]
) -> None:
    wanted = {f for f in fillings if all(mask >> f[cell] & 1 for cell, mask in allowed.items())}
    assert meant(diagrams, diagrams.select(made(diagrams, fillings), allowed)) == wanted


COMBINATIONS = st.sets(
    st.dictionaries(st.integers(0, 3), st.integers(0, 15), min_size=1).map(
        lambda c: tuple(sorted(c.items()))
    ),
    max_size=4,
)


@given(DIAGRAMS, SETS, SETS, COMBINATIONS, st.sampled_from([0, 3, 1000]))
def test_covered_are_those_with_one_of_some_combinations(
    diagrams: Diagrams,
    a: frozenset[tuple[int, ...]],
    b: frozenset[tuple[int, ...]],
    combinations: set[Combination],
    most: int,
) -> None:
    """In one walk, or one combination after the other where the walk has too many states."""
    cover = PatternMatcher(diagrams, combinations, most=most)
    for fillings in (a, b):
        wanted = {f for f in fillings if any(all(m >> f[c] & 1 for c, m in one) for one in combinations)}
        assert meant(diagrams, cover.within(made(diagrams, fillings))) == wanted


@given(DIAGRAMS, SETS, st.lists(st.lists(st.integers(-2, 3), min_size=4, max_size=4), min_size=4, max_size=4))
def test_totals_are_all_sums_of_weights(
    diagrams: Diagrams, fillings: frozenset[tuple[int, ...]], weights: list[list[int]]
) -> None:
    blank_is_nothing = [[0, *row[1:contents]] for row, contents in zip(weights, CONTENTS, strict=True)]
    totals = Totals(diagrams, blank_is_nothing)
    wanted = {sum(row[i] for row, i in zip(blank_is_nothing, f, strict=True)) for f in fillings}
    assert totals.of(made(diagrams, fillings)) == wanted
    assert fullness(diagrams).of(made(diagrams, fillings)) == {sum(map(bool, f)) for f in fillings}


def test_a_diagram_that_grows_too_large_is_given_up() -> None:
    diagrams = Diagrams((2,) * 20, limit=50)
    with pytest.raises(TooManyNodes, match="past 50 nodes"):
        diagrams.union_of([diagrams.only([n >> k & 1 for k in range(20)]) for n in range(0, 1 << 20, 9973)])


# Rewritings


def rewritings() -> st.SearchStrategy[dict[int, tuple[int, int]]]:
    pair = {cell: st.tuples(*[st.integers(0, n - 1)] * 2) for cell, n in enumerate(CONTENTS)}
    return st.sets(st.integers(0, 3), min_size=1, max_size=3).flatmap(
        lambda cells: st.fixed_dictionaries({cell: pair[cell] for cell in cells})
    )


def rewritten(filling: tuple[int, ...], rewriting: Rewriting) -> tuple[int, ...] | None:
    """By the definition: what is wanted is found, and replaced."""
    if any(filling[cell] != old for cell, (old, _) in rewriting.items()):
        return None
    return tuple(rewriting[cell][1] if cell in rewriting else i for cell, i in enumerate(filling))


@given(DIAGRAMS, SETS, SETS, st.lists(rewritings(), max_size=6))
def test_steps_do_what_their_rewritings_do(
    diagrams: Diagrams,
    a: frozenset[tuple[int, ...]],
    b: frozenset[tuple[int, ...]],
    given: list[dict[int, tuple[int, int]]],
) -> None:
    relation = TransitionRelation(diagrams)
    sets = relation.steps(given)
    source, target = made(diagrams, a), made(diagrams, b)
    done = [(f, q) for f in a for r in given if (q := rewritten(f, r)) is not None]
    undone = {f for f in FILLINGS for r in given if rewritten(f, r) in b}
    assert meant(diagrams, diagrams.union_of([relation.after(source, s) for s in sets])) == {
        q for _, q in done
    }
    assert meant(diagrams, diagrams.union_of([relation.before(target, s) for s in sets])) == undone
    assert sum(relation.ways(source, s) for s in sets) == len(done)
    assert sum(relation.pairs(source, s, target) for s in sets) == sum(q in b for _, q in done)


def test_marks_into_any_cell_are_a_node_for_each_cell() -> None:
    relation = TransitionRelation(Diagrams((3,) * 36))
    (steps,) = relation.steps({cell: (0, 1)} for cell in range(36))
    met, waiting = set(), [steps]
    while waiting:
        node = waiting.pop()
        if node > DONE and node not in met:
            met.add(node)
            _, same, changes = relation.nodes[node]
            waiting += [same, *(then for _, _, then in changes)]
    assert len(met) == 36


# Formulas

BITS = [0, 1, 2, 3, 4, 5, 7, 8]


def formulas() -> st.SearchStrategy[Formula]:
    def larger(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
        several = st.lists(inner, min_size=1, max_size=4)
        terms = st.lists(st.tuples(inner, st.integers(-2, 2)), min_size=1, max_size=5)
        return st.one_of(
            inner.map(negation),
            several.map(conjunction),
            several.map(disjunction),
            st.tuples(terms, st.frozensets(st.integers(-4, 6))).map(
                lambda given: counted(given[0], given[1].__contains__)
            ),
        )

    return st.recursive(st.sampled_from(BITS).map(bit), larger, max_leaves=12)


@given(DIAGRAMS, SETS, formulas())
def test_a_sieve_keeps_what_a_formula_holds_for(
    diagrams: Diagrams, fillings: frozenset[tuple[int, ...]], formula: Formula
) -> None:
    restriction = Restriction(diagrams, CELLS)
    wanted = {filling for filling in fillings if holds(formula, CELLS.code(filling))}
    assert meant(diagrams, restriction.where(made(diagrams, fillings), formula)) == wanted


@given(st.sampled_from(FILLINGS))
def test_a_filling_and_its_bits_say_the_same(filling: tuple[int, ...]) -> None:
    assert tuple(CELLS.filling(CELLS.code(filling))) == filling


def test_two_bits_of_one_cell_are_no_filling() -> None:
    with pytest.raises(KeyError):
        CELLS.filling(0b1001)
