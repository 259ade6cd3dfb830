"""A dialogue in which a list of lines is typed, and everything said is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from noughts.framework import Bot, MendedBot, Player, RandomPlayer
from noughts.framework.choose_player import Dialogue
from noughts.refusal import Refusal


class Script:
    """Types the lines one after another; `EOFError` when they end."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines: Iterator[str] = iter(lines)
        self.said: list[str] = []

    def ask(self, question: str) -> str:
        line = next(self.lines, None)
        self.said.append(question if line is None else f"{question}{line}")
        if line is None:
            raise EOFError
        return line

    @property
    def dialogue(self) -> Dialogue:
        return Dialogue(self.ask, self.said.append, {"B": bot, "T": MendedBot}, named)

    @property
    def text(self) -> str:
        return "\n".join(self.said)


def bot(name: str, p_index: int) -> Player:
    return Bot(name, p_index, seed=1)


def named(word: str) -> Callable[[str, int], Player]:
    if word.casefold() not in ("random", "search:1s"):
        raise Refusal(f"there is no player `{word}`", "did you mean `random`?")
    return lambda name, p_index: RandomPlayer(name, p_index, seed=1)
