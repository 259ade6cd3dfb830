"""Every document of the library is in order, and holds what it claims."""

from __future__ import annotations

import re

import pytest

from noughts.documents import library
from noughts.games.laws import check_laws
from noughts.language.shift import is_other_state
from noughts.meaning.compile import Compiled
from noughts.meaning.self_test import self_test
from noughts.meaning.session import open_session
from noughts.text.diagnostic import DocumentError
from tests.library.games import (
    ANIMATIONS,
    ASKED,
    BOARD_GAMES,
    DRAWN,
    UNDRAWN,
    by_clicks,
    by_rules,
    program_of,
)

SETTINGS = [
    *((name, ()) for name in (*BOARD_GAMES, *UNDRAWN, *ANIMATIONS)),
    ("chomp", ("w=3", "h=3")),
    ("domineering", ("n=3",)),
    ("hanoi", ("n=5",)),
    ("mnk", ("m=1", "n=1", "k=1")),
    ("mnk", ("m=2", "n=5", "k=4")),
    ("mnk", ("m=9", "n=7", "k=5")),
    ("hexapawn", ("n=4",)),
    ("hexapawn", ("n=6",)),
    ("nim", ("heaps=(1,3,5,7)",)),
    ("nim", ("heaps=(9,1)",)),
]


def test_every_document_is_looked_at() -> None:
    assert library.names() == tuple(sorted((*BOARD_GAMES, *UNDRAWN, *ANIMATIONS)))


def test_every_document_has_one_kind_and_topics_name_documents() -> None:
    of_a_kind = [name for members in library.kinds().values() for name in members]
    assert sorted(of_a_kind) == list(library.names())
    assert {name for members in library.topics().values() for name in members} <= set(library.names())


@pytest.mark.parametrize(
    ("name", "let"), SETTINGS, ids=lambda part: part if isinstance(part, str) else " ".join(part)
)
def test_the_claims_on_the_page_hold(name: str, let: tuple[str, ...]) -> None:
    program = program_of(name, let)
    assert len(program.tests) >= 5
    assert [str(verdict) for verdict in self_test(program, Compiled(program)) if not verdict.passed] == []


@pytest.mark.parametrize("name", library.names())
def test_a_page_can_be_read(name: str) -> None:
    lines = library.path_of(name).read_text("utf-8").splitlines()
    assert lines[0] == f"# {library.title_of(name)}"
    assert max(map(len, lines)) <= 110
    assert [line for line in lines if line != line.rstrip()] == []


@pytest.mark.parametrize("name", library.names())
def test_every_link_of_a_page_leads_somewhere(name: str) -> None:
    """Links to other documents are links to their files: a site makes pages of them."""
    path = library.path_of(name)
    targets = re.findall(r"\]\(([^)#]+)", path.read_text("utf-8"))
    assert [each for each in targets if "://" not in each and not (path.parent / each).is_file()] == []


@pytest.mark.parametrize("name", [name for name in ASKED if name not in ANIMATIONS])
def test_the_laws_of_games_hold_by_the_rules(name: str) -> None:
    assert (
        list(check_laws(by_rules(name), walks=20 if name in BOARD_GAMES and name != "disctru" else 4)) == []
    )


@pytest.mark.parametrize("name", DRAWN)
def test_the_laws_of_games_hold_by_the_clicks(name: str) -> None:
    assert list(check_laws(by_clicks(name), walks=2 if name == "disctru" else 10)) == []


@pytest.mark.parametrize("name", library.names())
def test_a_name_that_a_page_uses_within_cannot_be_defined_beside_it(name: str) -> None:
    """It would mean something else there, or make a set-builder list nothing."""
    session = open_session([library.path_of(name)])
    definitions = session.meaning.program.definitions.values()
    own = [each for each in definitions if each.span.source.name.endswith(f"{name}.led")]
    bound = {each for definition in own for each in definition.bound}
    assert bound
    for each in bound:
        if is_other_state(each):
            continue  # no document can write it
        with pytest.raises(DocumentError, match="E205"):
            session.enter(f"{each} := 3")
