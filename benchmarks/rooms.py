"""How long does a move take to the page of the other player in 500 rooms, and what does a second worker gain?

Each room makes a move a second.  The rooms are in SQLite, as by default, those of the workers in Postgres.
The service is a process of its own on this machine; all pages are connections of this process, which shares
the processors with it.  The reference is a single room, and a single worker.  Each worker has a quarter of a
processor, by a control group: what a second one gains would else be taken from the players and the database.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from benchmarks.measuring import Ratio
from system_packages import postgres_programs
from tests.postgres import postgres

ROOMS = 500
SECONDS = 20
"""How long moves are timed, once all rooms play."""

BUSY = 100
"""Rooms that never pause: enough to keep two workers busy."""
_CPU = Path("/sys/fs/cgroup/cpu")
GROUPS = _CPU if _CPU.is_dir() else _CPU.parent
"""Where Linux has its control groups."""
MOVES = ("5", "1", "2", "8", "4", "6", "3", "7", "9")
"""A draw, so a match lasts as long as possible."""


class Page:
    """A connection to the service; `states` gets the state after each event of its room."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self.seen: dict[tuple[int, int], asyncio.Future[float]] = {}
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for text in self._connection:
            told = json.loads(text)
            if "answer" in told:
                self._waiting.pop(told["number"]).set_result(told["answer"])
            elif "number" in told:
                self._waiting.pop(told["number"]).set_exception(RuntimeError(text))
            else:
                seen = self.seen.pop((told["match"], len(told["line"])), None)
                if seen is not None:
                    seen.set_result(perf_counter())

    async def ask(self, question: str, **asked: Any) -> Any:
        number = len(self._waiting) + random.getrandbits(30)
        self._waiting[number] = asyncio.get_running_loop().create_future()
        answer = self._waiting[number]
        await self._connection.send(json.dumps({"number": number, "ask": question, **asked}))
        return await answer


async def play(
    pages: list[Page],
    seats: list[dict[str, str]],
    since: float,
    until: float,
    delays: list[float],
    pause: float,
) -> None:
    """Play in one room, a move after each pause; its delay is the time until the other page has it.

    The rooms begin within the length of a match: if all matches ended in one second, the two offers of a
    rematch would triple what that second has to do.
    """
    await asyncio.sleep(random.random() * len(MOVES) * pause)
    match = 0
    while True:
        for ply, move in enumerate(MOVES):
            seat = (ply + match) % 2
            other = pages[1 - seat]
            seen = other.seen[match, ply + 1] = asyncio.get_running_loop().create_future()
            begun = perf_counter()
            if begun > until:
                return
            here = {"match": match, "ply": ply}
            await pages[seat].ask("act", kind="move", text=move, **here, **seats[seat])
            delay = await seen - begun
            if begun > since:
                delays.append(delay)
            await asyncio.sleep(max(0.0, begun + pause - perf_counter()))
        for seat in (0, 1):
            await pages[seat].ask(
                "act", kind="offer", what="rematch", match=match, ply=len(MOVES), **seats[seat]
            )
        match += 1


async def delays_in(address: str, rooms: int, pause: float = 1.0) -> list[float]:
    """The delays of all moves in that many rooms."""
    async with AsyncExitStack() as stack:

        async def page(client: str) -> Page:
            url, named = address.replace("http", "ws") + "/tab", {"X-Forwarded-For": client}
            connected = connect(url, origin=Origin(address), additional_headers=named)
            return Page(await stack.enter_async_context(connected))

        tables = []
        for number in range(rooms):
            pages = [await page(f"10.{side}.{number // 256}.{number % 256}") for side in (0, 1)]
            opened = await pages[0].ask("invite", game="tictactoe", side="x")
            room = opened["room"]
            secrets = [opened["secret"], await pages[1].ask("sit", room=room)]
            seats = [{"room": room, "secret": secret} for secret in secrets]
            for one, seat in zip(pages, seats, strict=True):
                await one.ask("room", **seat)
            tables.append((pages, seats))
        delays: list[float] = []
        since = perf_counter() + len(MOVES) * pause
        until = since + SECONDS
        await asyncio.gather(*(play(pages, seats, since, until, delays, pause) for pages, seats in tables))
        return delays


@contextmanager
def service(*options: str) -> Iterator[tuple[str, int]]:
    """A service with a new database: its address, and its process."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "noughts", "serve", "tictactoe", "--port", str(port)]
        command += [*options, "--proxy", "127.0.0.1"]  # each player has an address, as each has a rate limit
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder) as process:
            assert process.stdout is not None
            process.stdout.readline()
            try:
                yield f"http://127.0.0.1:{port}", process.pid
            finally:
                process.kill()


def megabytes(process: int) -> float:
    """The memory that a process has used at most."""
    with open(f"/proc/{process}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM"))


def pace_of(workers: int, database: str) -> float:
    """Seconds for a move, on average, in rooms that never pause."""
    with (
        service("--workers", str(workers), "--database", database) as (address, process),
        ExitStack() as stack,
    ):
        for each in [process] if workers == 1 else workers_of(process, workers):
            stack.enter_context(slowed(each))
        return SECONDS / len(asyncio.run(delays_in(address, BUSY, pause=0)))


def workers_of(process: int, workers: int) -> list[int]:
    """The processes that a service of several workers has begun."""
    found: list[int] = []
    while len(found) < workers:
        children = Path(f"/proc/{process}/task/{process}/children").read_text("ascii").split()
        found = [int(each) for each in children if "spawn_main" in Path(f"/proc/{each}/cmdline").read_text()]
    return found


@contextmanager
def slowed(process: int) -> Iterator[None]:
    """A quarter of a processor for a process, by a control group of the first or the second version."""
    group = GROUPS / f"noughts-{process}"
    group.mkdir()
    try:
        if GROUPS.name == "cpu":
            (group / "cpu.cfs_period_us").write_text("10000")
            (group / "cpu.cfs_quota_us").write_text("2500")
        else:
            (group / "cpu.max").write_text("2500 10000")
        (group / "cgroup.procs").write_text(str(process))
        yield
    finally:
        (GROUPS / "cgroup.procs").write_text(str(process))
        group.rmdir()


def measure() -> Iterator[Ratio]:
    """The delay that 95 % of the moves do not exceed, and what a second worker gains."""
    found = {}
    for rooms in (1, ROOMS):
        with service() as (address, process):
            delays = sorted(asyncio.run(delays_in(address, rooms)))
            found[rooms] = delays[len(delays) * 95 // 100]
            note = f"{len(delays)} moves, {megabytes(process):.0f} MB"
    yield Ratio(
        f"move to the other page, {ROOMS} rooms", found[ROOMS], "one room", found[1], limit=0.1, note=note
    )
    programs = postgres_programs()
    if programs is None or not os.access(GROUPS, os.W_OK):
        return
    with postgres(programs) as new:
        one, two = (pace_of(workers, new()) for workers in (1, 2))
    note = f"{1 / one:.0f} moves a second by one, {1 / two:.0f} by two"
    yield Ratio(f"a move by two workers, {BUSY} rooms", two, "by one", one, note=note, most=1 / 1.6)
