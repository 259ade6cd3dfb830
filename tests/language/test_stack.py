"""The limit of recursion is that of all threads, which open and leave rooms in any order."""

from __future__ import annotations

import sys

from hypothesis import given
from hypothesis import strategies as st

from noughts.language.stack import Room

ROOMS = st.lists(st.integers(2_000, 6_000), min_size=1, max_size=4).flatmap(
    lambda sizes: st.tuples(
        st.just(sizes),
        st.permutations(range(len(sizes))),
        st.permutations(range(len(sizes))),
    )
)
"""Sizes of rooms, with the orders in which they are entered and left."""


@given(ROOMS)
def test_there_is_room_until_the_last_is_left(rooms: tuple[list[int], list[int], list[int]]) -> None:
    sizes, entered, left = rooms
    usual = sys.getrecursionlimit()
    opened = [Room(size) for size in sizes]
    for number in entered:
        opened[number].__enter__()
        assert sys.getrecursionlimit() >= sizes[number]
    still = set(entered)
    for number in left:
        opened[number].__exit__(None, None, None)
        still.remove(number)
        assert sys.getrecursionlimit() == max([usual, *(sizes[each] for each in still)])
