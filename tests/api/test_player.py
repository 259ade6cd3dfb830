"""Players for Python: by name at a side, and one's own in an audit."""

from __future__ import annotations

import re

import pytest

import noughts
from noughts.players.levels import LEVELS


@pytest.fixture(scope="module")
def game() -> noughts.Game:
    return noughts.load("tictactoe")


@pytest.mark.parametrize("who", ["random", "perfect", "search:2", *(level.word for level in LEVELS)])
def test_a_named_player_plays_a_match_and_a_seed_repeats_it(game: noughts.Game, who: str) -> None:
    def played() -> noughts.Match:
        players = {side: game.player(who, side, seed=3) for side in game.sides}
        match = game.match()
        while match.to_move is not None:
            match = match.play(players[match.to_move].choose(match))
        return match

    assert played() == played()
    assert game.player(who).side == game.sides[0]


def test_a_player_decides_for_its_side_and_game_only(game: noughts.Game) -> None:
    player = game.player("random", "o")
    for match in (game.match(), noughts.load("nim").match()):
        with pytest.raises(noughts.Refusal):
            player.choose(match)
    for words in [("person",), ("perfect", "z"), ("perfekt",)]:
        with pytest.raises(noughts.Refusal):
            game.player(*words)


def test_can_my_own_player_lose(game: noughts.Game) -> None:
    solution = game.solve()

    def careful(match: noughts.Match) -> str:
        return solution.best(match)[0]

    class Careless:
        name = "careless"

        def choose(self, match: noughts.Match) -> str:
            return match.legal_moves[-1]

    found = game.audit(careful, "o")
    assert found.safe
    assert found.player == "careful"
    lost = game.audit(Careless(), "x")
    assert not lost.safe
    assert lost.player == "careless"
    assert lost.outcome is not None
    assert lost.outcome.winner == "o"


@pytest.mark.parametrize(("chosen", "message"), [("99", "chose `99`, which is not legal"), (5, "chose 5")])
def test_what_it_chooses_must_be_the_text_of_a_legal_move(
    game: noughts.Game, chosen: object, message: str
) -> None:
    with pytest.raises(noughts.Refusal, match=re.escape(message)):
        game.audit(lambda match: chosen, "x")  # type: ignore[arg-type]


def test_who_gives_up_loses(game: noughts.Game) -> None:
    found = game.audit(lambda match: None, "x")
    assert not found.safe
    assert found.positions == 1
