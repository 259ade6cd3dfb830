"""A stream that the shell has closed is no bug: output is dropped, and input refused."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no shell that closes streams")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("eval tictactoe rows >&-", 0),
        ("repl </dev/null >&-", 0),
        ("synthesise tictactoe --for o -o - >&-", 0),
        ("console <&-", 2),
        ("repl <&-", 2),
        ("check - <&-", 2),
        ("format - <&-", 2),
        ("automata show - <&-", 2),
        ("explore tictactoe <&- >&-", 0),
        ("solve nope 2>&-", 2),
        ("solve nope <&- >&- 2>&-", 2),
    ],
)
def test_a_closed_stream_is_no_bug(words: str, code: int) -> None:
    command = f'exec "$PYTHON" -m noughts {words}'
    environment = {**os.environ, "PYTHON": sys.executable}
    run = subprocess.run(
        ["sh", "-c", command], stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environment
    )
    assert run.returncode == code, run.stderr
    assert "bug" not in run.stderr
    if "<&-" in words and code == 2 and "2>&-" not in words:
        assert run.stderr.startswith("error: standard input is closed\n")
