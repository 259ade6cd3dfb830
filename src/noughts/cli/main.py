"""The entry point: run the command line and exit with a meaningful code."""

from __future__ import annotations

import gc
import io
import os
import sys
import time
from _thread import interrupt_main, start_new_thread
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from noughts.cli.verbs import VERBS, ExitCode
from noughts.refusal import Refusal, offer
from noughts.stop import watched

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer
    from typer import Typer

# Seconds after which Ctrl-C is raised once more: by then the code that could not raise it has ended.
_SOON: Final = 0.01

# Objects between two searches for cycles.  Trees of a document have none, and Python's 700 make a check of
# 5,000 definitions search for a tenth of its time.
_YOUNG: Final = 100_000


def run() -> None:
    """Run ``sys.argv``: the console script and ``python -m noughts``."""
    replace_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # print `?` for a character that the terminal's encoding lacks
            stream.reconfigure(errors="replace")
    if hasattr(sys.stdin, "reconfigure"):  # so the reader can report the place of a byte that is not UTF-8
        sys.stdin.reconfigure(errors="surrogateescape")
    sys.unraisablehook = interrupt_again
    gc.set_threshold(_YOUNG)
    code = obey(sys.argv[1:])
    gc.freeze()  # all memory is returned, so nothing needs to look for cycles in it first
    sys.exit(code)


class ClosedInput(io.RawIOBase):
    """Standard input that was closed before the run; reading it raises `Refusal`."""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        raise Refusal("standard input is closed", "name a file, or pipe the text into this command")


def replace_closed_streams() -> None:
    """Replace streams that the shell has closed, as by ``>&-``: output is dropped, and input is refused.

    Their descriptors are occupied as well, so no file that is opened later gets one of them.
    """
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # it gets the lowest free descriptor, which is this one
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(ClosedInput()), encoding="utf-8")
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # for the whole run
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


def obey(arguments: Sequence[str]) -> int:
    """Run a command line; print any error on standard error, never as a traceback."""
    try:
        make_room()
        show_work()
        code = invoke(arguments)
        write_out()
    except KeyboardInterrupt:
        code = ExitCode.INTERRUPTED
    except BrokenPipeError:
        code = ExitCode.CLOSED_PIPE
    except Exception as error:
        code = report_failure(error)
    finally:
        offer(None)
    if code == ExitCode.INTERRUPTED:
        print("\nStopped.", file=sys.stderr)
    return code


def interrupt_again(failure: sys.UnraisableHookArgs) -> None:
    """Raise Ctrl-C a little later if Python would only print it, as while a lock of imports is released."""
    if failure.exc_type is KeyboardInterrupt:
        start_new_thread(interrupt_soon, ())
    else:
        sys.__unraisablehook__(failure)


def interrupt_soon() -> None:
    """Raise Ctrl-C in the main thread, from another one."""
    time.sleep(_SOON)
    interrupt_main()


def invoke(arguments: Sequence[str]) -> int:
    """Find the verb, call it and return its exit code."""
    app = app_for(arguments)
    try:
        answer = app(args=list(arguments), prog_name="noughts", standalone_mode=False)
    except SystemExit as leaving:  # Typer exits so after shell completion, and when a pipe is closed
        if isinstance(leaving.__context__, BrokenPipeError):
            silence_output()
            return ExitCode.CLOSED_PIPE
        from noughts.games.python_fault import fault_of

        raise fault_of(leaving) or leaving from None
    return answer if isinstance(answer, int) else ExitCode.YES


def app_for(arguments: Sequence[str]) -> Typer:
    """The Typer app with the called verb.

    If the first word is no verb, as in ``noughts --largest 20 check a.led`` or while a shell completes a
    line, the app has each verb that is a word of the line, and lists the others.
    """
    from noughts.cli.app import app_with

    verb = arguments[0] if arguments else ""
    if verb in VERBS or [*arguments] == ["--version"]:
        return app_with([verb])
    completed = (os.environ.get(name, "") for name in ("COMP_WORDS", "_TYPER_COMPLETE_ARGS"))
    return app_with([*arguments, *" ".join(completed).split()], listed=True)


def report_failure(error: Exception) -> int:
    """Print the message for an error of the user or a bug in Noughts; return the exit code."""
    from noughts.cli.complaint import apology, complaint, say, say_more

    if text := complaint(error):
        say(text)
        say_more(text)
        return ExitCode.BAD_INPUT
    say(apology(error))
    return ExitCode.OUR_MISTAKE


def write_out() -> None:
    """Flush standard output here, where a failure can still be reported."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        silence_output()
        raise


def make_room() -> None:
    """Raise the stack size so that definitions can recurse as deep as a budget allows, in new threads,
    too."""
    from noughts.language.stack import ask_for_room

    ask_for_room()


def show_work() -> None:
    """Let long work show its current step, on a terminal."""
    from noughts.cli.progress import told

    watched.set(told)


def silence_output() -> None:
    """Discard buffered output, so that the interpreter does not fail on it at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
