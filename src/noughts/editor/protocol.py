"""Places and diagnostics as objects of the Language Server Protocol.

It counts lines from 0, and columns in units of UTF-16, of which some characters take two.
"""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urlsplit

from lsprotocol import types as lsp

from noughts.text.diagnostic import Diagnostic
from noughts.text.document import STANDARD_INPUT
from noughts.text.source import Source, Span

# The scheme of addresses of files.
_FILE = "file"


def position(source: Source, offset: int) -> lsp.Position:
    """The position of an offset."""
    line, column = source.line_column(offset)
    return lsp.Position(line - 1, units(source.text[offset - column + 1 : offset]))


def offset_at(source: Source, place: lsp.Position) -> int:
    """The offset of a position; one beyond the end of its line or of the text is that end."""
    if place.line >= len(source.line_starts):
        return len(source.text)
    start, text = source.line_starts[place.line], source.line_text(place.line + 1)
    if text.isascii():
        return start + min(place.character, len(text))
    count = 0
    for column, character in enumerate(text):
        if count >= place.character:
            return start + column
        count += units(character)
    return start + len(text)


def range_of(span: Span) -> lsp.Range:
    """The range of a span."""
    return lsp.Range(position(span.source, span.start), position(span.source, span.end))


def units(text: str) -> int:
    """The length of a text in units of UTF-16."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def name_of_uri(uri: str) -> str:
    """The name of a document: the path of a file, else its address, as of one that is not saved yet."""
    parts = urlsplit(uri)
    if parts.scheme != _FILE:
        return uri
    path = unquote(parts.path)
    return path.lstrip("/") if path[2:3] == ":" else path  # file:///C:/… on Windows


def uri_of_name(name: str) -> str:
    """The address of a document by its name."""
    if "://" in name or name.startswith("untitled:") or name == str(STANDARD_INPUT):
        return name
    return Path(name).absolute().as_uri()


def location(span: Span) -> lsp.Location:
    """The place of a span in its document."""
    return lsp.Location(uri_of_name(span.source.name), range_of(span))


def diagnostic(found: Diagnostic) -> lsp.Diagnostic:
    """A diagnostic; its help is a second line."""
    span = found.span
    notes = [
        lsp.DiagnosticRelatedInformation(location(note.span), note.text) for note in found.notes if note.span
    ]
    facts = [found.fact, found.help, *(note.text for note in found.notes if not note.span)]
    if span is not None and span.macros:
        facts.append(f"this is in the body of {span.macros}")
    return lsp.Diagnostic(
        range_of(span) if span else lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0)),
        "\n".join(filter(None, facts)),
        severity=lsp.DiagnosticSeverity.Information
        if found.code.startswith("N")
        else lsp.DiagnosticSeverity.Error,
        code=found.code or None,
        source="noughts",
        related_information=notes or None,
    )
