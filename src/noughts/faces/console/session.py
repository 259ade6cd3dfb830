"""Sessions of matches at a board of letters, with a score."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from msgspec.structs import replace

from noughts.faces.table import RecordedTable, Table, Turn
from noughts.framework.board import Board
from noughts.framework.board_game import AtBoard, board_of
from noughts.framework.choose_player import Dialogue, choose_player, one_of, sentence
from noughts.framework.player import HumanPlayer, Player, ProgramedPlayer, UnfitDecision, is_natural_number
from noughts.framework.rule_set import InvalidStep
from noughts.games.game import Game, Outcome, Side
from noughts.players.grid import Menu, layout_of
from noughts.players.player import GivesUp, Who
from noughts.refusal import Refusal

# The questions before the first match: one, unless a person chooses players or the scale.

# Cells of 35 by 17 letters: three of them are more than most terminals are wide.
_LARGEST_SCALE: Final = 9

# Letters for the players of a match, in order.
_SERIALS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

# The opponent in a game that the bot cannot play: a search decides at once in every game.
_ANY_GAME: Final = "search:1s"


class Opening:
    """The questions before the first match: the players, their records, and the scale of the board."""

    def __init__(self, game: Game, dialogue: Dialogue, *, ai_bot: bool = False) -> None:
        self.sides: Sequence[Side] = game.sides
        self.dialogue = dialogue
        self.ai_bot = ai_bot
        self.players: dict[Side, Player] = {}
        self.recorded: list[Path] = []

    def ask(self, scale: int = 1) -> int:
        """Seat the usual players after Enter or a scale, others after any other answer; return the scale."""
        self.players.update(self.usual_players())
        self.dialogue.say("   ".join(f"{side}: {described(player)}" for side, player in self.players.items()))
        question = f"Enter to begin, C to choose players, 1 to {_LARGEST_SCALE} for the scale of the drawing?"
        while answer := self.dialogue.answer(question):
            if not is_natural_number(answer):
                first = "" if answer.upper() == "C" else answer
                self.choose_players(answered(self.dialogue, first) if first else self.dialogue)
                break
            try:
                scale = read_scale(answer)
                self.dialogue.say(f"The drawing has scale {scale}.")
            except Refusal as refusal:
                self.dialogue.say(sentence(str(refusal)))
        return scale

    def usual_players(self) -> dict[Side, Player]:
        """A person for the first side, and programs for the others."""
        first, *others = self.sides
        players: dict[Side, Player] = {first: HumanPlayer("Player A", 0, self.dialogue.ask)}
        return players | {side: self.opponent(number) for number, side in enumerate(others, 1)}

    def opponent(self, p_index: int) -> Player:
        """The bot, or a search in a game that the bot cannot play."""
        serial = _SERIALS[p_index]
        letter = "T" if self.ai_bot and "T" in self.dialogue.bots else "B"
        try:
            return self.dialogue.bots[letter](f"Bot {serial}", p_index)
        except Refusal:
            return self.dialogue.named(_ANY_GAME)(f"{_ANY_GAME} {serial}", p_index)

    def choose_players(self, dialogue: Dialogue) -> None:
        """Seat a player for each side by the answers to `choose_player`."""
        self.players.clear()
        for p_index, side in enumerate(self.sides):
            player, path = choose_player(_SERIALS[p_index], p_index, self.ai_bot, dialogue, self.recorded)
            self.players[side] = player
            if path is not None:
                self.recorded.append(path)


def described(player: Player) -> str:
    """The name of a player, and whether it is a person."""
    return f"{player.name} (you)" if player.asks_again else player.name


def answered(dialogue: Dialogue, answer: str) -> Dialogue:
    """The dialogue with its first question answered already."""
    waiting = [answer]

    def ask(question: str) -> str:
        return waiting.pop() if waiting else dialogue.ask(question)

    return replace(dialogue, ask=ask)


def read_scale(typed: str) -> int:
    """The scale at which the board is drawn."""
    if is_natural_number(typed) and 1 <= int(typed) <= _LARGEST_SCALE:
        return int(typed)
    raise Refusal(f"the scale of the drawing is a number from 1 to {_LARGEST_SCALE}")


MakeTable: TypeAlias = Callable[[Game, Mapping[Side, Who]], Table]
"""Makes the table for a game and its players; a `RecordedTable` if the matches are recorded."""


class ConsoleSession:
    """Asks who plays, then lets them play until they exit."""

    def __init__(
        self,
        game: Game,
        dialogue: Dialogue,
        *,
        ai_bot: bool = False,
        scale: int = 1,
        make_table: MakeTable = Table,
    ) -> None:
        self.game = game
        self.dialogue = dialogue
        self.make_table = make_table
        self.layout = layout_of(game)
        self.scale = scale
        self.opening = Opening(game, dialogue, ai_bot=ai_bot)
        self.won = dict.fromkeys(game.sides, 0)
        self.tied = 0

    @property
    def players(self) -> Mapping[Side, Player]:
        """The player of each side that has one."""
        return self.opening.players

    @property
    def recorded(self) -> list[Path]:
        """The files into which players record."""
        return self.opening.recorded

    def run(self) -> None:
        """Play until the user exits; `EOFError` if the input ends before, which loses no record."""
        self.scale = self.opening.ask(self.scale)
        seats = {side: AtBoard(player, self.layout) for side, player in self.players.items()}
        table = self.make_table(self.game, seats)
        self.play_match(table)
        while self.wants_more():
            table.restart()
            self.play_match(table)

    def wants_more(self) -> bool:
        """Ask whether there is to be another match."""
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
        """Take a step of the player to move; a person may correct an invalid one, a program gives up."""
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
        """Print how the match has ended; the winner."""
        outcome = table.match.outcome
        assert outcome is not None  # until then there is a turn, since people decide as programs do
        self.dialogue.say("Tied." if outcome.winner is None else f"{self.players[outcome.winner].name} wins.")
        return outcome.winner

    def winner_by_surrender(self, table: Table) -> Side | None:
        """Print and record that the player to move gives up; the winner, if there is one other side."""
        loser = table.match.to_move
        others = [side for side in self.players if side != loser]
        winner = others[0] if len(others) == 1 else None
        wins = "" if winner is None else f": {self.players[winner].name} wins"
        self.dialogue.say(f"{self.players[loser].name} surrenders{wins}.")
        if isinstance(table, RecordedTable):
            table.file.save_match(replace(table.record(), outcome=Outcome(winner, "surrender")))
        return winner

    def say_step(self, table: Table, side: Side) -> None:
        """Print the board after a step, and the step itself unless it has just been typed."""
        player, board = self.players[side], self.board(table)
        if not player.asks_again or (isinstance(player, ProgramedPlayer) and player.repeats):
            symbol = board.get_piece_symbol(player.p_index)
            self.dialogue.say(f"{player.name} ({symbol}) plays {table.match.last_text}.")
        if isinstance(self.layout, Menu):
            self.say_numbers(table)
        else:
            self.dialogue.say(board.show())

    def say_numbers(self, table: Table) -> None:
        """Print the numbers that may be typed: those of all cells, or of the legal moves."""
        if not isinstance(self.layout, Menu):
            self.dialogue.say(f"\n{self.board(table).show_indexes()}")
            return
        match = table.match
        choices = "   ".join(f"{number}: {text}" for number, text in enumerate(match.legal_texts, start=1))
        self.dialogue.say(f"\n{match.game.position_text(match.position)}\n{choices}")

    def board(self, table: Table) -> Board:
        """The board of the match at the chosen scale."""
        board = board_of(table.match, self.layout)
        board.rescale(self.scale)
        return board

    def count(self, winner: Side | None) -> None:
        """Add a match to the score, and print it."""
        if winner is None:
            self.tied += 1
        else:
            self.won[winner] += 1
        wins = ", ".join(f"{player.name} {self.won[side]}" for side, player in self.players.items())
        self.dialogue.say(f"Score: {wins}, tied {self.tied}.")
