"""What the command line says about itself."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pexpect
import pytest
from typer.main import get_command
from typer.testing import CliRunner

import noughts as package
from noughts.cli.app import app_with
from noughts.cli.verbs import VERBS
from tests.cli.conftest import Noughts, command, environment


@pytest.mark.parametrize("words", ["--version", "--version solve nim"])
def test_the_version_is_said(noughts: Noughts, words: str) -> None:
    said = noughts(*words.split())
    assert (said.returncode, said.stdout) == (0, f"noughts {package.__version__}\n")


def test_without_a_word_it_explains_itself(noughts: Noughts) -> None:
    alone, asked = noughts(), noughts("--help")
    assert alone.returncode == asked.returncode == 0
    assert alone.stdout == asked.stdout
    assert "Exit codes: 0 yes, 1 no" in asked.stdout


def test_help_away_from_a_terminal_is_plain(noughts: Noughts) -> None:
    assert "\x1b" not in noughts("--help").stdout


def test_help_of_a_verb_teaches_by_examples(with_verbs: Noughts) -> None:
    said = with_verbs("judge", "--help").stdout
    assert "Say whether a claim holds." in said
    assert re.search(r"  noughts judge true   holds \[so\] *\n.  noughts judge false  does not", said)


def test_every_verb_says_what_it_is_for_and_shows_examples() -> None:
    group = get_command(app_with(VERBS))
    for name, verb in getattr(group, "commands", {}).items():
        assert " ".join(verb.help.partition("\n\n")[0].split()) == VERBS[name].summary
        assert f"noughts {name}" in (verb.epilog or ""), f"{name} has no examples"


def test_examples_are_not_broken_at_eighty_columns() -> None:
    """Each line of the examples is a whole command, with or without what it is for, or that alone."""
    app = app_with(VERBS)
    for words, verb in verbs(get_command(app)):
        said = CliRunner(env={"COLUMNS": "80"}).invoke(app, [*words, "--help"]).stdout
        shown = [line.strip() for line in said.partition("Examples")[2].splitlines() if line.strip()]
        told = [re.sub(r"\[/?bold.*?\]|\\", "", line).strip() for line in verb.epilog.splitlines()[1:]]
        assert shown == told, words


def verbs(group: Any, *before: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """All verbs and the verbs of verbs, each with the words that call it."""
    for name, verb in group.commands.items():
        yield (*before, name), verb
        if hasattr(verb, "commands"):
            yield from verbs(verb, *before, name)


def test_what_a_verb_is_for_fills_its_lines() -> None:
    """A line ends where the next word has no room: a docstring is broken for those who read the code."""
    app = app_with(VERBS)
    for words, _ in verbs(get_command(app)):
        said = CliRunner(env={"COLUMNS": "80"}).invoke(app, [*words, "--help"]).stdout
        lines = [line.strip() for line in said.partition("╭")[0].splitlines()]
        for line, following in pairwise(lines):
            if line and following and not line.startswith("Usage:"):
                assert len(line) + 1 + len(following.split()[0]) > 78, words


def test_square_brackets_in_help_are_shown_not_read_as_markup(noughts: Noughts) -> None:
    for words, shown in (
        (("mpc",), "such as '[q1, q2]'"),
        (("show",), "such as '[q1, q2]'"),
        (("relabel",), "such as '[[a, b][c]]'"),
    ):
        said = noughts("automata", *words, "--help").stdout
        assert shown in " ".join(said.replace("│", " ").split())


@pytest.mark.parametrize("words", ["", "ver", "--ver"])
def test_the_shell_completes(with_verbs: Noughts, words: str) -> None:
    typed = shlex.join(["noughts", *words.split()])
    completion = {"_NOUGHTS_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": "1"}
    offered = set(with_verbs(env=completion).stdout.split())
    expected = {"": {"judge", "lines"}, "ver": set(), "--ver": {"--version"}}[words]
    assert expected <= offered
    assert all(word.startswith(words) for word in offered)


def test_completion_is_installed_for_bash_and_the_tab_key_works(tmp_path: Path) -> None:
    program = tmp_path / "noughts"
    program.write_text(f'#!/bin/sh\nexec {shlex.join(command())} "$@"\n')
    program.chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    env = environment({"HOME": str(tmp_path), "PATH": path, "TERM": "dumb"})
    install = ["bash", "-c", "noughts --install-completion; exit $?"]  # it asks which shell it runs in
    subprocess.run(install, env=env, check=True, capture_output=True, timeout=600)

    with (tmp_path / ".bashrc").open("a") as file:
        file.write("PS1='ready> '\n")  # behind the file of the system, which has a prompt of its own
    shell = pexpect.spawn("bash", ["--rcfile", str(tmp_path / ".bashrc"), "-i"], env=env, timeout=600)
    shell.expect_exact("ready> ")
    shell.send("noughts --ver\t")
    shell.expect("--version")
    shell.sendline()
    shell.expect_exact(f"noughts {package.__version__}")
    shell.close()
