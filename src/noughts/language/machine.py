"""Machines, collected from their items: variables, their first values, actions; and errors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from noughts.language import tree as t
from noughts.refusal import nearest
from noughts.text.diagnostic import Diagnostic, Note
from noughts.text.source import Span

# The definitions that make a game of a machine.
_OF_PLAYERS: Final = frozenset({"playerToMove", "gameOver", "wins", "newState"})


class Variable(Struct, frozen=True):
    """A variable: its place in the state, counted from 1, and the item that declares it."""

    name: str
    place: int
    declared: t.Variables
    head: Span

    @property
    def range(self) -> str:
        """Its range, as written."""
        return f"{self.declared.relation} {' '.join(self.declared.range.span.text.split())}"


class Machine(Struct, frozen=True):
    """Variables in the order of the state, with their `aliases`; first values; actions in order.

    A machine has players, unless it has actions and its document says neither who moves or wins, nor when a
    match is over, nor what clicks do.
    """

    variables: Mapping[str, Variable]
    aliases: Mapping[str, str]
    initial: Mapping[str, t.Expression]
    actions: tuple[t.Action, ...]
    start: Span | None
    has_players: bool = True

    def variable(self, name: str) -> Variable | None:
        """The variable of a name: its own name, or an alias by a definition."""
        return self.variables.get(self.aliases.get(name, name))

    @property
    def chosen(self) -> tuple[t.Action, ...]:
        """The actions that are moves."""
        return tuple(action for action in self.actions if not action.automatic)

    @property
    def automatic(self) -> tuple[t.Action, ...]:
        """The actions that happen automatically after each move, in order."""
        return tuple(action for action in self.actions if action.automatic)


def gathered(module: t.Module) -> tuple[Machine, list[Diagnostic]]:
    """The machine of a module, and its errors."""
    variables: dict[str, Variable] = {}
    twice: list[Diagnostic] = []
    for item in module.machine:
        if isinstance(item, t.Variables):
            for name in item.names:
                if (first := variables.get(name.name)) is None:
                    variables[name.name] = Variable(name.name, len(variables) + 1, item, name.span)
                else:
                    twice.append(defined_twice(name, first.head))
    aliases = dict(aliases_of(module.definitions, variables))
    starts = [item for item in module.machine if isinstance(item, t.Initially)]
    actions = tuple(item for item in module.machine if isinstance(item, t.Action))
    gathering = MachineBuilder(Machine(variables, aliases, {}, (), None), module)
    initial = gathering.initial(starts)
    kept = tuple(map(gathering.action, actions))
    start = starts[0].head if starts else None
    written = {each.name for each in module.definitions} - module.made
    is_system = _OF_PLAYERS.isdisjoint(module.broken | written) and not all(each.automatic for each in kept)
    machine = Machine(variables, aliases, initial, kept, start, not is_system)
    return machine, twice + gathering.problems


def defined_twice(name: t.Parameter, first: Span) -> Diagnostic:
    """The error of a variable that is declared again."""
    notes = (Note("it is defined first here", first),)
    return Diagnostic(
        "E201", f"`{name.name}` is defined twice", name.span, "rename or remove one of them", notes
    )


def aliases_of(
    definitions: Sequence[t.Definition], variables: Mapping[str, Variable]
) -> Iterator[tuple[str, str]]:
    """Definitions ``other := x`` of another name for a variable."""
    for definition in definitions:
        match definition:
            case t.Definition(name, (), False, (t.Clause(t.Name(other), None),), None) if other in variables:
                yield name, other


class MachineBuilder:
    """Resolves the variables of a machine's items, and collects errors."""

    def __init__(self, machine: Machine, module: t.Module) -> None:
        self.machine = machine
        self.module = module
        self.problems: list[Diagnostic] = []

    def report(self, code: str, fact: str, span: Span, help: str, *notes: Note) -> None:
        """Report an error."""
        self.problems.append(Diagnostic(code, fact, span, help, notes))

    def initial(self, starts: Sequence[t.Initially]) -> dict[str, t.Expression]:
        """The first value of each variable."""
        found: dict[str, tuple[t.Expression, Span]] = {}
        for part in (part for start in starts for part in all_conjuncts(start.sentence)):
            equation = self.equation(part)
            if equation is None:
                help = "join equations with `&`: `x = 0 & X = {} & p & ~q`"
                self.report("E216", "this gives no variable its first value", part.span, help)
                continue
            left, value = equation
            variable = self.machine.variable(left.name)
            if variable is None:
                self.no_variable(left.name, left.span)
            elif variable.name in found:
                note = Note("its first value is given here", found[variable.name][1])
                fact = f"`{left.name}` is given a first value twice"
                self.report("E212", fact, left.span, "remove one of them", note)
            else:
                found[variable.name] = (value, left.span)
        if not self.module.broken:
            for variable in self.machine.variables.values():
                if variable.name not in found:
                    help = f"define it with `initially {variable.name} = …`"
                    self.report("E212", f"`{variable.name}` has no first value", variable.head, help)
        return {name: value for name, (value, _) in found.items()}

    def equation(self, part: t.Expression) -> tuple[t.Name, t.Expression] | None:
        """The name and the value of an equation ``x = e`` or ``e = x``; ``p`` and ``~p`` count too."""
        match part:
            case t.Name():
                return part, t.TruthWord(True, span=part.span)
            case t.Not(t.Name() as name):
                return name, t.TruthWord(False, span=part.span)
            case t.Compare(("=",), (t.Name() as name, value)) if self.machine.variable(name.name):
                return name, value
            case t.Compare(("=",), (value, t.Name() as name)) if self.machine.variable(name.name):
                return name, value
            case t.Compare(("=",), (t.Name() as name, value)) | t.Equivalent(t.Name() as name, value):
                return name, value
            case _:
                return None

    def action(self, action: t.Action) -> t.Action:
        """An action with its updates of variables, one for each."""
        found: dict[str, t.Update] = {}
        for update in action.updates:
            variable = self.machine.variable(update.variable)
            if variable is None:
                self.no_variable(update.variable, update.head)
            elif variable.name in found:
                note = Note("the other update is here", found[variable.name].head)
                fact = f"`{action.name}` updates `{update.variable}` twice"
                help = "updates happen at once: write a single one, by cases: `x' = a if p; b otherwise`"
                self.report("E214", fact, update.head, help, note)
            else:
                found[variable.name] = update
        named = tuple(
            t.Update(name, update.clauses, update.where, head=update.head, span=update.span)
            for name, update in found.items()
        )
        return t.Action(
            action.name,
            action.parameters,
            action.guard,
            named,
            action.automatic,
            head=action.head,
            span=action.span,
        )

    def no_variable(self, name: str, span: Span) -> None:
        """The error of a name that is not a variable."""
        if name in self.module.broken:
            return
        variables = self.machine.variables
        defined = next((d for d in self.module.definitions if d.name == name), None)
        near = nearest(name, list(variables))
        if defined is not None:
            help = "its value follows from its definition; a claim `/? … ?/` can state its first value"
            notes = [Note(f"`{name}` is defined here", defined.head)]
        else:
            help = f"did you mean `{near[0]}`?" if near else f"declare it: `variable {name} in …`"
            notes = []
        self.report("E213", f"`{name}` is not a variable of the machine", span, help, *notes)


def all_conjuncts(sentence: t.Expression) -> Iterator[t.Expression]:
    """The parts of nested conjunctions, or the sentence itself."""
    match sentence:
        case t.And(parts):
            for part in parts:
                yield from all_conjuncts(part)
        case _:
            yield sentence
