"""``noughts board``: what is derived from the rules, as definitions of the document.

All documents instead of every sixth, by a variable of the environment: ``NOUGHTS_FUZZ_LIBRARY=1``.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from noughts.cli.game_argument import GameArgument
from noughts.documents import library
from noughts.documents.on_board import GameOnBoard
from noughts.games.match import Match
from noughts.language.kinds.findings import mistakes_of_kind
from tests.cli.conftest import Noughts
from tests.library.games import AT_LENGTH

BOARDS = Path(__file__).parents[1] / "documents" / "boards"


def game_at(path: Path) -> object:
    return GameArgument([str(path)]).load()


DERIVED = [
    *(path for path in map(library.path_of, library.names()) if "images" not in path.read_text("utf-8")),
    *sorted(BOARDS.glob("*.led")),
]


@pytest.mark.long
@pytest.mark.parametrize(
    "path",
    DERIVED if AT_LENGTH else [*DERIVED[::6], BOARDS / "nesting.led"],  # sizes that are whole, and others
    ids=lambda path: f"{path.parent.name}-{path.stem}",
)
def test_a_document_with_its_board_shows_and_does_the_same(
    path: Path, tmp_path: Path, noughts: Noughts
) -> None:
    said = noughts("board", str(path))
    assert (said.returncode, said.stderr) == (0, "")
    copy = tmp_path / path.name
    copy.write_text(path.read_text("utf-8") + said.stdout, "utf-8")
    before, after = game_at(path), game_at(copy)
    assert isinstance(before, GameOnBoard)
    assert isinstance(after, GameOnBoard)
    assert after.board.definitions == ()
    errors, _ = mistakes_of_kind(after.program)
    assert errors == mistakes_of_kind(before.program)[0]
    dice, match = Random(1), Match(before)
    for _ in range(5):
        position = match.position
        assert after.images(position) == before.images(position)
        assert after.click_paths(position) == before.click_paths(position)
        side = match.to_move
        assert [after.brief(move, side) for move in match.legal_moves] == [
            before.brief(move, side) for move in match.legal_moves
        ]
        if match.outcome is not None:
            break
        match = match.play(dice.choice(match.legal_moves))


def test_definitions_are_printed_by_their_names(noughts: Noughts) -> None:
    texts = json.loads(noughts("board", "hare", "--json").stdout)["definitions"]
    assert {"images", "boardClicks", "boardMove"} <= texts.keys()
    assert all(text.startswith(name) for name, text in texts.items())
    assert noughts("board", "hare").stdout == "\n/$\n" + "\n".join(texts.values()) + "\n$/\n"


def test_a_colour_that_is_changed_is_that_of_the_pieces(tmp_path: Path, noughts: Noughts) -> None:
    said, path = noughts("board", "hare").stdout, tmp_path / "hare.led"
    green, pink = "color(0, 128, 0)", "color(255, 20, 147)"
    assert said.count(green) == 1
    path.write_text(library.path_of("hare").read_text("utf-8") + said.replace(green, pink), "utf-8")
    changed = game_at(path)
    assert isinstance(changed, GameOnBoard)
    drawn = str(changed.images(changed.initial))
    assert "red=255, green=20, blue=147" in drawn


@pytest.mark.parametrize("words", [["tictactoe"], ["tictactoe", "--by", "clicks"]])
def test_a_document_that_draws_has_no_derived_board(words: list[str], noughts: Noughts) -> None:
    said = noughts("board", *words)
    assert said.returncode == 2
    assert said.stderr.startswith(
        "error: no board is derived for `tictactoe`: it has one of its own, or none\n"
    )
