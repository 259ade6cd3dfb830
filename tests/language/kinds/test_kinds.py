"""Inferred kinds have all values that come about, and what is told to be wrong surely is."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.documents import library
from noughts.language import core as c
from noughts.language.builtins import OPERATIONS
from noughts.language.kind import ANY, BOTTOM, Kind, join, overlaps, sets_of, tuples_of, union
from noughts.language.kinds.evaluate import AbstractEvaluator, literal
from noughts.language.kinds.findings import mistakes_of_kind
from noughts.language.kinds.infer import Inference
from noughts.meaning.budget import Budget
from noughts.meaning.compile import Compiled
from noughts.meaning.evaluate import Evaluator
from noughts.meaning.frame import Frame
from noughts.meaning.run_error import RunError
from noughts.meaning.self_test import opening_frame
from noughts.text.source import Source, Span
from noughts.values.misuse import Misuse
from noughts.values.scalars import Atom, Opaque, Truth
from noughts.values.sets import Set
from noughts.values.value import Value
from tests.led import program
from tests.library.games import ASKED, program_of
from tests.meaning.programs import programs
from tests.values.strategies import VALUES


def has(kind: Kind, value: Value) -> bool:
    """Whether a value is of a kind."""
    if kind is ANY:
        return True
    match value:
        case Truth():
            return "truth" in kind.scalars
        case int() | Fraction():
            return "number" in kind.scalars
        case str():
            return "string" in kind.scalars
        case Atom():
            return "atom" in kind.scalars or value.name in kind.atoms
        case Opaque():
            return value.printed.removeprefix("an Easel ") in kind.scalars
        case tuple():
            rows = [row for row in kind.tuples if len(row) == len(value)]
            rows += [] if kind.sequence is None else [(kind.sequence,) * len(value)]
            return any(all(map(has, row, value)) for row in rows)
        case _:
            assert isinstance(value, Set)
            elements = kind.elements
            return elements is not None and all(has(elements, element) for element in value)


def kind_of(value: Value) -> Kind:
    """The least kind that has a value."""
    if isinstance(value, tuple):
        return tuples_of(map(kind_of, value))
    if isinstance(value, Set):
        return sets_of(union(map(kind_of, value)))
    return literal(value)


class Watching(Evaluator):
    """An evaluator that compares every argument and every value of a definition with its inferred kind."""

    def __init__(self, checked: c.Program, budget: Budget | None = None) -> None:
        super().__init__(checked, budget)
        self.inferred = Inference(checked)
        self.inferred.run()

    def body(self, definition: c.Definition, arguments: tuple[Value, ...], frame: Frame, span: Span) -> Value:
        kinds = self.inferred.parameters[definition.name]
        assert all(map(has, kinds, arguments)), (definition.name, arguments, kinds)
        value = super().body(definition, arguments, frame, span)
        assert has(self.inferred.results[definition.name], value), (definition.name, value)
        return value


@given(programs())
def test_every_value_is_of_the_kind_that_was_inferred(text: str):
    checked = program(text)
    watching = Watching(checked, Budget(seconds=2))
    for name, definition in checked.definitions.items():
        if definition.is_constant:
            with suppress(RunError):
                watching.value(name)


@pytest.mark.parametrize("name", ASKED)
def test_every_value_at_the_beginning_of_a_match_is(name: str):
    checked = program_of(name)
    watching = Watching(checked)
    frame = opening_frame(Compiled(checked))
    for name, definition in checked.definitions.items():
        if definition.is_constant:
            with suppress(RunError):  # without a click there is no move made
                watching.value(name, frame=frame)


ROWS = [row for row in OPERATIONS.values() if row.arity is not None]


@given(st.lists(VALUES, min_size=4, max_size=4))
def test_a_builtin_gives_what_its_transfer_function_says(values: list[Value]):
    nowhere = Span(Source("", ""), 0, 0)
    for row in ROWS:
        assert row.apply is not None
        operands = values[: row.arity]
        trees = tuple(c.Constant(value, span=nowhere) for value in operands)
        gives = AbstractEvaluator().operation(
            c.Operation(row, trees, span=nowhere), list(map(kind_of, operands))
        )
        try:
            value = row.apply(*operands)
        except Misuse:
            continue
        assert row.sentence or has(gives, cast(Value, value)), (row, operands, gives)
        assert gives is not BOTTOM, (row, operands)


@given(VALUES, VALUES)
def test_the_join_has_the_values_of_both_and_kinds_of_one_value_overlap(a: Value, b: Value):
    both = join(kind_of(a), kind_of(b))
    assert has(both, a)
    assert has(both, b)
    assert overlaps(both, kind_of(a))
    assert overlaps(kind_of(a), kind_of(b)) or a != b


def told(text: str) -> list[str]:
    """The code of each mistake, and the text that it is told of."""
    errors, notes = mistakes_of_kind(program(text))
    return [f"{found.code} {found.span and found.span.text}" for found in (*errors, *notes)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a := 1 v := a + true", ["E301 a + true"]),
        ("f(x) := x + 1 v := f({})", ["E301 x + 1"]),
        ("f(x) := x + 1 v := {f({}), f(2)}", []),
        ("f(x) := |x| + 1 v := {f({}), f(2)}", []),
        ("v := (1, 2)[3]", ["E303 (1, 2)[3]"]),
        ("S := {1 |-> `x} v := {S[1], S[`x]}", ["E303 S[`x]"]),
        ("v := {S[1 |-> {}][1] U {}, (1, 2)[`x]} S := {}", ["E301 (1, 2)[`x]"]),
        ("v := x where (x, y) = (1, 2, 3)", ["E306 (1, 2, 3)"]),
        ("v := all x in 9. x > 1", ["E301 9"]),
        ("v iff 3", ["E301 3"]),
        ("v := 1 if 2; 3 otherwise", ["E301 2"]),
        ("v := Sum[x in {1}] {x}", ["E301 {x}"]),
        ("S := {(1, 2)} v := 1 in S", ["N301 1 in S"]),
        ('v := 1 = "1"', ['N301 1 = "1"']),
        ("v := {1} in {1..3}", ["N301 {1} in {1..3}"]),
        ("S := {(1, 2)} v := {a | (a, b, d) in S}", ["N301 S"]),
        ("v := `x = `o", ["N301 `x = `o"]),
        ("S := {`wolf, `goat} v := {`wolf, `hen} sub S", ["N301 {`wolf, `hen} sub S"]),
        ("S := {`wolf, `goat} T := {`wolf, `hen} v := {`wolf, `goat} sub S & T sub S", []),
        ("r(S) iff {`wolf, `hen} sub S v := r({`wolf, `goat}) V r({`hen})", []),
        ("S := {(`a, `x), (`b, `y)} v := {s | s in {`x, `y} & (s, `a) in S}", ["N301 (s, `a) in S"]),
        ("v := {} = {1} & {} in {{1}}", []),
        ("S := {} v := 1 in S & (all x in S. x + true)", []),
        ("f(x) := f(x) + 1 v := f(`x)", []),  # it has no value to add to
        ("f(n) := (n, f(n - 1)) if n > 0; 0 otherwise v := f(9) U {}", ["E301 f(9) U {}"]),
        ("initialState := {} moves := {1..9} outcome(m) := m legalMove(m) iff true", ["N501 outcome"]),
        (
            "initialState := (`x, 1) moves := {1..9} outcome(m) := (m, `o) legalMove(m) iff true",
            ["N501 outcome"],
        ),
        ("initialState := (`x, `none) moves := {1..9} outcome(m) := (`o, m) legalMove(m) iff true", []),
        ("initialState := {} f(m) iff m in currentState moves := {1} outcome(m) := currentState U {m}", []),
    ],
)
def test_what_is_told(text: str, expected: list[str]):
    assert told(text) == expected


@pytest.mark.parametrize("name", library.names())
def test_there_is_no_false_alarm_in_the_library(name: str):
    assert mistakes_of_kind(program_of(name)) == ([], [])


@pytest.mark.parametrize(
    ("text", "help", "mended"),
    [
        ("S <= {1, 2}", "did you mean `sub`?", "S sub {1, 2}"),
        ("{1, 2} >= S", "a subset is `S sub {1, 2}`", "S sub {1, 2}"),
        ("S < 3", "the number of its elements is `|S|`", "|S| < 3"),
    ],
)
def test_an_order_of_sets_is_that_of_subsets(text: str, help: str, mended: str) -> None:
    ((found,), _) = mistakes_of_kind(program(f"S := {{1}} v iff {text}"))
    assert found.help == help
    [(place, new)] = found.fix
    assert text.replace(place.text, new) == mended
