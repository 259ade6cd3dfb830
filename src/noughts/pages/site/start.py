"""The first page: a card for each game of the library, with a picture of its board and two facts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from noughts.documents import library
from noughts.documents.animation import Animation
from noughts.documents.from_document import game_from
from noughts.language.check import read_program
from noughts.pages.site.board_picture import picture_of
from noughts.pages.site.facts import SECONDS_FOR_A_GAME, Facts, facts_of

TITLE: Final = "Noughts"
_LEAD: Final = (
    "Write the rules of a game as mathematics. Noughts checks them, plays them, solves them, builds an "
    "opponent that cannot lose, and proves what you claim about them."
)


@dataclass(frozen=True, slots=True)
class Card:
    """What the first page shows of a game: its name in the library, title, picture as HTML, and facts."""

    name: str
    title: str
    picture: str
    facts: Facts


def cards(
    seconds: float = SECONDS_FOR_A_GAME, progress: Callable[[int], None] = lambda done: None
) -> list[Card]:
    """A card for each document of the library; no game is solved for more than `seconds`."""
    found = list[Card]()
    for name in library.names():
        found.append(card(name, seconds))
        progress(len(found))
    return found


def card(name: str, seconds: float) -> Card:
    """The card of one document."""
    path = library.path_of(name)
    game = game_from(read_program([path]), name=name, folder=path.parent)
    if isinstance(game, Animation):
        facts = Facts("an animation, with no winner", "30 frames a second")
    else:
        facts = facts_of(game, path.read_text("utf-8"), seconds)
    return Card(name, library.title_of(name), picture_of(game), facts)


def start_html(shown: Sequence[Card], address: str, links: Sequence[tuple[str, str]]) -> str:
    """What stands on the first page.

    The page of a game is at `address` with its name in place of ``{}``; `links` lead on: address and text.
    """
    items = "".join(card_html(each, address.format(each.name)) for each in shown)
    ways = "".join(f'<a href="{escape(target)}">{escape(text)}</a>' for target, text in links)
    ways = f'<p class="ways">{ways}</p>' if ways else ""
    return (
        f'<header class="start"><h1>{TITLE}</h1><p>{escape(_LEAD)}</p>{ways}</header>'
        f'<h2 class="noughts-unseen">Games</h2><ul class="games">{items}</ul>'
    )


def card_html(shown: Card, address: str) -> str:
    """A card, which is one link."""
    return (
        f'<li><a href="{escape(address)}"><div class="board">{shown.picture}</div>'
        f"<h3>{escape(shown.title)}</h3>"
        f"<p>{escape(with_capital(shown.facts.winner))}</p><p>{escape(with_capital(shown.facts.positions))}</p></a></li>"
    )


def with_capital(text: str) -> str:
    """A fact with a capital letter, unless it begins with the name of a side."""
    first, _, _ = text.partition(" ")
    return text if len(first) == 1 and first != "a" else text[:1].upper() + text[1:]
