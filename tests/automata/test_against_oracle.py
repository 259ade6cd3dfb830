"""Every operation on random systems, against the definitions."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import permutations, product
from random import Random

import pytest

from noughts.automata import transition as labels
from noughts.automata.automaton import Automaton
from noughts.automata.compose import Composition, compose
from noughts.automata.data_file import data_text, parse_data
from noughts.automata.derived import disjoint_union, project, project_with_addresses
from noughts.automata.lockstep import Follower, lockstep, model_check
from noughts.automata.refusal import Unsuitable
from noughts.automata.synthesise import (
    Synthesis,
    choreography,
    mpc,
    orchestration,
    refined_orchestration,
    split,
)
from noughts.automata.transition import Label, Requirement
from tests.automata import oracle
from tests.automata.systems import (
    a_property,
    automaton,
    named,
    named_system,
    principal,
    principals,
    system,
    turned,
)

SYSTEMS = int(os.environ.get("NOUGHTS_FUZZ_SYSTEMS", "200"))
"""How many random systems each operation is tried on; more, by this variable of the environment."""


def no_b(given: Label) -> bool:
    return not any(str(a).endswith("b") for a in given.actions)


REQUIREMENTS: list[tuple[Requirement, oracle.Allowed]] = [
    (labels.agreement, oracle.agreement),
    (labels.strong_agreement, oracle.strong_agreement),
    (labels.anything, oracle.anything),
    (no_b, oracle.no_b),
]


def cases(count: int = SYSTEMS) -> Iterator[tuple[int, Random]]:
    for seed in range(count):
        yield seed, Random(seed)


def outcome(made: Callable[[], Synthesis]) -> object:
    try:
        return named(made().automaton)
    except Unsuitable:
        return "refused"


def refusable(made: Callable[[], Automaton]) -> object:
    try:
        return named(made())
    except Unsuitable:
        return "refused"


def expected(made: Callable[[], oracle.System | None]) -> object:
    try:
        return named_system(made())
    except oracle.Refused:
        return "refused"


def test_composition() -> None:
    for seed, random in cases():
        operands = principals(random, " UL")
        if random.random() < 0.2:  # operands of a higher rank
            operands = [oracle.compose(operands[:2]), *operands[2:], principal(random, modalities=" UL")]
        found = compose(list(map(automaton, operands)))
        assert named(found) == named_system(oracle.compose(operands)), seed


def test_a_bounded_composition_is_the_near_part_and_goes_on() -> None:
    for seed, random in cases(SYSTEMS // 4):
        operands = principals(random, " UL")
        automata = list(map(automaton, operands))
        composition = Composition(automata)
        whole = oracle.compose(operands)
        near: set[oracle.Step] = set()
        states = {whole.initial}
        for bound in range(4):
            composition.explore(bound)
            here = oracle.System(whole.initial, whole.final, whole.committed, frozenset(near))
            assert named(composition.automaton()) == named_system(here), seed
            assert named(compose(automata, bound=bound)) == named_system(here), seed
            near |= {t for t in whole.steps if t[0] in states}
            states |= {t[2] for t in near}
        composition.explore()
        assert composition.complete
        assert named(composition.automaton()) == named_system(whole), seed


SYNTHESES: dict[str, tuple[str, Callable[..., Synthesis], Callable[..., oracle.System | None]]] = {
    "mpc": (" U", mpc, oracle.mpc),
    "orchestration": (" ULL", orchestration, oracle.orchestration),
    "refined": (" ULL", refined_orchestration, lambda s, r: oracle.orchestration(s, r, refined=True)),
    "choreography": ("  UL", choreography, oracle.choreography),
}


@pytest.mark.parametrize("name", SYNTHESES)
def test_synthesis(name: str) -> None:
    """As defined; and the same if the composition was pruned, unless the whole is refused."""
    modalities, ours, theirs = SYNTHESES[name]
    sizes = []
    for seed, random in cases():
        operands = principals(random, modalities)
        if name == "choreography":
            operands = list(map(turned, operands))
        automata = list(map(automaton, operands))
        requirement, allowed = random.choice(REQUIREMENTS[:2] if random.random() < 0.7 else REQUIREMENTS)
        whole = oracle.compose(operands)
        wanted = expected(lambda: theirs(whole, allowed))  # noqa: B023  called at once
        assert outcome(lambda: ours(compose(automata), requirement)) == wanted, seed  # noqa: B023
        if wanted != "refused":
            pruned = compose(automata, requirement=requirement)
            assert named(ours(pruned, requirement).automaton) == wanted, seed
        sizes.append(-1 if wanted == "refused" else 0 if wanted is None else 1)
    shares = [sizes.count(k) / len(sizes) for k in (-1, 0, 1)]
    assert shares[0] < 0.8, shares
    assert shares[1] > 0.05, shares
    assert shares[2] > 0.05, shares


@pytest.mark.parametrize("name", SYNTHESES)
def test_synthesis_under_a_property(name: str) -> None:
    modalities, ours, theirs = SYNTHESES[name]
    for seed, random in cases(SYSTEMS // 2):
        operands = principals(random, modalities)
        if name == "choreography":
            operands = list(map(turned, operands))
        prop = a_property(random)
        requirement, allowed = random.choice(REQUIREMENTS)
        whole = oracle.compose(operands)

        def by_definition() -> oracle.System | None:
            theirs(whole, allowed)  # noqa: B023  refuses what is to be refused
            return theirs(oracle.lockstep(whole, prop), allowed)  # noqa: B023

        given = automaton(whole)
        found = outcome(lambda: ours(given, requirement, under=automaton(prop)))  # noqa: B023
        assert found == expected(by_definition), seed


@pytest.mark.parametrize("name", SYNTHESES)
def test_several_properties_hold_together_in_any_order(name: str) -> None:
    """In lockstep with each, and the same bytes whichever comes first or twice."""
    modalities, ours, theirs = SYNTHESES[name]
    kept = 0
    for seed, random in cases(SYSTEMS // 4):
        operands = principals(random, random.choice((" ", modalities)))
        if name == "choreography":
            operands = list(map(turned, operands))
        rules = [a_property(random) for _ in range(random.choice((2, 2, 3)))]
        requirement, allowed = random.choice(REQUIREMENTS)
        whole = oracle.compose(operands)
        in_order = sorted({data_text(automaton(rule)): rule for rule in rules}.items())

        def by_definition() -> oracle.System | None:
            theirs(whole, allowed)  # noqa: B023  refuses what is to be refused
            together = whole  # noqa: B023
            for _, rule in in_order:  # noqa: B023
                together = oracle.lockstep(together, rule)
            return theirs(together, allowed)  # noqa: B023

        given, wanted = automaton(whole), expected(by_definition)
        for given_rules in (*permutations(rules), (*rules, rules[0])):
            under = list(map(automaton, given_rules))
            assert outcome(lambda: ours(given, requirement, under=under)) == wanted, seed  # noqa: B023
        kept += wanted not in (None, "refused")
    assert kept > 0


def test_the_words_under_several_properties_are_those_of_each() -> None:
    """What ends well under them all is what ends well in the automaton and in every property."""
    met = 0
    for seed, random in cases(SYSTEMS // 4):
        whole = oracle.compose(principals(random, " "))
        rules = [a_property(random) for _ in range(2)]
        made = mpc(automaton(whole), labels.anything, under=list(map(automaton, rules))).automaton
        found = set() if made is None else {_plain(word) for word in oracle.words(system(made), 4)}
        wanted = {
            word
            for word in oracle.words(whole, 4)
            if all(oracle.follows_to_the_end(rule, word) for rule in rules)
        }
        assert found == wanted, seed
        met += len(wanted) > 0
    assert met > SYSTEMS // 50


def _plain(word: tuple[oracle.Label, ...]) -> tuple[oracle.Label, ...]:
    """The word without the idle actions of two properties."""
    return tuple(actions[:-2] for actions in word)


def test_lockstep() -> None:
    for seed, random in cases(SYSTEMS // 2):
        whole, prop = oracle.compose(principals(random, " UL")), a_property(random)
        wanted = named_system(oracle.lockstep(whole, prop))
        assert named(lockstep(automaton(whole), automaton(prop))) == wanted, seed


def test_a_property_does_not_see_internal_steps_that_it_does_not_name() -> None:
    """Steps that nobody else sees change no verdict, wherever they are put in."""
    for seed, random in cases(SYSTEMS // 4):
        quick, prop = oracle.compose(principals(random, " UL")), a_property(random)
        rank = len(quick.initial)
        thinking = ("tau_think", *["-"] * (rank - 1))
        before = {s: (s[0] + "~", *s[1:]) for s in quick.states if random.random() < 0.5}
        steps = {(before.get(s, s), a, t, m) for s, a, t, m in quick.steps}
        steps |= {(s, thinking, b, "") for s, b in before.items()}
        slow = oracle.System(quick.initial, quick.final, quick.committed, frozenset(steps))
        wanted = oracle.holds(quick, prop)
        assert model_check(automaton(slow), automaton(prop)).holds == wanted, seed


def test_splitting_orchestration() -> None:
    for seed, random in cases():
        operands = principals(random, " UL")
        whole = oracle.compose(list(map(oracle.split, operands)))
        wanted = expected(lambda: oracle.mpc(whole, oracle.agreement))  # noqa: B023
        automata = list(map(automaton, operands))
        assert [named(split(a)) for a in automata] == [named_system(oracle.split(o)) for o in operands]
        if wanted != "refused":
            made = compose(list(map(split, automata)), requirement=labels.agreement)
            assert outcome(lambda: mpc(made)) == wanted, seed  # noqa: B023


def test_split_requests_are_told_apart() -> None:
    """Whatever the names of states and actions have in them."""
    lines = (
        "Rank: 1\nInitial state: [p]\nFinal states: [[r]]\nTransitions:\n"
        "!L([p],[?a>q],[r])\n!L([p],[?a],[q>r])\n([q>r],[!b],[r])\n"
    )
    given = split(parse_data(lines.splitlines()))
    assert given.state_count == 5
    after = {(t.source, str(t.label)): t.target for t in given.transitions}
    assert after[after[("p",), "[tau_a>q]"], "[?a>q]"] == ("r",)
    assert after[after[("p",), "[tau_a]"], "[?a]"] == ("q>r",)


def test_splitting_orchestration_under_a_property() -> None:
    """As defined, and the split requests do not empty it: what a property allows of both is kept.

    Few of them are kept, one of five hundred, so more are tried.
    """
    kept = 0
    for seed, random in cases(2 * max(SYSTEMS, 600)):
        operands, prop = principals(random, " LL"), a_property(random)
        automata, rule = list(map(automaton, operands)), automaton(prop)
        whole = oracle.compose(list(map(oracle.split, operands)))

        def by_definition() -> oracle.System | None:
            oracle.mpc(whole, oracle.agreement)  # noqa: B023  refuses what is to be refused
            return oracle.mpc(oracle.lockstep(whole, prop), oracle.agreement)  # noqa: B023

        wanted = expected(by_definition)
        if wanted != "refused":
            made = compose(list(map(split, automata)), requirement=labels.agreement)
            found = outcome(lambda: mpc(made, under=rule))  # noqa: B023
            assert found == wanted, seed
            kept += _decides(by_definition(), prop)
    assert kept > 0


def _decides(system: oracle.System | None, prop: oracle.System) -> bool:
    """Whether some principal decides on a request in it, unseen by the property."""
    named = {step[1] for step in prop.steps}
    taus = {(a,) for step in system.steps if step[3] == "U" for a in step[1]} if system else set()
    return any(oracle.sign(a) == "tau" for (a,) in taus - named)


def test_projection() -> None:
    for seed, random in cases(SYSTEMS // 4):
        whole = oracle.compose(principals(random, " UL"))
        given = automaton(whole)
        for i in range(given.rank):
            assert named(project(given, i)) == named_system(oracle.project(whole, i)), seed
            wanted = expected(lambda: oracle.project(whole, i, addressed=True))  # noqa: B023
            assert refusable(lambda: project_with_addresses(given, i)) == wanted, seed  # noqa: B023


def test_a_choreography_is_what_its_projections_do_together() -> None:
    """No more and no less, exactly if its transitions recombine; they do if each principal's projection says
    of every action where it leads, and every internal step is its principal's own affair."""
    kept = []
    for seed, random in cases():
        modalities = random.choice((" ", " ", " UL"))
        operands = [turned(principal(random, modalities=modalities)) for _ in range(random.choice((2, 3, 3)))]
        try:
            made = choreography(compose(list(map(automaton, operands)))).automaton
        except Unsuitable:
            continue
        if made is None:
            continue
        parts = [project_with_addresses(made, i) for i in range(made.rank)]
        again = oracle.standing_alone([system(part) for part in parts])
        same = named_system(_without_addresses(again)) == named(made)
        assert same == oracle.recombines(system(made)), seed
        if all(map(_one_way, parts)) and _thinks_freely(made):
            assert same, seed
        if same:
            whole = oracle.compose([system(part) for part in parts])
            alone = [t for t in whole.steps if t[0] in again.states and oracle.kind(t[1]) == "offer"]
            assert not alone, seed
        if made.transition_count:
            kept.append(same)
    assert len(kept) > SYSTEMS // 50
    assert sum(kept) > 0.8 * len(kept)


