"""Decisions of one player in a file: a line ``x y`` for each, in the order in which they were made.

1 1
0 2
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from noughts.framework.board import Decision
from noughts.framework.player import is_natural_number
from noughts.refusal import Refusal
from noughts.save import append, begin, cannot, reason, save

DEFAULT_FOLDER = Path("recorded_decisions")
"""The folder for files named without one; it is created when needed."""


class BadDecisions(Refusal):
    """A text is not a list of decisions."""


def write_decisions(decisions: Iterable[Decision]) -> str:
    """A line for each decision."""
    return "".join(f"{x} {y}\n" for x, y in decisions)


def read_decisions(text: str) -> list[Decision]:
    """The decisions of a text; blank lines are ignored.  `BadDecisions` names the first wrong line."""
    found = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        words = line.split()
        if not words:
            continue
        if len(words) != 2 or not all(map(is_natural_number, words)):
            shown = line.strip() if len(line) <= 40 else f"{line.strip()[:40]}…"
            raise BadDecisions(
                f"line {number} is not a decision: {shown!r}", "a decision is a line such as `0 2`"
            )
        found.append((int(words[0]), int(words[1])))
    return found


def load_decisions(path: Path) -> list[Decision]:
    """The decisions of a file; `Refusal` if it cannot be read or is not a list of decisions."""
    try:
        return read_decisions(path.read_bytes().decode())
    except UnicodeDecodeError as error:
        raise BadDecisions(f"{path} is not a text file") from error
    except (OSError, ValueError) as error:
        raise cannot("read", path, error) from error


def save_decisions(path: Path, decisions: Iterable[Decision]) -> None:
    """Replace the file by one with these decisions; the file is complete at any time."""
    save(path, write_decisions(decisions))


class Recorder:
    """Appends decisions to a file as they are made, so that it is complete at any time."""

    def __init__(self, path: Path, say: Callable[[str], None]) -> None:
        self.path = path
        self.say = say
        self.file: int | None = None
        self.count = 0
        self.failed = False

    def append(self, decisions: Sequence[Decision]) -> None:
        """Append the new decisions; before the first, an existing file is renamed."""
        try:
            if self.file is None:
                self.file = self.begin()
            append(self.file, write_decisions(decisions[self.count :]).encode())
            self.count = len(decisions)
        except (OSError, ValueError) as error:
            if not self.failed:
                self.say(f"The decisions cannot be written to {str(self.path)!r}: {reason(error)}.")
            self.failed = True

    def begin(self) -> int:
        """Open a new file, for appending."""
        if self.path.parent == DEFAULT_FOLDER:
            DEFAULT_FOLDER.mkdir(exist_ok=True)
        file, backup = begin(self.path)
        if backup is not None:
            self.say(f"The earlier decisions in {self.path} are now in {backup}.")
        return file
