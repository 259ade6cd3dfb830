"""What the document about players lists is there."""

from __future__ import annotations

import re
from pathlib import Path

from noughts.games.record import read_records, write_record
from noughts.players.named import KINDS

DOCS = Path(__file__).parents[2] / "docs"
PLAYERS = (DOCS / "players.md").read_text("utf-8")


def test_every_player_is_in_the_table() -> None:
    for word in KINDS:
        assert f"`{word}`" in PLAYERS


def test_the_record_shown_is_one() -> None:
    (shown,) = re.findall(r"^noughts match 1\n(?:\w.*\n)+", PLAYERS, re.MULTILINE)
    (record,) = read_records(shown)
    assert write_record(record) == shown
