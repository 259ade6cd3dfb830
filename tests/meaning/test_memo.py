"""The values of costly calls are remembered: no value changes, no error moves, and few calls are made."""

from __future__ import annotations

import os
from random import Random
from unittest.mock import Mock

import pytest

from noughts.language import core as c
from noughts.meaning.budget import Budget
from noughts.meaning.compile import Compiled
from noughts.meaning.evaluate import Evaluator
from tests.javascript import JavaScript
from tests.led import Meaning, Quick, printed, program
from tests.meaning.programs import Writer
from tests.meaning.test_both_meanings import constant
from tests.meaning.test_javascript import assert_agreement

DOCUMENTS = int(os.environ.get("NOUGHTS_FUZZ_MEMO", "60"))
KNOWN = {
    "fib(90)": ("fib(n) := n if n < 2; fib(n - 1) + fib(n - 2) otherwise", "2880067194370816120"),
    "binom(30, 15)": (
        "binom(n, k) := 1 if k = 0 V k = n; binom(n - 1, k - 1) + binom(n - 1, k) otherwise",
        "155117520",
    ),
    "part(100, 100)": (
        "part(n, m) := 1 if n = 0; 0 if n < 0 V m = 0; part(n - m, m) + part(n, m - 1) otherwise",
        "190569292",
    ),
    "paths((14, 14))": (
        "paths((x, y)) := 1 if x = 0 V y = 0; paths((x - 1, y)) + paths((x, y - 1)) otherwise",
        "40116600",
    ),
    "odd(60)": (
        "odd(n) := false if n = 0; even(n - 1) V (even(n - 1) & n < 0) otherwise "
        "even(n) := true if n = 0; odd(n - 1) & (odd(n - 1) V n < 0) otherwise",
        "false",
    ),
    "|orders({1..6})|": (
        "orders(S) := {{}} if S = {}; {f U {(|S|, x)} | x in S & f in orders(S \\ {x})} otherwise",
        "720",
    ),
    "catalan(25)": (
        "catalan(n) := 1 if n = 0; Sum[i in {1..n}] (catalan(i - 1) * catalan(n - i)) otherwise",
        "4861946401452",
    ),
}
"""Values that are in every table, of recursions that take exponentially many calls without a memo."""


def set_recursion(dice: Random) -> str:
    """A recursive function of sets in many orders, which its values show."""
    sets = [
        "S",
        "S U {n}",
        "{n} U S",
        "S \\ {n}",
        "{x + 1 | x in S}",
        "{n..3}",
        "S sec {3, 2, 1, n}",
        "{{n}, {}}",
    ]
    calls = [f"f(n - 1, {dice.choice(sets)})" for _ in range(3)]
    body = "({0} U {1}) \\ {2}" if dice.random() < 0.5 else "{0} U ({2} \\ {1})"
    return f"f(n, S) := S if n <= 0; {body.format(*calls)} otherwise\nv := (f(4, {{2, 1}}), f(3, {{1, 2}}))"


def recursion(dice: Random) -> str:
    """A recursive function that may call itself from many places, with errors on some of its ways."""
    writer = Writer(dice.choice, {"below": (("number",), "number")})
    scope = {"n": "number", "k": "number"}
    leaf = Writer(dice.choice).term("number", scope, 1)  # type: ignore[arg-type]
    body = [writer.term("number", scope, 4) for _ in range(3)]  # type: ignore[arg-type]
    branches = f"below({body[0]}) + below({body[1]}) * ({body[2]})".replace("below(", "f(n - 1, ")
    return f"f(n, k) := {leaf} if n <= 0; {branches} otherwise\nv := f({dice.choice((1, 2, 3))}, 1)"


