"""What the tests of pages share: pages are woven once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from noughts.cli.main import obey


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The woven page of a game of the library, with options that say how it is read; woven once."""
    folder = tmp_path_factory.mktemp("pages")

    def page(name: str) -> Path:
        path = folder / f"{name}.html"
        if not path.exists():
            assert obey(["weave", *name.split(), "-o", str(path)]) == 0
        return path

    return page
