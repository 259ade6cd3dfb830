"""A kernel as a function of JavaScript, which gives the kernel.

The modules in ``page/kernels`` and ``page/solvers`` list its positions, solve it, search it, and ask safe
sets.  A kernel has

    name, sides, moves                 texts, exact ones of moves; both are numbers, in the order of the game
    words, moveWords                   words of 32 bits of a position, and of a set of moves
    initial                            the first position, an Int32Array
    grows                              whether no position can recur in a match
    sure                               whether `unsure` is always false
    valued                             whether a position has one value: one or two sides, without chance
    over(codes, at)                    whether it is over by `gameOver`
    won(codes, at)                     the side that has won, -1 for none, -2 for two
    toMove(codes, at)                  the side to move
    legal(codes, at, into, to)         puts the legal moves, as bits, of a position that is not over
    after(codes, at, k, into, to)      puts the position after the legal move k, away from the one given
    unsure(codes, at)                  whether the rules may have no value here

A position is ``words`` elements of the Int32Array `codes`, from `at` on; what is put goes into `into`, from
`to` on.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from noughts.games.game import has_values
from noughts.kernels.dialect import BitWords, Dialect
from noughts.kernels.kernel import Kernel
from noughts.kernels.kernel_source import BOTH, NOBODY, Source
from noughts.values.order import exact_text

# Kernels in JavaScript: words of 32 bits, which are the integers of its bit operations.
#
# A position is given as an ``Int32Array`` and the place of its first word there, and put into one in the same
# way, so that nothing is allocated: ``after(codes, at, k, into, to)``.

# Operands that need no parentheses in a comparison, which binds tighter than ``&`` in JavaScript.
_OPERAND: Final = re.compile(r"[\w.]+")


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


POPCOUNT: Final = """\
/** The number of set bits of a word: of each pair, each four, each byte, then all bytes added up. */
function popcount(word) {
    word -= word >>> 1 & 0x55555555;
    word = (word & 0x33333333) + (word >>> 2 & 0x33333333);
    return Math.imul(word + (word >>> 4) & 0x0f0f0f0f, 0x01010101) >>> 24;
}"""


def kernel_function(kernel: Kernel) -> str:
    """The text of a function that gives the kernel."""
    source = Source(kernel.grounded, JAVASCRIPT)
    parts = [
        f"() => {{\nconst NOBODY = {NOBODY}, BOTH = {BOTH};",
        POPCOUNT,
        *tables(source),
        *source.functions(),
        f"return {facts(kernel, source)}\n}}",
    ]
    return "\n\n".join(parts)


def tables(source: Source) -> Iterator[str]:
    """The definitions of the tables that `after` reads: for each word of a position, an element a move."""
    for name, masks in source.changes.tables().items():
        for place in range(len(source.state.names)):
            yield f"const {name}{place} = {word_array(source.state.part(mask, place) for mask in masks)};"


def word_array(masks: Iterable[int]) -> str:
    """An array of words."""
    return f"Int32Array.of({', '.join(map(JAVASCRIPT.literal, masks))})"


def facts(kernel: Kernel, source: Source) -> str:
    """The kernel as an object."""
    state: BitWords = source.state
    found = {
        "name": json.dumps(kernel.grounded.game.name),
        "sides": json.dumps(kernel.grounded.sides),
        "moves": json.dumps(list(map(exact_text, kernel.moves))),
        "words": len(state.names),
        "moveWords": len(source.found.names),
        "initial": word_array(state.part(kernel.initial, place) for place in range(len(state.names))),
        "grows": json.dumps(kernel.grounded.is_growing),
        "sure": json.dumps(kernel.is_sure),
        "valued": json.dumps(has_values(kernel.grounded.game)),
        "toMove": "to_move",
    }
    lines = [f"    {name}: {value}," for name, value in found.items()]
    return "\n".join(["{", *lines, "    over, won, legal, after, unsure,", "};"])
