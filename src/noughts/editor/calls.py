"""Signature help: the definition or builtin that is called at a place, and the argument that is written."""

from __future__ import annotations

from lsprotocol import types as lsp

from noughts.editor.analysis import Analysis
from noughts.editor.hover import prose_of
from noughts.language import tree as t
from noughts.language.brackets import BRACKETS
from noughts.language.builtins import FUNCTIONS
from noughts.language.grammar import lexed
from noughts.text.source import Span


def call_at(place: Span) -> tuple[str, int] | None:
    """The name whose argument is written at a place, and the number of arguments before it."""
    text, start = place.source.text, place.start
    begin = max(text.rfind("\n\n", 0, start), text.rfind("/$", 0, start), text.rfind("/?", 0, start), -2) + 2
    open_: list[tuple[str, str | None, int]] = []  # the closing bracket, the name that is called, its commas
    before = None
    for word in lexed(text, begin, start):
        if word.type in BRACKETS:
            called = str(before) if word.type == "LPAR" and before and before.type == "NAME" else None
            open_.append((BRACKETS[word.type], called, 0))
        elif open_ and word.type == open_[-1][0]:
            open_.pop()
        elif open_ and word.type == "COMMA":
            closing, called, count = open_.pop()
            open_.append((closing, called, count + 1))
        before = word
    _, called, count = open_[-1] if open_ else ("", None, 0)
    return None if called is None else (called, count)


def signature_help(analysis: Analysis, place: Span) -> lsp.SignatureHelp | None:
    """The head of the definition that is called at a place, with its parameters, and the prose before it."""
    if (found := call_at(place)) is None:
        return None
    name, argument = found
    part = analysis.definitions.get(name) or analysis.items.get(name)
    if isinstance(part, t.Definition | t.Action):
        parameters = [each.span.text for each in part.parameters]
        head, prose = f"{name}({', '.join(parameters)})", prose_of(analysis, part)
    elif name in FUNCTIONS:
        row = FUNCTIONS[name]
        head, prose = row.form, row.doc
        parameters = head.partition("(")[2].removesuffix(")").split(", ")
    else:
        return None
    labels = [lsp.ParameterInformation(label=each) for each in parameters]
    signature = lsp.SignatureInformation(head, documentation=prose or None, parameters=labels)
    return lsp.SignatureHelp([signature], active_signature=0, active_parameter=argument)
