"""``noughts automata mpc``, ``orchestrate`` and ``choreograph``: the syntheses."""

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
        "--refined", help="Require that a lazy request can wait for its match while its principal is idle."
    ),
]

Splitting = Annotated[
    bool,
    typer.Option(
        "--splitting", help="Split each lazy request into decision and service, then synthesise the mpc."
    ),
]


@group.command(
    epilog=examples(
        ("noughts automata mpc plant.data -o controller.data", "urgent transitions are uncontrollable"),
        ("noughts automata mpc plant.data --requirement none --under rule.data", "under a property"),
        ("noughts automata mpc plant.data --why '[q1, q2]'", "explain a removed state"),
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
    """Synthesise the most permissive controller of an automaton or a composition."""
    from noughts.automata.synthesise import mpc
    from noughts.cli.automata.files import refuse_place, requirement_of
    from noughts.cli.automata.result import answer

    refuse_place(out)
    wanted = requirement_of(requirement)
    found = mpc(_given(files, wanted, why), wanted, under=_property(under))
    return answer(found, out, why, as_json=as_json)


@group.command(
    epilog=examples(
        ("noughts automata orchestrate client.data server.data", "the orchestration of two contracts"),
        (
            "noughts automata orchestrate both.data --refined",
            "lazy requests wait while idle",
        ),
        (
            "noughts automata orchestrate *.data --splitting",
            "split lazy requests first (needs the principals)",
        ),
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
    """Synthesise the orchestration of an automaton or a composition."""
    from noughts.automata.synthesise import orchestration, refined_orchestration, splitting_orchestration
    from noughts.cli.automata.files import read, refuse_place, requirement_of
    from noughts.cli.automata.result import answer
    from noughts.refusal import Refusal

    refuse_place(out)
    wanted = requirement_of(requirement)
    if refined and splitting:
        raise Refusal("`--refined` and `--splitting` cannot be combined", "leave one out")
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
            "what they can do without an orchestrator",
        ),
        ("noughts automata choreograph both.data --why '[q1, q2]'", "explain a removed state"),
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
    """Synthesise the choreography of an automaton or a composition."""
    from noughts.automata.synthesise import choreography
    from noughts.cli.automata.files import refuse_place, requirement_of
    from noughts.cli.automata.result import answer

    refuse_place(out)
    wanted = requirement_of(requirement)
    found = choreography(_given(files, wanted, why), wanted, under=_property(under))
    return answer(found, out, why, as_json=as_json)


def _given(files: list[str], requirement: Requirement, why: str | None) -> Automaton:
    """The automaton in the file, or the composition of several.

    The composition is not pruned if `why` asks about one of its states, which pruning could remove.
    """
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
