"""Syntax trees for core expressions, as a document could write them.

Reading such a tree gives the same core, except for the numbers of its local names.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from typing import TYPE_CHECKING, Any, cast, get_args

from noughts.language import core as c
from noughts.language import tree as t
from noughts.language.builtins import OPERATORS
from noughts.values.scalars import Atom, Opaque, Truth
from noughts.values.sets import Set
from noughts.values.show import made_of

if TYPE_CHECKING:
    from noughts.text.source import Span

_FUNCTIONS = frozenset(get_args(t.Function))


def expression_of(core: c.Core) -> t.Expression:
    """The syntax tree of a core expression."""
    match core:
        case c.Constant(value):
            return literal(value, core.span)
        case c.Local(name):
            return t.Name(written_name(name), span=core.span)
        case c.Given(name):
            return t.Name(name, span=core.span)
        case c.Global(name, ()):
            return t.Name(name, span=core.span)
        case c.Global(name, arguments):
            return t.Call(name, tuple(map(expression_of, arguments)), head=core.span, span=core.span)
        case c.Operation():
            return c.fold_operations(core, expression_of, operation)
        case c.Build("{}", _, condition, _, body):
            return t.Comprehension(expression_of(body), expression_of(condition), span=core.span)
        case c.Build(fold, _, condition, _, body):
            big = cast(t.Fold, fold)
            return t.Aggregate(big, expression_of(condition), expression_of(body), span=core.span)
        case c.Block():
            return block_of(core)
        case _:
            return connective(core)


def written_name(local: str) -> str:
    """A local name as it is written: without its number."""
    return local.rpartition("_")[0]


def literal(value: object, span: Span) -> t.Expression:
    """A value as a document writes it out."""
    match value:
        case Truth():
            return t.TruthWord(bool(value), span=span)
        case Atom():
            return t.AtomName(value.name, span=span)
        case str():
            return t.String(value, span=span)
        case tuple():
            return t.TupleOf(tuple(literal(part, span) for part in value), span=span)
        case Set():
            return t.SetOf(tuple(literal(part, span) for part in value), span=span)
        case Opaque():
            made = tuple(literal(part, span) for part in made_of(value))
            return t.Call(value.maker, made, head=span, span=span)
        case int() | Fraction() if value < 0:
            return t.Negative(t.Numeral(-value, span=span), span=span)
        case Fraction(denominator=1):  # whole, though it was not computed by the language
            return t.Numeral(value.numerator, span=span)
        case _:
            return t.Numeral(cast(Any, value), span=span)


def operation(core: c.Operation, operands: Sequence[t.Expression]) -> t.Expression:
    """A builtin applied to operands."""
    key, several, span = cast(Any, core.builtin.key), tuple(operands), core.span
    if core.builtin.sentence:
        return t.Compare((key,), several, span=span)
    if key in OPERATORS:
        return t.Binary(key, *operands, span=span)
    if key in _FUNCTIONS:
        return t.Apply(key, *operands, span=span)
    match key:
        case "neg":
            return t.Negative(*operands, span=span)
        case "()":
            return t.TupleOf(several, span=span)
        case "{}":
            return t.SetOf(several, span=span)
        case "..":
            return t.Range(*operands, span=span)
        case "[|->]":
            whole, key, new = operands
            before = (whole.whole, whole.maplets) if isinstance(whole, t.Changed) else (whole, ())
            return t.Changed(before[0], (*before[1], t.Maplet((key, new), span=span)), span=span)
        case "[]" | "[..]":
            return t.Index(*operands, span=span)
        case _:
            return t.Call(key, several, head=span, span=span)


def connective(core: c.Not | c.And | c.Or | c.Implies | c.Equivalent | c.Quantified) -> t.Expression:
    """A sentence made of sentences."""
    match core:
        case c.Not(operand):
            return t.Not(expression_of(operand), span=core.span)
        case c.And(parts):
            chain = comparison_chain(core)
            return chain or t.And(spliced(t.And, parts), span=core.span)
        case c.Or(parts):
            return t.Or(spliced(t.Or, parts), span=core.span)
        case c.Implies(premises, conclusion):
            made = [expression_of(part) for part in (conclusion, *reversed(premises))]
            return reduce(lambda so_far, part: t.Implies(part, so_far, span=core.span), made)
        case c.Equivalent(left, right):
            return t.Equivalent(expression_of(left), expression_of(right), span=core.span)
        case c.Quantified(quantifier):
            patterns, domain, body = binders(core)
            written = tuple(pattern_of(pattern, core.span) for pattern in patterns)
            return t.Quantified(
                quantifier, written, expression_of(domain), expression_of(body), span=core.span
            )


def spliced(kind: type[t.And | t.Or], parts: Sequence[c.Core]) -> tuple[t.Expression, ...]:
    """The parts of a conjunction or a disjunction, of which the first is not itself one."""
    first, *others = map(expression_of, parts)
    return (*(first.parts if isinstance(first, kind) else (first,)), *others)


def comparison_chain(core: c.And) -> t.Compare | None:
    """``a < b <= c``, if the conjunction is the expansion of such a chain: neighbours share an operand."""
    parts = [part for part in core.parts if isinstance(part, c.Operation) and part.builtin.sentence]
    if len(parts) < len(core.parts) or any(a.operands[1] is not b.operands[0] for a, b in pairwise(parts)):
        return None
    operands = (parts[0].operands[0], *(part.operands[1] for part in parts))
    signs = tuple(part.builtin.key for part in parts)
    return t.Compare(signs, tuple(map(expression_of, operands)), span=core.span)


def pattern_of(pattern: c.Pattern, span: Span) -> t.Pattern:
    """A pattern of a quantifier as a document could write it."""
    match pattern:
        case c.Fresh(name) | c.Local(name):
            return t.Parameter(written_name(name), span=span)
        case c.PatternTuple(elements):
            return t.TuplePattern(tuple(pattern_of(element, span) for element in elements), span=span)
        case _:
            return cast(t.Pattern, expression_of(pattern))


def block_of(core: c.Block) -> t.Block:
    """A block as a document writes it."""
    clauses = tuple(
        t.Clause(
            expression_of(clause.term),
            None if clause.guard is None else expression_of(clause.guard),
            span=core.span,
        )
        for clause in core.clauses
    )
    equations = () if core.where is None else equations_of(core.where)
    if not equations:
        return t.Block(clauses, None, span=core.span)
    where = equations[0] if len(equations) == 1 else t.And(equations, span=core.span)
    return t.Block(clauses, where, span=core.span)


def equations_of(where: c.Where) -> tuple[t.Expression, ...]:
    """The parts of a `where`, those that are evaluated on demand first."""
    span = where.span
    lazy = [
        t.Compare(("=",), (side_of(step.pattern, step.value.span), expression_of(step.value)), span=span)
        for step in where.lazy
    ]
    return (*lazy, *(() if where.solved is None else t.conjuncts(expression_of(where.solved))))


def side_of(pattern: c.Pattern, span: Span) -> t.Expression:
    """The names of an equation's pattern as an expression."""
    match pattern:
        case c.Fresh(name):
            return t.Name(written_name(name), span=span)
        case c.PatternTuple(elements):
            return t.TupleOf(tuple(side_of(element, span) for element in elements), span=span)
        case _:
            return expression_of(pattern)


def binders(core: c.Quantified) -> tuple[list[c.Pattern], c.Core, c.Core]:
    """The patterns of ``some x, y in S. p``, their one domain, and the sentence p."""
    patterns, inner = [core.pattern], core
    while isinstance(deeper := inner.body, c.Quantified) and (
        deeper.domain is core.domain and deeper.quantifier == core.quantifier
    ):
        inner = deeper
        patterns.append(inner.pattern)
    return patterns, core.domain, inner.body
