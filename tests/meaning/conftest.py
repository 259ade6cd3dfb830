"""Every test of what a document means is run on the reference, on the compiled code and in a browser."""

from __future__ import annotations

import pytest

from tests.javascript import JavaScript
from tests.led import MEANINGS, Meaning

IN_BROWSER = pytest.param(JavaScript, marks=pytest.mark.xdist_group("javascript"))


@pytest.fixture(params=[*MEANINGS, IN_BROWSER], ids=lambda meaning: meaning.__name__)
def meaning(request: pytest.FixtureRequest) -> Meaning:
    """The reference, then the compiled code, then JavaScript."""
    found: Meaning = request.param
    if found is JavaScript:
        request.getfixturevalue("javascript")
    return found
