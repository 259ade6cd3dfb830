"""Players for Python: by name at a side, and one's own in an audit."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest

import noughts
from noughts.api.player import AnyPlayer
from noughts.games.game import Game
from noughts.players.levels import LEVELS
from noughts.solvers.plan import solve_by_plan


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

    assert played() == played() == game.play(dict.fromkeys(game.sides, who), seed=3)
    everywhere = game.player(who, seed=3)
    assert played() == game.play(dict.fromkeys(game.sides, everywhere))


@pytest.mark.parametrize("limit", [10, 200_000])
def test_a_game_is_solved_once_for_the_players_of_all_sides(
    limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So is the question whether it can be solved at all."""
    asked = []

    def solved(rules: Game, **limits: object) -> object:
        asked.append(rules)
        return solve_by_plan(rules, limit=limit, by_machine=limit)

    monkeypatch.setattr("noughts.solvers.plan.solve_by_plan", solved)
    game = noughts.load("tictactoe")
    match, player = game.match(), game.player("strong", seed=1)
    for _ in range(4):
        match = match.play(player.choose(match))
    assert len(asked) == 1


def test_a_player_decides_for_its_side_and_game_only(game: noughts.Game) -> None:
    player = game.player("random", "o")
    for match in (game.match(), noughts.load("nim").match()):
        with pytest.raises(noughts.Refusal):
            player.choose(match)
    with pytest.raises(noughts.Refusal, match="does not play x"):
        game.play({"x": player, "o": player})
    with pytest.raises(noughts.Refusal, match="nobody is to move"):
        game.player("random").choose(game.match("1 4 2 5 3"))
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


class Careful:
    """It never loses as o, and chooses at random among the best moves."""

    def __init__(self, game: noughts.Game, dice: Random) -> None:
        self.solution, self.dice = game.solve(), dice

    def choices(self, match: noughts.Match) -> tuple[str, ...]:
        return self.solution.best(match)

    def choose(self, match: noughts.Match) -> str:
        return self.dice.choice(self.choices(match))


def test_a_player_that_chooses_at_random_is_audited_by_all_its_choices(game: noughts.Game) -> None:
    player = Careful(game, Random(1))
    found = game.audit(player, "o")
    assert found.safe
    assert found.positions > game.audit("perfect", "o").positions / 2
    with pytest.raises(noughts.Refusal, match=r"chose two moves; give it a method `choices"):
        game.audit(player.choose, "o")
    one_in_a_million = Careful(game, Random(1))
    one_in_a_million.choices = lambda match: tuple(match.legal_moves)  # type: ignore[method-assign]
    assert not game.audit(one_in_a_million, "o").safe


def test_an_arena_takes_words_and_own_players_and_asks_these_anew(game: noughts.Game) -> None:
    asked: Counter[str] = Counter()

    def first(match: noughts.Match) -> str:
        asked[match.text] += 1
        return match.legal_moves[0]

    players: list[AnyPlayer] = ["perfect", first, game.player("random", seed=2)]
    found = game.arena(players, matches=10)
    assert found.tally.names == ["perfect", "first", "random"]
    assert found.standings[0].player == "perfect"
    assert sum(each.matches for each in found.standings) == 2 * 30
    assert asked[""] == 10  # as x: five matches against each other player
    assert repr(found).startswith("<Tournament of tictactoe: perfect ")


def test_who_plays_is_checked_before_the_match(game: noughts.Game) -> None:
    for players in ({"x": "random"}, {"x": "random", "o": "person"}, {"x": "random", "y": "random"}):
        with pytest.raises(noughts.Refusal):
            game.play(players)
    for other, name in ((5, "int"), (Careful, "Careful")):
        with pytest.raises(noughts.Refusal, match=f"`{name}` is no player"):
            game.play({"x": other, "o": "random"})  # type: ignore[dict-item]
    unfinished = game.play({"x": "random", "o": lambda match: None})
    assert (len(unfinished.moves), unfinished.to_move) == (1, "o")
    assert len(game.play(dict.fromkeys("xo", "random"), plies=3).moves) == 3


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
