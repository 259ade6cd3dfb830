"""The answer of a synthesis: the automaton and its size, or the reason why there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.automata.results import MadeAutomaton, figures
from noughts.automata.synthesise import Synthesis
from noughts.cli.answer import console, print_json
from noughts.cli.automata.files import state_of, write
from noughts.cli.exit_code import ExitCode

if TYPE_CHECKING:
    from noughts.automata.explain import Explanation

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
    from noughts.automata.explain import why as explained
    from noughts.automata.explain import why_empty, why_idle

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
