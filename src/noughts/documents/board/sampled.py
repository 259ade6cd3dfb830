"""Some positions and moves of a game: what its board is derived from."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Final, TypeGuard

from msgspec import Struct

from noughts.documents.board.adjacency import sets_of
from noughts.documents.board.layers import CommonPart, common_states
from noughts.documents.documented import as_value
from noughts.games.game import RulesError
from noughts.values.sets import Set, listable
from noughts.values.value import Value

if TYPE_CHECKING:
    from noughts.documents.by_rules import GameByRules

# Random matches and their moves: what a state is made of shows within the first moves, and the end of a match
# seldom has more.
_MATCHES: Final = 6
_LONGEST: Final = 24
# Moves of a position whose successors are asked for: that several lead elsewhere tells cells from other
# numbers, and each costs an evaluation.
_EXPLORED: Final = 4
# Elements of the set of all moves that are looked at; of a larger one, the moves that were legal, and as many
# at random, since some are legal only late in a match, such as those of men who are all on the board.
_MOST_MOVES: Final = 2_000
# Moves that are tried in all, in about a second: a game of very many moves is sampled in fewer positions.
_MOST_TRIED: Final = 1_000_000


class SampledMove(Struct, frozen=True):
    """A move of some match, with the states before and after it, and the side that made it."""

    before: Value
    move: Value
    after: Value
    side: Value | None


class Sampled(Struct, frozen=True, dict=True):
    """Positions of some matches, the same each time, the legal moves in each, and some of the steps; and the
    positions to which these lead, without their moves where no match went on from there."""

    states: tuple[Value, ...]
    legal: tuple[tuple[Value, ...], ...]
    steps: tuple[SampledMove, ...]
    every_move: tuple[Value, ...]
    areas: tuple[frozenset[Value], ...] = ()
    """The constant sets that the document has: the cells of a board may be one."""

    @cached_property
    def structure(self) -> CommonPart:
        """The structure of the states."""
        return common_states(self.states)

    def is_area(self, cells: Collection[Value]) -> bool:
        """Whether a constant set has all of some cells."""
        return any(area.issuperset(cells) for area in self.areas)

    def is_turn(self, parts: Sequence[Value]) -> bool:
        """Whether parts of the states before the steps, one each, are the sides to move, or stand for them as
        their numbers do."""
        movers = [step.side for step in self.steps]
        pairs = set(zip(parts, movers, strict=True))
        return list(parts) == movers or len(set(movers)) == len(set(parts)) == len(pairs) > 1


def sampled(game: GameByRules) -> Sampled:
    """A sample of a game; rules that break in play end a match, as they end a person's."""
    dice = Random(0)
    game.expect_many_questions()
    legal: dict[Value, tuple[Value, ...]] = {}
    steps: dict[SampledMove, None] = {}
    every = every_move(game)
    tried_at_each = len(every) or _MOST_TRIED // 16
    for _ in range(_MATCHES):
        position = game.initial
        with suppress(RulesError):
            for _ in range(_LONGEST):
                if legal and tried_at_each * len(legal) > _MOST_TRIED:
                    break
                state = as_value(position)
                moves = legal[state] = tuple(map(as_value, game.moves(position)))
                if not moves:
                    break
                side = game.value("playerToMove", at=position)
                tried = dice.sample(moves, min(len(moves), _EXPLORED))
                found = [
                    SampledMove(state, move, as_value(game.after(position, move)), side) for move in tried
                ]
                steps.update(dict.fromkeys(found))
                position = found[0].after
    legal.setdefault(as_value(game.initial), ())  # also where the rules break at once
    for step in steps:
        legal.setdefault(step.after, ())
    seen = dict.fromkeys(move for moves in legal.values() for move in moves)
    areas = tuple(frozenset(elements) for _, elements in sets_of(game) if elements)
    if len(every) > _MOST_MOVES:
        every = (*seen, *(move for move in dice.sample(every, _MOST_MOVES) if move not in seen))
    return Sampled(tuple(legal), tuple(legal.values()), tuple(steps), every or tuple(seen), areas)


def are_pairs(values: tuple[Value, ...]) -> bool:
    """Whether all are pairs of numbers."""
    return are_numbers(values, 2)


def are_numbers(values: Collection[Value], length: int) -> TypeGuard[Collection[tuple[int, ...]]]:
    """Whether all are tuples of so many numbers."""
    return all(
        isinstance(each, tuple) and len(each) == length and all(map(is_number, each)) for each in values
    )


def is_number(value: Value) -> bool:
    """Whether it is a whole number."""
    return isinstance(value, int)


def every_move(game: GameByRules) -> tuple[Value, ...]:
    """The elements of ``moves`` where that is the same set in all positions and not too large."""
    definition = game.program.definitions[game.program.every_move]
    if definition.reads_frame:
        return ()
    with suppress(RulesError):
        every = game.value(definition.name, at=game.initial)
        if isinstance(every, Set) and every.size <= _MOST_TRIED:
            return tuple(game.ask(lambda: listable(every)))
    return ()
