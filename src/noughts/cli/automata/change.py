"""``noughts automata project`` and ``relabel``: one automaton derived from another."""

from __future__ import annotations

from typing import Annotated

import typer

from noughts.automata import derived
from noughts.automata.compose import compose as composition
from noughts.automata.compose import why_nothing_happens
from noughts.automata.data_file import lists
from noughts.automata.draft import require_whole
from noughts.cli.answer import AsJson
from noughts.cli.app import as_it_is, examples
from noughts.cli.automata.files import deliver, read, refuse_place, requirement_of, state_of
from noughts.cli.automata.group import STATE_LIMIT, Limit, One, Out, RequirementOption, Several, group
from noughts.cli.progress import progress
from noughts.cli.verbs import ExitCode
from noughts.refusal import Refusal, unknown

Principal = Annotated[int, typer.Argument(metavar="PRINCIPAL", help="Index of the principal, from 0.")]

Addresses = Annotated[
    bool, typer.Option("--addresses", help="Include sender and receiver of each match: 0_1@!a instead of !a.")
]

Rename = Annotated[
    list[str] | None,
    typer.Option("--rename", metavar="OLD=NEW", help="Rename a basic state; may be repeated."),
]

Of = Annotated[
    int | None,
    typer.Option("--of", metavar="PRINCIPAL", min=0, help="Rename only in this principal, counted from 0."),
]

Initial = Annotated[
    str | None, typer.Option("--initial", metavar="STATE", help="Set the initial state, in new names.")
]

Final = Annotated[
    str | None,
    typer.Option(
        "--final",
        metavar="LISTS",
        help=as_it_is("Set the final states, in new names, such as '[[a, b][c]]'."),
    ),
]


@group.command(
    epilog=examples(
        ("noughts automata project both.data 0 -o client.data", "the behaviour of the first principal"),
        ("noughts automata project both.data 1 --addresses", "with senders and receivers"),
    )
)
def project(
    file: One,
    principal: Principal,
    out: Out = None,
    addresses: Addresses = False,
    limit: Limit = STATE_LIMIT,
    as_json: AsJson = False,
) -> ExitCode:
    """Project an automaton on one principal."""
    refuse_place(out)
    projection = derived.project_with_addresses if addresses else derived.project
    with progress("states"):
        found = projection(read(file), principal, limit=limit)
    return deliver(found, out, idle=f"principal {principal} takes part in no transition", as_json=as_json)


@group.command(
    epilog=examples(
        ("noughts automata relabel a.data --rename q0=Start -o b.data", "rename a state"),
        ("noughts automata relabel both.data --rename q0=Start --of 1 -o c.data", "only in one principal"),
        ("noughts automata relabel a.data --final '[[Stop]]' -o b.data", "set the final states"),
    )
)
def relabel(
    file: One,
    out: Out = None,
    rename: Rename = None,
    of: Of = None,
    initial: Initial = None,
    final: Final = None,
    as_json: AsJson = False,
) -> ExitCode:
    """Rename basic states; set the initial and the final states."""
    refuse_place(out)
    given = read(file)
    if of is not None and of >= given.rank:
        raise Refusal(f"there is no principal {of}", f"they are counted from 0 to {given.rank - 1}")
    names = _renamings(rename or [])
    meant = given.occurring if of is None else given.occurring[of : of + 1]
    _require_known(names, {name for o in meant for name in o.names})
    made = derived.relabel(
        given,
        lambda i, name: names.get(name, name) if of in (None, i) else name,
        initial=None if initial is None else state_of(initial),
        final=None if final is None else _lists(final),
    )
    require_whole(made)
    return deliver(made, out, as_json=as_json)


def _renamings(words: list[str]) -> dict[str, str]:
    names: dict[str, str] = {}
    for old, new in map(_renaming, words):
        if names.setdefault(old, new) != new:
            raise Refusal(f"`{old}` cannot be renamed twice, to `{names[old]}` and to `{new}`")
    return names


def _renaming(word: str) -> tuple[str, str]:
    old, equals, new = word.partition("=")
    if not (old and equals and new):
        raise Refusal(f"`--rename {word}` is not of the form OLD=NEW", "such as `--rename q0=Start`")
    return old, new


def _require_known(names: dict[str, str], known: set[str]) -> None:
    for old in names:
        if old not in known:
            raise unknown("basic state", old, known)


def _lists(text: str) -> list[list[str]]:
    """The lists in ``[[a, b][c]]``, the notation of `.data` files."""
    found = lists(text.strip())
    if found is None:
        raise Refusal(f"`--final {text}` is not of the form [[a, b][c]], one list per principal")
    return found


# ``noughts automata compose`` and ``union``: combine several automata.


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
    refuse_place(out)
    with progress("states"):
        automata = [read(word) for word in files]
        found = composition(automata, requirement=requirement_of(requirement), bound=bound, limit=limit)
    idle = "" if found.transition_count or bound == 0 else why_nothing_happens(automata)
    return deliver(found, out, idle=idle, as_json=as_json)


@group.command(
    epilog=examples(("noughts automata union one.data other.data -o either.data", "a choice between two"))
)
def union(files: Several, out: Out = None, limit: Limit = STATE_LIMIT, as_json: AsJson = False) -> ExitCode:
    """Build an automaton that starts with a choice among several of the same rank."""
    refuse_place(out)
    with progress("states"):
        found = derived.disjoint_union([read(word) for word in files], limit=limit)
    return deliver(found, out, as_json=as_json)
