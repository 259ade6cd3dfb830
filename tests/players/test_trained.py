"""The shipped model never loses; any model is played as it is written, and nothing else is taken for one."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.cli.game_argument import GameArgument
from noughts.documents import library
from noughts.framework import BoardGame, TicTacToeRS
from noughts.games.game import Game
from noughts.games.match import Match
from noughts.kernels.explore import explore_rules
from noughts.players.audit import audit
from noughts.players.named import PlayerUnavailable, Seat, named
from noughts.players.player import Positional
from noughts.players.trained.features import Encoder, features
from noughts.players.trained.network import (
    BadModel,
    Model,
    TrainedPlayer,
    WrongModel,
    forward,
    read_model,
    shipped,
)
from tests.small_games import Hexapawn, Nim, TicTacToe

MODELS = [name for name in library.names() if (library.LIBRARY / f"{name}.safetensors").exists()]


def document(name: str) -> Game:
    return GameArgument([name]).load()


def model(game: Game, *widths: int, seed: int = 0) -> Model:
    """Any network of these widths between the features and the sides."""
    names = Encoder.of(game, explore_rules(game).positions).names
    dice = np.random.default_rng(seed)
    wide = [len(names), *widths, len(game.sides)]
    layers = [
        (dice.normal(size=(a, b)).astype(np.float32), dice.normal(size=b).astype(np.float32))
        for a, b in pairwise(wide)
    ]
    return Model(layers, game.name, "", game.sides, names, {"seed": "0"})


def test_there_is_a_model_for_tic_tac_toe_that_knows_how_it_was_made() -> None:
    assert "tictactoe" in MODELS
    path = library.LIBRARY / "tictactoe.safetensors"
    assert path.stat().st_size < 200_000
    assert read_model(path).story["command"].startswith("noughts train tictactoe")


@pytest.mark.parametrize("name", MODELS)
def test_a_shipped_model_never_loses(name: str) -> None:
    game = document(name)
    for side in game.sides:
        player = named("trained", Seat(game, side))
        assert isinstance(player, Positional)
        found = audit(player, game, side)
        assert found.safe, f"as {side}: {found.lost}"


@pytest.mark.parametrize("game", [TicTacToe(), Nim((2, 3)), Hexapawn(), BoardGame.of(TicTacToeRS())])
def test_features_tell_all_positions_apart_in_which_one_moves(game: Game) -> None:
    positions = [position for position in explore_rules(game).positions if game.outcome(position) is None]
    found = {frozenset(features(position, game.to_move(position))) for position in positions}
    assert len(found) == len(positions)


def test_equal_positions_have_equal_features_however_they_came_about() -> None:
    game = document("tictactoe")

    def after(*texts: str) -> Any:
        match = Match(game)
        for text in texts:
            legal = {game.move_text(match.position, move): move for move in match.legal_moves}
            match = match.play(legal[text])
        return match.position

    first, second = after("1", "5", "9"), after("9", "5", "1")
    assert set(features(first, "o")) == set(features(second, "o"))
    assert set(features(first, "o")) == {"o to move", "has (`x, 1)", "has (`o, 5)", "has (`x, 9)"}


def test_what_all_positions_have_in_common_is_no_feature_and_what_is_unknown_is_left_out() -> None:
    game = Nim((1, 1))
    encoder = Encoder.of(game, explore_rules(game).positions)
    assert len(encoder.names) == len(set(encoder.names))
    assert list(encoder.names) == sorted(encoder.names)
    rows = [encoder.row(position, "first") for position in (game.initial, ("first", (7, 7)))]
    assert rows[0].dtype == np.float32
    known, unknown = (row.sum() for row in rows)
    assert known - unknown == 2  # the sizes of two heaps


@given(st.lists(st.integers(1, 5), min_size=2, max_size=4), st.integers(0, 9))
def test_the_network_computes_what_it_says(widths: list[int], seed: int) -> None:
    dice = np.random.default_rng(seed)
    layers = [
        (dice.normal(size=(a, b)).astype(np.float32), dice.normal(size=b).astype(np.float32))
        for a, b in pairwise(widths)
    ]
    rows = dice.integers(0, 2, size=(3, widths[0])).astype(np.float32)
    for row, values in zip(rows, forward(layers, rows), strict=True):
        hidden = [float(each) for each in row]
        for number, (weights, biases) in enumerate(layers, start=1):
            sums = [
                sum(h * float(w) for h, w in zip(hidden, weights[:, k], strict=True)) + float(biases[k])
                for k in range(len(biases))
            ]
            hidden = [float(np.tanh(s)) if number == len(layers) else max(0.0, s) for s in sums]
        assert values == pytest.approx(hidden)


def test_a_model_is_the_same_once_it_is_read_and_its_file_leaves_nothing_to_chance() -> None:
    game = Hexapawn()
    made = model(game, 7)
    read = Model.from_bytes(made.to_bytes())
    assert made.to_bytes() == read.to_bytes() == model(game, 7).to_bytes()
    assert (read.sides, read.features, read.story) == (made.sides, made.features, made.story)
    first, second = TrainedPlayer(made, game), TrainedPlayer(read, game)
    for position in explore_rules(game).positions:
        if game.outcome(position) is None:
            match = Match(game, (), (position,))
            assert first.choose(match) == second.choose(match)
            assert first.choices(match) == [first.choose(match)]


def test_a_move_that_ends_the_match_is_judged_by_the_rules() -> None:
    """Whatever the network thinks: it wins where it can at once, and does not lose at once."""
    game = TicTacToe()
    for seed in range(5):
        player = TrainedPlayer(model(game, 4, seed=seed), game)
        assert player.choose(Match(game, (0, 3, 1, 4))) == 2
        assert player.choose(Match(game, (0, 3, 6, 4, 7))) == 5


@given(st.binary(max_size=300))
def test_no_bytes_are_more_than_refused(content: bytes) -> None:
    with pytest.raises(BadModel):
        Model.from_bytes(content)


@given(st.data())
def test_a_damaged_model_is_refused_or_still_fits(data: st.DataObject) -> None:
    content = bytearray(model(Nim((1, 1)), 2).to_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    try:
        read = Model.from_bytes(bytes(content))
    except BadModel:
        return
    assert forward(read.layers, np.zeros((1, len(read.features)), dtype=np.float32)).shape == (
        1,
        len(read.sides),
    )


def test_layers_that_do_not_fit_are_refused() -> None:
    made = model(Nim((1, 1)), 3)
    wrong = Model(made.layers[:1], made.game, "", made.sides, made.features)
    with pytest.raises(BadModel, match="does not give a value for each side"):
        Model.from_bytes(wrong.to_bytes())
    wrong = Model(made.layers, made.game, "", made.sides, made.features[:-1])
    with pytest.raises(BadModel, match="do not fit together"):
        Model.from_bytes(wrong.to_bytes())


def test_another_file_of_arrays_is_no_model(tmp_path: Path) -> None:
    head = json.dumps({"__metadata__": {"noughts": json.dumps({"format": "noughts training 1"})}}).encode()
    path = tmp_path / "other.safetensors"
    path.write_bytes(len(head).to_bytes(8, "little") + head)
    with pytest.raises(BadModel, match=r"other.safetensors: this is not a model of a player"):
        read_model(path)


def test_a_model_of_other_rules_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WrongModel, match="the model was trained for other rules than those of nim"):
        TrainedPlayer(model(TicTacToe(), 2), Nim())
    assert shipped(Nim()) is None
    with pytest.raises(PlayerUnavailable, match="there is no trained player for graph nim yet"):
        named("trained", Seat(Nim(name="graph nim"), "first"))
    with pytest.raises(PlayerUnavailable, match="there is no file"):
        named(f"trained:{tmp_path / 'no.safetensors'}", Seat(Nim(), "first"))
    with pytest.raises(PlayerUnavailable, match="`random` takes nothing after a colon"):
        named("random:x", Seat(Nim(), "first"))


def test_a_model_of_ones_own_plays_by_its_file(tmp_path: Path) -> None:
    path = tmp_path / "Mine.safetensors"
    path.write_bytes(model(Nim(), 3).to_bytes())
    player = named(f"trained:{path}", Seat(Nim(), "first"))
    assert isinstance(player, TrainedPlayer)
    assert player.choose(Match(Nim())) in Nim().moves(Nim().initial)
