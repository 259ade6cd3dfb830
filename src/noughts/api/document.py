"""A document whose definitions can be called from Python: `noughts.Document`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from inspect import Parameter, Signature
from os import PathLike
from pathlib import Path
from typing import Any

from msgspec import Struct

from noughts.api.convert import Python, to_python, to_value, to_values
from noughts.api.game import Game, expressions
from noughts.api.immutable import Immutable
from noughts.api.load import By, document_source, documents_of
from noughts.api.wanted import as_source, as_text
from noughts.documents.animation import Animation
from noughts.documents.from_document import game_from
from noughts.language import core as c
from noughts.language.check import check_documents
from noughts.language.checked import asked_ahead
from noughts.language.dependence import fingerprint
from noughts.meaning.budget import SECONDS_WHILE_WRITING, Budget
from noughts.meaning.compile import Compiled
from noughts.meaning.explain import DEPTH, explain
from noughts.meaning.explanation import Explanation
from noughts.meaning.frame import QUIET, Frame
from noughts.meaning.self_test import Verdict, opening_frame, self_test
from noughts.refusal import Refusal, unknown
from noughts.text.diagnostic import Diagnostic
from noughts.text.document import Document as Text
from noughts.values.value import Value


def load_document(*sources: str | PathLike[str], seconds: float = 10, **constants: object) -> Document:
    """A document, or several as one program: by names in the library, files, or texts.

    Constants may be given other values.  A question may take at most `seconds`.  `DocumentError`, with
    all diagnostics, if something is wrong.

    >>> import noughts
    >>> doc = noughts.load_document("/$ fib(n) := n if n < 2; fib(n - 1) + fib(n - 2) otherwise $/")
    >>> doc["fib"](10)
    55
    """
    if not sources:
        raise Refusal("no document is named", 'such as load_document("rules.led")')
    found = [document_source(as_source(each)) for each in sources]
    texts = documents_of(found)
    program = check_documents(texts, expressions(constants))
    first = found[0]
    return Document(program, texts, first.stem if isinstance(first, Path) else "document", seconds)


class DefinedFunction:
    """A definition of a document that has parameters or depends on the state, as a Python function."""

    def __init__(self, document: Document, definition: c.Definition) -> None:
        self._document = document
        self._definition = definition
        self.__name__ = self.__qualname__ = definition.name
        self.__doc__ = f"``{self.source}``"

    @property
    def __signature__(self) -> Signature:
        positional = [Parameter(name, Parameter.POSITIONAL_ONLY) for name in self.parameters]
        return Signature([*positional, Parameter("state", Parameter.KEYWORD_ONLY, default=None)])

    @property
    def name(self) -> str:
        """Its name in the document."""
        return self._definition.name

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of its parameters, as written."""
        return tuple(local.rpartition("_")[0] for local in self._definition.parameters)

    @property
    def source(self) -> str:
        """Its text in the document."""
        return self._definition.span.text.strip()

    def __call__(self, *arguments: object, state: object = None) -> Python:
        """Its value; `state` is the ``currentState`` in which it is evaluated, by default the initial
        state."""
        wanted = len(self._definition.parameters)
        if len(arguments) != wanted:
            given = f"`{self.name}` takes {wanted or 'no'} argument{'' if wanted == 1 else 's'}"
            raise Refusal(f"{given}, but is given {len(arguments)}", f"it is defined as `{self.source}`")
        frame = self._document.frame(state)
        return to_python(self._document.meaning.value(self.name, *to_values(arguments), frame=frame))

    def __repr__(self) -> str:
        return f"<DefinedFunction {self.source}>"


class Report(Struct, frozen=True):
    """The results of a document's own `tests`, `notes` on what may be unintended, and how random `matches` of
    a game went, in words.

    It is true if all tests pass.

    >>> import noughts
    >>> noughts.load_document("/$ a := 1 $/ /? a = 2 ?/").check()
    <Report: 0 of 1 tests pass>
    """

    tests: Sequence[Verdict]
    notes: Sequence[Diagnostic]
    matches: str = ""

    @property
    def failures(self) -> tuple[Verdict, ...]:
        """The tests that fail."""
        return tuple(test for test in self.tests if not test.passed)

    def __bool__(self) -> bool:
        return not self.failures

    def __repr__(self) -> str:
        return f"<Report: {len(self.tests) - len(self.failures)} of {len(self.tests)} tests pass>"

    def __str__(self) -> str:
        """Each failure with its place, how matches went, and the number of tests that pass."""
        figures = "\n".join(filter(None, [self.matches, repr(self)[1:-1]]))
        return "\n\n".join([*map(str, self.failures), figures])

    def _repr_html_(self) -> str:
        from noughts.api.display.output import report_html

        return report_html(self)


