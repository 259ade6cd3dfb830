"""What terms and sentences are worth (LED, «values» and «strictness»)."""

from __future__ import annotations

import pytest

from noughts.language.builtins import TABLE
from noughts.meaning.frame import QUIET, Frame
from tests.led import Meaning, failure, printed, program

PRINTED = [
    # numbers
    ("1/3", "0.(3..)"), ("1/6", "0.1(6..)"), ("-1/2", "-0.5"), ("4/2", "2"), ("-2^2", "-4"),
    ("(-2)^2", "4"), ("2^-1", "0.5"), ("2^3^2", "512"), ("-1 mod 2", "1"), ("floor(-1/2)", "-1"),
    ("ceil(-1/2)", "0"), ("7 mod -2", "-1"), ("5.5 mod 2", "1.5"), ("|-3|", "3"), ("1.(3..) * 3", "4"),
    ("0.(9..)", "1"), ("10 - 2 - 3", "5"), ("2 * 3 mod 4", "2"), ("12 / 3 / 2", "2"), ("1 - -1", "2"),
    # tuples
    ("(1, 2) + (3, 4)", "(1, 2, 3, 4)"), ("(1, 2)[2]", "2"), ("(1, 2, 3)[2..3]", "(2, 3)"),
    ("(5, 6)[1] + 1", "6"), ("|(1, 2, 3)|", "3"), ("(1, 2)[2..1]", "()"), ("|(1, 2)[2..1]|", "0"),
    ("((1, 2), 3)[1][2]", "2"), ("(1)", "1"), ("((1))", "1"), ("(1, 2)[1..1]", "(1,)"),
    ("()", "()"), ("(7,)", "(7,)"), ("(7,) + () + (8,)", "(7, 8)"), ("(1, 2)[2/2]", "1"),
    ("|()|", "0"), ("() = (1, 2)[2..1]", "true"), ("{x | (x,) in {(1,), (2, 3), ()}}", "{1}"),
    # other values at some places
    ("(5, 6)[2 |-> 7]", "(5, 7)"), ("(5, 6)[1 |-> 2, 2 |-> 1]", "(2, 1)"),
    ("((1, 2), 3)[1][2 |-> 5]", "(1, 5)"),
    # maps: sets of pairs
    ("{1 |-> 2}", "{(1, 2)}"), ("1 |-> 2 = (1, 2)", "true"), ("{`a |-> 1, `b |-> 2}[`b]", "2"),
    ("{1 |-> 2, 3 |-> 4}[1 |-> 5]", "{(1, 5), (3, 4)}"), ("{}[1 |-> 2]", "{(1, 2)}"),
    ("{1 |-> 2}[3 |-> 4, 1 |-> 5, 3 |-> 6]", "{(1, 5), (3, 6)}"),
    ("{k | k |-> w in {1 |-> 2, 3 |-> 2}}", "{1, 3}"), ("Sum[k |-> w in {1 |-> 5, 2 |-> 5}] w", "10"),
    ("({1..3} * {`e})[2]", "`e"), ("({1..2} * {0})[2 |-> 1]", "{(2, 1), (1, 0)}"), ("{1 |-> 2, 3}[1]", "2"),
    ("{(1, 2) |-> 3}[(1, 2)]", "3"), ("{{1, 2} |-> 3}[{2, 1}]", "3"), ("{k |-> k^2 | k in {1..3}}[3]", "9"),
    ("{1 |-> 2, 1 |-> 3}[1 |-> 4]", "{(1, 4)}"),
    # sets of subsets
    ("{A sub {1, 2} | |A| = 1}", "{{2}, {1}}"),
    ("{(A, B) | A sub B & B sub {1}}", "{({}, {}), ({}, {1}), ({1}, {1})}"),
    ("{A | A sub {1, 2} & A in {{3}, {1}}}", "{{1}}"), ("{(A sub {1}) | A in {{1}, {2}}}", "{true, false}"),
    ("some A sub {1, 2}. |A| = 3", "false"), ("all A, B sub {1, 2}. A sec B sub A", "true"),
    ("Sum[A sub {1..4}] 1", "16"), ("{A | (A sub {1} V A sub {2}) & A in {{2}, {3}}}", "{{2}}"),
    # sets, as they print
    ("{}", "{}"), ("{2, 1, 2}", "{2, 1}"), ("{3..5}", "{3, 4, 5}"), ("{5..3}", "{}"), ("|{}|", "0"),
    ("{3, 1} U {1, 2, 3}", "{3, 1, 2}"), ("{} U {2, 1}", "{2, 1}"), ("{3, 2, 1} sec {1, 2}", "{2, 1}"),
    ("{3, 2, 1} \\ {2}", "{3, 1}"), ("Pow({1,2})", "{{}, {2}, {1}, {1, 2}}"), ("Pow({})", "{{}}"),
    ("Pow({3,1,2})", "{{}, {2}, {1}, {1, 2}, {3}, {3, 2}, {3, 1}, {3, 1, 2}}"),
    ("{1,2}*{`a}", "{(2, `a), (1, `a)}"), ("{1,2}*{3,4}", "{(2, 3), (2, 4), (1, 3), (1, 4)}"),
    ("{1}*{2}*{3}", "{((1, 2), 3)}"), ("{}*{1}", "{}"), ("{{1, 2}, {2, 1}}", "{{1, 2}}"),
    ("{1, 1.0, 2/2, 3 - 2}", "{1}"), ('{1, "1", `x, true, (1, 2), {1}}', '{1, "1", `x, true, (1, 2), {1}}'),
    # strings and atoms
    ('"it is"', "it is"), ('("a", `b)', '("a", `b)'),
    # equality: by value, false across kinds
    ("{} /= true", "true"), ("1 = true", "false"), ("0 = false", "false"), ('1 = "1"', "false"),
    ('`x = "x"', "false"), ("{1, 2} = {2, 1}", "true"), ("(1, {1, 2}) = (1, {2, 1})", "true"),
    ("(1, 2) = (1, 2, 3)", "false"), ('"a" = "a"', "true"), ("{{}} = {}", "false"), ("1/2 = 0.5", "true"),
    ("(1, 2) = {1, 2}", "false"), ("{1..3} = {3, 2, 1}", "true"), ("Pow({1}) = {{1}, {}}", "true"),
    ("color(1, 2, 3) = color(1, 2, 3)", "true"), ("point(1, 2) = point(2, 1)", "false"),
    # membership and inclusion
    ("1 in {1, 2}", "true"), ("{2, 1} in {{1, 2}}", "true"), ("{1} sub {1, 2}", "true"),
    ("{} sub {}", "true"), ("{1, 3} sub {1, 2}", "false"), ("(1, `a) in {1, 2} * {`a}", "true"),
    ("{2} in Pow({1, 2})", "true"), ("true in {1}", "false"),
    # comparisons and chains
    ("1/3 < 1/2", "true"), ("2 > 2", "false"), ("1 < 2 <= 2", "true"), ("3 >= 2 > 2", "false"),
    ("1 < 3 < 2", "false"),
    # sentences
    ("true & false", "false"), ("true V false", "true"), ("~true", "false"), ("false => false", "true"),
    ("true => false", "false"), ("true <=> false", "false"), ("false <=> false", "true"),
    ("some x in {}. true", "false"), ("all x in {}. false", "true"), ("some x in {1, 2}. x > 1", "true"),
    ("all x, y in {1, 2}. x + y < 5", "true"), ("all x, y in {1, 2}. x /= y", "false"),
    ("some x, y in {1, 2}. x + y = 4", "true"), ("some x in {1, 2}. all y in {1, 2}. x <= y", "true"),
    ("all S in Pow({1..3}). |S| <= 3", "true"), ("{p | p in {true, false} & ~p}", "{false}"),
    # over nothing
    ("Sum[x in {}] x", "0"), ("Prod[x in {}] x", "1"), ("U[x in {}] {x}", "{}"), ("Sec[x in {}] {x}", "{}"),
    # folds
    ("Sum[x in {-2,2}] x^2", "8"), ("Prod[x in {1..5}] x", "120"),
    ("U[x in {2,1}] {x, x + 1}", "{2, 3, 1}"), ("Sec[x in {1,2}] {x, x + 1}", "{2}"),
    ("Sum[x in {1..3}] x * 2", "12"), ("Sum[x in {1..3}] (x * 2)", "12"), ("Sum[x in {1, 2}] 1/2", "1"),
    ("Sum[x in {1..3}] Sum[y in {1..x}] y", "10"),
    # what is never listed
    ("Pow({1..100}) sec {{2, 1}, {101}}", "{{1, 2}}"), ("{{2, 1}, {101}} sec Pow({1..100})", "{{2, 1}}"),
    ("|Pow({1..100})|", str(2**100)), ("|{1..10^9} * {1..10^9}|", str(10**18)),
    ("{5} in Pow({1..10^5})", "true"), ("(3, 4) in {1..10^9} * {1..10^9}", "true"),
    ("Pow({1..99}) sub Pow({1..100})", "true"), ("|Pow({1..100}) sec Pow({90..200})|", str(2**11)),
    ("10^9 in {1..10^12}", "true"), ("|{1..10^12}|", str(10**12)), ("{1..10^12} sec {5, 0, 3}", "{3, 5}"),
    ("{1..10^12} * {}", "{}"), ("{1..10^12} = {1..10^12}", "true"),
]  # fmt: skip


