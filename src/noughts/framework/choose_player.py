"""Ask who plays a piece, and whether its decisions are to be repeated or recorded."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from noughts.framework.board import Decision
from noughts.framework.decisions import DEFAULT_FOLDER, Recorder, load_decisions, reason
from noughts.framework.dialogue import Dialogue, plain_dialogue
from noughts.framework.player import HumanPlayer, Player, ProgramedPlayer
from noughts.games.record import plain
from noughts.refusal import Refusal
from noughts.save import refuse_place


def choose_player(
    serial: str,
    p_index: int,
    ai_bot: bool = False,
    dialogue: Dialogue | None = None,
    taken: Sequence[Path] = (),
) -> tuple[Player, Path | None]:
    """Ask who plays a piece, and what to do with decisions: the player, and where it records if it does.

    With `ai_bot` the letter B means the trained bot too.  Others record into the files `taken`.
    The `dialogue` is `plain_dialogue` if none is given.
    """
    dialogue = dialogue or plain_dialogue()
    serial = serial.upper()
    default = DEFAULT_FOLDER / f"{serial.lower()}.rd"
    player = ask_for_player(serial, p_index, ai_bot, dialogue)
    if dialogue.yes("Repeat recorded decisions?"):
        return ProgramedPlayer(player, ask_for_decisions(default, dialogue)), None
    if dialogue.yes("Record the decisions?"):
        path = ask_for_file(default, dialogue, taken)
        player.record(Recorder(path, dialogue.say).keep)
        return player, path
    return player, None


def ask_for_player(serial: str, p_index: int, ai_bot: bool, dialogue: Dialogue) -> Player:
    """A human with a name, a bot, or any player that has a name."""
    while True:
        option = dialogue.answer(f"Who plays {serial}: a human (H), the bot (B) or the trained bot (T)?")
        letter = option.upper()
        if letter == "H":
            default = f"Player {serial}"
            return HumanPlayer(plain(dialogue.answer("Name?", default)) or default, p_index, dialogue.ask)
        try:
            if letter in dialogue.bots:
                wanted = "T" if ai_bot and "T" in dialogue.bots else letter
                return dialogue.bots[wanted](f"Bot {serial}", p_index)
            if option:
                return dialogue.named(option)(f"{option.casefold()} {serial}", p_index)
        except Refusal as refusal:
            dialogue.say(" ".join(sentence(part) for part in (refusal.fact, refusal.hint) if part))
        dialogue.say("Please answer H, B or T, or with the name of a player such as perfect.")


def ask_for_decisions(default: Path, dialogue: Dialogue) -> list[Decision]:
    """The decisions of a file that can be read."""
    while True:
        name = dialogue.answer("From which file?", str(default))
        try:
            return load_decisions(Path(name))
        except Refusal as refusal:
            dialogue.say(sentence(str(refusal)))
        except (OSError, ValueError) as error:
            dialogue.say(f"{name!r} cannot be read: {reason(error)}.")


def ask_for_file(default: Path, dialogue: Dialogue, taken: Sequence[Path]) -> Path:
    """A file that nobody else records into; its folder is there, or is the default one."""
    while True:
        name = dialogue.answer("Into which file?", str(default))
        try:
            if os.path.realpath(name) in map(os.path.realpath, taken):
                dialogue.say(f"Into {name} somebody else records already.")
                continue
            if Path(name).parent != DEFAULT_FOLDER or DEFAULT_FOLDER.exists():
                refuse_place(Path(name))
            return Path(name)
        except Refusal as refusal:
            dialogue.say(sentence(str(refusal)))
        except ValueError as error:
            dialogue.say(f"{name!r} is no name of a file: {error}.")


def sentence(text: str) -> str:
    """The text with a capital letter at its beginning and a full stop at its end."""
    return text[:1].upper() + text[1:] + ("" if text.endswith("?") else ".")
