"""The search by machine code against what tables say of every position, whatever shortcuts it takes."""

from __future__ import annotations

import signal
from collections.abc import Callable
from concurrent.futures import Future
from functools import cache, cached_property
from itertools import cycle
from pathlib import Path
from random import Random
from types import ModuleType
from typing import cast

import numpy as np
import pytest
from msgspec.structs import replace

from noughts.cli.searched import follow
from noughts.documents.claim import claim_about
from noughts.games.game import Move, Position
from noughts.games.match import Match
from noughts.games.result import Value
from noughts.grounding.facts import proved
from noughts.grounding.formula import NEVER
from noughts.kernels import search_machine, search_source
from noughts.kernels.search_machine import CannotSearch, SearchMachine
from noughts.kernels.search_source import ALL, Shortcuts
from noughts.players import search as search_player
from noughts.players.search import Length, SearchPlayer, TreePlayer
from noughts.refusal import Refusal
from noughts.solvers import alpha_beta
from noughts.solvers.alpha_beta import AlphaBeta
from noughts.solvers.deep_search import DeepSearch
from noughts.solvers.proof import ClaimQuery, asks_for_win, prove_quickest
from noughts.solvers.results import SearchedPosition
from noughts.solvers.saved_search import resume_search, save_search
from noughts.solvers.search import WIN, Search
from noughts.solvers.solved import Solved
from noughts.stop import current
from tests.grounding.subjects import ASKED, SMALL, Subject, subject
from tests.kernels.slow_machine import run
from tests.library.games import by_rules
from tests.small_games import TicTacToe

pytestmark = pytest.mark.long

MEMORY = 1 << 16
OF_THE_MANUAL = ["columns=5", "rows=4"]
"""Constants of Connect Four as in the manual: machine code is made once for both."""


class SlowSearch(SearchMachine):
    """A search without Numba."""

    @cached_property
    def loops(self) -> ModuleType:
        return slow(str(self.source))


@cache
def slow(source: str) -> ModuleType:
    """The generated module with numbers of NumPy for its words."""
    return run(source)


@pytest.fixture
def slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alpha_beta, "SearchMachine", SlowSearch)


def searched(known: Subject, position: Position, **options: object) -> AlphaBeta:
    with np.errstate(over="ignore"):
        search = AlphaBeta(known.game, position, memory=MEMORY, **options)  # type: ignore[arg-type]
        search.finish()
    return search


def some(known: Subject, number: int) -> list[Position]:
    positions = known.exploration.positions
    return Random(7).sample(list(positions), min(number, len(positions)))


def agrees(search: AlphaBeta, solution: Solved, position: Position) -> None:
    """The value is that of the tables, and that of every move lies in its bounds."""
    value = solution.value(position)
    assert search.value == value
    for first in search.first:
        exact = worth(search, solution.by_move(position)[first.move])
        assert first.least <= exact <= first.largest


def worth(search: AlphaBeta, value: Value) -> int:
    """A value as the search counts it, for the side that is to move."""
    if value.winner is None:
        return 0
    assert value.distance is not None
    number = search.most - value.distance
    return number if value.winner == search.game.sides[search.mover] else -number


@pytest.mark.usefixtures("slowly")
@pytest.mark.parametrize("title", [title for title in ASKED if title in SMALL or title in map(str, range(6))])
def test_it_finds_the_value_or_says_why_not(title: str) -> None:
    known = subject(title)
    for position in some(known, 4):
        refusal = None
        try:
            agrees(searched(known, position), known.solution, position)
        except CannotSearch as raised:
            refusal = raised
        if refusal is not None:
            if "no value" in refusal.fact:
                assert known.grounded.undefined is not NEVER
            else:
                assert "can recur" in refusal.fact
                assert not proved(known.grounded)["growing"]


@pytest.mark.usefixtures("slowly")
@pytest.mark.parametrize("left_out", [None, *Shortcuts.__struct_fields__])
def test_shortcuts_change_nothing_but_the_nodes(left_out: str | None) -> None:
    known = subject("mnk 2 3 2")
    shortcuts = ALL if left_out is None else replace(ALL, **{left_out: False})
    for position in some(known, 6):
        agrees(searched(known, position, shortcuts=shortcuts), known.solution, position)


def lines_game() -> Subject:
    """Three in a row, dropped into three columns: every fact holds."""
    return _subject_of("four", "columns=3", "rows=4", "line=3")


