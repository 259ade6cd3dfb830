"""The dialogue that chooses a player for a piece, and asks whether decisions are repeated or recorded."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias, TypeVar

from msgspec import Struct

from noughts.framework.board import Decision
from noughts.framework.player import Bot, HumanPlayer, Player, ProgramedPlayer, is_natural_number
from noughts.games.record import one_line
from noughts.refusal import Refusal
from noughts.save import append, begin, cannot, reason, refuse_place

# Files with the decisions of one player: a line ``x y`` for each, in the order in which they were made.
#
# 1 1
# 0 2

# The folder for files named without one; it is created when needed.
_DEFAULT_FOLDER = Path("recorded_decisions")


class BadDecisions(Refusal):
    """A text is not a list of decisions."""


def write_decisions(decisions: Iterable[Decision]) -> str:
    """A line for each decision."""
    return "".join(f"{x} {y}\n" for x, y in decisions)


def read_decisions(text: str) -> list[Decision]:
    """The decisions in a text; blank lines are ignored.  `BadDecisions` names the first wrong line."""
    found = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        words = line.split()
        if not words:
            continue
        if len(words) != 2 or not all(map(is_natural_number, words)):
            shown = line.strip() if len(line) <= 40 else f"{line.strip()[:40]}…"
            raise BadDecisions(
                f"line {number} is not a decision: {shown!r}", "a decision is a line such as `0 2`"
            )
        found.append((int(words[0]), int(words[1])))
    return found


def load_decisions(path: Path) -> list[Decision]:
    """The decisions of a file; `Refusal` if it cannot be read or is not a list of decisions."""
    try:
        return read_decisions(path.read_bytes().decode())
    except UnicodeDecodeError as error:
        raise BadDecisions(f"{path} is not a text file") from error
    except (OSError, ValueError) as error:
        raise cannot("read", path, error) from error


class Recorder:
    """A recorder that appends each decision to a file, which is complete at any time."""

    def __init__(self, path: Path, say: Callable[[str], None]) -> None:
        self.path = path
        self.say = say
        self.file: int | None = None
        self.count = 0
        self.failed = False

    def append(self, decisions: Sequence[Decision]) -> None:
        """Append the new decisions; before the first, an existing file is renamed."""
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
        """Open a new file, for appending."""
        if self.path.parent == _DEFAULT_FOLDER:
            _DEFAULT_FOLDER.mkdir(exist_ok=True)
        file, backup = begin(self.path)
        if backup is not None:
            self.say(f"The earlier decisions in {self.path} are now in {backup}.")
        return file


def choose_player(
    serial: str,
    p_index: int,
    ai_bot: bool = False,
    dialogue: Dialogue | None = None,
    taken: Sequence[Path] = (),
) -> tuple[Player, Path | None]:
    """Ask who plays a piece, and what to do with decisions; the player, and the file into which it records.

    With `ai_bot`, the trained bot can be chosen too.  Other players record into the files `taken`.  The
    `dialogue` is `plain_dialogue` by default.
    """
    dialogue = dialogue or plain_dialogue()
    serial = serial.upper()
    default = _DEFAULT_FOLDER / f"{serial.lower()}.rd"
    player = ask_for_player(serial, p_index, ai_bot, dialogue)
    if dialogue.yes("Repeat recorded decisions?"):
        found = dialogue.until("From which file?", lambda name: load_decisions(Path(name)), str(default))
        return ProgramedPlayer(player, found), None
    if dialogue.yes("Record the decisions?"):
        path = dialogue.until("Into which file?", lambda name: free_place(name, taken), str(default))
        player.record(Recorder(path, dialogue.say).append)
        return player, path
    return player, None


def ask_for_player(serial: str, p_index: int, ai_bot: bool, dialogue: Dialogue) -> Player:
    """A human with a name, a bot, or any other player by its name."""
    while True:
        option = dialogue.answer(f"Who plays {serial}: a human (H), the bot (B) or the trained bot (T)?")
        letter = option.upper()
        if letter == "H":
            default = f"Player {serial}"
            return HumanPlayer(one_line(dialogue.answer("Name?", default)) or default, p_index, dialogue.ask)
        try:
            if letter in dialogue.bots:
                wanted = "T" if ai_bot and "T" in dialogue.bots else letter
                return dialogue.bots[wanted](f"Bot {serial}", p_index)
            if option:
                return dialogue.named(option)(f"{option.casefold()} {serial}", p_index)
        except Refusal as refusal:
            dialogue.say(" ".join(sentence(part) for part in (refusal.fact, refusal.hint) if part))
        dialogue.say("Please answer H, B or T, or with the name of a player such as perfect.")


def free_place(name: str, taken: Sequence[Path]) -> Path:
    """The path of that name; `Refusal` if another player records there, or it cannot be written."""
    try:
        if os.path.realpath(name) in map(os.path.realpath, taken):
            raise Refusal(f"another player already records into {name}")
        if Path(name).parent != _DEFAULT_FOLDER or _DEFAULT_FOLDER.exists():
            refuse_place(Path(name))
    except Refusal:
        raise
    except ValueError as error:
        raise Refusal(f"{name!r} is not a file name: {error}") from error
    return Path(name)


# The questions asked at a board of letters, and the programs that an answer may name.


_Answer = TypeVar("_Answer")

Make: TypeAlias = Callable[[str, int], Player]
"""Makes a player of a name and a piece, or raises `Refusal`."""


class Dialogue(Struct, frozen=True):
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
