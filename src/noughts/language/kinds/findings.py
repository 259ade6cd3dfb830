"""Mistakes that kinds show: errors if evaluation surely fails, notes on comparisons that are never true."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import TypeGuard

from msgspec.structs import replace

from noughts.language import core as c
from noughts.language import tree as t
from noughts.language.conventions import PLACEHOLDERS
from noughts.language.head import path_to_name
from noughts.language.kind import (
    ANY,
    ATOM,
    BOTTOM,
    TRUTH,
    Kind,
    alike,
    either,
    elements_of,
    join,
    kind_in_words,
    overlaps,
    tuples_of,
    union,
)
from noughts.language.kinds.evaluate import AbstractEvaluator, Kinds
from noughts.language.kinds.infer import Inference
from noughts.language.kinds.mends import (
    NO_MEND,
    Mend,
    mend_comparison,
    mend_domain,
    mend_membership,
    mend_operation,
    mend_pattern,
    mend_subset,
)
from noughts.language.solutions import nodes_of
from noughts.language.stack import deep_enough
from noughts.language.transfer import SETS, fits, unfit
from noughts.text.diagnostic import Diagnostic, Note, quoted
from noughts.text.source import Span
from noughts.values.scalars import Atom

# What follows for sets that have no elements in common.
_DISJOINT = {
    "sub": "this is true of the empty set only",
    "sec": "this is always the empty set",
    "\\": "this takes nothing out",
}
_SYMBOLS = {"neg": "-", "[]": "[…]", "[..]": "[…]", "[|->]": "[… |-> …]"}


def mistakes_of_kind(program: c.Program) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """The errors and the notes of a program that its kinds show."""
    with deep_enough():
        return mistakes_in(inferred(program))


def inferred(program: c.Program) -> Inference:
    """The kinds of a program."""
    inference = Inference(program)
    inference.run()
    return inference


def mistakes_in(
    inference: Inference, *, with_atoms: bool = True
) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """The errors and the notes that kinds show; unless `with_atoms`, all atoms are of one kind."""
    findings = Findings(inference, with_atoms=with_atoms)
    findings.run()
    return findings.sorted("E"), findings.sorted("N")


class Findings(AbstractEvaluator):
    """Evaluates a program once more, with all kinds known, and collects mistakes."""

    def __init__(self, inference: Inference, *, with_atoms: bool) -> None:
        self.known = inference
        self.with_atoms = with_atoms
        self.definition: c.Definition | None = None
        self.denied: set[Span] = set()
        self.found: dict[tuple[str, Span], Diagnostic] = {}
        self.calls: dict[str, list[tuple[Span, Sequence[Kind]]]] = {}
        self.tested: set[str] = set()
        self.blamed: dict[tuple[str, Span], tuple[str, int]] = {}
        module = inference.program.module
        written = () if module is None else module.definitions
        self.together = {each.name: each.together for each in written if each.together is not None}

    def run(self) -> None:
        """Evaluate all definitions and tests."""
        for name, definition in self.known.definitions.items():
            self.definition = definition
            self.body(definition, self.known.parameters[name])
            self.check_signature(definition)
            self.check_tuple(definition)
        self.definition = None
        for test in self.known.program.tests:
            nodes = (node for tree in c.trees_of(test) for node in nodes_of(tree))
            self.denied = {node.operand.span for node in nodes if isinstance(node, c.Not)}
            self.test(test)
        self.check_game()

    def applied(self, tree: c.Global, arguments: Sequence[Kind]) -> Kind:
        if self.definition is None:
            self.tested.add(tree.name)
            return self.known.results[tree.name]
        self.calls.setdefault(tree.name, []).append((tree.span, arguments))
        if tree.name in self.known.declared:
            self.check_call(tree, arguments)
        return self.known.results[tree.name]

    def given(self, name: str) -> Kind:
        return self.known.given(name)

    def sorted(self, letter: str) -> list[Diagnostic]:
        """The errors, or the notes, in the order of the text."""
        found = [
            replace(diagnostic, notes=(*diagnostic.notes, *self.call_notes(key)))
            for key, diagnostic in self.found.items()
            if diagnostic.code.startswith(letter) and not self.is_of_tests(key)
        ]
        return sorted(found, key=Diagnostic.place)

    def is_of_tests(self, key: tuple[str, Span]) -> bool:
        """Whether only tests give a parameter the wrong kind."""
        return key in self.blamed and self.blamed[key][0] in self.tested - self.calls.keys()

    def tell(self, code: str, fact: str, span: Span, mend: Mend = NO_MEND, *sources: c.Core) -> None:
        """Record a mistake, with the origins of the kinds of its `sources`.

        Mistakes of tests are not recorded, because a failing test reports itself when it is run; nor are
        sentences that a test denies.
        """
        if self.definition is None and (code.startswith("E") or span in self.denied):
            return
        notes = tuple(note for source in sources for note in self.origin(source))
        self.found.setdefault((code, span), Diagnostic(code, fact, span, mend[0], notes, mend[1]))
        for source in sources:
            if isinstance(source, c.Local) and self.definition and source.name in self.definition.parameters:
                place = self.definition.parameters.index(source.name)
                self.blamed.setdefault((code, span), (self.definition.name, place))

    def origin(self, source: c.Core) -> tuple[Note, ...]:
        """A note on the definition of the value of an expression."""
        if isinstance(source, c.Global) and source.name in self.known.definitions:
            return (Note(f"`{source.name}` is defined here", self.known.definitions[source.name].head),)
        return ()

    def call_notes(self, key: tuple[str, Span]) -> tuple[Note, ...]:
        """The first call that gives a parameter its kind."""
        if key not in self.blamed:
            return ()
        name, place = self.blamed[key]
        if name in self.known.declared:
            wanted = kind_in_words(self.known.parameters[name][place])
            return (Note(f"`{name}` is declared to take {wanted} here", self.known.declared[name].span),)
        calls = [(span, kinds[place]) for span, kinds in self.calls.get(name, ())]
        return tuple(Note(f"`{name}` is given {kind_in_words(kind)} here", span) for span, kind in calls[:1])

    # Certain errors

    def on_operation(self, tree: c.Operation, operands: Sequence[Kind], gives: Kind) -> None:
        key = tree.builtin.key
        if gives is not BOTTOM:
            self.check_sense(tree, operands)
            return
        transfer = tree.builtin.transfer
        assert transfer is not None
        wrong = unfit(transfer.alternatives, operands)
        if any(fits(one, operands) for one in transfer.alternatives):
            is_map = overlaps(operands[0], SETS)
            what = "value there" if is_map else "such element"
            fact = f"{said(tree.operands[0])} has no {what}: it is {kind_in_words(operands[0])}"
            help = "a map has the values of its keys" if is_map else "elements are counted from 1"
            if is_map and not any(len(row) == 2 for row in elements_of(operands[0]).tuples):
                help = "a set has no first element; a tuple has, and is written `(1, 2, 3)`"
            self.tell("E303", fact, tree.span, (help, ()), tree.operands[0])
            return
        blamed = [tree.operands[place] for place in wrong or range(len(operands))]
        told = " and ".join(
            f"{said(tree.operands[place])} is {kind_in_words(operands[place])}"
            for place in wrong or range(len(operands))
        )
        fact = f"`{_SYMBOLS.get(key, key)}` needs {transfer.wanted}, but {told}"
        self.tell("E301", fact, tree.span, mend_operation(tree, operands), *blamed)

    def on_fold(self, tree: c.Build, body: Kind) -> None:
        wanted = "numbers" if tree.fold in ("Sum", "Prod") else "sets"
        fact = f"`{tree.fold}[…]` needs {wanted}, but {said(tree.body)} is {kind_in_words(body)}"
        help = "the number of solutions is `Sum[…] 1`" if body is TRUTH else ""
        if tree.fold in ("U", "Sec"):
            text = tree.body.span.text
            mend: Mend = (f"the set of this one element is `{{{text}}}`", ((tree.body.span, f"{{{text}}}"),))
        else:
            mend = (help or "sets are joined by `U[…]`, and a set's size is `|S|`", ())
        self.tell("E301", fact, tree.body.span, mend, tree.body)

    def on_sentence(self, tree: c.Core, kind: Kind) -> None:
        fact = f"a sentence must stand here, but {said(tree)} is {kind_in_words(kind)}"
        help = "a sentence compares, as `=` and `in` do; a term is defined with `:=`"
        if overlaps(kind, SETS):
            help = "of sets, *and* is `sec` and *or* is `U`; a sentence compares, as `=` and `in` do"
        self.tell("E301", fact, tree.span, (help, ()), tree)

    def on_domain(self, tree: c.Core, kind: Kind) -> None:
        fact = f"a set must stand here, but {said(tree)} is {kind_in_words(kind)}"
        self.tell("E301", fact, tree.span, mend_domain(tree, kind), tree)

    def check_tuple(self, definition: c.Definition) -> None:
        """Report a tuple that has more or fewer parts than names that it defines."""
        names = self.together.get(definition.name)
        if names is None:
            return
        whole = definition.clauses[0].term
        for _ in path_to_name(definition.name, names):
            assert isinstance(whole, c.Operation)
            whole = whole.operands[0]
        kinds = {} if definition.where is None else self.where(definition.where, {})
        self.matched(fresh_pattern(names), self.term(whole, kinds), kinds, names.span, must=True)
        if ("E306", names.span) in self.found:  # that there is no such part is said by that
            inside = [key for key in self.found if key[1] != names.span and key[1] in names.span]
            for key in inside:
                del self.found[key]

    def on_match(self, pattern: c.Pattern, value: Kind, place: Span, *, must: bool) -> None:
        wanted = "a tuple" if not isinstance(pattern, c.PatternTuple) else f"{len(pattern.elements)} elements"
        mend = mend_pattern(pattern, value)
        if must:
            fact = f"the pattern has {wanted}, but its value is {kind_in_words(value)}"
            self.tell("E306", fact, place, mend)
        elif isinstance(pattern, c.PatternTuple):
            fact = (
                f"nothing fits the pattern of {wanted}: what it is matched against is {kind_in_words(value)}"
            )
            self.tell("N301", fact, place, mend)

    # Contradictions to signatures

    def body(self, definition: c.Definition, parameters: Sequence[Kind]) -> Kind:
        if definition.name not in self.known.declared:
            return super().body(definition, parameters)
        signature = self.known.declared[definition.name]
        wanted = self.written(signature.gives)
        plain = self.sentence if definition.relation else self.term

        def term(tree: c.Core, kinds: Kinds) -> Kind:
            kind = plain(tree, kinds)
            if not alike(kind, wanted):
                what = "a relation is a truth value" if definition.relation else said_to_be(tree, kind)
                fact = f"{what}, but `{definition.name}` is declared to give {kind_in_words(wanted)}"
                self.contradiction(definition.name, fact, tree.span)
            return kind

        kinds = dict(zip(definition.parameters, parameters, strict=True))
        return self.clauses(definition.clauses, definition.where, kinds, term)

    def check_call(self, tree: c.Global, arguments: Sequence[Kind]) -> None:
        """Report arguments that the signature of a definition does not admit."""
        wanted = self.known.parameters[tree.name]
        for argument, kind, one in zip(tree.arguments, arguments, wanted, strict=True):
            if not alike(kind, one):
                fact = f"{said_to_be(argument, kind)}, but `{tree.name}` is declared to take"
                fact = f"{fact} {kind_in_words(one)}"
                self.contradiction(tree.name, fact, argument.span)

    def check_signature(self, definition: c.Definition) -> None:
        """Report a signature that the moves or the sides of the game do not fit."""
        name = definition.name
        if name not in self.known.declared:
            return
        for each in self.known.declared[name].parameters:
            self.written(each)
        if (kind := self.known.offered.get(name)) is not None:
            (wanted,) = self.known.parameters[name]
            if not alike(kind, wanted):
                source = "the values of `playerToMove`" if name == "wins" else "the elements of `moves`"
                fact = f"the game applies `{name}` to {source}, each {kind_in_words(kind)}"
                fact = f"{fact}, but it is declared to take {kind_in_words(wanted)}"
                self.contradiction(name, fact, definition.head)

    def contradiction(self, name: str, fact: str, span: Span) -> None:
        """Record a contradiction to the signature of a definition, with both places."""
        before = len(self.found)
        self.tell("E308", fact, span, ("change the signature, or what contradicts it", ()))
        if len(self.found) > before:
            notes = (Note(f"the signature of `{name}` is here", self.known.declared[name].span),)
            self.found["E308", span] = replace(self.found["E308", span], notes=notes)

    # Comparisons that are never true

    def check_sense(self, tree: c.Operation, operands: Sequence[Kind]) -> None:
        """Report a comparison of values that never are equal."""
        key = tree.builtin.key
        if key in ("sub", "sec", "\\"):
            self.check_subset(tree, *map(elements_of, operands))
        if key in ("=", "/=", "in"):
            left, right = operands
            other = elements_of(right) if key == "in" else right
            if other is BOTTOM or self.have_common(left, other):
                return
            (this, there), when = map(said, tree.operands), "always" if key == "/=" else "never"
            what = f"an element of {there}" if key == "in" else there
            sides = [(is_atom(tree.operands[0]), this, left), (is_atom(tree.operands[1]), what, other)]
            (_, first, kind), (is_named, second, value) = sorted(sides, key=itemgetter(0))
            rest = f"never {second}" if is_named else f"but {second} is {kind_in_words(value)}"
            fact = f"this is {when} true: {first} is {kind_in_words(kind)}, {rest}"
            mend = mend_membership(tree, left, other) if key == "in" else mend_comparison(tree, left, right)
            self.tell("N301", fact, tree.span, mend, *tree.operands)

    def have_common(self, left: Kind, right: Kind) -> bool:
        """Whether a value may be of both kinds."""
        return overlaps(*((left, right) if self.with_atoms else map(without_atoms, (left, right))))

    def check_subset(self, tree: c.Operation, left: Kind, right: Kind) -> None:
        """Report sets that have no elements in common, so only the empty set is a subset; and an atom in a
        subset that is written out which is never in the set around it."""
        if BOTTOM in (left, right):
            return
        this, there = map(said, tree.operands)
        if self.have_common(left, right):
            for atom in atoms_written(tree.operands[0]) if tree.builtin.key == "sub" else ():
                if not self.have_common(Kind(atoms=frozenset({atom})), right):
                    fact = f"this is never true: `` `{atom} `` is never an element of {there}"
                    self.tell("N301", fact, tree.span, ("write what was meant", ()), *tree.operands)
            return
        what = _DISJOINT[tree.builtin.key]
        fact = f"{what}: an element of {this} is {kind_in_words(left)}"
        fact = f"{fact}, but an element of {there} is {kind_in_words(right)}"
        self.tell("N301", fact, tree.span, mend_subset(tree, left, right), *tree.operands)

    def on_scene(self, name: str, value: c.Core, kind: Kind) -> None:
        """Report a state of a claim that is of another shape than the states of the game."""
        states = union(self.known.results.get(other, BOTTOM) for other in ("initialState", "outcome"))
        if name == "currentState" and not alike(without_atoms(kind), without_atoms(states)):
            fact = f"this is {kind_in_words(kind)}, but a state of the game is {kind_in_words(states)}"
            self.tell("N301", fact, value.span, ("write a state as the game has them", ()))

    def check_game(self) -> None:
        """Report states after a move that are of another shape than the first one."""
        first = self.known.results.get("initialState", ANY)
        for name in ("outcome", "newState"):
            then = self.known.results.get(name, BOTTOM)
            if then is not BOTTOM and not alike(without_atoms(first, PLACEHOLDERS), without_atoms(then)):
                definition = self.known.definitions[name]
                fact = f"`{name}` gives {kind_in_words(then)}, but `initialState` is {kind_in_words(first)}"
                place = self.known.definitions["initialState"].head
                notes = (Note("`initialState` is defined here", place),)
                help = "a state after a move has the shape of the first one"
                key = ("N501", definition.head)
                self.found.setdefault(key, Diagnostic("N501", fact, definition.head, help, notes))


def is_atom(tree: c.Core) -> TypeGuard[c.Constant]:
    """Whether it is an atom that is written out."""
    return isinstance(tree, c.Constant) and isinstance(tree.value, Atom)


def atoms_written(tree: c.Core) -> Sequence[str]:
    """The names of the atoms in a set that is written out."""
    parts = tree.operands if isinstance(tree, c.Operation) and tree.builtin.key == "{}" else ()
    values = [each.value for each in parts if isinstance(each, c.Constant)]
    return [value.name for value in values if isinstance(value, Atom)]


def said_to_be(tree: c.Core, kind: Kind) -> str:
    """A clause that an operand has a kind."""
    return f"{said(tree)} is {kind_in_words(kind)}"


def said(tree: c.Core) -> str:
    """An operand as it is written, if that is short."""
    return quoted(tree.span.text)


def without_atoms(kind: Kind, unknown: frozenset[str] = frozenset()) -> Kind:
    """The kind with all atoms in place of single ones, where another note reports a misspelt atom.

    An `unknown` atom is replaced by any value.
    """
    if kind is ANY or kind is BOTTOM:
        return kind
    if kind.atoms & unknown:
        return ANY
    flat = Kind(kind.scalars | ATOM.scalars if kind.atoms else kind.scalars)
    for row in kind.tuples:
        flat = join(flat, tuples_of(without_atoms(element, unknown) for element in row))
    sequence = None if kind.sequence is None else without_atoms(kind.sequence, unknown)
    elements = None if kind.elements is None else without_atoms(kind.elements, unknown)
    return replace(flat, sequence=either(flat.sequence, sequence), elements=either(flat.elements, elements))


def fresh_pattern(names: t.Pattern) -> c.Pattern:
    """Names that a tuple defines, as a pattern that anything of their shape fits."""
    if isinstance(names, t.TuplePattern):
        return c.PatternTuple(tuple(map(fresh_pattern, names.elements)))
    assert isinstance(names, t.Parameter)
    return c.Fresh(names.name)
