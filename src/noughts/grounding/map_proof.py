"""Whether a part of the state that was a map before a move is one after it, with the same keys.

The rules may change a map as a whole, `f[k |-> v]` or ``{k |-> … | k in K}``, which is a map by its form.  Or
they take pairs out of it and put others in: then, for each key, it must follow from the condition of the move
that exactly one of the pairs is there.  A decision diagram decides that; what it cannot decide is no map.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from noughts.grounding.deciding import never_holds
from noughts.grounding.formula import Formula, claims, conjunction, counted, disjunction
from noughts.grounding.state_layout import (
    Enumeration,
    MapLayout,
    PartPath,
    StateLayout,
    TupleLayout,
    numbered,
)
from noughts.grounding.symbolic_value import (
    NOTHING,
    Symbolic,
    choice,
    components_of,
    elements_of,
    length_of,
    symbolic_map,
    symbolic_tuple,
    values_by_key,
)
from noughts.grounding.walk import bits_of, is_short
from noughts.values.maps import is_pair
from noughts.values.value import Value

_MOST_PAIRS: Final = 16
"""Pairs of one key beyond which it is not decided whether exactly one is in a set: a diagram of their number
grows with its square."""


class Maps:
    """The maps of a layout, and what is known of its bits: they number one of the values."""

    def __init__(self, layout: StateLayout) -> None:
        self.layout = layout
        self.some = any(isinstance(part, MapLayout) for part, _, _ in leaves_of(layout))
        self.valid = list(valid_codes(layout)) if self.some else []

    def laid_out(self, state: Symbolic, legal: Formula) -> tuple[Symbolic, set[PartPath]]:
        """A state after a legal move with maps as such, and the paths of what is none."""
        lost: set[PartPath] = set()
        if not self.some or state is NOTHING:
            return state, lost
        known = [part for part in (claims(legal) or (legal,)) if is_short(part)]
        return self.in_layout(self.layout, state, known, (), lost), lost

    def in_layout(
        self, layout: StateLayout, value: Symbolic, known: list[Formula], path: PartPath, lost: set[PartPath]
    ) -> Symbolic:
        """A part of the state, where some formulas hold."""
        if isinstance(layout, TupleLayout):
            parts = components_of(value, len(layout.parts)) if length_of(value) == len(layout.parts) else None
            if parts is None:
                return value
            inside = enumerate(zip(layout.parts, parts, strict=True))
            return symbolic_tuple(
                self.in_layout(part, inner, known, (*path, k), lost) for k, (part, inner) in inside
            )
        if isinstance(layout, MapLayout):
            found = self.as_map(layout, value, known)
            if found is None:
                lost.add(path)
            return value if found is None else found
        return value

    def as_map(self, layout: MapLayout, value: Symbolic, known: list[Formula]) -> Symbolic | None:
        """A map with the keys of a layout; ``None`` if the value may be another one."""
        values = values_by_key(value)
        if values is not None:
            return value if values.keys() == layout.first_of.keys() else None
        elements = elements_of(value)
        if elements is None:
            return None
        pairs: dict[Value, list[tuple[Value, Formula]]] = {key: [] for key in layout.keys}
        for pair, when in elements.items():
            if is_pair(pair) and pair[0] in pairs:
                pairs[pair[0]].append((pair[1], when))
            elif not self.is_refuted(when, known):
                return None
        if not all(self.is_one([when for _, when in found], known) for found in pairs.values()):
            return None
        return symbolic_map({key: choice(found) for key, found in pairs.items()})

    def is_one(self, whens: list[Formula], known: list[Formula]) -> bool:
        """Whether exactly one of some formulas holds, certainly."""
        if not 0 < len(whens) <= _MOST_PAIRS:
            return False
        return self.is_refuted(~counted([(when, 1) for when in whens], (1).__eq__), known)

    def is_refuted(self, formula: Formula, known: list[Formula]) -> bool:
        """Whether a formula never holds where some others hold."""
        mask = bits_of([formula])
        valid = [code for bits, code in self.valid if bits & mask]
        return never_holds(conjunction([formula, *valid])) or never_holds(
            conjunction([formula, *valid, *known])
        )


def leaves_of(layout: StateLayout, first: int = 0) -> Iterator[tuple[StateLayout, int, int]]:
    """The parts of a layout that are no tuples, each with its first bit and its width."""
    if isinstance(layout, TupleLayout):
        for part in layout.parts:
            yield from leaves_of(part, first)
            first += part.width
    else:
        yield layout, first, layout.width


def valid_codes(layout: StateLayout) -> Iterator[tuple[int, Formula]]:
    """For each number of a value in the bits, these bits as a mask, and that it numbers one of the values."""
    for part, first, width in leaves_of(layout):
        contents = part.contents if isinstance(part, MapLayout) else part
        if isinstance(contents, Enumeration) and len(contents.values) < 1 << contents.width:
            for start in range(first, first + width, contents.width):
                mask = (1 << contents.width) - 1 << start
                yield mask, disjunction(numbered(contents, k, start) for k in range(len(contents.values)))
