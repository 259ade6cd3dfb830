"""Games whose moves, cells and contents are values of every kind: named, played, saved, and drawn."""

from __future__ import annotations

import io
import os
import sys
from random import Random

import pytest

from noughts.documents.on_board import GameOnBoard
from noughts.faces import console
from noughts.faces.describe import describe
from noughts.faces.table import Table
from noughts.games.laws import check_laws
from noughts.games.line import read_line
from noughts.games.match import Match
from noughts.games.record import match_of, read_record, record_of, write_record
from noughts.kernels.search_game import search_game_of
from tests.documents.any_values import game_of_any_values
from tests.pages.deciding import deciding

GAMES = int(os.environ.get("NOUGHTS_FUZZ_NAMES", "24"))


def played(game: GameOnBoard, seed: int) -> Match:
    """A match at random to its end."""
    dice, match = Random(seed), Match(game)
    while match.outcome is None:
        match = match.play(dice.choice(match.legal_moves))
    return match


def game_of(seed: int) -> GameOnBoard:
    game = game_of_any_values(seed).game
    assert isinstance(game, GameOnBoard)
    return game


@pytest.mark.parametrize("seed", range(GAMES))
def test_each_move_has_a_name_of_its_own_that_reads_back(seed: int) -> None:
    game = game_of(seed)
    assert not list(check_laws(game, walks=2, plies=8))
    match = played(game, seed)
    for before in match.plies()[:-1]:
        for move, text in zip(before.legal_moves, before.legal_texts, strict=True):
            assert read_line(before, text).moves[-1] == move, text
    for gap in ("; ", ";"):
        assert read_line(Match(game), gap.join(match.move_texts())).moves == match.moves
    assert match_of(read_record(write_record(record_of(match, {}))), game).moves == match.moves


@pytest.mark.parametrize("seed", range(GAMES))
def test_formulas_name_moves_as_the_rules_do(seed: int) -> None:
    game = game_of(seed)
    searched = search_game_of(game)
    for before in played(game, seed).plies()[:-1]:
        node = searched.node(before.position)
        found = {searched.move(each): searched.move_text(node, each) for each in searched.choices(node)}
        assert found == dict(zip(before.legal_moves, before.legal_texts, strict=True))


@pytest.mark.parametrize("seed", range(GAMES))
def test_each_match_is_played_to_its_end_in_the_console(
    seed: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each move typed by its name; and again, with what every face is shown."""
    game, match = game_of(seed), played(game_of(seed), seed)
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join([*match.move_texts(), "quit", ""])))
    table = Table(game, {}, None, "Any values")
    console.play(table)
    said = capsys.readouterr().out
    assert table.whole.moves == match.moves, said
    for ply in range(len(match.moves) + 1):
        table.jump(ply)
        describe(table)
        assert all(deciding(table.match))  # a group without images would be a mark around nothing