def gathering(dice: Random) -> str:
    """A function that enumerates sets, asked in a loop at numbers, pairs and sets."""
    writer = Writer(dice.choice)
    kinds = [dice.choice(("number", "pair", "set")) for _ in range(2)]
    within = writer.term("set", dict(zip("ab", kinds, strict=True)), 4)  # type: ignore[arg-type]
    first, second = (writer.term(kind, {"x": "number"}, 2) for kind in kinds)  # type: ignore[arg-type]
    asked = f"v := {{(x, f({first}, {second})) | x in {{0..2}} & z in {{1..2}}}}"
    return f"f(a, b) := {{y | y in {within}}}\n{asked}"


def random_programs() -> list[c.Program]:
    """Programs of each kind."""
    kinds = (recursion, set_recursion, gathering)
    return [program(kind(Random(seed))) for kind in kinds for seed in range(DOCUMENTS)]


@pytest.mark.parametrize("meaning", [Evaluator, Compiled, Quick, JavaScript])
@pytest.mark.parametrize("term", KNOWN)
@pytest.mark.usefixtures("javascript")
def test_a_recursion_takes_as_many_calls_as_it_has_arguments(meaning: Meaning, term: str) -> None:
    definitions, expected = KNOWN[term]
    assert printed(meaning, term, definitions) == expected


def test_nothing_but_the_work_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    programs = random_programs()
    assert all(each.definitions["f"].is_memoised for each in programs)
    with_memo = [constant(meaning, each, "v") for meaning in (Evaluator, Compiled) for each in programs]
    monkeypatch.setattr(c.Definition, "is_memoised", False)
    without = [constant(meaning, each, "v") for meaning in (Evaluator, Compiled) for each in programs]
    assert with_memo == without


@pytest.mark.usefixtures("javascript")
def test_a_page_remembers_alike() -> None:
    programs = random_programs()
    assert_agreement(programs, "v", Budget(seconds=5, elements=3000))


@pytest.mark.parametrize("meaning", [Evaluator, Compiled])
def test_a_memo_ends_with_its_question_and_has_a_bound(meaning: Meaning) -> None:
    sizes: list[int] = []

    class Seen(Budget):
        def __setattr__(self, name: str, value: object) -> None:
            super().__setattr__(name, value)
            if name == "memo_size":
                sizes.append(self.memo_size)

    budget = Seen(elements=20)
    text = "f(n) := {n} if n < 1; f(n - 1) U f(n - 1) otherwise v(n) := |f(n)| w := v(11)"
    assert meaning(program(text), budget).value("w") == 1
    assert max(sizes) == 20
    assert not any(budget.memos.values())


@pytest.mark.parametrize(
    ("called", "evaluations"), [("f(x mod 2)", 2), ("f((x, x mod 2))", 5), ("f({x mod 2})", 50)]
)
def test_what_gathers_is_evaluated_once_unless_it_is_asked_of_a_set(called: str, evaluations: int) -> None:
    asked = f"v := |{{(z, x) | z in {{1..10}} & x in {{1..5}} & {called} /= {{}}}}|"
    text = f"f(a) := {{y ^ 1 | y in {{1}}}} {asked}"
    meaning = Compiled(program(text))
    power = Mock(wraps=meaning.namespace["power"])
    meaning.namespace["power"] = power
    assert (meaning.value("v"), power.call_count) == (50, evaluations)


@pytest.mark.parametrize("meaning", [Evaluator, Compiled, Quick, JavaScript])
@pytest.mark.usefixtures("javascript")
def test_equal_sets_in_another_order_are_other_arguments(meaning: Meaning) -> None:
    definitions = "f(S, n) := S if n = 0; f(S, n - 1) U f(S, n - 1) otherwise"
    term = "(f({1, 2}, 3), f({2, 1}, 3), f({1..2}, 3), f({1, 2} * {3}, 3), f({2, 1} * {3}, 3))"
    assert (
        printed(meaning, term, definitions) == "({1, 2}, {2, 1}, {1, 2}, {(2, 3), (1, 3)}, {(1, 3), (2, 3)})"
    )