@pytest.mark.parametrize(("term", "text"), PRINTED, ids=[term for term, _ in PRINTED])
def test_prints(meaning: Meaning, term: str, text: str):
    assert printed(meaning, term) == text


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.key)
def test_every_example_of_the_table_holds(meaning: Meaning, row):
    term, text = row.example
    assert printed(meaning, term) == text


STOPS = [
    ("false & 0/0 = 0", "false"),
    ("true V 0/0 = 0", "true"),
    ("false => 0/0 = 0", "true"),
    ("some x in {1, 0}. 1/x = 1", "true"),
    ("all x in {1, 0}. 1/x > 1", "false"),
    ("2 < 1 < 0/0", "false"),
    ("|{x | x in {0, 1} & x > 0 & 1/x = 1}|", "1"),
    ("{x | false & x in 0}", "{}"),
]


@pytest.mark.parametrize(("sentence", "text"), STOPS)
def test_sentences_stop_as_soon_as_they_know(meaning: Meaning, sentence: str, text: str):
    assert printed(meaning, sentence) == text


STRICT = [
    "0/0 = 0 & false",
    "0/0 = 0 V true",
    "0/0 = 0 => true",
    "true => 0/0 = 0",
    "false <=> 0/0 = 0",
    "some x in {0, 1}. 1/x = 1",
    "all x in {0, 1}. 1/x > 1",
    "(1, 0/0)[1]",
    "|{1, 0/0}|",
    "{1} sec {0/0}",
    "1 in {1, 0/0}",
    "Sum[x in {0/0}] 1",
    "some x in {0/0}. true",
    "f(0/0)",
    "0 * 0/0",
]


