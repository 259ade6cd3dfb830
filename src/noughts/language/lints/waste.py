"""Parts that decide nothing: empty ranges, clauses out of reach, the same part twice, sums over sets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from noughts.language import core as c
from noughts.language.lints.walk import Owner
from noughts.language.solutions import locals_in
from noughts.text.diagnostic import Diagnostic, Note
from noughts.values.truth import FALSE, TRUE

_ABSORBING = ("U", "sec", "sub", "=", "/=", "<", "<=", ">", ">=", "\\", "-")
"""Operations that are pointless between equal operands."""


def notes_on_waste(owner: Owner, node: c.Core) -> Iterator[Diagnostic]:
    """The notes on one part of an expression."""
    match node:
        case c.And(parts) | c.Or(parts):
            yield from repeated(parts, "this part", "remove it, or write what was meant")
        case c.Operation(builtin, operands):
            if builtin.key == "..":
                yield from empty_range(node, *operands)
            if builtin.key == "{}":
                yield from repeated(operands, "this element", "a set has no element twice: remove it")
            if builtin.key in _ABSORBING and operands[0] == operands[1] and owner is not None:
                yield from same_sides(node)
        case c.Build("Sum" | "Prod", _, _, plan, c.Local(name)):
            yield from folded_set(node, plan, name)
        case _:
            pass


def repeated(parts: Sequence[c.Core], what: str, help: str) -> Iterator[Diagnostic]:
    """Parts that stand there twice."""
    first: dict[c.Core, c.Core] = {}
    for part in parts:
        if isinstance(part, c.Constant) and isinstance(part.value, int) and len(parts) > 60:
            return
        other = first.setdefault(part, part)
        if other is not part and other.span != part.span:
            notes = (Note("it stands here first", other.span),)
            yield Diagnostic("N305", f"{what} is there twice", part.span, help, notes)


def same_sides(node: c.Operation) -> Iterator[Diagnostic]:
    """An operation between a term and itself."""
    if node.operands[0].span == node.operands[1].span:
        return
    fact = f"both sides of `{node.builtin.key}` are the same"
    yield Diagnostic("N305", fact, node.span, "write what was meant on one of them")


def empty_range(node: c.Operation, first: c.Core, last: c.Core) -> Iterator[Diagnostic]:
    """``{9..1}``."""
    match first, last:
        case c.Constant(int() as m), c.Constant(int() as n) if m > n:
            help = f"a range goes up: `{{{n}..{m}}}`; the empty set is `{{}}`"
            text = f"{{{last.span.text}..{first.span.text}}}"
            fix = ((node.span, text),) if node.span.text.startswith("{") and not node.span.macros else ()
            yield Diagnostic("N302", f"this range is empty: {m} is above {n}", node.span, help, fix=fix)
        case _:
            pass


def folded_set(node: c.Build, plan: c.Plan, name: str) -> Iterator[Diagnostic]:
    """``Sum[v in {f(x) | x in S}] v``, where equal values count once."""
    for step in plan:
        match step:
            case c.Each(c.Fresh(bound), c.Build("{}", (_, *_), _, _, body)) if bound == name:
                if not isinstance(body, c.Local) and any(True for _ in locals_in(body)):
                    fact = f"equal values count once here: the values of `{body.span.text}` form a set"
                    help = f"take the `{node.fold}` over what is listed: `{node.fold}[x in S] f(x)`"
                    yield Diagnostic("N306", fact, node.span, help)
            case _:
                pass


def clauses_out_of_reach(definition: c.Definition) -> Iterator[Diagnostic]:
    """Clauses that never apply: behind one that always does, or with a guard that was asked before."""
    seen: dict[c.Core, c.Core] = {}
    always: c.Core | None = None
    for clause in definition.clauses:
        guard, place = clause.guard, clause.term.span
        if always is not None:
            notes = (Note("this guard is always true", always.span),)
            yield Diagnostic("N303", "this clause is never reached", place, "remove it", notes)
        elif isinstance(guard, c.Constant) and guard.value is FALSE:
            yield Diagnostic(
                "N303", "this clause never applies", guard.span, "its guard is `false`: remove it"
            )
        elif guard is not None and guard in seen:
            notes = (Note("the same guard stands here", seen[guard].span),)
            fact = "this clause is never reached: a clause before it has the same guard"
            yield Diagnostic("N303", fact, guard.span, "write the guard that was meant", notes)
        if isinstance(guard, c.Constant) and guard.value is TRUE and clause is not definition.clauses[-1]:
            always = guard
        if guard is not None:
            seen.setdefault(guard, guard)
