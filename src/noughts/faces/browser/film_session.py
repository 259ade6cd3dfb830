"""A document that moves on its own in a tab: thirty frames a second while it is visible."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from noughts.easel import FRAMES_PER_SECOND, HEIGHT, WIDTH, Input
from noughts.faces.browser.wire import images_json
from noughts.faces.film import Film

log = logging.getLogger(__name__)

LATE = 0.25
"""After so many seconds of delay frames are no longer caught up with."""


class FilmSession:
    """A film and the socket of the tab that shows it."""

    def __init__(self, film: Film) -> None:
        self._film = film
        self._cursor = (0, 0)
        self._clicks: deque[tuple[int, int]] = deque()
        self._keys: frozenset[str] = frozenset()
        self._visible = asyncio.Event()
        self._socket: WebSocket | None = None

    @property
    def is_open(self) -> bool:
        """Does a tab show it now?"""
        return self._socket is not None

    def copy(self) -> FilmSession:
        """The same film for another tab, as far as it has come."""
        return FilmSession(self._film.copy())

    async def run(self, socket: WebSocket) -> None:
        """Show it until the page is closed."""
        self._socket = socket
        self._visible.set()
        await socket.send_json({"kind": "film", "title": self._film.title, "images": self._images()})
        projector = asyncio.create_task(self._project(socket))
        try:
            while True:
                self._take(await socket.receive_json())
        finally:
            projector.cancel()
            self._socket = None

    def _take(self, given: Mapping[str, Any]) -> None:
        match given["do"]:
            case "cursor":
                self._cursor = on_screen(given)
            case "press":
                self._cursor = on_screen(given)
                self._clicks.append(self._cursor)
            case "keys":
                self._keys = frozenset(str(key) for key in given["held"])
            case "visible":
                self._visible.set() if given["visible"] else self._visible.clear()
            case "restart":
                self._film.restart()

    def _input(self) -> Input:
        """What mouse and keyboard did since the last frame: one press at most."""
        if self._clicks:
            x, y = self._clicks.popleft()
            return Input(clicked=True, x=x, y=y, keys=self._keys)
        return Input(x=self._cursor[0], y=self._cursor[1], keys=self._keys)

    async def _project(self, socket: WebSocket) -> None:
        clock = asyncio.get_running_loop()
        due = clock.time()
        while True:
            await self._visible.wait()
            due = max(due, clock.time() - LATE) + 1 / FRAMES_PER_SECOND
            if not await self._next_frame(socket):
                return
            await asyncio.sleep(due - clock.time())

    async def _next_frame(self, socket: WebSocket) -> bool:
        """Go on by a frame and tell what is new; does the film go on?"""
        try:
            if self._film.advance(self._input()):
                await socket.send_json({"kind": "frame", "images": self._images()})
        except WebSocketDisconnect:
            return False
        except Exception as failure:
            log.exception("%s stopped", self._film.title)
            with suppress(WebSocketDisconnect, RuntimeError):
                await socket.send_json({"kind": "stopped", "message": f"The document stopped: {failure}"})
            return False
        return True

    def _images(self) -> list[dict[str, Any]]:
        return images_json(self._film.images)


def on_screen(given: Mapping[str, Any]) -> tuple[int, int]:
    """The pixel of the screen that is nearest to where the mouse is."""
    return min(max(int(given["x"]), 0), WIDTH), min(max(int(given["y"]), 0), HEIGHT)