@pytest.mark.parametrize("term", STRICT)
def test_everything_else_is_strict(meaning: Meaning, term: str):
    assert failure(meaning, f"f(x) := 1 v := {term}").code == "E302"


def test_clauses_stop_at_the_first_that_holds(meaning: Meaning):
    definitions = "f(x) := `low if x < 1; `one if x = 1; 1/0 if x = 2; `high otherwise"
    for argument, text in (("0", "`low"), ("1", "`one"), ("3", "`high")):
        assert printed(meaning, f"f({argument})", definitions) == text
    assert failure(meaning, f"{definitions} v := f(2)").code == "E302"
    assert printed(meaning, "g(1)", "g(x) := `a if x = 1; `b if 1/0 = 1") == "`a"


def test_no_clause_applies(meaning: Meaning):
    found = failure(meaning, "f(x, y) := 1 if x > y v := f(1, {2})")
    assert found.code == "E301"
    found = failure(meaning, "f(x, y) := 1 if x > y v := f(1, 2)")
    assert (found.code, found.fact) == ("E305", "no clause of `f` applies to f(1, 2)")
    found = failure(meaning, "v := 1 if false")
    assert (found.code, found.fact) == ("E305", "no clause of `v` applies")


def test_no_clause_applies_names_the_state(meaning: Meaning):
    found = failure(meaning, "v := 1 if currentState = 7")
    assert "with currentState = {}" in [note.text for note in found.notes]


