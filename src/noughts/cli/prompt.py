"""The prompt of the REPL (prompt_toolkit): history, completion, multi-line entries."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion, PathCompleter
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

from noughts.cli.conversation import COMMANDS, Conversation
from noughts.documents import library
from noughts.language.builtins import TABLE
from noughts.language.parse import is_unfinished

# The word at the cursor, which completion replaces.
_WORD = re.compile(r"[^\W\d_]\w*\Z")


def prompt_for(conversation: Conversation) -> Callable[[], str]:
    """A function that reads the next entry."""
    session: PromptSession[str] = PromptSession(
        history=history(),
        completer=NameCompleter(conversation),
        complete_while_typing=False,
        multiline=True,
        key_bindings=keys(),
        prompt_continuation=lambda width, line, wrapped: "..." + " " * (width - 3),
        enable_history_search=True,
    )
    return lambda: session.prompt("led> ")


def history() -> History:
    """The past entries: in a file, or in memory if no file can be written."""
    try:
        file = history_file()
        file.open("ab+").close()
    except (OSError, RuntimeError):  # the latter if the home folder is unknown
        return InMemoryHistory()
    return FileHistory(str(file))


def history_file() -> Path:
    """The file of past entries, in the state folder of the XDG Base Directory Specification."""
    state = Path(os.environ.get("XDG_STATE_HOME", ""))
    folder = (state if state.is_absolute() else Path.home() / ".local" / "state") / "noughts"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder / "repl_history"


def keys() -> KeyBindings:
    """Enter submits an entry that is complete or whose last line is empty; otherwise it starts a new line."""
    bindings = KeyBindings()

    @bindings.add("enter")
    def enter(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        text = buffer.text
        goes_on = not text.lstrip().startswith(":") and is_unfinished(text)
        if goes_on and not text.endswith("\n"):
            buffer.insert_text("\n")
        else:
            buffer.validate_and_handle()

    return bindings


class NameCompleter(Completer):
    """Completes commands, file names after ``:load``, and all names in scope."""

    def __init__(self, conversation: Conversation) -> None:
        self.conversation = conversation
        self.paths = PathCompleter(expanduser=True)

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """The completions at the cursor."""
        text = document.text_before_cursor
        if text.startswith(":load "):
            word = text.rpartition(" ")[2]
            for name in library.names():
                if name.startswith(word):
                    yield Completion(name, -len(word), display_meta="library")
            yield from self.paths.get_completions(Document(word), complete_event)
        elif text.startswith(":") and " " not in text:
            for command, purpose in COMMANDS.items():
                if command.startswith(text):
                    yield Completion(command.partition(" ")[0], -len(text), display_meta=purpose)
        elif found := _WORD.search(text):
            yield from self.names(found.group())

    def names(self, word: str) -> Iterable[Completion]:
        """The names that start with a word."""
        for name in self.conversation.names():
            if name.startswith(word):
                yield Completion(name, -len(word), display_meta="definition")
        for row in TABLE:
            for spelling in row.spellings:
                if spelling.isidentifier() and spelling.isascii() and spelling.startswith(word):
                    yield Completion(spelling, -len(word), display_meta=row.doc)
