"""Tabs: web sockets over which a page asks questions that it cannot answer itself.

A page sends ``{"number": 7, "ask": "move", …}`` and receives ``{"number": 7, "answer": …}``, or a
``"failure"``: a sentence (`message`) and a report of several lines (`error`), either of which may be empty.
With ``{"stop": 7}`` it stops the work on an answer.  Each question has the name of the `game`, ``""`` for the
first one of the service, and its `settings` that differ from those in its document.

- ``game``: the first view of a game (`shown_json`).  From then on, the tab is notified when its files change
  (``{"event": "changed"}``), or change and have errors (``{"event": "broken", "error": …}``)
- ``whole``: the whole program of the game
- ``options``: the choices in a game
- ``seat``: an empty answer, if these `players` can play the game
- ``move``: the move of the player with the name `word`, for a `side`, after the moves of a `line`
- ``values``: the known values of the positions of a `line` from `first` on, and of the one after `ply` moves
- ``keep``: an empty answer, once the match of a `text` is in the file of matches
- ``alive``: an empty answer at once, so a page knows that its connection is not dead

Where rooms are offered (`noughts.service.room_answers`), these need no game:

- ``invite``: a new room for a game, in which the tab has a seat
- ``room``: a room with its game and its state.  From then on, the tab is told each new state
  (``{"event": "room", …}``)
- ``sit``: the secret of a free seat of a room
- ``act``: an empty answer, once a move, an offer or a line of chat is in the room

And those of classrooms (`noughts.service.classroom_answers`):

- ``gather``: a new classroom for a game, with the secret of its teacher
- ``classroom``: a classroom as a member or the teacher sees it.  From then on, the tab is told each new state
  in the same way as that of a room
- ``join``: the secret of a new member
- ``round``, ``remove``, ``rule``: an empty answer, once the next round has begun, a member is removed, or the
  teacher has set a result
- ``matches``: all matches of a classroom as the text of a file, and its name
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, NoReturn, cast
from urllib.parse import urlencode

from msgspec.structs import replace
from starlette.websockets import WebSocket, WebSocketDisconnect

from noughts.background import in_background, is_done_within
from noughts.documents.animation import Animation
from noughts.documents.documented import Documented
from noughts.documents.sided import Sided
from noughts.faces.table import Seater
from noughts.games.game import Game, RulesError, twin_of
from noughts.games.match import Match
from noughts.games.picture import Pictured
from noughts.games.record import read_records, write_record
from noughts.games.record_text import new_identity
from noughts.players.player import Person, Player
from noughts.refusal import Refusal
from noughts.rooms.state import SAY
from noughts.service.answers import Json, failure_json, match_with, move_json, rules_json, values_json
from noughts.service.guard import CHAT, JOIN, JUNK, OPEN, RateLimiter
from noughts.service.page_settings import START, PageSettings, Program, StartPage, changed
from noughts.stop import Stop, Stopped

if TYPE_CHECKING:
    from noughts.service.classroom_answers import ClassroomAnswers
    from noughts.service.room_answers import News, RoomAnswers

_log = logging.getLogger(__name__)

MOST_QUESTIONS: Final = 100
"""The questions of a tab that may wait for an answer at once; a page asks a few."""


class Games:
    """The games of a service, by name and numbers; each is created at its first use."""

    def __init__(self, first: PageSettings | None, start: StartPage | None) -> None:
        self.start = start
        self.rooms: RoomAnswers | None = None
        self.classrooms: ClassroomAnswers | None = None
        self.rates = RateLimiter({})
        self._first = first
        self._made: dict[tuple[str, tuple[tuple[str, int], ...]], PageSettings] = {}
        self._owners: dict[str, Tab] = {}
        self.tabs: set[Tab] = set()

    def of(self, asked: Json) -> PageSettings:
        """The game that a question names; `Refusal` if there is none."""
        game, numbers = asked.get("game", ""), asked.get("settings", {})
        if not isinstance(game, str) or not isinstance(numbers, dict):
            raise Refusal("this names no game")
        for number in numbers.values():
            if not isinstance(number, int) or isinstance(number, bool):
                raise Refusal(f"`{number}` is not a whole number")
        key = (game, tuple(sorted(numbers.items())))
        if key not in self._made:
            self._made.setdefault(key, self._make(game, numbers))
        return self._made[key]

    def _make(self, game: str, numbers: Mapping[str, int]) -> PageSettings:
        first = self._first
        if first is not None and game in ("", first.name):
            if all(first.settings.get(name) == number for name, number in numbers.items()):
                return first
        elif self.start is not None and game in self.start.games and not (first or numbers):
            return self.start.settings(game)
        elif first is None and self.start is not None and game in self.start.games:
            first = self.start.settings(game)
        if first is None or first.choose is None:
            raise Refusal("no game is chosen", "choose one")
        return playable(partial(first.choose, game or first.name, numbers))

    def renew(self, before: PageSettings, now: PageSettings) -> None:
        """Replace a game by the one from the present content of its files."""
        self._made = {key: now if made is before else made for key, made in self._made.items()}
        if self._first is before:
            self._first = now

    def rest(self) -> None:
        """Stop the solving of games that no open tab shows."""
        shown = {tab.shows for tab in tuple(self.tabs)}
        for settings in {*self._made.values(), self._first} - shown:
            if settings is not None and settings.adviser is not None:
                settings.adviser.rest()

    def owner(self, match: str, tab: Tab) -> Tab:
        """The tab that writes a match to the file: this one, unless another open tab does."""
        if self._owners.get(match) not in self.tabs:
            self._owners[match] = tab
        return self._owners[match]


def playable(make: Callable[[], PageSettings]) -> PageSettings:
    """A chosen game; `Refusal` if its first position cannot be drawn.

    The refusal is one sentence, since a report would quote rules that the user does not see.
    """
    try:
        made = make()
        game = made.game
        if isinstance(game, Pictured | Animation):
            game.images(game.initial)
    except RulesError as failure:
        first = str(failure).splitlines()[0]
        raise Refusal(f"these settings make no game: {first.rpartition(' error ')[2]}") from None
    return made


class PageQuestion(dict[str, Any]):
    """A question of a page; what it lacks is the mistake of whoever wrote the page."""

    def __missing__(self, name: str) -> NoReturn:
        raise Refusal(f"the question `{self['ask']}` needs `{name}`")


class Tab:
    """A tab, with players of its own; each question is answered by work in a thread."""

    def __init__(self, games: Games, base: str, client: str = "") -> None:
        self._games = games
        self._client = client
        self._base = base
        self._stops: dict[int, Stop] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._watching: asyncio.Task[None] | None = None
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self._entered: Json | None = None  # the question by which it is in a room or classroom
        self._shown: Json | None = None  # that question, once the page has been sent its answer
        self._latest: tuple[Json, News] | None = None
        self._leave_room: Callable[[], None] = lambda: None
        self._seated: dict[tuple[PageSettings, str, str], tuple[Game, Player]] = {}
        self._aliases: dict[str, str] = {}
        self.shows: PageSettings | None = None
        """The game on the page."""

    async def run(self, socket: WebSocket) -> None:
        """Answer the questions of the page until it is closed."""
        self._games.tabs.add(self)
        rooms = self._games.rooms
        if rooms is not None:
            rooms.pages.inc()
            self._tasks.add(asyncio.create_task(self._tell_news(socket)))
        try:
            while True:
                await self._receive(socket, await socket.receive_json())
        except (WebSocketDisconnect, RuntimeError, ValueError, TypeError, KeyError):
            pass  # the page was closed, or is not a page of this service
        finally:
            self._games.tabs.discard(self)
            if rooms is not None:
                rooms.pages.dec()
            for stop in self._stops.values():
                stop.wanted = True
            self._seated.clear()  # what is prepared for the players stops with them
            self._games.rest()
            self._leave_room()
            for task in [*self._tasks, *filter(None, [self._watching])]:
                task.cancel()
            with suppress(RuntimeError):
                await socket.close()

    async def _receive(self, socket: WebSocket, asked: Json) -> None:
        if len(self._stops) >= MOST_QUESTIONS:
            raise ValueError("no page asks so much at once")
        if "stop" in asked:
            if (stop := self._stops.get(asked["stop"])) is not None:
                stop.wanted = True
            return
        if asked["ask"] == "alive":  # at no cost: no thread, and no line in the log
            await send(socket, {"number": asked["number"], "answer": None})
            return
        find, stop = _ASKED[asked["ask"]], Stop()
        self._stops[asked["number"]] = stop  # before anything else, since the next message may stop this work
        task = asyncio.create_task(self._answer(socket, find, stop, PageQuestion(asked)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(
        self, socket: WebSocket, find: Callable[[Tab, Json], Any], stop: Stop, asked: Json
    ) -> None:
        rates, begun, outcome = self._games.rates, perf_counter(), "answered"
        try:
            rates.look(JUNK, self)
        except Refusal as failure:  # at no cost: no thread, no look into the database, no line in the log
            self._stops.pop(asked["number"], None)
            await send(socket, {"number": asked["number"], "failure": failure_json(failure)})
            return
        try:
            if (limited := self._limited(asked)) is not None:
                rates.take(*limited)
            told = {
                "answer": await asyncio.wrap_future(in_background(partial(self._found, find, asked), stop))
            }
        except (Stopped, Exception) as failure:
            told = {"failure": failure_json(failure)}
            outcome = "refused" if isinstance(failure, Refusal) else "failed"
            if not isinstance(failure, Stopped):
                rates.take(JUNK, self)
        finally:
            self._stops.pop(asked["number"], None)
            facts = {"outcome": outcome, "ms": round(1000 * (perf_counter() - begun), 1)}
            _log.info("%s", asked["ask"], extra={"facts": facts})
        if stop.wanted:
            return
        await send(socket, {"number": asked["number"], **told})
        if asked is self._entered and "answer" in told:
            self._shown = asked
            self._news.set()  # there may have been news meanwhile
        if asked["ask"] == "game" and "answer" in told:
            if self._watching is not None:
                self._watching.cancel()
            self._watching = asyncio.create_task(self._watch(socket, self._games.of(asked)))

    def _found(self, find: Callable[[Tab, Json], Any], asked: Json) -> Any:
        """The answer to a question; what it has begun is stopped if the page was closed meanwhile."""
        try:
            return find(self, asked)
        finally:
            if self not in self._games.tabs:
                self._games.rest()

    def _limited(self, asked: Json) -> tuple[str, object] | None:
        """The kind of rate limit that a question counts for, and the client; ``None`` for most questions."""
        kind = _LIMITED.get(asked["ask"])
        if kind == CHAT:
            return (CHAT, str(asked.get("secret"))) if asked.get("kind") == SAY else None
        return None if kind is None else (kind, self._client)

    async def _watch(self, socket: WebSocket, shown: PageSettings) -> None:
        """Tell the page once the files of its game have changed, and have no errors."""
        files, again = shown.files, shown.again
        while again is not None:
            files = await changed(files)
            try:
                now = await asyncio.wrap_future(in_background(partial(playable_again, again)))
            except (Stopped, Exception) as failure:
                reason = failure_json(failure)
                await send(socket, {"event": "broken", "error": reason["error"] or reason["message"]})
            else:
                self._games.renew(shown, now)
                await send(socket, {"event": "changed"})
                return

    async def _tell_news(self, socket: WebSocket) -> None:
        """Tell the page each state of its room or classroom after the first; of several at once, the last."""
        while True:
            await self._news.wait()
            self._news.clear()
            if self._latest is None or self._latest[0] is not self._shown:
                continue
            with suppress(Refusal):  # the database is gone: there will be news when it is back
                entered, news = self._latest
                looks_up = news.needs_database
                made = asyncio.wrap_future(in_background(news.make)) if looks_up else None
                state = await made if made else news.make()
                if entered is self._shown:  # else it is in another room, or sits there
                    await send(socket, {"event": "room", **state})

    def ask_rooms(self, asked: Json, *more: object) -> Any:
        """The answer about rooms or classrooms; their refusals are counted."""
        rooms, classrooms = self._games.rooms, self._games.classrooms
        answers = classrooms if asked["ask"] in _OF_CLASSROOMS else rooms
        if answers is None:
            raise Refusal("there are no rooms here", "`noughts serve` offers them")
        with answers.refusals.labels(asked["ask"]).count_exceptions(Refusal):
            return getattr(answers, asked["ask"])(asked, *more)

    def enter(self, asked: Json) -> Json:
        """A room or a classroom with its state; the tab is in it from now on, by this seat."""
        self._leave_room()
        self._entered, self._shown = asked, None
        state, self._leave_room = self.ask_rooms(asked, partial(self._hear_news, asked))
        return cast("Json", state)

    def _hear_news(self, entered: Json, news: News) -> None:
        """Have the page told of its room or classroom; any thread may call this."""
        if entered is not self._entered:
            return
        self._latest = (entered, news)
        with suppress(RuntimeError):  # the service has ended
            self._loop.call_soon_threadsafe(self._news.set)

    def _shown_game(self, asked: Json) -> PageSettings:
        """The game that a question names, which is on the page; `Refusal` if there is none."""
        if (shown := self._games.of(asked)) is not self.shows:
            self.shows = shown
            self._games.rest()
        return shown

    def game(self, asked: Json) -> Json:
        """The first view of a game."""
        shown = self._shown_game(asked)
        home = self._base + START if self._games.start else ""
        words = urlencode({"game": asked.get("game", ""), "settings": json.dumps(asked.get("settings", {}))})
        paper = f"{self._base}/paper?{words}" if shown.paper else None
        return shown_json(shown, home, paper, invites=self._games.rooms is not None)

    def whole(self, asked: Json) -> Json:
        """The whole program of a game."""
        shown = self._games.of(asked)
        return program_json(shown, shown.whole)

    def options(self, asked: Json) -> Json:
        """The choices of a game: its constants with their values, its sizes and sides, and the players."""
        shown = self._games.of(asked)
        return {
            "game": shown.name,
            "settings": [{"name": name, "value": value} for name, value in shown.settings.items()],
            "sizes": shown.sizes,
            "players": [{"word": word, "summary": summary} for word, summary in shown.players()],
            "sides": list(shown.sides),
        }

    def seat(self, asked: Json) -> None:
        """`Refusal` if one of these players cannot play the game."""
        seater_of(self._games.of(asked)).seated(asked["players"]).players()

    def move(self, asked: Json) -> Json:
        """The move of a player, which is the same object as long as the tab is open."""
        shown, side, word = self._shown_game(asked), asked["side"], asked["word"]
        key = (shown, side, word)
        if key not in self._seated:
            self._seated[key] = seated(shown, side, word)
        game, player = self._seated[key]
        return move_json(player, match_with(game, asked["line"]))

    def values(self, asked: Json) -> Json:
        """The known values of the positions of a match; if the page wants more, it waits until they are
        found.

        A page that `searches` itself is told if the service could only search, too.
        """
        shown = self._shown_game(asked)
        adviser, ply = shown.adviser, asked["ply"]
        if adviser is None:
            raise Refusal("the values of moves are not available here")
        assert not isinstance(shown.game, Animation)
        match = match_with(twin_of(shown.game), asked["line"])
        if asked["wanted"]:
            is_done_within(adviser.ask())
        if asked.get("searches") and adviser.looking is not None:
            return {"known": [], "note": "", "searches": True}
        if asked["wanted"]:
            if (looked := adviser.awaited(match.at(ply))) is not None:
                is_done_within(looked)
            if adviser.failure is not None:
                raise adviser.failure
        return values_json(adviser, match, ply, asked["first"])

    def keep(self, asked: Json) -> None:
        """Write a match to the file; if another tab continues the same match, under an identity of its
        own."""
        file, record = self._games.of(asked).file, read_records(asked["text"])[0]
        assert file is not None
        match = record.match
        if match not in self._aliases:
            own = self._games.owner(match, self) is self
            self._aliases[match] = match if own else new_identity()
        file.save_match(replace(record, match=self._aliases[match]))


# The questions about classrooms.
_OF_CLASSROOMS: Final = ("gather", "classroom", "join", "round", "remove", "rule", "matches")

# What a page can ask, with the method that answers.
_ASKED: Final[Mapping[str, Callable[[Tab, Json], Any]]] = {
    "game": Tab.game,
    "whole": Tab.whole,
    "options": Tab.options,
    "seat": Tab.seat,
    "move": Tab.move,
    "values": Tab.values,
    "keep": Tab.keep,
    **dict.fromkeys(("invite", "sit", "act", *_OF_CLASSROOMS), Tab.ask_rooms),
    **dict.fromkeys(("room", "classroom"), Tab.enter),
}


# The questions that count for a rate limit; of the acts, those that are chat.
_LIMITED: Final = {"invite": OPEN, "gather": OPEN, "sit": JOIN, "join": JOIN, "act": CHAT}


async def send(socket: WebSocket, told: Json) -> None:
    """Send a message, unless the page has been closed at this very moment."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(json.dumps(told))


