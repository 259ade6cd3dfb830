"""Why an expression has its value: the parts that decide it, and theirs, as far as they matter.

    p & q          the first part that is false; all of them if it is true
    p V q          the first part that is true; all of them if it is false
    p => q         a false premise, or the conclusion
    some x in S. p the first element for which p holds; if there is none, how many were tried
    all x in S. p  the first element for which p fails; if there is none, how many were tried
    a = b          the values of both sides; of two sets, the elements that only one of them has
    a in {t | p}   the condition for the one solution whose t is a, where a determines it
    f(a)           the clause that applies, as far as definitions are to be opened

Of what has no value, the first part without one matters, wherever it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias, TypeVar, cast

from noughts.language import core as c
from noughts.language.expression_of import binders, expression_of, written_name
from noughts.language.show import show
from noughts.language.solutions import fresh_names, locals_in
from noughts.language.spelling import Spelling
from noughts.language.stack import deep_enough
from noughts.meaning.compile import Compiled
from noughts.meaning.evaluate import Bindings, Evaluator, Located, matches_pattern
from noughts.meaning.explanation import Explanation
from noughts.meaning.frame import Frame
from noughts.meaning.lazy import Lazy
from noughts.meaning.run_error import NO_ROOM, TOO_DEEP_HELP
from noughts.meaning.self_test import frame_of_test
from noughts.text.source import Span
from noughts.values.misuse import Misuse, OutOfBudget, TooDeep
from noughts.values.operations import difference
from noughts.values.sets import Set
from noughts.values.show import summary
from noughts.values.truth import FALSE, TRUE, Truth, truth
from noughts.values.value import Value

DEPTH = 4
"""Definitions opened inside one another: from `legalMove` of tic-tac-toe down to the mark in the cell."""
_MOST = 500
"""Parts of one explanation; nobody reads more, and recursive definitions have no end of them."""

Evaluated: TypeAlias = "Value | Misuse"
_T = TypeVar("_T")


class Interpreter(Evaluator):
    """The reference evaluator, with compiled definitions: an explanation evaluates each part again."""

    def __init__(self, meaning: Compiled) -> None:
        super().__init__(meaning.program, meaning.budget)
        self.meaning = meaning

    def apply(
        self, definition: c.Definition, arguments: tuple[Value, ...], frame: Frame, span: Span
    ) -> Value:
        """A definition applied to arguments."""
        function = self.meaning.function(definition.name)
        answer = function(frame, *arguments) if definition.reads_frame else function(*arguments)
        return truth(answer) if definition.relation else cast(Value, answer)


@dataclass(frozen=True, slots=True)
class Scope:
    """The local names of a place: their values, and the equations of those that a `where` binds lazily."""

    bindings: Bindings
    equations: Mapping[str, c.Core]

    def having(self, bindings: Bindings) -> Scope:
        """With other bindings."""
        return Scope(bindings, self.equations)


@dataclass(frozen=True, slots=True)
class Reason:
    """A part that decides a value, in its scope, and the definitions still to be opened inside it."""

    tree: c.Core
    scope: Scope
    depth: int


@dataclass(frozen=True, slots=True)
class Reasons:
    """What decides a value: parts, and what they do not show."""

    parts: tuple[Reason, ...] = ()
    note: str = ""
    vacuous: bool = False
    folded: bool = False


_NONE = Reasons()


def explain(
    tree: c.Core,
    meaning: Compiled,
    frame: Frame,
    where: c.Where | None = None,
    *,
    depth: int = DEPTH,
    spelling: Spelling = Spelling.ASCII,
) -> Explanation:
    """Why an expression, with the `where` of its frame, has its value, or none.

    Definitions are opened `depth` deep, and along the way to something undefined.  `RunError` if the budget
    runs out.
    """
    explainer = Explainer(meaning, frame, spelling)
    return meaning.run(lambda used: explainer.question(tree, where, depth), frame)


def explain_test(test: c.Claim | c.Printed, meaning: Compiled, *, depth: int = DEPTH) -> Explanation:
    """Why the sentence of a claim, or the expression of a transcript, has its value."""
    with meaning.budget.running():
        frame = frame_of_test(test, meaning)
        if isinstance(test, c.Printed):
            return explain(test.expression, meaning, frame, depth=depth)
        return explain(test.sentence, meaning, frame, test.where, depth=depth)


class Explainer:
    """Explains expressions in one frame."""

    def __init__(self, meaning: Compiled, frame: Frame, spelling: Spelling) -> None:
        self.evaluator = Interpreter(meaning)
        self.program = meaning.program
        self.frame = frame
        self.spelling = spelling
        self.left = _MOST

    def question(self, tree: c.Core, where: c.Where | None, depth: int) -> Explanation:
        """The explanation of a whole expression."""
        with deep_enough():
            scope = Scope({}, {})
            if where is not None:
                solved = self.where_scope(where, {})
                if isinstance(solved, Misuse):
                    return Explanation(self.text(tree), None, problem=solved.fact)
                scope = solved
            return self.node(Reason(tree, scope, depth))

    def node(self, part: Reason) -> Explanation:
        """The explanation of one part."""
        self.left -= 1
        tree = part.tree
        result = self.result(tree, part.scope)
        reasons = self.reasons(part, result) if self.left > 0 else Reasons(folded=True)
        value, problem = (None, result.fact) if isinstance(result, Misuse) else (result, "")
        return Explanation(
            self.text(tree),
            value,
            tuple(self.bindings(tree, part.scope)),
            problem,
            reasons.note,
            reasons.vacuous,
            tree.name if isinstance(tree, c.Global) else "",
            reasons.folded,
            tuple(map(self.node, reasons.parts)),
        )

    def text(self, tree: c.Core) -> str:
        """An expression as a document could write it."""
        return show(expression_of(tree), self.spelling)

    def bindings(self, tree: c.Core, scope: Scope) -> Iterator[tuple[str, Value]]:
        """The local names of an expression that have values: nothing else needed one."""
        used = set(locals_in(tree))
        for name, bound in scope.bindings.items():
            value = bound.value if isinstance(bound, Lazy) else bound
            if name in used and value is not None:
                yield written_name(name), value

    # Values

    def result(self, tree: c.Core, scope: Scope) -> Evaluated:
        """The value of an expression, or why it has none."""
        return attempt(lambda: self.evaluator.term(tree, scope.bindings, self.frame))

    def first_unlike(self, expected: Truth, trees: Iterable[c.Core], scope: Scope) -> c.Core | None:
        """The first of some sentences that has another value, or none."""
        return next((tree for tree in trees if self.result(tree, scope) is not expected), None)

    def first_undefined(self, trees: Iterable[c.Core], scope: Scope) -> c.Core | None:
        """The first of some expressions without a value."""
        return next((tree for tree in trees if isinstance(self.result(tree, scope), Misuse)), None)

    # What decides a value

    def reasons(self, part: Reason, result: Evaluated) -> Reasons:
        """What decides the value of a part."""
        tree = part.tree
        match tree:
            case c.Constant() | c.Given():
                return _NONE
            case c.Local(name):
                equation = part.scope.equations.get(name)
                decides = equation is not None and isinstance(result, Misuse | Truth)
                return self.all_of(part, equation) if decides else _NONE
            case c.Global():
                return self.reasons_of_call(part, tree, result)
            case c.Operation():
                return self.reasons_of_operation(part, tree, result)
            case c.Build(_, _, _, plan, body):
                return self.failing(part, plan, body) if isinstance(result, Misuse) else _NONE
            case c.Quantified():
                return self.reasons_of_quantified(part, tree)
            case _:
                return self.all_of(part, *self.decisive(tree, part.scope))

    def all_of(self, part: Reason, *trees: c.Core | None) -> Reasons:
        """Some parts of an expression, in its scope."""
        return Reasons(tuple(Reason(tree, part.scope, part.depth) for tree in trees if tree is not None))

    def decisive(
        self, tree: c.Not | c.And | c.Or | c.Implies | c.Equivalent, scope: Scope
    ) -> tuple[c.Core, ...]:
        """The parts of a sentence that decide it."""
        match tree:
            case c.Not(operand):
                return (operand,)
            case c.And(parts) | c.Or(parts):
                found = self.first_unlike(truth(isinstance(tree, c.And)), parts, scope)
                return parts if found is None else (found,)
            case c.Implies(premises, conclusion):
                found = self.first_unlike(TRUE, premises, scope)
                if found is not None:
                    return (found,)
                fails = self.result(conclusion, scope) is FALSE
                return (*premises, conclusion) if fails else (conclusion,)
            case c.Equivalent(left, right):
                undefined = self.first_undefined((left, right), scope)
                return (left, right) if undefined is None else (undefined,)

    def reasons_of_quantified(self, part: Reason, tree: c.Quantified) -> Reasons:
        """The element that decides a quantifier, or how many were tried."""
        names, domain, body = binders(tree)
        elements = attempt(lambda: list(self.evaluator.each(domain, part.scope.bindings, self.frame)))
        if isinstance(elements, Misuse):
            return self.all_of(part, domain)
        expected, count = truth(tree.quantifier == "all"), len(elements) ** len(names)
        for values in product(elements, repeat=len(names)):
            self.evaluator.budget.call()
            inner = part.scope.having({**part.scope.bindings, **dict(zip(names, values, strict=True))})
            if self.result(body, inner) is not expected or count == 1:
                return Reasons((Reason(body, inner, part.depth),))
        if count == 0:
            told = () if is_written_out(domain) else (Reason(domain, part.scope, 0),)
            return Reasons(told, "the set is empty", tree.quantifier == "all")
        return Reasons(note=f"{'each' if expected is TRUE else 'none'} of {count:,}")

    def reasons_of_operation(self, part: Reason, tree: c.Operation, result: Evaluated) -> Reasons:
        """The operands of an operation, and for sets what distinguishes them."""
        undefined = self.first_undefined(tree.operands, part.scope)
        if undefined is not None:
            return self.all_of(part, undefined)
        if tree.builtin.key == "in" and (listed := self.membership(part, tree, result)):
            return listed
        told = [operand for operand in tree.operands if not self.is_plain(operand, part.scope)]
        note = self.difference(tree, part.scope) if result is FALSE else ""
        return Reasons(self.all_of(part, *told).parts, note)

    def is_plain(self, tree: c.Core, scope: Scope) -> bool:
        """Whether the value of an operand can be seen without a line of its own."""
        return is_written_out(tree) or (isinstance(tree, c.Local) and tree.name not in scope.equations)

    def difference(self, tree: c.Operation, scope: Scope) -> str:
        """What makes two sets different, or one no subset of the other."""
        left, right = (self.result(side, scope) for side in (*tree.operands, *tree.operands)[:2])
        if tree.builtin.key not in ("=", "sub") or not isinstance(left, Set) or not isinstance(right, Set):
            return ""
        told: list[str] = []
        for where, a, b in (("left", left, right), ("right", right, left)):
            more = attempt(lambda a=a, b=b: difference(a, b))  # type: ignore[misc]
            if isinstance(more, Set) and more.size and (where == "left" or tree.builtin.key == "="):
                told.append(f"only on the {where}: {summary(more)}")
        return "; ".join(told)

    def membership(self, part: Reason, tree: c.Operation, result: Evaluated) -> Reasons | None:
        """Why a value is in ``{t | p}`` or not: p, for the names of t that make t this value.

        Only if t is made of all the names that p binds, and p alone has the same value.
        """
        opened = self.set_builder(tree.operands[1], part)
        value = self.result(tree.operands[0], part.scope)
        if opened is None or isinstance(value, Misuse):
            return None
        built, inner = opened
        pattern = pattern_of_names(built.body, built.new)
        fresh: dict[str, Value | Lazy] = {}
        if pattern is None or not matches_pattern(pattern, value, fresh, []):
            return None
        found = inner.scope.having({**inner.scope.bindings, **fresh})
        same = self.result(built.condition, found) is result
        return Reasons((Reason(built.condition, found, inner.depth),)) if same else None

    def set_builder(self, tree: c.Core, part: Reason) -> tuple[c.Build, Reason] | None:
        """The set-builder that an expression is, or the definition that it applies, with its scope."""
        match tree:
            case c.Build("{}"):
                return tree, part
            case c.Global(name, arguments) if part.depth > 0:
                definition = self.program.definitions[name]
                values = self.arguments(arguments, part.scope)
                scope = None if values is None else self.body_scope(definition, values)
                clauses = definition.clauses
                if scope is None or isinstance(scope, Misuse) or clauses[0].guard is not None:
                    return None
                return self.set_builder(clauses[0].term, Reason(tree, scope, part.depth - 1))
            case _:
                return None

    # Definitions

    def reasons_of_call(self, part: Reason, tree: c.Global, result: Evaluated) -> Reasons:
        """The clause of a definition that applies, unless the definition stays closed."""
        values = self.arguments(tree.arguments, part.scope)
        if values is None:
            return self.all_of(part, self.first_undefined(tree.arguments, part.scope))
        definition = self.program.definitions[tree.name]
        if self.is_settled(definition, result):
            return _NONE
        astray = isinstance(result, Misuse) and not isinstance(result, OutOfBudget)
        if part.depth <= 0 and not astray:
            return Reasons(folded=True)
        scope = self.body_scope(definition, values)
        if isinstance(scope, Misuse):
            return self.failing_where(definition, values, part.depth - 1)
        inside = Reason(tree, scope, part.depth - 1)
        return self.all_of(inside, *self.clause(definition, scope))

    def is_settled(self, definition: c.Definition, result: Evaluated) -> bool:
        """Whether a definition is not worth opening: its value is as good as written out."""
        if isinstance(result, Truth | Misuse):
            return False
        return definition.is_constant and not definition.reads_frame

    def arguments(self, trees: tuple[c.Core, ...], scope: Scope) -> tuple[Value, ...] | None:
        """The values of arguments, if all have one."""
        results = [self.result(tree, scope) for tree in trees]
        values = tuple(result for result in results if not isinstance(result, Misuse))
        return values if len(values) == len(trees) else None

    def body_scope(self, definition: c.Definition, values: tuple[Value, ...]) -> Scope | Misuse:
        """The scope of a definition's body."""
        bindings = dict(zip(definition.parameters, values, strict=True))
        return (
            Scope(bindings, {}) if definition.where is None else self.where_scope(definition.where, bindings)
        )

    def where_scope(self, where: c.Where, outer: Mapping[str, Value]) -> Scope | Misuse:
        """A scope with the names of a `where`, or why they have no values."""
        bindings: dict[str, Value | Lazy] = dict(outer)

        def solved() -> Scope:
            self.evaluator.solve_where(where, bindings, self.frame)
            return Scope(bindings, equations_of(where))

        return attempt(solved)

    def failing_where(self, definition: c.Definition, values: tuple[Value, ...], depth: int) -> Reasons:
        """The part of a `where` that is undefined, if there is one."""
        where = definition.where
        assert where is not None
        bindings: dict[str, Value | Lazy] = dict(zip(definition.parameters, values, strict=True))
        for step in where.lazy:
            self.evaluator.bind_lazily(step, bindings, self.frame)
        scope = Scope(bindings, equations_of(where))
        return self.failing(Reason(c.Constant(TRUE, span=where.span), scope, depth), where.plan)

    def clause(self, definition: c.Definition, scope: Scope) -> Iterator[c.Core]:
        """The guards up to the first that holds, and the term behind it unless it is written out."""
        for clause in definition.clauses:
            if clause.guard is not None:
                yield clause.guard
                held = self.result(clause.guard, scope)
                if held is FALSE:
                    continue
                if held is not TRUE:
                    return
            if not is_written_out(clause.term):
                yield clause.term
            return

    # Solutions of conditions

    def failing(self, part: Reason, plan: c.Plan, body: c.Core | None = None) -> Reasons:
        """The part of a condition, or the term of one of its solutions, that is undefined."""
        found = next(self.faults(plan, part.scope.bindings, body), None)
        if found is None:
            return _NONE
        tree, bindings = found
        return Reasons((Reason(tree, part.scope.having(bindings), part.depth),))

    def faults(
        self, plan: c.Plan, bindings: Bindings, body: c.Core | None
    ) -> Iterator[tuple[c.Core, Bindings]]:
        """What is undefined on the way through the steps of a plan, with the bindings there."""
        if not plan:
            if body is not None and isinstance(self.result(body, Scope(bindings, {})), Misuse):
                yield body, bindings
            return
        step, *rest = plan
        found = attempt(lambda: list(self.evaluator.step(step, bindings, self.frame)))
        if isinstance(found, Misuse):
            yield from self.fault(step, bindings)
            return
        for solution in found:
            yield from self.faults(tuple(rest), solution, body)

    def fault(self, step: c.Step, bindings: Bindings) -> Iterator[tuple[c.Core, Bindings]]:
        """What is undefined in a step that fails."""
        match step:
            case c.Test(tree) | c.Bind(_, tree) | c.Each(_, tree):
                yield tree, bindings
            case c.Either(branches):
                for branch in branches:
                    yield from self.faults(branch, bindings, None)


