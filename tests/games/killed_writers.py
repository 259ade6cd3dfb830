"""Processes that write one file and are killed at any moment, and what they had said to be saved by then.

``python -m tests.games.killed_writers 1000`` kills a thousand of each kind and tells what it met.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, TypeAlias

from noughts.games.record import Record, load_records
from noughts.games.record_file import RecordFile
from noughts.games.record_text import complete_lines
from noughts.save import save

AT_ONCE: Final = 2
LONGEST: Final = 0.03
"""Seconds after which one is killed, at the most: enough for some dozens of moves."""
PER_FILE: Final = 25
"""Kills after which there is another file, for all of it is read after each."""

Tell: TypeAlias = Callable[[str], None]
Work: TypeAlias = Callable[[Path, Random, Tell], None]


class Writer:
    """A process that writes a file until it is killed."""

    def __init__(self, work: Work, path: Path, seed: str) -> None:
        self.output, given = os.pipe()
        self.process = os.fork()
        if self.process == 0:
            try:
                work(path, Random(seed), lambda line: write_line(given, line))
            finally:
                os._exit(1)
        os.close(given)

    def kill(self) -> list[str]:
        """End it; what it has said."""
        os.kill(self.process, signal.SIGKILL)
        _, status = os.waitpid(self.process, 0)
        with os.fdopen(self.output, "rb") as output:
            said, _, _ = output.read().decode().rpartition("\n")  # it may be killed while it says something
        assert os.WIFSIGNALED(status), "a writer has ended before it was killed"
        return said.splitlines()


def write_in_pieces(dice: Random) -> None:
    """Let `os.write` write only some of what it is given, as it may: there is more to be killed within."""
    write, most = os.write, dice.choice([10, 1000, 100_000])
    os.write = lambda handle, content: write(handle, memoryview(content)[: dice.randrange(1, most)])


def write_line(output: int, line: str) -> None:
    """Say a line."""
    rest = f"{line}\n".encode()
    while rest:
        rest = rest[os.write(output, rest) :]


def killed(work: Work, path: Path, kills: int, dice: Random) -> Iterator[list[str]]:
    """What each of so many writers has said when it was killed, while another one was at work."""
    with ExitStack() as stack:
        writers = [Writer(work, path, f"{dice.random()}") for _ in range(AT_ONCE)]
        stack.callback(lambda: [writer.kill() for writer in writers])
        for _ in range(kills):
            time.sleep(dice.uniform(0, LONGEST))
            said = writers.pop(dice.randrange(AT_ONCE)).kill()
            yield said
            writers.append(Writer(work, path, f"{dice.random()}"))


def play_matches(path: Path, dice: Random, tell: Tell) -> None:
    """Matches in one file: moves are made, and taken back for others; some records take several pages."""
    write_in_pieces(dice)
    file, blank = RecordFile(path), "m" * dice.choice([0, 2, 900])
    while True:
        match, moves = f"{dice.getrandbits(64):016x}", list[str]()
        for number in range(dice.randrange(1, 12)):
            if moves and dice.random() < 0.2:
                del moves[dice.randrange(len(moves)) :]
            moves.append(f"{blank}{number}")
            tell(f"writing {match} {' '.join(moves)}")
            file.save_match(Record("nim", tuple(moves), {"x": "Ann"}, match=match))
            tell(f"saved {match} {' '.join(moves)}")


def kill_players(path: Path, kills: int, dice: Random) -> int:
    """Kill players: each match is as it was said to be saved, or as it was just being written.

    How often the file ended in something that was cut short.
    """
    cut_short, saved = 0, dict[str, set[tuple[str, ...]]]()
    for said in killed(play_matches, path, kills, dice):
        for line in said:
            what, match, *moves = line.split()
            if what == "saved":
                saved[match] = {tuple(moves)}
            elif match in saved:
                saved[match].add(tuple(moves))
        if saved:
            found = {record.match: record.moves for record in load_records(path)}
            assert all(found[match] in moves for match, moves in saved.items())
        content = path.read_text() if path.exists() else ""
        cut_short += complete_lines(content) != content
    assert len(saved) > kills / 5, "they have hardly come to anything"
    assert os.listdir(path.parent) == [path.name]
    return cut_short


def save_files(path: Path, dice: Random, tell: Tell) -> None:
    """One file, again and again: a number, and as many letters of a kind."""
    while True:
        letter, size = dice.choice("abcdef"), dice.choice([10, 10_000, 300_000])
        save(path, f"{size} {letter * size}")
        tell("saved")


def kill_savers(path: Path, kills: int, dice: Random) -> int:
    """Kill savers: the file is whole, and there are never more temporary files than savers at work.

    How many of them the killed ones left, and others removed.
    """
    left, is_saved = 0, False
    for said in killed(save_files, path, kills, dice):
        is_saved |= bool(said)
        if is_saved:
            size, letters = path.read_text().split()
            assert letters == letters[0] * int(size)
        left += any(name != path.name for name in os.listdir(path.parent))
    save(path, "the end")
    assert os.listdir(path.parent) == [path.name]
    return left


KINDS: Final = {"players": kill_players, "savers": kill_savers}


def kill(kind: str, folder: Path, kills: int) -> int:
    """Kill so many writers of a kind; what was met on the way, all together."""
    dice, met = Random(f"{kind} {kills}"), 0
    for number in range(0, kills, PER_FILE):
        place = folder / f"{kind}{number}"
        place.mkdir()
        met += KINDS[kind](place / "all.match", min(PER_FILE, kills - number), dice)
    return met


if __name__ == "__main__":
    for kind in KINDS:
        with TemporaryDirectory() as folder:
            met = kill(kind, Path(folder), int(sys.argv[1]))
        print(f"{kind}: {sys.argv[1]} killed; {met} times something was cut short or left over")
