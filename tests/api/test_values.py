"""Values go from documents to Python and back."""

from __future__ import annotations

import inspect
from fractions import Fraction

import pytest
from hypothesis import assume, given

import noughts
from noughts.api.convert import to_python, to_value
from noughts.documents import library
from noughts.refusal import Refusal
from noughts.values.value import Value
from tests.values.strategies import VALUES


@given(VALUES)
def test_a_value_survives_the_way_to_python_and_back(value: Value):
    try:
        python = to_python(value)
    except Refusal:
        assume(False)
    assert to_value(python) == value


def test_kinds_are_those_of_python():
    doc = noughts.load_document('/$ v := (1, 1/2, true, "s", `a, {1, 2}, {}, ()) $/')
    a = noughts.Atom("a")
    assert doc["v"] == (1, Fraction(1, 2), True, "s", a, frozenset({1, 2}), frozenset(), ())
    identity = noughts.load_document("/$ same(x) := x  isTrue(p) iff p = true $/")["same"]
    for given_ in (3, Fraction(2, 3), False, "x", a, (1, ()), frozenset({(a, 2)})):
        assert identity(given_) == given_
        assert type(identity(given_)) is type(given_)
    assert identity([1, {2}]) == (1, frozenset({2}))
    assert identity(range(1, 4)) == frozenset({1, 2, 3})
    assert identity({"a": 1}) == frozenset({("a", 1)})


def test_what_python_cannot_tell_apart_is_refused():
    doc = noughts.load_document("/$ both := {1, true}  same(x) := x $/")
    with pytest.raises(noughts.Refusal, match="treats `1` and `true` as equal"):
        doc["both"]
    for wrong in (1.5, None, b"a", object()):
        with pytest.raises(noughts.Refusal):
            doc["same"](wrong)


def test_definitions_are_called_with_what_they_take():
    doc = noughts.load_document("/$ f(a, b) := a - b  now := currentState  initialState := 7 $/")
    assert doc["f"](3, 1) == 2
    assert (doc["f"].parameters, doc["f"].source) == (("a", "b"), "f(a, b) := a - b")
    assert (doc["now"](), doc["now"](state=9), doc.eval("now + f(1, 1)", state=2)) == (7, 9, 2)
    assert (list(doc), len(doc), "f" in doc, "g" in doc) == (["f", "now", "initialState"], 3, True, False)
    with pytest.raises(noughts.Refusal, match="takes 2 arguments, but is given 1"):
        doc["f"](1)
    with pytest.raises(KeyError, match="no definition `nov`"):
        doc["nov"]
    with pytest.raises(noughts.DocumentError) as caught:
        doc.eval("g(1)")
    assert caught.value.diagnostics[0].code == "E202"


def test_a_question_has_a_budget():
    doc = noughts.load_document("/$ down(n) := down(n + 1) $/", seconds=0.2)
    with pytest.raises(noughts.DocumentError, match="E40"):
        doc["down"](1)


def test_a_document_tells_how_its_tests_go():
    report = noughts.load_document("/$ a := 1 f(a1) iff some a1 in {1}. a1 = 1 $/ /? a = 1; a = 2 ?/").check()
    assert not report
    assert [test.passed for test in report.tests] == [True, False]
    assert [note.code for note in report.notes] == ["N201"]
    assert "expected: 2" in str(report)


def test_a_check_tells_what_the_command_tells():
    with pytest.raises(noughts.DocumentError) as refused:
        noughts.load_document('/$ v := 1 + "one" $/').check()
    assert [problem.code for problem in refused.value.diagnostics] == ["E301"]
    report = noughts.load_document("/$ f(n, k) := n  v := f(1, 2) $/").check()
    assert [note.code for note in report.notes] == ["N207"]


def test_a_constant_is_a_value_and_what_needs_the_state_a_function():
    doc = noughts.load_document(
        "/$ n := 6  double := 2 * n  f(a, b) := a + b  now := currentState  initialState := n $/"
    )
    assert (doc["n"], doc["double"], doc["now"](state=3)) == (6, 12, 3)
    assert "n" in doc
    f = doc["f"]
    assert (f.__name__, f.__doc__) == ("f", "``f(a, b) := a + b``")
    assert str(inspect.signature(f)) == "(a, b, /, *, state=None)"


def test_constants_get_other_values():
    doc = noughts.load_document("/$ n := 6  m := 1  both := (n, m) $/")
    assert doc.let(n=7)["both"] == (7, 1)
    assert doc.let(n=7).let(m=2)["both"] == (7, 2)
    assert doc.let(n=7) == noughts.load_document("/$ n := 6  m := 1  both := (n, m) $/", n=7) != doc
    with pytest.raises(noughts.DocumentError, match="k"):
        doc.let(k=1)


def test_atoms_sort_by_their_names():
    atoms = [noughts.Atom(name) for name in ("c", "a", "b")]
    assert [atom.name for atom in sorted(atoms)] == ["a", "b", "c"]
    with pytest.raises(TypeError):
        sorted([noughts.Atom("a"), 1])  # type: ignore[type-var]


def test_a_report_on_a_game_says_how_random_matches_went():
    report = noughts.load_document(library.path_of("nim").read_text("utf-8")).check()
    played = "12 random matches of 4 to 8 moves, 12 choices at first: x wins 6, o wins 6"
    assert report.matches == played
    assert str(report) == f"{played}\nReport: 17 of 17 tests pass"
    assert played in report._repr_html_()
    assert noughts.load_document("/$ a := 1 $/").check().matches == ""
