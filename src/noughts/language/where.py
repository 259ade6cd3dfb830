"""The parts of a `where`: equations that are evaluated on demand, and the rest, solved immediately."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from noughts.language import core as c
from noughts.language.solutions import fresh_names, locals_in
from noughts.text.diagnostic import Diagnostic


def split_where(condition: c.Core, new: tuple[str, ...], steps: c.Plan) -> c.Where:
    """The equations that can be evaluated on demand, and the rest, to be solved immediately."""
    lazy: list[c.Bind] = []
    eager: list[c.Step] = []
    solved: set[str] = set()
    for step in steps:
        if isinstance(step, c.Bind) and binds_only(step.pattern) and not solved & set(locals_in(step.value)):
            lazy.append(step)
        else:
            eager.append(step)
            solved |= bound_by(step)
    if not eager:
        return c.Where(tuple(lazy), new, None, (), condition.span)
    lazily = {name for step in lazy for name in locals_in(step.pattern)}
    parts = condition.parts if isinstance(condition, c.And) else (condition,)
    kept = tuple(part for part in parts if not is_lazy(part, lazy))
    rest = kept[0] if len(kept) == 1 else c.And(kept, span=condition.span)
    return c.Where(
        tuple(lazy), tuple(name for name in new if name not in lazily), rest, tuple(eager), condition.span
    )


def unused_equations(where: c.Where, clauses: Sequence[c.Clause]) -> Iterator[Diagnostic]:
    """The errors of the equations of a `where` none of whose names is used."""
    trees = (*c.trees_of_clauses(clauses), *c.trees_of_where(where))
    used = {name for tree in trees for name in locals_in(tree)}
    for step in where.lazy:
        names = fresh_names(step.pattern)
        if not used.intersection(names):
            written = names[0].rpartition("_")[0]
            fact = f"`{written}` is introduced by `where` and never used"
            yield Diagnostic("E206", fact, step.value.span, "use it or remove it")


def is_lazy(part: c.Core, lazy: Sequence[c.Bind]) -> bool:
    """Whether a part of a condition is such a lazy equation."""
    if not isinstance(part, c.Operation) or part.builtin.key != "=":
        return False
    return any(step.value is operand for step in lazy for operand in part.operands)


def binds_only(pattern: c.Pattern) -> bool:
    """Whether a pattern compares nothing."""
    match pattern:
        case c.Fresh():
            return True
        case c.PatternTuple(elements):
            return all(map(binds_only, elements))
        case _:
            return False


def bound_by(step: c.Step) -> set[str]:
    """The names that a step binds."""
    match step:
        case c.Test():
            return set()
        case c.Bind() | c.Each():
            return set(fresh_names(step.pattern))
        case c.Either():
            return set(step.names)
