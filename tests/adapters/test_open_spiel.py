"""Games of OpenSpiel pass its own tests, and its algorithms play them as they should."""

from __future__ import annotations

import pickle
import subprocess
import sys
from random import Random
from typing import Any

import numpy as np
import pytest

import noughts
from noughts.adapters import open_spiel
from noughts.games.value import Value
from tests.adapters.games import GAMES

EXTRA = "OpenSpiel is an extra: pip install 'noughts[open-spiel]'"


def test_a_missing_library_is_said_with_the_command(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    for make in (open_spiel.load_game, open_spiel.register):
        with pytest.raises(
            noughts.Refusal, match=r"pyspiel is not installed; `pip install 'noughts\[open-spiel\]'`"
        ):
            make(GAMES["mnk"]())


@pytest.mark.parametrize("name", GAMES)
def test_it_passes_the_tests_of_the_library(name: str):
    pyspiel = pytest.importorskip("pyspiel", reason=EXTRA)
    game = open_spiel.load_game(GAMES[name](), name=f"test_{name}", most_moves=60)
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_its_playthrough_is_a_match_of_the_game(name: str):
    pyspiel = pytest.importorskip("pyspiel", reason=EXTRA)
    from open_spiel.python.algorithms.generate_playthrough import playthrough

    game = GAMES[name]()
    registered = open_spiel.register(game, name=f"played_{name}", most_moves=30)
    told = playthrough(registered, None, seed=1)
    state, match = pyspiel.load_game(registered).new_initial_state(), noughts.Match(game)
    for line in told.splitlines():
        if line.startswith("action: "):
            match = match.play(state.action_to_string(int(line.removeprefix("action: "))))
            state.apply_action(int(line.removeprefix("action: ")))
    assert state.is_terminal()
    assert f"Returns() = [{state.returns()[0]:g}, " in told
    assert match.outcome is not None or len(match.moves) == 30


@pytest.mark.parametrize("name", GAMES)
def test_a_match_is_that_of_the_game(name: str):
    pytest.importorskip("pyspiel", reason=EXTRA)
    game = GAMES[name]()
    spiel = open_spiel.load_game(game, most_moves=40)
    for seed in range(5):
        dice, match, state = Random(seed), noughts.Match(game), spiel.new_initial_state()
        while not state.is_terminal():
            assert game.sides[state.current_player()] == match.to_move
            texts = {state.action_to_string(action): action for action in state.legal_actions()}
            assert sorted(texts) == sorted(match.legal_moves)
            text = dice.choice(sorted(texts))
            match = match.play(text)
            state.apply_action(texts[text])
            for player in range(len(game.sides)):
                assert state.observation_tensor(player) == state.clone().observation_tensor(player)
        winner = match.outcome and match.outcome.winner
        assert match.outcome is not None or len(match.moves) == 40
        assert state.returns() == [
            0 if winner is None else 1 if side == winner else -1 for side in game.sides
        ]
        assert state.legal_actions() == []
        assert str(pickle.loads(pickle.dumps(state))) == str(state)


@pytest.mark.parametrize(
    ("name", "constants"),
    [("tictactoe", {}), ("mnk", {"m": 3, "n": 2, "k": 2}), ("nim", {"heaps": (1, 2, 3)}), ("hexapawn", {})],
)
def test_minimax_finds_the_value_of_the_solution(name: str, constants: dict[str, Any]):
    pytest.importorskip("pyspiel", reason=EXTRA)
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    game = noughts.load(name, **constants)
    spiel = open_spiel.load_game(game)
    found, action = alpha_beta_search(spiel, maximizing_player_id=0)
    value: Value = game.solve().value()
    assert found == (0 if value.winner is None else 1 if value.winner == game.sides[0] else -1)
    assert action in spiel.new_initial_state().legal_actions()


def test_monte_carlo_tree_search_does_not_lose_a_drawn_game():
    pytest.importorskip("pyspiel", reason=EXTRA)
    from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

    game = GAMES["tictactoe"]()
    spiel, table, dice = open_spiel.load_game(game), game.solve(), Random(3)
    evaluator = RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = MCTSBot(spiel, 2.0, 200, evaluator, solve=True, random_state=np.random.RandomState(2))
    state, match = spiel.new_initial_state(), noughts.Match(game)
    while not state.is_terminal():
        best = table.best(match)
        action = bot.step(state)
        if state.current_player() == 1:  # the other side plays well, chance chooses among the best
            text = dice.choice(best)
            action = next(a for a in state.legal_actions() if state.action_to_string(a) == text)
        match = match.play(state.action_to_string(action))
        state.apply_action(action)
    assert state.returns() == [0, 0]


def test_a_name_is_given_anew():
    pyspiel = pytest.importorskip("pyspiel", reason=EXTRA)
    small = open_spiel.load_game(noughts.load("mnk", m=2, n=2, k=2))
    large = open_spiel.load_game(noughts.load("mnk", m=3, n=2, k=2))
    assert (small.num_distinct_actions(), large.num_distinct_actions()) == (8, 12)
    assert pyspiel.load_game("noughts_mnk").num_distinct_actions() == 12
    small.new_initial_state().apply_action(0)  # the first one is still what it was


def test_python_ends_in_peace():
    """What is registered outlives Python, and may not be freed then."""
    pytest.importorskip("pyspiel", reason=EXTRA)
    program = """
import noughts
from noughts.adapters.open_spiel import load_game
for heaps in ((1, 2), (2, 2)):
    state = load_game(noughts.load("nim", heaps=heaps)).new_initial_state()
print(state)
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=600)
