"""Work in threads that neither blocks a face nor keeps the program from ending."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from noughts.stop import NEVER, Stop, current

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
