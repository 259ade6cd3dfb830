"""Every test of what a document means is run on the reference and on the compiled code."""

from __future__ import annotations

import pytest

from tests.led import MEANINGS, Meaning


@pytest.fixture(params=MEANINGS, ids=lambda meaning: meaning.__name__)
def meaning(request: pytest.FixtureRequest) -> Meaning:
    """The reference, then the compiled code."""
    found: Meaning = request.param
    return found
