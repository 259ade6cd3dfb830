"""Reading can be stopped in each pass, and no pass looks at all definitions for each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from noughts.language.check import check_text, parsed_and_checked
from noughts.language.head import head_of
from noughts.language.lookahead import may_look_ahead, without_lookahead
from noughts.language.notes import review
from noughts.language.parse import parse, parse_text
from noughts.meaning import budget
from noughts.meaning.budget import reading_within
from noughts.refusal import Refusal
from noughts.stop import Stop, Stopped, honouring
from noughts.text.document import LARGEST_BYTES, MEGABYTE, split_document
from noughts.text.source import Source
from tests.cli.conftest import Noughts

MANY = "/$\n" + "\n".join(f"a{number} := {number}" for number in range(300)) + "\n$/\n"
DOCUMENT = split_document(Source("many.led", MANY))


def passes() -> dict[str, Callable[[], object]]:
    """What is done with a document, with what each pass needs in place."""
    program, module = check_text(MANY, "many.led"), parse([DOCUMENT])[0]
    return {
        "parse": lambda: parse([DOCUMENT]),
        "look ahead": lambda: without_lookahead(module.definitions),
        "check": lambda: parsed_and_checked([DOCUMENT], {}),
        "review": lambda: review(program),
    }


@pytest.mark.parametrize("name", ["parse", "look ahead", "check", "review"])
def test_each_pass_can_be_stopped(name: str) -> None:
    work = passes()[name]
    stop = Stop()
    stop.wanted = True
    with pytest.raises(Stopped), honouring(stop):
        work()


@pytest.fixture
def ticking(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that counts how often it is asked."""
    clock = count()
    monkeypatch.setattr(budget, "monotonic", lambda: next(clock))


def read_within(seconds: float) -> int:
    """The number of definitions of the document."""
    with reading_within(seconds):
        return len(check_text(MANY, "many.led").definitions)


def test_what_takes_longer_is_refused(ticking: None) -> None:
    fact = "reading and checking the definitions took longer than 200 seconds"
    with pytest.raises(Refusal, match=fact) as refused:
        read_within(200)
    assert refused.value.hint.endswith("or split the document")


def test_what_takes_less_is_read(ticking: None) -> None:
    assert read_within(10_000) == 300


def test_a_stop_from_outside_is_no_refusal(ticking: None) -> None:
    stop = Stop()
    stop.wanted = True
    with pytest.raises(Stopped), honouring(stop):
        read_within(10_000)


class Names(dict[str, int]):
    """Names that are only looked up."""

    def __iter__(self) -> Iterator[str]:
        raise AssertionError("all names are looked at for one definition")

    keys = __iter__  # type: ignore[assignment]


def test_a_head_looks_up_names() -> None:
    (plain, tuples) = parse_text("/$ f(x, y) := x  g((i, j)) := i $/").definitions
    assert [each.name for each in head_of(plain, Names()).parameters] == ["x", "y"]
    assert [each.name for each in head_of(tuples, Names({"ij": 1, "ij2": 1})).parameters] == ["ij3"]


def test_the_text_is_searched_once_for_all_definitions() -> None:
    may_look_ahead.cache_clear()
    check_text(MANY, "many.led")
    assert may_look_ahead.cache_info().misses == 1


@pytest.mark.parametrize(
    "words", [["check", "FILE"], ["eval", "FILE", "a7"], ["weave", "FILE", "-o", "a.tex"]]
)
def test_the_command_line_stops_reading(
    words: list[str], noughts: Noughts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "many.led"
    file.write_text("/$\n" + "\n".join(f"a{number} := {number}" for number in range(2000)) + "\n$/\n")
    said = noughts(*(str(file) if word == "FILE" else word for word in words), "--seconds", "0.01")
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr.startswith(
        "error: reading and checking the definitions took longer than 0.01 seconds\n"
    )


def test_a_larger_document_can_be_allowed(noughts: Noughts, tmp_path: Path) -> None:
    file = tmp_path / "large.led"
    file.write_text("/$ a := 1 $/" + " " * LARGEST_BYTES)
    said = noughts("check", str(file))
    assert (said.returncode, "is larger than 16 MB" in said.stderr) == (2, True)
    assert "`noughts --largest 64 …`" in said.stderr
    more = str(LARGEST_BYTES // MEGABYTE + 1)
    assert noughts("--largest", more, "check", str(file)).returncode == 0
    assert noughts("--largest", "1", "check", str(file)).returncode == 2
