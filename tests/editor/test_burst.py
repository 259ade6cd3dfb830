"""Many keys at once: what is found at each is found fast, and errors are looked for after the last."""

from __future__ import annotations

import asyncio
import re
import time
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.editor import server as server_module
from noughts.editor.analysis import Analyst
from noughts.editor.occurrences import standing
from noughts.editor.server import NoughtsServer
from noughts.text.source import Source, Span

NAMES = ["x", "x1", "it", "heads"]


def in_one_pattern(name: str, span: Span) -> Span | None:
    """The place of a name, by a pattern that is made for it."""
    found = re.compile(rf"\W*(?:\\[a-z]++\W*)?({re.escape(name)})(?!\w)").match(
        span.source.text, span.start, span.end
    )
    return Span(span.source, *found.span(1)) if found else None


@given(
    st.lists(st.sampled_from([*NAMES, "\\", "\\mathit", "{", "}", "$", "(", " ", "_", "2", "é"]), max_size=9),
    st.sampled_from(NAMES),
    st.data(),
)
def test_a_name_is_found_behind_marks(parts: list[str], name: str, data: st.DataObject) -> None:
    source = Source("any.led", "".join(parts))
    start = data.draw(st.integers(0, len(source.text)))
    span = Span(source, start, data.draw(st.integers(start, len(source.text))))
    assert standing(name, span) == in_one_pattern(name, span)


def test_no_pattern_is_compiled_for_each_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python remembers 512 patterns: with more names in a document, all were compiled again at each key."""
    definitions = "\n".join(f"f{k}(x) := x + {k}" for k in range(600))
    analyst = Analyst()
    analyst.analysis(Source("many.led", f"/$ {definitions} $/")).occurrences  # noqa: B018
    compiled: list[object] = []
    compiler = import_module("re._compiler")  # what `re` calls for a pattern that it does not remember
    compile_pattern = compiler.compile

    def counted(pattern: Any, flags: int = 0) -> Any:
        compiled.append(pattern)
        return compile_pattern(pattern, flags)

    monkeypatch.setattr(compiler, "compile", counted)
    found = analyst.analysis(Source("many.led", f"/$ {definitions}\ng := f1(2) $/")).occurrences
    assert len(found.all) == 600 * 3 + 2
    assert compiled == []


def test_errors_are_not_looked_for_while_answers_are_late(monkeypatch: pytest.MonkeyPatch) -> None:
    server = NoughtsServer("test")
    looked: list[str] = []
    monkeypatch.setattr(server, "look", looked.append)

    async def keys() -> None:
        server.look_soon("one")
        time.sleep(5 * server_module._PAUSE)  # an answer that takes long
        for _ in range(3):
            await asyncio.sleep(0)  # what is due is done
        assert looked == []
        while not looked:
            await asyncio.sleep(server_module._PAUSE)

    with ThreadPoolExecutor(1) as thread:  # this one may have a loop, of a browser
        thread.submit(asyncio.run, keys()).result()
    assert looked == ["one"]
