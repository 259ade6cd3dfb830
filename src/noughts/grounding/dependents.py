"""Dependent variables: variables of a machine that are functions of others, and need no bits of their own.

Authors often count moves, store whose turn it is, and record a result as soon as there is one.  A variable
that depends on all others has no good place in the variable order, so diagrams would grow exponentially.  Two
kinds of dependent variables are found.

* A *clock* changes in the same way with every move, whatever the rest of the state is.  If every move adds
  one element to the sets of the machine, the size of these sets tells how often the clock has changed.
* A *record* is changed by automatic actions alone.  It may be a function of the other variables o: r = F(o),
  where F(o) is what the actions make of its initial value in o.  That is proved by induction.  It holds in
  the initial state if F(o) is the initial value there.  It stays true if the actions turn F(o) into F(o')
  whenever the sets grow from o to o' and the game was not over in o.  A small decision diagram decides that
  (R. Bryant, *Graph-based algorithms for Boolean function manipulation*, 1986).

Nothing is assumed without proof: then `dependent_variables` returns ``None``, or `holds_in` is false.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final, Protocol

from msgspec import Struct

from noughts.games.game import Game
from noughts.grounding.deciding import never_holds
from noughts.grounding.formula import NEVER, Formula, bit, counted, disjunction, same
from noughts.grounding.grounded import Grounded
from noughts.grounding.state_layout import (
    Enumeration,
    SetBits,
    StateLayout,
    TupleLayout,
    encoded,
    symbolic_state,
)
from noughts.grounding.symbolic_evaluation import CannotGroundHere, SymbolicEvaluator
from noughts.grounding.symbolic_value import (
    Choice,
    Symbolic,
    SymbolicMap,
    SymbolicSet,
    amount,
    cases_of,
    choice,
    components_of,
    elements_of,
    set_of,
    value_in,
    with_dependents,
)
from noughts.grounding.walk import substituted
from noughts.language import core as c
from noughts.language.core import Program
from noughts.language.solutions import nodes_of
from noughts.meaning.compile import Compiled
from noughts.meaning.frame import frame_of
from noughts.meaning.run_error import RunError
from noughts.values.sets import Set
from noughts.values.value import Value

MOST_BITS: Final = 4_096
"""The most bits of a state, and the most elements of a set in it; a state that needs more is assumed to grow
without bound."""


class Ruled(Game, Protocol):
    """A game whose rules are the definitions of a program."""

    program: Program
    meaning: Compiled
    wins: str | None

    @property
    def initial(self) -> Value:
        """The first position."""

    @property
    def side_values(self) -> tuple[Value, ...]:
        """The sides as the program writes them."""

    def defines(self, name: str, arity: int) -> bool:
        """Whether the program has this definition."""


class DependentVariables(Struct, frozen=True):
    """The dependent variables of a machine, as functions of the bits of the others.

    * ``layout``: the layout of the state in which only the growing sets have bits
    * ``growing``: these bits, by number
    * ``parts``: the values of the dependent variables, by their places in the state
    * ``records``: the records among them, whose induction is still to be proved (`holds_in`)
    * ``stop``: holds in positions in which another move would take a clock out of its range
    """

    game: Ruled
    layout: TupleLayout
    growing: frozenset[int]
    parts: Mapping[int, Symbolic]
    records: Mapping[int, Symbolic]
    stop: Formula

    def first(self, place: int) -> Value:
        """The value of a part of the initial state."""
        assert isinstance(self.game.initial, tuple)
        value: Value = self.game.initial[place]
        return value

    def holds_in(self, grounded: Grounded) -> bool:
        """Whether the functions are right: every move adds one element, and actions preserve the records."""
        return all(self.adds_one(move.legal, move.changes) for move in grounded.moves) and (
            not self.records or self.records_stay(grounded.over)
        )

    def adds_one(self, legal: Formula, changes: Mapping[int, Formula]) -> bool:
        """Whether a move sets exactly one growing bit that was not set, and clears none."""
        touched = [index for index in changes if index in self.growing]
        if not all(never_holds(legal & bit(index)) for index in touched):
            return False
        # none of the touched bits is set before the move, so exactly one being set after it adds one element
        after = [changes[index] for index in touched]
        return never_holds(legal & ~counted(((new, 1) for new in after), lambda number: number == 1))

    def records_stay(self, over: Formula) -> bool:
        """Whether ``actions(F(o), o') = F(o')`` for all o within o' in which the game is not over.

        The bits of o' are those of the layout.  Those of o have numbers from `width` on; as sets only grow,
        a bit of o is set only together with its bit of o'.
        """
        width = self.layout.width
        apart: dict[Formula, Formula] = {
            bit(index): bit(index) & bit(width + index) if index in self.growing else bit(width + index)
            for index in range(width)
        }
        before = {place: in_state(value, apart) for place, value in self.records.items()}
        state = with_dependents(symbolic_state(self.layout), {**self.parts, **before})
        found = followed(self.game, state)
        (goes_on,) = substituted([~over], apart)  # the game is not over in o, the state before
        return found is not None and all(
            never_holds(goes_on & where_different(found[place], value))
            for place, value in self.records.items()
        )


def dependent_variables(game: Ruled) -> DependentVariables | None:
    """The candidates for dependent variables of a game; ``None`` if it has none.  See `holds_in`."""
    machine = game.program.machine
    initial = game.initial
    if machine is None or not isinstance(initial, tuple) or len(initial) != len(machine.variables):
        return None
    roles = roles_of(game, machine)
    if roles is None or "grows" not in roles.values() or not {"clock", "record"} & set(roles.values()):
        return None
    layout = dependents_layout(game, initial, roles)
    if layout is None:
        return None
    growing: list[int] = []
    width = 0
    for role, part in zip(roles.values(), layout.parts, strict=True):
        if role == "grows":
            growing += range(width, width + part.width)
        width += part.width
    start = encoded(layout, initial)
    before = sum(start >> index & 1 for index in growing)
    parts: dict[int, Symbolic] = {}
    stop: Formula = NEVER
    for place, (name, role) in enumerate(roles.items()):
        if role == "clock":
            values = clock_values(game, name, place, len(growing) - before)
            if values is None:
                return None
            parts[place] = clock(values, before, growing)
            if len(values) <= len(growing) - before:
                last = before + len(values) - 1
                stop |= counted(((bit(index), 1) for index in growing), last.__eq__)
    records: dict[int, Symbolic] = {}
    if "record" in roles.values():
        then = followed(game, with_dependents(symbolic_state(layout), parts))
        if then is None:
            return None
        records = {place: then[place] for place, role in enumerate(roles.values()) if role == "record"}
        if any(value_in(value, start) != initial[place] for place, value in records.items()):
            return None
    return DependentVariables(game, layout, frozenset(growing), {**parts, **records}, records, stop)


def roles_of(game: Ruled, machine: c.Machine) -> dict[str, str] | None:
    """The role of each variable; ``None`` if a variable has none of the four roles."""
    moved = frozenset[str]().union(*machine.moves.values())
    automatic = frozenset[str]().union(*machine.automatic.values())
    roles: dict[str, str] = {}
    for name, written in machine.variables.items():
        if name in automatic:
            roles[name] = "record"
        elif name not in moved:
            roles[name] = "stays"
        elif changes_alone(game, machine, name):
            roles[name] = "clock"
        elif written.startswith("sub"):
            roles[name] = "grows"
        else:
            return None
    return None if automatic & moved else roles


def dependents_layout(
    game: Ruled, initial: tuple[Value, ...], roles: Mapping[str, str]
) -> TupleLayout | None:
    """The layout with bits for the elements of the growing sets, and for nothing else."""
    parts: list[StateLayout] = []
    for (name, role), first in zip(roles.items(), initial, strict=True):
        part: StateLayout = Enumeration((first,))
        if role == "grows":
            elements = range_elements(game, name)
            if elements is None or not isinstance(first, Set):
                return None
            part = SetBits(elements)
        parts.append(part)
    return TupleLayout(tuple(parts))


def range_elements(game: Ruled, name: str) -> tuple[Value, ...] | None:
    """The elements of the set of which a variable is a subset; ``None`` if not constant, or too large."""
    guard = game.program.definitions[f"{name}'"].clauses[0].guard
    if not isinstance(guard, c.Operation) or not is_constant(game, guard.operands[1]):
        return None
    value = game.meaning.prepare(guard.operands[1])(None)
    return tuple(value) if isinstance(value, Set) and value.size <= MOST_BITS else None


def is_constant(game: Ruled, tree: c.Core, known: str = "") -> bool:
    """Whether a term depends on nothing, or only on the variable of that name."""
    definitions = game.program.definitions
    for node in nodes_of(tree):
        if isinstance(node, c.Given | c.Local):
            return False
        if isinstance(node, c.Global) and node.name != known and definitions[node.name].reads_frame:
            match definitions[node.name]:
                case c.Definition(_, (), _, (c.Clause(c.Global(other, ()), None),), None) if other == known:
                    pass  # another name of the variable
                case _:
                    return False
    return True


def changes_alone(game: Ruled, machine: c.Machine, name: str) -> bool:
    """Whether every move changes a variable, in a way that depends only on its own value."""
    if not all(name in updated for updated in machine.moves.values()):
        return False
    definitions = (game.program.definitions[f"{action}.{name}'"] for action in machine.moves)
    return all(
        each.where is None
        and len(each.clauses) == 1
        and each.clauses[0].guard is None
        and is_constant(game, each.clauses[0].term, name)
        for each in definitions
    )


def clock_values(game: Ruled, name: str, place: int, most: int) -> list[Value] | None:
    """The values of a clock after 0, 1, 2, … moves, up to where it would leave its range."""
    machine, definitions = game.program.machine, game.program.definitions
    assert machine is not None
    terms = [definitions[f"{action}.{name}'"].clauses[0].term for action in machine.moves]
    steps = [game.meaning.prepare(c.Global(f"{name}'", (term,), span=term.span)) for term in terms]
    state = game.initial
    assert isinstance(state, tuple)
    values = [state[place]]
    for _ in range(most):
        frame = frame_of((*state[:place], values[-1], *state[place + 1 :]))
        try:
            following = [step(frame) for step in steps]
        except RunError:
            return values
        if any(value != following[0] for value in following):
            return None
        values.append(following[0])
    return values


def clock(values: Sequence[Value], before: int, growing: Sequence[int]) -> Symbolic:
    """The value of a clock as a function of the growing bits, of which `before` are set initially.

    A clock that advances by a constant step is a sum of bits, which can be part of other sums.  Any other
    clock is a choice.
    """
    whole = [value for value in values if type(value) is int]
    steps = {after - value for value, after in pairwise(whole)}
    if len(whole) == len(values) and len(steps) == 1:
        (step,) = steps
        return amount(((bit(index), step) for index in growing), whole[0] - step * before)
    sums: dict[Value, set[int]] = {}
    for moves, value in enumerate(values):
        sums.setdefault(value, set()).add(before + moves)
    terms = [(bit(index), 1) for index in growing]
    return choice((value, counted(terms, totals.__contains__)) for value, totals in sums.items())


def followed(game: Ruled, state: Symbolic) -> tuple[Symbolic, ...] | None:
    """The parts of a state after its automatic actions; ``None`` if these may have no value."""
    machine = game.program.machine
    assert machine is not None
    evaluator = SymbolicEvaluator(game.program, game.meaning, state)
    value = state
    try:
        for action in machine.automatic:
            value, undefined = evaluator.value(f"{action}'", value)
            if undefined is not NEVER:
                return None
    except CannotGroundHere:
        return None
    return components_of(value, len(machine.variables))


def in_state(value: Symbolic, put: Mapping[Formula, Formula]) -> Symbolic:
    """A choice or a set, with some formulas replaced by others."""
    if not isinstance(value, Choice | SymbolicSet | SymbolicMap):
        return value
    cases = value.cases if isinstance(value, Choice) else value.elements
    found = zip(cases, substituted(cases.values(), put), strict=True)
    return choice(found) if isinstance(value, Choice) else set_of(found)


def where_different(a: Symbolic, b: Symbolic) -> Formula:
    """The formula of two values being different; both are choices, or both are sets."""
    mine, yours = (elements_of(value) for value in (a, b))
    if mine is None or yours is None:
        mine, yours = dict(cases_of(a)), dict(cases_of(b))
    each = mine.keys() | yours.keys()
    return disjunction(~same(mine.get(value, NEVER), yours.get(value, NEVER)) for value in each)
