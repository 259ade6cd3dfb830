"""The matches of all tabs, each under a name that only its tab knows."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from typing import TypeAlias

from noughts.faces.background import in_background
from noughts.faces.browser.film_session import FilmSession
from noughts.faces.browser.table_session import TableSession
from noughts.faces.film import Film
from noughts.faces.table import Table

Session: TypeAlias = TableSession | FilmSession

KEPT = 200
"""Sessions that are stored; beyond this number the oldest without a tab are forgotten."""

RELOADING = 0.5
"""Seconds for which a reloaded page waits for its old socket to be closed: it may come back before."""


class Sessions:
    """Finds the session of a tab, or makes a new one."""

    def __init__(self, make_table: Callable[[], Table | Film], pause: float) -> None:
        self._make_table = make_table
        self._pause = pause
        self._by_name: dict[str, Session] = {}

    async def claim(self, name: str) -> tuple[str, Session, bool]:
        """The session of that name, or a copy if another tab (duplicated) has it; else a new one.

        With it its name, and whether it was known: if not, the page may know what was played in it.
        """
        session = self._by_name.get(name)
        if session is None:
            return *self._keep(await asyncio.wrap_future(in_background(self._new))), False
        for _ in range(10):
            if not session.is_open:
                return name, session, True
            await asyncio.sleep(RELOADING / 10)
        return *self._keep(await asyncio.wrap_future(in_background(session.copy))), True

    def _new(self) -> Session:
        shown = self._make_table()
        return FilmSession(shown) if isinstance(shown, Film) else TableSession(shown, self._pause)

    def _keep(self, session: Session) -> tuple[str, Session]:
        name = secrets.token_urlsafe(16)
        self._by_name[name] = session
        unseen = [name for name, kept in self._by_name.items() if not kept.is_open and kept is not session]
        for old in unseen[: max(0, len(self._by_name) - KEPT)]:
            del self._by_name[old]
        return name, session
