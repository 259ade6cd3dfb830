"""Players that look ahead, for games too large to be solved.

`SearchPlayer` (alpha-beta) finds wins and losses as far as its time allows, and decides between moves of
equal value by random matches.  `TreePlayer` (Monte-Carlo tree search) takes the move with the most visits.
"""

from __future__ import annotations

import re
from concurrent.futures import Future
from dataclasses import dataclass
from functools import cached_property
from random import Random
from threading import Thread
from typing import TYPE_CHECKING, ClassVar, Final

from noughts.games.game import Game, Move
from noughts.games.match import Match
from noughts.kernels.search_game import search_game_of
from noughts.refusal import Refusal
from noughts.solvers.search import Search, SearchResult
from noughts.solvers.searchable import is_searchable
from noughts.solvers.tree import Tree

if TYPE_CHECKING:
    from noughts.solvers.deep_search import DeepSearch

SECONDS: Final = 1.0
"""The default time of a move by `SearchPlayer`: a person waits for it in every turn."""
ROUNDS: Final = 1_000
"""The default number of random matches for a move by `TreePlayer`."""
_SHORTLY: Final = 2.0
"""Seconds that a move waits for machine code: it is read from the cache in one, and compiled in ten."""
_SHARE: Final = 0.3
"""The share of the time for random matches, which decide between moves of equal value; the rest is search."""
_LENGTH: Final = re.compile(r"(\d+(?:\.\d+)?)(ms|s)?")


class UnreadableLength(Refusal):
    """The text after the colon is neither a time nor a depth."""


@dataclass(frozen=True, slots=True)
class Length:
    """The length of a search: seconds, or a number of moves or matches."""

    seconds: float | None = None
    number: int | None = None


def read_length(text: str, kind: str, counted: str) -> Length:
    """The length that ``2s``, ``500ms`` or a number stands for.

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
    """Alpha-beta with a transposition table, which it keeps from move to move."""

    name: ClassVar[str] = "search"

    def __init__(self, game: Game, length: Length, *, seed: int | str | None = None) -> None:
        if len(game.sides) > 2:
            fact = f"alpha-beta is for one or two sides, and {game.name} has {len(game.sides)}"
            raise Refusal(fact, "`mcts` plays games of any number of sides")
        self.length = length
        self._game = game
        self._dice = Random(seed)

    @cached_property
    def _plain(self) -> Search:
        return Search(search_game_of(self._game))

    @cached_property
    def _deep(self) -> Future[DeepSearch] | None:
        """The search by machine code, where the game is large and it gets far; its compilation takes seconds.

        It is compiled beside the first moves, and cached for the next time.
        """
        if not is_searchable(self._game):
            return None
        found: Future[DeepSearch] = Future()
        Thread(target=_make, args=(self._game, found), name="compiling", daemon=True).start()
        return found

    @property
    def _search(self) -> Search | DeepSearch:
        """By machine code once that is compiled; a search to a given depth waits for it."""
        deep = self._deep
        if deep is None:
            return self._plain
        try:
            return deep.result(timeout=None if self.length.seconds is None else _SHORTLY)
        except TimeoutError:
            return self._plain

    def choose(self, match: Match) -> Move:
        """A best move; of several with equal values, the one that does best in random matches."""
        return self.look(match)[1]

    def look(self, match: Match) -> tuple[SearchResult, Move]:
        """What the search finds of the moves, and the move that is chosen."""
        seconds = self.length.seconds
        found = self._search.search(
            match.position,
            seconds=None if seconds is None else seconds * (1 - _SHARE),
            depth=self.length.number,
        )
        if len(found.best) == 1 or found.is_final:
            return found, self._dice.choice(found.best)
        return found, self._preferred(match, found, None if seconds is None else seconds * _SHARE)

    def _preferred(self, match: Match, found: SearchResult, seconds: float | None) -> Move:
        tree = Tree(self._plain.game, self._dice)
        tried = tree.search(match.position, seconds=seconds, rounds=None if seconds else ROUNDS)
        return max(found.best, key=lambda move: tried.get(move, (0, 0.0)))


def _make(game: Game, found: Future[DeepSearch]) -> None:
    """Make a search by machine code, for those who wait for it."""
    from noughts.solvers.deep_search import DeepSearch

    try:
        found.set_result(DeepSearch(game))
    except BaseException as error:  # raised again where it is waited for
        found.set_exception(error)


class TreePlayer:
    """Monte-Carlo tree search from the present position."""

    name: ClassVar[str] = "mcts"

    def __init__(self, game: Game, length: Length, *, seed: int | str | None = None) -> None:
        self.length = length
        self._dice = Random(seed)
        self._tree = Tree(search_game_of(game), self._dice)

    def choose(self, match: Match) -> Move:
        """The move with the most visits."""
        length = self.length
        tried = self._tree.search(match.position, seconds=length.seconds, rounds=length.number)
        most = max(tried.values())
        return self._dice.choice([move for move, visits in tried.items() if visits == most])
