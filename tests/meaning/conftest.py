"""Every test of what a document means is run on the reference, on the compiled code and as JavaScript."""

from __future__ import annotations

import pytest

from tests.javascript import JavaScript
from tests.led import MEANINGS, Meaning


@pytest.fixture(params=[*MEANINGS, JavaScript], ids=lambda meaning: meaning.__name__)
def meaning(request: pytest.FixtureRequest) -> Meaning:
    """The reference, then the compiled code, then JavaScript."""
    found: Meaning = request.param
    if found is JavaScript:
        request.getfixturevalue("javascript")
    return found
