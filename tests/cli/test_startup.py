"""Nobody waits for what a run does not use: to list the verbs is not to load what they work with."""

from __future__ import annotations

import subprocess
import sys
from textwrap import dedent

from noughts.cli.main import ALONE
from noughts.cli.verbs import app
from tests.cli.conftest import Noughts, environment

HEAVY = {
    "lark",
    "numpy",
    "numba",
    "prompt_toolkit",
    "pydantic",
    "rich",
    "safetensors",
    "starlette",
    "tkinter",
    "torch",
    "uvicorn",
}


def loaded_by(module: str) -> set[str]:
    """The packages that an import of the module brings into a fresh process."""
    command = [sys.executable, "-c", f"import sys, {module}; print(*sys.modules)"]
    said = subprocess.run(command, env=environment(), capture_output=True, text=True, check=True, timeout=60)
    return {name.partition(".")[0] for name in said.stdout.split()}


def test_listing_the_verbs_loads_nothing_heavy() -> None:
    assert loaded_by("noughts.cli.verbs") & HEAVY == set()


def test_ctrl_c_is_heeded_from_the_start_on() -> None:
    """Nothing to speak of is loaded before the frame listens for Ctrl-C."""
    assert "typer" not in loaded_by("noughts.cli.main")


def test_every_verb_can_be_called_without_the_others() -> None:
    registered = {info.name or info.callback.__name__ for info in app.registered_commands if info.callback}
    assert registered == ALONE


def test_a_verb_is_the_same_without_the_others(noughts: Noughts) -> None:
    whole = "from noughts.cli.verbs import app; app(['eval', '--help'], prog_name='noughts')"
    shown = subprocess.run(
        [sys.executable, "-c", whole], env=environment(), capture_output=True, text=True, check=True
    )
    assert noughts("eval", "--help").stdout == shown.stdout


def test_solving_a_small_board_loads_no_diagrams_and_no_machine_code() -> None:
    """How many positions there are at most is known by the number of bits."""
    work = """
        import sys
        from noughts.cli.game_argument import load_game
        from noughts.solvers.quickest import solve_quickest
        solve_quickest(load_game(["mnk"], let=["n=2"], by=None, wins=None))
        print(*sys.modules)
    """
    command = [sys.executable, "-c", dedent(work)]
    said = subprocess.run(command, env=environment(), capture_output=True, text=True, check=True, timeout=60)
    loaded = said.stdout.split()
    assert "noughts.solvers.backward" in loaded
    unused = ("noughts.solvers.symbolic", "noughts.kernels.machine_source", "numpy", "numba")
    assert [name for name in loaded if name.startswith(unused)] == []
