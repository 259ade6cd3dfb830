"""Formulas as expressions of generated code: mask comparisons, bit counts, shifted patterns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import reduce
from operator import or_
from typing import Final, TypeAlias, assert_never

from noughts.grounding.formula import (
    All,
    Any,
    Bit,
    Constant,
    Count,
    Formula,
    Negation,
    choices,
    claims,
    is_literal,
    possible_sums,
)
from noughts.grounding.walk import direct_parts, walk
from noughts.kernels.dialect import BitWords

# Patterns: formulas that are the same relative to several bases, tested together by shifts of words.
#
# Three in a row from cell 1, from cell 4 and from cell 7 are one pattern, ``b0 & b1 & b2``, at three bases.
# Shifted words decide all bases at once: bit k of ``s & s >> 1 & s >> 2`` tells whether the row from k is
# full.  The bits of other bases are garbage and are masked out.


# The most bits that a pattern may read; each bit costs a shift and a conjunction.
_MOST_BITS: Final = 40

ShiftPattern: TypeAlias = "int | tuple[str, tuple[ShiftPattern, ...]]"
"""The offset of a bit, or ``~``, ``&``, ``|`` of patterns."""


def pattern_of(formula: Formula, base: int) -> ShiftPattern | None:
    """The formula relative to `base`; ``None`` if it has counts or reads more than `_MOST_BITS` bits."""
    return _relative(formula, base) if _reads_few(formula) else None


def _reads_few(formula: Formula) -> bool:
    """Whether the formula, written out, has no counts and at most `_MOST_BITS` bits.

    The walk stops as soon as there are too many: written out, a formula that shares parts may be
    exponentially long.
    """
    waiting, bits = [formula], 0
    while waiting and bits + len(waiting) <= _MOST_BITS:
        match waiting.pop():
            case Bit():
                bits += 1
            case Negation(part=part):
                waiting.append(part)
            case All(parts=parts) | Any(parts=parts):
                waiting += parts
            case _:
                return False
    return not waiting


def _relative(formula: Formula, base: int) -> ShiftPattern:
    match formula:
        case Bit(index=index):
            return index - base
        case Negation(part=part):
            return "~", (_relative(part, base),)
        case All(parts=parts) | Any(parts=parts):
            inside = [_relative(part, base) for part in parts]
            return "&" if isinstance(formula, All) else "|", tuple(sorted(inside, key=str))
        case _:
            raise AssertionError(formula)


def read_by(pattern: ShiftPattern) -> Iterator[int]:
    """The offsets of the bits that a pattern reads, with repetition."""
    if isinstance(pattern, int):
        yield pattern
    else:
        for part in pattern[1]:
            yield from read_by(part)


def size(pattern: ShiftPattern) -> int:
    """The number of bits that a pattern reads, with repetition."""
    return sum(1 for _ in read_by(pattern))


def grouped_by_pattern(formulas: Iterable[Formula]) -> tuple[dict[ShiftPattern, int], list[Formula]]:
    """The bases of each shared pattern as a mask, and the formulas that are cheaper alone.

    A group costs one shift and one conjunction per bit of its pattern; a formula alone costs one mask, one
    comparison and one branch.  So a group pays if it has at least one formula for every two bits.
    """
    found: dict[ShiftPattern, list[Formula]] = {}
    alone: list[Formula] = []
    for formula in formulas:
        pattern = pattern_of(formula, formula.lowest)
        if pattern is None or isinstance(pattern, int):
            alone.append(formula)
        else:
            found.setdefault(pattern, []).append(formula)
    together: dict[ShiftPattern, int] = {}
    for pattern, group in found.items():
        if len(group) > 1 and 2 * len(group) >= size(pattern):
            together[pattern] = reduce(or_, (1 << formula.lowest for formula in group))
        else:
            alone += group
    return together, alone


def is_literals(formula: Formula) -> bool:
    """Whether one comparison of masks decides the formula."""
    inner = formula.part if type(formula) is Negation else formula
    return type(inner) is not Count and all(map(is_literal, direct_parts(inner)))


class BitExpressions:
    """The body of one generated function: its statements so far, and expressions that use their variables.

    A formula that occurs more than once is assigned to a variable, as is each word of a pattern.
    """

    def __init__(self, words: BitWords, formulas: Iterable[Formula], indent: int = 1) -> None:
        self.words = words
        self.dialect = words.dialect
        self.indent = indent
        self.lines: list[str] = []
        self.names: dict[object, str] = {}
        self.uses: Counter[Formula] = Counter()
        roots = list(formulas)
        for node in walk(roots):
            self.uses.update(direct_parts(node))
        self.uses.update(roots)

    def say(self, line: str) -> None:
        """Append a statement."""
        self.lines.append("    " * self.indent + line + self.dialect.ending)

    def say_all(self, lines: Iterable[str]) -> None:
        """Append statements."""
        for line in lines:
            self.say(line)

    @contextmanager
    def when(self, condition: str) -> Iterator[None]:
        """A context: the statements in it run if a condition holds."""
        with self.block(self.dialect.when(condition)):
            yield

    @contextmanager
    def otherwise(self) -> Iterator[None]:
        """A context: the statements in it run if the condition before it does not hold."""
        with self.block(self.dialect.otherwise):
            yield

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """A block of statements."""
        margin = "    " * self.indent
        self.lines.append(margin + head)
        self.indent += 1
        yield
        self.indent -= 1
        if self.dialect.closing is not None:
            self.lines.append(margin + self.dialect.closing)

    def named(self, key: object, prefix: str, expression: str) -> str:
        """The variable that holds an expression; assigned at the first use."""
        if key not in self.names:
            self.names[key] = f"{prefix}{len(self.names)}"
            self.say(self.dialect.constant(self.names[key], expression))
        return self.names[key]

    # Truths

    def truth(self, formula: Formula) -> str:
        """An expression that is truthy where the formula holds; safe as an operand of ``and`` and ``or``."""
        if formula in self.names:
            return self.names[formula]
        # one variable serves both a formula and its negation
        if self.is_negated(formula):
            return self.dialect.negated(self.truth(~formula))
        text = self.expression(formula)
        if self.is_shared(formula):
            return self.named(formula, "is", text)
        return text

    def is_shared(self, formula: Formula) -> bool:
        """Whether the formula deserves a variable."""
        return formula in self.names or (self.uses[formula] > 1 and not is_literals(formula))

    def is_negated(self, formula: Formula) -> bool:
        """Whether the variable of the negation serves the formula: both may occur, each once or more."""
        if type(formula) is Bit or type(~formula) is Bit:
            return False
        return (type(formula) is Negation or not self.is_shared(formula)) and self.is_shared(~formula)

    def expression(self, formula: Formula) -> str:
        """The same expression without a variable for the formula itself."""
        match formula:
            case Constant(holds=constant):
                return self.dialect.yes if constant else self.dialect.no
            case Bit(index=index):
                return self.all_of(1 << index, 0)
            case Negation(part=part):
                if type(part) is Bit:
                    return self.all_of(0, 1 << part.index)
                return (
                    self.disjunction(choices(formula))
                    if type(part) is All
                    else self.conjunction(claims(formula))
                )
            case All(parts=parts):
                return self.conjunction(parts)
            case Any(parts=parts):
                return self.disjunction(parts)
            case Count():
                return self.count(formula)
            case _:
                assert_never(formula)

    def conjunction(self, parts: Iterable[Formula]) -> str:
        """An expression for: every part holds."""
        return self.many(parts, "and")

    def disjunction(self, parts: Iterable[Formula]) -> str:
        """An expression for: some part holds."""
        return self.many(parts, "or")

    def many(self, parts: Iterable[Formula], word: str) -> str:
        """Parts joined: literals as one mask comparison, a shared pattern as one test, the rest singly."""
        joined = word == "and"
        every = dict.fromkeys(self.flat(parts, claims if joined else choices))  # a part may occur twice
        set_, clear, others = literals(every)
        pieces: list[str] = []
        if set_ | clear:
            pieces.append(self.all_of(set_, clear) if joined else self.any_of(set_, clear))
        # a conjunction is the absence of all negated parts, so one test of words serves both connectives
        together, alone = grouped_by_pattern([~other for other in others] if joined else others)
        for pattern, bases in together.items():
            pieces.append(self.nowhere(pattern, bases) if joined else self.somewhere(pattern, bases))
        pieces += [self.truth(~other if joined else other) for other in alone]
        return self.joined(pieces, word)

    def joined(self, pieces: Sequence[str], word: str) -> str:
        """Truths joined by ``and`` or ``or``, as one operand."""
        return pieces[0] if len(pieces) == 1 else f"({self.dialect.joined(pieces, word)})"

    def flat(
        self, parts: Iterable[Formula], inside: Callable[[Formula], tuple[Formula, ...]]
    ) -> Iterator[Formula]:
        """The parts, with nested parts of the same connective inlined unless they have a variable."""
        for part in parts:
            if (inner := inside(part)) and not self.is_shared(part) and not self.is_negated(part):
                yield from self.flat(inner, inside)
            else:
                yield part

    def all_of(self, set_: int, clear: int) -> str:
        """An expression for: all of `set_` is set and all of `clear` is clear.

        One comparison per word: ``s & mask == wanted``.  Overlapping masks contradict each other.
        """
        if set_ & clear:
            return self.dialect.no
        pieces = []
        for place, name, mask in self.words.parts(set_ | clear):
            wanted = self.words.part(set_, place)
            # one bit is compared with zero, which processors and interpreters do without a second literal
            is_bit = wanted == mask == mask & -mask
            sign, other = ("!=", 0) if is_bit else ("==", wanted)
            pieces.append(self.dialect.compared(self.masked(name, mask), sign, self.dialect.literal(other)))
        return self.joined(pieces, "and")

    def any_of(self, set_: int, clear: int) -> str:
        """An expression for: some bit of `set_` is set or some bit of `clear` is clear.

        One comparison per word: the negation of `all_of` with the masks exchanged.
        """
        if set_ & clear:
            return self.dialect.yes
        pieces = []
        for place, name, mask in self.words.parts(set_ | clear):
            unwanted = self.words.part(clear, place)
            pieces.append(
                self.dialect.compared(self.masked(name, mask), "!=", self.dialect.literal(unwanted))
            )
        return self.joined(pieces, "or")

    def masked(self, name: str, mask: int) -> str:
        """A word restricted to a mask."""
        return f"{name} & {self.dialect.literal(mask)}"

    # Counts

    def count(self, formula: Count) -> str:
        """The comparison that holds for exactly the allowed sums.

        The cheapest form that fits: equality, a range (where every possible sum in it is allowed), parity,
        and otherwise a table.
        """
        total = self.total(formula)
        shift, allowed, possible = formula.least, formula.allowed, possible_sums(formula.weights)
        low, high = (allowed & -allowed).bit_length() - 1, allowed.bit_length() - 1
        compared = self.dialect.compared
        if low == high:
            return compared(total, "==", f"{shift + low}")
        # a range, if it misses no possible sum; a bound beyond which no sum is possible is not asked
        between = (1 << high + 1) - (1 << low)
        if allowed == possible & between:
            pieces = [] if not possible & (1 << low) - 1 else [compared(total, ">=", f"{shift + low}")]
            pieces += [compared(total, "<=", f"{shift + high}")] if possible >> high + 1 else []
            return self.joined(pieces, "and")
        # of the possible sums, every second one from the lowest on is allowed: the parity decides
        if all(
            (allowed >> k & 1) == (k - low + 1) % 2 for k in range(possible.bit_length()) if possible >> k & 1
        ):
            return compared(f"{total} & 1", "==", f"{(shift + low) & 1}")
        return self.among(total, formula)

    def among(self, total: str, formula: Count) -> str:
        """Membership of the sum: one shift of a constant if the sums fit in a table, else equalities.

        A word cannot be shifted by its length or more, so every possible sum has to fit.  A Python integer
        can, so there it is enough that the allowed sums fit.
        """
        reached = formula.allowed if self.dialect.word is None else possible_sums(formula.weights)
        if reached.bit_length() <= self.dialect.table_bits:
            index = self.dialect.as_word(f"{total} - {formula.least}" if formula.least else total)
            found = self.masked(f"{self.dialect.literal(formula.allowed)} {self.dialect.down} {index}", 1)
            return self.dialect.compared(found, "!=", self.dialect.literal(0))
        return self.joined([self.dialect.compared(total, "==", f"{sum_}") for sum_ in formula.sums], "or")

    def total(self, formula: Count) -> str:
        """The sum of the weights of the parts that hold."""
        key = (formula.parts, formula.weights)
        weights = {part.index: w for part, w in zip(*key, strict=True) if type(part) is Bit}
        pieces = [
            f"{'' if weight == 1 else f'{weight} * '}{self.dialect.number(self.truth(part))}"
            for part, weight in zip(*key, strict=True)
            if type(part) is not Bit
        ]
        pieces += [self.sum_of_bits(weights)] if weights else []
        return self.named(key, "n", " + ".join(pieces))

    def sum_of_bits(self, weights: Mapping[int, int]) -> str:
        """The sum of the weights of the set bits: one population count per weight and word."""
        by_weight: dict[int, int] = {}
        for index, weight in weights.items():
            by_weight[weight] = by_weight.get(weight, 0) | 1 << index
        pieces = []
        for weight, mask in by_weight.items():
            bits = (f"popcount({self.masked(name, inside)})" for _, name, inside in self.words.parts(mask))
            sum_ = " + ".join(bits)
            pieces.append(sum_ if weight == 1 else f"{weight} * ({sum_})")
        return " + ".join(pieces)

    # Shift patterns

    def somewhere(self, pattern: ShiftPattern, bases: int) -> str:
        """An expression for: the pattern holds at some base."""
        return self.tested(pattern, bases, "!=", "or")

    def nowhere(self, pattern: ShiftPattern, bases: int) -> str:
        """An expression for: the pattern holds at no base."""
        return self.tested(pattern, bases, "==", "and")

    def tested(self, pattern: ShiftPattern, bases: int, comparison: str, word: str) -> str:
        """The words of a pattern, masked by the bases, compared with zero.

        A window that overlaps two words of the position is assembled once.  Each bit of it then takes one
        shift, where bits of two words would take two shifts and their union.  So windows pay even if there
        are twice as many of them as words.
        """
        zero = self.dialect.literal(0)
        found = list(self.words.parts(bases))
        inside = bases_in_windows(pattern, bases, self.words)
        if inside is not None and len(inside) <= 2 * len(found):
            words = [(self.word(pattern, start, self.in_window(start)), mask) for start, mask in inside]
        else:
            words = [(self.word(pattern, -1 - place, self.across(place)), mask) for place, _, mask in found]
        pieces = [self.dialect.compared(self.masked(*each), comparison, zero) for each in words]
        return self.joined(pieces, word)

    def word(self, pattern: ShiftPattern, key: int, read: Callable[[int], str]) -> str:
        """The variable of a pattern: bit k is set if the pattern holds at base k of what `read` reads.

        `key` tells the ways of reading apart: the start of a window, or -1 minus the place of a word.
        """
        name = self.names.get((pattern, key))
        return name or self.named((pattern, key), "w", self.moved(pattern, read))

    def in_window(self, start: int) -> Callable[[int], str]:
        """A reader of bits in the window from `start`, which also contains the bases."""
        return lambda offset: self.dialect.moved(self.window(start), offset)

    def across(self, place: int) -> Callable[[int], str]:
        """A reader of bits in any word, for bases in one word."""
        return lambda offset: self.words.shifted(offset, place)

    def window(self, start: int) -> str:
        """The variable that holds the bits from `start` on."""
        place, rest = divmod(start, self.words.word) if self.words.word else (0, 0)
        if not rest:
            return self.words.names[place]
        return self.named(("window", start), "b", self.words.shifted(rest, place))

    def at(self, bases: int, place: int) -> Callable[[int], str]:
        """A reader of bits for some bases in one word: from one window, if it contains all bits read."""
        low, high, word = (bases & -bases).bit_length() - 1, bases.bit_length() - 1, self.words.word
        if word is None:
            return self.across(place)

        def read(offset: int) -> str:
            first, last = word * place + low + offset, word * place + high + offset
            for start in self.words.windows:
                if start <= first and last < start + word:
                    return self.dialect.moved(self.window(start), offset + word * place - start)
            return self.words.shifted(offset, place)

        return read

    def moved(self, pattern: ShiftPattern, read: Callable[[int], str]) -> str:
        """The expression for a pattern, of which `read` has the bits at an offset from each base."""
        if isinstance(pattern, int):
            return read(pattern)
        sign, parts = pattern
        inside = [self.moved(part, read) for part in parts]
        if sign == "~":
            return f"~{inside[0]}" if inside[0].isidentifier() else f"~({inside[0]})"
        return f" {sign} ".join(
            text if isinstance(part, int) and " | " not in text else f"({text})"
            for text, part in zip(inside, parts, strict=True)
        )


def bases_in_windows(pattern: ShiftPattern, bases: int, words: BitWords) -> list[tuple[int, int]] | None:
    """Windows, each with the bases for which the pattern reads only bits of that window; or ``None``.

    Bases are counted from the start of their window.  A greedy cover: the window with most bases first.
    """
    offsets = [0, *read_by(pattern)]
    below, above = -min(offsets), max(offsets)
    if words.word is None or below + above >= words.word:
        return None
    # the bases of a window from which the pattern reads neither below its first bit nor above its last
    whole = (1 << words.word - above) - (1 << below)
    found = []
    while bases:
        held = {start: bases >> start & whole for start in words.windows}
        start, mask = max(held.items(), key=lambda each: each[1].bit_count())
        if not mask:
            return None
        found.append((start, mask))
        bases &= ~(mask << start)
    return found


def literals(parts: Iterable[Formula]) -> tuple[int, int, list[Formula]]:
    """The bits among the parts, as a mask; the negated bits, as a mask; the other parts."""
    set_ = clear = 0
    others: list[Formula] = []
    for part in parts:
        if type(part) is Bit:
            set_ |= 1 << part.index
        elif type(part) is Negation and type(part.part) is Bit:
            clear |= 1 << part.part.index
        else:
            others.append(part)
    return set_, clear, others
