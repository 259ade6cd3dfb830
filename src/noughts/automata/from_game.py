"""Games as automata: the plant, the goal of a side, and its safe strategy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import overload

from noughts.automata.action import IDLE, Offer
from noughts.automata.automaton import Automaton
from noughts.automata.cells import compose_cells
from noughts.automata.explore import GameGraph
from noughts.automata.fixpoint import STAYS, UNREACHED, Fixpoint
from noughts.automata.label import Label
from noughts.automata.principal import Principal
from noughts.automata.refusal import Unsuitable
from noughts.automata.synthesise import Synthesis, safety
from noughts.automata.transition import Modality, State
from noughts.games.expansion import Expansion
from noughts.games.game import Position, Side
from noughts.kernels.answers import GraphAnswer
from noughts.stop import processor_time
from noughts.verify.spot import spot_check
from noughts.verify.values import safety_fault

SUCCESS = "Success"
"""The basic states of the state that a side wants to reach."""

_WIN, _TIE = Offer("win"), Offer("tie")
"""The action that the first principal offers on the way to that state."""


@dataclass(frozen=True, slots=True)
class Plant:
    """A game as an automaton: every state a position, every transition a move, all of it permitted."""

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
    """The plant as `side` sees it, the input of the synthesis.

    No state is final but a new one, `SUCCESS`; permitted transitions lead to it, `_WIN` from where the side
    has won and `_TIE` from where nobody has.  The moves of others are urgent.
    """
    if side not in given.graph.game.sides:
        sides = " and ".join(given.graph.game.sides)
        raise Unsuitable(f"nobody plays {side!r} in {given.graph.game.name}", hint=f"its sides are {sides}")
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
    """The most permissive strategy of `side` that never loses: it contains every other strategy that never
    loses.

    A match that goes on for ever is not lost.  An automaton needs final states all the same: the positions of
    the strategy in which the side cannot force an end are final.  (A game of cells ends when they are full.)
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


@dataclass(frozen=True)
class StrategyAnswer:
    """The states of a plant that are in the strategy of a side, and those from which it may lose.

    Nothing is said of those that the strategy does not reach; nor of any that stays, if the first one falls.
    """

    plant: Plant
    side: Side
    fixpoint: Fixpoint

    @cached_property
    def state(self) -> dict[int, int]:
        """For each position its state."""
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
        """Why a position fell."""
        return self.fixpoint.cause[self.state[self.plant.graph.number(position)]]


@dataclass(frozen=True, slots=True)
class Tally:
    """The size of a strategy: its positions, and its transitions as own moves, moves of others, and ends."""

    positions: int
    own: int
    others: int
    wins: int
    ties: int


def tally(strategy: Automaton) -> Tally:
    """The size of a strategy, in which ends lead to `SUCCESS`."""
    ends = Counter(strategy.labels[number].actions[0] for number in strategy.label_numbers)
    urgent = strategy.modalities.count(Modality.URGENT)
    wins, ties = ends[_WIN], ends[_TIE]
    positions = strategy.state_count - (wins + ties > 0)
    return Tally(positions, strategy.transition_count - urgent - wins - ties, urgent, wins, ties)


def _modalities(given: Plant, side: Side) -> Iterator[int]:
    """For each transition of the plant whether it is `side` that makes it."""
    graph, position = given.graph, given.position
    mover: list[Side | None] = [None] * len(graph.positions)
    for source, kind in zip(graph.sources, graph.kinds, strict=True):
        mover[source] = graph.made[kind][0]
    for source in given.automaton.sources:
        yield Modality.PERMITTED if mover[position[source]] == side else Modality.URGENT


def _ends(given: Plant, side: Side) -> Iterator[tuple[int, bool]]:
    """The states in which the game is over and `side` has not lost, and whether it has won."""
    ends = given.graph.ends
    for s, p in enumerate(given.position):
        if p in ends and ends[p] in (side, None):
            yield s, ends[p] == side


class _PositionNames(Sequence[str]):
    """The positions as texts and, after them, `SUCCESS`; made when they are first asked for."""

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
    """`text` with the characters changed that a name must not have."""
    return text.translate(_INTO_NAMES).strip() or "nothing"


def _unique(texts: Iterable[str]) -> list[str]:
    """The texts, each that was there before with a number."""
    found: dict[str, None] = {}
    for text in texts:
        name, k = text, 1
        while name in found:
            k += 1
            name = f"{text} #{k}"
        found[name] = None
    return list(found)


def named_positions(graph: GameGraph) -> dict[State, Position]:
    """The positions by the names that their states have, in whichever way the plant is built."""
    ways = [plant_of_positions(graph)]
    with suppress(Unsuitable):
        ways.append(plant_of_cells(graph))
    return {
        state: graph.positions[p]
        for way in ways
        for state, p in zip(way.automaton.states, way.position, strict=True)
    }
