"""What a page finds of its game, and what it need not look for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from noughts.cli import progress as shown
from noughts.cli.progress import Report
from noughts.cli.weave import weave_paper
from noughts.documents.on_board import GameOnBoard
from tests.library.games import UNDRAWN
from tests.pages.back_end import library_game


def test_a_derived_board_needs_no_positions_for_its_areas() -> None:
    game = library_game(UNDRAWN[0])
    assert isinstance(game.game, GameOnBoard)
    assert game.areas == []
    assert game.files_drawn == set()
    assert "positions" not in vars(game)  # random matches of a large game take many seconds


def test_weaving_shows_progress(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    begun: list[str] = []

    @contextmanager
    def progress(counted: str) -> Iterator[Report]:
        begun.append(counted)
        yield lambda done: None

    monkeypatch.setattr(shown, "progress", progress)
    weave_paper(["nim"], tmp_path / "nim.html", 10, None)
    assert begun == ["definitions and tests", "parts of the page"]
