"""The documents that the project grew from, which lie beside it where it is developed."""

from __future__ import annotations

from pathlib import Path

import pytest

SEEDS = Path(__file__).parents[2] / "shared" / "seeds"


def seed(number: str) -> Path:
    """The seed document of that number; the test says so if it is not there."""
    found = sorted(SEEDS.glob(f"{number}_*"))
    if not found:
        pytest.skip(f"the seed documents are not at {SEEDS}: this test reads number {number}")
    return found[0]
