"""A match in a tab: the commands of the page, and the views that it is sent."""

from __future__ import annotations

import asyncio
import copy
import dataclasses
import json
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from typing import Any

from noughts.faces.browser.go_on import go_on
from noughts.faces.browser.protocol import TABLE_COMMANDS
from noughts.faces.browser.session import Command, Session, failure_json
from noughts.faces.browser.stage import Stage
from noughts.faces.browser.wire import Json, frames_json, picture_text, record_json, view_text, why_json
from noughts.faces.describe import describe
from noughts.faces.host import Host, TableAction, look
from noughts.faces.table import Table
from noughts.faces.turn import Turn
from noughts.faces.view import View
from noughts.games.record import read_records
from noughts.stop import Stopped

_ACTIONS: Mapping[str, Callable[[Table, Command], object]] = {
    "click": lambda table, asked: table.click(asked["x"], asked["y"]) if asked["ply"] == table.ply else None,
    "play": lambda table, asked: table.play(asked["index"]) if asked["ply"] == table.ply else None,
    "undo": lambda table, asked: table.undo(),
    "redo": lambda table, asked: table.redo(),
    "jump": lambda table, asked: table.jump(asked["ply"]),
    "step": lambda table, asked: table.jump(table.ply + asked["plies"]),
    "resume": lambda table, asked: table.resume(),
    "restart": lambda table, asked: table.restart(),
    "rematch": lambda table, asked: table.rematch(),
    "seat": lambda table, asked: table.seat(by_side(asked["players"]), by_side(asked["names"])),
    "vary": lambda table, asked: table.vary(asked["index"], asked["ply"]),
    "line": lambda table, asked: table.take_line([str(move) for move in asked["moves"]], asked["of"]),
    "load": lambda table, asked: table.take_up(read_records(asked["text"])[-1]),
    "restore": lambda table, asked: table.restore(
        [read_records(str(text)) for text in asked["records"]], asked["number"], asked["ply"]
    ),
    "hint": lambda table, asked: table.hint(),
    "values": lambda table, asked: table.show_values(asked["shown"]),
}
"""The effect of each command of the page."""


_ANSWERS: Mapping[str, Callable[[Table, Command], Json]] = {
    "save": lambda table, asked: record_json(table),
    "frames": lambda table, asked: frames_json(table),
    "why": lambda table, asked: why_json(
        table.why_no_move_at(asked["x"], asked["y"]) if asked["ply"] == table.ply else None
    ),
    "why not": lambda table, asked: why_json(
        table.why_not_legal(asked["text"]) if asked["ply"] == table.ply else None
    ),
    "why over": lambda table, asked: why_json(table.why_over()),
}
"""The answers to the commands that change nothing."""


def by_side(given: Mapping[str, Any]) -> dict[str, str]:
    """What the page says of sides, as text; nothing of those that it leaves empty."""
    return {side: str(word).strip() for side, word in given.items() if str(word).strip()}


def act(table: Table, command: Command) -> object:
    """Do at a table what a command of the page asks for."""
    return _ACTIONS[command["do"]](table, command)


@dataclass(frozen=True, slots=True)
class Seen:
    """A table with its view, the view as it is sent, and the program whose turn it is."""

    table: Table
    view: View
    turn: Turn | None
    text: str

    @classmethod
    def at(cls, table: Table, reason: Json) -> Seen:
        """The view of a table, with the reason if a command failed."""
        view = dataclasses.replace(describe(table, marked=False), **reason)
        return cls(table, view, table.turn, view_text(view))

    def marked(self) -> Seen:
        """The same with what decided the match."""
        return self.changed(deciding=self.table.match.deciding)

    def changed(self, **fields: Any) -> Seen:
        """The same with other fields of the view."""
        view = dataclasses.replace(self.view, **fields)
        return dataclasses.replace(self, view=view, text=view_text(view))


def pictured_after(action: TableAction, table: Table) -> tuple[Table, str]:
    """A copy of the table after an action, and the message of its picture if it shows another position."""
    changed = copy.copy(table)
    action(changed)
    return changed, "" if changed.match is table.match else picture_text(changed)


