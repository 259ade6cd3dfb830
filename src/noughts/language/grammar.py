"""The parser that ``grammar.lark`` describes."""

from __future__ import annotations

import sys
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import lark
from lark import Lark

from noughts.cache import folder, keep

STARTS = [
    *("definition", "claim", "expression", "game", "unreadable"),
    *("variables", "initially", "action", "update"),
]


@cache
def grammar() -> Lark:
    """The parser; made once in a process, its tables kept from one process to the next.

    To make them takes ten times as long as to read a page of definitions.
    """
    text = Path(__file__).with_name("grammar.lark").read_text("utf-8")
    place = kept_tables(text)
    parser = None if place is None else read_tables(place)
    if parser is None:
        parser = Lark(text, parser="lalr", lexer="basic", start=STARTS, propagate_positions=True)
        if place is not None:
            tables = BytesIO()
            parser.save(tables)
            keep(place, tables.getvalue())
    parser.lexer = parser.parser.lexer  # or `lex` would make a new one for each text
    return parser


def kept_tables(text: str) -> Path | None:
    """Where the tables of a grammar are kept, if they can be: another one for all that they depend on."""
    home = folder("grammars")
    depends = f"{lark.__version__} {sys.version} {STARTS} {text}"
    return home and home / f"{sha256(depends.encode()).hexdigest()[:24]}.tables"


def read_tables(place: Path) -> Lark | None:
    """The parser from its tables; ``None`` if they are not there or not whole."""
    try:
        with place.open("rb") as file:
            return Lark.load(file)
    except FileNotFoundError:
        return None
    except Exception:  # whatever a damaged file may lead to
        return None
