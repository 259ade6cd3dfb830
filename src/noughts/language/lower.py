"""The translation of a machine to the definitions of a game, whose state is the tuple of the variables.

    variable x in S                     x := currentState[1]
                                        x'(value) := value if value in S
    variable x in f(S)                  range of x := f(S)
    initially x = e                     initial x := e
                                        initialState := (x'(initial x), …)
    action a(p in T) when g:            a(p) iff p in T & g
        x' = e                          a.x'(p) := e; x otherwise
                                        a'(p) := (x'(a.x'(p)), …)
                                        moves := T, legalMove(p) iff a(p), outcome(p) := a'(p)
    automatic b when h: y' = f          b'(s) := (…, y'(b.y'(s)))
                                        outcome(p) := b'(a'(p))
    a machine without players           playerToMove := `system
                                        gameOver iff false
                                        deadlock iff no move is legal

No document can write the names with signs in them.  A move is the argument of the action, or the tuple of
several arguments.  With several actions it is the tuple of the action's name, as an atom, and the arguments,
or the atom alone.  If no case of an update applies, the variable keeps its value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Final

from msgspec.structs import replace

from noughts.language import tree as t
from noughts.language.core import EVERY_MOVE
from noughts.language.machine import Machine, Variable, gathered
from noughts.language.node import Node, rewritten
from noughts.language.shift import Shift
from noughts.text.diagnostic import Diagnostic
from noughts.text.source import Span

MADE: Final = frozenset({"initialState", "moves", "legalMove", "outcome"})
"""The definitions of a game that are made from a machine."""


# The side that makes the moves of a machine without players.
_SYSTEM: Final = "system"

# The parameters of such definitions.
_VALUE: Final = "the value"
_MOVE: Final = "the move"


def lower(module: t.Module) -> tuple[t.Module, list[Diagnostic]]:
    """The module with the definitions made from its machine, and the errors of the machine."""
    machine, problems = gathered(module)
    lowering = Lowering(machine, module)
    front = tuple(lowering.definitions())
    definitions = (*front, *module.definitions)
    behind = tuple(lowering.afterwards(definitions))
    missing = MADE if problems or module.broken else frozenset()
    broken = module.broken | (missing - {definition.name for definition in definitions})
    made = frozenset(definition.name for definition in (*front, *behind))
    return replace(module, definitions=(*definitions, *behind), broken=frozenset(broken), made=made), problems


class Lowering:
    """Translates a machine into definitions."""

    def __init__(self, machine: Machine, module: t.Module) -> None:
        self.machine = machine
        self.known = {definition.name for definition in module.definitions} | machine.variables.keys()
        self.known |= {action.name for action in machine.actions}

    def definitions(self) -> Iterator[t.Definition]:
        """The definitions of the variables, the first values and the actions."""
        for variable in self.machine.variables.values():
            yield from self.variable(variable)
        yield from self.initial_state()
        for action in self.machine.actions:
            yield self.may_happen(action)
        named: set[str] = set()
        for action in self.machine.chosen:
            if action.name not in named:  # repeated ones are reported elsewhere
                yield from self.happening(action)
            named.add(action.name)
        if self.machine.chosen and self.machine.variables:
            yield from self.game(self.machine.chosen)

    # Variables

    def variable(self, variable: Variable) -> Iterator[t.Definition]:
        """The variable as a part of the state, and the function that checks its range."""
        at = variable.head
        state = t.Name("currentState", span=at)
        part = t.Index(state, t.Numeral(variable.place, span=at), span=at)
        yield definition(variable.name, (), part, head=at)
        declared, allowed = variable.declared, variable.declared.range
        if isinstance(allowed, t.Call):  # a constant is worked out once, and not for each value
            yield definition(f"range of {variable.name}", (), allowed, head=allowed.span)
            allowed = t.Name(f"range of {variable.name}", span=allowed.span)
        operands = (t.Name(_VALUE, span=at), allowed)
        inside = t.Compare((declared.relation,), operands, span=declared.span)
        clause = t.Clause(t.Name(_VALUE, span=at), inside, span=at)
        kept = definition(f"{variable.name}'", (_VALUE,), clause, head=at)
        yield replace(kept, range=variable.range)

    def initial_state(self) -> Iterator[t.Definition]:
        """The first value of each variable, which may depend on those of others, and the tuple of them."""
        machine, start = self.machine, self.machine.start

        def at_first(node: Node) -> Node:
            variable = machine.variable(node.name) if isinstance(node, t.Name) else None
            if variable is None or variable.name not in machine.initial:
                return node
            return t.Name(f"initial {variable.name}", span=node.span)

        parts: list[t.Expression] = []
        for name, value in machine.initial.items():
            yield definition(f"initial {name}", (), rewritten(value, at_first), head=value.span)
        if start is None or not machine.variables or machine.variables.keys() - machine.initial.keys():
            return
        for name in machine.variables:
            at = machine.initial[name].span
            parts.append(applied(f"{name}'", (t.Name(f"initial {name}", span=at),), at))
        yield definition("initialState", (), t.TupleOf(tuple(parts), span=start), head=start)

    # Actions

    def may_happen(self, action: t.Action) -> t.Definition:
        """The condition under which an action may happen."""
        inside: list[t.Expression] = [
            t.Compare(("in",), (t.Name(choice.name, span=choice.span), choice.domain), span=choice.span)
            for choice in action.parameters
        ]
        parts = [*inside, *([action.guard] if action.guard is not None else [])]
        when: t.Expression = t.TruthWord(True, span=action.head)
        if parts:
            when = parts[0] if len(parts) == 1 else t.And(tuple(parts), span=action.span)
        names = tuple(choice.name for choice in action.parameters)
        places = tuple(choice.span for choice in action.parameters)
        return definition(action.name, names, when, head=action.head, relation=True, places=places)

    def happening(self, action: t.Action) -> Iterator[t.Definition]:
        """The values of the variables after an action, and the tuple of them."""
        names = tuple(choice.name for choice in action.parameters)
        places = tuple(choice.span for choice in action.parameters)
        for update in action.updates:
            yield updated(action, update)
        state = self.state_after(action, names)
        yield definition(f"{action.name}'", names, state, head=action.head, places=places)

    def state_after(self, action: t.Action, names: tuple[str, ...]) -> t.Expression:
        """The state after an action; variables that it does not mention keep their values."""
        updates = {update.variable: update for update in action.updates}
        parts: list[t.Expression] = []
        for name in self.machine.variables:
            if name not in updates:
                parts.append(t.Name(name, span=action.head))
                continue
            at = updates[name].span
            after = applied(f"{action.name}.{name}'", tuple(t.Name(n, span=at) for n in names), at)
            parts.append(applied(f"{name}'", (after,), at))
        return t.TupleOf(tuple(parts), span=action.head)

    def afterwards(self, definitions: Sequence[t.Definition]) -> Iterator[t.Definition]:
        """The automatic actions as functions of the state in which they happen.

        Like any action they use variables and definitions, which are shifted to that state.
        """
        automatic = self.machine.automatic
        if not automatic:
            return
        shift = Shift(self.machine.variables, definitions)
        for action in automatic:
            made = [updated(action, update) for update in action.updates]
            whole = self.state_after(action, ())
            kept = [guarded(each, action) for each in made]
            yield from (shift.shifted(each, each.name) for each in kept)
            after = definition(f"{action.name}'", (), whole, head=action.head)
            yield shift.shifted(after, after.name, made=frozenset(each.name for each in kept))
        yield from shift.needed()

    # The game

    def game(self, actions: Sequence[t.Action]) -> Iterator[t.Definition]:
        """The moves, the condition that makes them legal, and the state after them."""
        at = actions[0].head
        several = len(actions) > 1
        if not any(self.hides(action) for action in actions):  # reported elsewhere
            sets = [choices(action, several=several) for action in actions]
            every = reduce(lambda a, b: t.Binary("U", a, b, span=at), sets)
            name = EVERY_MOVE if "moves" in self.machine.variables else "moves"
            yield definition(name, (), every, head=at)
            if not self.machine.has_players:
                yield from self.system(name, at)
        for name in self.machine.variables:
            yield self.next_value(name, actions)
        for name, prime, relation in (("legalMove", "", True), ("outcome", "'", False)):
            clauses: list[t.Clause] = []
            for action in sorted(actions, key=lambda action: bool(action.parameters)):
                call = applied(f"{action.name}{prime}", arguments(action, several=several), action.head)
                if prime:
                    call = self.with_automatic(call)
                guard = meant(action) if several else None
                clauses.append(t.Clause(call, guard, span=action.head))
            yield definition(name, (_MOVE,), *clauses, head=at, relation=relation)

    def system(self, every_move: str, at: Span) -> Iterator[t.Definition]:
        """The definitions of a machine without players: it goes on as long as an action is possible."""
        yield definition("playerToMove", (), t.AtomName(_SYSTEM, span=at), head=at)
        yield definition("gameOver", (), t.TruthWord(False, span=at), head=at, relation=True)
        if "deadlock" not in self.known:
            move = t.Name(_MOVE, span=at)
            illegal = t.Not(t.Call("legalMove", (move,), head=at, span=at), span=at)
            names = (t.Parameter(_MOVE, span=at),)
            none = t.Quantified("all", names, t.Name(every_move, span=at), illegal, span=at)
            yield definition("deadlock", (), none, head=at, relation=True)

    def next_value(self, variable: str, actions: Sequence[t.Action]) -> t.Definition:
        """The value of one variable after a move, before the automatic actions."""
        several = len(actions) > 1
        clauses: list[t.Clause] = []
        for action in sorted(actions, key=lambda action: bool(action.parameters)):
            if any(update.variable == variable for update in action.updates):
                at = action.head
                new = applied(f"{action.name}.{variable}'", arguments(action, several=several), at)
                kept = applied(f"{variable}'", (new,), at)
                clauses.append(t.Clause(kept, meant(action) if several else None, span=at))
        if not clauses or several:
            at = self.machine.variables[variable].head
            clauses.append(t.Clause(t.Name(variable, span=at), None, span=at))
        return definition(f"next {variable}", (_MOVE,), *clauses, head=actions[0].head)

    def hides(self, action: t.Action) -> bool:
        """Whether a parameter has the name of something else, and would not be listed in a set."""
        return any(choice.name in self.known for choice in action.parameters)

    def with_automatic(self, state: t.Expression) -> t.Expression:
        """The state after the automatic actions, in their order."""
        for action in self.machine.automatic:
            state = applied(f"{action.name}'", (state,), action.head)
        return state


def definition(
    name: str,
    parameters: Sequence[str],
    *body: t.Clause | t.Expression,
    head: Span,
    relation: bool = False,
    places: Sequence[Span] = (),
) -> t.Definition:
    """A definition at a place, of one term or of clauses."""
    clauses = tuple(
        part if isinstance(part, t.Clause) else t.Clause(part, None, span=part.span) for part in body
    )
    heads = places or [head] * len(parameters)
    named = tuple(t.Parameter(p, span=place) for p, place in zip(parameters, heads, strict=True))
    return t.Definition(name, named, relation, clauses, head=head, span=head)


def applied(name: str, arguments: Sequence[t.Expression], at: Span) -> t.Expression:
    """A definition applied to arguments, or a constant."""
    return t.Call(name, tuple(arguments), head=at, span=at) if arguments else t.Name(name, span=at)


def updated(action: t.Action, update: t.Update) -> t.Definition:
    """The new value of a variable: by the clauses of its update, or the old one."""
    stays = t.Clause(t.Name(update.variable, span=update.head), None, span=update.head)
    certain = update.clauses[-1].guard is None
    clauses = update.clauses if certain else (*update.clauses, stays)
    names = tuple(choice.name for choice in action.parameters)
    places = tuple(choice.span for choice in action.parameters)
    name = f"{action.name}.{update.variable}'"
    found = definition(name, names, *clauses, head=update.head, places=places)
    return replace(found, where=update.where, span=update.span)


def guarded(update: t.Definition, action: t.Action) -> t.Definition:
    """The update of an automatic action, which keeps the variable if the action does not happen."""
    if action.guard is None:
        return update
    at = action.head
    variable = update.name.removeprefix(f"{action.name}.").removesuffix("'")
    stays = t.Clause(t.Name(variable, span=at), t.Not(t.Name(action.name, span=at), span=at), span=at)
    return replace(update, clauses=(stays, *update.clauses))


def choices(action: t.Action, *, several: bool) -> t.Expression:
    """The set of the moves that are this action."""
    at = action.head
    name = t.AtomName(action.name, span=at)
    names = [t.Name(choice.name, span=choice.span) for choice in action.parameters]
    if not names:
        return t.SetOf((name,), span=at)
    if len(names) == 1 and not several:
        return action.parameters[0].domain
    inside = [
        t.Compare(("in",), (n, choice.domain), span=choice.span)
        for n, choice in zip(names, action.parameters, strict=True)
    ]
    condition = inside[0] if len(inside) == 1 else t.And(tuple(inside), span=at)
    move = t.TupleOf((name, *names) if several else tuple(names), span=at)
    return t.Comprehension(move, condition, span=at)


def arguments(action: t.Action, *, several: bool) -> tuple[t.Expression, ...]:
    """The arguments of an action, as parts of a move."""
    at = action.head
    whole = t.Name(_MOVE, span=at)
    if len(action.parameters) == 1 and not several:
        return (whole,)
    first = 2 if several else 1
    places = range(first, first + len(action.parameters))
    return tuple(t.Index(whole, t.Numeral(place, span=at), span=at) for place in places)


def meant(action: t.Action) -> t.Expression:
    """The condition that a move is this action; actions without parameters come first, as their moves are no
    tuples."""
    at = action.head
    name: t.Expression = t.Name(_MOVE, span=at)
    if action.parameters:
        name = t.Index(name, t.Numeral(1, span=at), span=at)
    return t.Compare(("=",), (name, t.AtomName(action.name, span=at)), span=at)
