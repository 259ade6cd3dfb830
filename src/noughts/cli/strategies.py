"""The answer of ``noughts synthesise``: sizes of strategies, or why a position is not in one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from noughts.automata.automaton import Automaton
from noughts.automata.from_game import Plant, Played, fallen, lost_play, tally
from noughts.automata.synthesise import Synthesis
from noughts.cli.answer import Json, console, counted, print_json
from noughts.cli.table import headline, table
from noughts.games.game import Side
from noughts.games.line import read_line
from noughts.games.match import Match


def strategies_json(whole: Plant, found: Mapping[Side, Synthesis], *, single: bool) -> Json:
    """The sizes of the one strategy that was asked for, or of the plant and all strategies."""
    strategies = {side: strategy_json(whole, side, synthesis) for side, synthesis in found.items()}
    if single:
        return next(iter(strategies.values()))
    return {"plant": size_json(whole.automaton), "strategies": strategies}


def strategy_json(whole: Plant, side: Side, synthesis: Synthesis) -> dict[str, Json]:
    """The size of a strategy; configurations are the states that stand for positions."""
    automaton = synthesis.automaton
    if automaton is None:
        lost = lost_play(whole, synthesis, side)
        return {"states": 0, "transitions": 0, "configurations": 0, "lost": [str(played) for played in lost]}
    return {**size_json(automaton), "configurations": tally(automaton).positions}


def size_json(automaton: Automaton) -> dict[str, int]:
    """The numbers of states and transitions."""
    return {"states": automaton.state_count, "transitions": automaton.transition_count}


def print_strategies(whole: Plant, found: Mapping[Side, Synthesis]) -> None:
    """Print the figures as tables."""
    automaton = whole.automaton
    extent = f"{counted(automaton.state_count, 'state')}, {counted(automaton.transition_count, 'transition')}"
    made = (
        "one state per position"
        if automaton.rank == 1
        else f"composed of {automaton.rank - 1} cells and turns"
    )
    console().print(headline(whole.graph.game.name, f"{extent}, {made}"))
    shown = table("strategy", "states", "transitions", "own moves", "others' moves", "wins", "ties")
    for side, synthesis in found.items():
        if synthesis.automaton is not None:
            sizes, moves = size_json(synthesis.automaton).values(), tally(synthesis.automaton)
            numbers = (*sizes, moves.own, moves.others, moves.wins, moves.ties)
            shown.add_row(side, *(f"{number:,}" for number in numbers))
    if shown.rows:
        console().print(shown)
    for side, synthesis in found.items():
        if synthesis.automaton is None:
            line = lost_play(whole, synthesis, side)
            said = f"{side} has no safe strategy. For example: {line_text(whole, line)}."
            console().print(said, markup=False, soft_wrap=True)


def line_text(whole: Plant, line: Sequence[Played]) -> str:
    """A line of play to the end, and its outcome."""
    game = whole.graph.game
    outcome = game.outcome(line[-1].position if line else game.initial)
    moves = ", ".join(map(str, line)) or "from the initial position"
    return f"{moves}; and {outcome}"


def explain(whole: Plant, side: Side, synthesis: Synthesis, moves: str, *, as_json: bool) -> None:
    """Print whether the position after `moves` is in the strategy; if not, where they leave it and a lost
    line."""
    match = read_line(Match(whole.graph.game), moves)
    outside = fallen(whole, synthesis)
    numbers = list(map(whole.graph.number, match.positions))
    ply = next((k for k, number in enumerate(numbers) if number in outside), None)
    left = match if ply is None else match.at(ply)
    line = [] if ply is None else [*played(left), *lost_play(whole, synthesis, side, numbers[ply])]
    if as_json:
        lost = {} if ply is None else {"left": list(left.move_texts()), "lost": list(map(str, line))}
        print_json({"stays": ply is None, **lost})
        return
    after = f"After {'; '.join(left.move_texts())}" if left.moves else "In the initial position"
    if ply is None:
        said = f"{after}, {side} still has a safe strategy."
    else:
        said = f"{after}, {side} no longer has a safe strategy: {line_text(whole, line)}."
    console().print(said, markup=False, soft_wrap=True)


def played(match: Match) -> list[Played]:
    """The moves of a match with their sides."""
    movers = (match.game.to_move(position) for position in match.positions)
    steps = zip(movers, match.move_texts(), match.positions[1:], strict=False)
    return [Played(*step) for step in steps]
