"""What the document about players lists is there."""

from __future__ import annotations

import re
from pathlib import Path

from noughts.games.match import Match
from noughts.games.record import read_records, write_record
from noughts.players.bots import classic
from noughts.players.named import KINDS
from tests.library.games import by_rules

DOCS = Path(__file__).parents[2] / "docs"
PLAYERS = (DOCS / "players.md").read_text("utf-8")


def test_every_player_is_in_the_table() -> None:
    for word in KINDS:
        assert f"`{word}`" in PLAYERS


def test_the_bot_is_beaten_as_the_document_shows() -> None:
    """Every move of its own is one that it may choose there, and it loses on the board."""
    game = by_rules("tictactoe")
    text = (DOCS / "framework.md").read_text("utf-8")
    shown = re.findall(r"As ([xo]) it [^`]*`([^`]*)`", text)
    assert [side for side, _ in shown] == ["o", "x"]
    for side, line in shown:
        bot = classic(game, side)
        match = Match(game)
        for made in line.split(", "):
            mover, number = made.split()
            assert match.to_move == mover
            (move,) = (m for m in match.legal_moves if game.move_text(match.position, m) == number)
            assert mover != side or move in bot.choices(match)
            match = match.play(move)
        assert match.outcome is not None
        assert match.outcome.winner not in (None, side)


def test_the_record_shown_is_one() -> None:
    (shown,) = re.findall(r"^noughts match 1\n(?:\w.*\n)+", PLAYERS, re.MULTILINE)
    (record,) = read_records(shown)
    assert write_record(record) == shown
