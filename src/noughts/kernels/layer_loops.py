"""Loops, as machine code, that list a layer of positions and solve it; a layer is an array of sorted rows.

The text of this file becomes the end of a generated module, after `noughts.kernels.machine_loops`, whose
names and arrays it uses.  Two more arrays occur here:

    asks      (asks, words) uint64   the successors of the current rows, sorted, without duplicates
    answers   (asks,) signed         their values, in the numbers of `noughts.solvers.retrograde`
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from noughts.kernels.generated_names import *
    from noughts.kernels.machine_loops import FINE, FULL, MUST_ASK, enter_images, least_after


def reach(
    codes: Any,
    number: int,
    images: Any,
    symmetric: Any,
    move_images: Any,
    most_moves: int,
    reached: Any,
    sizes: Any,
    branching: Any,
) -> tuple[int, int]:
    """List the successors of the rows from `number` on, as long as there is room for them.

    Returns the number of the first row left, and how many successors were listed.

    ``reached`` is (room, words) uint64.  ``sizes``, (rows,) uint8, gets the size of the orbit of each row,
    and ``branching``, (rows,) uint16, the number of its legal moves.
    """
    known = 0
    while number < len(codes) and known + most_moves <= len(reached):
        s = load(codes, number)
        sizes[number] = enter_images(s, images, symmetric)
        before = known
        if not over(s):
            legal_moves = legal(s)
            for place in range(words_of_moves):
                moves = word_of(legal_moves, place)
                while moves:
                    k = lowest(moves) + 64 * place
                    moves &= moves - W(1)
                    store(reached, known, least_after(s, k, images, move_images))
                    known += 1
        branching[number] = known - before
        number += 1
    return number, known


def successors(
    codes: Any,
    number: int,
    images: Any,
    symmetric: Any,
    move_images: Any,
    most_moves: int,
    reached: Any,
    sizes: Any,
    branching: Any,
    recent: Any,
    found: Any,
    counts: Any,
) -> tuple[int, int, int]:
    """List the successors of the rows from `number` on, with some duplicates.

    Returns the number of the first row left, how many successors were listed, and why it stopped.

    ``recent``, (a power of two, words) uint64, has in each slot the last successor with that hash.  A
    successor that is met again soon is left out of ``found``, so there is less to sort.  The slots must
    begin with rows of other hashes.  ``counts``, (3 + sides,) int64, adds up positions, transitions, and
    terminal positions by winner, with those without a winner last.
    """
    mask = len(recent) - 1
    known = 0
    while number < len(codes):
        if known + len(reached) > len(found):
            return number, known, FULL
        end, count = reach(
            codes, number, images, symmetric, move_images, most_moves, reached, sizes, branching
        )
        for each in range(count):
            t = load(reached, each)
            slot = hashed(t) & mask
            if load(recent, slot) != t:
                store(recent, slot, t)
                store(found, known, t)
                known += 1
        for row in range(number, end):
            s = load(codes, row)
            if unsure(s):
                return row, known, MUST_ASK
            size = int64(sizes[row])
            counts[0] += size
            counts[1] += size * int64(branching[row])
            if branching[row] == 0:
                winner = won(s)
                if winner == BOTH:
                    return row, known, MUST_ASK
                counts[2 + winner if winner >= 0 else -1] += size
        number = end
    return number, known, FINE


def look_up(reached: Any, known: int, asks: Any, table: Any, answers: Any, places: Any) -> int:
    """Find the index of each position among the asks, -1 for any other; returns how many are others.

    ``reached`` is (room, words) uint64, of which `known` rows are looked up; ``table`` is the hash table of
    the asks, (a power of two,) int32; ``places``, (room,) int64, gets the indexes.

    Tables are larger than the processor's caches.  So there are three passes over the positions, and each
    prefetches for all of them what the next pass reads: the waiting times overlap.
    """
    mask = len(table) - 1
    for each in range(known):
        slot = hashed(load(reached, each)) & mask
        places[each] = slot
        prefetch(table, slot)
    for each in range(known):
        place = table[places[each]]
        if place >= 0:
            prefetch(asks, place)
    unknown = 0
    for each in range(known):
        t = load(reached, each)
        slot = places[each]
        while table[slot] >= 0 and load(asks, table[slot]) != t:
            slot = (slot + 1) & mask
        place = table[slot]
        places[each] = place
        if place < 0:
            unknown += 1
        else:
            prefetch(answers, place)
    return unknown


def value_rows(
    codes: Any,
    asks: Any,
    answers: Any,
    table: Any,
    images: Any,
    symmetric: Any,
    move_images: Any,
    most_moves: int,
    reached: Any,
    places: Any,
    values: Any,
    sizes: Any,
    branching: Any,
    keeping: Any,
) -> int:
    """Compute the value of each row from its successors; returns how many of these are not among the asks.

    ``reached`` and ``places`` are scratch arrays as in `look_up`.  ``values``, (rows,) signed, gets the
    values; ``keeping``, (rows,) uint16, the number of moves that keep the value a win, a draw or a loss.
    """
    begin = 0
    while begin < len(codes):
        end, known = reach(
            codes, begin, images, symmetric, move_images, most_moves, reached, sizes, branching
        )
        unknown = look_up(reached, known, asks, table, answers, places)
        if unknown:
            return unknown
        each = 0
        for number in range(begin, end):
            s = load(codes, number)
            sign = 1 if to_move(s) == 0 else -1
            won_after = 0
            drawn_after = 0
            quickest = 0
            longest = 0
            made = branching[number]
            for _ in range(made):
                value = sign * int64(answers[places[each]])
                each += 1
                if value > 0:
                    won_after += 1
                    if quickest == 0 or value < quickest:
                        quickest = value
                elif value == 0:
                    drawn_after += 1
                elif value < longest:
                    longest = value
            if made == 0:
                winner = won(s)
                values[number] = 1 if winner == 0 else -1 if winner == 1 else 0
                keeping[number] = 0
            elif won_after > 0:
                values[number] = sign * (quickest + 1)
                keeping[number] = won_after
            elif drawn_after > 0:
                values[number] = 0
                keeping[number] = drawn_after
            else:
                values[number] = sign * (longest - 1)
                keeping[number] = made
        begin = end
    return 0


def link_rows(
    codes: Any,
    base: int,
    asks: Any,
    ranks: Any,
    table: Any,
    images: Any,
    symmetric: Any,
    move_images: Any,
    most_moves: int,
    reached: Any,
    places: Any,
    sizes: Any,
    branching: Any,
    edges: Any,
    states: Any,
) -> tuple[int, int]:
    """List the transitions of rows; returns how many, and how many successors have no rank.

    The rank of row k is ``base + k``; ``ranks``, (asks,) unsigned, has those of the asks.
    ``edges``, (transitions, 2) uint64, gets the ranks of target and source.  ``states``, (rows, 3) int32,
    gets the value (0 while unknown), the number of moves, and the side to move (-1 in a terminal position).
    """
    linked = 0
    begin = 0
    while begin < len(codes):
        end, known = reach(
            codes, begin, images, symmetric, move_images, most_moves, reached, sizes, branching
        )
        unknown = look_up(reached, known, asks, table, ranks, places)
        if unknown:
            return linked, unknown
        each = 0
        for number in range(begin, end):
            s = load(codes, number)
            made = branching[number]
            for _ in range(made):
                edges[linked, 0] = ranks[places[each]]
                edges[linked, 1] = base + number
                each += 1
                linked += 1
            states[number, 0] = 0
            states[number, 1] = made
            states[number, 2] = -1
            if made > 0:
                states[number, 2] = to_move(s)
            else:
                winner = won(s)
                states[number, 0] = 1 if winner == 0 else -1 if winner == 1 else 0
        begin = end
    return linked, 0
