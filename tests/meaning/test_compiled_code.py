"""The generated Python as a whole: what it costs to make."""

from __future__ import annotations

import pytest

from noughts.language.checked import question
from noughts.meaning import compile as compiling
from noughts.meaning.compile import Compiled
from tests.led import program


def test_the_lines_of_a_document_are_kept_once_and_not_for_each_definition(monkeypatch: pytest.MonkeyPatch):
    kept: list[str] = []
    monkeypatch.setattr(compiling, "remember_lines", lambda name, _: kept.append(name))
    assert Compiled(program(" ".join(f"f{place} := {place}" for place in range(20)))).source
    assert kept == ["test.led"]


def test_a_twin_answers_alike_by_functions_of_its_own_and_nothing_is_compiled_again(
    monkeypatch: pytest.MonkeyPatch,
):
    first = Compiled(program("f(n) := n + |some_set|  some_set := {1, (2, 3)}"))
    first.prepare(question(first.program, "(`a, {4})"))
    assert first.value("f", 1) == 3
    with monkeypatch.context() as patch:
        patch.setattr(compiling, "Emitter", None)
        twin = first.twin()
        assert twin.value("f", 1) == 3
    assert twin.source == first.source
    assert twin.budget is not first.budget
    twin.replace("f", lambda n: n)
    assert (twin.value("f", 1), first.value("f", 1), twin.twin().value("f", 1)) == (1, 3, 3)
