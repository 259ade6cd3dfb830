"""Where a run-time error is found: at the document's own words, in both meanings and for Python itself."""

from __future__ import annotations

import traceback

import pytest

from noughts.language.check import check_text
from noughts.language.checked import question
from noughts.meaning.compile import Compiled
from noughts.meaning.frame import QUIET, Frame
from noughts.meaning.run_error import RunError
from noughts.text.diagnostic import report
from noughts.values.misuse import DivisionByZero
from noughts.values.sets import EMPTY
from tests.led import Meaning, failure, program

PLACES = [
    ("v := 1 + 1/0", "1/0", "E302"),
    ("v := (1 + `a) * 2", "1 + `a", "E301"),
    ("v := -{}", "-{}", "E301"),
    ("v := (1, 2)[3]", "(1, 2)[3]", "E303"),
    ("v := (1, 2)[1..3]", "(1, 2)[1..3]", "E303"),
    ("v := 1 + {1 |-> 2}[3]", "{1 |-> 2}[3]", "E303"),
    ("v := {1 |-> 2}[1 |-> 2, 2 |-> 3][2 |-> 0/0]", "0/0", "E302"),
    ("v := {1}[1 |-> 2]", "{1}[1 |-> 2]", "E301"),
    ("v := {1..1/2}", "{1..1/2}", "E304"),
    ("v := 1 < 2 < {}", "2 < {}", "E301"),
    ("v := 1 in 2", "1 in 2", "E301"),
    ("v := some x in 5. true", "5", "E301"),
    ("v := {x | x in 5}", "5", "E301"),
    ("v := {x | (x, y) in 5}", "5", "E301"),
    ("v := Sum[x in {1, `a}] x", "Sum[x in {1, `a}] x", "E301"),
    ("v := U[x in {1}] x", "U[x in {1}] x", "E301"),
    ("v := 1 & true", "1", "E301"),
    ("v := true & (2 V false)", "2", "E301"),
    ("v := ~`a", "`a", "E301"),
    ("v := all x in {1}. x", "x", "E301"),
    ("v := 1 if 5", "5", "E301"),
    ("r iff 5 v := r", "5", "E301"),
    ("v := true & (true if false; 2 otherwise)", "(true if false; 2 otherwise)", "E301"),
    ("v := point(1, `a)", "point(1, `a)", "E301"),
    ("v := color(1, 2, 300)", "color(1, 2, 300)", "E303"),
    ("v := x + 1 where x = 1/0", "1/0", "E302"),
    ("v := x where x in {1, 2}", "x in {1, 2}", "E306"),
    ("v := a + b where (a, b) = (1, 2, 3)[1..3]", "(1, 2, 3)[1..3]", "E306"),
    ("v := {f(x) | x in {1, 0}} f(x) := 2 if x = 1", "f", "E305"),
    ("v := {x | x in {0} & 1/x = 1}", "1/x", "E302"),
    ("v := {1/x | x = 0}", "1/x", "E302"),
    ("v := {x | x = 1/0 V x = 1}", "1/0", "E302"),
    ("v := {x | (x, 1/0) in {(1, 2)}}", "1/0", "E302"),
    ("v := {x |\n  x in {0}\n  & 1\n  / x = 1}", "1\n  / x", "E302"),
    ('v := "é𝒫" = 1/0', "1/0", "E302"),
    ("v := {`é | x∈{0} ∧ 1/x=1}", "1/x", "E302"),
]


@pytest.mark.parametrize(("text", "place", "code"), PLACES, ids=[text for text, _, _ in PLACES])
def test_an_error_stands_where_it_happened(meaning: Meaning, text: str, place: str, code: str):
    found = failure(meaning, text)
    assert found.code == code
    assert found.span is not None
    assert found.span.text == place


def test_numbers_in_an_error_are_those_of_the_document(meaning: Meaning):
    assert failure(meaning, "v := color(1/2, 1/3, 300)").fact == (
        "`color` needs numbers from 0 to 255, but got (0.5, 0.(3..), 300)"
    )


CALLS = """
outer(n) := middle(n + 1)
middle(n) := Sum[x in {n}] inner(x, {x})
inner(x, S) := 1 / (x - x) if x in S
v := outer(1)
"""


def test_the_calls_on_the_way_are_told(meaning: Meaning):
    found = failure(meaning, CALLS)
    assert found.span is not None
    assert found.span.text == "1 / (x - x)"
    told = [(note.text, note.span and note.span.text) for note in found.notes]
    assert told == [
        ("in inner(2, {2})", "inner(x, {x})"),
        ("in middle(2)", "middle(n + 1)"),
        ("in outer(1)", "outer(1)"),
        ("in v", "v"),
    ]


def test_of_many_calls_the_nearest_are_told(meaning: Meaning):
    found = failure(meaning, "v := f(20) f(n) := 1/0 if n = 0; f(n - 1) otherwise")
    assert [note.text for note in found.notes] == [
        *(f"in f({n})" for n in range(6)),
        "and 16 outer calls",
    ]


def test_the_state_is_told_to_those_who_read_it(meaning: Meaning):
    asked = meaning(program("a := 1/f f := |currentState| b := 1/0"))
    for name, told in (("a", ["in a", "with currentState = {}"]), ("b", ["in b"])):
        with pytest.raises(RunError) as caught:
            asked.value(name, frame=Frame(QUIET))
        assert [note.text for note in caught.value.diagnostic.notes] == told


def test_a_report_in_full(meaning: Meaning):
    assert report([failure(meaning, "f(x) := 10 / x\n   v := {f(x) | x in {2, 0}}")]) == (
        "test.led:1:12: error E302: 10/0 has no value\n"
        "    1 | /$ f(x) := 10 / x\n"
        "      |            ^^^^^^\n"
        "   help: guard it: `… if d /= 0; … otherwise`\n"
        "   note: in f(0) (test.led:2:10)\n"
        "   note: in v (test.led:2:4)"
    )


DOCUMENT = """A line.\fA form feed, and \u2028 a line separator.

/$ f(x) := 10 / x
v := {f(x) |
 x in {2, 0}} $/
"""


def test_python_itself_shows_the_documents_lines():
    """Lines are counted as editors do, whatever else splits lines for Python."""
    asked = Compiled(check_text(DOCUMENT, "paper.md"))
    with pytest.raises(DivisionByZero) as caught:
        asked.function("v")()
    shown = [
        (frame.filename, frame.lineno, frame.line)
        for frame in traceback.extract_tb(caught.value.__traceback__)
        if frame.filename == "paper.md"
    ]
    assert shown[0] == ("paper.md", 4, "v := {f(x) |")
    assert shown[-1] == ("paper.md", 3, "/$ f(x) := 10 / x")


def test_two_texts_of_one_name_are_kept_apart(meaning: Meaning):
    """As when many questions are asked of one program."""
    checked = program("a := 1")
    asked = meaning(checked)
    first, second, third = (asked.prepare(question(checked, text)) for text in ("a + 1/0", "{}", "a +\n\n`x"))
    assert second(None) == EMPTY
    for ask, place in ((first, "1/0"), (third, "a +\n\n`x"), (first, "1/0")):
        with pytest.raises(RunError) as caught:
            ask(None)
        span = caught.value.diagnostic.span
        assert span is not None
        assert span.text == place


def test_the_generated_code_can_be_read():
    source = Compiled(
        program("wins(p) iff some R in rows. all c in R. (p, c) in currentState rows := {{1}}")
    ).source
    assert "def wins(frame, p_1):" in source
    assert "any((all(" in source
    compile(source, "source", "exec")
