"""Players by their names: ``person``, ``random``, ``perfect``, …

The table `KINDS` lists them, the weakest first; help, errors, the choice on a page and `named` use it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from msgspec import Struct
from msgspec.structs import replace

from noughts.automata.refusal import Refused
from noughts.games.game import TooManyPositions
from noughts.players.levels import LEVELS, Level, LevelPlayer, PerfectPlayer, RandomPlayer
from noughts.players.player import Person
from noughts.refusal import Refusal, nearest, suggestion

if TYPE_CHECKING:
    from noughts.games.game import Game, Side
    from noughts.games.result import Oracle
    from noughts.players.player import Player, Who

ENDING: Final = ".strategy"
"""The suffixes of strategy files."""

# The suffix of automata, which may be strategies too.
_AUTOMATON: Final = ".data"

# The most positions of a game that the perfect player solves before its first move, in seconds at most.
_MOST_POSITIONS: Final = 200_000

# The same limit if machine code solves the game.
_MOST_POSITIONS_BY_MACHINE: Final = 20_000_000


class UnknownPlayer(Refusal):
    """No player has that name."""

    def __init__(self, word: str) -> None:
        self.word = word
        self.near = nearest(word, KINDS)
        super().__init__(f"there is no player `{word}`", suggestion(word, list(KINDS)))


class PlayerUnavailable(Refusal):
    """The player exists, but cannot play this game."""


class Seat(Struct, frozen=True, dict=True):
    """The data for a player: the game, its side, a seed, and a source of exact values.

    The players of one match share `solver`.  With the same `seed`, their random numbers differ by side.
    """

    game: Game
    side: Side
    seed: int | None = None
    solver: Callable[[], Oracle] | None = None
    more: str = ""
    """The text after the colon of a player's name, as in ``search:2s`` or ``perfect:mnk.solved``."""
    strongest: Callable[[], Player] | None = None
    """Makes the player that a level is derived from, if not the perfect one or else a search."""

    @property
    def dice(self) -> str | None:
        """The seed of this side; ``None`` if play need not be reproducible."""
        return None if self.seed is None else f"{self.seed} for {self.side}"

    @cached_property
    def oracle(self) -> Oracle:
        """The exact values of the game, computed at the first use."""
        return oracle_of(self.game) if self.solver is None else self.solver()


def oracle_of(game: Game) -> Oracle:
    """The exact values of a game; `PlayerUnavailable` if it is too large to be solved before its first
    move."""
    from noughts.solvers.estimate import is_surely_larger
    from noughts.solvers.plan import solve_by_plan

    if is_surely_larger(game, _MOST_POSITIONS_BY_MACHINE):
        raise TooManyPositions(game.name, _MOST_POSITIONS_BY_MACHINE)
    return solve_by_plan(game, limit=_MOST_POSITIONS, by_machine=_MOST_POSITIONS_BY_MACHINE)


class PlayerKind(Struct, frozen=True):
    """A row of the table: a description of the player, and a function that creates one.

    `more` describes the text after a colon, such as a thinking time; ``None`` if there is no such text.
    `thinks` tells whether every move takes such a time, and `times` are the times that a page offers.  A
    `particular` player plays only some games; creating it tells at once whether this is one.  Other players
    refuse a game when they are chosen.
    """

    summary: str
    make: Callable[[Seat], Who]
    more: str | None = None
    thinks: bool = False
    times: tuple[str, ...] = ("",)
    particular: bool = False

    def words(self, name: str) -> list[str]:
        """The words for this player that a page offers."""
        return [f"{name}:{time}" if time else name for time in self.times]


def is_thinker(word: str) -> bool:
    """Whether the player of that name thinks about every move, instead of choosing by the position alone."""
    kind = _kind_of(word)
    return kind is not None and kind.thinks


def summary_of(word: str) -> str:
    """How the player of that name plays, such as how often a level errs; empty for a player from a file."""
    kind = _kind_of(word)
    return "" if kind is None else kind.summary


def _kind_of(word: str) -> PlayerKind | None:
    """The row of the table for a word; ``None`` for a file."""
    return KINDS.get(word.partition(":")[0].strip().casefold())


def named(word: str, seat: Seat) -> Who:
    """The player of this name for a seat, or the player of a strategy in a file.

    `UnknownPlayer` if there is no such name, `PlayerUnavailable` if it cannot play the game.
    """
    if word.strip().endswith(ENDING):
        return _saved(word.strip(), seat)
    if word.strip().endswith(_AUTOMATON):
        return _automaton(word.strip(), seat)
    name, colon, more = (part.strip() for part in word.partition(":"))
    kind = _kind_of(word)
    if kind is None:
        raise UnknownPlayer(name)
    if more and kind.more is None:
        raise PlayerUnavailable(f"`{name}` takes nothing after a colon", f"write `{name}`")
    if colon and not more:
        such = "" if kind.more is None else f", or `{name}:{kind.more}`"
        raise PlayerUnavailable(f"nothing follows the colon of `{word}`", f"write `{name}`{such}")
    return kind.make(replace(seat, more=more) if more else seat)


