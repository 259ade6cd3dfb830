"""The reference evaluator: the definitions of LED, implemented directly.

It is short, obvious and slow.  `compile` must agree with it on every program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias, TypeVar, assert_never, cast

from noughts.language import core as c
from noughts.language.builtins import FOLDS
from noughts.language.solutions import fresh_names
from noughts.meaning.budget import Budget
from noughts.meaning.frame import QUIET, Frame
from noughts.meaning.lazy import Lazy
from noughts.meaning.run_error import (
    MOST_CALLS,
    NO_CASE,
    NO_CLAUSE_HELP,
    NO_MEMORY,
    NO_ROOM,
    TOO_DEEP_HELP,
    CallMade,
    left_range,
    no_clause,
    not_one_solution,
    run_error,
    too_deep,
)
from noughts.text.source import Span
from noughts.values.limits import require_elements
from noughts.values.misuse import Circular, Misuse, NoClause, NoSolution, OutOfBudget, TooDeep
from noughts.values.operations import as_sentence
from noughts.values.scalars import truth
from noughts.values.show import summary
from noughts.values.value import Value

_T = TypeVar("_T")
Bindings: TypeAlias = "Mapping[str, Value | Lazy]"


class Located(Exception):
    """A `Misuse` with its place and the calls around it."""

    def __init__(self, misuse: Misuse, span: Span) -> None:
        super().__init__(misuse.fact)
        self.misuse = misuse
        self.span = span
        self.calls: list[CallMade] = []


class Evaluator:
    """A program whose definitions and expressions can be evaluated."""

    def __init__(self, program: c.Program, budget: Budget | None = None) -> None:
        self.program = program
        self.budget = budget or Budget()
        self.constants: dict[str, Value | None] = {}
        self.depth = 0

    def __repr__(self) -> str:
        return f"Evaluator({len(self.program.definitions)} definitions)"

    def value(self, name: str, *arguments: Value, frame: Frame | None = None) -> Value:
        """The value of a definition applied to arguments; raises `RunError`."""
        definition = self.program.definitions[name]
        return self.run(lambda used: self.apply(definition, arguments, used, definition.head), frame)

    def holds(self, name: str, *arguments: Value, frame: Frame | None = None) -> bool:
        """Whether a relation holds; raises `RunError` if its value is not a truth value."""
        definition = self.program.definitions[name]
        return self.run(
            lambda used: as_sentence(self.apply(definition, arguments, used, definition.head)),
            frame,
        )

    def prepare(self, tree: c.Core, where: c.Where | None = None) -> Callable[[Frame | None], Value]:
        """An expression with the `where` of its frame, to be evaluated in many frames."""

        def question(frame: Frame) -> Value:
            bindings: dict[str, Value | Lazy] = {}
            if where is not None:
                self.solve_where(where, bindings, frame)
            return self.term(tree, bindings, frame)

        return lambda frame: self.run(question, frame)

    def run(self, question: Callable[[Frame], _T], frame: Frame | None) -> _T:
        """The answer to a question; errors become diagnostics."""
        used = frame or Frame(QUIET)
        try:
            with self.budget.running():
                return question(used)
        except Located as error:
            calls, further = error.calls[:MOST_CALLS], max(0, len(error.calls) - MOST_CALLS)
            raise run_error(self.program, error.misuse, error.span, calls, used, further=further) from None
        except Misuse as misuse:
            raise run_error(self.program, misuse, None, (), used) from None
        except RecursionError:
            raise run_error(self.program, TooDeep(NO_ROOM, TOO_DEEP_HELP), None, (), used) from None
        except MemoryError:
            raise run_error(self.program, OutOfBudget(NO_MEMORY), None, (), used) from None

    # Definitions

    def apply(
        self, definition: c.Definition, arguments: tuple[Value, ...], frame: Frame, span: Span
    ) -> Value:
        """A definition applied to arguments; a constant is evaluated once, or once in a frame."""
        if arguments:
            return self.body(definition, arguments, frame, span)
        found = self.constants
        if definition.reads_frame:
            found = frame.found_in_state if definition.reads_only_state else frame.found
        if definition.name not in found:
            found[definition.name] = None
            try:
                found[definition.name] = self.body(definition, (), frame, span)
            finally:
                if found[definition.name] is None:
                    del found[definition.name]
        value = found[definition.name]
        if value is None:
            raise Located(Circular(f"the value of `{definition.name}` depends on itself"), span)
        return value

    def body(self, definition: c.Definition, arguments: tuple[Value, ...], frame: Frame, span: Span) -> Value:
        """The value of a call, which counts against the budget."""
        self.depth += 1
        try:
            self.enter(definition, span)
            if not definition.is_memoised:
                return self.clauses(definition, arguments, frame)
            call = self.budget.memoised(
                lambda *given: self.clauses(definition, given, frame),
                definition.name,
                of_sets=definition.branches,
            )
            return call(*arguments)
        except Located as error:
            error.calls.append(CallMade(definition.name, arguments, span))
            raise
        except OutOfBudget as misuse:  # the clock is checked where values are remembered, too
            raise Located(misuse, span) from None
        except RecursionError:
            raise Located(TooDeep(NO_ROOM, TOO_DEEP_HELP), span) from None
        finally:
            self.depth -= 1

    def clauses(self, definition: c.Definition, arguments: tuple[Value, ...], frame: Frame) -> Value:
        """The term of the first clause whose guard holds."""
        bindings: dict[str, Value | Lazy] = dict(zip(definition.parameters, arguments, strict=True))
        if definition.where is not None:
            self.solve_where(definition.where, bindings, frame)
        for clause in definition.clauses:
            if clause.guard is None or self.sentence(clause.guard, bindings, frame):
                if definition.relation:
                    return truth(self.sentence(clause.term, bindings, frame))
                return self.term(clause.term, bindings, frame)
        if definition.range:
            raise Located(left_range(definition.name, definition.range, arguments[0]), definition.head)
        raise Located(NoClause(no_clause(definition.name, arguments), NO_CLAUSE_HELP), definition.head)

    def enter(self, definition: c.Definition, span: Span) -> None:
        """Count a call against the budget."""
        if definition.recursive:
            self.within(span, self.budget.call)
        if self.depth > self.budget.depth:
            raise Located(TooDeep(too_deep(definition.name, self.budget.depth), TOO_DEEP_HELP), span)

    def within(self, span: Span, work: Callable[[], _T]) -> _T:
        """A context that gives a `Misuse` the place where it happened."""
        try:
            return work()
        except Misuse as misuse:
            raise Located(misuse, span) from None

    # Where

    def solve_where(self, where: c.Where, bindings: dict[str, Value | Lazy], frame: Frame) -> None:
        """Bind the names of a `where`: those of equations lazily, the others now."""
        for step in where.lazy:
            self.bind_lazily(step, bindings, frame)
        if where.solved is None:
            return
        found = distinct(self.solutions(where.plan, bindings, frame), where.new)
        solutions = self.within(where.span, lambda: list(found))
        if len(solutions) != 1:
            raise Located(not_one_solution(len(solutions)), where.span)
        bindings.update({name: solutions[0][name] for name in where.new})

    def bind_lazily(self, step: c.Bind, bindings: dict[str, Value | Lazy], frame: Frame) -> None:
        """Bind the names of a pattern to parts of a value that is evaluated when one of them is used."""
        whole = Lazy(lambda: self.term(step.value, bindings, frame))
        if isinstance(step.pattern, c.Fresh):
            bindings[step.pattern.name] = whole
            return

        def part(name: str) -> Value:
            matched = next(self.matched(step.pattern, whole.get(), bindings, frame), None)
            if matched is None:
                fact = f"{summary(whole.get())} does not fit the pattern"
                raise Located(
                    NoSolution(fact, "the value and the pattern must have the same shape"), step.value.span
                )
            return force(matched[name])

        for name in fresh_names(step.pattern):
            bindings[name] = Lazy(lambda name=name: part(name))  # type: ignore[misc]

    # Solutions

    def solutions(self, plan: c.Plan, bindings: Bindings, frame: Frame) -> Iterator[Bindings]:
        """The solutions that the steps of a plan find: the bindings with more names bound."""
        if not plan:
            yield bindings
            return
        for found in self.step(plan[0], bindings, frame):
            yield from self.solutions(plan[1:], found, frame)

    def step(self, step: c.Step, bindings: Bindings, frame: Frame) -> Iterator[Bindings]:
        """The solutions of one step: none, one, or several in turn."""
        match step:
            case c.Test(sentence):
                if self.sentence(sentence, bindings, frame):
                    yield bindings
            case c.Bind(pattern, value):
                yield from self.matched(pattern, self.term(value, bindings, frame), bindings, frame)
            case c.Each(pattern, domain):
                for element in self.each(domain, bindings, frame):
                    yield from self.matched(pattern, element, bindings, frame)
            case c.Either(branches, names):
                everything = (found for plan in branches for found in self.solutions(plan, bindings, frame))
                yield from distinct(everything, names)
            case _:
                assert_never(step)

    def each(self, domain: c.Core, bindings: Bindings, frame: Frame) -> Iterator[Value]:
        """The elements of a set."""
        value = self.term(domain, bindings, frame)
        elements = self.within(domain.span, lambda: iter(self.budget.each(value)))
        while (element := self.within(domain.span, lambda: next(elements, None))) is not None:
            yield element

    def matched(
        self, pattern: c.Pattern, value: Value, bindings: Bindings, frame: Frame
    ) -> Iterator[Bindings]:
        """The bindings with the names of the pattern, if the value fits it.

        New names are bound first, because compared parts may use them.
        """
        fresh: dict[str, Value | Lazy] = {}
        compared: list[tuple[c.Core, Value]] = []
        if matches_pattern(pattern, value, fresh, compared):
            found = {**bindings, **fresh}
            if all(self.term(tree, found, frame) == part for tree, part in compared):
                yield found

    # Terms and sentences

    def term(self, tree: c.Core, bindings: Bindings, frame: Frame) -> Value:
        """The value of an expression."""
        match tree:
            case c.Constant(value):
                return value
            case c.Local(name):
                bound = bindings[name]
                return self.within(tree.span, bound.get) if isinstance(bound, Lazy) else bound
            case c.Given(name):
                return frame.given[name]
            case c.Global(name, arguments):
                values = tuple(self.term(argument, bindings, frame) for argument in arguments)
                return self.apply(self.program.definitions[name], values, frame, tree.span)
            case c.Operation():
                return self.operations(tree, bindings, frame)
            case c.Build(fold, _, _, plan, body):
                bodies = (self.term(body, found, frame) for found in self.solutions(plan, bindings, frame))
                combine = cast(Callable[[Iterable[Value]], Value], FOLDS[fold].apply)
                return self.within(tree.span, lambda: combine(bodies))
            case c.Block():
                return self.block(tree, bindings, frame)
            case _:
                return truth(self.connective(tree, bindings, frame))

    def block(self, tree: c.Block, bindings: Bindings, frame: Frame) -> Value:
        """The term of the first clause whose guard holds."""
        inner = dict(bindings)
        if tree.where is not None:
            self.solve_where(tree.where, inner, frame)
        for clause in tree.clauses:
            if clause.guard is None or self.sentence(clause.guard, inner, frame):
                return self.term(clause.term, inner, frame)
        raise Located(NoClause(NO_CASE, NO_CLAUSE_HELP), tree.span)

    def operations(self, tree: c.Operation, bindings: Bindings, frame: Frame) -> Value:
        """The value of an operation; nested operations are evaluated on a stack, without recursion."""
        return c.fold_operations(tree, lambda part: self.term(part, bindings, frame), self.applied)

    def applied(self, tree: c.Operation, operands: Sequence[Value]) -> Value:
        """A builtin applied to operands."""
        apply = tree.builtin.apply
        assert apply is not None
        result = self.within(tree.span, lambda: apply(*operands))
        return truth(result) if tree.builtin.sentence else result  # type: ignore[return-value, arg-type]

    def sentence(self, tree: c.Core, bindings: Bindings, frame: Frame) -> bool:
        """Whether an expression, which must be true or false, is true."""
        value = self.term(tree, bindings, frame)
        return self.within(tree.span, lambda: as_sentence(value))

    def connective(
        self,
        tree: c.Not | c.And | c.Or | c.Implies | c.Equivalent | c.Quantified,
        bindings: Bindings,
        frame: Frame,
    ) -> bool:
        """Whether a sentence made of sentences is true; parts that cannot change that are not evaluated."""
        match tree:
            case c.Not(operand):
                return not self.sentence(operand, bindings, frame)
            case c.And(parts):
                return all(self.sentence(part, bindings, frame) for part in parts)
            case c.Or(parts):
                return any(self.sentence(part, bindings, frame) for part in parts)
            case c.Implies(premises, conclusion):
                holds = all(self.sentence(premise, bindings, frame) for premise in premises)
                return not holds or self.sentence(conclusion, bindings, frame)
            case c.Equivalent(left, right):
                return self.sentence(left, bindings, frame) == self.sentence(right, bindings, frame)
            case c.Quantified(quantifier, pattern, domain, body):
                results = (
                    self.sentence(body, found, frame)
                    for found in self.step(c.Each(pattern, domain), bindings, frame)
                )
                return any(results) if quantifier == "some" else all(results)
            case _:
                assert_never(tree)


def matches_pattern(
    pattern: c.Pattern, value: Value, fresh: dict[str, Value | Lazy], compared: list[tuple[c.Core, Value]]
) -> bool:
    """Whether a value has the shape of a pattern; its bindings and comparisons are added."""
    match pattern:
        case c.Fresh(name):
            fresh[name] = value
            return True
        case c.PatternTuple(elements):
            return (
                isinstance(value, tuple)
                and len(value) == len(elements)
                and all(
                    matches_pattern(part, inner, fresh, compared)
                    for part, inner in zip(elements, value, strict=True)
                )
            )
        case _:
            compared.append((pattern, value))
            return True


def distinct(solutions: Iterable[Bindings], names: tuple[str, ...]) -> Iterator[Bindings]:
    """The solutions without repetitions."""
    seen: set[tuple[Value, ...]] = set()
    for solution in solutions:
        key = tuple(force(solution[name]) for name in names)
        if key not in seen:
            seen.add(key)
            require_elements(len(seen))
            yield solution


def force(value: Value | Lazy) -> Value:
    """The value itself, evaluated now if necessary."""
    return value.get() if isinstance(value, Lazy) else value
