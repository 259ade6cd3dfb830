"""The session of a tab: a socket, commands that come in, and work in threads beside the loop."""

from __future__ import annotations

import asyncio
import json
import logging
import os
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, ClassVar, Final, TypeAlias, TypeVar

from starlette.websockets import WebSocket, WebSocketDisconnect

from noughts.faces.background import in_background
from noughts.faces.browser.protocol import COMMON_COMMANDS, Commands
from noughts.faces.browser.source_files import changed
from noughts.faces.browser.stage import Stage
from noughts.faces.browser.wire import Json, options_json, picture_text
from noughts.faces.describe import refusal, report
from noughts.faces.table import Table
from noughts.games.game import RulesError
from noughts.games.python_fault import fault_of
from noughts.refusal import Refusal
from noughts.stop import Stop, Stopped

log = logging.getLogger(__name__)

_Result = TypeVar("_Result")

Command: TypeAlias = Mapping[str, Any]
"""A command of the page: ``do`` names it, the rest are its arguments."""

NOTICE: Final = 0.2
"""Seconds after which the page learns of work that goes on, and offers to stop it."""

_OBEDIENCE: Final = 1.0
"""Seconds that stopped work has to end; then it is abandoned, as a game in Python that never looks."""

_AWAY: Final = 10.0
"""Seconds after which work for a closed tab is stopped: a tab that is reloaded is back by then."""


class BadMessage(ValueError):
    """A message that no page sends."""


class Elsewhere(Exception):
    """Another stage is to be shown: one that was chosen, or, where the match `goes_on`, the same again."""

    def __init__(self, stage: Stage, *, goes_on: bool = False) -> None:
        super().__init__()
        self.stage = stage
        self.goes_on = goes_on


