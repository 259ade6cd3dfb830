"""Work in threads that neither blocks other work nor keeps the program from ending."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from math import inf
from time import monotonic
from typing import Any, TypeVar
from weakref import finalize

from noughts.stop import NEVER, SECONDS_BETWEEN_LOOKS, Stop, current

_Result = TypeVar("_Result")


def in_background(work: Callable[[], _Result], stop: Stop = NEVER) -> Future[_Result]:
    """A future of the result of `work`, or of `Stopped`; the program can end before it is done.

    (An executor of the standard library joins its threads at exit: Ctrl-C would not stop at once.)
    """
    promised: Future[_Result] = Future()

    def run() -> None:
        promised.set_running_or_notify_cancel()
        current.set(stop)  # every thread has a context of its own
        try:
            result = work()
        except BaseException as failure:
            promised.set_exception(failure)
        else:
            promised.set_result(result)

    threading.Thread(target=run, name="noughts-background", daemon=True).start()
    return promised


def in_background_for(user: object, work: Callable[[], _Result], stop: Stop | None = None) -> Future[_Result]:
    """As `in_background`, but the work is stopped once nothing refers to its `user` any more.

    So `work` must not refer to it.
    """
    stop = stop or Stop()
    finalize(user, setattr, stop, "wanted", True).atexit = False
    return in_background(work, stop)


def is_done_within(
    promised: Future[Any], patience: float | None = None, clock: Callable[[], float] = monotonic
) -> bool:
    """Whether a future is done or has failed after at most `patience` seconds; waiting honours `current`."""
    end = inf if patience is None else clock() + patience
    while not promised.done():
        current.get().look()
        left = min(SECONDS_BETWEEN_LOOKS, end - clock())
        if left <= 0:
            return False
        wait([promised], left)
    return True


def result_of(
    promised: Future[_Result], patience: float | None = None, clock: Callable[[], float] = monotonic
) -> _Result:
    """The result of a future, or its failure; `TimeoutError` if it is not done within `patience` seconds."""
    if not is_done_within(promised, patience, clock):
        raise TimeoutError
    return promised.result()
