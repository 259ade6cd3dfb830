"""Files that are spoiled somewhere: what is left is read as it plainly stands, or refused with its place.

More of them, by a variable of the environment: ``NOUGHTS_FUZZ_FILES=100000``.
"""

from __future__ import annotations

import os
import re
import tracemalloc
from collections.abc import Iterator
from itertools import count, islice
from random import Random
from typing import TypeAlias

import pytest

from noughts.automata.automaton import Automaton
from noughts.automata.data_file import data_text, parse_data
from noughts.automata.refusal import Malformed
from tests.automata import oracle
from tests.automata.systems import automaton, principals

FILES = int(os.environ.get("NOUGHTS_FUZZ_FILES", "500"))

TRANSITION = re.compile(r"\s*(?:!([UL]))?\(\[([^][]*)\],\[([^][]*)\],\[([^][]*)\]\)\s*")
HEAD = re.compile(r"\s*(Rank|Initial state|Final states|Committed states)\s*:(.*)")
STRAY = [
    "(",
    ")",
    "[",
    "]",
    ",",
    "!",
    "?",
    "-",
    " ",
    "\t",
    "\n",
    "\r",
    "\x00",
    "\ufeff",
    "\u00a0",
    "0",
    "9",
    "#",
]
STRAY += ["é", "\u2028", "@", "_", "tau_", "!U", "!L", "q", ":", "[[", "]]", "R", "I", "F", "C", "99999999"]


def names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


Names: TypeAlias = tuple[str, ...]
Lists: TypeAlias = list[set[str]]


def plainly(text: str) -> tuple[Names, Lists, Lists, set[tuple[object, ...]]]:
    """What a text says to somebody who reads it: everything in it that has brackets says something."""
    head: dict[str, str] = {}
    steps: set[tuple[object, ...]] = set()
    for line in text.removeprefix("\ufeff").split("\n"):
        if step := TRANSITION.fullmatch(line):
            mark, *parts = step.groups()
            steps.add((*map(names, parts), mark or ""))
        elif said := HEAD.fullmatch(line):
            assert said[1] not in head, line
            head[said[1]] = said[2].strip()
        else:
            assert line.lstrip().startswith("#") or not re.search(r"[(\[] *\[|\] *,? *\[", line), line
    assert int(head["Rank"]) == len(names(head["Initial state"][1:-1]))
    special = [
        [
            {name for name in names(some) if name}
            for some in re.findall(r"\[([^][]*)\]", head.get(what, "[]")[1:-1])
        ]
        for what in ("Final states", "Committed states")
    ]
    return names(head["Initial state"][1:-1]), special[0], special[1] or [set()] * int(head["Rank"]), steps


def found(given: Automaton) -> object:
    steps = {
        (t.source, tuple(map(str, t.label.actions)), t.target, ("", "U", "L")[t.modality])
        for t in given.transitions
    }
    return given.initial, steps


def spoiled(random: Random, text: str) -> str:
    """The text with one to three things put in, taken away, changed, doubled or moved."""
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        at = random.choice(
            (random.randrange(len(text)), text.rfind("\n", 0, random.randrange(len(text))) + 1)
        )
        to = min(len(text), at + random.choice((1, 1, 1, 2, 5, 30)))
        piece = text[at:to]
        text = {
            "put in": text[:at] + random.choice(STRAY) + text[at:],
            "taken away": text[:at] + text[to:],
            "changed": text[:at] + random.choice(STRAY) + text[at + 1 :],
            "doubled": text[:to] + piece + text[to:],
            "moved": text[:at] + text[to:] + piece,
        }[random.choice(("put in", "put in", "taken away", "changed", "doubled", "moved"))] or "\n"
    return text.replace("\r\n", "\n").replace("\r", "\n")  # as opening a file does


def test_spoiled_files_are_read_as_they_stand_or_refused_with_their_place() -> None:
    read = 0
    texts = list(islice(_whole_files(), 100))
    for seed in range(FILES):
        random = Random(seed)
        text = spoiled(random, random.choice(texts))
        made = _read_or_refused(_lines(text))
        if made is None:
            continue
        read += 1
        initial, final, committed, steps = plainly(text)
        assert found(made) == (initial, steps), seed
        for i, o in enumerate(made.occurring):
            assert o.final == final[i] & o.names, seed
            assert o.committed == committed[i] & o.names, seed
        again = parse_data(_lines(data_text(made)))
        assert again == made, seed
    assert 0.1 * FILES < read < 0.9 * FILES, read


def _read_or_refused(lines: list[str]) -> Automaton | None:
    """What they say, or ``None`` if they are refused with a place in them."""
    refusal = None
    try:
        return parse_data(lines, "text")
    except Malformed as error:
        refusal = error
    place = re.fullmatch(r"text:(\d+):(\d+)", refusal.where)
    assert place, refusal
    assert 1 <= int(place[1]) <= len(lines)
    assert 1 <= int(place[2]) <= max(map(len, lines)) + 1
    return None


def _whole_files() -> Iterator[str]:
    for seed in count():
        given = automaton(oracle.compose(principals(Random(seed), " UL")))
        if any(given.finals) and given.transition_count:
            yield data_text(given)


