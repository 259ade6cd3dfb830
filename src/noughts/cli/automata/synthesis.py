"""``noughts automata mpc``, ``orchestrate`` and ``choreograph``: the syntheses."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec import Struct

from noughts.automata import synthesise
from noughts.automata.compose import compose, why_nothing_happens
from noughts.automata.explain import why as explained
from noughts.automata.explain import why_empty, why_idle
from noughts.automata.results import MadeAutomaton, figures
from noughts.automata.synthesise import Synthesis
from noughts.cli.answer import AsJson, console, print_json
from noughts.cli.app import examples
from noughts.cli.automata.files import read, refuse_place, requirement_of, state_of, write
from noughts.cli.automata.group import STATE_LIMIT, Limit, Out, RequirementOption, Several, Under, Why, group
from noughts.cli.progress import progress
from noughts.cli.verbs import ExitCode
from noughts.refusal import Refusal

if TYPE_CHECKING:
    from noughts.automata.automaton import Automaton
    from noughts.automata.explain import Explanation
    from noughts.automata.transition import Requirement

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
    limit: Limit = STATE_LIMIT,
    why: Why = None,
    as_json: AsJson = False,
) -> ExitCode:
    """Synthesise the most permissive controller of an automaton or a composition."""
    refuse_place(out)
    question = _Question(requirement_of(requirement), tuple(under or ()), limit, why)
    return answer(*question.asked(synthesise.mpc, files), out, why, as_json=as_json)


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
    limit: Limit = STATE_LIMIT,
    why: Why = None,
    as_json: AsJson = False,
) -> ExitCode:
    """Synthesise the orchestration of an automaton or a composition."""
    refuse_place(out)
    if refined and splitting:
        raise Refusal("`--refined` and `--splitting` cannot be combined", "leave one out")
    plain = synthesise.refined_orchestration if refined else synthesise.orchestration
    synthesis = synthesise.mpc if splitting else plain
    question = _Question(requirement_of(requirement), tuple(under or ()), limit, why)
    return answer(*question.asked(synthesis, files, splitting=splitting), out, why, as_json=as_json)


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
    limit: Limit = STATE_LIMIT,
    why: Why = None,
    as_json: AsJson = False,
) -> ExitCode:
    """Synthesise the choreography of an automaton or a composition."""
    refuse_place(out)
    question = _Question(requirement_of(requirement), tuple(under or ()), limit, why)
    return answer(*question.asked(synthesise.choreography, files), out, why, as_json=as_json)


# States of an unpruned composition that is made only to explain a result: about half a second.
_EXPLAINED = 20_000


class _Question(Struct, frozen=True):
    """The options that all syntheses share."""

    requirement: Requirement
    under: tuple[str, ...]
    limit: int
    why: str | None

    def asked(
        self, synthesis: Callable[..., Synthesis], files: list[str], *, splitting: bool = False
    ) -> tuple[Synthesis, Synthesis]:
        """The synthesis of the automaton in the file, or of the composition of several, and one that explains
        it."""
        with progress("states"):
            automata = [read(word) for word in files]
            answered = self._answering(synthesis, [read(word) for word in self.under])
            if splitting:
                return self._of_several(answered, [synthesise.split(automaton) for automaton in automata])
            if len(automata) > 1:
                return self._of_several(answered, automata)
            found = answered(automata[0])
            return found, found

    def _answering(
        self, synthesis: Callable[..., Synthesis], properties: list[Automaton]
    ) -> Callable[[Automaton], Synthesis]:
        return lambda automaton: synthesis(automaton, self.requirement, under=properties, limit=self.limit)

    def _of_several(
        self, answered: Callable[[Automaton], Synthesis], automata: list[Automaton]
    ) -> tuple[Synthesis, Synthesis]:
        """The synthesis of a pruned composition, and one of an unpruned composition to explain it."""
        from noughts.cli.complaint import say

        if self.why is not None:
            found = answered(compose(automata, limit=self.limit))
            return found, found
        found = answered(compose(automata, requirement=self.requirement, limit=self.limit))
        if found.automaton is not None and found.automaton.transition_count:
            return found, found
        try:
            return found, answered(compose(automata, limit=min(self.limit, _EXPLAINED)))
        except Refusal as error:  # about a part that pruning removes
            say(f"This is about the composition as the requirement prunes it: unpruned, {error.fact}.")
            if not found.plant.transition_count:
                say(f"Nothing can happen in it: {why_nothing_happens(automata)}.")
            return found, found


# The answer of a synthesis: the automaton and its size, or the reason why there is none.


_EMPTY = {"states": 0, "transitions": 0}


def answer(
    found: Synthesis, telling: Synthesis, out: str | None, why: str | None, *, as_json: bool
) -> ExitCode:
    """Write and print the result; exit code 1 if it is empty.

    Explain, by the synthesis `telling`, why the state `why` is not in it, or why the result is empty or idle.
    """
    explanation = _explanation(telling, why)
    if found.automaton is not None and out is not None:
        write(found.automaton, out)
    if as_json and out != "-":
        figured = _EMPTY if found.automaton is None else figures(found.automaton)
        print_json({**figured, **({} if explanation is None else explanation.as_json())})
    else:
        _print(found, out, explanation)
    return ExitCode.YES if found else ExitCode.NO


def _explanation(found: Synthesis, why: str | None) -> Explanation | None:
    if why is not None:
        return explained(found, state_of(why))
    if found.automaton is None:
        return why_empty(found)
    return None if found.automaton.transition_count else why_idle(found)


def _print(found: Synthesis, out: str | None, explanation: Explanation | None) -> None:
    """Print the size and the explanation.

    They go to standard error if the automaton goes to standard output.  The explanation of an automaton that
    can do nothing always goes there, because it is a result, too.
    """
    from noughts.cli.complaint import say

    automaton = found.automaton
    said = "the result is empty" if automaton is None else str(MadeAutomaton(automaton, out))
    if out != "-":
        console().print(said, markup=False, soft_wrap=True)
    if explanation is None:
        return
    if explanation.is_of_idleness or out == "-":
        say(str(explanation) if automaton else f"{said}\n\n{explanation}")
    else:
        console().print(f"\n{explanation}", markup=False, soft_wrap=True)
