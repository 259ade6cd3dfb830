"""Processes of the command line without their start.

Most of the time of a call goes into imports.  Here one process has done them and forks for each call: the
fork has input, output, memory and exit code of its own, as any process.  How the program itself starts is
shown by `test_startup`, by the pages of the manual, and wherever a test opens a terminal or names an
environment that is heeded when the program starts.

The process also has the command line taken apart and the games parsed that most calls ask for: what a call
computes of its arguments and of a document is its own work.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from importlib import import_module
from pathlib import Path
from time import monotonic, process_time
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from noughts.language.tree import Module
    from noughts.text.diagnostic import Diagnostic
    from noughts.text.document import Document
    from noughts.text.source import Source

    Parsed: TypeAlias = tuple[Module, list[Diagnostic]]

PARTS = (
    "noughts.api.load",
    "noughts.api.python_game",
    "noughts.automata.data_file",
    "noughts.automata.derived",
    "noughts.automata.explain",
    "noughts.automata.from_game",
    "noughts.automata.pictures",
    "noughts.automata.results",
    "noughts.cli.automata.files",
    "noughts.cli.automata.synthesis",
    "noughts.cli.complaint",
    "noughts.cli.explore",
    "noughts.cli.main",
    "noughts.cli.progress",
    "noughts.cli.seating",
    "noughts.cli.table_factory",
    "noughts.cli.verified",
    "noughts.documents.animation",
    "noughts.documents.board.derived",
    "noughts.documents.by_clicks",
    "noughts.documents.claim",
    "noughts.documents.formulas",
    "noughts.documents.from_document",
    "noughts.documents.pixels",
    "noughts.documents.rehearsal",
    "noughts.documents.settings",
    "noughts.faces.console.play",
    "noughts.faces.console.session",
    "noughts.framework.rule_set",
    "noughts.grounding.ground",
    "noughts.grounding.known_failures",
    "noughts.grounding.known_formulas",
    "noughts.kernels.machine",
    "noughts.kernels.machine_source",
    "noughts.language.check",
    "noughts.language.codes",
    "noughts.language.kinds.infer",
    "noughts.language.notes",
    "noughts.meaning.self_test",
    "noughts.meaning.session",
    "noughts.meaning.speculative.speculative",
    "noughts.meaning.witness",
    "noughts.pages.live_game",
    "noughts.pages.site.leaf",
    "noughts.players.arena",
    "noughts.players.audit",
    "noughts.players.graph",
    "noughts.players.levels",
    "noughts.players.named",
    "noughts.players.region_player",
    "noughts.players.search",
    "noughts.players.standings",
    "noughts.solvers.many_sides",
    "noughts.solvers.plan",
    "noughts.solvers.proof",
    "noughts.solvers.saved",
    "noughts.solvers.symbolic.prove",
    "noughts.solvers.symbolic.saved_strategy",
    "noughts.solvers.tables.in_memory",
    "noughts.solvers.tables.solution",
    "noughts.solvers.tables.solve",
    "noughts.weave.html",
    "noughts.weave.pdf",
    "noughts.workers.cluster",
    "noughts.workers.engine",
    "numba",
    "pyarrow.fs",
    "pyarrow.parquet",
    "rich._emoji_codes",
    "rich.progress",
    "typer._click.decorators",
    "typer.rich_utils",
)
"""What most calls import, with all that these import."""

GAMES = ("tictactoe", "mnk", "hexapawn", "threenim", "mutorere", "nim")
"""What most calls read."""

HEEDED = {"COLUMNS", "PYTHONPATH", "HOME", "NOUGHTS_TRACEBACK"}
"""What of an environment works in a fork as in a process that has just started."""

WAIT = 600
"""Seconds after which a call counts as hung, and is ended."""

SPOT_CHECK = 0.004
"""Seconds that a spot check may take at least, a fifth of what it has otherwise; see conftest.py."""

INTERVAL = 0.01
"""Seconds on the wall for which the time of the process is not asked anew: far less than any budget."""


class Forking:
    """A process that forks."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._socket, theirs = socket.socketpair()
        self._process = subprocess.Popen(
            [sys.executable, __file__, str(theirs.fileno())],
            env=environment,
            stdin=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
        )
        theirs.close()
        self._socket.settimeout(2 * WAIT)

    def run(
        self,
        arguments: list[str],
        environment: Mapping[str, str] | None = None,
        *,
        typed: str | bytes = b"",
        verbs: str = "",
    ) -> subprocess.CompletedProcess[str]:
        """A call of the command line that finds `typed` on its standard input, once it has ended.

        `verbs` is what runs instead of ``python -m noughts``, if anything.
        """
        with ExitStack() as files:
            streams = [files.enter_context(tempfile.TemporaryFile()) for _ in range(3)]
            streams[0].write(typed.encode() if isinstance(typed, str) else typed)
            streams[0].seek(0)
            around = {"folder": os.getcwd(), "environment": dict(environment or {}), "verbs": verbs}
            call = json.dumps({"arguments": arguments, **around}).encode()
            numbers = [stream.fileno() for stream in streams]
            socket.send_fds(self._socket, [len(call).to_bytes(4) + call], numbers)
            code = int.from_bytes(self._socket.recv(4), signed=True)
            texts = []
            for file in streams[1:]:
                file.seek(0)
                texts.append(file.read().decode(errors="replace"))
        return subprocess.CompletedProcess(["noughts", *arguments], code, *texts)

    def end(self) -> None:
        self._socket.close()
        self._process.wait(timeout=WAIT)


