"""Reading again what has changed since the last time, and nothing else.

A document is read piece by piece: a definition, a region of claims, a line of a transcript, a display.  The
contents of a piece depend on its text and the macros in it, so they are kept while it stays the same.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count, pairwise
from typing import TypeAlias

from lark import TextSlice

from noughts.editor.piece import Piece
from noughts.language.grammar import grammar
from noughts.language.parse import Contents, Reader
from noughts.language.tree import Printed
from noughts.text.document import Document, Transcript
from noughts.text.source import Source, Span
from noughts.text.tex.macros import Macro
from noughts.text.tex.mathematics import Display
from noughts.text.tex.token import Call, Token

_HEAD = re.compile(
    r"^[ \t]*(?P<name>[^\W\d_]\w*)[ \t]*(?:\([\w \t,]*\))?[ \t]*(?::=|≔|≡|(?<!\w)iff(?!\w))", re.MULTILINE
)
"""The head of a definition at the beginning of a line, where a region can be cut: no word goes over lines."""
_LETTERS = frozenset("UV")
"""Signs that may be names; which they are depends on what stands before them."""
_MACHINE = re.compile(r"\b(?:variables?|initially|action|automatic)\b")
"""Words that may begin an item of a machine; a region with one is read as a whole."""

_numbers = count()
"""Each piece has a name of its own, by which tracebacks find it."""

_Key: TypeAlias = tuple[object, ...]
KeptPieces: TypeAlias = dict[_Key, list[tuple[Piece, Contents]]]


@dataclass
class DocumentReader:
    """Reads the versions of one document, one after the other."""

    kept: KeptPieces = field(default_factory=dict)

    def contents(self, document: Document) -> Contents:
        """What a version of the document holds, as `noughts.language.parse.contents_of` finds it.

        Places count from the start of their piece.
        """
        before, self.kept = self.kept, defaultdict(list)
        reading = _Reading(document, before, self.kept)
        return reading.contents()


class _Reading:
    """Reads one version, with what was kept of the one before."""

    def __init__(self, document: Document, before: KeptPieces, kept: KeptPieces) -> None:
        self.document = document
        self.before = before
        self.kept = kept
        self.macros = document.mathematics.macros
        self.has_items = False

    def contents(self) -> Contents:
        """All that the version holds."""
        document = self.document
        held = Contents(problems=list(document.problems))
        found: list[tuple[int, Contents]] = []
        for region in document.regions:
            found += self.region(region)
        for display in document.mathematics.displays:
            found.append((display.span.start, self.display(display)))
        for written in document.mathematics.signatures:
            found.append((written.span.start, self.signature(written)))
        if document.items:
            found.append((document.items[0].span.start, self.specification()))
        found.sort(key=lambda each: each[0])
        tests = [] if document.is_used else self.tests()
        for _, part in (*found, *tests):
            held.definitions += part.definitions
            held.tests += part.tests
            held.problems += part.problems
            held.broken |= part.broken
            held.machine += part.machine
            held.declarations += part.declarations
            held.described += part.described
            held.is_game = held.is_game or part.is_game
        return held

    def tests(self) -> list[tuple[int, Contents]]:
        """The claims and the transcripts, in order."""
        document = self.document
        found = [(region.start, self.claims(region)) for region in document.claims]
        found += [(each.expression.start, self.transcript(each)) for each in document.transcripts]
        return sorted(found, key=lambda each: each[0])

    def region(self, region: Span) -> Iterator[tuple[int, Contents]]:
        """The contents of a region, piece by piece."""
        has_items = self.has_items
        for start, end in cuts(region):
            piece = Span(region.source, start, end)

            def read(reader: Reader, inside: Span, has_items: bool = has_items) -> Contents:
                reader.has_items = has_items
                return _held(reader, Contents(definitions=list(reader.definitions(inside))))

            held = self.once(("region", piece.text, has_items), piece, read)
            self.has_items = self.has_items or bool(held.machine)
            yield start, held

    def claims(self, region: Span) -> Contents:
        """The claims of a region."""
        macros = _texts(self.macros) if "$" in region.text else ()
        return self.once(
            ("claims", region.text, macros),
            region,
            lambda reader, inside: _held(reader, Contents(tests=list(reader.claims(inside)))),
        )

    def transcript(self, transcript: Transcript) -> Contents:
        """One line of a transcript, and what it expects."""

        def read(reader: Reader, inside: Span) -> Contents:
            held, expression = Contents(), reader.expression(inside)
            if expression is not None:
                held.tests.append(Printed(expression, transcript.expected, span=inside))
            return _held(reader, held)

        place = transcript.expression
        return self.once(("transcript", place.text, transcript.expected), place, read)

    def display(self, display: Display) -> Contents:
        """The definitions in a display."""

        def read(reader: Reader, moved: Display) -> Contents:
            return _held(reader, Contents(definitions=list(reader.display(moved))))

        return self.formula("display", display, read)

    def signature(self, written: Display) -> Contents:
        """A signature within a line."""

        def read(reader: Reader, moved: Display) -> Contents:
            reader.signature(moved)
            return _held(reader, Contents())

        return self.formula("signature", written, read)

    def formula(self, kind: str, formula: Display, read: Callable[[Reader, Display], Contents]) -> Contents:
        """What stands between marks of mathematics."""

        def read_inside(reader: Reader, inside: Span) -> Contents:
            tokens = tuple(_moved(token, formula.span.start, reader.source) for token in formula.tokens)
            return read(reader, Display(tokens, inside))

        words = tuple((token.text, token.call and str(token.call)) for token in formula.tokens)
        return self.once((kind, formula.span.text, words), formula.span, read_inside)

    def specification(self) -> Contents:
        """A machine that lists describe; they refer to each other, and are read as a whole."""
        from noughts.language.latex.specification import read_specification

        reader = Reader(self.document.source, self.macros)
        found = read_specification(self.document.items, reader)
        return _held(
            reader,
            Contents(
                definitions=list(found.definitions),
                tests=list(found.claims),
                machine=list(found.machine),
                described=list(found.in_words),
            ),
        )

    def once(self, key: _Key, place: Span, read: Callable[[Reader, Span], Contents]) -> Contents:
        """The contents of a piece: those of the version before, if it stood there, too."""
        waiting = self.before.get(key)
        if waiting:
            piece, held = waiting.pop(0)
            piece.move(place.source, place.start)
        else:
            name = f"{place.source.name}#{next(_numbers)}"
            piece = Piece(name, place.text, home=place.source, start=place.start)
            held = read(Reader(piece, self.macros), Span(piece, 0, len(piece.text)))
        self.kept[key].append((piece, held))
        return held


@lru_cache(maxsize=4096)
def is_name(word: str) -> bool:
    """Whether a word is a name wherever it stands."""
    kinds = [token.type for token in grammar().lex(TextSlice.cast_from(word))]
    return kinds == ["NAME"] and word not in _LETTERS


def cuts(region: Span) -> list[tuple[int, int]]:
    """The stretches of a region that can be read one by one."""
    text = region.source.text
    places = [region.start]
    if _MACHINE.search(text, region.start, region.end) is None:
        heads = _HEAD.finditer(text, region.start, region.end)
        places += [head.start() for head in heads if is_name(head["name"])]
    return list(pairwise(sorted({*places, region.end})))


def _held(reader: Reader, held: Contents) -> Contents:
    """The contents, with what their reader has collected besides."""
    held.problems += reader.problems
    held.broken |= reader.broken
    held.machine += reader.machine
    held.declarations += reader.declarations
    held.is_game = reader.is_game
    return held


def _texts(macros: dict[str, Macro]) -> Sequence[object]:
    """What tells macros apart: their names, and what they stand for."""
    return tuple((name, repr(macro)) for name, macro in macros.items())


def _moved(token: Token, start: int, source: Source) -> Token:
    """A token whose places count from a start, in a source of its own."""
    call = token.call and _moved_call(token.call, start, source)
    return token._replace(start=token.start - start, end=token.end - start, call=call)


def _moved_call(call: Call, start: int, source: Source) -> Call:
    """The same for the use of a macro."""
    span = Span(source, call.span.start - start, call.span.end - start)
    within = call.within and _moved_call(call.within, start, source)
    return Call(call.name, span, within, call.depth)
