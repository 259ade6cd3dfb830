"""Machines as games: beside the same rules written by hand, and beside an interpreter of a few lines."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

import pytest

from noughts.documents.by_rules import GameByRules
from noughts.documents.documented import BrokenRules
from noughts.documents.from_document import game_from
from noughts.games.laws import check_laws
from noughts.kernels.explore import explore, explore_rules
from noughts.kernels.kernel import kernel_of
from noughts.kernels.state_graph import KernelGraph
from noughts.language.check import check_text
from noughts.meaning.compile import Compiled
from noughts.meaning.evaluate import Evaluator
from noughts.meaning.frame import frame_of
from noughts.meaning.run_error import RunError
from noughts.solvers.backward import solve
from noughts.values.scalars import Atom
from noughts.values.value import Value
from tests.grounding.agreement import assert_agreement


def game(text: str) -> GameByRules:
    """The game of one region."""
    found = game_from(check_text(f"/$ {text} $/", "test.led"), name="test")
    assert isinstance(found, GameByRules)
    return found


SEEDS = range(int(os.environ.get("NOUGHTS_FUZZ_MACHINES", "8")))
"""Machines that are made by chance."""

# Beside the same rules by hand

ROWS = "rows := {{1, 2, 3}, {4, 5, 6}, {1, 5}, {3, 4}}"
NOUGHTS = f"""
{ROWS}
playerToMove := `x if turn; `o otherwise
has(p) := xs if p = `x; os otherwise
wins(p) iff some R in rows. R sub has(p)
gameOver iff free = {{}} V wins(`x) V wins(`o)
free := P \\ (xs U os)
P := {{1..6}}
"""
NOUGHTS_MACHINE = f"""{NOUGHTS}
variables xs, os sub P
variable turn in {{true, false}}
initially xs = {{}} & os = {{}} & turn
action place(q in P) when q in free:
    xs' = xs U {{q}} if turn
    os' = os U {{q}} if ~turn
    turn' = ~turn
"""
NOUGHTS_BY_HAND = f"""{NOUGHTS}
xs := currentState[1]
os := currentState[2]
turn := currentState[3]
initialState := ({{}}, {{}}, true)
moves := P
legalMove(q) iff q in free
outcome(q) := (xs U {{q}}, os, ~turn) if turn; (xs, os U {{q}}, ~turn) otherwise
"""
RACE = """
playerToMove := turn
gameOver iff done
wins(p) iff done & p /= turn
other(p) := `o if p = `x; `x otherwise
"""
RACE_MACHINE = f"""{RACE}
variable sum in {{0..10}}
variable turn in {{`x, `o}}
variable skipped, done in {{true, false}}
initially sum = 0 & turn = `x & skipped = done & ~done
action skip when ~skipped: skipped' = true & turn' = other(turn)
action add(n in {{1, 2}}, twice in {{true, false}}) when sum + n <= 10 & (twice => sum + 2 * n <= 10):
    sum' = sum + 2 * n if twice; sum + n otherwise
    turn' = other(turn)
    skipped' = false
full iff sum = 10
automatic finish when full: done' = full
"""
RACE_BY_HAND = f"""{RACE}
sum := currentState[1]
turn := currentState[2]
skipped := currentState[3]
done := currentState[4]
initialState := (0, `x, false, false)
moves := {{`skip}} U {{(`add, n, twice) | n in {{1, 2}} & twice in {{true, false}}}}
legalMove(m) iff
    ~skipped if m = `skip;
    sum + m[2] <= 10 & (m[3] => sum + 2 * m[2] <= 10) otherwise
added(n, twice) := sum + 2 * n if twice; sum + n otherwise
outcome(m) :=
    (sum, other(turn), true, sum = 10 V done) if m = `skip;
    (s, other(turn), false, s = 10 V done) otherwise where s = added(m[2], m[3])
