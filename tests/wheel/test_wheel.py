"""What `pip install` brings: all that a run needs, nothing else, and it works from an empty folder.

The tests install the wheel beside the packages that they run with, which takes a second.  On demand they
install it, and each of its extras, with what the registry offers today, into a clean environment for each
Python that is named:

    NOUGHTS_PYTHONS=python3.11:python3.12:python3.13 pytest tests/wheel
    NOUGHTS_PYTHONS=python3.13 pytest tests/wheel -k "works and not train"  # extras, without PyTorch
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from zipfile import ZipFile

import pytest

import noughts

PROJECT = Path(__file__).parents[2]
SOURCES = PROJECT / "src"
PYTHONS = [python for python in os.environ.get("NOUGHTS_PYTHONS", "").split(os.pathsep) if python]


@dataclass(frozen=True)
class Installed:
    """An environment in which the wheel is installed, and an empty folder to work in."""

    environment: Path
    folder: Path

    def run(self, *words: str, typed: str = "") -> str:
        """What a program of the environment prints; nothing but the folder is known to it."""
        program = self.environment / "bin" / words[0]
        around = {"PATH": os.environ["PATH"], "HOME": str(self.folder), "LC_ALL": "C.UTF-8"}
        ended = subprocess.run(
            [program, *words[1:]],
            cwd=self.folder,
            env=around,
            input=typed,
            capture_output=True,
            encoding="utf-8",
            timeout=600,
            check=False,
        )
        assert (ended.returncode, ended.stderr) == (0, ""), ended.stdout + ended.stderr
        return ended.stdout


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built by the locked build tools, so that no network is needed."""
    folder = tmp_path_factory.mktemp("wheel")
    pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(PROJECT))
    [built] = folder.iterdir()
    return built


@pytest.fixture(scope="session", params=["beside the tests", *PYTHONS])
def installed(
    request: pytest.FixtureRequest, wheel: Path, tmp_path_factory: pytest.TempPathFactory
) -> Installed:
    """The wheel in an environment of its own: with the packages of the tests, or with the registry's."""
    environment = tmp_path_factory.mktemp("environment")
    empty = tmp_path_factory.mktemp("empty")
    if request.param in PYTHONS:
        subprocess.run([request.param, "-m", "venv", environment], check=True, timeout=600)
        pip(f"--python={environment / 'bin' / 'python'}", "install", str(wheel))
    else:
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True, timeout=600)
        borrow_packages(environment)
        pip(f"--python={environment / 'bin' / 'python'}", "install", "--no-deps", "--no-index", str(wheel))
    return Installed(environment, empty)


def borrow_packages(environment: Path) -> None:
    """Let the environment find what is installed for the tests.

    A folder named in a ``.pth`` file comes last on the path, and ``.pth`` files within it are not read:
    so the link to these sources stays unknown.
    """
    [site_packages] = environment.glob("lib/python*/site-packages")
    (site_packages / "lent.pth").write_text(str(Path(pytest.__file__).parents[1]), encoding="utf-8")


def pip(*words: str) -> None:
    """Run this Python's pip quietly."""
    quiet = ["--quiet", "--disable-pip-version-check", "--no-input"]
    subprocess.run([sys.executable, "-m", "pip", *quiet, *words], check=True, timeout=600)


def test_the_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    sources = {
        path.relative_to(SOURCES).as_posix()
        for path in (SOURCES / "noughts").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    texts = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "LICENSE", "CITATION.cff")
    pages = [PROJECT / name for name in texts]
    pages += [path for path in (PROJECT / "docs").rglob("*") if path.is_file()]
    manual = {f"noughts/manual/{path.relative_to(PROJECT).as_posix()}" for path in pages}
    with ZipFile(wheel) as archive:
        held = set(archive.namelist())
    about = {name for name in held if name.startswith(f"noughts-{noughts.__version__}.dist-info/")}
    assert held - about == sources | manual
    assert {
        "noughts/py.typed",
        "noughts/language/grammar.lark",
        "noughts/library/tictactoe.led",
        "noughts/library/tictactoe.safetensors",
        "noughts/page/face/main.js",
        "noughts/page/face/style.css",
    } <= held


