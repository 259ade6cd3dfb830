"""A cache of a game as a graph of positions, in which nothing is evaluated twice.

If the game has a kernel, the answers come from it; the graph is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from random import Random
from typing import Final, TypeAlias

from msgspec import Struct, field

from noughts.games.game import Game, Move, Outcome, Position
from noughts.games.match import Match
from noughts.kernels.search_game import SearchMove, SearchNode, search_game_of
from noughts.players.levels import RandomPlayer
from noughts.players.player import GivesUp, Player, Positional

# The most positions in the cache; if it has more at the start of a match, it is cleared.
_MOST_PLACES: Final = 200_000


class ExaminedMove(Struct, eq=False):
    """A move from a place, with its text and the place after it, both computed at their first use."""

    source: Place
    move: Move
    choice: SearchMove
    text: str = ""
    place: Place | None = None


class Place(Struct, eq=False):
    """A position: its outcome or the side to move, and the moves examined so far.

    `choices` has the moves that each player, given by its key, may choose; or an outcome, if the match ends
    because the player gives up.
    """

    node: SearchNode
    outcome: Outcome | None
    mover: int
    ways: dict[Move, ExaminedMove] = field(default_factory=dict)
    legal: Sequence[ExaminedMove] = ()
    choices: dict[Hashable, Sequence[ExaminedMove] | Outcome] = field(default_factory=dict)


class Graph:
    """The places of a game, each created at the first visit."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rules = search_game_of(game)
        self.quick = self.rules.quick
        self.places: dict[SearchNode, Place] = {}

    def start(self) -> Place:
        """The first place of every match; the cache is cleared here if it has become too large."""
        if len(self.places) > _MOST_PLACES:
            self.places.clear()
        return self.place(self.rules.initial)

    def place(self, node: SearchNode) -> Place:
        """The place of a position."""
        place = self.places.get(node)
        if place is None:
            outcome = self.rules.outcome(node)
            mover = -1 if outcome is not None else self.rules.mover(node)
            place = self.places[node] = Place(node, outcome, mover)
        return place

    def position(self, place: Place) -> Position:
        """The position of the game at a place."""
        return self.rules.position(place.node)

    def way(self, place: Place, move: Move) -> ExaminedMove:
        """A legal move from a place."""
        way = place.ways.get(move)
        if way is None:
            way = place.ways[move] = ExaminedMove(place, move, self.rules.choice(move))
        return way

    def ways(self, place: Place) -> Sequence[ExaminedMove]:
        """All legal moves from a place, in the order of the game."""
        if not place.legal:
            choices = self.rules.choices(place.node)
            place.legal = [self.way(place, self.rules.move(choice)) for choice in choices]
        return place.legal

    def follow(self, place: Place, way: ExaminedMove) -> Place:
        """The place after a move."""
        if way.place is None:
            way.place = self.place(self.rules.after(place.node, way.choice))
        return way.place

    def match(self, line: Sequence[ExaminedMove]) -> Match:
        """The match of these moves, all of which were followed before; its game is `quick`."""
        positions = [self.position(way.place) for way in line if way.place is not None]
        return Match(self.quick, tuple(way.move for way in line), (self.game.initial, *positions))

    def texts(self, line: Sequence[ExaminedMove]) -> tuple[str, ...]:
        """The texts of the moves of a match."""
        for way in line:
            if not way.text:
                way.text = self.rules.move_text(way.source.node, way.choice)
        return tuple([way.text for way in line])


# Many matches between the same players, without repeated work.
#
# The choices of a player that depends on the position alone are computed once and cached in a graph, which
# later matches follow.


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
