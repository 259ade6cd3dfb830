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
from noughts.language.parse import Addition, parse_entry
from noughts.meaning.session import Defined, open_session
from noughts.refusal import Refusal
from noughts.text.diagnostic import DocumentError, refusal_report
from noughts.text.document import Document as Text
from noughts.text.document import split_document
from noughts.text.source import Source, Span
from noughts.values.sets import Set
from noughts.values.show import abridged
from noughts.values.value import Value

Shell: TypeAlias = Any
"""The `InteractiveShell` of IPython, most of whose methods have no types."""

# Blank lines, which end a block of HTML in Markdown.
_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n)+")


def register(shell: Shell) -> None:
    """Register ``%%led`` with a notebook, in an empty session."""
    cells = Cells(shell)

    def led(line: str, cell: str) -> Document | None:
        """Definitions and expressions of LED, in one session for all cells; ``%%led NAME``: a document.

        The last paragraph of a cell may be an expression: its value is the output, and in Python it is `_`.
        With a name, the cell is a document of its own, prose with its definitions between ``/$`` and
        ``$/`` or definitions alone, and a `noughts.Document` in Python of that name.
        """
        return reported(lambda: cells.document(line.strip(), cell) if line.strip() else cells.enter(cell))

    shell.register_magic_function(led, "cell", "led")


class Unusable(Refusal):
    """A cell cannot be used: the notebook shows the report instead of a traceback."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.fact, refusal.hint)
        self.report = refusal_report(refusal)

    def _render_traceback_(self) -> list[str]:
        """The lines that IPython prints for this error."""
        return self.report.splitlines()


def reported(work: Callable[[], Document | None]) -> Document | None:
    """The result of a cell; `Unusable` with a report if it cannot be used."""
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
        """Add the definitions of a cell, and show the value of its expression; if that fails, add nothing."""
        name = f"[{self.shell.displayhook.prompt_count}]"  # as before the cell
        session, defined, outputs = self.session, list[Defined](), list[tuple[Value, Python, str]]()
        for entry in entries(cell):
            session, result = session.enter(entry, name)
            if isinstance(result, Defined):
                defined.append(result)
            else:
                text = session.meaning.text_of(result, abridged, Span(Source(name, entry), 0, len(entry)))
                outputs.append((result, to_python(result), text))
        self.session = session
        for each in defined:
            print(each)
        for output in outputs:
            self.show(*output)

    def show(self, value: Value, converted: Python, text: str) -> None:
        """Show a value as the output of the cell, in LED, and as a picture if it is images.

        `_` in Python becomes `converted`.
        """
        data = {"text/plain": text}
        if images := images_of(value):
            from noughts.api.display.output import screen_html

            data["text/html"] = screen_html(images)
        hook = self.shell.displayhook
        hook.start_displayhook()
        hook.write_output_prompt()
        hook.write_format_data(data, {})
        hook.update_user_ns(converted)
        hook.fill_exec_result(converted)
        hook.finish_displayhook()

    def document(self, name: str, cell: str) -> Document:
        """The document in a cell, available in Python under a name."""
        if not name.isidentifier() or iskeyword(name):
            raise Refusal(
                f"`{name}` is not a name in Python", "write a single word after `%%led`, or nothing"
            )
        text = document_in(Source(name, cell))
        document = Document(check_documents([text], {}), [text], name)
        self.shell.push({name: document})
        return document


def entries(cell: str) -> Iterator[str]:
    """The definitions in a cell, and the expression that its last paragraph may be, with their lines."""
    text = cell.rstrip()
    for gap in [*_BLANK_LINES.finditer(text)][-1:]:
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
        return isinstance(parse_entry(text), Addition)
    except DocumentError:
        return None


def document_in(source: Source) -> Text:
    """The document of a cell; if the cell has no marks, all of it is definitions."""
    found = split_document(source)
    if found.regions or found.claims or found.transcripts or found.problems:
        return found
    return Text(source, (Span(source, 0, len(source.text)),), (), ())


def images_of(value: Value) -> list[Image]:
    """The images in a value that is an image or a set of images; empty for other values."""
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
