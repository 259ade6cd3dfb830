"""Expressions that are asked of a checked program from outside: on the command line, in a claim."""

from __future__ import annotations

from noughts.language import core as c
from noughts.language.parse import parse_expression
from noughts.language.resolve import Resolver, Signature
from noughts.language.stack import deep_enough
from noughts.language.tree import Expression
from noughts.text.diagnostic import DocumentError


def question(program: c.Program, text: str, name: str = "<question>") -> c.Core:
    """The core of an expression over a program; `DocumentError` with all that is wrong with it."""
    return resolve_question(program, parse_expression(text, name))


def resolve_question(program: c.Program, tree: Expression) -> c.Core:
    """The same for an expression that has been parsed."""
    signatures = {
        definition.name: Signature(len(definition.parameters), definition.head)
        for definition in program.definitions.values()
    }
    resolver = Resolver(signatures)
    with deep_enough():
        core = resolver.expression(tree, {})
    problems = resolver.problems + resolver.unknown_names()
    if problems:
        raise DocumentError(problems)
    return core
