"""A PostgreSQL of the tests' own, in a folder of its own, with a socket in that folder alone."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from system_packages import postgres_programs

USER = "postgres"


@pytest.fixture(scope="session")
def new_postgres() -> Iterator[Callable[[], str]]:
    """Makes an empty database: its address."""
    programs = postgres_programs()
    if programs is None:
        pytest.skip("there is no PostgreSQL: install the package postgresql, or run make test")
    with postgres(programs) as new:
        yield new


@contextmanager
def postgres(programs: Path) -> Iterator[Callable[[], str]]:
    """A server by the programs in a folder: what makes an empty database, and returns its address."""
    as_root = os.geteuid() == 0  # as which it refuses to run
    as_user: dict[str, str] = {"user": USER} if as_root else {}
    with TemporaryDirectory(prefix="noughts-postgres-") as name:
        folder = Path(name)
        if as_root:
            shutil.chown(folder, USER)

        def run(program: str, *words: str | Path) -> None:
            command = [programs / program, *words]
            subprocess.run(command, check=True, capture_output=True, cwd=folder, **as_user)  # type: ignore[call-overload]

        data = folder / "data"
        run("initdb", "--pgdata", data, "--username", USER, "--auth", "trust", "--no-sync")
        options = f"-k {folder} -c listen_addresses='' -c max_connections=50"
        try:
            run("pg_ctl", "start", "--wait", "--pgdata", data, "--options", options, "--log", folder / "log")
            numbers = count()

            def new() -> str:
                name = f"rooms{next(numbers)}"
                run("createdb", "--host", folder, "--username", USER, name)
                return f"postgresql+psycopg://{USER}@/{name}?host={folder}"

            yield new
        finally:
            run("pg_ctl", "stop", "--mode", "immediate", "--pgdata", data)
