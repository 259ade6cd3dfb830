"""The guard of all that is written: it is read back, and refused if it says anything else.

A document in another spelling, an article and a program of Markdown are read as a whole, mathematics on a
page formula by formula.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import TypeAlias

from noughts.language import tree as t
from noughts.language.head import by_itself
from noughts.language.parse import parse
from noughts.language.show import show
from noughts.refusal import Refusal
from noughts.text.document import split_document
from noughts.text.source import Source
from noughts.weave.shown import head_shown, sentence_shown

_LONGEST = 60
"""Characters of a formula in an error: more would not fit on its line."""


def require_same(wanted: t.Module, written: Source, problems: int = 0) -> None:
    """Check that a text says the same as a module, with no more errors than what it is made from had."""
    found, wrong = parse([split_document(written)])
    for before, after in zip_longest(statements(wanted), statements(found)):
        if before != after:
            raise changed(named(before or after))
    if len(wrong) > problems:
        raise changed(written.name)


def require_shown(tree: t.Expression, html: str) -> None:
    """Check that what a page shows is read as an expression."""
    if sentence_shown(html) != tree:
        raise changed(named(tree))


def require_shown_head(definition: t.Definition, html: str) -> None:
    """Check that what a page shows is read as the head of a definition."""
    found = head_shown(html)
    wanted = (definition.name, definition.parameters, definition.relation)
    if found is None or (found.name, found.parameters, found.relation) != wanted:
        raise changed(named(definition))


Said: TypeAlias = t.Definition | t.Claim | t.Printed | t.RegionItem | bool


def statements(module: t.Module) -> Iterator[Said]:
    """What a module says: its definitions by their names, and everything else in order."""
    yield module.is_game
    yield from sorted(map(by_itself, module.written), key=lambda each: each.name)
    yield from (*module.tests, *module.machine, *module.declarations)


def named(part: Said | t.Expression | None) -> str:
    """The name of a part, or its text."""
    match part:
        case t.Definition(name) | t.Action(name) | t.Declaration(name):
            return f"`{name}`"
        case t.Variables(names):
            return f"`{', '.join(name.name for name in names)}`"
        case t.Initially():
            return "`initially`"
        case t.Claim(sentence) | t.Printed(sentence):
            return named(sentence)
        case None | bool():
            return "the document"
        case _:
            text = show(part)
            return f"`{text if len(text) <= _LONGEST else f'{text[:_LONGEST]}…'}`"


def changed(what: str) -> Refusal:
    """The refusal to write something."""
    return Refusal(
        f"{what} cannot be written in this form without changing its meaning",
        "please report this, with the document",
    )
