"""The syntax tree of LED, exactly as written.

Equality of trees ignores their places (`span`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Literal, TypeAlias

from msgspec import field

from noughts.language.node import Node, Structure
from noughts.text.source import Span

Operator: TypeAlias = str
"""The key of a row of the builtin table: an operator between terms."""
Comparison: TypeAlias = str
Function: TypeAlias = Literal["Pow", "floor", "ceil", "|…|"]
Fold: TypeAlias = Literal["U", "Sec", "Sum", "Prod"]


class Headed(Node, frozen=True, kw_only=True):
    """A node whose name, or whose first word, is at `head`."""

    head: Span


class Numeral(Node, frozen=True):
    """An exact number, as in ``12`` or ``1.(3..)``."""

    value: int | Fraction


class String(Node, frozen=True):
    """A text between double quotes."""

    content: str


class AtomName(Node, frozen=True):
    """An atom, written with a backquote in front."""

    name: str


class TruthWord(Node, frozen=True):
    """``true`` or ``false``."""

    value: bool


class Name(Node, frozen=True):
    """A name that stands alone: a constant, a parameter or a new name."""

    name: str


class Call(Headed, frozen=True):
    """``f(a, …)``; `head` is where the name stands."""

    name: str
    arguments: tuple[Expression, ...]


class Binary(Node, frozen=True):
    """``a op b`` on terms."""

    operator: Operator
    left: Expression
    right: Expression


class Negative(Node, frozen=True):
    """``-a``."""

    operand: Expression


class Apply(Node, frozen=True):
    """``Pow(a)``, ``floor(a)``, ``ceil(a)`` or ``|a|``."""

    function: Function
    operand: Expression


class TupleOf(Node, frozen=True):
    """``(a, b, …)``; ``(a,)`` of one element, ``()`` of none."""

    elements: tuple[Expression, ...]


class Maplet(TupleOf, frozen=True):
    """``k |-> v``, another way to write the pair ``(k, v)``."""


class Index(Node, frozen=True):
    """``t[i]``, or ``t[i..j]`` if there is a `last`."""

    sequence: Expression
    first: Expression
    last: Expression | None = None


class Changed(Node, frozen=True):
    """``t[k |-> v, …]``: t with other values at some places."""

    whole: Expression
    maplets: tuple[Maplet, ...]


class SetOf(Node, frozen=True):
    """``{a, b, …}``."""

    elements: tuple[Expression, ...]


class Range(Node, frozen=True):
    """``{m..n}``."""

    first: Expression
    last: Expression


class Comprehension(Node, frozen=True):
    """``{t | p}``."""

    term: Expression
    condition: Expression


class Aggregate(Node, frozen=True):
    """``U[p] s``, ``Sec[p] s``, ``Sum[p] e`` or ``Prod[p] e``."""

    fold: Fold
    condition: Expression
    body: Expression


class Compare(Node, frozen=True):
    """``a < b``, or a chain ``a < b <= c``: one operator between each two operands."""

    operators: tuple[Comparison, ...]
    operands: tuple[Expression, ...]


class Parameter(Node, frozen=True):
    """A name between the parentheses of a definition's head, or one that a quantifier binds."""

    name: str


class TuplePattern(Node, frozen=True):
    """``(x, y)`` behind ``some`` or ``all``, or as a parameter of a definition.

    A part that is neither a name nor a tuple is compared; the head of a definition has no such part.
    """

    elements: tuple[Pattern, ...]


class MapletPattern(TuplePattern, frozen=True):
    """``k |-> v`` behind ``some`` or ``all``, another way to write ``(k, v)``."""


class Quantified(Node, frozen=True):
    """``some x, y in s. p`` or ``all (x, y) in s. p``, for the elements of s that fit the patterns."""

    quantifier: Literal["some", "all"]
    patterns: tuple[Pattern, ...]
    domain: Expression
    body: Expression

    @property
    def names(self) -> tuple[str, ...]:
        """The names that it binds, in order and without repetitions."""
        return tuple(dict.fromkeys(bound.name for bound in bound_names(self.patterns)))


