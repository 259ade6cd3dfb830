"""The messages on standard error when a run fails.

An error that the user can fix is shown as a diagnostic; any other one is a bug in Noughts.
"""

from __future__ import annotations

import os
import platform
import re
import sys
import traceback

from typer import TyperException

import noughts
from noughts.documents import library
from noughts.games.python_fault import broken_law, fault_of
from noughts.refusal import Refusal, any_of, nearest
from noughts.text.diagnostic import refusal_report, sentences

# The variable of the environment by which developers see the traceback of an internal error.
_TRACEBACK_WANTED = "NOUGHTS_TRACEBACK"


def complaint(error: Exception) -> str | None:
    """The message of an error and its hint; ``None`` if the error is a bug in Noughts."""
    match error:
        case Refusal():
            return refusal_report(error)
        case TyperException():
            return wrong_use(error)
    if fault := fault_of(error):
        return traced(error) + refusal_report(fault)
    match error:
        case MemoryError():
            return sentences("there is not enough memory", "free some memory, or try a smaller game")
        case FileNotFoundError(filename=str(name)):
            return sentences(f"there is no file `{name}`")
        case OSError(strerror=str(reason)):
            return sentences(f"{error.filename}: {reason}" if error.filename else reason)
        case _:
            return traced(error) + refusal_report(law) if (law := broken_law()) else None


def traced(error: Exception) -> str:
    """The traceback of an error, if the user asks for tracebacks."""
    return "".join(traceback.format_exception(error)) if os.environ.get(_TRACEBACK_WANTED) else ""


def wrong_use(error: TyperException) -> str:
    """The message for a usage error, such as an unknown option or a missing argument."""
    options = getattr(error, "possibilities", None)  # names that share letters with an unknown option
    context = getattr(error, "ctx", None)  # the verb in which it occurred
    text = error.message if options else error.format_message()
    fact, _, names = text.partition(". Did you mean ")
    near = sorted(options or re.findall(r"'([^']*)'", names))
    if options:  # all begin with dashes, which makes none of them similar
        wanted = str(getattr(error, "option_name", "")).lstrip("-")
        near = [name for name in near if nearest(wanted, [name.lstrip("-")])]
    advice = f"did you mean {any_of(near)}? " if near else ""
    verb = re.match(r"No such command '(.*)'", fact)
    if verb is not None and (verb[1] in library.names() or os.path.isfile(verb[1])):
        advice = f"play it with `noughts play {verb[1]}`; "
    page = f"{context.command_path if context else 'noughts'} --help"
    if re.search(r": -[^A-Za-z-]", fact):
        advice = "put `--` before an argument that begins with a minus; "
    fact = fact[:1].lower() + fact[1:].rstrip(".") if fact else "a verb is missing"
    return sentences(fact, f"{advice}`{page}` explains")


def apology(error: Exception) -> str:
    """An apology for a bug in Noughts, with the data that a report of it needs."""
    what = " ".join("".join(traceback.format_exception_only(error)).split())
    version = f"noughts {noughts.__version__}, Python {platform.python_version()}, {platform.platform()}"
    said = (
        f"sorry: this is a bug in Noughts, not your mistake: {what}\n"
        f"Please report it, with what you did and this line: {version}.\n"
    )
    asked = f"Set {_TRACEBACK_WANTED}=1 to see where it happened."
    return f"{trace}{said}" if (trace := traced(error)) else said + asked


def say(text: str) -> None:
    """Print a message on standard error, with colours if the terminal wants them."""
    print(painted(text) if colours_wanted() else text, file=sys.stderr)


def say_more(text: str) -> None:
    """Print which command explains an error of a document; only on a terminal, where a person reads it."""
    found = re.search(r"\berror (E\d{3}):", text)
    if found and sys.stderr is not None and sys.stderr.isatty():
        say(f"\n`noughts explain {found[1]}` shows an example, and how it is mended.")


# The place and the word *error*; the hint; the carets under a line.
_PAINTS = (
    (re.compile(r"^((?:\S.*?: )?)(error(?: E\d+)?:|sorry:)", re.MULTILINE), "\x1b[1m\\1\x1b[31m\\2\x1b[0m"),
    (re.compile(r"^( +(?:help|note):)", re.MULTILINE), "\x1b[1;36m\\1\x1b[0m"),
    (re.compile(r"^( +\| +)(\^+)$", re.MULTILINE), "\\1\x1b[1;31m\\2\x1b[0m"),
)


def painted(text: str) -> str:
    """The text with ANSI colour codes."""
    for pattern, paint in _PAINTS:
        text = pattern.sub(paint, text)
    return text


def colours_wanted() -> bool:
    """Whether standard error is a terminal and colours are not disabled (https://no-color.org)."""
    forbidden = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return not forbidden and sys.stderr is not None and sys.stderr.isatty()
