"""Questions about automata and strategies of games with their answers, as they are printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from msgspec import Struct

from noughts.automata.automaton import Automaton
from noughts.automata.from_game import Plant, Played, fallen, lost_play, tally
from noughts.automata.pictures import Excerpt
from noughts.automata.synthesise import Synthesis
from noughts.automata.transition import state_text
from noughts.games.game import Side
from noughts.games.match import Match
from noughts.games.result import Json, ResultRow, ResultTable, TableCell, counted, headline

# The longest list of transitions that is printed: what fits on one screen with the summary.
_LISTED: Final = 40


class Strategies(Struct, frozen=True):
    """The sizes of strategies, by side; or of the `single` one that was asked for."""

    plant: Plant
    found: Mapping[Side, Synthesis]
    single: bool

    def as_json(self) -> Json:
        """The size of the one strategy, or of the plant and all strategies."""
        strategies = {side: self.strategy_json(side) for side in self.found}
        if self.single:
            return next(iter(strategies.values()))
        return {"plant": size_json(self.plant.automaton), "strategies": strategies}

    def strategy_json(self, side: Side) -> dict[str, Json]:
        """The size of a strategy; configurations are the states that stand for positions."""
        automaton = self.found[side].automaton
        if automaton is None:
            lost = list(map(str, lost_play(self.plant, self.found[side], side)))
            return {"states": 0, "transitions": 0, "configurations": 0, "lost": lost}
        return {**size_json(automaton), "configurations": tally(automaton).positions}

    def rows(self) -> Iterator[ResultRow]:
        """The size of the plant and of the strategies, and how a side without one loses."""
        automaton = self.plant.automaton
        made = f"composed of {automaton.rank - 1} cells and turns"
        if automaton.rank == 1:
            made = "one state per position"
        yield from headline(self.plant.graph.game.name, f"{size_in_words(automaton)}, {made}")
        sizes: list[Sequence[TableCell]] = []
        for side, synthesis in self.found.items():
            if synthesis.automaton is not None:
                moves = tally(synthesis.automaton)
                numbers = (*size_json(synthesis.automaton).values(), moves.own, moves.others)
                sizes.append((side, *numbers, moves.wins, moves.ties))
        if sizes:
            heads = ["strategy", "states", "transitions", "own moves", "others' moves", "wins", "ties"]
            yield ResultTable(heads, sizes)
        for side, synthesis in self.found.items():
            if synthesis.automaton is None:
                line = lost_play(self.plant, synthesis, side)
                yield f"{side} has no safe strategy. For example: {line_text(self.plant, line)}."


class StrategyAfter(Struct, frozen=True):
    """Whether the position at the end of a match is in a strategy; if not, where the match leaves it."""

    plant: Plant
    side: Side
    synthesis: Synthesis
    match: Match

    @property
    def left(self) -> int | None:
        """The number of moves after which the match is outside the strategy; ``None`` if it never is."""
        outside = fallen(self.plant, self.synthesis)
        numbers = map(self.plant.graph.number, self.match.positions)
        return next((ply for ply, number in enumerate(numbers) if number in outside), None)

    def line(self, ply: int) -> list[Played]:
        """The moves of the match up to there, and those with which the side loses."""
        left = self.match.at(ply)
        number = self.plant.graph.number(left.position)
        return [*played(left), *lost_play(self.plant, self.synthesis, self.side, number)]

    def as_json(self) -> Json:
        """Whether the match stays in the strategy; if not, the moves that leave it and a line that loses."""
        if (ply := self.left) is None:
            return {"stays": True}
        left, lost = self.match.at(ply).move_texts(), map(str, self.line(ply))
        return {"stays": False, "left": list(left), "lost": list(lost)}

    def rows(self) -> Iterator[ResultRow]:
        """The same as a sentence."""
        ply = self.left
        left = self.match if ply is None else self.match.at(ply)
        after = f"After {'; '.join(left.move_texts())}" if left.moves else "In the initial position"
        if ply is None:
            yield f"{after}, {self.side} still has a safe strategy."
        else:
            line = line_text(self.plant, self.line(ply))
            yield f"{after}, {self.side} no longer has a safe strategy: {line}."


class ShownAutomaton(Struct, frozen=True):
    """An excerpt of an automaton, and the file in which it was drawn."""

    excerpt: Excerpt
    drawn: str | None

    def as_json(self) -> dict[str, int]:
        """The size of the automaton."""
        return figures(self.excerpt.automaton)

    def rows(self) -> Iterator[ResultRow]:
        """The size, the initial and the final states, and the transitions if they fit on a screen."""
        automaton, shown = self.excerpt.automaton, self.excerpt.transitions
        yield automaton_in_words(automaton)
        yield f"initial  {state_text(automaton.initial)}"
        for state in islice(automaton.final_states, _LISTED):
            yield f"final    {state_text(state)}"
        if self.drawn is not None:
            size = f"{counted(len(self.excerpt.states), 'state')}, {counted(len(shown), 'transition')}"
            yield from ("", f"{size} → {self.drawn}")
        elif len(shown) <= _LISTED:
            yield from ("", *(str(automaton.transition(t)) for t in shown))


class MadeAutomaton(Struct, frozen=True):
    """An automaton that was made of others: where it was written, and why nothing can happen in it."""

    automaton: Automaton
    written: str | None = None
    note: str = ""

    def as_json(self) -> dict[str, Json]:
        """The size, and the note if there is one."""
        return {**figures(self.automaton), **({"note": self.note} if self.note else {})}

    def rows(self) -> Iterator[ResultRow]:
        """The size, and where it was written."""
        yield str(self)

    def __str__(self) -> str:
        return automaton_in_words(self.automaton) + (f" → {self.written}" if self.written else "")


def figures(automaton: Automaton) -> dict[str, int]:
    """The size of an automaton: rank, states, transitions and their kinds."""
    kinds = Counter(automaton.modalities)
    return {
        "rank": automaton.rank,
        **size_json(automaton),
        "permitted": kinds[0],
        "urgent": kinds[1],
        "lazy": kinds[2],
        "final": sum(automaton.finals),
    }


def automaton_in_words(automaton: Automaton) -> str:
    """The size of an automaton in words."""
    sizes = figures(automaton)
    end = "" if sizes["final"] else "; no state is final"
    kinds = ", ".join(f"{sizes[kind]:,} {kind}" for kind in ("permitted", "urgent", "lazy") if sizes[kind])
    return f"rank {automaton.rank}, {size_in_words(automaton)}" + (f" ({kinds})" if kinds else "") + end


def size_json(automaton: Automaton) -> dict[str, int]:
    """The numbers of states and transitions."""
    return {"states": automaton.state_count, "transitions": automaton.transition_count}


def size_in_words(automaton: Automaton) -> str:
    """The numbers of states and transitions, in words."""
    states, transitions = automaton.state_count, automaton.transition_count
    return f"{counted(states, 'state')}, {counted(transitions, 'transition')}"


def line_text(plant: Plant, line: Sequence[Played]) -> str:
    """A line of play to the end, and its outcome."""
    game = plant.graph.game
    outcome = game.outcome(line[-1].position if line else game.initial)
    moves = ", ".join(map(str, line)) or "from the initial position"
    return f"{moves}; and {outcome}"


def played(match: Match) -> list[Played]:
    """The moves of a match with their sides."""
    movers = (match.game.to_move(position) for position in match.positions)
    steps = zip(movers, match.move_texts(), match.positions[1:], strict=False)
    return [Played(*step) for step in steps]
