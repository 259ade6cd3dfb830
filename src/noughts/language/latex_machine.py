"""The items of a machine as displays of LaTeX: their words upright, each update on a row."""

from __future__ import annotations

from typing import assert_never

from noughts.language import tree as t
from noughts.language.latex_writer import ROW, LatexWriter
from noughts.language.layout import flat
from noughts.language.machine_writer import declaration
from noughts.language.precedence import EQUIVALENT, SET

_INDENTED = f"{ROW}&\\qquad {{}}"


def item_display(
    to: LatexWriter, part: t.RegionItem, width: int, opening: str = r"\[", closing: str = r"\]"
) -> str:
    """An item between the marks of a display, in several rows if it needs them."""
    rows = item_rows(to, part, width)
    if len(rows) == 1 and ROW not in rows[0]:
        return f"{opening}\n{rows[0].removeprefix('&')}\n{closing}"
    return f"{opening}\n\\begin{{aligned}}\n{ROW.join(rows)}\n\\end{{aligned}}\n{closing}"


def item_rows(to: LatexWriter, part: t.RegionItem, width: int) -> list[str]:
    """An item as the rows of an ``align``."""
    match part:
        case t.Variables(names, relation, range):
            named = ", ".join(to.name(name.name) for name in names)
            return [rf"&\text{{variable }} {named} {to.sign(relation)} {flat(to.at(range, SET))}"]
        case t.Initially(sentence):
            return [rf"&\text{{initially }} {to.broken(to.at(sentence, EQUIVALENT), width, _INDENTED)}"]
        case t.Declaration():
            return [f"&{flat(declaration(to, part))}"]
        case t.Action(_, _, _, updates):
            return [head(to, part, width), *(update(to, each, width) for each in updates)]
        case _:
            assert_never(part)


def head(to: LatexWriter, action: t.Action, width: int) -> str:
    """``action a(x in S) when guard:``; without updates there is no colon."""
    word = "automatic" if action.automatic else "action"
    choices = ", ".join(
        f"{to.name(choice.name)} {to.sign('in')} {flat(to.at(choice.domain, SET))}"
        for choice in action.parameters
    )
    named = f"{to.name(action.name)}({choices})" if choices else to.name(action.name)
    guard = ""
    if action.guard is not None:
        guard = rf" \ \text{{when }} {to.broken(to.at(action.guard, EQUIVALENT), width, _INDENTED)}"
    return rf"&\text{{{word} }} {named}{guard}{':' if action.updates else ''}"


def update(to: LatexWriter, update: t.Update, width: int) -> str:
    """``x' = body where p`` on a row."""
    clauses = update.clauses
    if len(clauses) == 1 and clauses[0].guard is None:
        body = to.broken(to.at(clauses[0].term, EQUIVALENT), width, _INDENTED)
    else:
        body = to.cases(clauses, width, f"{ROW}&\\qquad ")
    where = ""
    if update.where is not None:
        where = rf" \ \text{{where}} {to.broken(to.at(update.where, EQUIVALENT), width, _INDENTED)}"
    return rf"&\quad {to.name(update.variable)}' = {body}{where}"
