"""A claim is true of all positions, of some, or wherever a side wants: one answer, however it is found."""

from __future__ import annotations

from functools import cache

import pytest

from noughts.documents.by_rules import GameByRules
from noughts.documents.claim import NoClaim, PositionClaim, claim_about
from noughts.games.game import Position, TooManyPositions
from noughts.games.match import Match
from noughts.solvers.proof import Budget, ClaimQuery, Proof, QuestionKind, prove_quickest
from noughts.solvers.symbolic.layers import Layered
from noughts.solvers.verdict import Verdict
from noughts.text.diagnostic import DocumentError
from tests.library.games import by_rules
from tests.solvers.symbolic.relatives import RELATIVES, relative

CLAIMS = {
    "tictactoe": [
        "~(threeInRow(`x) & threeInRow(`o))",
        "threeInRow(`o) => |currentState| > 5",
        "|currentState| < 7",
        "boardFull & ~threeInRow(`x)",
        "occupied(5) => occupied(1)",
        "occupies(`o, 5)",
        "~boardFull",
        "currentState = {}",
    ],
    "mnk 2 3 2": ["|currentState| < 4", "wins(`x)", "wins(`o)", "~wins(`o)", "playerToMove = `x"],
    "hexapawn": ["wins(`o)", "wins(`x)", "~wins(`x)", "|currentState| > 3", "playerToMove = `x"],
    "nim 2 2": ["wins(`x)", "wins(`o)", "playerToMove = `x"],
    "disctru, J on 3 by 3": [
        "~(everyFamily(`x) & everyFamily(`o))",
        "lines(xposn, J) < 2",
        "over => result /= {}",
        "over & result = {`draw}",
        "(2, 2) in xposn",
    ],
}


@cache
def explored(title: str) -> list[tuple[Position, ...]]:
    """All positions, by the length of the shortest way to them."""
    game = relative(title)
    layers: list[tuple[Position, ...]] = [(game.initial,)]
    seen = {game.initial}
    while layers[-1]:
        reached = dict.fromkeys(q for p in layers[-1] for q in after(title, p))
        layers.append(tuple(p for p in reached if p not in seen))
        seen.update(layers[-1])
    return layers


@cache
def truths(title: str, text: str) -> dict[Position, bool]:
    """Whether a claim holds, of each position."""
    claim = claim_about(relative(title), text)
    return {position: claim.holds(position) for layer in explored(title) for position in layer}


@cache
def after(title: str, position: Position) -> tuple[Position, ...]:
    """The positions after the moves of one."""
    game = relative(title)
    return tuple(game.after(position, move) for move in game.moves(position))


def can_force(title: str, side: str, text: str) -> bool:
    """By the definition, all the way down."""
    game, wanted = relative(title), truths(title, text)
    known: dict[Position, bool] = {}

    def forced(position: Position) -> bool:
        if position not in known:
            moves = after(title, position)
            decide = any if moves and game.to_move(position) == side else all
            known[position] = wanted[position] or (bool(moves) and decide(map(forced, moves)))
        return known[position]

    return forced(game.initial)


def both_ways(game: GameByRules, asked: ClaimQuery) -> list[Verdict]:
    """One by one, and as sets."""
    return [prove_quickest(game, asked, through=way).verdict for way in ("positions", "diagrams")]


@pytest.mark.parametrize("title", CLAIMS)
def test_proofs_are_true_and_their_lines_the_shortest(title: str) -> None:
    game = relative(title)
    layers = explored(title)
    count = sum(map(len, layers))
    for text in CLAIMS[title]:
        claim = claim_about(game, text)
        true = truths(title, text)
        depths = [{true[position] for position in layer} for layer in layers]
        first = {
            value: next((k for k, d in enumerate(depths) if value in d), None) for value in (True, False)
        }
        for verdict in both_ways(game, ClaimQuery("always", claim)):
            assert verdict.holds == (first[False] is None)
            assert_line(verdict.line, first[False], claim, shown=False)
            assert verdict.positions == count or not verdict.holds
        for verdict in both_ways(game, ClaimQuery("sometimes", claim)):
            assert verdict.holds == (first[True] is not None)
            assert_line(verdict.line, first[True], claim, shown=True)
            assert verdict.positions == count or verdict.holds


def assert_line(line: Match | None, length: int | None, claim: PositionClaim, *, shown: bool) -> None:
    assert (line is None) == (length is None)
    if line is not None:
        assert len(line.moves) == length
        assert claim.holds(line.position) == shown


@pytest.mark.parametrize("title", CLAIMS)
def test_what_a_side_can_force(title: str) -> None:
    game = relative(title)
    for text in CLAIMS[title]:
        claim = claim_about(game, text)
        for side in game.sides:
            expected = can_force(title, side, text)
            for verdict in both_ways(game, ClaimQuery("forced", claim, side)):
                assert verdict.holds == expected
                assert (verdict.line is not None) == expected
                if verdict.line is not None:
                    assert claim.holds(verdict.line.position)
                    assert verdict.within in (None, len(verdict.line.moves))


