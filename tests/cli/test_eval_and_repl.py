"""Expressions on the command line, and the conversation of the repl in a pipe and at a terminal."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest

from tests.cli.conftest import Noughts, command, environment
from tests.terminals import press_until_it_ends


@pytest.mark.parametrize(
    ("expression", "printed"),
    [
        ("|rows|", "8"),
        ("1/3 + 1/6", "0.5"),
        ("playerToMove", "`x"),
        ('"a text"', "a text"),
        ("playerToMove where currentState = outcome((`x, 5))", "`o"),
        ("{(p, c) | (p, c) in moves & c ∈ {1..2}}", "{(`o, 1), (`o, 2), (`x, 1), (`x, 2)}"),
    ],
)
def test_eval_prints_as_pp_does(noughts: Noughts, expression: str, printed: str) -> None:
    said = noughts("eval", "tictactoe", expression)
    assert (said.returncode, said.stdout, said.stderr) == (0, f"{printed}\n", "")


def test_eval_in_a_state_and_with_a_constant(noughts: Noughts, tmp_path: Path) -> None:
    assert noughts("eval", "tictactoe", "playerToMove", "--state", "{(`x, 5)}").stdout == "`o\n"
    path = tmp_path / "n.led"
    path.write_text("/$ n := 3 square := n^2 $/")
    assert noughts("eval", str(path), "square", "--let", "n=5").stdout == "25\n"
    twice = noughts("eval", str(path), "square", "--let", "n=5", "--let", "n=6")
    assert (twice.returncode, twice.stdout) == (2, "")
    assert "error: `--let n=…` is given twice" in twice.stderr
    wrong = noughts("eval", str(path), "square", "--let", "k=5")
    assert wrong.returncode == 2
    assert "E504" in wrong.stderr
    assert "`n`" in wrong.stderr


def test_eval_of_a_mistake_is_2(noughts: Noughts) -> None:
    for expression, code in (("rws", "E202"), ("1 +", "E105"), ("1 + {}", "E301"), ("", "E105")):
        said = noughts("eval", "tictactoe", expression)
        assert said.returncode == 2, expression
        assert code in said.stderr


def test_eval_says_why(noughts: Noughts) -> None:
    said = noughts("eval", "tictactoe", "--why", "legalMove((`o, 5))", "--state", "{(`x, 5)}")
    assert said.returncode == 0
    assert said.stdout.startswith("legalMove((`o, 5)): false\n")
    assert "occupied(c): true\n" in said.stdout
    shallow = noughts("eval", "tictactoe", "--why", "gameOver", "--depth", "0")
    assert shallow.stdout == "gameOver: false …\n"
    undefined = noughts("eval", "tictactoe", "--why", "1 + {}", "--json")
    tree = json.loads(undefined.stdout)
    assert (undefined.returncode, tree["value"], tree["why"]["parts"]) == (2, None, [])
    assert "numbers" in tree["why"]["problem"]
    alone = noughts("eval", "tictactoe", "1", "--depth", "2")
    assert (alone.returncode, "add `--why`" in alone.stderr) == (2, True)


@pytest.fixture
def piped(noughts: Noughts, tmp_path: Path) -> Callable[[str], subprocess.CompletedProcess[str]]:
    """The repl with what is piped into it."""
    return lambda text: noughts("repl", typed=text, env={"HOME": str(tmp_path)})


def test_a_piped_conversation(piped) -> None:
    said = piped("f(n) := 1 if n = 0;\n  n*f(n-1) otherwise\nf(20)\nf(n) := n\nf(20)\n")
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout == "f is defined\n2432902008176640000\nf is defined\n20\n"


def test_a_conversation_about_reasons(piped) -> None:
    said = piped("even := {2, 4}\n:why 3 in even\n")
    assert said.stdout == "even is defined\n3 in even: false\n└─ even: {2, 4}\n"


def test_a_mistake_does_not_end_it_but_is_told(piped) -> None:
    said = piped("a := b\n1/0\n:lod x\n2 + 2\n:quit\nnever\n")
    assert said.returncode == 2
    assert said.stdout == "4\n"
    assert [word in said.stderr for word in ("E202", "E302", "did you mean `:load`", "never")] == [
        *(True, True, True, False)
    ]


def test_a_name_that_a_document_uses_within_is_refused_where_it_was_typed(piped, tmp_path: Path) -> None:
    """A local name may not hide a definition; whoever defines it later is told so, not the document."""
    (tmp_path / "means.led").write_text("/$ mid(a, b) := (a + b)/2 $/ /$ same(a) := a $/")
    said = piped(f":load {tmp_path / 'means.led'}\na := 3\nmid(p, q) := p\nb := 3\nb\n")
    assert said.stderr == (
        "<1>:1:1: error E205: `a` means something else in `mid`\n"
        "    1 | a := 3\n"
        "      | ^\n"
        "   help: choose another name\n"
        f"   note: it is a local name there ({tmp_path / 'means.led'}:1:8)\n"
    )
    assert said.stdout.endswith("mid is defined\nb is defined\n3\n")


def test_a_name_that_is_used_within_the_same_entry_is_refused_there(piped) -> None:
    said = piped("a := 3 f(a) := a\n")
    assert "the parameter `a` hides a definition of that name" in said.stderr


def test_commands(piped) -> None:
    said = piped(":load tictactoe\n:state {(`x,1)}\nplayerToMove\n:tests\n:help mod\n")
    assert said.returncode == 0
    assert "tictactoe: 53 definitions\ncurrentState = {(`x, 1)}\n`o\n13 of 13 tests pass\n" in said.stdout
    assert "a mod b" in said.stdout


def test_at_a_terminal_with_history_and_completion(tmp_path: Path) -> None:
    def begin() -> pexpect.spawn[str]:
        words = command("repl", "tictactoe")
        env = environment({"HOME": str(tmp_path), "TERM": "xterm-256color", "PROMPT_TOOLKIT_NO_CPR": "1"})
        return pexpect.spawn(
            words[0], words[1:], env=env, encoding="utf-8", timeout=600, dimensions=(40, 100)
        )

    screen = begin()
    screen.expect("led>")
    screen.send("|row\t")
    screen.expect("s")
    screen.send("|\r")
    screen.expect_exact("8\r\n")
    screen.expect("led>")
    screen.send("{1,\r")
    screen.expect(r"\.\.\.")
    screen.send("2}\r")
    screen.expect(r"\{1, 2\}\r\n")
    screen.expect("led>")
    press_until_it_ends(screen, "d")
    again = begin()
    again.expect("led>")
    for patience in (6, 60, 600):  # the history is read while one begins to type
        again.send("\x1b[A")
        if again.expect_exact(["2}", pexpect.TIMEOUT], timeout=patience) == 0:
            break
    again.send("\r")
    again.expect_exact("{1, 2}\r\n")
    again.expect("led>")
    again.sendcontrol("c")
    again.expect("led>")
    press_until_it_ends(again, "d")
    assert again.exitstatus == 0


def test_printing_is_under_the_budget_too(noughts: Noughts) -> None:
    said = noughts("eval", "tictactoe", "Pow({1..18})", "--seconds", "0.2")
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr.startswith("<expression>:1:1: error E401: this took longer than 0.2 seconds\n")


def test_a_terminal_is_not_flooded() -> None:
    words = command("eval", "tictactoe", "Pow({1..18})")
    screen = pexpect.spawn(words[0], words[1:], env=environment(), encoding="utf-8", timeout=600)
    screen.expect(r"… 26\d,\d\d\d more\}")
    assert len(screen.before) < 20_000
    screen.expect(pexpect.EOF)


def test_the_history_that_cannot_be_written_is_that_of_this_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prompt = pytest.importorskip("noughts.cli.prompt")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert type(prompt.history()).__name__ == "FileHistory"
    (tmp_path / "noughts" / "repl_history").unlink()
    (tmp_path / "noughts" / "repl_history").mkdir()
    assert type(prompt.history()).__name__ == "InMemoryHistory"
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    assert type(prompt.history()).__name__ == "InMemoryHistory"
