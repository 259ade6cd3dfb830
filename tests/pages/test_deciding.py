"""What decided a match: taking it away would have left the winner without a win."""

from __future__ import annotations

from random import Random

import pytest

from noughts.cli.game_argument import GameArgument
from noughts.documents.by_clicks import GameByClicks
from noughts.documents.by_rules import PicturedByRules
from noughts.easel import Disc
from noughts.games.match import Match
from tests.node import running_node
from tests.pages.deciding import deciding, deciding_images, needed, pieces_of, with_pieces


def won(game: PicturedByRules, seed: int) -> Match:
    """A match at random that somebody wins."""
    dice = Random(seed)
    while True:
        match = Match(game)
        while match.outcome is None:
            match = match.play(dice.choice(match.legal_moves))
        if match.outcome.winner is not None:
            return match


@pytest.mark.parametrize("name", ["tictactoe", "four", "mnk", "hexapawn"])
def test_the_winner_needs_each_of_what_decided(name: str) -> None:
    game = GameArgument([name]).load()
    assert isinstance(game, PicturedByRules)
    assert game.wins is not None
    for seed in range(5):
        match = won(game, seed)
        assert match.outcome is not None
        winner = match.outcome.winner
        assert winner is not None
        left, side = needed(game, match.position, winner), game.side_values[game.sides.index(winner)]
        assert set(left) <= set(pieces_of(match.position))
        assert game.holds(game.wins, side, at=with_pieces(match.position, left))
        for one in left:
            without = with_pieces(match.position, [each for each in left if each != one])
            assert not game.holds(game.wins, side, at=without)


def test_a_row_is_marked_by_its_pieces_alone() -> None:
    game = GameArgument(["tictactoe"]).load()
    assert isinstance(game, PicturedByRules)
    match = Match(game)
    for text in ("5", "1", "4", "2"):
        match = match.play(match.legal_moves[match.legal_texts.index(text)])
        assert deciding(match) == ()
    match = match.play(match.legal_moves[match.legal_texts.index("6")])
    images = game.images(match.position)
    assert [[getattr(images[place], "content", None) for place in places] for places in deciding(match)] == [
        ["x"]
    ] * 3


@pytest.mark.parametrize("name", ["four", "mnk"])
def test_what_a_document_marks_itself_is_not_marked_again(name: str) -> None:
    game = GameArgument([name]).load()
    assert isinstance(game, PicturedByRules)
    match = won(game, 2)
    discs = [image for image in game.images(match.position) if isinstance(image, Disc)]
    assert discs
    assert deciding(match) == ()


def test_where_the_position_is_no_set_nothing_is_marked() -> None:
    game = GameArgument(["wythoff"]).load()
    assert isinstance(game, PicturedByRules)
    assert deciding(won(game, 0)) == ()


def test_a_game_by_its_clicks_is_marked_as_by_its_rules() -> None:
    rules, clicks = (GameArgument(["tictactoe"], by=by).load() for by in ("rules", "clicks"))
    assert isinstance(rules, PicturedByRules)
    assert isinstance(clicks, GameByClicks)
    position = won(rules, 1).position
    winner = rules.winner(position)
    assert winner is not None
    assert deciding_images(clicks, position, winner) == deciding_images(rules, position, winner) != ()


RENEWED = """
import { LocalTable } from "/src/noughts/page/play/local_table.js";

// What is shown of the views that a worker gives one after the other.
export function shown(told) {
  const views = [];
  const thinker = { follow() {} };
  const table = Object.assign(Object.create(LocalTable.prototype), { thinker, waiting: new Map() });
  table.listeners = { table: (view) => views.push(view.deciding.length) };
  for (const { running, ...each } of told) table.receive(each, (table.running = { do: running }));
  return views;
}
"""


def test_marks_stay_where_a_new_worker_goes_on_from_the_same_position() -> None:
    """It finds them again, after its first view."""

    def told(running: str, marks: int, **more: object) -> dict[str, object]:
        return {"running": running, "view": {"deciding": [[k] for k in range(marks)]}, **more}

    found, unmarked = told("solved", 3), told("look", 0, unmarked=True)
    views = [unmarked, found, unmarked, told("back", 0), told("choice", 0, unmarked=True)]
    with running_node() as node:
        assert node.call("/shown.js", "shown", views, {"/shown.js": RENEWED}) == [0, 3, 3, 0, 0]
