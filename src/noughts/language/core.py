"""The core calculus into which documents are translated, and programs in it.

Names are resolved: a `Local` is unique within its definition, a `Global` is a definition, and a `Given` is a
name of the frame.  Every operation is a row of the builtin table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Literal, TypeAlias, TypeGuard, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from noughts.language.builtins import Builtin
from noughts.language.generated import Tried
from noughts.language.node import Node, Placed, Structure
from noughts.language.written_kinds import WrittenKind
from noughts.text.diagnostic import Diagnostic
from noughts.text.source import Span
from noughts.values.scalars import Truth
from noughts.values.sets import FiniteSet
from noughts.values.value import Value

if TYPE_CHECKING:
    from noughts.language.tree import Module

TRIED = "tried"
"""The name that gives a claim ``for any n in N. p`` the values on which it is tried."""

Fold: TypeAlias = Literal["{}", "U", "Sec", "Sum", "Prod"]

_Folded = TypeVar("_Folded")


class Constant(Node, frozen=True):
    """A literal value."""

    value: Value


class Local(Node, frozen=True):
    """A parameter, a name of a quantifier, of a comprehension or of a `where`."""

    name: str


class Given(Node, frozen=True):
    """``currentState``, ``mouseX`` and their like."""

    name: str


class Global(Node, frozen=True):
    """A definition applied to arguments, none for a constant."""

    name: str
    arguments: tuple[Core, ...]


class Operation(Node, frozen=True):
    """A builtin applied to operands, all of which are evaluated."""

    builtin: Builtin
    operands: tuple[Core, ...]


class Not(Node, frozen=True):
    """``~p``."""

    operand: Core


class And(Node, frozen=True):
    """``p & q & …``."""

    parts: tuple[Core, ...]


class Or(Node, frozen=True):
    """``p V q V …``."""

    parts: tuple[Core, ...]


class Implies(Node, frozen=True):
    """``p => q``, or a chain ``p => q => r``: if all premises hold, the conclusion does."""

    premises: tuple[Core, ...]
    conclusion: Core


class Equivalent(Node, frozen=True):
    """``p <=> q``."""

    left: Core
    right: Core


class Quantified(Node, frozen=True):
    """``some x in S. p`` or ``all x in S. p``, for the elements that fit one pattern."""

    quantifier: Literal["some", "all"]
    pattern: Pattern
    domain: Core
    body: Core

    def __repr__(self) -> str:
        # A name alone is shown as it was before there were patterns: fingerprints of rules are made of this.
        bound = f"name={self.pattern.name!r}" if isinstance(self.pattern, Fresh) else f"{self.pattern!r}"
        return (
            f"Quantified(quantifier={self.quantifier!r}, {bound}, domain={self.domain!r}, body={self.body!r})"
        )


class Build(Node, frozen=True):
    """A fold over the solutions of a condition: of its body's values, once for each solution.

    `new` are the names that the condition binds; `plan` is one way to find the solutions.
    """

    fold: Fold
    new: tuple[str, ...]
    condition: Core
    plan: Plan
    body: Core


class Block(Node, frozen=True):
    """``(a if p; b otherwise where q)``: the term of the first clause whose guard holds."""

    clauses: tuple[Clause, ...]
    where: Where | None


Core: TypeAlias = (
    Constant
    | Local
    | Given
    | Global
    | Operation
    | Not
    | And
    | Or
    | Implies
    | Equivalent
    | Quantified
    | Build
    | Block
)


def fold_operations(
    tree: Core, operand: Callable[[Core], _Folded], operation: Callable[[Operation, list[_Folded]], _Folded]
) -> _Folded:
    """The result of `operation` for the operations at the top of a tree, from the operands to the whole tree.

    Other trees are given to `operand`.  Nothing recurses: thousands may be joined by ``+`` or ``U``.
    """
    folded: list[_Folded] = []
    waiting = [(tree, False)]
    while waiting:
        node, ready = waiting.pop()
        if not isinstance(node, Operation):
            folded.append(operand(node))
        elif ready:
            first = len(folded) - len(node.operands)
            folded[first:] = [operation(node, folded[first:])]
        else:
            waiting.append((node, True))
            waiting.extend((each, False) for each in reversed(node.operands))
    return folded[0]


class Test(Structure, frozen=True):
    """Continue only if the sentence holds."""

    sentence: Core


class Bind(Structure, frozen=True):
    """Match a value against a pattern."""

    pattern: Pattern
    value: Core


class Each(Structure, frozen=True):
    """Match every element of a set against a pattern, in turn."""

    pattern: Pattern
    domain: Core


class Either(Structure, frozen=True):
    """The solutions of each branch in turn, without duplicates; every branch binds `names`."""

    branches: tuple[Plan, ...]
    names: tuple[str, ...]


class PatternTuple(Structure, frozen=True):
    """A tuple whose elements are patterns."""

    elements: tuple[Pattern, ...]


class Fresh(Structure, frozen=True):
    """A new name, bound to the value at its place."""

    name: str


Pattern: TypeAlias = "Fresh | PatternTuple | Core"
"""A core expression in a pattern is evaluated and compared."""

Step: TypeAlias = Test | Bind | Each | Either
Plan: TypeAlias = tuple[Step, ...]


class Clause(Structure, frozen=True):
    """``term if guard``; without a guard it always applies."""

    term: Core
    guard: Core | None


class Where(Placed, frozen=True):
    """A `where`: equations that are evaluated on demand, and a condition that is solved immediately.

    `lazy` are equations in an order in which each depends only on those before it; `solved` is the rest,
    which must have one solution and binds `new`.
    """

    lazy: tuple[Bind, ...]
    new: tuple[str, ...]
    solved: Core | None
    plan: Plan


class Binding(Structure, frozen=True, kw_only=True):
    """What binds names: `bound` are those that it binds itself, as written, each with its first place."""

    bound: Mapping[str, Span]


class Definition(Binding, frozen=True):
    """A checked definition.

    It depends on the `frame` if it reads ``currentState`` or the mouse, itself or through others, and
    is `recursive` if it can reach itself.  It `branches` if one call may lead to several of its own, and
    `gathers` if it enumerates sets to make a value.  If the definition checks the range of a variable of a
    machine, `range` is the text of that range.
    """

    name: str
    parameters: tuple[str, ...]
    relation: bool
    clauses: tuple[Clause, ...]
    where: Where | None
    uses: frozenset[str]
    given: frozenset[str]
    recursive: bool
    head: Span
    span: Span
    range: str = ""
    branches: bool = False
    gathers: bool = False

    @property
    def is_constant(self) -> bool:
        """Whether it is written without parameters."""
        return not self.parameters

    @property
    def only_term(self) -> Core | None:
        """The term of a definition without cases; ``None`` if it has several clauses, or a guard."""
        return self.clauses[0].term if len(self.clauses) == 1 and self.clauses[0].guard is None else None

    @property
    def is_memoised(self) -> bool:
        """Whether its values are remembered by its arguments until the question is answered.

        Otherwise it might be called with the same arguments exponentially often if it `branches`, and for
        each element of a loop if it `gathers`.
        """
        return (self.branches or self.gathers) and bool(self.parameters) and not self.reads_frame

    @property
    def reads_frame(self) -> bool:
        """Whether its value can change from frame to frame."""
        return bool(self.given)

    @property
    def reads_only_state(self) -> bool:
        """Whether its value depends on the state of the game, but on nothing else in the frame."""
        return self.given == {"currentState"}


class Scene(Structure, frozen=True):
    """The frame of a test: values for the given names."""

    given: Mapping[str, Core]


class Claim(Structure, frozen=True):
    """A proposition that must be true; one with ``for any`` must be true for the values on which it is
    `tried`."""

    sentence: Core
    scene: Scene
    where: Where | None
    span: Span
    tried: Tried | None = None

    @property
    def is_equation(self) -> bool:
        """Whether it says that two values are equal."""
        return isinstance(self.sentence, Operation) and self.sentence.builtin.key == "="

    def on(self, values: Iterable[Value]) -> Claim:
        """The same claim, tried on other values."""
        domain = Constant(FiniteSet(tuple(values)), span=self.span)
        return replace(self, scene=Scene({**self.scene.given, TRIED: domain}))


class Printed(Structure, frozen=True):
    """An expression and the text that its value should print as."""

    expression: Core
    expected: str
    span: Span


def trees_of(part: Definition | Claim | Printed) -> Iterator[Core]:
    """The expressions of a definition or of a test, those of its `where` last."""
    match part:
        case Printed(expression):
            yield expression
            return
        case Claim(sentence, scene):
            yield sentence
            yield from scene.given.values()
        case Definition():
            yield from trees_of_clauses(part.clauses)
    if part.where is not None:
        yield from trees_of_where(part.where)


def trees_of_clauses(clauses: Iterable[Clause]) -> Iterator[Core]:
    """The terms of clauses, each with its guard behind it."""
    for clause in clauses:
        yield clause.term
        if clause.guard is not None:
            yield clause.guard


def trees_of_where(where: Where) -> Iterator[Core]:
    """The values of the equations of a `where`, and its condition."""
    yield from (step.value for step in where.lazy)
    if where.solved is not None:
        yield where.solved


def is_constant_name(tree: Core | Pattern) -> TypeGuard[Global]:
    """Whether it is the name of a constant."""
    return isinstance(tree, Global) and not tree.arguments


EVERY_MOVE = "every move"


class Machine(Struct, frozen=True):
    """The facts about a machine beyond its definitions: its variables, each with the text of its range, the
    variables that each move and each automatic action updates, and whether it is a game of players.
    """

    variables: Mapping[str, str]
    moves: Mapping[str, frozenset[str]]
    automatic: Mapping[str, frozenset[str]]
    has_players: bool = True


class Declared(Structure, frozen=True):
    """The signature of a definition: the kinds of its parameters and of its values."""

    parameters: tuple[WrittenKind[Core], ...]
    gives: WrittenKind[Core]
    span: Span


class Program(Struct, frozen=True):
    """A checked document, or several; `notes` point out correct but perhaps unintended parts.

    If it has a `machine`, the state is the tuple of the variables.  The `declared` signatures are checked,
    and do not affect the meaning of the program.
    """

    definitions: Mapping[str, Definition]
    tests: tuple[Claim | Printed, ...]
    is_game: bool
    notes: tuple[Diagnostic, ...] = ()
    machine: Machine | None = None
    declared: Mapping[str, Declared] = field(default_factory=dict)
    module: Module | None = None
    """The module of the program, since a question that looks ahead needs definitions of other states."""

    @property
    def variables(self) -> tuple[str, ...]:
        """The variables of the machine."""
        return tuple(self.machine.variables) if self.machine is not None else ()

    @property
    def has_players(self) -> bool:
        """Whether it is a game, and not a machine without players."""
        return self.machine is None or self.machine.has_players

    @property
    def every_move(self) -> str:
        """The name of the set of all moves, which is another one if `moves` is a variable of the machine."""
        return EVERY_MOVE if EVERY_MOVE in self.definitions else "moves"

    def is_sentence(self, tree: Core) -> bool:
        """Whether the value of a tree is certainly a truth value, if it has one."""
        match tree:
            case Constant(value):
                return isinstance(value, Truth)
            case Operation(builtin, _):
                return builtin.sentence
            case Global(name, _):
                return self.definitions[name].relation
            case Block(clauses):
                return all(self.is_sentence(clause.term) for clause in clauses)
            case Local() | Given() | Build():
                return False
            case _:
                return True

    @property
    def written(self) -> tuple[str, ...]:
        """The names of the definitions that a document can write, unlike those made from a machine."""
        return tuple(name for name in self.definitions if name.isidentifier())
