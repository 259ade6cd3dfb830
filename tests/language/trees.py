"""Any syntax tree that a text can have, for Hypothesis."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from noughts.language import tree as t
from noughts.language.node import Node
from noughts.text.source import Source, Span

NOWHERE = Span(Source("", ""), 0, 0)
NAMES = st.sampled_from(["a", "b", "x1", "S", "hRows", "é", "U2", "α"])
COMPARISONS: list[tuple[t.Comparison, ...]] = [
    *((operator,) for operator in ("=", "/=", "<", ">", "<=", ">=", "in", "sub")),
    ("<", "<="), ("<=", "<", "<"), (">", ">="),
]  # fmt: skip


def numeral(digits: str, block: str, whole: int) -> t.Numeral:
    value = whole + Fraction(int(digits or "0"), 10 ** len(digits))
    if block:
        value += Fraction(int(block), (10 ** len(block) - 1) * 10 ** len(digits))
    return t.Numeral(value.numerator if value.denominator == 1 else value, span=NOWHERE)


DIGITS = st.text("0123456789", max_size=3)
CONTENT = st.text(st.characters(codec="utf-8", exclude_characters='"\n\0'), max_size=4)
LEAVES: st.SearchStrategy[t.Expression] = st.one_of(
    st.builds(numeral, st.just(""), st.just(""), st.integers(0, 20)),
    st.builds(numeral, DIGITS, DIGITS, st.integers(0, 9)),
    st.builds(t.String, CONTENT, span=st.just(NOWHERE)),
    st.builds(t.AtomName, NAMES, span=st.just(NOWHERE)),
    st.builds(t.TruthWord, st.booleans(), span=st.just(NOWHERE)),
    st.builds(t.Name, NAMES, span=st.just(NOWHERE)),
    st.just(t.SetOf((), span=NOWHERE)),
)  # fmt: skip


def many(inner: st.SearchStrategy[t.Expression], least: int) -> st.SearchStrategy[tuple[t.Expression, ...]]:
    return st.lists(inner, min_size=least, max_size=least + 2).map(tuple)


def joined(
    kind: type[t.And] | type[t.Or], inner: st.SearchStrategy[t.Expression]
) -> st.SearchStrategy[t.Expression]:
    return (
        many(inner, 2)
        .filter(lambda parts: not isinstance(parts[0], kind))
        .map(lambda parts: kind(parts, span=NOWHERE))
    )


def compared(inner: st.SearchStrategy[t.Expression]) -> st.SearchStrategy[t.Expression]:
    return st.sampled_from(COMPARISONS).flatmap(
        lambda signs: st.lists(inner, min_size=len(signs) + 1, max_size=len(signs) + 1).map(
            lambda operands: t.Compare(signs, tuple(operands), span=NOWHERE)
        )
    )


def maplets(inner: st.SearchStrategy[t.Expression]) -> st.SearchStrategy[t.Maplet]:
    return st.builds(t.Maplet, st.tuples(inner, inner), span=st.just(NOWHERE))


def clauses(inner: st.SearchStrategy[t.Expression]) -> st.SearchStrategy[tuple[t.Clause, ...]]:
    guarded = st.builds(t.Clause, inner, inner, span=st.just(NOWHERE))
    last = st.builds(t.Clause, inner, st.none() | inner, span=st.just(NOWHERE))
    return st.tuples(st.lists(guarded, max_size=2), last).map(lambda pair: (*pair[0], pair[1]))


def patterns() -> st.SearchStrategy[t.Pattern]:
    names = st.builds(t.Parameter, NAMES, span=st.just(NOWHERE))
    numbers = st.builds(t.Numeral, st.integers(0, 9), span=st.just(NOWHERE))
    values: list[st.SearchStrategy[t.Pattern]] = [
        numbers,
        st.builds(t.Negative, numbers, span=st.just(NOWHERE)),
        st.builds(t.AtomName, NAMES, span=st.just(NOWHERE)),
        st.builds(t.TruthWord, st.booleans(), span=st.just(NOWHERE)),
    ]
    simple: st.SearchStrategy[t.Pattern] = st.one_of(names, names, *values)
    several = st.lists(simple, max_size=3).map(tuple)
    flat = st.builds(t.TuplePattern, several, span=st.just(NOWHERE))
    pairs = st.builds(t.MapletPattern, st.tuples(simple | flat, simple | flat), span=st.just(NOWHERE))
    nested = st.lists(simple | flat | pairs, max_size=3).map(tuple)
    return st.one_of(names, flat, pairs, st.builds(t.TuplePattern, nested, span=st.just(NOWHERE)))


def conditions(inner: st.SearchStrategy[t.Expression]) -> st.SearchStrategy[t.Expression]:
    """Of set-builders and big operators, where names may share a set."""
    here = {"span": st.just(NOWHERE)}
    names = st.lists(st.builds(t.Name, NAMES, **here), min_size=2, max_size=3).map(tuple)
    members = st.builds(t.Members, names, inner, **here)
    first = inner.filter(lambda part: not isinstance(part, t.And))
    several = st.tuples(first | members, st.lists(inner | members, min_size=1, max_size=2))
    joint = several.map(lambda parts: t.And((parts[0], *parts[1]), span=NOWHERE))
    return st.one_of(inner, inner, members, joint)


def larger(inner: st.SearchStrategy[t.Expression]) -> st.SearchStrategy[t.Expression]:
    here = {"span": st.just(NOWHERE)}
    operators = st.sampled_from(["U", "\\", "sec", "+", "-", "*", "/", "mod", "^"])
    bound = st.lists(patterns(), min_size=1, max_size=3).map(tuple)
    return st.one_of(
        st.builds(t.Call, NAMES, many(inner, 1), head=st.just(NOWHERE), **here),
        st.builds(t.Binary, operators, inner, inner, **here),
        st.builds(t.Negative, inner, **here),
        st.builds(t.Apply, st.sampled_from(["Pow", "floor", "ceil", "|…|"]), inner, **here),
        st.builds(t.TupleOf, many(inner, 0), **here),
        st.builds(t.Block, clauses(inner), st.none() | inner, **here),
        st.builds(t.Index, inner, inner, st.none() | inner, **here),
        maplets(inner),
        st.builds(t.Changed, inner, st.lists(maplets(inner), min_size=1, max_size=2).map(tuple), **here),
        st.builds(t.SetOf, many(inner, 1), **here),
        st.builds(t.Range, inner, inner, **here),
        st.builds(t.Comprehension, inner, conditions(inner), **here),
        st.builds(
            t.Aggregate, st.sampled_from(["U", "Sec", "Sum", "Prod"]), conditions(inner), inner, **here
        ),
        compared(inner),
        st.builds(t.Quantified, st.sampled_from(["some", "all"]), bound, inner, inner, **here),
        st.builds(t.Not, inner, **here),
        joined(t.And, inner),
        joined(t.Or, inner),
        st.builds(t.Implies, inner, inner, **here),
        st.builds(t.Equivalent, inner, inner, **here),
    )


def folded(inner: st.SearchStrategy[t.Expression]) -> st.SearchStrategy[t.Expression]:
    """What may follow, precede and contain a big operator, whose scope depends on it."""
    here = {"span": st.just(NOWHERE)}
    folds = st.sampled_from(["Sum", "Prod", "U", "Sec"])
    return st.one_of(
        st.builds(t.Aggregate, folds, conditions(inner), inner, **here),
        st.builds(t.Binary, st.sampled_from(["*", "/"]), inner, inner, **here),
        st.builds(t.Binary, st.sampled_from(["-", "mod", "sec", "^"]), inner, inner, **here),
        st.builds(t.Negative, inner, **here),
        st.builds(t.Apply, st.just("|…|"), inner, **here),
        maplets(inner),
        st.builds(t.Comprehension, inner, conditions(inner), **here),
        larger(inner),
    )


EXPRESSIONS = st.recursive(LEAVES, larger, max_leaves=12) | st.recursive(LEAVES, folded, max_leaves=8)


DEFINITIONS = st.builds(
    t.Definition,
    NAMES,
    st.lists(patterns().filter(lambda each: not any(t.compared([each]))), max_size=3).map(tuple),
    st.booleans(),
    clauses(EXPRESSIONS),
    st.none() | EXPRESSIONS,
    span=st.just(NOWHERE),
    head=st.just(NOWHERE),
)


def with_v(part: object) -> Any:
    """A tree with V for one of its names: that letter is *or* too, but not where only a name can stand."""
    if isinstance(part, tuple):
        return tuple(map(with_v, part))
    if isinstance(part, Node):
        return replace(part, **{name: with_v(getattr(part, name)) for name in part.__struct_fields__})
    return "V" if part == "U2" else part


KINDS: st.SearchStrategy[t.Expression] = st.recursive(
    st.sampled_from([t.Name(name, span=NOWHERE) for name in ("N", "Q", "Bool", "Cell")]),
    lambda inner: st.one_of(
        st.builds(lambda one: t.Apply("Pow", one, span=NOWHERE), inner),
        st.builds(lambda one: t.Call("seq", (one,), head=NOWHERE, span=NOWHERE), inner),
        st.builds(lambda one, two: t.Binary("*", one, two, span=NOWHERE), inner, inner),
        st.builds(lambda one: t.SetOf((one,), span=NOWHERE), inner),
    ),
    max_leaves=5,
)
"""Kinds, as they are written."""
DECLARATIONS = st.builds(
    t.Declaration,
    st.sampled_from(["f", "isCell"]),
    st.none() | KINDS,
    KINDS,
    head=st.just(NOWHERE),
    span=st.just(NOWHERE),
)
"""Signatures."""