@cache
def _subject_of(name: str, *let: str) -> Subject:
    return Subject(by_rules(name, let))


@pytest.mark.usefixtures("slowly")
@pytest.mark.parametrize("left_out", [None, *Shortcuts.__struct_fields__])
def test_shortcuts_for_stones_that_fall_change_nothing_but_the_nodes(left_out: str | None) -> None:
    known = lines_game()
    assert proved(known.grounded).lines is not None
    shortcuts = ALL if left_out is None else replace(ALL, **{left_out: False})
    for position in some(known, 6):
        agrees(searched(known, position, shortcuts=shortcuts), known.solution, position)


def test_cells_that_lie_on_others_are_columns() -> None:
    facts = proved(lines_game().grounded)
    assert facts.lines is not None
    assert facts["stacked"]
    assert sorted(map(len, facts.lines.columns)) == [4, 4, 4]
    assert facts.lines.answers.bit_count() == 6
    free = proved(subject("mnk 2 3 2").grounded)
    assert free.lines is not None
    assert not free["stacked"]
    assert free.lines.columns == tuple((cell,) for cell in range(6))


def test_who_answers_in_the_same_column_gets_what_the_search_believes() -> None:
    """In every position in which the other side is to move and an even number of cells is empty."""
    known = lines_game()
    machine = SlowSearch(known.grounded, MEMORY)
    lines = machine.facts.lines
    assert lines is not None
    safe = won = 0
    for position in known.exploration.positions:
        planes = lines.planes(known.grounded.encoded(position))
        taken = planes[0] | planes[1]
        if known.game.outcome(position) is not None or (lines.cells - taken.bit_count()) % 2:
            continue
        mover = known.game.to_move(position)
        follower = planes[1 - known.game.sides.index(mover)]
        allowed = int(machine.loops.legal(np.uint64(taken)))
        held = follower | lines.answers & ~(taken | allowed)
        if not machine.loops.full(np.uint64(~held & (1 << 64) - 1)):
            value = known.solution.value(position)
            assert value.winner != mover
            safe += 1
            if machine.loops.full(np.uint64(held)):
                assert value.winner is not None
                won += 1
    assert safe > won > 0


