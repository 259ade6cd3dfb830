"""How deep Python may recurse before a stack overflow, which would kill the whole process."""

from __future__ import annotations

import math
import sys
import threading

BYTES_PER_FRAME = 512
"""Bytes of stack for one Python frame; at most 232 were measured, in nested folds."""
ORDINARY_STACK = 8 * 2**20
LARGE_STACK = 64 * 2**20
DEEPEST = 400
"""Levels of nesting in one expression, after which reading stops with an error."""
FRAMES_PER_LEVEL = 16
"""Python frames that one level of nesting may take on its way from text to code."""


def ask_for_room() -> None:
    """Ask for a large stack, for deep recursion; where that cannot be had, less depth is allowed."""
    if sys.platform != "linux":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    wanted = LARGE_STACK if hard == resource.RLIM_INFINITY else min(hard, LARGE_STACK)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_STACK, (wanted, hard))
        vars(known).clear()
    threading.stack_size(LARGE_STACK)


def stack_bytes() -> int:
    """The stack of this thread, as far as it can be known."""
    if threading.current_thread() is not threading.main_thread():
        return threading.stack_size() or ORDINARY_STACK
    if sys.platform != "linux":
        return ORDINARY_STACK
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_STACK)
    return LARGE_STACK if soft == resource.RLIM_INFINITY else min(soft, LARGE_STACK)


known = threading.local()
"""What this thread has found of its stack."""


def most_frames() -> int:
    """The Python frames that there is room for in this thread."""
    try:
        frames: int = known.frames
    except AttributeError:
        frames = known.frames = stack_bytes() // BYTES_PER_FRAME
    return frames


def deep_enough() -> Room:
    """Room to walk through the tree of any expression."""
    return Room(DEEPEST * FRAMES_PER_LEVEL)


class Room:
    """A context that raises Python's recursion limit to `frames`, or as far as the thread's stack allows."""

    __slots__ = ("before", "wanted")

    def __init__(self, wanted: float = math.inf) -> None:
        self.wanted = wanted

    def __enter__(self) -> None:
        self.before = sys.getrecursionlimit()
        if self.before < self.wanted and self.before < (most := most_frames()):
            sys.setrecursionlimit(int(min(self.wanted, most)))

    def __exit__(self, *raised: object) -> None:
        if sys.getrecursionlimit() != self.before:
            sys.setrecursionlimit(self.before)
