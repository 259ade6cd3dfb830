"""Kinds in the words of messages, and when two are the same."""

from __future__ import annotations

import pytest

from noughts.language.kind import (
    ANY,
    NUMBER,
    Kind,
    atom,
    join,
    kind_in_words,
    sequence_of,
    sets_of,
    tuples_of,
)


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (sets_of(NUMBER), "a set of numbers"),
        (sets_of(tuples_of([atom("x"), NUMBER])), "a set of pairs (`x, number)"),
        (sequence_of(tuples_of([NUMBER, NUMBER])), "a tuple of pairs (number, number)"),
        (sets_of(sets_of(NUMBER)), "a set of sets of numbers"),
        (tuples_of([NUMBER, sets_of(atom("x"))]), "a pair (number, set of atoms)"),
    ],
)
def test_a_kind_has_words_for_its_elements(kind: Kind, words: str) -> None:
    assert kind_in_words(kind) == words


def test_kinds_are_the_same_however_deep_they_were_nested() -> None:
    deep = join(tuples_of([tuples_of([NUMBER])]), tuples_of([ANY]))
    assert deep == tuples_of([ANY])
    assert hash(deep) == hash(tuples_of([ANY]))
    assert deep.levels != tuples_of([ANY]).levels