def _person(seat: Seat) -> Who:
    return Person()


def _random(seat: Seat) -> Who:
    return RandomPlayer(seed=seat.dice)


def _at_level(level: Level, seat: Seat) -> Who:
    from noughts.players.fallback import FallbackPlayer

    def strongest() -> Player:
        makers = (_perfect, _search, _mcts)
        return FallbackPlayer(*(cast("Callable[[], Player]", partial(make, seat)) for make in makers))

    return LevelPlayer(level, (seat.strongest or strongest)(), seed=seat.dice)


def _classic(seat: Seat) -> Who:
    from noughts.players.bots import classic

    return classic(seat.game, seat.side, seed=seat.dice)


def _mended(seat: Seat) -> Who:
    from noughts.players.bots import mended

    return mended(seat.game, seat.side, seed=seat.dice)


def _perfect(seat: Seat) -> Who:
    from noughts.solvers.backward import TooManySides

    try:
        if seat.more:
            from noughts.solvers.tables.solution import saved_values

            return PerfectPlayer(saved_values(seat.game, seat.more), seed=seat.dice)
        return PerfectPlayer(seat.oracle, seed=seat.dice)
    except TooManyPositions as error:
        raise too_large(error) from error
    except TooManySides as error:
        hint = "choose another player, such as `mcts`, which plays games of any number of sides"
        raise PlayerUnavailable(f"there is no perfect player: {error.fact}", hint) from error


def too_large(error: TooManyPositions) -> PlayerUnavailable:
    """The refusal of a perfect player for a game of too many positions."""
    return PlayerUnavailable(
        f"the perfect player must know every position, and {error.game} has more than {error.limit:,}",
        "choose another player, such as `strategy` or `search`, or make the game smaller",
    )


def _strategy(seat: Seat) -> Who:
    from noughts.players.region_player import region_player
    from noughts.players.strategy import NoStrategy, StrategyPlayer

    try:
        if player := region_player(seat.game, seat.side, seed=seat.dice):
            return player
        return StrategyPlayer(seat.game, seat.side, seed=seat.dice)
    except (NoStrategy, Refused, TooManyPositions) as error:
        raise PlayerUnavailable(error.fact, error.hint) from error


def _saved(path: str, seat: Seat) -> Who:
    from noughts.players.region_player import saved_region_player

    try:
        return saved_region_player(Path(path), seat.game, seat.side, seed=seat.dice)
    except Refusal as error:
        raise PlayerUnavailable(error.fact, error.hint) from error


def _automaton(path: str, seat: Seat) -> Who:
    from noughts.automata.data_file import read_data
    from noughts.players.strategy import StrategyPlayer

    try:
        return StrategyPlayer(seat.game, seat.side, seed=seat.dice, automaton=read_data(Path(path)))
    except Refusal as error:
        raise PlayerUnavailable(error.fact, error.hint) from error


def _trained(seat: Seat) -> Who:
    from noughts.players.trained.network import TrainedPlayer, read_model, shipped

    path = Path(seat.more) if seat.more else shipped(seat.game)
    if path is None or not path.exists():
        fact = f"there is no file {path}" if path else f"there is no trained player for {seat.game.name} yet"
        raise PlayerUnavailable(
            fact, f"`noughts train {seat.game.name} -o FILE` makes one for `trained:FILE`"
        )
    return TrainedPlayer(read_model(path), seat.game)


def _search(seat: Seat) -> Who:
    from noughts.players.search import SECONDS, Length, SearchPlayer, read_length

    length = read_length(seat.more, "search", "moves") if seat.more else Length(seconds=SECONDS)
    return SearchPlayer(seat.game, length, seed=seat.dice)


def _mcts(seat: Seat) -> Who:
    from noughts.players.search import ROUNDS, Length, TreePlayer, read_length

    length = read_length(seat.more, "mcts", "random matches") if seat.more else Length(number=ROUNDS)
    return TreePlayer(seat.game, length, seed=seat.dice)


KINDS: Final[dict[str, PlayerKind]] = {
    "person": PlayerKind("a person at the keyboard, in a window or on a page", _person),
    "random": PlayerKind("chooses a legal move at random", _random),
    **{level.word: PlayerKind(level.summary, partial(_at_level, level)) for level in LEVELS},
    "search": PlayerKind(
        "alpha-beta search, for a given time or depth", _search, "2s", thinks=True, times=("0.2s", "2s")
    ),
    "mcts": PlayerKind(
        "Monte-Carlo tree search, for a given time or number of matches",
        _mcts,
        "1000",
        thinks=True,
        times=("1000",),
    ),
    "strategy": PlayerKind("cannot lose: it synthesises a safe strategy first", _strategy),
    "perfect": PlayerKind("plays perfectly: it solves the game first", _perfect, "FILE"),
    "trained": PlayerKind(
        "has learned by self-play; `trained:FILE` takes a model of your own",
        _trained,
        "FILE",
        particular=True,
    ),
    "classic": PlayerKind("a bot for boards of three by three; it can be beaten", _classic, particular=True),
    "mended": PlayerKind("the classic bot without its mistakes", _mended, particular=True),
}
