"""The questions who plays a piece, and whether its decisions are repeated or recorded."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from noughts.framework.board import Decision
from noughts.framework.decisions import DEFAULT_FOLDER, Recorder, load_decisions
from noughts.framework.dialogue import Dialogue, plain_dialogue, sentence
from noughts.framework.player import HumanPlayer, Player, ProgramedPlayer
from noughts.games.record import one_line
from noughts.refusal import Refusal
from noughts.save import refuse_place


def choose_player(
    serial: str,
    p_index: int,
    ai_bot: bool = False,
    dialogue: Dialogue | None = None,
    taken: Sequence[Path] = (),
) -> tuple[Player, Path | None]:
    """Ask who plays a piece, and what to do with decisions: the player, and the file that it records into.

    With `ai_bot` the letter B means the trained bot too.  Other players record into the files `taken`.
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


def ask_for_decisions(default: Path, dialogue: Dialogue) -> list[Decision]:
    """The decisions in a file, asked for until one can be read."""
    return dialogue.until("From which file?", lambda name: load_decisions(Path(name)), str(default))


def ask_for_file(default: Path, dialogue: Dialogue, taken: Sequence[Path]) -> Path:
    """A file that no other player records into; its folder exists, or is the default one."""
    return dialogue.until("Into which file?", lambda name: free_place(name, taken), str(default))


def free_place(name: str, taken: Sequence[Path]) -> Path:
    """The path of that name; `Refusal` if another player records there, or it cannot be written."""
    try:
        if os.path.realpath(name) in map(os.path.realpath, taken):
            raise Refusal(f"another player already records into {name}")
        if Path(name).parent != DEFAULT_FOLDER or DEFAULT_FOLDER.exists():
            refuse_place(Path(name))
    except Refusal:
        raise
    except ValueError as error:
        raise Refusal(f"{name!r} is not a file name: {error}") from error
    return Path(name)
