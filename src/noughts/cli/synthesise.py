"""``noughts synthesise``: the most permissive strategy of a side that never loses, as an automaton."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from noughts.cli.answer import AsJson, print_json
from noughts.cli.app import Part, app, examples
from noughts.cli.exit_code import ExitCode
from noughts.cli.options import ByOption, GameWords, Let, Limit, Nodes, Wins

if TYPE_CHECKING:
    from collections.abc import Mapping

    from noughts.automata.from_game import Plant
    from noughts.games.game import Game, Side

For = Annotated[
    list[str] | None,
    typer.Option("--for", metavar="SIDE", help="Whose strategy; may be repeated. Otherwise everybody's."),
]

Out = Annotated[
    str | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Write the strategy: .data, .json; - is standard output. With --symbolic: .strategy.",
    ),
]

PlantFile = Annotated[
    str | None, typer.Option("--plant", metavar="FILE", help="Write the plant, all that the rules allow.")
]

Positions = Annotated[
    bool, typer.Option("--positions", help="Make states of the positions, even if there are cells and turns.")
]

Why = Annotated[
    str | None,
    typer.Option("--why", metavar="MOVES", help="Say why the position after these moves is not in it."),
]

Symbolic = Annotated[
    bool,
    typer.Option(
        "--symbolic", help="Sets of positions, as decision diagrams, for games that no list can hold."
    ),
]


@app.command(
    rich_help_panel=Part.AUTOMATA,
    epilog=examples(
        ("noughts synthesise tictactoe", "how large the game and the strategies of both sides are"),
        ("noughts synthesise tictactoe --for o -o strategyO.data", "a strategy as a file"),
        ("noughts synthesise tictactoe --for o --why '1 2'", "why o must not answer so"),
        ("noughts synthesise disctru --for x --symbolic", "where no list can hold the positions"),
    ),
)
def synthesise(
    game: GameWords,
    sides: For = None,
    out: Out = None,
    plant: PlantFile = None,
    positions: Positions = False,
    why: Why = None,
    as_json: AsJson = False,
    by: ByOption = None,
    wins: Wins = None,
    let: Let = None,
    limit: Limit = 2_000_000,
    symbolic: Symbolic = False,
    nodes: Nodes = 2_000_000,
) -> ExitCode:
    """Build the opponent that cannot lose: everything that a side may do and never lose."""
    from noughts.automata.from_game import strategy
    from noughts.cli import strategies
    from noughts.cli.automata.files import refuse_place, write
    from noughts.cli.game_argument import load_game

    loaded = load_game(game, let=let or [], by=by, wins=wins)
    wanted = _sides(loaded, sides, about_one={"-o": out, "--why": why})
    if symbolic:
        _refuse_about_automata({"--plant": plant, "--why": why, "--positions": positions or None})
        from noughts.cli import symbolic as diagrams

        single = sides is not None and len(sides) == 1
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
        strategies.explain(whole, wanted[0], found[wanted[0]], why, as_json=as_json)
    elif as_json:
        print_json(strategies.answer(whole, found, single=sides is not None and len(sides) == 1))
    elif out != "-":
        strategies.show(whole, found)
    return ExitCode.YES if all(found.values()) else ExitCode.NO


def _sides(game: Game, sides: list[str] | None, about_one: Mapping[str, str | None]) -> list[Side]:
    """Whose strategies are wanted."""
    from noughts.refusal import Refusal, unknown

    for side in sides or ():
        if side not in game.sides:
            raise unknown("side", side, game.sides)
    if sides is None or len(sides) > 1:
        for option, given in about_one.items():
            if given is not None:
                raise Refusal(f"`{option}` is about one strategy", "say whose: `--for SIDE`")
    return sides or list(game.sides)


def _plant(game: Game, limit: int, *, positions: bool) -> Plant:
    from noughts.automata.explore import explore
    from noughts.automata.from_game import plant, plant_of_positions
    from noughts.cli.progress import progress
    from noughts.kernels.explore import TooManyPositions
    from noughts.refusal import Refusal

    try:
        with progress("positions") as tell:
            graph = explore(game, limit=limit, tell=tell)
    except TooManyPositions as error:
        help = "`--symbolic` needs no list of them; or allow more with `--limit`"
        raise Refusal(error.fact, help) from error
    return (plant_of_positions if positions else plant)(graph)


def _refuse_about_automata(options: Mapping[str, object]) -> None:
    """What is said of automata cannot be asked of sets of positions."""
    from noughts.refusal import Refusal

    for option, given in options.items():
        if given is not None:
            raise Refusal(f"`{option}` is about automata, and `--symbolic` makes none", "leave one out")
