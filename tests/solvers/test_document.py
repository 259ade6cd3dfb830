"""The document about solving is run as it stands."""

from __future__ import annotations

import doctest
from pathlib import Path

DOCUMENT = Path(__file__).parents[2] / "docs" / "solving.md"


def test_the_examples_print_what_the_document_says() -> None:
    failed, tried = doctest.testfile(str(DOCUMENT), module_relative=False)
    assert tried > 10
    assert failed == 0
