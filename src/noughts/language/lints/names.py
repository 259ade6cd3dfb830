"""Names and atoms that are most likely misspelt, or never used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from noughts.language import core as c
from noughts.language.lints.walk import nodes_in
from noughts.language.solutions import locals_in, nodes_of
from noughts.refusal import nearest
from noughts.text.diagnostic import Diagnostic, Note
from noughts.text.source import Span
from noughts.values.atom import Atom

_GAME = {
    "initialState": 0, "newState": 0, "images": 0, "playerToMove": 0, "gameOver": 0, "moves": 0,
    "legalMove": 1, "outcome": 1, "wins": 1, "moveName": 1,
}  # fmt: skip
"""The definitions that a game is read from, each with its number of parameters."""
_SHORTEST = 4
"""Letters of an atom from which on a similar one counts as the same misspelt; of shorter ones only case."""


def lonely_atoms(program: c.Program) -> Iterator[Diagnostic]:
    """Atoms that stand in one place, where another that looks like them stands in several."""
    places: dict[str, list[Span]] = {}
    beside: dict[str, set[str]] = {}
    for _, node in nodes_in(program):
        if isinstance(node, c.Constant) and isinstance(node.value, Atom):
            places.setdefault(node.value.name, []).append(node.span)
        elif isinstance(node, c.Operation):
            values = [part.value for part in node.operands if isinstance(part, c.Constant)]
            listed = {value.name for value in values if isinstance(value, Atom)}
            for name in listed:
                beside.setdefault(name, set()).update(listed)
    common = [name for name, spans in places.items() if len(spans) > 1]
    for name, spans in places.items():
        near = similar(name, common) if len(spans) == 1 else None
        if near is not None and near in beside.get(name, ()) and near.casefold() != name.casefold():
            continue  # whoever lists both, as in {`east, `west}, tells them apart
        if near is not None:
            fact = f"the atom `` `{name} `` stands nowhere else"
            notes = (Note(f"`` `{near} `` stands here", places[near][0]),)
            fix = () if spans[0].macros else ((spans[0], f"`{near}"),)
            yield Diagnostic("N204", fact, spans[0], f"did you mean `` `{near} ``?", notes, fix)


def similar(name: str, known: Iterable[str]) -> str | None:
    """A name that differs in the case of its letters, or of a longer one in a letter or two."""
    others = [other for other in known if other != name]
    same = next((other for other in others if other.casefold() == name.casefold()), None)
    if same is not None or len(name) < _SHORTEST or name[-1].isdigit():
        return same
    near = nearest(name, others)
    return near[0] if near else None


def unused_names(program: c.Program) -> Iterator[Diagnostic]:
    """Parameters that nothing uses, and in a game definitions that nothing reaches."""
    for definition in program.definitions.values():
        if definition.name in _GAME or not definition.name.isidentifier():
            continue
        # A parameter that a quantifier hides is told by N201.
        used = {local.rpartition("_")[0] for tree in c.trees_of(definition) for local in locals_in(tree)}
        for local in definition.parameters:
            name = local.rpartition("_")[0]
            if name not in used and name in definition.bound:
                fact = f"`{definition.name}` never uses its parameter `{name}`"
                yield Diagnostic(
                    "N207", fact, definition.bound[name], "use it, or leave it out in every call"
                )
    if program.is_game and program.machine is None:
        yield from unreached(program)


def unreached(program: c.Program) -> Iterator[Diagnostic]:
    """Definitions of a game that nothing uses; values written out may stand there for a reader to choose."""
    used = {name for name in _GAME if name in program.definitions}
    for test in program.tests:
        for tree in c.trees_of(test):
            used |= {node.name for node in nodes_of(tree) if isinstance(node, c.Global)}
    waiting = list(used)
    while waiting:
        more = program.definitions[waiting.pop()].uses - used
        used |= more
        waiting += more
    spans = {program.definitions[name].span for name in used}
    for name, definition in program.definitions.items():
        if definition.span in spans:  # the same, or defined by a tuple with one that is used
            continue
        if definition.uses | definition.given and not meant_for_game(name, program):
            fact = f"nothing in the game uses `{name}`"
            yield Diagnostic("N207", fact, definition.head, "use it, test it in a claim, or remove it")


def meant_for_game(name: str, program: c.Program) -> str | None:
    """The name of a game that is most likely meant, if the program lacks it."""
    lacking = [other for other in _GAME if other not in program.definitions]
    near = nearest(name, lacking)
    return near[0] if near else None


def misspelt_names_of_game(program: c.Program) -> Iterator[Diagnostic]:
    """Definitions whose names are nearly those that a game is read from."""
    if "initialState" not in program.definitions or program.machine is not None:
        return
    used = {name for definition in program.definitions.values() for name in definition.uses}
    for name, definition in program.definitions.items():
        near = None if name in _GAME or name in used else meant_for_game(name, program)
        if near is not None and _GAME[near] == len(definition.parameters):
            fact = f"a game is read from `{near}`, and nothing uses `{name}`"
            fix = () if definition.head.macros else ((definition.head, near),)
            yield Diagnostic("N502", fact, definition.head, f"did you mean `{near}`?", fix=fix)
