"""What cannot be done for the one who asked, though the program is in order."""

from __future__ import annotations


class Refusal(ValueError):
    """`fact` says in one sentence what is wrong, `help` in one what would mend it.

    Both are written as those of a diagnostic: no capital in front, no full stop behind.
    """

    def __init__(self, fact: str, help: str = "") -> None:
        self.fact = fact
        self.help = help
        super().__init__(f"{fact}; {help}" if help else fact)
