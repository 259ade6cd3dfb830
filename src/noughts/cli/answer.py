"""How a verb answers: in JSON for programs, else for people."""

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

AsJson = Annotated[bool, typer.Option("--json", help="Answer on one line of JSON, for programs.")]
"""The type of the parameter of a verb that can answer both ways: ``as_json: AsJson = False``."""


def print_json(answer: Json) -> None:
    """The answer on one line, without blanks, its keys in the order given.

    >>> print_json({"positions": 5478, "value": "draw"})
    {"positions":5478,"value":"draw"}
    """
    print(json.dumps(answer, ensure_ascii=False, separators=(",", ":"), allow_nan=False))


def counted(number: int, thing: str) -> str:
    """So many of a thing, in words.

    >>> counted(1, "state"), counted(5478, "state"), counted(3, "match")
    ('1 state', '5,478 states', '3 matches')
    """
    ending = "" if number == 1 else "es" if thing.endswith("ch") else "s"
    return f"{number:,} {thing}{ending}"


def tell(sentence: str) -> None:
    """Something about the work itself: on standard error, out of the way of the answer."""
    print(sentence, file=sys.stderr)


@cache
def console() -> Console:
    """Where answers for people go: colours and tables on a terminal, plain text anywhere else."""
    from rich.console import Console

    return Console(highlight=False)
