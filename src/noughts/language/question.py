"""Questions: expressions over a checked program, from the command line or in a claim."""

from __future__ import annotations

from collections.abc import Mapping

from noughts.language import core as c
from noughts.language.lookahead import question_ahead
from noughts.language.parse import parse_expression
from noughts.language.resolve import Resolver, Signature, undefined_names
from noughts.language.stack import deep_enough
from noughts.language.tree import Expression
from noughts.text.diagnostic import DocumentError


def question(program: c.Program, text: str, name: str = "<question>") -> c.Core:
    """The core of an expression over a program; `DocumentError` with all its errors."""
    return resolve_question(program, parse_expression(text, name))


def asked_ahead(program: c.Program, text: str, name: str = "<question>") -> tuple[c.Program, c.Core]:
    """The core of an expression, and the program in which it has a value.

    If it looks ahead, that program has definitions of another state, too.
    """
    tree = parse_expression(text, name)
    if program.module is None or (ahead := question_ahead(tree)) is None:
        return program, resolve_question(program, tree)
    from noughts.language.checked import adding_anew

    whole, _ = adding_anew(program.module, (ahead,))
    return whole.program, whole.program.definitions[ahead.name].clauses[0].term


def resolve_question(program: c.Program, tree: Expression) -> c.Core:
    """The same for an expression that has been parsed."""
    return resolve_with(collected(program), tree)


def collected(program: c.Program) -> dict[str, Signature]:
    """The signature of each definition of a program."""
    definitions = program.definitions.values()
    return {each.name: Signature(len(each.parameters), each.head, each.relation) for each in definitions}


def resolve_with(signatures: Mapping[str, Signature], tree: Expression) -> c.Core:
    """The core of an expression over definitions of these signatures."""
    resolver = Resolver(signatures)
    with deep_enough():
        core = resolver.expression(tree, {})
    problems = resolver.problems + undefined_names([resolver], signatures)
    if problems:
        raise DocumentError(problems)
    return core
