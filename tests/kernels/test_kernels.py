"""Kernels find what the rules themselves find: positions, moves, ends, values; one by one and by symmetry.

The loops for machine code are run here as they are written, for every game, and compiled for a few.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from noughts.cli.game_argument import GameArgument
from noughts.documents.by_rules import GameByRules
from noughts.grounding.symmetry import identity
from noughts.kernels import columns, machine_source
from noughts.kernels.columns import fits
from noughts.kernels.compact_graph import CompactGraph, explore_by_machine
from noughts.kernels.dialect import from_words, representative
from noughts.kernels.explore import POSITION_LIMIT, MustAsk, explore_kernel, explore_rules
from noughts.kernels.kernel import Kernel, kernel_of
from noughts.kernels.machine import MachineCode
from noughts.kernels.state_graph import StateGraph
from noughts.solvers.backward import solve
from noughts.solvers.plan import Plan
from noughts.solvers.tablebase import solve_compact, table_from
from noughts.text.diagnostic import DocumentError
from tests.grounding.agreement import assert_agreement
from tests.grounding.subjects import ASKED, AT_LENGTH, DOCUMENTS, SMALL, WIDE, Subject, subject
from tests.kernels.slow_machine import SlowMachine

every_game = pytest.mark.parametrize("title", ASKED)


@every_game
def test_formulas_say_what_the_rules_say(title: str) -> None:
    assert_agreement(subject(title).exploration, subject(title).grounded)


@pytest.mark.parametrize("together", [10**9, 1, 7])
@every_game
def test_plain_python_numbers_the_same_positions(
    title: str, together: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One by one, in columns, and in columns as soon as some positions wait."""
    monkeypatch.setattr(columns, "_FEWEST_WAITING", together)
    monkeypatch.setattr(columns, "_FORMULAS_ALWAYS_IN_COLUMNS", 10**9)
    monkeypatch.setattr(columns, "_POSITIONS_AT_ONCE", 50)
    theirs, ours = subject(title).exploration, subject(title).by_kernel()
    assert fits(ours.kernel.grounded) or title not in SMALL
    assert list(ours.positions) == list(theirs.positions)
    for part in ("offsets", "targets", "movers", "winners"):
        assert list(getattr(ours, part)) == list(getattr(theirs, part)), part
    assert [list(ours.moves(k)) for k in range(len(ours))] == [
        list(theirs.moves(k)) for k in range(len(theirs))
    ]
    assert (ours.by_ply(), ours.counts()) == (theirs.by_ply(), theirs.counts())


def assert_same_graph(exploration: StateGraph, compact: CompactGraph) -> None:
    """Position by position: who moves, who has won, where the moves lead."""
    grounded = compact.machine.grounded
    number_of = {compact.code(k): k for k in range(len(compact.sizes))}
    assert len(number_of) == len(exploration)
    for number, position in enumerate(exploration.positions):
        other = number_of[grounded.encoded(position)]
        assert compact.movers[other] == exploration.movers[number]
        assert compact.winners[other] == exploration.winners[number]
        reached = compact.targets[compact.offsets[other] : compact.offsets[other + 1]]
        assert [compact.code(k) for k in reached] == [
            grounded.encoded(exploration.positions[k]) for k in exploration.successors(number)
        ]


