"""The first page: a card for each game of the library, with a picture of its board and two facts."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import asdict, replace

from noughts.cache import digest_of, folder, program_digest, store, stored
from noughts.documents import library
from noughts.documents.animation import Animation
from noughts.documents.by_clicks import GameByClicks
from noughts.documents.by_rules import GameByRules
from noughts.documents.documented import Documented
from noughts.documents.from_document import game_from
from noughts.documents.settings import known_size, settings_of
from noughts.easel import HEIGHT, WIDTH, Image, Input
from noughts.easel.svg import Frame, frame_of, screen_svg
from noughts.games.game import Game, TooManyPositions, wins
from noughts.games.match import Match
from noughts.games.picture import Pictured, frame_at
from noughts.language.check import read_program
from noughts.meaning.budget import SECONDS
from noughts.page.scripts import texts_in
from noughts.pages.live_page import page_icon
from noughts.pages.site.parts import PartMaker, SitePart, texts_about_game
from noughts.players.levels import RandomPlayer
from noughts.refusal import Refusal
from noughts.solvers.plan import Plan
from noughts.stop import Stopped, current, stopped_after
from noughts.weave.html import page, style

if TYPE_CHECKING:
    from pathlib import Path

# Two facts of a game: who wins with perfect play, and how many positions it has.


# Positions that are listed, in a second or two, of a game that is too large to be solved in time.
_LISTED: Final = 100_000


class Facts(Struct, frozen=True):
    """The line about a game: who wins, and how many positions there are, of which size of it.

    `moves` is the length of a match with perfect play; ``None`` if the game is not solved or a draw.
    """

    winner: str
    positions: str
    solved: bool = False
    moves: int | None = None


def facts_of(game: GameByRules | GameByClicks, text: str, seconds: float = SECONDS) -> Facts:
    """The facts of the game that a document with this text defines.

    What was found is kept for the next time; what took too long is tried again with more time only.
    """
    known = known_facts(text, seconds)
    if known is not None:
        return known
    found = worked_out(game, seconds)
    found = replace(found, positions=found.positions + of_size(game))
    if (place := place_of_facts(text, seconds)) is not None:
        store(place, json.dumps(asdict(found)).encode())
    return found


def known_facts(text: str, seconds: float = SECONDS) -> Facts | None:
    """The facts that were found before."""
    content = stored(place_of_facts(text, seconds))
    return None if content is None else Facts(**json.loads(content))


def place_of_facts(text: str, seconds: float) -> Path | None:
    """The file in which the facts of a document are kept; ``None`` where nothing can be stored."""
    home = folder("facts")
    key = digest_of(f"{program_digest()} {seconds} {text}".encode()).decode()
    return home and home / f"{key}.json"


def of_size(game: Documented) -> str:
    """Words for the size that the facts are about, if people know the game in another size."""
    own = settings_of(game)
    named = ", ".join(f"{name} = {own[name]}" for name in known_size(game))
    return f" with {named}" if named else ""


def worked_out(game: GameByRules | GameByClicks, seconds: float) -> Facts:
    """The facts as the solvers find them; a lower bound of the positions where there is not enough time."""
    try:
        with stopped_after(seconds):
            solved, _ = Plan().solve(game)
    except (Stopped, TooManyPositions):
        current.get().look()  # nobody may want to know any more
        return Facts("not solved in a few seconds", at_least(game, seconds))
    except Refusal:  # a game of three sides, say
        return Facts("no value with perfect play", at_least(game, seconds))
    value = solved.value(game.initial)
    moves = "" if value.distance is None else f" in {value.distance} move{'' if value.distance == 1 else 's'}"
    positions = f"{solved.figures.positions:,} positions"
    if len(game.sides) == 1:
        winner = f"can be solved{moves}" if value.winner else "cannot be solved"
    else:
        winner = f"{wins(value.winner)}{moves}" if value.winner else "a draw"
        winner += " with perfect play"
    return Facts(winner, positions, solved=True, moves=value.distance)


def at_least(game: GameByRules | GameByClicks, seconds: float) -> str:
    """How many positions there are, as far as a short list holds them and can be made in so many seconds."""
    counted = 0

    def note(positions: int, _: int) -> None:
        nonlocal counted
        counted = positions

    try:
        with stopped_after(seconds):
            found, _ = Plan(limit=_LISTED, diagrams=False, progress=note).explore(game)
    except TooManyPositions:
        return f"more than {_LISTED:,} positions"
    except Stopped:
        current.get().look()
        return f"more than {counted:,} positions" if counted else "positions not counted"
    return f"{len(found):,} positions"


# A picture of a game: its board in the middle of a match, or an animation after a moment.

# The length at which a match is cut that random players need not end.
_PLIES: Final = 60
# The frames of two seconds, after which an animation is under way.
_FRAMES: Final = 60


def picture_of(game: Game | Animation) -> str:
    """The picture as HTML that says nothing to a screen reader: the title beside it says what it is."""
    if isinstance(game, Animation):
        position = game.initial
        for _ in range(_FRAMES):
            position = game.frame(position, Input())
        images = game.images(position)
        return drawn(images, on_screen(frame_of(images)))
    match = middle_of_a_match(game)
    if isinstance(game, Pictured):
        return drawn(game.images(match.position), frame_at(game, game.initial, match.position))
    return f'<pre aria-hidden="true">{escape(game.position_text(match.position))}</pre>'


def middle_of_a_match(game: Game) -> Match:
    """Half of a match between random players, the same one each time."""
    match, player = Match(game), RandomPlayer(seed=1)
    while match.outcome is None and len(match.moves) < _PLIES:
        match = match.play(player.choose(match))
    return match.at((len(match.moves) + 1) // 2)


def drawn(images: Sequence[Image], frame: Frame) -> str:
    """Images as decoration: as large as the frame, so that what lies around it is cut off."""
    return screen_svg(images, frame).replace("<svg ", '<svg aria-hidden="true" ', 1)


def on_screen(frame: Frame) -> Frame:
    """The part of a frame that lies on the screen."""
    left, bottom, right, top = frame
    return max(left, 0), max(bottom, 0), min(right, WIDTH), min(top, HEIGHT)


TITLE: Final = "Noughts"
_LEAD: Final = (
    "Write the rules of a game as mathematics. Noughts checks them, plays them, solves them, builds an "
    "opponent that cannot lose, and proves what you claim about them."
)


# Where the picture of a game is, as it is served.
_PICTURE: Final = "/start/{}.svg"
_FILM: Final = Facts("an animation, with no winner", "30 frames a second")


class Card(Struct, frozen=True):
    """The card of a game on the first page: its name in the library, title, picture as HTML, and facts."""

    name: str
    title: str
    picture: str
    facts: Facts | None


def cards(
    seconds: float = SECONDS,
    names: Sequence[str] | None = None,
    maker: PartMaker | None = None,
) -> list[Card]:
    """A card for each document of the library, or for those of some names; no game is solved for more than
    `seconds`."""
    shown = library.names() if names is None else names
    parts = [
        SitePart(name, (card, name, seconds), (name, str(seconds), *texts_about_game(library.path_of(name))))
        for name in shown
    ]
    return (maker or PartMaker()).made("card", parts)


def card(name: str, seconds: float) -> Card:
    """The card of one document."""
    game = game_of_library(name)
    return Card(name, library.title_of(name), picture_of(game), facts_in(game, name, seconds))


def card_at_once(name: str) -> Card:
    """The same without reading the document: with facts if they are known, and a picture to be asked for."""
    picture = f'<img data-source="{_PICTURE.format(name)}" alt="">'
    return Card(name, library.title_of(name), picture, known_facts(text_of(name)))


def picture_file(name: str) -> str:
    """The picture of a game as a file of its own, which is cached for the next service."""
    part = SitePart(name, (drawn_picture, name), tuple(texts_about_game(library.path_of(name))))
    [picture] = PartMaker().made("picture", [part], of=len(library.names()))
    return str(picture)


def drawn_picture(name: str) -> str:
    """The same, drawn."""
    return picture_of(game_of_library(name))


def game_of_library(name: str) -> GameByRules | GameByClicks | Animation:
    """The game or the animation of a document."""
    path = library.path_of(name)
    return game_from(read_program([path]), name=name, folder=path.parent)


def text_of(name: str) -> str:
    """The document of that name."""
    return library.path_of(name).read_text("utf-8")


def facts_in(game: GameByRules | GameByClicks | Animation, name: str, seconds: float = SECONDS) -> Facts:
    """The facts of a game of the library."""
    return _FILM if isinstance(game, Animation) else facts_of(game, text_of(name), seconds)


def shown_facts(name: str) -> tuple[str, str, str]:
    """The facts of a game of the library as its card shows them, and its tags; they may take some seconds."""
    facts = facts_in(game_of_library(name), name)
    return *facts_lines(facts), tags_of(name, facts)


# The most moves of a match with perfect play that is short: some minutes between two people.
_SHORT: Final = 12

# The filters of the cards: a tag, and the text of its button.
_FILTERS: Final = {"two": "For two", "puzzle": "Puzzles", "solved": "Solved", "short": "Short"}


def tags_of(name: str, facts: Facts | None) -> str:
    """The tags of a game, by which the page filters."""
    [kind] = (kind for kind, members in library.kinds().items() if name in members)
    tags = {
        "two": kind not in ("Puzzles", "Animations") and "More than two players" not in topics_of(name),
        "puzzle": kind == "Puzzles",
        "solved": facts is not None and facts.solved,
        "short": facts is not None and facts.moves is not None and facts.moves <= _SHORT,
    }
    return " ".join(tag for tag, has in tags.items() if has)


def topics_of(name: str) -> list[str]:
    """The subjects of lessons with a game."""
    return [topic for topic, members in library.topics().items() if name in members]


def filter_html() -> str:
    """A search field and the filters; the script that obeys them shows them."""
    buttons = "".join(
        f'<button type="button" value="{tag}" aria-pressed="false">{text}</button>'
        for tag, text in _FILTERS.items()
    )
    return (
        '<form class="filter" role="search" hidden><input type="search" placeholder="Search" '
        f'aria-label="Search the games"> {buttons} <output></output></form>'
    )


def start_html(shown: Sequence[Card], address: str, links: Sequence[tuple[str, str]]) -> str:
    """The contents of the first page: the cards kind by kind, and games for lessons.

    The page of a game is at `address` with its name in place of ``{}``; `links` lead on: address and text.
    """
    known = {each.name: each for each in shown}
    groups = "".join(
        f'<section><h2>{escape(kind)}</h2><ul class="games">'
        + "".join(card_html(known[name], address.format(name)) for name in members if name in known)
        + "</ul></section>"
        for kind, members in library.kinds().items()
        if known.keys() & set(members)
    )
    ways = "".join(f'<a href="{escape(target)}">{escape(text)}</a>' for target, text in links)
    ways = f'<p class="ways">{ways}</p>' if ways else ""
    return (
        f'<header class="start"><h1>{TITLE}</h1><p>{escape(_LEAD)}</p>{ways}</header>'
        f"{filter_html()}{groups}{lessons_html(known, address)}"
    )


def lessons_html(known: Collection[str], address: str) -> str:
    """The list of topics, each with links to its games."""
    items = ""
    for topic, members in library.topics().items():
        links = ", ".join(
            f'<a href="{escape(address.format(name))}">{escape(library.title_of(name))}</a>'
            for name in members
            if name in known
        )
        items += f"<dt>{escape(topic)}</dt><dd>{links}</dd>" if links else ""
    return f'<h2>For lessons</h2><dl class="lessons">{items}</dl>' if items else ""


def card_html(shown: Card, address: str) -> str:
    """A card, which is one link."""
    wanted = "" if shown.facts else f' data-facts-of="{escape(shown.name)}"'
    lines = facts_lines(shown.facts) if shown.facts else ("Being solved …", "")
    facts = "".join(f"<p>{escape(line)}</p>" for line in lines)
    topics = escape(" ".join(topics_of(shown.name)))
    words = f' data-tags="{tags_of(shown.name, shown.facts)}" data-words="{topics}"'
    return (
        f'<li{wanted}{words}><a href="{escape(address)}"><div class="board">{shown.picture}</div>'
        f"<h3>{escape(shown.title)}</h3>{facts}</a></li>"
    )


def facts_lines(facts: Facts) -> tuple[str, str]:
    """Facts as they stand on a card."""
    return with_capital(facts.winner), with_capital(facts.positions)


def served_files() -> Mapping[str, Callable[[], str]]:
    """The files of the page as it is served: itself, its style, the script that asks for facts, pictures."""
    return {
        "start": lambda: served_page([card_at_once(name) for name in library.names()]),
        "start.css": lambda: style() + files(__package__).joinpath("site.css").read_text("utf-8"),
        "start.js": lambda: texts_in("site")["filter.js"] + texts_in("site")["start.js"],
        **{_PICTURE.format(name)[1:]: partial(picture_file, name) for name in library.names()},
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
