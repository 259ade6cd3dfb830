"""Boards of games whose cells, contents and moves are values of every kind are derived, and read back."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import HealthCheck, event, example, given, settings
from hypothesis import strategies as st

from noughts.documents.on_board import GameOnBoard
from noughts.language import tree as t
from noughts.language.expression_of import literal
from noughts.language.parse import parse_expression, parse_text
from noughts.language.show import show, show_definition
from noughts.text.diagnostic import DocumentError
from noughts.text.source import Source, Span
from noughts.values.scalars import FALSE, TRUE, Atom
from noughts.values.sets import EMPTY, FiniteSet
from noughts.values.value import Value
from tests.documents.any_values import DOCUMENTS, game_of_values

TEXTS = st.one_of(
    st.sampled_from(
        ["", '"', 'say "no"', "back\\slash", "{}", "(1, 2)", "`a", "a b", "𝔸", "\x00", "two\nlines"]
    ),
    st.text(max_size=4),
)
ATOMS = st.sampled_from(["x", "o", "if", "where", "in", "U", "otherwise", "some", "mod", "cells", "é"])
SIMPLE: st.SearchStrategy[Value] = st.one_of(
    st.integers(-12, 12),
    st.fractions(-3, 3, max_denominator=4),
    st.sampled_from([TRUE, FALSE, EMPTY, ()]),
    ATOMS.map(Atom),
    TEXTS,
)
VALUES: st.SearchStrategy[Value] = st.recursive(
    SIMPLE,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(tuple),
        st.lists(inner, max_size=3).map(FiniteSet),
        st.lists(inner, min_size=1, max_size=3).map(lambda each: FiniteSet(enumerate(each))),
    ),
    max_leaves=5,
)


def is_spelled(values: Sequence[Value]) -> bool:
    """Whether a document can write all of some values."""
    span = Span(Source("values", ""), 0, 0)
    try:
        return all(parse_expression(show(tree)) == tree for tree in (literal(each, span) for each in values))
    except DocumentError:
        return False


def read_back(definitions: Sequence[t.Definition]) -> Sequence[t.Definition]:
    """Definitions, written and read."""
    return parse_text("/$\n" + "\n".join(map(show_definition, definitions)) + "\n$/\n").definitions


@given(
    st.sampled_from(sorted(DOCUMENTS)),
    st.lists(VALUES, min_size=2, max_size=5, unique=True),
    st.lists(VALUES, min_size=3, max_size=3, unique=True),
)
@example("map", [("a", 1), ("b", 1)], [Atom("none"), Atom("x"), Atom("o")])
@example("steps", [FiniteSet(["a"]), FiniteSet([(0, "b")])], [Atom("if"), 'say "no"', -1])
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_the_board_of_any_values_reads_back_if_they_can_be_written(
    kind: str, every: list[Value], contents: list[Value]
) -> None:
    game = game_of_values(kind, every, *contents).game
    assert isinstance(game, GameOnBoard)
    assert game.images(game.initial)
    assert game.click_paths(game.initial).keys() <= {*game.moves(game.initial)}
    if is_spelled([*every, *contents]):
        event("can be written")
        assert tuple(read_back(game.board.definitions)) == game.board.definitions