class Members(Node, frozen=True):
    """``x, y in s`` in the condition of a set-builder or a big operator: ``x in s & y in s``."""

    names: tuple[Name, ...]
    domain: Expression


class Not(Node, frozen=True):
    """``~p``."""

    operand: Expression


class And(Node, frozen=True):
    """``p & q & …``; the first of the parts is not itself an `And`."""

    parts: tuple[Expression, ...]


class Or(Node, frozen=True):
    """``p V q V …``; the first of the parts is not itself an `Or`."""

    parts: tuple[Expression, ...]


class Implies(Node, frozen=True):
    """``p => q``."""

    premise: Expression
    conclusion: Expression


class Equivalent(Node, frozen=True):
    """``p <=> q``."""

    left: Expression
    right: Expression


class Clause(Node, frozen=True):
    """``term if guard``; the guard is ``None`` for ``otherwise`` and for a body of one term."""

    term: Expression
    guard: Expression | None


class ForAny(Node, frozen=True):
    """``for any n in N, a in S. p``, the sentence of a claim, which is tried where a set is infinite."""

    names: tuple[ActionParameter, ...]
    body: Expression


class Block(Node, frozen=True):
    """``(a if p; b otherwise where q)``: the body of a definition as a term."""

    clauses: tuple[Clause, ...]
    where: Expression | None = None


Expression: TypeAlias = (
    Numeral
    | String
    | AtomName
    | TruthWord
    | Name
    | Call
    | Binary
    | Negative
    | Apply
    | TupleOf
    | Index
    | Changed
    | SetOf
    | Range
    | Comprehension
    | Aggregate
    | Compare
    | Quantified
    | Members
    | Not
    | And
    | Or
    | Implies
    | Equivalent
    | Block
    | ForAny
)

Pattern: TypeAlias = Parameter | TuplePattern | Numeral | Negative | String | AtomName | TruthWord
"""The patterns between ``some`` or ``all`` and ``in``."""


class Definition(Headed, frozen=True):
    """``f(x, …) := body where p`` or, if it is a relation, ``r(x, …) iff body where p``.

    A parameter may be a tuple of names, as in ``f((x, y)) := body``.  A definition made from a machine may
    check the range of a variable: `range` is the text of that range.

    One that is defined with others, ``(x, y) := body``, has the tuple of names as its `together`.
    """

    name: str
    parameters: tuple[Pattern, ...]
    relation: bool
    clauses: tuple[Clause, ...]
    where: Expression | None = None
    range: str = ""
    together: TuplePattern | None = None


class Parts(Node, frozen=True):
    """``(x, y) := body where p``: a definition of each name in the tuple."""

    names: TuplePattern
    clauses: tuple[Clause, ...]
    where: Expression | None = None

    @property
    def definitions(self) -> Iterator[Definition]:
        """The definitions, in the order of the names."""
        for name in bound_names([self.names]):
            yield Definition(
                name.name,
                (),
                False,
                self.clauses,
                self.where,
                together=self.names,
                span=self.span,
                head=name.span,
            )


class Variables(Node, frozen=True):
    """``variable x, y in S`` or ``variable X, Y sub S``, an item of a machine."""

    names: tuple[Parameter, ...]
    relation: Literal["in", "sub"]
    range: Expression


class Initially(Headed, frozen=True):
    """``initially p``, where p gives every variable its first value."""

    sentence: Expression


class ActionParameter(Node, frozen=True):
    """``x in S`` between the parentheses of an action: a parameter and its domain."""

    name: str
    domain: Expression


class Update(Headed, frozen=True):
    """``x' = body where p``: the value of a variable after an action."""

    variable: str
    clauses: tuple[Clause, ...]
    where: Expression | None = None


class Action(Headed, frozen=True):
    """``action a(x in S) when guard: updates``, or ``automatic a when guard: updates``."""

    name: str
    parameters: tuple[ActionParameter, ...]
    guard: Expression | None
    updates: tuple[Update, ...]
    automatic: bool


