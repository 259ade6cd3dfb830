"""Parts of a site are the same however they are made, and made anew if what determines them has changed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from fontTools.misc import timeTools

from noughts.cache import folder
from noughts.cli.weave import part_report
from noughts.documents import library
from noughts.pages.site import parts, site
from noughts.pages.site.leaf import Leaf, leaves
from noughts.pages.site.parts import PartMaker
from noughts.pages.site.site import Weaver, Woven
from noughts.pages.site.start import cards
from noughts.weave.typefaces import cut
from noughts.workers import engine as engines
from noughts.workers.engine import Engine, Here, local_engine

DOCUMENT = """# Mine

![A picture](seen.svg)

/$
uses numbers
$/

/$
initialState := start
images := {graphic("drawn.svg", point(500, 400), 100, 100)}
newState := currentState
$/
"""
USED = """/$
start := 1
$/
"""
PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'
ADDRESSES = {leaf.name: leaf.address for leaf in leaves()}


@pytest.fixture(autouse=True)
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def woven(chosen: Sequence[Leaf], engine: Engine | None = None, weaver: Weaver | None = None):
    """The pages of some leaves, and the addresses of those that were not cached."""
    made = list[str]()
    maker = PartMaker(engine or Here(), lambda name, done, total: made.append(name))
    weaver = weaver or Weaver(ADDRESSES)
    found: list[Woven] = maker.made("page", [weaver.part(leaf) for leaf in chosen])
    return found, sorted(made)


def test_pages_and_cards_are_the_same_in_one_process_in_several_and_cached(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    chosen = [
        leaf for leaf in leaves() if leaf.address in ("library/nim.html", "library/pong.html", "play.html")
    ]
    alone, made = woven(chosen)
    assert made == sorted(leaf.address for leaf in chosen)
    shown = cards(5, ["nim", "pong"])
    for name in ("PATIENCE", "_SECONDS_WORTH_SHARING"):  # begin elsewhere after the first
        monkeypatch.setattr(engines, name, -1.0)
    assert (woven(chosen)[0], cards(5, ["nim", "pong"])) == (alone, shown)
    assert woven(chosen)[1] == []
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "another"))
    with local_engine(2) as engine:
        assert woven(chosen, engine) == (alone, made)
        assert cards(5, ["nim", "pong"], PartMaker(engine)) == shown


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Leaf:
    """The leaf of a document in a library of its own, which uses a document and two pictures."""
    home = tmp_path / "library"
    home.mkdir()
    for name, text in (
        ("mine.led", DOCUMENT),
        ("numbers.led", USED),
        ("seen.svg", PICTURE),
        ("drawn.svg", PICTURE),
    ):
        (home / name).write_text(text)
    monkeypatch.setattr(library, "LIBRARY", home)
    monkeypatch.setattr(site, "suggested", lambda name: [])  # that library has no table of settings
    return Leaf("src/noughts/library/mine.led", home / "mine.led", "library/mine.html")


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("mine.led", DOCUMENT.replace("# Mine", "# Ours")),
        ("numbers.led", USED.replace("1", "2")),
        ("seen.svg", PICTURE.replace('"1"', '"2"')),
        ("drawn.svg", PICTURE.replace('"1"', '"2"')),
    ],
)
def test_a_page_is_made_anew_if_a_file_has_changed(mine: Leaf, file: str, text: str):
    before, made = woven([mine])
    assert made == [mine.address]
    assert woven([mine]) == (before, [])
    (mine.source.parent / file).write_text(text)
    after, made = woven([mine])
    assert made == [mine.address]
    assert after != before


def test_a_page_is_made_anew_for_other_options_and_for_another_program(
    mine: Leaf, monkeypatch: pytest.MonkeyPatch
):
    before, _ = woven([mine])
    after, made = woven([mine], weaver=Weaver(ADDRESSES, "playground/index.html"))
    assert made == [mine.address]
    assert after != before
    assert woven([mine]) == (before, [])
    assert woven([mine], weaver=Weaver({}))[1] == [mine.address]
    monkeypatch.setattr(parts, "program", lambda: "another")
    assert woven([mine])[1] == [mine.address]


@pytest.mark.parametrize("content", [b"", b"not a page"])
def test_a_damaged_page_is_made_anew(mine: Leaf, content: bytes):
    before, _ = woven([mine])
    home = folder("site")
    assert home is not None
    [stored] = home.glob("*.page")
    stored.write_bytes(content)
    assert woven([mine]) == (before, [mine.address])
    assert woven([mine]) == (before, [])


def test_what_was_finished_before_an_interruption_need_not_be_made_again(mine: Leaf):
    def interrupt(name: str, done: int, total: int) -> None:
        raise KeyboardInterrupt

    both = [Weaver(ADDRESSES).part(mine), Weaver(ADDRESSES, "playground/index.html").part(mine)]
    with pytest.raises(KeyboardInterrupt):
        PartMaker(Here(), interrupt).made("page", both)
    made = list[int]()
    PartMaker(Here(), lambda name, done, total: made.append(total)).made("page", both)
    assert made == [1]


def test_a_typeface_is_the_same_whenever_it_is_cut(monkeypatch: pytest.MonkeyPatch):
    first = cut("stix-two-text.woff2", "ab")
    monkeypatch.setattr(timeTools, "timestampNow", lambda: 0)
    assert cut("stix-two-text.woff2", "ab") == first


def test_without_a_terminal_each_part_is_reported_in_a_line(capsys: pytest.CaptureFixture[str]):
    counts = list[int]()
    report = part_report("page", counts.append)
    report("library/nim.html", 1, 2)
    report("play.html", 2, 2)
    assert counts == [1, 2]
    assert capsys.readouterr().err == "page 1 of 2: library/nim.html\npage 2 of 2: play.html\n"
