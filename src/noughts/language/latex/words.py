"""The words of a formula, as the grammar reads them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct

from noughts.language.grammar import lexed
from noughts.language.latex.formula import Formula
from noughts.language.tokens import BIG, BRACKETS, ENDS_OPERAND, Token, with_v_as_name
from noughts.text.source import Source

# The kinds of words whose text has a meaning; the text of others is for display only.
_NAMED = {"NAME", "PRIMED", "ATOM", "NUMERAL", "STRING"}


class Word(Struct):
    """A word, its place in the source, and its role in the formula.

    It `defines` if a head is before it; after a colon it `must_define`.  It may begin a line, be apart from
    what is before it by a ``\\quad``, be a sum whose scope is a product, the ``mod`` of a ``\\pmod``, or a
    word of ``\\text``; `divides` is true for the bar of ``\\mid``, false for that of ``\\nmid``.
    """

    kind: str
    text: str
    start: int
    end: int
    defines: bool = False
    must_define: bool = False
    begins_line: bool = False
    is_apart: bool = False
    reaches: bool = False
    is_modulus: bool = False
    divides: bool | None = None
    is_text: bool = False

    def token(self) -> Token:
        """The word for the parser."""
        kind = "COMMA" if self.kind == "BETWEEN_NAMES" else self.kind
        return Token(kind, self.text, start_pos=self.start, end_pos=self.end)


class Nest(Struct):
    """The items between two brackets, or between two bars."""

    opening: Word
    items: list[Word | Nest]
    closing: Word


Item: TypeAlias = Word | Nest
Items: TypeAlias = list[Item]


def words_of(formula: Formula, source: Source) -> list[Word]:
    """The words of a formula, each with its place in the source; linear in its length."""
    words: list[Word] = []
    lines, gaps = deque([0, *formula.lines]), deque(formula.gaps)
    for token in with_v_as_name(list(lexed("".join(formula.text)))):
        offset, last = token.start_pos, token.end_pos - 1
        begins_line = taken_up_to(lines, offset)
        is_apart = taken_up_to(gaps, offset) or begins_line
        start = formula.starts[offset]
        end = max(formula.ends[last], formula.ends[offset])
        text = str(token)
        if (
            token.type not in _NAMED
            and source.text.startswith("\\", start)
            and (start, end) not in formula.uses
        ):
            text = source.text[start:end]
        word = Word(token.type, text, start, end, begins_line=begins_line, is_apart=is_apart)
        word.defines = offset in formula.heads
        word.reaches = offset in formula.reaching
        word.is_modulus = offset in formula.moduli
        if offset in formula.dividing:
            word.divides = not formula.dividing[offset]
        word.is_text = offset in formula.texts
        if word.defines and words and words[-1].kind == "COLON":  # `:\iff` in place of `:=`
            words.pop()
            word.must_define = True
        if is_factor(words[-2:], word, source.text):
            words.append(Word("TIMES", "*", start, start))
        words.append(word)
    return words


def taken_up_to(marks: deque[int], offset: int) -> bool:
    """Take away the marks up to an offset; whether there were some."""
    found = bool(marks) and marks[0] <= offset
    while marks and marks[0] <= offset:
        marks.popleft()
    return found


def is_factor(before: Sequence[Word], word: Word, text: str) -> bool:
    """Whether a word is multiplied by the number before it, as in ``2k + 1`` or ``2\\,k``.

    ``1/2k`` is not read: some mean by it the half of ``k``, others the inverse of ``2k``.
    """
    if not before or before[-1].kind != "NUMERAL" or [each.kind for each in before[:-1]] == ["SLASH"]:
        return False
    is_beside = text[before[-1].end : word.start] in ("", "\\,") and not word.begins_line
    return is_beside and word.kind in ("NAME", "LPAR") and not word.is_text


def nested(words: Sequence[Word]) -> Items:
    """Words, with the content of brackets as one item; a bracket without its partner stays a word."""
    stack: list[tuple[Word | None, Items]] = [(None, [])]
    for word in words:
        opening, items = stack[-1]
        if word.kind in BRACKETS:
            stack.append((word, []))
        elif opening is not None and closes(opening, word) and (word.kind != "VBAR" or ends_operand(items)):
            stack.pop()
            stack[-1][1].append(Nest(opening, items, word))
        elif word.kind == "VBAR" and not ends_operand(items):
            stack.append((word, []))
        else:
            items.append(word)
    while len(stack) > 1:
        opening, items = stack.pop()
        stack[-1][1].extend([*([opening] if opening else []), *items])
    return stack[0][1]


def closes(opening: Word, word: Word) -> bool:
    """Whether a word can close a bracket; a bar closes a bar, if there is something between them."""
    return word.kind == BRACKETS.get(opening.kind, opening.kind)


def ends_operand(items: Sequence[Item]) -> bool:
    """Whether an operand may end with these items; the condition of a big operator does not end one."""
    if not items:
        return False
    last = items[-1]
    if isinstance(last, Word):
        return last.kind in ENDS_OPERAND
    before = items[-2] if len(items) > 1 else None
    return not (isinstance(before, Word) and before.kind in BIG)


def words_in(items: Sequence[Item]) -> Iterator[Word]:
    """The words in some items."""
    waiting: list[Item] = list(reversed(items))
    while waiting:
        item = waiting.pop()
        if isinstance(item, Nest):
            waiting += [item.closing, *reversed(item.items), item.opening]
        else:
            yield item


def stretch_of(items: Sequence[Item]) -> tuple[int, int]:
    """The place of some items in the source."""
    words = list(words_in(items))
    return min(word.start for word in words), max(word.end for word in words)


def in_parentheses(items: Sequence[Item]) -> Nest:
    """Items in parentheses."""
    start, end = stretch_of(items)
    return Nest(Word("LPAR", "(", start, start), list(items), Word("RPAR", ")", end, end))
