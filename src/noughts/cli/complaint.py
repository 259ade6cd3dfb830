"""What is said on standard error when a run does not end well.

What a person can mend is said in the form of a diagnostic, whoever raised it; the rest is our mistake.
"""

from __future__ import annotations

import os
import re
import sys

from typer import TyperException

import noughts
from noughts.refusal import Refusal, any_of
from noughts.text.diagnostic import DocumentError
from noughts.text.report import report

TRACEBACK_WANTED = "NOUGHTS_TRACEBACK"


def complaint(error: Exception) -> str | None:
    """What the person can mend and how; ``None`` if the mistake is ours."""
    match error:
        case DocumentError():
            return report(error.diagnostics)
        case Refusal():
            return sentences(error.fact, error.hint)
        case TyperException():
            return wrong_use(error)
        case MemoryError():
            return sentences("there is not enough memory for this", "give it more, or something smaller")
        case FileNotFoundError(filename=str(name)):
            return sentences(f"there is no file `{name}`")
        case OSError(strerror=str(reason)):
            return sentences(f"{error.filename}: {reason}" if error.filename else reason)
        case _:
            return None


def sentences(fact: str, help: str = "") -> str:
    """What is wrong and what helps, drawn as in a report on a document."""
    return f"error: {fact}\n   help: {help}" if help else f"error: {fact}"


def wrong_use(error: TyperException) -> str:
    """The words were not put as a verb wants them: an option nobody knows, an argument too few."""
    options = getattr(error, "possibilities", None)  # that the unknown one resembles
    context = getattr(error, "ctx", None)  # where in the command line it was
    text = error.message if options else error.format_message()
    fact, _, names = text.partition(". Did you mean ")
    near = sorted(options or re.findall(r"'([^']*)'", names))
    nearest = f"did you mean {any_of(near)}? " if near else ""
    page = f"{context.command_path if context else 'noughts'} --help"
    if re.search(r": -[^A-Za-z-]", fact):
        nearest = "what begins with a minus and is no option comes behind `--`; "
    fact = fact[:1].lower() + fact[1:].rstrip(".") if fact else "a verb is missing"
    return sentences(fact, f"{nearest}`{page}` explains")


def apology(error: Exception) -> str:
    """Own up to a mistake of ours, and ask for a report with all that it needs."""
    import platform
    import traceback

    what = " ".join("".join(traceback.format_exception_only(error)).split())
    version = f"noughts {noughts.__version__}, Python {platform.python_version()}, {platform.platform()}"
    said = (
        f"sorry: Noughts has made a mistake, and it is not yours: {what}\n"
        f"Please report it, with what you did and this line: {version}.\n"
    )
    if os.environ.get(TRACEBACK_WANTED):
        return "".join(traceback.format_exception(error)) + said
    return said + f"{TRACEBACK_WANTED}=1 shows where it happened."


def say(text: str) -> None:
    """Print it on standard error, what matters in colour if that is a terminal that wants colours."""
    print(painted(text) if colours_wanted() else text, file=sys.stderr)


PAINTS = (
    (re.compile(r"^((?:\S.*?: )?)(error(?: E\d+)?:|sorry:)", re.MULTILINE), "\x1b[1m\\1\x1b[31m\\2\x1b[0m"),
    (re.compile(r"^( +(?:help|note):)", re.MULTILINE), "\x1b[1;36m\\1\x1b[0m"),
    (re.compile(r"^( +\| +)(\^+)$", re.MULTILINE), "\\1\x1b[1;31m\\2\x1b[0m"),
)
"""Where it is and that it is an error; what helps; the carets under a line."""


def painted(text: str) -> str:
    """The text with the codes that colour it."""
    for pattern, paint in PAINTS:
        text = pattern.sub(paint, text)
    return text


def colours_wanted() -> bool:
    """Whether a person looks at standard error and has not forbidden colours (https://no-color.org)."""
    forbidden = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return not forbidden and sys.stderr is not None and sys.stderr.isatty()
