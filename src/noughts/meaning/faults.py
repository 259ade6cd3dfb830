"""Where the search for the solutions of a condition comes upon something undefined."""

from __future__ import annotations

from collections.abc import Iterator

from noughts.language import core as c
from noughts.meaning.evaluate import Bindings
from noughts.meaning.interpreter import Interpreter, Scope, attempt, equations_of
from noughts.meaning.lazy import Lazy
from noughts.meaning.reason import NO_REASONS, Reason, Reasons
from noughts.values.misuse import Misuse
from noughts.values.truth import TRUE
from noughts.values.value import Value


def failing(within: Interpreter, part: Reason, plan: c.Plan, body: c.Core | None = None) -> Reasons:
    """The part of a condition, or the term of one of its solutions, that is undefined."""
    found = next(faults(within, plan, part.scope.bindings, body), None)
    if found is None:
        return NO_REASONS
    tree, bindings = found
    return Reasons((Reason(tree, part.scope.having(bindings), part.depth),))


def failing_where(
    within: Interpreter, definition: c.Definition, arguments: tuple[Value, ...], depth: int
) -> Reasons:
    """The part of a definition's `where` that is undefined, if that is why its names have no values."""
    where = definition.where
    assert where is not None
    bindings: dict[str, Value | Lazy] = dict(zip(definition.parameters, arguments, strict=True))
    for step in where.lazy:
        within.bind_lazily(step, bindings, within.frame)
    scope = Scope(bindings, equations_of(where))
    return failing(within, Reason(c.Constant(TRUE, span=where.span), scope, depth), where.plan)


def faults(
    within: Interpreter, plan: c.Plan, bindings: Bindings, body: c.Core | None
) -> Iterator[tuple[c.Core, Bindings]]:
    """What is undefined on the way through the steps of a plan, with the bindings there."""
    if not plan:
        if body is not None and isinstance(within.result(body, Scope(bindings, {})), Misuse):
            yield body, bindings
        return
    step, *rest = plan
    found = attempt(lambda: list(within.step(step, bindings, within.frame)))
    if isinstance(found, Misuse):
        yield from fault(within, step, bindings)
        return
    for solution in found:
        yield from faults(within, tuple(rest), solution, body)


def fault(within: Interpreter, step: c.Step, bindings: Bindings) -> Iterator[tuple[c.Core, Bindings]]:
    """What is undefined in a step that fails."""
    match step:
        case c.Test(tree) | c.Bind(_, tree) | c.Each(_, tree):
            yield tree, bindings
        case c.Either(branches):
            for branch in branches:
                yield from faults(within, branch, bindings, None)
