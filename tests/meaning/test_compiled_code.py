"""The generated Python as a whole: what it costs to make."""

from __future__ import annotations

import pytest

from noughts.meaning import compile as compiling
from noughts.meaning.compile import Compiled
from tests.led import program


def test_the_lines_of_a_document_are_kept_once_and_not_for_each_definition(monkeypatch: pytest.MonkeyPatch):
    kept: list[str] = []
    monkeypatch.setattr(compiling, "remember_lines", lambda name, _: kept.append(name))
    Compiled(program(" ".join(f"f{place} := {place}" for place in range(20))))
    assert kept == ["test.led"]
