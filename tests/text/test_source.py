"""Places in a text as Python's own syntax trees count them: lines from 1, columns in bytes from 0."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from noughts.text import source
from noughts.text.source import Source

TEXTS = st.text(st.sampled_from("ab\n∈é𝒫"), max_size=40)


@given(TEXTS, st.integers(1, 7), st.data())
def test_columns_are_counted_in_bytes(text: str, mile: int, data: st.DataObject):
    offset = data.draw(st.integers(0, len(text)))
    before = text[:offset]
    whole, source.MILE = source.MILE, mile
    try:
        found = Source("", text).byte_column(offset)
    finally:
        source.MILE = whole
    line_start = before.rfind("\n") + 1
    assert found == (before.count("\n") + 1, len(before[line_start:].encode()))
