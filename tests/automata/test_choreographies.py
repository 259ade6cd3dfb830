"""Choreographies: what is sent depends on the sender alone; and they are found in near linear time."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from itertools import pairwise
from random import Random

import pytest

from noughts.automata.automaton import Automaton
from noughts.automata.compose import compose
from noughts.automata.derived import project_with_addresses
from noughts.automata.draft import automaton as automaton_of
from noughts.automata.fixpoint import from_the_start, to_a_final_state
from noughts.automata.refusal import Unsuitable
from noughts.automata.synthesise import choreography, mpc
from noughts.automata.transition import Modality, Transition, anything, label, strong_agreement


def one(steps: Iterable[tuple[object, str, object]], final: Iterable[object]) -> Automaton:
    """A principal that begins in 0."""
    made = [Transition((str(q),), label([a]), (str(r),)) for q, a, r in steps]
    return automaton_of(("0",), [map(str, final)], made)


def test_a_sender_need_not_know_who_is_ready_to_receive() -> None:
    """Whom it can send to must not depend on where the others are: not even if there is always somebody."""
    sender = one([(0, "!a", 1), (1, "!a", 2)], (2,))
    receiver = one([(0, "?a", 1)], (0, 1))
    found = choreography(compose([sender, receiver, receiver])).automaton
    assert found is not None
    assert {str(t) for t in found.transitions} == {
        "[0, 0, 0] --[!a, ?a, -]--> [1, 1, 0]",
        "[1, 1, 0] --[!a, -, ?a]--> [2, 1, 1]",
    }
    parts = [project_with_addresses(found, i) for i in range(3)]
    again = compose(parts, requirement=strong_agreement)
    assert set(again.states) == set(found.states)
    assert again.transition_count == 2


@pytest.mark.parametrize(
    ("actions", "fact"),
    [
        (["!a", "-"], "[q, r] --[!a, -]--> [q, r]: no principal answers '!a', so it has no address"),
        (["1_0@?a", "1_0@!a"], ""),
        (
            ["s_r@!a", "s_r@?a"],
            "[q, r] --[s_r@!a, s_r@?a]--> [q, r]: 's_r@!a' has an address already, which is not '0_1'",
        ),
    ],
)
def test_addresses_are_neither_lost_nor_left_out(actions: list[str], fact: str) -> None:
    given = automaton_of(("q", "r"), ["q", "r"], [Transition(("q", "r"), label(actions), ("q", "r"))])
    if not fact:
        kept = project_with_addresses(given, 0)
        assert str(next(kept.transitions).label) == f"[{actions[0]}]"
        return
    with pytest.raises(Unsuitable) as refused:
        project_with_addresses(given, 0)
    assert str(refused.value).startswith(fact)


def round_of(hours: int, talkers: int) -> Automaton:
    """A clock takes a listener round, who hears the talkers at every other hour: nobody may talk, and every
    word is dropped."""
    ticks = [(h, "?tick", (h + 1) % hours) for h in range(hours)]
    words = [(h, f"?word {k}", h) for h in range(0, hours, 2) for k in range(talkers)]
    clock = one([(0, "!tick", 0)], (0,))
    return compose(
        [
            clock,
            one(ticks + words, range(hours)),
            *[one([(0, f"!word {k}", 0)], (0,)) for k in range(talkers)],
        ]
    )


def falling(length: int) -> Automaton:
    """Pairs of states that are lost from the last on, each only once nothing else falls."""
    steps: list[tuple[object, str, object]] = []
    for k in range(0, length, 2):
        steps += [(k, "!on", k + 1), (k, "!aside", f"{k}'"), (f"{k}'", "!back", k)]
        steps += [(k + 1, "!end", "end")]
    urgent = [
        Transition((str(k),), label(["!on"]), (str(k + 1),), Modality.URGENT) for k in range(1, length, 2)
    ]
    made = [Transition((str(q),), label([a]), (str(r),)) for q, a, r in steps]
    return automaton_of(("0",), [["end"]], [*made, *urgent])


def words_dropped(hours: int) -> None:
    found = choreography(round_of(hours, talkers=4))
    assert len(found.fixpoint.cut) == 2 * hours
    assert found.automaton is not None
    assert found.automaton.transition_count == hours


def all_lost(length: int) -> None:
    assert mpc(falling(length), anything).automaton is None


@pytest.mark.parametrize("work", [words_dropped, all_lost])
def test_the_work_grows_with_the_transitions(
    work: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted in how often the transitions of a state are gone through."""
    looked = 0
    outgoing = Automaton.outgoing

    def counting(automaton: Automaton, s: int) -> range:
        nonlocal looked
        looked += 1
        return outgoing(automaton, s)

    monkeypatch.setattr(Automaton, "outgoing", counting)
    counts = []
    for size in (20, 40, 80, 160):
        looked = 0
        work(size)
        counts.append(looked)
    assert all(twice < 2.5 * once for once, twice in pairwise(counts)), counts


@pytest.mark.parametrize("seed", range(40))
def test_what_is_lost_when_transitions_go(seed: int) -> None:
    """The same as by searching again, after every few of them."""
    random = Random(seed)
    count = random.randint(2, 60)
    steps = [(random.randrange(count), f"!{k}", random.randrange(count)) for k in range(2 * count)]
    given = one([(0, "!a", 0), *steps], random.sample(range(count), 3 % count) or [0])
    kept, dropped = bytearray(b"\1") * given.transition_count, array("i")
    reached = from_the_start(given, kept, dropped)
    ending = to_a_final_state(given, kept, dropped)
    finals = {s for s, final in enumerate(given.finals) if final}
    forward = list(zip(given.sources, given.targets, strict=True))
    left = {search: set(range(given.state_count)) for search in (reached, ending)}
    order = random.sample(range(given.transition_count), given.transition_count)
    while True:
        for search, roots, edges in (
            (reached, {given.start}, forward),
            (ending, finals, [(b, a) for a, b in forward]),
        ):
            lost = set(search.lost(given.state_count))
            assert lost <= left[search]
            left[search] = left[search] - lost
            assert left[search] == _closure(roots, [e for e, k in zip(edges, kept, strict=True) if k])
        if not order:
            break
        for _ in range(min(len(order), random.randint(1, 5))):
            dropped.append(order.pop())
            kept[dropped[-1]] = 0


def _closure(roots: set[int], edges: list[tuple[int, int]]) -> set[int]:
    found = set(roots)
    while more := {b for a, b in edges if a in found} - found:
        found |= more
    return found
