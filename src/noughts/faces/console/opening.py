"""The questions before the first match: one, unless a person chooses players or the scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from noughts.framework.choose_player import choose_player
from noughts.framework.dialogue import Dialogue, sentence
from noughts.framework.player import HumanPlayer, Player, is_natural_number
from noughts.games.game import Game, Side
from noughts.refusal import Refusal

_LARGEST_SCALE: Final = 9
"""Cells of 35 by 17 letters: three of them are more than most terminals are wide."""

_SERIALS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

_ANY_GAME: Final = "search:1s"
"""The opponent in a game that the bot cannot play: a search decides at once in every game."""


class Opening:
    """Seats players for the sides, and finds out where they record and at which scale the board is drawn."""

    def __init__(self, game: Game, dialogue: Dialogue, *, ai_bot: bool = False) -> None:
        self.sides: Sequence[Side] = game.sides
        self.dialogue = dialogue
        self.ai_bot = ai_bot
        self.players: dict[Side, Player] = {}
        self.recorded: list[Path] = []

    def ask(self, scale: int = 1) -> int:
        """Seat the usual players after Enter, others after any other answer than a scale; the scale."""
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
