"""The library's DISCTRU is the machine that it was made from, and what its page says of that is so."""

from __future__ import annotations

import re

from noughts.values.show import show
from tests.library.games import by_rules
from tests.seeds import seed

PAIR = re.compile(r"\((\d), (\d)\)")


def test_the_families_are_those_of_the_machine() -> None:
    text = seed("002").read_text("utf-8")
    game = by_rules("disctru")
    for name in "JKLM":
        (written,) = re.findall(rf"\\mathbf\{{{name}\}} : (.*)\$", text)
        lines = [frozenset(PAIR.findall(line)) for line in re.findall(r"\\\{(.*?)\\\}", written)]
        found = show(game.meaning.value(name))
        ours = [frozenset(PAIR.findall(line)) for line in re.findall(r"\{([^{}]*)\}", found)]
        assert set(lines) == set(ours)
        assert len(lines) == 2


def test_the_machine_says_what_its_page_finds_fault_with() -> None:
    text = seed("002").read_text("utf-8")
    assert text.count("bTurn") == 1
    assert len(re.findall(r"\\text\{turn\}|\bturn\b", text)) > 3
    assert "set of positive integers" in text
    assert r"\text{moves} \in \mathbf{N}" in text
    assert r"\text{moves} = 0" in text
