"""An operand of a composition: the transitions that each state enables, and its place in the whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from noughts.automata.action import Offer, Request
from noughts.automata.automaton import Automaton
from noughts.automata.draft import require_contract
from noughts.automata.label import Label, LabelKind

Directed: TypeAlias = Offer | Request


@dataclass(frozen=True, slots=True)
class Enabled:
    """A transition as its source sees it: where it leads, as a difference of codes, and how."""

    delta: int
    label: Label
    modality: int
    direction: Directed | None
    """The action that a partner may match: the offer or the request of a label that is not yet a match."""


@dataclass(frozen=True, slots=True)
class Operand:
    """An automaton whose principals and whose bits of code begin at some offset of the whole."""

    start: int
    shift: int
    mask: int
    before: int
    after: int
    enabled: dict[int, tuple[Enabled, ...]]
    """For each code of the operand the transitions that leave it."""
    offering: dict[Directed, frozenset[int]]
    """For each action that may be matched the codes that enable it."""

    def whole(self, label: Label) -> Label:
        """The label when only this operand moves."""
        return label.padded(self.before, self.after)

    def code(self, whole: int) -> int:
        """The operand's part of a code of the whole."""
        return whole >> self.shift & self.mask


def operands(automata: Sequence[Automaton]) -> tuple[Operand, ...]:
    """The automata side by side."""
    rank = sum(a.rank for a in automata)
    found: list[Operand] = []
    shift = before = 0
    for automaton in automata:
        require_contract(automaton)
        width = sum(p.width for p in automaton.principals)
        after = rank - before - automaton.rank
        found.append(_operand(automaton, shift, (1 << width) - 1, before, after))
        shift += width
        before += automaton.rank
    return tuple(found)


def _operand(automaton: Automaton, shift: int, mask: int, before: int, after: int) -> Operand:
    codes = automaton.codes
    directions = [_direction(label) for label in automaton.labels]
    enabled: dict[int, tuple[Enabled, ...]] = {}
    offering: dict[Directed, set[int]] = {}
    for s, code in enumerate(codes):
        leaving = []
        for t in automaton.outgoing(s):
            number = automaton.label_numbers[t]
            direction = directions[number]
            delta = codes[automaton.targets[t]] - code << shift
            leaving.append(Enabled(delta, automaton.labels[number], automaton.modalities[t], direction))
            if direction is not None:
                offering.setdefault(direction, set()).add(code)
        enabled[code] = tuple(leaving)
    frozen = {direction: frozenset(where) for direction, where in offering.items()}
    return Operand(codes[automaton.start], shift, mask, before, after, enabled, frozen)


def _direction(label: Label) -> Directed | None:
    if label.kind is LabelKind.OFFER:
        return label.offer
    return label.request if label.kind is LabelKind.REQUEST else None
