"""The match on a table in a file of matches: one more at its end, or the last of them taken up."""

from __future__ import annotations

from pathlib import Path

from noughts.faces.table import Table
from noughts.games.record import load_records
from noughts.games.record_file import RecordFile
from noughts.save import cannot


def save_match(table: Table, path: Path) -> int:
    """Write the match behind those that are in the file, if there is one: how many it holds then."""
    try:
        file = RecordFile(path)
        file.append([table.record()])
    except (OSError, ValueError) as error:
        raise cannot("written", path, error) from error
    return file.count


def load_match(table: Table, path: Path) -> int:
    """Go on with the last match of the file: how many it holds."""
    try:
        records = load_records(path)
    except (OSError, ValueError) as error:
        raise cannot("read", path, error) from error
    table.take_up(records[-1])
    return len(records)
