"""Core to JavaScript: a program as the text of an ES module.

    threeInRow(p) iff some R in rows. all c in R. occupies(p, c)

becomes ::

    function threeInRow(frame, p_1, place) {
      const depth = entered("threeInRow", [p_1], place);
      let found_1_0 = false;
      for (const R_2 of each(rows(3), 3)) {
        let found_2_0 = true;
        for (const c_3 of each(R_2, 5)) {
          if (!occupies(frame, p_1, c_3, 7)) { found_2_0 = false; break; }
        }
        if (found_2_0) { found_1_0 = true; break; }
      }
      return left(depth, found_1_0);
    }

An operation that can fail gets the number of its place in the document.  Solutions are loops in the function
itself instead of functions of their own, so a call of a definition takes one frame of the browser's stack,
which is small.  Recursive definitions are written a second time, as generators; these are used once that
stack is full.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from msgspec import Struct

from noughts.language import core as c
from noughts.language.stack import deep_enough
from noughts.meaning.emit import python_names
from noughts.meaning.javascript.lines import RESERVED, WORDS, Literals, Places
from noughts.meaning.javascript.sentences import NoPlaces, SentenceWriter
from noughts.meaning.javascript.terms import FunctionWriter
from noughts.text.diagnostic import Diagnostic, DocumentError
from noughts.text.source import Span

Question = tuple[c.Core, c.Where | None]
"""An expression with the `where` of its frame."""


def program_function(
    program: c.Program, questions: Sequence[Question] = (), explained: Sequence[str] = ()
) -> str:
    """The program, with expressions over it, as a JavaScript function whose parameter is the runtime.

    The page can explain the sentences of the definitions that are `explained` (`explain.js`).
    `DocumentError` if something is nested so deeply that it cannot be written.
    """
    return ProgramWriter(program, questions, explained).text()


class ProgramWriter(Struct, dict=True):
    """The translator of one program to JavaScript."""

    program: c.Program
    questions: Sequence[Question]
    explained: Sequence[str] = ()

    def __post_init__(self) -> None:
        self.names = python_names(self.program.definitions, WORDS | RESERVED)
        self.places = Places()
        self.literals = Literals()
        self.used: set[str] = set()
        self.deep = recursive(self.program)

    def text(self) -> str:
        """The text of the whole function."""
        functions: list[str] = []
        for definition in self.program.definitions.values():
            deep = self.deep if definition.name in self.deep else ()
            functions += self.written(definition.head, deep, FunctionWriter.definition, definition)
        for place, (tree, where) in enumerate(self.questions):
            functions += self.written(tree.span, self.deep, FunctionWriter.question, place, tree, where)
        answer = list(self.answer())
        kept = [f"const {name} = {text};" for name, text in self.literals.kept(self.used)]
        given = [f"const {{ {', '.join(sorted(self.used))} }} = words;"] if self.used else []
        body = [*given, *kept, *functions, *answer]
        return "\n".join(["function program(words) {", *(f"  {line}" for line in body), "}", ""])

    def written(
        self, span: Span, deep: Collection[str], write: Callable[..., None], *subject: object
    ) -> list[str]:
        """The lines of a function, and of its generator if it calls one of the `deep` definitions."""
        lines: list[str] = []
        for called in (frozenset(), deep) if deep else (frozenset(),):
            writer = FunctionWriter(self.program, self.names, self.places, self.literals, self.used, called)
            try:
                with deep_enough():
                    write(writer, *subject)
            except RecursionError:
                help = "define names for its parts"
                raise DocumentError([Diagnostic("E107", "this is nested too deeply", span, help)]) from None
            lines += writer.lines
        return lines

    def writer(self) -> FunctionWriter:
        """A new writer, for one function that evaluates a part of a sentence."""
        return FunctionWriter(self.program, self.names, NoPlaces(), self.literals, self.used)

    def answer(self) -> Iterable[str]:
        """The returned object: definitions by name, expressions in their order, and the places."""
        yield "return {"
        yield "  definitions: {"
        for definition in self.program.definitions.values():
            yield f"    {json.dumps(definition.name)}: {self.entry(definition)},"
        yield "  },"
        yield "  questions: ["
        for place in range(len(self.questions)):
            deep = f", deep: question_{place}_0$deep" if self.deep else ""
            yield f"    {{ call: question_{place}_0{deep} }},"
        yield "  ],"
        if self.explained:
            yield from SentenceWriter(self.program, self.writer).lines(self.explained)
        yield f"  variables: {json.dumps(self.program.variables)},"
        yield f"  sources: {json.dumps(self.places.names)},"
        yield f"  places: {json.dumps(self.places.numbers(), separators=(',', ':'))},"
        yield "};"

    def entry(self, definition: c.Definition) -> str:
        """The entry of a definition, by which the runtime calls it."""
        facts: Mapping[str, object] = {
            "parameters": len(definition.parameters),
            "readsFrame": definition.reads_frame,
            "readsState": "currentState" in definition.given,
            "head": self.places.number(definition.head),
        }
        written = ", ".join(f"{name}: {json.dumps(fact)}" for name, fact in facts.items())
        name = self.names[definition.name]
        deep = f" deep: {name}$deep," if definition.name in self.deep else ""
        return f"{{ call: {name},{deep} {written} }}"


def recursive(program: c.Program) -> frozenset[str]:
    """The recursive definitions and all that use them: their calls may be nested deeply."""
    found = {name for name, definition in program.definitions.items() if definition.recursive}
    while True:
        using = {
            name
            for name, definition in program.definitions.items()
            if name not in found and not found.isdisjoint(definition.uses)
        }
        if not using:
            return frozenset(found)
        found |= using
