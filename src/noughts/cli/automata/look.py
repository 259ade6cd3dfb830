"""``noughts automata check`` and ``show``: check an automaton against a property; print or draw it."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from noughts.cli.answer import AsJson, console, counted, print_json
from noughts.cli.app import as_it_is, examples
from noughts.cli.automata.group import One, group
from noughts.cli.exit_code import ExitCode

if TYPE_CHECKING:
    from noughts.automata.automaton import Automaton
    from noughts.automata.excerpt import Excerpt
    from noughts.automata.lockstep import PropertyVerdict
    from noughts.automata.svg import Board

_LISTED = 40
"""The longest list of transitions that is printed: what fits on one screen with the summary."""

Property = Annotated[str, typer.Argument(metavar="PROPERTY", help="A property, as a .data file of rank 1.")]

Around = Annotated[
    str | None,
    typer.Option(
        "--around", metavar="STATE", help=as_it_is("Only the neighbourhood of a state, such as '[q1, q2]'.")
    ),
]

Depth = Annotated[
    int | None,
    typer.Option(
        "--depth", metavar="N", min=0, help="Only states within N steps of it, or of the initial state."
    ),
]

Drawing = Annotated[
    str | None,
    typer.Option("--output", "-o", metavar="FILE", help="Draw the automaton: .svg, .dot or .json."),
]

OfGame = Annotated[
    list[str] | None,
    typer.Option("--game", metavar="GAME", help="Draw the states as positions of this game."),
]


@group.command(
    "check",
    epilog=examples(
        ("noughts automata check safe.data rule.data", "check against a property"),
        ("noughts automata check safe.data rule.data --json", "as JSON, with a counterexample"),
    ),
)
def check_automaton(file: One, prop: Property, as_json: AsJson = False) -> ExitCode:
    """Check that a property allows every step of an automaton and everywhere it may end."""
    from noughts.automata.lockstep import model_check
    from noughts.cli.automata.files import read, step_json

    verdict = model_check(read(file), read(prop))
    if as_json:
        path = [step_json(step) for step in verdict.path]
        print_json({"holds": verdict.holds, "path": path, "unfinished": verdict.unfinished})
    else:
        console().print(_judgement(verdict), markup=False, soft_wrap=True)
    return ExitCode.YES if verdict else ExitCode.NO


def _judgement(verdict: PropertyVerdict) -> str:
    if verdict:
        return "The property holds."
    if not verdict.path:
        return "The property does not hold: the automaton may end in its initial state, the property may not."
    last = (
        "ends in a final state, which the property does not allow"
        if verdict.unfinished
        else "ends with a step that is not allowed"
    )
    steps = "\n".join(f"  {step}" for step in verdict.path)
    return f"The property does not hold: this path {last}.\n{steps}"


@group.command(
    "show",
    epilog=examples(
        ("noughts automata show strategyO.data", "its size, and its transitions if there are few"),
        ("noughts automata show both.data -o both.svg", "draw it (needs Graphviz; .dot does not)"),
        ("noughts automata show o.data --depth 2 --game tictactoe -o o.svg", "its first states, as boards"),
    ),
)
def show_automaton(
    file: One,
    out: Drawing = None,
    around: Around = None,
    depth: Depth = None,
    game: OfGame = None,
    as_json: AsJson = False,
) -> None:
    """Print the size and the transitions of an automaton, or draw it."""
    from noughts.cli.automata.files import figures, read
    from noughts.cli.automata.pictures import draw_automaton, refuse_ending
    from noughts.save import refuse_place

    if out is not None:
        refuse_ending(Path(out))
        refuse_place(Path(out))
    automaton = read(file)
    excerpt = _excerpt(automaton, around, depth)
    if out is not None:
        draw_automaton(excerpt, Path(out), _board(game, automaton))
    if as_json:
        print_json(figures(automaton))
    else:
        console().print(_description(excerpt, out), markup=False, soft_wrap=True)


def _excerpt(automaton: Automaton, around: str | None, depth: int | None) -> Excerpt:
    """The part that is asked for: the whole automaton, or the neighbourhood of a state."""
    from noughts.automata.excerpt import complete_excerpt, neighbourhood
    from noughts.cli.automata.files import state_of

    if around is None and depth is None:
        return complete_excerpt(automaton)
    centre = automaton.start if around is None else automaton.number(state_of(around))
    return neighbourhood(automaton, centre, 2 if depth is None else depth)


def _board(words: list[str] | None, automaton: Automaton) -> Board | None:
    from noughts.cli.game_argument import GameArgument

    if not words:
        return None
    from noughts.automata.boards import boards

    return boards(GameArgument(words).load(), automaton)


def _description(excerpt: Excerpt, out: str | None) -> str:
    """The size, the initial and the final states, and the transitions if there are at most `_LISTED`."""
    from noughts.automata.transition import state_text
    from noughts.cli.automata.files import sentence

    automaton, shown = excerpt.automaton, excerpt.transitions
    lines = [sentence(automaton), f"initial  {state_text(automaton.initial)}"]
    lines += [f"final    {state_text(state)}" for state in islice(automaton.final_states, _LISTED)]
    if out is None and len(shown) <= _LISTED:
        lines += ["", *(str(automaton.transition(t)) for t in shown)]
    if out is not None:
        size = f"{counted(len(excerpt.states), 'state')}, {counted(len(shown), 'transition')}"
        lines += ["", f"{size} → {out}"]
    return "\n".join(lines)
