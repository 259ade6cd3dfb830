"""Games as automata: the plant, the goal of a side, and its safe strategy."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from random import Random
from typing import TypeAlias, overload

from msgspec import Struct
from msgspec.structs import replace

from noughts.automata.automaton import Automaton, Layout, Principal
from noughts.automata.compose import compose
from noughts.automata.draft import automaton
from noughts.automata.fixpoint import STAYS, UNREACHED, Fixpoint
from noughts.automata.refusal import Unsuitable
from noughts.automata.synthesise import Synthesis, safety
from noughts.automata.transition import (
    IDLE,
    Label,
    Modality,
    Offer,
    Request,
    State,
    Transition,
    strong_agreement,
)
from noughts.games.game import Expansion, Game, Move, Position, Side, is_system
from noughts.kernels import explore as state_graphs
from noughts.kernels.answers import GraphAnswer
from noughts.kernels.kernel_source import NOBODY
from noughts.kernels.state_graph import StateGraph
from noughts.stop import processor_time
from noughts.verify.checked import safety_fault
from noughts.verify.spot import spot_check

# The labelled state graph of a game: its reachable positions, and moves between them with their sides.


Made: TypeAlias = tuple[Side, Move]
"""A move and the side that makes it."""

# The most positions of a game that are explored by default.
_GRAPH_LIMIT = 2_000_000


class GameGraph(Struct, frozen=True):
    """The state graph of a game, whose edges are labelled by moves and their sides.

    Edge e leads from ``positions[sources[e]]`` to ``positions[targets[e]]`` and is ``made[kinds[e]]``.  The
    edges of one source are consecutive, in the game's order of moves.  ``texts`` has the text of each of
    `made`: its side, and what a user types for the move where it occurs first.  ``ends`` has the terminal
    positions, each with its winner.
    """

    states: StateGraph
    sources: Sequence[int]
    kinds: Sequence[int]
    made: Sequence[Made]
    texts: Sequence[str]
    ends: dict[int, Side | None]

    @property
    def game(self) -> Game:
        """The game."""
        return self.states.game

    @property
    def positions(self) -> Sequence[Position]:
        """All positions, in the order of their discovery."""
        return self.states.positions

    @property
    def targets(self) -> array[int]:
        """Where each edge leads."""
        return self.states.targets

    def number(self, position: Position) -> int:
        """The number of a position; `KeyError` if it cannot be reached."""
        return self.states.number_of[position]


def game_graph(
    game: Game, *, limit: int = _GRAPH_LIMIT, progress: Callable[[int], None] | None = None
) -> GameGraph:
    """The labelled state graph of a game; `TooManyPositions` if it has more than `limit` positions."""
    report = (lambda known, _: progress(known)) if progress else None
    return labelled(state_graphs.explore(game, limit=limit, progress=report))


def labelled(states: StateGraph) -> GameGraph:
    """A state graph with its edges labelled."""
    game, sides = states.game, states.game.sides
    sources, kinds = array("I"), array("I")
    texts: list[str] = []
    number_of: dict[tuple[int, int], int] = {}
    ends: dict[int, Side | None] = {}
    for s, (mover, winner) in enumerate(zip(states.movers, states.winners, strict=True)):
        if mover == NOBODY:
            ends[s] = None if winner == NOBODY else sides[winner]
            continue
        for move in states.move_numbers(s):
            kind = number_of.setdefault((mover, move), len(number_of))
            if kind == len(texts):
                text = game.move_text(states.positions[s], states.every_move[move])
                texts.append(text if is_system(game) else f"{sides[mover]}_{text}")
            sources.append(s)
            kinds.append(kind)
    made = [(sides[mover], states.every_move[move]) for mover, move in number_of]
    return GameGraph(states, sources, kinds, made, texts, ends)


# Games as compositions of cells and turns, if that is possible.
#
# A game *decomposes* if a position is what its cells contain, sides move in turn, one cell each, and every
# empty cell may be taken until the game ends.  This is verified: all positions and moves of the game are
# compared with those of the composition.
#
# Cell i is ``[_i] --[!X_i]--> [X_i]`` and so on for each side; the turns are
# ``[TurnCross] --[?X_i]--> [TurnCircle] --[?O_i]--> [TurnCross]`` for each cell.

# Names of the symbols that sides are often named after.
_SYMBOLS = {"x": "Cross", "o": "Circle"}


class GameCells(Struct, frozen=True):
    """The cells of a game, in its order, and its sides in the order of their turns."""

    sides: tuple[Side, ...]
    cells: tuple[Hashable, ...]
    taken: tuple[tuple[int, int], ...]
    """For each of the graph's kinds of move the number of the side and of the cell."""

    def principals(self, goal: str) -> list[Automaton]:
        """A principal for each cell and one for turns; each has the basic state `goal`, which never
        occurs."""
        marks = [_mark(side) for side in self.sides]
        found = [_with(goal, _cell(i, marks)) for i in range(len(self.cells))]
        return [*found, _with(goal, _turns([_turn(side) for side in self.sides], marks, len(self.cells)))]

    def codes(self, graph: GameGraph, layout: Layout) -> list[int]:
        """The code of each position, from its cells and turn; `Unsuitable` if the game does not decompose."""
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
    """The cells of a game: the second parts of its moves if these are pairs of a side and a cell, else the
    moves themselves."""
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
    """Whether every move is a pair whose first part is the side that makes it."""
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
    """The automaton of rank 1 with one more basic state, which does not occur."""
    principal = replace(given.principals[0], names=(*given.principals[0].names, name))
    columns = (given.sources, given.label_numbers, given.targets, given.modalities)
    return Automaton((principal,), given.codes, given.start, given.labels, *columns)


