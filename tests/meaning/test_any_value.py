"""Values built by any recursion, and every operation on them: an answer, or an error that names a definition.

Each case runs under a small budget, all of them in a process of their own: a hang or a crash ends only that.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path
from random import Random
from time import monotonic

from noughts.language.core import Program
from noughts.meaning.budget import Budget
from noughts.meaning.compile import Compiled
from noughts.meaning.run_error import RunError
from noughts.values.misuse import OutOfBudget
from noughts.values.order import key, ordered
from noughts.values.show import abridged, show, summary
from noughts.values.value import Value
from tests.led import MEANINGS, Meaning, codes, program

VALUES = int(os.environ.get("NOUGHTS_FUZZ_VALUES", "12"))
SECONDS = 0.25
PATIENCE = 40
"""How many times its budget a case may take on a machine that does other things as well."""

SEEDS = """ 1 | {} | {1} | {1, 2} | {1..3} | (1, 2) | `a | {{1}, 2} | {1..9} * {1} | Pow({1..3}) """
GROWS = """
    {p} | (p, p) | (p, 1) | {p, 1} | {p, {p}} | {(p, 1), (p, 2)} | Pow({p}) | Pow({p, 1}) | (p,) + (p,) |
    {p} * {1} | {1, 2} * {p} | {p} * {p} | p * {1} | p * p | {1} * p | Pow(p) | p U {p} | p U {(p, 1)} |
    (p, {1..1000}) | U[z in {p, 1, 2}] {z} | U[z in {1..3}] {(p, z)} | (Pow({1..40}), p) | {p} - {1} |
    {p, 1} sec {p} | (p, p, p)[2] | U[z in {1..50}] {(p, z)} | Pow({1..6}) * {p} | {1..10^9} * {p}
"""
OPERATIONS = """
    v | |v| | v = w | v /= w | v in {w} | {v} = {w} | v sub w | w in v | {v, w} | v U w | v sec w | v - w |
    {v} U {w} | some x in v. x = w | (v, w) = (w, v) | {(v, 1)} sub {(w, 1)} | Sum[x in v] 1 | (v, 1)[1] |
    Sec[x in {1, 2}] v | U[x in {1..3} & (x, y) in v] {y} | v * w = w * v | Pow({v}) = Pow({w}) |
    {v |-> 1, w |-> 2}[v] | {v |-> w}[w |-> v] | (v, v)[2 |-> w] | v[1] | v[w] | v[w |-> 1] |
    Pow({v, 1}) sec {{w}} | ({v} * {1, 2}) sec {(w, 2)} | U[x in v] {x} = w
"""


def one_of(random: Random, choices: str) -> str:
    """One of several pieces of text with ` | ` between them."""
    return random.choice(choices.replace("|\n", "| \n").split(" | ")).strip()


def case(random: Random) -> str:
    """Two values that are built alike, and an operation on them; sometimes one of them is listed."""
    body, seed = one_of(random, GROWS), one_of(random, SEEDS)
    for _ in range(random.choice([0, 0, 1, 2])):
        body = body.replace("p", f"({one_of(random, GROWS)})") if body.count("p") < 3 else body
    times = random.choice([0, 1, 2, 3, 5, 20, 90, 150, 1000])
    second = random.choice(["h(s, t)", "h(s, t)", "{x | x in h(s, t)}", "h(s, t - 1)"])
    asked = one_of(random, OPERATIONS)
    return (
        f"s := {seed}  t := {times}  h(p, n) := p if n <= 0; h({body}, n - 1) otherwise "
        f"v := h(s, t)  w := {second}  answer := {asked}"
    )


def try_case(text: str) -> None:
    """Every operation, those of the document in both meanings, and those of the program around it."""
    checked = program(text)
    start = monotonic()
    steps = [(meaning, name) for meaning in MEANINGS for name in ("answer", "v")]
    found: dict[tuple[Meaning, str], Value | None] = {
        step: answer(step[0], checked, step[1]) for step in steps
    }
    value = found[Compiled, "v"]
    if value is not None:
        around(Compiled(checked, budget()), checked, value)
    elapsed = monotonic() - start
    assert elapsed < (len(steps) + 6) * SECONDS * PATIENCE, f"took {elapsed:.1f} seconds"


def budget() -> Budget:
    return Budget(seconds=SECONDS, elements=3000, megabytes=400)


def answer(meaning: Meaning, checked: Program, name: str) -> Value | None:
    """A value; or nothing, if an error says in which definition there is none."""
    try:
        return meaning(checked, budget()).value(name)
    except RunError as error:
        named = any(note.text.startswith("in ") for note in error.diagnostic.notes)
        if error.diagnostic.span is None or not named:
            raise
        return None


def around(meaning: Compiled, checked: Program, value: Value) -> None:
    """What is done with a value outside: shown, cut, sorted, kept, hashed, and all under a budget."""
    span = checked.definitions["v"].head
    for tell in (show, abridged, summary, sorted_text, kept_text):
        try:
            assert isinstance(meaning.text_of(value, tell, span), str)
        except RunError as error:
            if not error.diagnostic.code.startswith("E4") or error.diagnostic.span != span:
                raise


def sorted_text(value: Value) -> str:
    """What sorts a value gives the same for the value in order."""
    in_order = ordered(value)
    assert key(in_order) == key(value)
    return show(in_order)


def kept_text(value: Value) -> str:
    """What was kept in a file is equal, and has the same hash, if it is not too large for one."""
    again = pickle.loads(pickle.dumps(value))
    assert again == value
    try:
        assert hash(again) == hash(value)
    except OutOfBudget:
        return ""
    return summary(again)


def run(first: int, count: int) -> None:
    """So many cases; those that fail are printed."""
    for seed in range(first, first + count):
        text = case(Random(seed))
        if codes(text):
            continue  # one name stands for two things
        print(f"seed {seed}: {text}", file=sys.stderr, flush=True)
        try:
            try_case(text)
        except Exception as error:
            print(f"seed {seed}: {text}\n  {type(error).__name__}: {str(error)[:300]}")


CHILD = "import sys; from tests.meaning.test_any_value import run; run(0, int(sys.argv[1]))"


def test_every_operation_ends_with_an_answer_or_says_where_it_does_not():
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(VALUES)],
        capture_output=True,
        text=True,
        timeout=VALUES * 10 * SECONDS * PATIENCE,
        cwd=Path(__file__).parents[2],
        env={"PYTHONPATH": "src:.", "PATH": "/usr/bin:/bin"},
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr[-2000:]
