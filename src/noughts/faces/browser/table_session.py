"""A match in a tab: what the page asks for, and what is told to it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, TypeAlias

from starlette.websockets import WebSocket, WebSocketDisconnect

from noughts.faces.attempt import attempt
from noughts.faces.background import in_background
from noughts.faces.browser.wire import Json, record_json, view_json
from noughts.faces.table import Table, Turn
from noughts.games.record import read_record, read_records

log = logging.getLogger(__name__)

Wish: TypeAlias = Mapping[str, Any]
"""What the page asks for: ``do`` names it, the rest says more."""

WISHES: Mapping[str, Callable[[Table, Wish], object]] = {
    "click": lambda table, wish: table.click(int(wish["x"]), int(wish["y"])),
    "play": lambda table, wish: table.play(int(wish["index"])) if wish["ply"] == table.ply else None,
    "undo": lambda table, wish: table.undo(),
    "redo": lambda table, wish: table.redo(),
    "jump": lambda table, wish: table.jump(int(wish["ply"])),
    "step": lambda table, wish: table.jump(table.ply + int(wish["plies"])),
    "resume": lambda table, wish: table.resume(),
    "restart": lambda table, wish: table.restart(),
    "load": lambda table, wish: table.take_up(read_records(str(wish["text"]))[-1]),
    "restore": lambda table, wish: table.restore(
        [read_record(str(text)) for text in wish["records"]], int(wish["number"]), int(wish["ply"])
    ),
    "hint": lambda table, wish: table.hint(),
    "values": lambda table, wish: table.show_values(bool(wish["shown"])),
}


class TableSession:
    """A table and the socket of the tab that shows it; programs think in the background."""

    def __init__(self, table: Table, pause: float) -> None:
        self._table = table
        self._pause = pause
        self._socket: WebSocket | None = None
        self._turn: Turn | None = None
        self._advised = False
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def is_open(self) -> bool:
        """Does a tab show it now?"""
        return self._socket is not None

    def copy(self) -> TableSession:
        """The same match for another tab, to be played on apart."""
        return TableSession(self._table.copy(), self._pause)

    async def run(self, socket: WebSocket) -> None:
        """Tell the page what there is to see, after each of its wishes, until it is closed."""
        self._socket = socket
        try:
            await self._do(lambda: None)
            while True:
                wish = await socket.receive_json()
                if wish["do"] == "save":
                    await self._tell(record_json(self._table))
                    continue
                await self._do(partial(WISHES[wish["do"]], self._table, wish))
        finally:
            self._socket = None

    async def _do(self, wish: Callable[[], object]) -> None:
        """Fulfil a wish, tell the page, and let those think who have something to think about."""
        try:
            view = attempt(self._table, wish)
        except Exception as failure:
            log.exception("A wish of the page could not be fulfilled")
            await self._tell({"kind": "stopped", "message": str(failure)})
            return
        await self._tell(view_json(view))
        self._let_decide()
        self._let_advise()

    def _let_decide(self) -> None:
        turn = self._table.turn
        if turn is not None and turn != self._turn:
            self._spawn(self._decide(turn))
        self._turn = turn

    def _let_advise(self) -> None:
        adviser = self._table.adviser
        if adviser is not None and adviser.is_asked and not self._advised:
            self._advised = True
            self._spawn(self._advise(asyncio.wrap_future(adviser.ask())))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _decide(self, turn: Turn) -> None:
        """Let a program decide, not so quickly that nobody sees what came before."""
        thought = asyncio.wrap_future(in_background(turn.decide))
        await asyncio.wait([thought, asyncio.create_task(asyncio.sleep(self._pause))])
        await self._do(lambda: self._table.take(turn, thought.result()))

    async def _advise(self, advice: asyncio.Future[Any]) -> None:
        """Tell the page once more when the values of moves are known, or why they will not be."""
        await asyncio.wait([advice])
        advice.exception()
        await self._do(lambda: None)

    async def _tell(self, told: Json) -> None:
        if self._socket is not None:
            with suppress(WebSocketDisconnect, RuntimeError):  # closed at this very moment
                await self._socket.send_json(told)
