"""Synthesis: the largest part of an automaton in which everything necessary is done, everything that
happens is allowed, and a final state can always be reached (LMCS 16(2:9) 2020, §5).

Three instances of `noughts.automata.fixpoint`, which differ in when a lazy transition is forbidden:

=====================  ==============================================================================
most permissive        lazy transitions are refused
controller (mpc)
orchestration          when no match that stands lets the same requester, in the same basic state, make
                       the same request; *refined* (JLAMP 141 (2024) 100998): none that is reachable
                       from the source while the requester idles
choreography           when no match that stands, from the same source, lets the same offerer make the
                       same offer; and then the *branching condition*
=====================  ==============================================================================

Each may be made under properties: then the automaton is first put in lockstep with each of them.  They become
further principals, in the order of their texts, so the order in which they are given does not matter.

A game, which need not end, has `safety` in place of the first.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from noughts.automata.automaton import Automaton
from noughts.automata.branching import Branching
from noughts.automata.draft import require_contract
from noughts.automata.fixpoint import Fixpoint, Unserved
from noughts.automata.label import LabelKind, Requirement, agreement, anything, strong_agreement
from noughts.automata.lockstep import lockstep, violation
from noughts.automata.refusal import Unsuitable
from noughts.automata.served import Need, Served
from noughts.automata.split import split
from noughts.automata.transition import Modality
from noughts.automata.write_data import data_text

Properties: TypeAlias = Automaton | Iterable[Automaton]
"""One property, or several that all hold."""


@dataclass(frozen=True)
class Synthesis:
    """What a synthesis found, and enough to say why.

    `given` is the automaton it worked on: `plant` in lockstep with the `properties`, if there are any; `need`
    tells what a transition needs or gives: a match serves a lazy transition if theirs are the same, and,
    where the requester `waits`, if the match is reached while it idles.
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
        """The principals that properties became, each with its basic state of violation if that occurs."""
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
    _refuse(automaton, "the most permissive controller", "lazy transitions", _is_lazy, _LAZY)
    return _synthesis(_under(automaton, under, limit), requirement, _requested, _no_lazy)


def safety(automaton: Automaton) -> Synthesis:
    """The most permissive controller that need not reach a final state: in every other one it has a move."""
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
    """The orchestration: a lazy request must be matched somewhere, from the same state of its principal."""
    _refuse(automaton, "an orchestration", "necessary offers", _is_necessary(LabelKind.OFFER), _OFFERS)
    return _synthesis(_under(automaton, under, limit), requirement, _requested, _unmatched)


def refined_orchestration(
    automaton: Automaton,
    requirement: Requirement = agreement,
    *,
    under: Properties = (),
    limit: int | None = None,
) -> Synthesis:
    """The orchestration in which a lazy request waits for its match while its principal idles."""
    _refuse(automaton, "an orchestration", "necessary offers", _is_necessary(LabelKind.OFFER), _OFFERS)
    return _synthesis(_under(automaton, under, limit), requirement, _requested, _unmatched_later, waits=True)


def choreography(
    automaton: Automaton,
    requirement: Requirement = strong_agreement,
    *,
    under: Properties = (),
    limit: int | None = None,
) -> Synthesis:
    """The choreography: principals that realise it alone, without an orchestrator.

    While a transition violates the branching condition, the least such transition (in the order of the text
    of a file) is dropped and the synthesis goes on.
    """
    _refuse(automaton, "a choreography", "necessary requests", _is_necessary(LabelKind.REQUEST), _REQUESTS)
    found = _synthesis(_under(automaton, under, limit), requirement, _offered, _unmet)
    if not found.fixpoint.empty:
        branching = Branching(found.fixpoint)
        while not found.fixpoint.empty and (violation := branching.least_violation()) is not None:
            found.fixpoint.cut_off(violation)
            found.fixpoint.run()
    return found


def splitting_orchestration(
    principals: Iterable[Automaton],
    requirement: Requirement = agreement,
    *,
    under: Properties = (),
    limit: int | None = None,
) -> Synthesis:
    """The mpc of the composition of the principals with their lazy requests split (JLAMP 2024)."""
    from noughts.automata.compose import compose

    parts = [split(principal) for principal in principals]
    whole = compose(parts, requirement=requirement, limit=limit)
    return mpc(whole, requirement, under=under, limit=limit)


@dataclass(frozen=True)
class _Given:
    """What a synthesis works on, and what it was made of."""

    plant: Automaton
    properties: tuple[Automaton, ...]
    automaton: Automaton


def _under(plant: Automaton, under: Properties, limit: int | None) -> _Given:
    """The automaton in lockstep with each property, in the order of their texts, each once."""
    several = [under] if isinstance(under, Automaton) else under
    by_text = {data_text(prop): prop for prop in several}
    properties = tuple(by_text[text] for text in sorted(by_text))
    automaton = plant
    for prop in properties:
        automaton = lockstep(automaton, prop, refused=True, limit=limit)
    return _Given(plant, properties, automaton)


def _synthesis(
    given: _Given, requirement: Requirement, need: Need, unserved: Unserved, *, waits: bool = False
) -> Synthesis:
    fixpoint = Fixpoint(given.automaton, requirement, unserved)
    fixpoint.run()
    return Synthesis(given.plant, given.properties, given.automaton, fixpoint, need, waits)


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


def _is_lazy(automaton: Automaton, t: int) -> bool:
    return automaton.modalities[t] == Modality.LAZY


def _is_necessary(kind: LabelKind) -> Callable[[Automaton, int], bool]:
    return lambda automaton, t: automaton.labels[automaton.label_numbers[t]].kind is kind


def _requested(automaton: Automaton, t: int) -> Hashable:
    """Who requests what in which basic state; ``None`` if nobody requests anything."""
    label = automaton.labels[automaton.label_numbers[t]]
    if label.request is None:
        return None
    return label.requester, automaton.basic(automaton.sources[t], label.requester), label.request


def _offered(automaton: Automaton, t: int) -> Hashable:
    """Who offers what in which state; ``None`` if nobody offers anything."""
    label = automaton.labels[automaton.label_numbers[t]]
    return None if label.offer is None else (automaton.sources[t], label.offerer, label.offer)


def _standing_matches(fixpoint: Fixpoint) -> Iterable[int]:
    labels, numbers = fixpoint.automaton.labels, fixpoint.automaton.label_numbers
    return (t for t, n in enumerate(numbers) if labels[n].kind is LabelKind.MATCH and fixpoint.stands(t))


def _no_lazy(fixpoint: Fixpoint) -> Callable[[], list[int]]:
    return list


def _unmatched(fixpoint: Fixpoint) -> Callable[[], list[int]]:
    return Served(fixpoint, _requested).unserved


def _unmet(fixpoint: Fixpoint) -> Callable[[], list[int]]:
    return Served(fixpoint, _offered).unserved


def _unmatched_later(fixpoint: Fixpoint) -> Callable[[], list[int]]:
    modalities = fixpoint.automaton.modalities
    lazy = [t for t, modality in enumerate(modalities) if modality == Modality.LAZY]
    return lambda: _impatient(fixpoint, [t for t in lazy if not fixpoint.kept[t]])


def _impatient(fixpoint: Fixpoint, waiting: list[int]) -> list[int]:
    """Which of the lazy requests `waiting` have no match to wait for while their principal idles."""
    automaton = fixpoint.automaton
    if not waiting:
        return []
    matches: dict[Hashable, set[int]] = {}
    for t in _standing_matches(fixpoint):
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
    """The states that reach one of `goals` by standing transitions in which `idler` idles."""
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
