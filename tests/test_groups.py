"""Tests of a group run in one worker: else each has a browser, and makes what others have made already."""

from __future__ import annotations

import os

import pytest


@pytest.mark.skipif("PYTEST_XDIST_WORKER" not in os.environ, reason="there is but one worker")
@pytest.mark.xdist_group("together")
def test_groups_are_kept_together(request: pytest.FixtureRequest) -> None:
    assert request.node.nodeid.endswith("@together")