def equations_of(where: c.Where) -> dict[str, c.Core]:
    """The equations that give a name of a `where` its value."""
    return {step.pattern.name: step.value for step in where.lazy if isinstance(step.pattern, c.Fresh)}


def is_written_out(tree: c.Core) -> bool:
    """Whether an expression is a value written out."""
    if isinstance(tree, c.Operation):
        return tree.builtin.key in ("()", "{}", "..", "neg") and all(map(is_written_out, tree.operands))
    return isinstance(tree, c.Constant)


def pattern_of_names(body: c.Core, new: tuple[str, ...]) -> c.Pattern | None:
    """The term of a set-builder as a pattern that binds each of its new names once, if it is one."""

    def convert(tree: c.Core) -> c.Pattern:
        if isinstance(tree, c.Local):
            return c.Fresh(tree.name)
        assert isinstance(tree, c.Operation)
        return c.PatternTuple(tuple(map(convert, tree.operands)))

    if not is_made_of_names(body):
        return None
    pattern = convert(body)
    return pattern if sorted(fresh_names(pattern)) == sorted(new) else None


def is_made_of_names(tree: c.Core) -> bool:
    """Whether an expression is a local name, or a tuple of such."""
    if isinstance(tree, c.Operation):
        return tree.builtin.key == "()" and all(map(is_made_of_names, tree.operands))
    return isinstance(tree, c.Local)


def attempt(work: Callable[[], _T]) -> _T | Misuse:
    """The result of some work, or why it has none; what is out of time or memory ends the explanation."""
    try:
        return work()
    except Located as error:
        misuse = error.misuse
    except Misuse as error:
        misuse = error
    except RecursionError:
        return TooDeep(NO_ROOM, TOO_DEEP_HELP)
    if type(misuse) is OutOfBudget:
        raise misuse
    return misuse
