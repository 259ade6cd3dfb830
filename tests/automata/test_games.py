"""Games as automata: the known figures, both ways to build them, and strategies that never lose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import pytest

from noughts.automata.automaton import Automaton
from noughts.automata.data_file import data_text
from noughts.automata.explain import Fate, why_empty
from noughts.automata.from_game import (
    SUCCESS,
    GameGraph,
    Plant,
    contest,
    game_graph,
    labelled,
    lost_play,
    plant,
    plant_of_cells,
    plant_of_positions,
    strategy,
)
from noughts.automata.refusal import Unsuitable
from noughts.automata.transition import Modality
from noughts.cli.game_argument import GameArgument
from noughts.games.game import Game, Move, Outcome, Position, Side, TooManyPositions
from noughts.grounding.grounded import Groundable
from noughts.kernels.explore import explore_rules
from noughts.kernels.state_graph import KernelGraph
from tests.automata.boards import InARow

Size = tuple[int, int] | None

FIGURES: dict[tuple[int, int, int], tuple[Size, Size, Size]] = {
    (2, 2, 2): ((29, 40), (30, 52), None),
    (3, 2, 3): ((265, 570), (266, 594), (242, 516)),
    (2, 4, 3): ((2045, 5656), (1872, 5052), (1606, 3976)),
    (3, 3, 3): ((5478, 16167), (3879, 9967), (2095, 4417)),
}
"""Rows, columns, k: states and transitions of the plant and of the strategies of x and o."""

Way: TypeAlias = Callable[[GameGraph], Plant]

WAYS: list[Way] = [plant_of_cells, plant_of_positions]


def size(given: Automaton | None) -> Size:
    return None if given is None else (given.state_count, given.transition_count)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("board", FIGURES)
def test_the_known_figures(board: tuple[int, int, int], way: Way) -> None:
    given = way(game_graph(InARow(*board)))
    found = (size(given.automaton), *(size(strategy(given, side).automaton) for side in "xo"))
    assert found == FIGURES[board]


@pytest.mark.parametrize("way", WAYS)
def test_what_the_transitions_of_tic_tac_toe_are(way: Way) -> None:
    given = way(game_graph(InARow(3, 3, 3)))
    assert Counter(_mover(given, t) for t in range(16167)) == {"x": 8631, "o": 7536}
    assert all(not m for m in given.automaton.modalities)
    assert {side: contest(given, side).transition_count for side in "xo"} == {"x": 16809, "o": 16499}
    assert {contest(given, side).state_count for side in "xo"} == {5479}
    kinds = {
        "x": {"own": 5087, "urgent": 4244, "win": 620, "tie": 16},
        "o": {"own": 2020, "urgent": 2065, "win": 316, "tie": 16},
    }
    for side, wanted in kinds.items():
        found = strategy(given, side).automaton
        assert found is not None
        assert Counter(map(_kind, found.transitions)) == wanted


def _mover(given: Plant, t: int) -> Side:
    return given.graph.game.to_move(given.graph.positions[given.position[given.automaton.sources[t]]])


def _kind(t: object) -> str:
    from noughts.automata.transition import Transition

    assert isinstance(t, Transition)
    first = str(t.label.actions[0])
    if first in ("!win", "!tie"):
        return first[1:]
    return "urgent" if t.modality is Modality.URGENT else "own"


def test_the_composed_automaton_has_the_names_of_the_published_one() -> None:
    given = plant(game_graph(InARow(3, 3, 3)))
    automaton = given.automaton
    assert automaton.initial == (*(f"_{i}" for i in range(9)), "TurnCross")
    assert {q for o in automaton.occurring for q in o.names} == {
        *(f"{mark}_{i}" for i in range(9) for mark in ("", "X", "O")),
        "TurnCross",
        "TurnCircle",
    }
    assert all(automaton.finals)
    found = strategy(given, "o").automaton
    assert found is not None
    assert list(found.final_states) == [(SUCCESS,) * 10]
    lines = data_text(found).splitlines()
    assert lines[0] == "Rank: 10"
    assert lines[2] == f"Final states: [{'[Success]' * 10}]"
    first = "!U([_0, _1, _2, _3, _4, _5, _6, _7, _8, TurnCross],[-, -, -, -, !X_4, -, -, -, -, ?X_4],"
    assert first + "[_0, _1, _2, _3, X_4, _5, _6, _7, _8, TurnCircle])" in lines


@pytest.mark.parametrize("board", [(2, 2, 2), (2, 4, 3), (3, 3, 3)])
@pytest.mark.parametrize("side", ["x", "o"])
def test_both_ways_give_the_same_strategy(board: tuple[int, int, int], side: Side) -> None:
    """State for state: the same positions, with the same moves out of each."""
    graph = game_graph(InARow(*board))
    ways = [(given, strategy(given, side).automaton) for given in (way(graph) for way in WAYS)]
    first, second = (_by_position(given, found) for given, found in ways)
    assert first == second


def _by_position(given: Plant, found: Automaton | None) -> set[tuple[object, object, Modality]] | None:
    """The transitions as pairs of positions."""
    if found is None:
        return None
    codes = dict(zip(given.automaton.codes, given.position, strict=True))
    return {
        (codes[found.codes[source]], codes.get(found.codes[target], _kind(found.transition(t))), modality)
        for t, (source, target, modality) in enumerate(
            zip(found.sources, found.targets, map(Modality, found.modalities), strict=True)
        )
    }


@pytest.mark.parametrize("board", [(3, 2, 3), (2, 4, 3), (3, 3, 3)])
@pytest.mark.parametrize("side", ["x", "o"])
def test_a_strategy_is_all_that_cannot_lose(board: tuple[int, int, int], side: Side) -> None:
    """Walking all plays in which the side keeps to it: none is lost, and it never runs out of moves.
    Every move it leaves out would let the other side win."""
    game = InARow(*board)
    given = plant_of_positions(game_graph(game))
    found = strategy(given, side).automaton
    assert found is not None
    moves: dict[Position, set[Position]] = {}
    for t, source in enumerate(found.sources):
        if _kind(found.transition(t)) in ("own", "urgent"):
            source_position, target = (
                given.graph.positions[found.codes[s]] for s in (source, found.targets[t])
            )
            moves.setdefault(source_position, set()).add(target)
    seen, todo = set(), [game.initial]
    while todo:
        position = todo.pop()
        if position in seen:
            continue
        seen.add(position)
        outcome = game.outcome(position)
        if outcome is not None:
            assert outcome.winner in (side, None)
            continue
        after = [game.after(position, move) for move in game.moves(position)]
        if game.to_move(position) == side:
            assert moves[position]
            assert all(_loses(game, p, side) for p in after if p not in moves[position])
            todo += moves[position]
        else:
            assert moves[position] == set(after)
            todo += after
    assert len(seen) == found.state_count - 1


_LOSES: dict[tuple[Game, Position, Side], bool] = {}


def _loses(game: Game, position: Position, side: Side) -> bool:
    """Whether the other side can force a win over `side`."""
    key = (game, position, side)
    if key not in _LOSES:
        outcome = game.outcome(position)
        if outcome is not None:
            _LOSES[key] = outcome.winner not in (side, None)
        else:
            after = [_loses(game, game.after(position, move), side) for move in game.moves(position)]
            _LOSES[key] = all(after) if game.to_move(position) == side else any(after)
    return _LOSES[key]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("board", [(2, 2, 2), (1, 3, 1)])
def test_a_side_that_loses_is_told_how(board: tuple[int, int, int], way: Way) -> None:
    """By a play that the other side wins."""
    game = InARow(*board)
    given = way(game_graph(game))
    explanation = why_empty(strategy(given, "o"))
    assert explanation.links[-1].fate is Fate.DEAD_END
    assert explanation.links[-1].blocked is None
    line = lost_play(given, strategy(given, "o"), "o")
    position = game.initial
    for played in line:
        assert game.to_move(position) == played.side
        moves = {game.move_text(position, move): move for move in game.moves(position)}
        position = game.after(position, moves[played.text])
        assert position == played.position
    outcome = game.outcome(position)
    assert outcome is not None
    assert outcome.winner == "x"


def test_a_lost_play_is_the_best_of_both() -> None:
    """From every position outside the strategy the play takes as long as the side can make it last."""
    game = InARow(3, 3, 3)
    given = plant_of_positions(game_graph(game))
    found = strategy(given, "o")
    checked = 0
    for s in found.fixpoint.fallen[:-1:7]:
        position = given.graph.positions[s]
        if _loses(game, position, "o"):
            line = lost_play(given, found, "o", s)
            end = game.outcome(line[-1].position if line else position)
            assert end is not None
            assert end.winner == "x"
            assert len(line) == _length(game, position)
            checked += 1
    assert checked > 300


_LENGTHS: dict[tuple[Game, Position], int] = {}


def _length(game: Game, position: Position) -> int:
    """How many moves x needs to win if o delays it, from where x can."""
    if game.outcome(position) is not None:
        return 0
    if (game, position) not in _LENGTHS:
        after = [game.after(position, move) for move in game.moves(position)]
        lengths = [_length(game, p) for p in after if _loses(game, p, "o")]
        _LENGTHS[game, position] = 1 + (max if game.to_move(position) == "o" else min)(lengths)
    return _LENGTHS[game, position]


@dataclass(frozen=True)
class Heap:
    """Take one, two or three from a heap; who takes the last wins.  No board, and positions that many
    plays lead to."""

    count: int
    sides: tuple[Side, ...] = ("a", "b")
    name: str = "heap"

    @property
    def initial(self) -> Position:
        return (0, self.count)

    def to_move(self, position: Position) -> Side:
        return self.sides[_pair(position)[0]]

    def moves(self, position: Position) -> Sequence[int]:
        return [n for n in (1, 2, 3) if n <= _pair(position)[1]]

    def after(self, position: Position, move: Move) -> Position:
        assert isinstance(move, int)
        turn, left = _pair(position)
        return (1 - turn, left - move)

    def outcome(self, position: Position) -> Outcome | None:
        turn, left = _pair(position)
        return Outcome(self.sides[1 - turn], "took the last") if not left else None

    def move_text(self, position: Position, move: Move) -> str:
        return str(move)

    def position_text(self, position: Position) -> str:
        turn, left = _pair(position)
        return f"{self.sides[turn]}, [{left}]"


def _pair(position: Position) -> tuple[int, int]:
    assert isinstance(position, tuple)
    return position


def test_a_game_without_cells_has_the_plant_of_its_positions() -> None:
    with pytest.raises(Unsuitable, match="not made of cells"):
        plant_of_cells(game_graph(Heap(10)))
    given = plant(game_graph(Heap(10)))
    assert given.automaton.initial == ("a; ⟨10⟩",)
    found = strategy(given, "a").automaton
    assert found is not None
    own = {t.source[0]: t for t in found.transitions if _kind(t) == "own"}
    assert {source: str(t.label) for source, t in own.items()} == {
        "a; ⟨10⟩": "[!a_2]", "a; ⟨7⟩": "[!a_3]", "a; ⟨6⟩": "[!a_2]", "a; ⟨5⟩": "[!a_1]",
        "a; ⟨3⟩": "[!a_3]", "a; ⟨2⟩": "[!a_2]", "a; ⟨1⟩": "[!a_1]",
    }  # fmt: skip
    assert strategy(given, "b").automaton is None


def test_sides_of_any_name_have_states_named_after_them() -> None:
    given = plant_of_cells(game_graph(InARow(1, 2, 2, sides=("left", "right")))).automaton
    names = [sorted(o.names) for o in given.occurring]
    assert names == [["Left_0", "Right_0", "_0"], ["Left_1", "Right_1", "_1"], ["TurnLeft", "TurnRight"]]


@dataclass(frozen=True)
class Gravity(InARow):
    """A stone falls on what lies in its column: not every empty cell may be taken."""

    def moves(self, position: Position) -> Sequence[tuple[Side, int]]:
        free = list(super().moves(position))
        return [move for move in free if not any(cell == move[1] + self.columns for _, cell in free)]


@dataclass(frozen=True)
class Forgetful(InARow):
    """Who took which cell is forgotten: two contents make one position."""

    def after(self, position: Position, move: Move) -> frozenset[tuple[Side, int]]:
        count = len(super().after(position, move))
        cells = sorted(cell for _, cell in super().after(position, move))
        return frozenset(("xo"[k % 2], cell) for k, cell in enumerate(cells[:count]))


@pytest.mark.parametrize("game", [Gravity(3, 2, 2), Forgetful(2, 2, 3)])
def test_cells_are_not_taken_on_trust(game: Game) -> None:
    with pytest.raises(Unsuitable, match="not made of cells"):
        plant_of_cells(game_graph(game))
    assert plant(game_graph(game)).automaton.rank == 1


def test_who_does_not_play_is_told() -> None:
    with pytest.raises(Unsuitable, match="heap has no side 'z'"):
        strategy(plant(game_graph(Heap(4))), "z")


def test_a_game_that_is_too_large_is_told() -> None:
    with pytest.raises(TooManyPositions, match="more than 1,000 positions"):
        game_graph(InARow(3, 3, 3), limit=1000)


@pytest.mark.parametrize(
    ("words", "let"),
    [("tictactoe", []), ("hexapawn", []), ("nim", []), ("mnk", ["m=2", "n=4", "k=3"])],
)
def test_a_kernel_gives_the_same_graph(words: str, let: list[str]) -> None:
    game = GameArgument([words], let=let).load()
    assert isinstance(game, Groundable)
    game.ground()  # which waits, where exploring takes what is there first
    first, second = game_graph(game), labelled(explore_rules(game))
    assert isinstance(first.states, KernelGraph)
    assert list(first.positions) == list(second.positions)
    assert [first.number(p) for p in second.positions] == list(range(len(second.positions)))
    for part in ("ends", "made", "texts", "sources", "kinds", "targets"):
        assert getattr(first, part) == getattr(second, part), part
    sizes = [
        [size(strategy(plant(graph), side).automaton) for side in game.sides] for graph in (first, second)
    ]
    assert sizes[0] == sizes[1]
