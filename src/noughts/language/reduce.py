"""The loop of the parser: by the tables of the grammar, words become a syntax tree from the leaves on.

Lark's own loop makes a tree of its own first, and finds the place of a part anew at each level.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from lark import Token
from lark.grammar import Rule, Terminal
from lark.parsers.lalr_analysis import Shift

from noughts.language.build import Builder
from noughts.language.grammar import grammar
from noughts.language.stack import DEEPEST
from noughts.text.source import Span

_CHAINED = {"binary", "implication", "equivalence"}
"""Forms whose chains without parentheses do not count as nesting, because each is processed in a loop."""


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


@dataclass(frozen=True, slots=True)
class Reduction:
    """What a rule does with its parts: the numbers of those that it keeps, and the builder's method for them.

    Each is kept with whether it is a list, to be spliced.  A rule that `is_list` makes a list; one that
    `passes` leaves its only part as it is.
    """

    origin: str
    size: int
    kept: tuple[tuple[int, bool], ...]
    method: str
    is_list: bool
    passes: bool
    is_chained: bool


def reduction(rule: Rule) -> Reduction:
    """What a rule does."""
    if (known := _known.get(id(rule))) is not None:
        return known
    name = rule.origin.name
    kept = tuple(
        (number, not symbol.is_term and symbol.name.startswith("_"))
        for number, symbol in enumerate(rule.expansion)
        if not (isinstance(symbol, Terminal) and symbol.filter_out)
    )
    passes = rule.options.expand1 and rule.alias is None and [spliced for _, spliced in kept] == [False]
    method = rule.alias or name
    size = len(rule.expansion)
    made = Reduction(name, size, kept, method, name.startswith("_"), passes, method in _CHAINED)
    return _known.setdefault(id(rule), made)


_known: dict[int, Reduction] = {}
"""What the rules of the tables do, by identity: Lark's rules are compared part by part."""

_passed: dict[tuple[int, int, str], int] = {}
"""What `passed` has found: most words climb from the tightest operators to the loosest."""


def built(start: str, words: Sequence[Token], builder: Builder) -> Any:
    """The tree that a builder makes of the words; `UnexpectedToken` if they are no `start`.

    `TooDeeplyNested` tells of brackets within brackets, which later passes could not go down.
    """
    table = grammar().parser.parser.parser.parse_table
    states, end_state = table.states, table.end_states[start]
    stack, parts = [table.start_states[start]], list[Reduced]()
    for word in (*words, Token.new_borrow_pos("$END", "", words[-1])):
        kind = word.type
        while True:
            action, target = states[stack[-1]].get(kind) or unexpected(start, words)
            if action is Shift:
                stack.append(target)
                parts.append(Reduced(word, word.start_pos or 0, word.end_pos or 0))
                break
            rule = reduction(target)
            if rule.passes and rule.size == 1:
                step = (stack[-2], stack[-1], kind)
                if step not in _passed:
                    _passed[step] = passed(states, *step)
                stack[-1] = _passed[step]
            else:
                parts[-rule.size :] = [reduced(rule, parts[-rule.size :], builder)]
                del stack[-rule.size :]
                stack.append(states[stack[-1]][rule.origin][1])
            if stack[-1] == end_state:
                return parts[-1].value
    raise AssertionError


def passed(states: Mapping[int, Any], below: int, top: int, kind: str) -> int:
    """The state above `below` once all rules that leave `top` as it is are applied before a kind of word."""
    while True:
        action, target = states[top].get(kind, (Shift, None))
        if action is Shift or not (rule := reduction(target)).passes or rule.size > 1:
            return top
        top = states[below][rule.origin][1]


def reduced(rule: Reduction, parts: Sequence[Reduced], builder: Builder) -> Reduced:
    """What a rule makes of its parts."""
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


def unexpected(start: str, words: Sequence[Token]) -> Any:
    """Raise Lark's own error, which says what could stand where the words go wrong."""
    parser = grammar().parse_interactive("", start=start)
    for word in words:
        parser.feed_token(word)
    parser.feed_eof(words[-1])  # type: ignore[no-untyped-call]
