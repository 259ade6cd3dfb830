"""Processes of the command line without their start.

Most of the time of a call goes into imports.  Here one process has done them and forks for each call: the
fork has output, memory and exit code of its own, as any process.  How the program itself starts is shown by
`test_startup`, by the pages of the manual, and wherever a test names an environment or opens a terminal.
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
    "noughts.documents.from_document",
    "noughts.language.check",
    "noughts.players.named",
    "noughts.solvers.quickest",
    "noughts.solvers.symbolic.prove",
    "rich.progress",
    "typer.rich_utils",
)
"""What most calls import, with all that these import."""

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

    def run(self, arguments: list[str]) -> subprocess.CompletedProcess[str]:
        """A call of the command line, once it has ended."""
        with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
            call = json.dumps({"arguments": arguments, "folder": os.getcwd()}).encode()
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
    gc.freeze()
    serve(socket.socket(fileno=int(sys.argv[1])))
    from noughts.cli.main import run

    run()
