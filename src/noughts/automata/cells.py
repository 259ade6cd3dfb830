"""Games as compositions of cells and turns, where that is possible.

A game *decomposes* if a position is what its cells contain, sides move in turn, one cell each, and
every empty cell may be taken until the game ends.  This is verified: all positions and moves of the game are
compared with those of the composition.

Cell i is ``[_i] --[!X_i]--> [X_i]`` and so on for each side; the turns are
``[TurnCross] --[?X_i]--> [TurnCircle] --[?O_i]--> [TurnCross]`` for each cell.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace

from noughts.automata.action import Offer, Request
from noughts.automata.automaton import Automaton
from noughts.automata.compose import compose
from noughts.automata.draft import automaton
from noughts.automata.explore import GameGraph, Made
from noughts.automata.label import Label, strong_agreement
from noughts.automata.principal import Layout
from noughts.automata.refusal import Unsuitable
from noughts.automata.transition import State, Transition
from noughts.games.game import Side

_SYMBOLS = {"x": "Cross", "o": "Circle"}
"""Names of the symbols that sides are often named after."""


@dataclass(frozen=True, slots=True)
class GameCells:
    """The cells of a game, in its order, and who plays, in turn."""

    sides: tuple[Side, ...]
    cells: tuple[Hashable, ...]
    taken: tuple[tuple[int, int], ...]
    """For each of the graph's kinds of move the number of the side and of the cell."""

    def principals(self, goal: str) -> list[Automaton]:
        """One principal a cell, then the turns; each knows the name `goal`, a state it never reaches."""
        marks = [_mark(side) for side in self.sides]
        found = [_with(goal, _cell(i, marks)) for i in range(len(self.cells))]
        return [*found, _with(goal, _turns([_turn(side) for side in self.sides], marks, len(self.cells)))]

    def codes(self, graph: GameGraph, layout: Layout) -> list[int]:
        """For each position the code of its cells and its turn; `Unsuitable` if the game is not like that."""
        deltas = [self._delta(side, cell, layout) for side, cell in self.taken]
        codes = [-1] * len(graph.positions)
        codes[0] = 0
        for source, kind, target in zip(graph.sources, graph.kinds, graph.targets, strict=True):
            side, cell = self.taken[kind]
            code = codes[source]
            if code >> layout.shifts[cell] & layout.masks[cell] or code >> layout.shifts[-1] != side:
                raise _no(f"{graph.texts[kind]} is made out of turn or on a cell that is taken")
            if codes[target] not in (-1, code + deltas[kind]):
                raise _no("the same cells are reached with different contents")
            codes[target] = code + deltas[kind]
        if len(set(codes)) < len(codes):
            raise _no("two positions have the same contents")
        return codes

    def _delta(self, side: int, cell: int, layout: Layout) -> int:
        """The difference of codes when the side takes the cell."""
        turn = (side + 1) % len(self.sides) - side
        return (side + 1 << layout.shifts[cell]) + (turn << layout.shifts[-1])


def cells(graph: GameGraph) -> GameCells:
    """The cells that the moves of the game speak of: their second parts, if they are pairs whose first
    part is the side, else the moves themselves."""
    sides = graph.game.sides
    paired = _are_pairs(graph.made)
    owned = [(side, move[1] if paired and isinstance(move, tuple) else move) for side, move in graph.made]
    found = tuple(dict.fromkeys(cell for _, cell in owned))
    numbers = {cell: i for i, cell in enumerate(found)}
    if not found:
        raise _no("it has no moves")
    return GameCells(sides, found, tuple((sides.index(side), numbers[cell]) for side, cell in owned))


def compose_cells(graph: GameGraph, goal: str) -> tuple[Automaton, list[int]]:
    """The game as the composition of its cells and turns, and the position of each state.

    `Unsuitable` if the game does not decompose.
    """
    found = cells(graph)
    principals = found.principals(goal)
    layout = Layout.of(p for principal in principals for p in principal.principals)
    codes = found.codes(graph, layout)
    names = [principal.principals[0].names for principal in principals]

    def named(code: int) -> State:
        return tuple(known[basic] for known, basic in zip(names, layout.place(code), strict=True))

    ended = {named(codes[p]) for p in graph.ends}
    plant = compose(principals, requirement=strong_agreement, halted=ended.__contains__)
    position = {code: p for p, code in enumerate(codes)}
    sizes = (plant.state_count, plant.transition_count)
    if sizes != (len(codes), len(graph.sources)) or any(code not in position for code in plant.codes):
        raise _no("some empty cell may not be taken")
    return plant, [position[code] for code in plant.codes]


def _are_pairs(made: Sequence[Made]) -> bool:
    """Whether every move is a pair whose first part stands for the side that makes it."""
    firsts: dict[Hashable, set[Side]] = {}
    for side, move in made:
        if not isinstance(move, tuple) or len(move) != 2:
            return False
        firsts.setdefault(move[0], set()).add(side)
    owners = [side for owning in firsts.values() for side in owning]
    return len(owners) == len(set(owners))


def _cell(i: int, marks: Sequence[str]) -> Automaton:
    empty = (f"_{i}",)
    taken = [f"{mark}_{i}" for mark in marks]
    moves = [Transition(empty, Label((Offer(name),)), (name,)) for name in taken]
    return automaton(empty, [[*empty, *taken]], moves)


def _turns(turns: Sequence[str], marks: Sequence[str], count: int) -> Automaton:
    after = [*turns[1:], turns[0]]
    moves = [
        Transition((turn,), Label((Request(f"{mark}_{i}"),)), (following,))
        for turn, mark, following in zip(turns, marks, after, strict=True)
        for i in range(count)
    ]
    return automaton((turns[0],), [turns], moves)


def _with(name: str, given: Automaton) -> Automaton:
    """The automaton of rank 1, of which a basic state of that name is known but does not occur."""
    principal = replace(given.principals[0], names=(*given.principals[0].names, name))
    columns = (given.sources, given.label_numbers, given.targets, given.modalities)
    return Automaton((principal,), given.codes, given.start, given.labels, *columns)


def _mark(side: Side) -> str:
    return side[:1].upper() + side[1:]


def _turn(side: Side) -> str:
    return "Turn" + _SYMBOLS.get(side.lower(), _mark(side))


def _no(reason: str) -> Unsuitable:
    return Unsuitable(f"the game is not made of cells that are taken in turn: {reason}")
