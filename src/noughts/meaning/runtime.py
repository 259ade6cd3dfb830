"""The runtime of compiled documents: the functions that generated code calls in addition to the builtins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn, TypeAlias

from noughts.meaning.frame import Frame
from noughts.meaning.lazy import lazily
from noughts.meaning.lookup import TupleShape, has_shape
from noughts.meaning.run_error import NO_CASE, NO_CLAUSE_HELP, left_range, no_clause, not_one_solution
from noughts.values.limits import require_elements
from noughts.values.misuse import Circular, NoClause, NoSolution
from noughts.values.operations import as_sentence, difference_with, gathered, union_with
from noughts.values.scalars import truth
from noughts.values.show import summary
from noughts.values.value import Value

once_through = (None,)
"""The domain of a generator without any: one iteration."""


ConstantFunction: TypeAlias = Callable[[], Any]
FrameFunction: TypeAlias = Callable[[Frame], Any]


def constant(name: str) -> Callable[[ConstantFunction], ConstantFunction]:
    """A constant that does not depend on the frame: evaluated once.  `forget` drops its value."""

    def evaluated_once(function: ConstantFunction) -> ConstantFunction:
        value: Any = None
        busy = False

        def found() -> Any:
            nonlocal value, busy
            if value is None:  # no value of the language is `None`
                if busy:
                    raise Circular(f"the value of `{name}` depends on itself")
                busy = True
                try:
                    value = function()
                finally:
                    busy = False
            return value

        def forget() -> None:
            nonlocal value
            value = None

        found.forget = forget  # type: ignore[attr-defined]
        return found

    return evaluated_once


def each_frame(name: str) -> Callable[[FrameFunction], FrameFunction]:
    """A constant that depends on the frame: evaluated once per frame."""
    return lambda function: lambda frame: find(frame.found, name, function, frame)


def each_state(name: str) -> Callable[[FrameFunction], FrameFunction]:
    """A constant that depends on the state alone: evaluated once per state."""
    return lambda function: lambda frame: find(frame.found_in_state, name, function, frame)


def find(known: dict[str, Any], name: str, function: Callable[[Frame], Any], frame: Frame) -> Any:
    """The cached value of a name, or the result of the function for the frame."""
    value = known.get(name)
    if value is None:
        if name in known:  # `None` marks a constant whose evaluation has begun
            raise Circular(f"the value of `{name}` depends on itself")
        known[name] = None
        try:
            value = known[name] = function(frame)
        finally:
            if value is None:
                del known[name]
    return value


def no_clause_applies(name: str, arguments: tuple[Value, ...]) -> NoReturn:
    """Raise the error of a definition none of whose guards holds."""
    raise NoClause(no_clause(name, arguments), NO_CLAUSE_HELP)


def no_case_applies() -> NoReturn:
    """Raise the error of clauses in parentheses none of whose guards holds."""
    raise NoClause(NO_CASE, NO_CLAUSE_HELP)


def leaves_range(name: str, range: str, value: Value) -> NoReturn:
    """Raise the error of a variable of a machine that would leave its range."""
    raise left_range(name, range, value)


def matched(value: Value, shape: TupleShape) -> Any:
    """The value, which must have the tuples of a pattern."""
    if has_shape(value, shape):
        return value
    fact = f"{summary(value)} does not fit the pattern"
    raise NoSolution(fact, "the value and the pattern must have the same shape")


def distinct(*sides: Callable[[], Iterable[tuple[Value, ...]]]) -> Iterator[Any]:
    """The solutions of the sides of a `V`, one side after another, without duplicates."""
    seen: set[tuple[Value, ...]] = set()
    for side in sides:
        for solution in side():
            if solution not in seen:
                seen.add(solution)
                require_elements(len(seen))
                yield solution


def the_one(solutions: Iterable[tuple[Value, ...]]) -> Any:
    """The only solution of a `where`."""
    found = tuple(gathered(solutions))
    if len(found) != 1:
        raise not_one_solution(len(found))
    return found[0]


def forwards(value: Value, *steps: Callable[[Value], Value]) -> Value:
    """The value of a left-associative chain of operations; each step takes the result of the one before."""
    for step in steps:
        value = step(value)
    return value


def backwards(values: tuple[Value, ...], *steps: Callable[[Value, Value], Value]) -> Value:
    """The value of a right-associative chain of operations; the last step is made first."""
    *lefts, value = values
    for left, step in zip(reversed(lefts), reversed(steps), strict=True):
        value = step(left, value)
    return value


WORDS: dict[str, object] = {
    "constant": constant,
    "each_frame": each_frame,
    "each_state": each_state,
    "no_clause_applies": no_clause_applies,
    "no_case_applies": no_case_applies,
    "leaves_range": leaves_range,
    "matched": matched,
    "distinct": distinct,
    "the_one": the_one,
    "forwards": forwards,
    "backwards": backwards,
    "once_through": once_through,
    "lazily": lazily,
    "union_with": union_with,
    "difference_with": difference_with,
    "holds": as_sentence,
    "truth": truth,
}
"""The words by name."""
