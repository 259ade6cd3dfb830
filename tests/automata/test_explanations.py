"""What an explanation says is true, and it ends at something that no choice can change."""

from __future__ import annotations

import os
from random import Random

import pytest

from noughts.automata import transition as labels
from noughts.automata.data_file import parse_data
from noughts.automata.explain import Explanation, Fate, Link, Obstacle, why, why_empty, why_idle
from noughts.automata.refusal import Unsuitable
from noughts.automata.synthesise import Synthesis, choreography, mpc, orchestration, refined_orchestration
from noughts.automata.transition import Modality, State, Transition
from tests.automata import oracle
from tests.automata.systems import a_property, automaton, principals, system, turned

SYSTEMS = int(os.environ.get("NOUGHTS_FUZZ_SYSTEMS", "200")) // 4
SYNTHESES = {mpc: " U", orchestration: " ULL", refined_orchestration: " ULL", choreography: "  UL"}


@pytest.mark.parametrize("synthesis", SYNTHESES)
def test_every_state_is_explained(synthesis: type) -> None:
    for seed in range(SYSTEMS):
        random = Random(seed)
        operands = principals(random, SYNTHESES[synthesis])
        if synthesis is choreography:
            operands = list(map(turned, operands))
        whole = oracle.compose(operands)
        requirement = random.choice((labels.agreement, labels.strong_agreement))
        try:
            found: Synthesis = synthesis(automaton(whole), requirement)
        except Unsuitable:
            continue
        kept = set() if found.automaton is None else set(found.automaton.states)
        for state in whole.states:
            explanation = why(found, state)
            assert (explanation.links[0].fate is Fate.STAYS) == (state in kept), seed
            _true(explanation, whole, requirement, synthesis)
            assert str(explanation)


@pytest.mark.parametrize("synthesis", SYNTHESES)
def test_every_state_under_properties_is_explained(synthesis: type) -> None:
    """Where a property is in the way, it cannot follow; the rest is as without."""
    blamed = idle = 0
    for seed in range(SYSTEMS):
        random = Random(seed)
        operands = principals(random, random.choice((" ", SYNTHESES[synthesis])))
        if synthesis is choreography:
            operands = list(map(turned, operands))
        whole, rules = oracle.compose(operands), [a_property(random) for _ in range(random.choice((1, 2)))]
        requirement = random.choice((labels.agreement, labels.strong_agreement, labels.anything))
        try:
            found: Synthesis = synthesis(automaton(whole), requirement, under=map(automaton, rules))
        except Unsuitable:
            continue
        given, names = system(found.given), len(whole.initial)
        properties = [system(prop) for prop in found.properties]
        kept = set() if found.automaton is None else set(found.automaton.states)
        told = [why(found, state) for state in given.states]
        if found.automaton is not None and not found.automaton.transition_count:
            told.append(why_idle(found))
            assert told[-1].links[0].fate is Fate.IDLE
            idle += 1
        for explanation in told:
            first = explanation.links[0]
            assert (first.fate in (Fate.STAYS, Fate.IDLE)) == (first.state in kept), seed
            _true(explanation, given, requirement, synthesis)
            for link in explanation.links:
                if link.obstacle is Obstacle.PROPERTY:
                    assert _is_refused(link, properties, names), seed
                    blamed += 1
    assert blamed > 0
    assert idle > 0


def _is_refused(link: Link, properties: list[oracle.System], names: int) -> bool:
    """Whether some property cannot follow the transition that is said to be in its way."""
    assert link.blocked is not None
    source, label, target, _ = _step(link.blocked)
    return any(
        "violated" in target[names + k] and not oracle.after(prop, (source[names + k],), label[:names])
        for k, prop in enumerate(properties)
    )


def _true(
    explanation: Explanation, whole: oracle.System, requirement: labels.Requirement, synthesis: object
) -> None:
    here: State = whole.initial
    for step in explanation.path:
        assert step.source == here
        assert _step(step) in whole.steps
        here = step.target
    for k, link in enumerate(explanation.links):
        following = explanation.links[k + 1] if k + 1 < len(explanation.links) else None
        _link(link, following, whole, requirement, synthesis)


def _link(
    link: Link,
    following: Link | None,
    whole: oracle.System,
    requirement: labels.Requirement,
    synthesis: object,
) -> None:
    blocked = link.blocked
    assert (blocked is None) == (link.obstacle is None)
    assert blocked is None or _step(blocked) in whole.steps
    _shortest(link, whole)
    if link.fate is Fate.NECESSARY:
        assert blocked is not None
        assert blocked.source == link.state
        assert blocked.modality is not Modality.PERMITTED
        assert (link.rival is None) or blocked.modality is Modality.LAZY
    if link.rival is not None and blocked is not None:
        assert link.rival.label.kind is labels.LabelKind.MATCH
        i = blocked.label.requester
        same_request = (link.rival.label.request, link.rival.source[i]) == (
            blocked.label.request,
            blocked.source[i],
        )
        same_offer = (link.rival.label.offer, link.rival.source) == (blocked.label.offer, blocked.source)
        assert same_offer if synthesis is choreography else same_request
        assert requirement(link.rival.label)
        if synthesis is refined_orchestration:
            idle = {t for t in whole.steps if t[1][i] == "-"}
            assert link.rival.source in oracle.reachable(blocked.source, idle)
    if link.fate is Fate.DEAD_END and not link.beyond:
        ahead = oracle.reachable(link.state, whole.steps)
        assert any(map(whole.is_final, ahead)) == (blocked is not None)
    if link.fate is Fate.UNREACHED and blocked is None:
        assert link.state not in oracle.reachable(whole.initial, whole.steps)
    if link.obstacle is Obstacle.REQUIREMENT:
        assert blocked is not None
        assert not requirement(blocked.label)
    if following is None:
        assert link.obstacle is not Obstacle.TARGET or link.rival is not None
    elif link.rival is not None:
        assert following.state in (link.rival.source, link.rival.target)
    else:
        assert link.obstacle is Obstacle.TARGET
        assert blocked is not None
        assert following.state == blocked.target


