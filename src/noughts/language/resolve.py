"""Name resolution, from syntax tree to core; a diagnostic reports each undefined name."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Final, assert_never

from msgspec import Struct, field

from noughts.language import core as c
from noughts.language import tree as t
from noughts.language.binding import free_names, split_where, unused_equations
from noughts.language.builtins import FRAME, FUNCTIONS, OPERATIONS
from noughts.language.foreign import defined_elsewhere
from noughts.language.generated import Generator, Tried, generator_of, tried
from noughts.language.lookalikes import foreign_letters, lookalike
from noughts.language.solutions import CannotList, can_bind, locals_in, nodes_of, plan
from noughts.refusal import nearest
from noughts.stop import current
from noughts.text.diagnostic import Diagnostic, Note, is_quotable
from noughts.text.source import Span
from noughts.values.scalars import Atom, truth

_IN_WHERE: Final = "name in `where`"

Scope = Mapping[str, str]
"""The names in scope, each with its local."""

_DEFINED = "a definition"
PARAMETER = "a parameter"
# The value of a fold without solutions.
_OF_NONE: Final[Mapping[c.Fold, str]] = {"{}": "{}", "U": "{}", "Sum": "0", "Prod": "1"}

# The most comparisons of names for suggestions: more of them take seconds.
_MOST_COMPARISONS = 200_000
# The most characters of a name in a message; a longer name gets no suggestions, which would be slow.
_LONGEST_SHOWN = 80


class Signature(Struct, frozen=True):
    """The signature of a definition: the number of its arguments, ``None`` if its head could not be read."""

    parameters: int | None
    head: Span
    is_relation: bool = False


class Bound(Struct, frozen=True):
    """The binding of a local name: its place, and the kind of binder."""

    what: str
    span: Span


class Uses(Struct):
    """The dependences of one definition."""

    globals: set[str] = field(default_factory=set)
    given: set[str] = field(default_factory=set)


class Lookups(Mapping[str, Signature]):
    """Signatures, and which of them have been looked up: with the same answers a tree has the same core."""

    def __init__(self, known: Mapping[str, Signature]) -> None:
        self.known = known
        self.answers: dict[str, Signature | None] = {}

    def __getitem__(self, name: str) -> Signature:
        found = self.answers[name] = self.known.get(name)
        if found is None:
            raise KeyError(name)
        return found

    def __contains__(self, name: object) -> bool:
        assert isinstance(name, str)
        found = self.answers[name] = self.known.get(name)
        return found is not None

    def __iter__(self) -> Iterator[str]:
        return iter(self.known)

    def __len__(self) -> int:
        return len(self.known)

    def agree(self, known: Mapping[str, Signature]) -> bool:
        """Whether other signatures answer everything that was looked up in the same way."""
        return all(known.get(name) == answer for name, answer in self.answers.items())


class Resolver:
    """Resolves a definition, a test or a signature against the signatures of all definitions.

    It collects what is wrong there, and what is said about undefined names.
    """

    def __init__(self, signatures: Mapping[str, Signature], parameters: Iterable[t.Parameter] = ()) -> None:
        current.get().look()
        self.signatures = Lookups(signatures)
        self.problems: list[Diagnostic] = []
        self.notes: list[Diagnostic] = []
        self.atoms: dict[str, Span] = {}
        self.keys = set[str]()
        self.unknown: dict[str, dict[Span, None]] = {}
        self.applied: set[str] = set()
        self.stated: set[str] = set()
        self.out_of_reach: dict[str, str] = {}
        self.in_transcript = False
        self.heads = {parameter.span for parameter in parameters}
        self.uses = Uses()
        self.count = 0
        self.ended: dict[str, str] = {}
        self.bound: dict[str, Bound] = {}
        self.tried: Tried | None = None

    # Names

    def local(self, name: str) -> str:
        """A fresh local name, which has a blank if it belongs to a parameter made from a machine."""
        self.count += 1
        return f"{name.replace(' ', '_')}_{self.count}"

    def known(self, scope: Scope) -> Callable[[str], bool]:
        """Whether a name is already in scope."""
        return lambda name: name in scope or name in FRAME or self.meant(name) in self.signatures

    def meant(self, name: str) -> str:
        """The name without the `_` that follows it in transcripts of the old tools."""
        if self.in_transcript and name.endswith("_") and name not in self.signatures:
            return name.rstrip("_")
        return name

    def check_hiding(self, name: str, span: Span, what: str) -> None:
        """Report a local name that hides a definition or a name of the frame."""
        if name in self.signatures:
            notes = (Note(f"`{name}` is defined here", self.signatures[name].head),)
            fact = f"the {what} `{name}` hides a definition of that name"
            self.problems.append(Diagnostic("E205", fact, span, "give one of them another name", notes))
        elif name in FRAME:
            fact = f"the {what} `{name}` hides a name of the frame"
            help = "choose another name"
            if FRAME[name] == "currentState" and what == _IN_WHERE:  # in a definition this would be lookahead
                fact = f"only a definition can look ahead with `{name}` in its `where`"
                help = f"define what is true then, `d(m) iff … where {name} = outcome(m)`, and ask for `d`"
            self.problems.append(Diagnostic("E205", fact, span, help))

    def note_hiding(self, name: str, span: Span, scope: Scope, tree: t.Quantified) -> None:
        """Note that a quantifier hides a name that already has a meaning here."""
        if name in scope:
            help = "give one of them another name"
            if (pattern := next((each for each in tree.patterns if encloses(each, span)), None)) is not None:
                other = self.unused(name, scope)
                sign = "&" if tree.quantifier == "some" else "=>"
                written = with_text(pattern.span, span, other)
                head = f"{tree.quantifier} {written} in {cut_text(tree.domain.span)}"
                help = f"{help}; to compare them, write `{head}. {other} = {name} {sign} …`"
            outer = self.bound[scope[name]]
            notes = (Note(f"the other `{name}` is {outer.what}", outer.span),)
            fact = f"this `{name}` hides another one inside the quantifier"
            self.notes.append(Diagnostic("N201", fact, span, help, notes))

    def bind(self, scope: Scope, names: Mapping[str, Span], what: str) -> dict[str, str]:
        """The scope with new locals for the names, each bound at its place by a binder of the kind `what`."""
        new = {name: self.local(name) for name in names}
        self.bound |= {
            new[name]: Bound(PARAMETER if span in self.heads else what, span) for name, span in names.items()
        }
        return {**scope, **new}

    def names_bound(self) -> dict[str, Span]:
        """The names that the definition binds, as written, each with its first place."""
        places: dict[str, Span] = {}
        for local, bound in self.bound.items():
            places.setdefault(local.rpartition("_")[0], bound.span)
        return places

    def name(self, tree: t.Name, scope: Scope) -> c.Core:
        """A name that stands alone."""
        if tree.name in scope:
            return c.Local(scope[tree.name], span=tree.span)
        name = self.meant(tree.name)
        if name in self.signatures:
            return self.use(name, (), tree.span, tree.span)
        if name in FRAME:
            self.uses.given.add(FRAME[name])
            return c.Given(FRAME[name], span=tree.span)
        if name in FUNCTIONS:
            self.wrong_arity(name, 0, FUNCTIONS[name].arity or 0, tree.span, tree.span)
        else:
            self.not_defined(name, [tree.span], scope)
        return c.Local(name, span=tree.span)

    def call(self, tree: t.Call, scope: Scope) -> c.Core:
        """A name with arguments."""
        arguments = self.all(tree.arguments, scope)
        name = tree.name if tree.name in scope else self.meant(tree.name)
        if name in scope:
            element = as_element(tree.head, tree.span, len(arguments))
            fact, help = (
                f"`{name}` is a value here, not a function",
                f"{element}; a product is `{name} * (…)`",
            )
            self.problems.append(Diagnostic("E203", fact, tree.head, help))
        elif name in self.signatures:
            return self.use(name, arguments, tree.head, tree.span)
        elif name in FUNCTIONS:
            row = FUNCTIONS[name]
            if row.arity != len(arguments):
                self.wrong_arity(name, len(arguments), row.arity or 0, tree.head, tree.span)
            return c.Operation(row, arguments, span=tree.span)
        elif name in FRAME:
            self.wrong_arity(name, len(arguments), 0, tree.head, tree.span)
        else:
            self.not_defined(name, [tree.head])
            self.applied.add(name)
        return c.Local(name, span=tree.span)

    def not_defined(self, name: str, spans: Sequence[Span], scope: Iterable[str] = ()) -> None:
        """Record an undefined name, and whether a scope that has ended defined it, or a known name looks like
        it."""
        self.unknown.setdefault(name, {}).update(dict.fromkeys(spans))
        if name in self.ended:
            self.out_of_reach.setdefault(name, self.ended[name])
        if (other := lookalike(name, scope)) is not None:
            self.out_of_reach.setdefault(name, meant_in_latin(name, other))

    def use(self, name: str, arguments: tuple[c.Core, ...], head: Span, span: Span) -> c.Core:
        """A definition applied to arguments."""
        signature = self.signatures[name]
        if signature.parameters is not None and signature.parameters != len(arguments):
            self.wrong_arity(name, len(arguments), signature.parameters, head, span, signature.head)
        self.uses.globals.add(name)
        return c.Global(name, arguments, span=span)

    def wrong_arity(
        self, name: str, got: int, wanted: int, head: Span, used: Span, defined: Span | None = None
    ) -> None:
        """Report a use with too few or too many arguments."""
        takes = f"{wanted} argument{'' if wanted == 1 else 's'}" if wanted else "no arguments"
        fact = f"`{name}` takes {takes}, but is given {got or 'none'}"
        help = f"write `{name}({', '.join('…' for _ in range(wanted))})`" if wanted else f"write `{name}`"
        if not wanted and got == 1:
            help = f"{help}; {as_element(head, used)}"
        if wanted == 1 and got > 1:
            given = written_arguments(head, used)
            given = given if given and is_quotable(f"{name}(({given}))") else "…"
            help += f", with a set `{name}({{{given}}})`, or with a tuple `{name}(({given}))`"
        notes = (Note(f"`{name}` is defined here", defined),) if defined else ()
        self.problems.append(Diagnostic("E203", fact, head, help, notes))

    def note_fields(self, elements: Sequence[t.Expression]) -> None:
        """Record what to write for ``{x = 1, y = 2}`` or ``(x = 1, y = 2)``, if nothing defines the names."""
        fields = [
            left.name
            for each in elements
            if isinstance(each, t.Compare) and each.operators == ("=",)
            if isinstance(left := each.operands[0], t.Name)
        ]
        if len(fields) == len(elements):
            self.ended.update((name, f"a record is a map: `` {{`{name} |-> …}} ``") for name in fields)

    # Expressions

    def all(self, trees: Sequence[t.Expression], scope: Scope) -> tuple[c.Core, ...]:
        """Several expressions."""
        # A list, because `tuple` runs a generator from C, where Python 3.12 allows a recursion of only 1,500.
        return tuple([self.expression(tree, scope) for tree in trees])

    def sentences(self, trees: Sequence[t.Expression], scope: Scope) -> tuple[c.Core, ...]:
        """Several sentences, which shows the kind of an unknown name."""
        found = self.all(trees, scope)
        self.stated.update(core.name for core in found if isinstance(core, c.Local))
        return found

    def operation(self, key: str, span: Span, scope: Scope, *operands: t.Expression) -> c.Operation:
        """A builtin applied to operands."""
        return c.Operation(OPERATIONS[key], self.all(operands, scope), span=span)

    def expression(self, tree: t.Expression, scope: Scope) -> c.Core:
        """The core of an expression."""
        match tree:
            case t.Numeral(value):
                return c.Constant(value, span=tree.span)
            case t.String(content):
                return c.Constant(content, span=tree.span)
            case t.AtomName(name):
                self.atoms.setdefault(name, tree.span)
                return c.Constant(Atom(name), span=tree.span)
            case t.TruthWord(value):
                return c.Constant(truth(value), span=tree.span)
            case t.Name():
                return self.name(tree, scope)
            case t.Call():
                return self.call(tree, scope)
            case t.Binary():
                return self.binary(tree, scope)
            case t.Negative(operand):
                return self.operation("neg", tree.span, scope, operand)
            case t.Apply(function, operand):
                return self.operation(function, tree.span, scope, operand)
            case t.TupleOf(elements):
                self.note_fields(elements)
                if isinstance(tree, t.Maplet) and isinstance(key := elements[0], t.Name):
                    self.keys.add(key.name)
                return self.operation("()", tree.span, scope, *elements)
            case t.SetOf(elements):
                self.note_fields(elements)
                return self.operation("{}", tree.span, scope, *elements)
            case t.Range(first, last):
                return self.operation("..", tree.span, scope, first, last)
            case t.Index(sequence, first, None):
                return self.operation("[]", tree.span, scope, sequence, first)
            case t.Index(sequence, first, last):
                assert last is not None
                return self.operation("[..]", tree.span, scope, sequence, first, last)
            case t.Changed():
                return self.change(tree, scope)
            case t.Comprehension(term, condition):
                return self.build("{}", condition, term, tree.span, scope)
            case t.Aggregate(fold, condition, body):
                return self.build(fold, condition, body, tree.span, scope)
            case t.Block():
                return self.block(tree, scope)
            case t.ForAny():
                return self.for_any(tree, scope)
            case _:
                return self.sentence(tree, scope)

    def change(self, tree: t.Changed, scope: Scope) -> c.Core:
        """The core of ``t[k |-> v, …]``: one place after the other is changed."""
        made = self.expression(tree.whole, scope)
        for maplet in tree.maplets:
            parts = self.all(maplet.elements, scope)
            made = c.Operation(OPERATIONS["[|->]"], (made, *parts), span=tree.span)
        return made

    def sentence(
        self,
        tree: t.Compare | t.Quantified | t.Members | t.Not | t.And | t.Or | t.Implies | t.Equivalent,
        scope: Scope,
    ) -> c.Core:
        """The core of a sentence."""
        match tree:
            case t.Compare():
                return self.compare(tree, scope)
            case t.Quantified():
                return self.quantified(tree, scope)
            case t.Not(operand):
                return c.Not(*self.sentences([operand], scope), span=tree.span)
            case t.And(parts):
                return c.And(self.sentences(parts, scope), span=tree.span)
            case t.Members():
                return self.members(tree, scope)
            case t.Or(parts):
                return c.Or(self.sentences(parts, scope), span=tree.span)
            case t.Implies():
                *premises, conclusion = self.sentences(t.joined(tree), scope)
                return c.Implies(tuple(premises), conclusion, span=tree.span)
            case t.Equivalent():
                return equivalent(self.sentences(t.joined(tree), scope))
            case _:
                assert_never(tree)

    def binary(self, tree: t.Binary, scope: Scope) -> c.Core:
        """A chain of operators of any length; all except ``^`` associate to the left."""
        nodes = [tree]
        if tree.operator == "^":
            while isinstance(right := nodes[-1].right, t.Binary) and right.operator == "^":
                nodes.append(right)
            lefts = self.all([node.left for node in nodes], scope)
            found = self.expression(nodes[-1].right, scope)
            for node, left in zip(reversed(nodes), reversed(lefts), strict=True):
                found = c.Operation(OPERATIONS["^"], (left, found), span=node.span)
            return found
        while isinstance(left_tree := nodes[-1].left, t.Binary) and left_tree.operator != "^":
            nodes.append(left_tree)
        found = self.expression(nodes[-1].left, scope)
        for node in reversed(nodes):
            operands = (found, self.expression(node.right, scope))
            found = c.Operation(OPERATIONS[node.operator], operands, span=node.span)
        return found

    def compare(self, tree: t.Compare, scope: Scope) -> c.Core:
        """One comparison, or the conjunction that a chain abbreviates."""
        operands = self.all(tree.operands, scope)
        parts: list[c.Core] = []
        for place, operator in enumerate(tree.operators):
            left, right = operands[place : place + 2]
            parts.append(c.Operation(OPERATIONS[operator], (left, right), span=left.span.to(right.span)))
        return parts[0] if len(parts) == 1 else c.And(tuple(parts), span=tree.span)

    def members(self, tree: t.Members, scope: Scope) -> c.Core:
        """A conjunction: each of the names is in the set.

        In LaTeX a comma between conditions is *and*, so a relation before the last name holds by itself.
        """
        *found, domain = self.all((*tree.names, tree.domain), scope)
        parts = [
            name
            if name is not found[-1] and self.holds_alone(written.name, scope)
            else c.Operation(OPERATIONS["in"], (name, domain), span=name.span.to(domain.span))
            for written, name in zip(tree.names, found, strict=True)
        ]
        return c.And(tuple(parts), span=tree.span)

    def holds_alone(self, name: str, scope: Scope) -> bool:
        """Whether a name is a sentence: a relation without parameters."""
        signature = None if name in scope else self.signatures.get(name)
        return signature is not None and signature.is_relation and not signature.parameters

    def quantified(self, tree: t.Quantified, scope: Scope) -> c.Core:
        """One quantifier for each of the patterns, the first outermost."""
        domain = self.expression(tree.domain, scope)
        heads: dict[str, Span] = {}
        for bound in t.bound_names(tree.patterns):
            heads.setdefault(bound.name, bound.span)
        for name, span in heads.items():
            self.check_hiding(name, span, "name")
            self.note_hiding(name, span, scope, tree)
        inner = self.bind(scope, heads, "a name of a quantifier")
        new: set[str] = set()
        patterns = [self.pattern(pattern, inner, new) for pattern in tree.patterns]
        (body,) = self.sentences([tree.body], inner)
        for pattern in reversed(patterns):
            body = c.Quantified(tree.quantifier, pattern, domain, body, span=tree.span)
        written = next((pattern.span.text for pattern in tree.patterns), "")
        reach = f"`{tree.quantifier} {written} in …` ends with the comparison after its dot"
        self.ended.update(dict.fromkeys(tree.names, f"{reach}; put its whole body in parentheses"))
        return body

    def pattern(self, tree: t.Pattern, scope: Scope, new: set[str]) -> c.Pattern:
        """A pattern of a quantifier; a repeated name is compared by value."""
        match tree:
            case t.Parameter(name):
                if name not in new:
                    new.add(name)
                    return c.Fresh(scope[name])
                return c.Local(scope[name], span=tree.span)
            case t.TuplePattern(elements):
                return c.PatternTuple(tuple([self.pattern(element, scope, new) for element in elements]))
            case _:
                return self.expression(tree, scope)

    def for_any(self, tree: t.ForAny, scope: Scope) -> c.Core:
        """The core of a claim ``for any``: ``all`` values of a generated set, and of each named finite
        set."""
        known = self.known(scope)
        for name in tree.names:
            self.check_hiding(name.name, name.span, "name")
        inner = self.bind(scope, {name.name: name.span for name in tree.names}, "a name of `for any`")
        generated: list[tuple[c.Fresh, Generator]] = []
        finite: list[tuple[c.Fresh, c.Core]] = []
        for name in tree.names:
            fresh, kind = c.Fresh(inner[name.name]), generator_of(name.domain, known)
            if kind is None:
                finite.append((fresh, self.expression(name.domain, inner)))
            else:
                generated.append((fresh, kind))
        (body,) = self.sentences([tree.body], inner)
        for fresh, domain in reversed(finite):
            body = c.Quantified("all", fresh, domain, body, span=tree.span)
        if not generated:
            return body
        names = tuple(fresh for fresh, _ in generated)
        self.tried = tried([kind for _, kind in generated])
        domain = c.Given(c.TRIED, span=tree.span)
        pattern = names[0] if len(names) == 1 else c.PatternTuple(names)
        return c.Quantified("all", pattern, domain, body, span=tree.span)

    def block(self, tree: t.Block, scope: Scope) -> c.Core:
        """The core of ``(a if p; b otherwise where q)``."""
        clauses, where = self.body(tree.clauses, tree.where, scope, sentences=False)
        return c.Block(clauses, where, span=tree.span)

    def body(
        self, clauses: Sequence[t.Clause], where: t.Expression | None, scope: Scope, *, sentences: bool
    ) -> tuple[tuple[c.Clause, ...], c.Where | None]:
        """Resolved clauses, whose terms may be `sentences`, and their `where`."""
        wanted = [part for clause in clauses for part in (clause.term, clause.guard) if part]
        solved, inner = self.where(where, scope, wanted) if where is not None else (None, scope)
        terms = self.sentences if sentences else self.all
        found = tuple(
            [
                c.Clause(
                    *terms([clause.term], inner),
                    *self.sentences([clause.guard], inner) if clause.guard else (None,),
                )
                for clause in clauses
            ]
        )
        if solved is not None:
            self.problems += unused_equations(solved, found)
        return found, solved

    def build(
        self, fold: c.Fold, condition: t.Expression, body: t.Expression, span: Span, scope: Scope
    ) -> c.Core:
        """A comprehension or another fold over the solutions of a condition."""
        names = first_places(free_names(condition, self.known(scope)))
        self.check_taken(fold, condition, body, scope, lists=bool(names))
        inner = self.bind(scope, names, "a name of this set" if fold == "{}" else f"a name of `{fold}[…]`")
        solved = self.expression(condition, inner)
        term = self.expression(body, inner)
        new = tuple(inner[name] for name in names)
        steps = self.plan(solved, {inner[name]: name for name in names}, frozenset(locals_in(term)))
        if fold != "{}":
            reach = f"`{fold}[…]` ends before the next operator; put its whole term in parentheses"
            self.ended.update(dict.fromkeys(names, reach))
        return c.Build(fold, new, solved, steps, term, span=span)

    def check_taken(
        self, fold: c.Fold, condition: t.Expression, body: t.Expression, scope: Scope, *, lists: bool
    ) -> None:
        """Report a part ``name in set`` that was meant to list, but only tests because the name is taken.

        It was meant to list if the term uses the name.  If the set-builder then lists nothing, because a
        definition or a parameter has the name, this is an error.  Otherwise it is a note, except for a
        parameter that may well be tested together with listed names.
        """
        used = {name.name for name in free_names(body, lambda name: False)}
        for name, part in {name.name: (name, part) for name, part in memberships(condition)}.values():
            taken = self.taken(name.name, scope)
            if taken is None or name.name not in used or (lists and taken.what != _DEFINED):
                continue
            form = "this set-builder" if fold == "{}" else f"this `{fold}[…]`"
            what = "only tests" if lists else "lists nothing: it only tests"
            fact = f"`{name.name}` is not new here, so {form} {what} `{part.span.text}`"
            notes = (Note(f"`{name.name}` is already {taken.what}", taken.span),)
            help = f"use another name here, such as `{self.unused(name.name, scope)}`"
            domain = {each.name for each in free_names(part.operands[-1], lambda name: False)}
            if fold in _OF_NONE and name.name not in domain:
                term = "…" if lists else cut_text(body.span)
                term = f"{{{term}}}" if fold == "{}" else term
                guard = cut_text(part.span if lists else condition.span)
                clauses = f"({term} if {guard}; {_OF_NONE[fold]} otherwise)"
                help = f"{help}; if a condition is meant, `{clauses}` says so"
            wrong = not lists and taken.what in (_DEFINED, PARAMETER)
            found = Diagnostic("E211" if wrong else "N202", fact, name.span, help, notes)
            (self.problems if wrong else self.notes).append(found)

    def taken(self, name: str, scope: Scope) -> Bound | None:
        """The binding or definition that has a name, if there is one; ``None`` for names of the frame."""
        if name in scope:
            return self.bound[scope[name]]
        signature = self.signatures.get(self.meant(name))
        return None if signature is None else Bound(_DEFINED, signature.head)

    def unused(self, name: str, scope: Scope) -> str:
        """A name like this one that nothing has taken."""
        known = self.known(scope)
        return next(other for place in count(1) if not known(other := f"{name}{place}"))

    def plan(self, condition: c.Core, names: Mapping[str, str], used: frozenset[str]) -> c.Plan:
        """Steps that list the solutions; a diagnostic if that is impossible.

        `names` are the locals that are new, each with the name as written; a new name that nothing
        could bind, or that occurs once, is most likely misspelt if it is not `used` elsewhere.
        """
        try:
            return plan(condition, names)
        except CannotList as problem:
            never = problem.names - can_bind(condition, frozenset(names)) or frozenset(
                name for name in problem.names - used if len(spans_of(condition, name)) == 1
            )
            for local in sorted(never or problem.names, key=list(names).index):
                self.cannot_list(condition, local, names[local], misspelt=local in never - used)
            return ()

    def cannot_list(self, condition: c.Core, local: str, name: str, *, misspelt: bool) -> None:
        """Report a new name whose values nothing lists."""
        spans = spans_of(condition, local)
        if misspelt:
            self.not_defined(name, spans)
            return
        help = f"add a condition that lists them: `{name} in S` or `{name} = term`, joined with `&`"
        help = self.ended.get(name, help)
        self.problems.append(Diagnostic("E208", f"the values of `{name}` cannot be listed", spans[0], help))

    # Where

    def where(
        self, tree: t.Expression, scope: Scope, wanted: Iterable[t.Expression]
    ) -> tuple[c.Where, dict[str, str]]:
        """A resolved `where`, and the scope with its names, for the expressions `wanted`."""
        known = self.known(scope)
        names = first_places(free_names(tree, known))
        self.check_where_hides(tree)
        inner = self.bind(scope, names, "a name of `where`")
        condition = self.expression(tree, inner)
        written = {inner[name]: name for name in names}
        used = {name.name for part in wanted for name in free_names(part, known)}
        steps = self.plan(condition, written, frozenset(inner[name] for name in names if name in used))
        return split_where(condition, tuple(written), steps), inner

    def check_where_hides(self, tree: t.Expression) -> None:
        """Report an equation of a `where` for a name that is a definition already."""
        for part in t.conjuncts(tree):
            if isinstance(part, t.Compare) and part.operators == ("=",):
                for name in names_in_pattern(part.operands[0]):
                    self.check_hiding(name.name, name.span, _IN_WHERE)


def undefined_names(parts: Iterable[Resolver], signatures: Collection[str]) -> list[Diagnostic]:
    """One diagnostic for each name that nothing defines, with all its places in some resolved parts."""
    unknown: dict[str, dict[Span, None]] = {}
    out_of_reach: dict[str, str] = {}
    atoms, keys, applied, stated = set[str](), set[str](), set[str](), set[str]()
    for part in parts:
        for name, spans in part.unknown.items():
            unknown.setdefault(name, {}).update(spans)
        for name, help in part.out_of_reach.items():
            out_of_reach.setdefault(name, help)
        atoms.update(part.atoms)
        keys |= part.keys
        applied |= part.applied
        stated |= part.stated
    found: list[Diagnostic] = []
    known = [*signatures, *FRAME, *FUNCTIONS] if unknown else []
    for place, (name, spans) in enumerate(unknown.items()):
        places = list(spans)
        compared = place * len(known) < _MOST_COMPARISONS and len(name) < _LONGEST_SHOWN
        near = nearest(name, known) if compared else []
        other = lookalike(name, known) if compared else None
        name = name if len(name) < _LONGEST_SHOWN else name[:_LONGEST_SHOWN] + "…"
        written = f"{name}(…)" if name in applied else name
        elsewhere = defined_elsewhere(name, is_applied=name in applied)
        if elsewhere and not (near and near[0] in signatures):
            near = []
        is_atom = name not in applied and (name in atoms or name in keys)
        advice = out_of_reach.get(name) or (
            f"the atom is written `` `{name} ``"
            if is_atom
            else meant_in_latin(name, other)
            if other
            else f"did you mean `{near[0]}`?"
            if near
            else elsewhere or f"define it: `{written} {'iff' if name in stated else ':='} …`"
        )
        notes = tuple(Note("also used here", span) for span in places[1:4])
        if len(places) > 4:
            notes += (Note(f"and in {len(places) - 4} more places"),)
        meant = f"`{name}" if is_atom else other or (near[0] if near else "")
        fix = replacements(places, "" if name in out_of_reach and not other else meant)
        found.append(Diagnostic("E202", f"nothing defines `{name}`", places[0], advice, notes, fix))
    return found


def encloses(pattern: t.Pattern, span: Span) -> bool:
    """Whether a name at a place is only a part of a pattern."""
    return isinstance(pattern, t.TuplePattern) and span in {name.span for name in t.bound_names([pattern])}


def with_text(whole: Span, part: Span, text: str) -> str:
    """The text of a place, with another in the place of a part of it."""
    if whole.macros or part.macros:
        return text
    start, end = part.start - whole.start, part.end - whole.start
    return f"{whole.text[:start]}{text}{whole.text[end:]}"


def cut_text(span: Span) -> str:
    """The text of a place for a help, or dots if it is long."""
    return span.text if is_quotable(span.text) else "…"


def equivalent(parts: Sequence[c.Core]) -> c.Core:
    """A chain of equivalences as a tree of least depth, since equivalence is associative."""
    if len(parts) == 1:
        return parts[0]
    left, right = equivalent(parts[: len(parts) // 2]), equivalent(parts[len(parts) // 2 :])
    return c.Equivalent(left, right, span=left.span.to(right.span))


def meant_in_latin(name: str, other: str) -> str:
    """The hint for a name written with letters that only look like those of another."""
    return f"did you mean `{other}`? They look alike, but {foreign_letters(name) or foreign_letters(other)}"


def replacements(spans: Iterable[Span], text: str) -> tuple[tuple[Span, str], ...]:
    """A fix that writes the same text in several places; empty if one of them comes from a macro."""
    return tuple((span, text) for span in spans if text and not span.macros)


def as_element(name: Span, call: Span, arguments: int = 1) -> str:
    """How an element is written where a name with arguments stands."""
    given = written_arguments(name, call)
    written = f"{name.text}[{given}]" if arguments == 1 else f"{name.text}[({given})]"
    shown = written if given and is_quotable(written) else f"{name.text}[…]"
    return f"an element of a tuple or of a map is `{shown}`"


def written_arguments(name: Span, call: Span) -> str:
    """The arguments of a call as they are written; empty if there are no parentheses."""
    found = re.fullmatch(r"\s*\((.*)\)", call.source.text[name.end : call.end], re.DOTALL)
    return found[1] if found is not None else ""


def first_places(names: Iterable[t.Name]) -> dict[str, Span]:
    """Each name with its first place."""
    places: dict[str, Span] = {}
    for name in names:
        places.setdefault(name.name, name.span)
    return places


def memberships(condition: t.Expression) -> Iterator[tuple[t.Name, t.Compare]]:
    """The parts ``name in set`` of a condition that are joined with `&` and `V`."""
    match condition:
        case t.And(parts) | t.Or(parts):
            for part in parts:
                yield from memberships(part)
        case t.Compare(("in",), (t.Name() as name, _)):
            yield name, condition


def names_in_pattern(tree: t.Expression) -> Iterator[t.Name]:
    """The names that stand in a tuple, or in a tuple inside it, or the name itself."""
    match tree:
        case t.Name():
            yield tree
        case t.TupleOf(elements):
            for element in elements:
                yield from names_in_pattern(element)
        case _:
            pass


def spans_of(tree: c.Core, local: str) -> list[Span]:
    """The places of a local, in the order of the text."""
    spans = [node.span for node in nodes_of(tree) if isinstance(node, c.Local) and node.name == local]
    return sorted(spans, key=lambda span: span.start)
