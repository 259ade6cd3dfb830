"""How many random matches of tic-tac-toe can be played in a second?"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import noughts
from benchmarks.games import document
from benchmarks.measuring import Ratio, best_of_each, compiled, installed, output
from noughts.kernels.dialect import in_words
from noughts.kernels.machine import MachineCode
from noughts.kernels.search_game import Coded, SearchGame, search_game_of
from noughts.solvers.sample import batches_by_machine

MATCHES = 1_000_000
FEW = 2_000
"""Matches for what is slow; its time is scaled up."""


def measure() -> Iterator[Ratio]:
    program = compiled("playouts33")
    board = search_game_of(document("tictactoe"))
    assert isinstance(board, Coded)
    code = MachineCode(board.kernel.grounded)
    rules_in_code = code.source(), in_words(board.initial, code.words), len(board.game.sides)
    batches_by_machine(*rules_in_code, [(10, 1)])  # machine code is made, and kept
    moves = int(output(program, str(MATCHES))[0])
    slow: dict[str, Callable[[], object]] = {
        "kernel, plain Python": lambda: some(lambda: board.play_out(board.kernel.initial, dice)),
        "compile": lambda: some(lambda: rules.play_out(rules.game.initial, dice)),
        "noughts.Match, move by move": lambda: some(lambda: through_match(game, dice)),
    }
    dice, rules, game = random.Random(1), SearchGame(board.game), noughts.load("tictactoe")
    slow |= peers()
    by_hand, machine, *others = best_of_each(
        lambda: output(program, str(MATCHES)),
        lambda: batches_by_machine(*rules_in_code, [(MATCHES, 1)]),
        *slow.values(),
        times=3,
    )
    c = "hand-written scalar C"
    yield Ratio("kernel, machine code", machine, c, by_hand, most=5, note=rate(moves, machine))
    for name, seconds in zip(slow, others, strict=True):
        scaled = seconds * MATCHES / FEW
        yield Ratio(name, scaled, c, by_hand, note=rate(moves, scaled))


def rate(moves: int, seconds: float) -> str:
    """Moves in a second."""
    return f"{moves / seconds / 1e6:.3g} M moves/s"


def some(match: Callable[[], object]) -> None:
    """A few matches."""
    for _ in range(FEW):
        match()


def through_match(game: noughts.Game, dice: random.Random) -> None:
    """A match of texts, as a program of Python plays it."""
    match = game.match()
    while not match.outcome:
        match = match.play(dice.choice(match.legal_moves))


def peers() -> dict[str, Callable[[], object]]:
    """Other programs for games, as far as they are installed; of the others it is said that they are not."""
    found: dict[str, Callable[[], object]] = {}
    if installed("pyspiel", "OpenSpiel", "open_spiel"):
        found["OpenSpiel, all in its C++ core"] = open_spiel_alone
        found["OpenSpiel, move by move from Python"] = open_spiel
    if installed("easyAI", "easyAI", "easyAI"):
        found["easyAI"] = easy_ai
    return found


def open_spiel_alone() -> None:
    """A few matches by OpenSpiel, as its tree search has them to judge the position that it begins with."""
    import pyspiel

    game = pyspiel.load_game("tic_tac_toe")
    judge = pyspiel.RandomRolloutEvaluator(n_rollouts=FEW, seed=1)
    search = pyspiel.MCTSBot(
        game, judge, 1.0, max_simulations=1, max_memory_mb=100, solve=False, seed=1, verbose=False
    )
    search.step(game.new_initial_state())


def open_spiel() -> None:
    """A few matches by OpenSpiel, every move of which is chosen in Python."""
    import pyspiel

    game = pyspiel.load_game("tic_tac_toe")
    for _ in range(FEW):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))


def easy_ai() -> None:
    """A few matches by easyAI's own tic-tac-toe."""
    from easyAI import TwoPlayerGame

    rows = [(1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7)]

    class TicTacToe(TwoPlayerGame):  # type: ignore[misc]
        def __init__(self) -> None:
            self.players = [None, None]
            self.board = [0] * 9
            self.current_player = 1

        def possible_moves(self) -> list[int]:
            return [cell + 1 for cell, mark in enumerate(self.board) if not mark]

        def make_move(self, move: int) -> None:
            self.board[move - 1] = self.current_player

        def is_over(self) -> bool:
            other = self.opponent_index
            lost = any(all(self.board[cell - 1] == other for cell in row) for row in rows)
            return lost or not self.possible_moves()

    for _ in range(FEW):
        match = TicTacToe()
        while not match.is_over():
            match.make_move(random.choice(match.possible_moves()))
            match.switch_player()
