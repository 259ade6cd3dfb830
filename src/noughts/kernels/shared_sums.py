"""Sums that differ in few terms: generated code computes their common sum once.

Rules that compare each of n coins with the sum of all others have n sums, each of n - 1 terms.  They are
one *family*: the sum of all coins, from which one is taken away.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from noughts.grounding.formula import Bit, Count, Formula
from noughts.grounding.walk import walk

_LONG: Final = 6
"""Terms from which on a sum is worth sharing: shorter ones cost no more than the subtraction."""

Key: TypeAlias = "tuple[tuple[Formula, ...], tuple[int, ...]]"
"""The parts and the weights of a sum."""
Weights: TypeAlias = "Mapping[int, int]"
"""The weight that each bit adds if it is set."""


def shared_sums(formulas: Iterable[Formula]) -> dict[Key, Weights]:
    """For each sum with relatives, their common sum: all terms that any of them has.

    A sum joins a family if it agrees with it on every shared weight and has more than half of the terms, so
    that subtracting the missing terms costs less than adding its own.  Longest sums first: these are the
    families that others can join.
    """
    sums: dict[Key, dict[int, int]] = {}
    for node in walk(formulas):
        if isinstance(node, Count) and (weights := bits_alone(node)):
            sums[node.parts, node.weights] = weights
    found: list[tuple[dict[int, int], list[Key]]] = []
    for key in sorted(sums, key=lambda key: -len(key[0])):
        weights = sums[key]
        for family, members in found:
            if all(family.get(index, weight) == weight for index, weight in weights.items()):
                joined = family | weights
                if all(2 * len(sums[member]) > len(joined) for member in (*members, key)):
                    family.update(weights)
                    members.append(key)
                    break
        else:
            found.append((dict(weights), [key]))
    return {member: family for family, members in found if len(members) > 1 for member in members}


def bits_alone(count: Count) -> dict[int, int]:
    """The weights of a sum of `_LONG` bits or more; empty for any other."""
    if len(count.parts) < _LONG or not all(isinstance(part, Bit) for part in count.parts):
        return {}
    return {part.lowest: weight for part, weight in zip(count.parts, count.weights, strict=True)}
