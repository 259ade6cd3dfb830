"""The answers of the REPL to entries: commands (``:name``), definitions and expressions."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Sequence

from noughts.api.load import document_path
from noughts.cli.answer import explained_lines
from noughts.cli.complaint import complaint, say
from noughts.cli.game_argument import constants
from noughts.language.builtins import TABLE, Builtin
from noughts.language.parse import parse_expression
from noughts.language.show import show_definition
from noughts.meaning.self_test import self_test
from noughts.meaning.session import Defined, Session, open_session
from noughts.refusal import Refusal, unknown
from noughts.text.source import Source, Span
from noughts.values.show import abridged, show
from noughts.values.value import Value

COMMANDS: dict[str, str] = {
    ":help [NAME]": "list commands, or explain a name or an operator",
    ":names": "list all defined names",
    ":load FILE...": "start again with documents or library names",
    ":reload": "load the same documents again",
    ":why EXPR": "show the parts that decide the value of an expression",
    ":state EXPR": "set currentState; :state alone shows it",
    ":tests": "run the claims and transcripts of the documents",
    ":quit": "quit; end of input does the same",
}
"""The syntax of each command and its purpose."""


class Conversation:
    """A session of definitions, and the answers to entries."""

    def __init__(self, files: Sequence[str], let: Sequence[str] = ()) -> None:
        self.files = list(files)
        self.let = list(let)
        self.session = self.opened()
        self.is_over = False

    def opened(self) -> Session:
        """A new session with the documents' definitions."""
        paths = [document_path(file) for file in self.files]
        return open_session(paths, constants(self.let))

    def greeting(self) -> str:
        """The greeting of the REPL."""
        count = len(self.names())
        about = f"{' '.join(self.files)}: {count} definitions. " if self.files else ""
        return f"{about}Type an expression or a definition; :help for help, Ctrl-D to quit."

    def names(self) -> tuple[str, ...]:
        """All defined names."""
        names = (definition.name for definition in self.session.module.definitions)
        return tuple(name for name in names if name.isidentifier())

    def hear(self, text: str) -> bool:
        """Answer an entry on standard output; report errors on standard error."""
        try:
            if text.strip():
                print(self.answer(text.strip()), end="")
        except Exception as error:
            message = complaint(error)
            if message is None:
                raise
            say(message)
            return False
        return True

    def answer(self, text: str) -> str:
        """The answer to an entry, with its newline if it is not empty."""
        if text.startswith(":"):
            return self.command(text)
        self.session, result = self.session.enter(text)
        if isinstance(result, Defined):
            return f"{result}\n"
        return f"{self.shown(result, text)}\n"

    def shown(self, value: Value, text: str) -> str:
        """The value of an entry as text, cut to a length that suits a terminal."""
        span = Span(Source(f"<{self.session.entries}>", text), 0, len(text))
        return self.session.meaning.text_of(value, abridged if sys.stdout.isatty() else show, span)

    def command(self, text: str) -> str:
        """Run a command."""
        word, _, rest = text.partition(" ")
        known: dict[str, Callable[[str], str]] = {
            ":help": self.help,
            ":names": lambda rest: "  ".join(self.names()) + "\n" if self.names() else "no definitions yet\n",
            ":load": self.load,
            ":reload": lambda rest: self.load(""),
            ":why": self.why,
            ":state": self.state,
            ":tests": self.tests,
            ":quit": self.quit,
        }
        if word not in known:
            raise unknown("command", word, known)
        return known[word](rest.strip())

    def help(self, name: str) -> str:
        """The list of commands, or the meaning of a name."""
        if not name:
            width = max(map(len, COMMANDS))
            lines = [f"{command:{width}}  {purpose}" for command, purpose in COMMANDS.items()]
            return "\n".join([*lines, "", *(table_line(row) for row in TABLE)]) + "\n"
        for definition in self.session.module.definitions:
            if definition.name == name:
                return f"{show_definition(definition)}\n   ({definition.span})\n"
        rows = [row for row in TABLE if name == row.key or name in row.spellings]
        if not rows:
            raise unknown("name", name, [*self.names(), *(word for row in TABLE for word in row.spellings)])
        return "".join(f"{table_line(row)}\n" for row in rows)

    def load(self, rest: str) -> str:
        """Start again with documents."""
        before = self.files
        self.files = shlex.split(rest) if rest else self.files
        if not self.files:
            raise Refusal("there is no document to load", "write `:load FILE`")
        try:
            self.session = self.opened()
        except BaseException:
            self.files = before
            raise
        return f"{' '.join(self.files)}: {len(self.names())} definitions\n"

    def state(self, rest: str) -> str:
        """Show or set the state."""
        if rest:
            self.session = self.session.in_state(rest)
        return f"currentState = {self.shown(self.session.frame().given['currentState'], rest or ':state')}\n"

    def why(self, rest: str) -> str:
        """Explain the value of an expression."""
        from noughts.meaning.explain import explain

        if not rest:
            raise Refusal("there is nothing to explain", "write `:why` and an expression")
        session, core = self.session.asking(parse_expression(rest, "<why>"))
        explanation = explain(core, session.meaning, session.frame())
        return "\n".join(explained_lines(explanation)) + "\n"

    def tests(self, rest: str) -> str:
        """Run the tests of the documents."""
        verdicts = list(self_test(self.session.meaning.program, self.session.meaning))
        failures = [str(verdict) for verdict in verdicts if not verdict.passed]
        return "\n\n".join([*failures, f"{len(verdicts) - len(failures)} of {len(verdicts)} tests pass\n"])

    def quit(self, rest: str) -> str:
        """Leave."""
        self.is_over = True
        return ""


def table_line(row: Builtin) -> str:
    """A builtin on one line: its form, its meaning, an example."""
    asked, got = row.example
    others = [word for word in row.spellings if word not in row.form]
    also = f" (also {' '.join(others)})" if others else ""
    return f"{row.form:24} {row.doc}{also}; {asked} is {got}"
