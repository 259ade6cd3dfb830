"""``noughts solve`` for three sides or more: what each can get, playing for itself and against all others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.cli.answer import Json, console, counted, print_json
from noughts.cli.explored import plan_of, print_way
from noughts.games.game import chance_of, wins
from noughts.refusal import Refusal

if TYPE_CHECKING:
    from noughts.cli.tabled import TablesWanted
    from noughts.games.game import Game
    from noughts.games.match import Match
    from noughts.solvers.many_sides import EquilibriumOutcomes
    from noughts.solvers.plan import Way


def solve_many_sided(
    match: Match,
    *,
    limit: int | None,
    as_json: bool,
    others: bool,
    tables: TablesWanted | None,
    verbose: bool,
) -> None:
    """Print what each side can get from the position of a match; `others` are options that do not apply."""
    if others:
        raise Refusal(
            f"{match.game.name} has {sides_in_words(match.game)}, and is solved by a list of all positions",
            "leave out `--save`, `--load`, `--through` and the options of a search",
        )
    prospects, way = from_here(match, limit) if tables is None else tables.prospects()
    if verbose:
        print_way(way)
    if as_json:
        through = way.as_json() if verbose else {}
        print_json({**many_sided_json(match, prospects), **through})
    else:
        show_many_sided(match, prospects, "from here" if tables is None or not match.moves else "of the game")


def from_here(match: Match, limit: int | None) -> tuple[EquilibriumOutcomes, Way]:
    """What each side can get in all positions from the match's on, and how they were listed."""
    from noughts.kernels.explore import POSITION_LIMIT
    from noughts.solvers.many_sides import prospects
    from noughts.solvers.plan import kernel_and_way

    with plan_of(limit, symmetric=False) as asked:
        found = prospects(match.game, match.position, limit or POSITION_LIMIT, asked.progress)
    return found, kernel_and_way(match.game)[1]


def many_sided_json(match: Match, prospects: EquilibriumOutcomes) -> dict[str, Json]:
    """The keys of a game of two sides, and the sets of outcomes and what each side can force."""
    position, figures = match.position, prospects.figures
    text = {move: match.game.move_text(position, move) for move in match.game.moves(position)}
    return {
        **worth_of(prospects.outcomes_at(position)),
        "positions": figures.positions,
        "transitions": figures.transitions,
        "to_move": None if match.outcome else match.to_move,
        "best": [text[move] for move in prospects.chosen_at(position)],
        "moves": {text[move]: worth_of(outcomes) for move, outcomes in prospects.by_move(position).items()},
        "at": list(match.move_texts()),
        "values": dict(figures.values),
        "coalition": {
            side: {"value": value.winner or "draw", "distance": value.distance}
            for side, value in prospects.forced_at(position).items()
        },
    }


def worth_of(outcomes: tuple[str, ...]) -> dict[str, Json]:
    """The outcomes of a position; its value if there is one only."""
    value = outcomes[0] if len(outcomes) == 1 else None
    return {"value": value, "distance": None, "outcomes": list(outcomes)}


def show_many_sided(match: Match, prospects: EquilibriumOutcomes, which: str) -> None:
    """Print the outcomes of the position and of its moves, and what each side can force; and the counts over
    the positions `which` names."""
    from rich.text import Text

    from noughts.cli.table import headline, results, shares, table

    position = match.position
    after = f" after {'; '.join(match.move_texts())}" if match.moves else ""
    if match.outcome:
        text = f"the game is over, {match.outcome} ({match.outcome.termination})."
    else:
        anyhow = "".join(f" and {side} moves in any way" for side in chance_of(match.game))
        text = f"{told(prospects.outcomes_at(position))} if each side plays for itself{anyhow}."
    console().print(headline(match.game.name + after, text), soft_wrap=True)
    if not match.outcome:
        shown = table(f"{match.to_move} to move", "outcome", "")
        chosen = prospects.chosen_at(position)
        for move, outcomes in prospects.by_move(position).items():
            name = Text(match.game.move_text(position, move))
            shown.add_row(name, Text(told(outcomes)), "may be played" if move in chosen else "")
        console().print(shown, "")
    alone = table("against all others together", "can force")
    for side, value in prospects.forced_at(position).items():
        soon = "" if value.distance is None else f" in {counted(value.distance, 'move')}"
        words = {None: "a draw", side: f"a win{soon}"}.get(value.winner, f"nothing: the others win{soon}")
        alone.add_row(Text(side), Text(words))
    console().print(alone, "")
    counts = dict(prospects.figures.values)
    several = counts.pop("open")
    named = results(counts)
    if several:
        named["several outcomes"] = several
    console().print(shares(f"all positions {which}", named, prospects.figures.positions))


def sides_in_words(game: Game) -> str:
    """What it is about the sides that their game has no single value: how many they are, or chance."""
    chance = [f"`{side}`" for side in chance_of(game)]
    return " and ".join(chance) if chance else f"{len(game.sides)} sides"


def told(outcomes: tuple[str, ...]) -> str:
    """A set of outcomes in words."""
    return " or ".join("draw" if name == "draw" else wins(name) for name in outcomes)
