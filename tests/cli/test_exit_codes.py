"""How a run ends: the number for the shell, and what is said about it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

import noughts as package
from tests.cli.conftest import VERBS, Noughts, command, environment

COLOUR = re.compile(r"\x1b\[([01];)?3\dm")


def test_yes_is_0_and_no_is_1(with_verbs: Noughts) -> None:
    assert with_verbs("judge", "true").returncode == 0
    assert with_verbs("judge", "false").returncode == 1


def test_programs_get_one_line_of_json(with_verbs: Noughts) -> None:
    said = with_verbs("judge", "false", "--json")
    assert said.returncode == 1
    assert said.stdout == '{"holds":false,"claim":"false"}\n'
    assert json.loads(said.stdout) == {"holds": False, "claim": "false"}


def test_bad_input_is_2_with_what_is_wrong_and_what_helps(with_verbs: Noughts) -> None:
    said = with_verbs("judge", "ture")
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr == "error: there is no claim `ture`\n   help: did you mean `true`?\n"


@pytest.mark.parametrize(
    ("words", "wrong", "helps"),
    [
        (["juge", "true"], "no such command 'juge'", "did you mean `judge`? `noughts --help`"),
        (["xyzzy"], "no such command 'xyzzy'", "`noughts --help`"),
        (
            ["tictactoe"],
            "no such command 'tictactoe'",
            "play it with `noughts play tictactoe`; `noughts --help`",
        ),
        (["judge", "true", "--always"], "no such option: --always", "`noughts judge --help`"),
        (["judge", "-j"], "no such option: -j", "`noughts judge --help`"),
        (
            ["judge", "-1/2"],
            "no such option: -1",
            "put `--` before an argument that begins with a minus; `noughts judge --help`",
        ),
        (
            ["judge", "true", "--jsn"],
            "no such option: --jsn",
            "did you mean `--json`? `noughts judge --help`",
        ),
        (["--versio"], "no such option: --versio", "did you mean `--version`? `noughts --help`"),
        (["judge"], "missing argument 'claim'", "`noughts judge --help`"),
        (["judge", "true", "so"], "got unexpected extra argument(s) (so)", "`noughts judge --help`"),
        (["lines", "x"], "invalid value for 'number': 'x' is not a valid int", "`noughts lines --help`"),
    ],
)
def test_wrong_use_is_2_with_near_names(with_verbs: Noughts, words, wrong, helps) -> None:
    said = with_verbs(*words)
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr == f"error: {wrong}\n   help: {helps} explains\n"


def test_a_file_that_is_not_there_is_bad_input(with_verbs: Noughts, tmp_path: Path) -> None:
    said = with_verbs("read", str(tmp_path / "no.led"))
    assert said.returncode == 2
    assert said.stderr == f"error: there is no file `{tmp_path / 'no.led'}`\n"


def test_a_mistake_of_ours_is_an_apology_in_one_paragraph(with_verbs: Noughts) -> None:
    said = with_verbs("stumble")
    assert (said.returncode, said.stdout) == (70, "")
    assert "this is a bug in Noughts, not your mistake: ZeroDivisionError: one of" in said.stderr
    assert f"noughts {package.__version__}, Python" in said.stderr
    assert "Traceback" not in said.stderr
    assert "\n\n" not in said.stderr


def test_errors_of_a_document_are_bad_input(with_verbs: Noughts) -> None:
    said = with_verbs("parse", "{1, 2")
    assert (said.returncode, said.stdout) == (2, "")
    assert re.match(r"typed.led:\d+:\d+: error E1\d\d: ", said.stderr)
    assert "   help: " in said.stderr


def test_its_traceback_can_be_had(with_verbs: Noughts) -> None:
    said = with_verbs("stumble", env={"NOUGHTS_TRACEBACK": "1"})
    assert said.returncode == 70
    assert "Traceback (most recent call last)" in said.stderr


@pytest.mark.parametrize("lines", ["1", "100000"])
def test_a_reader_that_leaves_ends_it_in_silence(lines: str) -> None:
    reading, writing = os.pipe()
    words = command("lines", lines, verbs=VERBS)
    with subprocess.Popen(words, stdout=writing, stderr=subprocess.PIPE, env=environment()) as running:
        os.close(reading)
        os.close(writing)
        _, said = running.communicate(timeout=600)
    assert said == b""
    assert running.returncode == 141


def test_head_gets_its_line(tmp_path: Path) -> None:
    shown = subprocess.run(
        ["bash", "-c", '"$@" | head -1', "bash", *command("lines", "100000", verbs=VERBS)],
        env=environment(),
        capture_output=True,
        timeout=600,
        check=True,
    )
    assert (shown.stdout, shown.stderr) == (b"line 0\n", b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
def test_output_that_cannot_be_written_is_told() -> None:
    with open("/dev/full", "wb") as full:
        ended = subprocess.run(
            command("say", "hello", verbs=VERBS),
            env=environment(),
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=600,
            check=False,
        )
    assert ended.returncode == 2
    assert ended.stderr == b"error: No space left on device\n"


def test_letters_that_the_terminal_has_not_are_no_mistake(with_verbs: Noughts) -> None:
    said = with_verbs("say", "a ∈ ℕ", env={"PYTHONIOENCODING": "ascii"})
    assert (said.returncode, said.stdout) == (0, "a ? ?\n")


def test_ctrl_c_ends_it_with_a_clean_line() -> None:
    terminal = on_terminal("wait")
    terminal.expect_exact("waiting")
    terminal.sendintr()
    terminal.expect_exact(pexpect.EOF)
    terminal.close()
    assert terminal.before.replace("^C", "").split() == ["Stopped."]
    assert terminal.exitstatus == 130


def test_a_terminal_gets_colours_unless_it_wants_none() -> None:
    def shown(*words: str, **env: str) -> str:
        terminal = on_terminal(*words, **env)
        terminal.expect_exact(pexpect.EOF)
        return terminal.before

    for words, text in ((["judge", "true"], "true"), (["judge", "ture"], "there is no claim `ture`")):
        assert COLOUR.search(shown(*words))
        assert text in shown(*words, NO_COLOR="1")
        assert not COLOUR.search(shown(*words, NO_COLOR="1"))
        assert "\x1b" not in shown(*words, TERM="dumb")


def on_terminal(*words: str, **env: str) -> pexpect.spawn:
    """The run as a person sees it."""
    program, *rest = command(*words, verbs=VERBS)
    return pexpect.spawn(
        program, rest, env=environment({"TERM": "xterm", **env}), encoding="utf-8", timeout=600
    )


def test_ctrl_c_where_python_cannot_raise_it_is_not_forgotten() -> None:
    """As in a destructor, or in what is called when a lock of imports is released."""
    code = """if True:
        import sys, time
        from noughts.cli import main
        class Fragile:
            def __del__(self):
                raise KeyboardInterrupt
        def obey(arguments):
            Fragile()
            try:
                while True:
                    time.sleep(0.01)
            except KeyboardInterrupt:
                return 130
        main.obey = obey
        main.run()
    """
    said = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment(), timeout=600
    )
    assert (said.returncode, said.stdout, said.stderr) == (130, "", "")