@pytest.mark.parametrize("branched", [10**9, 0])
@every_game
def test_the_loops_find_the_same_positions(
    title: str, branched: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a branch for each part of a rule, and straight."""
    monkeypatch.setattr(machine_source, "_MOST_BRANCHED_PARTS", branched)
    compact = subject(title).compact([identity(subject(title).grounded)])
    assert_same_graph(subject(title).exploration, compact)
    assert_same_figures(subject(title), compact)


def assert_same_figures(known: Subject, compact: CompactGraph) -> None:
    assert compact.counts() == known.exploration.counts()
    assert compact.by_ply() == known.exploration.by_ply()


def assert_same_values(known: Subject, compact: CompactGraph) -> None:
    """What every position and every move is worth."""
    table, solution = solve_compact(compact), known.solution
    assert table.figures == solution.figures
    for position in known.exploration.positions:
        assert table.value(position) == solution.value(position)
        assert table.by_move(position) == solution.by_move(position)
        assert table.best(position) == solution.best(position)


@every_game
def test_symmetries_change_no_figure(title: str) -> None:
    known = subject(title)
    assert_same_figures(known, known.compact(known.group))


@every_game
def test_one_position_stands_for_those_alike(title: str) -> None:
    """The one that a lookup asks for, for as many as there are images of it; together they are all."""
    known = subject(title)
    compact = known.compact(known.group)
    found: dict[int, int] = {}
    for number in range(len(compact.sizes)):
        code = compact.code(number)
        images = {symmetry.of(code) for symmetry in known.group}
        assert from_words(representative(code, known.group, compact.machine.words)) == code
        assert compact.sizes[number] == len(images)
        found |= dict.fromkeys(images, number)
    assert set(found) == {known.grounded.encoded(position) for position in known.exploration.positions}


@every_game
@pytest.mark.parametrize("symmetric", [True, False], ids=["symmetric", "one by one"])
def test_symmetries_change_no_value(title: str, symmetric: bool) -> None:
    known = subject(title)
    assert_same_values(known, known.compact(known.group if symmetric else [identity(known.grounded)]))


@every_game
def test_a_symmetry_is_one_of_the_rules(title: str) -> None:
    """What it makes of a position has the images of its moves, its ends and its winners."""
    known = subject(title)
    kernel = Kernel(known.grounded)
    codes = [known.grounded.encoded(position) for position in known.exploration.positions]
    for symmetry in known.group:
        for code in codes[::7]:
            image = symmetry.of(code)
            assert kernel.over(code) == kernel.over(image)
            assert kernel.won(code) == kernel.won(image)
            if not kernel.over(code):
                assert kernel.to_move(code) == kernel.to_move(image)
                for k in range(len(kernel.moves)):
                    legal = kernel.legal(code) >> k & 1
                    assert legal == kernel.legal(image) >> symmetry.moves[k] & 1
                    if legal:
                        assert kernel.after(image, symmetry.moves[k]) == symmetry.of(kernel.after(code, k))


@every_game
def test_what_is_saved_is_what_was_found(title: str) -> None:
    known = subject(title)
    table = table_from(solve(known.by_kernel()))
    for position in known.exploration.positions:
        assert table.value(position) == known.solution.value(position)


def test_the_games_are_not_all_alike() -> None:
    """Among them are ends and none, wins for both and draws, symmetries, positions that come back."""
    known = [subject(title) for title in ASKED]
    assert {len(one.group) for one in known} >= {1, 2, 6, 24}
    assert any(len(one.exploration) > 100 for one in known)
    assert sum(one.grounded.is_growing for one in known) in range(3, len(known))
    values = {str(one.solution.value(one.game.initial)).split()[0] for one in known}
    assert values >= {"draw", "x", "o"}
    assert any(not sum(one.exploration.terminal().values()) for one in known)


# Machine code


@pytest.mark.parametrize(
    "title", ["coins, more of them", "stone on a long ring", *(["a wide board"] if AT_LENGTH else [])]
)
def test_machine_code_finds_the_same(title: str) -> None:
    """Of one word and of several, growing and going round; its types are those of the machine."""
    known = subject(title)
    compact = known.compact(known.group, MachineCode)
    assert_same_figures(known, compact)
    assert_same_values(known, compact)


@pytest.mark.parametrize("title", [title for title in WIDE if title in ASKED])
def test_wide_games_are_wide(title: str) -> None:
    assert len(subject(title).grounded.bits) > 64
    assert SlowMachine(subject(title).grounded).words == 2


# Rules that break down


@pytest.mark.parametrize("together", [10**9, 1])
@pytest.mark.parametrize(("name", "code"), [("breaks", "E305"), ("both", "E503")])
def test_rules_that_break_down_are_told_by_themselves(
    name: str, code: str, together: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(columns, "_FEWEST_WAITING", together)
    game = GameArgument([str(DOCUMENTS / f"{name}.led")]).load()
    assert isinstance(game, GameByRules)
    grounded = game.ground()
    kernel = Kernel(grounded)
    with pytest.raises(MustAsk):
        explore_kernel(game, kernel, kernel.initial, limit=POSITION_LIMIT)
    with pytest.raises(MustAsk):
        explore_by_machine(
            game, SlowMachine(grounded), [identity(grounded)], grounded.initial, limit=POSITION_LIMIT
        )
    told = [diagnostic_of(lambda: explore_rules(game)), diagnostic_of(lambda: Plan().explore(game))]
    assert told[0] == told[1]
    assert told[0][0] == code


def diagnostic_of(work: Callable[[], object]) -> tuple[object, ...]:
    """What a document is told of its rules."""
    with pytest.raises(DocumentError) as caught:
        work()
    (found,) = caught.value.diagnostics
    return found.code, found.fact, found.span, found.help


def test_rules_that_break_down_where_nobody_comes_are_no_matter() -> None:
    game = GameArgument([str(DOCUMENTS / "breaks.led")], let=["stairs=2"]).load()
    with pytest.raises(DocumentError):
        explore_rules(game)
    game = GameArgument([str(DOCUMENTS / "breaks.led")], let=["stairs=0"]).load()
    explored, method = Plan().explore(game)
    assert (method.through, explored.counts()) == ("kernel", explore_rules(game).counts())


def test_twins_share_a_kernel() -> None:
    game = subject("hex 2").game
    assert kernel_of(game.twin()) is kernel_of(game)