@pytest.mark.parametrize(
    "term",
    [
        "1 & true",
        "false V 1",
        "~0",
        "`x => true",
        "{} <=> true",
        "some x in {1}. x",
        "all x in {1}. {}",
        "1 V true",
    ],
)
def test_only_truths_are_sentences(meaning: Meaning, term: str):
    assert failure(meaning, f"v := {term}").code == "E301"


def test_recursion(meaning: Meaning):
    assert (
        printed(meaning, "fact(20)", "fact(n) := 1 if n = 0; n * fact(n - 1) otherwise")
        == "2432902008176640000"
    )
    assert printed(meaning, "fib(15)", "fib(n) := n if n < 2; fib(n - 1) + fib(n - 2) otherwise") == "610"
    even_odd = "even(n) iff n = 0 V odd(n - 1) odd(n) iff n /= 0 & even(n - 1)"
    assert printed(meaning, "{even(10), odd(10)}", even_odd) == "{true, false}"
    down = "down(n) := (0, 0) if n = 0; (n, n) + down(n - 1) otherwise"
    assert printed(meaning, "|down(300)|", down) == "602"


def test_order_of_definitions_is_free(meaning: Meaning):
    assert printed(meaning, "a", "a := b + 1 b := c + 1 c := 1") == "3"


def test_relations_are_values_too(meaning: Meaning):
    assert printed(meaning, "{big(1), big(3)}", "big(x) iff x > 2") == "{false, true}"
    assert printed(meaning, "big(1) = small", "big(x) iff x > 2 small := false") == "true"
    assert failure(meaning, "r(x) iff x v := r(3)").code == "E301"
    assert failure(meaning, "r iff 5 v := r = 5").code == "E301"


def test_a_constant_that_needs_itself(meaning: Meaning):
    assert failure(meaning, "v := w w := v + 1").code == "E307"
    assert printed(meaning, "v2", "v2 := 1 if true; v2 otherwise") == "1"


def test_the_frame(meaning: Meaning):
    text = "x := mouseX + y y := f(one) where one = 1 f(n) := currentState + n hit iff mouseClicked & x > 5"
    asked = meaning(program(text))
    given = {**QUIET, "currentState": 3, "mouseX": 4}
    assert asked.value("x", frame=Frame(given)) == 8
    assert asked.value("x", frame=Frame({**given, "mouseX": 5})) == 9
    assert not asked.holds("hit", frame=Frame(given))


@pytest.mark.parametrize(
    ("name", "alias"),
    [
        ("currentState", "CURRENT_STATE"),
        ("mouseClicked", "CLICKED"),
        ("mouseX", "CLICK_X"),
        ("mouseY", "CLICK_Y"),
    ],
)
def test_the_names_of_the_old_documents(meaning: Meaning, name: str, alias: str):
    frame = Frame({**QUIET, name: 42})
    assert meaning(program(f"v := {alias}")).value("v", frame=frame) == 42
    assert program(f"v := w w := {alias}").definitions["v"].given == {name}


def test_what_depends_on_the_frame():
    definitions = program(
        "a := b b := c where c = f(1) f(n) := n + mouseX k := 5 s := currentState both := a + s g(n) := n"
    ).definitions
    reads = {name: definition.given for name, definition in definitions.items()}
    assert reads == {
        "a": {"mouseX"}, "b": {"mouseX"}, "f": {"mouseX"}, "k": set(), "s": {"currentState"},
        "both": {"mouseX", "currentState"}, "g": set(),
    }  # fmt: skip
