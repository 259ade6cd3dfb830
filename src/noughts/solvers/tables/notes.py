"""Notes in a folder of tables: small files of JSON with a checksum."""

from __future__ import annotations

import json
from typing import Any, Final
from zlib import crc32

from noughts.solvers.tables.folder import Folder
from noughts.solvers.tables.rows import CorruptFile

MANIFEST: Final = "tables.json"
"""The file that identifies the game of a folder and, once the game is solved, lists the other files."""


def write_note(folder: Folder, name: str, content: Any) -> None:
    """Write a note: its content, and on a second line the CRC-32 of that."""
    line = json.dumps(content, ensure_ascii=False).encode()
    folder.write(name, [line, b"\n%08x\n" % crc32(line)])


def read_note(folder: Folder, name: str) -> Any:
    """The content of a note, ``None`` if there is none; `CorruptFile` if its checksum is wrong."""
    text = folder.read(name)
    if text is None:
        return None
    line, _, check = text.partition(b"\n")
    if check.strip() != b"%08x" % crc32(line):
        raise CorruptFile(folder, name)
    return json.loads(line)
