"""Players that search, for games too large to be solved.

`SearchPlayer` (alpha-beta) finds the wins and losses that it can in its time, and decides between moves of
equal value by random matches.  `TreePlayer` (Monte-Carlo tree search) takes the move with the most visits.
"""

from __future__ import annotations

import re
from concurrent.futures import Future
from functools import cached_property
from random import Random
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, Final

from msgspec import Struct

from noughts.background import in_background_for, result_of
from noughts.games.game import Game, Move, Position, twin_of
from noughts.games.match import Match
from noughts.games.result import Value
from noughts.kernels.search_game import SearchGame, by_rules, search_game_of
from noughts.refusal import Refusal
from noughts.solvers.estimate import is_searchable
from noughts.solvers.search import WIN, Search, SearchResult
from noughts.solvers.tree import Tree

if TYPE_CHECKING:
    from noughts.solvers.deep_search import DeepSearch

SECONDS: Final = 1.0
"""The default time for a move by `SearchPlayer`: a person waits that long at every move."""
ROUNDS: Final = 1_000
"""The default number of random matches for a move by `TreePlayer`."""
# The share of the time for a move in which a search waits for formulas of the game; then its rules are asked,
# which is slower.
_SHARE_OF_WAITING: Final = 0.3
# The share of the time for random matches, which decide between moves of equal value; the search has the
# rest.
_SHARE_OF_MATCHES: Final = 0.3
# A time for a move, such as 500ms or 2s; or a number without a unit.
_LENGTH: Final = re.compile(r"(\d+(?:\.\d+)?)(ms|s)?")


class UnreadableLength(Refusal):
    """The text after the colon is neither a time nor a depth."""


class Length(Struct, frozen=True):
    """The length of a search: seconds, or a number of moves or matches."""

    seconds: float | None = None
    number: int | None = None


def read_length(text: str, kind: str, counted: str) -> Length:
    """The length given by ``2s``, ``500ms`` or a number.

    >>> read_length("500ms", "search", "moves"), read_length("6", "search", "moves")
    (Length(seconds=0.5, number=None), Length(seconds=None, number=6))
    """
    found = _LENGTH.fullmatch(text.strip())
    if found is None or (not found[2] and not text.strip().isdigit()) or float(found[1]) == 0:
        fact = f"`{kind}:{text}` does not say how long to search"
        raise UnreadableLength(fact, f"such as `{kind}:2s`, `{kind}:500ms`, or `{kind}:8` for 8 {counted}")
    if found[2]:
        return Length(seconds=float(found[1]) / (1000 if found[2] == "ms" else 1))
    return Length(number=int(found[1]))


class SearchPlayer:
    """A player by alpha-beta search, with a transposition table that it keeps from move to move."""

    name: ClassVar[str] = "search"

    def __init__(self, game: Game, length: Length, *, seed: int | str | None = None) -> None:
        if len(game.sides) > 2:
            fact = f"alpha-beta is for one or two sides, and {game.name} has {len(game.sides)}"
            raise Refusal(fact, "`mcts` plays games of any number of sides")
        self.length = length
        self._game = game
        self._dice = Random(seed)

    # Formulas of a large board, and machine code, take seconds to make.  Threads make them, while the first
    # moves are searched by the rules, and stop when nobody uses the player any more.

    @cached_property
    def _by_rules(self) -> Search:
        return Search(by_rules(twin_of(self._game)))

    @cached_property
    def _by_formulas(self) -> Future[Search]:
        game = twin_of(self._game)
        return in_background_for(self, lambda: Search(search_game_of(game)))

    @cached_property
    def _by_machine(self) -> Future[DeepSearch | None]:
        """``None`` for games that have no machine code."""
        game = twin_of(self._game)
        return in_background_for(self, lambda: _deep_search(game))

    def _ready(self, patience: float | None) -> tuple[Search | DeepSearch, SearchGame]:
        """The quickest search and the quickest rules that are ready within `patience` seconds; without a
        limit, the quickest of all."""
        formulas, machine = self._by_formulas, self._by_machine
        try:
            search = result_of(formulas, patience)
        except TimeoutError:
            search = self._by_rules
        deep = result_of(machine) if patience is None or machine.done() else None
        return deep or search, search.game

    def choose(self, match: Match) -> Move:
        """A best move; among those of equal value, the one with the best results in random matches."""
        return self.look(match)[1]

    def look(self, match: Match) -> tuple[SearchResult, Move]:
        """The result of the search, and the move that is chosen."""
        seconds = self.length.seconds
        begun = monotonic()

        def left(share: float) -> float | None:
            return None if seconds is None else max(0.0, seconds * share - (monotonic() - begun))

        search, rules = self._ready(left(_SHARE_OF_WAITING))
        found = search.search(match.position, seconds=left(1 - _SHARE_OF_MATCHES), depth=self.length.number)
        if len(found.best) == 1 or found.is_final:
            return found, self._dice.choice(found.best)
        tree = Tree(rules, self._dice)
        tried = tree.search(match.position, seconds=left(1.0), rounds=None if seconds else ROUNDS)
        return found, max(found.best, key=lambda move: (tried.get(move, (0, 0.0)), self._dice.random()))


