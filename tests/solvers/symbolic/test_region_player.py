"""A strategy in a file is the strategy that was saved, and whoever keeps to it does not lose."""

from __future__ import annotations

import json
from pathlib import Path
from zlib import crc32

import pytest

from noughts.games.match import Match
from noughts.players.arena import referee
from noughts.players.levels import RandomPlayer
from noughts.players.named import PlayerUnavailable, Seat, named
from noughts.players.player import Person, Player
from noughts.players.region_player import RegionPlayer, region_player
from noughts.players.strategy import NoStrategy
from noughts.refusal import Refusal
from noughts.solvers.plan import solve_by_plan
from noughts.solvers.symbolic.layers import Layered
from noughts.solvers.symbolic.saved_strategy import Unreadable, load_strategy, save_strategy
from noughts.solvers.symbolic.strategy import winning_region
from tests.library.games import by_rules
from tests.small_games import TicTacToe
from tests.solvers.symbolic.relatives import RELATIVES, relative


@pytest.mark.parametrize("title", ["tictactoe", "nim 2 2 3", "hexapawn", "disctru, J on 3 by 3"])
def test_what_is_saved_is_what_is_loaded(title: str, tmp_path: Path) -> None:
    game = relative(title)
    layered = Layered(game.ground())
    for number, side in enumerate(game.sides):
        path = tmp_path / f"{side}.strategy"
        kept = winning_region(layered, number).sets
        save_strategy(kept, path)
        loaded = load_strategy(path)
        assert (loaded.game, loaded.side, loaded.rules) == (kept.game, side, kept.rules)
        solution = solve_by_plan(game)
        for code in solution.graph.codes:  # type: ignore[attr-defined]
            assert loaded.keeps(code) == kept.keeps(code)


def last_move(match: Match, player: Player, other: Player, side: str) -> Match:
    players = {name: player if name == side else other for name in match.game.sides}
    *_, turn = referee(match, players)
    return turn.match


@pytest.mark.parametrize("title", RELATIVES)
def test_who_keeps_to_a_strategy_never_loses(title: str) -> None:
    game = relative(title)
    solution = solve_by_plan(game)
    for side in game.sides:
        if solution.value(game.initial).winner not in (None, side):
            with pytest.raises(NoStrategy, match=f"^{side} has no safe strategy in"):
                region_player(game, side, few=0)
            continue
        player = region_player(game, side, seed=0, few=0)
        assert player is not None
        for seed in range(5):
            match = last_move(Match(game), player, RandomPlayer(seed=seed), side)
            assert match.outcome is not None
            assert match.outcome.winner in (None, side)


def test_it_wins_if_it_can_see_to_that() -> None:
    """Once the other side has erred it never lets go."""
    game = relative("tictactoe")
    solution = solve_by_plan(game)
    player = region_player(game, "x", seed=1, few=0)
    assert player is not None
    for seed in range(20):
        match = last_move(Match(game), player, RandomPlayer(seed=seed), "x")
        if any(solution.value(position).winner == "x" for position in match.positions):
            assert str(match.outcome) == "x wins"


def test_it_says_where_it_has_nothing_to_keep_to() -> None:
    game = relative("tictactoe")
    player = region_player(game, "o", few=0)
    assert player is not None
    lost = Match(game)
    for move in ("1", "2", "4", "3"):  # x has two ways to win
        lost = lost.play(next(m for m in lost.legal_moves if game.move_text(lost.position, m) == move))
    lost = lost.play(next(m for m in lost.legal_moves if game.move_text(lost.position, m) == "5"))
    with pytest.raises(NoStrategy, match=r"o has no safe move in \{"):
        player.choose(lost)


def test_a_large_game_has_a_player_that_cannot_lose() -> None:
    game = by_rules("disctru")
    player = named("strategy", Seat(game, "o", seed=1))
    assert isinstance(player, RegionPlayer)
    match = last_move(Match(game), player, RandomPlayer(seed=7), "o")
    assert len(match.moves) == 36
    assert match.outcome is not None
    assert match.outcome.winner in (None, "o")


