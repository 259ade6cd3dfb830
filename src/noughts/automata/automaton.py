"""Modal service contract automata with committed states, immutable (LMCS 16(2:9) 2020, §2).

Internally everything is a number.  Each principal numbers its basic states.  A state is one integer, its
*code*, with a field of bits for every principal.  States, labels and transitions are numbered in the order of
discovery.  The interface uses names.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from noughts.automata.refusal import Unsuitable
from noughts.automata.transition import Label, Modality, State, Transition, state_text

# The basic states of principals, and the encoding of a tuple of them as one integer.


class Principal(Struct, frozen=True):
    """The basic states of one principal: their names and which of them are special."""

    names: Sequence[str]
    initial: int
    final: frozenset[int]
    committed: frozenset[int] = frozenset()

    @property
    def width(self) -> int:
        """The number of bits of its field in a code."""
        return (len(self.names) - 1).bit_length()

    def numbered(self, name: str) -> int | None:
        """The number of the basic state of that name, if there is one."""
        return self.names.index(name) if name in self.names else None


class Layout(Struct, frozen=True):
    """The place of each principal's field in a code."""

    shifts: tuple[int, ...]
    masks: tuple[int, ...]

    @staticmethod
    def of(principals: Iterable[Principal]) -> Layout:
        """The fields of these principals, one after the other from the lowest bit."""
        shifts, masks, offset = [], [], 0
        for principal in principals:
            shifts.append(offset)
            masks.append((1 << principal.width) - 1)
            offset += principal.width
        return Layout(tuple(shifts), tuple(masks))

    def code(self, place: Iterable[int]) -> int:
        """The code of a tuple of basic states."""
        return sum(basic << shift for basic, shift in zip(place, self.shifts, strict=True))

    def place(self, code: int) -> tuple[int, ...]:
        """The tuple of basic states that has this code."""
        return tuple(code >> shift & mask for shift, mask in zip(self.shifts, self.masks, strict=True))


