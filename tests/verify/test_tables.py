"""Values and diagrams that differ in one place are refused, if that is about a position of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from noughts.games.game import Position
from noughts.games.result import Value
from noughts.solvers.backward import solve_game
from noughts.solvers.symbolic.diagram_engine import DiagramEngine
from noughts.solvers.symbolic.layers import Layered
from noughts.solvers.symbolic.saved_strategy import save_strategy
from noughts.solvers.symbolic.strategy import winning_region
from noughts.verify.checked import CheckResult, SampleSize
from noughts.verify.claims import SavedVerdict, VerdictCheck
from noughts.verify.diagram import CorruptFile, DiagramCheck, DiagramFile, read_diagrams
from noughts.verify.played import PlayGraph, play_graph
from noughts.verify.table import TableCheck, Values
from tests.library.games import by_rules

SMALL = ("m=2", "n=2", "k=2")
EVERYTHING = SampleSize(everything=True)


@cache
def whole(name: str, let: tuple[str, ...] = ()) -> PlayGraph:
    game = by_rules(name, let)
    found = play_graph(game.by_reference, game.initial, None)
    assert found is not None
    return found


# Values


@cache
def right_values(name: str) -> Mapping[Position, Value]:
    game = by_rules(name)
    solved = solve_game(game)
    return {position: solved.value(position) for position in solved.graph.positions}


def checked_values(
    name: str, values: Mapping[Position, Value], extent: SampleSize = EVERYTHING
) -> CheckResult:
    game, found = by_rules(name), whole(name)
    counts = dict.fromkeys((*game.sides, "draw"), 0)
    for value in values.values():
        counts[value.winner or "draw"] += 1
    table = Values(values.__getitem__, len(values), counts)
    return TableCheck(table, found.found.get, game.initial, "seed").checked(extent)


@pytest.mark.parametrize("name", ["nim", "euclid", "jugs"])
def test_values_are_right(name):
    said = checked_values(name, right_values(name))
    assert (said.fault, said.positions) == (None, len(whole(name)))


def others(value: Value) -> list[Value]:
    if value.distance is None:
        return [Value("x", 1), Value("o", 3)]
    return [
        Value(value.winner, value.distance + 1),
        Value(value.winner, value.distance + 2),
        Value(None, None),
    ]


@pytest.mark.parametrize("name", ["nim", "euclid", "jugs"])
def test_each_value_that_is_changed_is_refused(name):
    values = right_values(name)
    for position, value in values.items():
        for other in others(value):
            assert checked_values(name, {**values, position: other}).fault is not None


def test_a_position_that_is_missing_or_too_many_is_refused():
    values = dict(right_values("nim"))
    assert "232 positions" in str(checked_values("nim", {**values, "more": Value("x", 1)}).fault)
    del values[list(values)[100]]
    assert "more than the 231 positions" in str(checked_values("nim", values).fault)


def test_wrong_totals_are_refused():
    game, values = by_rules("nim"), right_values("nim")
    table = Values(values.__getitem__, len(values), {"x": 1, "o": 231, "draw": 0})
    said = TableCheck(table, whole("nim").found.get, game.initial, "seed").checked(EVERYTHING)
    assert str(said.fault).startswith("it counts 1 positions as `x`")


def test_some_positions_are_drawn():
    said = checked_values("nim", right_values("nim"), SampleSize(20))
    assert (said.fault, said.positions, said.of) == (None, 20, 232)


# Diagrams


@cache
def right_diagrams(side: int, place: str) -> DiagramFile:
    from pathlib import Path

    game = by_rules("mnk", SMALL)
    save_strategy(winning_region(Layered(game.ground(), DiagramEngine), side).sets, Path(place))
    return read_diagrams(Path(place).read_bytes())


def checked_diagrams(file: DiagramFile) -> CheckResult:
    game, found = by_rules("mnk", SMALL), whole("mnk", SMALL)

    def reference(position: Position) -> Any:
        return found.found.get(position) or game.by_reference(position)

    rules = game.ground()
    return DiagramCheck(file, rules.decoded, rules.encoded, reference, game.initial, "seed").checked(
        EVERYTHING
    )


def kept(file: DiagramFile) -> list[bool]:
    encoded = by_rules("mnk", SMALL).ground().encoded
    return [file.keeps(encoded(position)) for position in whole("mnk", SMALL).found]


def test_diagrams_with_one_child_changed_are_refused(tmp_path):
    """Where that puts in or takes out a position that play reaches."""
    file = right_diagrams(0, str(tmp_path / "x.strategy"))
    assert checked_diagrams(file).fault is None
    right, changed = kept(file), 0
    for number, node in enumerate(file.nodes):
        for child in range(1, len(node)):
            other = [*node[:child], 0 if node[child] else 1, *node[child + 1 :]]
            wrong = replace(file, nodes=[*file.nodes[:number], other, *file.nodes[number + 1 :]])
            if kept(wrong) != right:
                changed += 1
                assert checked_diagrams(wrong).fault is not None, (number, child)
    assert changed > 10


def test_diagrams_count_and_number_their_positions(tmp_path):
    file = right_diagrams(0, str(tmp_path / "x.strategy"))
    codes = [file.numbered(number) for number in range(file.size)]
    assert len(set(codes)) == len(codes)
    assert all(map(file.keeps, codes))


@pytest.mark.parametrize(
    ("change", "fact"),
    [
        (lambda text: text.replace("[[0", "[[1", 1), "its checksum is another"),
        (lambda text: text.replace('"strategy 1"', '"strategy 9"', 1), ""),
    ],
)
def test_a_changed_file_is_refused(change: Callable[[str], str], fact: str, tmp_path):
    place = tmp_path / "x.strategy"
    right_diagrams.cache_clear()
    right_diagrams(0, str(place))
    with pytest.raises(ValueError, match=fact or None) as raised:
        read_diagrams(change(place.read_text(encoding="utf-8")).encode())
    assert isinstance(raised.value, CorruptFile) == bool(fact)


# Verdicts


@pytest.mark.parametrize("question", ["always", "sometimes", "forced"])
@pytest.mark.parametrize("holds", [True, False])
def test_a_verdict_is_right_or_refused(question, holds):
    """About whether x has won: never always, sometimes, and x can force it."""
    game = by_rules("nim")
    found = whole("nim")

    def won(position: Position) -> bool:
        outcome = found.found[position].outcome
        return outcome is not None and outcome.winner == "x"

    check = VerdictCheck(
        SavedVerdict(
            question,
            holds,
            "x" if question == "forced" else None,
            232,
            None,
            11 if (question, holds) == ("forced", True) else None,
        ),
        won,
        found.found.get,
        game.initial,
        "seed",
    )
    said = check.checked(EVERYTHING)
    needs_line = (question, holds) in (("always", False), ("sometimes", True))
    assert said.is_right == ((question, holds) == ("forced", True))
    assert ("no line of play" in str(said.fault)) == needs_line
