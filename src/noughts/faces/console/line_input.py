"""Lines that a user types, with history and completion on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence


class LineInput:
    """Reads lines from standard input; piped input is echoed as if it had been typed."""

    def __init__(self) -> None:
        self._typed_by_a_person = sys.stdin.isatty()
        self._words: Sequence[str] = ()
        if self._typed_by_a_person:
            self._complete_with_tab()

    def ask(self, prompt: str, words: Sequence[str]) -> str:
        """The next line; `EOFError` if there is none.  The tab key completes `words`."""
        self._words = words
        line = input(prompt)
        if not self._typed_by_a_person:
            print(line)
        return line

    def _complete_with_tab(self) -> None:
        try:
            import readline
        except ImportError:  # as on Windows, where lines can be typed without history
            return
        readline.set_completer(self._completion)
        readline.set_completer_delims("")
        readline.parse_and_bind("tab: complete")

    def _completion(self, begun: str, number: int) -> str | None:
        found = [word for word in self._words if word.casefold().startswith(begun.casefold())]
        return found[number] if number < len(found) else None