def _mark(side: Side) -> str:
    return side[:1].upper() + side[1:]


def _turn(side: Side) -> str:
    return "Turn" + _SYMBOLS.get(side.lower(), _mark(side))


def _no(reason: str) -> Unsuitable:
    return Unsuitable(f"the game is not made of cells that are taken in turn: {reason}")


SUCCESS = "Success"
"""The basic states of the state that a side wants to reach."""

_WIN, _TIE = Offer("win"), Offer("tie")
"""The action that the first principal offers on the way to that state."""


class Plant(Struct, frozen=True):
    """A game as an automaton: each state is a position, and each transition a move, all of them permitted."""

    graph: GameGraph
    automaton: Automaton
    position: Sequence[int]
    """For each state the number of its position in the graph."""


def plant(graph: GameGraph) -> Plant:
    """The game composed of its cells and turns if it decomposes so, else the plant of its positions."""
    try:
        return plant_of_cells(graph)
    except Unsuitable:
        return plant_of_positions(graph)


def plant_of_cells(graph: GameGraph) -> Plant:
    """The composition of cells and turns; `Unsuitable` if the game does not decompose into such."""
    return Plant(graph, *compose_cells(graph, SUCCESS))


def plant_of_positions(graph: GameGraph) -> Plant:
    """The automaton of rank 1 whose states are the positions and whose offers are the moves."""
    count = len(graph.positions)
    principal = Principal(_PositionNames(graph), 0, frozenset(range(count)))
    labels = tuple(Label((Offer(name),)) for name in _unique(map(_as_name, graph.texts)))
    permitted = bytes(len(graph.sources))
    automaton = Automaton(
        (principal,), range(count), 0, labels, graph.sources, graph.kinds, graph.targets, permitted
    )
    return Plant(graph, automaton, range(count))


def contest(given: Plant, side: Side) -> Automaton:
    """The plant from the view of `side`, the input of the synthesis.

    The only final state is a new one, `SUCCESS`.  Permitted transitions lead to it: `_WIN` from positions
    that the side has won, and `_TIE` from positions without a winner.  The moves of other sides are urgent.
    """
    if side not in given.graph.game.sides:
        sides = " and ".join(given.graph.game.sides)
        raise Unsuitable(f"{given.graph.game.name} has no side {side!r}", hint=f"its sides are {sides}")
    old = given.automaton
    goals = [len(p.names) - 1 for p in old.principals]
    principals = tuple(
        Principal(p.names, p.initial, frozenset({goal}), p.committed)
        for p, goal in zip(old.principals, goals, strict=True)
    )
    ends = [Label((end, *[IDLE] * (old.rank - 1))) for end in (_WIN, _TIE)]
    sources, numbers, targets = list(old.sources), list(old.label_numbers), list(old.targets)
    modalities = bytearray(_modalities(given, side))
    for s, won in _ends(given, side):
        sources.append(s)
        numbers.append(len(old.labels) + (not won))
        targets.append(old.state_count)
        modalities.append(Modality.PERMITTED)
    codes = [*old.codes, old.layout.code(goals)]
    labels = (*old.labels, *ends)
    return Automaton(principals, codes, old.start, labels, sources, numbers, targets, modalities)


