"""An evening at the board: who plays, one match after another, and the score."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from noughts.framework.board import Board
from noughts.framework.choose_player import Desk, choose_player
from noughts.framework.game_rules import GameRules
from noughts.framework.layout import Layout, Menu, layout_of
from noughts.framework.player import Player, ProgramedPlayer, UnfitDecision
from noughts.framework.signals import GameOver, InvalidStep, Surrender, Tied
from noughts.games.game import Game
from noughts.games.match import Match

LARGEST_SCALE = 9
PAIR = 2
SERIALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Session:
    """Asks how large the board is to be and who plays, then lets them play until nobody wants to.

    `played` is told of a match after each of its steps but the last, `finished` when it has come to its end.
    """

    def __init__(
        self,
        game: Game,
        desk: Desk,
        *,
        ai_bot: bool = False,
        played: Callable[[Match, list[Player]], None] | None = None,
        finished: Callable[[Match, list[Player], int | None], None] | None = None,
    ) -> None:
        self.game = game
        self.desk = desk
        self.ai_bot = ai_bot
        self.played = played
        self.finished = finished
        self.layout: Layout = layout_of(game)
        self.scale = 1
        self.players: list[Player] = []
        self.recorded: list[Path] = []
        self.won: list[int] = [0] * len(game.sides)
        self.tied = 0

    def run(self) -> None:
        """All of it; `EOFError` if the answers end before, which loses nothing."""
        self.scale = self.ask_for_scale()
        for p_index in range(len(self.game.sides)):
            player, path = choose_player(SERIALS[p_index], p_index, self.ai_bot, self.desk, self.recorded)
            self.players.append(player)
            if path is not None:
                self.recorded.append(path)
        while True:
            self.play_match()
            if not self.wants_more():
                return

    def ask_for_scale(self) -> int:
        """How large the board is drawn."""
        while True:
            typed = self.desk.answer(f"How large shall the board be, from 1 to {LARGEST_SCALE}?", "1")
            if typed.isascii() and typed.isdecimal() and 1 <= int(typed[:9]) <= LARGEST_SCALE:
                return int(typed)
            self.desk.say(f"Please answer with a number from 1 to {LARGEST_SCALE}.")

    def wants_more(self) -> bool:
        """Whether there is to be another match."""
        while True:
            typed = self.desk.answer("Restart (R) or exit (E)?").casefold()
            if typed in ("r", "restart"):
                return True
            if typed in ("e", "exit"):
                return False
            self.desk.say("Please answer R or E.")

    def play_match(self) -> None:
        """One match, to its end."""
        board = Board(rule_set=GameRules(self.game, self.layout), scale=self.scale)
        winner: int | None = None
        self.say_numbers(board)
        try:
            while True:
                self.step(board)
                if self.played is not None:
                    self.played(match_on(board), self.players)
        except Tied:
            self.desk.say("Tied.")
        except GameOver as over:
            winner = over.winner
            assert winner is not None  # the rules of a game name it
            self.desk.say(f"{self.players[winner].name} wins.")
        except Surrender:
            winner = self.surrendered(board.rule_set.next_piece())
        self.count(winner)
        if self.finished is not None:
            self.finished(match_on(board), self.players, winner)

    def step(self, board: Board) -> None:
        """One step by whoever is to take it; if it is invalid, who can think again is asked again."""
        player = self.players[board.rule_set.next_piece()]
        made = len(match_on(board).moves)
        try:
            player.go(board)
        except UnfitDecision as error:
            self.desk.say(f"The record does not fit: {error}. {player.name} decides from here on.")
        except InvalidStep as error:
            self.desk.say(f"That is not possible: {error}.")
            if not player.asks_again:
                raise Surrender from error
        finally:
            if len(match_on(board).moves) > made:
                self.say_step(board, player)

    def surrendered(self, loser: int) -> int | None:
        """Say that a player gives up; who has won by that, if there is one other."""
        told = f"{self.players[loser].name} surrenders"
        winner = 1 - loser if len(self.players) == PAIR else None
        self.desk.say(f"{told}." if winner is None else f"{told}: {self.players[winner].name} wins.")
        return winner

    def say_step(self, board: Board, player: Player) -> None:
        """The board after a step, and what the step was unless somebody has just typed it."""
        if not player.asks_again or (isinstance(player, ProgramedPlayer) and player.repeats):
            symbol, text = board.get_piece_symbol(player.p_index), match_on(board).move_texts()[-1]
            self.desk.say(f"{player.name} ({symbol}) plays {text}.")
        if isinstance(self.layout, Menu):
            self.say_numbers(board)
        else:
            self.desk.say(board.show())

    def say_numbers(self, board: Board) -> None:
        """What may be typed: the numbers of all cells, or of the moves that there are."""
        if not isinstance(self.layout, Menu):
            self.desk.say(f"\n{board.show_indexes()}")
            return
        match = match_on(board)
        texts = (match.game.move_text(match.position, move) for move in match.legal_moves)
        choices = "   ".join(f"{number}: {text}" for number, text in enumerate(texts, start=1))
        self.desk.say(f"\n{match.game.position_text(match.position)}\n{choices}")

    def count(self, winner: int | None) -> None:
        """Keep the score, and tell it."""
        if winner is None:
            self.tied += 1
        else:
            self.won[winner] += 1
        wins = ", ".join(f"{player.name} {won}" for player, won in zip(self.players, self.won, strict=True))
        self.desk.say(f"Score: {wins}, tied {self.tied}.")


def match_on(board: Board) -> Match:
    """The match that is played on a board."""
    assert isinstance(board.rule_set, GameRules)
    return board.rule_set.match
