"""What a value must be, given the values of the positions that follow: one step of backward induction.

Where every position of a table passes this, and every win has its distance, all values are right: a win leads
to one that is nearer to the end, and no position that somebody can win is called a draw.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from noughts.games.expansion import Expansion
from noughts.games.game import Position, Side
from noughts.games.value import Value


def value_fault(found: Expansion, said: Value, value_of: Callable[[Position], Value]) -> str | None:
    """How the value of a position differs from what the rules say of it and the values after it require.

    A `KeyError` of `value_of` says that a position has no value.
    """
    try:
        wanted = required_value(found, [value_of(position) for position in found.after])
    except KeyError:
        return "a legal move leads to a position without a value"
    if said == wanted or (said.winner == wanted.winner and None in (said.distance, wanted.distance)):
        return None
    return f"the answer says `{said}`, and `{wanted}` follows from the values after its moves"


def required_value(found: Expansion, after: Sequence[Value], *, later: int = 1) -> Value:
    """The value of a position whose successors have these values, which are so many moves later."""
    if found.outcome is not None:
        winner = found.outcome.winner
        return Value(winner, None if winner is None else 0)
    winners = {value.winner for value in after}
    if found.to_move in winners:
        return Value(found.to_move, distance(after, found.to_move, later, min))
    if None in winners:
        return Value(None, None)
    [winner] = winners
    return Value(winner, distance(after, winner, later, max))


def distance(
    after: Sequence[Value], winner: Side | None, later: int, best: Callable[[Sequence[int]], int]
) -> int | None:
    """The distance of a position that a side wins; ``None`` if that of a successor is not known."""
    distances = [value.distance for value in after if value.winner == winner]
    known = [distance for distance in distances if distance is not None]
    return later + best(known) if len(known) == len(distances) else None


def safety_fault(
    side: Side, position: Position, found: Expansion, is_safe: Callable[[Position], bool]
) -> str | None:
    """How the safety of a position differs from what the rules say of it and the safety after its moves.

    A position is safe for a side if no other has won there, and the side has a move to a safe one, or all
    moves of another side lead to such.
    """
    if found.outcome is not None:
        wanted = found.outcome.winner in (None, side)
    else:
        wanted = (any if found.to_move == side else all)(map(is_safe, found.after))
    if is_safe(position) == wanted:
        return None
    said, right = safety_text(not wanted), safety_text(wanted)
    return f"the answer calls it {said} for {side}, and by the rules it is {right}"


def safety_text(is_safe: bool) -> str:
    """Whether a position is safe, in words."""
    return "safe" if is_safe else "lost"
