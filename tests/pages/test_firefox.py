"""The woven page and the meaning that it has, in a second browser."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from noughts.cli.main import obey
from noughts.meaning.budget import DEPTH, Budget
from tests.firefox import Firefox, FirefoxSite, running_firefox, served
from tests.javascript import JavaScript
from tests.led import program
from tests.meaning.programs import document
from tests.meaning.test_javascript import assert_agreement

pytestmark = pytest.mark.long

DOCUMENTS = int(os.environ.get("NOUGHTS_FUZZ_JAVASCRIPT", "30"))
AT_ONCE = 60


@pytest.fixture
def firefox() -> Iterator[Firefox]:
    """A browser of the test's own: if one hangs, the others and a second attempt do not."""
    with running_firefox() as browser:
        yield browser


def test_a_match_is_played_without_a_complaint(firefox: Firefox, tmp_path: Path):
    page = tmp_path / "tictactoe.html"
    assert obey(["weave", "tictactoe", "-o", str(page)]) == 0
    firefox.complaints.clear()
    firefox.open(page.as_uri())
    firefox.headline("Your move")
    firefox.click("#areas .area[data-index='4']")
    firefox.until("() => document.querySelectorAll('#line li').length === 3")
    firefox.headline("Your move")
    firefox.press("u")
    firefox.until("() => document.querySelector('#line [aria-current]').textContent === 'Start'")
    firefox.headline("Your move")
    assert firefox.evaluate("() => document.querySelector('#paper h1').textContent") == "Tic-tac-toe"
    assert firefox.complaints == []


def test_generated_documents_have_the_same_value_or_the_same_error(
    firefox: Firefox, monkeypatch: pytest.MonkeyPatch
):
    texts: dict[str, str] = {}
    with served(texts) as address:
        monkeypatch.setattr(JavaScript, "site", FirefoxSite(firefox, address, texts), raising=False)
        for first in range(0, DOCUMENTS, AT_ONCE):
            seeds = range(first, min(DOCUMENTS, first + AT_ONCE))
            programs = [program(document(Random(seed).choice)) for seed in seeds]
            assert_agreement(programs, "v", Budget(seconds=5, elements=3000))


def test_what_is_too_deep_for_its_stack_is_worked_out_too(firefox: Firefox, monkeypatch: pytest.MonkeyPatch):
    texts = [
        f"v := f({depth}) f(n) := n if n < 1; 1 + f(n - 1) otherwise"
        for depth in (10, DEPTH - 10, DEPTH + 10)
    ]
    files: dict[str, str] = {}
    with served(files) as address:
        monkeypatch.setattr(JavaScript, "site", FirefoxSite(firefox, address, files), raising=False)
        assert_agreement([program(text) for text in texts], "v", Budget())