MachineItem: TypeAlias = Variables | Initially | Action


class Stated(Headed, frozen=True, kw_only=True):
    """A statement that `stands_alone` in a display, or `in_prose`, within a line."""

    stands_alone: bool = False
    in_prose: bool = False


class Declaration(Stated, frozen=True):
    """``f : K * L -> M``, the signature of a definition: the kinds that it `takes`, and the kind that it
    `gives`.

    If it `stands_alone` in a display, it is mathematics of the prose unless something defines its name.  One
    that stands `in_prose`, within a line, also is if a kind is not known, or if there is another signature.
    """

    name: str
    takes: Expression | None
    gives: Expression


class Unread(Node, frozen=True):
    """Mathematics in a display that looks like a definition of a name, but is none: an equation, as in
    ``f(x) = x^2``, or the definition of a name that a region of the document defines."""

    name: str
    is_equation: bool


RegionItem: TypeAlias = MachineItem | Declaration
"""The items of a region besides definitions."""


class Claim(Node, frozen=True):
    """A sentence that a document claims to be true, and its `where`."""

    sentence: Expression
    where: Expression | None = None


class Printed(Node, frozen=True):
    """An exchange of a transcript: the expression, and how its value prints."""

    expression: Expression
    expected: str


class Module(Structure, frozen=True):
    """The content of one document or several: definitions in order, and their tests.

    `broken` are the names whose definitions could not be read; `machine` are the items of a machine, whose
    definitions `noughts.language.lower` adds as those that are `made`.  For each document that only others
    use, `sees` has the names of the documents whose definitions it sees; all others see everything.  If the
    module `lacks` a used document, unknown names may be in that.  Its `declarations` are signatures;
    `unread` is mathematics that looks like a definition.
    """

    definitions: tuple[Definition, ...]
    tests: tuple[Claim | Printed, ...]
    is_game: bool = False
    broken: frozenset[str] = frozenset()
    machine: tuple[MachineItem, ...] = ()
    made: frozenset[str] = frozenset()
    sees: Mapping[str, frozenset[str]] = field(default_factory=dict)
    lacks: bool = False
    declarations: tuple[Declaration, ...] = ()
    unread: tuple[Unread, ...] = ()

    @property
    def written(self) -> tuple[Definition, ...]:
        """The definitions written in the documents."""
        return tuple(definition for definition in self.definitions if definition.name not in self.made)


def variables_of(module: Module) -> tuple[str, ...]:
    """The variables of the machine of a module, in the order of the state."""
    names = (name.name for item in module.machine if isinstance(item, Variables) for name in item.names)
    return tuple(dict.fromkeys(names))


def bound_names(patterns: Iterable[Pattern]) -> Iterator[Parameter]:
    """The names in patterns, in order, again for every occurrence."""
    for pattern in patterns:
        match pattern:
            case Parameter():
                yield pattern
            case TuplePattern(elements):
                yield from bound_names(elements)
            case _:
                pass


def compared(patterns: Iterable[Pattern]) -> Iterator[Pattern]:
    """The parts of patterns that bind no name: a part of a tuple must be equal to one."""
    for pattern in patterns:
        match pattern:
            case Parameter():
                pass
            case TuplePattern(elements) if elements:
                yield from compared(elements)
            case _:
                yield pattern


def conjuncts(tree: Expression) -> tuple[Expression, ...]:
    """The sentences that `&` joins, or the sentence itself."""
    return tree.parts if isinstance(tree, And) else (tree,)


def joined(tree: Implies | Equivalent) -> list[Expression]:
    """The sentences that a chain ``p => q => r`` or ``p <=> q <=> r`` joins; both go to the right."""
    found: list[Expression] = []
    rest: Expression = tree
    while isinstance(rest, type(tree)):
        left, rest = (rest.premise, rest.conclusion) if isinstance(rest, Implies) else (rest.left, rest.right)
        found.append(left)
    return [*found, rest]