def test_a_small_game_or_one_in_python_has_none_of_this_kind() -> None:
    assert region_player(by_rules("tictactoe"), "x") is None
    assert region_player(TicTacToe(), "x") is None


@pytest.mark.parametrize(("name", "let"), [("quarto", ["n=2"]), ("hare", []), ("lgame", [])])
def test_no_diagrams_are_made_of_few_positions_or_where_they_come_back(
    monkeypatch: pytest.MonkeyPatch, name: str, let: list[str]
) -> None:
    """Those of quarto, with 293 positions, take half a minute, and nobody needs them."""
    monkeypatch.delattr(Layered, "all")
    game = by_rules(name, let)
    assert all(region_player(game, side) is None for side in game.sides)


# Files


@pytest.fixture
def saved_o(tmp_path: Path) -> Path:
    path = tmp_path / "o.strategy"
    save_strategy(winning_region(Layered(by_rules("tictactoe").ground()), 1).sets, path)
    return path


def test_a_file_is_a_player(saved_o: Path) -> None:
    player = named(str(saved_o), Seat(by_rules("tictactoe"), "o"))
    assert player.name == "strategy"
    assert not isinstance(player, Person)


@pytest.mark.parametrize(
    ("name", "side", "complaint"),
    [
        ("tictactoe", "x", "is for o, not for x; let it play o"),
        ("hexapawn", "o", "is for other rules than those of hexapawn"),
    ],
)
def test_it_plays_its_own_side_of_its_own_game(saved_o: Path, name: str, side: str, complaint: str) -> None:
    with pytest.raises(PlayerUnavailable, match=complaint):
        named(str(saved_o), Seat(by_rules(name), side))


@pytest.mark.parametrize(
    "change",
    [
        {"nodes": [[0, 1]]},
        {"nodes": [[8, 1, 99, 0]]},
        {"nodes": [[3, 1, 1, 1], [5, 2, 0, 0]]},
        {"layers": [-1]},
        {"layers": None},
        {"cells": [["a"]]},
        {"side": 3},
    ],
)
def test_a_strategy_that_cannot_be_is_refused(saved_o: Path, change: dict[str, object]) -> None:
    """Though its check is right."""
    whole = json.loads(saved_o.read_text("utf-8")) | change
    body = json.dumps({key: part for key, part in whole.items() if key not in ("noughts", "check")})[1:]
    saved_o.write_text(f'{{"noughts": "strategy 1", "check": {crc32(body.encode())},\n{body}', "utf-8")
    with pytest.raises(Unreadable, match="its diagrams do not fit together"):
        load_strategy(saved_o)


def test_a_strategy_of_another_format_is_refused(saved_o: Path) -> None:
    saved_o.write_text(saved_o.read_text("utf-8").replace("strategy 1", "tablebase 1", 1), "utf-8")
    with pytest.raises(Unreadable, match="it does not begin with"):
        load_strategy(saved_o)


def test_no_digit_may_be_another(saved_o: Path) -> None:
    content = saved_o.read_text("utf-8")
    digits = [place for place, letter in enumerate(content) if letter.isdigit()]
    for place in digits[::23]:
        spoiled = str((int(content[place]) + 1) % 10)
        saved_o.write_text(content[:place] + spoiled + content[place + 1 :], "utf-8")
        with pytest.raises(Unreadable):
            load_strategy(saved_o)


def test_what_is_not_json_or_not_there_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.strategy"
    path.write_text("[1, 2", "utf-8")
    with pytest.raises(Unreadable, match="it is not JSON"):
        load_strategy(path)
    with pytest.raises(OSError, match="No such file"):
        named(str(tmp_path / "b.strategy"), Seat(by_rules("tictactoe"), "o"))


def test_a_file_that_cannot_be_written_leaves_nothing_behind(saved_o: Path, tmp_path: Path) -> None:
    kept = load_strategy(saved_o)
    before = sorted(tmp_path.iterdir())
    (tmp_path / "folder").mkdir()
    with pytest.raises(Refusal, match="cannot be written"):
        save_strategy(kept, tmp_path / "folder")
    assert sorted(tmp_path.iterdir()) == sorted([*before, tmp_path / "folder"])
