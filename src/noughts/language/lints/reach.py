"""Where an operator or a quantifier reaches less far, or further, than the text looks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from noughts.language import core as c
from noughts.language.lints.walk import Owner, between
from noughts.language.solutions import fresh_names, locals_in
from noughts.text.diagnostic import Diagnostic
from noughts.text.source import Span

_GROUPED = re.compile(r"0\d\d")
"""What follows the comma of 1,000 as a numeral."""


def notes_on_reach(owner: Owner, node: c.Core) -> Iterator[Diagnostic]:
    """The notes on one part of an expression."""
    match node:
        case c.And(parts) | c.Or(parts):
            yield from after_quantifier(parts)
        case c.Implies(premises, conclusion):
            yield from after_quantifier((*premises, conclusion))
        case c.Quantified():
            yield from wrong_connective(node)
        case c.Operation(builtin, operands):
            if builtin.key in ("+", "-"):
                yield from small_remainder(node, *operands)
            if builtin.key in ("()", "{}"):
                yield from grouped_digits(operands)
        case _:
            pass


def after_quantifier(parts: tuple[c.Core, ...]) -> Iterator[Diagnostic]:
    """A quantifier whose body ends before the next sign, although nothing closes it."""
    for part, following in pairwise(parts):
        gap = between(part, following)
        if not isinstance(part, c.Quantified) or not gap or ")" in gap or part.span.macros:
            continue
        sign = (gap.split() or [""])[0]
        fact = f"this `{part.quantifier}` ends before `{sign}`: what follows is no part of it"
        help = "put the quantifier in parentheses, or the whole of its body"
        span = part.span
        fix = ((span, f"({span.text})"),) if ")" not in span.text or balanced(span.text) else ()
        yield Diagnostic("N205", fact, span, help, fix=fix)


def balanced(text: str) -> bool:
    """Whether a text closes as many parentheses as it opens."""
    return text.count("(") == text.count(")")


def wrong_connective(node: c.Quantified) -> Iterator[Diagnostic]:
    """``some x in S. p => q``, which any x without p makes true, and ``all x in S. x in T & p``."""
    quantifier, body, names = node.quantifier, node.body, fresh_names(node.pattern)
    if quantifier == "some" and isinstance(body, c.Implies):
        fact = "an element for which the premise is false makes this `some` true"
        help = "did you mean `&` in the place of `=>`?"
        yield Diagnostic("N206", fact, node.span, help, fix=sign_replaced(body, "&"))
    if quantifier == "all" and isinstance(body, c.And):
        first, *rest = body.parts
        asks = isinstance(first, c.Operation) and first.builtin.key == "in"
        if (
            asks
            and any(is_local(first, name) for name in names)
            and any(name in locals_in(part) for part in rest for name in names)
        ):
            fact = "this `all` is false as soon as an element is outside the second set"
            help = "to speak only of the elements inside it, write `=>` in the place of the first `&`"
            yield Diagnostic("N206", fact, node.span, help)


def sign_replaced(body: c.Implies, sign: str) -> tuple[tuple[Span, str], ...]:
    """A fix that writes another sign in the place of the last ``=>``."""
    left, right = body.premises[-1].span, body.conclusion.span
    gap = between(body.premises[-1], body.conclusion)
    place = left.end + len(gap) - len(gap.lstrip())
    if gap.strip() not in ("=>", "⇒") or right.macros or len(body.premises) > 1:
        return ()
    return ((Span(left.source, place, place + len(gap.strip())), sign),)


def is_local(tree: c.Core, name: str) -> bool:
    """Whether the left operand of an operation is a local name."""
    return isinstance(tree, c.Operation) and (
        isinstance(tree.operands[0], c.Local) and tree.operands[0].name == name
    )


def small_remainder(node: c.Operation, left: c.Core, right: c.Core) -> Iterator[Diagnostic]:
    """``c - 1 mod 3``, which takes the remainder of 1."""
    match right:
        case c.Operation(builtin, (c.Constant(), c.Constant())) if builtin.key == "mod":
            gap = between(left, right)
            if right.operands[0].span.start != right.span.start or "(" in gap or node.span.macros:
                return
            inner = Span(node.span.source, node.span.start, right.operands[0].span.end)
            fact = f"`mod` binds more tightly than `{node.builtin.key}`: this takes the remainder of "
            fact += f"`{right.operands[0].span.text}` alone"
            help = f"write `({inner.text})` in parentheses before `mod`"
            yield Diagnostic("N208", fact, node.span, help, fix=((inner, f"({inner.text})"),))
        case _:
            pass


def grouped_digits(operands: tuple[c.Core, ...]) -> Iterator[Diagnostic]:
    """``(1,000)``, which is a pair."""
    for left, right in pairwise(operands):
        digits = left.span.text.isdigit() and _GROUPED.fullmatch(right.span.text)
        if digits and between(left, right) == ",":
            span, number = left.span.to(right.span), left.span.text + right.span.text
            fact = f"`{span.text}` is two numbers, {left.span.text} and {int(right.span.text)}"
            yield Diagnostic("N208", fact, span, f"write `{number}`", fix=((span, number),))
