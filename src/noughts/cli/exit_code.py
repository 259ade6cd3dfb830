"""What the command line answers to the shell."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """The number a run ends with; a verb returns `YES` (or nothing) or `NO`, the rest is seen to for it."""

    YES = 0
    """It is done; it holds."""
    NO = 1
    """A test failed, a claim is false."""
    BAD_INPUT = 2
    """Wrong use, or a file that is not what it should be."""
    OUR_MISTAKE = 70
    """Something nobody expected (``EX_SOFTWARE`` of sysexits)."""
    INTERRUPTED = 130
    """Ctrl-C: 128 and the number of SIGINT."""
    CLOSED_PIPE = 141
    """Whoever read the output has gone: 128 and the number of SIGPIPE."""
