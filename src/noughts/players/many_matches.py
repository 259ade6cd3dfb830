"""Many matches between the same players, without repeated work.

The choices of a player that depends on the position alone are computed once and cached in a graph, which
later matches follow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final, TypeAlias

from noughts.games.game import Move, Outcome
from noughts.games.match import Match
from noughts.players.graph import ExaminedMove, Graph, Place
from noughts.players.player import GivesUp, Player, Positional
from noughts.players.random import RandomPlayer

MOST_PLIES: Final = 1000
"""The most moves of a match, after which it counts as a draw: some games allow endless play."""
_STOPPED: Final = Outcome(None, f"stopped after {MOST_PLIES} moves")

Played: TypeAlias = tuple[Outcome, Sequence[ExaminedMove]]
"""The outcome of a match, and its moves."""


class ManyMatches:
    """Matches between players, one for each side; each player has a number of its own in the graph."""

    def __init__(self, graph: Graph, players: Sequence[Player], numbers: Sequence[int]) -> None:
        self.graph = graph
        self.players = players
        self.numbers = numbers

    def play(self, matches: int, dice: Random) -> Iterator[Played]:
        """Play `matches` matches; players that depend on the position alone choose with `dice`."""
        return (self.play_one(dice) for _ in range(matches))

    def play_one(self, dice: Random) -> Played:
        """One match."""
        throw, numbers, line = dice.random, self.numbers, list[ExaminedMove]()
        place = self.graph.start()
        while (outcome := place.outcome) is None:
            choices = place.choices.get(numbers[place.mover])
            if choices is None:
                choices = self.find_choices(place, line)
            if isinstance(choices, Outcome):
                outcome = choices
                break
            if len(line) >= MOST_PLIES:
                outcome = _STOPPED
                break
            way = choices[0] if len(choices) == 1 else choices[int(throw() * len(choices))]
            line.append(way)
            place = way.place or self.graph.follow(place, way)
        return outcome, line

    def find_choices(self, place: Place, line: Sequence[ExaminedMove]) -> Sequence[ExaminedMove] | Outcome:
        """The choices of the player to move, cached if they depend only on the position."""
        player = self.players[place.mover]
        if type(player) is RandomPlayer:  # one legal move: no need to ask the player
            found = place.choices[self.numbers[place.mover]] = self.graph.ways(place)
            return found
        match = self.graph.match(line)
        if not isinstance(player, Positional):
            return self.ways(match, place, lambda: [player.choose(match)])
        asked = self.ways(match, place, lambda: player.choices(match))
        place.choices[self.numbers[place.mover]] = asked
        return asked

    def ways(
        self, match: Match, place: Place, ask: Callable[[], Sequence[Move]]
    ) -> Sequence[ExaminedMove] | Outcome:
        """The moves that a player may choose, or the outcome if it gives up."""
        try:
            moves = ask()
        except GivesUp as error:
            return self.lost(place, error.fact)
        for move in moves:
            if move not in match.legal_moves:
                return self.lost(
                    place, f"{self.players[place.mover].name} chooses {move}, which is not legal"
                )
        return [self.graph.way(place, move) for move in moves]

    def lost(self, place: Place, why: str) -> Outcome:
        """The outcome when the side to move gives up: the other side wins if there is exactly one."""
        others = [side for index, side in enumerate(self.graph.game.sides) if index != place.mover]
        return Outcome(others[0] if len(others) == 1 else None, why)
