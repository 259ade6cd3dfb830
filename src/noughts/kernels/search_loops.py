"""Alpha-beta with a table as machine code: what does not depend on the game.

This file becomes part of a generated module, as it stands (see `noughts.kernels.search_source`).  Before it
comes `expand`, which finds the moves of a position, by `noughts.kernels.line_moves` or
`noughts.kernels.rule_moves`.  So it has no ``from __future__``, which only a beginning may have.

Values are those of the side to move: ``MOST - d`` for a win in d moves, ``d - MOST`` for a loss in d moves, 0
for a draw.  The search answers one question after another: whether a value is at least ``beta``.  With a
``beta`` of 1 or 0 the distance does not matter: whether there is a win, or no loss.

The stack is arrays, so that `advance` can return after some nodes and go on exactly there:

    nodes     (depth, node words) uint64    the position that is searched at each depth
    heads     (depth, 8) int64              what is known of it, by the names below
    kids      (depth, moves, node words + 2) uint64   the positions its moves lead to, and their keys
    marks     (depth, moves, 8) int64       the same for their numbers, by the names below
    control   (8,) int64                    where it stands, by the names below
    table     (entries, 2) uint64           buckets of four entries, a cache line each
    busy      (slots + 1,) uint64           what threads are at, by the hash of its key; then whether to stop

Each thread has a stack of its own and answers the whole question; they share the table, and `busy`, by which
each shuns the moves that another is searching.  No thread waits for another.

A table entry is a key and, in what the key leaves of two words, the bounds of the value, the best move and
how many nodes it took, as a power of two.  In a full bucket what took least makes room.  The first word is
*sealed* with a hash of the second: if two threads write an entry at once, so that its words do not belong
together, no position finds it (R. Hyatt and T. Mann, *A lockless transposition table implementation for
parallel search*, 2002).
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from noughts.kernels.machine_words import W, int64
    from noughts.kernels.search_words import (
        ENHANCED,
        KEY_BITS_ABOVE,
        MOST,
        SHARED,
        VALUE_BITS,
        clamped,
        complete,
        expand,
        node_words,
    )

# Columns of `heads`
BETA, KIDS, BEST, _START, FIRST, _KID, _FRESH, KEYED = 0, 1, 2, 3, 4, 5, 6, 7
# Columns of `marks`: `SIGN` is 1 if the same side is to move as before the move, else -1
MOVE, SCORE, PLIES, SIGN, LEAST, LARGEST, _REPLY = 0, 1, 2, 3, 4, 5, 6
# Entries of `control`
LEVEL, PHASE, RESULT, NODES, CAUSE, ENTRIES = 0, 1, 2, 3, 4, 5
# Phases
_ENTER, _NEXT, _LEAVE, DONE, FAILED = 0, 1, 2, 3, 4
# What `expand` finds
OPEN, DECIDED, BROKEN = 0, 1, 2


def nearer(value: int, plies: int) -> int:
    """A value seen from some moves earlier: wins and losses are that much farther away."""
    if value > 0:
        return value - plies
    return value + plies if value < 0 else 0


def further(beta: int, plies: int) -> int:
    """A bound seen from some moves later, the inverse of `nearer`; without a distance it stays so."""
    if beta > 1:
        return beta + plies
    return beta - plies if beta < 0 else beta


def bucket_of(low: Any, high: Any, mask: int) -> int:
    """The first entry of the bucket of a key."""
    h = (low ^ (high * W(0xD6E8FEB86659FD93))) * W(0x9E3779B97F4A7C15)
    h ^= h >> W(32)
    h *= W(0xD6E8FEB86659FD93)
    return int64(h >> W(20)) & mask


def seal(word: Any) -> Any:
    """What the first word of an entry is mixed with: every bit of the second changes many bits of it."""
    h = (word ^ word >> W(32)) * W(0x9E3779B97F4A7C15)
    return h ^ h >> W(29)


def find(table: Any, mask: int, low: Any, high: Any) -> Any:
    """The second word of the entry of a key; 0 if there is none."""
    begin = bucket_of(low, high, mask)
    for number in range(begin, begin + 4):
        word = table[number, 1]
        fits = word & W((1 << KEY_BITS_ABOVE) - 1) == high and word >> W(KEY_BITS_ABOVE) != W(0)
        if fits and table[number, 0] ^ seal(word) == low:
            return word
    return W(0)


def least_of(word: Any) -> int:
    """The lower bound in an entry."""
    return int64(word >> W(KEY_BITS_ABOVE) & W((1 << VALUE_BITS) - 1)) - MOST


def largest_of(word: Any) -> int:
    """The upper bound in an entry."""
    return int64(word >> W(KEY_BITS_ABOVE + VALUE_BITS) & W((1 << VALUE_BITS) - 1)) - MOST


def move_of(word: Any) -> int:
    """The best move in an entry, and one more; 0 if none was found."""
    return int64(word >> W(KEY_BITS_ABOVE + 2 * VALUE_BITS) & W(255))


def work_of(word: Any) -> int:
    """The logarithm of the nodes that an entry took, and one more; 0 for an empty entry."""
    return int64(word >> W(KEY_BITS_ABOVE + 2 * VALUE_BITS + 8))


def keep(
    table: Any, mask: int, low: Any, high: Any, least: int, largest: int, move: int, nodes: int, control: Any
) -> None:
    """Enter the bounds of a position."""
    work = 1
    while nodes > 1 and work < 40:
        nodes >>= 1
        work += 1
    begin = bucket_of(low, high, mask)
    place = begin
    fewest = 1 << 60
    for number in range(begin, begin + 4):
        word = table[number, 1]
        took = work_of(word)
        if took > 0 and table[number, 0] ^ seal(word) == low and word & W((1 << KEY_BITS_ABOVE) - 1) == high:
            least = max(least, least_of(word))
            largest = min(largest, largest_of(word))
            work = max(work, took)
            if move == 0:
                move = move_of(word)
            place = number
            fewest = -1
            break
        if took < fewest:
            fewest = took
            place = number
    if fewest == 0:
        control[ENTRIES] += 1
    word = W(work)
    word = word << W(8) | W(move)
    word = word << W(VALUE_BITS) | W(largest + MOST)
    word = word << W(VALUE_BITS) | W(least + MOST)
    word = word << W(KEY_BITS_ABOVE) | high
    table[place, 0] = low ^ seal(word)
    table[place, 1] = word


def move_entries(old: Any, new: Any) -> None:
    """Enter all that a table holds into a larger one, empty so far.

    The buckets of the larger one divide those of the smaller one, so that none overflows.
    """
    mask = len(new) - 4
    for number in range(len(old)):
        word = old[number, 1]
        if word >> W(KEY_BITS_ABOVE):
            low = old[number, 0] ^ seal(word)
            place = bucket_of(low, word & W((1 << KEY_BITS_ABOVE) - 1), mask)
            while new[place, 1]:
                place += 1
            new[place, 0] = old[number, 0]
            new[place, 1] = word


def narrow(depth: int, beta: int, heads: Any, marks: Any, kids: Any, table: Any, mask: int) -> bool:
    """Look up all positions that the moves lead to; whether one of them decides the question.

    Moves that are known not to reach `beta` are dropped.  The best value that those may have is an upper
    bound for all.
    """
    left = 0
    for number in range(heads[depth, KIDS]):
        word = find(table, mask, kids[depth, number, node_words], kids[depth, number, node_words + 1])
        least = marks[depth, number, LEAST]
        largest = marks[depth, number, LARGEST]
        reply = 0
        if word:
            least = max(least, least_of(word))
            largest = min(largest, largest_of(word))
            reply = move_of(word)
        marks[depth, number, _REPLY] = reply
        if marks[depth, number, SIGN] < 0:
            least, largest = -largest, -least
        plies = marks[depth, number, PLIES]
        least = nearer(least, plies)
        largest = nearer(largest, plies)
        if least >= beta:
            heads[depth, BEST] = least
            heads[depth, _KID] = number
            return True
        if largest < beta:
            if largest > heads[depth, BEST]:
                heads[depth, BEST] = largest
        else:
            if left != number:
                for place in range(node_words + 2):
                    kids[depth, left, place] = kids[depth, number, place]
                for place in range(_REPLY + 1):
                    marks[depth, left, place] = marks[depth, number, place]
            left += 1
    heads[depth, KIDS] = left
    return False


def slot_of(low: Any, high: Any, busy: Any) -> int:
    """Where it stands whether some thread is at a position."""
    return bucket_of(low, high, len(busy) - 2)


def choose(depth: int, heads: Any, kids: Any, marks: Any, busy: Any) -> int:
    """The move to be searched next: the one that the table names, or the one of the highest score.

    A move that another thread is searching comes last.
    """
    found = -1
    highest = -(1 << 60)
    first = heads[depth, FIRST]
    shuns = len(busy) > 1 and depth < SHARED
    for number in range(heads[depth, KIDS]):
        score = marks[depth, number, SCORE]
        if marks[depth, number, MOVE] + 1 == first:
            score = 1 << 50
        if shuns:
            low = kids[depth, number, node_words]
            if busy[slot_of(low, kids[depth, number, node_words + 1], busy)] == low:
                score -= 1 << 55
        if score > highest:
            highest = score
            found = number
    return found


def advance(
    limit: int, nodes: Any, heads: Any, kids: Any, marks: Any, control: Any, table: Any, busy: Any
) -> None:
    """Search up to `limit` nodes more, or until another thread has done its share.

    ``control[PHASE]`` is `DONE` once the question is answered.
    """
    mask = len(table) - 4
    stop = len(busy) - 1
    depth = control[LEVEL]
    phase = control[PHASE]
    result = control[RESULT]
    end = control[NODES] + limit
    while phase < DONE:
        if phase == _ENTER:
            if control[NODES] >= end or busy[stop]:
                break
            control[NODES] += 1
            heads[depth, _START] = control[NODES]
            beta = clamped(nodes, depth, heads[depth, BETA])
            heads[depth, BETA] = beta
            heads[depth, BEST] = -MOST
            heads[depth, _KID] = -1
            heads[depth, KEYED] = len(busy) > 1 and depth < SHARED
            found = expand(depth, beta, nodes, heads, kids, marks, table, mask, control)
            heads[depth, _FRESH] = ENHANCED and heads[depth, KEYED]
            if found == BROKEN or depth + 1 >= len(nodes):
                phase = FAILED
            elif found == DECIDED or (
                heads[depth, _FRESH] and narrow(depth, beta, heads, marks, kids, table, mask)
            ):
                result = heads[depth, BEST]
                depth -= 1
                phase = _LEAVE
            else:
                phase = _NEXT
        elif phase == _NEXT:
            number = choose(depth, heads, kids, marks, busy)
            beta = heads[depth, BETA]
            if number < 0:
                result = heads[depth, BEST]
                low = nodes[depth, node_words]
                high = nodes[depth, node_words + 1]
                took = control[NODES] - heads[depth, _START] + 1
                keep(table, mask, low, high, -MOST, result, 0, took, control)
                depth -= 1
                phase = _LEAVE
                continue
            heads[depth, _KID] = number
            plies = marks[depth, number, PLIES]
            sign = marks[depth, number, SIGN]
            asked = further(beta, plies)
            if sign < 0:
                asked = 1 - asked
            if not heads[depth, KEYED]:
                complete(depth, number, kids)
            low = kids[depth, number, node_words]
            high = kids[depth, number, node_words + 1]
            first = marks[depth, number, _REPLY]
            if not heads[depth, _FRESH]:
                # since all moves were looked up, or from the beginning
                word = find(table, mask, low, high)
                least = marks[depth, number, LEAST]
                largest = marks[depth, number, LARGEST]
                first = 0
                if word:
                    least = max(least, least_of(word))
                    largest = min(largest, largest_of(word))
                    first = move_of(word)
                if least >= asked:
                    result = least
                    phase = _LEAVE
                    continue
                if largest < asked:
                    result = largest
                    phase = _LEAVE
                    continue
            heads[depth, _FRESH] = False
            if len(busy) > 1 and depth < SHARED:
                busy[slot_of(low, high, busy)] = low
            for place in range(node_words + 2):
                nodes[depth + 1, place] = kids[depth, number, place]
            depth += 1
            heads[depth, BETA] = asked
            heads[depth, FIRST] = first
            phase = _ENTER
        else:
            if depth < 0:
                phase = DONE
                break
            number = heads[depth, _KID]
            if len(busy) > 1 and depth < SHARED:
                low = kids[depth, number, node_words]
                slot = slot_of(low, kids[depth, number, node_words + 1], busy)
                if busy[slot] == low:
                    busy[slot] = W(0)
            value = nearer(marks[depth, number, SIGN] * result, marks[depth, number, PLIES])
            if value >= heads[depth, BETA]:
                result = value
                low = nodes[depth, node_words]
                high = nodes[depth, node_words + 1]
                took = control[NODES] - heads[depth, _START] + 1
                move = marks[depth, number, MOVE] + 1
                keep(table, mask, low, high, value, MOST, move, took, control)
                depth -= 1
            else:
                if value > heads[depth, BEST]:
                    heads[depth, BEST] = value
                last = heads[depth, KIDS] - 1
                if number != last:
                    for place in range(node_words + 2):
                        kids[depth, number, place] = kids[depth, last, place]
                    for place in range(_REPLY + 1):
                        marks[depth, number, place] = marks[depth, last, place]
                heads[depth, KIDS] = last
                phase = _NEXT
    control[LEVEL] = depth
    control[PHASE] = phase
    control[RESULT] = result
    busy[stop] = W(1)
