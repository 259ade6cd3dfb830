"""Files of matches at a table: append the match, or continue the last one."""

from __future__ import annotations

from pathlib import Path

from noughts.faces.table import Table
from noughts.games.record import load_records
from noughts.games.record_file import RecordFile
from noughts.save import cannot


def save_match(table: Table, path: Path) -> int:
    """Append the match to the file; return the new number of matches in it."""
    try:
        file = RecordFile(path)
        file.append([table.record()])
    except (OSError, ValueError) as error:
        raise cannot("written", path, error) from error
    return file.count


def load_match(table: Table, path: Path) -> int:
    """Continue the last match of the file; return the number of matches in it."""
    try:
        records = load_records(path)
    except (OSError, ValueError) as error:
        raise cannot("read", path, error) from error
    table.take_up(records[-1])
    return len(records)
