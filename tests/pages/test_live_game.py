"""What a page finds of its game, and what it need not look for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from noughts.cli.main import obey
from noughts.cli.progress import Report
from noughts.cli.weave import weave_paper
from noughts.documents import library
from noughts.documents.from_document import game_from
from noughts.documents.on_board import GameOnBoard
from noughts.documents.settings import settings_in, settings_of
from noughts.games.game import Game
from noughts.language.check import read_program
from noughts.language.parse import parse_expression
from noughts.pages.live_game import LiveGame, live_game
from noughts.refusal import Refusal
from noughts.text.document import read_documents
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

    monkeypatch.setattr("noughts.cli.weave.progress", progress)
    weave_paper(["nim"], tmp_path / "nim.html", 10, None)
    assert begun == ["definitions and tests", "parts of the page"]


def chomp(**read: Any) -> LiveGame:
    """Chomp as a page has it, read in some way."""
    path = library.path_of("chomp")
    return live_game(read_documents(path), name="chomp", title="Chomp", folder=path.parent, **read)


def test_each_setting_has_what_a_page_of_its_own_would_have() -> None:
    """Formulas, safe sets and areas are made of the rules with that number, not taken over from others."""
    offers = [{"w": 3, "h": 2}, {"h": 2}]
    whole = chomp(offers=offers)
    assert [game.numbers for game in (whole, *whole.others)] == [{}, *offers]
    for numbers, game in zip(offers, whole.others, strict=True):
        alone = chomp(constants={name: parse_expression(str(n), name) for name, n in numbers.items()})
        assert (game.script, game.data | {"title": ""}) == (alone.script, alone.data | {"title": ""})
        assert game.data["fingerprint"] != whole.data["fingerprint"]


@pytest.mark.parametrize(
    ("words", "fact"),
    [
        (["chomp", "--offer", "x=2"], "`x` is no setting of `chomp`"),
        (["nim", "--offer", "x=2"], "`x` is no setting of `nim`"),
        (["planets", "--offer", "n=2"], "a film has no settings"),
        (["chomp", "--paper", "--offer", "w=2"], "only a page has a board"),
        (["chomp", "--offer", "w"], "`w` does not say which settings"),
        (["hexapawn", "--offer", "n=0"], "620/0 has no value"),
    ],
)
def test_settings_that_a_page_cannot_offer_are_refused(
    words: list[str], fact: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.html"
    assert obey(["weave", *words, "-o", str(page)]) == 2
    assert fact in capsys.readouterr().err
    assert not page.exists()


@pytest.mark.parametrize("name", library.settings())
def test_the_library_offers_settings_that_make_other_games(name: str) -> None:
    program = read_program([library.path_of(name)])
    own = settings_of(game_from(program, name=name))
    offered = [settings_in(text) for text in library.settings()[name]]
    for numbers in offered:
        assert numbers.keys() <= own.keys()
        values = {setting: parse_expression(str(number), setting) for setting, number in numbers.items()}
        game = game_from(read_program([library.path_of(name)], values), name=name)
        assert isinstance(game, Game)
        assert settings_of(game) == own | dict(numbers)
        assert game.outcome(game.initial) is None
    whole = [own, *(own | dict(numbers) for numbers in offered)]
    assert all(whole.count(numbers) == 1 for numbers in whole)


@pytest.mark.parametrize("text", ["", "m", "m=", "m=x", "=4", "m=4 m=5", "m=4;n=3", "m=1.5", "m==4"])
def test_what_names_no_settings_is_refused(text: str) -> None:
    with pytest.raises(Refusal, match="does not say which settings"):
        settings_in(text)


@pytest.mark.parametrize("text", ["m=4 n=-3", "m = 4, n = -3", " m=4,n=-3 "])
def test_settings_are_read(text: str) -> None:
    assert settings_in(text) == {"m": 4, "n": -3}


def test_a_game_that_is_too_large_to_be_solved_has_a_safe_set_for_each_side() -> None:
    assert [found["side"] for found in library_game("disctru").data["safeSets"]] == [0, 1]
