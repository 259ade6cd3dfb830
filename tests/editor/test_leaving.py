"""The server ends as its editor ends: without a word, and with the exit code that the protocol asks for."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence

import pytest

from tests.cli.conftest import command, environment

BEGIN: list[dict[str, object]] = [
    {"id": 1, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}},
    {"method": "initialized", "params": {}},
]
SHUT_DOWN: dict[str, object] = {"id": 2, "method": "shutdown"}
EXIT: dict[str, object] = {"method": "exit"}
LARGE = "/$ " + " ".join(f"n{number} := |{{1..{number + 2}}}|" for number in range(200)) + " $/"
OPEN = {
    "method": "textDocument/didOpen",
    "params": {"textDocument": {"uri": "file:///a.led", "languageId": "led", "version": 1, "text": LARGE}},
}


def sent(said: Sequence[dict[str, object]]) -> bytes:
    """Messages as an editor sends them."""
    messages = [json.dumps({"jsonrpc": "2.0", **each}).encode() for each in said]
    return b"".join(b"Content-Length: %d\r\n\r\n%b" % (len(each), each) for each in messages)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ([*BEGIN, SHUT_DOWN, EXIT], 0),
        ([*BEGIN, OPEN, SHUT_DOWN, EXIT], 0),
        ([*BEGIN, SHUT_DOWN], 0),
        ([], 0),
        ([*BEGIN, EXIT], 1),
        ([*BEGIN, OPEN, EXIT], 1),
    ],
)
def test_it_ends_when_its_editor_ends(said: Sequence[dict[str, object]], code: int) -> None:
    ended = subprocess.run(
        command("lsp"),
        input=sent(said),
        env=environment(),
        capture_output=True,
        timeout=600,
        check=False,
    )
    assert (ended.returncode, ended.stderr.decode()) == (code, "")


def test_it_ends_while_its_editor_keeps_the_pipe_open() -> None:
    ended = subprocess.Popen(
        command("lsp"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert ended.stdin is not None
    ended.stdin.write(sent([*BEGIN, SHUT_DOWN, EXIT]))
    ended.stdin.flush()
    try:
        assert ended.wait(timeout=600) == 0
    finally:
        ended.kill()
        ended.communicate()