def serve(calls: socket.socket) -> str:
    """Fork for each call, and return in the fork, with its arguments and files in place: its verbs."""
    while True:
        head, files, _, _ = socket.recv_fds(calls, 4, 3)
        if not head:
            os._exit(0)
        call = json.loads(calls.recv(int.from_bytes(head), socket.MSG_WAITALL))
        child = os.fork()
        if not child:
            for number, file in enumerate(files):
                os.dup2(file, number)
                os.close(file)
            calls.close()
            os.chdir(call["folder"])
            os.environ.update(call["environment"])
            sys.path[:0] = filter(None, call["environment"].get("PYTHONPATH", "").split(os.pathsep))
            signal.alarm(WAIT)
            sys.argv = ["noughts", *call["arguments"]]
            verbs: str = call["verbs"]
            return verbs
        for file in files:
            os.close(file)
        _, status = os.waitpid(child, 0)
        calls.send(os.waitstatus_to_exitcode(status).to_bytes(4, signed=True))


def remembering(parse: Callable[[Sequence[Document]], Parsed]) -> Callable[[Sequence[Document]], Parsed]:
    """`parse`, which parses documents of the library once."""
    from noughts.documents.library import LIBRARY

    known: dict[tuple[Source, ...], tuple[list[Document], Parsed]] = {}

    def parse_once(documents: Sequence[Document]) -> Parsed:
        sources = tuple(document.source for document in documents)
        if any(Path(source.name).parent != LIBRARY for source in sources):
            return parse(documents)
        if sources not in known or known[sources][0] != list(documents):
            known[sources] = (list(documents), parse(documents))
        module, problems = known[sources][1]
        return module, [*problems]

    return parse_once


class WorkTime:
    """Seconds of work of this process, a hundredth too few at most.

    The time of a process costs a system call, ten times as much as the clock on the wall, and a tenth of all
    tests went into it where it was asked at every step.
    """

    def __init__(self) -> None:
        self._asked, self._found = monotonic(), process_time()

    def __call__(self) -> float:
        now = monotonic()
        if now - self._asked > INTERVAL:
            self._asked, self._found = now, process_time()
        return self._found


def end(code: int) -> None:
    """End the process as Python does, but for its memory: to take it apart takes longer than most calls.

    What cannot be written any more is left to Python, which has an exit code for it.
    """
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    with suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def main() -> None:
    """Import everything, then serve."""
    for part in PARTS:
        import_module(part)
    from noughts.cli.app import app_with
    from noughts.cli.verbs import VERBS
    from noughts.documents import library
    from noughts.text.document import read_documents

    check: Any = import_module("noughts.language.check")
    check.parse = remembering(check.parse)
    budget: Any = import_module("noughts.meaning.budget")
    budget.monotonic = WorkTime()  # see `a_budget_is_of_work` in conftest.py
    formulas: Any = import_module("noughts.grounding.known_formulas")
    formulas.program_facts()
    spot: Any = import_module("noughts.verify.spot")
    spot._LEAST_SECONDS = SPOT_CHECK
    for name in GAMES:
        check.check_documents(read_documents(library.path_of(name)))
    typer: Any = import_module("typer.main")
    get_command = typer.get_command
    command = get_command(app_with(VERBS))
    typer.get_command = lambda app: command
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)  # as in conftest.py: a call is over before there is much garbage
    verbs = serve(socket.socket(fileno=int(sys.argv[1])))
    try:
        if verbs:
            typer.get_command = get_command
            exec(verbs, {"__name__": "__main__"})
        else:
            import_module("noughts.cli.main").run()
    except SystemExit as leaving:
        if isinstance(leaving.code, int):
            end(leaving.code)
        raise


if __name__ == "__main__":
    main()