def strategy(given: Plant, side: Side) -> Synthesis:
    """The most permissive strategy of `side` that never loses; it contains all such strategies.

    A match that goes on for ever is not lost.  Since an automaton needs final states, those positions of the
    strategy are final from which the side cannot force an end.  (A game of cells ends when they are full.)
    """
    began = processor_time()
    found = safety(contest(given, side))
    spot_check(given.graph.game, StrategyAnswer(given, side, found.fixpoint), began)
    if given.automaton.rank > 1 or not (endless := _endless(found)):
        return found
    return replace(found, given=found.given.with_final(endless))


def _endless(found: Synthesis) -> list[int]:
    """The states of a strategy from which no final state can be forced, by retrograde propagation."""
    automaton, cause = found.given, found.fixpoint.cause
    open_moves = [0] * automaton.state_count
    for source, modality in zip(automaton.sources, automaton.modalities, strict=True):
        open_moves[source] += modality == Modality.URGENT
    forced = bytearray(automaton.finals)
    queue = [s for s, final in enumerate(forced) if final]
    for s in queue:
        for t in automaton.incoming[s]:
            source = automaton.sources[t]
            open_moves[source] -= automaton.modalities[t] == Modality.URGENT
            if not open_moves[source] and not forced[source]:
                forced[source] = 1
                queue.append(source)
    return [s for s, force in enumerate(forced) if not force and cause[s] == STAYS]


class StrategyAnswer(Struct, frozen=True, dict=True):
    """The states of a plant that are in the strategy of a side, and those from which it may lose.

    It does not cover positions that the strategy does not reach; if the first position falls, it covers only
    those that fall.
    """

    plant: Plant
    side: Side
    fixpoint: Fixpoint

    @cached_property
    def state(self) -> dict[int, int]:
        """The state of each position."""
        return {position: state for state, position in enumerate(self.plant.position)}

    def drawn(self, dice: Random) -> Position | None:
        return self.plant.graph.positions[dice.randrange(len(self.plant.graph.positions))]

    def fault(self, position: Position, found: Expansion) -> str | None:
        fault = GraphAnswer(self.plant.graph.states).fault(position, found)
        if fault is not None:
            return fault
        cause = self.cause(position)
        if cause == UNREACHED or (cause == STAYS and self.fixpoint.empty):
            return None
        return safety_fault(self.side, position, found, self.is_safe)

    def is_safe(self, position: Position) -> bool:
        """Whether the side may have a strategy there that never loses."""
        return self.cause(position) in (STAYS, UNREACHED)

    def cause(self, position: Position) -> int:
        """The cause of the fall of a position, as in `Fixpoint.cause`."""
        return self.fixpoint.cause[self.state[self.plant.graph.number(position)]]


class Tally(Struct, frozen=True):
    """The size of a strategy: its positions, and its transitions as own moves, moves of others, and ends."""

    positions: int
    own: int
    others: int
    wins: int
    ties: int


def tally(strategy: Automaton) -> Tally:
    """The size of a strategy in which ends lead to `SUCCESS`."""
    ends = Counter(strategy.labels[number].actions[0] for number in strategy.label_numbers)
    urgent = strategy.modalities.count(Modality.URGENT)
    wins, ties = ends[_WIN], ends[_TIE]
    positions = strategy.state_count - (wins + ties > 0)
    return Tally(positions, strategy.transition_count - urgent - wins - ties, urgent, wins, ties)


def _modalities(given: Plant, side: Side) -> Iterator[int]:
    """The modality of each transition of the plant for `side`: its own moves are permitted, others urgent."""
    graph, position = given.graph, given.position
    mover: list[Side | None] = [None] * len(graph.positions)
    for source, kind in zip(graph.sources, graph.kinds, strict=True):
        mover[source] = graph.made[kind][0]
    for source in given.automaton.sources:
        yield Modality.PERMITTED if mover[position[source]] == side else Modality.URGENT


