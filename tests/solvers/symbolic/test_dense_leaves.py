"""Sets of fillings as the bits of a number are those sets."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.solvers.symbolic.diagrams import DenseLeaves, first_of_leaf, nth

CONTENTS = (5, 3, 2, 4)
TAILS = DenseLeaves(CONTENTS, 1)
FILLINGS = tuple(product(range(3), range(2), range(4)))
SETS = st.frozensets(st.sampled_from(FILLINGS))


def made(fillings: frozenset[tuple[int, ...]]) -> int:
    return sum(1 << TAILS.number(filling) for filling in fillings)


def meant(leaf: int) -> set[tuple[int, ...]]:
    return {filling for filling in FILLINGS if leaf >> TAILS.number(filling) & 1}


def test_fillings_are_numbered_in_their_order() -> None:
    assert [TAILS.number(filling) for filling in FILLINGS] == list(range(TAILS.fillings))
    assert [TAILS.filling(number) for number in range(TAILS.fillings)] == list(FILLINGS)
    assert meant(TAILS.every) == set(FILLINGS)


def test_the_fillings_that_have_a_content_are_those() -> None:
    for cell in (1, 2, 3):
        for content in range(CONTENTS[cell]):
            assert meant(TAILS.having(cell, content)) == {f for f in FILLINGS if f[cell - 1] == content}
        for contents in range(1 << CONTENTS[cell]):
            wanted = {f for f in FILLINGS if contents >> f[cell - 1] & 1}
            assert meant(TAILS.having_any(cell, contents)) == wanted


@given(SETS)
def test_a_set_is_split_by_the_content_of_its_first_cell(fillings: frozenset[tuple[int, ...]]) -> None:
    rest = DenseLeaves(CONTENTS, 2)
    parts = TAILS.split(made(fillings), 1)
    found = {(k, *rest.filling(n)) for k, part in enumerate(parts) for n in range(8) if part >> n & 1}
    assert found == fillings


@given(st.lists(st.lists(st.integers(-2, 3), min_size=4, max_size=4), min_size=3, max_size=3))
def test_sums_are_those_of_the_weights(weights: list[list[int]]) -> None:
    sums = TAILS.sums([row[:contents] for row, contents in zip(weights, CONTENTS[1:], strict=True)])
    for total, leaf in sums.items():
        wanted = {f for f in FILLINGS if sum(row[i] for row, i in zip(weights, f, strict=True)) == total}
        assert meant(leaf) == wanted
    assert sum(sums.values()) == TAILS.every


@given(st.sets(st.integers(0, 200), min_size=1))
def test_the_nth_is_the_nth(numbers: set[int]) -> None:
    leaf = sum(1 << number for number in numbers)
    assert [nth(leaf, n) for n in range(len(numbers))] == sorted(numbers)


@pytest.mark.parametrize(
    ("contents", "most", "first"),
    [
        ((3,) * 16, 6561, 8),
        ((3,) * 36, 6561, 28),
        ((3,) * 9, 6561, 5),
        ((3,) * 9, 1, 9),
        ((2,) * 100, 6561, 88),
        ((5, 100, 7), 50, 2),
        ((5, 7, 100), 50, 3),
        ((), 50, 0),
    ],
)
def test_a_tail_has_at_most_half_of_the_cells_and_so_many_fillings(
    contents: tuple[int, ...], most: int, first: int
) -> None:
    assert first_of_leaf(contents, most) == first
