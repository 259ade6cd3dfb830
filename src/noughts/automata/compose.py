"""Composition: the joint behaviour of contracts, explored from their initial states.

In a state (LMCS 16(2:9) 2020, §2; committed states: JLAMP 141 (2024) 100998)

* two enabled transitions of two operands, one offering and the other requesting the same action, neither of
  them a match already, form a *match*: both operands move, the others idle;
* an enabled transition that is part of no match there is *interleaved*: its operand moves alone;
* if exactly one principal is in a committed state, only transitions in which it moves happen; if two are,
  nothing happens.

A match is as necessary as the first of its two transitions, or as the second if the first is permitted.

A *requirement* may prune the composition.  This is exact: a synthesis with the same requirement has the same
result with and without pruning.  A transition that violates the requirement is treated by its modality:

* a permitted one is dropped;
* a lazy one stays, because the synthesis decides whether it is forbidden;
* an urgent one stays, and all other transitions of its source are dropped: the source is bad anyway.

Targets of transitions that violate the requirement are not explored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct

from noughts.automata.automaton import Automaton, Layout
from noughts.automata.draft import Grown, growth, require_contract
from noughts.automata.refusal import Unsuitable
from noughts.automata.transition import (
    Label,
    LabelKind,
    Modality,
    Offer,
    Request,
    Requirement,
    State,
    anything,
    complement,
)

# Operands of a composition: the transitions that each state enables, and the place of an operand in the
# whole.

Directed: TypeAlias = Offer | Request


class Enabled(Struct, frozen=True):
    """A transition from the view of its source: its target as a difference of codes, label and modality."""

    delta: int
    label: Label
    modality: int
    direction: Directed | None
    """The action that a partner may match: the offer or the request of a label that is not yet a match."""


class Operand(Struct, frozen=True):
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


Halted: TypeAlias = Callable[[State], bool]


def compose(
    automata: Sequence[Automaton],
    *,
    requirement: Requirement = anything,
    halted: Halted | None = None,
    bound: int | None = None,
    limit: int | None = None,
) -> Automaton:
    """The composition of the automata, to depth `bound` if it is given; see `Composition`."""
    composition = Composition(automata, requirement=requirement, halted=halted, limit=limit)
    composition.explore(bound)
    return composition.automaton()


def why_nothing_happens(automata: Sequence[Automaton]) -> str:
    """The reason why nothing happens in a composition that has no transitions."""
    principals = [p for automaton in automata for p in automaton.principals]
    committed = [str(i) for i, p in enumerate(principals) if p.initial in p.committed]
    steps = list(compose(automata, bound=1).transitions)
    if steps:
        others = len(steps) - 1
        more = f", and not the {others} other steps" if others > 1 else ", and not the other step" * others
        return f"the requirement does not allow {steps[0]}{more}"
    if not any(automaton.outgoing(automaton.start) for automaton in automata):
        return "no transition leaves an initial state"
    if len(committed) > 1:
        return f"the principals {' and '.join(committed)} begin in committed states"
    return f"principal {committed[0]} begins in a committed state, and takes part in nothing that is possible"


class _Move(Struct, frozen=True):
    """A step that is possible in a state, as a difference of codes."""

    delta: int
    label: int
    modality: int
    allowed: bool

    @property
    def dangerous(self) -> bool:
        """Whether it makes its source bad: it cannot be prevented and is not allowed."""
        return not self.allowed and self.modality == Modality.URGENT


# An operand, and the codes in which it would match a certain transition of another.
_Rival: TypeAlias = tuple[Operand, frozenset[int]]


class Composition:
    """A composition that is explored incrementally.

    `halted` tells in which states nothing happens any more, such as at the end of a game.  `TooManyStates` if
    there are more than `limit`, because their number may grow exponentially with that of the automata.
    """

    def __init__(
        self,
        automata: Sequence[Automaton],
        *,
        requirement: Requirement = anything,
        halted: Halted | None = None,
        limit: int | None = None,
    ) -> None:
        if not automata:
            raise Unsuitable("there is nothing to compose", hint="name at least one automaton")
        self._principals = tuple(p for automaton in automata for p in automaton.principals)
        self._layout = Layout.of(self._principals)
        self._requirement = requirement
        self._halted = halted
        self._limit = limit
        self._labels: dict[Label, int] = {}
        self._allowed: list[bool] = []
        self._dangerous = False
        self._operands = operands(automata)
        pairs = (_Pair(a, b) for j, b in enumerate(self._operands) for a in self._operands[:j])
        self._pairs = [pair for pair in pairs if pair.communicate()]
        alone = [(a, self._lone_moves(a)) for a in self._operands]
        self._alone = [(a, moves) for a, moves in alone if moves]
        self._commits = any(p.committed for p in self._principals)
        code = sum(a.start << a.shift for a in self._operands)
        self._codes = [code]
        self._numbers = {code: 0}
        self._frontier = [0]
        self._met = {0}
        self._sources: list[int] = []
        self._moves: list[_Move] = []
        self._targets: list[int] = []
        self.depth = 0

    @property
    def complete(self) -> bool:
        """Whether everything is explored."""
        return not self._frontier

    @property
    def state_count(self) -> int:
        """The number of states found so far."""
        return len(self._codes)

    def explore(self, bound: int | None = None) -> None:
        """Explore everything, or every state nearer than `bound` steps."""
        with growth("the composition", self._limit) as grown:
            while self._frontier and (bound is None or self.depth < bound):
                self._frontier = [target for s in self._frontier for target in self._expand(s, grown)]
                self.depth += 1

    def automaton(self) -> Automaton:
        """The automaton explored so far."""
        return Automaton(
            self._principals,
            list(self._codes),
            0,
            tuple(self._labels),
            self._sources,
            [move.label for move in self._moves],
            self._targets,
            [move.modality for move in self._moves],
        )

    def _expand(self, s: int, grown: Grown) -> list[int]:
        """Record the transitions that leave state number s; returns those targets that are to be explored."""
        code, codes, numbers, met = self._codes[s], self._codes, self._numbers, self._met
        found = []
        for move in self._enabled(code):
            target = numbers.setdefault(code + move.delta, len(codes))
            if target == len(codes):
                codes.append(code + move.delta)
                grown(len(codes))
            self._sources.append(s)
            self._moves.append(move)
            self._targets.append(target)
            if move.allowed and target not in met:
                met.add(target)
                found.append(target)
        return found

    def _enabled(self, code: int) -> list[_Move]:
        if self._halted is not None and self._halted(self._names(code)):
            return []
        moves: list[_Move] = []
        for pair in self._pairs:
            states = (code >> pair.shift & pair.mask, code >> pair.other_shift & pair.other_mask)
            matches = pair.known.get(states)
            if matches is None:
                matches = pair.known[states] = tuple(self._matches(pair.first, pair.second, *states))
            moves += matches
        for operand, lone in self._alone:
            moves += [move for move, rivals in lone.get(operand.code(code), ()) if not _met(rivals, code)]
        if self._commits:
            moves = self._committed(code, moves)
        if self._dangerous:
            moves = [move for move in moves if move.dangerous] or moves
        return moves

    def _matches(self, a: Operand, b: Operand, of_a: int, of_b: int) -> Iterator[_Move]:
        """The matches of two operands in these states, each once."""
        moves = (
            self._move(_joint(a, x, b, y), x.delta + y.delta, x.modality or y.modality)
            for x in a.enabled[of_a]
            for y in b.enabled[of_b]
            if x.direction is not None and y.direction == complement(x.direction)
        )
        yield from dict.fromkeys(move for move in moves if move is not None)

    def _lone_moves(self, a: Operand) -> dict[int, list[tuple[_Move, tuple[_Rival, ...]]]]:
        """For each code of `a`, its moves alone there, and the rivals whose match takes precedence."""
        found: dict[int, list[tuple[_Move, tuple[_Rival, ...]]]] = {}
        for code, leaving in a.enabled.items():
            for transition in leaving:
                move = self._move(a.whole(transition.label), transition.delta, transition.modality)
                if move is not None:
                    rivals = self._rivals(a, transition.direction)
                    found.setdefault(code, []).append((move, rivals))
        return found

    def _rivals(self, a: Operand, direction: Directed | None) -> tuple[_Rival, ...]:
        if direction is None:
            return ()
        wanted = complement(direction)
        return tuple((b, b.offering[wanted]) for b in self._operands if b is not a and wanted in b.offering)

    def _move(self, label: Label, delta: int, modality: int) -> _Move | None:
        """The move, or ``None`` if it is pruned."""
        number = self._labels.get(label)
        if number is None:
            number = self._labels[label] = len(self._labels)
            self._allowed.append(self._requirement(label))
        allowed = self._allowed[number]
        if not allowed and modality == Modality.PERMITTED:
            return None
        move = _Move(delta, number, modality, allowed)
        self._dangerous = self._dangerous or move.dangerous
        return move

    def _committed(self, code: int, moves: list[_Move]) -> list[_Move]:
        """The `moves` that committed states permit."""
        place = self._layout.place(code)
        bits = [i for i, p in enumerate(self._principals) if place[i] in p.committed]
        if not bits:
            return moves
        labels = list(self._labels)
        return [move for move in moves if len(bits) == 1 and labels[move.label].movers >> bits[0] & 1]

    def _names(self, code: int) -> State:
        place = self._layout.place(code)
        return tuple(p.names[basic] for p, basic in zip(self._principals, place, strict=True))


class _Pair:
    """Two operands, with a memo of their matches by the states that they are in."""

    def __init__(self, first: Operand, second: Operand) -> None:
        self.first, self.second = first, second
        self.shift, self.mask = first.shift, first.mask
        self.other_shift, self.other_mask = second.shift, second.mask
        self.known: dict[tuple[int, int], tuple[_Move, ...]] = {}

    def communicate(self) -> bool:
        """Whether one of them offers, in some state, what the other requests in some state."""
        return any(complement(direction) in self.second.offering for direction in self.first.offering)


def _met(rivals: tuple[_Rival, ...], code: int) -> bool:
    return any(operand.code(code) in states for operand, states in rivals)


def _joint(a: Operand, first: Enabled, b: Operand, second: Enabled) -> Label:
    """The label of a step in which both operands move."""
    mine, other = a.whole(first.label), b.whole(second.label)
    return Label((*mine.actions[: b.before], *other.actions[b.before :]))