def _without_addresses(given: oracle.System) -> oracle.System:
    steps = {(s, tuple(x.split("@")[-1] for x in a), t, m) for s, a, t, m in given.steps}
    return oracle.System(given.initial, given.final, given.committed, frozenset(steps))


def _one_way(part: Automaton) -> bool:
    """Whether every action leads from every state to one other, with one modality."""
    ways = {(t.source, t.label) for t in part.transitions}
    return len(ways) == part.transition_count


def _thinks_freely(made: Automaton) -> bool:
    """Whether every internal step can be made wherever its principal is where it is made somewhere, unless
    a committed state is in the way."""
    given = system(made)
    taus = [t for t in given.steps if oracle.kind(t[1]) == "tau"]
    for (source, label, _, _), state in product(taus, given.states):
        i = oracle.who(label, "tau")
        assert i is not None
        bound = [k for k, q in enumerate(state) if q in given.committed[k]]
        free = bound in ([], [i])
        if state[i] == source[i] and free and not any(u[:2] == (state, label) for u in given.steps):
            return False
    return True


def test_union() -> None:
    for seed, random in cases(SYSTEMS // 4):
        rank = random.choice((1, 2))
        made = [
            oracle.compose([principal(random, modalities=" UL") for _ in range(rank)])
            for _ in range(random.choice((1, 2, 3)))
        ]
        assert named(disjoint_union(list(map(automaton, made)))) == named_system(oracle.union(made)), seed


def test_model_checking() -> None:
    """A property that holds follows every path; one that does not breaks at the end of the path given."""
    verdicts = []
    for seed, random in cases(SYSTEMS // 2):
        whole, rule = oracle.compose(principals(random, " UL")), a_property(random)
        given, prop = automaton(whole), automaton(rule)
        follower, verdict = Follower(prop), model_check(given, prop)
        assert verdict.holds == oracle.holds(whole, rule), seed
        verdicts.append(verdict.holds)
        if verdict:
            for _ in range(20):
                _walk(random, given, prop, follower)
            continue
        possible = {prop.start}
        for k, step in enumerate(verdict.path):
            assert step in set(given.transitions), seed
            assert step.source == (verdict.path[k - 1].target if k else given.initial), seed
            assert possible, seed
            possible = {q for p in possible for q in follower.after(p, step.label)}
        if verdict.unfinished:
            assert not any(prop.finals[p] for p in possible), seed
            assert (verdict.path[-1].target if verdict.path else given.initial) in given.final_states, seed
        else:
            assert not possible, seed
    assert 0.05 < sum(verdicts) / len(verdicts) < 0.95


def _walk(random: Random, given: Automaton, prop: Automaton, follower: Follower) -> None:
    """A random path, all the way followed by the property."""
    s, possible = given.start, {prop.start}
    for _ in range(10):
        assert possible
        assert not given.finals[s] or any(prop.finals[p] for p in possible)
        if not given.outgoing(s):
            return
        t = random.choice(given.outgoing(s))
        label = given.labels[given.label_numbers[t]]
        s, possible = given.targets[t], {q for p in possible for q in follower.after(p, label)}
