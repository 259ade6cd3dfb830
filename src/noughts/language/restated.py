"""Expressions about another state, in the notation of the document.

`noughts.language.shift` writes definitions as functions of a state, and `noughts.language.lookahead` names
the next state.  No document can write either; here they are translated back:

    safe afterwards(p, the next state)    safe(p) where currentState = outcome(m)
    men afterwards(the state)[`K]         men[`K]

The second is about the state that the names of its scope give, which is shown as the value of `currentState`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from noughts.language import core as c
from noughts.language import tree as t
from noughts.language.expression_of import expression_of, written_name
from noughts.language.node import Node, rewritten
from noughts.language.shift import AFTERWARDS, is_other_state
from noughts.language.show import show
from noughts.language.solutions import free_locals
from noughts.language.spelling import Spelling

STATE: Final = "currentState"


class Restated(Struct, frozen=True):
    """An expression as a document could write it, and its local names, each with the name shown for it."""

    tree: t.Expression | t.Claim
    names: Mapping[str, str]

    def text(self, spelling: Spelling) -> str:
        """The expression on one line."""
        return show(self.tree, spelling)


def restated(tree: c.Core, equations: Mapping[str, c.Core]) -> Restated:
    """An expression in the notation of the document, where a `where` gives some of its names by equations.

    All of it is about one state; if that is another and an equation gives it, the text says which.
    """
    expression = in_one_state(tree)
    names = {name: shown_name(name) for name in free_locals(tree)}
    other = next((name for name in names if is_other_state(name)), None)
    if other is None or other not in equations:
        return Restated(expression, names)
    state, span = equations[other], tree.span
    given = t.Compare(("=",), (t.Name(STATE, span=span), in_one_state(state)), span=span)
    del names[other]
    names |= {name: shown_name(name) for name in free_locals(state)}
    return Restated(t.Claim(expression, given, span=span), names)


def in_one_state(tree: c.Core) -> t.Expression:
    """An expression about another state, as it is written of the current one."""
    return rewritten(expression_of(tree), of_the_current_state)


def of_the_current_state(node: Node) -> Node:
    """A part of an expression about another state, as it is written of the current one."""
    match node:
        case t.Name(name) if is_other_state(name):
            return t.Name(STATE, span=node.span)
        case t.Call(name, (*before, _)) if name.endswith(AFTERWARDS):
            if not before:
                return t.Name(asked_name(name), span=node.span)
            return t.Call(asked_name(name), tuple(before), head=node.head, span=node.span)
        case _:
            return node


def asked_name(name: str) -> str:
    """The name of a definition in the document."""
    return name.removesuffix(AFTERWARDS)


def shown_name(local: str) -> str:
    """The name shown for a local name."""
    return STATE if is_other_state(local) else written_name(local)
