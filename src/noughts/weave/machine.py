"""The items of a machine, and signatures, as blocks of a page: words bold, mathematics in MathML."""

from __future__ import annotations

from html import escape
from typing import assert_never

from noughts.language import tree as t
from noughts.language.precedence import SET
from noughts.weave.mathml import MathWriter


def machine_item(to: MathWriter, item: t.RegionItem) -> str:
    """An item, and each of its updates, on a line; a signature."""
    match item:
        case t.Declaration():
            return line(signature(to, item))
        case t.Variables(names, relation, range):
            named = ", ".join(declared(name.name) for name in names)
            return line(f"{word('variable')} {named} {sign(relation)} {to.html(range, SET)}")
        case t.Initially(sentence):
            return line(f"{word('initially')} {to.html(sentence)}")
        case t.Action(_, _, _, updates):
            rows = "".join(line(update(to, one), inner=True) for one in updates)
            return line(head(to, item)) + rows
        case _:
            assert_never(item)


def signature(to: MathWriter, item: t.Declaration) -> str:
    """``f : K -> L``, its names with links."""
    name = t.Name(item.name, span=item.head)
    takes = f"{to.html(item.takes, SET)} → " if item.takes is not None else ""
    return f"{to.html(name)} : {takes}{to.html(item.gives, SET)}"


def head(to: MathWriter, action: t.Action) -> str:
    """``action a(x in S) when guard:``."""
    choices = ", ".join(
        f"{declared(choice.name)} {sign('in')} {to.html(choice.domain, SET)}" for choice in action.parameters
    )
    named = f"{declared(action.name)}({choices})" if choices else declared(action.name)
    guard = f" {word('when')} {to.html(action.guard)}" if action.guard is not None else ""
    colon = ":" if action.updates else ""
    return f"{word('automatic' if action.automatic else 'action')} {named}{guard}{colon}"


def update(to: MathWriter, update: t.Update) -> str:
    """``x' = body where p``."""
    clauses = "; ".join(clause(to, each, alone=len(update.clauses) == 1) for each in update.clauses)
    where = f" {word('where')} {to.html(update.where)}" if update.where is not None else ""
    return f"{declared(update.variable)}′ = {clauses}{where}"


def clause(to: MathWriter, clause: t.Clause, *, alone: bool) -> str:
    """``term if guard``, ``term otherwise``, or a single term."""
    term = to.html(clause.term)
    if clause.guard is None:
        return term if alone else f"{term} {word('otherwise')}"
    return f"{term} {word('if')} {to.html(clause.guard)}"


def line(inside: str, *, inner: bool = False) -> str:
    """A line, indented if it belongs to the one above."""
    kind = " noughts-inner" if inner else ""
    return f'<div class="noughts-machine{kind}">{inside}</div>'


def word(text: str) -> str:
    """A word of the language."""
    return f'<span class="noughts-word">{text}</span>'


def sign(relation: str) -> str:
    """The sign between a variable and its range."""
    return "∈" if relation == "in" else "⊆"


def declared(name: str) -> str:
    """A name that is declared."""
    return f"<i>{escape(name)}</i>"
