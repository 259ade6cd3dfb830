"""The recursion depth of Python that is safe from a stack overflow, which would kill the process."""

from __future__ import annotations

import math
import sys
import threading

# Bytes of stack for one Python frame; at most 232 were measured, in nested folds.
_BYTES_PER_FRAME = 512
# The stack of a thread if the system does not report it: the usual size on Linux and macOS.
_ORDINARY_STACK = 8 * 2**20
# The stack of Python in a worker of a browser: Chromium has 984 KB, and crashes beyond it.
_BROWSER_STACK = 768 * 2**10
# The requested stack; its memory is used only when recursion reaches it.
_LARGE_STACK = 64 * 2**20
DEEPEST = 400
"""The most levels of nesting in one expression; deeper ones are an error."""
# The most Python frames for one level of nesting while a text becomes code.
_FRAMES_PER_LEVEL = 16


def ask_for_room() -> None:
    """Request a large stack, for deep recursion; if the system refuses it, less depth is allowed."""
    if sys.platform != "linux":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    wanted = _LARGE_STACK if hard == resource.RLIM_INFINITY else min(hard, _LARGE_STACK)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_STACK, (wanted, hard))
        vars(known).clear()
    threading.stack_size(_LARGE_STACK)


def stack_bytes() -> int:
    """The stack of this thread in bytes, as reported by the system or assumed."""
    if sys.platform == "emscripten":
        return _BROWSER_STACK
    if threading.current_thread() is not threading.main_thread():
        return threading.stack_size() or _ORDINARY_STACK
    if sys.platform != "linux":
        return _ORDINARY_STACK
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_STACK)
    return _LARGE_STACK if soft == resource.RLIM_INFINITY else min(soft, _LARGE_STACK)


known = threading.local()
"""The stack size of this thread, once it is known."""


def most_frames() -> int:
    """The number of Python frames that fit on the stack of this thread."""
    try:
        frames: int = known.frames
    except AttributeError:
        frames = known.frames = stack_bytes() // _BYTES_PER_FRAME
    return frames


def deep_enough() -> Room:
    """A context with enough stack for the tree of any expression."""
    return Room(DEEPEST * _FRAMES_PER_LEVEL)


class Room:
    """A context that raises Python's recursion limit to `wanted`, or to what the thread's stack allows.

    Python has one limit for all threads: it stays at the highest of the contexts that are open, and is what
    it was before once the last one is left, in whatever order threads leave them.
    """

    __slots__ = ("limit", "wanted")

    def __init__(self, wanted: float = math.inf) -> None:
        self.wanted = wanted

    def __enter__(self) -> None:
        self.limit = int(min(self.wanted, most_frames()))
        with _changing:
            if not _open:
                _open.append(sys.getrecursionlimit())
            _open.append(self.limit)
            if self.limit > sys.getrecursionlimit():
                sys.setrecursionlimit(self.limit)

    def __exit__(self, *raised: object) -> None:
        with _changing:
            _open.remove(self.limit)
            limit = max(_open)
            if len(_open) == 1:
                _open.clear()
            if limit < sys.getrecursionlimit():
                sys.setrecursionlimit(limit)


# Held while the recursion limit is changed; a signal may come while its own thread holds it.
_changing = threading.RLock()
# The limit outside of all rooms, then those of the rooms that are open.
_open: list[int] = []
