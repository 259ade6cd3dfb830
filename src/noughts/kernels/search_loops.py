"""Alpha-beta search with a transposition table as machine code: the loops, which do not depend on the game.

The text of this file becomes part of a generated module (see `noughts.kernels.search_source`).  Before it
comes `expand_node`, which finds the moves of a position, from `noughts.kernels.line_moves` or
`noughts.kernels.rule_moves`.  So it has no ``from __future__``, which must be at the top of a module.

Values are those of the side to move: ``MOST - d`` for a win in d moves, ``d - MOST`` for a loss in d moves, 0
for a draw.  The search answers one question after another: whether a value is at least ``beta``.  A ``beta``
of 1 asks for a win at any distance, a ``beta`` of 0 for a win or a draw.

The stack is a set of arrays instead of recursion, so `advance` can return after some nodes and resume there:

    nodes     (depth, node words + 2) uint64   the position that is searched at each depth, and its key
    heads     (depth, 8) int64                 the state of its search, in the columns named below
    kids      (depth, moves, node words + 2) uint64   the positions after its moves, and their keys
    marks     (depth, moves, 8) int64          numbers about these positions, in the columns named below
    control   (8,) int64                       the state of the whole search, in the entries named below
    table     (entries, 2) uint64              buckets of four entries, a cache line each
    busy      (slots + 1,) uint64              the keys that threads are searching, by hash; then a stop flag

Each thread has a stack of its own and answers the whole question.  The threads share the table, and `busy`,
by which each thread avoids moves that another thread is searching.  No thread waits for another.

A table entry is two words.  They contain a key and, in the remaining bits, bounds of the value, the best move
and the logarithm of the number of nodes searched.  If a bucket is full, the entry with the fewest nodes is
replaced.  The first word is *sealed* with a hash of the second.  If two threads write an entry at the same
time, its words may not belong together; then the seal does not fit and no position matches it (R. Hyatt and
T. Mann, *A lockless transposition table implementation for parallel search*, 2002).
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from noughts.kernels.generated_names import *

# Columns of `heads`
BETA, KIDS, BEST, _START, FIRST, _KID, _FRESH, KEYED = 0, 1, 2, 3, 4, 5, 6, 7
# Columns of `marks`: `SIGN` is 1 if the same side is to move as before the move, else -1
MOVE, SCORE, PLIES, SIGN, LEAST, LARGEST, _REPLY = 0, 1, 2, 3, 4, 5, 6
# Entries of `control`
LEVEL, PHASE, RESULT, NODES, CAUSE, ENTRIES = 0, 1, 2, 3, 4, 5
# Phases
_ENTER, _NEXT, _LEAVE, DONE, FAILED = 0, 1, 2, 3, 4
# What `expand_node` finds
OPEN, DECIDED, BROKEN = 0, 1, 2


def nearer(value: int, plies: int) -> int:
    """A value as seen some moves earlier, from where a win or loss is that much farther away."""
    if value > 0:
        return value - plies
    return value + plies if value < 0 else 0


def further(beta: int, plies: int) -> int:
    """A bound as seen some moves later, the inverse of `nearer`; bounds without a distance are unchanged."""
    if beta > 1:
        return beta + plies
    return beta - plies if beta < 0 else beta


def bucket_of(low: Any, high: Any, mask: int) -> int:
    """The first entry of the bucket of a key."""
    # the multipliers of `noughts.kernels.machine_source`; the upper bits of a product depend on all bits
    h = (low ^ (high * W(0xD6E8FEB86659FD93))) * W(0x9E3779B97F4A7C15)
    h ^= h >> W(32)
    h *= W(0xD6E8FEB86659FD93)
    return int64(h >> W(20)) & mask


def seal(word: Any) -> Any:
    """The hash of the second word of an entry by which the first one is sealed."""
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
    """The best move in an entry plus 1; 0 if none was found."""
    return int64(word >> W(KEY_BITS_ABOVE + 2 * VALUE_BITS) & W(255))


def work_of(word: Any) -> int:
    """The binary logarithm of the nodes searched for an entry, plus 1; 0 for an empty entry."""
    return int64(word >> W(KEY_BITS_ABOVE + 2 * VALUE_BITS + 8))


def keep(
    table: Any, mask: int, low: Any, high: Any, least: int, largest: int, move: int, nodes: int, control: Any
) -> None:
    """Enter the bounds of a position, or tighten those of its entry."""
    work = 1
    while nodes > 1 and work < 40:  # six bits are left for `work`, so at most 63
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
    if fewest == 0:  # the entry was empty
        control[ENTRIES] += 1
    word = W(work)
    word = word << W(8) | W(move)
    word = word << W(VALUE_BITS) | W(largest + MOST)
    word = word << W(VALUE_BITS) | W(least + MOST)
    word = word << W(KEY_BITS_ABOVE) | high
    table[place, 0] = low ^ seal(word)
    table[place, 1] = word


def move_entries(old: Any, new: Any) -> None:
    """Copy the entries of a table into a larger, empty one.

    Both lengths are powers of two, so entries of one new bucket come from one old bucket: none overflows.
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
    """Look up the positions after all moves in the table; whether one of them decides the question.

    Moves that cannot reach `beta` are dropped.  The best of their upper bounds becomes the upper bound of the
    node (*enhanced transposition cutoffs*: J. Schaeffer and A. Plaat, 1996).
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
        if largest < beta:  # this move cannot decide the question
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
    """The index of a position's busy flag in the shared table."""
    return bucket_of(low, high, len(busy) - 2)


def choose(depth: int, heads: Any, kids: Any, marks: Any, busy: Any) -> int:
    """The index of the move to be searched next: the best move of the table, or the one of highest score.

    Moves that another thread is searching come last.
    """
    found = -1
    highest = -(1 << 60)
    first = heads[depth, FIRST]
    shuns = len(busy) > 1 and depth < SHARED
    for number in range(heads[depth, KIDS]):
        score = marks[depth, number, SCORE]
        if marks[depth, number, MOVE] + 1 == first:  # above every score of a move
            score = 1 << 50
        if shuns:
            low = kids[depth, number, node_words]
            if busy[slot_of(low, kids[depth, number, node_words + 1], busy)] == low:
                score -= 1 << 55  # below every other move, but still searched if nothing else is left
        if score > highest:
            highest = score
            found = number
    return found


def advance(
    limit: int, nodes: Any, heads: Any, kids: Any, marks: Any, control: Any, table: Any, busy: Any
) -> None:
    """Search up to `limit` more nodes, or until another thread sets the stop flag.

    ``control[PHASE]`` is `DONE` once the question is answered, and `FAILED` if the search cannot go on.  A
    node goes through the phases `_ENTER` (find its moves), `_NEXT` (search one of them) and `_LEAVE` (take
    its result to the node above).
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
            found = expand_node(depth, beta, nodes, heads, kids, marks, table, mask, control)
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
            # "at least beta" for one side is "less than 1 - beta" for the other, as in negamax
            asked = further(beta, plies)
            if sign < 0:
                asked = 1 - asked
            if not heads[depth, KEYED]:
                complete(depth, number, kids)
            low = kids[depth, number, node_words]
            high = kids[depth, number, node_words + 1]
            first = marks[depth, number, _REPLY]
            if not heads[depth, _FRESH]:
                # another child was searched since `narrow` looked this one up, or it was never looked up
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
            heads[depth, _FRESH] = False  # the search of a child may change the entries of the others
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
                if busy[slot] == low:  # another thread may have taken the slot since; then its flag stays
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
                # the last move takes the place of the one that was searched
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
    busy[stop] = W(1)  # the other threads end, too: `run` continues all of them together
