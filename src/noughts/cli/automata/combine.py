"""``noughts automata compose`` and ``union``: combine several automata."""

from __future__ import annotations

from typing import Annotated

import typer

from noughts.cli.answer import AsJson
from noughts.cli.app import examples
from noughts.cli.automata.group import STATE_LIMIT, Limit, Out, RequirementOption, Several, group
from noughts.cli.exit_code import ExitCode

Bound = Annotated[
    int | None,
    typer.Option("--bound", metavar="N", min=0, help="Stop N steps from the initial state."),
]


@group.command(
    epilog=examples(
        ("noughts automata compose client.data server.data", "the size of the composition"),
        ("noughts automata compose *.data --requirement agreement -o all.data", "without unmatched requests"),
        ("noughts automata compose *.data --bound 3 -o near.svg", "draw its first three steps"),
    )
)
def compose(
    files: Several,
    out: Out = None,
    requirement: RequirementOption = "none",
    bound: Bound = None,
    limit: Limit = STATE_LIMIT,
    as_json: AsJson = False,
) -> ExitCode:
    """Compose contract automata: everything that they can do together.

    A requirement prunes the composition without changing the result of a later synthesis with it.
    """
    from noughts.automata.compose import compose, why_nothing_happens
    from noughts.cli.automata.files import deliver, read, refuse_place, requirement_of
    from noughts.cli.progress import progress

    refuse_place(out)
    with progress("states"):
        automata = [read(word) for word in files]
        found = compose(automata, requirement=requirement_of(requirement), bound=bound, limit=limit)
    idle = "" if found.transition_count or bound == 0 else why_nothing_happens(automata)
    return deliver(found, out, idle=idle, as_json=as_json)


@group.command(
    epilog=examples(("noughts automata union one.data other.data -o either.data", "a choice between two"))
)
def union(files: Several, out: Out = None, limit: Limit = STATE_LIMIT, as_json: AsJson = False) -> ExitCode:
    """Build an automaton that starts with a choice among several of the same rank."""
    from noughts.automata.disjoint_union import disjoint_union
    from noughts.cli.automata.files import deliver, read, refuse_place
    from noughts.cli.progress import progress

    refuse_place(out)
    with progress("states"):
        found = disjoint_union([read(word) for word in files], limit=limit)
    return deliver(found, out, as_json=as_json)