def _deep_search(game: Game) -> DeepSearch | None:
    """A search by machine code; ``None`` for games that have none."""
    from noughts.solvers.deep_search import DeepSearch

    return DeepSearch(game) if is_searchable(game) else None


class TreePlayer:
    """A player by Monte-Carlo tree search from the present position."""

    name: ClassVar[str] = "mcts"

    def __init__(self, game: Game, length: Length, *, seed: int | str | None = None) -> None:
        self.length = length
        self._dice = Random(seed)
        self._tree = Tree(search_game_of(game), self._dice)

    def choose(self, match: Match) -> Move:
        """The move with the most visits; any one if the time is too short for a match."""
        length = self.length
        tried = self._tree.search(match.position, seconds=length.seconds, rounds=length.number)
        most = max(tried.values(), default=None)
        best = [move for move, visits in tried.items() if visits == most]
        return self._dice.choice(best or match.legal_moves)


# Advice for games without a table: the results of a search of one second for each position.
#
#     oracle = SearchOracle(game)
#     oracle.look(position)
#     oracle.best(position), oracle.note(position)
#
# It knows the positions that it has searched, and those of their moves whose values were decided.


# The seed of advice: it is always the same, so that advice is reproducible.
_SEED: Final = 0


class SearchOracle:
    """An oracle that has to search a position first, for `SECONDS`."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._player = SearchPlayer(game, Length(seconds=SECONDS), seed=_SEED)
        self._looking = Lock()  # threads may share this oracle, and its player has one transposition table
        self._values: dict[Position, Value] = {}
        self._best: dict[Position, tuple[Move, ...]] = {}
        self._notes: dict[Position, str] = {}

    def value(self, position: Position) -> Value:
        """The value of a position that a search decided; `KeyError` for others."""
        return self._values[position]

    def best(self, position: Position) -> tuple[Move, ...]:
        """The best moves by the search; `KeyError` if the position was not searched."""
        return self._best[position]

    def note(self, position: Position) -> str | None:
        """The depth and certainty of the advice; ``None`` if the position was not searched."""
        return self._notes.get(position)

    def look(self, match: Match) -> None:
        """Search the position of a match that is not over."""
        position = match.position
        with self._looking:
            if position in self._notes:
                return
            found, move = self._player.look(match)
            self._enter(match, found)
            decided = found.is_final or found.values[move] != 0
            self._best[position] = tuple(found.best) if decided else (move,)
            self._notes[position] = (
                "Proved by search." if decided else f"Searched to depth {found.depth}, not proved."
            )

    def _enter(self, match: Match, found: SearchResult) -> None:
        """Store the decided values: those of moves, and that of the position."""
        for move, number in found.values.items():
            value = decided_value(number, match, is_final=found.is_final and move in found.best)
            if value is not None:
                self._values[self._game.after(match.position, move)] = value


def decided_value(number: int, match: Match, *, is_final: bool) -> Value | None:
    """The value after a move with this number in `SearchResult`; ``None`` if it is not decided."""
    if number == 0:
        return Value(None, None) if is_final else None
    mover = match.to_move
    winner = mover if number > 0 else next(side for side in match.game.sides if side != mover)
    return Value(winner, WIN - abs(number) - 1)
