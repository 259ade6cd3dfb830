"""Questions: expressions over a checked program, from the command line or in a claim."""

from __future__ import annotations

from collections.abc import Mapping

from noughts.language import core as c
from noughts.language.parse import parse_expression
from noughts.language.resolve import Resolver, Signature
from noughts.language.stack import deep_enough
from noughts.language.tree import Expression
from noughts.text.diagnostic import DocumentError


def question(program: c.Program, text: str, name: str = "<question>") -> c.Core:
    """The core of an expression over a program; `DocumentError` with all its errors."""
    return resolve_question(program, parse_expression(text, name))


def resolve_question(program: c.Program, tree: Expression) -> c.Core:
    """The same for an expression that has been parsed."""
    return resolve_with(collected(program), tree)


def collected(program: c.Program) -> dict[str, Signature]:
    """The signature of each definition of a program."""
    definitions = program.definitions.values()
    return {each.name: Signature(len(each.parameters), each.head) for each in definitions}


def resolve_with(signatures: Mapping[str, Signature], tree: Expression) -> c.Core:
    """The core of an expression over definitions of these signatures."""
    resolver = Resolver(signatures)
    with deep_enough():
        core = resolver.expression(tree, {})
    problems = resolver.problems + resolver.unknown_names()
    if problems:
        raise DocumentError(problems)
    return core
