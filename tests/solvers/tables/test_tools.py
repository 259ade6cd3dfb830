"""The manual's questions to tables, put by the tools that it names where these are installed.

`make cluster-test` installs DuckDB, Polars and pandas; without them their question is skipped.
"""

from __future__ import annotations

import ast
import pathlib
from importlib import import_module
from textwrap import dedent
from typing import Any

import pytest

from noughts.solvers.tables.asked import Ask
from noughts.solvers.tables.folder import Folder
from noughts.solvers.tables.solve import solve_tables
from noughts.workers.engine import Here
from tests.library.games import by_rules

PAGE = pathlib.Path(__file__).parents[3] / "docs" / "tables.md"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """Where the tables are that the manual asks."""
    found = tmp_path_factory.mktemp("tools")
    game = by_rules("mnk", ["m=4", "n=4", "k=4"])
    solve_tables(Ask(game, Folder(str(found / "mnk44"))), Here(), lambda state: None)
    return found


def asked(tool: str) -> str:
    """What the manual shows of a tool: the indented lines of its paragraph."""
    parts = PAGE.read_text("utf-8").split("\n\n")
    return next(dedent(part) for part in parts if part[:4].isspace() and f"{tool}." in part)


@pytest.mark.parametrize("tool", ["duckdb", "polars", "pandas"])
def test_tools_say_what_the_manual_says(
    tool: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip(tool)
    monkeypatch.chdir(request.getfixturevalue("place"))
    names: dict[str, Any] = {tool: import_module(tool), "pathlib": pathlib}
    *before, last = ast.parse(asked(tool)).body
    assert isinstance(last, ast.Expr)
    exec(compile(ast.Module(before, []), tool, "exec"), names)
    answer = eval(compile(ast.Expression(last.value), tool, "eval"), names)
    number = answer.fetchall()[0][0] if tool == "duckdb" else answer.item()
    assert f"All three say {int(number):,}.".replace(",", " ") in PAGE.read_text("utf-8").replace("\n", " ")
