"""Environments for one agent pass the checks of Gymnasium, and play the matches of the game."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from gymnasium import make, make_vec
from gymnasium.utils.env_checker import check_env

import noughts
from noughts.adapters import gymnasium
from noughts.adapters.policy import player as policy_player
from noughts.api.player import AnyPlayer
from tests.adapters.games import GAMES

NAME = "noughts.adapters.gymnasium:noughts/Game-v0"


@pytest.mark.parametrize("name", GAMES)
def test_it_passes_the_checks_of_the_library(name: str):
    game = GAMES[name]()
    for side in game.sides:
        check_env(make(NAME, game=game, side=side, most_moves=30, render_mode="ansi").unwrapped)


def test_by_its_name_it_is_the_same_environment():
    game = GAMES["tictactoe"]()
    named, given = make(NAME, game="tictactoe", side="o"), gymnasium.env(game, "o")
    many = make_vec(NAME, num_envs=2, game=game, side="o")
    seen, expected, both = (each.reset(seed=3)[0] for each in (named, given, many))
    for key, value in expected.items():
        assert (seen[key] == value).all()
        assert (both[key][0] == value).all()
    assert policy_player(named, lambda seen: 0).encoding.actions == given.encoding.actions


def test_a_film_has_frames_of_one_size_that_differ():
    environment = gymnasium.env(GAMES["hexapawn"](), "x", "perfect", render_mode="rgb_array")
    seen, _ = environment.reset(seed=1)
    frames, is_over = [np.asarray(environment.render())], False
    while not is_over:
        seen, _, is_over, _, _ = environment.step(seen["action_mask"].argmax())
        frames.append(np.asarray(environment.render()))
    assert len(frames) > 2
    assert {(frame.shape, frame.dtype) for frame in frames} == {(frames[0].shape, np.dtype(np.uint8))}
    assert len({frame.tobytes() for frame in frames}) == len(frames)


def test_a_person_is_shown_each_position_without_asking(capsys: pytest.CaptureFixture[str]):
    game = GAMES["hexapawn"]()
    human, ansi = (gymnasium.env(game, "x", "perfect", render_mode=mode) for mode in ("human", "ansi"))
    for environment in (human, ansi):
        environment.reset(seed=1)
    shown = ansi.render()
    assert capsys.readouterr().out == f"{shown}\n"
    for environment in (human, ansi):
        environment.step(np.int64(environment.position.legal[0]))
    assert shown != ansi.render()
    assert capsys.readouterr().out == f"{ansi.render()}\n"
    assert human.render() is None
    assert capsys.readouterr().out == f"{ansi.render()}\n"


@pytest.mark.parametrize("opponent", ["random", lambda match: match.legal_moves[0]])
def test_a_match_is_that_of_the_game_and_rewards_are_of_the_agent(opponent: AnyPlayer):
    game = GAMES["tictactoe"]()
    dice = np.random.default_rng(5)
    for side in game.sides:
        environment = gymnasium.env(game, side, opponent)
        for seed in range(5):
            seen, _ = environment.reset(seed=seed)
            is_over, reward = False, 0.0
            while not is_over:
                assert (reward, game.sides[environment.position.mover]) == (0, side)
                assert (environment.action_masks() == (seen["action_mask"] == 1)).all()
                action = dice.choice(np.flatnonzero(seen["action_mask"]))
                seen, reward, is_over, is_long, _ = environment.step(action)
            match = noughts.Match.of(game, environment.match)
            assert match.outcome is not None
            assert reward == {side: 1, None: 0}.get(match.outcome.winner, -1)
            assert not is_long


def test_an_illegal_action_loses_and_a_seed_repeats_a_match():
    game = GAMES["tictactoe"]()
    environment = gymnasium.env(game, "o")
    first, _ = environment.reset(seed=7)
    (taken,) = np.flatnonzero(first["action_mask"] == 0)
    assert environment.step(taken)[1:4] == (-1.0, True, False)
    again, _ = environment.reset(seed=7)
    assert (first["observation"] == again["observation"]).all()
    with pytest.raises(noughts.Refusal, match="there is no side `y`"):
        gymnasium.env(game, "y")


def test_a_vector_of_environments_steps_each():
    game = GAMES["tictactoe"]()
    vector = gymnasium.vector_env(game, "o", lambda match: match.legal_moves[0], num_envs=3)
    seen, _ = vector.reset(seed=1)
    assert seen["observation"].shape == (3, 4, 3, 3)
    actions = np.array([4, 8, 1])
    seen, rewards, over, _, _ = vector.step(actions)
    assert [int(planes[0].reshape(9).argmax()) for planes in seen["observation"]] == [4, 8, 1]
    assert not rewards.any()
    assert not over.any()


def test_a_missing_library_is_said_with_the_command(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    with pytest.raises(noughts.Refusal, match=r"`pip install 'noughts\[pettingzoo\]'`"):
        gymnasium.env(GAMES["mnk"](), "x")
