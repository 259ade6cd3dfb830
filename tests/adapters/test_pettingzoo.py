"""Environments of PettingZoo pass its own tests, and play the matches of the game."""

from __future__ import annotations

import copy
import doctest
import pickle
import sys
from functools import partial
from importlib import import_module
from random import Random
from typing import Any

import numpy as np
import pytest
import resvg_py
from pettingzoo.test import api_test, render_test, seed_test

import noughts
from noughts.adapters import pettingzoo
from noughts.adapters.board_rendering import refuse_without_typefaces
from noughts.adapters.policy import player as policy_player
from tests.adapters.games import GAMES

ADVICE = [
    "Observation space for each agent probably should be",  # not where there is an action mask
    "We recommend agents to be named",  # agents are the sides of the game
    "Observation is not a NumPy array",  # it is a dictionary, with the action mask
    "Observation numpy array is all zeros",  # as may be the bits of a last position
    "State numpy array is all zeros",
    "Action mask numpy array is all zeros",  # nobody may do anything there
    "Action mask is a single number",
    "Observation is a single number",
]
"""Warnings of `api_test` that do not concern these environments."""

own_tests = pytest.mark.filterwarnings(*(f"ignore:{advice}:UserWarning" for advice in ADVICE))


@own_tests
@pytest.mark.parametrize("name", GAMES)
def test_it_passes_the_tests_of_the_library(name: str):
    game = GAMES[name]()
    for seed in range(10):
        api_test(seeded(game, seed), num_cycles=30)
        seed_test(lambda seed=seed: seeded(game, seed), num_cycles=10)
        state_tests = import_module("pettingzoo.test.state_test")  # the package has a function of that name
        state_tests.test_state_space(seeded(game, seed))
        state_tests.test_state(seeded(game, seed), num_cycles=10)


def seeded(game: noughts.Game, seed: int) -> Any:
    """An environment that draws the same actions each time; the library's tests draw illegal ones, too."""
    environment = pettingzoo.env(game)
    for agent in environment.possible_agents:
        environment.action_space(agent).seed(seed)
    return environment


@own_tests
def test_it_is_drawn_as_the_library_wants(capsys: pytest.CaptureFixture[str]):
    game = GAMES["tictactoe"]()
    render_test(lambda render_mode: pettingzoo.env(game, render_mode=render_mode))
    environment = pettingzoo.env(game, render_mode="ansi")
    environment.reset()
    take(environment, "5")
    assert "X" in environment.render().upper()
    with pytest.raises(noughts.Refusal, match="tictactoe has no render mode 'rgb'"):
        pettingzoo.env(game, render_mode="rgb")  # type: ignore[arg-type]
    with pytest.raises(noughts.Refusal, match="no render mode 'rgb_array'; there are 'ansi', 'human'"):
        pettingzoo.env(GAMES["python"](), render_mode="rgb_array")


