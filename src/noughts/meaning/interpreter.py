"""The evaluation of expressions inside definitions, in their scopes, for explanations of every part."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias, TypeVar, cast

from msgspec import Struct

from noughts.language import core as c
from noughts.meaning.compile import Compiled
from noughts.meaning.evaluate import Bindings, Evaluator, Located
from noughts.meaning.frame import Frame
from noughts.meaning.lazy import Lazy
from noughts.meaning.run_error import NO_ROOM, TOO_DEEP_HELP
from noughts.text.source import Span
from noughts.values.misuse import Misuse, OutOfBudget, TooDeep
from noughts.values.scalars import Truth, truth
from noughts.values.value import Value

_T = TypeVar("_T")
Evaluated: TypeAlias = "Value | Misuse"


class Scope(Struct, frozen=True):
    """The local names at a place: values, and the equations of names that a `where` binds lazily."""

    bindings: Bindings
    equations: Mapping[str, c.Core]

    def having(self, bindings: Bindings) -> Scope:
        """With other bindings."""
        return Scope(bindings, self.equations)


class Interpreter(Evaluator):
    """The reference evaluator in one frame, with compiled definitions.

    Each part of an explanation is evaluated separately, so interpreted definitions would be too slow.
    """

    def __init__(self, meaning: Compiled, frame: Frame) -> None:
        super().__init__(meaning.program, meaning.budget)
        self.meaning = meaning
        self.frame = frame

    def apply(
        self, definition: c.Definition, arguments: tuple[Value, ...], frame: Frame, span: Span
    ) -> Value:
        """A definition applied to arguments."""
        function = self.meaning.function(definition.name)
        answer = function(frame, *arguments) if definition.reads_frame else function(*arguments)
        return truth(answer) if definition.relation else cast(Value, answer)

    def result(self, tree: c.Core, scope: Scope) -> Evaluated:
        """The value of an expression, or the misuse that makes it undefined."""
        return attempt(lambda: self.term(tree, scope.bindings, self.frame))

    def first_unlike(self, expected: Truth, trees: Iterable[c.Core], scope: Scope) -> c.Core | None:
        """The first of some sentences that does not have the expected value; ``None`` if all have it."""
        return next((tree for tree in trees if self.result(tree, scope) is not expected), None)

    def first_undefined(self, trees: Iterable[c.Core], scope: Scope) -> c.Core | None:
        """The first undefined one of some expressions; ``None`` if all have values."""
        return next((tree for tree in trees if isinstance(self.result(tree, scope), Misuse)), None)

    def values(self, trees: Iterable[c.Core], scope: Scope) -> tuple[Value, ...] | None:
        """The values of some expressions; ``None`` if one of them is undefined."""
        found: list[Value] = []
        for tree in trees:
            result = self.result(tree, scope)
            if isinstance(result, Misuse):
                return None
            found.append(result)
        return tuple(found)

    def scope_inside(self, definition: c.Definition, arguments: tuple[Value, ...]) -> Scope | Misuse:
        """The scope of a definition's body, or the misuse that leaves it without one."""
        bindings = dict(zip(definition.parameters, arguments, strict=True))
        where = definition.where
        return Scope(bindings, {}) if where is None else self.scope_of(where, bindings)

    def scope_of(self, where: c.Where, outer: Mapping[str, Value]) -> Scope | Misuse:
        """A scope with the names of a `where`, or the misuse that leaves them without values."""
        bindings: dict[str, Value | Lazy] = dict(outer)

        def solved() -> Scope:
            self.solve_where(where, bindings, self.frame)
            return Scope(bindings, equations_of(where))

        return attempt(solved)


def equations_of(where: c.Where) -> dict[str, c.Core]:
    """The equations of a `where`, by the names that they bind."""
    return {step.pattern.name: step.value for step in where.lazy if isinstance(step.pattern, c.Fresh)}


def attempt(work: Callable[[], _T]) -> _T | Misuse:
    """The result of some work, or its misuse; running out of time or memory is not caught."""
    try:
        return work()
    except Located as error:
        misuse = error.misuse
    except Misuse as error:
        misuse = error
    except RecursionError:
        return TooDeep(NO_ROOM, TOO_DEEP_HELP)
    if type(misuse) is OutOfBudget:
        raise misuse
    return misuse
