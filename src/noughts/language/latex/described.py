"""Sets that a specification describes in words without defining them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from noughts.language import tree as t
from noughts.text.diagnostic import Diagnostic, Note
from noughts.text.source import Span

_POSITIVE = re.compile(r"\bset of (all )?positive integers\b")


@dataclass(frozen=True, slots=True)
class InWords:
    """A set that is described but not defined."""

    name: str
    words: str
    span: Span


def undefined(described: Sequence[InWords], module: t.Module) -> tuple[frozenset[str], list[Diagnostic]]:
    """The described sets that nothing defines, and the errors in their use."""
    defined = {definition.name for definition in module.definitions}
    missing = [each for each in described if each.name not in defined]
    problems: list[Diagnostic] = []
    for each in missing:
        fact = f"`{each.name}` is described as a {each.words}, but not defined"
        help = f"give its elements, beside it or in another document: `{each.name} := {{0..36}}`"
        problems.append(Diagnostic("E217", fact.replace("a set", "the set"), each.span, help))
        if _POSITIVE.search(each.words):
            problems += below_one(each, module)
    return frozenset(each.name for each in missing), problems


def below_one(described: InWords, module: t.Module) -> Iterator[Diagnostic]:
    """The first values of variables in the positive integers that are not positive."""
    variables = {
        name.name
        for item in module.machine
        if isinstance(item, t.Variables) and item.range == t.Name(described.name, span=item.span)
        for name in item.names
    }
    for item in module.machine:
        match item:
            case t.Initially(t.Compare(("=",), (t.Name(name), t.Numeral(value) as first))) if (
                name in variables and value < 1
            ):
                fact = (
                    f"`{name}` begins with {value}, which is none of the {described.words[len('set of ') :]}"
                )
                notes = (Note(f"`{described.name}` is described here", described.span),)
                help = f"let `{described.name}` begin with {value}"
                yield Diagnostic("E217", fact, first.span, help, notes)
