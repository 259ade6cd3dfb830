"""What is locked is what is asked for, and setting up says plainly what it lacks."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

import system_packages
from system_packages import Need

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def locked(name: str) -> dict[str, Version]:
    """The versions in a lock file."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    return {found[1]: Version(found[2]) for found in re.finditer(r"^([\w.-]+)==([^ ]+)", text, re.MULTILINE)}


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("run", PROJECT["dependencies"]),
        ("dev", PROJECT["dependencies"] + PROJECT["optional-dependencies"]["dev"]),
    ],
)
def test_the_lock_holds_what_the_project_asks_for(name: str, wanted: list[str]) -> None:
    versions = locked(name)
    for requirement in map(Requirement, wanted):
        assert versions[requirement.name] in requirement.specifier, f"make lock: {requirement}"


def test_tests_run_on_the_versions_that_people_get() -> None:
    assert locked("run").items() <= locked("dev").items()


@pytest.mark.parametrize("name", ["run", "dev"])
def test_a_lock_has_hashes_and_names_no_host(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    assert "://" not in text
    assert text.count(" \\\n    --hash=sha256:") >= len(locked(name))


def make_venv(python: Path, folder: Path) -> str:
    """What tools/make_venv says when it gives up."""
    command = [ROOT / "tools" / "make_venv", python, folder]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert ended.returncode == 1
    assert not folder.exists()
    return ended.stderr


def python_that(folder: Path, does: str) -> Path:
    """A program that does so when it is called as Python."""
    program = folder / "python3"
    program.write_text(f"#!/bin/sh\n{does}\n")
    program.chmod(0o755)
    return program


def test_no_python_is_told_in_a_sentence(tmp_path: Path) -> None:
    said = make_venv(tmp_path / "python3", tmp_path / "venv")
    assert said.startswith(f"There is no {tmp_path}/python3: install Python 3.11 or later")
    assert said.count("\n") == 1


def test_an_old_python_is_told_in_a_sentence(tmp_path: Path) -> None:
    old = python_that(tmp_path, '[ "$1" = -V ] && echo Python 3.9.2 || exit 1')
    said = make_venv(old, tmp_path / "venv")
    assert said.startswith(f"Noughts needs Python 3.11 or later, and {old} is Python 3.9.2;")
    assert said.count("\n") == 1


def test_a_python_without_ensurepip_is_told_in_a_sentence(tmp_path: Path) -> None:
    bare = python_that(tmp_path, 'case "$2" in *ensurepip*) exit 1;; esac')
    said = make_venv(bare, tmp_path / "venv")
    assert "install the package python3-venv" in said
    assert said.count("\n") == 1


def test_what_cannot_be_installed_is_named(monkeypatch, capsys) -> None:
    needs = (Need("Xvfb", "the tests of the window", "xvfb", lambda: False),)
    tried: list[list[Need]] = []
    monkeypatch.setattr(system_packages, "NEEDS", needs)
    monkeypatch.setattr(system_packages, "install_with_apt", tried.append)
    monkeypatch.setattr(system_packages, "chromium", lambda: Path("chromium"))
    assert system_packages.main() == 1
    assert tried == [[*needs]]
    assert "Xvfb, for the tests of the window: install the package xvfb" in capsys.readouterr().err


def test_where_all_is_there_nothing_is_installed(monkeypatch, capsys) -> None:
    monkeypatch.setattr(system_packages, "NEEDS", (Need("sh", "everything", "dash", lambda: True),))
    monkeypatch.setattr(system_packages, "install_with_apt", lambda needs: pytest.fail("installs"))
    assert system_packages.main() == 0
    assert capsys.readouterr().out == ""


def test_the_browser_that_is_named_is_taken(monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setenv(system_packages.CHROMIUM_CHOSEN, str(tmp_path / "chrome"))
    assert system_packages.chromium() is None
    (tmp_path / "chrome").touch()
    assert system_packages.chromium() == tmp_path / "chrome"


def test_make_lists_every_target() -> None:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^\.PHONY: (.*)$", text, re.MULTILINE)[0].split())
    shown = subprocess.run(
        ["make", "-C", ROOT], capture_output=True, text=True, timeout=600, check=True
    ).stdout
    assert targets == set(re.findall(r"^  make ([\w-]+)", shown, re.MULTILINE))
