"""Rules that break in play are told before anybody plays, and no others."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from noughts.documents import library, rehearsal
from noughts.documents.by_rules import GameByRules
from noughts.documents.from_document import game_from
from noughts.documents.rehearsal import Rehearsal, rehearsed
from noughts.games.line import read_line
from noughts.games.match import Match
from noughts.language.check import check_documents, check_text, read_program
from noughts.meaning.budget import SECONDS_WHILE_WRITING
from noughts.meaning.run_error import state_text
from noughts.text.diagnostic import Diagnostic
from noughts.text.document import split_document
from noughts.text.source import Source
from noughts.values.misuse import OutOfBudget
from tests.led import program
from tests.library.games import ANIMATIONS, ASKED, program_of

RULES = """
    initialState := {}  playerToMove := `x if |currentState| mod 2 = 0; `o otherwise
    moves := {1..4}  legalMove(m) iff ~(m in currentState)  outcome(m) := currentState U {m}
    gameOver iff |currentState| = 3  wins(p) iff gameOver & p = `x & 4 in currentState
"""


def told(old: str, new: str) -> list[str]:
    """The facts of the notes on the rules with another part."""
    assert old in RULES
    return [note.fact for note in rehearsed(program(RULES.replace(old, new)))[0]]


def test_what_each_player_has_at_first_is_a_map_though_chance_has_none():
    notes, _ = rehearsed(
        program(r"""
        initialState := (`x, 0, {`x |-> 0, `o |-> 0})  (turn, roll, place) := currentState
        playerToMove := `die if roll = 0; turn otherwise  other := `o if turn = `x; `x otherwise
        moves := {1, 2} U {`run, `wait}
        legalMove(m) iff ~gameOver & (playerToMove = `die if m in {1, 2}; playerToMove = turn otherwise)
        outcome(m) := (turn, m, place) if playerToMove = `die;
            (other, 0, place[turn |-> place[turn] + roll]) if m = `run; (other, 0, place) otherwise
        gameOver iff wins(`x) V wins(`o)  wins(p) iff p in {`x, `o} & place[p] >= 3""")
    )
    assert [note.code for note in notes] == ["N504"]


def test_right_rules_are_left_alone():
    assert told("moves", "moves") == []
    assert told("`o otherwise", "2 otherwise") == []
    assert told("p = `x &", "p /= playerToMove &") == []


@pytest.mark.parametrize(
    ("old", "new", "fact"),
    [
        ("gameOver & p = `x &", "gameOver & (p = `x V p = `o) &", "`wins` holds for `x` and for `o`"),
        ("~(m in currentState)", "m in currentState", "no move is legal at the start, so none is ever made"),
        ("{1..4}", "{}", "`moves` is empty at the start, so no move is ever made"),
        ("= 3 ", "= 0 ", "`gameOver` holds at the start, so no move is ever made"),
        ("~(m in currentState)", "m in moves", "this move changes nothing"),
        ("= 3 ", "= 5 ", "no move is legal here, but `gameOver` does not hold"),
        ("p = `x &", "p = `z &", "`` `z `` wins here, but the players are"),
        ("`o otherwise", "{} otherwise", "`playerToMove` is {}, a set, which names no player"),
        ("currentState U {m}", "currentState U {m} if m < 4", "no clause of `outcome` applies to outcome(4)"),
        ("= 3 ", "= left(3) left(n) := left(n) ", "definitions call one another too deeply for the stack"),
    ],
)
def test_what_breaks_is_told(old: str, new: str, fact: str):
    [found] = told(old, new)
    assert found.startswith(fact)


def test_the_moves_of_a_note_are_named_as_in_the_game():
    rules = program("""
        cells := {1..3} * {1..3}  initialState := {}
        playerToMove := `x if |currentState| mod 2 = 0; `o otherwise
        free(c) iff ~some p in {`x, `o}. (p, c) in currentState
        moves := {`x, `o} * cells  legalMove((p, c)) iff p = playerToMove & free(c)
        outcome(m) := currentState U {m}
        gameOver iff |currentState| = 6  wins(p) iff gameOver
    """)
    [found] = rehearsed(rules)[0]
    state, moves = (note.text for note in found.notes)
    game = game_from(rules, name="the game")
    assert isinstance(game, GameByRules)
    match = read_line(Match(game), moves.removeprefix("after the moves "))
    assert state == f"with {state_text(rules, match.position)}"


def test_the_moves_of_a_note_lead_there_without_a_detour():
    (note,) = rehearsed(
        program("""
            variable held in {0..3}
            initially held = 0
            action put when held <= 3: held' = held + 1
            action get when held > 0: held' = held - 1
        """)
    )[0]
    assert "`held` would be 4" in note.fact
    assert note.notes[-1].text == "after the moves put put put put"


def test_a_directive_answers_it():
    text = RULES.replace("{1..4}", "{}")
    assert rehearsed(check_text(f"<!-- noughts: allow N503 -->\n/$ {text} $/", "a.md"))[0] == []


def test_the_more_moves_are_judged_the_fewer_are_made(monkeypatch):
    """The matches end after some work, not after some time."""
    made, after = [], GameByRules.after

    def counted(*args):
        made.append(args)
        return after(*args)

    monkeypatch.setattr(GameByRules, "after", counted)
    rules = RULES.replace("= 3 ", "= 100 ").replace("{1..4}", "{1..200}")
    assert rehearsed(program(rules))[0] == []
    few = len(made)
    assert rehearsed(program(rules.replace("{1..200}", "{1..2000}")))[0] == []
    assert 0 < len(made) - few < few


COUNTING = """
initialState := (`a, 1)
playerToMove := currentState[1]
n := currentState[2]
moves := {1..3}
legalMove(k) iff k > 0
outcome(k) := ((`b if playerToMove = `a; `a otherwise), n + k)
gameOver iff n = last
wins(p) iff gameOver & p /= playerToMove
"""


@pytest.mark.parametrize(
    ("rest", "told"), [("last := 0", 1), ("last := 0 unused := 1/0", 1), ("last := 500", 0)]
)
def test_numbers_grow_beyond_those_of_the_rules_alone(rest: str, told: int):
    facts = [note.fact for note in rehearsed(check_text(f"/$ {COUNTING} {rest} $/"))[0]]
    assert [fact.startswith("no match ends within 60 moves") for fact in facts] == [True] * told


RING = """initialState := (`x, 0) (playerToMove, place) := currentState moves := {1, 2} legalMove(m) iff true
outcome(m) := ((`o if playerToMove = `x; `x otherwise), (place + m) mod 5)
gameOver iff OVER wins(p) iff gameOver & p = playerToMove"""


@pytest.mark.parametrize(
    ("over", "expected"),
    [
        ("place = 4", []),
        ("place = 5", ["no match ever ends: `gameOver` holds in no position"]),
        ("1 = 2", []),  # so it is meant
    ],
)
def test_a_match_that_never_ends_is_told_where_all_positions_are_known(over: str, expected: list[str]):
    assert [note.fact for note in rehearsed(check_text(f"/$ {RING.replace('OVER', over)} $/"))[0]] == expected


def test_a_lead_is_no_win_although_it_may_be_lost():
    text = """initialState := (0, 0, 0) (ply, x, y) := currentState
playerToMove := `x if ply mod 2 = 0; `o otherwise
moves := {1..3} legalMove(m) iff m /= (ply + x) mod 3
outcome(m) := (ply + 1, x + m, y) if playerToMove = `x; (ply + 1, x, y + m) otherwise
gameOver iff ply = 8
wins(p) iff p = `x & x > y V p = `o & y > x"""
    assert rehearsed(check_text(f"/$ {text} $/"))[0] == []


def test_what_sides_have_in_a_record_is_not_shared():
    text = (Path(__file__).parent / "boards" / "record.led").read_text("utf-8")
    assert rehearsed(check_text(text, "record.led"))[0] == []


@pytest.mark.parametrize(
    ("clicks", "is_told"),
    [
        ("(((100 * m, 0, 100 * m + 50, 50),), ())", False),
        ("(({(100 * m, 0, 100 * m + 50, 50), (0, 0, 9, 9)}, (0, 0, 9, 9)), ((0, 0, 9, 9),))", False),
        ("((), ())", True),
        ("((100 * m, 0, 100 * m + 50, 50), ())", True),
        ("(((100 * m, 0, 50),), ())", True),
        ("(((100 * m, 0, 50, m / 2),), ())", True),
        ("({m}, ())", True),
        ("m", True),
        ("m / 0", True),
    ],
)
def test_clicks_that_nobody_can_make_are_told(clicks: str, is_told: bool):
    rest = f"images := {{}}  boardClicks(m) := {clicks}"
    fact = "`boardClicks` gives no rectangles to click for the move `1`"
    assert told("initialState", f"{rest}  initialState") == [fact] * is_told


def test_what_is_no_game_by_rules_is_left_alone():
    assert rehearsed(program("initialState := 0 moves := {}"))[0] == []


def test_no_game_of_the_library_breaks():
    assert [note for name in ASKED for note in rehearsed(program_of(name))[0]] == []


@pytest.mark.parametrize(
    ("name", "forgotten", "fact"),
    [
        ("pegs", "m[1] in pegs & ", "a legal move takes out (2, 1), which is not there"),
        ("knights", "m[1] in white U black & ", "a legal move takes out (1, 1), which is not there"),
        ("hare", "a in hounds & ", "a legal move takes out (3, 2), which is not there"),
        ("clobber", "board[m[1]] = playerToMove & ", "what is at (3, 2), where nothing is"),
    ],
)
def test_who_forgets_to_ask_whether_it_is_there_is_told(name: str, forgotten: str, fact: str):
    text = library.path_of(name).read_text("utf-8")
    assert text.count(forgotten) == 1
    source = Source(name, text.replace(forgotten, ""))
    [note] = rehearsed(check_documents([split_document(source)]))[0]
    assert fact in note.fact


@pytest.mark.parametrize("name", ["cubes", "quixo"])
def test_a_rare_move_may_only_pass_the_turn(name: str):
    """To push a row of equal cubes leaves it as it is."""
    assert rehearsed(read_program([Path(__file__).parent / "boards" / f"{name}.led"]))[0] == []


@pytest.mark.parametrize("name", ["tictactoe", "hex", "river", "clicks"])
@pytest.mark.parametrize("looks", [1, 10, 100, 1000, 3000])
def test_time_that_is_over_at_any_moment_ends_it(name: str, looks: int, monkeypatch: pytest.MonkeyPatch):
    ticks = count()
    monkeypatch.setattr(rehearsal, "processor_time", lambda: next(ticks) * SECONDS_WHILE_WRITING / looks)
    by_clicks = Path(__file__).parent / "seed001-mended.led"
    assert rehearsed(read_program([by_clicks]) if name == "clicks" else program_of(name))[0] == []


def test_a_set_of_several_clauses_is_not_judged_by_the_first():
    fits = "fits := {x in {1..4} | x > 9} if 1 = 2; {} otherwise  moves := fits U {1..4}"
    assert told("moves := {1..4}", fits) == []


def test_what_was_found_before_the_time_was_over_is_told(monkeypatch: pytest.MonkeyPatch):
    def found_wrong(game: GameByRules, _rehearsal: Rehearsal) -> Iterator[Diagnostic]:
        yield Diagnostic("N505", "this is wrong", game.program.definitions["moves"].head)
        raise OutOfBudget("this took too long")

    monkeypatch.setattr(rehearsal, "found_wrong", found_wrong)
    assert told("moves", "moves") == ["this is wrong"]


@pytest.mark.parametrize("name", [name for name in ASKED if name not in ANIMATIONS])
def test_the_figures_are_those_of_matches_by_the_rules(name: str) -> None:
    rules = program_of(name)
    game, (_, played) = game_from(rules, name=name), rehearsed(rules)
    assert isinstance(game, GameByRules)
    assert played.matches
    for match in played.matches:
        assert match.choices == [len(game.moves(position)) for position in match.positions[:-1]]
        made = zip(match.positions, match.moves, strict=False)
        assert match.positions[1:] == [game.after(position, move) for position, move in made]
        assert match.outcome == game.outcome(match.positions[-1])
    assert sum(played.ends(game).values()) == len(played.matches)


def test_no_figures_are_told_of_matches_that_break_the_rules() -> None:
    broken = RULES.replace("currentState U {m}", "currentState U {m + 0 * floor(1 / (1 - |currentState|))}")
    notes, played = rehearsed(program(broken))
    assert notes
    assert (str(played), played.as_json()) == ("", {})


def test_what_is_no_game_has_no_figures() -> None:
    notes, played = rehearsed(program("a := 1"))
    assert (notes, str(played), played.as_json()) == ([], "", {})
