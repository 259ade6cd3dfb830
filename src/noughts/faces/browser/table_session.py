"""A match in a tab: what the page asks for, and what is told to it."""

from __future__ import annotations

import asyncio
import copy
import dataclasses
import json
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from noughts.faces.attempt import attempt, conclude
from noughts.faces.background import in_background
from noughts.faces.browser.session import Session, Wish, failure_json
from noughts.faces.browser.wire import record_json, view_json
from noughts.faces.table import Table
from noughts.faces.turn import Turn
from noughts.faces.view import View
from noughts.games.record import read_record, read_records
from noughts.stop import Stop, Stopped

Deed: TypeAlias = Callable[[Table], object]
"""What a wish does to a table."""

DEEDS: Mapping[str, Callable[[Table, Wish], object]] = {
    "click": lambda table, wish: table.click(wish["x"], wish["y"]) if wish["ply"] == table.ply else None,
    "play": lambda table, wish: table.play(wish["index"]) if wish["ply"] == table.ply else None,
    "undo": lambda table, wish: table.undo(),
    "redo": lambda table, wish: table.redo(),
    "jump": lambda table, wish: table.jump(wish["ply"]),
    "step": lambda table, wish: table.jump(table.ply + wish["plies"]),
    "resume": lambda table, wish: table.resume(),
    "restart": lambda table, wish: table.restart(),
    "load": lambda table, wish: table.take_up(read_records(wish["text"])[-1]),
    "restore": lambda table, wish: table.restore(
        [read_record(str(text)) for text in wish["records"]], wish["number"], wish["ply"]
    ),
    "hint": lambda table, wish: table.hint(),
    "values": lambda table, wish: table.show_values(wish["shown"]),
    "save": lambda table, wish: None,
}
"""What each wish of the page does."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A table that was looked at: what there is to see, also as it is sent, and whose turn it is."""

    table: Table
    view: View
    turn: Turn | None
    told: str

    @classmethod
    def after(cls, deed: Deed, table: Table, before: Seen | None) -> Seen:
        """What there is to see after a deed; the table itself stays as it is."""
        table = copy.copy(table)
        view = attempt(table, lambda: deed(table), before.view if before else None)
        return cls(table, view, table.turn, json.dumps(view_json(view)))

    @classmethod
    def record_of(cls, table: Table) -> str:
        """The match in writing, as it is sent."""
        return json.dumps(record_json(table))


class TableSession(Session):
    """A table and the socket of the tab that shows it; programs think in the background.

    Wishes wait in a row while one is worked on: of each kind the last one, and none that is being worked
    on already.
    """

    FIELDS: Mapping[str, Mapping[str, type | tuple[type, ...]]] = {name: {} for name in DEEDS} | {
        "click": {"x": int, "y": int, "ply": int},
        "play": {"index": int, "ply": int},
        "jump": {"ply": int},
        "step": {"plies": int},
        "load": {"text": str},
        "restore": {"records": list, "number": int, "ply": int},
        "values": {"shown": bool},
    }

    def __init__(self, table: Table, pause: float) -> None:
        super().__init__()
        self._table = table
        self._pause = pause
        self._seen: Seen | None = None
        self._turn: Turn | None = None
        self._thinking = Stop()
        self._advised = False
        self._waiting: dict[object, tuple[Wish | None, Deed]] = {}
        self._doing: Wish | None = None
        self._busy = False

    def copy(self) -> TableSession:
        """The same match for another tab, to be played on apart."""
        return TableSession(self._table.copy(), self._pause)

    async def _begin(self) -> None:
        if self._seen is None:
            self._line_up("look", None, lambda table: None)
        else:
            await self._tell(self._seen.told)
            self._let_decide(self._seen.turn)

    def _want(self, wish: Wish) -> None:
        if wish != self._doing:
            self._line_up(wish["do"], wish, partial(self._deed, wish))

    @staticmethod
    def _deed(wish: Wish, table: Table) -> object:
        return DEEDS[wish["do"]](table, wish)

    def _line_up(self, kind: object, wish: Wish | None, deed: Deed) -> None:
        self._waiting.pop(kind, None)
        self._waiting[kind] = (wish, deed)
        if not self._busy:
            self._busy = True
            self._spawn(self._work_off())

    def _interrupt(self) -> None:
        super()._interrupt()
        self._waiting = {kind: what for kind, what in self._waiting.items() if what[0] is None}

    def _rest(self) -> None:
        super()._rest()
        if not self.is_open:
            self._thinking.wanted = True
            self._turn = None  # who was thinking is asked again when the tab comes back

    async def _work_off(self) -> None:
        """Do what was wished, until nothing is left to do."""
        try:
            while self._waiting:
                kind = next(iter(self._waiting))
                self._doing, deed = self._waiting.pop(kind)
                await self._save() if kind == "save" else await self._do(deed)
        finally:
            self._doing, self._busy = None, False
        await self._idle()

    async def _save(self) -> None:
        try:
            await self._tell(await self._work(partial(Seen.record_of, self._table)))
        except (Stopped, Exception) as failure:
            await self._tell_failure(failure)

    async def _do(self, deed: Deed) -> None:
        """Do what was wished, tell the page, and let those think who have something to think about."""
        try:
            seen = await self._work(partial(Seen.after, deed, self._table, self._seen))
        except (Stopped, Exception) as failure:
            await self._tell_failure(failure)
            return
        self._table, self._seen = seen.table, seen
        await self._tell(seen.told)
        self._let_decide(seen.turn)
        self._let_advise()

    async def _tell_failure(self, failure: BaseException) -> None:
        """Say why a wish came to nothing, with what there was before if there was anything."""
        told = failure_json(failure)
        if self._seen is None:
            await self._tell({"kind": "stopped", "title": self._table.title, **told})
        else:
            await self._tell(view_json(dataclasses.replace(self._seen.view, **told)))

    def _let_decide(self, turn: Turn | None) -> None:
        if turn == self._turn:
            return
        self._thinking.wanted = True  # of what is not played any more nobody has to think
        self._turn, self._thinking = turn, Stop()
        if turn is not None:
            self._spawn(self._decide(turn, in_background(turn.decide, self._thinking)))

    async def _decide(self, turn: Turn, thought: Future[Any]) -> None:
        """Await what a program decides, not so quickly that nobody sees what came before."""
        await asyncio.wait([asyncio.wrap_future(thought), asyncio.create_task(asyncio.sleep(self._pause))])
        self._line_up("conclude", None, lambda table: conclude(table, turn, thought))

    def _let_advise(self) -> None:
        adviser = self._table.adviser
        if adviser is not None and adviser.is_asked and not self._advised:
            self._advised = True
            self._spawn(self._advise(asyncio.wrap_future(adviser.ask())))

    async def _advise(self, advice: asyncio.Future[Any]) -> None:
        """Tell the page once more when the values of moves are known, or why they will not be."""
        await asyncio.wait([advice])
        advice.exception()
        self._line_up("look", None, lambda table: None)
