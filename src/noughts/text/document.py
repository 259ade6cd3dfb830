"""Documents: prose with regions of definitions, claims and transcripts.

    /$ rows := {{1,2,3}, {4,5,6}} $/       definitions
    /? |rows| = 2 ?/                       claims, which ``noughts check`` tests

    cmd:>pp(rows)                          a transcript, tested too
    "{{1, 2, 3}, {4, 5, 6}}"

    /$ uses sequences, "my rules.led"      the documents that it uses
       longest(T) := max({|t| | t in T}) $/

A region ends at the first mark that closes it.  The prose may be TeX, Markdown or plain text.

A woven page can be read as the documents from which it was made.  Their sources are in elements
``<pre class="noughts-source" data-name="nim.led">``, in which characters that are special in HTML are
escaped, and so are carriage returns, which a browser would read as line feeds.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from noughts.text.diagnostic import Diagnostic, DocumentError
from noughts.text.source import Source, Span
from noughts.text.tex.mathematics import Mathematics, mathematics

STANDARD_INPUT = Path("-")
MEGABYTE = 1024 * 1024
LARGEST_BYTES = 16 * MEGABYTE
"""The largest document, unless `allow_documents` says otherwise: a larger file is likely the wrong one."""
# What closes a region, by what opens it.
_CLOSING = {"/$": "$/", "/?": "?/"}
MOST_PROBLEMS = 1000
"""The most syntax errors that are reported for one document."""
# The most regions that are never closed; after them, the rest of a document is not read.
_MOST_UNCLOSED = 10
# The sign of a definition.
_SIGN = re.compile(r":=|≔|≡|\biff\b")
# The end of a paragraph.
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
# What opens a region; a question mark needs blanks around it, since prose has `and/or/?` as well.
_OPENING = re.compile(r"/\$|(?<!\S)/\?(?=\s)")
# A line of a transcript.
_TRANSCRIPT = re.compile(r"^[ \t]*cmd:>[ \t]*(?P<command>.*?)[ \t\r]*$", re.MULTILINE)
# An expression that a transcript prints.
_PRINTED = re.compile(r"pp[ \t]*\((?P<expression>.*)\)\Z")
# What a transcript expects to be printed.
_EXPECTED = re.compile(r"\r?\n[ \t]*\"(?P<expected>.*)\"[ \t]*(?=\r?$)", re.MULTILINE)


_allowed = LARGEST_BYTES


def allow_documents(size: int) -> None:
    """Set the limit of bytes of a document."""
    global _allowed
    _allowed = size


class Transcript(Struct, frozen=True):
    """One exchange of a transcript: the printed expression, and the expected output."""

    expression: Span
    expected: str


class Document(Struct, frozen=True):
    """A text with its regions; `problems` are the errors of marks that do not match.

    `mathematics` are the displays of LaTeX in its prose, some of which may be definitions; `items` are those
    of lists that describe a machine.

    It `uses` other documents.  Once these are found, it `sees` the documents of these names, or `lacks` some.
    A document that is only used by others provides definitions; its tests are not run.
    """

    source: Source
    regions: tuple[Span, ...]
    claims: tuple[Span, ...]
    transcripts: tuple[Transcript, ...]
    problems: tuple[Diagnostic, ...] = ()
    mathematics: Mathematics = field(default_factory=Mathematics)
    items: tuple[Item, ...] = ()
    uses: tuple[Use, ...] = ()
    is_used: bool = False
    sees: frozenset[str] = frozenset()
    lacks: bool = False


def read_document(path: Path) -> Document:
    """The document in a file, or on standard input; `DocumentError` if it cannot be read as text."""
    return split_document(read_source(path))


def read_documents(path: Path) -> list[Document]:
    """The documents in a woven page; the one document in any other file."""
    source = read_source(path)
    carried = list(map(split_document, carried_in(source)))
    return lent(carried) if carried else [split_document(source)]


def lent(documents: Sequence[Document]) -> list[Document]:
    """Documents in a page; those that others among them use are marked as only used."""
    used = {use.name for document in documents for use in document.uses}
    names = [Path(document.source.name.rpartition(":")[2]) for document in documents]
    return [
        replace(document, is_used=place > 0 and bool({name.stem, name.name} & used))
        for place, (document, name) in enumerate(zip(documents, names, strict=True))
    ]


def read_source(path: Path) -> Source:
    """The content of a file, or of standard input."""
    name = "standard input" if path == STANDARD_INPUT else str(path)
    return Source(name, read_text(path, name))


def read_text(path: Path, name: str) -> str:
    """The text of a file in UTF-8; errors refer to it as `name`."""
    try:
        with nullcontext(sys.stdin.buffer) if path == STANDARD_INPUT else path.open("rb") as file:
            data = file.read(_allowed + 1)
    except OSError as error:
        raise unreadable(name, f"cannot read {name}: {(error.strerror or str(error)).lower()}") from None
    if len(data) > _allowed:
        help = "split it into several, or allow more megabytes: `noughts --largest 64 …`"
        raise unreadable(name, f"{name} is larger than {_allowed // MEGABYTE} MB", help)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "replace")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        fact = f"{name} is not UTF-8 text: byte 0x{data[error.start]:02x} at line {line}, column {column}"
        raise unreadable(name, fact, "save it as UTF-8") from None
    if "\0" in text:
        raise unreadable(name, f"{name} is not text: it contains zero bytes", "is this the right file?")
    return text


def unreadable(name: str, fact: str, help: str = "") -> DocumentError:
    """An error about a whole file."""
    return DocumentError([Diagnostic("E101", fact, None, help)])


def split_document(source: Source) -> Document:
    """The regions, claims and transcripts of a text."""
    regions: list[Span] = []
    claims: list[Span] = []
    problems: list[Diagnostic] = []
    prose: list[Span] = []
    unclosed: list[Span] = []
    place = 0
    while opening := _OPENING.search(source.text, place):
        prose.append(Span(source, place, opening.start()))
        mark = opening.group()
        last = any(other.text == mark for other in unclosed)
        end = -1 if last else source.text.find(_CLOSING[mark], opening.end())
        if end < 0:
            unclosed.append(Span(source, opening.start(), opening.end()))
            if len(unclosed) == _MOST_UNCLOSED:
                place = len(source.text)
                break
            end = likely_end(source.text, opening.end())
        (regions if mark == "/$" else claims).append(Span(source, opening.end(), end))
        place = end + len(_CLOSING[mark]) if source.text.startswith(_CLOSING[mark], end) else end
    prose.append(Span(source, place, len(source.text)))
    problems += [never_closed(mark) for mark in unclosed]
    transcripts: list[Transcript] = []
    for part in prose:
        for found in transcripts_in(part):
            if isinstance(found, Transcript):
                transcripts.append(found)
            elif len(problems) < MOST_PROBLEMS:
                problems.append(found)
    formulas = mathematics(source, prose)
    problems += formulas.problems
    return Document(
        source,
        tuple(regions),
        tuple(claims),
        tuple(transcripts),
        tuple(problems),
        formulas,
        tuple(items_of(source, prose)),
        tuple(uses_in(regions)),
    )


def items_of(source: Source, prose: Sequence[Span]) -> Iterable[Item]:
    """The items of lists that describe a machine, in which an action is a formula followed by a colon."""
    if "$:" not in source.text:
        return ()

    return listed(source, prose)


def never_closed(mark: Span) -> Diagnostic:
    """The error of a mark whose region is never closed."""
    fact = f"the region that begins here with `{mark.text}` is never closed"
    return Diagnostic("E102", fact, mark, f"close it with `{_CLOSING[mark.text]}`")


def likely_end(text: str, start: int) -> int:
    """The probable end of an unclosed region: the end of the paragraph of its last definition.

    The text after it is read as prose, so that prose is not reported as wrong definitions.
    """
    following = _OPENING.search(text, start)
    limit = following.start() if following else len(text)
    signs = [sign.end() for sign in _SIGN.finditer(text, start, limit)]
    gap = _BLANK_LINE.search(text, signs[-1] if signs else start, limit)
    return gap.start() if gap else limit


def transcripts_in(prose: Span) -> Iterator[Transcript | Diagnostic]:
    """The exchanges ``cmd:>pp(…)`` of a stretch of prose, each with the line that it expects.

    In a printed value, a quote after a bracket or a blank begins a string, and one before a comma or a
    bracket ends it.  A quote between a comma and a blank is a remnant of a line break and is dropped.
    """
    source = prose.source
    for command in _TRANSCRIPT.finditer(source.text, prose.start, prose.end):
        start, end = command.span("command")
        printed = _PRINTED.match(source.text, start, end)
        expected = _EXPECTED.match(source.text, command.end(), prose.end)
        if printed and expected:
            inside = Span(source, *printed.span("expression"))
            yield Transcript(inside, expected.group("expected").replace('," ', ", "))
            continue
        yield Diagnostic(
            "E103",
            "this transcript cannot be read",
            Span(source, start, max(end, start + 1)),
            "write `cmd:>pp(expression)`, and the printed value in double quotes on the next line",
        )


# Lists in Markdown whose items are formulas, as in written specifications.


# An item of a list in Markdown.
_ITEM = re.compile(r"^(?P<indent>[ \t]*)[-*+][ \t]+(?P<body>\S.*?)[ \t\r]*$", re.MULTILINE)
# A text that is one formula, perhaps with a colon behind it.
_FORMULA = re.compile(r"\$(?P<inside>[^$]+)\$(?P<behind>:?)\Z")
IN_WORDS = re.compile(r"\\math\w+\{(?P<name>[A-Za-z]\w*)\}\s*:\s*(?P<words>[^$]+)\Z")
# An action, and below it a guard and what happens.
_ACTION = re.compile(
    r"^(?P<indent>[ \t]*)[-*+][ \t]+\$[^$\n]*\)\s*\$:[ \t\r]*\n"
    r"(?P=indent)[ \t]+[-*+][ \t][^\n]*\\(?:rightarrow|Rightarrow|implies|to)\b",
    re.MULTILINE,
)


class Item(Struct, frozen=True):
    """An item: its indentation, and its formula or its words.

    A colon after the formula `opens` a list of its own.  `heading` is the last item of words above.
    """

    indent: int
    span: Span
    formula: Span | None
    opens: bool
    heading: str


def listed(source: Source, prose: Sequence[Span]) -> Iterator[Item]:
    """The items of the lists in the prose of a text, if they describe an action."""
    if _ACTION.search(source.text) is None:
        return
    heading = ""
    for stretch in prose:
        for found in _ITEM.finditer(source.text, stretch.start, stretch.end):
            start, end = found.span("body")
            formula = _FORMULA.match(source.text, start, end)
            inside = Span(source, *formula.span("inside")) if formula else None
            if inside is None and "$" not in found["body"] and "\\" not in found["body"]:
                heading = found["body"]
            opens = bool(formula and formula["behind"])
            yield Item(len(found["indent"]), Span(source, start, end), inside, opens, heading)


# The sources in a woven page: a page can be read as the documents from which it was made.


MARK: Final = '<meta name="generator" content="noughts weave">'
"""The mark in the head of every woven page."""
# The most characters of a page up to the end of its mark.
_MOST_BEFORE_MARK: Final = 2000
# A document inside of its woven page.
_CARRIED = re.compile(r'<pre class="noughts-source" data-name="([^"]*)">\n([^<]*)</pre>')


def carried(source: Source) -> str:
    """The element that carries a source."""
    from html import escape

    text = escape(source.text, quote=False).replace("\r", "&#13;")
    return f'<pre class="noughts-source" data-name="{escape(source.name)}">\n{text}</pre>'


def carried_in(page: Source) -> Sequence[Source]:
    """The sources in a woven page, none in any other text; their names begin with that of the page."""
    if MARK not in page.text[:_MOST_BEFORE_MARK]:
        return ()
    from html import unescape

    return tuple(
        Source(f"{page.name}:{unescape(name)}", unescape(text)) for name, text in _CARRIED.findall(page.text)
    )


# The documents that a document uses, as a line of a region lists them.


# A name or a path behind `uses`.
_USED = r'(?:[^\W\d_]\w*|"[^"\n]+")'
# A line that uses other documents.
_LINE = re.compile(rf"^[ \t]*uses[ \t]+(?P<items>{_USED}(?:[ \t]*,[ \t]*{_USED})*)[ \t\r]*$", re.MULTILINE)
# Each of them.
_EACH = re.compile(_USED)


class Use(Struct, frozen=True):
    """A used document, given by its name or by that of its file, and the place of that."""

    name: str
    span: Span

    @property
    def is_file(self) -> bool:
        """Whether it is the name of a file, in quotes."""
        return self.span.text.startswith('"')


def uses_in(regions: Iterable[Span]) -> Iterator[Use]:
    """The documents that are listed in some regions."""
    for region in regions:
        for line in lines_of_uses(region):
            for item in _EACH.finditer(line.source.text, line.start, line.end):
                yield Use(item.group().strip('"'), Span(line.source, *item.span()))


def lines_of_uses(region: Span) -> Iterator[Span]:
    """The list of names in each line of a region that uses documents."""
    text = region.text
    if "uses" in text:
        for found in _LINE.finditer(text):
            start, end = found.span("items")
            yield Span(region.source, region.start + start, region.start + end)


def start_of_line(items: Span) -> int:
    """The start of the line with such names: the word `uses` before them."""
    return items.source.text.rindex("uses", 0, items.start)
