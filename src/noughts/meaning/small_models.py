"""Conditions that are never true, or always, clauses that are never reached, sets that are always empty, and
constants without a value.

A model of a condition has its connectives, comparisons and literals, and forgets what its terms are: each
becomes an unknown, which takes every literal, numbers between and beyond them, and other values.  So a model
has all the cases of the condition and perhaps more: if none of them makes it true, nothing ever does.  A name
that runs over a set without unknowns takes its elements, and terms of such names are evaluated.

The bounds count cases and terms, not seconds, so the notes are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise, product
from math import prod
from typing import TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from noughts.language import core as c
from noughts.language.builtins import Builtin
from noughts.language.solutions import bound_in, children, nodes_of
from noughts.meaning.budget import Budget
from noughts.meaning.evaluate import Bindings, Evaluator
from noughts.meaning.frame import QUIET, Frame
from noughts.meaning.interpreter import attempt
from noughts.text.diagnostic import Diagnostic, DocumentError, Note
from noughts.values.arithmetic import normal
from noughts.values.misuse import Misuse, OutOfBudget
from noughts.values.scalars import FALSE, TRUE, Atom
from noughts.values.sets import Set, intersection_of, is_subset
from noughts.values.value import Number, Value

# The most cases of one model; a condition with more is not tried.
_CASES = 1_000
# The most elements that a name runs over.
_ELEMENTS = 128
# The most elements of a set that is listed.
_LISTED = 1_000
# The terms that are evaluated for all notes on a program, which takes less than a tenth of a second.
_TERMS = 20_000
# The terms that are evaluated for one of them.
_TERMS_OF_QUESTION = 5_000
# The definitions of a game whose parameter runs over its moves.
_OF_MOVES = ("legalMove", "outcome")
# The comparisons whose truth is tried on small values.
_ORDERED = ("<", "<=", ">", ">=")
_COMPARED = ("=", "/=", *_ORDERED, "in")
_T = TypeVar("_T")
# The key of the frame among local names.
_FRAME = "the frame"


class Worker(Evaluator):
    """The reference evaluator with a bound on its work."""

    def __init__(self, program: c.Program) -> None:
        super().__init__(program, Budget(elements=_LISTED))
        self.left = self.allowed = _TERMS

    def term(self, tree: c.Core, bindings: Bindings, frame: Frame) -> Value:
        """The value of an expression, which counts as work."""
        self.left -= 1
        self.allowed -= 1
        if self.left < 0 or self.allowed < 0:
            raise OutOfBudget("this is too much work for a note")
        return super().term(tree, bindings, frame)

    def sooner(self, question: Callable[[], _T]) -> _T | None:
        """The answer to a question, if it has one and needs little work."""
        self.allowed = _TERMS_OF_QUESTION
        try:
            found = attempt(question)
        except OutOfBudget:
            return None
        return None if isinstance(found, Misuse) else found


def unlikely_conditions(program: c.Program) -> list[Diagnostic]:
    """The notes on conditions, clauses and sets of a program that no values can make useful."""
    trial, meant = Trial(program), {*said_empty(program)}
    with trial.evaluator.budget.running():
        return [
            note
            for definition in program.definitions.values()
            if definition.name.isidentifier() and definition.name not in meant and trial.evaluator.left >= 0
            for note in trial.of_definition(definition)
        ]


def said_empty(program: c.Program) -> Iterator[str]:
    """The constants that a test compares with the empty set."""
    for node in (node for test in program.tests for tree in c.trees_of(test) for node in nodes_of(tree)):
        match node:
            case c.Operation(Builtin("="), (c.Global(name, ()), c.Operation(Builtin("{}"), ()))):
                yield name


def constants_of(program: c.Program, told: Iterable[Diagnostic]) -> tuple[dict[str, Value], list[Diagnostic]]:
    """The values of the constants, as far as they take little work; and the notes on those whose evaluation
    fails, one for each place of which nothing is told yet."""
    worker, places = Worker(program), {note.span for note in told}
    values: dict[str, Value] = {}
    notes: list[Diagnostic] = []
    for name, definition in program.definitions.items():
        if not definition.is_constant or definition.reads_frame or worker.left < 0:
            continue
        worker.allowed = _TERMS_OF_QUESTION
        try:
            values[name] = worker.value(name)
        except DocumentError as error:
            for found in error.diagnostics:
                if found.span not in places and not found.code.startswith("E4"):
                    places.add(found.span)
                    notes.append(replace(found, code="N311", fact=f"`{name}` has no value: {found.fact}"))
    return values, notes


def always_empty(builder: c.Build) -> Diagnostic:
    """The note on a set-builder without elements."""
    help = "write the condition that was meant: no element fits this one"
    return Diagnostic("N309", "this set is always empty", builder.span, help)


class Model(Struct):
    """A condition whose terms are unknowns: the `tree` has their names, `values` what they take."""

    trial: Trial
    unknown: dict[c.Core, str] = field(default_factory=dict)
    truths: set[str] = field(default_factory=set)
    literals: dict[Value, None] = field(default_factory=dict)
    runs: dict[str, None] = field(default_factory=dict)
    is_crossed: bool = False
    """Whether unknowns are compared with each other."""

    def name_of(self, tree: c.Core, *, is_truth: bool = False) -> c.Core:
        """The unknown in the place of a term or a sentence."""
        name = self.unknown.setdefault(tree, f"?{len(self.unknown)}")
        if is_truth:
            self.truths.add(name)
        return c.Local(name, span=tree.span)

    def is_known(self, tree: c.Core) -> bool:
        """Whether a term of operations depends only on names that run over sets, and on one of them."""
        if not all(map(is_plain, nodes_of(tree))):
            return isinstance(tree, c.Operation) and tree.builtin.key == "in" and self.is_member(tree)
        names = set(self.trial.names_in(tree))
        return bool(names) and names <= self.trial.domains.keys()

    def is_member(self, tree: c.Operation) -> bool:
        """Whether a membership asks for a known term in a set that depends on nothing."""
        left, right = tree.operands
        return self.is_known(left) and not any(self.trial.names_in(right))

    def sentence(self, tree: c.Core) -> c.Core:
        """A sentence with unknowns."""
        match tree:
            case c.And(parts):
                return c.And(tuple(map(self.sentence, parts)), span=tree.span)
            case c.Or(parts):
                return c.Or(tuple(map(self.sentence, parts)), span=tree.span)
            case c.Not(operand):
                return c.Not(self.sentence(operand), span=tree.span)
            case c.Implies(premises, conclusion):
                premises = tuple(map(self.sentence, premises))
                return c.Implies(premises, self.sentence(conclusion), span=tree.span)
            case c.Equivalent(left, right):
                return c.Equivalent(self.sentence(left), self.sentence(right), span=tree.span)
            case _ if self.is_known(tree):
                self.runs.update(dict.fromkeys(self.trial.names_in(tree)))
                return tree
            case c.Operation(builtin, (left, right)) if builtin.key in _COMPARED:
                return self.comparison(tree, left, right)
            case _:
                return self.name_of(tree, is_truth=True)

    def comparison(self, tree: c.Operation, left: c.Core, right: c.Core) -> c.Core:
        """A comparison in which an unknown is compared with a literal or with another unknown."""
        literal = [side for side in (left, right) if is_literal(side)]
        values = self.trial.literal(literal[0], tree.builtin.key == "in") if literal else ()
        is_open = values is None or (tree.builtin.key == "in" and literal != [right])
        # An unknown would have to take all the values of a known term, too.
        if is_open or (not literal and (self.is_known(left) or self.is_known(right))):
            return self.name_of(tree, is_truth=True)
        self.literals.update(dict.fromkeys(values or ()))
        self.is_crossed |= not literal
        sides = (side if is_literal(side) else self.name_of(side) for side in (left, right))
        return c.Operation(tree.builtin, tuple(sides), span=tree.span)

    def values(self) -> dict[str, Sequence[Value]]:
        """The values of each unknown, and the elements of each name that runs over a set."""
        terms = [tree for tree, name in self.unknown.items() if name not in self.truths]
        many = len(terms) if self.is_crossed else 1
        numbers = sorted(value for value in self.literals if isinstance(value, Number))
        others = [value for value in self.literals if not isinstance(value, Number)]
        every = [*with_between(numbers, many), *others, *(Atom(f"?{place}") for place in range(many))]
        found: dict[str, Sequence[Value]] = dict.fromkeys(self.truths, (FALSE, TRUE))
        found |= {self.unknown[tree]: [value for value in every if may_be(tree, value)] for tree in terms}
        return found | {name: self.trial.domains[name] for name in self.runs}


def with_between(numbers: Sequence[Number], many: int) -> Iterator[Number]:
    """Numbers in order, with so many others below them, between them and above them."""
    numbers = numbers or [0]
    yield from (numbers[0] - step for step in range(1, many + 1))
    for low, high in pairwise(numbers):
        parts = (Fraction(high - low) * step / (many + 1) for step in range(1, many + 1))
        yield from (low, *(normal(low + part) for part in parts))
    yield from (numbers[-1] + step for step in range(many + 1))


def may_be(tree: c.Core, value: Value) -> bool:
    """Whether a term may have a value: a size is not negative, and a remainder is below its divisor."""
    least, most = bounds_of(tree)
    if least is None:
        return True
    return isinstance(value, Number) and least <= value and (most is None or value < most)


def bounds_of(tree: c.Core) -> tuple[int | None, int | None]:
    """The least value of a size or a remainder, and a bound that it does not reach."""
    match tree:
        case c.Operation(builtin, _) if builtin.key == "|…|":
            return 0, None
        case c.Operation(builtin, (_, c.Constant(int() as divisor))) if builtin.key == "mod" and divisor > 0:
            return 0, divisor
        case _:
            return None, None


def is_plain(node: c.Core | c.Pattern) -> bool:
    """Whether a node is a name, a constant or an operation."""
    return isinstance(node, c.Constant | c.Local | c.Operation) or c.is_constant_name(node)


def is_literal(tree: c.Core) -> bool:
    """Whether a term is written out, without names."""
    return all(isinstance(node, c.Constant | c.Operation) for node in nodes_of(tree))


class Trial:
    """The trial of the conditions of a program, one definition after the other."""

    def __init__(self, program: c.Program) -> None:
        self.program = program
        self.evaluator = Worker(program)
        self.frame = Frame(QUIET)
        self.known: dict[c.Core, Value | None] = {}
        self.domains: dict[str, Sequence[Value]] = {}
        self.sets: dict[str, c.Core] = {}
        self.generated: set[str] = set()

    # Names and sets

    def names_in(self, tree: c.Core) -> Iterator[str]:
        """The local names that a term takes from outside; `_FRAME` too if it depends on the frame."""
        inside: frozenset[str] | None = None
        for node in nodes_of(tree):
            if isinstance(node, c.Local):
                inside = bound_in(tree) if inside is None else inside
                if node.name not in inside:
                    yield node.name
            elif isinstance(node, c.Given) or (
                isinstance(node, c.Global) and self.program.definitions[node.name].reads_frame
            ):
                yield _FRAME

    def value(self, tree: c.Core) -> Value | None:
        """The value of a term; ``None`` if it has none."""
        if tree not in self.known:
            self.known[tree] = self.evaluator.sooner(lambda: self.evaluator.term(tree, {}, self.frame))
        return self.known[tree]

    def literal(self, tree: c.Core, of_set: bool) -> Sequence[Value] | None:
        """The value of a literal, or the elements of a set; ``None`` if they are too many."""
        found = self.value(tree)
        if not of_set:
            return None if found is None else (found,)
        return listed_elements(found)

    def bind(self, name: str, domain: c.Core) -> None:
        """Let a name run over a set that depends on nothing."""
        if any(self.names_in(domain)):
            return
        elements = listed_elements(self.value(domain))
        if elements:
            self.domains[name], self.sets[name] = elements, domain

    def bind_names(self, node: c.Core | c.Pattern) -> None:
        """Let the names of a quantifier or a set-builder run over their sets."""
        match node:
            case c.Quantified(_, c.Fresh(name), domain):
                self.bind(name, domain)
            case c.Build(_, new, _, plan):
                self.generated.update(new)
                for step in plan:
                    if isinstance(step, c.Each) and isinstance(step.pattern, c.Fresh):
                        self.bind(step.pattern.name, step.domain)
            case _:
                pass

    # Notes

    def of_definition(self, definition: c.Definition) -> Iterator[Diagnostic]:
        """The notes on a definition."""
        self.domains, self.sets, self.generated = {}, {}, set()
        if definition.name in _OF_MOVES and self.program.machine is None and len(definition.parameters) == 1:
            every = self.program.definitions.get(self.program.every_move)
            if every is not None and every.is_constant:
                self.bind(definition.parameters[0], c.Global(every.name, (), span=every.head))
        trees = list(c.trees_of(definition))
        for node in (node for tree in trees for node in nodes_of(tree)):
            self.bind_names(node)
        unlikely: set[int] = set()
        for tree in trees:
            for node in reversed(list(nodes_of(tree))):  # parts before what they are part of
                if compares_with_itself(node) or not unlikely.isdisjoint(map(id, children(node))):
                    unlikely.add(id(node))
                elif note := self.of_node(node):
                    unlikely.add(id(node))
                    yield note
                if isinstance(node, c.Block):
                    yield from self.of_clauses(node.clauses, unlikely)
        yield from self.of_clauses(definition.clauses, unlikely)

    def of_node(self, node: c.Core | c.Pattern) -> Diagnostic | None:
        """The note on a condition or a set-builder."""
        match node:
            case c.Build("{}") if not any(self.names_in(node)):
                found = self.value(node)
                if isinstance(found, Set) and not found.size:
                    return always_empty(node)
                return None
            case c.Operation(Builtin("U" | "\\"), (before, other)) if not any(self.names_in(node)):
                return self.in_vain(node, before, other)
            case c.Operation(builtin, (c.Local(name), right)) if builtin.key == "in":
                if name in self.generated and self.sets.get(name) == right:
                    return None  # where the name comes from
            case c.Operation(builtin, (_, _)) if builtin.key in _COMPARED:
                pass
            case c.And() | c.Or() | c.Implies() | c.Equivalent():
                pass
            case _:
                return None
        cases, model = self.cases(node)
        if cases == {False} and not isinstance(node, c.Or):
            return never_note(node, model, self.sets)
        # What all elements of a set fulfil is often said for the reader, but seldom that two are in order.
        is_order = isinstance(node, c.Operation) and node.builtin.key in _ORDERED and len(model.runs) > 1
        is_told = is_order or not (model.runs or isinstance(node, c.And))
        return always_note(node, model, self.sets) if cases == {True} and is_told else None

    def in_vain(self, node: c.Operation, before: c.Core, other: c.Core) -> Diagnostic | None:
        """The note on a set that adds nothing to another and is no name, or that takes out nothing."""
        whole, part = self.value(before), self.value(other)
        if not isinstance(whole, Set) or not isinstance(part, Set) or not part.size:
            return None
        if node.builtin.key == "\\" and not intersection_of(whole, part).size:
            fact = "this takes out nothing: none of its elements is in the set before it"
        elif node.builtin.key == "U" and not isinstance(other, c.Global) and is_subset(part, whole):
            fact = "this adds nothing: all of its elements are in the set before it"
        else:
            return None
        return Diagnostic("N305", fact, other.span, "write the set that was meant")

    def of_clauses(self, clauses: Sequence[c.Clause], unlikely: set[int]) -> Iterator[Diagnostic]:
        """The notes on clauses whose cases those before them have taken."""
        before: list[c.Core] = []
        for clause in clauses:
            guard = clause.guard
            if before and guard not in before and (guard is None or id(guard) not in unlikely):
                denied = [c.Not(each, span=each.span) for each in before]
                place = clause.term if guard is None else guard
                parts = (*denied, *(() if guard is None else (guard,)))
                if self.cases(c.And(parts, span=place.span))[0] == {False}:
                    fact = "this clause is never reached: the clauses before it take all of its cases"
                    help = "put it before them, or write the condition that was meant"
                    notes = (Note("the last of them has this condition", before[-1].span),)
                    yield Diagnostic("N303", fact, place.span, help, notes)
            if guard is None or id(guard) in unlikely:
                return
            before.append(guard)

    def cases(self, sentence: c.Core) -> tuple[set[bool], Model]:
        """The truth values of a model of a sentence; both if it is not tried."""
        model = Model(self)
        tree = model.sentence(sentence)
        values, both = model.values(), {False, True}
        if isinstance(tree, c.Local) or not values or prod(map(len, values.values())) > _CASES:
            return both, model
        found: set[bool] = set()

        def tried() -> set[bool]:
            for each in product(*values.values()):
                bindings = dict(zip(values, each, strict=True))
                result = attempt(partial(self.evaluator.sentence, tree, bindings, self.frame))
                found.update(() if isinstance(result, Misuse) else (result,))
                if found == both:
                    break
            return found

        return self.evaluator.sooner(tried) or both, model


def listed_elements(value: Value | None) -> tuple[Value, ...] | None:
    """The elements of a set; ``None`` if it is none, or a large one."""
    return tuple(value) if isinstance(value, Set) and value.size <= _ELEMENTS else None


def compares_with_itself(node: c.Core | c.Pattern) -> bool:
    """Whether both sides of a comparison are the same, of which there is a note already."""
    match node:
        case c.Operation(builtin, (left, right)):
            return builtin.key in _COMPARED and left == right
        case _:
            return False


def never_note(node: c.Core, model: Model, sets: Mapping[str, c.Core]) -> Diagnostic:
    """The note on a condition that is never true."""
    why = reason_in_models(node, model, sets) or "no values make all of its parts true"
    mend = "; did you mean `V` in the place of `&`?" if isinstance(node, c.And) and not model.runs else ""
    help = f"write the condition that was meant{mend}"
    return Diagnostic("N308", f"this is never true: {why}", node.span, help)


def always_note(node: c.Core, model: Model, sets: Mapping[str, c.Core]) -> Diagnostic:
    """The note on a condition that is always true."""
    why = reason_in_models(node, model, sets) or "all values make one of its parts true"
    mend = "; did you mean `&` in the place of `V`?" if isinstance(node, c.Or) else ""
    help = f"write the condition that was meant{mend}"
    return Diagnostic("N308", f"this is always true: {why}", node.span, help)


def reason_in_models(node: c.Core, model: Model, sets: Mapping[str, c.Core]) -> str:
    """A sentence on the values in a comparison; empty if nothing is known of them."""
    for name in model.runs:
        return f"`{name.rpartition('_')[0]}` is an element of `{domain_text(sets[name])}`"
    if not isinstance(node, c.Operation):
        return ""
    for tree in model.unknown:
        least, most = bounds_of(tree)
        if most is not None:
            return f"a remainder by {most} is at least 0 and less than {most}"
        if least is not None:
            return "a size or an absolute value is never negative"
    return ""


def domain_text(domain: c.Core) -> str:
    """A set as it is called or written."""
    return domain.name if isinstance(domain, c.Global) else domain.span.text
