"""The strategy player of games too large to list: it cannot lose, because it stays in its winning region."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Final

from noughts.games.game import Game, Move, Position, RulesError, Side
from noughts.games.match import Match
from noughts.grounding.grounded import Grounded, fingerprint, grounded_of
from noughts.kernels.kernel import kernel_of
from noughts.players.strategy import NoStrategy, PermissivePlayer
from noughts.refusal import Refusal
from noughts.solvers.estimate import comes_back
from noughts.solvers.plan import listed_few
from noughts.solvers.symbolic.diagram_engine import DiagramEngine
from noughts.solvers.symbolic.diagrams import WorkBudget
from noughts.solvers.symbolic.layers import Layered
from noughts.solvers.symbolic.saved_strategy import SavedStrategy, load_strategy
from noughts.solvers.symbolic.strategy import WinningRegion, checked_region, line_lost

# The most positions of a game whose strategy is an automaton instead, which is built in seconds.
_MOST_POSITIONS_LISTED: Final = 200_000

# The most nodes of diagrams while a person waits for the first move, about half a gigabyte.
_MOST_NODES: Final = 1_000_000


class RegionPlayer(PermissivePlayer):
    """A player that moves to positions of its winning region.

    Among these moves it prefers one that wins at once, then one after which every side in `others` is out of
    its own region, then one with the largest share of replies that have this effect.
    """

    def __init__(
        self,
        grounded: Grounded,
        saved: SavedStrategy,
        *,
        others: tuple[SavedStrategy, ...] = (),
        seed: int | str | None = None,
    ) -> None:
        super().__init__(saved.side, seed)
        self._grounded = grounded
        self._saved = saved
        self._others = others

    def permitted(self, match: Match) -> tuple[Move, ...]:
        """The moves that stay in the winning region."""
        return tuple(move for move, after in following(match) if self._contains(self._saved, after))

    def worth(self, match: Match, move: Move) -> Fraction:
        """2 for a win, 1 if the others are lost, else the share of losing replies."""
        game, position = match.game, match.game.after(match.position, move)
        outcome = game.outcome(position)
        if outcome is not None:
            return Fraction(2 if outcome.winner == self.side else 0)
        if self._is_lost_by_others(position):
            return Fraction(1)
        if not self._others or game.to_move(position) == self.side:
            return Fraction(0)
        replies = [game.after(position, reply) for reply in game.moves(position)]
        return Fraction(sum(map(self._is_lost_by_others, replies)), len(replies))

    def _is_lost_by_others(self, position: Position) -> bool:
        return bool(self._others) and not any(self._contains(other, position) for other in self._others)

    def _contains(self, saved: SavedStrategy, position: Position) -> bool:
        return saved.keeps(self._grounded.encoded(position))


def following(match: Match) -> Iterator[tuple[Move, Position]]:
    """Every legal move with the position after it."""
    return ((move, match.game.after(match.position, move)) for move in match.legal_moves)


def region_player(
    game: Game,
    side: Side,
    *,
    seed: int | str | None = None,
    few: int = _MOST_POSITIONS_LISTED,
    work: int | None = None,
) -> RegionPlayer | None:
    """The strategy player of a game of more than `few` positions.

    ``None`` if the game has fewer, if its positions recur, or if diagrams with `work` nodes are not enough.
    `NoStrategy` if the side has no strategy.
    """
    try:
        kernel = kernel_of(game)
        if listed_few(game, kernel, few) is not None or comes_back(kernel):
            return None
        layered = _layered(kernel.grounded, work)
        if sum(layered.positions) <= few:
            return None
        strategies = {other: checked_region(layered, number) for number, other in enumerate(game.sides)}
    except RulesError:
        raise
    except Refusal:
        return None
    own = strategies.pop(side)
    if not own.holds:
        raise _lost(own)
    others = tuple(other.sets for other in strategies.values())
    return RegionPlayer(layered.rules, own.sets, others=others, seed=seed)


def saved_region_player(path: Path, game: Game, side: Side, *, seed: int | str | None = None) -> RegionPlayer:
    """The player of the strategy in a file; `Refusal` if it is for another game or another side."""
    saved = load_strategy(path)
    rules = _layered(grounded_of(game)).rules
    if fingerprint(rules) != saved.rules:
        fact = f"the strategy in {path} is for other rules than those of {game.name}"
        raise Refusal(
            fact, f"`noughts synthesise {game.name} --for {side} --symbolic -o {path}` makes a new one"
        )
    if saved.side != side:
        raise Refusal(
            f"the strategy in {path} is for {saved.side}, not for {side}", f"let it play {saved.side}"
        )
    if not saved.cells.place.keys() >= set(range(len(rules.bits))):
        raise Refusal(f"the strategy in {path} does not define every part of a position", "make a new one")
    return RegionPlayer(rules, saved, seed=seed)


def _layered(grounded: Grounded, work: int | None = None) -> Layered:
    budget = WorkBudget() if work is None else WorkBudget(work)
    return Layered(grounded, partial(DiagramEngine, limit=_MOST_NODES, work=budget))


def _lost(strategy: WinningRegion) -> NoStrategy:
    line = line_lost(strategy)
    moves = "; ".join(line.move_texts())
    fact = f"{strategy.side_name} has no safe strategy in {line.game.name}"
    return NoStrategy(fact, f"it loses, for example, after {moves}")
