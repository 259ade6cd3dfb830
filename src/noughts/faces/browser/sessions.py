"""The matches of all tabs, each under a name that only its tab knows."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from functools import cache, partial
from typing import TypeAlias

from noughts.faces.background import in_background
from noughts.faces.browser.film_session import FilmSession
from noughts.faces.browser.stage import Stage
from noughts.faces.browser.table_session import TableSession
from noughts.faces.film import Film
from noughts.refusal import Refusal

AnySession: TypeAlias = TableSession | FilmSession

_KEPT = 200
"""Sessions that are stored; beyond this number the oldest without a tab are forgotten."""

_RELOADING = 0.5
"""Seconds for which a reloaded page waits for its old socket to be closed: it may come back before."""


class Sessions:
    """Finds the session of a tab, or makes a new one."""

    def __init__(
        self, stage: Stage | None, pause: float, named: Callable[[str], Stage] | None = None
    ) -> None:
        """`stage` is that of tabs that name no game; `named` makes the stage of one that they name."""
        self._stage = stage
        self._pause = pause
        self._named = cache(named) if named else None
        self._by_name: dict[str, AnySession] = {}

    async def claim(self, name: str, game: str = "") -> tuple[str, AnySession, bool]:
        """The session of that name, or a copy if another tab (duplicated) has it; else a new one of a game.

        With it its name, and whether it was known: if not, the page may know what was played in it.
        """
        session = self._by_name.get(name)
        if session is None:
            stage = await asyncio.wrap_future(in_background(partial(self._stage_for, game)))
            return *await self.open(stage), False
        for _ in range(10):
            if not session.is_open:
                return name, session, True
            await asyncio.sleep(_RELOADING / 10)
        return *self._keep(await asyncio.wrap_future(in_background(session.copy))), True

    async def open(self, stage: Stage, before: AnySession | None = None) -> tuple[str, AnySession]:
        """A new session, with its name; it goes on with the match of another one, if that is named."""
        return self._keep(await asyncio.wrap_future(in_background(partial(self._new, stage, before))))

    def _stage_for(self, game: str) -> Stage:
        if game and self._named:
            return self._named(game)
        if self._stage is None:
            raise Refusal("no game is chosen", "choose one")
        return self._stage

    def stage_of(self, name: str) -> Stage | None:
        """The stage of the session of that name, or the one that the service began with."""
        session = self._by_name.get(name)
        return self._stage if session is None else session.stage

    @property
    def stages(self) -> list[Stage]:
        """All stages that are in use."""
        begun = [self._stage] if self._stage else []
        return list(dict.fromkeys([*begun, *(session.stage for session in self._by_name.values())]))

    def _new(self, stage: Stage, before: AnySession | None) -> AnySession:
        shown = stage.make()
        if isinstance(shown, Film):
            return FilmSession(shown, stage)
        session = TableSession(shown, stage, self._pause)
        if isinstance(before, TableSession):
            session.go_on_from(before)
        if before is not None:
            self._renew(before.stage, stage)
        return session

    def _renew(self, before: Stage, stage: Stage) -> None:
        """Let new tabs begin with the stage as it is now."""
        if self._stage is before:
            self._stage = stage

    def _keep(self, session: AnySession) -> tuple[str, AnySession]:
        name = secrets.token_urlsafe(16)
        self._by_name[name] = session
        unseen = [name for name, kept in self._by_name.items() if not kept.is_open and kept is not session]
        for old in unseen[: max(0, len(self._by_name) - _KEPT)]:
            del self._by_name[old]
        return name, session
