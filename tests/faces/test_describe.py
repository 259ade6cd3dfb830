"""The view: how it stands, in words, and what moves are worth to the side that makes them."""

from __future__ import annotations

import re
import threading

import pytest

from noughts.faces.adviser import Adviser
from noughts.faces.describe import View, describe
from noughts.faces.table import Table
from noughts.games.game import Game, Move, TooManyPositions
from noughts.games.match import Match
from noughts.games.result import Oracle
from noughts.players.search import SearchOracle
from noughts.refusal import Refusal
from tests.faces.sample_games import First, PicturedTicTacToe, Subtraction, table_for
from tests.faces.test_table import answer, play
from tests.library.games import by_rules


def advised(table: Table) -> View:
    """The view once the adviser knows."""
    assert table.adviser is not None
    table.adviser.ask().exception(timeout=600)
    return describe(table)


def worths(view: View) -> dict[str, str]:
    return {choice.text: str(choice.worth) for choice in view.choices}


def test_the_view_says_whose_move_it_is_or_how_it_ended() -> None:
    table = table_for(PicturedTicTacToe(), o=First())
    assert (describe(table).to_move, describe(table).outcome, table.turn) == ("x", "", None)
    table.play(4)
    assert describe(table).to_move == "o"
    assert table.turn is not None
    answer(table)
    assert describe(table).to_move == "x"
    won = table_for(PicturedTicTacToe())
    play(won, "1", "4", "2", "5", "3")
    assert (describe(won).to_move, describe(won).outcome) == (None, "x wins")
    drawn = table_for(PicturedTicTacToe())
    play(drawn, "1", "2", "3", "5", "4", "6", "8", "7", "9")
    assert describe(drawn).outcome == "Draw"


def test_moves_are_valued_for_the_side_that_makes_them() -> None:
    table = table_for(Subtraction())
    assert worths(describe(table)) == {"take 1": "None", "take 2": "None", "take 3": "None"}
    table.show_values(True)
    assert worths(advised(table)) == {"take 1": "loss in 4", "take 2": "loss in 4", "take 3": "win in 3"}
    play(table, "take 2")
    assert worths(describe(table))["take 1"] == "win in 3"
    table.show_values(False)
    assert worths(describe(table))["take 1"] == "None"


def test_all_first_moves_of_tic_tac_toe_keep_the_draw() -> None:
    table = table_for(PicturedTicTacToe())
    table.show_values(True)
    assert set(worths(advised(table)).values()) == {"draw"}


def test_a_hint_names_the_best_moves_and_goes_with_the_position() -> None:
    table = table_for(Subtraction())
    table.hint()
    view = advised(table)
    assert view.message == "Hint: take 3 wins in 3 moves."
    assert [choice.text for choice in view.choices if choice.hinted] == ["take 3"]
    play(table, "take 3")
    assert describe(table).message == ""
    table.hint()
    assert describe(table).message == "Hint: every move loses; take 1, take 2, take 3 last 2 moves."


def test_while_values_are_sought_and_when_there_are_none_it_says_so() -> None:
    game = PicturedTicTacToe()
    may_end = threading.Event()
    slow = Table(game, {}, Adviser(may_end.wait))  # type: ignore[arg-type]
    slow.hint()
    assert describe(slow).message == "Computing the value of each move …"
    may_end.set()

    def refuse() -> None:
        raise ValueError("too large")

    failing = Table(game, {}, Adviser(refuse))  # type: ignore[arg-type]
    failing.show_values(True)
    assert advised(failing).message == "The values of the moves could not be computed."
    assert advised(failing).error == "ValueError: too large"
    alone = Table(game, {})
    alone.hint()
    assert "not available" in describe(alone).message


def test_an_adviser_is_asked_only_when_somebody_wants_to_know() -> None:
    asked, oracle = list[bool](), SearchOracle(PicturedTicTacToe())
    adviser = Adviser(lambda: asked.append(True) or oracle)  # type: ignore[func-returns-value]
    table = Table(PicturedTicTacToe(), {}, adviser)
    describe(table)
    assert (asked, adviser.oracle) == ([], None)
    table.hint()
    adviser.ask().result(timeout=600)
    table.show_values(True)
    assert (asked, adviser.oracle) == ([True], oracle)


def test_the_length_is_that_of_the_whole_match_wherever_one_is_in_it() -> None:
    table = table_for(Subtraction())
    play(table, "take 1", "take 2")
    table.jump(1)
    view = describe(table)
    assert (view.length, table.in_the_past, view.text) == (2, True, "6 left")


class Cautious:
    """A player that keeps to taking as little as it can."""

    name = "cautious"

    def permitted(self, match: Match) -> tuple[Move, ...]:
        return tuple(match.legal_moves[:1])

    def choose(self, match: Match) -> Move:
        return self.permitted(match)[0]


def test_where_a_strategy_decides_one_sees_what_it_permits() -> None:
    game = Subtraction()
    _, second = game.sides
    table = Table(game, {second: Cautious()})
    assert [choice.permitted for choice in describe(table).choices] == [None] * 3
    play(table, "take 3")
    answer(table)
    table.jump(1)
    view = describe(table)
    assert [choice.permitted for choice in view.choices] == [True, False, False]
    assert view.message == (
        f"Here {second} is played by a program whose strategy permits 1 of 3 moves. You can make its move."
    )
    assert [str(choice) for choice in view.choices] == ["take 1 ✓", "take 2", "take 3"]


def looked_at(table: Table) -> View:
    """The view once a search has looked at the position; no table holds the game."""
    while (awaited := table.awaited) is not None:
        awaited.exception(timeout=600)
    return describe(table)


def too_large() -> Oracle:
    raise TooManyPositions("some game", 1)


def searched_table(game: Game) -> Table:
    return Table(game, {}, Adviser(too_large, lambda: SearchOracle(game)))


def test_a_hint_by_search_says_whether_it_is_proved() -> None:
    table = searched_table(PicturedTicTacToe())
    play(table, "1", "4", "2", "5")
    table.hint()
    assert looked_at(table).message == "Hint: 3 wins in 1 move. Proved by search."
    table.show_values(True)
    assert worths(looked_at(table))["3"] == "win in 1"
    play(table, "3")
    assert looked_at(table).message == ""


def test_a_hint_by_search_says_how_deep_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundredth of a second decides nothing in Connect Four; it is searched in Python."""
    monkeypatch.setattr("noughts.players.search.is_searchable", lambda game: False)
    monkeypatch.setattr("noughts.players.search.SECONDS", 0.01)
    table = searched_table(by_rules("four", []))
    table.hint()
    view = looked_at(table)
    assert re.fullmatch(r"Hint: \d,1\. Searched to depth \d+, not proved\.", view.message)
    assert [choice.hinted for choice in view.choices].count(True) == 1
    table.show_values(True)
    assert set(worths(looked_at(table)).values()) == {"None"}


def test_a_search_that_fails_is_said() -> None:
    class Failing(SearchOracle):
        def look(self, match: Match) -> None:
            raise Refusal("the tea is cold")

    game = PicturedTicTacToe()
    table = Table(game, {}, Adviser(too_large, lambda: Failing(game)))
    table.hint()
    for _ in range(2):
        assert table.awaited is not None
        table.awaited.exception(timeout=600)
    assert "the tea is cold" in describe(table).message
