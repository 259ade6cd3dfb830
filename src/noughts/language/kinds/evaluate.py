"""The abstract evaluator: the kind of an expression from the kinds of its names.

It follows the reference evaluator, `noughts.meaning.evaluate`, part by part, and calls the methods that begin
with `on_` at events.  `BOTTOM` is the kind of an expression that surely has no value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias, assert_never

from noughts.language import core as c
from noughts.language.builtins import FOLDS
from noughts.language.kind import (
    ANY,
    BOTTOM,
    NUMBER,
    STRING,
    TRUTH,
    Kind,
    atom,
    elements_of,
    join,
    overlaps,
    sequence_of,
    sets_of,
    tuples_of,
    union,
)
from noughts.language.solutions import fresh_names
from noughts.language.transfer import SETS, any_element, fits
from noughts.language.written_kinds import (
    ElementKind,
    NamedKind,
    PairKind,
    PowerKind,
    SequenceKind,
    WrittenKind,
)
from noughts.stop import current
from noughts.text.source import Span
from noughts.values.scalars import Atom, Truth
from noughts.values.value import Value

Kinds: TypeAlias = Mapping[str, Kind]
"""The kinds of the local names."""


# The kinds of `noughts.language.written_kinds.NAMES`.
_NAMED: Kinds = {**dict.fromkeys("NZQ", NUMBER), "Bool": TRUTH, "String": STRING}


class AbstractEvaluator:
    """Evaluates expressions to kinds; subclasses supply the kinds of definitions and of the frame."""

    def applied(self, tree: c.Global, arguments: Sequence[Kind]) -> Kind:
        """The kind of a definition applied to arguments."""
        raise NotImplementedError

    def given(self, name: str) -> Kind:
        """The kind of a name of the frame."""
        raise NotImplementedError

    def on_operation(self, tree: c.Operation, operands: Sequence[Kind], gives: Kind) -> None:
        """An operation is applied to operands that all have values."""

    def on_fold(self, tree: c.Build, body: Kind) -> None:
        """A fold has a value that its operation does not accept."""

    def on_sentence(self, tree: c.Core, kind: Kind) -> None:
        """An expression that is no truth value is used as a sentence."""

    def on_scene(self, name: str, value: c.Core, kind: Kind) -> None:
        """A claim gives a name of the frame a value."""

    def on_domain(self, tree: c.Core, kind: Kind) -> None:
        """An expression that is no set is used as a domain."""

    def on_match(self, pattern: c.Pattern, value: Kind, place: Span, *, must: bool) -> None:
        """A value is matched against a pattern that no such value fits; if it `must` fit, that is an
        error."""

    # Terms

    def term(self, tree: c.Core, kinds: Kinds) -> Kind:
        """The kind of an expression."""
        match tree:
            case c.Constant(value):
                return literal(value)
            case c.Local(name):
                return kinds.get(name, ANY)
            case c.Given(name):
                return self.given(name)
            case c.Global(_, arguments):
                found = [self.term(argument, kinds) for argument in arguments]
                return BOTTOM if BOTTOM in found else self.applied(tree, found)
            case c.Operation():
                return self.operations(tree, kinds)
            case c.Build(_, _, _, plan, body):
                return self.folded(tree, self.term(body, self.solved(plan, kinds)))
            case c.Block(clauses, where):
                return self.clauses(clauses, where, kinds, self.term)
            case _:
                return self.connective(tree, kinds)

    def operations(self, tree: c.Operation, kinds: Kinds) -> Kind:
        """The kind of an operation, and of those inside it."""
        return c.fold_operations(tree, lambda part: self.term(part, kinds), self.operation)

    def operation(self, tree: c.Operation, operands: Sequence[Kind]) -> Kind:
        """The kind of a builtin applied to operands."""
        if BOTTOM in operands:
            return BOTTOM
        key = tree.builtin.key
        if key == "()":
            return tuples_of(operands)
        if key == "{}":
            return sets_of(union(operands))
        gives = union(one.gives(*operands) for one in tree.builtin.alternatives if fits(one, operands))
        if key in ("[]", "[..]") and gives is not BOTTOM and not overlaps(operands[0], SETS):
            gives = chosen(operands[0], tree.operands[1:], gives)
        self.on_operation(tree, operands, gives)
        return gives

    def folded(self, tree: c.Build, body: Kind) -> Kind:
        """The kind of a fold over values of a kind, which also has a value over no values."""
        (alternative,) = FOLDS[tree.fold].alternatives
        if body is not BOTTOM and not fits(alternative, [body]):
            self.on_fold(tree, body)
        return alternative.gives(body)

    def written(self, kind: WrittenKind[c.Core]) -> Kind:
        """The kind that a signature names."""
        match kind:
            case NamedKind(name):
                return _NAMED[name]
            case PowerKind(inner):
                return sets_of(self.written(inner))
            case SequenceKind(inner):
                return sequence_of(self.written(inner))
            case PairKind(left, right):
                return tuples_of((self.written(left), self.written(right)))
            case ElementKind(domain):
                return self.element(domain, {}) or BOTTOM
            case _:
                assert_never(kind)

    # Sentences

    def test(self, test: c.Claim | c.Printed) -> None:
        """Evaluate a test."""
        if isinstance(test, c.Printed):
            self.term(test.expression, {})
            return
        kinds = {} if test.where is None else self.where(test.where, {})
        for name, value in test.scene.given.items():
            if name == c.TRIED:
                continue
            self.on_scene(name, value, self.term(value, kinds))
        self.sentence(test.sentence, kinds)

    def sentence(self, tree: c.Core, kinds: Kinds) -> Kind:
        """The kind of an expression that is used as a sentence."""
        kind = self.term(tree, kinds)
        if kind is BOTTOM or overlaps(kind, TRUTH):
            return BOTTOM if kind is BOTTOM else TRUTH
        self.on_sentence(tree, kind)
        return BOTTOM

    def connective(
        self,
        tree: c.Not | c.And | c.Or | c.Implies | c.Equivalent | c.Quantified,
        kinds: Kinds,
    ) -> Kind:
        """The kind of a sentence made of sentences, of which those after the first may not be evaluated."""
        match tree:
            case c.Not(operand):
                return self.sentence(operand, kinds)
            case c.And(parts) | c.Or(parts):
                found = [self.sentence(part, kinds) for part in parts]
                return found[0]
            case c.Implies(premises, conclusion):
                found = [self.sentence(part, kinds) for part in (*premises, conclusion)]
                return found[0]
            case c.Equivalent(left, right):
                found = [self.sentence(left, kinds), self.sentence(right, kinds)]
                return BOTTOM if BOTTOM in found else TRUTH
            case c.Quantified(_, pattern, domain, body):
                element = self.element(domain, kinds)
                self.sentence(body, self.matched(pattern, element or BOTTOM, kinds, domain.span))
                return BOTTOM if element is None else TRUTH

    def element(self, domain: c.Core, kinds: Kinds) -> Kind | None:
        """The kind of the elements of a domain; ``None`` if it is no set."""
        kind = self.term(domain, kinds)
        if kind is BOTTOM:
            return None
        if not overlaps(kind, SETS):
            self.on_domain(domain, kind)
            return None
        return elements_of(kind)

    # Solutions

    def solved(self, plan: c.Plan, kinds: Kinds) -> Kinds:
        """The kinds of all names, including those that the steps of a plan bind."""
        for step in plan:
            kinds = self.step(step, kinds)
        return kinds

    def step(self, step: c.Step, kinds: Kinds) -> Kinds:
        """The kinds after one step."""
        match step:
            case c.Test(sentence):
                self.sentence(sentence, kinds)
                return kinds
            case c.Bind(pattern, value):
                return self.matched(pattern, self.term(value, kinds), kinds, value.span)
            case c.Each(pattern, domain):
                element = self.element(domain, kinds) or BOTTOM
                return self.matched(pattern, element, kinds, domain.span)
            case c.Either(branches, names):
                ends = [self.solved(plan, kinds) for plan in branches]
                return {**kinds, **{name: union(end.get(name, ANY) for end in ends) for name in names}}

    def matched(
        self, pattern: c.Pattern, value: Kind, kinds: Kinds, place: Span, *, must: bool = False
    ) -> Kinds:
        """The kinds with those of the names of a pattern, matched against a value."""
        fresh: dict[str, Kind] = {}
        compared: list[tuple[c.Core, Kind]] = []
        if not divided(pattern, value, fresh, compared) and value is not BOTTOM:
            self.on_match(pattern, value, place, must=must)
        inner = {**kinds, **dict.fromkeys(fresh_names(pattern), BOTTOM), **fresh}
        for tree, part in compared:
            kind = self.term(tree, inner)
            if not overlaps(kind, part) and BOTTOM not in (kind, part):
                self.on_match(tree, part, tree.span, must=must)
        return inner

    # Definitions

    def body(self, definition: c.Definition, parameters: Sequence[Kind]) -> Kind:
        """The kind of a definition's values for arguments of some kinds."""
        current.get().look()
        kinds: Kinds = dict(zip(definition.parameters, parameters, strict=True))
        term = self.sentence if definition.relation else self.term
        return self.clauses(definition.clauses, definition.where, kinds, term)

    def clauses(
        self,
        clauses: Sequence[c.Clause],
        where: c.Where | None,
        kinds: Kinds,
        term: Callable[[c.Core, Kinds], Kind],
    ) -> Kind:
        """The kind of the terms of clauses with their `where`."""
        if where is not None:
            kinds = self.where(where, kinds)
        found = BOTTOM
        for clause in clauses:
            if clause.guard is not None and self.sentence(clause.guard, kinds) is BOTTOM:
                break
            found = join(found, term(clause.term, kinds))
        return found

    def where(self, where: c.Where, kinds: Kinds) -> Kinds:
        """The kinds with those of the names of a `where`."""
        for step in where.lazy:
            value = self.term(step.value, kinds)
            kinds = self.matched(step.pattern, value, kinds, step.value.span, must=True)
        return self.solved(where.plan, kinds)


