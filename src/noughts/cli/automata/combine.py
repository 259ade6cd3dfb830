"""``noughts automata compose`` and ``union``: one automaton from several."""

from __future__ import annotations

from typing import Annotated

import typer

from noughts.cli.answer import AsJson
from noughts.cli.app import examples
from noughts.cli.automata.group import Out, RequirementOption, Several, group
from noughts.cli.exit_code import ExitCode

Bound = Annotated[
    int | None,
    typer.Option("--bound", metavar="N", min=0, help="Go no further than N steps from the initial state."),
]


@group.command(
    epilog=examples(
        ("noughts automata compose client.data server.data", "how large the composition is"),
        ("noughts automata compose *.data --requirement agreement -o all.data", "without lone requests"),
        ("noughts automata compose *.data --bound 3 -o near.svg", "the beginning of it, drawn"),
    )
)
def compose(
    files: Several,
    out: Out = None,
    requirement: RequirementOption = "none",
    bound: Bound = None,
    as_json: AsJson = False,
) -> ExitCode:
    """All that contracts can do together.

    A requirement prunes on the way, but never so that a later synthesis with it would give something else.
    """
    from noughts.automata.compose import Composition
    from noughts.cli.automata.files import deliver, read, refuse_place, requirement_of
    from noughts.cli.progress import progress

    refuse_place(out)
    composition = Composition([read(word) for word in files], requirement=requirement_of(requirement))
    with progress("states") as tell:
        while not composition.complete and (bound is None or composition.depth < bound):
            composition.explore(composition.depth + 1)
            tell(composition.state_count)
    return deliver(composition.automaton(), out, as_json=as_json)


@group.command(
    epilog=examples(("noughts automata union one.data other.data -o either.data", "a choice of two"))
)
def union(files: Several, out: Out = None, as_json: AsJson = False) -> ExitCode:
    """One automaton that begins by choosing among several of the same rank."""
    from noughts.automata.union import union as unite
    from noughts.cli.automata.files import deliver, read, refuse_place

    refuse_place(out)
    return deliver(unite([read(word) for word in files]), out, as_json=as_json)
