"""Games of the library as somebody writes them in plain Python to solve them: no Noughts, no documents.

The tests compare their figures with those of the documents; `by_hand` compares the time.  A state is
whatever suits the game, the side to move first.  Each rule set is one class: `start`, `after` for the states
that moves lead to, and `result` for a state that is over: 1 if the side to move has won, -1 if it has lost, 0
for a draw, else None.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Any, Protocol, TypeAlias, runtime_checkable

State: TypeAlias = Hashable
Squares: TypeAlias = frozenset[tuple[int, int]]


class Rules(Protocol):
    """What a solver needs to know of a game."""

    @property
    def start(self) -> State: ...

    def after(self, state: Any) -> Sequence[State]: ...

    def result(self, state: Any) -> int | None: ...


@runtime_checkable
class Turns(Rules, Protocol):
    """Rules by which a side may move again: they say whose turn it is."""

    def mover(self, state: Any) -> Hashable: ...


class Solved:
    """Every position of a game for two sides, and what each is worth.

    `plies` are the sizes of the layers by distance from the start, `values` the result for the side to move
    with the number of moves to the end.
    """

    def __init__(self, rules: Rules) -> None:
        self.mover = rules.mover if isinstance(rules, Turns) else None
        self.start = start = rules.start
        self.following: dict[State, list[State]] = {}
        self.values: dict[State, tuple[int, int]] = {}
        self.plies: list[int] = []
        before: dict[State, list[State]] = {start: []}
        layer = [start]
        while layer:
            self.plies.append(len(layer))
            found: list[State] = []
            for state in layer:
                over = rules.result(state)
                if over is not None:
                    self.values[state] = over, 0
                    continue
                self.following[state] = nexts = list(dict.fromkeys(rules.after(state)))
                for each in nexts:
                    if each not in before:
                        before[each] = []
                        found.append(each)
                    before[each].append(state)
            layer = found
        self.settle(before)

    def settle(self, before: dict[State, list[State]]) -> None:
        """Backward from the ends: a win at once, a loss when all moves are known, the rest is a draw."""
        open_moves = {state: len(nexts) for state, nexts in self.following.items()}
        layer = [state for state, (value, _) in self.values.items() if value]
        while layer:
            found: list[State] = []
            for state in layer:
                value, far = self.values[state]
                for each in before[state]:
                    if each in self.values:
                        continue
                    open_moves[each] -= 1
                    gain = value if self.mover and self.mover(state) == self.mover(each) else -value
                    if gain > 0 or not open_moves[each]:
                        self.values[each] = gain, far + 1
                        found.append(each)
            layer = found

    @property
    def terminal(self) -> Counter[int]:
        """How many positions that are over have each result for the side to move."""
        return Counter(value for value, far in self.values.values() if far == 0)

    @property
    def value(self) -> tuple[int, int]:
        """The result for the side that begins, and after how many moves."""
        return self.values.get(self.start, (0, 0))


class Clobber:
    """Sides by sign: 1 begins."""

    def __init__(self, w: int = 3, h: int = 3) -> None:
        squares = [(x, y) for x in range(w) for y in range(h)]
        number = {square: k for k, square in enumerate(squares)}
        self.start = (1, tuple(1 if (x + y) % 2 == 0 else -1 for x, y in squares))
        steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
        self.pairs = [
            (number[x, y], number[x + dx, y + dy])
            for x, y in squares
            for dx, dy in steps
            if (x + dx, y + dy) in number
        ]

    def after(self, state: Any) -> Sequence[State]:
        side, board = state
        found = []
        for a, b in self.pairs:
            if board[a] == side and board[b] == -side:
                changed = list(board)
                changed[a], changed[b] = 0, side
                found.append((-side, tuple(changed)))
        return found

    def result(self, state: Any) -> int | None:
        return None if self.after(state) else -1


class Breakthrough:
    """Pawns as sets of squares: own, other, and the direction of the own."""

    def __init__(self, w: int = 3, h: int = 4) -> None:
        self.w, self.h = w, h
        self.start = (1, frozenset((x, 0) for x in range(w)), frozenset((x, h - 1) for x in range(w)))

    def after(self, state: Any) -> Sequence[State]:
        step, own, other = state
        return [
            (-step, other - {to}, (own - {(x, y)}) | {to})
            for x, y in own
            for to in ((x - 1, y + step), (x, y + step), (x + 1, y + step))
            if 0 <= to[0] < self.w and to not in own and not (to[0] == x and to in other)
        ]

    def result(self, state: Any) -> int | None:
        step, own, other = state
        goal = 0 if step == 1 else self.h - 1
        return -1 if not own or any(y == goal for _, y in other) else None


class Sim:
    """Lines as bits."""

    def __init__(self, n: int = 5) -> None:
        lines = [(a, b) for a in range(n) for b in range(a + 1, n)]
        bit = {line: 1 << k for k, line in enumerate(lines)}
        self.bits = list(bit.values())
        self.triangles = [
            bit[a, b] | bit[b, c] | bit[a, c]
            for a in range(n)
            for b in range(a + 1, n)
            for c in range(b + 1, n)
        ]
        self.start = (0, 0, 0)

    def after(self, state: Any) -> Sequence[State]:
        turn, own, other = state
        return [(1 - turn, other, own | bit) for bit in self.bits if not (own | other) & bit]

    def result(self, state: Any) -> int | None:
        _, own, other = state
        if any(other & three == three for three in self.triangles):
            return 1
        return 0 if own | other == sum(self.bits) else None


class Mnk:
    """Cells as bits; three in a row, across, down or aslant, win."""

    def __init__(self, m: int = 3, n: int = 3, k: int = 3) -> None:
        bit = {(i, j): 1 << n * i + j for i in range(m) for j in range(n)}
        lines = [
            [(i + s * di, j + s * dj) for s in range(k)]
            for i, j in bit
            for di, dj in ((0, 1), (1, 0), (1, 1), (1, -1))
        ]
        self.rows = [sum(bit[cell] for cell in line) for line in lines if set(line) <= bit.keys()]
        self.bits = list(bit.values())
        self.full = sum(self.bits)
        self.start: State = (0, 0, 0)

    def after(self, state: Any) -> Sequence[State]:
        turn, own, other = state
        return [(1 - turn, other, own | bit) for bit in self.bits if not (own | other) & bit]

    def result(self, state: Any) -> int | None:
        _, own, other = state
        if any(other & row == row for row in self.rows):
            return -1
        return 0 if own | other == self.full else None


class Tapatan:
    """Points as bits."""

    def __init__(self) -> None:
        rows = [7, 56, 448, 73, 146, 292, 273, 84]
        self.rows = rows
        self.joined = [
            (1 << a, 1 << b)
            for a in range(9)
            for b in range(9)
            if a != b
            and max(abs(a % 3 - b % 3), abs(a // 3 - b // 3)) == 1
            and any(row >> a & row >> b & 1 for row in rows)
        ]
        self.start = (0, 0, 0)

    def after(self, state: Any) -> Sequence[State]:
        turn, own, other = state
        taken = own | other
        if own.bit_count() < 3:
            return [(1 - turn, other, own | 1 << a) for a in range(9) if not taken >> a & 1]
        return [(1 - turn, other, own ^ a ^ b) for a, b in self.joined if own & a and not taken & b]

    def result(self, state: Any) -> int | None:
        if any(state[2] & row == row for row in self.rows):
            return -1
        return None if self.after(state) else 0


class Domineering:
    """Squares as bits; the second set of dominoes is that of the other side."""

    def __init__(self, n: int = 4) -> None:
        upright = [(1 << n * y + x) * (1 + (1 << n)) for x in range(n) for y in range(n - 1)]
        across = [(1 << n * y + x) * 3 for x in range(n - 1) for y in range(n)]
        self.dominoes = (upright, across)
        self.start = (0, 0)

    def after(self, state: Any) -> Sequence[State]:
        turn, covered = state
        return [(1 - turn, covered | two) for two in self.dominoes[turn] if not covered & two]

    def result(self, state: Any) -> int | None:
        return None if self.after(state) else -1


class Notakto:
    """Cells as bits."""

    def __init__(self) -> None:
        self.rows = [7, 56, 448, 73, 146, 292, 273, 84]
        self.start = 0

    def after(self, state: Any) -> Sequence[State]:
        return [state | 1 << a for a in range(9) if not state >> a & 1]

    def result(self, state: Any) -> int | None:
        return 1 if any(state & row == row for row in self.rows) else None


class Hare:
    """Hounds as a set and the hare, on points of five columns."""

    def __init__(self) -> None:
        points = [(0, 1), (4, 1), *((x, y) for x in (1, 2, 3) for y in (0, 1, 2))]
        hubs = {(0, 1), (2, 1), (4, 1)}
        self.joined = {
            a: [
                b
                for b in points
                if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
                or (abs(a[0] - b[0]) == abs(a[1] - b[1]) == 1 and hubs & {a, b})
            ]
            for a in points
        }
        self.start = (True, frozenset({(0, 1), (1, 0), (1, 2)}), (4, 1))

    def after(self, state: Any) -> Sequence[State]:
        hunting, hounds, hare = state
        if not hunting:
            return [(True, hounds, to) for to in self.joined[hare] if to not in hounds]
        return [
            (False, (hounds - {a}) | {b}, hare)
            for a in hounds
            for b in self.joined[a]
            if b[0] >= a[0] and b not in hounds and b != hare
        ]

    def result(self, state: Any) -> int | None:
        hunting, hounds, hare = state
        if all(hare[0] <= x for x, _ in hounds):
            return -1 if hunting else 1
        return -1 if not hunting and not self.after(state) else 0 if not self.after(state) else None


NEIGHBOURS = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
"""From a hexagon to those around it."""


class Hexagons:
    """Stones of two players on hexagons, as sets: a move is one on a free cell."""

    def __init__(self, cells: Sequence[tuple[int, int]]) -> None:
        self.cells = cells
        self.start: State = (0, frozenset(), frozenset())

    def after(self, state: Any) -> Sequence[State]:
        turn, own, other = state
        return [
            (1 - turn, other, own | {cell}) for cell in self.cells if cell not in own and cell not in other
        ]


class Hex(Hexagons):
    """Cells as sets; red joins the rows, blue the columns."""

    def __init__(self, n: int = 3) -> None:
        self.n = n
        super().__init__([(x, y) for x in range(n) for y in range(n)])

    def joins(self, stones: Squares, axis: int) -> bool:
        seen = [stone for stone in stones if stone[axis] == 0]
        for x, y in seen:
            if (x, y)[axis] == self.n - 1:
                return True
            for dx, dy in NEIGHBOURS:
                to = (x + dx, y + dy)
                if to in stones and to not in seen:
                    seen.append(to)
        return False

    def result(self, state: Any) -> int | None:
        turn, _, other = state
        return -1 if self.joins(other, turn) else None


class Othello:
    """Discs as sets of squares; who cannot set one passes."""

    def __init__(self, n: int = 4) -> None:
        self.squares = [(x, y) for x in range(n) for y in range(n)]
        self.directions = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
        low, high = n // 2 - 1, n // 2
        self.start: State = (0, frozenset({(low, low), (high, high)}), frozenset({(low, high), (high, low)}))

    def turned(self, to: tuple[int, int], own: Squares, other: Squares) -> set[tuple[int, int]]:
        found: set[tuple[int, int]] = set()
        for dx, dy in self.directions:
            (x, y), run = to, set()
            while (x := x + dx, y := y + dy) in other:
                run.add((x, y))
            if (x, y) in own:
                found |= run
        return found

    def placed(self, own: Squares, other: Squares) -> list[tuple[Squares, Squares]]:
        free = (to for to in self.squares if to not in own and to not in other)
        turned = ((to, self.turned(to, own, other)) for to in free)
        return [(own | run | {to}, other - run) for to, run in turned if run]

    def after(self, state: Any) -> Sequence[State]:
        turn, own, other = state
        return [(1 - turn, theirs, ours) for ours, theirs in self.placed(own, other)] or [
            (1 - turn, other, own)
        ]

    def result(self, state: Any) -> int | None:
        _, own, other = state
        if self.placed(own, other) or self.placed(other, own):
            return None
        return (len(own) > len(other)) - (len(own) < len(other))


class Y(Hexagons):
    """Cells of a triangle as sets."""

    def __init__(self, n: int = 4) -> None:
        self.n = n
        super().__init__([(x, y) for x in range(n) for y in range(n - x)])

    def joins(self, stones: Squares) -> bool:
        for first in stones:
            if first[0] == 0:
                chain = [first]
                for x, y in chain:
                    for dx, dy in NEIGHBOURS:
                        to = (x + dx, y + dy)
                        if to in stones and to not in chain:
                            chain.append(to)
                if any(y == 0 for _, y in chain) and any(x + y == self.n - 1 for x, y in chain):
                    return True
        return False

    def result(self, state: Any) -> int | None:
        return -1 if self.joins(state[2]) else None


class LGame:
    """Squares as bits; who has moved the L has the second half of the turn, for a neutral piece."""

    def __init__(self) -> None:
        bit = {(x, y): 1 << 4 * y + x for x in range(4) for y in range(4)}
        steps = [(1, 0), (-1, 0), (0, 1), (0, -1)]
        bent = [
            ((x, y), (x + dx, y + dy), (x + 2 * dx, y + 2 * dy), (x + ex, y + ey))
            for x, y in bit
            for dx, dy in steps
            for ex, ey in steps
            if dx * ex + dy * ey == 0
        ]
        self.places = sorted(
            {sum(bit[square] for square in piece) for piece in bent if set(piece) <= bit.keys()}
        )
        self.squares = list(bit.values())
        red = bit[1, 0] | bit[1, 1] | bit[1, 2] | bit[2, 0]
        blue = bit[2, 3] | bit[2, 2] | bit[2, 1] | bit[1, 3]
        self.start: State = (0, red, blue, bit[0, 3] | bit[3, 0], False)

    def mover(self, state: Any) -> Hashable:
        return bool(state[0])

    def after(self, state: Any) -> Sequence[State]:
        turn, own, other, neutral, sliding = state
        if not sliding:
            taken = other | neutral
            fitting = (place for place in self.places if place != own and not place & taken)
            return [(turn, place, other, neutral, True) for place in fitting]
        free = [square for square in self.squares if not square & (own | other | neutral)]
        found = [(1 - turn, other, own, neutral, False)]
        for piece in self.squares:
            if piece & neutral:
                found += [(1 - turn, other, own, neutral ^ piece | to, False) for to in free]
        return found

    def result(self, state: Any) -> int | None:
        return None if self.after(state) else -1
