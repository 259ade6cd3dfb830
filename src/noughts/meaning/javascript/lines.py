"""A function of JavaScript line by line: blocks, names for values, calls of the words of the runtime."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from noughts.meaning.javascript.places import Places
from noughts.text.source import Span


class LineWriter:
    """Lines and their indentation; `used` gathers the words that are called."""

    def __init__(self, places: Places, used: set[str]) -> None:
        self.places = places
        self.used = used
        self.lines: list[str] = []
        self.indent = 0
        self.temporaries = 0

    def line(self, text: str) -> None:
        """One line."""
        self.lines.append("  " * self.indent + text)

    @contextmanager
    def block(self, head: str, tail: str = "}") -> Iterator[None]:
        """Lines between ``head {`` and the tail."""
        self.line(f"{head} {{" if head else "{")
        self.indent += 1
        yield
        self.indent -= 1
        self.line(tail)

    def call(self, word: str, *arguments: str | Span) -> str:
        """``word(arguments)``; a place becomes its number."""
        self.used.add(word)
        return f"{word}({', '.join(map(self.argument, arguments))})"

    def argument(self, argument: str | Span) -> str:
        """An argument as it is written."""
        return argument if isinstance(argument, str) else str(self.places.number(argument))

    def temporary(self, value: str, kind: str = "const", stem: str = "found") -> str:
        """A new name for a value."""
        self.temporaries += 1
        name = f"{stem}_{self.temporaries}_0"
        self.line(f"{kind} {name} = {value};")
        return name

    def open(self, head: str) -> None:
        """Begin a block that `closing` ends."""
        self.line(f"{head} {{")
        self.indent += 1

    @contextmanager
    def closing(self) -> Iterator[None]:
        """End the blocks that are opened inside."""
        before = self.indent
        yield
        while self.indent > before:
            self.indent -= 1
            self.line("}")


def local(name: str) -> str:
    """A local name, as JavaScript may write it."""
    if name.isascii():
        return name
    return "".join(sign if sign.isascii() else f"${ord(sign):x}$" for sign in name)


def names_of(names: Sequence[str]) -> str:
    """``[a, b]``."""
    return f"[{', '.join(map(local, names))}]"
