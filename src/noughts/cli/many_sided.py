"""``noughts solve`` for three sides or more: what each can get, playing for itself and against all others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.cli.answer import Json, console, counted, print_json
from noughts.refusal import Refusal

if TYPE_CHECKING:
    from collections import Counter

    from noughts.games.match import Match
    from noughts.solvers.many_sides import ManySided


def solve_many_sided(match: Match, *, limit: int | None, as_json: bool, others: bool) -> None:
    """Print what each side can get from the position of a match; `others` are options that do not apply."""
    from noughts.cli.explored import quickest
    from noughts.kernels.explore import POSITION_LIMIT
    from noughts.solvers.many_sides import ManySided, listed

    if others:
        raise Refusal(
            f"{match.game.name} has {len(match.game.sides)} sides, and is solved by a list of all positions",
            "leave out `--save`, `--load`, `--through` and the options of a search",
        )
    with quickest(limit, symmetric=False) as asked:
        graph = listed(match.game, match.position, limit or POSITION_LIMIT, asked.progress)
    solution = ManySided(graph)
    if as_json:
        print_json(many_sided_json(match, solution))
    else:
        show_many_sided(match, solution)


def many_sided_json(match: Match, solution: ManySided) -> dict[str, Json]:
    """The keys of a game of two sides, and the sets of outcomes and what each side can force."""
    graph = solution.graph
    text = {move: match.game.move_text(match.position, move) for move in graph.moves(0)}
    moves = zip(graph.moves(0), graph.successors(0), strict=True)
    forced = {side: solution.against_all(side)[0] for side in solution.sides}
    return {
        **worth_of(solution, 0),
        "positions": len(graph),
        "transitions": graph.transitions,
        "to_move": None if match.outcome else match.to_move,
        "best": [text[move] for move in solution.chosen()],
        "moves": {text[move]: worth_of(solution, number) for move, number in moves},
        "at": list(match.move_texts()),
        "values": dict(spread(solution)),
        "coalition": {
            side: {"value": value.winner or "draw", "distance": value.distance}
            for side, value in forced.items()
        },
    }


def worth_of(solution: ManySided, number: int) -> dict[str, Json]:
    """The outcomes of a position; its value if there is one only."""
    outcomes = solution.outcome_names(number)
    value = outcomes[0] if len(outcomes) == 1 else None
    return {"value": value, "distance": None, "outcomes": list(outcomes)}


def spread(solution: ManySided) -> Counter[str]:
    """The number of positions by their outcome; ``open`` counts those of several."""
    from collections import Counter

    names = [*solution.sides, "draw", "open"]
    found = Counter(dict.fromkeys(names, 0))
    for outcomes in solution.outcomes:
        single = outcomes & (outcomes - 1) == 0
        found[names[outcomes.bit_length() - 1] if single else "open"] += 1
    return found


def show_many_sided(match: Match, solution: ManySided) -> None:
    """Print the outcomes of the position and of its moves, and what each side can force."""
    from rich.text import Text

    from noughts.cli.table import headline, results, shares, table

    after = f" after {'; '.join(match.move_texts())}" if match.moves else ""
    if match.outcome:
        text = f"the game is over, {match.outcome} ({match.outcome.termination})."
    else:
        text = f"{told(solution.outcome_names(0))} if each side plays for itself."
    console().print(headline(match.game.name + after, text), soft_wrap=True)
    graph = solution.graph
    if not match.outcome:
        shown = table(f"{match.to_move} to move", "outcome", "")
        chosen = solution.chosen()
        for move, number in zip(graph.moves(0), graph.successors(0), strict=True):
            outcome = told(solution.outcome_names(number))
            name = Text(match.game.move_text(match.position, move))
            shown.add_row(name, Text(outcome), "best" if move in chosen else "")
        console().print(shown, "")
    alone = table("against all others together", "can force")
    for side in solution.sides:
        value, _ = solution.against_all(side)
        soon = "" if value.distance is None else f" in {counted(value.distance, 'move')}"
        words = {None: "a draw", side: f"a win{soon}"}.get(value.winner, f"nothing: the others win{soon}")
        alone.add_row(Text(side), Text(words))
    console().print(alone, "")
    counts = spread(solution)
    several = counts.pop("open")
    named = results(counts)
    if several:
        named["several outcomes"] = several
    console().print(shares("all positions from here", named, len(graph)))


def told(outcomes: tuple[str, ...]) -> str:
    """A set of outcomes in words."""
    return " or ".join("draw" if name == "draw" else f"{name} wins" for name in outcomes)