"""


@pytest.mark.parametrize(
    ("machine", "twin"), [(NOUGHTS_MACHINE, NOUGHTS_BY_HAND), (RACE_MACHINE, RACE_BY_HAND)]
)
def test_a_machine_is_the_game_that_its_rules_by_hand_are(machine: str, twin: str) -> None:
    one, other = explore_rules(game(machine)), explore_rules(game(twin))
    assert one.positions == other.positions
    assert (one.offsets, one.targets, one.winners, one.movers) == (
        *(other.offsets, other.targets, other.winners, other.movers),
    )
    assert one.every_move == other.every_move
    values = [solve(graph).value(graph.game.initial) for graph in (one, other)]
    assert values[0] == values[1]
    kernels = [kernel_of(graph.game) for graph in (one, other)]
    assert kernels[0].is_sure
    assert (kernels[0].source == kernels[1].source) == (machine is RACE_MACHINE)
    assert_agreement(one, game(machine).ground())


# What follows from other variables

RECORDS = {
    "nothing": "",
    "a record of what is so for good": "automatic note when {1, 2} sub xs: seen' = seen U {`x}",
    "a record that something else takes back": "automatic note when 1 in xs: seen' = {`x} "
    "automatic wipe when 1 in os & 2 in xs: seen' = {}",
    "a record of a moment": "automatic note when |xs| = 2: seen' = seen U {`x}",
    "a record of what was so at the end": "automatic note when gameOver & seen = {}: seen' = {`over}",
}


@pytest.mark.parametrize("record", RECORDS)
def test_what_follows_from_other_variables_has_no_bits(record: str) -> None:
    text = f"{NOUGHTS_MACHINE} variable count in {{0..6}} variable seen sub {{`x, `over}}"
    text = text.replace("turn' = ~turn", "turn' = ~turn count' = count + 1")
    found = game(f"{text} initially count = 0 & seen = {{}} {RECORDS[record]}")
    grounded = found.ground()
    assert (len(grounded.bits) == 12) == (record != "a record of a moment"), len(grounded.bits)
    explored = explore_rules(found)
    assert_agreement(explored, grounded)
    for position in explored.positions[::7]:
        with pytest.raises(KeyError):
            grounded.encoded((*position[:3], position[3] + 7, position[4]))


def test_a_machine_of_one_action_has_its_arguments_as_moves() -> None:
    found = game(NOUGHTS_MACHINE)
    assert list(check_laws(found)) == []
    assert found.moves(found.initial) == tuple(range(1, 7))
    assert found.move_text(found.initial, 5) == "5"
    assert isinstance(explore(found), KernelGraph)


def test_with_several_actions_a_move_begins_with_the_name_of_its_own() -> None:
    found = game(RACE_MACHINE)
    assert list(check_laws(found)) == []
    texts = [found.move_text(found.initial, move) for move in found.moves(found.initial)]
    assert texts == ["skip", "add-1-true", "add-1-false", "add-2-true", "add-2-false"]


# Beside an interpreter

State = tuple[int, int, int]
Function = Callable[[Mapping[str, int]], int]


@dataclass(frozen=True)
class Term:
    """A number, and how it is written."""

    text: str
    value: Function


@dataclass(frozen=True)
class Act:
    """A guard, and the new values of some variables."""

    guard: Term
    updates: Mapping[str, tuple[Term, Term | None]]

    def text(self, head: str) -> str:
        rows = [
            f"{v}' = {term.text}{f' if {when.text} = 0' if when else ''}"
            for v, (term, when) in self.updates.items()
        ]
        return f"{head} when {self.guard.text} < 3: {' '.join(rows)}"

    def happens(self, known: Mapping[str, int]) -> bool:
        return self.guard.value(known) < 3

    def after(self, state: State, known: Mapping[str, int]) -> State:
        new = dict(zip("abc", state, strict=True))
        for variable, (term, when) in self.updates.items():
            if when is None or when.value(known) == 0:
                new[variable] = term.value(known)
        return new["a"], new["b"], new["c"]


def term(dice: Random, names: str) -> Term:
    """A sum of variables, and at times of a parameter, of a fact and of a function of one, modulo 4."""
    one, other, number = dice.choice(names), dice.choice(names), dice.randrange(4)
    kind = dice.randrange(4)
    if kind == 0:
        return Term(f"(fact + {one}) mod 4", lambda known: (fact(known) + known[one]) % 4)
    if kind == 1:
        return Term(f"with({one}) mod 4", lambda known: (known[one] + known["c"]) % 4)
    if kind == 2:
        return Term(f"|{{a, {one}}}|", lambda known: len({known["a"], known[one]}))
    return Term(
        f"({one} + 2 * {other} + {number}) mod 4",
        lambda known: (known[one] + 2 * known[other] + number) % 4,
    )


def fact(known: Mapping[str, int]) -> int:
    return known["a"] * known["b"]


def act(dice: Random, names: str) -> Act:
    variables = dice.sample("abc", dice.randrange(1, 4))
    return Act(
        term(dice, names),
        {v: (term(dice, names), term(dice, names) if dice.randrange(2) else None) for v in variables},
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_updates_are_simultaneous_and_what_happens_by_itself_follows_in_order(seed: int) -> None:
    dice = Random(seed)
    act_of = {name: act(dice, "abcn") for name in ("one", "two")[: dice.randrange(1, 3)]}
    automatic = [act(dice, "abc") for _ in range(dice.randrange(3))]
    heads = [each.text(f"action {name}(n in {{0..2}})") for name, each in act_of.items()]
    heads += [each.text(f"automatic then{place}") for place, each in enumerate(automatic)]
    dice.shuffle(heads)
    heads.sort(key=lambda head: head.split()[1] if head.startswith("automatic") else "")
    found = game(
        "variables a, b, c in {0..3} initially a = 1 & b = a + 1 & c = b + a fact := a * b with(x) := x + c "
        + "playerToMove := `x if c < 2; `o otherwise gameOver iff a = b & b = c wins(p) iff false "
        + " ".join(heads)
    )
    state: State = (1, 2, 3)
    for _ in range(30):
        if found.is_over(state):
            break
        allowed: dict[Value, State] = {}
        for name, each in act_of.items():
            for n in range(3):
                known = dict(zip("abcn", (*state, n), strict=True))
                if each.happens(known):
                    new = each.after(state, known)
                    for then in automatic:
                        known = dict(zip("abc", new, strict=True))
                        if then.happens(known):
                            new = then.after(new, known)
                    allowed[n if len(act_of) == 1 else (Atom(name), n)] = new
        assert set(found.moves(state)) == set(allowed)
        assert {move: found.after(state, move) for move in allowed} == allowed
        assert_meanings_agree(found, state)
        if not allowed:
            break
        state = dice.choice(list(allowed.values()))
    explored = explore_rules(found, limit=64)
    assert_agreement(explored, found.ground())


def assert_meanings_agree(found: GameByRules, state: State) -> None:
    """Both meanings of every definition without parameters are the same."""
    reference = Evaluator(found.program)
    for name in found.program.written:
        if found.program.definitions[name].is_constant:
            assert found.value(name, at=state) == reference.value(name, frame=frame_of(state)), name


# Ranges

GROWING = """
variable n in {0..5}
variable turn in {`x, `o}
initially n = 0 & turn = `x
action add(k in {1, 2}) when n < 5: n' = n + k & turn' = `o
playerToMove := turn
gameOver iff n = 5
wins(p) iff p = `x
"""


def test_a_variable_that_leaves_its_range_is_told_with_the_line_of_play() -> None:
    found = game(GROWING)
    assert not kernel_of(found).is_sure
    with pytest.raises(BrokenRules) as raised:
        explore(found)
    (problem,) = raised.value.diagnostics
    assert problem.code == "E506"
    assert problem.fact == "`n` would be 6, and its range is `n in {0..5}`"
    assert problem.span is not None
    assert problem.span.text == "n' = n + k"
    texts = [note.text for note in problem.notes]
    assert texts[0] == "it is declared here"
    assert texts[-2:] == ["with n = 4, turn = `o", "after the moves 2 2"]


@pytest.mark.parametrize("meaning", [Compiled, Evaluator])
def test_a_first_value_is_in_the_range_too(meaning: type[Compiled] | type[Evaluator]) -> None:
    checked = check_text("/$ variable n in {1..5} initially n = 0 action up: n' = 1 $/", "test.led")
    with pytest.raises(RunError) as raised:
        meaning(checked).value("initialState")
    assert raised.value.diagnostic.code == "E506"
    assert raised.value.diagnostic.span is not None
    assert raised.value.diagnostic.span.text == "0"


def test_a_range_ends_what_a_guard_does_not() -> None:
    """What would leave its range is undefined, so that it can be grounded all the same."""
    assert len(game(GROWING).ground().bits) == 4
