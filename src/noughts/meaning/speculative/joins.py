"""Loops over a known set of tuples: a condition on some of their parts is tested once for all that have them.

``{m | m in moves & legalMove(m)}`` with legalMove(m) iff p(m[1]) & q(m[1], m[2]) becomes a walk through the
first parts of the moves; where p holds, one through the second parts that come with it.  This is a join by
nested loops over a trie, as in T. L. Veldhuizen, «Leapfrog Triejoin» (ICDT 2014), with the parts in the order
of the tuples.  The solutions come in the same order, and what is evaluated is what would be evaluated without
the join, only less often.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from noughts.language import core as c
from noughts.meaning.speculative.inline import Inliner
from noughts.meaning.speculative.names import read_in
from noughts.values.value import Value

_FEWEST: Final = 6
"""Tuples below which they are walked through one by one."""
_LONGEST: Final = 8
"""Parts of a tuple beyond which it is not taken apart."""


@dataclass(frozen=True)
class Level:
    """One loop of several: the names that it binds, and what it tests."""

    names: tuple[str, ...]
    tests: tuple[c.Core, ...]


@dataclass(frozen=True)
class Join:
    """Tests before all loops, and loops one inside the other, over a trie; the last binds the whole tuple."""

    tests: tuple[c.Core, ...]
    levels: tuple[Level, ...]
    trie: Sequence[Any]
    size: int


def length_of(tuples: Sequence[Value]) -> int:
    """The length that all the tuples have; 0 if they have none in common, or are too few or too long."""
    if len(tuples) < _FEWEST or not isinstance(tuples[0], tuple):
        return 0
    length = len(tuples[0])
    alike = all(isinstance(each, tuple) and len(each) == length for each in tuples)
    return length if alike and 2 <= length <= _LONGEST else 0


def joined_loops(
    inliner: Inliner, whole: str, parts: Sequence[c.Local], tuples: Sequence[Value], condition: c.Core
) -> Join | None:
    """The loops over some tuples that find those of a condition; ``None`` if one loop does as well."""
    place = {part.name: index + 1 for index, part in enumerate(parts)} | {whole: len(parts)}
    tests: dict[int, list[c.Core]] = {}
    level = 0
    for conjunct in inliner.conjuncts(condition):
        level = max([level, *(place[name] for name in read_in(conjunct) if name in place)])
        tests.setdefault(level, []).append(conjunct)
    ends = sorted({*tests, len(parts)} - {0})
    if len(ends) == 1 and 0 not in tests:
        return None
    found = trie(tuples, ends)
    if leaf_tuples(found, len(ends)) != list(tuples):
        return None
    starts = [0, *ends[:-1]]
    levels = [
        Level(tuple(part.name for part in parts[start:end]), tuple(tests.get(end, ())))
        for start, end in zip(starts, ends, strict=True)
    ]
    return Join(tuple(tests.get(0, ())), tuple(levels), found, len(tuples))


def trie(tuples: Sequence[Any], ends: Sequence[int], start: int = 0) -> tuple[Any, ...]:
    """For the parts up to the first end, in order, the trie of the tuples that have them."""
    end, *others = ends
    if not others:
        return tuple((*each[start:end], each) for each in tuples)
    groups: dict[Any, list[Any]] = {}
    for each in tuples:
        groups.setdefault(each[start:end], []).append(each)
    return tuple((*parts, trie(each, others, end)) for parts, each in groups.items())


def leaf_tuples(branch: Sequence[Any], levels: int) -> list[Any]:
    """The tuples of a trie in order."""
    if levels == 1:
        return [leaf[-1] for leaf in branch]
    return [leaf for inner in branch for leaf in leaf_tuples(inner[-1], levels - 1)]
