"""The first page: a card for each game of the library, with a picture of its board and two facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from typing import Final

from noughts.documents import library
from noughts.documents.animation import Animation
from noughts.documents.by_clicks import GameByClicks
from noughts.documents.by_rules import GameByRules
from noughts.documents.from_document import game_from
from noughts.language.check import read_program
from noughts.pages.live_page import page_icon
from noughts.pages.site.board_picture import picture_of
from noughts.pages.site.facts import SECONDS_FOR_A_GAME, Facts, facts_of, known_facts
from noughts.weave.html import page, style

TITLE: Final = "Noughts"
_LEAD: Final = (
    "Write the rules of a game as mathematics. Noughts checks them, plays them, solves them, builds an "
    "opponent that cannot lose, and proves what you claim about them."
)


_FILM: Final = Facts("an animation, with no winner", "30 frames a second")


@dataclass(frozen=True, slots=True)
class Card:
    """What the first page shows of a game: its name in the library, title, picture as HTML, and facts."""

    name: str
    title: str
    picture: str
    facts: Facts | None


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
    game = game_of_library(name)
    return Card(name, library.title_of(name), picture_of(game), facts_in(game, name, seconds))


@cache
def card_without_facts(name: str) -> Card:
    """The same at once: with facts only if they are known."""
    game = game_of_library(name)
    facts = _FILM if isinstance(game, Animation) else known_facts(text_of(name))
    return Card(name, library.title_of(name), picture_of(game), facts)


def game_of_library(name: str) -> GameByRules | GameByClicks | Animation:
    """The game or the animation of a document."""
    path = library.path_of(name)
    return game_from(read_program([path]), name=name, folder=path.parent)


def text_of(name: str) -> str:
    """The document of that name."""
    return library.path_of(name).read_text("utf-8")


def facts_in(
    game: GameByRules | GameByClicks | Animation, name: str, seconds: float = SECONDS_FOR_A_GAME
) -> Facts:
    """The facts of a game of the library."""
    return _FILM if isinstance(game, Animation) else facts_of(game, text_of(name), seconds)


def shown_facts(name: str) -> tuple[str, str]:
    """The facts of a game of the library as its card shows them; they may take some seconds."""
    return facts_lines(facts_in(game_of_library(name), name))


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
    wanted = "" if shown.facts else f' data-facts-of="{escape(shown.name)}"'
    lines = facts_lines(shown.facts) if shown.facts else ("Being solved …", "")
    facts = "".join(f"<p>{escape(line)}</p>" for line in lines)
    return (
        f'<li{wanted}><a href="{escape(address)}"><div class="board">{shown.picture}</div>'
        f"<h3>{escape(shown.title)}</h3>{facts}</a></li>"
    )


def facts_lines(facts: Facts) -> tuple[str, str]:
    """Facts as they stand on a card."""
    return with_capital(facts.winner), with_capital(facts.positions)


def served_files() -> Mapping[str, Callable[[], str]]:
    """The files of the page as it is served: itself, its style, and the script that asks for facts."""
    return {
        "start": lambda: served_page([card_without_facts(name) for name in library.names()]),
        "start.css": lambda: style() + files(__package__).joinpath("site.css").read_text("utf-8"),
        "start.js": lambda: files(__package__).joinpath("start.js").read_text("utf-8"),
    }


def served_page(shown: Sequence[Card]) -> str:
    """The whole page as it is served, with its style and its script beside it."""
    head = (
        f'<link rel="icon" href="{page_icon()}" type="image/svg+xml">\n'
        '<link rel="stylesheet" href="/start.css">\n<script type="module" src="/start.js"></script>'
    )
    return page(TITLE, f"<main>{start_html(shown, '/play/{}', [])}</main>", head)


def with_capital(text: str) -> str:
    """A fact with a capital letter, unless it begins with the name of a side."""
    first, _, _ = text.partition(" ")
    return text if len(first) == 1 and first != "a" else text[:1].upper() + text[1:]
