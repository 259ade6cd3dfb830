"""``import noughts``: which names there are, that each has an example that runs, and what they cost."""

from __future__ import annotations

import inspect

import pytest

import noughts

NAMES = [
    *(
        "Atom",
        "Audit",
        "Document",
        "DocumentError",
        "Exploration",
        "Game",
        "Match",
        "Outcome",
        "SeatedPlayer",
        "Proof",
        "Refusal",
    ),
    *("Solution", "Strategy", "Value", "check_laws", "load", "load_document"),
    *("load_solution", "load_tables", "PossibleOutcomes", "Searched", "game_names"),
    *("Explanation", "LegalMoves", "Report", "Tournament"),
]


def test_these_are_the_public_names():
    assert sorted(NAMES) == noughts.__all__
    assert set(NAMES) <= set(dir(noughts))


@pytest.mark.parametrize("name", NAMES)
def test_a_public_name_is_explained_with_an_example(name: str):
    explained = inspect.getdoc(getattr(noughts, name)) or ""
    assert ">>> " in explained, f"`noughts.{name}` has no example"


def test_another_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'lod'"):
        noughts.lod  # noqa: B018
