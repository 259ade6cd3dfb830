"""A strategy with one transition dropped, re-aimed, re-labelled or with another modality is refused."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import TypeAlias

import pytest
from msgspec.structs import replace

from noughts.automata.automaton import Automaton as Found
from noughts.automata.from_game import game_graph, plant, plant_of_positions, strategy
from noughts.cli.verified import as_written, names_of, side_of
from noughts.games.game import Expansion, Position, Side
from noughts.verify.automaton import Automaton, Naming, StrategyCheck, WrittenStep, first_misnumbered
from noughts.verify.checked import CheckResult
from noughts.verify.played import PlayGraph, play_graph
from tests.library.games import by_rules

NUMBER = int(os.environ.get("NOUGHTS_FUZZ_STRATEGIES", "3"))
"""How many transitions of a large strategy are changed in each way."""

Let: TypeAlias = tuple[str, ...]
Change: TypeAlias = Callable[[Automaton, WrittenStep, Random], WrittenStep | None]


@cache
def whole(name: str, let: Let) -> PlayGraph:
    """All positions of a game, as it is played: by `test_rules.py` the reference evaluator says the same."""
    game = by_rules(name, let)

    def expansion(position: Position) -> Expansion:
        if (outcome := game.outcome(position)) is not None:
            return Expansion(outcome)
        moves = game.moves(position)
        after = [game.after(position, move) for move in moves]
        return Expansion(None, game.to_move(position), moves, after)

    found = play_graph(expansion, game.initial, None)
    assert found is not None
    return found


@cache
def found_strategy(name: str, let: Let, side: Side, in_cells: bool) -> Found:
    graph = game_graph(by_rules(name, let))
    found = strategy((plant if in_cells else plant_of_positions)(graph), side).automaton
    assert found is not None
    return found


@cache
def names(found: Found, name: str, let: Let) -> Naming:
    return names_of(found, by_rules(name, let))


def checked(
    automaton: Automaton, found: Found, name: str, let: Let, side: Side, *, some_moves: bool = False
) -> CheckResult:
    """The check of an automaton, whose answers about positions are taken from one walk."""
    game, all_positions = by_rules(name, let), whole(name, let)
    return StrategyCheck(
        automaton,
        side,
        names(found, name, let),
        all_positions.found.get,
        game.initial,
        None if some_moves else all_positions,
        some_moves,
    ).checked()


def dropped(automaton: Automaton, step: WrittenStep, dice: Random) -> None:
    return None


def aimed_elsewhere(automaton: Automaton, step: WrittenStep, dice: Random) -> WrittenStep:
    return replace(step, target=dice.choice([s.source for s in automaton.steps if s.source != step.target]))


def labelled_otherwise(automaton: Automaton, step: WrittenStep, dice: Random) -> WrittenStep:
    return replace(step, label=dice.choice([s.label for s in automaton.steps if s.label != step.label]))


def of_another_modality(automaton: Automaton, step: WrittenStep, dice: Random) -> WrittenStep:
    return replace(
        step, modality="permitted" if step.modality == "urgent" else dice.choice(["urgent", "lazy"])
    )


CHANGES: tuple[Change, ...] = (dropped, aimed_elsewhere, labelled_otherwise, of_another_modality)

STRATEGIES = [
    ("tictactoe", (), "x", True),
    ("tictactoe", (), "o", True),
    ("tictactoe", (), "o", False),
    ("mnk", ("m=2", "n=2", "k=2"), "x", True),
    ("nim", (), "x", False),
    ("euclid", (), "first", False),
]


def changed(automaton: Automaton, change: Change, every: bool) -> Iterator[Automaton]:
    """Automata that differ in one transition; each once, if there are few."""
    dice = Random(NUMBER)
    steps = list(automaton.steps)
    for number in range(len(steps)) if every else dice.sample(range(len(steps)), NUMBER):
        other = change(automaton, steps[number], dice)
        after = [] if other is None else [other]
        yield replace(automaton, steps=[*steps[:number], *after, *steps[number + 1 :]])


@pytest.mark.parametrize(("name", "let", "side", "in_cells"), STRATEGIES)
def test_a_strategy_is_right(name, let, side, in_cells):
    found = found_strategy(name, let, side, in_cells)
    assert side_of(found, by_rules(name, let)) == side
    said = checked(as_written(found), found, name, let, side)
    assert said.fault is None
    assert said.positions == said.of == found.state_count - 1


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
@pytest.mark.parametrize(("name", "let", "side", "in_cells"), STRATEGIES)
def test_a_strategy_with_one_transition_changed_is_refused(name, let, side, in_cells, change):
    found = found_strategy(name, let, side, in_cells)
    automaton = as_written(found)
    for other in changed(automaton, change, every=len(automaton.steps) < 600):
        assert checked(other, found, name, let, side).fault is not None


@pytest.mark.parametrize(("name", "let", "side", "in_cells"), STRATEGIES)
def test_a_strategy_that_lacks_a_safe_move_does_not_lose(name, let, side, in_cells):
    """Moves of its own side may be dropped, with what only they lead to, as long as each position has one."""
    found = found_strategy(name, let, side, in_cells)
    automaton = as_written(found)
    kept: dict[object, WrittenStep] = {s.source: s for s in automaton.steps if s.modality == "permitted"}
    steps = [s for s in automaton.steps if s.modality == "urgent" or kept[s.source] is s]
    reached, waiting = {automaton.initial}, [automaton.initial]
    for state in waiting:
        for step in steps:
            if step.source == state and step.target not in reached:
                reached.add(step.target)
                waiting.append(step.target)
    if len(reached) == automaton.states:
        pytest.skip("it has one move everywhere")
    some = Automaton(
        automaton.initial, [s for s in steps if s.source in reached], automaton.finals, len(reached)
    )
    assert checked(some, found, name, let, side, some_moves=True).fault is None
    assert "safe move" in str(checked(some, found, name, let, side).fault)


def test_states_that_nothing_reaches_are_refused():
    found = found_strategy("nim", (), "x", False)
    automaton = as_written(found)
    more = replace(automaton, states=automaton.states + 1)
    assert checked(more, found, "nim", (), "x").fault == "1 of 53 states are never reached"


def test_the_strategy_of_another_side_is_refused():
    found = found_strategy("tictactoe", (), "o", True)
    assert checked(as_written(found), found, "tictactoe", (), "x").fault is not None


def renamed(automaton: Automaton, old: str, new: str) -> Automaton:
    """An automaton with one state or label called otherwise everywhere."""

    def name(parts: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(new if part == old else part for part in parts)

    steps = [WrittenStep(name(s.source), name(s.label), name(s.target), s.modality) for s in automaton.steps]
    return Automaton(name(automaton.initial), steps, set(map(name, automaton.finals)), automaton.states)


@pytest.mark.parametrize("some_moves", [False, True])
@pytest.mark.parametrize("number", ["2", "3", "17", "-1", "02", "two"])
def test_a_number_behind_a_name_that_no_other_has_is_refused(number, some_moves):
    found = found_strategy("nim", (), "x", False)
    automaton = as_written(found)
    for old in (automaton.initial[0], automaton.steps[0].target[0], "!o_3-1"):
        other = renamed(automaton, old, f"{old} #{number}")
        assert other != automaton
        said = checked(other, found, "nim", (), "x", some_moves=some_moves)
        assert said.fault is not None, old


def test_names_have_the_numbers_that_others_with_their_text_leave():
    """Three are called `a`, one of them `a #2` by itself, and one is alone."""
    called = {"Success": {0}, "a": {1, 2, 3}, "a #2": {4}, "b": {5}}
    right = {1: ("a",), 2: ("a #2",), 3: ("a #3",), 4: ("a #2 #2",), 5: ("b",)}
    assert first_misnumbered(right, called) is None
    for meant, name in [(3, "a #5"), (5, "b #2"), (5, "b #1"), (2, "a #x"), (1, "a #02"), (5, "c")]:
        assert first_misnumbered({**right, meant: (name,)}, called) == (name,)


def test_numbers_are_not_vouched_for_where_play_reaches_too_many_positions(monkeypatch):
    monkeypatch.setattr("noughts.verify.automaton.ALL", 100)
    found = found_strategy("nim", (), "x", False)
    other = renamed(as_written(found), "!o_3-1", "!o_3-1 #2")
    said = checked(other, found, "nim", (), "x", some_moves=True)
    assert said.remark == "the numbers that tell equal names apart were not checked"
