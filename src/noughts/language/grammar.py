"""The parser that ``grammar.lark`` describes."""

from __future__ import annotations

import marshal
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib.util import cache_from_source
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast
from zlib import crc32

from noughts.cache import folder, forget_oldest, is_private, store, stored
from noughts.language.builtins import OPERATORS, Builtin
from noughts.language.spelling import Spelling, spelling_of
from noughts.language.tokens import Token

if TYPE_CHECKING:
    from lark import Lark
    from lark.grammar import Rule

# The most files of tables, one for each version of Python and of the grammar; the oldest ones are removed.
_KEPT = 5

_STARTS = [
    *("definition", "parts", "claim", "expression", "game", "unreadable"),
    *("variables", "initially", "action", "update", "signature"),
]


# Forms whose chains without parentheses do not count as nesting, because each is processed in a loop.
_CHAINED = {"binary", "implication", "equivalence"}


class Reduction(NamedTuple):
    """The action of a rule: the numbers of the parts that it keeps, and the builder's method for them.

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


class Tables(NamedTuple):
    """The tables of the parser: in each `state`, by a kind of word or of a part, the next state, or for a
    word the rule to be applied first, as -1 minus its number; and a pattern of all words."""

    starts: Mapping[str, int]
    ends: Mapping[str, int]
    states: Mapping[int, Mapping[str, int]]
    rules: Sequence[Reduction]
    words: str
    passed: dict[tuple[int, int, str], int]
    """The states that `noughts.language.reduce.passed` has found."""


@cache
def parsing_tables() -> Tables:
    """The tables, made once in a process and cached across processes.

    Making them takes ten times as long as reading a page of definitions, and needs Lark.
    """
    text = grammar()
    place = cached_tables(text)
    content = stored(place)
    if content is None:
        content = marshal.dumps(made_tables(text))
        if place is not None:
            store(place, content)
            forget_oldest(place.parent, "grammar-*.tables", _KEPT)
    starts, ends, states, rules, words = marshal.loads(content)
    return Tables(starts, ends, states, [Reduction(*rule) for rule in rules], words, {})


def grammar() -> str:
    """The whole grammar, with the operators."""
    place = Path(__file__).with_name("grammar.lark")
    loader = cast(Any, sys.modules[__name__]).__loader__  # in a browser this module comes from an archive
    text: bytes = loader.get_data(str(place))
    return text.decode() + operators()


def lark_of(text: str) -> Lark:
    """A grammar with its rules and terminals, as Lark sees it."""
    from lark import Lark

    return Lark(text, parser="lalr", lexer="basic", start=_STARTS)


def made_tables(text: str) -> tuple[Any, ...]:
    """The parts of the tables of a grammar, by Lark."""
    from lark.parsers.lalr_analysis import Shift

    made = lark_of(text).parser
    table = made.parser.parser.parse_table
    numbers: dict[Rule, int] = {}
    states: dict[int, dict[str, int]] = {}
    for state, row in table.states.items():
        states[state] = {}
        for kind, (action, target) in row.items():
            if action is not Shift:
                target = -1 - numbers.setdefault(target, len(numbers))
            states[state][str(kind)] = target
    words = "|".join(f"(?P<{each.name}>{each.pattern.to_regexp()})" for each in made.lexer.terminals)
    rules = [tuple(reduction(rule)) for rule in numbers]
    return table.start_states, table.end_states, states, rules, words


def reduction(rule: Rule) -> Reduction:
    """The action of a rule."""
    name = str(rule.origin.name)
    kept = tuple(
        (number, not symbol.is_term and symbol.name.startswith("_"))
        for number, symbol in enumerate(rule.expansion)
        if not getattr(symbol, "filter_out", False)
    )
    passes = rule.options.expand1 and rule.alias is None and [spliced for _, spliced in kept] == [False]
    method = str(rule.alias or name)
    size = len(rule.expansion)
    return Reduction(name, size, kept, method, name.startswith("_"), passes, method in _CHAINED)


def lexed(text: str, start: int = 0, end: int | None = None) -> Iterator[Token]:
    """The words of a stretch of a text, with their places and their lines, counted from its start.

    Lark's own loop also counts columns, and takes spaces for a word.
    """
    line, last = 1, start
    for found in word_pattern().finditer(text, start, len(text) if end is None else end):
        if (kind := cast(str, found.lastgroup)) != "SPACE":
            first = found.start(kind)
            line += text.count("\n", last, first)
            last = found.end()
            yield Token(kind, text[first:last], first, last, line)


@cache
def word_pattern() -> re.Pattern[str]:
    """A word of the language, after the spaces before it; the name of its group is its kind."""
    return re.compile(rf"\s*(?:{parsing_tables().words})")


def operators() -> str:
    """The rules and terminals of the operators between two operands, from the table of builtins."""
    levels: dict[str, list[str]] = {}
    terminals = []
    for row in OPERATORS.values():
        levels.setdefault(row.level, []).append(row.terminal)
        terminals.append(terminal(row))
    rules = [f"_{level}_sign: {' | '.join(signs)}" for level, signs in levels.items()]
    return "\n".join(["", *rules, *terminals, ""])


def terminal(row: Builtin) -> str:
    """The terminal of an operator; a word of letters must end there, or it is a name."""
    word, *others = (sign for sign in row.spellings if spelling_of(sign) is not Spelling.LATEX)
    if word.isalpha():
        pattern = "|".join([word + r"(?!\w)", *others])
        return f"{row.terminal}.1: /{pattern}/"
    quoted = ('"{}"'.format(sign.replace("\\", r"\\")) for sign in (word, *others))
    return f"{row.terminal}: {' | '.join(quoted)}"


def cached_tables(text: str) -> Path | None:
    """The cache file of a grammar's tables, if possible; its name depends on everything that determines them.

    They follow from the program alone, as bytecode does.  So they are in the folder of the bytecode, or in
    the cache folder if that is not writable.
    """
    depends = f"{sys.version} {_STARTS} {Tables._fields} {Reduction._fields} {text}"
    home = beside_bytecode() or folder("grammars")
    return home and home / f"grammar-{crc32(depends.encode()):08x}.tables"


def beside_bytecode() -> Path | None:
    """The folder of the bytecode of this module, if this user alone can write there."""
    if sys.dont_write_bytecode:
        return None
    with suppress(OSError, NotImplementedError):  # there may be no bytecode
        home = Path(cache_from_source(__file__)).parent
        home.mkdir(parents=True, exist_ok=True)
        return home if is_private(home.resolve()) else None
    return None
