"""``noughts solve``: who wins with perfect play, in how many moves, and the value of each move."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from noughts.cli.answer import AsJson, print_result
from noughts.cli.app import verb
from noughts.cli.explored import plan_of, print_method, print_step
from noughts.cli.game_argument import GameWords, with_game
from noughts.cli.options import Cluster, NoSymmetries, Team, UpTo, Verbose, Workers
from noughts.cli.progress import progress
from noughts.cli.searched import Memory, Resume, Weak, print_facts, search
from noughts.cli.tabled import Tables, TablesWanted, refuse_without_tables
from noughts.games.game import TooManyPositions, has_values
from noughts.games.line import read_line
from noughts.games.match import Match
from noughts.kernels.explore import POSITION_LIMIT
from noughts.refusal import Refusal
from noughts.save import refuse_place
from noughts.solvers import saved
from noughts.solvers.estimate import is_searchable
from noughts.solvers.many_sides import prospects
from noughts.solvers.plan import LISTED, Method, Plan, kernel_and_method
from noughts.solvers.results import PositionOutcomes, SearchedPosition, SolvedPosition, sides_in_words

if TYPE_CHECKING:
    from noughts.games.game import Game
    from noughts.solvers.many_sides import EquilibriumOutcomes
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


@verb(
    ("noughts solve tictactoe", "who wins, and the value of each first move"),
    ("noughts solve tictactoe --at '1 5 3'", "the same after three moves"),
    ("noughts solve hexapawn --json", "as JSON"),
    ("noughts solve mnk --let m=4 --let n=4 --save mnk44.solved", "solve once, reuse with --load"),
    (
        "noughts solve mnk --let m=4 --let n=5 --let k=4 --tables mnk45",
        "larger than memory: tables in a folder",
    ),
    ("noughts solve four --through search --save four.search", "a large game; after Ctrl-C add --resume"),
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
    match = read_line(Match(game.load_of_players()), at)
    symmetric, whole = not no_symmetries, any(path is not None for path in (load, save, tables))
    refuse_without_tables(tables, cluster=cluster)
    sized = tables is None and (memory is not None or workers is not None)
    by_search = through == "search" or weak or resume
    wanted, found = None, None
    if tables is not None:
        refuse_beside_tables(through, load, save, searching=weak or resume)
        wanted = TablesWanted(match.game, tables, Team(workers, cluster), memory, symmetric, limit)
    if not has_values(match.game):
        if by_search or sized or save is not None or load is not None:
            refuse_without_values(match.game)
        outcomes, method = from_here(match, limit) if wanted is None else wanted.prospects()
        if verbose:
            print_method(method)
        keys = method.as_json() if verbose else {}
        print_result(PositionOutcomes(match, outcomes, whole), as_json=as_json, and_keys=keys)
        return
    if wanted is not None:
        found = wanted.solved()
        if verbose:
            print_method(found[1])
    elif by_search or sized:
        refuse_tables(through, limit, load)
        if not by_search:
            option = "--memory" if memory is not None else "--workers"
            refuse_for_tables(option, match, save, symmetric)
    elif through == "tables" or limit or load or save or not is_searchable(match.game):
        with plan_of(limit, symmetric, verbose=verbose) as asked:
            found = solved(match, asked, load, save)
    else:
        found = by_tables(match, symmetric, verbose=verbose)
    if found is None:
        searched = search(
            match,
            weak=weak,
            memory=memory,
            save=save,
            resume=resume,
            symmetric=symmetric,
            workers=workers,
        )
        if verbose:
            print_facts(searched)
        print_result(SearchedPosition(match, searched), as_json=as_json)
        return
    solution, method = found
    result = SolvedPosition(match, solution, whole or method.through == "diagrams")
    print_result(result, as_json=as_json, and_keys=method.as_json() if verbose else {})


def from_here(match: Match, limit: int | None) -> tuple[EquilibriumOutcomes, Method]:
    """The outcomes of all positions from that of the match on, and the method that listed them."""
    with plan_of(limit, symmetric=False) as asked:
        found = prospects(match.game, match.position, limit or POSITION_LIMIT, asked.progress)
    return found, kernel_and_method(match.game)[1]


def refuse_without_values(game: Game) -> None:
    """Refuse options of values and of a search for a game whose positions have several outcomes."""
    raise Refusal(
        f"{game.name} has {sides_in_words(game)}, and is solved by a list of all positions",
        "leave out `--save`, `--load`, `--through` and the options of a search",
    )


def refuse_for_tables(option: str, match: Match, save: Path | None, symmetric: bool) -> None:
    """Refuse an option of a search, or of tables in a folder, if tables in memory answer without it.

    An option must not change the kind of the answer.
    """
    if save is not None or not is_searchable(match.game) or by_tables(match, symmetric) is not None:
        fact = f"{match.game.name} is solved by tables in memory, which `{option}` does not affect"
        raise Refusal(fact, "leave it out, or add `--through search` or `--tables FOLDER`")


def refuse_tables(through: str | None, limit: int | None, load: Path | None) -> None:
    """Refuse options of tables for a search, and options of a search for tables."""
    if through == "tables":
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


def by_tables(match: Match, symmetric: bool, *, verbose: bool = False) -> tuple[Solved, Method] | None:
    """The values of all positions from that of the match on, if these are so few that no search is quicker.

    For most games with too many, random matches show that before a list is begun.
    """
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


def solved(match: Match, plan: Plan, load: Path | None, save: Path | None) -> tuple[Solved, Method]:
    """The values of all positions from that of the match on; of the whole game if a file is read or saved."""
    if load is None and save is None:
        return plan.solve(match.game, match.position)
    if load is not None and save is not None:
        raise Refusal(
            "`--load` and `--save` cannot be combined",
            "the values in a file are already saved; leave one out",
        )
    if load is not None:
        table = saved.load_tablebase(match.game, load)
        method = Method("kernel", f"the values of {match.game.name} were read from {load}.")
        plan.tell(method)
        return table, method
    assert save is not None
    refuse_place(save)
    solution, method = plan.solve(match.game)
    saved.save_tablebase(saved.table_of(solution), save)
    return solution, method
