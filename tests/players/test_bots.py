"""The bot does what its description says, in its order; the mended one is asked only where it matters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.documents.by_rules import GameByRules
from noughts.framework import Board, Bot, MendedBot, Surrender, TicTacToeRS
from noughts.games.match import Match
from noughts.players.bots import NoSuchBoard, classic, completions, mended
from noughts.players.player import GivesUp, Positional
from tests.library.games import by_rules
from tests.small_games import Hexapawn, Nim, TicTacToe


def board(text: str) -> Board:
    made = Board(3, 3, TicTacToeRS())
    for index, letter in enumerate(text.replace("/", "")):
        if letter != ".":
            made.p_map[index // 3][index % 3] = "xo".index(letter)
            made.round_counter += 1
    return made


@pytest.mark.parametrize(
    ("position", "side", "cell", "why"),
    [
        ("x../.../...", "o", (2, 0), "the first free corner, clockwise"),
        ("x.o/.x./...", "o", (2, 2), "a row of two is spoiled"),
        ("xx./oo./...", "x", (2, 1), "it defends though it could win"),
        ("xo./xo./...", "x", (1, 2), "it defends a column though it could win the one beside"),
        ("x.x/o../x.o", "x", (1, 1), "three corners of its own: the middle"),
        ("xo./.../...", "x", (2, 0), "no defence before the third piece"),
        ("xox/..o/oxo", "x", None, "no corner and no line: it gives up"),
        ("oxo/xx./xoo", "x", (2, 1), "it completes a line when there is nothing else"),
    ],
)
def test_the_bot_answers_as_described(position, side, cell, why) -> None:
    bot = Bot("bot", "xo".index(side))
    if cell is None:
        with pytest.raises(Surrender):
            bot.decide(board(position))
    else:
        assert bot.decide(board(position)) == cell, why


def test_the_bot_begins_in_any_corner() -> None:
    assert set(Bot("bot", 0).choices(board("........."))) == {(0, 0), (0, 2), (2, 0), (2, 2)}
    firsts = {Bot("bot", 0, seed=seed).decide(board(".........")) for seed in range(40)}
    assert firsts == {(0, 0), (0, 2), (2, 0), (2, 2)}


@given(st.permutations(range(9)), st.integers(0, 8))
def test_the_mended_bot_wins_where_it_can_and_never_gives_up(cells: list[int], pieces: int) -> None:
    there = Board(3, 3)
    for number, cell in enumerate(cells[:pieces]):
        there.go(*there.revert_index(cell), number % 2)
    own = pieces % 2
    decision = MendedBot("mended", own).decide(there)
    assert decision in there.blanks()
    winning = set(completions(there.pieces(), own))
    losing = set(completions(there.pieces(), 1 - own))
    assert not winning or decision in winning
    assert winning or not losing or decision in losing


def test_they_play_any_game_on_such_a_board() -> None:
    game = TicTacToe()
    match = Match(game, (0, 4))
    for make in (classic, mended):
        player = make(game, "x")
        assert isinstance(player, Positional)
        assert player.choose(match) in match.legal_moves


def test_giving_up_is_told_in_the_words_of_games() -> None:
    lost = Match(TicTacToe(), (0, 6, 2, 8, 7, 1))
    with pytest.raises(GivesUp, match="classic gives up"):
        classic(TicTacToe(), "x").choose(lost)


@pytest.mark.parametrize("game", [Hexapawn(), Nim()])
def test_they_play_no_other_game(game) -> None:
    with pytest.raises(NoSuchBoard, match="plays on boards of three by three"):
        classic(game, game.sides[0])


def test_a_larger_board_is_refused_without_its_formulas(monkeypatch: pytest.MonkeyPatch) -> None:
    """Players are listed whenever a seat is clicked, and the formulas of Hex take half a minute."""
    monkeypatch.setattr(GameByRules, "ground", lambda *args, **kwargs: pytest.fail("it makes formulas"))
    game = by_rules("hex", ["n=11"])
    with pytest.raises(NoSuchBoard):
        classic(game, game.sides[0])
