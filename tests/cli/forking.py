"""Processes of the command line without their start.

Most of the time of a call goes into imports.  Here one process has done them and forks for each call: the
fork has output, memory and exit code of its own, as any process.  How the program itself starts is shown by
`test_startup`, by the pages of the manual, and wherever a test opens a terminal or names an environment that
is heeded when the program starts.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from importlib import import_module

PARTS = (
    "noughts.automata.from_game",
    "noughts.automata.read_data",
    "noughts.cli.main",
    "noughts.documents.claim",
    "noughts.documents.from_document",
    "noughts.documents.pixels",
    "noughts.faces.console.play",
    "noughts.faces.console.session",
    "noughts.framework.tictactoe",
    "noughts.grounding.ground",
    "noughts.kernels.machine",
    "noughts.language.check",
    "noughts.meaning.self_test",
    "noughts.players.many_matches",
    "noughts.players.named",
    "noughts.players.perfect",
    "noughts.players.search",
    "noughts.solvers.prove",
    "noughts.solvers.quickest",
    "noughts.solvers.symbolic.prove",
    "noughts.solvers.symbolic.strategy_file",
    "rich.progress",
    "typer.rich_utils",
)
"""What most calls import, with all that these import."""

HEEDED = {"COLUMNS", "PYTHONPATH"}
"""What of an environment works in a fork as in a process that has just started."""

WAIT = 60
"""Seconds that a call may take; then it is ended."""


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
        self, arguments: list[str], environment: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """A call of the command line, once it has ended."""
        with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
            around = {"folder": os.getcwd(), "environment": dict(environment or {})}
            call = json.dumps({"arguments": arguments, **around}).encode()
            socket.send_fds(self._socket, [len(call).to_bytes(4) + call], [output.fileno(), errors.fileno()])
            code = int.from_bytes(self._socket.recv(4), signed=True)
            texts = []
            for file in (output, errors):
                file.seek(0)
                texts.append(file.read().decode(errors="replace"))
        return subprocess.CompletedProcess(["noughts", *arguments], code, *texts)

    def end(self) -> None:
        self._socket.close()
        self._process.wait(timeout=WAIT)


def serve(calls: socket.socket) -> None:
    """Fork for each call, and return in the fork, with its arguments and files in place."""
    while True:
        head, files, _, _ = socket.recv_fds(calls, 4, 2)
        if not head:
            os._exit(0)
        call = json.loads(calls.recv(int.from_bytes(head), socket.MSG_WAITALL))
        child = os.fork()
        if not child:
            for number, file in enumerate(files, 1):
                os.dup2(file, number)
                os.close(file)
            calls.close()
            os.chdir(call["folder"])
            os.environ.update(call["environment"])
            sys.path[:0] = filter(None, call["environment"].get("PYTHONPATH", "").split(os.pathsep))
            signal.alarm(WAIT)
            sys.argv = ["noughts", *call["arguments"]]
            return
        for file in files:
            os.close(file)
        _, status = os.waitpid(child, 0)
        calls.send(os.waitstatus_to_exitcode(status).to_bytes(4, signed=True))


if __name__ == "__main__":
    for part in PARTS:
        import_module(part)
    from noughts.cli.verbs import VERBS, app_with

    app_with(*VERBS)
    import_module("noughts.language.check").check_text("/$ a := 1 $/")  # makes the parser
    gc.freeze()
    serve(socket.socket(fileno=int(sys.argv[1])))
    from noughts.cli.main import run

    run()
