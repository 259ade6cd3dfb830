"""Random systems for the tests, and the two ways between the library's automata and the oracle's."""

from __future__ import annotations

from random import Random

from noughts.automata.automaton import Automaton
from noughts.automata.draft import Draft
from noughts.automata.transition import Modality, Transition, label
from tests.automata import oracle

MODALITY = {"": Modality.PERMITTED, "U": Modality.URGENT, "L": Modality.LAZY}
MARK = {modality: mark for mark, modality in MODALITY.items()}


def automaton(system: oracle.System) -> Automaton:
    draft = Draft(len(system.initial))
    for source, actions, target, modality in sorted(system.steps):
        draft.add(Transition(source, label(actions), target, MODALITY[modality]))
    return draft.finish(system.initial, system.final, system.committed)


def system(given: Automaton) -> oracle.System:
    """The way back."""
    steps = [
        (t.source, tuple(map(str, t.label.actions)), t.target, MARK[t.modality]) for t in given.transitions
    ]
    special = [(o.final, o.committed) for o in given.occurring]
    return oracle.System(
        given.initial, tuple(f for f, _ in special), tuple(c for _, c in special), frozenset(steps)
    )


def named(given: Automaton | None) -> object:
    """What two automata have in common if they are the same by name."""
    if given is None:
        return None
    steps = [
        (t.source, tuple(map(str, t.label.actions)), t.target, MARK[t.modality]) for t in given.transitions
    ]
    assert len(steps) == len(set(steps))
    return given.initial, set(given.states), set(given.final_states), set(steps), _committed(given)


def _committed(given: Automaton) -> set[tuple[int, str]]:
    return {(i, q) for i, o in enumerate(given.occurring) for q in o.committed}


def named_system(system: oracle.System | None) -> object:
    """The same of the oracle's."""
    if system is None:
        return None
    final = {s for s in system.states if system.is_final(s)}
    committed = {(i, q) for s in system.states for i, q in enumerate(s) if q in system.committed[i]}
    return system.initial, system.states, final, set(system.steps), committed


NAMES = ("a", "b")


def principal(
    random: Random, *, modalities: str, addresses: bool = False, taus: bool = True
) -> oracle.System:
    """Two or three states, one to five transitions, sometimes a committed state."""
    states = "pqr"[: random.choice((2, 2, 3))]
    steps = set()
    for _ in range(random.randint(1, 5)):
        action = random.choice("!?") + random.choice(NAMES)
        if addresses and random.random() < 0.5:
            action = random.choice(("s_r@", "r_s@")) + action
        if random.random() < 0.1:
            action = "tau_" + random.choice(NAMES)
        # most of what is necessary is a request, so that not everything is refused
        modality = random.choice(modalities) if "!" not in action or random.random() < 0.3 else " "
        steps.add(((random.choice(states),), (action,), (random.choice(states),), modality.strip()))
    committed = frozenset(random.sample(states, 1)) if random.random() < 0.2 else frozenset()
    final = frozenset(q for q in states if random.random() < 0.5) - committed
    if not final:
        final = frozenset(random.sample(sorted(set(states) - committed), 1))
    return oracle.System((states[0],), (final,), (committed,), frozenset(steps))


def principals(random: Random, modalities: str) -> list[oracle.System]:
    addresses = random.random() < 0.3
    return [
        principal(random, modalities=modalities, addresses=addresses) for _ in range(random.choice((2, 2, 3)))
    ]


def turned(system: oracle.System) -> oracle.System:
    """The system with offers for requests and the other way round."""
    steps = {(s, tuple(map(oracle.partner, a)), t, m) for s, a, t, m in system.steps}
    return oracle.System(system.initial, system.final, system.committed, frozenset(steps))


def a_property(random: Random) -> oracle.System:
    states = "uvw"[: random.choice((1, 2, 2, 3))]
    actions = ("a", "b", "a", "b", "!a", "?b", "tau_a")
    steps = {
        ((random.choice(states),), (random.choice(actions),), (random.choice(states),), "")
        for _ in range(random.randint(1, 6))
    }
    final = frozenset(q for q in states if random.random() < 0.6) or frozenset(states[0])
    return oracle.System((states[0],), (final,), (frozenset(),), frozenset(steps))
