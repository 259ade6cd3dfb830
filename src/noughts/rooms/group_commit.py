"""Group commit: what several threads write at the same time is one transaction, so they wait for one flush.

See section 5.2 of D. DeWitt and others, *Implementation techniques for main memory database systems*, 1984.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Generic, TypeVar

_T = TypeVar("_T")


class GroupCommit(Generic[_T]):
    """Hands to `write` what waits to be written, all at once.

    `write` writes all or nothing.  If it fails for several, each is written alone, since one that cannot be
    written must not keep the others from it.
    """

    def __init__(self, write: Callable[[Sequence[_T]], None]) -> None:
        self._write = write
        self._waiting: list[tuple[_T, Future[None]]] = []
        self._gate = threading.Lock()
        self._turn = threading.Lock()

    def add(self, item: _T) -> None:
        """Write an item; what its own `write` raises is raised."""
        done: Future[None] = Future()
        with self._gate:
            self._waiting.append((item, done))
        with self._turn:  # whoever has the turn writes for all that wait
            if not done.done():
                with self._gate:
                    group, self._waiting = self._waiting, []
                self._write_group(group)
        done.result()

    def _write_group(self, group: Sequence[tuple[_T, Future[None]]]) -> None:
        try:
            self._write([item for item, _ in group])
        except Exception as failure:
            if len(group) == 1:
                group[0][1].set_exception(failure)
                return
            for each in group:
                self._write_group([each])
        else:
            for _, done in group:
                done.set_result(None)