def test_an_image_is_the_board_in_its_colours():
    """x is blue in the middle of its cell, o is green; other cells are white, as the rest of the board."""
    environment = pettingzoo.env(GAMES["tictactoe"](), render_mode="rgb_array")
    environment.reset()
    empty = environment.render().astype(int)
    take(environment, "5")
    take(environment, "1")
    drawn = environment.render().astype(int)
    height, width, _ = drawn.shape
    changed = {}
    for cell in range(9):
        rows, columns = (
            slice(size * place // 3, size * (place + 1) // 3)
            for size, place in zip((height, width), divmod(cell, 3), strict=True)
        )
        changed[cell + 1] = drawn[rows, columns][(drawn != empty).any(2)[rows, columns]]
    assert {cell for cell, pixels in changed.items() if len(pixels)} == {1, 5}
    assert changed[5].min(0).tolist() == [0, 0, 255]
    assert changed[1].min(0).tolist() == [0, 128, 0]
    assert (empty[0, 0] == 255).all()


def test_without_typefaces_it_is_said_and_no_board_without_letters_is_drawn(monkeypatch: pytest.MonkeyPatch):
    drawn = partial(resvg_py.svg_to_bytes, skip_system_fonts=True)
    monkeypatch.setattr(resvg_py, "svg_to_bytes", drawn)
    refuse_without_typefaces.cache_clear()
    with pytest.raises(noughts.Refusal, match="no typeface is installed"):
        pettingzoo.env(GAMES["tictactoe"](), render_mode="rgb_array")


def take(environment: Any, text: str) -> None:
    inner = environment.unwrapped
    environment.step(inner.encoding.action(inner.position, text))


@pytest.mark.parametrize("name", GAMES)
def test_a_match_is_that_of_the_game(name: str):
    game = GAMES[name]()
    environment = pettingzoo.env(game)
    for seed in range(5):
        dice, match = Random(seed), noughts.Match(game)
        environment.reset(seed=seed)
        while match.outcome is None:
            seen, reward, terminated, truncated, _ = environment.last()
            assert (environment.agent_selection, reward, terminated, truncated) == (
                match.to_move,
                0,
                False,
                False,
            )
            legal = np.flatnonzero(seen["action_mask"])
            inner = environment.unwrapped
            texts = {inner.encoding.move_text(inner.position, action): action for action in legal}
            assert sorted(texts) == sorted(match.legal_moves)
            for other in environment.agents:
                if other != match.to_move:
                    assert not environment.observe(other)["action_mask"].any()
            text = dice.choice(sorted(texts))
            match = match.play(text)
            environment.step(texts[text])
        winner = match.outcome.winner
        expected = {side: 0 if winner is None else 1 if side == winner else -1 for side in game.sides}
        assert environment.rewards == expected
        for agent in environment.agent_iter():
            seen, reward, terminated, truncated, _ = environment.last()
            assert (reward, terminated, truncated) == (expected[agent], True, False)
            assert not seen["action_mask"].any()
            environment.step(None)
        assert environment.agents == []


def test_an_illegal_action_loses_in_the_wrappers_and_is_refused_without():
    game = GAMES["hexapawn"]()
    environment, raw = pettingzoo.env(game), pettingzoo.raw_env(game)
    environment.reset()
    raw.reset()
    illegal = int(np.flatnonzero(raw.observe("x")["action_mask"] == 0)[0])
    environment.step(illegal)
    assert environment.rewards == {"x": -1, "o": 0}
    before = raw.position
    with pytest.raises(noughts.Refusal, match=f"action {illegal} is not legal"):
        raw.step(illegal)
    with pytest.raises(noughts.Refusal, match="the match goes on"):
        raw.step(None)
    assert (raw.position, raw.moves_made, raw.rewards) == (before, 0, {"x": 0, "o": 0})


def test_a_match_without_end_is_truncated():
    environment = pettingzoo.env(GAMES["round"](), most_moves=6)
    environment.reset()
    for _ in range(6):
        assert not any(environment.truncations.values())
        take(environment, "arrow 1")
    assert all(environment.truncations.values())
    assert not any(environment.terminations.values())
    assert environment.rewards == {"a": 0, "b": 0}
    for agent in environment.agent_iter():
        assert not environment.observe(agent)["action_mask"].any()
        environment.step(None)
    assert environment.agents == []


def test_a_copy_goes_on_by_itself():
    raw = pettingzoo.raw_env(GAMES["mnk"]())
    raw.reset()
    take(raw, "1,1")
    other = copy.deepcopy(raw)
    take(other, "2,2")
    assert (raw.moves_made, other.moves_made, raw.encoding is other.encoding) == (1, 2, True)


@pytest.mark.parametrize("name", GAMES)
def test_environments_of_one_name_keep_their_games(name: str):
    """Copied or pickled while another game of the name is there, they go on with their own."""
    game, other = GAMES[name](), noughts.load("mnk", m=4)
    raw, late = pettingzoo.raw_env(game), pettingzoo.raw_env(other)
    copied_games = copy.deepcopy([game, noughts.Match(game)])
    assert copied_games == [game, noughts.Match(game)] == [copy.copy(game), copy.copy(noughts.Match(game))]
    dice = Random(2)
    for environment in (raw, late):
        environment.reset()
        environment.step(dice.choice(environment.position.legal))
    copies = [copy.copy(raw), copy.deepcopy(raw), pickle.loads(pickle.dumps(raw))]
    for copied in copies:
        assert copied.encoding.moves == raw.encoding.moves
        while copied.position.outcome is None and copied.moves_made < 5:
            before = copied.position
            copied.step(before.legal[0])
            after = raw.encoding.after(before, before.legal[0])
            assert (copied.position.node, copied.position.legal) == (after.node, after.legal)
            agent = copied.agent_selection
            seen = raw.encoding.seen(after, raw.possible_agents.index(agent))
            assert (copied.observe(agent)["observation"] == seen["observation"]).all()
    assert (raw.moves_made, late.moves_made) == (1, 1)


def test_a_policy_is_a_player_of_the_game():
    game = GAMES["mnk"]()
    environment = pettingzoo.env(game)

    def last(seen: dict[str, Any]) -> int:
        return int(np.flatnonzero(seen["action_mask"])[-1])

    player = policy_player(environment, last)
    played = game.play({"x": player, "o": "random"}, seed=3)
    encoding, position = environment.unwrapped.encoding, environment.unwrapped.encoding.initial
    for ply, text in enumerate(played.moves):
        action = encoding.action(position, text)
        assert ply % 2 or action == max(position.legal)
        position = encoding.after(position, action)
    assert game.audit(player, "o").player == "last"
    wrong = policy_player(environment, lambda seen: len(encoding.actions), "wrong")
    with pytest.raises(noughts.Refusal, match="wrong chose action 6 after the start, which is not legal"):
        game.audit(wrong, "x")


def test_a_missing_library_is_said_with_the_command(monkeypatch: pytest.MonkeyPatch):
    for name in [name for name in sys.modules if name.partition(".")[0] == "pettingzoo"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    for make in (pettingzoo.env, pettingzoo.raw_env):
        with pytest.raises(noughts.Refusal, match=r"`pip install 'noughts\[pettingzoo\]'`"):
            make(GAMES["mnk"]())


@pytest.mark.parametrize(("module", "package"), [("resvg_py", "resvg_py"), ("PIL.Image", "PIL")])
def test_a_missing_renderer_is_said_with_the_command(
    monkeypatch: pytest.MonkeyPatch, module: str, package: str
):
    monkeypatch.setitem(sys.modules, module, None)
    refuse_without_typefaces.cache_clear()
    with pytest.raises(
        noughts.Refusal, match=rf"{package} is not installed; `pip install 'noughts\[pettingzoo\]'`"
    ):
        pettingzoo.env(GAMES["tictactoe"](), render_mode="rgb_array")


def test_the_examples_run():
    assert doctest.testmod(pettingzoo).failed == 0