def test_the_wheel_says_who_may_use_it(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        about = [name for name in archive.namelist() if ".dist-info/" in name]
        texts = {Path(name).name: archive.read(name).decode() for name in about}
    assert "LICENSE" in texts
    assert "License-Expression: MIT" in texts["METADATA"]
    assert "noughts = noughts.cli.main:run" in texts["entry_points.txt"]


def test_the_package_that_runs_is_the_installed_one(installed: Installed) -> None:
    [where] = installed.run("python", "-c", "import noughts; print(noughts.__file__)").splitlines()
    assert Path(where).is_relative_to(installed.environment)


def test_it_says_its_version(installed: Installed) -> None:
    assert installed.run("noughts", "--version") == f"noughts {noughts.__version__}\n"


def test_it_plays_a_game_with_what_is_typed(installed: Installed) -> None:
    shown = installed.run("noughts", "play", "nim", "--x", "person", typed="1-1\nquit\n")
    assert "x> " in shown
    assert "o plays" in shown
    assert "after 2 moves" in shown


def test_it_checks_a_document_of_the_library(installed: Installed) -> None:
    figures, summary = installed.run("noughts", "check", "tictactoe").splitlines()
    assert figures.startswith("12 random matches ")
    assert summary.startswith("tictactoe: ")


def test_it_plays_with_the_trained_player(installed: Installed) -> None:
    shown = installed.run("noughts", "arena", "tictactoe", "trained", "perfect", "--games", "2", "--json")
    assert json.loads(shown)["players"][0]["drawn"] == 2


EVERY_LEAF = """
from noughts.pages.site.leaf import leaves
print(sum(leaf.source.is_file() for leaf in leaves()), len(leaves()))
"""


def test_it_has_every_page_of_the_library_and_the_manual(installed: Installed) -> None:
    """What ``weave --site`` weaves; that it does is seen once for all, in ``tests/pages``."""
    there, wanted = installed.run("python", "-c", EVERY_LEAF).split()
    assert there == wanted
    assert int(wanted) > 30
    assert installed.run("noughts", "explain", "E202").startswith("Nothing defines this name.")


# What the extras are for

EXTRAS = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]

USES = {
    "solve": """
import noughts
game = noughts.load("tictactoe")
assert game.search(game.match()).value.winner is None
""",
    "train": """
import noughts, subprocess, sys
words = ["-m", "noughts", "train", "nim", "-o", "nim.safetensors", "--rounds", "1"]
subprocess.run([sys.executable, *words], check=True, capture_output=True)
assert noughts.load("nim").audit("trained:nim.safetensors", "x").player
""",
    "pettingzoo": """
import noughts
from noughts.adapters import gymnasium, pettingzoo
game = noughts.load("tictactoe")
alone, together = gymnasium.env(game, "x", render_mode="rgb_array"), pettingzoo.env(game)
alone.reset(seed=1)
assert alone.render().shape[2] == 3
together.reset()
together.step(4)
assert together.agent_selection == "o"
""",
    "open-spiel": """
import noughts
from noughts.adapters import open_spiel
from open_spiel.python.algorithms.minimax import alpha_beta_search
game = noughts.load("tictactoe")
assert alpha_beta_search(open_spiel.load_game(game))[0] == 0
""",
    "tables": """
import noughts
game = noughts.load("tictactoe")
assert len(game.solve().to_pandas()) == game.solve().to_arrow().num_rows == len(game.explore().to_networkx())
""",
    "cluster": """
import subprocess, sys
from distributed import LocalCluster
if __name__ == "__main__":
    with LocalCluster(n_workers=1, dashboard_address=None) as cluster:
        words = ["-m", "noughts", "sample", "nim", "--games", "10", "--cluster", cluster.scheduler_address]
        subprocess.run([sys.executable, *words], check=True, capture_output=True)
""",
    "serve": """
import re, subprocess, sys
from urllib.request import urlopen
words = ["-u", "-m", "noughts", "serve", "nim", "--port", "0", "--database", "sqlite:///rooms.sqlite"]
with subprocess.Popen([sys.executable, *words], stdout=-1, stderr=-2, text=True) as service:
    address = next(found[0] for line in service.stdout if (found := re.search(r"http://[^ /]+", line)))
    assert urlopen(address + "/health").status == 200
    service.terminate()
""",
    "window": """
import webview
assert webview.create_window
""",
    "lsp": """
import json, subprocess, sys
parameters = {"processId": None, "rootUri": None, "capabilities": {}}
text = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": parameters})
with subprocess.Popen([sys.executable, "-m", "noughts", "lsp"], stdin=-1, stdout=-1) as server:
    server.stdin.write(f"Content-Length: {len(text)}\\r\\n\\r\\n{text}".encode())
    server.stdin.flush()
    assert b"Content-Length" in server.stdout.readline()
    server.kill()
""",
}
"""For each extra a program that uses it."""


_ON_DEMAND = pytest.mark.skip("extras are installed on demand, by NOUGHTS_PYTHONS")


def test_each_extra_has_a_use() -> None:
    assert set(USES) == set(EXTRAS) - {"dev"}  # what the tests need, the tests use


@pytest.mark.parametrize("extra", USES)
@pytest.mark.parametrize("python", PYTHONS or [pytest.param("", marks=_ON_DEMAND)])
def test_an_extra_works(python: str, extra: str, wheel: Path, tmp_path: Path) -> None:
    subprocess.run([python, "-m", "venv", tmp_path / "env"], check=True, timeout=600)
    within = tmp_path / "env" / "bin" / "python"
    pip(f"--python={within}", "install", f"{wheel}[{extra}]")
    program = tmp_path / "use.py"
    program.write_text(USES[extra], "utf-8")
    around = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "LC_ALL": "C.UTF-8"}
    used = subprocess.run(
        [within, program], cwd=tmp_path, env=around, capture_output=True, text=True, timeout=600, check=False
    )
    assert used.returncode == 0, used.stdout + used.stderr
