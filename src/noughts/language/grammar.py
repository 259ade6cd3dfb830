"""The parser that ``grammar.lark`` describes."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.util import cache_from_source
from io import BytesIO
from json import dumps
from pathlib import Path
from typing import cast

import lark
from lark import Lark, Token

from noughts.cache import folder, forget_oldest, is_private, store, stored
from noughts.language.builtins import OPERATORS, Builtin
from noughts.language.signs import spelling_of
from noughts.language.spelling import Spelling

_KEPT = 5
"""The most files of tables, one for each version of Python, Lark and the grammar; the oldest ones are
removed."""

_STARTS = [
    *("definition", "parts", "claim", "expression", "game", "unreadable"),
    *("variables", "initially", "action", "update", "signature"),
]


@cache
def grammar() -> Lark:
    """The parser, made once in a process; its tables are cached across processes.

    Making them takes ten times as long as reading a page of definitions.
    """
    from importlib.resources import files  # in a browser this module comes from an archive

    text = files(__package__).joinpath("grammar.lark").read_text("utf-8") + operators()
    place = cached_tables(text)
    parser = None if place is None else read_tables(place)
    if parser is None:
        parser = Lark(text, parser="lalr", lexer="basic", start=_STARTS)
        if place is not None:
            tables = BytesIO()
            parser.save(tables)
            store(place, tables.getvalue())
            forget_oldest(place.parent, "grammar-*.tables", _KEPT)
    return parser


def lexed(text: str, start: int = 0, end: int | None = None) -> Iterator[Token]:
    """The words of a stretch of a text, with their places and their lines, counted from its start.

    Lark's own loop also counts columns, and takes spaces for a word.
    """
    line, last = 1, start
    for found in words().finditer(text, start, len(text) if end is None else end):
        if (kind := cast(str, found.lastgroup)) != "SPACE":
            first = found.start(kind)
            line += text.count("\n", last, first)
            last = found.end()
            yield Token(kind, text[first:last], first, line, None, None, None, last)


@cache
def words() -> re.Pattern[str]:
    """A word of the language, after the spaces before it; the name of its group is its kind."""
    lexer = grammar().parser.lexer
    kinds = (f"(?P<{each.name}>{each.pattern.to_regexp()})" for each in lexer.terminals)
    return re.compile(rf"\s*(?:{'|'.join(kinds)})", lexer.g_regex_flags)


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
    return f"{row.terminal}: {' | '.join(dumps(sign, ensure_ascii=False) for sign in (word, *others))}"


def cached_tables(text: str) -> Path | None:
    """The cache file of a grammar's tables, if possible; its name depends on everything that determines them.

    They follow from the program alone, as bytecode does.  So they are in the folder of the bytecode, or in
    the cache folder if that is not writable.
    """
    depends = f"{lark.__version__} {sys.version} {_STARTS} {text}"
    home = beside_bytecode() or folder("grammars")
    return home and home / f"grammar-{sha256(depends.encode()).hexdigest()[:24]}.tables"


def beside_bytecode() -> Path | None:
    """The folder of the bytecode of this module, if this user alone can write there."""
    if sys.dont_write_bytecode:
        return None
    with suppress(OSError, NotImplementedError):  # there may be no bytecode
        home = Path(cache_from_source(__file__)).parent
        home.mkdir(parents=True, exist_ok=True)
        return home if is_private(home.resolve()) else None
    return None


def read_tables(place: Path) -> Lark | None:
    """The parser from its tables; ``None`` if they are missing or damaged."""
    content = stored(place)
    return None if content is None else Lark.load(BytesIO(content))