def playable_again(again: Callable[[], PageSettings]) -> PageSettings:
    """A game from the present content of its files, which must have values in the first position."""
    made = again()
    game = made.game
    if not isinstance(game, Animation):
        Match(game).legal_texts  # noqa: B018 - raises what is wrong with the rules
    return made


def seater_of(shown: PageSettings) -> Seater:
    """The seater, which creates the players of a game."""
    if shown.seating is None:
        raise Refusal("the players of this table cannot be changed")
    return shown.seating()


def seated(shown: PageSettings, side: str, word: str) -> tuple[Game, Player]:
    """The player with the name `word` for a side, and the game in which it moves."""
    seater = seater_of(shown)
    if seater.kinds.get(side) != word:  # a player from the command line keeps its options from there
        seater = seater.seated({**seater.kinds, side: word})
    player = seater.players()[side]
    assert not isinstance(player, Person)
    assert not isinstance(shown.game, Animation)
    return twin_of(shown.game), player


def shown_json(shown: PageSettings, home: str, paper: str | None, *, invites: bool) -> Json:
    """The first view of a game as JSON.

    It has the `stage`, with the addresses of the start page and of the paper, all choices, and whether the
    page `invites` to a room; the part of the program that the first picture needs; whether that `isWhole`;
    and whether its matches are to be saved.
    """
    glance = shown.glance if isinstance(shown.game, Documented) else None
    stage = {
        "game": shown.name,
        "games": [{"name": name, "title": title} for name, title in shown.games],
        "paper": paper,
        "home": home,
        "chooses": shown.choose is not None,
        "reasons": isinstance(shown.game, Sided),
        "numbers": dict(shown.numbers),
        "invites": list(shown.sides) if invites and len(shown.sides) > 1 else [],
    }
    if glance is None:
        assert not isinstance(shown.game, Animation)
        program = {"data": common_json(shown) | rules_json(shown.game, shown.title), "script": _NO_PROGRAM}
    else:
        program = program_json(shown, glance)
    is_whole = glance is None or glance.kind == "film"
    opening = shown.opening and {"text": write_record(shown.opening), "ply": shown.ply}
    about = {"isWhole": is_whole, "opening": opening, "keeps": shown.file is not None}
    return {**program, "stage": stage, **about}


_NO_PROGRAM: Final = "self.given = { program: null, kernel: null };\n"


def program_json(shown: PageSettings, program: Program) -> Json:
    """The data and rules of a game in documents, for a page."""
    return {"data": {**program.data, **common_json(shown)}, "script": program.script}


def common_json(shown: PageSettings) -> Json:
    """The players of the game in a new tab, and the documents, which errors quote."""
    seater = None if shown.seating is None else shown.seating()
    return {
        "players": dict(seater.kinds) if seater else {},
        "called": {side: player.name for side, player in seater.players().items()} if seater else {},
        "advisable": shown.adviser is not None,
        "sources": sources_of(shown.game),
    }


def sources_of(game: Game | Animation) -> Json:
    """The texts of the documents of a game, by name."""
    if not isinstance(game, Documented):
        return {}
    sources = (definition.head.source for definition in game.program.definitions.values())
    return {source.name: source.text for source in sources}
