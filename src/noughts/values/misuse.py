"""Errors of operations on values, raised without a place in a document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from noughts.refusal import Refusal
from noughts.values.value import Value


class Misuse(Refusal):
    """An operation has no value for its operands."""

    code: ClassVar[str] = "E301"

    def __init__(self, fact: str, hint: str = "", operands: Sequence[Value] = ()) -> None:
        super().__init__(fact, hint)
        self.operands = tuple(operands)


class WrongKind(Misuse):
    """The operation is not defined for the kind of an operand."""

    code = "E301"


class DivisionByZero(Misuse):
    """A quotient, remainder or power is undefined."""

    code = "E302"


class OutOfRange(Misuse):
    """A tuple does not have an element at an index, or a map has no value at a key."""

    code = "E303"


class NotWhole(Misuse):
    """An operand is a fraction, and must be an integer."""

    code = "E304"


class NoClause(Misuse):
    """No guard of a definition holds, and there is no `otherwise`."""

    code = "E305"


class NoSolution(Misuse):
    """The names of a `where` have no value, or several."""

    code = "E306"


class LeftRange(Misuse):
    """A variable of a machine would get a value outside its range."""

    code = "E506"


class Circular(Misuse):
    """A value depends on itself."""

    code = "E307"


class OutOfBudget(Misuse):
    """The work exceeds its budget."""

    code = "E401"


class TooManyElements(OutOfBudget):
    """A set or a tuple has more elements than allowed."""

    code = "E402"


class TooDeep(OutOfBudget):
    """Calls of definitions, or values, are nested more deeply than allowed."""

    code = "E403"


class TooLarge(OutOfBudget):
    """A number has more digits than allowed."""

    code = "E404"
