"""What the tests of pages share: pages are woven once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from noughts.cache import folder
from noughts.cli.main import obey
from noughts.solvers.safe_set import safe_sets

MODERATE = 100_000
"""Nodes until a page in the tests has its safe sets or none: twice as many as disctru needs."""


@pytest.fixture(scope="session")
def pages() -> Callable[[str], Path]:
    """The woven page of a game of the library, with options that say how it is read.

    It is in the cache of this run of the tests, so all workers share it; `weave` writes a file whole.
    """
    home = folder("woven")
    assert home is not None

    def page(name: str) -> Path:
        path = home / f"{name}.html"
        if not path.exists():
            assert obey(["weave", *name.split(), "-o", str(path)]) == 0
        return path

    return page


@pytest.fixture(scope="session", autouse=True)
def safe_sets_are_found_soon_or_not_at_all() -> Iterator[None]:
    """A page whose game has no safe set of moderate size does without one, as it does after a longer search.

    What a longer search finds is tested in tests/solvers/javascript/test_oracles.py.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("noughts.pages.live_game.safe_sets", partial(safe_sets, work=MODERATE))
        yield