def literal(value: Value) -> Kind:
    """The kind of a literal value."""
    match value:
        case int() | Fraction():
            return NUMBER
        case Atom():
            return atom(value.name)
        case str():
            return STRING
        case Truth():
            return TRUTH
        case _:
            return ANY


def chosen(sequence: Kind, indices: Sequence[c.Core], otherwise: Kind) -> Kind:
    """The kind of elements of tuples at literal indices; that of any element at other indices."""
    places = [index.value for index in indices if isinstance(index, c.Constant)]
    if len(places) < len(indices) or sequence.sequence is not None or sequence is ANY:
        return otherwise
    if not all(isinstance(place, int) for place in places):
        return otherwise
    first, last = places[0], places[-1]
    assert isinstance(first, int)
    assert isinstance(last, int)
    rows = [row for row in sequence.tuples if first >= 1 and last <= len(row)]
    if len(places) == 1:
        return union(row[first - 1] for row in rows)
    return tuples_of(()) if first > last else union(tuples_of(row[first - 1 : last]) for row in rows)


def divided(
    pattern: c.Pattern, value: Kind, fresh: dict[str, Kind], compared: list[tuple[c.Core, Kind]]
) -> bool:
    """Whether a value may have the tuples of a pattern; the kinds of its names are added."""
    match pattern:
        case c.Fresh(name):
            fresh[name] = join(fresh.get(name, BOTTOM), value)
            return True
        case c.PatternTuple(elements):
            row = row_of(value, len(elements))
            if row is None:
                return False
            # A list: each element is split, even if one before it does not fit.
            fit = [divided(part, kind, fresh, compared) for part, kind in zip(elements, row, strict=True)]
            return all(fit)
        case _:
            compared.append((pattern, value))
            return True


def row_of(value: Kind, length: int) -> Sequence[Kind] | None:
    """The kinds of the elements of tuples of a length; ``None`` if there are none."""
    if value is ANY or value.sequence is not None:
        return [any_element(value)] * length
    return next((row for row in value.tuples if len(row) == length), None)
