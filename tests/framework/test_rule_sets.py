"""A set of rules is a game, a game is a set of rules, and tic-tac-toe is the same game however written."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from noughts.cli.game_argument import GameArgument
from noughts.framework import (
    Board,
    BoardGame,
    GameOver,
    GameRules,
    InvalidStep,
    RandomPlayer,
    RuleSet,
    TicTacToeRS,
    Tied,
    board_of,
)
from noughts.games.game import Game
from noughts.games.laws import check_laws
from noughts.games.picture import Area, Pictured
from noughts.kernels.explore import explore_rules
from noughts.kernels.state_graph import StateGraph
from noughts.players.grid import Grid, Menu, layout_of
from noughts.solvers.backward import solve
from tests.library.games import ASKED
from tests.small_games import GraphGame, Hexapawn, Nim, TicTacToe


def document(name: str = "tictactoe") -> Game:
    return GameArgument([name]).load()


def same_game(first: Game, second: Game) -> int:
    """Walk both games by the texts of moves; how many pairs of positions were met, all answering alike."""
    met = {(first.initial, second.initial)}
    todo = list(met)
    for a, b in todo:
        ends = [outcome and (outcome.winner,) for outcome in (first.outcome(a), second.outcome(b))]
        assert ends[0] == ends[1]
        moves = [{g.move_text(p, m): m for m in g.moves(p)} for g, p in ((first, a), (second, b))]
        assert moves[0].keys() == moves[1].keys()
        assert bool(moves[0]) == (ends[0] is None)
        if moves[0]:
            assert first.to_move(a) == second.to_move(b)
        for text in moves[0]:
            pair = first.after(a, moves[0][text]), second.after(b, moves[1][text])
            if pair not in met:
                met.add(pair)
                todo.append(pair)
    return len(met)


def test_the_document_and_the_framework_have_the_same_tic_tac_toe() -> None:
    framework, led = BoardGame.of(TicTacToeRS()), document()
    assert framework.sides == led.sides
    assert same_game(framework, led) == 5478
    explored = explore_rules(framework)
    assert explored.counts() == explore_rules(led).counts()
    assert len(explored) == 5478  # so the pairs are one to one


def test_the_ninth_piece_may_win() -> None:
    board = Board(rule_set=TicTacToeRS())
    for number, cell in enumerate((1, 2, 3, 4, 5, 6, 8, 7)):
        board.go(*board.revert_index(cell - 1), number % 2)
    with pytest.raises(GameOver) as over:
        board.go(2, 2, 0)
    assert over.value.winner == 0
    assert board.blanks() == []


def test_a_full_board_is_tied() -> None:
    board = Board(rule_set=TicTacToeRS())
    for number, cell in enumerate((1, 2, 3, 5, 4, 6, 8, 7)):
        board.go(*board.revert_index(cell - 1), number % 2)
    with pytest.raises(Tied):
        board.go(2, 2, 0)


@pytest.mark.parametrize(
    ("width", "height", "cells", "wins"),
    [
        (4, 4, [(0, 0), (1, 1), (2, 2)], False),
        (4, 4, [(0, 0), (1, 1), (2, 2), (3, 3)], True),
        (4, 4, [(3, 0), (2, 1), (1, 2), (0, 3)], True),
        (4, 3, [(0, 0), (1, 1), (2, 2)], False),
        (4, 3, [(1, 0), (1, 1), (1, 2)], True),
        (4, 3, [(0, 0), (1, 0), (2, 0)], False),
        (4, 3, [(0, 0), (1, 0), (2, 0), (3, 0)], True),
        (2, 5, [(0, 1), (1, 1)], True),
    ],
)
def test_a_full_line_wins_on_boards_of_every_size(width, height, cells, wins) -> None:
    board = Board(width, height, TicTacToeRS())
    for cell in cells[:-1]:
        board.go(cell[0], cell[1], 0)
    x, y = cells[-1]
    if wins:
        with pytest.raises(GameOver):
            board.go(x, y, 0)
    else:
        board.go(x, y, 0)


class Quarter(RuleSet):
    """Never beside the last piece; who cannot step has lost.  Remembers where the last piece was put."""

    name = "quarter"
    width, height = 3, 2
    last: tuple[int, int] | None = None

    def on_piece_down(self, x: int, y: int, p_index: int) -> None:
        if self.beside(x, y):
            raise InvalidStep("too near")

    def post_piece_down(self, x: int, y: int, p_index: int) -> None:
        self.last = (x, y)
        if all(self.beside(*cell) for cell in self.board.blanks()):
            raise GameOver

    def beside(self, x: int, y: int) -> bool:
        return self.last is not None and abs(x - self.last[0]) + abs(y - self.last[1]) == 1

    def state(self) -> tuple[int, int] | None:
        return self.last

    def restore(self, state: Any) -> None:
        self.last = state


@pytest.mark.parametrize("rules", [TicTacToeRS, Quarter, RuleSet])
def test_rule_sets_keep_the_laws_of_games(rules: type[RuleSet]) -> None:
    game = BoardGame.of(rules())
    assert list(check_laws(game)) == []
    assert isinstance(game, Pictured)


def test_rules_that_remember_something_are_solved() -> None:
    solution = solve(explore_rules(BoardGame.of(Quarter())))
    assert solution.value_of(0).winner in ("x", "o")


@pytest.mark.parametrize(
    "game",
    [TicTacToe(), Hexapawn(), Nim((1, 2)), GraphGame({0: [1, 2], 1: [0], 2: []}, {0: "a", 1: "b", 2: "b"})],
)
def test_every_game_is_itself_again_on_a_board(game: Game) -> None:
    """From a game to rules and back: the same positions, ends and values."""
    again = BoardGame(Board(rule_set=GameRules(game)), sides=game.sides)
    there, back = explore_rules(game), explore_rules(again)
    assert list(check_laws(back.game, walks=10)) == []
    assert figures(there) == figures(back)


def figures(exploration: StateGraph) -> object:
    """What cannot depend on how positions are written; moves that lead to one place are told apart."""
    values = solve(exploration)
    return exploration.counts(), values.figures.values, str(values.value_of(0)), exploration.by_ply()


@pytest.mark.parametrize("name", ASKED)
def test_every_game_of_the_library_can_be_played_on_a_board(name: str) -> None:
    game = GameArgument([name]).load_any()
    if not isinstance(game, Game):
        return  # an animation: nobody moves in it
    rules = GameRules(game)
    board = Board(rule_set=rules)
    for _ in range(60):
        try:
            board.go(*board.blanks()[0], rules.next_piece())
        except (Tied, GameOver):
            break
    assert rules.match.moves


@pytest.mark.parametrize("game", [TicTacToe(), Hexapawn(), Nim((1, 2))])
@pytest.mark.parametrize("seed", range(10))
def test_the_board_of_a_match_is_the_one_it_was_played_on(game: Game, seed: int) -> None:
    rules = GameRules(game)
    board, dice = Board(rule_set=rules), RandomPlayer("dice", 0, seed=seed)
    with suppress(Tied, GameOver):
        while True:
            dice.p_index = rules.next_piece()
            dice.go(board)
    again = board_of(rules.match, rules.layout)
    assert (again.p_map, again.round_counter) == (board.p_map, board.round_counter)


def test_cells_lie_where_the_screen_has_them() -> None:
    assert layout_of(document()) == Grid(3, 3, {str(k + 1): (k % 3, k // 3) for k in range(9)})
    assert layout_of(TicTacToe()) == layout_of(document())
    assert layout_of(Nim((2, 1))) == Menu()
    assert layout_of(Hexapawn()) == Menu()


def test_the_rules_of_a_game_say_why_a_step_is_invalid() -> None:
    board = Board(rule_set=GameRules(Hexapawn()))
    with pytest.raises(InvalidStep, match="it is w's turn"):
        board.go(0, 0, 1)
    with pytest.raises(InvalidStep, match=r"there is no cell \(7, 0\)"):
        board.go(7, 0, 0)


def test_a_click_takes_the_step_in_whose_cell_it_is() -> None:
    game = BoardGame.of(TicTacToeRS())
    taken = game.after(game.initial, (1, 2))
    areas = game.areas(taken)
    assert set(areas) == set(game.moves(taken))
    for cell, (area,) in areas.items():
        for pixel in ((area.left, area.bottom), (area.right, area.top)):
            assert game.clicked(taken, *pixel) == cell
        assert game.clicked(taken, area.left - 1, area.top) is None
    assert game.clicked(taken, 0, 0) is None
    assert game.clicked(game.initial, *centre(game.areas(game.initial)[1, 2][0])) == (1, 2)
    assert game.clicked(taken, *centre(game.areas(game.initial)[1, 2][0])) is None
    assert len(game.images(taken)) == len(game.images(game.initial)) + 1


def centre(area: Area) -> tuple[int, int]:
    return (area.left + area.right) // 2, (area.bottom + area.top) // 2
