"""What a solution in a file says is what was found, and a file that is none is refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from noughts.games.result import Oracle
from noughts.kernels.explore import explore_rules
from noughts.players.audit import audit
from noughts.players.levels import PerfectPlayer
from noughts.players.named import Seat, named
from noughts.refusal import Refusal
from noughts.solvers import saved
from noughts.solvers.backward import solve
from noughts.solvers.plan import Plan
from noughts.solvers.saved import NoSolution, UnreadableFile
from noughts.solvers.tablebase import solve_compact
from tests.grounding.subjects import WIDE, subject
from tests.library.games import by_rules

SOME = ["chase", "coins", "lamps", *WIDE, "3", "7"]


@pytest.mark.parametrize("title", SOME)
@pytest.mark.parametrize("symmetric", [True, False], ids=["symmetric", "one by one"])
def test_a_file_says_what_was_found(title: str, symmetric: bool, tmp_path: Path) -> None:
    known = subject(title)
    path = tmp_path / "it.solved"
    table = solve_compact(known.compact(known.group)) if symmetric else saved.table_of(known.quickest())
    saved.save_tablebase(table, path)
    found = saved.load_tablebase(known.game, path)
    for position in known.exploration.positions:
        assert found.value(position) == known.solution.value(position)
        assert found.best(position) == known.solution.best(position)
    assert found.figures == known.solution.figures
    assert list(tmp_path.iterdir()) == [path]


@pytest.fixture
def coins(tmp_path: Path) -> Path:
    path = tmp_path / "coins.solved"
    saved.save_tablebase(saved.table_of(subject("coins").quickest()), path)
    return path


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "half of it": lambda content: content[: len(content) // 2],
    "its first line": lambda content: content.partition(b"\n")[0] + b"\n",
    "no first line": lambda content: content.partition(b"\n")[2],
    "a second line cut short": lambda content: content[:60] + b"\n",
    "a second line of something else": lambda content: content.replace(b'"fingerprint"', b'"figureprint"'),
    "figures that are none": lambda content: content.replace(b'"positions"', b'"postitions"'),
    "nothing": lambda content: b"",
    "more than it should have": lambda content: content + b"more",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_refused(damage: str, coins: Path) -> None:
    coins.write_bytes(DAMAGES[damage](coins.read_bytes()))
    with pytest.raises(UnreadableFile) as caught:
        saved.load_tablebase(subject("coins").game, coins)
    assert str(coins) in caught.value.fact


def test_the_solution_of_other_rules_is_refused(coins: Path) -> None:
    saved.load_tablebase(subject("coins").game, coins)
    for other, word in (
        ("coins, more of them", "other rules or constants"),
        ("lamps", "another game: coins"),
    ):
        with pytest.raises(UnreadableFile, match=word):
            saved.load_tablebase(subject(other).game, coins)


def test_what_stood_there_stays_if_writing_fails(coins: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = coins.read_bytes()

    def interrupted(_: object) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr(saved, "little", interrupted)
    with pytest.raises(KeyboardInterrupt):
        saved.save_tablebase(saved.table_of(subject("coins").quickest()), coins)
    assert coins.read_bytes() == before
    assert list(coins.parent.iterdir()) == [coins]


@pytest.mark.parametrize("place", ["no/where.solved", "."])
def test_a_place_where_nothing_can_be_written_is_told(place: str, tmp_path: Path) -> None:
    with pytest.raises(Refusal, match=re.escape(str(tmp_path / place).removesuffix("/where.solved"))):
        saved.save_tablebase(saved.table_of(subject("coins").quickest()), tmp_path / place)


def test_what_has_no_formulas_cannot_be_saved() -> None:
    game = by_rules("nim")
    with pytest.raises(NoSolution, match="no formulas"):
        saved.table_of(solve(explore_rules(game)))


def test_a_player_reads_the_file(tmp_path: Path) -> None:
    """It cannot lose, and nothing is solved for it."""
    game = by_rules("tictactoe")
    path = tmp_path / "tictactoe.solved"
    saved.save_tablebase(saved.table_of(Plan().solve(game)[0]), path)

    def solved_again() -> Oracle:
        raise AssertionError("the file says it all")

    player = named(f"perfect:{path}", Seat(game, "o", seed=1, solver=solved_again))
    assert isinstance(player, PerfectPlayer)
    assert audit(player, game, "o").safe
