"""Games of OpenSpiel pass its own tests, and its algorithms play them as they should."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import noughts
from noughts.adapters import open_spiel
from noughts.games.result import Value
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
    spiel = open_spiel.load_game(game, name=f"match_{name}", most_moves=40)
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


def test_a_policy_is_audited_by_all_that_it_may_do():
    pytest.importorskip("pyspiel", reason=EXTRA)
    from open_spiel.python.policy import TabularPolicy, UniformRandomPolicy

    game = GAMES["nim"]()
    spiel, table = open_spiel.load_game(game), game.solve()
    uniform = open_spiel.player(spiel, UniformRandomPolicy(spiel), name="uniform", seed=1)
    assert game.audit(uniform, "o").positions == game.audit("random", "o").positions
    best = TabularPolicy(spiel)
    for state in best.states:
        match = noughts.Match(game)
        for action, before in zip(state.history(), states_before(state), strict=True):
            match = match.play(before.action_to_string(action))
        for action in state.legal_actions():
            is_best = state.action_to_string(action) in table.best(match)
            best.policy_for_key(best._state_key(state, None))[action] = is_best / len(table.best(match))
    winner = table.value().winner
    assert winner is not None
    player = open_spiel.player(spiel, best, seed=1)
    assert game.audit(player, winner).safe
    outcome = game.play({winner: player, "x" if winner == "o" else "o": uniform}).outcome
    assert outcome is not None
    assert outcome.winner == winner


def states_before(state: Any) -> list[Any]:
    """The states of a match before each of its actions."""
    found = [state.get_game().new_initial_state()]
    for action in state.history():
        found.append(found[-1].child(action))
    return found[:-1]


def test_a_name_is_given_anew():
    pyspiel = pytest.importorskip("pyspiel", reason=EXTRA)
    small = open_spiel.load_game(noughts.load("mnk", m=2, n=2, k=2))
    large = open_spiel.load_game(noughts.load("mnk", m=3, n=2, k=2))
    assert (small.num_distinct_actions(), large.num_distinct_actions()) == (4, 6)
    assert pyspiel.load_game("noughts_mnk").num_distinct_actions() == 6
    small.new_initial_state().apply_action(0)  # the first one is still what it was


def copies(pyspiel: Any, state: Any) -> list[Any]:
    """The state copied in every way there is."""
    kept = pyspiel.serialize_game_and_state(state.get_game(), state)
    return [
        copy.copy(state),
        copy.deepcopy(state),
        state.clone(),
        state.get_game().deserialize_state(state.serialize()),
        *(pickle.loads(pickle.dumps(state, protocol)) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)),
        pyspiel.deserialize_game_and_state(kept)[1],
        copy.deepcopy([state, state.get_game()])[0],
    ]


VARIANTS: list[tuple[str, list[dict[str, Any]]]] = [
    ("mnk", [{}, {"m": 4}, {"m": 4, "k": 2}, {"m": 2, "n": 2}]),
    ("nim", [{}, {"heaps": (1, 2)}, {"heaps": (2, 2)}, {"heaps": (12,)}]),
    ("euclid", [{}, {"a": 7}, {"a": 7, "b": 3}]),
]


@pytest.mark.parametrize(("name", "variants"), VARIANTS)
def test_a_state_stays_in_its_game_whatever_is_loaded_later(name: str, variants: list[dict[str, Any]]):
    """Games of one name are told apart by their constants, in every order of loading them."""
    pyspiel = pytest.importorskip("pyspiel", reason=EXTRA)
    dice = Random(5)
    told = []
    for constants in [*variants, *reversed(variants)]:
        spiel = open_spiel.load_game(noughts.load(name, **constants))
        state = spiel.new_initial_state()
        while not state.is_terminal() and dice.random() < 0.8:
            state.apply_action(dice.choice(state.legal_actions()))
        told.append((spiel, state, spiel.num_distinct_actions(), str(state), state.legal_actions()))
    for spiel, state, actions, text, legal in told:
        for copied in copies(pyspiel, state):
            game = copied.get_game()
            assert (game, game.num_distinct_actions()) == (spiel, actions)
            assert (str(copied), copied.legal_actions(), copied.history()) == (text, legal, state.history())
        again = pyspiel.load_game(str(spiel))
        assert (str(again), again.num_distinct_actions()) == (str(spiel), actions)
        assert pickle.loads(pickle.dumps(spiel)) == copy.deepcopy(spiel) == spiel
    names = [str(spiel) for spiel, *_ in told]
    assert names[: len(variants)] == names[: len(variants) - 1 : -1]
    assert len(set(names)) == len(variants)


def test_the_constants_are_parameters():
    pytest.importorskip("pyspiel", reason=EXTRA)
    assert open_spiel.register(noughts.load("mnk", m=4)) == "noughts_mnk(k=3,m=4,n=3)"
    assert str(open_spiel.load_game(noughts.load("mnk", m=4))) == "noughts_mnk(k=3,m=4,n=3)"
    few = open_spiel.load_game(noughts.load("mnk", m=4), most_moves=3)
    assert (str(few), few.max_game_length()) == ("noughts_mnk(k=3,m=4,most_moves=3,n=3)", 3)


RULES = """/$ initialState := ({n}, `x)
(left, playerToMove) := currentState
other := `o if playerToMove = `x; `x otherwise
moves := {{1, 2}}
legalMove(m) iff m <= left
outcome(m) := (left - m, other)
gameOver iff left = 0
wins(p) iff gameOver & p {sign} playerToMove $/
"""


def test_a_name_of_other_rules_is_refused():
    pyspiel = pytest.importorskip("pyspiel", reason=EXTRA)
    won, lost, longer = (
        noughts.load(RULES.format(n=n, sign=sign)) for n, sign in ((3, "="), (3, "/="), (4, "="))
    )
    first = open_spiel.load_game(won, name="taken")
    for other in (lost, longer, GAMES["python"](), GAMES["clicks"]()):
        with pytest.raises(noughts.Refusal, match="the name `taken` belongs to a game with other rules"):
            open_spiel.load_game(other, name="taken")
    assert open_spiel.load_game(noughts.load(RULES.format(n=3, sign="=")), name="taken") == first
    with pytest.raises(noughts.Refusal, match="the name `tic_tac_toe` belongs to a game with other rules"):
        open_spiel.register(won, name="tic_tac_toe")
    assert pyspiel.load_game("tic_tac_toe").num_distinct_actions() == 9
    open_spiel.register(GAMES["mnk"]())
    with pytest.raises(noughts.Refusal, match=r"the game `noughts_mnk\(.*m=77.*\)` is not registered"):
        pyspiel.load_game("noughts_mnk(m=77)")


def test_another_process_does_not_take_other_rules_for_the_pickled_ones(tmp_path: Path):
    pytest.importorskip("pyspiel", reason=EXTRA)
    state = open_spiel.load_game(noughts.load(RULES.format(n=3, sign="=")), name="sent").new_initial_state()
    file = tmp_path / "state.pickle"
    file.write_bytes(pickle.dumps(state))
    program = f"""
import pickle, noughts
from noughts.adapters.open_spiel import load_game
def read():
    try:
        return str(pickle.load(open({str(file)!r}, "rb")))
    except noughts.Refusal as refused:
        return str(refused)
print(read())
load_game(noughts.load({RULES!r}.format(n=3, sign=SIGN)), name="sent")
print(read())
"""
    for sign, told in (("=", str(state)), ("/=", "the game `sent` has other rules here")):
        done = subprocess.run(
            [sys.executable, "-c", program.replace("SIGN", repr(sign))],
            check=True, capture_output=True, text=True, timeout=600,
        )  # fmt: skip
        before, after = done.stdout.splitlines()
        assert before.startswith("the game `sent` is not registered in this process")
        assert after.startswith(told)


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