class Session:
    """A tab: one piece of work at a time is done for it, in a thread, and can be stopped.

    The rules may take as long as their budget allows, for every one of many questions: on the loop they
    would hold up all other tabs.
    """

    COMMANDS: ClassVar[Commands] = {}
    """The commands of the page, but for those of every page."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self._socket: WebSocket | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._stop = Stop()
        self._working: asyncio.Future[Any] | None = None
        self._noticed = False

    @property
    def is_open(self) -> bool:
        """Whether a tab shows it now."""
        return self._socket is not None

    async def run(self, socket: WebSocket) -> None:
        """Run the commands of the page until it is closed."""
        self._socket = socket
        waiting: list[asyncio.Task[None]] = []
        try:
            if self._noticed:
                await self._send({"kind": "busy"})
            await self._begin()
            waiting = [asyncio.create_task(self._receive_all(socket)), asyncio.create_task(self._watch())]
            done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in waiting:
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)
            self._socket = None
            asyncio.get_running_loop().call_later(_AWAY, self._rest)
            self._end()

    async def _receive_all(self, socket: WebSocket) -> None:
        while True:
            await self._receive(socket)

    async def _watch(self) -> None:
        """Leave for the stage as its files are now whenever they change; say what is wrong with them."""
        files = self.stage.files
        while self.stage.again is not None:
            files = await changed(files)
            try:
                stage = await asyncio.wrap_future(in_background(self._stage_again))
            except Exception as failure:
                reason = failure_json(failure)
                await self._send({"kind": "broken", "error": reason["error"] or reason["message"]})
            else:
                raise Elsewhere(stage, goes_on=True)
        await asyncio.Event().wait()

    def _stage_again(self) -> Stage:
        """The stage as its files are now, which can be shown."""
        assert self.stage.again is not None
        stage = self.stage.again()
        stage.make()
        return stage

    async def _receive(self, socket: WebSocket) -> None:
        try:
            command = self._read(await next_text(socket))
        except BadMessage as bad:
            await self._send({"kind": "refused", "message": f"The page was not understood: {bad}."})
            return
        match command["do"]:
            case "stop":
                self._interrupt()
            case "options":
                self._spawn(self._send_options(command["game"]))
            case "choose":
                await self._choose(command)
            case _:
                self._accept(command)

    async def _send_options(self, game: str) -> None:
        try:
            await self._send(await asyncio.wrap_future(in_background(partial(self._options, game))))
        except Exception as failure:
            await self._send_refusal(failure)

    async def _choose(self, command: Command) -> None:
        """Leave for another game, or for this one with other numbers, if the page asks for one."""
        try:
            chosen = await asyncio.wrap_future(in_background(partial(self._chosen, command)))
        except Exception as failure:
            await self._send_refusal(failure)
        else:
            if chosen is not None:
                raise Elsewhere(chosen)

    def _options(self, game: str) -> Json:
        """What may be chosen in a game, which need not be the one that is shown."""
        choose = None if game in ("", self.stage.game) else self.stage.choose
        return options_json(self.stage if choose is None else choose(game, {}))

    def _chosen(self, command: Command) -> Stage | None:
        """The stage that is asked for, which can be shown; ``None`` if it is this one."""
        game, settings = command["game"], command["settings"]
        for number in settings.values():
            if not isinstance(number, int) or isinstance(number, bool):
                raise Refusal(f"`{number}` is not a whole number")
        is_same = game == self.stage.game and all(
            self.stage.settings().get(name) == number for name, number in settings.items()
        )
        if is_same or self.stage.choose is None:
            return None
        chosen = self.stage.choose(game, settings)
        try:
            made = chosen.make()
            if isinstance(made, Table):
                picture_text(made)
        except RulesError as failure:  # its report is about rules that nobody sees here
            first = str(failure).splitlines()[0]
            raise Refusal(f"these settings make no game: {first.rpartition(' error ')[2]}") from None
        return chosen

    async def _send_refusal(self, failure: Exception) -> None:
        reason = failure_json(failure)
        await self._send({"kind": "refused", "message": reason["message"] or reason["error"]})

    def _read(self, text: str) -> Command:
        """The command that a page has sent; `BadMessage` if it is none."""
        try:
            command = json.loads(text)
        except (ValueError, RecursionError):
            raise BadMessage("what it sent is not JSON") from None
        name = command.get("do") if isinstance(command, dict) else None
        fields = {**COMMON_COMMANDS, **self.COMMANDS}.get(name) if isinstance(name, str) else None
        if fields is None:
            raise BadMessage("it did not say what to do")
        for field, kind in fields.items():
            value = command.get(field)
            if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
                raise BadMessage(f"`{field}` of `{name}` is missing or of the wrong kind")
        return dict(command)

    # What each kind of tab does in its own way

    async def _begin(self) -> None:
        """Send what there is to see: a page has come."""
        raise NotImplementedError

    def _accept(self, command: Command) -> None:
        """Accept a command, to be run when its turn comes; return at once."""
        raise NotImplementedError

    def _end(self) -> None:
        """The page has gone; it may come back."""

    def _interrupt(self) -> None:
        """Stop what is being worked on."""
        self._stop.wanted = True
        if working := self._working:
            asyncio.get_running_loop().call_later(_OBEDIENCE, working.cancel)

    def _rest(self) -> None:
        """Stop working for a page that has not come back."""
        if not self.is_open:
            self._interrupt()

    # Work

    async def _work(self, work: Callable[[], _Result]) -> _Result:
        """The result of work in a thread, or `Stopped`; the page is told if it takes long."""
        self._stop = Stop()
        working: asyncio.Future[_Result] = asyncio.wrap_future(in_background(work, self._stop))
        # nobody may be waiting for it any more, and then nobody would ask what it raised
        working.add_done_callback(lambda done: done.cancelled() or done.exception())
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
        """Tell the page that work goes on, unless it knows."""
        if not self._noticed:
            self._noticed = True
            await self._send({"kind": "busy"})

    async def _idle(self) -> None:
        """Tell the page that no work goes on any more, if it was told that some does."""
        if self._noticed:
            self._noticed = False
            await self._send({"kind": "idle"})

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send(self, message: Json | str) -> None:
        if self._socket is not None:
            text = message if isinstance(message, str) else json.dumps(message)
            with suppress(WebSocketDisconnect, RuntimeError):  # closed at this very moment
                await self._socket.send_text(text)


async def next_text(socket: WebSocket) -> str:
    """The next message of the page; `BadMessage` if it is not text."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"], message.get("reason"))
    text = message.get("text")
    if not isinstance(text, str):
        raise BadMessage("it sent no text")
    return text


def failure_json(failure: BaseException) -> Json:
    """Why a command failed: a sentence, or a report of several lines, or both."""
    if isinstance(failure, Stopped):
        return {"message": "Stopped.", "error": ""}
    failure = fault_of(failure) or failure
    if isinstance(failure, Refusal | RulesError):
        return {"message": refusal(failure), "error": report(failure)}
    log.error("a bug in Noughts: %r", failure, exc_info="NOUGHTS_TRACEBACK" in os.environ)
    return {
        "message": "This is a bug in Noughts, not your mistake.",
        "error": f"{type(failure).__name__}: {failure}",
    }
