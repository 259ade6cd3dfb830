"""The compiled code does what the reference does: the same value, or the same error at the same place."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from noughts.documents import library
from noughts.language.check import read_program
from noughts.language.core import Program
from noughts.meaning.budget import Budget
from noughts.meaning.compile import Compiled
from noughts.meaning.evaluate import Evaluator
from noughts.meaning.frame import Frame, frame_of
from noughts.meaning.run_error import RunError
from noughts.values.misuse import Misuse
from noughts.values.scalars import Atom
from noughts.values.sets import FiniteSet
from noughts.values.show import show
from noughts.values.value import Value
from tests.led import Meaning, Quick, program
from tests.library.games import ASKED
from tests.meaning.programs import programs, states

OVER = ("budget",)
"""The outcome of what used up its budget."""


def outcome(ask: Callable[[], Value], tell: Callable[[Value], str] = show) -> tuple[object, ...]:
    """A value as it prints, or what is wrong and where."""
    try:
        return ("value", tell(ask()))
    except Misuse as misuse:
        return ("error", misuse.code)
    except RunError as error:
        found = error.diagnostic
        if found.code.startswith("E4"):
            return OVER
        calls = [(note.text, note.span) for note in found.notes]
        return ("error", found.code, found.fact, found.span, found.help, calls)


def constant(meaning: Meaning, checked: Program, name: str, frame: Frame | None = None) -> tuple[object, ...]:
    """What a meaning finds of a constant under a small budget."""
    return outcome(lambda: meaning(checked, Budget(seconds=5, elements=3000)).value(name, frame=frame))


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(programs())
def test_compiled_code_does_what_the_reference_does(text: str):
    checked = program(text)
    assert constant(Compiled, checked, "v") == constant(Evaluator, checked, "v")


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(states())
def test_quick_code_does_what_the_reference_does(text: str):
    checked = program(text)
    found = [
        constant(meaning, checked, "v", frame_of(FiniteSet([2, 1, 3]))) for meaning in (Quick, Evaluator)
    ]
    assert found[0] == found[1]


ARITHMETIC = st.recursive(
    st.sampled_from(("a", "b", "a", "b", "0", "1", "3", "0.5")),
    lambda inner: (
        st.builds("({} {} {})".format, inner, st.sampled_from(("+", "-", "*", "/", "mod")), inner)
        | st.builds("floor({} / {})".format, inner, inner)
    ),
)
"""Terms of two names, of which Python can do a part by itself where the names are integers."""


LONG = 10**99_998
ARGUMENTS = st.sampled_from((4, -3, 4, -3, 0, Fraction(7, 2), LONG, (1, 2), FiniteSet((1, 5)), Atom("x")))


@given(ARITHMETIC, st.sampled_from(("=", "<", "<=", ">", ">=")), ARITHMETIC, ARGUMENTS, ARGUMENTS)
@example("floor(a / 2)", "<", "(a + b) mod 3", 4, -3)
@example("(a * b) + 1", ">", "a", LONG, LONG)
def test_arithmetic_on_names_of_every_kind(left: str, sign: str, right: str, a: Value, b: Value):
    checked = program(f"f(a, b) := ({left}, {right})\nr(a, b) iff {left} {sign} {right}")
    for name in ("f", "r"):
        reference, *others = (
            outcome(partial(meaning(checked, Budget(seconds=5)).value, name, a, b))
            for meaning in (Evaluator, Compiled, Quick)
        )
        assert others == [reference, reference]


@pytest.mark.parametrize("name", ASKED)
def test_on_every_constant_of_the_library(name: str):
    checked = read_program([library.path_of(name)])
    for definition in checked.definitions.values():
        if definition.is_constant:
            assert constant(Compiled, checked, definition.name) == constant(
                Evaluator, checked, definition.name
            )
