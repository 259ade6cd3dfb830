"""What the manual shows is what happens, and what it lists is all there is."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from pkgutil import resolve_name

import pytest
from markdown_it import MarkdownIt

import record
from noughts import __version__
from noughts.documents.animation import Animation
from noughts.documents.from_document import game_from
from noughts.games.laws import check_laws
from noughts.kernels.explore import explore
from noughts.language import core as c
from noughts.language.builtins import TABLE, Builtin
from noughts.language.check import read_program
from noughts.language.checked import question
from noughts.language.codes import CODES
from noughts.language.conventions import CLICKS, RULES
from noughts.meaning.budget import DEPTH, SECONDS
from noughts.meaning.compile import Compiled
from noughts.meaning.evaluate import Evaluator
from noughts.meaning.self_test import self_test
from noughts.pages.site.reference import public_names
from noughts.values.limits import ELEMENTS, LEVELS, PARTS_PER_ELEMENT
from noughts.values.show import SHOWN, show

pytestmark = pytest.mark.long

DOCS = record.ROOT / "docs"
PUBLIC = [each.anchor for each in public_names()]


def text_of(name: str) -> str:
    return (DOCS / name).read_text("utf-8")


def of_name(path: Path) -> str:
    return path.name


# What is made


@pytest.mark.parametrize("path", record.PAGES, ids=of_name)
def test_a_page_shows_what_is_printed_now(path: Path) -> None:
    assert record.page(path) == path.read_text("utf-8"), "run tools/record.py, and look at the diff"


@pytest.mark.parametrize("document", record.BAD_DOCUMENTS, ids=of_name)
def test_a_bad_document_is_answered_as_recorded(document: Path) -> None:
    recorded = document.with_suffix(".out").read_text("utf-8")
    assert record.answer(document) == recorded, "run tools/record.py, and look at the diff"


@pytest.mark.parametrize(
    "path", [path for path in record.PAGES if ">>>" in path.read_text("utf-8")], ids=of_name
)
def test_examples_in_python_print_what_the_page_says(path: Path) -> None:
    failed, tried = doctest.testfile(str(path), module_relative=False)
    assert tried > 2
    assert failed == 0


# What must be on the pages


TOLD_ONLY_IF_ASKED = "E505"


@pytest.mark.parametrize("document", record.BAD_DOCUMENTS, ids=of_name)
def test_a_bad_document_has_the_error_of_its_name(document: Path) -> None:
    found = re.findall(r"\b(?:error|note) ([EN]\d{3}):", document.with_suffix(".out").read_text("utf-8"))
    assert document.stem[:4] in (*found, TOLD_ONLY_IF_ASKED)


@pytest.mark.parametrize("code", CODES)
def test_the_mended_document_has_the_mistake_no_more(code: str) -> None:
    """The command that found the mistake finds none in the document that the page shows as mended."""
    recorded = (record.BAD / f"{code}.out").read_text("utf-8")
    said = record.answered(recorded, record.MENDED)
    assert re.findall(r"(?:error|note) [EN]\d{3}|error:", said) == []


def test_the_readme_shows_a_document_and_what_it_becomes() -> None:
    text = (record.ROOT / "README.md").read_text("utf-8")
    assert len(record.NAMED.findall(text)) == 1
    assert len(record.COMMAND.findall(text)) >= 4


def test_every_error_has_a_bad_document_and_a_place_on_the_page() -> None:
    assert {document.stem[:4] for document in record.BAD_DOCUMENTS} == set(CODES)
    assert re.findall(r"^### ([EN]\d{3})$", text_of("errors.md"), re.MULTILINE) == list(CODES)


def test_the_page_about_the_language_is_a_document_that_holds() -> None:
    program = read_program([DOCS / "language.md"])
    assert len(program.tests) > 40
    assert [str(verdict) for verdict in self_test(program, Compiled(program)) if not verdict.passed] == []


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.key)
def test_an_example_of_a_builtin_gives_what_the_table_says(row: Builtin) -> None:
    nothing = c.Program({}, (), False)
    example, value = row.example
    for meaning in (Compiled(nothing), Evaluator(nothing)):
        assert show(meaning.prepare(question(nothing, example))(None)) == value


def test_the_limits_on_the_page_are_those_that_hold() -> None:
    assert (SECONDS, ELEMENTS, DEPTH) == (10, 1_000_000, 2_000)
    assert (ELEMENTS * PARTS_PER_ELEMENT, LEVELS, SHOWN) == (8_000_000, 200, 1000)
    limits = ("ten seconds", "a million elements", "eight million parts", "200 levels", "two thousand deep")
    for limit in (*limits, "first thousand elements"):
        assert limit in text_of("language.md")


def test_the_page_about_games_names_what_a_game_needs() -> None:
    page = text_of("games.md")
    for name, parameters in RULES.items():
        assert f"| `{name}{'(m)' if parameters else ''}` |" in page
    assert ", ".join(f"`{name}`" for name in CLICKS).replace(", `images`", " and `images`") in page


# Links


@pytest.mark.parametrize("path", record.PAGES, ids=of_name)
def test_links_lead_somewhere(path: Path) -> None:
    prose = re.sub(r"^```.*?^```|`[^`\n]*`", "", path.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    for target, anchor in re.findall(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)", prose):
        page = path.parent / target if target else path
        assert page.exists(), target
        headings = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE) if anchor else []
        anchors = [heading.lower().replace(" ", "-") for heading in headings]
        assert not anchor or anchor in anchors + (PUBLIC if page.name == "reference.md" else [])


# How a page is written

MARKDOWN = MarkdownIt("commonmark").enable("table")
KINDS = {"bash", "console", "data", "elisp", "led", "lua", "python", "sh", "tex", "text"}
WRITTEN = (
    *record.PAGES,
    *sorted((DOCS / "notes").glob("*.md")),
    record.ROOT / "SECURITY.md",
)


@pytest.mark.parametrize("path", WRITTEN, ids=of_name)
def test_each_block_of_code_is_between_fences_that_say_its_kind(path: Path) -> None:
    """What is only indented is joined by whoever breaks the lines of a page again, and cannot be coloured."""
    blocks = [
        each for each in MARKDOWN.parse(path.read_text("utf-8")) if each.type in {"code_block", "fence"}
    ]
    assert [each.content for each in blocks if each.info.partition(" ")[0] not in KINDS] == []


SETTINGS_OF_EDITORS = {"noughts.command"}


@pytest.mark.parametrize("path", WRITTEN, ids=of_name)
def test_a_module_that_a_page_names_is_there(path: Path) -> None:
    named = set(re.findall(r"`(noughts(?:\.\w+)+)`", path.read_text("utf-8")))
    assert [name for name in sorted(named - SETTINGS_OF_EDITORS) if not is_there(name)] == []


def is_there(name: str) -> bool:
    try:
        resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return True


RECIPES = {found["file"]: found["text"] for found in record.NAMED.finditer(text_of("cookbook.md"))}


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_is_short_and_can_be_played_to_an_end(name: str, tmp_path: Path) -> None:
    """And obeys the laws of games, in random matches."""
    assert len(RECIPES[name].splitlines()) <= 14
    path = tmp_path / name
    path.write_text(RECIPES[name], "utf-8")
    game = game_from(read_program([path]), name=name, folder=tmp_path)
    assert not isinstance(game, Animation)
    assert list(check_laws(game, walks=10)) == []
    assert any(explore(game).terminal().values())


def test_the_citation_is_of_this_version() -> None:
    assert f"\nversion: {__version__}\n" in (record.ROOT / "CITATION.cff").read_text("utf-8")
