"""``noughts solve``: who wins with perfect play, in how many moves, and the value of each move."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from noughts.cli.answer import AsJson, Json, console, counted, print_json
from noughts.cli.app import HelpSection, app, examples
from noughts.cli.game_argument import GameWords, with_game
from noughts.cli.options import NoSymmetries, UpTo, Verbose
from noughts.cli.searched import Memory, Resume, Weak
from noughts.cli.tabled import Tables, TablesWanted, refuse_without_tables
from noughts.cli.workers import Cluster, Team, Workers
from noughts.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.table import Table

    from noughts.games.game import Side
    from noughts.games.match import Match
    from noughts.games.value import Value
    from noughts.solvers.plan import Plan, Way
    from noughts.solvers.solved import Solved

At = Annotated[
    str,
    typer.Option("--at", metavar="MOVES", help="The position after these moves, such as '1 5 3'."),
]


Save = Annotated[
    Path | None,
    typer.Option("--save", metavar="FILE", help="Save the value of every position to FILE."),
]

Load = Annotated[
    Path | None,
    typer.Option("--load", metavar="FILE", help="Read the values from FILE instead of solving again."),
]

Through = Annotated[
    Literal["tables", "search"] | None,
    typer.Option(
        "--through",
        help="Solve by tables of all positions, or search the one position; by default what fits.",
        show_default=False,
    ),
]


@app.command(
    rich_help_panel=HelpSection.KNOW,
    epilog=examples(
        ("noughts solve tictactoe", "who wins, and the value of each first move"),
        ("noughts solve tictactoe --at '1 5 3'", "the same after three moves"),
        ("noughts solve hexapawn --json", "as JSON"),
        ("noughts solve mnk --let m=4 --let n=4 --save mnk44.solved", "solve once, reuse with --load"),
        (
            "noughts solve mnk --let m=4 --let n=5 --let k=4 --tables mnk45",
            "larger than memory: tables in a folder",
        ),
        ("noughts solve four --through search --save four.search", "a large game; after Ctrl-C add --resume"),
    ),
)
@with_game
def solve(
    game: GameWords,
    as_json: AsJson = False,
    at: At = "",
    limit: UpTo = None,
    no_symmetries: NoSymmetries = False,
    verbose: Verbose = False,
    save: Save = None,
    load: Load = None,
    through: Through = None,
    weak: Weak = False,
    memory: Memory = None,
    resume: Resume = False,
    workers: Workers = None,
    tables: Tables = None,
    cluster: Cluster = None,
) -> None:
    """Find who wins with perfect play, in how many moves, and the value of each move.

    For three sides or more: what each can get, playing for itself and against all others together.
    """
    from noughts.cli.explored import plan_of, print_way
    from noughts.games.game import has_values
    from noughts.games.line import read_line
    from noughts.games.match import Match
    from noughts.solvers.estimate import is_searchable

    found = None
    match = read_line(Match(game.load()), at)
    refuse_without_tables(tables, cluster=cluster)
    wanted = None
    if tables is not None:
        refuse_beside_tables(through, load, save, searching=weak or resume)
        team = Team(workers, cluster)
        wanted = TablesWanted(match.game, tables, team, memory, not no_symmetries, limit)
    if not has_values(match.game):
        from noughts.cli.many_sided import solve_many_sided

        sized = wanted is None and (memory is not None or workers is not None)
        by_search = through == "search" or weak or resume or sized
        others = by_search or save is not None or load is not None
        solve_many_sided(match, limit=limit, as_json=as_json, others=others, tables=wanted, verbose=verbose)
        return
    if wanted is not None:
        found = wanted.solved()
    elif through == "search" or weak or resume:
        refuse_tables(through, limit, load, searched=weak or resume or bool(memory or workers))
        through = "search"
    elif memory is not None or workers is not None:
        refuse_tables(through, limit, load, searched=True)
        refuse_for_tables("--memory" if memory is not None else "--workers", match, save, not no_symmetries)
        through = "search"
    elif through == "tables" or limit or load or save or not is_searchable(match.game):
        through = "tables"
    if found is None and through is None:
        found = by_tables(match, not no_symmetries, verbose=verbose)
    if found is None and through != "tables":
        from noughts.cli.searched import search, tell

        searched = search(
            match,
            weak=weak,
            memory=memory,
            save=save,
            resume=resume,
            symmetric=not no_symmetries,
            workers=workers,
        )
        tell(match, searched, as_json=as_json, verbose=verbose)
        return
    if found is None:
        with plan_of(limit, not no_symmetries, verbose=verbose) as asked:
            found = solved(match, asked, load, save)
    elif verbose:
        print_way(found[1])
    solution, way = found
    if as_json:
        print_json({**_answer(match, solution), **(way.as_json() if verbose else {})})
    else:
        whole = any(path is not None for path in (load, save, tables)) or way.through == "diagrams"
        _show(match, solution, "of the game" if whole and match.moves else "from here")


def refuse_for_tables(option: str, match: Match, save: Path | None, symmetric: bool) -> None:
    """Refuse an option of a search, or of tables in a folder, where tables in memory answer without it.

    It must not change the kind of the answer.
    """
    from noughts.solvers.estimate import is_searchable

    if save is not None or not is_searchable(match.game) or by_tables(match, symmetric) is not None:
        fact = f"{match.game.name} is solved by tables in memory, which `{option}` does not affect"
        raise Refusal(fact, "leave it out, or add `--through search` or `--tables FOLDER`")


def refuse_tables(through: str | None, limit: int | None, load: Path | None, *, searched: bool) -> None:
    """Refuse options of tables for a search, and the other way round."""
    if through == "tables" and searched:
        help = "leave out `--through tables`, or these options"
        raise Refusal("`--weak`, `--memory`, `--workers` and `--resume` belong to a search", help)
    if limit is not None:
        raise Refusal("`--limit` counts listed positions, and a search lists none", "leave it out")
    if load is not None:
        help = "continue a saved search with `--save FILE --resume`"
        raise Refusal("`--load` reads tables, and a search has none", help)


def refuse_beside_tables(
    through: str | None, load: Path | None, save: Path | None, *, searching: bool
) -> None:
    """Refuse options that have no meaning for tables in a folder."""
    if through == "search" or searching:
        raise Refusal("`--tables` lists all positions, and a search does not", "leave out the options of one")
    if load is not None or save is not None:
        help = "leave out `--load` and `--save`: the folder keeps what was done"
        raise Refusal("`--tables` lists all positions into files", help)


def by_tables(match: Match, symmetric: bool, *, verbose: bool = False) -> tuple[Solved, Way] | None:
    """The values of all positions from the match's on, if these are few enough that no search is quicker.

    Most games with too many are known by random matches, before any list is begun.
    """
    from noughts.cli.explored import print_step
    from noughts.cli.progress import progress
    from noughts.kernels.explore import TooManyPositions
    from noughts.solvers.plan import LISTED, Plan

    with progress("positions") as report:
        asked = Plan(
            LISTED,
            symmetric,
            diagrams=False,
            progress=lambda known, _: report(known),
            told=print_step if verbose else None,
            search=True,
        )
        try:
            return asked.solve(match.game, match.position)
        except TooManyPositions:
            return None


def solved(match: Match, plan: Plan, load: Path | None, save: Path | None) -> tuple[Solved, Way]:
    """The values of all positions from the match's on; of the whole game if read from or saved to a file."""
    if load is None and save is None:
        return plan.solve(match.game, match.position)
    if load is not None and save is not None:
        raise Refusal(
            "`--load` and `--save` cannot be combined",
            "the values in a file are already saved; leave one out",
        )
    from noughts.save import refuse_place
    from noughts.solvers import saved
    from noughts.solvers.plan import Way

    if load is not None:
        table = saved.load_tablebase(match.game, load)
        way = Way("kernel", f"the values of {match.game.name} were read from {load}.")
        plan.tell(way)
        return table, way
    assert save is not None
    refuse_place(save)
    solution, way = plan.solve(match.game)
    saved.save_tablebase(saved.table_of(solution), save)
    return solution, way


