"""Sets asked with a part of a pattern known give the same solutions, in the same order, as by walking."""

from __future__ import annotations

import os
from random import Random

import pytest

from noughts.meaning import lookup
from noughts.meaning.budget import Budget
from noughts.meaning.compile import Compiled
from noughts.meaning.evaluate import Evaluator
from noughts.values.sets import FiniteSet
from tests.led import MEANINGS, Meaning, codes, failure, printed, program, value
from tests.meaning.test_both_meanings import constant

DOCUMENTS = int(os.environ.get("NOUGHTS_FUZZ_LOOKUPS", "8"))

SCALARS = ["0", "1", "2", "3"] * 4 + ["0.5", "{}", "{1..2}", "{2, 1}"]
SETS = [
    "{0..3} * {1..4}",
    "{0..2} * Pow({1, 2})",
    "{(x, y) | x in {0..3} & y in {0..x}}",
    "{1, 2} * ({1} * {2, 3})",
]
PARTS = [*"abcde" * 3, "1", "{1, 2}", "a + 1", "1 / (a - 3)", "k", "f(b)", "Pow({1..30})"]


def element(random: Random) -> str:
    """A number, a pair, or a pair with a pair in it."""
    pairs = [f"({random.choice(SCALARS)}, {random.choice(SCALARS)})" for _ in range(2)]
    return random.choice([*pairs * 3, f"({pairs[0]}, 1)", f"(1, {pairs[0]})", random.choice(SCALARS)])


def elements(random: Random) -> str:
    """A set, most often of pairs."""
    listed = ", ".join(element(random) for _ in range(random.randrange(24)))
    return random.choice([f"{{{listed}}}"] * 4 + SETS)


def pattern(random: Random) -> str:
    """A pattern of names that are new, names that are known, and other terms."""
    parts = [random.choice(PARTS) for _ in range(3)]
    return random.choice(
        [f"({parts[0]}, {parts[1]})"] * 4 + ["(({}, {}), {})".format(*parts), "({}, ({}, {}))".format(*parts)]
    )


def document(random: Random) -> str:
    """The solutions of patterns in sets, one after another, as a set of tuples and as their number."""
    patterns = [
        f"{pattern(random)} in {random.choice(['E', 'E', 'R', 'E U R'])}" for _ in range(random.randint(1, 2))
    ]
    conditions = f"(a, b) in R & {' & '.join(patterns)} & c in {{0..2}} & d in {{0..2}} & e = 1"
    return (
        f"R := {elements(random)} E := {elements(random)} k := {random.choice(SCALARS)} f(x) := x "
        f"v := {{(a, b, c, d, e) | {conditions}}} w := Sum[{conditions}] 1"
    )


@pytest.fixture(autouse=True)
def small_sets_are_indexed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(lookup, "SMALL_SET", 2)


def test_an_index_changes_no_solution_and_no_order():
    for seed in range(DOCUMENTS):
        text = document(Random(seed))
        if codes(text):
            continue  # what never can be listed
        checked = program(text)
        for name in ("v", "w"):
            assert constant(Compiled, checked, name) == constant(Evaluator, checked, name), text


CLOSURE = """
    E := {(i, i + 1) | i in {1..40}}
    closure(R) := R if S = R; closure(S) otherwise where S = R U {(a, c) | (a, b) in R & (b, c) in E}
    v := closure(E)
"""


def test_the_set_is_not_walked_through_for_every_solution():
    """Counted in elements that the budget walks through: 820 pairs of the closure, 40 of E, 40 rounds."""
    budget = Walks()
    found = Compiled(program(CLOSURE), budget).value("v")
    assert isinstance(found, FiniteSet)
    assert found.size == 820
    assert budget.elements_walked < 40 * 820 + 40 * 40


class Walks(Budget):
    """A budget that counts the elements that are walked through."""

    elements_walked = 0

    def walked(self, domain):
        for element in super().walked(domain):
            self.elements_walked += 1
            yield element


def test_what_is_compared_is_found_only_if_something_could_match():
    for meaning in MEANINGS:
        numbers = "E := {1..20} \\ {0}"
        assert value(meaning, f"{numbers} v := |{{y | x in {{0, 0.5}} & (1 / x, y) in E}}|") == 0
        assert failure(meaning, "E := {0..9} * {0..9} v := |{y | x in {0} & (1 / x, y) in E}|").code == "E302"


def test_a_part_is_looked_up_only_if_it_has_a_value_wherever_the_first_differs(meaning: Meaning):
    """No element begins with k, so the second part of the pattern is never compared and never fails."""
    squares = "E := {(x, x, x * x) | x in {1..20}}"
    assert printed(meaning, "{x | k in {31..34} & (k, 1 / (k - k), x) in E}", squares) == "{}"
    fails = f"{squares} v := {{x | k in {{1..4}} & (k, 1 / (k - k), x) in E}}"
    assert failure(meaning, fails).code == "E302"
