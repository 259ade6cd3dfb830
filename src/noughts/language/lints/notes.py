"""All notes on a program."""

from __future__ import annotations

from collections.abc import Iterator

from noughts.language import core as c
from noughts.language.kinds.infer import Inference
from noughts.language.lints.ahead import equations_about_another_state
from noughts.language.lints.cases import endless_recursion, missing_cases
from noughts.language.lints.names import lonely_atoms, misspelt_names_of_game, unused_names
from noughts.language.lints.reach import notes_on_reach
from noughts.language.lints.walk import nodes_in
from noughts.language.lints.waste import clauses_out_of_reach, notes_on_waste
from noughts.text.diagnostic import Diagnostic


def notes_on(program: c.Program, kinds: Inference) -> list[Diagnostic]:
    """The notes on a program whose kinds are known, as they stand in the text, each once at its place."""
    first = {(note.code, note.span): note for note in reversed(list(found_in(program, kinds)))}
    return sorted(first.values(), key=Diagnostic.place)


def found_in(program: c.Program, kinds: Inference) -> Iterator[Diagnostic]:
    """The notes on a program; what a machine makes itself has no text of its own to speak of."""
    for owner, node in nodes_in(program):
        if owner is not None and not owner.name.isidentifier():
            continue
        yield from notes_on_reach(owner, node)
        yield from notes_on_waste(owner, node)
        yield from equations_about_another_state(node)
    for definition in program.definitions.values():
        if definition.name.isidentifier():
            yield from equations_about_another_state(definition)
            yield from clauses_out_of_reach(definition)
            yield from missing_cases(definition, kinds)
            yield from endless_recursion(definition, kinds)
    yield from lonely_atoms(program)
    yield from unused_names(program)
    yield from misspelt_names_of_game(program)
