"""How a verb prints its answer: one line of JSON for programs, tables and sentences for people."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

if TYPE_CHECKING:
    from rich.console import Console

Json: TypeAlias = bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"] | None

AsJson = Annotated[bool, typer.Option("--json", help="Print the answer as one line of JSON.")]
"""The type of the parameter of a verb that can answer both ways: ``as_json: AsJson = False``."""


def print_json(answer: Json) -> None:
    """Print the answer on one line, without spaces, its keys in the given order.

    >>> print_json({"positions": 5478, "value": "draw"})
    {"positions":5478,"value":"draw"}
    """
    print(json.dumps(answer, ensure_ascii=False, separators=(",", ":"), allow_nan=False))


def counted(number: int, thing: str) -> str:
    """A number with its noun in the singular or plural.

    >>> counted(1, "state"), counted(5478, "state"), counted(3, "match")
    ('1 state', '5,478 states', '3 matches')
    """
    ending = "" if number == 1 else "es" if thing.endswith("ch") else "s"
    return f"{number:,} {thing}{ending}"


def remark(sentence: str) -> None:
    """Print a remark about the work on standard error, apart from the answer."""
    print(sentence, file=sys.stderr)


@cache
def console() -> Console:
    """The console for answers: colours on a terminal, plain text elsewhere."""
    from rich.console import Console

    return Console(highlight=False)
