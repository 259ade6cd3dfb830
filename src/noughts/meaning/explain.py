r"""Explanations why an expression has its value: the parts that decide it, and their parts in turn.

    p & q          the first part that is false; all of them if it is true
    p V q          the first part that is true; all of them if it is false
    p => q         a false premise, or the conclusion
    some x in S. p the first element for which p holds; if there is none, how many were tried
    all x in S. p  the first element for which p fails; if there is none, how many were tried
    a = b          the values of both sides; of two sets, the elements that only one of them has, and why
                   the first of them is in that one and not in the other
    f(a)           the clause that applies, up to some depth of definitions

Membership is explained by the form of the set:

    a in {t | p}   p, for the solution whose t is a; if a is not in it, for the names that make t equal a
    a in A U B     a in A, or a in B
    a in A \ B     a in A, and ~(a in B)
    a in A sec B   a in A, and a in B

If the set is a definition, its body is used, within the depth to which definitions are opened.  If an
expression is undefined, its first undefined part decides that, at any depth.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from noughts.language import core as c
from noughts.language.builtins import OPERATIONS
from noughts.language.expression_of import binders
from noughts.language.restated import Restated, asked_name, restated
from noughts.language.shift import AFTERWARDS
from noughts.language.solutions import fresh_names
from noughts.language.spelling import Spelling
from noughts.language.stack import deep_enough
from noughts.meaning.compile import Compiled
from noughts.meaning.evaluate import Bindings, matches_pattern
from noughts.meaning.explanation import NO_REASONS, Explanation, Reason, Reasons
from noughts.meaning.frame import Frame
from noughts.meaning.interpreter import Evaluated, Interpreter, Scope, attempt, equations_of
from noughts.meaning.lazy import Lazy
from noughts.meaning.self_test import frame_of_test
from noughts.values.misuse import Misuse, OutOfBudget
from noughts.values.operations import difference
from noughts.values.scalars import FALSE, TRUE, Truth, truth
from noughts.values.sets import Set
from noughts.values.show import summary
from noughts.values.value import Value

# The search for the undefined part in the solutions of a condition.


def failing(within: Interpreter, part: Reason, plan: c.Plan, body: c.Core | None = None) -> Reasons:
    """The undefined part of a condition, or the undefined term of one of its solutions."""
    found = next(faults(within, plan, part.scope.bindings, body), None)
    if found is None:
        return NO_REASONS
    tree, bindings = found
    return Reasons((Reason(tree, part.scope.having(bindings), part.depth),))


def failing_where(
    within: Interpreter, definition: c.Definition, arguments: tuple[Value, ...], depth: int
) -> Reasons:
    """The undefined part of a definition's `where`, if its names have no values because of that."""
    where = definition.where
    assert where is not None
    bindings: dict[str, Value | Lazy] = dict(zip(definition.parameters, arguments, strict=True))
    for step in where.lazy:
        within.bind_lazily(step, bindings, within.frame)
    scope = Scope(bindings, equations_of(where))
    return failing(within, Reason(c.Constant(TRUE, span=where.span), scope, depth), where.plan)


def faults(
    within: Interpreter, plan: c.Plan, bindings: Bindings, body: c.Core | None
) -> Iterator[tuple[c.Core, Bindings]]:
    """The undefined expressions met by the steps of a plan, with the bindings there."""
    if not plan:
        if body is not None and isinstance(within.result(body, Scope(bindings, {})), Misuse):
            yield body, bindings
        return
    step, *rest = plan
    found = attempt(lambda: list(within.step(step, bindings, within.frame)))
    if isinstance(found, Misuse):
        yield from fault(within, step, bindings)
        return
    for solution in found:
        yield from faults(within, tuple(rest), solution, body)


def fault(within: Interpreter, step: c.Step, bindings: Bindings) -> Iterator[tuple[c.Core, Bindings]]:
    """The undefined expression in a step that fails."""
    match step:
        case c.Test(tree) | c.Bind(_, tree) | c.Each(_, tree):
            yield tree, bindings
        case c.Either(branches):
            for branch in branches:
                yield from faults(within, branch, bindings, None)


DEPTH = 4
"""The depth to which definitions are opened: from `legalMove` of tic-tac-toe down to the mark in a cell."""
# The most parts of an explanation: people do not read more, and recursive definitions may have no end.
_MOST_PARTS = 500

# A definition as a function of the state, with its arguments, in the fact of an error.
_OF_ANOTHER_STATE = re.compile(rf"(`[^` ]+){AFTERWARDS}`( applies)?(?: to .*)?", re.DOTALL)


