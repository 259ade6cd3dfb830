"""The questions asked at a board of letters, and the programs that an answer may name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from noughts.framework.bot import Bot
from noughts.framework.player import Player
from noughts.refusal import Refusal

_Answer = TypeVar("_Answer")

Make: TypeAlias = Callable[[str, int], Player]
"""Makes a player of a name and a piece, or raises `Refusal`."""


@dataclass(frozen=True)
class Dialogue:
    """Functions for asking and printing, and the programs that may play.

    `bots` are given by letters: ``B`` is the bot, ``T`` the trained one; `named` creates any other player by
    its name.
    """

    ask: Callable[[str], str]
    say: Callable[[str], None]
    bots: Mapping[str, Make]
    named: Callable[[str], Make]

    def answer(self, question: str, default: str = "") -> str:
        """The typed answer, or `default` if it is blank."""
        shown = f"{question} [{default}] " if default else f"{question} "
        return self.ask(shown).strip() or default

    def until(self, question: str, read: Callable[[str], _Answer], default: str = "") -> _Answer:
        """The first answer that `read` accepts; on a `Refusal`, print the reason and ask again."""
        while True:
            try:
                return read(self.answer(question, default))
            except Refusal as refusal:
                self.say(sentence(str(refusal)))

    def yes(self, question: str) -> bool:
        """Whether the answer is yes; a blank one means no."""
        words = {"y": True, "yes": True, "n": False, "no": False, "": False}
        return self.until(f"{question} (Y/N)", one_of(words, "please answer Y or N; a blank answer means N"))


def one_of(words: Mapping[str, _Answer], otherwise: str) -> Callable[[str], _Answer]:
    """A reader of words, upper or lower case, that returns their meaning; `otherwise` refuses all others."""

    def read(typed: str) -> _Answer:
        if typed.casefold() not in words:
            raise Refusal(otherwise)
        return words[typed.casefold()]

    return read


def sentence(text: str) -> str:
    """The text as a sentence: with a capital letter and a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith("?") else ".")


def plain_dialogue() -> Dialogue:
    """A dialogue on standard input and output, with the classic bot and without a trained one."""
    return Dialogue(input, print, {"B": Bot}, _unknown)


def _unknown(word: str) -> Make:
    raise Refusal(f"there is no player {word!r} here", "`noughts console` knows other players")
