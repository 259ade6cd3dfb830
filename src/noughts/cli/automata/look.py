"""``noughts automata check`` and ``show``: check an automaton against a property; print or draw it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from noughts.automata.lockstep import model_check
from noughts.automata.pictures import boards, complete_excerpt, neighbourhood
from noughts.automata.results import ShownAutomaton
from noughts.cli.answer import AsJson, print_result
from noughts.cli.app import as_it_is, examples
from noughts.cli.automata.files import draw_automaton, read, refuse_ending, state_of
from noughts.cli.automata.group import One, group
from noughts.cli.verbs import ExitCode
from noughts.save import refuse_place

if TYPE_CHECKING:
    from noughts.automata.automaton import Automaton
    from noughts.automata.pictures import Board, Excerpt

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
    """Check that a property allows every step and every final state of an automaton."""
    verdict = model_check(read(file), read(prop))
    print_result(verdict, as_json=as_json)
    return ExitCode.YES if verdict else ExitCode.NO


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
    if out is not None:
        refuse_ending(Path(out))
        refuse_place(Path(out))
    automaton = read(file)
    excerpt = _excerpt(automaton, around, depth)
    if out is not None:
        draw_automaton(excerpt, Path(out), _board(game, automaton))
    print_result(ShownAutomaton(excerpt, out), as_json=as_json)


def _excerpt(automaton: Automaton, around: str | None, depth: int | None) -> Excerpt:
    """The requested part: the whole automaton, or the neighbourhood of a state."""
    if around is None and depth is None:
        return complete_excerpt(automaton)
    centre = automaton.start if around is None else automaton.number(state_of(around))
    return neighbourhood(automaton, centre, 2 if depth is None else depth)


def _board(words: list[str] | None, automaton: Automaton) -> Board | None:
    from noughts.cli.game_argument import GameArgument

    if not words:
        return None
    return boards(GameArgument(words).load(), automaton)
