"""The moves of a game of lines (`noughts.grounding.facts`), seen from the side to move.

The text of this file becomes part of a generated module (see `noughts.kernels.search_source`), before
`noughts.kernels.search_loops`, whose terms it uses.

A node is four words: the stones of the side to move, those of the other side, and the *threats* of each side:
the empty cells that would complete one of its lines.  The threats of a side depend on its own stones alone,
so a move changes only the threats of its mover.

If the side to move of a child can win at once, or must answer a threat, the child becomes no node.  It is
decided, or its only reply is played, until there is a choice.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from noughts.kernels.generated_names import *
    from noughts.kernels.search_loops import *


def prepare(nodes: Any) -> None:
    """Complete the first node, which has the stones of both sides, by threats and key."""
    me = nodes[0, 0]
    other = nodes[0, 1]
    nodes[0, 2] = threats(me) & ~(me | other)
    nodes[0, 3] = threats(other) & ~(me | other)
    low, high = key_of(me, other, reachable(me) | reachable(other))
    nodes[0, 4] = low
    nodes[0, 5] = high


def complete_lines(depth: int, number: int, kids: Any) -> None:
    """Compute the key of a child; until then its place holds the cells of live lines."""
    low, high = key_of(kids[depth, number, 0], kids[depth, number, 1], kids[depth, number, 4])
    kids[depth, number, 4] = low
    kids[depth, number, 5] = high


def clamp_lines(nodes: Any, depth: int, beta: int) -> int:
    """A question without a distance (`beta` 1 or 0), if every match ends within the distance of `beta`."""
    left = CELLS - popcount(nodes[depth, 0] | nodes[depth, 1])
    if 1 < beta <= MOST - left:
        return 1
    return 0 if left - MOST < beta < 0 else beta


def expand_lines(
    depth: int,
    beta: int,
    nodes: Any,
    heads: Any,
    kids: Any,
    marks: Any,
    table: Any,
    mask: int,
    control: Any,
) -> int:
    """Find the moves of the node at `depth`, without those that lose at once.

    The arrays and the three results are described in `noughts.kernels.search_loops`.
    """
    me = nodes[depth, 0]
    other = nodes[depth, 1]
    mine = nodes[depth, 2]
    theirs = nodes[depth, 3]
    taken = me | other
    moves = legal(taken)
    if moves == W(0):
        heads[depth, BEST] = 0
        return DECIDED
    if mine & moves:
        heads[depth, BEST] = MOST - 1
        return DECIDED
    if REPLIES:
        must = theirs & moves
        if must:
            if must & (must - W(1)):  # two threats: one reply is not enough
                heads[depth, BEST] = 2 - MOST
                return DECIDED
            moves = must
        moves &= ~enabling(theirs)  # without moves that let the other side fill a threat
        if moves == W(0):
            heads[depth, BEST] = 2 - MOST
            return DECIDED
        # there is no win at once, so the earliest is in three moves; no move allows a win at once, so the
        # earliest loss is in four
        if beta > MOST - 3:
            heads[depth, BEST] = MOST - 3
            return DECIDED
        if beta <= 4 - MOST:
            heads[depth, BEST] = 4 - MOST
            return DECIDED
    elif beta > MOST - 3:
        heads[depth, BEST] = MOST - 3
        return DECIDED
    keyed = heads[depth, KEYED] or popcount(moves) <= FEW
    heads[depth, KEYED] = keyed
    best = heads[depth, BEST]
    unmoved = reachable(other)
    count = 0
    while moves:
        move = lowest(moves)
        stone = moves & (W(0) - moves)
        moves ^= stone
        # x has the stones of the side to move, y of the side that moved; a and b are their threats
        x = other
        y = me | stone
        t = x | y
        a = theirs & ~stone
        b = threats(y) & ~t
        score = WEIGHTS[move] if WEIGHTED else 0
        if BY_THREATS:
            score += 64 * popcount(b)
        plies = 1
        sign = -1
        value = MOST  # of x, where the match is decided
        while True:
            found = legal(t)
            if found == W(0):
                value = 0
                break
            if a & found:
                value = MOST - 1
                break
            if not REPLIES:
                break
            must = b & found
            if must:
                if must & (must - W(1)):
                    value = 2 - MOST
                    break
                found = must
            found &= ~enabling(b)
            if found == W(0):
                value = 2 - MOST
                break
            if found & (found - W(1)) or not CHAINS:
                break
            x |= found
            t |= found
            a, b = b & ~found, threats(x) & ~t
            x, y = y, x
            plies += 1
            sign = -sign
        # Bounds of the value for x.  x can win only by a line without stones of y (`hope`), and y only by a
        # line without stones of x (`fear`).
        least = largest = value
        if value == MOST:
            least = -MOST
            hope = reachable(y)
            fear = unmoved if plies == 1 else reachable(x)
            if hope == W(0):
                largest = 0
            if fear == W(0):
                least = 0
            left = CELLS - popcount(t)
            # Follow-up: if y answers each stone of x in the same column, y gets the cells of `held`.  If
            # every line contains one of them, x cannot win; if a line lies within them, y wins by the end.
            if FOLLOWED and not left & 1:
                held = y | ANSWERS & ~(t | legal(t))
                if full(~held) == W(0):
                    largest = left - MOST if full(held) else 0
        low_value = nearer(least if sign > 0 else -largest, plies)
        high_value = nearer(largest if sign > 0 else -least, plies)
        if low_value >= beta:
            heads[depth, BEST] = low_value
            return DECIDED
        if high_value < beta:
            best = max(best, high_value)
            continue
        if keyed:
            low, high = key_of(x, y, hope | fear)
            prefetch(table, bucket_of(low, high, mask))
        else:
            low, high = hope | fear, W(0)  # live cells, from which `complete_lines` computes the key
        kids[depth, count, 0] = x
        kids[depth, count, 1] = y
        kids[depth, count, 2] = a
        kids[depth, count, 3] = b
        kids[depth, count, 4] = low
        kids[depth, count, 5] = high
        marks[depth, count, MOVE] = move
        marks[depth, count, SCORE] = score
        marks[depth, count, PLIES] = plies
        marks[depth, count, SIGN] = sign
        marks[depth, count, LEAST] = least
        marks[depth, count, LARGEST] = largest
        count += 1
    heads[depth, BEST] = best
    heads[depth, KIDS] = count
    return OPEN
