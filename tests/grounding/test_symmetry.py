"""The search for symmetries finds a group, and never takes long: not even where any order of cells is one."""

from __future__ import annotations

from math import factorial, prod

import pytest

from noughts.cli.game_argument import GameArgument
from noughts.documents.by_rules import GameByRules
from noughts.grounding import symmetry
from noughts.grounding.grounded import Grounded
from noughts.grounding.symmetry import (
    LARGEST_GROUP,
    STEPS_OF_CHECK,
    Symmetry,
    SymmetrySearch,
    closed,
    identity,
    orbit,
    symmetries,
)
from tests.grounding.subjects import ASKED, AT_LENGTH, DOCUMENTS, subject

ALIKE = "mnk 3 2 7, whose cells are all alike"


def assert_group(grounded: Grounded, group: tuple[Symmetry, ...]) -> None:
    """Identity in front, every product within, none twice: so every inverse too, as it is finite."""
    assert group[0] == identity(grounded)
    assert len(set(group)) == len(group) <= LARGEST_GROUP
    assert {one @ other for one in group for other in group} == set(group)


@pytest.mark.parametrize("title", ASKED if AT_LENGTH else [*ASKED, ALIKE, "a long ladder", "205"])
def test_symmetries_are_a_group(title: str) -> None:
    assert_group(subject(title).grounded, subject(title).group)
    assert_group(subject(title).grounded, symmetries(subject(title).grounded))


def test_of_a_large_group_there_is_a_part_of_much_use() -> None:
    """Six cells that are all alike have 720 orders."""
    assert len(subject(ALIKE).group) > LARGEST_GROUP // 2


def board(m: int, n: int) -> Grounded:
    """A board on which no line is long enough, so that its cells are all alike."""
    found = GameArgument([str(DOCUMENTS / "mnk.led")], let=[f"m={m}", f"n={n}", "k=20"]).load()
    assert isinstance(found, GameByRules)
    return found.ground()


def test_few_symmetries_make_all_orders_of_the_cells() -> None:
    """One for every cell but one, though there are 20! of them: each lets one cell more go anywhere."""
    generators = list(SymmetrySearch(board(5, 4)).generators())
    assert len(generators) == 19
    orbits = [
        len(orbit(first_moved(generator), generators[: number + 1]))
        for number, generator in enumerate(generators)
    ]
    assert prod(orbits) == factorial(20)


def first_moved(found: Symmetry) -> int:
    return next(index for index, image in enumerate(found.bits) if index != image)


def test_no_more_are_looked_for_than_are_used() -> None:
    grounded = board(5, 4)
    search = SymmetrySearch(grounded)
    assert len(closed(grounded, search.generators())) == LARGEST_GROUP
    whole = SymmetrySearch(grounded)
    list(whole.generators())
    assert search.steps < whole.steps


@pytest.mark.parametrize("share", [0.01, 0.2, 0.5, 0.9])
def test_a_search_that_is_cut_off_finds_a_group(share: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes no more steps than it may, but for those of one check."""
    grounded = board(4, 3)
    whole = SymmetrySearch(grounded)
    closed(grounded, whole.generators())
    most = int(share * whole.steps)
    monkeypatch.setattr(symmetry, "_MOST_STEPS", most)
    cut = SymmetrySearch(grounded)
    assert_group(grounded, tuple(closed(grounded, cut.generators())))
    assert cut.steps <= most + STEPS_OF_CHECK * cut.size
    assert_group(grounded, symmetries(grounded))
