"""What does not depend on a loop is evaluated once for it; the reference evaluates it each time."""

from __future__ import annotations

from unittest.mock import Mock

import pytest

from noughts.meaning.compile import Compiled
from noughts.meaning.evaluate import Evaluator
from noughts.meaning.javascript.emit import ProgramWriter
from tests.led import failure, program

INVARIANT = {
    "|{x | x in S & x in {y ^ 2 | y in S}}|": 40,
    "|{x in S | all y in {a ^ 1 | a in S}. y >= 1}|": 40,
    "Sum[x in S] (Sum[y in S] (Sum[z in S] (z ^ 1)))": 40,
    "Sum[x in S] (Sum[y in {1..9}] (Sum[z in {1..2}] (x ^ z)))": 40 * 2,
    "|{x in S | x > 1 V 0 in {y ^ 2 | y in S}}|": 40,
    "(|{x in S | x in T}| where T = {y ^ 2 | y in S})": 40,
}
"""Terms over a set of 40 elements, and how often they need a power."""


@pytest.mark.parametrize("term", INVARIANT)
def test_an_invariant_term_is_evaluated_once(term: str) -> None:
    checked = program(f"S := {{1..40}} v := {term}")
    meaning = Compiled(checked)
    power = Mock(wraps=meaning.namespace["power"])
    meaning.namespace["power"] = power
    assert meaning.value("v") == Evaluator(checked).value("v")
    assert power.call_count == INVARIANT[term]


def test_a_page_does_so_too() -> None:
    text = ProgramWriter(program("S := {1..40} v := |{x | x in S & x in {y + 1 | y in S}}|"), ()).text()
    assert text.index("add(") < text.index("for (const x_1")


def test_a_term_that_is_never_reached_is_not_evaluated() -> None:
    checked = program("S := {1..3} v := |{x in S | x < 9 V 1 in {y / 0 | y in S}}|")
    assert Compiled(checked).value("v") == 3


@pytest.mark.parametrize("sign", ["+", "^"])
def test_a_long_chain_in_a_loop_is_no_recursion(sign: str) -> None:
    chain = f" {sign} ".join(["f(1)"] * 3000)
    checked = program(f"f(n) := n v := |{{x in {{1..3}} | x <= {chain}}}|")
    assert Compiled(checked).value("v") == Evaluator(checked).value("v")


def test_an_error_stays_where_it_is() -> None:
    text = "S := {1..3} f(n) := {y / n | y in S} v := |{x in S | x > 2 & x in f(0)}|"
    assert failure(Compiled, text) == failure(Evaluator, text)
