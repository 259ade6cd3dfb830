"""Audits: whether a player can lose, by following every choice that it may make, and every reply.

The search is breadth-first, so the first lost match is a shortest one.  If there is none, the visited
positions are the proof: none of them is a win of another side, and they are closed under the choices of the
player and the moves of others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from msgspec import Struct

from noughts.games.game import Expansion, Game, Outcome, Position, Side, TooManyPositions
from noughts.games.match import Match
from noughts.games.result import Json, ResultRow, TextLine, counted, headline
from noughts.kernels.answers import PlayedAnswer
from noughts.kernels.explore import PACE, POSITION_LIMIT, ExplorationProgress
from noughts.players.graph import ExaminedMove, Graph, Place
from noughts.players.player import GivesUp, Person, Positional, Who
from noughts.refusal import Refusal
from noughts.stop import processor_time
from noughts.verify.spot import Answer, line_fault, spot_check


class NothingToAudit(Refusal):
    """A player does not state which moves it may choose."""


class Audit(Struct, frozen=True):
    """The result of an audit: a shortest match that the player loses, or ``None``.

    `positions` is the number of visited positions; `ends` counts the terminal ones by winner, ``None`` for a
    draw.
    """

    player: str
    side: Side
    positions: int
    ends: Counter[Side | None]
    lost: Match | None = None
    outcome: Outcome | None = None

    @property
    def safe(self) -> bool:
        """Whether it never loses."""
        return self.lost is None

    def as_json(self) -> Json:
        """The side and the verdict; `moves` are those of a shortest lost match."""
        return {
            "side": self.side,
            "safe": self.safe,
            "positions": self.positions,
            "ends": {winner or "draw": count for winner, count in sorted(self.ends.items(), key=str)},
            "moves": None if self.lost is None else list(self.lost.move_texts()),
            "outcome": None if self.outcome is None else str(self.outcome),
            "why": None if self.outcome is None else self.outcome.termination,
        }

    def rows(self, game: Game) -> Iterator[ResultRow]:
        """That the player never loses the game, and what was checked; or the match that it loses."""
        who = (f"{self.player} as {self.side}", "bold")
        if self.lost is None or self.outcome is None:
            won, drawn = self.ends[self.side], self.ends[None]
            checked = f"never loses {game.name}. {self.positions:,} positions were checked"
            yield TextLine([who, f": {checked}: {won:,} final positions are wins, {drawn:,} are draws."])
            return
        moves = counted(len(self.lost.moves), "move")
        yield from headline(who[0], f"can lose {game.name}, in {moves} at the earliest:")
        movers = (game.to_move(position) for position in self.lost.positions)
        line = zip(self.lost.move_texts(), movers, strict=False)
        yield TextLine([", ".join(f"{side} {text}" for text, side in line)], wraps=True)
        yield self.lost
        yield from (TextLine([f"{self.outcome} ({self.outcome.termination})"], wraps=True), "")


class Audits(Struct, frozen=True):
    """The audits of a player on several sides of a game."""

    game: Game
    player: str
    audits: Sequence[Audit]

    def as_json(self) -> Json:
        """The audits, side by side."""
        audits = [each.as_json() for each in self.audits]
        return {"game": self.game.name, "player": self.player, "audits": audits}

    def rows(self) -> Iterator[ResultRow]:
        """The audits, one after the other."""
        for each in self.audits:
            yield from each.rows(self.game)


def audit(
    player: Who,
    game: Game,
    side: Side,
    *,
    limit: int = POSITION_LIMIT,
    progress: ExplorationProgress | None = None,
) -> Audit:
    """Follow all choices of `player` as `side`; `TooManyPositions` beyond `limit`."""
    if isinstance(player, Person) or not isinstance(player, Positional):
        raise NothingToAudit(
            f"nothing can be proved about `{player.name}`: it does not state which moves it may choose",
            "audit a player whose choice depends on the position alone",
        )
    began = processor_time()
    walk = _Walk(player, game, side)
    found = walk.finish(limit, progress)
    line = () if found.lost is None else found.lost.positions
    spot_check(game, AuditAnswer(walk, found, PlayedAnswer(game)), began, line=line)
    return found


class _Lost(Exception):
    """The player loses a match; with the last place and the outcome."""

    def __init__(self, place: Place, outcome: Outcome) -> None:
        self.place = place
        self.outcome = outcome


class _Walk:
    """An audit in progress: the visited positions, each with the last move of a shortest match to it."""

    def __init__(self, player: Positional, game: Game, side: Side) -> None:
        self.player = player
        self.graph = Graph(game)
        self.side = side
        self.number = game.sides.index(side)
        self.ends: Counter[Side | None] = Counter()
        start = self.graph.start()
        self.visited: list[Place] = [start]
        self.last: dict[Place, ExaminedMove | None] = {start: None}

    def finish(self, limit: int, progress: ExplorationProgress | None) -> Audit:
        """Search until a match is lost, or no position is left."""
        try:
            for number, place in enumerate(self.visited):
                self.visit(place)
                if len(self.visited) > limit:
                    raise TooManyPositions(f"{self.graph.game.name} against `{self.player.name}`", limit)
                if progress is not None and number % PACE == 0:
                    progress(len(self.visited), len(self.visited) - number - 1)
        except _Lost as lost:
            return self.result(Match(self.graph.game, self.match(lost.place).moves), lost.outcome)
        return self.result()

    def visit(self, place: Place) -> None:
        """Examine the outcome of a position, or follow every move that may be made in it."""
        outcome = place.outcome
        if outcome is None:
            for way in self.ways(place):
                self.follow(place, way)
            return
        self.ends[outcome.winner] += 1
        if outcome.winner not in (None, self.side):
            raise _Lost(place, outcome)

    def ways(self, place: Place) -> Sequence[ExaminedMove]:
        """The choices of the player, or all legal moves of another side."""
        if place.mover != self.number:
            return self.graph.ways(place)
        match = self.match(place)
        try:
            choices = self.player.choices(match)
        except GivesUp as error:
            raise _Lost(place, Outcome(self.opponent, error.fact)) from error
        for move in choices:
            if move not in match.legal_moves:
                why = f"{self.player.name} chooses {move}, which is not legal"
                raise _Lost(place, Outcome(self.opponent, why))
        return [self.graph.way(place, move) for move in choices]

    def follow(self, place: Place, way: ExaminedMove) -> None:
        """Follow a move from a position; each position is visited once."""
        after = self.graph.follow(place, way)
        if after not in self.last:
            self.last[after] = way
            self.visited.append(after)

    def match(self, place: Place) -> Match:
        """A shortest match to a place."""
        line: list[ExaminedMove] = []
        while (way := self.last[place]) is not None:
            line.append(way)
            place = way.source
        return self.graph.match(line[::-1])

    def fault(self, position: Position, found: Expansion, lost: Match | None) -> str | None:
        """The fault of the audit at a position: it is terminal and the side has lost, though none is
        reported."""
        winner = None if found.outcome is None else found.outcome.winner
        if lost is None and winner not in (None, self.side):
            return f"`{winner}` has won, and by the answer {self.side} never loses"
        return line_fault(lost, position, found)

    @property
    def opponent(self) -> Side | None:
        """The side that wins if the player gives up; ``None`` unless there are two sides."""
        others = [side for side in self.graph.game.sides if side != self.side]
        return others[0] if len(others) == 1 else None

    def result(self, lost: Match | None = None, outcome: Outcome | None = None) -> Audit:
        """The result so far."""
        return Audit(self.player.name, self.side, len(self.visited), self.ends, lost, outcome)


class AuditAnswer(Struct, frozen=True):
    """The answer of an audit for the spot check: its side has lost in no position but that of the lost
    match."""

    walk: _Walk
    audit: Audit
    found: Answer

    def drawn(self, dice: Random) -> Position | None:
        return self.walk.graph.position(dice.choice(self.walk.visited))

    def fault(self, position: Position, found: Expansion) -> str | None:
        fault = self.found.fault(position, found)
        if fault is None and self.knows(position):
            fault = self.walk.fault(position, found, self.audit.lost)
        return fault

    def knows(self, position: Position) -> bool:
        """Whether the audit visited a position."""
        graph = self.walk.graph
        return graph.places.get(graph.rules.node(position)) in self.walk.last
