"""Formulas made at random, each with its meaning worked out beside it and not by `noughts.grounding.walk`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from hypothesis import strategies as st

from noughts.grounding.formula import (
    ALWAYS,
    NEVER,
    Formula,
    bit,
    choose,
    conjunction,
    counted,
    disjunction,
    negation,
    same,
)

Meaning: TypeAlias = Callable[[int], bool]
Known: TypeAlias = tuple[Formula, Meaning]
"""A formula, and whether it holds in a position."""


def bits(indices: list[int]) -> st.SearchStrategy[Known]:
    return st.sampled_from(indices).map(lambda index: (bit(index), lambda s: bool(s >> index & 1)))


def constants() -> st.SearchStrategy[Known]:
    return st.sampled_from([(ALWAYS, lambda s: True), (NEVER, lambda s: False)])


def denied(part: Known) -> Known:
    return negation(part[0]), lambda s: not part[1](s)


def every(parts: list[Known]) -> Known:
    return conjunction(p for p, _ in parts), lambda s: all(holds(s) for _, holds in parts)


def some(parts: list[Known]) -> Known:
    return disjunction(p for p, _ in parts), lambda s: any(holds(s) for _, holds in parts)


def chosen(parts: tuple[Known, Known, Known]) -> Known:
    (a, if_a), (b, if_b), (c, if_c) = parts
    return choose(a, b, c), lambda s: if_b(s) if if_a(s) else if_c(s)


def alike(parts: tuple[Known, Known]) -> Known:
    (a, if_a), (b, if_b) = parts
    return same(a, b), lambda s: if_a(s) == if_b(s)


def summed(parts: list[tuple[Known, int]], sums: set[int]) -> Known:
    terms = [(part, weight) for (part, _), weight in parts]
    return counted(terms, sums.__contains__), lambda s: sum(w for (_, f), w in parts if f(s)) in sums


def formulas(indices: list[int], *, depth: int = 12) -> st.SearchStrategy[Known]:
    """Formulas over these bits, written without any thought of what could be left out."""

    def larger(part: st.SearchStrategy[Known]) -> st.SearchStrategy[Known]:
        parts = st.lists(part, max_size=4)
        weights = st.sampled_from([1, 1, 1, -1, 2, 3, -2])
        counts = st.builds(
            summed, st.lists(st.tuples(part, weights), max_size=5), st.sets(st.integers(-3, 6), max_size=5)
        )
        return st.one_of(
            part.map(denied),
            parts.map(every),
            parts.map(some),
            st.tuples(part, part, part).map(chosen),
            st.tuples(part, part).map(alike),
            counts,
        )

    return st.recursive(st.one_of(bits(indices), bits(indices), constants()), larger, max_leaves=depth)


def table(meaning: Meaning, width: int) -> list[bool]:
    """What it says of every position of so many bits."""
    return [meaning(position) for position in range(1 << width)]