def explain(
    tree: c.Core,
    meaning: Compiled,
    frame: Frame,
    where: c.Where | None = None,
    *,
    depth: int = DEPTH,
    spelling: Spelling = Spelling.ASCII,
) -> Explanation:
    """The explanation why an expression, with the `where` of its test, has its value or is undefined.

    Definitions are opened to the given depth, and as deep as needed to reach an undefined part.  `RunError`
    if the budget runs out.
    """
    explainer = Explainer(meaning, frame, spelling)
    return meaning.run(lambda used: explainer.question(tree, where, depth), frame)


def explain_test(test: c.Claim | c.Printed, meaning: Compiled, *, depth: int = DEPTH) -> Explanation:
    """The explanation of the sentence of a claim, or of the expression of a transcript."""
    with meaning.budget.running():
        frame = frame_of_test(test, meaning)
        if isinstance(test, c.Printed):
            return explain(test.expression, meaning, frame, depth=depth)
        return explain(test.sentence, meaning, frame, test.where, depth=depth)


class Explainer:
    """Explains expressions in one frame."""

    def __init__(self, meaning: Compiled, frame: Frame, spelling: Spelling) -> None:
        self.within = Interpreter(meaning, frame)
        self.spelling = spelling
        self.left = _MOST_PARTS

    def question(self, tree: c.Core, where: c.Where | None, depth: int) -> Explanation:
        """The explanation of a whole expression."""
        with deep_enough():
            scope = Scope({}, {})
            if where is not None:
                solved = self.within.scope_of(where, {})
                if isinstance(solved, Misuse):
                    text = restated(tree, {}).text(self.spelling)
                    return Explanation(text, None, problem=known_fact(solved.fact))
                scope = solved
            return self.node(Reason(tree, scope, depth))

    def node(self, part: Reason) -> Explanation:
        """The explanation of one part."""
        self.left -= 1
        tree = part.tree
        said = restated(tree, part.scope.equations)
        result = self.within.result(tree, part.scope)
        reasons = self.reasons(part, result) if self.left > 0 else Reasons(folded=True)
        value, problem = (None, known_fact(result.fact)) if isinstance(result, Misuse) else (result, "")
        return Explanation(
            said.text(self.spelling),
            value,
            tuple(self.bindings(said, part.scope)),
            problem,
            reasons.note,
            reasons.vacuous,
            asked_name(tree.name if isinstance(tree, c.Global) else reasons.definition),
            reasons.folded,
            tuple(map(self.node, reasons.parts)),
        )

    def bindings(self, said: Restated, scope: Scope) -> Iterator[tuple[str, Value]]:
        """The local names of an expression that have values; the others were not needed."""
        for name, bound in scope.bindings.items():
            value = bound.value if isinstance(bound, Lazy) else bound
            if name in said.names and value is not None:
                yield said.names[name], value

    # What decides a value

    def reasons(self, part: Reason, result: Evaluated) -> Reasons:
        """The reasons for the value of a part."""
        tree = part.tree
        match tree:
            case c.Constant() | c.Given():
                return NO_REASONS
            case c.Local(name):
                equation = part.scope.equations.get(name)
                decides = equation is not None and isinstance(result, Misuse | Truth)
                return self.all_of(part, equation) if decides else NO_REASONS
            case c.Global():
                return self.reasons_of_call(part, tree, result)
            case c.Operation():
                return self.reasons_of_operation(part, tree, result)
            case c.Build(_, _, _, plan, body):
                return failing(self.within, part, plan, body) if isinstance(result, Misuse) else NO_REASONS
            case c.Quantified():
                return self.reasons_of_quantified(part, tree)
            case c.Block():
                scope = self.scope_inside_block(tree, part.scope)
                inside = None if scope is None else Reason(tree, scope, part.depth)
                return NO_REASONS if inside is None else self.all_of(inside, *self.clause(tree, inside.scope))
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
                found = self.within.first_unlike(truth(isinstance(tree, c.And)), parts, scope)
                return parts if found is None else (found,)
            case c.Implies(premises, conclusion):
                found = self.within.first_unlike(TRUE, premises, scope)
                if found is not None:
                    return (found,)
                fails = self.within.result(conclusion, scope) is FALSE
                return (*premises, conclusion) if fails else (conclusion,)
            case c.Equivalent(left, right):
                undefined = self.within.first_undefined((left, right), scope)
                return (left, right) if undefined is None else (undefined,)

    def reasons_of_quantified(self, part: Reason, tree: c.Quantified) -> Reasons:
        """The element that decides a quantifier, or how many were tried."""
        patterns, domain, body = binders(tree)
        plan = tuple(c.Each(pattern, domain) for pattern in patterns)
        if isinstance(self.within.result(domain, part.scope), Misuse):
            return self.all_of(part, domain)
        expected, count = truth(tree.quantifier == "all"), 0
        solutions = self.within.solutions(plan, part.scope.bindings, self.within.frame)
        first: Reason | None = None
        while not isinstance(found := attempt(lambda: next(solutions, None)), Misuse | None):
            self.within.budget.call()
            count += 1
            inner = part.scope.having(found)
            first = first or Reason(body, inner, part.depth)
            if self.within.result(body, inner) is not expected:
                return Reasons((Reason(body, inner, part.depth),))
        if isinstance(found, Misuse):
            return self.all_of(part, domain)
        if count == 1:
            return Reasons(() if first is None else (first,))
        if count == 0:
            told = () if is_written_out(domain) else (Reason(domain, part.scope, 0),)
            elements = self.within.result(domain, part.scope)
            empty = not isinstance(elements, Set) or not elements.size
            note = "the set is empty" if empty else "no element has this form"
            return Reasons(told, note, tree.quantifier == "all")
        return Reasons(note=f"{'each' if expected is TRUE else 'none'} of {count:,}")

    def reasons_of_operation(self, part: Reason, tree: c.Operation, result: Evaluated) -> Reasons:
        """The operands of an operation, and for sets what distinguishes them."""
        undefined = self.within.first_undefined(tree.operands, part.scope)
        if undefined is not None:
            return self.all_of(part, undefined)
        if tree.builtin.key == "in" and (made := membership(self.within, part, tree, result)):
            return made
        told = [operand for operand in tree.operands if not self.is_plain(operand, part.scope)]
        differences = self.differences(tree, part.scope) if result is FALSE else {}
        note = "; ".join(f"only on the {side}: {summary(more)}" for side, more in differences.items())
        asked = self.memberships(part, tree, next(iter(differences.values()), None))
        return Reasons(self.all_of(part, *told, *asked).parts, note)

    def is_plain(self, tree: c.Core, scope: Scope) -> bool:
        """Whether the value of an operand is visible without a line of its own."""
        return is_written_out(tree) or (isinstance(tree, c.Local) and tree.name not in scope.equations)

    def differences(self, tree: c.Operation, scope: Scope) -> dict[str, Set]:
        """The elements that make two sets different, or one of them no subset of the other, by their side."""
        left, right = (self.within.result(side, scope) for side in (*tree.operands, *tree.operands)[:2])
        if tree.builtin.key not in ("=", "sub") or not isinstance(left, Set) or not isinstance(right, Set):
            return {}
        sides = {"left": (left, right), **({"right": (right, left)} if tree.builtin.key == "=" else {})}
        found = {side: attempt(lambda a=a, b=b: difference(a, b)) for side, (a, b) in sides.items()}  # type: ignore[misc]
        return {side: more for side, more in found.items() if isinstance(more, Set) and more.size}

    def memberships(self, part: Reason, tree: c.Operation, more: Set | None) -> Iterator[c.Core]:
        """Whether the first of the elements that only one set has is in each, where its form says why."""
        if more is None:
            return
        element = c.Constant(next(iter(more)), span=tree.span)
        for side in tree.operands:
            asked = c.Operation(OPERATIONS["in"], (element, side), span=tree.span)
            if membership(self.within, part, asked, self.within.result(asked, part.scope)):
                yield asked

    # Definitions

    def reasons_of_call(self, part: Reason, tree: c.Global, result: Evaluated) -> Reasons:
        """The clause of a definition that applies, unless the definition stays closed."""
        values = self.within.values(tree.arguments, part.scope)
        if values is None:
            return self.all_of(part, self.within.first_undefined(tree.arguments, part.scope))
        definition = self.within.program.definitions[tree.name]
        if self.is_settled(definition, result):
            return NO_REASONS
        astray = isinstance(result, Misuse) and not isinstance(result, OutOfBudget)
        if part.depth <= 0 and not astray:
            return Reasons(folded=True)
        scope = self.within.scope_inside(definition, values)
        if isinstance(scope, Misuse):
            return failing_where(self.within, definition, values, part.depth - 1)
        inside = Reason(tree, scope, part.depth - 1)
        return self.all_of(inside, *self.clause(definition, scope))

    def is_settled(self, definition: c.Definition, result: Evaluated) -> bool:
        """Whether a definition need not be opened, because its value is obvious."""
        if isinstance(result, Truth | Misuse):
            return False
        return definition.is_constant and not definition.reads_frame

    def scope_inside_block(self, block: c.Block, scope: Scope) -> Scope | None:
        """The scope of a block's clauses, unless its `where` has no solution."""
        if (where := block.where) is None:
            return scope
        bindings = dict(scope.bindings)
        if attempt(lambda: self.within.solve_where(where, bindings, self.within.frame)) is not None:
            return None
        return Scope(bindings, {**scope.equations, **equations_of(where)})

    def clause(self, definition: c.Definition | c.Block, scope: Scope) -> Iterator[c.Core]:
        """The guards up to the first that holds, its term unless that is written out, and the condition that
        its names solve."""
        for clause in definition.clauses:
            if clause.guard is not None:
                yield clause.guard
                held = self.within.result(clause.guard, scope)
                if held is FALSE:
                    continue
                if held is not TRUE:
                    return
            if not is_written_out(clause.term):
                yield clause.term
            if definition.where is not None and definition.where.solved is not None:
                yield definition.where.solved
            return


