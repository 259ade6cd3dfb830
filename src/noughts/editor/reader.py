"""The incremental reader: it reads only the pieces of a document that have changed.

Regions are cut into pieces of a definition each, which are sources of their own.  While a text is edited,
most of it only moves.  The contents of a piece are reused while its key stays the same, because their places
count from the start of the piece; only the piece itself gets a new place.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import count, pairwise
from typing import TypeAlias

from msgspec.structs import force_setattr

from noughts.language.grammar import lexed
from noughts.language.parse import Contents, DocumentReader, Reader
from noughts.text.document import Document
from noughts.text.source import Source, Span
from noughts.text.tex.mathematics import Display
from noughts.text.tex.token import Call, Token


class Piece(Source, frozen=True, eq=False, kw_only=True):
    """A piece of the text `home`, in which it begins at `start`; equal texts in two places are two pieces."""

    home: Source
    start: int

    @property
    def document(self) -> str:
        """The name of the text that it is a piece of."""
        return self.home.name

    def move(self, home: Source, start: int) -> None:
        """Move to another version of the text, or to another place."""
        force_setattr(self, "home", home)
        force_setattr(self, "start", start)


def in_document(span: Span) -> Span:
    """The same place in the text as a whole."""
    source = span.source
    if isinstance(source, Piece):
        return Span(source.home, source.start + span.start, source.start + span.end)
    return span


# The head of a definition at the beginning of a line, where a region can be cut: no token spans lines.
_HEAD = re.compile(
    r"^[ \t]*(?P<name>[^\W\d_]\w*)[ \t]*(?:\([\w \t,]*\))?[ \t]*(?::=|≔|≡|(?<!\w)iff(?!\w))", re.MULTILINE
)
# Letters that may be names or signs, depending on the words before them.
_LETTERS = frozenset("UV")
# Words that may begin an item of a machine; a region with one is read as a whole.
_MACHINE = re.compile(r"\b(?:variables?|initially|action|automatic)\b")

# Each piece has a name of its own, by which tracebacks find it.
_numbers = count()

_Key: TypeAlias = tuple[object, ...]
KeptPieces: TypeAlias = dict[_Key, list[tuple[Piece, Contents]]]


class VersionReader(DocumentReader):
    """Reads a version of a document, with the pieces `before` of the version before.

    Places count from the start of their piece.
    """

    def __init__(self, document: Document, before: KeptPieces) -> None:
        super().__init__(document)
        self.before = before
        self.kept: KeptPieces = defaultdict(list)
        self.has_items = False

    def stretches(self, region: Span) -> Sequence[Span]:
        """The stretches of a region that can be read one by one."""
        return [Span(region.source, *cut) for cut in cuts(region)]

    def once(self, key: _Key, place: Span, read: Callable[[Reader, Span], Contents]) -> Contents:
        """The contents of a piece: those of the last version, if that had the piece, too."""
        key = (*key, place.text, self.has_items)
        waiting = self.before.get(key)
        if waiting:
            piece, held = waiting.pop(0)
            piece.move(place.source, place.start)
        else:
            name = f"{place.source.name}#{next(_numbers)}"
            piece = Piece(name, place.text, home=place.source, start=place.start)
            reader = Reader(piece, self.macros)
            reader.has_items = self.has_items
            held = reader.finished(read(reader, Span(piece, 0, len(piece.text))))
        self.has_items = self.has_items or bool(held.machine)
        self.kept[key].append((piece, held))
        return held

    def placed(self, formula: Display, place: Span) -> Display:
        """A formula with places that count from the start of its piece."""
        tokens = (_moved(token, formula.span.start, place.source) for token in formula.tokens)
        return Display(tuple(tokens), place)

    def start_of(self, span: Span) -> int:
        """The place in the document where a part of a piece begins."""
        return in_document(span).start


@lru_cache(maxsize=4096)
def is_name(word: str) -> bool:
    """Whether a word is a name wherever it stands."""
    kinds = [token.type for token in lexed(word)]
    return kinds == ["NAME"] and word not in _LETTERS


def cuts(region: Span) -> list[tuple[int, int]]:
    """The stretches of a region that can be read one by one."""
    text = region.source.text
    places = [region.start]
    if _MACHINE.search(text, region.start, region.end) is None:
        heads = _HEAD.finditer(text, region.start, region.end)
        places += [head.start() for head in heads if is_name(head["name"])]
    return list(pairwise(sorted({*places, region.end})))


def _moved(token: Token, start: int, source: Source) -> Token:
    """A token whose places count from a start, in a source of its own."""
    call = token.call and _moved_call(token.call, start, source)
    return token._replace(start=token.start - start, end=token.end - start, call=call)


def _moved_call(call: Call, start: int, source: Source) -> Call:
    """The same for the use of a macro."""
    span = Span(source, call.span.start - start, call.span.end - start)
    within = call.within and _moved_call(call.within, start, source)
    return Call(call.name, span, within, call.depth)
