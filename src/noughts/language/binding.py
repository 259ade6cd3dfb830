"""The parts of a `where`: equations that are evaluated on demand, and the rest, solved immediately."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from noughts.language import core as c
from noughts.language import tree as t
from noughts.language.node import Node, child_nodes, walk
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
        return c.Where(tuple(lazy), new, None, (), span=condition.span)
    lazily = {name for step in lazy for name in locals_in(step.pattern)}
    parts = condition.parts if isinstance(condition, c.And) else (condition,)
    kept = tuple(part for part in parts if not is_lazy(part, lazy))
    rest = kept[0] if len(kept) == 1 else c.And(kept, span=condition.span)
    return c.Where(
        tuple(lazy),
        tuple(name for name in new if name not in lazily),
        rest,
        tuple(eager),
        span=condition.span,
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


# The free names of a syntax tree: those that refer to something outside it.


_NONE: frozenset[str] = frozenset()


def free_names(
    tree: t.Expression, known: Callable[[str], bool], bound: frozenset[str] = _NONE
) -> Iterator[t.Name]:
    """The occurrences of names in a tree that are bound neither in it nor by `bound`, and are not `known`.

    A comprehension or a fold inside the tree binds new names of its own, which are not free.
    """
    waiting: list[tuple[Node, frozenset[str]]] = [(tree, bound)]
    while waiting:
        node, inside = waiting.pop()
        match node:
            case t.Name(name):
                if name not in inside and not known(name):
                    yield node
            case t.Quantified(_, _, domain, body):
                waiting += [(body, inside | set(node.names)), (domain, inside)]
            case t.Comprehension(body, condition) | t.Aggregate(_, condition, body):
                own = {name.name for name in free_names(condition, known, inside)}
                waiting.append((body, inside | own))
            case t.ForAny(names, body):
                every = inside | {name.name for name in names}
                waiting += [(part, every) for part in (body, *(name.domain for name in names))]
            case t.Block(_, where):
                own = set() if where is None else {name.name for name in free_names(where, known, inside)}
                waiting += [(part, inside | own) for part in reversed(list(child_nodes(node)))]
            case _:
                waiting += [(child, inside) for child in reversed(list(child_nodes(node)))]


def names_in(tree: Node) -> Iterator[str]:
    """Every name that occurs in a tree, whatever it means."""
    for node in walk(tree):
        match node:
            case t.Name(name) | t.Parameter(name) | t.ActionParameter(name, _):
                yield name
            case t.Call(name, _):
                yield name
            case _:
                pass
