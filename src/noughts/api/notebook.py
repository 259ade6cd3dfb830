"""``%%led``: cells of a notebook in the language of documents."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from keyword import iskeyword
from typing import Any, TypeAlias

from noughts.api.convert import Python, to_python
from noughts.api.document import Document
from noughts.easel import Image
from noughts.language.check import check_documents
from noughts.language.parse import parse_entry
from noughts.meaning.session import Defined, open_session
from noughts.refusal import Refusal
from noughts.text.diagnostic import DocumentError
from noughts.text.document import Document as Text
from noughts.text.document import split_document
from noughts.text.report import refusal_report
from noughts.text.source import Source, Span
from noughts.values.sets import Set
from noughts.values.show import abridged
from noughts.values.value import Value

Shell: TypeAlias = Any
"""The `InteractiveShell` of IPython, most of whose methods have no types."""

BLANK_LINES = re.compile(r"\n(?:[ \t]*\n)+")


def register(shell: Shell) -> None:
    """Make ``%%led`` known to a notebook, with a session in which nothing is defined yet."""
    cells = Cells(shell)

    def led(line: str, cell: str) -> Document | None:
        """Definitions and expressions of LED, kept from cell to cell; ``%%led NAME``: a document.

        The last paragraph of a cell may be an expression: its value is the output, and in Python it is `_`.
        With a name, the cell is a document of its own, prose with its definitions between ``/$`` and
        ``$/`` or definitions alone, and a `noughts.Document` in Python of that name.
        """
        return reported(lambda: cells.document(line.strip(), cell) if line.strip() else cells.enter(cell))

    shell.register_magic_function(led, "cell", "led")


class Unusable(Refusal):
    """What is wrong with a cell: a notebook shows the report, and no traceback through Noughts."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.fact, refusal.hint)
        self.report = refusal_report(refusal)

    def _render_traceback_(self) -> list[str]:
        """What IPython prints for this error."""
        return self.report.splitlines()


def reported(work: Callable[[], Document | None]) -> Document | None:
    """What comes of a cell; `Unusable` with a report if it cannot be used."""
    try:
        return work()
    except Refusal as refusal:
        raise Unusable(refusal) from None


class Cells:
    """The cells of one notebook, which share one session."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.session = open_session([])

    def enter(self, cell: str) -> None:
        """Add the definitions of a cell, and show the value of its expression; all of it, or nothing."""
        name = f"[{self.shell.displayhook.prompt_count}]"  # as before the cell
        session, defined, outputs = self.session, list[str](), list[tuple[Value, Python, str]]()
        for entry in entries(cell):
            session, result = session.enter(entry, name)
            if isinstance(result, Defined):
                defined += result.names
            else:
                text = session.meaning.told(result, abridged, Span(Source(name, entry), 0, len(entry)))
                outputs.append((result, to_python(result), text))
        self.session = session
        for each in defined:
            print(f"{each} is defined")
        for output in outputs:
            self.show(*output)

    def show(self, value: Value, kept: Python, text: str) -> None:
        """The value as the output of the cell in the words of LED, and a picture if it is images; Python
        keeps it as `kept`."""
        data = {"text/plain": text}
        if images := images_of(value):
            from noughts.api.display.board import screen_html

            data["text/html"] = screen_html(images)
        hook = self.shell.displayhook
        hook.start_displayhook()
        hook.write_output_prompt()
        hook.write_format_data(data, {})
        hook.update_user_ns(kept)
        hook.fill_exec_result(kept)
        hook.finish_displayhook()

    def document(self, name: str, cell: str) -> Document:
        """The document in a cell, kept for Python under a name."""
        if not name.isidentifier() or iskeyword(name):
            raise Refusal(f"`{name}` is not a name in Python", "write a word behind `%%led`, or nothing")
        text = document_in(Source(name, cell))
        document = Document(check_documents([text], {}), [text], name)
        self.shell.push({name: document})
        return document


def entries(cell: str) -> Iterator[str]:
    """The definitions in a cell, and the expression that its last paragraph may be, on the lines where they
    stand."""
    text = cell.rstrip()
    for gap in [*BLANK_LINES.finditer(text)][-1:]:
        front, last = text[: gap.start()], text[gap.end() :]
        if defines(front) and defines(last) is False:
            yield front
            yield "\n" * text.count("\n", 0, gap.end()) + last
            return
    if text:
        yield text


def defines(text: str) -> bool | None:
    """Whether an entry defines something, or is an expression; ``None`` if it cannot be read."""
    try:
        return isinstance(parse_entry(text), tuple)
    except DocumentError:
        return None


def document_in(source: Source) -> Text:
    """The document of a cell; without any mark in it, all of it is definitions."""
    found = split_document(source)
    if found.regions or found.claims or found.transcripts or found.problems:
        return found
    return Text(source, (Span(source, 0, len(source.text)),), (), ())


def images_of(value: Value) -> list[Image]:
    """The images of an image, or of a set of them and nothing else."""
    if isinstance(value, Image):
        return [value]
    if not isinstance(value, Set) or not value.size:
        return []
    found: list[Image] = []
    for element in value:
        if not isinstance(element, Image):
            return []
        found.append(element)
    return found
