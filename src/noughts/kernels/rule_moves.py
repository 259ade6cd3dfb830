"""The moves of any game with a kernel, one by one, for `noughts.kernels.search_loops`.

The text of this file becomes part of a generated module (see `noughts.kernels.search_source`), before
`noughts.kernels.search_loops`, whose terms it uses.  A node is the words of a position.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from noughts.kernels.generated_names import *
    from noughts.kernels.search_loops import *

# The reasons why a search cannot go on: two sides have won at once, or a position recurred.
BOTH_WON, CAME_BACK = 1, 2


def prepare(nodes: Any) -> None:
    """Complete the first node, which has the position, by its key."""
    low, high = key_of(load(nodes, 0))
    nodes[0, node_words] = low
    nodes[0, node_words + 1] = high


def complete_rules(depth: int, number: int, kids: Any) -> None:
    """Compute the key of a child."""
    low, high = key_of(load(kids[depth], number))
    kids[depth, number, node_words] = low
    kids[depth, number, node_words + 1] = high


def clamp_rules(nodes: Any, depth: int, beta: int) -> int:
    """`beta` unchanged, since the length of a match is not known."""
    return beta


def expand_rules(
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
    """Find the moves of the node at `depth`, which is not terminal.

    The arrays and the three results are described in `noughts.kernels.search_loops`.
    """
    # no value is better than a win by the next move, or worse than a loss by it
    if beta > MOST - 1:
        heads[depth, BEST] = MOST - 1
        return DECIDED
    if beta <= 1 - MOST:
        heads[depth, BEST] = 1 - MOST
        return DECIDED
    s = load(nodes, depth)
    mover = to_move(s)
    found = legal(s)
    keyed = heads[depth, KEYED] or count_of(found) <= FEW
    heads[depth, KEYED] = keyed
    best = heads[depth, BEST]
    count = 0
    for word in range(words_of_moves):
        moves = word_of(found, word)
        while moves:
            move = lowest(moves) + 64 * word
            moves &= moves - W(1)
            t = after(s, move)
            if over(t) or count_of(legal(t)) == 0:
                winner = won(t)
                if winner == BOTH:
                    control[CAUSE] = BOTH_WON
                    return BROKEN
                value = 0 if winner < 0 else MOST - 1 if winner == mover else 1 - MOST
                if value >= beta:
                    heads[depth, BEST] = value
                    return DECIDED
                best = max(best, value)
                continue
            if not GROWING:
                # values of positions that recur would depend on the path, and the table ignores paths
                for before in range(depth + 1):
                    if load(nodes, before) == t:
                        control[CAUSE] = CAME_BACK
                        return BROKEN
            store(kids[depth], count, t)
            if keyed:
                low, high = key_of(t)
                prefetch(table, bucket_of(low, high, mask))
                kids[depth, count, node_words] = low
                kids[depth, count, node_words + 1] = high
            marks[depth, count, MOVE] = move
            marks[depth, count, SCORE] = WEIGHTS[move] if WEIGHTED else 0
            marks[depth, count, PLIES] = 1
            marks[depth, count, SIGN] = -1 if ALTERNATING or to_move(t) != mover else 1
            marks[depth, count, LEAST] = -MOST
            marks[depth, count, LARGEST] = MOST
            count += 1
    heads[depth, BEST] = best
    heads[depth, KIDS] = count
    return OPEN
