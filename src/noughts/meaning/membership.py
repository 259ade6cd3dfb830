r"""Explanations why a value is in a set or not, by the form of the set.

    a in {t | p}   p, for the solution whose t is a; if a is not in it, for the names that make t equal a
    a in A U B     a in A, or a in B
    a in A \ B     a in A, and ~(a in B)
    a in A sec B   a in A, and a in B

If the set is a definition, its body is used, within the depth to which definitions are opened.
"""

from __future__ import annotations

from dataclasses import replace

from noughts.language import core as c
from noughts.language.builtins import OPERATIONS
from noughts.language.solutions import fresh_names
from noughts.meaning.evaluate import matches_pattern
from noughts.meaning.explanation import Reason, Reasons
from noughts.meaning.interpreter import Evaluated, Interpreter, attempt
from noughts.meaning.lazy import Lazy
from noughts.values.misuse import Misuse
from noughts.values.sets import Set
from noughts.values.truth import FALSE, TRUE
from noughts.values.value import Value

_DIFFERENCES = ("\\", "-")
JOINED = ("U", "sec", *_DIFFERENCES)
"""The operations whose elements are those of their operands."""


def membership(within: Interpreter, part: Reason, tree: c.Operation, result: Evaluated) -> Reasons | None:
    """The reasons why a value is in a set or not; ``None`` if the set has none of these forms."""
    element, collection = tree.operands
    value = within.result(element, part.scope)
    made = opened(within, Reason(collection, part.scope, part.depth))
    reasons = None
    match made.tree:
        case c.Build("{}") as built if not isinstance(value, Misuse):
            reasons = of_built(within, made, built, value, result)
        case c.Operation(builtin, (_, _)) as joined if builtin.key in JOINED:
            reasons = of_joined(within, made, element, joined) if made.scope is part.scope else None
        case _:
            pass
    if reasons is None or not isinstance(collection, c.Global):
        return reasons
    return replace(reasons, definition=collection.name)


def opened(within: Interpreter, part: Reason) -> Reason:
    """The set, replaced by the term of its definition if it is a definition with one clause."""
    while isinstance(tree := part.tree, c.Global) and part.depth > 0:
        definition = within.program.definitions[tree.name]
        values = within.values(tree.arguments, part.scope)
        clause = definition.clauses[0]
        if values is None or clause.guard is not None:
            break
        plain = definition.is_constant and definition.where is None
        scope = part.scope if plain else within.scope_inside(definition, values)
        if isinstance(scope, Misuse):
            break
        part = Reason(clause.term, scope, part.depth - 1)
    return part


def of_joined(within: Interpreter, made: Reason, element: c.Core, joined: c.Operation) -> Reasons | None:
    """The reasons why an element is in a union, intersection or difference, or not."""
    key, scope = joined.builtin.key, made.scope
    if not isinstance(within.result(joined, scope), Set):
        return None
    sides = tuple(c.Operation(OPERATIONS["in"], (element, s), span=joined.span) for s in joined.operands)
    if key == "U":
        decisive = next((side for side in sides if within.result(side, scope) is TRUE), None)
    elif within.result(sides[0], scope) is FALSE:
        decisive = sides[0]
    else:
        wanted = FALSE if key in _DIFFERENCES else TRUE
        decisive = None if within.result(sides[1], scope) is wanted else sides[1]
    return Reasons(tuple(Reason(s, scope, made.depth) for s in (sides if decisive is None else (decisive,))))


def of_built(
    within: Interpreter, made: Reason, built: c.Build, value: Value, result: Evaluated
) -> Reasons | None:
    """The condition of a set-builder, with the names bound so that its term is the value."""
    bindings = made.scope.bindings
    if result is TRUE:
        solutions = within.solutions(built.plan, bindings, within.frame)
        wanted = (found for found in solutions if within.term(built.body, found, within.frame) == value)
        found = attempt(lambda: next(wanted, None))
    else:
        fresh: dict[str, Value | Lazy] = {}
        pattern = pattern_of_names(built.body, built.new)
        fits = pattern is not None and matches_pattern(pattern, value, fresh, [])
        found = {**bindings, **fresh} if fits else None
    if found is None or isinstance(found, Misuse):
        return None
    scope = made.scope.having(found)
    same = within.result(built.condition, scope) is result
    return Reasons((Reason(built.condition, scope, made.depth),)) if same else None


def pattern_of_names(body: c.Core, new: tuple[str, ...]) -> c.Pattern | None:
    """The term of a set-builder as a pattern, if it has each of its new names exactly once; else ``None``."""

    def convert(tree: c.Core) -> c.Pattern:
        if isinstance(tree, c.Local):
            return c.Fresh(tree.name)
        assert isinstance(tree, c.Operation)
        return c.PatternTuple(tuple(map(convert, tree.operands)))

    if not is_made_of_names(body):
        return None
    pattern = convert(body)
    return pattern if sorted(fresh_names(pattern)) == sorted(new) else None


def is_made_of_names(tree: c.Core) -> bool:
    """Whether an expression is a local name, or a tuple of such expressions."""
    if isinstance(tree, c.Operation):
        return tree.builtin.key == "()" and all(map(is_made_of_names, tree.operands))
    return isinstance(tree, c.Local)
