"""The controller of a table in the browser and in a window: it lets programs decide and advise."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeAlias

from noughts.faces.background import in_background
from noughts.faces.table import Table
from noughts.faces.turn import Turn
from noughts.games.game import Move
from noughts.stop import Stop, Stopped

TableAction: TypeAlias = Callable[[Table], object]
"""The effect of a command on a table."""

Wait: TypeAlias = Callable[[Future[Any], float, Callable[[], None]], None]
"""Return at once; in the face's thread call a function when a future is done and the seconds are over."""


class Host:
    """Follows a table from command to command: programs think in threads, their moves are commands too.

    A face says how it waits, and how it runs an action and shows what came of it.  A program thinks for at
    least `pause` seconds, so that people see the move before its own.
    """

    def __init__(self, run: Callable[[TableAction], None], wait: Wait, pause: float) -> None:
        self._run = run
        self._wait = wait
        self._pause = pause
        self._turn: Turn | None = None
        self._thinking = Stop()
        self._advised = False
        self._awaited: Future[Any] | None = None

    def follow(self, table: Table, turn: Turn | None) -> None:
        """After a command: let the program think whose turn it is now, and show advice once there is some."""
        if turn != self._turn:
            self.rest()
            self._turn = turn
            if turn is not None:
                self._let_think(turn)
        adviser = table.adviser
        if adviser is not None and adviser.is_asked and not self._advised:
            self._advised = True
            self._look_after(adviser.ask())
        if (awaited := table.awaited) is not None:
            self._look_after(awaited)

    def _look_after(self, work: Future[Any]) -> None:
        """Look at the table again once some work is done."""
        if work is not self._awaited:
            self._awaited = work
            self._wait(work, 0.0, lambda: self._run(look))

    def rest(self) -> None:
        """Stop the program that thinks: the match has changed, or nobody looks."""
        self._thinking.wanted = True
        self._turn = None

    def _let_think(self, turn: Turn) -> None:
        thinking = self._thinking = Stop()
        thought = in_background(turn.decide, thinking)

        def decided() -> None:
            if not thinking.wanted:
                self._run(lambda table: conclude(table, turn, thought))

        self._wait(thought, self._pause, decided)


def look(table: Table) -> None:
    """Only look at the table."""


def conclude(table: Table, turn: Turn, thought: Future[Move]) -> None:
    """Make the move that a program has decided on; if it could not decide, wait for a person."""
    try:
        move = thought.result()
    except Stopped:
        return
    except Exception as failure:
        table.fail(turn, failure)
    else:
        table.take(turn, move)
