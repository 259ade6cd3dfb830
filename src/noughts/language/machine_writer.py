"""The items of a machine as text, in the spelling of a writer."""

from __future__ import annotations

from typing import assert_never

from noughts.language import tree as t
from noughts.language.layout import Break, Group, Text, lines
from noughts.language.precedence import EQUIVALENT, SET
from noughts.language.writer import INDENT, Writer


def item(to: Writer, part: t.RegionItem) -> Text:
    """An item, on one line if it fits."""
    match part:
        case t.Variables(names, relation, range):
            named = ", ".join(to.name(name.name) for name in names)
            return Group([f"variable {named} {to.sign(relation)} ", to.at(range, SET)])
        case t.Initially(sentence):
            return Group(["initially", Group([Break(), to.at(sentence, EQUIVALENT)], INDENT)])
        case t.Action(_, _, _, updates):
            rows = [each for one in updates for each in (Break(), update(to, one))]
            return Group([head(to, part), Group(rows, INDENT)])
        case t.Declaration():
            return declaration(to, part)
        case _:
            assert_never(part)


def declaration(to: Writer, part: t.Declaration) -> Text:
    """``f : K -> L``."""
    takes: list[Text] = [to.at(part.takes, SET), f" {to.sign('->')} "] if part.takes is not None else []
    return Group([f"{to.name(part.name)} {to.colon} ", *takes, to.at(part.gives, SET)])


def item_laid_out(to: Writer, part: t.RegionItem, width: int) -> str:
    """An item in lines, each update on a line of its own."""
    if not isinstance(part, t.Action):
        return lines(item(to, part), width)
    rows = [lines(Group([" " * INDENT, update(to, one)], INDENT), width) for one in part.updates]
    return "\n".join([lines(head(to, part), width), *rows])


def head(to: Writer, action: t.Action) -> Text:
    """``action a(x in S) when guard:``; without updates there is no colon."""
    parts: list[Text] = [f"{'automatic' if action.automatic else 'action'} {to.name(action.name)}"]
    for place, choice in enumerate(action.parameters):
        name = f"{to.name(choice.name)} {to.sign('in')} "
        parts += [", " if place else "(", name, to.at(choice.domain, SET)]
    parts += [")"] if action.parameters else []
    if action.guard is not None:
        parts.append(Group([Break(), "when ", to.at(action.guard, EQUIVALENT)], INDENT))
    return Group([*parts, *([":"] if action.updates else [])])


def update(to: Writer, update: t.Update) -> Text:
    """``x' = body where p``."""
    clauses = update.clauses
    rows: list[Text] = []
    for clause in clauses:
        plain = clause.guard is None and len(clauses) == 1
        rows += [";" if rows else "", Break() if rows else " "]
        rows.append(to.at(clause.term, EQUIVALENT) if plain else to.clause(clause))
    return Group([f"{to.name(update.variable)}' =", Group([*rows, *to.where(update.where)], INDENT)])
