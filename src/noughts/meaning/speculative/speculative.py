"""Speculative code for questions that a game asks of its rules in thousands of positions.

The code is generated after some questions, from the definitions that they need.  It evaluates what compiled
code evaluates, in another order and less often, and omits nothing that could fail.  So if nothing fails, its
value is right.  If anything fails, compiled code answers the question, and finds the value, or the error with
its place.  Speculative code therefore needs no places of the document, and may rely on assumptions that are
rarely wrong (U. Hölzle, C. Chambers, D. Ungar, «Debugging optimized code with dynamic deoptimization», PLDI
1992).
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final, TypeVar

from msgspec.structs import replace

from noughts.language import core as c
from noughts.language.kind import ANY, BOTTOM, Kind
from noughts.language.kinds.infer import Inference
from noughts.language.solutions import nodes_of
from noughts.language.stack import deep_enough
from noughts.meaning.compile import Compiled, namespace_of
from noughts.meaning.emit import python_names
from noughts.meaning.frame import Frame
from noughts.meaning.hoisting import hoisted
from noughts.meaning.speculative import tables
from noughts.meaning.speculative.closed_terms import ClosedTerms, globals_in, has_loop
from noughts.meaning.speculative.emit import SpeculativeEmitter
from noughts.text.diagnostic import DocumentError
from noughts.values.misuse import Misuse
from noughts.values.sets import FiniteSet, Set
from noughts.values.value import Value

_T = TypeVar("_T")

# The most seconds for generating the code and evaluating the sets that are written out in it.
_SECONDS_TO_COMPILE: Final = 2.0
# The most elements of a constant set that are written out for a loop.
_MOST_ELEMENTS: Final = 50_000


class Speculative:
    """Speculative code for the definitions that some questions need.

    `questions` are terms of the frame, by names that no document can have; they are asked like definitions.
    """

    failures: ClassVar = (
        Misuse,
        ArithmeticError,
        AttributeError,
        LookupError,
        MemoryError,
        RecursionError,
        TypeError,
        ValueError,
    )
    """The exceptions after which compiled code answers the question."""

    def __init__(self, meaning: Compiled, asked: Iterable[str], questions: Mapping[str, c.Core]) -> None:
        self.meaning = meaning
        self.definitions = {**meaning.program.definitions, **as_definitions(questions, meaning.program)}
        self.wanted = needed_by(self.definitions, [*asked, *questions])
        budget = meaning.budget
        walks = tables.BudgetedIteration(budget)
        words = namespace_of(budget) | {"each": walks.each, "through": walks.through}
        words |= tables.QUICK_WORDS
        self.of_frame = frozenset(name for name in self.wanted if self.definitions[name].reads_frame)
        self.functions: dict[str, Callable[..., Any]] = {}
        words["known"] = self.known = tables.Known(self.functions)
        self.namespace = words
        self.written: list[ast.Module] = []
        self.kept: dict[Any, str] = {}
        with deep_enough(), budget.running(), budget.within(_SECONDS_TO_COMPILE):
            self.write()

    @property
    def source(self) -> str:
        """The generated Python source."""
        with deep_enough():
            return "\n\n\n".join(map(ast.unparse, self.written)) + "\n"

    def write(self) -> None:
        """Generate and compile the functions."""
        closed = ClosedTerms(self.definitions)
        final = {name: hoisted(closed.definition(self.definitions[name])) for name in sorted(self.wanted)}
        final |= closed.found
        self.terms = closed.terms
        names = python_names(final, self.namespace)
        program = replace(self.meaning.program, definitions=final)
        remembered = self.remembered(final)
        for name, definition in final.items():
            emitter = SpeculativeEmitter(program, names, self.keep, remembered, self.elements)
            module = emitter.definition(definition)
            self.written.append(module)
            exec(compile(module, "<speculative>", "exec"), self.namespace)
            self.functions[name] = self.namespace[names[name]]

    def remembered(self, definitions: Mapping[str, c.Definition]) -> frozenset[str]:
        """The definitions whose values are memoised by their arguments.

        Equal arguments must be indistinguishable, so they must not contain sets: equal sets may be in
        different order, and so may values computed from them.
        """
        inference = Inference(self.meaning.program)
        inference.run()
        uses = Counter(name for definition in definitions.values() for name in calls_in(definition))
        possible = {
            name
            for name, definition in definitions.items()
            if definition.parameters
            and all(is_ordered(kind) for kind in inference.parameters.get(name, [ANY]))
        }
        take_work = {name for name, definition in definitions.items() if loops(definition)}
        waiting = [*take_work]
        while waiting:  # their callers take work too, unless their values are memoised
            found = waiting.pop()
            if definitions[found].is_constant or found in possible:
                continue
            callers = {name for name, definition in definitions.items() if found in calls_in(definition)}
            waiting += callers - take_work
            take_work |= callers
        return frozenset(
            name
            for name in possible
            if uses[name] > 1 or not definitions[name].reads_frame or name in take_work
        )

    def keep(self, value: Any) -> str:
        """A name in the code for a value without a literal, by identity: equal sets may differ in order."""
        name = self.kept.setdefault(id(value), f"value_{len(self.kept)}_0")
        self.namespace[name] = value
        return name

    def elements(self, domain: c.Core) -> Sequence[Value] | None:
        """The elements of a set that does not depend on the frame; ``None`` for others, or if too many."""
        if isinstance(domain, c.Constant) and isinstance(domain.value, FiniteSet):
            return tuple(domain.value) if domain.value.size <= _MOST_ELEMENTS else None
        if isinstance(domain, c.Global):
            domain = self.terms.get(domain.name, domain)
        if any(isinstance(node, c.Given) for node in nodes_of(domain)):
            return None
        used = [self.definitions.get(name) for name in globals_in(domain)]
        if any(definition is None or definition.reads_frame for definition in used):
            return None
        try:
            value = self.meaning.prepare(domain)(None)
        except DocumentError:
            return None
        if not isinstance(value, Set) or value.size > _MOST_ELEMENTS:
            return None
        return tuple(value)

    def value(self, name: str, arguments: tuple[Value, ...], now: tables.PositionMemo) -> Any:
        """The value of a definition in a position, as a `bool` for a relation; or one of `failures`."""
        if name not in self.of_frame:
            return self.functions[name](*arguments) if arguments else self.known[name]
        return self.functions[name](now, *arguments) if arguments else now[name]

    def values(self, name: str, arguments: Iterable[Value], now: tables.PositionMemo) -> list[Any]:
        """The values of a definition for several arguments, one each."""
        function = self.functions[name]
        if name in self.of_frame:
            return [function(now, argument) for argument in arguments]
        return [function(argument) for argument in arguments]

    def moment(self, frame: Frame) -> tables.PositionMemo:
        """The memo of the values of definitions in a frame."""
        return tables.PositionMemo(frame, self.functions)


def as_definitions(questions: Mapping[str, c.Core], program: c.Program) -> dict[str, c.Definition]:
    """The definitions of constants with these terms."""
    found: dict[str, c.Definition] = {}
    for name, tree in questions.items():
        uses = frozenset(globals_in(tree))
        given = frozenset().union(*(program.definitions[used].given for used in uses))
        clause = c.Clause(tree, None)
        found[name] = c.Definition(
            name, (), False, (clause,), None, uses, given, False, tree.span, tree.span, bound={}
        )
    return found


def needed_by(definitions: Mapping[str, c.Definition], roots: Iterable[str]) -> set[str]:
    """Some definitions, and all that they use."""
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name not in found and name in definitions:
            found.add(name)
            waiting.extend(definitions[name].uses)
    return found


def calls_in(definition: c.Definition) -> Iterable[str]:
    """The definitions that a definition uses, with repetition."""
    return (name for tree in c.trees_of(definition) for name in globals_in(tree))


def loops(definition: c.Definition) -> bool:
    """Whether a definition enumerates sets."""
    return any(has_loop(tree) for tree in c.trees_of(definition))


def is_ordered(kind: Kind) -> bool:
    """Whether equal values of a kind are indistinguishable, because they contain no sets."""
    if kind is ANY or kind is BOTTOM or "any" in kind.scalars or kind.elements is not None:
        return False
    if kind.sequence is not None and not is_ordered(kind.sequence):
        return False
    return all(is_ordered(element) for row in kind.tuples for element in row)