def _lines(text: str) -> list[str]:
    """The lines as a file has them, in which only ``\\n`` ends one."""
    return [line + "\n" for line in text.split("\n")]


SHOP = """\
Rank: 2
Initial state: [Wait, Idle]
Final states: [[Drink][Stop]]
Transitions:
([Wait, Idle],[?tea, !tea],[Drink, Stop])
"""


@pytest.mark.parametrize(
    "lists",
    [
        "[[Drink],[Stop]]",
        "[ [Drink] , [Stop] ]",
        "[[Drink] [Stop]]",
        "[[ Drink ],\t[Stop ]]",
        "[[Drink],[Stop]]  ",
    ],
)
def test_lists_with_blanks_and_commas(lists: str) -> None:
    assert _parsed(SHOP.replace("[[Drink][Stop]]", lists)) == _parsed(SHOP)


@pytest.mark.parametrize(
    "lists", ["[[Drink],,[Stop]]", "[,[Drink][Stop]]", "[[Drink][Stop],]", "[[Drink];[Stop]]"]
)
def test_lists_that_are_none(lists: str) -> None:
    with pytest.raises(Malformed, match="not of the form"):
        _parsed(SHOP.replace("[[Drink][Stop]]", lists))


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff" + SHOP,
        SHOP.replace("([Wait", " \t([Wait"),
        "\n".join("  " + line for line in SHOP.splitlines()),
        "a remark\n" + SHOP + "# ([Drink, Idle],[?tea, !tea],[Drink, Stop])\n  see (below), [1]\n",
    ],
)
def test_marks_and_blanks_in_front_hide_nothing(text: str) -> None:
    assert _parsed(text) == _parsed(SHOP)


@pytest.mark.parametrize(
    ("line", "begins"),
    [
        ("x([Wait, Idle],[?tea, !tea],[Drink, Stop])", "begins with 'x'"),
        ("[Wait, Idle],[?tea, !tea],[Drink, Stop])", "begins with '['"),
        ("\ufeff([Wait, Idle],[?tea, !tea],[Drink, Stop])", "begins with 'U+FEFF'"),
        ("Transitions: ([Wait, Idle],[?tea, !tea],[Drink, Stop])", "begins with 'T'"),
        ("ommitted states: [[][]]", "begins with 'o'"),
    ],
)
def test_a_line_that_looks_like_one_is_not_passed_over(line: str, begins: str) -> None:
    with pytest.raises(Malformed, match=r"text:6:1: this looks like a part of the automaton, but") as refused:
        _parsed(SHOP + line + "\n")
    assert begins in refused.value.fact


@pytest.mark.parametrize(
    ("rank", "fact"),
    [
        ("99999999", "the state has 2 parts, the rank is 99999999"),
        ("0" * 5000 + "3", "the state has 2 parts, the rank is 3"),
        ("9" * 5000, "the rank has 5000 digits"),
        ("x" * 5000, "the rank is 'xxxxxxxxxxxxxxxxxxxx…', not a number"),
        ("²", "not a number"),
    ],
)
def test_a_rank_that_the_file_does_not_bear_out(rank: str, fact: str) -> None:
    """It is refused before memory is taken for it, on whichever line it is contradicted."""
    head, initial, final, *rest = SHOP.replace("Rank: 2", f"Rank: {rank}").splitlines()
    tracemalloc.start()
    for lines in ([head, initial, final, *rest], [head, *rest, initial, final], [head, final, *rest], [head]):
        with pytest.raises(Malformed) as refused:
            _parsed("\n".join(lines))
        assert re.fullmatch(r"text:\d+:\d+", refused.value.where)
        if lines[1:2] == [initial]:
            assert fact in refused.value.fact
    assert tracemalloc.get_traced_memory()[1] < 2_000_000
    tracemalloc.stop()


def test_one_final_state_is_an_automaton() -> None:
    """Nothing need be done: it is written, and read again if its head is whole."""
    alone = "Rank: 2\nInitial state: [a, b]\nFinal states: [[a][b]]\nTransitions: \n"
    made = _parsed(alone)
    assert (made.state_count, made.transition_count, list(made.final_states)) == (1, 0, [("a", "b")])
    assert data_text(made) == alone
    for less in ("Transitions: \n", "Transitions: ", "itions: \n", "Final states: [[a][b]]\nTransitions: \n"):
        cut = alone.removesuffix(less)
        if cut != alone:
            with pytest.raises(Malformed):
                _parsed(cut)
    with pytest.raises(Malformed, match="ends without a transition"):
        _parsed(alone.replace("[[a][b]]", "[[a][]]"))


def test_a_form_of_lists_is_refused_at_once_however_long() -> None:
    """No regular expression tries all the ways to share out blanks."""
    for text in (
        "[" + "[a]" * 30 + " " * 30,
        "[" + ("[a]" + " " * 20) * 200 + "x]",
        "[" * 20000,
        "[[a]" + "," * 9999,
    ):
        with pytest.raises(Malformed):
            _parsed(SHOP.replace("[[Drink][Stop]]", text))


def _parsed(text: str) -> Automaton:
    return parse_data(text.splitlines(keepends=True), "text")
