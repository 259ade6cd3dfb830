"""The parser that ``grammar.lark`` describes."""

from __future__ import annotations

import sys
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import lark
from lark import Lark

from noughts.cache import folder, store

_STARTS = [
    *("definition", "claim", "expression", "game", "unreadable"),
    *("variables", "initially", "action", "update", "signature"),
]


@cache
def grammar() -> Lark:
    """The parser, made once in a process; its tables are cached across processes.

    Making them takes ten times as long as reading a page of definitions.
    """
    from importlib.resources import files  # in a browser this module comes from an archive

    text = files(__package__).joinpath("grammar.lark").read_text("utf-8")
    place = cached_tables(text)
    parser = None if place is None else read_tables(place)
    if parser is None:
        parser = Lark(text, parser="lalr", lexer="basic", start=_STARTS, propagate_positions=True)
        if place is not None:
            tables = BytesIO()
            parser.save(tables)
            store(place, tables.getvalue())
    parser.lexer = parser.parser.lexer  # `lex` would make a new one for each text
    return parser


def cached_tables(text: str) -> Path | None:
    """The cache file of a grammar's tables, if possible; its name depends on all that they depend on."""
    home = folder("grammars")
    depends = f"{lark.__version__} {sys.version} {_STARTS} {text}"
    return home and home / f"{sha256(depends.encode()).hexdigest()[:24]}.tables"


def read_tables(place: Path) -> Lark | None:
    """The parser from its tables; ``None`` if they are missing or damaged."""
    try:
        with place.open("rb") as file:
            return Lark.load(file)
    except FileNotFoundError:
        return None
    except Exception:  # a damaged file may raise anything
        return None