def _ends(given: Plant, side: Side) -> Iterator[tuple[int, bool]]:
    """The terminal states in which `side` has not lost, each with whether it has won."""
    ends = given.graph.ends
    for s, p in enumerate(given.position):
        if p in ends and ends[p] in (side, None):
            yield s, ends[p] == side


class _PositionNames(Sequence[str]):
    """The texts of all positions, followed by `SUCCESS`; they are created at their first use."""

    def __init__(self, graph: GameGraph) -> None:
        self._graph = graph

    def __len__(self) -> int:
        return len(self._graph.positions) + 1

    @overload
    def __getitem__(self, k: int) -> str: ...
    @overload
    def __getitem__(self, k: slice) -> Sequence[str]: ...
    def __getitem__(self, k: int | slice) -> str | Sequence[str]:
        return self._texts[k]

    @cached_property
    def _texts(self) -> tuple[str, ...]:
        game = self._graph.game
        texts = (_as_name(game.position_text(position)) for position in self._graph.positions)
        goal, *names = _unique([SUCCESS, *texts])
        return (*names, goal)


_INTO_NAMES = str.maketrans({",": ";", "[": "⟨", "]": "⟩", "\n": " ", "\r": " "})


def _as_name(text: str) -> str:
    """`text` with replacements for the characters that a name must not have."""
    return text.translate(_INTO_NAMES).strip() or "nothing"


def _unique(texts: Iterable[str]) -> list[str]:
    """The texts; repeated ones get a number, so that all are different."""
    found: dict[str, None] = {}
    for text in texts:
        name, k = text, 1
        while name in found:
            k += 1
            name = f"{text} #{k}"
        found[name] = None
    return list(found)


def named_positions(graph: GameGraph) -> dict[State, Position]:
    """The positions by the names of their states, in both kinds of plant."""
    ways = [plant_of_positions(graph)]
    with suppress(Unsuitable):
        ways.append(plant_of_cells(graph))
    return {
        state: graph.positions[p]
        for way in ways
        for state, p in zip(way.automaton.states, way.position, strict=True)
    }


# Lost plays: how a side loses from a position outside its strategy, move by move.


class Played(Struct, frozen=True):
    """One move of a play: its side, its text, and the position after it."""

    side: Side
    text: str
    position: Position

    def __str__(self) -> str:
        return f"{self.side} {self.text}"


def lost_play(given: Plant, synthesis: Synthesis, side: Side, begin: int = 0) -> list[Played]:
    """A play to the end from position number `begin`, which is not in the strategy of `side`.

    Positions fall in the order of their distance from the end: first those that the side has lost, then those
    from which others can force that, or in which the side has no other move.  So the others move to the
    position that fell first, and the side, which delays, to the one that fell last.
    """
    graph = given.graph
    fell = fallen(given, synthesis)
    leaving: dict[int, list[int]] = {}
    for edge, source in enumerate(graph.sources):
        leaving.setdefault(source, []).append(edge)
    line: list[Played] = []
    here = begin
    while edges := [edge for edge in leaving.get(here, ()) if graph.targets[edge] in fell]:
        own = graph.made[graph.kinds[edges[0]]][0] == side
        edge = (max if own else min)(edges, key=lambda edge: fell[graph.targets[edge]])
        mover, move = graph.made[graph.kinds[edge]]
        text = graph.game.move_text(graph.positions[here], move)
        here = graph.targets[edge]
        line.append(Played(mover, text, graph.positions[here]))
    return line


def no_strategy(given: Plant, synthesis: Synthesis, side: Side) -> tuple[str, str]:
    """The fact that a side has no strategy, and a sentence that shows how it loses."""
    line = ", ".join(map(str, lost_play(given, synthesis, side)))
    how = f"it loses, for example, after {line}" if line else "it has lost before the first move"
    return f"{side} has no safe strategy in {given.graph.game.name}", how


def fallen(given: Plant, synthesis: Synthesis) -> dict[int, int]:
    """The positions outside the strategy, by number, each with its rank in the order of falling."""
    count = len(given.position)
    return {given.position[s]: k for k, s in enumerate(synthesis.fixpoint.fallen) if s < count}
