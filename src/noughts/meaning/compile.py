"""The compiler: a program as Python functions, whose tracebacks show the lines of the document."""

from __future__ import annotations

import ast
import linecache
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from functools import partial
from itertools import count, islice
from types import CodeType, FrameType, TracebackType
from typing import Any, TypeVar, cast

from noughts.language import core as c
from noughts.language.builtins import TABLE
from noughts.language.stack import deep_enough
from noughts.meaning.budget import Budget
from noughts.meaning.emit import QUESTION, Emitter, in_characters, python_name, python_names
from noughts.meaning.frame import QUIET, Frame
from noughts.meaning.hoisting import Hoister, hoisted
from noughts.meaning.lookup import candidates
from noughts.meaning.run_error import (
    MOST_CALLS,
    NO_MEMORY,
    NO_ROOM,
    TOO_DEEP_HELP,
    CallMade,
    RunError,
    run_error,
)
from noughts.meaning.runtime import WORDS
from noughts.text.diagnostic import Diagnostic, DocumentError
from noughts.text.source import Source, Span
from noughts.values.misuse import Misuse, OutOfBudget, TooDeep
from noughts.values.scalars import truth
from noughts.values.value import Value

_T = TypeVar("_T")


class Compiled:
    """A program as Python; a definition is compiled when a question needs it, with all that it uses.

    ``source`` is the generated code.  Its line and column numbers are those of the document, so a traceback
    locates an error in the text of the document.
    """

    def __init__(self, program: c.Program, budget: Budget | None = None) -> None:
        self.program = program
        self.budget = budget or Budget()
        self.namespace = namespace_of(self.budget)
        self.names = python_names(program.definitions, self.namespace)
        self.constants: dict[tuple[type, Value], str] = {}
        self.sources: dict[str, Source] = {}
        self.codes: dict[str, CodeType] = {}
        self.by_python_name = {python: program.definitions[name] for name, python in self.names.items()}
        self.versions = count(2)  # numbers in the Python names of definitions that are replaced

    def twin(self, budget: Budget | None = None) -> Compiled:
        """A copy with constants and a budget of its own, for another thread; nothing is compiled again."""
        new = copy(self)
        new.budget = budget or Budget()
        new.names, new.by_python_name = dict(self.names), dict(self.by_python_name)
        new.sources, new.constants = dict(self.sources), dict(self.constants)
        new.codes = dict(self.codes)
        new.namespace = namespace_of(new.budget) | {name: value for (_, value), name in new.constants.items()}
        for code in new.codes.values():
            exec(code, new.namespace)
        return new

    def changed(self, program: c.Program, names: frozenset[str]) -> Compiled:
        """The compiled form of a program that differs in some definitions; `names` are these and all that
        depend on them.

        The other definitions are not compiled again.  The functions of both programs are in one namespace,
        and a definition with a new meaning gets a new Python name.  So the values of other constants stay
        known, and the program before the change can still be used.
        """
        new = copy(self)
        new.program, new.names = program, dict(self.names)
        new.codes = dict(self.codes)
        for name in names:
            version = f"{name}_v{next(self.versions)}" if name in self.names else name
            new.names[name] = python_name(version, self.namespace)
            self.namespace[new.names[name]] = None
            self.by_python_name[new.names[name]] = program.definitions[name]
            new.codes.pop(name, None)
        for name in names & self.codes.keys():
            forget = getattr(self.namespace[self.names[name]], "forget", None)
            if forget is not None:
                forget()
        return new

    def __repr__(self) -> str:
        return f"Compiled({len(self.program.definitions)} definitions)"

    @property
    def source(self) -> str:
        """The generated Python source."""
        self.need(self.program.definitions)
        constants = [f"{name} = {value!r}" for (_, value), name in self.constants.items()]
        definitions = map(self.program.definitions.__getitem__, self.codes)
        with deep_enough():
            written = [ast.unparse(self.emitter().definition(hoisted(each))) for each in definitions]
        return "\n\n\n".join([*(["\n".join(constants)] if constants else []), *written]) + "\n"

    def constant_for(self, value: Value) -> str:
        """A name in the generated code for a value that has no literal in Python."""
        name = self.constants.setdefault((type(value), value), f"value_{len(self.constants)}_0")
        self.namespace[name] = value
        return name

    def need(self, names: Iterable[str]) -> None:
        """Compile the definitions of these names, and all that they use, as far as that is not done."""
        waiting = [name for name in names if name not in self.codes]
        while waiting:
            if (name := waiting.pop()) not in self.codes:
                waiting += self.add(self.program.definitions[name])

    def emitter(self) -> Emitter:
        """The translator of one definition or expression.

        Its syntax trees are not kept: they are many objects, through which Python would look for garbage.
        """
        return Emitter(self.program, self.names, self.constant_for)

    def add(self, definition: c.Definition) -> Iterable[str]:
        """Compile a definition and add its function to the namespace; the definitions that it uses."""
        emitter = self.emitter()
        code = self.code(lambda: emitter.definition(hoisted(definition)), definition.head)
        self.codes[definition.name] = code
        exec(code, self.namespace)
        return emitter.used

    def code(self, write: Callable[[], ast.Module], span: Span) -> CodeType:
        """The code of a module that is written, located in the document of the span."""
        try:
            with deep_enough():
                return compile(write(), self.file_name(span.source), "exec")
        except RecursionError:
            help = "define names for its parts"
            raise DocumentError([Diagnostic("E107", "this is nested too deeply", span, help)]) from None

    def file_name(self, source: Source) -> str:
        """The name by which tracebacks find the source: its own, unless another source has it."""
        name = source.name
        while self.sources.get(name, source) != source:
            name += "'"
        if name not in self.sources:
            self.sources[name] = source
            remember_lines(name, source)
        return name

    def function(self, name: str) -> Callable[..., Any]:
        """The Python function of a definition; its first parameter is the frame if it reads one."""
        self.need([name])
        found: Callable[..., Any] = self.namespace[self.names[name]]
        return found

    def replace(self, name: str, function: Callable[..., Any]) -> None:
        """Replace a definition by a function for all callers."""
        self.need([name])
        self.namespace[self.names[name]] = function

    # Questions

    def value(self, name: str, *arguments: Value, frame: Frame | None = None) -> Value:
        """The value of a definition applied to arguments; raises `RunError`."""
        definition = self.program.definitions[name]
        function = self.function(name)
        answer = self.run(
            lambda used: function(used, *arguments) if definition.reads_frame else function(*arguments), frame
        )
        return truth(answer) if definition.relation else cast(Value, answer)

    def holds(self, name: str, *arguments: Value, frame: Frame | None = None) -> bool:
        """Whether a relation holds; raises `RunError` if its value is not a truth value."""
        definition = self.program.definitions[name]
        function = self.function(name)
        holds = cast(Callable[[Any], bool], WORDS["holds"])

        def question(used: Frame) -> bool:
            answer = function(used, *arguments) if definition.reads_frame else function(*arguments)
            return answer if definition.relation else holds(answer)

        return self.run(question, frame)

    def prepare(self, tree: c.Core, where: c.Where | None = None) -> Callable[[Frame | None], Value]:
        """The function that evaluates an expression, with the `where` of its test, in a frame."""
        namespace = dict[str, Any]()
        emitter = self.emitter()
        code = self.code(lambda: emitter.question(Hoister().tree(tree, {}), where), tree.span)
        self.need(emitter.used)
        exec(code, self.namespace, namespace)
        question = namespace[QUESTION]
        return lambda frame: self.run(question, frame)

    def text_of(self, value: Value, write: Callable[[Value], str], span: Span) -> str:
        """The text of a value, under a budget of its own; `span` is the place of the expression in errors."""
        try:
            with self.budget.running():
                return write(value)
        except Misuse as misuse:
            raise run_error(self.program, misuse, span, (), Frame(QUIET)) from None

    def run(self, question: Callable[[Frame], _T], frame: Frame | None) -> _T:
        """The answer to a question; errors become diagnostics."""
        try:
            with self.budget.running():
                return question(frame or Frame(QUIET))
        except Misuse as misuse:
            raise self.located(misuse, misuse.__traceback__, frame) from None
        except RecursionError as error:
            raise self.located(TooDeep(NO_ROOM, TOO_DEEP_HELP), error.__traceback__, frame) from None
        except MemoryError as error:
            raise self.located(OutOfBudget(NO_MEMORY), error.__traceback__, frame) from None

    # Errors

    def located(self, misuse: Misuse, trace: TracebackType | None, frame: Frame | None) -> RunError:
        """The error of a misuse, with the places of the document that are on its traceback."""
        steps: list[tuple[FrameType, int]] = []
        calls: list[tuple[c.Definition, int]] = []
        while trace is not None:
            if trace.tb_frame.f_globals is self.namespace:  # a frame of generated code, not of the runtime
                definition = self.by_python_name.get(trace.tb_frame.f_code.co_name)
                if definition is not None:
                    calls.append((definition, len(steps)))
                steps.append((trace.tb_frame, trace.tb_lasti))
            trace = trace.tb_next
        made = [self.call_made(definition, steps[: place + 1]) for definition, place in calls[-MOST_CALLS:]]
        place = self.place(steps)
        # an error on entering a definition is reported at the call, not at the head of the definition
        entering = isinstance(misuse, OutOfBudget) and calls and place == calls[-1][0].head
        if calls and (isinstance(misuse, TooDeep) or entering):
            place = made[-1].span
        further = len(calls) - len(made)
        return run_error(self.program, misuse, place, made[::-1], frame or Frame(QUIET), further=further)

    def call_made(self, definition: c.Definition, steps: Sequence[tuple[FrameType, int]]) -> CallMade:
        """The call of the last step, at the place of the step before it."""
        *before, (frame, _) = steps
        return CallMade(
            definition.name, arguments_in(frame, definition), self.place(before) or definition.head
        )

    def place(self, steps: Sequence[tuple[FrameType, int]]) -> Span | None:
        """The innermost place of a document among the steps."""
        for frame, instruction in reversed(steps):
            found = span_of(self.sources[frame.f_code.co_filename], frame.f_code, instruction)
            if found is not None:
                return found
        return None


