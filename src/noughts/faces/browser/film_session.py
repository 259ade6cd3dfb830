"""A document that moves on its own in a tab: thirty frames a second while it is visible."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from noughts.easel import FRAMES_PER_SECOND, HEIGHT, WIDTH, Image, Input
from noughts.faces.browser.protocol import FILM_COMMANDS
from noughts.faces.browser.session import NOTICE, Command, Session, failure_json
from noughts.faces.browser.stage import Stage
from noughts.faces.browser.wire import changes_json, images_json
from noughts.faces.film import Film
from noughts.stop import Stopped

_LATE: Final = 0.25
"""Seconds of delay from which on frames are left out, not caught up with."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A film at a frame, its images, and the message for a page that shows the frame before."""

    film: Film
    images: Sequence[Image]
    message: str

    @classmethod
    def first(cls, film: Film) -> Shot:
        """The current frame, for a page that shows nothing yet."""
        images = film.images
        message = {"kind": "film", "title": film.title, "images": images_json(images), "keys": film.keys}
        return cls(film, images, json.dumps(message))

    def next(self, given: Input) -> Shot:
        """The frame after this one; this film stays where it is."""
        film = self.film.copy()
        if not film.advance(given):
            return Shot(self.film, self.images, "")
        images = film.images
        return Shot(film, images, json.dumps({"kind": "frame", **changes_json(self.images, images)}))


class FilmSession(Session):
    """A film and the socket of the tab that shows it."""

    COMMANDS = FILM_COMMANDS

    def __init__(self, film: Film, stage: Stage) -> None:
        super().__init__(stage)
        self._film = film
        self._cursor = (0, 0)
        self._clicks: deque[tuple[int, int]] = deque(maxlen=FRAMES_PER_SECOND)
        self._keys: frozenset[str] = frozenset()
        self._visible = asyncio.Event()
        self._running = asyncio.Event()
        self._going_on = asyncio.Event()
        self._restarting = False
        self._projector: asyncio.Task[None] | None = None

    def copy(self) -> FilmSession:
        """The same film at the same frame, for another tab."""
        return FilmSession(self._film.apart(), self.stage)

    async def _begin(self) -> None:
        self._visible.set()
        self._running.set()
        self._going_on.set()
        self._projector = asyncio.create_task(self._project())

    def _end(self) -> None:
        if self._projector is not None:
            self._projector.cancel()
        self._interrupt()

    def _accept(self, command: Command) -> None:
        match command["do"]:
            case "cursor":
                self._cursor = on_screen(command)
            case "press":
                self._cursor = on_screen(command)
                self._clicks.append(self._cursor)
            case "keys":
                self._keys = frozenset(str(key) for key in command["held"])
            case "visible":
                self._visible.set() if command["visible"] else self._visible.clear()
            case "pause":
                self._running.clear() if command["paused"] else self._running.set()
            case "restart":
                self._restarting = True
                self._interrupt()
                self._going_on.set()
            case "resume":
                self._going_on.set()

    def _input(self) -> Input:
        """What mouse and keyboard did since the last frame: one press at most."""
        if self._clicks:
            x, y = self._clicks.popleft()
            return Input(clicked=True, x=x, y=y, keys=self._keys)
        return Input(x=self._cursor[0], y=self._cursor[1], keys=self._keys)

    async def _project(self) -> None:
        """Show the film from where it is; after a failure, wait until somebody resumes or restarts it."""
        while True:
            try:
                await self._show()
            except (Stopped, Exception) as failure:
                if not self._restarting:
                    self._going_on.clear()
                    await self._send_failure(failure)
            await self._idle()
            await self._going_on.wait()

    async def _show(self) -> None:
        """One frame after another, until there is a failure or a restart."""
        if self._restarting:
            self._restarting = False
            self._film.restart()
        shot = await self._work(partial(Shot.first, self._film))
        await self._send(shot.message)
        clock = asyncio.get_running_loop()
        due = clock.time()
        while not self._restarting:
            await self._visible.wait()
            await self._running.wait()
            due = max(due, clock.time() - _LATE) + 1 / FRAMES_PER_SECOND
            begun = clock.time()
            shot = await self._work(partial(shot.next, self._input()))
            self._film = shot.film
            if clock.time() < begun + NOTICE:
                await self._idle()
            if shot.message:
                await self._send(shot.message)
            await asyncio.sleep(due - clock.time())

    async def _send_failure(self, failure: BaseException) -> None:
        sent = failure_json(failure)
        if isinstance(failure, Stopped):
            sent["message"] = "It goes on from here, or from the beginning."
        await self._send({"kind": "stopped", "title": self._film.title, **sent})


def on_screen(given: Command) -> tuple[int, int]:
    """The pixel of the screen that is nearest to where the mouse is."""
    return min(max(given["x"], 0), WIDTH), min(max(given["y"], 0), HEIGHT)
