"""A game in Python is found by ``module:object``, or the error says what is amiss."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from noughts.api.python_game import PARTS, is_python_name, python_game
from noughts.cli.game_argument import GameArgument
from noughts.games.game import Game
from noughts.refusal import Refusal
from tests.cli.conftest import Noughts

OWN = """
from tests.small_games import Hexapawn
made = Hexapawn()
def make(): return Hexapawn()
def needs(size): return Hexapawn()
def stumbles(): raise ValueError("no board")
number = 7
class Half:
    name = "half"
    sides = ("a",)
    initial = 0
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with modules of one's own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "own_games.py").write_text(OWN)
    (tmp_path / "own_broken.py").write_text("x = 1\ny = x / 0\n")
    (tmp_path / "own_typo.py").write_text("def f(:\n")
    (tmp_path / "own_needs.py").write_text("import no_such_thing\n")
    for name in ("own_games", "own_broken", "own_needs", "own_typo"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return tmp_path


@pytest.mark.parametrize("name", ["made", "make", "Hexapawn"])
def test_a_game_or_what_makes_one(own: Path, name: str) -> None:
    assert python_game(f"own_games:{name}").name == "hexapawn"


@pytest.mark.parametrize(
    ("word", "fact", "help"),
    [
        ("own_nobody:made", "there is no module `own_nobody`", "Python looked for it in "),
        ("own_games:maid", "there is no object in `own_games` called `maid`", "did you mean `made`"),
        ("own_games:number", "`own_games:number` is not a game", "it lacks `name`, `sides`, `initial`, "),
        ("own_games:Half", "`own_games:Half` is not a game", "it lacks `to_move`, `moves`, "),
        ("own_games:needs", "`own_games:needs` makes no game without arguments: it needs `size`", "name a"),
        ("json:loads", "`json:loads` makes no game without arguments: it needs `s`", "name a game"),
        ("own_games:stumbles", "`own_games:stumbles` raises ValueError: no board (", ""),
        ("own_broken:made", "`own_broken` raises ZeroDivisionError: division by zero (", ""),
        ("own_needs:made", "`own_needs` raises ModuleNotFoundError: No module named 'no_such_thing'", ""),
        ("own_games", "`own_games` does not name an object in Python", "write `module:object`"),
    ],
)
def test_what_is_amiss(own: Path, word: str, fact: str, help: str) -> None:
    with pytest.raises(Refusal) as caught:
        python_game(word)
    assert caught.value.fact.startswith(fact)
    assert caught.value.hint.startswith(help)


def test_the_line_that_raises_is_named(own: Path) -> None:
    with pytest.raises(Refusal, match=r"own_broken\.py, line 2\)$"):
        python_game("own_broken:made")
    with pytest.raises(Refusal, match=r"^`own_typo` is not Python: .*own_typo\.py, line 1\)$"):
        python_game("own_typo:made")


def test_the_parts_are_those_of_the_protocol() -> None:
    assert set(PARTS) == {part for part in vars(Game) if not part.startswith("_")}


@pytest.mark.parametrize("word", ["tictactoe", "C:\\nim.led", "a/b.led", ":x", "x:", "a b:c", "http://x"])
def test_other_words_are_not_taken_for_python(word: str) -> None:
    assert not is_python_name(word)


@pytest.mark.parametrize("arguments", [{"let": ["m=4"]}, {"by": "clicks"}, {"wins": "won"}])
def test_what_is_for_documents_is_not_for_python(own: Path, arguments: dict) -> None:
    with pytest.raises(Refusal, match="is for documents, and `own_games:made` is a game in Python"):
        GameArgument(["own_games:made"], **arguments).load()


def test_the_whole_command_line(noughts: Noughts) -> None:
    here = str(Path(__file__).parents[2])
    said = noughts(
        "explore", "tests.small_games:TicTacToe", "--json", env={"PYTHONPATH": f"{here}:{here}/src"}
    )
    assert said.stdout == '{"positions":5478,"transitions":16167,"terminal":{"x":626,"o":316,"draw":16}}\n'
