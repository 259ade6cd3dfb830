"""The loop of the parser: by the tables of the grammar, words become a syntax tree from the leaves on.

Lark's own loop makes a tree of its own first, and finds the place of a part anew at each level.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from noughts.language.build import Builder
from noughts.language.grammar import Reduction, Tables, parsing_tables
from noughts.language.stack import DEEPEST
from noughts.language.tokens import Token
from noughts.text.source import Span


class Unexpected(Exception):
    """A word where none of its kind can stand; the kinds `expected` there."""

    def __init__(self, token: Token, expected: Collection[str]) -> None:
        super().__init__()
        self.token, self.expected = token, expected


class TooDeeplyNested(Exception):
    """A part of a text has more than `DEEPEST` levels."""

    def __init__(self, part: Span) -> None:
        super().__init__()
        self.part = part


class Reduced(NamedTuple):
    """A word, or what a rule made, with its place and its levels.

    In a chain of operators a part without brackets of its own is on the level of the chain; tighter operators
    add no more levels than there are kinds of operators.
    """

    value: Any
    start: int
    end: int
    depth: int = 0
    is_chained: bool = False


def built(start: str, words: Sequence[Token], builder: Builder) -> Any:
    """The tree that a builder makes of the words; `Unexpected` if they are no `start`.

    `TooDeeplyNested` tells of brackets within brackets, which later passes could not go down.
    """
    tables = parsing_tables()
    states, rules, end_state = tables.states, tables.rules, tables.ends[start]
    stack, parts = [tables.starts[start]], list[Reduced]()
    for word in (*words, words[-1].of_kind("$END", "")):
        kind = word.type
        while True:
            if (target := states[stack[-1]].get(kind)) is None:
                raise Unexpected(word, states[stack[-1]])
            if target >= 0:
                stack.append(target)
                parts.append(Reduced(word, word.start_pos, word.end_pos))
                break
            rule = rules[-1 - target]
            if rule.passes and rule.size == 1:
                step = (stack[-2], stack[-1], kind)
                if step not in tables.passed:
                    tables.passed[step] = passed(tables, *step)
                stack[-1] = tables.passed[step]
            else:
                parts[-rule.size :] = [reduced(rule, parts[-rule.size :], builder)]
                del stack[-rule.size :]
                stack.append(states[stack[-1]][rule.origin])
            if stack[-1] == end_state:
                return parts[-1].value
    raise AssertionError


def passed(tables: Tables, below: int, top: int, kind: str) -> int:
    """The state above `below` once all rules that leave `top` as it is are applied before a kind of word.

    Most words climb so from the tightest operators to the loosest.
    """
    while True:
        target = tables.states[top].get(kind, 0)
        if target >= 0 or not (rule := tables.rules[-1 - target]).passes or rule.size > 1:
            return top
        top = tables.states[below][rule.origin]


def reduced(rule: Reduction, parts: Sequence[Reduced], builder: Builder) -> Reduced:
    """The result of a rule for its parts."""
    values: list[Any] = []
    for number, is_list in rule.kept:
        if is_list:
            values += parts[number].value
        else:
            values.append(parts[number].value)
    start, end, depth = parts[0].start, parts[-1].end, 0
    for _, _, _, below, is_chained in parts:
        if below > depth:
            depth = max(depth, below - (is_chained and rule.is_chained))
    if rule.is_list:
        return Reduced(values, start, end, depth)
    if rule.passes:
        return parts[rule.kept[0][0]]._replace(start=start, end=end)
    place = Span(builder.source, start, end)
    if depth >= DEEPEST:
        raise TooDeeplyNested(place)
    return Reduced(getattr(builder, rule.method)(place, values), start, end, depth + 1, rule.is_chained)
