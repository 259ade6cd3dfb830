"""What all tabs have in common: a socket, wishes that come in, and work that is done off the loop."""

from __future__ import annotations

import asyncio
import json
import logging
import os
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from typing import Any, Final, TypeAlias, TypeVar

from starlette.websockets import WebSocket, WebSocketDisconnect

from noughts.faces.background import in_background
from noughts.faces.browser.wire import Json
from noughts.faces.describe import refusal, report
from noughts.games.game import RulesError
from noughts.refusal import Refusal
from noughts.stop import Stop, Stopped

log = logging.getLogger(__name__)

Result = TypeVar("Result")

Wish: TypeAlias = Mapping[str, Any]
"""What the page asks for: ``do`` names it, the rest says more."""

NOTICE: Final = 0.2
"""Work that takes more seconds is told to the page, which offers to stop it."""

OBEDIENCE: Final = 1.0
"""Seconds until work that does not obey when it is stopped, such as a game in Python, is left to itself."""

AWAY: Final = 10.0
"""Seconds that a tab may be away, as while it is loaded again, before work for it is stopped."""


class BadWish(ValueError):
    """What came is nothing that a page asks for."""


class Session:
    """A tab: one piece of work at a time is done for it, in a thread, and can be stopped.

    The rules may take as long as their budget allows, for every one of many questions: on the loop they
    would hold up all other tabs.
    """

    FIELDS: Mapping[str, Mapping[str, type | tuple[type, ...]]] = {}
    """What the page may ask for, and what belongs to it."""

    def __init__(self) -> None:
        self._socket: WebSocket | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._stop = Stop()
        self._working: asyncio.Future[Any] | None = None
        self._noticed = False

    @property
    def is_open(self) -> bool:
        """Does a tab show it now?"""
        return self._socket is not None

    async def run(self, socket: WebSocket) -> None:
        """Do what the page asks for until it is closed."""
        self._socket = socket
        try:
            if self._noticed:
                await self._tell({"kind": "busy"})
            await self._begin()
            while True:
                await self._receive(socket)
        finally:
            self._socket = None
            asyncio.get_running_loop().call_later(AWAY, self._rest)
            self._end()

    async def _receive(self, socket: WebSocket) -> None:
        try:
            wish = self._read(await next_text(socket))
        except BadWish as bad:
            await self._tell({"kind": "refused", "message": f"The page was not understood: {bad}."})
            return
        if wish["do"] == "stop":
            self._interrupt()
        else:
            self._want(wish)

    def _read(self, text: str) -> Wish:
        """The wish that a page has sent; `BadWish` if it is none."""
        try:
            wish = json.loads(text)
        except (ValueError, RecursionError):
            raise BadWish("what it sent is not JSON") from None
        name = wish.get("do") if isinstance(wish, dict) else None
        fields = ({"stop": {}} | dict(self.FIELDS)).get(name) if isinstance(name, str) else None
        if fields is None:
            raise BadWish("it did not say what to do")
        for field, kind in fields.items():
            value = wish.get(field)
            if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
                raise BadWish(f"`{field}` of `{name}` is missing or of the wrong kind")
        return dict(wish)

    # What every kind of tab does in its own way

    async def _begin(self) -> None:
        """Show what there is: a page has come."""
        raise NotImplementedError

    def _want(self, wish: Wish) -> None:
        """See that a wish is fulfilled some day; return at once."""
        raise NotImplementedError

    def _end(self) -> None:
        """The page has gone; it may come back."""

    def _interrupt(self) -> None:
        """Stop what is being worked on."""
        self._stop.wanted = True
        if working := self._working:
            asyncio.get_running_loop().call_later(OBEDIENCE, working.cancel)

    def _rest(self) -> None:
        """Stop working for a page that has not come back."""
        if not self.is_open:
            self._interrupt()

    # Work

    async def _work(self, work: Callable[[], Result]) -> Result:
        """The result of work in a thread, or `Stopped`; the page is told if it takes long."""
        self._stop = Stop()
        working: asyncio.Future[Result] = asyncio.wrap_future(in_background(work, self._stop))
        working.add_done_callback(lambda done: done.cancelled() or done.exception())  # somebody may have left
        self._working = working
        try:
            await asyncio.wait([working], timeout=NOTICE)
            if not working.done():
                await self._notice()
                await asyncio.wait([working])
            if working.cancelled():
                raise Stopped
            return working.result()
        finally:
            self._working = None

    async def _notice(self) -> None:
        """Tell the page that work is going on, if it does not know."""
        if not self._noticed:
            self._noticed = True
            await self._tell({"kind": "busy"})

    async def _idle(self) -> None:
        """Tell the page that nothing is worked on any more, if it thinks so."""
        if self._noticed:
            self._noticed = False
            await self._tell({"kind": "idle"})

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tell(self, told: Json | str) -> None:
        if self._socket is not None:
            text = told if isinstance(told, str) else json.dumps(told)
            with suppress(WebSocketDisconnect, RuntimeError):  # closed at this very moment
                await self._socket.send_text(text)


async def next_text(socket: WebSocket) -> str:
    """What the page sends next; `BadWish` if it is not text."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"], message.get("reason"))
    text = message.get("text")
    if not isinstance(text, str):
        raise BadWish("it sent no text")
    return text


def failure_json(failure: BaseException) -> Json:
    """Why a wish came to nothing: a sentence, or a report of several lines, or both."""
    if isinstance(failure, Stopped):
        return {"message": "Stopped.", "error": ""}
    if isinstance(failure, Refusal | RulesError):
        return {"message": refusal(failure), "error": report(failure)}
    log.error("Noughts has made a mistake: %r", failure, exc_info="NOUGHTS_TRACEBACK" in os.environ)
    return {"message": "Noughts has made a mistake.", "error": f"{type(failure).__name__}: {failure}"}
