"""The definitions themselves, short and slow, on names: what the library must agree with.

An automaton is its initial state, its final and its committed basic states by principal, and a set of
transitions (source, label, target, modality), the modality being "", "U" or "L", everything else tuples
of texts.  Nothing here imports the library.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import product

State = tuple[str, ...]
Label = tuple[str, ...]
Step = tuple[State, Label, State, str]
Allowed = Callable[[Label], bool]


@dataclass(frozen=True)
class System:
    initial: State
    final: tuple[frozenset[str], ...]
    committed: tuple[frozenset[str], ...]
    steps: frozenset[Step]

    def is_final(self, state: State) -> bool:
        return all(q in final for q, final in zip(state, self.final, strict=True))

    @property
    def states(self) -> set[State]:
        return {self.initial} | {s[0] for s in self.steps} | {s[2] for s in self.steps}


class Refused(Exception):
    pass


# Labels


def sign(action: str) -> str:
    """ "!", "?", "tau", "-" or "" (plain)."""
    if action == "-":
        return "-"
    if action.startswith("tau_"):
        return "tau"
    head = action.split("@")[-1][0]
    return head if head in "!?" else ""


def kind(label: Label) -> str:
    signs = {sign(a) for a in label}
    if "tau" in signs:
        return "tau"
    if {"!", "?"} <= signs:
        return "match"
    return "offer" if "!" in signs else "request"


def who(label: Label, wanted: str) -> int | None:
    return next((i for i, a in enumerate(label) if sign(a) == wanted), None)


def partner(action: str) -> str:
    return action.replace("!", "?") if "!" in action else action.replace("?", "!")


def agreement(label: Label) -> bool:
    return kind(label) != "request"


def strong_agreement(label: Label) -> bool:
    return kind(label) in ("match", "tau")


def anything(_: Label) -> bool:
    return True


def no_b(label: Label) -> bool:
    return not any(a.endswith("b") for a in label)


# Composition


def compose(operands: list[System]) -> System:
    initial = tuple(q for o in operands for q in o.initial)
    found: set[Step] = set()
    done: set[State] = set()
    todo = [initial]
    while todo:
        state = todo.pop()
        if state not in done:
            done.add(state)
            steps = enabled(operands, state)
            found |= steps
            todo += [step[2] for step in steps]
    return System(
        initial,
        tuple(f for o in operands for f in o.final),
        tuple(c for o in operands for c in o.committed),
        frozenset(found),
    )


def enabled(operands: list[System], state: State) -> set[Step]:
    bounds, at = [], 0
    for o in operands:
        bounds.append((at, at + len(o.initial)))
        at += len(o.initial)

    def joint(*movers: tuple[int, Step]) -> tuple[Label, State]:
        label, target = ["-"] * at, list(state)
        for k, step in movers:
            low, high = bounds[k]
            label[low:high], target[low:high] = step[1], step[2]
        return tuple(label), tuple(target)

    ready = [
        (k, step)
        for k, o in enumerate(operands)
        for step in o.steps
        if step[0] == state[bounds[k][0] : bounds[k][1]]
    ]
    result: set[Step] = set()
    matched = set()
    for (i, t), (j, u) in product(ready, ready):
        if i < j and {kind(t[1]), kind(u[1])} == {"offer", "request"}:
            a = next(x for x in t[1] if x != "-")
            b = next(x for x in u[1] if x != "-")
            if b == partner(a):
                matched |= {(i, t), (j, u)}
                label, target = joint((i, t), (j, u))
                result.add((state, label, target, t[3] or u[3]))
    for k, t in ready:
        if (k, t) not in matched:
            label, target = joint((k, t))
            result.add((state, label, target, t[3]))
    commits = [c for o in operands for c in o.committed]
    bound = [i for i, q in enumerate(state) if q in commits[i]]
    if len(bound) > 1:
        return set()
    return {s for s in result if not bound or s[1][bound[0]] != "-"}


# Synthesis


def reachable(start: State, steps: Iterable[Step]) -> set[State]:
    found = {start}
    while True:
        more = {t[2] for t in steps if t[0] in found} - found
        if not more:
            return found
        found |= more


def distance(system: System, begin: State, is_goal: Callable[[State], bool]) -> int:
    """The number of steps to the nearest goal, which can be reached."""
    steps, here = 0, {begin}
    while not any(map(is_goal, here)):
        assert steps <= len(system.states)
        here |= {t[2] for t in system.steps if t[0] in here}
        steps += 1
    return steps


def dangling(system: System, steps: set[Step]) -> set[State]:
    forward = reachable(system.initial, steps)
    final = {s for s in forward if system.is_final(s)}
    backward = set(final)
    while True:
        more = {t[0] for t in steps if t[2] in backward} - backward
        if not more:
            break
        backward |= more
    return system.states - (forward & backward)


Forbidden = Callable[[Step, set[Step], set[State]], bool]


def synthesise(
    system: System, allowed: Allowed, forbidden: Forbidden, dropped: frozenset[Step] = frozenset()
) -> tuple[set[Step], set[State]]:
    k = set(system.steps - dropped)
    r = dangling(system, set(system.steps))
    while True:
        k2 = {t for t in k if t[2] not in r and allowed(t[1])}
        r2 = r | {t[0] for t in system.steps if t not in k and forbidden(t, k, r)} | dangling(system, k2)
        if (k2, r2) == (k, r):
            return k, r
        k, r = k2, r2


def result(system: System, k: set[Step], r: set[State]) -> System | None:
    if system.initial in r:
        return None
    standing = reachable(system.initial, k)
    steps = frozenset(t for t in k if t[0] in standing)
    return System(system.initial, system.final, system.committed, steps)


def mpc(system: System, allowed: Allowed) -> System | None:
    if any(t[3] == "L" for t in system.steps):
        raise Refused
    return result(system, *synthesise(system, allowed, lambda t, k, r: t[3] == "U"))


def orchestration(system: System, allowed: Allowed, *, refined: bool = False) -> System | None:
    if any(t[3] and kind(t[1]) == "offer" for t in system.steps):
        raise Refused

    def forbidden(t: Step, k: set[Step], r: set[State]) -> bool:
        if t[3] != "L":
            return t[3] == "U"
        i = who(t[1], "?")
        if i is None:
            return True
        waiting = reachable(t[0], {u for u in k if u[1][i] == "-"})
        return not any(
            kind(u[1]) == "match"
            and u[0] not in r
            and u[1][i] == t[1][i]
            and u[0][i] == t[0][i]
            and (not refined or u[0] in waiting)
            for u in k
        )

    return result(system, *synthesise(system, allowed, forbidden))


def choreography(system: System, allowed: Allowed) -> System | None:
    if any(t[3] and kind(t[1]) == "request" for t in system.steps):
        raise Refused

    def forbidden(t: Step, k: set[Step], r: set[State]) -> bool:
        if t[3] != "L":
            return t[3] == "U"
        i = who(t[1], "!")
        return i is None or not any(
            kind(u[1]) == "match" and u[0] not in r and u[0] == t[0] and u[1][i] == t[1][i] for u in k
        )

    dropped: frozenset[Step] = frozenset()
    while True:
        k, r = synthesise(system, allowed, forbidden, dropped)
        wrong = violations(system, k, r)
        if system.initial in r or not wrong:
            return result(system, k, r)
        dropped |= {min(wrong, key=line)}


def violations(system: System, k: set[Step], r: set[State]) -> set[Step]:
    standing = {t for t in k if t[0] not in r}
    wrong = set()
    for t in standing:
        i = who(t[1], "!")
        if i is None:
            continue
        for other in system.states - r:
            able = any(u[0] == other and u[1] == t[1] for u in standing)
            if other[i] == t[0][i] and not able:
                wrong.add(t)
    return wrong


def line(step: Step) -> str:
    source, label, target, modality = step
    parts = ["[" + ", ".join(part) + "]" for part in (source, label, target)]
    return (f"!{modality}" if modality else "") + "(" + ",".join(parts) + ")"


# Everything else


def invisible(label: Label, prop: System) -> bool:
    """Whether nothing happens in it but an internal step that the property names nowhere."""
    done = [a for a in label if a != "-"]
    return sign(done[0]) == "tau" and len(done) == 1 and all((done[0],) != u[1] for u in prop.steps)


def after(prop: System, q: State, label: Label) -> set[State]:
    """Where the property can be when `label` happens while it is in q."""

    def follows(a: str) -> bool:
        return a in label or (sign(a) == "" and any(x.split("@")[-1] in (f"!{a}", f"?{a}") for x in label))

    if invisible(label, prop):
        return {q}
    return {u[2] for u in prop.steps if u[0] == q and follows(u[1][0])}


def holds(system: System, prop: System) -> bool:
    """Whether for every path some path of the property follows it, to a final state if it ends in one.

    A path matters only by where it leads the two: what is gathered is each state with the set of states
    in which the property may then be.
    """
    nodes = {(system.initial, frozenset({prop.initial}))}
    while True:
        more = {
            (step[2], frozenset(r for q in possible for r in after(prop, q, step[1])))
            for state, possible in nodes
            for step in system.steps
            if step[0] == state
        }
        if more <= nodes:
            break
        nodes |= more
    return all(
        possible and (not system.is_final(state) or any(map(prop.is_final, possible)))
        for state, possible in nodes
    )


def words(system: System, length: int) -> set[tuple[Label, ...]]:
    """The labels along every path to a final state that is no longer than that."""
    paths: set[tuple[tuple[Label, ...], State]] = {((), system.initial)}
    for _ in range(length):
        paths |= {((*word, t[1]), t[2]) for word, state in paths for t in system.steps if t[0] == state}
    return {word for word, state in paths if system.is_final(state)}


def follows_to_the_end(prop: System, word: Iterable[Label]) -> bool:
    """Whether the property can follow the word, to a final state."""
    possible = {prop.initial}
    for label in word:
        possible = {r for q in possible for r in after(prop, q, label)}
    return any(map(prop.is_final, possible))


def lockstep(system: System, prop: System) -> System:
    initial = (*system.initial, *prop.initial)
    found: set[Step] = set()
    done: set[State] = set()
    todo = [initial]
    while todo:
        state = todo.pop()
        if state in done or state[-1] == "violated":
            continue
        done.add(state)
        for source, label, target, modality in system.steps:
            if source == state[:-1]:
                reached = after(prop, state[-1:], label)
                if modality and not reached:
                    reached = {("violated",)}
                for p in reached:
                    found.add((state, (*label, "-"), (*target, *p), modality))
                    todo.append((*target, *p))
    final, committed = (*system.final, *prop.final), (*system.committed, *prop.committed)
    return System(initial, final, committed, frozenset(found))


def split(system: System) -> System:
    steps: set[Step] = set()
    for source, label, target, modality in system.steps:
        if modality == "L" and kind(label) == "request":
            i = who(label, "?")
            assert i is not None
            name = f"{source[i]}{label[i]}>{target[i]}"
            between = (*source[:i], name, *source[i + 1 :])
            tau = (*label[:i], "tau_" + label[i].split("?")[-1], *label[i + 1 :])
            steps |= {(source, tau, between, "U"), (between, label, target, "")}
        else:
            steps.add((source, label, target, modality))
    return System(system.initial, system.final, system.committed, frozenset(steps))


def project(system: System, i: int, *, addressed: bool = False) -> System:
    def seen(label: Label) -> str:
        if not addressed or sign(label[i]) not in "!?":
            return label[i]
        address, _, action = label[i].rpartition("@")
        wanted = f"{who(label, '!')}_{who(label, '?')}"
        if kind(label) != "match" or address not in ("", wanted):
            raise Refused
        return f"{wanted}@{action}"

    steps = {((s[i],), (seen(a),), (t[i],), m) for s, a, t, m in system.steps if a[i] != "-"}
    return System((system.initial[i],), (system.final[i],), (system.committed[i],), frozenset(steps))


def standing_alone(systems: list[System]) -> System:
    """What the systems do together without offers or requests that nobody answers."""
    whole = compose(systems)
    steps = {t for t in whole.steps if strong_agreement(t[1])}
    met = reachable(whole.initial, steps)
    return System(whole.initial, whole.final, whole.committed, frozenset(t for t in steps if t[0] in met))


def recombines(system: System) -> bool:
    """Whether in every state, if each principal that moves in a label could do its part of it by some
    transition, what they do together is a transition, whichever parts they choose."""
    labels = {t[1] for t in system.steps}
    for state, label in product(system.states, labels):
        movers = [i for i, a in enumerate(label) if a != "-"]
        parts = [
            {(t[2][i], t[3]) for t in system.steps if t[1] == label and t[0][i] == state[i]} for i in movers
        ]
        bound = [i for i, q in enumerate(state) if q in system.committed[i]]
        if len(bound) > 1 or not set(bound) <= set(movers):
            continue
        for chosen in product(*parts):
            target = list(state)
            for i, (q, _) in zip(movers, chosen, strict=True):
                target[i] = q
            modality = next((m for _, m in chosen if m), "")
            if (state, label, tuple(target), modality) not in system.steps:
                return False
    return True


def union(systems: list[System]) -> System:
    rank = len(systems[0].initial)
    begin = ("Init",) * rank

    def renamed(n: int, state: State) -> State:
        return tuple(f"{n}_{q}" for q in state)

    steps = {
        (begin, ("!dummy", *["-"] * (rank - 1)), renamed(n, s.initial), "") for n, s in enumerate(systems)
    }
    for n, system in enumerate(systems):
        steps |= {(renamed(n, s), a, renamed(n, t), m) for s, a, t, m in system.steps}

    def together(lists: list[tuple[frozenset[str], ...]]) -> tuple[frozenset[str], ...]:
        return tuple(
            frozenset(f"{n}_{q}" for n, own in enumerate(lists) for q in own[i]) for i in range(rank)
        )

    final, committed = together([s.final for s in systems]), together([s.committed for s in systems])
    return System(begin, final, committed, frozenset(steps))
