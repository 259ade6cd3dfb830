"""Values of every kind that can be written, for Hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from noughts.values.arithmetic import normal
from noughts.values.scalars import FALSE, TRUE, Atom
from noughts.values.sets import FiniteSet
from noughts.values.value import Value

STRINGS = st.text(st.sampled_from("12, (){}`x.é"), max_size=4)
SIMPLE: st.SearchStrategy[Value] = st.one_of(
    st.integers(-3, 3),
    st.fractions(-2, 2, max_denominator=30).map(normal),
    st.sampled_from([TRUE, FALSE, Atom("x"), Atom("é1"), "true", "1", "{}"]),
    STRINGS,
)
VALUES: st.SearchStrategy[Value] = st.recursive(
    SIMPLE,
    lambda inner: st.lists(inner, max_size=3).map(tuple) | st.lists(inner, max_size=4).map(FiniteSet),
    max_leaves=8,
)