def _answer(match: Match, solution: Solved) -> Mapping[str, Json]:
    """The value of the position and of its moves; the distance of a move counts the move itself."""
    position = match.position
    by_move = solution.by_move(position).items()
    return {
        **_worth(solution.value(position)),
        "positions": solution.figures.positions,
        "transitions": solution.figures.transitions,
        "to_move": None if match.outcome else match.to_move,
        "best": [match.game.move_text(position, move) for move in solution.best(position)],
        "moves": {match.game.move_text(position, move): _worth(value) for move, value in by_move},
        "at": list(match.move_texts()),
        "values": dict(solution.figures.values),
    }


def _worth(value: Value) -> dict[str, str | int | None]:
    """The winner (or ``draw``) and the distance to the end in moves."""
    return {"value": value.winner or "draw", "distance": value.distance}


def _show(match: Match, solution: Solved, which: str) -> None:
    """Print the value of the position and of its moves, and the counts over the positions `which` names."""
    from noughts.cli.table import headline, is_puzzle, results, shares, verdict

    solvable = "solvable" if is_puzzle(match.game) else ""
    after = f" after {'; '.join(match.move_texts())}" if match.moves else ""
    text = verdict(match, solution.value(match.position))
    console().print(headline(match.game.name + after, text), soft_wrap=True)
    if not match.outcome:
        console().print(moves(match, solution), "")
    spread = results(solution.figures.values, solvable)
    console().print(shares(f"all positions {which}", spread, solution.figures.positions))
    if longest := solution.figures.longest:
        longest_line = "No position takes more than" if solvable else "The longest forced win takes"
        console().print(f"\n{longest_line} {counted(longest, 'move')}.")


def moves(match: Match, solution: Solved) -> Table:
    """A table of the legal moves and their values, best first."""
    from rich.text import Text

    from noughts.cli.table import is_puzzle, table, value_in_words
    from noughts.players.perfect import mistakes_after

    mover, position = match.to_move, match.position
    best = solution.best(position)
    replied = not is_puzzle(match.game)
    shown = table(f"{mover} to move", "value", *(["losing replies"] if replied else []), "")
    by_move = solution.by_move(position).items()
    for move, value in sorted(by_move, key=lambda pair: regret(pair[1], mover)):
        colour = ("green", "yellow", "red")[regret(value, mover)[0]]
        text = Text(match.game.move_text(position, move))
        errors, replies = mistakes_after(solution, match, move)
        invited = [f"{errors} of {replies}" if replies else ""] if replied else []
        rank = "best" if move in best else ""
        shown.add_row(text, Text(value_in_words(match.game, value), colour), *invited, rank)
    return shown


def regret(value: Value, side: Side) -> tuple[int, int]:
    """The sort key of a value for `side`, best first: quick wins, slow wins, draws, late losses, quick
    losses."""
    if value.winner is None:
        return 1, 0
    distance = value.distance or 0
    return (0, distance) if value.winner == side else (2, -distance)
