"""Games that name the size that people know are played in that size, and solved in the document's own."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path

import pytest

from noughts.cli.game_argument import GameArgument
from noughts.cli.main import obey
from noughts.cli.table_factory import table_factory
from noughts.documents import library
from noughts.documents.by_rules import GameByRules
from noughts.documents.settings import KNOWN_SIZE, known_size, settings_of
from noughts.documents.sided import Sided
from noughts.faces.table import Table
from noughts.games.match import Match
from noughts.games.record import record_of
from noughts.language.parse import parse_expression
from noughts.meaning.session import open_session
from noughts.players.levels import LEVELS, LevelPlayer, RandomPlayer
from noughts.players.player import Player
from noughts.players.search import Length, SearchPlayer
from noughts.text.diagnostic import DocumentError

NAMES = [name for name in library.names() if KNOWN_SIZE in library.path_of(name).read_text("utf-8")]

_PLIES = 400
"""More than any of these matches takes."""


def sizes_of(name: str) -> tuple[Sided, Sided]:
    """A game in the document's own size, and in the one that people know."""
    own, (_, known) = GameArgument([name]).load(), GameArgument([name]).at_known_size()
    assert isinstance(own, Sided)
    assert isinstance(known, Sided)
    return own, known


@pytest.mark.parametrize("name", NAMES)
def test_the_known_size_is_another_one_of_the_same_game(name: str) -> None:
    own, known = sizes_of(name)
    assert settings_of(known) == settings_of(own) | known_size(own) != settings_of(own)
    assert known.sides == own.sides
    assert known.outcome(known.initial) is None


@pytest.mark.parametrize("name", NAMES)
def test_a_strong_player_ends_a_match_of_the_known_size(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the rules alone, as it plays until its formulas are ready."""
    monkeypatch.setattr("noughts.players.search.in_background_for", lambda user, work: Future[object]())
    _, game = sizes_of(name)
    assert isinstance(game, GameByRules)
    game.expect_many_questions()
    strong, other = game.sides
    best = SearchPlayer(game, Length(seconds=0.01), seed=1)
    players: dict[str, Player] = {strong: LevelPlayer(LEVELS[-1], best, seed=1), other: RandomPlayer(seed=1)}
    match = Match(game)
    while match.outcome is None:
        assert match.ply < _PLIES
        match = match.play(players[match.to_move].choose(match))


def test_nine_mens_morris_has_the_points_lines_and_mills_of_its_board() -> None:
    """A point is in two mills: a side of its ring, and another side or a line across the rings."""
    _, known = sizes_of("morris")
    numbers = {name: parse_expression(str(number)) for name, number in settings_of(known).items()}
    session = open_session([library.path_of("morris")], numbers)
    for expression, count in (
        ("|points|", 24),
        ("|{(a, b) | a in points & b in points & adjacent(a, b)}|", 2 * 32),
        ("|mills|", 3 * 4 + 4),
        ("|{b | b in points & |{L | L in mills & b in L}| = 2}|", 24),
    ):
        assert session.enter(expression)[1] == count


def test_a_constant_of_the_command_line_and_a_match_of_the_documents_own_size_come_first() -> None:
    own, known = sizes_of("othello")
    for argument, opening, size in (
        (GameArgument(["othello"]), None, 8),
        (GameArgument(["othello"]), record_of(Match(known), {}), 8),
        (GameArgument(["othello"]), record_of(Match(own), {}), 4),
        (GameArgument(["othello"], ["n=6"]), None, 6),
    ):
        sized, game = argument.at_known_size(opening)
        assert isinstance(game, Sided)
        assert settings_of(game) == {"n": size}
        assert sized.let == [f"n={size}"], "links to its matches name the size"
        assert opening is None or opening.rules == game.fingerprint


def test_the_console_plays_the_known_size_and_other_verbs_the_documents_own(
    capsys: pytest.CaptureFixture[str],
) -> None:
    table = table_factory(GameArgument(["domineering"]), options={}, pairs=[], seed=1, with_person=True)()
    assert isinstance(table, Table)
    assert isinstance(table.game, Sided)
    assert settings_of(table.game) == {"n": 8}
    for verb in ("board", "explore"):
        assert obey([verb, "domineering"]) == 0
        as_default = capsys.readouterr().out
        assert obey([verb, "domineering", "--let", "n=4"]) == 0
        assert capsys.readouterr().out == as_default


@pytest.mark.parametrize("size", ["{`m |-> 8}", "{`n |-> `eight}", "{`n |-> true}", "8", "{(`n, 8, 8)}"])
def test_what_is_no_size_is_refused_and_noted(
    size: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.led"
    text = library.path_of("othello").read_text("utf-8")
    path.write_text(text.replace("{`n |-> 8}", size), "utf-8")
    with pytest.raises(DocumentError, match="`knownSize` must map settings to integers"):
        GameArgument([str(path)]).at_known_size()
    obey(["check", str(path)])
    told = capsys.readouterr().out
    assert "N503: `knownSize` must map settings to integers" in told
    assert "the settings are `n`" in told
    assert obey(["solve", str(path), "--let", "n=2"]) == 0
