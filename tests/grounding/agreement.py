"""What it means that formulas say what the rules say: question by question, position by position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from noughts.documents.by_rules import GameByRules
from noughts.grounding.formula import All, Any, Bit, Constant, Count, Formula, Negation
from noughts.grounding.grounded import Grounded
from noughts.grounding.walk import walk
from noughts.kernels.state_graph import StateGraph

SELDOM = 61
"""What asks one position at a time is slow, and asked only of some."""


def assert_agreement(exploration: StateGraph, grounded: Grounded) -> None:
    """Every position of an exploration through `compile` has the same answers from the formulas."""
    game = exploration.game
    assert isinstance(game, GameByRules)
    codes = [grounded.encoded(position) for position in exploration.positions]
    true_in = where_true(formulas_of(grounded), codes)
    sides = range(len(game.sides))
    for number, position in enumerate(exploration.positions):

        def holds(formula: Formula, number: int = number) -> bool:
            return bool(true_in[formula] >> number & 1)

        assert grounded.decoded(codes[number]) == position
        assert not holds(grounded.undefined)
        outcome = game.outcome(position)
        legal = [move for move in grounded.moves if holds(move.legal)]
        assert [move.move for move in legal] == list(game.moves(position))
        assert holds(grounded.over) == game.is_over(position)
        if outcome is None:
            mover = game.sides.index(game.to_move(position))
            assert [holds(turn) for turn in grounded.to_move] == [k == mover for k in sides]
        else:
            winner = None if outcome.winner is None else game.sides.index(outcome.winner)
            assert [holds(won) for won in grounded.wins] == [k == winner for k in sides]
        for move in legal:
            reached = codes[number]
            for index, new in move.changes.items():
                reached = reached & ~(1 << index) | holds(new) << index
            assert grounded.decoded(reached) == game.after(position, move.move)
            if not number % SELDOM:
                assert grounded.after(codes[number], move) == reached
        if not number % SELDOM:
            assert grounded.legal_moves(codes[number]) == legal


def formulas_of(grounded: Grounded) -> Iterable[Formula]:
    """All that the rules say."""
    yield from (grounded.over, grounded.undefined, *grounded.to_move, *grounded.wins)
    for move in grounded.moves:
        yield from (move.legal, *move.changes.values())


def where_true(formulas: Iterable[Formula], codes: Sequence[int]) -> dict[Formula, int]:
    """For each formula a number whose bit k says whether it holds in position k, for all at once."""
    everywhere = (1 << len(codes)) - 1
    found: dict[Formula, int] = {}
    for node in walk(formulas):
        match node:
            case Constant(holds=constant):
                found[node] = everywhere * constant
            case Bit(index=index):
                found[node] = sum((code >> index & 1) << k for k, code in enumerate(codes))
            case Negation(part=part):
                found[node] = everywhere ^ found[part]
            case All(parts=parts):
                found[node] = everywhere
                for part in parts:
                    found[node] &= found[part]
            case Any(parts=parts):
                found[node] = 0
                for part in parts:
                    found[node] |= found[part]
            case Count(sums=sums):
                found[node] = 0
                for total, there in sums_of(node, found, everywhere).items():
                    found[node] |= there * (total in sums)
            case _:
                assert_never(node)
    return found


def sums_of(count: Count, found: dict[Formula, int], everywhere: int) -> dict[int, int]:
    """Where each sum is what the weights of the parts that hold come to."""
    sums = {0: everywhere}
    for part, weight in zip(count.parts, count.weights, strict=True):
        more: dict[int, int] = {}
        for total, there in sums.items():
            for reached, where in ((total, there & ~found[part]), (total + weight, there & found[part])):
                if where:
                    more[reached] = more.get(reached, 0) | where
        sums = more
    return sums