def known_fact(fact: str) -> str:
    """A fact about a definition in another state, without the internal name of the definition."""
    return _OF_ANOTHER_STATE.sub(r"\1`\2", fact, count=1)


def is_written_out(tree: c.Core) -> bool:
    """Whether an expression is a value written out."""
    if isinstance(tree, c.Operation):
        return tree.builtin.key in ("()", "{}", "..", "neg") and all(map(is_written_out, tree.operands))
    return isinstance(tree, c.Constant)


# Explanations why a value is in a set or not, by the form of the set.


# The two signs for the difference of sets.
_DIFFERENCES = ("\\", "-")
JOINED = ("U", "sec", *_DIFFERENCES)
"""The operations whose elements are those of their operands."""


def membership(within: Interpreter, part: Reason, tree: c.Operation, result: Evaluated) -> Reasons | None:
    """The reasons why a value is in a set or not; ``None`` if the set has none of these forms."""
    element, collection = tree.operands
    value = within.result(element, part.scope)
    made = opened(within, Reason(collection, part.scope, part.depth))
    reasons = None
    match made.tree:
        case c.Build("{}") as built if not isinstance(value, Misuse):
            reasons = of_built(within, made, built, value, result)
        case c.Operation(builtin, (_, _)) as joined if builtin.key in JOINED:
            reasons = of_joined(within, made, element, joined) if made.scope is part.scope else None
        case _:
            pass
    if reasons is None or not isinstance(collection, c.Global):
        return reasons
    return replace(reasons, definition=collection.name)


