"""Formulas over a list of positions are right in each of them, whatever was left out."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.grounding.care_set import CareSet
from noughts.grounding.deciding import never_holds
from noughts.grounding.formula import ALWAYS, NEVER, bit, care, conjunction, disjunction, negation
from noughts.grounding.ground import ground_listed
from noughts.grounding.state_layout import MapLayout, TupleLayout
from noughts.kernels.explore import explore_kernel
from noughts.kernels.kernel import Kernel
from tests.grounding.agreement import assert_agreement
from tests.grounding.formulas import Known, formulas
from tests.grounding.subjects import ASKED, AT_LENGTH, SMALL, subject
from tests.library.games import by_rules

WIDTH = 4
CODES = st.lists(st.integers(0, (1 << WIDTH) - 1), min_size=1, max_size=9, unique=True)
LISTED = [*SMALL, *map(str, (*range(8), *range(100, 104), *range(210, 216)))]
SOME_LISTED = [*(title for title in LISTED if title in ASKED), "210", "212"]
PLAIN = formulas(list(range(WIDTH)), depth=6)


class Caring(ExitStack):
    """A block in which a list of positions matters."""

    def __init__(self, positions: CareSet) -> None:
        super().__init__()
        token = care.set(positions)
        self.callback(lambda: care.reset(token))


@given(CODES, st.lists(PLAIN, max_size=4), st.lists(PLAIN, max_size=3))
def test_what_is_simplified_means_the_same_where_it_matters(
    codes: list[int], parts: list[Known], others: list[Known]
) -> None:
    positions = CareSet(codes, WIDTH)
    with Caring(positions):
        every = conjunction(part for part, _ in parts)
        found = disjunction((every, *(negation(part) for part, _ in others)))
    vector = positions.vector(found)
    for number, code in enumerate(codes):
        expected = all(so(code) for _, so in parts) or not all(so(code) for _, so in others)
        assert bool(vector >> number & 1) == expected


@given(CODES, PLAIN, PLAIN)
def test_formulas_that_agree_where_it_matters_are_one(codes: list[int], one: Known, other: Known) -> None:
    positions = CareSet(codes, WIDTH)
    with Caring(positions):
        first, second = conjunction((one[0], bit(0))), conjunction((other[0], bit(0)))
        alike = positions.vector(first) == positions.vector(second)
        assert (first is second) == alike
        assert never_holds(first) == (first is NEVER) == (not positions.vector(first))


@given(CODES, PLAIN, PLAIN)
def test_what_was_narrowed_is_right_there_and_forgotten_after(
    codes: list[int], condition: Known, part: Known
) -> None:
    positions = CareSet(codes, WIDTH)
    with Caring(positions):
        wide = conjunction((part[0], bit(1)))
        here = positions.vector(condition[0])
        with positions.at(here):
            narrow = conjunction((part[0], bit(1)))
        assert (positions.vector(narrow) ^ positions.vector(wide)) & here == 0
        assert conjunction((part[0], bit(1))) is wide


def test_outside_of_the_list_formulas_are_as_ever():
    before = conjunction((bit(0), bit(1)))
    with Caring(CareSet([0, 1, 2], 2)):
        assert conjunction((bit(0), bit(1))) is NEVER
        assert disjunction((~bit(0), ~bit(1))) is ALWAYS
    assert conjunction((bit(0), bit(1))) is before


@pytest.mark.parametrize("title", LISTED if AT_LENGTH else SOME_LISTED)
def test_formulas_over_the_list_say_what_the_rules_say(title: str) -> None:
    """Whatever their kind: sets, maps, recursion, seeds that are counted, and what is true after a move."""
    known = subject(title)
    grounded = ground_listed(known.game.twin(), known.exploration.positions)
    assert_agreement(known.exploration, grounded)
    kernel = Kernel(grounded)
    found = explore_kernel(known.game, kernel, kernel.initial, limit=len(known.exploration))
    assert list(found.positions) == list(known.exploration.positions)


def test_a_total_that_no_rule_states_bounds_its_parts():
    grounded = by_rules("oware").ground()
    assert isinstance(grounded.layout, TupleLayout)
    assert isinstance(grounded.layout.parts[1], MapLayout)
    assert len(grounded.bits) < 20
    assert grounded.codes is not None


def test_a_position_that_is_not_listed_has_no_code():
    game = by_rules("euclid")
    grounded = game.ground()
    side, larger, smaller = game.initial
    assert grounded.decoded(grounded.encoded(game.initial)) == game.initial
    with pytest.raises(KeyError):
        grounded.encoded((side, smaller, larger))
