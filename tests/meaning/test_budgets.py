"""Work without end ends with an error, soon and in little memory (LED leaves this open; a budget decides)."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from noughts.meaning.budget import Budget
from noughts.meaning.run_error import RunError
from noughts.stop import processor_time
from noughts.values.misuse import OutOfBudget
from tests.led import Meaning, Quick, failure, program

pytestmark = pytest.mark.long

ENDLESS = [
    ("all x, y, z in {1..9999}. x + y + z > 0", "E401"),
    ("Sum[x in {1..9999} & y in {1..9999}] 1", "E401"),
    ("Sum[x in {1..9999}] f(x) f(n) := Sum[y in {1..9999}] y", "E401"),
    ("g(40, ()) g(n, t) := 1 if n < 2; g(n - 1, t + (1,)) + g(n - 2, t + (2,)) otherwise", "E401"),
    ("some x in Pow({1..13}). some y in Pow({1..13}). x sec y = {0}", "E401"),
    ("Sum[x in {1..9999}] ((3^9000 + x) mod (7^5000 + x))", "E401"),
    ("{(x, y) | x in {1..9999} & y in {1..9999}}", "E402"),
    ("U[x in {1..9999}] ({x..x + 999} * {x})", "E402"),
    ("{x | x in {1..9999} V x in {-9999..0}}", "E402"),
    ("{1..10^12} U {0}", "E402"),
    ("some x in {1..10^12}. x > 5", "E402"),
    ("Pow({1..40}) \\ {}", "E402"),
    ("{Pow({1..40})}", "E402"),
    ("|Pow({1..10^9})|", "E402"),
    ("Pow(Pow(Pow({1..4}))) \\ {}", "E402"),
    ("h(40) h(n) := (1, 2) if n = 0; y + y otherwise where y = h(n - 1)", "E402"),
    ("h(1) h(p) := h({p})", "E403"),
    ("h(1) h(p) := h((p, 1))", "E403"),
    ("h({1}) h(p) := h(p * {1})", "E403"),
    ("h(1) h(p) := h(Pow({p}))", "E403"),
    ("h(1) h(p) := h(Pow({p, 1}))", "E403"),
    ("h({1, 2}) h(p) := h(p * p)", "E402"),
    ("h(1) h(p) := h((p, p))", "E402"),
    ("h(60) h(n) := 1 if n = 0; (y, y) otherwise where y = h(n - 1)", "E402"),
    ("h(1) h(p) := h({(p, 1), (p, 2)})", "E402"),
    ("2^2^2^2^2^2", "E404"),
    ("2^(10^12)", "E404"),
    ("k(60) k(n) := 3 if n = 0; y * y otherwise where y = k(n - 1)", "E404"),
    ("Prod[x in {1..9999}] (10^999)", "E404"),
]  # fmt: skip


@pytest.mark.parametrize(("term", "code"), ENDLESS, ids=[term for term, _ in ENDLESS])
def test_ends_with_an_error(meaning: Meaning, term: str, code: str):
    budget = Budget(seconds=0.1 if code == "E401" else 60, elements=10_000, megabytes=200)
    start = monotonic()
    found = failure(meaning, f"v := {term}", budget=budget)
    assert found.code == code
    assert found.span is not None
    assert monotonic() - start < 60  # and not for ever: a shared machine may be slow


def test_the_error_stands_where_the_work_was_done(meaning: Meaning):
    found = failure(
        meaning, "v := slow(1) slow(n) := all x, y in {1..9999}. x + y > n", budget=Budget(seconds=0.2)
    )
    assert found.span is not None
    assert "{1..9999}" in found.span.text
    assert [note.text for note in found.notes] == ["in slow(1)", "in v"]


def test_endless_recursion_is_shown_where_it_is_written(meaning: Meaning):
    found = failure(meaning, "v := f(1) f(n) := 1 + f(n + 1)")
    assert found.code == "E403"
    assert found.span is not None
    assert found.span.text == "f(n + 1)"
    assert "ends the recursion" in found.help
    assert found.notes[0].text.startswith("in f(")


def test_a_question_after_an_expensive_one_has_its_own_time(meaning: Meaning):
    asked = meaning(
        program(
            "v := all x, y in {1..9999}. x + y > 0 w := f(50) f(n) := 0 if n = 0; 1 + f(n - 1) otherwise"
        ),
        Budget(seconds=0.2),
    )
    for _ in range(2):
        with pytest.raises(RunError):
            asked.value("v")
        assert any(in_time(asked, "w") == 50 for _ in range(30))


def in_time(asked: Any, name: str) -> object:
    """A value, unless there was no time for it, as a browser may have none on a busy machine."""
    with suppress(RunError):
        return asked.value(name)
    return None


def test_depth_is_given_back(meaning: Meaning):
    asked = meaning(
        program("f(n) := 1 + f(n + 1) g(n) := 0 if n = 0; 1 + g(n - 1) otherwise v := f(0) w := g(900)")
    )
    for _ in range(2):
        with pytest.raises(RunError):
            asked.value("v")
        assert asked.value("w") == 900


def test_a_large_memory_is_not_used_up(meaning: Meaning):
    found = failure(
        meaning, "v := |{{1..2000} U {-x} | x in {1..20000}}|", budget=Budget(seconds=60, megabytes=20)
    )
    assert found.code == "E401"
    assert "20 megabytes" in found.fact


DEEP = {
    "call": "f(n) := f(n + 1)",
    "sum": "f(n) := 1 + f(n + 1)",
    "argument": "f(n) := g(f(n + 1)) g(n) := n",
    "tuple": "f(n) := (n, f(n + 1))",
    "set": "f(n) := {n, f(n + 1)}",
    "index": "f(n) := (1, f(n + 1))[2]",
    "comprehension": "f(n) := {x | x in f(n + 1)}",
    "condition": "f(n) := {x | x in {n} & f(n + 1) = {x}}",
    "equation": "f(n) := {x | x = f(n + 1)}",
    "pattern": "f(n) := {x | (x, y) in {(1, f(n + 1))}}",
    "disjunction": "f(n) := {x | x = n V x = f(n + 1)}",
    "body": "f(n) := {f(n + 1) | x in {n}}",
    "big union": "f(n) := U[x in {n}] f(n + 1)",
    "big section": "f(n) := Sec[x in {n}] f(n + 1)",
    "Sum": "f(n) := Sum[x in {n}] f(n + 1)",
    "Prod in Sum": "f(n) := Sum[x in {n}] Prod[y in {x}] f(y + 1)",
    "some": "f(n) iff some x in {n}. f(x + 1)",
    "all": "f(n) iff all x, y in {n}. f(x + 1)",
    "not": "f(n) iff ~f(n + 1)",
    "and": "f(n) iff n > 0 & f(n + 1)",
    "or": "f(n) iff n < 0 V f(n + 1)",
    "implies": "f(n) iff n > 0 => f(n + 1)",
    "equivalent": "f(n) iff f(n + 1) <=> n > 0",
    "chain": "f(n) := 1 if 0 < f(n + 1) < 5",
    "guard": "f(n) := 1 if f(n + 1) = 1; 2 otherwise",
    "lazy where": "f(n) := y where y = f(n + 1)",
    "lazy pattern": "f(n) := y where (y, z) = f(n + 1)",
    "solved where": "f(n) := y where y in {f(n + 1)}",
    "mutual": "f(n) := g(n + 1) g(n) := {f(n + 1)}",
    "power set": "f(n) := Pow(f(n + 1))",
    "deep value": "f(n) := g({n}, 1500) g(s, k) := f(0) U s if k = 0; g({s}, k - 1) otherwise",
}


TRIED = int(os.environ.get("NOUGHTS_FUZZ_RECURSIONS", "2"))
"""How many kinds of recursion are tried where there is other room than usual, where all of them are tried."""


def some_kinds(count: int) -> list[str]:
    """So many kinds of recursion, or a few more, spread over all of them."""
    return list(DEEP)[:: max(1, len(DEEP) // count)]


def test_a_part_of_a_question_leaves_the_rest_its_time():
    """Quick code has a second to be made in, also where a question that is asked needs it."""
    asked = Quick(program("v := 1"))
    with asked.budget.running():
        deadline = asked.budget.deadline
        Quick(asked.program, asked.budget)
        assert asked.budget.deadline == deadline


def test_a_part_of_a_question_ends_at_its_own_time():
    budget = Budget()
    with budget.running(processor_time):
        budget.look()  # nothing can be over for a while, so clocks need not be asked
        with budget.within(-1), pytest.raises(OutOfBudget):
            budget.look()
        budget.look()


CHILD = """
import sys, threading
from noughts.language.stack import ask_for_room
from tests.led import MEANINGS, failure
where = sys.argv[1]
if where == "roomy":
    ask_for_room()
def ask():
    for name, text in eval(sys.stdin.read()).items():
        for meaning in MEANINGS if where == "ordinary" else MEANINGS[1:]:
            found = failure(meaning, f"v := f(1) {text}")
            if found.code not in ("E403", "E401") or found.span is None:
                print(name, meaning.__name__, found)
if where == "thread":
    threading.Thread(target=ask).start()
else:
    ask()
"""


@pytest.mark.parametrize(
    ("where", "tried"),
    [("ordinary", some_kinds(2 * TRIED)), ("roomy", some_kinds(TRIED)), ("thread", some_kinds(TRIED // 2))],
)
def test_no_recursion_ends_the_process(where: str, tried: list[str]):
    """In the main thread as it is, with the room that the command line asks for, and in another thread."""
    done = subprocess.run(
        [sys.executable, "-c", CHILD, where],
        input=repr({name: DEEP[name] for name in tried}),
        capture_output=True,
        text=True,
        timeout=600,
        cwd=Path(__file__).parents[2],
        env={"PYTHONPATH": "src:.", "PATH": "/usr/bin:/bin"},
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
