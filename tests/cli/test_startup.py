"""Nobody waits for what a run does not use: to list the verbs is not to load what they work with."""

from __future__ import annotations

import subprocess
import sys

import pytest
from typer.main import get_command

from noughts.cli.app import app_with
from noughts.cli.verbs import VERBS
from tests.cli.conftest import Noughts, environment

EVERY_VERB = "from noughts.cli.app import app_with; from noughts.cli.verbs import VERBS; app_with(VERBS)"

HEAVY = {
    "email",
    "gymnasium",
    "http",
    "lark",
    "networkx",
    "numpy",
    "numba",
    "pettingzoo",
    "prompt_toolkit",
    "pydantic",
    "rich",
    "safetensors",
    "ssl",
    "starlette",
    "torch",
    "uvicorn",
}


def loaded(program: str, *words: str) -> set[str]:
    """The modules that are loaded when a fresh process has run the program with the words."""
    ends = "import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr))"
    command = [sys.executable, "-c", f"{ends}\n{program}", *words]
    said = subprocess.run(command, env=environment(), capture_output=True, text=True, check=True, timeout=600)
    return set(said.stderr.split())


def loaded_by(*words: str) -> set[str]:
    """The modules that are loaded when the command line has obeyed the words."""
    return loaded("from noughts.cli.main import run; run()", *words)


def packages(modules: set[str]) -> set[str]:
    """The packages that the modules are of."""
    return {name.partition(".")[0] for name in modules}


def parts(modules: set[str]) -> set[str]:
    """The parts of Noughts that the modules are of."""
    return {name.split(".")[1] for name in modules if name.startswith("noughts.")}


def test_the_package_loads_nothing() -> None:
    assert loaded("import noughts") - loaded("pass") == {"noughts"}


def test_the_version_loads_no_verb() -> None:
    modules = loaded_by("--version")
    assert packages(modules) & HEAVY == set()
    assert "noughts.cli.play" not in modules


def test_a_check_for_a_program_loads_nothing_heavy() -> None:
    loaded_by("check", "tictactoe")  # the first command of a new version makes the tables of the grammar
    assert packages(loaded_by("check", "tictactoe")) & HEAVY == set()


def test_listing_the_verbs_loads_nothing_heavy() -> None:
    assert packages(loaded(EVERY_VERB)) & HEAVY == set()


def test_help_loads_what_draws_it_and_nothing_to_work_with() -> None:
    modules = loaded_by("--help")
    assert packages(modules) & (HEAVY | {"markdown_it", "pygments"}) == {"rich"}
    assert parts(modules) <= {"cli", "language", "refusal", "stop"}
    assert {name for name in modules if name.startswith("noughts.language.")} == {"noughts.language.stack"}


def test_what_help_does_without_is_there_for_others() -> None:
    program = "from noughts.cli.app import load_help_page; load_help_page(); import rich.markdown"
    assert "markdown_it" in packages(loaded(f"{program}; rich.markdown.Markdown('*so*')"))


@pytest.mark.parametrize(
    ("words", "unused"),
    [
        ("check tictactoe", {"grounding", "kernels", "solvers", "automata", "players", "faces"}),
        ("solve mnk --let m=3 --let n=2", {"automata", "faces", "framework"}),
    ],
)
def test_a_verb_loads_only_what_it_works_with(words: str, unused: set[str]) -> None:
    modules = loaded_by(*words.split())
    assert packages(modules) & HEAVY <= {"lark", "rich"}
    assert parts(modules) & unused == set()


def test_ctrl_c_is_heeded_from_the_start_on() -> None:
    """Nothing to speak of is loaded before the frame listens for Ctrl-C."""
    assert "typer" not in loaded("import noughts.cli.main")


def test_every_verb_can_be_called_without_the_others() -> None:
    """Each is registered under the name by which its module is found."""
    assert set(getattr(get_command(app_with(VERBS)), "commands", ())) == set(VERBS)


def test_a_verb_is_the_same_without_the_others(noughts: Noughts) -> None:
    whole = f"{EVERY_VERB}(['eval', '--help'], prog_name='noughts')"
    shown = subprocess.run(
        [sys.executable, "-c", whole], env=environment(), capture_output=True, text=True, check=True
    )
    assert noughts("eval", "--help").stdout == shown.stdout


def test_solving_a_small_board_loads_nothing_for_diagrams_machine_code_and_clicks() -> None:
    """How many positions there are at most is known by the number of bits."""
    modules = loaded_by("solve", "mnk", "--let", "m=3", "--let", "n=2")
    assert "noughts.solvers.backward" in modules
    unused = ("noughts.solvers.symbolic", "noughts.kernels.machine_source", "noughts.documents.by_clicks")
    assert [name for name in modules if name.startswith(unused)] == []
