"""Symbolic evaluation of a program: `noughts.meaning.evaluate` with an unknown state.

A part that is evaluated under a condition (a clause, the right side of ``&``, the body of ``all``) need not
have a value if the condition does not hold.  So an evaluation has two results: a symbolic value, and its
*undefinedness condition*, a formula for the positions in which there is no value.  Such a position counts
only if the value is used there: `under` restricts the undefinedness of a part to the condition of the part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from typing import TypeAlias, TypeVar, assert_never

from noughts.games.game import CannotGround
from noughts.grounding.deciding import Decider, never_holds
from noughts.grounding.formula import (
    ALWAYS,
    NEVER,
    Formula,
    care,
    conjunction,
    counted,
    disjunction,
    negation,
    same,
)
from noughts.grounding.symbolic_builtins import SYMBOLIC_FOLDS, apply_symbolic, equal, holds_of
from noughts.grounding.symbolic_value import (
    NOTHING,
    UNKNOWN,
    Amount,
    Choice,
    Symbolic,
    SymbolicMap,
    SymbolicSet,
    SymbolicTuple,
    TooManyCases,
    cases_of,
    choice,
    combinations,
    components_of,
    elements_where_set,
    merged,
    set_of,
    symbolic_tuple,
    truth_of,
)
from noughts.grounding.walk import is_short
from noughts.language import core as c
from noughts.language.solutions import fresh_names
from noughts.meaning.compile import Compiled
from noughts.meaning.frame import QUIET
from noughts.meaning.run_error import RunError
from noughts.text.diagnostic import Diagnostic, DocumentError
from noughts.text.source import Span
from noughts.values.misuse import Misuse
from noughts.values.sets import FiniteSet
from noughts.values.value import Value

_T = TypeVar("_T")


class CannotGroundHere(DocumentError, CannotGround):
    """A part of a document cannot be expressed over finitely many bits."""

    def __init__(self, fact: str, span: Span | None, help: str = "") -> None:
        DocumentError.__init__(self, [Diagnostic("E505", fact, span, help)])
        self.fact, self.help = fact, help


class Thunk:
    """A symbolic value with its undefinedness condition, evaluated at the first use (call by need).

    It is evaluated in the context in which it was bound, not in that of its first use: `path` is the
    condition that held there, `here` are the positions that mattered.
    """

    __slots__ = ("found", "here", "path", "work")

    def __init__(self, path: Formula, here: int, work: Callable[[], tuple[Symbolic, Formula]]) -> None:
        self.path = path
        self.here = here
        self.work = work
        self.found: tuple[Symbolic, Formula] | None = None


Bindings: TypeAlias = "Mapping[str, Symbolic | Thunk]"
SymbolicSolution: TypeAlias = "tuple[Bindings, Formula]"

_EVERYWHERE: AbstractContextManager[None] = nullcontext()

# The most nested calls; a recursion that goes deeper with an unknown state is assumed not to end.
_DEEPEST_CALL = 200


class SymbolicEvaluator:
    """The evaluation of a program with a symbolic state.

    * ``known``: the values of calls, by the positions that matter, the definition, the path and the arguments
    * ``joined``: the values of builtin operations on unknown operands
    * ``undefined``: the undefinedness condition of the work at hand (`apart`)
    * ``path``: the condition under which the recursion at hand is reached
    """

    def __init__(self, program: c.Program, meaning: Compiled, state: Symbolic) -> None:
        self.program = program
        self.meaning = meaning
        self.given: dict[str, Symbolic] = {**QUIET, "currentState": state}
        self.known: dict[tuple[object, ...], tuple[Symbolic, Formula]] = {}
        self.joined: dict[tuple[object, ...], tuple[Symbolic, Formula]] = {}
        self.undefined: Formula = NEVER
        self.inside: list[c.Definition] = []
        self.path: Formula = ALWAYS
        self.decider = Decider()
        self.care = care.get()
        self.everywhere = self.here

    # Questions

    def value(self, name: str, *arguments: Symbolic) -> tuple[Symbolic, Formula]:
        """The value of a definition applied to arguments, and its undefinedness condition."""
        definition = self.program.definitions[name]
        return self.apart(lambda: self.apply(definition, arguments, definition.head))

    def value_where(self, assumed: Formula, name: str, *arguments: Symbolic) -> tuple[Symbolic, Formula]:
        """The value of a definition that is used only where a formula holds, and its undefinedness condition.

        Clauses that do not apply there are left out.  They may have values of other kinds, such as the result
        of a move of one kind in a state that expects another kind.
        """
        definition = self.program.definitions[name]
        with self.where(assumed):
            return self.apart(lambda: self.body(definition, arguments, definition.head, assumed))

    def holds(self, name: str, *arguments: Symbolic) -> tuple[Formula, Formula]:
        """The formula of a relation, and the condition under which it has no truth value."""
        definition = self.program.definitions[name]
        return self.apart(
            lambda: self.as_sentence(self.apply(definition, arguments, definition.head), definition.head)
        )

    # Where there is no value

    def apart(self, work: Callable[[], _T]) -> tuple[_T, Formula]:
        """The result of some work, and its own undefinedness condition, which is not added to ours."""
        before, self.undefined = self.undefined, NEVER
        try:
            return work(), self.undefined
        finally:
            self.undefined = before

    def under(self, condition: Formula, work: Callable[[], _T]) -> _T:
        """The result of some work that is used only where the condition holds."""
        with self.where(condition):
            result, undefined = self.apart(work)
        if undefined is not NEVER:
            self.undefined |= condition & undefined
        return result

    # Where few positions matter

    @property
    def here(self) -> int:
        """The vector of the positions that matter, as in `CareSet`; 0 without a care set."""
        return self.care.here if self.care else 0

    def at_positions(self, here: int) -> AbstractContextManager[None]:
        """A context for work whose result matters only in these positions."""
        return self.care.at(here) if self.care else _EVERYWHERE

    def where(self, condition: Formula) -> AbstractContextManager[None]:
        """A context for work whose result matters only where the condition holds."""
        if self.care is None:
            return _EVERYWHERE
        return self.care.at(self.care.here & self.care.vector(condition))

    def mark_undefined(self, when: Formula, misuse: Misuse | None = None) -> None:
        """Extend the undefinedness condition."""
        self.undefined |= when

    # Definitions

    def apply(self, definition: c.Definition, arguments: tuple[Symbolic, ...], span: Span) -> Symbolic:
        """A definition applied to arguments, evaluated once for the same ones."""
        # A value found on a path is right only there, so recursive calls are memoised with their path.
        # Other definitions are evaluated for all paths, so that their memoised values are found on all.
        path = self.path if definition.recursive else ALWAYS
        asked = (definition.name, path, *map(argument_key, arguments))
        # a value that is known for all positions is right for fewer, too
        here = self.here if arguments and (self.everywhere, *asked) not in self.known else self.everywhere
        key = (here, *asked)
        found = self.known.get(key)
        if found is None:
            with self.along(path), self.at_positions(here):
                found = self.known[key] = self.apart(lambda: self.body(definition, arguments, span))
        value, undefined = found
        self.undefined |= undefined
        return value

    def body(
        self,
        definition: c.Definition,
        arguments: tuple[Symbolic, ...],
        span: Span,
        assumed: Formula = ALWAYS,
    ) -> Symbolic:
        """The value of the first clause whose guard holds; it is used only where `assumed` holds."""
        if any(argument is NOTHING for argument in arguments):
            return NOTHING
        if not definition.reads_frame:
            if not any(isinstance(value, UNKNOWN) for value in arguments):
                return self.known_value(definition, arguments)
            if care.get() is not None and all(map(is_enumerable, arguments)):
                return self.value_by_cases(definition, arguments)
        self.meaning.budget.look()
        self.enter(definition, span)
        try:
            bindings: dict[str, Symbolic | Thunk] = dict(zip(definition.parameters, arguments, strict=True))
            if definition.where is not None:
                self.solve_where(definition.where, bindings)
            return self.clauses(definition, bindings, assumed)
        finally:
            self.inside.pop()

    def value_by_cases(self, definition: c.Definition, arguments: tuple[Symbolic, ...]) -> Symbolic:
        """The value of a definition that does not depend on the state, by cases of its arguments."""
        found: list[tuple[Symbolic, Formula]] = []
        for values, when in combinations([cases_of(argument) for argument in arguments]):
            self.meaning.budget.look()
            with self.where(when):
                value, undefined = self.apart(partial(self.apply, definition, values, definition.head))
            self.undefined |= when & undefined
            found.append((value, when))
        return merged(found)

    def known_value(self, definition: c.Definition, arguments: tuple[Symbolic, ...]) -> Symbolic:
        """The value of a definition that does not depend on the state."""
        try:
            return self.meaning.value(definition.name, *arguments)  # type: ignore[arg-type]
        except RunError:
            self.mark_undefined(ALWAYS)
            return NOTHING

    def enter(self, definition: c.Definition, span: Span) -> None:
        """Push a call; `CannotGroundHere` if too many are nested."""
        if len(self.inside) >= _DEEPEST_CALL:
            fact = f"`{definition.name}` is called again and again as long as the state is unknown"
            raise CannotGroundHere(fact, span, "a recursion that the state ends cannot be unrolled")
        self.inside.append(definition)

    @contextmanager
    def along(self, path: Formula) -> Iterator[None]:
        """A context in which `path` is the condition of the recursion."""
        before, self.path = self.path, path
        try:
            yield
        finally:
            self.path = before

    def decided(self, guard: Formula, left: Formula) -> Formula:
        """A guard of a recursion; a constant if the path of the recursion decides it.

        That ends the unrolling of a recursion once no position needs another level.  A set that grows until
        it is closed under a step, for example, needs as many levels as its longest path has steps.  Each
        level adds the formulas of one step, and the diagrams that decide guards may grow exponentially.
        """
        here = self.path & left
        if self.decider.never_holds(here & ~guard):
            return ALWAYS
        return NEVER if self.decider.never_holds(here & guard) else guard

    def clauses(self, definition: c.Definition, bindings: Bindings, assumed: Formula = ALWAYS) -> Symbolic:
        """The clauses of a definition, merged; the result is used only where `assumed` holds."""
        kept = definition if definition.range else None
        return self.cases(definition.clauses, bindings, definition.head, definition.parameters, kept, assumed)

    def cases(
        self,
        clauses: Sequence[c.Clause],
        bindings: Bindings,
        span: Span,
        parameters: Sequence[str] = (),
        kept: c.Definition | None = None,
        assumed: Formula = ALWAYS,
    ) -> Symbolic:
        """All clauses merged, each under the condition that its guard is the first that holds.

        If they are those of a definition with a range, `kept`, values are narrowed to it.  `assumed` holds
        wherever the result is used.
        """
        left: Formula = ALWAYS
        alternatives: list[tuple[Symbolic, Formula]] = []
        recurs = bool(self.inside) and self.inside[-1].recursive
        for clause in clauses:
            holds: Formula = ALWAYS
            if clause.guard is not None:
                guard = clause.guard
                holds = self.under(left, lambda g=guard: self.sentence(g, bindings))  # type: ignore[misc]
                holds = self.decided(holds, left) if recurs else holds
            applies = left & holds
            if applies is not NEVER and applies & assumed is not NEVER:
                term, known = clause.term, where_possible(parameters, bindings, applies)
                with self.along(self.path & applies if recurs else self.path):
                    value = self.under(applies, lambda t=term, b=known: self.term(t, b))  # type: ignore[misc]
                if kept is not None and clause.guard is not None:
                    value = self.narrowed(value, kept, clause.guard)
                alternatives.append((value, applies))
            left &= ~holds  # equivalent to removing `applies`, which would repeat the guards before
            if left is NEVER:
                break
        self.mark_undefined(left)
        with self.at(span):
            return merged(alternatives)
        return NOTHING

    def narrowed(self, value: Symbolic, definition: c.Definition, guard: c.Core) -> Symbolic:
        """A value without the cases, or the elements, that are outside the range of a definition."""
        (name,) = definition.parameters

        def inside(case: Value) -> bool:
            return self.apart(lambda: self.sentence(guard, {name: case}))[0] is not NEVER

        if isinstance(value, SymbolicSet | SymbolicMap) and definition.range.startswith("sub"):
            return set_of((e, when) for e, when in value.elements.items() if inside(FiniteSet((e,))))
        if isinstance(value, Choice | Amount):
            with self.at(definition.head):
                return choice((case, when) for case, when in cases_of(value) if inside(case))
        return value

    @contextmanager
    def at(self, span: Span) -> Iterator[None]:
        """A context for work at a place of the document; a misuse makes the value undefined."""
        try:
            yield
        except TooManyCases:
            raise CannotGroundHere(
                "this could have too many values to examine each of them",
                span,
                "what depends on one cell or one number at a time can be grounded",
            ) from None
        except Misuse as misuse:
            self.mark_undefined(ALWAYS, misuse)

    # Where

    def solve_where(self, where: c.Where, bindings: dict[str, Symbolic | Thunk]) -> None:
        """Bind the names of a `where`: those of equations lazily, the others now."""
        for step in where.lazy:
            self.bind_lazily(step, bindings)
        if where.solved is None:
            return
        found = list(self.distinct(self.solutions(where.plan, bindings, ALWAYS), where.new))
        self.mark_undefined(counted(((when, 1) for _, when in found), lambda number: number != 1))
        for name in where.new:
            values = [(self.forced(solution[name]), when) for solution, when in found]
            bindings[name] = NOTHING
            with self.at(where.span):
                bindings[name] = merged(values)

    def bind_lazily(self, step: c.Bind, bindings: dict[str, Symbolic | Thunk]) -> None:
        """Bind the names of a pattern to parts of a value that is evaluated when one of them is used."""
        whole = Thunk(self.path, self.here, lambda: self.apart(lambda: self.term(step.value, bindings)))

        def part(name: str) -> Symbolic:
            matches = list(self.matched(step.pattern, self.forced(whole), bindings, ALWAYS, step.value.span))
            self.mark_undefined(~disjunction(when for _, when in matches))
            return merged((self.forced(found[name]), when) for found, when in matches)

        for name in fresh_names(step.pattern):
            bindings[name] = Thunk(self.path, self.here, lambda name=name: self.apart(lambda: part(name)))  # type: ignore[misc]

    def forced(self, value: Symbolic | Thunk) -> Symbolic:
        """The value of a thunk, evaluated now if this is its first use."""
        if not isinstance(value, Thunk):
            return value
        if value.found is None:
            with self.along(value.path), self.at_positions(value.here):
                value.found = value.work()
        found, undefined = value.found
        self.undefined |= undefined
        return found

    # Solutions

    def solutions(self, plan: c.Plan, bindings: Bindings, when: Formula) -> Iterator[SymbolicSolution]:
        """The solutions that the steps of a plan find, each with its condition."""
        if when is NEVER:
            return
        if not plan:
            yield bindings, when
            return
        for found, so in self.step(plan[0], bindings, when):
            yield from self.solutions(plan[1:], found, so)

    def step(self, step: c.Step, bindings: Bindings, when: Formula) -> Iterable[SymbolicSolution]:
        """The solutions by which one step extends a solution."""
        match step:
            case c.Test(sentence):
                return [(bindings, when & self.under(when, lambda: self.sentence(sentence, bindings)))]
            case c.Bind(pattern, value):
                term = self.under(when, lambda: self.term(value, bindings))
                return self.matched(pattern, term, bindings, when, value.span)
            case c.Each(pattern, domain):
                elements = self.elements(domain, bindings, when)
                return self.fitting(pattern, elements, bindings, when, domain.span)
            case c.Either(branches, names):
                every = (found for plan in branches for found in self.solutions(plan, bindings, when))
                return self.distinct(every, names)
            case _:
                assert_never(step)

    def elements(
        self, domain: c.Core, bindings: Bindings, when: Formula
    ) -> Iterable[tuple[Symbolic, Formula]]:
        """The possible elements of a set, each with its condition."""
        value = self.under(when, lambda: self.term(domain, bindings))
        if value is NOTHING:
            return ()
        if isinstance(value, SymbolicMap):
            return [(symbolic_tuple(pair), ALWAYS) for pair in value.values.items()]
        with self.at(domain.span):
            found, is_set = elements_where_set(value)
            self.mark_undefined(when & ~is_set)
            return found.items()
        return ()

    def fitting(
        self,
        pattern: c.Pattern,
        elements: Iterable[tuple[Symbolic, Formula]],
        bindings: Bindings,
        when: Formula,
        span: Span,
    ) -> Iterator[SymbolicSolution]:
        """The bindings with the names of a pattern, for each element that fits it."""
        for element, inside in elements:
            yield from self.matched(pattern, element, bindings, when & inside, span)

    def matched(
        self, pattern: c.Pattern, value: Symbolic, bindings: Bindings, when: Formula, span: Span
    ) -> Iterator[SymbolicSolution]:
        """The bindings with the names of a pattern, with the conditions under which the value fits it."""
        if when is NEVER or value is NOTHING:
            return
        shaped: list[tuple[Symbolic, Formula]] = []
        with self.at(span):
            shaped = cases_with_tuples(pattern, value)
        for case, so in shaped:
            fresh: dict[str, Symbolic | Thunk] = {}
            compared: list[tuple[c.Core, Symbolic]] = []
            bind(pattern, case, fresh, compared)
            found = {**bindings, **fresh}
            holds = when & so
            for tree, part in compared:
                other = self.under(holds, lambda t=tree, b=found: self.term(t, b))  # type: ignore[misc]
                with self.at(span):
                    holds &= equal(other, part)
            yield found, holds

    def distinct(
        self, solutions: Iterable[SymbolicSolution], names: tuple[str, ...]
    ) -> Iterator[SymbolicSolution]:
        """The solutions without repetitions of the same bindings."""
        found: dict[tuple[object, ...], tuple[dict[str, Symbolic | Thunk], list[Formula]]] = {}
        for bindings, when in solutions:
            values = [self.forced(bindings[name]) for name in names]
            for case, condition in combinations([cases_of(value) for value in values]):
                named = dict(zip(names, case, strict=True))
                found.setdefault(case, ({**bindings, **named}, []))[1].append(when & condition)
        return ((bindings, disjunction(when)) for bindings, when in found.values())

    # Terms and sentences

    def term(self, tree: c.Core, bindings: Bindings) -> Symbolic:
        """The value of an expression."""
        match tree:
            case c.Constant(value):
                return value
            case c.Local(name):
                return self.forced(bindings[name])
            case c.Given(name):
                return self.given[name]
            case c.Global(name, arguments):
                values = tuple(self.term(argument, bindings) for argument in arguments)
                return self.apply(self.program.definitions[name], values, tree.span)
            case c.Operation():
                return self.operations(tree, bindings)
            case c.Build():
                return self.fold(tree, bindings)
            case c.Block(clauses, where):
                inner = dict(bindings)
                if where is not None:
                    self.solve_where(where, inner)
                return self.cases(clauses, inner, tree.span, tuple(inner))
            case _:
                return truth_of(self.sentence(tree, bindings))

    def fold(self, tree: c.Build, bindings: Bindings) -> Symbolic:
        """The value of a fold."""
        bodies = [
            (self.under(when, lambda b=found: self.term(tree.body, b)), when)  # type: ignore[misc]
            for found, when in self.solutions(tree.plan, bindings, ALWAYS)
        ]
        with self.at(tree.span):
            return SYMBOLIC_FOLDS[tree.fold](bodies, self.mark_undefined)
        return NOTHING

    def operations(self, tree: c.Operation, bindings: Bindings) -> Symbolic:
        """The value of an operation; nested operations are evaluated on a stack, without recursion."""
        return c.fold_operations(tree, lambda part: self.term(part, bindings), self.applied)

    def applied(self, tree: c.Operation, values: Sequence[Symbolic]) -> Symbolic:
        """A builtin applied to operands."""
        operands = tuple(values)
        if any(value is NOTHING for value in operands):
            return NOTHING
        if not all(isinstance(value, UNKNOWN) for value in operands):
            return self.applied_here(tree, operands)
        key = (tree.builtin.key, self.here, *operands)
        if key not in self.joined:
            self.joined[key] = self.apart(lambda: self.applied_here(tree, operands))
        found, undefined = self.joined[key]
        if undefined is not NEVER:
            self.undefined |= undefined
        return found

    def applied_here(self, tree: c.Operation, operands: tuple[Symbolic, ...]) -> Symbolic:
        """A builtin applied to operands, not memoised."""
        with self.at(tree.span):
            return apply_symbolic(tree.builtin, operands, self.mark_undefined)
        return NOTHING

    def sentence(self, tree: c.Core, bindings: Bindings) -> Formula:
        """The formula of an expression, which must be a sentence."""
        if isinstance(tree, c.Not | c.And | c.Or | c.Implies | c.Equivalent | c.Quantified):
            return self.connective(tree, bindings)
        return self.as_sentence(self.term(tree, bindings), tree.span)

    def as_sentence(self, value: Symbolic, span: Span) -> Formula:
        """The formula of a value, which must be a truth value."""
        if value is NOTHING:
            return NEVER
        holds, either = holds_of(value)
        self.mark_undefined(~either)
        return holds

    def connective(
        self,
        tree: c.Not | c.And | c.Or | c.Implies | c.Equivalent | c.Quantified,
        bindings: Bindings,
    ) -> Formula:
        """The formula of a connective; parts that cannot change the result are not evaluated."""
        match tree:
            case c.Not(operand):
                return negation(self.sentence(operand, bindings))
            case c.And(parts):
                return self.every(lambda p=part: self.sentence(p, bindings) for part in parts)  # type: ignore[misc]
            case c.Or(parts):
                return ~self.every(lambda p=part: ~self.sentence(p, bindings) for part in parts)  # type: ignore[misc]
            case c.Implies(premises, conclusion):
                hold = [lambda p=premise: self.sentence(p, bindings) for premise in premises]
                return ~self.every([*hold, lambda: ~self.sentence(conclusion, bindings)])
            case c.Equivalent(left, right):
                return same(self.sentence(left, bindings), self.sentence(right, bindings))
            case c.Quantified():
                return self.quantified(tree, bindings)
            case _:
                assert_never(tree)

    def every(self, sentences: Iterable[Callable[[], Formula]]) -> Formula:
        """The conjunction of sentences; each is evaluated only where those before it hold."""
        holds: list[Formula] = []
        for sentence in sentences:
            with self.where(conjunction(holds)) if self.care else _EVERYWHERE:
                found, undefined = self.apart(sentence)
            if undefined is not NEVER:
                self.undefined |= conjunction((*holds, undefined))
            holds.append(found)
            if found is NEVER:
                break
        return conjunction(holds)

    def quantified(self, tree: c.Quantified, bindings: Bindings) -> Formula:
        """The formula of a quantifier; ``some`` is the negation of ``all`` with a negated body.

        In a known set, an element is evaluated only if those before it do not decide.  The order of an
        unknown set is unknown, so every element of it is evaluated.
        """
        universal = tree.quantifier == "all"
        domain = list(self.elements(tree.domain, bindings, ALWAYS))
        found = self.fitting(tree.pattern, domain, bindings, ALWAYS, tree.domain.span)
        claims: list[Callable[[], Formula]] = []
        for inner, inside in found:

            def claim(inner: Bindings = inner, inside: Formula = inside) -> Formula:
                holds = self.under(inside, lambda: self.sentence(tree.body, inner))
                return ~inside | (holds if universal else ~holds)

            claims.append(claim)
        if all(inside is ALWAYS and not isinstance(element, UNKNOWN) for element, inside in domain):
            holds = self.every(claims)
        else:
            holds = conjunction([claim() for claim in claims])
        return holds if universal else ~holds


def where_possible(names: Iterable[str], bindings: Bindings, when: Formula) -> Bindings:
    """The bindings, with the choices that are bound to some names narrowed to the cases possible under a
    condition.

    With it, a recursion that counts a choice down ends with its last case.
    """
    left: dict[str, Symbolic | Thunk] = {}
    for name in names:
        value = bindings[name]
        if isinstance(value, Choice) and when is not ALWAYS:
            every = ((case, so, so & when) for case, so in value.cases.items())
            cases = [(case, so) for case, so, here in every if not (is_short(here) and never_holds(here))]
            if 0 < len(cases) < len(value.cases):
                left[name] = choice(cases)
    return {**bindings, **left} if left else bindings


def is_enumerable(argument: Symbolic) -> bool:
    """Whether a value is known, a choice, or a tuple of such values."""
    if isinstance(argument, SymbolicTuple):
        return all(map(is_enumerable, argument.parts))
    return isinstance(argument, Choice) or not isinstance(argument, UNKNOWN)


def argument_key(argument: Symbolic) -> object:
    """The key of an argument in memos: its type and value if known, else the identity of the object."""
    return argument if isinstance(argument, UNKNOWN) else (type(argument), argument)


def cases_with_tuples(pattern: c.Pattern, value: Symbolic) -> list[tuple[Symbolic, Formula]]:
    """The cases of a value that have the tuples of a pattern, at any depth, each with its condition.

    A value that certainly has them is one case.  A case without them does not fit the pattern.
    """
    if not isinstance(pattern, c.PatternTuple):
        return [(value, ALWAYS)]
    parts = components_of(value, len(pattern.elements))
    if parts is None or (isinstance(value, Choice) and not all(map(certainly_fits, pattern.elements, parts))):
        cases = value.cases.items() if isinstance(value, Choice) else ()
        return [(found, when & so) for case, when in cases for found, so in cases_with_tuples(pattern, case)]
    inside = [cases_with_tuples(part, inner) for part, inner in zip(pattern.elements, parts, strict=True)]
    return [(symbolic_tuple(case), when) for case, when in combinations(inside)]


def certainly_fits(pattern: c.Pattern, value: Symbolic) -> bool:
    """Whether a value certainly has the tuples of a pattern."""
    return [when for _, when in cases_with_tuples(pattern, value)] == [ALWAYS]


def bind(
    pattern: c.Pattern,
    value: Symbolic,
    fresh: dict[str, Symbolic | Thunk],
    compared: list[tuple[c.Core, Symbolic]],
) -> None:
    """Add the bindings of a pattern to `fresh`, and the comparisons that it requires to `compared`.

    The value must have the tuples of the pattern.
    """
    match pattern:
        case c.Fresh(name):
            fresh[name] = value
        case c.PatternTuple(elements):
            parts = components_of(value, len(elements))
            assert parts is not None
            for part, inner in zip(elements, parts, strict=True):
                bind(part, inner, fresh, compared)
        case _:
            compared.append((pattern, value))
