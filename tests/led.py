"""Documents of one line, and what comes of them; for tests of every part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, cast

from noughts.language.check import check_text
from noughts.language.core import Program
from noughts.meaning.budget import Budget
from noughts.meaning.compile import Compiled
from noughts.meaning.evaluate import Evaluator
from noughts.meaning.frame import QUIET, Frame
from noughts.meaning.run_error import RunError
from noughts.meaning.speculative.speculative import Speculative
from noughts.text.diagnostic import Diagnostic, DocumentError
from noughts.values.scalars import truth
from noughts.values.show import show
from noughts.values.value import Value
from tests.javascript import JavaScript


class Quick(Compiled):
    """The quick code of games, and where it gives up the compiled code: as a game asks both."""

    def __init__(self, program: Program, budget: Budget | None = None) -> None:
        super().__init__(program, budget)
        self.quick = Speculative(self, program.definitions, {})

    def value(self, name: str, *arguments: Value, frame: Frame | None = None) -> Value:
        with self.budget.running():
            try:
                found = self.quick.value(name, arguments, self.quick.moment(frame or Frame(QUIET)))
                return truth(found) if isinstance(found, bool) else cast(Value, found)
            except Speculative.failures:
                pass
        return super().value(name, *arguments, frame=frame)


Meaning: TypeAlias = type[Evaluator] | type[Compiled] | type[JavaScript] | type[Quick]
MEANINGS: Sequence[Meaning] = (Evaluator, Compiled)


def program(definitions: str) -> Program:
    """The program of one region."""
    return check_text(f"/$ {definitions} $/", "test.led")


def value(meaning: Meaning, definitions: str, name: str = "v", frame: Frame | None = None) -> Value:
    """The value of a constant."""
    return meaning(program(definitions)).value(name, frame=frame)


def printed(meaning: Meaning, term: str, definitions: str = "") -> str:
    """How a term over definitions prints."""
    return show(value(meaning, f"{definitions} v := {term}"))


def failure(meaning: Meaning, definitions: str, name: str = "v", budget: Budget | None = None) -> Diagnostic:
    """What is wrong when a constant is evaluated; fails if nothing is."""
    try:
        found = meaning(program(definitions), budget).value(name)
    except RunError as error:
        return error.diagnostic
    raise AssertionError(f"expected an error, got {show(found)}")


def wrong(text: str) -> tuple[Diagnostic, ...]:
    """Everything that is wrong with a document."""
    try:
        check_text(text, "test.led")
    except DocumentError as error:
        return error.diagnostics
    return ()


def codes(definitions: str) -> list[str]:
    """The codes of everything that is wrong with a region."""
    return [diagnostic.code for diagnostic in wrong(f"/$ {definitions} $/")]
