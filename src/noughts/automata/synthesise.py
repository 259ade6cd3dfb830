"""Synthesis of controllers (LMCS 16(2:9) 2020, §5).

The result is the largest part of an automaton in which every necessary transition is present, every label is
allowed, and a final state can always be reached.  There are three instances of `noughts.automata.fixpoint`,
which differ in when a missing lazy transition is forbidden:

=====================  ==============================================================================
most permissive        lazy transitions are not accepted
controller (mpc)
orchestration          if no remaining match has the same request of the same requester in the same basic
                       state; *refined* (JLAMP 141 (2024) 100998): no such match that is reachable from
                       the source while the requester idles
choreography           if no remaining match from the same source has the same offer of the same offerer;
                       in addition, the *branching condition* must hold
=====================  ==============================================================================

Each may have properties: then the automaton is first put in lockstep with each of them.  Properties become
further principals, in the order of their texts, so the order in which they are given does not matter.

For a game, which need not end, `safety` takes the place of the most permissive controller.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from functools import cached_property
from heapq import heappop, heappush
from typing import TypeAlias

from msgspec import Struct, field

from noughts.automata.automaton import Automaton
from noughts.automata.data_file import data_text, transition_text
from noughts.automata.draft import Draft, require_contract
from noughts.automata.fixpoint import STAYS, Fixpoint, Unserved
from noughts.automata.lockstep import lockstep, violation
from noughts.automata.refusal import Unsuitable
from noughts.automata.transition import (
    Action,
    Label,
    LabelKind,
    Modality,
    Requirement,
    State,
    Tau,
    Transition,
    agreement,
    anything,
    strong_agreement,
)

# Splitting lazy requests, for the splitting orchestration (JLAMP 141 (2024) 100998).


def split(automaton: Automaton) -> Automaton:
    """Every lazy request ``q -?a-> q'`` in two: an urgent ``tau_a`` to a new state, a permitted ``?a``.

    The principal decides when to request, and the orchestrator decides when to serve.
    """
    require_contract(automaton)
    draft, between = Draft(automaton.rank), _Between(automaton)
    for t in automaton.transitions:
        if t.modality is Modality.LAZY and t.label.kind is LabelKind.REQUEST:
            waiting = between(t)
            draft.add(Transition(t.source, _internal(t.label), waiting, Modality.URGENT))
            draft.add(Transition(waiting, t.label, t.target))
        else:
            draft.add(t)
    return draft.finish(
        automaton.initial,
        [o.final for o in automaton.occurring],
        [o.committed for o in automaton.occurring],
    )


def _internal(label: Label) -> Label:
    """The label with its request replaced by a tau."""
    request = label.request
    assert request is not None
    i = label.requester
    return Label((*label.actions[:i], Tau(request.name), *label.actions[i + 1 :]))


class _Between:
    """The states in which a principal has decided and waits, named after the decision."""

    def __init__(self, automaton: Automaton) -> None:
        self._taken = [set(p.names) for p in automaton.principals]
        self._names: dict[tuple[int, str, Action, str], str] = {}

    def __call__(self, t: Transition) -> State:
        """The state after the source in which the requester has decided on its request and its next state."""
        i = t.label.requester
        decided = i, t.source[i], t.label.actions[i], t.target[i]
        name = self._names.get(decided)
        if name is None:
            name = f"{t.source[i]}{t.label.actions[i]}>{t.target[i]}"
            while name in self._taken[i]:
                name += "'"
            self._taken[i].add(name)
            self._names[decided] = name
        return (*t.source[:i], name, *t.source[i + 1 :])


# Lazy transitions that are missing, and the matches elsewhere that serve them.

Need: TypeAlias = Callable[[Automaton, int], Hashable]
"""Returns the principal, state and request (or offer) of a transition; ``None`` if it has none."""


class Ended:
    """The transitions that ended during a fixpoint: those that left K, or whose source entered R."""

    def __init__(self, fixpoint: Fixpoint) -> None:
        self._fixpoint = fixpoint
        count = fixpoint.automaton.transition_count
        self._standing = bytearray(fixpoint.stands(t) for t in range(count))
        self._dropped, self._fallen = len(fixpoint.dropped), len(fixpoint.fallen)

    def news(self) -> tuple[list[int], list[int]]:
        """The transitions that ended since the last call, and the states that were removed."""
        fixpoint, outgoing = self._fixpoint, self._fixpoint.automaton.outgoing
        fallen = fixpoint.fallen[self._fallen :]
        candidates = fixpoint.dropped[self._dropped :] + array("i", (t for s in fallen for t in outgoing(s)))
        ended = []
        for t in candidates:
            if self._standing[t]:
                self._standing[t] = 0
                ended.append(t)
        self._dropped, self._fallen = len(fixpoint.dropped), len(fixpoint.fallen)
        return ended, fallen


class Served:
    """The number of remaining matches for each need, and the lazy transitions that depend on them."""

    def __init__(self, fixpoint: Fixpoint, need: Need) -> None:
        self._fixpoint, self._need = fixpoint, need
        modalities = fixpoint.automaton.modalities
        self._lazy = [t for t, modality in enumerate(modalities) if modality == Modality.LAZY]
        self._ended: Ended | None = None
        self._matches: Counter[Hashable] = Counter()
        self._waiting: dict[Hashable, list[int]] = {}

    def unserved(self) -> list[int]:
        """The missing lazy transitions whose need has lost its last match since the last call."""
        if not self._lazy:
            return []
        if self._ended is None:
            return self._begin()
        news, _ = self._ended.news()
        lost = self._lost_needs(news)
        missing = [t for t in news if self._fixpoint.automaton.modalities[t] == Modality.LAZY]
        return [t for need in lost for t in self._waiting.pop(need, ())] + self._wait(missing)

    def _begin(self) -> list[int]:
        fixpoint = self._fixpoint
        self._ended = Ended(fixpoint)
        count = fixpoint.automaton.transition_count
        self._matches.update(
            self._need(fixpoint.automaton, t)
            for t in range(count)
            if self._is_match(t) and fixpoint.stands(t)
        )
        return self._wait([t for t in self._lazy if not fixpoint.kept[t]])

    def _lost_needs(self, ended: list[int]) -> list[Hashable]:
        """The needs whose last match was among the transitions that ended."""
        lost = []
        for t in filter(self._is_match, ended):
            need = self._need(self._fixpoint.automaton, t)
            self._matches[need] -= 1
            if not self._matches[need]:
                lost.append(need)
        return lost

    def _wait(self, missing: list[int]) -> list[int]:
        """Those of some missing lazy transitions that are not served; the others wait for their needs."""
        unserved = []
        for t in missing:
            need = self._need(self._fixpoint.automaton, t)
            if self._matches[need]:
                self._waiting.setdefault(need, []).append(t)
            else:
                unserved.append(t)
        return unserved

    def _is_match(self, t: int) -> bool:
        automaton = self._fixpoint.automaton
        return automaton.labels[automaton.label_numbers[t]].kind is LabelKind.MATCH


# The branching condition of choreographies (LMCS 16(2:9) 2020, §4): without an orchestrator, a principal
# knows only its own basic state, so its possible offers must not depend on the states of others.
#
#     for all states s, s' that stand, and every offerer i with s[i] = s'[i]:
#         the labels in which i offers something are the same in s and in s'
#
# Labels are compared, that is, offers with their receivers: an offerer with one receiver in s and only
# another one in s' would have to know the state.


class _Choice(Struct):
    """A label in one basic state of its offerer, and the states that have it."""

    offerer: int
    basic: int
    transitions: list[int] = field(default_factory=list)
    able: Counter[int] = field(default_factory=Counter)
    """For each standing state that can do it by how many transitions."""
    in_order: list[tuple[str, int]] = field(default_factory=list)
    """The transitions by their texts, the least one last; filled when the condition is first violated."""


class Branching:
    """The transitions that violate the condition during a fixpoint computation.

    A choice is violated if fewer remaining states have it than have its offerer in its basic state.  Only a
    transition that ends can violate a choice, so only the choices of such transitions are checked again.
    """

    def __init__(self, fixpoint: Fixpoint) -> None:
        self._fixpoint = fixpoint
        self._ended = Ended(fixpoint)
        self._offerers = {label.offerer for label in fixpoint.automaton.used_labels} - {-1}
        first: dict[Label, int] = {}
        self._same = [first.setdefault(label, n) for n, label in enumerate(fixpoint.automaton.labels)]
        self._choices: dict[tuple[int, int], _Choice] = {}
        self._present: Counter[tuple[int, int]] = Counter()
        """How many standing states have an offerer in a basic state."""
        self._violated: list[tuple[str, int]] = []
        """A heap with the least remaining transition of each violated choice, or a lesser one that has
        ended."""
        for s, cause in enumerate(fixpoint.cause):
            if cause == STAYS:
                self._present.update(self._places(s))
        for t in range(fixpoint.automaton.transition_count):
            choice = self._choice(t) if fixpoint.stands(t) else None
            if choice is not None:
                choice.transitions.append(t)
                choice.able[fixpoint.automaton.sources[t]] += 1
        self._queue(self._choices.values())

    def least_violation(self) -> int | None:
        """The least remaining transition of a violated choice; ``None`` if the condition holds."""
        self._catch_up()
        while self._violated:
            text, t = self._violated[0]
            choice = self._choice(t)
            assert choice is not None
            if self._is_violated(choice) and self._fixpoint.stands(t):
                return t
            heappop(self._violated)
            if choice.in_order and choice.in_order[-1] == (text, t):  # skip outdated entries of the choice
                self._queue([choice])
        return None

    def _catch_up(self) -> None:
        """Remove the transitions that have ended since the last call."""
        ended, fallen = self._ended.news()
        for s in fallen:
            self._present.subtract(self._places(s))
        changed: dict[int, _Choice] = {}
        for t in ended:
            choice, source = self._choice(t), self._fixpoint.automaton.sources[t]
            if choice is not None:
                choice.able[source] -= 1
                if not choice.able[source]:
                    del choice.able[source]
                    changed[id(choice)] = choice
        self._queue(changed.values())

    def _queue(self, choices: Iterable[_Choice]) -> None:
        """Push the violated choices on the heap, with their least remaining transition."""
        for choice in choices:
            if self._is_violated(choice):
                if not choice.in_order:
                    choice.in_order = sorted(((self._text(t), t) for t in choice.transitions), reverse=True)
                while not self._fixpoint.stands(choice.in_order[-1][1]):
                    choice.in_order.pop()
                heappush(self._violated, choice.in_order[-1])

    def _is_violated(self, choice: _Choice) -> bool:
        return 0 < len(choice.able) < self._present[choice.offerer, choice.basic]

    def _choice(self, t: int) -> _Choice | None:
        """The choice of transition t; ``None`` if its label has no offer."""
        automaton = self._fixpoint.automaton
        number = automaton.label_numbers[t]
        offerer = automaton.labels[number].offerer
        if offerer < 0:
            return None
        key = self._same[number], automaton.basic(automaton.sources[t], offerer)
        if key not in self._choices:
            self._choices[key] = _Choice(offerer, key[1])
        return self._choices[key]

    def _places(self, s: int) -> list[tuple[int, int]]:
        """The offerers, each with its basic state in s."""
        return [(i, self._fixpoint.automaton.basic(s, i)) for i in self._offerers]

    def _text(self, t: int) -> str:
        return transition_text(self._fixpoint.automaton.transition(t))


Properties: TypeAlias = Automaton | Iterable[Automaton]
"""One property, or several that all hold."""


class Synthesis(Struct, frozen=True, dict=True):
    """The result of a synthesis, with the data for explaining it.

    `given` is the automaton that was synthesised: `plant`, in lockstep with the `properties` if there are
    any.  A match serves a lazy transition if their `need` is the same and, if the requester `waits`, the
    match is reachable while it idles.
    """

    plant: Automaton
    properties: tuple[Automaton, ...]
    given: Automaton
    fixpoint: Fixpoint
    need: Need
    waits: bool = False

    def __bool__(self) -> bool:
        return not self.fixpoint.empty

    @cached_property
    def automaton(self) -> Automaton | None:
        """The remaining automaton; ``None`` if nothing remains: `noughts.automata.explain` says why."""
        return None if self.fixpoint.empty else self.given.restricted(self.fixpoint.kept)

    def violates(self, s: int) -> bool:
        """Whether a property is violated in state number s of `given`."""
        return any(self.given.basic(s, i) == basic for i, basic in self._violations)

    @cached_property
    def _violations(self) -> list[tuple[int, int]]:
        """The principals that are properties, each with its violating basic state if that occurs."""
        columns = enumerate(self.properties, self.plant.rank)
        found = [(i, self.given.principals[i].numbered(violation(p))) for i, p in columns]
        return [(i, basic) for i, basic in found if basic is not None]


def mpc(
    automaton: Automaton,
    requirement: Requirement = agreement,
    *,
    under: Properties = (),
    limit: int | None = None,
) -> Synthesis:
    """The most permissive controller: urgent transitions cannot be controlled, all others can."""
    what, kinds = "the most permissive controller", "lazy transitions"
    _refuse(automaton, what, kinds, lambda given, t: given.modalities[t] == Modality.LAZY, _LAZY)
    return _synthesis(automaton, under, limit, requirement, _requested, _no_lazy)


def safety(automaton: Automaton) -> Synthesis:
    """The most permissive controller whose states are final or have a move; it need not reach a final
    state."""
    fixpoint = Fixpoint(automaton, anything, _no_lazy, endless=True)
    fixpoint.run()
    return Synthesis(automaton, (), automaton, fixpoint, _requested)


def orchestration(
    automaton: Automaton,
    requirement: Requirement = agreement,
    *,
    under: Properties = (),
    limit: int | None = None,
) -> Synthesis:
    """The orchestration: a lazy request must be matched somewhere, in the same basic state of its
    principal."""
    _refuse(automaton, "an orchestration", "necessary offers", _is_necessary(LabelKind.OFFER), _OFFERS)
    return _synthesis(automaton, under, limit, requirement, _requested, _served(_requested))


def refined_orchestration(
    automaton: Automaton,
    requirement: Requirement = agreement,
    *,
    under: Properties = (),
    limit: int | None = None,
) -> Synthesis:
    """The orchestration in which a lazy request waits for its match while its principal idles."""
    _refuse(automaton, "an orchestration", "necessary offers", _is_necessary(LabelKind.OFFER), _OFFERS)
    return _synthesis(automaton, under, limit, requirement, _requested, _unmatched_later, waits=True)


def choreography(
    automaton: Automaton,
    requirement: Requirement = strong_agreement,
    *,
    under: Properties = (),
    limit: int | None = None,
) -> Synthesis:
    """The choreography, which principals realise without an orchestrator.

    While a transition violates the branching condition, the least such transition (in the order of the text
    of a file) is dropped and the synthesis goes on.
    """
    _refuse(automaton, "a choreography", "necessary requests", _is_necessary(LabelKind.REQUEST), _REQUESTS)
    found = _synthesis(automaton, under, limit, requirement, _offered, _served(_offered))
    if not found.fixpoint.empty:
        branching = Branching(found.fixpoint)
        while not found.fixpoint.empty and (violation := branching.least_violation()) is not None:
            found.fixpoint.cut_off(violation)
            found.fixpoint.run()
    return found


def _synthesis(
    plant: Automaton,
    under: Properties,
    limit: int | None,
    requirement: Requirement,
    need: Need,
    unserved: Unserved,
    *,
    waits: bool = False,
) -> Synthesis:
    """The synthesis in lockstep with each property, in the order of their texts, each once."""
    by_text = {data_text(prop): prop for prop in ([under] if isinstance(under, Automaton) else under)}
    properties = tuple(by_text[text] for text in sorted(by_text))
    given = plant
    for prop in properties:
        given = lockstep(given, prop, refused=True, limit=limit)
    fixpoint = Fixpoint(given, requirement, unserved)
    fixpoint.run()
    return Synthesis(plant, properties, given, fixpoint, need, waits)


_LAZY = "make them urgent or permitted, or synthesise an orchestration or a choreography"
_OFFERS = "make them permitted, or synthesise the most permissive controller or a choreography"
_REQUESTS = "make them permitted, or synthesise the most permissive controller or an orchestration"


def _refuse(
    automaton: Automaton, what: str, kinds: str, refused: Callable[[Automaton, int], bool], help: str
) -> None:
    require_contract(automaton)
    for t, modality in enumerate(automaton.modalities):
        if modality and refused(automaton, t):
            where = str(automaton.transition(t))
            raise Unsuitable(f"{kinds} have no place in {what}", where=where, hint=help)


def _is_necessary(kind: LabelKind) -> Callable[[Automaton, int], bool]:
    return lambda automaton, t: automaton.labels[automaton.label_numbers[t]].kind is kind


def _requested(automaton: Automaton, t: int) -> Hashable:
    """The requester, its basic state and its request; ``None`` if the label has no request."""
    label = automaton.labels[automaton.label_numbers[t]]
    if label.request is None:
        return None
    return label.requester, automaton.basic(automaton.sources[t], label.requester), label.request


def _offered(automaton: Automaton, t: int) -> Hashable:
    """The offerer, the state and the offer; ``None`` if the label has no offer."""
    label = automaton.labels[automaton.label_numbers[t]]
    return None if label.offer is None else (automaton.sources[t], label.offerer, label.offer)


def _no_lazy(fixpoint: Fixpoint) -> Callable[[], list[int]]:
    return list


def _served(need: Need) -> Unserved:
    return lambda fixpoint: Served(fixpoint, need).unserved


def _unmatched_later(fixpoint: Fixpoint) -> Callable[[], list[int]]:
    modalities = fixpoint.automaton.modalities
    lazy = [t for t, modality in enumerate(modalities) if modality == Modality.LAZY]
    return lambda: _impatient(fixpoint, [t for t in lazy if not fixpoint.kept[t]])


def _impatient(fixpoint: Fixpoint, waiting: list[int]) -> list[int]:
    """Those of the lazy requests `waiting` that cannot reach a match while their principal idles."""
    automaton = fixpoint.automaton
    if not waiting:
        return []
    matches: dict[Hashable, set[int]] = {}
    for t, number in enumerate(automaton.label_numbers):
        if automaton.labels[number].kind is LabelKind.MATCH and fixpoint.stands(t):
            matches.setdefault(_requested(automaton, t), set()).add(automaton.sources[t])
    patient: dict[Hashable, set[int]] = {}
    unserved = []
    for t in waiting:
        wanted = _requested(automaton, t)
        if wanted in matches and wanted not in patient:
            requester = automaton.labels[automaton.label_numbers[t]].requester
            patient[wanted] = _reaching(fixpoint, matches[wanted], requester)
        if automaton.sources[t] not in patient.get(wanted, ()):
            unserved.append(t)
    return unserved


def _reaching(fixpoint: Fixpoint, goals: set[int], idler: int) -> set[int]:
    """The states that reach one of `goals` by remaining transitions in which `idler` idles."""
    automaton = fixpoint.automaton
    idle = [not label.movers >> idler & 1 for label in automaton.labels]
    found = list(goals)
    met = set(goals)
    for s in found:
        for t in automaton.incoming[s]:
            if idle[automaton.label_numbers[t]] and automaton.sources[t] not in met and fixpoint.stands(t):
                met.add(automaton.sources[t])
                found.append(automaton.sources[t])
    return met
