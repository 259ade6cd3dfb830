"""What the repl makes of an entry: a command that begins with a colon, a definition, an expression."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Sequence

from noughts.cli.complaint import complaint, say
from noughts.cli.game_argument import constants, document_path
from noughts.language.builtins import TABLE, Builtin
from noughts.language.show import show_definition
from noughts.meaning.session import Defined, Session, open_session
from noughts.refusal import Refusal, unknown
from noughts.text.source import Source, Span
from noughts.values.show import abridged, show
from noughts.values.value import Value

COMMANDS: dict[str, str] = {
    ":help [NAME]": "this, or what a name or an operator means",
    ":names": "everything that is defined",
    ":load FILE...": "begin again with documents, or names in the library",
    ":reload": "the same documents again, as they are now",
    ":state EXPR": "read what follows in another state; :state alone shows it",
    ":tests": "run the claims and transcripts of the documents",
    ":quit": "leave; so does the end of input",
}
"""Every command as it is written, and what it is for."""


class Conversation:
    """A session and what is said in it."""

    def __init__(self, files: Sequence[str], let: Sequence[str] = ()) -> None:
        self.files = list(files)
        self.let = list(let)
        self.session = self.opened()
        self.is_over = False

    def opened(self) -> Session:
        """A session of the documents."""
        paths = [document_path(file) for file in self.files]
        return open_session(paths, constants(self.let))

    def greeting(self) -> str:
        """The first lines."""
        count = len(self.names())
        about = f"{' '.join(self.files)}: {count} definitions. " if self.files else ""
        return f"{about}Write an expression or a definition; :help tells more, Ctrl-D leaves."

    def names(self) -> tuple[str, ...]:
        """Everything that is defined."""
        return tuple(definition.name for definition in self.session.module.definitions)

    def hear(self, text: str) -> bool:
        """Answer one entry on standard output; what is wrong with it goes to standard error."""
        try:
            if text.strip():
                print(self.answer(text.strip()), end="")
        except Exception as error:
            told = complaint(error)
            if told is None:
                raise
            say(told)
            return False
        return True

    def answer(self, text: str) -> str:
        """What is said to an entry, ending its line if there is one."""
        if text.startswith(":"):
            return self.command(text)
        self.session, result = self.session.enter(text)
        if isinstance(result, Defined):
            return "".join(f"{name} is defined\n" for name in result.names)
        return f"{self.told(result, text)}\n"

    def told(self, value: Value, text: str) -> str:
        """The value of an entry in print, not longer than one reads on a terminal."""
        span = Span(Source(f"<{self.session.entries}>", text), 0, len(text))
        return self.session.meaning.told(value, abridged if sys.stdout.isatty() else show, span)

    def command(self, text: str) -> str:
        """Obey a command."""
        word, _, rest = text.partition(" ")
        known: dict[str, Callable[[str], str]] = {
            ":help": self.help,
            ":names": lambda rest: "  ".join(self.names()) + "\n" if self.names() else "nothing yet\n",
            ":load": self.load,
            ":reload": lambda rest: self.load(""),
            ":state": self.state,
            ":tests": self.tests,
            ":quit": self.quit,
        }
        if word not in known:
            raise unknown("command", word, known)
        return known[word](rest.strip())

    def help(self, name: str) -> str:
        """What there is, or what one name means."""
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
        """Begin again with documents."""
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
        return f"currentState = {self.told(self.session.frame().given['currentState'], rest or ':state')}\n"

    def tests(self, rest: str) -> str:
        """Run the tests of the documents."""
        from noughts.meaning.self_test import self_test

        verdicts = list(self_test(self.session.meaning.program, self.session.meaning))
        failures = [str(verdict) for verdict in verdicts if not verdict.passed]
        return "\n\n".join([*failures, f"{len(verdicts) - len(failures)} of {len(verdicts)} tests pass\n"])

    def quit(self, rest: str) -> str:
        """Leave."""
        self.is_over = True
        return ""


def table_line(row: Builtin) -> str:
    """A builtin on one line: its form, what it means, an example."""
    asked, got = row.example
    others = [word for word in row.spellings if word not in row.form]
    also = f" (also {' '.join(others)})" if others else ""
    return f"{row.form:24} {row.doc}{also}; {asked} is {got}"
