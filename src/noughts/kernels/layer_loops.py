"""Loops that list a layer of positions and solve it, where layers are sorted rows: as machine code.

This file becomes the end of a generated module, behind `noughts.kernels.machine_loops`, whose names it uses.
What arrays are is said there; ``asks`` are the successors of the rows at hand, in order and different, and
``answers``, (asks,) signed, what they are worth, in the numbers of `noughts.solvers.retrograde`.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from noughts.kernels.machine_loops import _FINE, _FULL, _MUST_ASK, enter_images, least_after
    from noughts.kernels.machine_words import (
        BOTH,
        W,
        hashed,
        int64,
        legal,
        load,
        lowest,
        over,
        prefetch,
        store,
        to_move,
        unsure,
        won,
        word_of,
        words_of_moves,
    )


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
    """The positions that rows from `number` on lead to, one after another, as far as there is room for them;
    where it stopped, and how many they are.

    ``reached`` is (room, words) uint64; ``sizes``, (rows,) uint8, how many are alike, and ``branching``,
    (rows,) uint16, how many legal moves each has.
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
    """The successors of the rows from `number` on, many of them twice: where it stopped, how many, and why.

    ``recent``, (a power of two, words) uint64, has in each slot the last successor of that hash: one that is
    met again soon is left out of ``found``, which leaves less to sort.  It must begin with rows that do not
    belong in their slots.  ``counts``, (3 + sides,) int64, adds up positions, transitions, and terminal
    positions by winner, those without one last.
    """
    mask = len(recent) - 1
    known = 0
    while number < len(codes):
        if known + len(reached) > len(found):
            return number, known, _FULL
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
                return row, known, _MUST_ASK
            size = int64(sizes[row])
            counts[0] += size
            counts[1] += size * int64(branching[row])
            if branching[row] == 0:
                winner = won(s)
                if winner == BOTH:
                    return row, known, _MUST_ASK
                counts[2 + winner if winner >= 0 else -1] += size
        number = end
    return number, known, _FINE


def look_up(reached: Any, known: int, asks: Any, table: Any, answers: Any, places: Any) -> int:
    """The place of each position among the asks; how many are not among them, whose place is -1.

    Tables are larger than caches, so each step fetches what the next one reads, of many positions at once.
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
    """The value of each row from those of its successors; returns how many of these are not among the asks.

    ``table`` is the hash table of the asks, and there is room in ``reached`` and ``places``, (room,) int64.
    ``values`` is (rows,) signed; ``keeping``, (rows,) uint16, how many moves keep the winner, or the draw.
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
    """The transitions of rows whose ranks begin at `base`; how many, and how many successors have no rank.

    ``edges``, (transitions, 2) uint64, gets the ranks of target and source; ``states``, (rows, 3) int32, the
    value, or 0 as long as it is not known, the number of moves, and who is to move, -1 where it is over.
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
