"""The questions that people at a board of letters are asked, and the programs they may name in answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from noughts.framework.bot import Bot
from noughts.framework.player import Player
from noughts.refusal import Refusal

Answer = TypeVar("Answer")

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

    def until(self, question: str, read: Callable[[str], Answer], default: str = "") -> Answer:
        """The first answer that `read` accepts; if it raises a `Refusal`, say why and ask again."""
        while True:
            try:
                return read(self.answer(question, default))
            except Refusal as refusal:
                self.say(sentence(str(refusal)))

    def yes(self, question: str) -> bool:
        """Whether the answer is yes; blank is no."""
        words = {"y": True, "yes": True, "n": False, "no": False, "": False}
        return self.until(f"{question} (Y/N)", one_of(words, "please answer Y or N; nothing is N"))


def one_of(words: Mapping[str, Answer], otherwise: str) -> Callable[[str], Answer]:
    """What each of the words means, in any case; `otherwise` is said of every other answer."""

    def read(typed: str) -> Answer:
        if typed.casefold() not in words:
            raise Refusal(otherwise)
        return words[typed.casefold()]

    return read


def sentence(text: str) -> str:
    """The text with a capital letter at its beginning and a full stop at its end."""
    return text[:1].upper() + text[1:] + ("" if text.endswith("?") else ".")


def plain_dialogue() -> Dialogue:
    """Questions on standard input and output; the bot plays, and nobody is trained."""
    return Dialogue(input, print, {"B": Bot}, _unknown)


def _unknown(word: str) -> Make:
    raise Refusal(f"nobody here is called {word!r}", "`noughts console` knows other players")
