"""Exact arithmetic on rational numbers, and joining and indexing of tuples.

A number is an `int` whenever it is whole and a `Fraction` otherwise, so equal numbers are equal values.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import NoReturn, cast

from noughts.values.limits import BITS, DIGITS, UNQUESTIONED_BITS, require_bits, require_elements
from noughts.values.misuse import DivisionByZero, NotWhole, OutOfRange, TooLarge, WrongKind
from noughts.values.sets import Product, Set, difference_of
from noughts.values.show import summary
from noughts.values.value import Number, Value, kind


def normal(number: Number) -> Number:
    """The same number, an `int` if it is whole; refused if it is too long."""
    if type(number) is int or type(number) is Fraction:
        require_bits(bits(number))
    if type(number) is Fraction and number.denominator == 1:
        return number.numerator
    return number


def is_number(value: object) -> bool:
    """Whether a value is a number."""
    return type(value) is int or type(value) is Fraction


def refuse(symbol: str, wanted: str, *operands: Value, hint: str = "") -> NoReturn:
    """Raise an error that shows which operand of ``a symbol b`` is of the wrong kind."""
    shown = " and ".join(map(described, operands))
    raise WrongKind(f"`{symbol}` needs {wanted}, but got {shown}", hint, operands)


def described(value: Value) -> str:
    """A value with its kind, for messages."""
    return f"{summary(value)}, {kind(value)}"


def number(symbol: str, value: Value) -> Number:
    """The value, which must be a number."""
    if isinstance(value, (int, Fraction)):
        return value
    refuse(symbol, "a number", value)


def whole(symbol: str, value: Value) -> int:
    """The value, which must be a whole number."""
    if isinstance(value, int):
        return value
    if isinstance(value, Fraction):
        if value.denominator == 1:
            return value.numerator
        fact = f"{symbol} needs a whole number, but got {summary(value)}"
        raise NotWhole(fact, "`floor(…)` rounds down", (value,))
    raise WrongKind(f"{symbol} needs a whole number, but got {described(value)}", operands=(value,))


def add(a: Value, b: Value) -> Value:
    """``a + b``: the sum of two numbers, or two tuples joined."""
    if type(a) is int and type(b) is int:
        return a + b
    if isinstance(a, (int, Fraction)) and isinstance(b, (int, Fraction)):
        return normal(a + b)
    if isinstance(a, tuple) and isinstance(b, tuple):
        require_elements(len(a) + len(b), "tuple")
        return a + b
    beside_tuple = isinstance(a, tuple) or isinstance(b, tuple)
    hint = "a tuple of one element is written `(x,)`" if beside_tuple else ""
    refuse("+", "two numbers or two tuples", a, b, hint=hint)


def subtract(a: Value, b: Value) -> Value:
    """``a - b``: the difference of two numbers, or of two sets."""
    if type(a) is int and type(b) is int:
        return a - b
    if isinstance(a, (int, Fraction)) and isinstance(b, (int, Fraction)):
        return normal(a - b)
    if isinstance(a, Set) and isinstance(b, Set):
        return difference_of(a, b)
    refuse("-", "two numbers or two sets", a, b)


def multiply(a: Value, b: Value) -> Value:
    """``a * b``: the product of two numbers, or of two sets."""
    if type(a) is int and type(b) is int:
        product = a * b
        if product.bit_length() > UNQUESTIONED_BITS:
            require_bits(product.bit_length())
        return product
    if isinstance(a, (int, Fraction)) and isinstance(b, (int, Fraction)):
        return normal(a * b)
    if isinstance(a, Set) and isinstance(b, Set):
        return Product(a, b)
    refuse("*", "two numbers or two sets", a, b)


def divide(a: Value, b: Value) -> Value:
    """``a / b``, exactly."""
    if type(a) is int and type(b) is int and b != 0:
        return Fraction(a, b) if a % b else a // b
    if isinstance(a, (int, Fraction)) and isinstance(b, (int, Fraction)):
        if b == 0:
            raise DivisionByZero(
                f"{summary(a)}/0 has no value", "guard it: `… if d /= 0; … otherwise`", (a, b)
            )
        return normal(cast(Number, a / b))  # one of them is a fraction
    refuse("/", "two numbers", a, b)


def modulo(a: Value, b: Value) -> Value:
    """``a mod b = a - b*floor(a/b)``."""
    if type(a) is int and type(b) is int and b != 0:
        return a % b
    if isinstance(a, (int, Fraction)) and isinstance(b, (int, Fraction)):
        if b == 0:
            raise DivisionByZero(f"{summary(a)} mod 0 has no value", "", (a, b))
        return normal(a % b)
    refuse("mod", "two numbers", a, b)


def power(a: Value, b: Value) -> Value:
    """``a ^ b`` for a whole exponent."""
    if type(a) is int and type(b) is int and b > 0 and a.bit_length() * b <= UNQUESTIONED_BITS:
        result: int = a**b
        return result
    base, exponent = number("^", a), whole("the exponent of `^`", b)
    if exponent <= 0 and base == 0:
        raise DivisionByZero(f"{operand_text(a)}^{operand_text(b)} has no value", "", (a, b))
    if abs(exponent) > 64 or type(base) is int or type(base) is Fraction:
        require_power(base, exponent)
    if exponent >= 0:
        return normal(cast(Number, base**exponent))
    return normal(Fraction(1) / cast(Number, base**-exponent))


def require_power(base: Number, exponent: int) -> None:
    """Refuse a power that would be too long, before it is computed."""
    if (bits(base) - 1) * abs(exponent) > BITS:
        shown = f"{operand_text(base)}^{operand_text(exponent)}"
        fact = f"{shown} would have more than {DIGITS:,} digits"
        raise TooLarge(fact, "`a ^ b ^ c` is `a ^ (b ^ c)`; make the exponent smaller", (base, exponent))


def bits(a: Number) -> int:
    """The length in bits of the numerator or denominator, whichever is longer."""
    if type(a) is int:
        return a.bit_length()
    return max(abs(a.numerator).bit_length(), a.denominator.bit_length())


def operand_text(value: Value) -> str:
    """The text of an operand next to an operator: in brackets unless it is one short word."""
    text = summary(value)
    return text if text.isalnum() else f"({text})"


def negate(a: Value) -> Value:
    """``-a``."""
    return -number("-", a)


def floor(a: Value) -> Value:
    """The largest integer that is at most a."""
    if type(a) is Fraction:
        return a.numerator // a.denominator
    return math.floor(number("floor", a))


def ceiling(a: Value) -> Value:
    """The smallest integer that is at least a."""
    return math.ceil(number("ceil", a))


def magnitude(a: Value) -> Value:
    """``|a|``: absolute value, number of elements, or length."""
    if isinstance(a, Set):
        return a.size
    if isinstance(a, (int, Fraction)):
        return -a if a < 0 else a
    if isinstance(a, tuple):
        return len(a)
    refuse("|…|", "a number, a set or a tuple", a)


def elements(t: Value, i: Value, j: Value) -> Value:
    """``t[i..j]``, elements i to j; empty if i > j."""
    sequence = tuple_of("[…]", t)
    first, last = whole("an index", i), whole("an index", j)
    if first > last:
        return ()
    if not (first >= 1 and last <= len(sequence)):
        raise OutOfRange(
            f"{summary(t)} has no elements {first} to {last}; it has {len(sequence)}",
            "elements are counted from 1",
            (t, i, j),
        )
    return sequence[first - 1 : last]


def tuple_of(symbol: str, value: Value, wanted: str = "a tuple") -> tuple[Value, ...]:
    """The value, which must be a tuple."""
    if isinstance(value, tuple):
        return value
    refuse(symbol, wanted, value)


def less(a: Value, b: Value) -> bool:
    """``a < b`` on numbers."""
    if type(a) is int and type(b) is int:
        return a < b
    if isinstance(a, (int, Fraction)) and isinstance(b, (int, Fraction)):
        return a < b
    refuse("<", "two numbers", a, b)


def at_most(a: Value, b: Value) -> bool:
    """``a <= b`` on numbers."""
    if type(a) is int and type(b) is int:
        return a <= b
    if isinstance(a, (int, Fraction)) and isinstance(b, (int, Fraction)):
        return a <= b
    refuse("<=", "two numbers", a, b)


def greater(a: Value, b: Value) -> bool:
    """``a > b`` on numbers."""
    if type(a) is int and type(b) is int:
        return a > b
    if isinstance(a, (int, Fraction)) and isinstance(b, (int, Fraction)):
        return a > b
    refuse(">", "two numbers", a, b)


def at_least(a: Value, b: Value) -> bool:
    """``a >= b`` on numbers."""
    if type(a) is int and type(b) is int:
        return a >= b
    if isinstance(a, (int, Fraction)) and isinstance(b, (int, Fraction)):
        return a >= b
    refuse(">=", "two numbers", a, b)