class Document(Immutable, Mapping[str, Any]):
    """A checked document: a mapping from the names that it defines to values and functions.

    A constant is its value.  A definition with parameters, or one that depends on the state, is a
    `DefinedFunction`.

    >>> import noughts
    >>> doc = noughts.load_document("tictactoe")
    >>> doc.check()
    <Report: 13 of 13 tests pass>
    >>> doc["rows"] == doc.eval("rows"), doc["playerToMove"]()
    (True, `x)
    >>> doc.eval("|rows|")
    8
    """

    def __init__(self, program: c.Program, texts: Sequence[Text], name: str, seconds: float = 10) -> None:
        self.program = program
        self.texts = tuple(texts)
        self.name = name
        self.meaning = Compiled(program, Budget(seconds=seconds))

    def __getitem__(self, name: str) -> Any:
        definition = self.program.definitions.get(name)
        if definition is None:
            raise UnknownName(name, self.program.definitions)
        function = DefinedFunction(self, definition)
        return function() if definition.is_constant and not definition.reads_frame else function

    def __contains__(self, name: object) -> bool:
        return name in self.program.definitions

    def let(self, **constants: object) -> Document:
        """The document with other values of some of its constants; `DocumentError` if it has none of them.

        >>> import noughts
        >>> doc = noughts.load_document("/$ n := 6  double := 2 * n $/")
        >>> doc["double"], doc.let(n=7)["double"]
        (12, 14)
        """
        program = check_documents(self.texts, expressions({**self._overridden(), **constants}))
        return Document(program, self.texts, self.name, self.meaning.budget.seconds)

    def _overridden(self) -> dict[str, object]:
        """The constants with new values, whose source is a text ``name=value`` of its own."""
        own = {text.source for text in self.texts}
        changed = (each for each in self.program.definitions.values() if each.head.source not in own)
        return {each.name: self.meaning.value(each.name) for each in changed if each.is_constant}

    def __iter__(self) -> Iterator[str]:
        return iter(self.program.definitions)

    def __len__(self) -> int:
        return len(self.program.definitions)

    def eval(self, expression: str, *, state: object = None) -> Python:
        """The value of an expression over the definitions."""
        meaning, core = self.asked(expression)
        return to_python(meaning.prepare(core)(self.frame(state)))

    def why(self, expression: str, *, state: object = None, depth: int | None = None) -> Explanation:
        """The parts that decide the value of an expression, as a tree; definitions are opened `depth` deep.

        >>> import noughts
        >>> doc = noughts.load_document("tictactoe")
        >>> print(doc.why("threeInRow(`o)"))
        threeInRow(`o): false
        └─ some R in rows. all c in R. occupies(p, c): false, with p = `o (none of 8)
        """
        meaning, core = self.asked(expression)
        return explain(core, meaning, self.frame(state), depth=DEPTH if depth is None else depth)

    def asked(self, expression: str) -> tuple[Compiled, c.Core]:
        """An expression, and the meaning that evaluates it, which is an extended one if it looks ahead."""
        program, core = asked_ahead(self.program, as_text("an expression", expression))
        return self.meaning if program is self.program else Compiled(program, self.meaning.budget), core

    def check(self) -> Report:
        """Run the claims and transcripts of the document; `DocumentError` if part of it would certainly
        fail."""
        from noughts.documents.check_report import notes_on

        notes, matches = notes_on(self.program, self.meaning.twin(Budget(seconds=SECONDS_WHILE_WRITING)))
        return Report(tuple(self_test(self.program, self.meaning)), tuple(notes), str(matches))

    def game(self, *, by: By | None = None, wins: str | None = None) -> Game:
        """The game that the document defines; `DocumentError` if it lacks something."""
        found = game_from(self.program, name=self.name, by=by, wins=wins)
        if isinstance(found, Animation):
            raise Refusal(f"{self.name} moves on its own: it has no sides and no moves")
        return Game(found)

    def frame(self, state: object = None) -> Frame:
        """The frame in which questions are evaluated."""
        if state is None:
            return opening_frame(self.meaning)
        given: dict[str, Value] = {**QUIET, "currentState": to_value(state)}
        return Frame(given)

    @cached_property
    def _fingerprint(self) -> str:
        """Equal for documents with the same definitions, whatever their prose."""
        return fingerprint(self.program, self.program.definitions)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Document) and self._fingerprint == other._fingerprint

    def __hash__(self) -> int:
        return hash(self._fingerprint)

    def __repr__(self) -> str:
        return f"<Document {self.name}: {len(self)} definition{'' if len(self) == 1 else 's'}>"

    def __reduce__(self) -> tuple[object, ...]:
        return Document, (self.program, self.texts, self.name, self.meaning.budget.seconds)

    def _repr_html_(self) -> str:
        from noughts.api.display.output import document_html

        return document_html(self)


class UnknownName(Refusal, KeyError):
    """A document defines no such name."""

    def __init__(self, name: str, known: Mapping[str, object]) -> None:
        refusal = unknown("definition", name, known)
        super().__init__(refusal.fact, refusal.hint)

    def __str__(self) -> str:
        return f"{self.fact}; {self.hint}" if self.hint else self.fact
