"""The printing of answers: one line of JSON for programs, tables and sentences for people."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as RichTable

    from noughts.games.match import Match
    from noughts.games.result import Json, Result, ResultRow, ResultTable, TableCell, TextPart
    from noughts.meaning.explanation import Explanation

AsJson = Annotated[bool, typer.Option("--json", help="Print the answer as one line of JSON.")]
"""The type of a verb's parameter that chooses between them: ``as_json: AsJson = False``."""


def print_result(result: Result, *, as_json: bool, and_keys: Mapping[str, Json] | None = None) -> None:
    """Print an answer as JSON or as rows; in JSON, `and_keys` follow."""
    if not as_json:
        print_rows(result.rows())
    elif and_keys is None:
        print_json(result.as_json())
    else:
        found = result.as_json()
        assert isinstance(found, Mapping)
        print_json({**found, **and_keys})


def print_json(answer: Json) -> None:
    """Print the answer on one line, without spaces, its keys in the given order.

    >>> print_json({"positions": 5478, "value": "draw"})
    {"positions":5478,"value":"draw"}
    """
    import json

    print(json.dumps(answer, ensure_ascii=False, separators=(",", ":"), allow_nan=False))


def print_rows(rows: Iterable[ResultRow]) -> None:
    """Print rows for people."""
    from noughts.games.match import Match
    from noughts.games.result import ResultTable, TextLine

    for row in rows:
        match row:
            case ResultTable():
                console().print(rich_table(row))
            case Match():
                show_board(row)
            case TextLine(parts, wraps):
                print_parts(parts, wraps=wraps)
            case str():
                print(row)


def print_parts(parts: Sequence[TextPart], *, wraps: bool) -> None:
    """Print a line of parts with styles; it is cut into lines as wide as the terminal if it `wraps`."""
    if not wraps and not sys.stdout.isatty() and "FORCE_COLOR" not in os.environ:  # Rich takes long to start
        print(*(part if isinstance(part, str) else part[0] for part in parts), sep="")
        return
    from rich.text import Text

    console().print(Text.assemble(*parts), soft_wrap=not wraps)


def rich_table(table: ResultTable) -> RichTable:
    """A table without rules."""
    from rich.table import Table as RichTable
    from rich.text import Text

    def shown(cell: TableCell) -> Text:
        return (
            Text(f"{cell:,}")
            if isinstance(cell, int)
            else Text(*((cell,) if isinstance(cell, str) else cell))
        )

    made = RichTable(box=None, pad_edge=False, padding=(0, 2), header_style="dim")
    name, *numbers = table.heads
    made.add_column(Text(name))
    for heading in numbers:
        made.add_column(heading, justify="right")
    for cells in table.cells:
        made.add_row(*map(shown, cells))
    return made


def explained_lines(explanation: Explanation) -> list[str]:
    """The lines of an explanation; on a terminal, each is cut to its columns."""
    return explanation.lines(columns_left())


def columns_left(indent: int = 0) -> int | None:
    """The columns of the terminal after an indent; ``None`` if the output is no terminal."""
    return shutil.get_terminal_size().columns - indent if sys.stdout.isatty() else None


def show_board(line: Match) -> None:
    """Print the last position of a line of play as its screen, or in words."""
    from noughts.faces.console.printer import Printer
    from noughts.faces.console.raster import raster
    from noughts.games.picture import Pictured

    printer = Printer()
    if isinstance(line.game, Pictured):
        printer.draw(raster(line.game.images(line.position), columns=printer.columns - 2).rows)
    else:
        printer.say(f"  {line.game.position_text(line.position)}")
    printer.say()


def remark(sentence: str) -> None:
    """Print a remark about the work on standard error, apart from the answer."""
    print(sentence, file=sys.stderr)


@cache
def console() -> Console:
    """The console for answers: colours on a terminal, plain text elsewhere."""
    from rich.console import Console

    return Console(highlight=False)
