"""What symbolic operations say of a position is what the operations themselves say there."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, assume, event, given, settings
from hypothesis import strategies as st

from noughts.grounding.formula import ALWAYS, NEVER, Formula
from noughts.grounding.state_layout import (
    Enumeration,
    SetBits,
    StateLayout,
    TupleLayout,
    bits_of_symbolic,
    decoded,
    encoded,
    state_layout_of,
    symbolic_state,
    widened,
)
from noughts.grounding.symbolic_builtins import apply_symbolic
from noughts.grounding.symbolic_evaluation import CannotGroundHere, SymbolicEvaluator
from noughts.grounding.symbolic_value import UNKNOWN, TooManyCases, cases_of, merged
from noughts.grounding.walk import holds
from noughts.language.builtins import OPERATIONS
from noughts.meaning.budget import Budget
from noughts.meaning.compile import Compiled
from noughts.meaning.evaluate import Evaluator
from noughts.meaning.frame import frame_of
from noughts.meaning.run_error import RunError
from noughts.values.misuse import Misuse
from noughts.values.scalars import FALSE, TRUE, truth
from noughts.values.value import Value
from tests.grounding.formulas import Known
from tests.grounding.symbolic_values import (
    CASES,
    MAP_CASES,
    NUMBER_CASES,
    OTHER_CASES,
    POSITIONS,
    SET_CASES,
    TUPLE_CASES,
    WHENS,
    Case,
    choices,
    has_value_in,
    known,
    seen_in,
)
from tests.led import program
from tests.meaning.programs import Kind, Writer

# One row of the table

INDEX_CASES = st.one_of(st.integers(0, 3).map(known), choices(st.integers(0, 3)))
FITTING = {
    **dict.fromkeys(("<", ">", "<=", ">=", "/", "mod", "..", "neg", "floor", "ceil"), NUMBER_CASES),
    **dict.fromkeys(("sub", "U", "\\", "sec", "Pow"), SET_CASES),
    "-": st.one_of(NUMBER_CASES, SET_CASES),
}
"""The operands that a row is made for; anything at all for the rest."""


def operands(key: str) -> st.SearchStrategy[list[Case]]:
    """Operands of a row, mostly of the right kind."""
    row = OPERATIONS[key]
    fitting: list[st.SearchStrategy[Case]]
    match key:
        case "in":
            fitting = [st.one_of(NUMBER_CASES, OTHER_CASES, TUPLE_CASES, SET_CASES), SET_CASES]
        case "[]":
            fitting = [st.one_of(TUPLE_CASES, MAP_CASES), st.one_of(INDEX_CASES, OTHER_CASES)]
        case "[|->]":
            fitting = [st.one_of(TUPLE_CASES, MAP_CASES), st.one_of(INDEX_CASES, OTHER_CASES), CASES]
        case "[..]":
            fitting = [TUPLE_CASES, INDEX_CASES, INDEX_CASES]
        case "^":
            fitting = [NUMBER_CASES, INDEX_CASES]
        case "+":
            pairs = st.sampled_from([NUMBER_CASES, TUPLE_CASES])
            return st.one_of(pairs.flatmap(lambda kind: st.lists(kind, min_size=2, max_size=2)), anything(2))
        case "*" | "=" | "/=":
            pairs = st.sampled_from([NUMBER_CASES, SET_CASES, TUPLE_CASES, OTHER_CASES])
            return st.one_of(pairs.flatmap(lambda kind: st.lists(kind, min_size=2, max_size=2)), anything(2))
        case _ if row.arity is None:
            return st.integers(0, 3).flatmap(anything)
        case _:
            fitting = [FITTING.get(key, CASES)] * row.arity
    return st.one_of(st.tuples(*fitting).map(list), st.tuples(*fitting).map(list), anything(len(fitting)))


def anything(count: int) -> st.SearchStrategy[list[Case]]:
    return st.lists(CASES, min_size=count, max_size=count)


ROWS = [key for key, row in OPERATIONS.items() if row.group != "easel"]


@pytest.mark.parametrize("key", ROWS)
@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_a_row_of_the_table_in_every_position(key: str, data: st.DataObject) -> None:
    cases = data.draw(operands(key))
    row = OPERATIONS[key]
    assert row.apply is not None
    undefined: list[Formula] = []
    found = apply_symbolic(
        row, tuple(case.symbolic for case in cases), lambda when, _: undefined.append(when)
    )
    for position in POSITIONS:
        is_undefined = any(holds(condition, position) for condition in undefined)
        try:
            wanted = row.apply(*(case.worlds[position] for case in cases))
        except Misuse:
            assert is_undefined, position
            continue
        assert not is_undefined, position
        assert seen_in(found, position) == (truth(bool(wanted)) if row.sentence else wanted)


@given(CASES)
def test_every_case_is_one_that_there_is(case: Case) -> None:
    assert [seen_in(case.symbolic, s) for s in POSITIONS] == case.worlds
    cases = cases_of(case.symbolic)
    assert len({value for value, _ in cases}) == len(cases)
    for position in POSITIONS:
        assert [value for value, when in cases if holds(when, position)] == [case.worlds[position]]


@given(st.lists(st.tuples(CASES, WHENS), min_size=1, max_size=3))
def test_what_is_merged_is_the_one_that_applies(alternatives: list[tuple[Case, Known]]) -> None:
    before: Formula = NEVER
    exclusive = []
    for case, (when, _) in alternatives:
        exclusive.append((case.symbolic, when & ~before))
        before |= when
    found = merged(exclusive)
    for position in POSITIONS:
        wanted = [case.worlds[position] for case, (_, holds_in) in alternatives if holds_in(position)]
        if wanted:
            assert seen_in(found, position) == wanted[0]


@given(CASES)
def test_a_state_goes_through_bits_and_back(case: Case) -> None:
    """The layout that holds all it can be gives it bits, and the bits give it back."""
    layout = widened(state_layout_of(case.worlds[0]), case.symbolic, ALWAYS)
    formulas = list(bits_of_symbolic(layout, case.symbolic))
    assert len(formulas) == layout.width
    for position, world in enumerate(case.worlds):
        code = sum(holds(formula, position) << place for place, formula in enumerate(formulas))
        assert decoded(layout, code) == world
        assert encoded(layout, world) == code


# Whole documents

STATE = """
a := currentState[1]
s := currentState[2]
c := currentState[3]
t := currentState[4]
"""
PARTS: dict[str, Kind] = {"a": "number", "s": "set", "c": "pair", "t": "truth"}
LAYOUT: StateLayout = TupleLayout(
    (
        Enumeration((0, 2)),
        SetBits((1, 2)),
        TupleLayout((Enumeration((1, 2)), Enumeration((0, 1)))),
        Enumeration((TRUE, FALSE)),
    )
)


@st.composite
def documents(draw: st.DrawFn) -> str:
    """A document whose last definition, v, depends on a state of that layout."""
    writer = Writer(lambda choices: draw(st.sampled_from(choices)))
    writer.functions |= {name: ((), kind) for name, kind in PARTS.items()}
    definitions = [writer.definition(f"d{place}", 2) for place in range(draw(st.integers(0, 2)))]
    kind: Kind = draw(st.sampled_from(["number", "truth", "set", "pair"]))
    scope = {f"({name})": kind for name, kind in PARTS.items()}  # in a pattern a definition would be hidden
    return " ".join([STATE, *definitions, f"v := {writer.term(kind, scope, 4)}"])


def value_in(meaning: Evaluator, state: Value) -> Value | None:
    """The value of v in a state, ``None`` if it has none there."""
    try:
        return meaning.value("v", frame=frame_of(state))
    except RunError as error:
        assume(not error.diagnostic.code.startswith("E4"))  # over budget: it says nothing of the rules
        return None


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(documents())
def test_a_document_in_every_state(text: str) -> None:
    checked = program(text)
    reference = Evaluator(checked, Budget(seconds=5, elements=3000))
    compiled = Compiled(checked, Budget(seconds=5, elements=3000))
    try:
        with compiled.budget.running():
            found, undefined = SymbolicEvaluator(checked, compiled, symbolic_state(LAYOUT)).value("v")
    except (CannotGroundHere, TooManyCases):
        event("cannot be grounded")
        return
    for code in range(1 << LAYOUT.width):
        wanted = value_in(reference, decoded(LAYOUT, code))
        if wanted is None:
            assert holds(undefined, code), "it has no value here, and that is not noticed"
        elif not holds(undefined, code):
            assert has_value_in(found, code)
            assert seen_in(found, code) == wanted
        else:
            event("taken to have no value though it has one")
    event("depends on the state" if isinstance(found, UNKNOWN) else "does not")
