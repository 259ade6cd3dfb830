"""Errors of operations on values, raised without a place in a document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from noughts.refusal import Refusal
from noughts.values.value import Value


class Misuse(Refusal):
    """An operation was given operands it has no value for."""

    code: ClassVar[str] = "E301"

    def __init__(self, fact: str, hint: str = "", operands: Sequence[Value] = ()) -> None:
        super().__init__(fact, hint)
        self.operands = tuple(operands)


class WrongKind(Misuse):
    """An operand is of a kind that the operation does not know."""

    code = "E301"


class DivisionByZero(Misuse):
    """A quotient, a remainder or a power that arithmetic leaves undefined."""

    code = "E302"


class OutOfRange(Misuse):
    """An index that the tuple does not have."""

    code = "E303"


class NotWhole(Misuse):
    """A fraction where only a whole number makes sense."""

    code = "E304"


class NoClause(Misuse):
    """No guard of a definition holds, and there is no `otherwise`."""

    code = "E305"


class NoSolution(Misuse):
    """A `where` whose names have no value, or several."""

    code = "E306"


class LeftRange(Misuse):
    """A variable of a machine would get a value that it may not have."""

    code = "E506"


class Circular(Misuse):
    """A value that is needed to find itself."""

    code = "E307"


class OutOfBudget(Misuse):
    """Work over budget."""

    code = "E401"


class TooManyElements(OutOfBudget):
    """A set or a tuple larger than was allowed."""

    code = "E402"


class TooDeep(OutOfBudget):
    """Definitions that call each other further down, or a value nested deeper, than was allowed."""

    code = "E403"


class TooLarge(OutOfBudget):
    """A number with more digits than was allowed."""

    code = "E404"
