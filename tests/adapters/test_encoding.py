"""Games in numbers are the games: actions, sides and ends move by move, and no two positions alike."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import noughts
from noughts.adapters.encoding import Encoding, encoding_of, longest_match, narrowest
from noughts.grounding.state_layout import decoded, encoded
from noughts.kernels.explore import explore_rules
from noughts.kernels.kernel_source import NOBODY
from noughts.kernels.search_game import MOST_MOVES
from noughts.values.value import Value
from tests.adapters.games import GAMES
from tests.small_games.graph import GraphGame
from tests.small_games.nim import Nim
from tests.values.strategies import VALUES


@cache
def encoding(name: str) -> Encoding:
    return encoding_of(GAMES[name]())


@pytest.mark.parametrize("name", GAMES)
def test_random_matches_are_those_of_the_game(name: str):
    encoded = encoding(name)
    for seed in range(10):
        dice = Random(seed)
        match, position = noughts.Match(encoded.game), encoded.initial
        for _ in range(50):
            texts = [encoded.move_text(position, action) for action in position.legal]
            assert sorted(texts) == sorted(match.legal_moves)
            assert (position.outcome, list(position.legal)) == (match.outcome, sorted(position.legal))
            assert encoded.text(position) == encoded.game.rules.position_text(match.played.position)
            assert list(np.flatnonzero(encoded.mask(position))) == list(position.legal)
            if match.outcome is not None:
                assert position.mover == NOBODY
                break
            assert encoded.game.sides[position.mover] == match.to_move
            action = dice.choice(position.legal)
            match = match.play(encoded.move_text(position, action))
            position = encoded.after(position, action)


@pytest.mark.parametrize("name", GAMES)
def test_each_position_has_bits_of_its_own(name: str):
    encoded = encoding(name)
    graph = explore_rules(encoded.game.rules)
    seen, waiting = {encoded.initial.node: encoded.initial}, [encoded.initial]
    for position in waiting:
        for action in position.legal:
            after = encoded.after(position, action)
            if after.node not in seen:
                seen[after.node] = after
                waiting.append(after)
    observations = {encoded.observation(position).tobytes() for position in waiting}
    assert len(observations) == len(waiting) == len(graph)
    assert {len(observation) for observation in observations} == {encoded.width} == {len(encoded.features)}


@pytest.mark.parametrize("name", GAMES)
def test_each_side_tells_all_positions_apart_and_planes_have_the_same_bits(name: str):
    encoded = encoding(name)
    seen, waiting = {encoded.initial.node}, [encoded.initial]
    for position in waiting:
        for action in position.legal:
            after = encoded.after(position, action)
            if after.node not in seen:
                seen.add(after.node)
                waiting.append(after)
    for side in range(len(encoded.game.sides)):
        views = [encoded.seen(position, side) for position in waiting]
        assert len({view["observation"].tobytes() for view in views}) == len(waiting)
        assert {view["observation"].shape for view in views} == {encoded.shape}
        assert [view["action_mask"].any() for view in views] == [each.mover == side for each in waiting]


def test_an_action_is_a_move_whoever_makes_it_and_its_own_side_comes_first():
    game = noughts.load("four", columns=4, rows=4)
    encoded = encoding_of(game)
    assert (len(encoded.actions), encoded.actions[:5]) == (16, ((1, 4), (2, 4), (3, 4), (4, 4), (1, 3)))
    after = encoded.after(encoded.initial, encoded.action(encoded.initial, "2,1"))
    stone = np.zeros((4, 4), np.int8)
    stone[3, 1] = 1
    assert encoded.planes is not None
    assert encoded.planes.texts == (
        "(`x, cell) in currentState",
        "(`o, cell) in currentState",
        "x is to move",
        "o is to move",
    )
    own, other = (encoded.seen(after, side)["observation"] for side in (0, 1))
    assert (own[0] == stone).all()
    assert (other[1] == stone).all()
    assert not own[1].any()
    assert not other[0].any()
    for view in (own, other):
        assert view[3].all()
        assert not view[2].any()


def test_marks_that_either_side_may_set_are_different_actions():
    """In wild tic-tac-toe a player sets either mark, so that the name of a mark says what the move is."""
    wild = noughts.load("""
      /$ initialState := (`x, {})
         board := currentState[2]
         playerToMove := currentState[1]
         next := `o if playerToMove = `x; `x otherwise
         moves := {(`x, 1), (`x, 2), (`x, 3), (`o, 1), (`o, 2), (`o, 3)}
         legalMove(m) iff ~((`x, m[2]) in board) & ~((`o, m[2]) in board)
         outcome(m) := (next, board U {m})
         gameOver iff |board| = 3
         wins(p) iff (p, 1) in board $/""")
    encoded = encoding_of(wild)
    assert sorted(map(str, encoded.actions)) == sorted(map(str, encoded.moves))
    assert len(encoded.initial.legal) == 6


def test_rewards_are_for_the_winner():
    encoded = encoding("tictactoe")
    ends = {}
    for line in ("1 4 2 5 3", "1 4 2 5 7 6", "5 1 2 8 7 3 6 4 9", "1"):
        position = encoded.initial
        for text in line.split():
            position = encoded.after(position, encoded.action(position, text))
        ends[line] = [encoded.reward(position, side) for side in (0, 1)]
    assert list(ends.values()) == [[1, -1], [-1, 1], [0, 0], [0, 0]]


def test_what_is_not_legal_is_refused():
    encoded = encoding("nim")
    with pytest.raises(noughts.Refusal, match="action 23 is not legal; legal: 0, "):
        encoded.after(encoded.initial, 23)
    with pytest.raises(noughts.Refusal, match="`nothing` is not legal; legal: "):
        encoded.action(encoded.initial, "nothing")


def test_what_has_no_fixed_size_is_refused():
    with pytest.raises(noughts.Refusal, match="no kernel and more than 5 positions"):
        encoding_of(noughts.Game(Nim()), limit=5)
    with pytest.raises(noughts.Refusal, match="nobody can move"):
        encoding_of(noughts.Game(GraphGame({0: []}, {0: None})))


def test_positions_of_a_game_in_python_need_be_no_values():
    arrows: Any = {0.5: [1.5, 2.5], 1.5: [2.5], 2.5: []}  # floats, which a document does not know
    marks: Any = {0.5: "a", 1.5: "b", 2.5: "b"}
    start: Any = 0.5
    encoded = encoding_of(noughts.Game(GraphGame(arrows, marks, initial=start)))
    after = encoded.after(encoded.initial, 1)
    assert encoded.observation(encoded.initial).tolist() == [0, 0, 1, 0]
    assert encoded.observation(after).tolist() == [0, 1, 0, 0]


@given(st.lists(VALUES, min_size=1, max_size=6))
def test_a_layout_holds_what_it_was_made_of(values: list[Value]):
    layout = narrowest(values)
    for value in values:
        assert decoded(layout, encoded(layout, value)) == value


@given(st.data())
def test_the_longest_match_is_found(data: st.DataObject):
    count = data.draw(st.integers(1, 6))
    arrows = {
        place: data.draw(st.lists(st.integers(0, count - 1), max_size=2, unique=True))
        for place in range(count)
    }
    graph = explore_rules(GraphGame(arrows, dict.fromkeys(arrows, "a")))

    def longest(place: int, above: tuple[int, ...]) -> float:
        if place in above:
            return float("inf")
        return max((longest(after, (*above, place)) + 1 for after in arrows[place]), default=0)

    expected = longest(0, ())
    assert longest_match(graph) == (None if expected == float("inf") else expected)


def test_lengths_of_games():
    lengths = {name: encoding(name).longest for name in ("tictactoe", "nim", "python", "round")}
    assert lengths == {"tictactoe": 9, "nim": 1 + 2 + 3, "python": 1 + 2 + 3, "round": MOST_MOVES}
