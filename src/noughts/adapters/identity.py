"""Identities of games: the rules and the values of their constants distinguish games of the same name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias
from urllib.parse import quote

from msgspec import Struct
from msgspec.structs import replace

from noughts.api.game import Game
from noughts.documents.documented import Documented
from noughts.documents.settings import settings_of
from noughts.documents.sided import Sided
from noughts.games.game import Game as Rules
from noughts.games.record import fingerprint_of
from noughts.language import core as c
from noughts.language.dependence import fingerprint
from noughts.values.order import ordered
from noughts.values.show import show
from noughts.values.value import Value

Parameter: TypeAlias = int | str


# The largest integer that OpenSpiel has for a parameter.
_LARGEST: Final = 2**31 - 1


# Signs that a text of OpenSpiel may have as they are; parentheses, commas and `=` are its own.
_PLAIN: Final = " {}[]<>|;:+*/-`\"'^.&~!?@$"


class Identity(Struct, frozen=True):
    """The identity of a game.

    * ``family``: equal for the same rules with any values of constants
    * ``rules``: equal for the same rules with the same values of constants
    * ``parameters``: the settings of the document, as numbers, and other constants with new values, as texts
    """

    family: object
    rules: object
    parameters: Mapping[str, Parameter]


def identity_of(game: Game) -> Identity:
    """The identity of a game; games written in Python are the same if they are equal in Python."""
    rules: Rules = game.rules
    if not isinstance(rules, Documented) or not isinstance(rules, Sided):
        return Identity(rules, rules, {})
    parameters: dict[str, Parameter] = {
        name: number for name, number in settings_of(rules).items() if abs(number) <= _LARGEST
    }
    for name in _overridden(rules.program):
        if name not in parameters:
            parameters[name] = parameter_text(_value(rules, name))
    return Identity(_family(rules), fingerprint_of(rules), parameters)


def parameter_text(value: Value) -> str:
    """The text of a value, with some signs written like ``%28``; OpenSpiel does not read it as a number.

    >>> parameter_text((1, 2)), parameter_text(10**12)
    ('%281%2C 2%29', "1000000000000'")
    """
    text = quote(show(ordered(value)), safe=_PLAIN)
    return f"{text}'" if text.strip("+-.0123456789") in ("", "True", "true", "False", "false") else text


def _value(rules: Documented, name: str) -> Value:
    return rules.ask(lambda: rules.meaning.value(name))


def _overridden(program: c.Program) -> list[str]:
    """The constants with new values, which have the text ``name=value``."""
    found = program.definitions.values()
    return [d.name for d in found if d.is_constant and d.head.source.name.startswith(f"{d.name}=")]


def _family(rules: Sided) -> tuple[object, ...]:
    """The fingerprint of the rules without the values of their constants."""
    names = (*rules.RULES, rules.wins or "")
    definitions = rules.program.definitions.items()
    blank = {name: _blank(d) if _is_closed(d) and name not in names else d for name, d in definitions}
    return (fingerprint(replace(rules.program, definitions=blank), names), *names)


def _is_closed(definition: c.Definition) -> bool:
    """Whether it is a constant that uses no other definition."""
    return definition.is_constant and not definition.uses and not definition.given


def _blank(definition: c.Definition) -> c.Definition:
    return replace(definition, clauses=(), where=None)