def opened(within: Interpreter, part: Reason) -> Reason:
    """The set, replaced by the term of its definition if it is a definition with one clause."""
    while isinstance(tree := part.tree, c.Global) and part.depth > 0:
        definition = within.program.definitions[tree.name]
        values = within.values(tree.arguments, part.scope)
        clause = definition.clauses[0]
        if values is None or clause.guard is not None:
            break
        plain = definition.is_constant and definition.where is None
        scope = part.scope if plain else within.scope_inside(definition, values)
        if isinstance(scope, Misuse):
            break
        part = Reason(clause.term, scope, part.depth - 1)
    return part


def of_joined(within: Interpreter, made: Reason, element: c.Core, joined: c.Operation) -> Reasons | None:
    """The reasons why an element is in a union, intersection or difference, or not."""
    key, scope = joined.builtin.key, made.scope
    if not isinstance(within.result(joined, scope), Set):
        return None
    sides = tuple(c.Operation(OPERATIONS["in"], (element, s), span=joined.span) for s in joined.operands)
    if key == "U":
        decisive = next((side for side in sides if within.result(side, scope) is TRUE), None)
    elif within.result(sides[0], scope) is FALSE:
        decisive = sides[0]
    else:
        wanted = FALSE if key in _DIFFERENCES else TRUE
        decisive = None if within.result(sides[1], scope) is wanted else sides[1]
    return Reasons(tuple(Reason(s, scope, made.depth) for s in (sides if decisive is None else (decisive,))))


def of_built(
    within: Interpreter, made: Reason, built: c.Build, value: Value, result: Evaluated
) -> Reasons | None:
    """The condition of a set-builder, with the names bound so that its term is the value."""
    bindings = made.scope.bindings
    if result is TRUE:
        solutions = within.solutions(built.plan, bindings, within.frame)
        wanted = (found for found in solutions if within.term(built.body, found, within.frame) == value)
        found = attempt(lambda: next(wanted, None))
    else:
        fresh: dict[str, Value | Lazy] = {}
        pattern = pattern_of_names(built.body, built.new)
        fits = pattern is not None and matches_pattern(pattern, value, fresh, [])
        found = {**bindings, **fresh} if fits else None
    if found is None or isinstance(found, Misuse):
        return None
    scope = made.scope.having(found)
    same = within.result(built.condition, scope) is result
    return Reasons((Reason(built.condition, scope, made.depth),)) if same else None


def pattern_of_names(body: c.Core, new: tuple[str, ...]) -> c.Pattern | None:
    """The term of a set-builder as a pattern, if it has each of its new names exactly once; else ``None``."""

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
    """Whether an expression is a local name, or a tuple of such expressions."""
    if isinstance(tree, c.Operation):
        return tree.builtin.key == "()" and all(map(is_made_of_names, tree.operands))
    return isinstance(tree, c.Local)
