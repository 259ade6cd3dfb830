"""Who plays: asked for in words, with recorded decisions to repeat or to write down."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from noughts.framework.board import Decision
from noughts.framework.bot import Bot
from noughts.framework.decisions import load_decisions, write_decisions
from noughts.framework.player import HumanPlayer, Player, ProgramedPlayer
from noughts.refusal import Refusal
from noughts.save import append, begin, refuse_place

Make: TypeAlias = Callable[[str, int], Player]
"""Makes a player of a name and a piece; `Refusal` if there can be none."""

DEFAULT_FOLDER = Path("recorded_decisions")


@dataclass(frozen=True)
class Desk:
    """Where questions are asked and things are said, and the programs that may play.

    `bots` are by their letters: ``B`` is the bot, ``T`` the trained one; `named` makes any other player
    that has a name.
    """

    ask: Callable[[str], str]
    say: Callable[[str], None]
    bots: Mapping[str, Make]
    named: Callable[[str], Make]

    def answer(self, question: str, otherwise: str = "") -> str:
        """What is typed, or `otherwise` if nothing is."""
        shown = f"{question} [{otherwise}] " if otherwise else f"{question} "
        return self.ask(shown).strip() or otherwise

    def yes(self, question: str) -> bool:
        """Whether the answer begins with a y; asked until it is a yes or a no."""
        while True:
            typed = self.answer(f"{question} (Y/N)").casefold()
            if typed in ("y", "yes", "n", "no", ""):
                return typed.startswith("y")
            self.say("Please answer Y or N; nothing is N.")


def nobody_named(word: str) -> Make:
    """At a plain desk nobody plays but people and the bot."""
    raise Refusal(f"nobody here is called {word!r}", "`noughts console` knows other players")


def plain_desk() -> Desk:
    """Questions on standard input and output; the bot plays, and nobody is trained."""
    return Desk(input, print, {"B": Bot}, nobody_named)


def choose_player(
    serial: str, p_index: int, ai_bot: bool = False, desk: Desk | None = None, taken: Sequence[Path] = ()
) -> tuple[Player, Path | None]:
    """Ask who plays a piece, and what to do with decisions: the player, and where it records if it does.

    With `ai_bot` the letter B means the trained bot too.  Somebody else records into the files `taken`.
    Without a `desk` it is `plain_desk`.
    """
    desk = desk or plain_desk()
    serial = serial.upper()
    default = DEFAULT_FOLDER / f"{serial.lower()}.rd"
    player = ask_for_player(serial, p_index, ai_bot, desk)
    if desk.yes("Repeat recorded decisions?"):
        return ProgramedPlayer(player, ask_for_decisions(default, desk)), None
    if desk.yes("Record the decisions?"):
        path = ask_for_file(default, desk, taken)
        player.record(Recorder(path, desk.say).keep)
        return player, path
    return player, None


def ask_for_player(serial: str, p_index: int, ai_bot: bool, desk: Desk) -> Player:
    """A human with a name, a bot, or any player that has a name."""
    while True:
        option = desk.answer(f"Who plays {serial}: a human (H), the bot (B) or the trained bot (T)?")
        letter = option.upper()
        if letter == "H":
            default = f"Player {serial}"
            return HumanPlayer(printable(desk.answer("Name?", default)) or default, p_index, desk.ask)
        try:
            if letter in desk.bots:
                wanted = "T" if ai_bot and "T" in desk.bots else letter
                return desk.bots[wanted](f"Bot {serial}", p_index)
            if option:
                return desk.named(option)(f"{option.casefold()} {serial}", p_index)
        except Refusal as refusal:
            desk.say(" ".join(sentence(part) for part in (refusal.fact, refusal.hint) if part))
        desk.say("Please answer H, B or T, or with the name of a player such as perfect.")


def ask_for_decisions(default: Path, desk: Desk) -> list[Decision]:
    """The decisions of a file that can be read."""
    while True:
        name = desk.answer("From which file?", str(default))
        try:
            return load_decisions(Path(name))
        except Refusal as refusal:
            desk.say(sentence(str(refusal)))
        except (OSError, ValueError) as error:
            desk.say(f"{name!r} cannot be read: {reason(error)}.")


def ask_for_file(default: Path, desk: Desk, taken: Sequence[Path]) -> Path:
    """A file that nobody else records into; its folder is there, or is the default one."""
    while True:
        name = desk.answer("Into which file?", str(default))
        try:
            if os.path.realpath(name) in map(os.path.realpath, taken):
                desk.say(f"Into {name} somebody else records already.")
                continue
            if Path(name).parent != DEFAULT_FOLDER or DEFAULT_FOLDER.exists():
                refuse_place(Path(name))
            return Path(name)
        except Refusal as refusal:
            desk.say(sentence(str(refusal)))
        except ValueError as error:
            desk.say(f"{name!r} is no name of a file: {error}.")


class Recorder:
    """Puts decisions into a file as they are made, so that it holds all of them whenever anybody looks."""

    def __init__(self, path: Path, say: Callable[[str], None]) -> None:
        self.path = path
        self.say = say
        self.file: int | None = None
        self.count = 0
        self.failed = False

    def keep(self, decisions: Sequence[Decision]) -> None:
        """Write what is new of them; what was in the file before the first is kept under another name."""
        try:
            if self.file is None:
                self.file = self.begin()
            append(self.file, write_decisions(decisions[self.count :]).encode())
            self.count = len(decisions)
        except (OSError, ValueError) as error:
            if not self.failed:
                self.say(f"The decisions cannot be written to {str(self.path)!r}: {reason(error)}.")
            self.failed = True

    def begin(self) -> int:
        """A new file for them."""
        if self.path.parent == DEFAULT_FOLDER:
            DEFAULT_FOLDER.mkdir(exist_ok=True)
        file, kept = begin(self.path)
        if kept is not None:
            self.say(f"The decisions that were in {self.path} are in {kept} now.")
        return file


def reason(error: OSError | ValueError) -> str:
    """Why a file cannot be used."""
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)


def sentence(text: str) -> str:
    """With a capital in front and a full stop behind."""
    return text[:1].upper() + text[1:] + ("" if text.endswith("?") else ".")


def printable(name: str) -> str:
    """A name without what a terminal might obey."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())
