"""Writers of JavaScript functions line by line: blocks, names for values, and calls of the runtime."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction

from noughts.language.builtins import OPERATIONS, Builtin
from noughts.text.source import Source, Span
from noughts.values.scalars import Atom, Opaque, Truth
from noughts.values.value import Value

# Places in documents, to which generated code refers by number.


class Places:
    """Places, numbered in the order of use.

    Generated code passes such a number where a Python traceback would tell the line.
    """

    def __init__(self) -> None:
        self.sources: list[Source] = []
        self.spans: dict[tuple[int, int, int], int] = {}

    def number(self, span: Span) -> int:
        """The number of a place."""
        place = (self.source(span.source), span.start, span.end)
        return self.spans.setdefault(place, len(self.spans))

    def source(self, source: Source) -> int:
        """The number of a document; documents of the same name are distinguished."""
        for place, known in enumerate(self.sources):
            if known is source or known == source:
                return place
        self.sources.append(source)
        return len(self.sources) - 1

    @property
    def names(self) -> Sequence[str]:
        """The names of the documents."""
        return [source.name for source in self.sources]

    def numbers(self) -> Sequence[int]:
        """Document, start and length of every place, in one list; a start is relative to the one before.

        Places are mostly numbered in the order of the text, so these differences are small, and half as long
        when compressed.
        """
        starts = [0, *(start for _, start, _ in self.spans)]
        places = zip(self.spans, starts, strict=False)
        return [
            part for (source, start, end), before in places for part in (source, start - before, end - start)
        ]


class LineWriter:
    """A writer of indented lines; `used` collects the runtime functions that they call."""

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
        """A context: the lines written in it are between ``head {`` and the tail."""
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
        """The text of an argument."""
        return argument if isinstance(argument, str) else str(self.places.number(argument))

    def temporary(self, value: str, kind: str = "const", stem: str = "found") -> str:
        """A new name for a value."""
        self.temporaries += 1
        name = f"{stem}_{self.temporaries}_0"
        self.line(f"{kind} {name} = {value};")
        return name

    def open(self, head: str) -> None:
        """Begin a block, which `closing` ends."""
        self.line(f"{head} {{")
        self.indent += 1

    @contextmanager
    def closing(self) -> Iterator[None]:
        """A context at whose end all blocks that were opened in it are closed."""
        before = self.indent
        yield
        while self.indent > before:
            self.indent -= 1
            self.line("}")


def local(name: str) -> str:
    """A local name as a valid name of JavaScript."""
    if name.isascii():
        return name
    return "".join(sign if sign.isascii() else f"${ord(sign):x}$" for sign in name)


def names_of(names: Sequence[str]) -> str:
    """``[a, b]``."""
    return f"[{', '.join(map(local, names))}]"


# The words of the runtime: the functions that generated JavaScript calls.


_OF_THE_LANGUAGE = """
    arguments as async await break case catch class const continue debugger default delete depth do else enum
    eval export extends false finally for frame from function get if implements import in instanceof
    interface let new null of package place private program protected public return set static super switch
    this throw true try typeof undefined var void while with words yield
"""
_FORMS = """
    atom candidates collected constant counted deepConstant deepEachFrame deepEachState deepLazily
    distinct each eachFrame eachState entered fits fraction holds intersected lazily leavesRange left
    matched noCaseApplies noClauseApplies opaque recall remember solutions united
"""

RESERVED = frozenset(_OF_THE_LANGUAGE.split())
"""Words of the language, and names that generated functions have for their own use."""


def camel_case(name: str) -> str:
    """``set_of`` as JavaScript writes it: ``setOf``."""
    first, *others = name.split("_")
    return first + "".join(map(str.title, others))


def word_of(builtin: Builtin) -> str:
    """The name of a builtin in JavaScript."""
    assert builtin.apply is not None
    return camel_case(builtin.apply.__name__)


WORDS = frozenset(_FORMS.split()) | frozenset(map(word_of, OPERATIONS.values()))
"""The names that `words.js` exports."""


# Values written out in JavaScript.


LARGEST_NUMBER = 2**53 - 1
"""The largest whole number that is a Number; JavaScript's MAX_SAFE_INTEGER."""


def is_identical(value: Value) -> bool:
    """Whether ``===`` compares this value correctly, because equal values are identical in JavaScript."""
    return isinstance(value, Truth | str | Atom) or (isinstance(value, int) and abs(value) <= LARGEST_NUMBER)


def written(value: Value, used: set[str]) -> str:
    """An expression for a value; the runtime functions that it calls are added to `used`."""
    match value:
        case Truth():
            return value.value
        case int():
            digits = json.dumps(value) if abs(value) <= LARGEST_NUMBER else f"{value:#x}n"
            return f"({digits})" if value < 0 else digits
        case str():
            return json.dumps(value).replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
        case Fraction():
            used.add("fraction")
            parts = (f"{part:#x}n" if part >= 0 else f"-{-part:#x}n" for part in value.as_integer_ratio())
            return f"fraction({', '.join(parts)})"
        case Atom():
            used.add("atom")
            return f"atom({json.dumps(value.name)})"
        case tuple():
            return f"[{', '.join(written(element, used) for element in value)}]"
        case Opaque():
            used.add("opaque")
            parts = (written(getattr(value, name), used) for name in value.__struct_fields__)
            return f"opaque({json.dumps(value.maker)}, [{', '.join(parts)}])"
        case _:
            used.add("setOf")
            return f"setOf([{', '.join(written(element, used) for element in value)}])"


class Literals:
    """Values that a program creates once, by name."""

    def __init__(self) -> None:
        self.names: dict[tuple[type, Value], str] = {}
        self.texts: dict[str, str] = {}

    def text(self, expression: str) -> str:
        """The name of a constant expression; equal expressions share one."""
        return self.texts.setdefault(expression, f"kept_{len(self.texts)}_0")

    def expression(self, value: Value) -> str:
        """The expression for a value in generated code: a literal, or the name of a constant."""
        if isinstance(value, Truth | str) or (isinstance(value, int) and abs(value) <= LARGEST_NUMBER):
            return written(value, set())
        return self.names.setdefault((type(value), value), f"value_{len(self.names)}_0")

    def kept(self, used: set[str]) -> Iterable[tuple[str, str]]:
        """The names, and the expressions for their values."""
        values = [(name, written(value, used)) for (_, value), name in self.names.items()]
        return values + [(name, expression) for expression, name in self.texts.items()]
