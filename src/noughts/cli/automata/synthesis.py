"""``noughts automata mpc``, ``orchestrate`` and ``choreograph``: what always comes to a good end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from noughts.cli.answer import AsJson
from noughts.cli.app import examples
from noughts.cli.automata.group import Out, RequirementOption, Several, Under, Why, group
from noughts.cli.exit_code import ExitCode

if TYPE_CHECKING:
    from noughts.automata.automaton import Automaton
    from noughts.automata.label import Requirement

Refined = Annotated[
    bool,
    typer.Option(
        "--refined", help="A lazy request must be able to wait for its match while its principal idles."
    ),
]

Splitting = Annotated[
    bool,
    typer.Option("--splitting", help="Split every lazy request into deciding and being served; then mpc."),
]


@group.command(
    epilog=examples(
        ("noughts automata mpc plant.data -o controller.data", "urgent transitions cannot be controlled"),
        ("noughts automata mpc plant.data --requirement none --under rule.data", "under a property"),
        ("noughts automata mpc plant.data --why '[q1, q2]'", "why a state is not in it"),
    )
)
def mpc(
    files: Several,
    out: Out = None,
    requirement: RequirementOption = "agreement",
    under: Under = None,
    why: Why = None,
    as_json: AsJson = False,
) -> ExitCode:
    """The most permissive controller of an automaton, or of the composition of several."""
    from noughts.automata.synthesise import mpc
    from noughts.cli.automata.files import refuse_place, requirement_of
    from noughts.cli.automata.result import answer

    refuse_place(out)
    wanted = requirement_of(requirement)
    found = mpc(_given(files, wanted, why), wanted, under=_property(under))
    return answer(found, out, why, as_json=as_json)


@group.command(
    epilog=examples(
        ("noughts automata orchestrate client.data server.data", "what an orchestrator makes of them"),
        (
            "noughts automata orchestrate both.data --refined",
            "lazy requests wait while their principal idles",
        ),
        ("noughts automata orchestrate *.data --splitting", "lazy requests split first: give principals"),
    )
)
def orchestrate(
    files: Several,
    out: Out = None,
    requirement: RequirementOption = "agreement",
    refined: Refined = False,
    splitting: Splitting = False,
    under: Under = None,
    why: Why = None,
    as_json: AsJson = False,
) -> ExitCode:
    """The orchestration of an automaton, or of the composition of several."""
    from noughts.automata.synthesise import orchestration, refined_orchestration, splitting_orchestration
    from noughts.cli.automata.files import read, refuse_place, requirement_of
    from noughts.cli.automata.result import answer
    from noughts.refusal import Refusal

    refuse_place(out)
    wanted = requirement_of(requirement)
    if refined and splitting:
        raise Refusal("an orchestration is refined or splitting, not both")
    if splitting:
        found = splitting_orchestration([read(word) for word in files], wanted, under=_property(under))
    else:
        synthesis = refined_orchestration if refined else orchestration
        found = synthesis(_given(files, wanted, why), wanted, under=_property(under))
    return answer(found, out, why, as_json=as_json)


@group.command(
    epilog=examples(
        (
            "noughts automata choreograph ann.data bob.data -o both.data",
            "what they can do without anybody else",
        ),
        ("noughts automata choreograph both.data --why '[q1, q2]'", "why a state is not in it"),
    )
)
def choreograph(
    files: Several,
    out: Out = None,
    requirement: RequirementOption = "strong",
    under: Under = None,
    why: Why = None,
    as_json: AsJson = False,
) -> ExitCode:
    """The choreography of an automaton, or of the composition of several."""
    from noughts.automata.synthesise import choreography
    from noughts.cli.automata.files import refuse_place, requirement_of
    from noughts.cli.automata.result import answer

    refuse_place(out)
    wanted = requirement_of(requirement)
    found = choreography(_given(files, wanted, why), wanted, under=_property(under))
    return answer(found, out, why, as_json=as_json)


def _given(files: list[str], requirement: Requirement, why: str | None) -> Automaton:
    """The automaton in the file; the composition, if there are several, whole if one of its states is
    asked about."""
    from noughts.automata.compose import compose
    from noughts.automata.label import anything
    from noughts.cli.automata.files import read

    automata = [read(word) for word in files]
    if len(automata) == 1:
        return automata[0]
    return compose(automata, requirement=requirement if why is None else anything)


def _property(under: str | None) -> Automaton | None:
    from noughts.cli.automata.files import read

    return None if under is None else read(under)
