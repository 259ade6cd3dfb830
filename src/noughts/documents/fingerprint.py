"""The fingerprint of a document's rules, which changes with the rules and not with the prose."""

from __future__ import annotations

from collections.abc import Iterable

from noughts.language.core import Definition, Program
from noughts.language.dependence import reached
from noughts.language.stack import deep_enough

# Hexadecimal digits, 64 bits: two documents of the same fingerprint do not occur by chance.
_DIGITS = 16


def fingerprint(program: Program, names: Iterable[str]) -> str:
    """The first hexadecimal digits of a hash of these definitions and of all that they use.

    The layout, the spelling and the order of the definitions do not matter; an overridden constant does.
    """
    from hashlib import sha256  # which loads OpenSSL

    with deep_enough():
        meanings = sorted(map(meaning, reached(program.definitions, names)))
    return sha256("\n".join(meanings).encode()).hexdigest()[:_DIGITS]


def meaning(definition: Definition) -> str:
    """A definition of the core calculus without its places."""
    return repr(
        (
            definition.name,
            definition.parameters,
            definition.relation,
            definition.clauses,
            definition.where,
        )
    )
