"""The questions that people at a board of letters are asked, and the programs they may name in answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from noughts.framework.bot import Bot
from noughts.framework.player import Player
from noughts.refusal import Refusal

Make: TypeAlias = Callable[[str, int], Player]
"""Makes a player of a name and a piece; `Refusal` if there can be none."""


@dataclass(frozen=True)
class Dialogue:
    """How to ask and to say something, and the programs that may play.

    `bots` are by their letters: ``B`` is the bot, ``T`` the trained one; `named` makes any other player
    that has a name.
    """

    ask: Callable[[str], str]
    say: Callable[[str], None]
    bots: Mapping[str, Make]
    named: Callable[[str], Make]

    def answer(self, question: str, default: str = "") -> str:
        """The answer that is typed, or `default` if it is blank."""
        shown = f"{question} [{default}] " if default else f"{question} "
        return self.ask(shown).strip() or default

    def yes(self, question: str) -> bool:
        """Whether the answer is yes; asked until it is yes or no, and no if it is blank."""
        while True:
            typed = self.answer(f"{question} (Y/N)").casefold()
            if typed in ("y", "yes", "n", "no", ""):
                return typed.startswith("y")
            self.say("Please answer Y or N; nothing is N.")


def plain_dialogue() -> Dialogue:
    """Questions on standard input and output; the bot plays, and nobody is trained."""
    return Dialogue(input, print, {"B": Bot}, _unknown)


def _unknown(word: str) -> Make:
    raise Refusal(f"nobody here is called {word!r}", "`noughts console` knows other players")