def arguments_in(frame: FrameType, definition: c.Definition) -> tuple[Value, ...]:
    """The arguments of a definition, read from the frame of its function."""
    return tuple(frame.f_locals[name] for name in definition.parameters if name in frame.f_locals)


def span_of(source: Source, code: CodeType, instruction: int) -> Span | None:
    """The place of the document from which an instruction was compiled.

    `co_positions` has an entry for each code unit of two bytes.
    """
    line, end_line, column, end_column = next(islice(code.co_positions(), instruction // 2, None))
    if line is None or end_line is None or column is None or end_column is None:
        return None
    start = source.line_starts[line - 1] + in_characters(source.line_text(line), column)
    end = source.line_starts[end_line - 1] + in_characters(source.line_text(end_line), end_column)
    return Span(source, start, end)


def namespace_of(budget: Budget) -> dict[str, Any]:
    """The names that generated code uses, under this budget; it has no builtins of Python besides these."""
    return {
        "__builtins__": {},
        **{row.apply.__name__: row.apply for row in TABLE if row.apply},
        **WORDS,
        "any": any,
        "all": all,
        "type": type,
        "int": int,
        "tuple": tuple,
        "len": len,
        "each": budget.each,
        "counted": budget.call,
        "memoised": budget.memoised,
        "memoised_unless_set": partial(budget.memoised, of_sets=False),
        "candidates": candidates(budget),
    }


def remember_lines(name: str, source: Source) -> None:
    """Register the lines of a document, so that tracebacks show them."""
    lines = [f"{line}\n" for line in source.text.split("\n")]
    linecache.cache[name] = (len(source.text), None, lines, name)