@pytest.mark.usefixtures("slowly")
@pytest.mark.parametrize("shortcuts", [ALL, replace(ALL, lines=False)])
def test_keys_that_are_made_when_they_are_needed_change_nothing(
    shortcuts: Shortcuts, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of positions with many moves; here three are many."""
    monkeypatch.setattr(search_source, "_MOVES_LOOKED_UP_AT_ONCE", 2)
    known = subject("mnk 2 3 2")
    for position in some(known, 6):
        agrees(searched(known, position, shortcuts=shortcuts), known.solution, position)


@pytest.mark.usefixtures("slowly")
@pytest.mark.parametrize(("size", "fits"), [(["m=8", "n=7"], False), (["m=7", "n=7"], True)])
def test_an_answer_says_whether_positions_fit_in_an_entry(size: list[str], fits: bool) -> None:
    """Two bits for each of 56 cells do not, those for each of 49 cells do."""
    game = by_rules("mnk", [*size, "k=2"])
    with np.errstate(over="ignore"):
        search = AlphaBeta(game, memory=MEMORY)
        search.finish()
    answer = SearchedPosition(Match(game), search).as_json()
    assert (answer["value"], answer["distance"], answer["exact"]) == ("x", 3, fits)


@pytest.mark.usefixtures("slowly")
def test_a_weak_search_finds_the_winner_alone() -> None:
    known = lines_game()
    for position in [known.game.initial, *some(known, 12)]:
        found = searched(known, position, weak=True).value
        assert found is not None
        assert found.winner == known.solution.value(position).winner


def test_machine_code_finds_the_same_from_stop_to_stop(tmp_path: Path) -> None:
    """A search that is saved and resumed after every few nodes takes the same nodes as one in one go."""
    game = by_rules("four", OF_THE_MANUAL)
    whole = AlphaBeta(game, memory=MEMORY)
    whole.finish()
    assert (str(whole.value), whole.machine.source.is_exact) == ("draw", True)
    path = tmp_path / "four.search"
    save_search(AlphaBeta(game, memory=MEMORY), path)
    for _ in range(10_000):
        search = AlphaBeta(game, memory=MEMORY)
        resume_search(search, path)
        if search.finish(limit=whole.machine.searched // 7):
            break
        save_search(search, path)
    assert search.value == whole.value
    assert search.machine.searched == whole.machine.searched
    assert search.first == whole.first


def test_threads_on_one_table_answer_as_one_does_and_resume_in_any_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The number of threads changes at each stop; now and then a stack is left out, or a new one begins."""
    monkeypatch.setattr(search_machine, "_NODES_ALONE", 0)
    game = by_rules("four", OF_THE_MANUAL)
    whole = AlphaBeta(game, memory=MEMORY, workers=3)
    whole.finish()
    assert str(whole.value) == "draw"
    path = tmp_path / "four.search"
    save_search(AlphaBeta(game, memory=MEMORY), path)
    searched = 0
    for workers in cycle((2, 3, 1)):
        search = AlphaBeta(game, memory=MEMORY, workers=workers)
        resume_search(search, path)
        assert search.machine.searched == searched
        if search.finish(limit=300):
            break
        searched = search.machine.searched
        save_search(search, path)
    assert search.value == whole.value
    assert search.machine.answered is not None


@pytest.mark.usefixtures("slowly")
def test_words_of_two_entries_are_no_entry() -> None:
    """Another thread may see them if it reads between two writes."""
    known = lines_game()
    loops = searched(known, known.game.initial).machine.loops
    dice = Random(3)
    with np.errstate(over="ignore"):
        table, control = np.zeros((4, 2), np.uint64), np.zeros(8, np.int64)
        keys = [np.uint64(dice.getrandbits(20)) for _ in range(4)]
        for number, key in enumerate(keys):
            loops.keep(table, 0, key, np.uint64(0), -1, 1 + number % 2, number, 1 << number, control)
        assert all(loops.find(table, 0, key, np.uint64(0)) for key in keys)
        table[:, 1] = table[::-1, 1].copy()
        assert not any(loops.find(table, 0, np.uint64(key), np.uint64(0)) for key in range(1 << 12))
        assert not any(loops.find(table, 0, key, np.uint64(0)) for key in keys)


@pytest.mark.usefixtures("slowly")
def test_a_search_in_depth_finds_wins_and_losses_within_its_depth() -> None:
    known = lines_game()
    with np.errstate(over="ignore"):
        search = DeepSearch(known.game)
        for position in some(known, 8):
            if known.game.outcome(position) is not None:
                continue
            mover = known.game.to_move(position)
            exact = {
                move: worth_in_depth(value, mover) for move, value in known.solution.by_move(position).items()
            }
            for depth in (1, 3, 4, None):
                found = search.search(position, depth=depth)
                won = max(found.values.values()) > 0  # then other moves may remain undecided
                for move, value in found.values.items():
                    known_of = value == exact[move] or (value < 0 and exact[move] <= value)
                    beyond = depth is not None and WIN - abs(exact[move]) > depth
                    assert known_of or (value == 0 and (won or beyond))
            assert max(found.values.values()) == max(exact.values())
            assert {found.values[move] for move in known.solution.best(position)} == {max(exact.values())}


@pytest.mark.usefixtures("slowly")
def test_a_player_searches_by_what_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """By its rules at first, then by formulas, and at last by machine code."""
    monkeypatch.setattr(search_player, "is_searchable", lambda game: True)
    monkeypatch.setattr(search_player, "_SHARE_OF_WAITING", 0.0)
    begun: list[tuple[Callable[[], object], Future[object]]] = []

    def in_background_for(user: object, work: Callable[[], object]) -> Future[object]:
        begun.append((work, Future()))
        return begun[-1][1]

    monkeypatch.setattr(search_player, "in_background_for", in_background_for)
    match = Match(lines_game().game)
    player = SearchPlayer(match.game, Length(seconds=600.0), seed=1)  # it ends once all is decided
    assert player.choose(match) in match.legal_moves
    for work, found in begun:
        with np.errstate(over="ignore"):
            found.set_result(work())
            assert player.choose(match) in match.legal_moves
    (_, by_formulas), (_, by_machine) = begun
    assert cast("Search", by_formulas.result()).nodes > 0
    assert cast("DeepSearch", by_machine.result()).first.machine.searched > 1


def test_a_move_takes_no_longer_than_its_time_whatever_the_rules() -> None:
    class Endless(TicTacToe):
        def after(self, position: Position, move: Move) -> Position:
            while True:
                current.get().look()

    match = Match(Endless())
    for player in (
        SearchPlayer(match.game, Length(seconds=0.01), seed=1),
        TreePlayer(match.game, Length(seconds=0.01), seed=1),
    ):
        assert player.choose(match) in match.legal_moves


def worth_in_depth(value: Value, mover: str) -> int:
    """A value as `noughts.solvers.search` writes it."""
    if value.winner is None or value.distance is None:
        return 0
    return WIN - value.distance if value.winner == mover else value.distance - WIN


@pytest.mark.usefixtures("slowly")
def test_a_saved_search_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "some.search"
    known = lines_game()
    with np.errstate(over="ignore"):
        save_search(AlphaBeta(known.game, memory=MEMORY), path)
        other = _subject_of("four", "columns=3", "rows=3", "line=3")
        with pytest.raises(Refusal, match="other rules or constants"):
            resume_search(AlphaBeta(other.game, memory=MEMORY), path)
        with pytest.raises(Refusal, match="another position"):
            resume_search(AlphaBeta(known.game, some(known, 1)[0], memory=MEMORY), path)
        content = path.read_bytes()
        path.write_bytes(content.replace(b"search 2", b"search 1"))
        with pytest.raises(Refusal, match="another version"):
            resume_search(AlphaBeta(known.game, memory=MEMORY), path)
        fresh = AlphaBeta(known.game, memory=MEMORY)
        for spoiled in (content[:-1], content[:300], b"", content[:-40] + b"x" + content[-39:]):
            path.write_bytes(spoiled)
            with pytest.raises(Refusal):
                resume_search(fresh, path)
        assert not fresh.machine.searched


def test_a_table_larger_than_memory_is_refused_before_work() -> None:
    with pytest.raises(Refusal, match="does not fit"):
        AlphaBeta(lines_game().game, memory=1 << 50)


def test_ctrl_c_at_any_moment_leaves_a_search_that_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The signal is raised within the first step, and heard after it."""
    game = by_rules("four", OF_THE_MANUAL)
    path = tmp_path / "four.search"
    search = AlphaBeta(game, memory=MEMORY)
    step = search.step

    def interrupted(limit: int) -> None:
        step(20)
        signal.raise_signal(signal.SIGINT)
        step(20)

    monkeypatch.setattr(search, "step", interrupted)
    with pytest.raises(KeyboardInterrupt):
        follow(search, path)
    resumed = AlphaBeta(game, memory=MEMORY)
    resume_search(resumed, path)
    assert resumed.machine.searched == search.machine.searched > 0
    follow(resumed, path)
    assert str(resumed.value) == "draw"


@pytest.mark.usefixtures("slowly")
def test_a_forced_win_is_proved_by_search(monkeypatch: pytest.MonkeyPatch) -> None:
    game = by_rules("four", ["columns=3", "rows=5", "line=3"])
    solution = _subject_of("four", "columns=3", "rows=5", "line=3").solution
    value = solution.value(game.initial)
    monkeypatch.setattr("noughts.solvers.proof.asks_for_win", lambda game, claim, side: True)
    for side in game.sides:
        claim = claim_about(game, f"wins(`{side})")
        with np.errstate(over="ignore"):
            proof = prove_quickest(game, ClaimQuery("forced", claim, side))
        assert (proof.through, proof.verdict.holds) == ("search", value.winner == side)
        assert proof.verdict.within == (value.distance if value.winner == side else None)
        line = proof.verdict.line
        assert (line is not None) == (value.winner == side)
        if line is not None:  # both sides keep the value
            values = [solution.value(position) for position in line.positions]
            assert values == [Value(side, left) for left in reversed(range(len(line.moves) + 1))]


def test_only_a_win_of_a_large_game_is_a_matter_of_search() -> None:
    large = by_rules("four", ["columns=4", "rows=5"])
    assert asks_for_win(large, claim_about(large, "wins(`x)"), "x")
    assert not asks_for_win(large, claim_about(large, "wins(`o)"), "x")
    assert not asks_for_win(large, claim_about(large, "wins(`x) V wins(`o)"), "x")
    small = by_rules("four", ["columns=3", "rows=4", "line=3"])
    assert not asks_for_win(small, claim_about(small, "wins(`x)"), "x")