class Automaton:
    """An automaton: states that are tuples of basic states, an initial one, and transitions between them.

    A state is initial, or final, if all its basic states are.  Transitions are a set of
    (source, label, target, modality).  `noughts.automata.draft.automaton` makes an automaton from names.

    The fields are for the operations of this package.  `codes[s]` is the code of state s, with the bits of
    all principals.  `sources`, `label_numbers` and `targets`, (transitions,) int32, and `modalities`,
    (transitions,) bytes, describe transition t at index t; transitions are sorted by source.
    """

    def __init__(
        self,
        principals: tuple[Principal, ...],
        codes: Sequence[int],
        start: int,
        labels: tuple[Label, ...],
        sources: Sequence[int],
        label_numbers: Sequence[int],
        targets: Sequence[int],
        modalities: Sequence[int],
    ) -> None:
        order = _by_source(sources)
        self.principals = principals
        self.layout = Layout.of(principals)
        self.codes = codes
        self.start = start
        self.labels = labels
        self.sources = _column(sources, order)
        self.label_numbers = _column(label_numbers, order)
        self.targets = _column(targets, order)
        self.modalities = bytes(modalities) if order is None else bytes(modalities[t] for t in order)

    def __repr__(self) -> str:
        size = f"{self.state_count} states, {self.transition_count} transitions"
        return f"<Automaton of rank {self.rank}: {size}>"

    def __eq__(self, other: object) -> bool:
        """Whether both have the same states and transitions, by name, and the same special states."""
        if not isinstance(other, Automaton):
            return NotImplemented
        sizes = (self.rank, self.state_count, self.transition_count)
        if sizes != (other.rank, other.state_count, other.transition_count):
            return False
        return self._named == other._named

    def __hash__(self) -> int:
        return hash((self.rank, self.state_count, self.transition_count, self.initial))

    @cached_property
    def _named(self) -> tuple[object, ...]:
        special = tuple((p.final, p.committed) for p in self.occurring)
        return self.initial, special, frozenset(self.states), frozenset(self.transitions)

    @property
    def rank(self) -> int:
        """The number of principals."""
        return len(self.principals)

    @property
    def state_count(self) -> int:
        """The number of states."""
        return len(self.codes)

    @property
    def transition_count(self) -> int:
        """The number of transitions."""
        return len(self.sources)

    @property
    def initial(self) -> State:
        """The initial state."""
        return self.state(self.start)

    @property
    def states(self) -> Iterator[State]:
        """All states, in the order of their numbers."""
        return map(self.state, range(self.state_count))

    @property
    def final_states(self) -> Iterator[State]:
        """The final states: all basic states of each are final."""
        return (self.state(s) for s, final in enumerate(self.finals) if final)

    @property
    def transitions(self) -> Iterator[Transition]:
        """All transitions, grouped by source."""
        names = list(self.states)
        for t in range(self.transition_count):
            yield self._transition(t, names[self.sources[t]], names[self.targets[t]])

    @property
    def used_labels(self) -> set[Label]:
        """The labels of its transitions."""
        return {self.labels[number] for number in set(self.label_numbers)}

    def transition(self, t: int) -> Transition:
        """Transition number t with its names."""
        return self._transition(t, self.state(self.sources[t]), self.state(self.targets[t]))

    def _transition(self, t: int, source: State, target: State) -> Transition:
        return Transition(source, self.labels[self.label_numbers[t]], target, Modality(self.modalities[t]))

    def state(self, s: int) -> State:
        """The names of state number s."""
        place = self.layout.place(self.codes[s])
        return tuple(p.names[basic] for p, basic in zip(self.principals, place, strict=True))

    def number(self, state: State) -> int:
        """The number of the state of that name; `Unsuitable` if there is none."""
        found = self._numbers.get(self._code(state), -1)
        if found < 0:
            help = f"its states look like {state_text(self.initial)}"
            raise Unsuitable(f"the automaton has no state {state_text(state)}", hint=help)
        return found

    def outgoing(self, s: int) -> range:
        """The numbers of the transitions that leave state number s."""
        return range(self.first[s], self.first[s + 1])

    def basic(self, s: int, principal: int) -> int:
        """The basic state of `principal` in state number s."""
        return self.codes[s] >> self.layout.shifts[principal] & self.layout.masks[principal]

    def _code(self, state: State) -> int:
        if len(state) != self.rank:
            return -1
        place = [p.numbered(name) for p, name in zip(self.principals, state, strict=True)]
        return -1 if None in place else self.layout.code(basic for basic in place if basic is not None)

    @cached_property
    def _numbers(self) -> dict[int, int]:
        return {code: s for s, code in enumerate(self.codes)}

    @cached_property
    def first(self) -> array[int]:
        """``first[s]``: the number of the first transition that leaves s; it has one more entry than
        states."""
        starts = array("i", bytes(4 * (self.state_count + 1)))
        for source in self.sources:
            starts[source + 1] += 1
        for s in range(self.state_count):
            starts[s + 1] += starts[s]
        return starts

    @cached_property
    def incoming(self) -> list[list[int]]:
        """``incoming[s]``: the numbers of the transitions that lead to s."""
        found: list[list[int]] = [[] for _ in self.codes]
        for t, target in enumerate(self.targets):
            found[target].append(t)
        return found

    @cached_property
    def finals(self) -> bytes:
        """``finals[s]``: 1 if state number s is final, else 0."""
        return _all_within(self, [p.final for p in self.principals])

    @cached_property
    def occurring(self) -> tuple[Occurring, ...]:
        """For each principal the names that occur in a state, and the special ones among them."""
        return tuple(_occurring(self, i) for i in range(self.rank))

    def with_final(self, more: Iterable[int]) -> Automaton:
        """The automaton of rank 1 in which more states are final, given by their numbers."""
        (principal,) = self.principals
        final = principal.final.union(self.codes[s] for s in more)
        columns = (self.sources, self.label_numbers, self.targets, self.modalities)
        return Automaton((replace(principal, final=final),), self.codes, self.start, self.labels, *columns)

    def restricted(self, kept: Sequence[int]) -> Automaton:
        """The part that is reachable from the initial state by the transitions t with ``kept[t]``."""
        targets, first = self.targets, self.first
        number = {self.start: 0}
        found = [self.start]
        chosen = array("i")
        for s in found:
            for t in range(first[s], first[s + 1]):
                if kept[t]:
                    chosen.append(t)
                    if targets[t] not in number:
                        number[targets[t]] = len(found)
                        found.append(targets[t])
        return Automaton(
            self.principals,
            [self.codes[s] for s in found],
            0,
            self.labels,
            [number[self.sources[t]] for t in chosen],
            [self.label_numbers[t] for t in chosen],
            [number[targets[t]] for t in chosen],
            [self.modalities[t] for t in chosen],
        )


class Occurring(Struct, frozen=True):
    """The names of one principal's basic states that occur in some state."""

    names: frozenset[str]
    final: frozenset[str]
    committed: frozenset[str]


def _occurring(automaton: Automaton, i: int) -> Occurring:
    principal = automaton.principals[i]
    shift, mask = automaton.layout.shifts[i], automaton.layout.masks[i]
    basics = {code >> shift & mask for code in automaton.codes}

    def named(numbers: Iterable[int]) -> frozenset[str]:
        return frozenset(principal.names[basic] for basic in numbers)

    return Occurring(named(basics), named(basics & principal.final), named(basics & principal.committed))


def _all_within(automaton: Automaton, chosen: Sequence[frozenset[int]]) -> bytes:
    layout, principals = automaton.layout, automaton.principals
    tests = [
        (shift, mask, wanted)
        for shift, mask, wanted, p in zip(layout.shifts, layout.masks, chosen, principals, strict=True)
        if len(wanted) < len(p.names)
    ]
    return bytes(
        all(code >> shift & mask in wanted for shift, mask, wanted in tests) for code in automaton.codes
    )


def _by_source(sources: Sequence[int]) -> list[int] | None:
    """The order that sorts transitions by source, or ``None`` if they are sorted."""
    previous = -1
    for source in sources:
        if source < previous:
            return sorted(range(len(sources)), key=sources.__getitem__)
        previous = source
    return None


def _column(values: Sequence[int], order: list[int] | None) -> array[int]:
    return array("i", values if order is None else [values[t] for t in order])
