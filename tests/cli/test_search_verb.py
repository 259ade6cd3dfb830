"""``noughts solve --through search``: what it answers, saves and refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from noughts.cli.verbs import ExitCode
from tests.cli.conftest import Noughts

SMALL_FOUR = ("four", "--let", "columns=4", "--let", "rows=3", "--let", "line=3")


def test_a_search_finds_what_the_tables_say(noughts: Noughts, tmp_path: Path) -> None:
    tables = json.loads(noughts("solve", *SMALL_FOUR, "--json").stdout)
    path = tmp_path / "four.search"
    said = noughts("solve", *SMALL_FOUR, "--through", "search", "--save", str(path), "--json")
    found = json.loads(said.stdout)
    assert {key: found[key] for key in ("value", "distance", "through", "exact", "to_move", "at")} == {
        "value": tables["value"],
        "distance": tables["distance"],
        "through": "search",
        "exact": True,
        "to_move": "x",
        "at": [],
    }
    assert list(found["moves"]) == list(tables["moves"])
    decided = {text: worth for text, worth in found["moves"].items() if "at_most" not in worth}
    assert decided
    assert all(tables["moves"][text] == worth for text, worth in decided.items())
    again = noughts("solve", *SMALL_FOUR, "--save", str(path), "--resume", "--json")
    assert again.stdout == said.stdout  # nothing was left to search
    over = noughts("solve", *SMALL_FOUR, "--save", str(path), "--through", "search")
    assert (over.returncode, "--resume" in over.stderr) == (ExitCode.BAD_INPUT, True)


@pytest.mark.parametrize(
    ("options", "word"),
    [
        (["--through", "search", "--limit", "5"], "lists none"),
        (["--through", "search", "--load", "some.solved"], "--resume"),
        (["--through", "tables", "--weak"], "belong to a search"),
        (["--through", "tables", "--workers", "2"], "belong to a search"),
        (["--workers", "2"], "by tables in memory, which `--workers` does not affect"),
        (["--memory", "64MB"], "or add `--through search` or `--tables FOLDER`"),
        (["--weak", "--resume"], "--save FILE"),
        (["--through", "search", "--memory", "much"], "not the size of a search table"),
        (["--through", "search", "--memory", "1000000G"], "does not fit in memory"),
        (["--resume", "--save", "missing.search"], "there is no saved search"),
    ],
)
def test_options_of_a_search_that_make_no_sense(noughts: Noughts, options: list[str], word: str) -> None:
    said = noughts("solve", "tictactoe", *options)
    assert said.returncode == ExitCode.BAD_INPUT
    assert word in said.stderr.replace("\n", " ")
