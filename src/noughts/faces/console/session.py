"""Match after match at a board of letters: who plays, how large the board is drawn, and the score."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final, TypeAlias

from noughts.faces.recorded_table import RecordedTable
from noughts.faces.table import Table
from noughts.faces.turn import Turn
from noughts.framework.board import Board
from noughts.framework.choose_player import choose_player
from noughts.framework.dialogue import Dialogue, one_of
from noughts.framework.game_rules import board_of
from noughts.framework.player import Player, ProgramedPlayer, UnfitDecision, is_number
from noughts.framework.seated import AtBoard
from noughts.framework.signals import InvalidStep
from noughts.games.game import Game, Outcome, Side
from noughts.players.grid import Menu, layout_of
from noughts.players.player import GivesUp, Who
from noughts.refusal import Refusal

LARGEST_SCALE: Final = 9
"""Cells of 35 by 17 letters: three of them are more than most terminals are wide."""
SERIALS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

MakeTable: TypeAlias = Callable[[Game, Mapping[Side, Who]], Table]
"""Makes the table for a game and its players; a `RecordedTable` if the matches are to be kept."""


class ConsoleSession:
    """Asks how large the board is to be and who plays, then lets them play until they exit."""

    def __init__(
        self, game: Game, dialogue: Dialogue, *, ai_bot: bool = False, make_table: MakeTable = Table
    ) -> None:
        self.game = game
        self.dialogue = dialogue
        self.ai_bot = ai_bot
        self.make_table = make_table
        self.layout = layout_of(game)
        self.scale = 1
        self.players: dict[Side, Player] = {}
        self.recorded: list[Path] = []
        self.won = dict.fromkeys(game.sides, 0)
        self.tied = 0

    def run(self) -> None:
        """Play to the end; `EOFError` if the answers end before, which loses nothing."""
        question = f"How large shall the board be, from 1 to {LARGEST_SCALE}?"
        self.scale = self.dialogue.until(question, read_scale, "1")
        for p_index, side in enumerate(self.game.sides):
            player, path = choose_player(SERIALS[p_index], p_index, self.ai_bot, self.dialogue, self.recorded)
            self.players[side] = player
            if path is not None:
                self.recorded.append(path)
        seats = {side: AtBoard(player, self.layout) for side, player in self.players.items()}
        table = self.make_table(self.game, seats)
        self.play_match(table)
        while self.wants_more():
            table.restart()
            self.play_match(table)

    def wants_more(self) -> bool:
        """Whether there is to be another match."""
        words = {"r": True, "restart": True, "e": False, "exit": False}
        return self.dialogue.until("Restart (R) or exit (E)?", one_of(words, "please answer R or E"))

    def play_match(self, table: Table) -> None:
        """Play the match on the table to its end, and count it."""
        self.say_numbers(table)
        try:
            while (turn := table.turn) is not None:
                self.step(table, turn)
            winner = self.winner_by_rules(table)
        except GivesUp:
            winner = self.winner_by_surrender(table)
        self.count(winner)

    def step(self, table: Table, turn: Turn) -> None:
        """One step of the player to move; after an invalid one, a person is asked again, a program has
        given up."""
        player = self.players[turn.side]
        try:
            move = turn.decide()
        except UnfitDecision as error:
            self.dialogue.say(f"The record does not fit: {error}. {player.name} decides from here on.")
        except InvalidStep as error:
            self.dialogue.say(f"That is not possible: {error}.")
            if not player.asks_again:
                raise GivesUp(player.name) from error
        else:
            table.take(turn, move)
            self.say_step(table, turn.side)

    def winner_by_rules(self, table: Table) -> Side | None:
        """Say how the match has ended, and who has won it."""
        outcome = table.match.outcome
        assert outcome is not None  # there is a turn until then, for everybody decides as a program does
        self.dialogue.say("Tied." if outcome.winner is None else f"{self.players[outcome.winner].name} wins.")
        return outcome.winner

    def winner_by_surrender(self, table: Table) -> Side | None:
        """Say and keep that the player to move gives up; who has won by that, if there is one other."""
        loser = table.match.to_move
        others = [side for side in self.players if side != loser]
        winner = others[0] if len(others) == 1 else None
        wins = "" if winner is None else f": {self.players[winner].name} wins"
        self.dialogue.say(f"{self.players[loser].name} surrenders{wins}.")
        if isinstance(table, RecordedTable):
            table.file.keep(replace(table.record(), outcome=Outcome(winner, "surrender")))
        return winner

    def say_step(self, table: Table, side: Side) -> None:
        """The board after a step, and what the step was unless it has just been typed."""
        player, board = self.players[side], self.board(table)
        if not player.asks_again or (isinstance(player, ProgramedPlayer) and player.repeats):
            symbol = board.get_piece_symbol(player.p_index)
            self.dialogue.say(f"{player.name} ({symbol}) plays {table.match.last_text}.")
        if isinstance(self.layout, Menu):
            self.say_numbers(table)
        else:
            self.dialogue.say(board.show())

    def say_numbers(self, table: Table) -> None:
        """What may be typed: the numbers of all cells, or of the legal moves."""
        if not isinstance(self.layout, Menu):
            self.dialogue.say(f"\n{self.board(table).show_indexes()}")
            return
        match = table.match
        choices = "   ".join(f"{number}: {text}" for number, text in enumerate(match.legal_texts, start=1))
        self.dialogue.say(f"\n{match.game.position_text(match.position)}\n{choices}")

    def board(self, table: Table) -> Board:
        """The board of the match, at the scale that was asked for."""
        board = board_of(table.match, self.layout)
        board.rescale(self.scale)
        return board

    def count(self, winner: Side | None) -> None:
        """Add a match to the score, and say it."""
        if winner is None:
            self.tied += 1
        else:
            self.won[winner] += 1
        wins = ", ".join(f"{player.name} {self.won[side]}" for side, player in self.players.items())
        self.dialogue.say(f"Score: {wins}, tied {self.tied}.")


def read_scale(typed: str) -> int:
    """The scale that the board is drawn at."""
    if is_number(typed) and 1 <= int(typed) <= LARGEST_SCALE:
        return int(typed)
    raise Refusal(f"please answer with a number from 1 to {LARGEST_SCALE}")