class TableSession(Session):
    """A table and the socket of the tab that shows it; programs think in the background.

    Commands wait in a queue while one is run: of each kind the last one, and none that is just being run.

    A new position is answered with its picture, and only then with the view, which takes longer to make.
    The next command need not wait for that: what is done for a view stops, for another one follows.
    """

    COMMANDS = TABLE_COMMANDS

    def __init__(self, table: Table, stage: Stage, pause: float) -> None:
        super().__init__(stage)
        self._table = table
        self._pause = pause
        self._seen: Seen | None = None
        self._host = Host(lambda action: self._enqueue(action, None, action), self._wait, pause)
        self._waiting: dict[object, tuple[Command | None, TableAction]] = {}
        self._running: Command | None = None
        self._busy = False
        self._describing = False
        self._notice_first = ""

    def copy(self) -> TableSession:
        """The same match for another tab, to be played on apart."""
        return TableSession(self._table.copy(), self.stage, self._pause)

    def go_on_from(self, before: TableSession) -> None:
        """Go on with the match of another session, if it fits these rules."""
        self._notice_first = go_on(self._table, before._table)

    async def _begin(self) -> None:
        if self._seen is None:
            self._enqueue(look, None, look)
        else:
            await self._send(self._seen.text)
            self._host.follow(self._table, self._seen.turn)

    def _accept(self, command: Command) -> None:
        if command != self._running:
            name = command["do"]
            self._enqueue(name, command, lambda table: act(table, command))
            if self._describing and self._is_outdated:
                super()._interrupt()

    def _enqueue(self, kind: object, command: Command | None, action: TableAction) -> None:
        """Run an action after those that wait; one of the same kind that waits gives way to it."""
        self._waiting.pop(kind, None)
        self._waiting[kind] = (command, action)
        if not self._busy:
            self._busy = True
            self._spawn(self._run_queue())

    def _interrupt(self) -> None:
        super()._interrupt()
        self._waiting = {kind: what for kind, what in self._waiting.items() if what[0] is None}

    def _rest(self) -> None:
        super()._rest()
        if not self.is_open:
            self._host.rest()  # the program is asked again when the tab comes back

    @property
    def _is_outdated(self) -> bool:
        """Whether a command of the page waits whose answer is another view."""
        commands = (command for command, _ in self._waiting.values() if command is not None)
        return any(command["do"] not in _ANSWERS for command in commands)

    @property
    def _is_unseen(self) -> bool:
        """Whether the page has not seen more of the table than a picture."""
        return self._seen is not None and self._seen.table is not self._table

    async def _run_queue(self) -> None:
        """Run what waits, until nothing does."""
        try:
            while self._waiting or self._is_unseen:
                if not self._waiting:  # what the view gave way to was stopped
                    await self._show()
                    continue
                kind = next(iter(self._waiting))
                self._running, action = self._waiting.pop(kind)
                if self._running is not None and self._running["do"] in _ANSWERS:
                    await self._answer(self._running)
                else:
                    await self._do(action)
        finally:
            self._running, self._busy = None, False
        await self._idle()

    async def _answer(self, asked: Command) -> None:
        """Send what is asked for without a change of the table."""
        try:
            table, make = self._table, _ANSWERS[asked["do"]]
            await self._send(await self._work(lambda: json.dumps(make(table, asked))))
        except (Stopped, Exception) as failure:
            await self._show(failure_json(failure))

    async def _do(self, action: TableAction) -> None:
        """Run an action, send the picture, and then the view."""
        try:
            table, picture = await self._work(partial(pictured_after, action, self._table))
        except (Stopped, Exception) as failure:
            await self._show(failure_json(failure))
            return
        self._table = table
        if picture and self._seen is not None:
            await self._send(picture)
            self._running = None  # at another picture the same command is another one
        await self._show()

    async def _show(self, reason: Json | None = None) -> None:
        """Send the view, with the reason if a command failed, and let programs think; not if another follows.

        A table that cannot be described is left for the one that was seen last.
        """
        if reason is None and self._is_outdated:
            return
        seen = self._seen
        try:
            if seen is None or self._is_unseen:
                seen = await self._describe(partial(Seen.at, self._table, reason or {}))
            elif reason is not None:
                seen = seen.changed(**reason)
        except (Stopped, Exception) as failure:
            if isinstance(failure, Stopped) and self._is_outdated:
                return
            reason = failure_json(failure)
            if seen is None:
                await self._send({"kind": "stopped", "title": self._table.title, **reason})
                return
            seen = seen.changed(**reason)
        self._table, self._seen = seen.table, seen
        await self._send(seen.text)
        if seen.table.match.is_unmarked:
            await self._mark(seen)
        if self._notice_first:
            await self._send({"kind": "notice", "message": self._notice_first})
            self._notice_first = ""
        self._host.follow(seen.table, seen.turn)

    async def _mark(self, seen: Seen) -> None:
        """Send a view again, with what decided the match: its picture has not waited for that."""
        try:
            self._seen = await self._describe(seen.marked)
        except (Stopped, Exception) as failure:
            if isinstance(failure, Stopped) and self._is_outdated:
                return
            self._seen = seen.changed(**failure_json(failure))
        await self._send(self._seen.text)

    async def _describe(self, work: Callable[[], Seen]) -> Seen:
        """The result of work for a view, which the next command stops."""
        self._describing = True
        try:
            return await self._work(work)
        finally:
            self._describing = False

    def _wait(self, future: Future[Any], seconds: float, then: Callable[[], None]) -> None:
        self._spawn(self._call_after(future, seconds, then))

    async def _call_after(self, future: Future[Any], seconds: float, then: Callable[[], None]) -> None:
        done = asyncio.wrap_future(future)
        await asyncio.wait([done, asyncio.create_task(asyncio.sleep(seconds))])
        done.exception()  # who asks the future is told of it
        then()
