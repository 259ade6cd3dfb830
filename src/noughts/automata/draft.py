"""Drafts: automata under construction from names; states, labels and transitions are finally numbered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, TypeAlias

from noughts.automata.automaton import Automaton, Layout, Principal
from noughts.automata.refusal import Malformed, Refused
from noughts.automata.transition import Label, LabelKind, Modality, State, Transition, is_name, state_text
from noughts.stop import watched

# Growth: the states of a result are counted against a limit and reported as progress.

# States between two progress reports.
_STATES_BETWEEN_REPORTS: Final = 1024

Grown: TypeAlias = Callable[[int], None]
"""Receives the number of states, at every new state."""


class TooManyStates(Refused):
    """A result has more states than the limit allows."""


def unlimited(_: int) -> None:
    """The `Grown` of a result without limit and progress."""


@contextmanager
def growth(what: str, limit: int | None) -> Iterator[Grown]:
    """A context that counts the states of `what` during its construction; `TooManyStates` beyond `limit`."""
    with watched.get()() as say:

        def grown(count: int) -> None:
            if limit is not None and count > limit:
                fact = f"{what} has more than {limit:,} states, which is the limit"
                raise TooManyStates(fact, hint="allow more with `--limit`, or make its parts smaller")
            if count % _STATES_BETWEEN_REPORTS == 0:
                say(f"{what}: {count:,} states")

        yield grown


def automaton(
    initial: State,
    final: Sequence[Iterable[str]],
    transitions: Iterable[Transition],
    *,
    committed: Sequence[Iterable[str]] = (),
) -> Automaton:
    """The automaton with these transitions; `final` and `committed` list basic states for each principal.

    `Malformed` if it has no final state, if the initial state occurs in no transition and is not the only
    state, if it has two ranks, or if a state is both final and committed.
    """
    draft = Draft(len(initial))
    for transition in transitions:
        draft.add(transition)
    made = draft.finish(initial, final, committed)
    require_whole(made)
    return made


def require_whole(made: Automaton) -> None:
    """`Malformed` unless there is a final state, and the initial state moves if it is not the only one."""
    require_transition(made)
    require_final(made)


def require_transition(made: Automaton) -> None:
    """`Malformed` unless a transition leaves or reaches the initial state, or it is final and the only
    state."""
    if not made.transition_count and not made.finals[made.start]:
        raise Malformed("the automaton has no transition")
    if made.state_count > 1 and made.start not in made.sources and made.start not in made.targets:
        raise Malformed(f"no transition has the initial state {state_text(made.initial)}")


def require_final(made: Automaton) -> None:
    """`Malformed` unless some state is final."""
    if not any(made.finals):
        raise Malformed(
            "the automaton has no final state",
            hint="a state is final if each of its basic states is in its principal's list of final states",
        )


_NAMES = "a name is any text without , [ and ], and without blanks at its ends"


class Draft:
    """An automaton under construction; `grown` is called for every new state."""

    def __init__(self, rank: int, grown: Grown = unlimited) -> None:
        if rank < 1:
            raise Malformed(f"the rank is {rank}: an automaton has at least one principal")
        self.rank = rank
        self._grown = grown
        self._basics: list[dict[str, int]] = [{} for _ in range(rank)]
        self._places: dict[tuple[int, ...], int] = {}
        self._labels: dict[Label, int] = {}
        self._transitions: dict[tuple[int, int, int, int], None] = {}

    def state(self, names: State) -> int:
        """The number of the state with these names; a new state gets the next number."""
        if len(names) != self.rank:
            raise Malformed(f"the state {state_text(names)} has {len(names)} parts, the rank is {self.rank}")
        place = tuple(self._basic(i, name) for i, name in enumerate(names))
        number = self._places.get(place)
        if number is None:
            number = self._places[place] = len(self._places)
            self._grown(len(self._places))
        return number

    def _basic(self, principal: int, name: str) -> int:
        basics = self._basics[principal]
        number = basics.get(name)
        if number is None:
            if not is_name(name):
                raise Malformed(f"{name!r} is not a name", hint=_NAMES)
            number = basics[name] = len(basics)
        return number

    def label(self, given: Label) -> int:
        """The number of the label; a new label gets the next number."""
        if given.rank != self.rank:
            raise Malformed(f"the label {given} has {given.rank} actions, the rank is {self.rank}")
        return self._labels.setdefault(given, len(self._labels))

    def add(self, transition: Transition) -> None:
        """Add a transition; no effect if it exists."""
        source, target = self.state(transition.source), self.state(transition.target)
        self.connect(source, self.label(transition.label), target, transition.modality)

    def connect(self, source: int, label: int, target: int, modality: Modality) -> None:
        """Add a transition, by the numbers that `state` and `label` returned."""
        self._transitions[source, label, target, modality] = None

    def finish(
        self, initial: State, final: Sequence[Iterable[str]], committed: Sequence[Iterable[str]] = ()
    ) -> Automaton:
        """The finished automaton; special basic states that do not occur are left out."""
        start = self.state(initial)
        finals = self._special("final", final)
        commits = self._special("committed", committed or [()] * self.rank)
        principals = tuple(map(self._principal, range(self.rank), initial, finals, commits))
        layout = Layout.of(principals)
        columns = [list(column) for column in zip(*self._transitions, strict=True)] or [[], [], [], []]
        codes = [layout.code(place) for place in self._places]
        return Automaton(principals, codes, start, tuple(self._labels), *columns)

    def _special(self, what: str, lists: Sequence[Iterable[str]]) -> list[frozenset[str]]:
        if len(lists) != self.rank:
            raise Malformed(f"there are {len(lists)} lists of {what} states, the rank is {self.rank}")
        return [frozenset(names) for names in lists]

    def _principal(self, i: int, initial: str, final: frozenset[str], committed: frozenset[str]) -> Principal:
        both = sorted(final & committed)
        if both:
            raise Malformed(f"{both[0]!r} of principal {i + 1} is both final and committed")
        basics = self._basics[i]

        def numbers(names: frozenset[str]) -> frozenset[int]:
            return frozenset(basics[name] for name in names if name in basics)

        return Principal(tuple(basics), basics[initial], numbers(final), numbers(committed))


def require_contract(given: Automaton) -> None:
    """`Malformed` if `given` has a plain action: it is a property, not a contract."""
    for used in given.used_labels:
        if used.kind is LabelKind.PROPERTY:
            raise Malformed(
                f"{used} is an action of a property, not of a contract",
                hint=f"write [!{used.actions[0]}] to offer it, [?{used.actions[0]}] to request it",
            )
