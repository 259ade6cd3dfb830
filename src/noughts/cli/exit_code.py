"""The exit codes of the command line."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """The exit code of a run. A verb returns `YES` (or nothing) or `NO`; `main` returns the others."""

    YES = 0
    """Success; the claim holds."""
    NO = 1
    """A test failed, a claim is false."""
    BAD_INPUT = 2
    """A usage error, or an invalid file."""
    OUR_MISTAKE = 70
    """A bug in Noughts (``EX_SOFTWARE`` of sysexits.h)."""
    INTERRUPTED = 130
    """Ctrl-C: 128 plus the number of SIGINT, as shells count."""
    CLOSED_PIPE = 141
    """The reader of the output closed the pipe: 128 plus the number of SIGPIPE."""
