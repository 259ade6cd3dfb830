"""What the tests of all faces need."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def windows_end_in_their_own_thread(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let go of closed windows here: Tcl aborts the process if another thread happens to collect one."""
    yield
    if "display" in request.fixturenames:
        gc.collect()