@pytest.mark.parametrize("title", RELATIVES)
def test_both_ways_see_the_same_sides_win(title: str) -> None:
    game = relative(title)
    one_by_one, together = both_ways(game, ClaimQuery("always", claim_about(game, "1 = 1")))
    assert one_by_one == together


@pytest.mark.parametrize(
    ("name", "let", "question"),
    [
        ("quarto", ["n=2"], "always"),
        ("northcott", [], "sometimes"),
        ("hare", [], "forced"),
        ("lgame", [], "forced"),
    ],
)
def test_layers_are_built_only_of_many_positions_that_do_not_come_back(
    monkeypatch: pytest.MonkeyPatch, name: str, let: list[str], question: QuestionKind
) -> None:
    """They would take longer than the list, or for ever: quarto has 293 positions, the L game 73 232."""
    game = by_rules(name, let)
    side = game.sides[1] if question == "forced" else None
    asked = ClaimQuery(question, claim_about(game, f"wins(`{game.sides[1]})"), side)
    monkeypatch.delattr(Layered, "all")
    proof = prove_quickest(game, asked)
    assert proof == prove_quickest(game, asked, through="positions")
    assert proof.through == "positions"


# The game that no list can hold


def asked_of_disctru(text: str, question: str = "always", side: str | None = None) -> Proof:
    game = by_rules("disctru")
    return prove_quickest(game, ClaimQuery(question, claim_about(game, text), side))  # type: ignore[arg-type]


def test_in_disctru_both_never_earn_their_names_together() -> None:
    proof = asked_of_disctru("~(everyFamily(`x) & everyFamily(`o))")
    assert proof.through == "diagrams"
    assert proof.verdict == Verdict(True, 24_072_650_378_629_801)


def test_its_result_is_a_draw_before_the_end_in_no_position() -> None:
    assert not asked_of_disctru("`draw in result & ~over", "sometimes").verdict.holds


def test_its_name_can_be_earned_after_23_moves_and_no_sooner() -> None:
    """Four lines are at least twelve places, and x has twelve after twenty-three moves."""
    verdict = asked_of_disctru("`ex in result", "sometimes").verdict
    assert verdict.line is not None
    assert len(verdict.line.moves) == 23


def test_whoever_begins_can_have_a_heart_and_not_a_line() -> None:
    assert asked_of_disctru("(2, 2) in xposn", "forced", "x").verdict.holds
    assert not asked_of_disctru("lines(xposn, J) > 0", "forced", "x").verdict.holds


# Claims


def claims(text: str) -> PositionClaim:
    return claim_about(by_rules("tictactoe"), text)


@pytest.mark.parametrize(
    ("text", "premises"),
    [
        ("occupied(1) => occupied(2)", ["occupied(1)"]),
        ("occupied(1) => occupied(2) => occupied(3)", ["occupied(1)", "occupied(2)"]),
        ("~(occupied(1) & occupied(2))", ["occupied(1)", "occupied(2)"]),
        ("~occupied(1) V occupied(2)", ["occupied(1)"]),
        ("all c in gameBoard. (occupied(c) => c > 0)", ["occupied(c) for any c"]),
        ("(boardFull => gameOver) & occupied(1)", ["boardFull"]),
        ("boardFull", []),
        ("~boardFull", []),
    ],
)
def test_premises_are_what_must_hold_somewhere(text: str, premises: list[str]) -> None:
    assert [premise.text for premise in claims(text).premises] == premises


@pytest.mark.parametrize(
    ("text", "idle"),
    [
        ("|currentState| > 9 => boardFull", ("|currentState| > 9",)),
        ("all c in gameBoard. (c > 9 => occupied(c))", ("c > 9 for any c",)),
        ("~(boardFull & |currentState| = 3)", ()),
        ("boardFull => gameOver", ()),
    ],
)
def test_a_premise_that_holds_nowhere_is_told(text: str, idle: tuple[str, ...]) -> None:
    for verdict in both_ways(by_rules("tictactoe"), ClaimQuery("always", claims(text))):
        assert verdict.holds
        assert verdict.idle == idle


def test_a_claim_must_be_true_or_false_and_not_of_the_mouse() -> None:
    with pytest.raises(NoClaim, match="`3` is 3, a number"):
        claims("3").holds(by_rules("tictactoe").initial)
    with pytest.raises(DocumentError, match="depends on `mouseX`"):
        claims("mouseX < 5")
    with pytest.raises(DocumentError, match="nothing defines `threInRow`"):
        claims("threInRow(`x)")
    assert not claims("all c in gameBoard. c < 10").speaks_of_positions
    assert claims("boardFull").speaks_of_positions


def test_one_by_one_is_given_up_at_its_limit() -> None:
    with pytest.raises(TooManyPositions):
        prove_quickest(
            by_rules("tictactoe"),
            ClaimQuery("always", claims("~boardFull")),
            budget=Budget(positions=100),
            through="positions",
        )
