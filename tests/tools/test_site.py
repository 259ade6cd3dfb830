"""The site of the manual: every page is whole, every link leads somewhere, and the search finds things."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

import pytest

from noughts.language.check import read_program
from noughts.text.document import read_documents
from site_pages import DOCUMENTS, ROOT, Site
from tests.weave.pages import Page

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.xdist_group("site")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    Site(folder).write()
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {path: Page(path.read_text("utf-8")) for path in site.rglob("*.html")}


def test_every_page_is_there_and_whole(site: Path, pages: dict[Path, Page]):
    assert len(pages) == len(Site(site).leaves) > 30
    for path, page in pages.items():
        assert page.open == [], path
        assert len(set(page.anchors)) == len(page.anchors), path


def test_every_link_leads_somewhere(pages: dict[Path, Page]):
    for path, page in pages.items():
        for link in page.links:
            if re.match(r"https?:", link):
                continue
            name, _, anchor = link.partition("#")
            target = (path.parent / name).resolve() if name else path
            assert target.is_file(), (path, link)
            assert not anchor or unquote(anchor) in pages[target].anchors, (path, link)


def test_nothing_comes_from_elsewhere(site: Path, pages: dict[Path, Page]):
    for path, page in pages.items():
        for wanted in page.wanted:
            assert (path.parent / wanted).resolve().is_relative_to(site.resolve()), (path, wanted)
            assert (path.parent / wanted).is_file(), (path, wanted)


def test_the_page_of_a_document_is_read_as_the_document(site: Path):
    [document] = read_documents(site / "library" / "nim.html")
    assert document.source.text == (ROOT / "src/noughts/library/nim.led").read_text("utf-8")
    for name in DOCUMENTS:
        page = site / Path(name).with_suffix(".html").name
        assert read_program([page]).definitions.keys() == read_program([ROOT / name]).definitions.keys()


@pytest.fixture
def searched(site: Path, browser: Browser) -> Iterator[object]:
    page = browser.new_page()
    page.goto((site / "library" / "nim.html").as_uri())
    yield page
    page.close()


def test_the_search_finds_headings_words_and_definitions(searched):
    searched.fill("input[type=search]", "playerToMove nim")
    assert "playerToMove" in searched.inner_text(".site output a >> nth=0")
    searched.fill("input[type=search]", "E202")
    searched.press("input[type=search]", "Enter")
    searched.wait_for_url("**/errors.html#e202")
    searched.fill("input[type=search]", "nowhere to be found")
    assert searched.inner_text(".site output") == "Nothing found."