def _shortest(link: Link, whole: oracle.System) -> None:
    """What a shortest way is said to need is on one."""
    if link.blocked is None or link.beyond or link.fate not in (Fate.DEAD_END, Fate.UNREACHED):
        return
    begin, goal = (
        (link.state, whole.is_final) if link.fate is Fate.DEAD_END else (whole.initial, link.state.__eq__)
    )
    ahead = oracle.distance(whole, begin, link.blocked.source.__eq__)
    assert ahead + 1 + oracle.distance(whole, link.blocked.target, goal) == oracle.distance(
        whole, begin, goal
    )


def _step(step: Transition) -> oracle.Step:
    mark = {Modality.PERMITTED: "", Modality.URGENT: "U", Modality.LAZY: "L"}[step.modality]
    return step.source, tuple(map(str, step.label.actions)), step.target, mark


def test_an_explanation_in_words() -> None:
    """A lazy request that is served nowhere that remains: the match there was comes to a bad end."""
    lines = """\
Rank: 2
Initial state: [0, 0]
Final states: [[0, 1][0, 2]]
Transitions:
!L([0, 0],[?a, -],[1, 0])
([0, 0],[-, !go],[0, 2])
([0, 2],[?a, !a],[1, 2])
!U([1, 2],[?b, -],[1, 2])
"""
    found = orchestration(parse_data(lines.splitlines(keepends=True)))
    assert (
        str(why_empty(found))
        == """\
[0, 0] is removed: it must be able to do, if not elsewhere then here,
  !L [0, 0] --[?a, -]--> [1, 0]
but the requirement does not allow it.
A match that would have served is removed too:
  [0, 2] --[?a, !a]--> [1, 2]
[1, 2] is removed: it cannot prevent
  !U [1, 2] --[?b, -]--> [1, 2]
and the requirement does not allow it.
The path there:
  [0, 0] --[-, !go]--> [0, 2]
  [0, 2] --[?a, !a]--> [1, 2]
  !U [1, 2] --[?b, -]--> [1, 2]"""
    )
    assert str(why(found, ("1", "0"))).startswith("[1, 0] is removed: the shortest path to it needs")


CUT_OFF = """\
Rank: 3
Initial state: [p, p, p]
Final states: [[q][p][p, q, r]]
Transitions:
([p, p, p],[-, -, ?b],[p, p, q])
([p, p, q],[!a, ?a, -],[q, r, q])
([p, p, q],[-, -, !b],[p, p, r])
([p, p, r],[!a, ?a, -],[q, r, r])
([q, r, q],[-, ?b, !b],[q, p, r])
([q, r, r],[-, ?b, -],[q, p, r])
"""


def test_what_is_missing_is_what_was_missing_then() -> None:
    """A state is cut off before the first transition on the way to it goes, too: the reason is the second."""
    found = choreography(parse_data(CUT_OFF.splitlines(keepends=True)), labels.anything)
    told = str(why(found, ("q", "r", "q")))
    assert told.startswith(
        "[q, r, q] is removed: the shortest path to it needs\n"
        "  [p, p, q] --[!a, ?a, -]--> [q, r, q]\n"
        "but the branching condition forbids it.\n"
    )


def test_a_match_that_its_principal_would_have_had_to_leave_for_serves_nobody() -> None:
    """A refined orchestration waits while the requester idles; elsewhere the same match is no rival."""
    lines = """\
Rank: 2
Initial state: [0, 0]
Final states: [[9][9]]
Transitions:
!L([0, 0],[?a, !a],[1, 0])
([0, 0],[?go, !go],[2, 1])
([2, 1],[?back, !back],[0, 1])
([0, 1],[?a, !a],[1, 1])
([0, 1],[?end, !end],[9, 9])
"""
    found = refined_orchestration(parse_data(lines.splitlines(keepends=True)))
    told = why_empty(found)
    assert (told.links[0].state, told.links[0].rival) == (("0", "0"), None)
    assert "and nothing that remains serves in its place" in str(told)
    assert orchestration(parse_data(lines.splitlines(keepends=True))).automaton is None


def test_a_lazy_request_that_nobody_serves() -> None:
    lines = "Rank: 1\nInitial state: [0]\nFinal states: [[0]]\nTransitions:\n!L([0],[?a],[0])\n"
    found = orchestration(parse_data(lines.splitlines(keepends=True)))
    assert "but the requirement does not allow it, and nothing that remains serves" in str(why_empty(found))
