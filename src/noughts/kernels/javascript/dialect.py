"""Kernels in JavaScript: words of 32 bits, which are the integers of its bit operations.

A position is given as an ``Int32Array`` and the place of its first word there, and put into one in the same
way, so that nothing is allocated: ``after(codes, at, k, into, to)``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from noughts.kernels.dialect import Dialect

_OPERAND: Final = re.compile(r"[\w.]+")
"""Operands that need no parentheses beside a comparison, which JavaScript reads before ``&``."""


class JavaScriptDialect(Dialect):
    """JavaScript on signed words of 32 bits."""

    word = 32
    table_bits = 32
    yes = "true"
    no = "false"
    down = ">>>"
    ending = ";"
    closing = "}"

    def literal(self, mask: int) -> str:
        signed = mask - (1 << 32) if mask >> 31 else mask
        return hex(signed) if abs(signed) > 9 else str(signed)

    def compared(self, left: str, sign: str, right: str) -> str:
        strict = {"==": "===", "!=": "!=="}.get(sign, sign)
        return f"{left if _OPERAND.fullmatch(left) else f'({left})'} {strict} {right}"

    def joined(self, pieces: Sequence[str], word: str) -> str:
        return f" {'&&' if word == 'and' else '||'} ".join(pieces)

    def negated(self, name: str) -> str:
        return f"!{name}"

    def number(self, truth: str) -> str:
        return f"+({truth})"

    def choice(self, condition: str, then: str, otherwise: str) -> str:
        return f"{condition} ? {then} : {otherwise}"

    def constant(self, name: str, expression: str) -> str:
        return f"const {name} = {expression}"

    def variable(self, name: str, expression: str) -> str:
        return f"let {name} = {expression}"

    def when(self, condition: str) -> str:
        return f"if ({condition}) {{"

    @property
    def otherwise(self) -> str:
        return "else {"

    def function(self, name: str, parameters: str, says: str, lines: Sequence[str]) -> str:
        return "\n".join([f"/** {says} */", f"function {name}({parameters}) {{", *lines, "}"])

    @property
    def position(self) -> str:
        return "codes, at"

    @property
    def room(self) -> str:
        return ", into, to"

    def passed(self, words: Sequence[str]) -> str:
        return self.room

    def unpacked(self, words: Sequence[str]) -> list[str]:
        return [self.constant(name, array_element("codes", "at", place)) for place, name in enumerate(words)]

    def taken_over(self, words: Sequence[str]) -> list[str]:
        return [self.variable(name, array_element("into", "to", place)) for place, name in enumerate(words)]

    def returned(self, words: Sequence[str]) -> list[str]:
        return [f"{array_element('into', 'to', place)} = {name}" for place, name in enumerate(words)]

    def handed_on(self, words: Sequence[str], function: str) -> list[str]:
        return [*self.returned(words), f"return {function}({self.position}{self.room})"]


def array_element(array: str, first: str, place: int) -> str:
    """The element of an array at a place after the first."""
    return f"{array}[{first} + {place}]" if place else f"{array}[{first}]"


JAVASCRIPT: Final = JavaScriptDialect()
