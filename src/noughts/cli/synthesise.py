"""``noughts synthesise``: the most permissive strategy with which a side never loses, as an automaton."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from noughts.automata.from_game import game_graph, plant, plant_of_positions, strategy
from noughts.automata.results import Strategies, StrategyAfter
from noughts.cli.answer import AsJson, print_result
from noughts.cli.app import verb
from noughts.cli.automata.files import refuse_place, write
from noughts.cli.completion import complete_sides
from noughts.cli.game_argument import GameWords, with_game
from noughts.cli.options import Limit, Nodes
from noughts.cli.progress import progress
from noughts.cli.verbs import ExitCode
from noughts.games.game import TooManyPositions
from noughts.games.line import read_line
from noughts.games.match import Match
from noughts.refusal import Refusal, unknown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from noughts.automata.from_game import Plant
    from noughts.games.game import Game, Side

For = Annotated[
    list[str] | None,
    typer.Option(
        "--for",
        metavar="SIDE",
        help="The side whose strategy to build; may be repeated; default: every side.",
        autocompletion=complete_sides,
    ),
]

StrategyOut = Annotated[
    str | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Write the strategy: .data or .json, - for standard output; .strategy with --symbolic.",
    ),
]

PlantFile = Annotated[
    str | None,
    typer.Option("--plant", metavar="FILE", help="Write the plant: everything that the rules allow."),
]

Positions = Annotated[
    bool,
    typer.Option(
        "--positions", help="One state per position, even if the game is composed of cells and turns."
    ),
]

Why = Annotated[
    str | None,
    typer.Option(
        "--why", metavar="MOVES", help="Explain why the position after these moves is not in the strategy."
    ),
]

Symbolic = Annotated[
    bool,
    typer.Option(
        "--symbolic", help="Use decision diagrams (sets of positions), for games too large to list."
    ),
]


@verb(
    ("noughts synthesise tictactoe", "the size of the game and of both strategies"),
    ("noughts synthesise tictactoe --for o -o strategyO.data", "save a strategy"),
    ("noughts synthesise tictactoe --for o --why '1 2'", "why o must not reply 2"),
    ("noughts synthesise disctru --for x --symbolic", "a game too large to list"),
)
@with_game
def synthesise(
    game: GameWords,
    sides: For = None,
    out: StrategyOut = None,
    plant: PlantFile = None,
    positions: Positions = False,
    why: Why = None,
    as_json: AsJson = False,
    limit: Limit = 2_000_000,
    symbolic: Symbolic = False,
    nodes: Nodes = 2_000_000,
) -> ExitCode:
    """Build an opponent that cannot lose: the strategy of all moves with which a side never loses."""
    loaded, single = game.load_of_players(), sides is not None and len(sides) == 1
    wanted = _sides(loaded, sides, about_one={"-o": out, "--why": why})
    if symbolic:
        _refuse_about_automata({"--plant": plant, "--why": why, "--positions": positions or None})
        from noughts.cli import symbolic as diagrams

        return diagrams.synthesise(loaded, wanted, out=out, single=single, as_json=as_json, nodes=nodes)
    for place in (out, plant):
        if place is not None:
            refuse_place(place)
    whole = _plant(loaded, limit, positions=positions)
    found = {side: strategy(whole, side) for side in wanted}
    result = found[wanted[0]].automaton
    if plant is not None:
        write(whole.automaton, plant)
    if out is not None and result is not None:
        write(result, out)
    if why is not None:
        line = read_line(Match(loaded), why)
        print_result(StrategyAfter(whole, wanted[0], found[wanted[0]], line), as_json=as_json)
    elif as_json or out != "-":
        print_result(Strategies(whole, found, single), as_json=as_json)
    return ExitCode.YES if all(found.values()) else ExitCode.NO


def _sides(game: Game, sides: list[str] | None, about_one: Mapping[str, str | None]) -> list[Side]:
    """The sides whose strategies are wanted; options about one strategy need exactly one `--for`."""
    for side in sides or ():
        if side not in game.sides:
            raise unknown("side", side, game.sides)
    if sides is None or len(sides) > 1:
        for option, given in about_one.items():
            if given is not None:
                raise Refusal(f"`{option}` applies to one strategy", "name its side: `--for SIDE`")
    return sides or list(game.sides)


def _plant(game: Game, limit: int, *, positions: bool) -> Plant:
    try:
        with progress("positions") as report:
            graph = game_graph(game, limit=limit, progress=report)
    except TooManyPositions as error:
        help = "`--symbolic` does not list positions; or raise `--limit`"
        raise Refusal(error.fact, help) from error
    return (plant_of_positions if positions else plant)(graph)


def _refuse_about_automata(options: Mapping[str, object]) -> None:
    """Refuse options about automata, which `--symbolic` does not build."""
    for option, given in options.items():
        if given is not None:
            raise Refusal(
                f"`{option}` and `--symbolic` cannot be combined: `--symbolic` builds no automaton",
                "leave one out",
            )
