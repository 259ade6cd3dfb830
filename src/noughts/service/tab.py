"""A tab: a web socket over which a page asks for what it cannot find out itself.

A page sends ``{"number": 7, "ask": "move", …}`` and is sent ``{"number": 7, "answer": …}``, or a
``"failure"``: a sentence (`message`) and a report of several lines (`error`), either of which may be empty.
With ``{"stop": 7}`` it stops the work on an answer.  Each question names the `game`, ``""`` for the one that
the service began with, and its `settings` that are others than in its document.

- ``game``: what is shown first of a game, as `shown_json` says; from then on the tab is told when its files
  change (``{"event": "changed"}``), or change and have errors (``{"event": "broken", "error": …}``)
- ``whole``: all of its program
- ``options``: what may be chosen in a game
- ``seat``: nothing, if these `players` can play it
- ``move``: the move of the player that a `word` names, for a `side`, after the moves of a `line`
- ``values``: what is known of the positions of a `line` from `first` on, and of the one after `ply` moves
- ``keep``: nothing, once the match of a `text` is in the file of matches
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from concurrent.futures import Future, wait
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final
from urllib.parse import urlencode

from starlette.websockets import WebSocket, WebSocketDisconnect

from noughts.documents.animation import Animation
from noughts.faces.background import in_background
from noughts.faces.seating import Seater
from noughts.games.game import Game, RulesError, twin_of
from noughts.games.match import Match
from noughts.games.picture import Pictured
from noughts.games.reasoned import Reasoned
from noughts.games.record import read_records, write_record
from noughts.games.record_text import new_identity
from noughts.players.player import Person, Player
from noughts.refusal import Refusal
from noughts.service.answers import Json, failure_json, match_with, move_json, rules_json, values_json
from noughts.service.page_settings import START, PageSettings, Program, StartPage
from noughts.service.source_files import changed
from noughts.stop import Stop, Stopped, current

_LOOK: Final = 0.1
"""Seconds between two checks whether somebody still waits: short beside what people notice."""


class Games:
    """The games of a service, by name and numbers, each made when it is first asked for."""

    def __init__(self, first: PageSettings | None, start: StartPage | None) -> None:
        self.start = start
        self._first = first
        self._made: dict[tuple[str, tuple[tuple[str, int], ...]], PageSettings] = {}
        self._owners: dict[str, Tab] = {}
        self.tabs: set[Tab] = set()

    def of(self, asked: Json) -> PageSettings:
        """The game that a question names; `Refusal` if there is none."""
        game, numbers = asked.get("game", ""), asked.get("settings", {})
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
        """From now on there is a game as its files are now, where it was as they were before."""
        self._made = {key: now if made is before else made for key, made in self._made.items()}
        if self._first is before:
            self._first = now

    def owner(self, match: str, tab: Tab) -> Tab:
        """The tab that writes a match into a file: this one, unless another open one does."""
        if self._owners.get(match) not in self.tabs:
            self._owners[match] = tab
        return self._owners[match]


def playable(make: Callable[[], PageSettings]) -> PageSettings:
    """A chosen game; `Refusal` if its first position cannot be drawn, whose report is about rules unseen."""
    try:
        made = make()
        game = made.game
        if isinstance(game, Pictured | Animation):
            game.images(game.initial)
    except RulesError as failure:
        first = str(failure).splitlines()[0]
        raise Refusal(f"these settings make no game: {first.rpartition(' error ')[2]}") from None
    return made


class Tab:
    """A tab, with players of its own; each question is answered by work in a thread."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._stops: dict[int, Stop] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._watching: asyncio.Task[None] | None = None
        self._seated: dict[tuple[PageSettings, str, str], tuple[Game, Player]] = {}
        self._aliases: dict[str, str] = {}

    async def run(self, socket: WebSocket) -> None:
        """Answer what the page asks until it is closed."""
        self._games.tabs.add(self)
        try:
            while True:
                await self._receive(socket, await socket.receive_json())
        except (WebSocketDisconnect, RuntimeError, ValueError, TypeError, KeyError):
            pass  # closed, or no page of ours
        finally:
            self._games.tabs.discard(self)
            for stop in self._stops.values():
                stop.wanted = True
            for task in [*self._tasks, *filter(None, [self._watching])]:
                task.cancel()
            with suppress(RuntimeError):
                await socket.close()

    async def _receive(self, socket: WebSocket, asked: Json) -> None:
        if "stop" in asked:
            if (stop := self._stops.get(asked["stop"])) is not None:
                stop.wanted = True
            return
        find, stop = _ASKED[asked["ask"]], Stop()
        self._stops[asked["number"]] = stop  # at once, for the next message may want it
        task = asyncio.create_task(self._answer(socket, find, stop, asked))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(
        self, socket: WebSocket, find: Callable[[Tab, Json], Any], stop: Stop, asked: Json
    ) -> None:
        try:
            told = {"answer": await asyncio.wrap_future(in_background(partial(find, self, asked), stop))}
        except (Stopped, Exception) as failure:
            told = {"failure": failure_json(failure)}
        finally:
            self._stops.pop(asked["number"], None)
        if stop.wanted:
            return
        await send(socket, {"number": asked["number"], **told})
        if asked["ask"] == "game" and "answer" in told:
            if self._watching is not None:
                self._watching.cancel()
            self._watching = asyncio.create_task(self._watch(socket, self._games.of(asked)))

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

    def game(self, asked: Json) -> Json:
        """What is shown first of a game."""
        return shown_json(self._games.of(asked), asked, START if self._games.start else "")

    def whole(self, asked: Json) -> Json:
        """All of the program of a game."""
        shown = self._games.of(asked)
        return program_json(shown, shown.whole)

    def options(self, asked: Json) -> Json:
        """The choices of a game: its constants with their values, its sides, and the players."""
        shown = self._games.of(asked)
        return {
            "game": shown.name,
            "settings": [{"name": name, "value": value} for name, value in shown.settings.items()],
            "players": [{"word": word, "summary": summary} for word, summary in shown.players()],
            "sides": list(shown.sides),
        }

    def seat(self, asked: Json) -> None:
        """`Refusal` if one of these players cannot play the game."""
        seater_of(self._games.of(asked)).seated(asked["players"], {}).players()

    def move(self, asked: Json) -> Json:
        """The move of a player, who stays the same for as long as the tab is open."""
        shown, side, word = self._games.of(asked), asked["side"], asked["word"]
        key = (shown, side, word)
        if key not in self._seated:
            self._seated[key] = seated(shown, side, word)
        game, player = self._seated[key]
        return move_json(player, match_with(game, asked["line"]))

    def values(self, asked: Json) -> Json:
        """What is known of the positions of a match; whoever wants to know more waits until that is found."""
        shown = self._games.of(asked)
        adviser, ply = shown.adviser, asked["ply"]
        if adviser is None:
            raise Refusal("the values of moves are not available here")
        assert not isinstance(shown.game, Animation)
        match = match_with(twin_of(shown.game), asked["line"])
        if asked["wanted"]:
            await_future(adviser.ask())
            if (looked := adviser.awaited(match.at(ply))) is not None:
                await_future(looked)
            if adviser.failure is not None:
                raise adviser.failure
        return values_json(adviser, match, ply, asked["first"])

    def keep(self, asked: Json) -> None:
        """Write a match into the file, one that another tab goes on with under a name of its own."""
        file, record = self._games.of(asked).file, read_records(asked["text"])[0]
        assert file is not None
        match = record.match
        if match not in self._aliases:
            own = self._games.owner(match, self) is self
            self._aliases[match] = match if own else new_identity()
        file.save_match(replace(record, match=self._aliases[match]))


_ASKED: Final[Mapping[str, Callable[[Tab, Json], Any]]] = {
    "game": Tab.game,
    "whole": Tab.whole,
    "options": Tab.options,
    "seat": Tab.seat,
    "move": Tab.move,
    "values": Tab.values,
    "keep": Tab.keep,
}


async def send(socket: WebSocket, told: Json) -> None:
    """Send a message, unless the page has been closed at this very moment."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(json.dumps(told))


def playable_again(again: Callable[[], PageSettings]) -> PageSettings:
    """A game as its files are now, whose first position is asked for."""
    made = again()
    game = made.game
    if not isinstance(game, Animation):
        Match(game).legal_texts  # noqa: B018 - raises what is wrong with the rules
    return made


def await_future(promised: Future[Any]) -> None:
    """Wait until something is done, or nobody waits for it any more; who asks for it learns if it failed."""
    while not wait([promised], _LOOK).done:
        current.get().look()


def seater_of(shown: PageSettings) -> Seater:
    """What makes the players of a game."""
    if shown.seating is None:
        raise Refusal("the players of this table cannot be changed")
    return shown.seating()


def seated(shown: PageSettings, side: str, word: str) -> tuple[Game, Player]:
    """A player of a side that a word names, and the game that it is asked about."""
    seater = seater_of(shown)
    if seater.kinds.get(side) != word:  # who was named on the command line keeps what was said there
        seater = seater.seated({**seater.kinds, side: word}, {})
    player = seater.players()[side]
    assert not isinstance(player, Person)
    assert not isinstance(shown.game, Animation)
    return twin_of(shown.game), player


def shown_json(shown: PageSettings, asked: Json, home: str) -> Json:
    """A game: the `stage` on which it is shown, with all that may be chosen, and as much of its program as
    the first picture needs; whether that `isWhole`, and whether its matches are to be kept."""
    glance = shown.glance if shown.texts else None
    words = urlencode({"game": asked.get("game", ""), "settings": json.dumps(asked.get("settings", {}))})
    stage = {
        "game": shown.name,
        "games": [{"name": name, "title": title} for name, title in shown.games],
        "paper": f"/paper?{words}" if shown.paper else None,
        "home": home,
        "chooses": shown.choose is not None,
        "reasons": isinstance(shown.game, Reasoned),
        "numbers": dict(shown.numbers),
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
    """What a page is told of a game in documents, and its rules."""
    return {"data": {**program.data, **common_json(shown)}, "script": program.script}


def common_json(shown: PageSettings) -> Json:
    """Who plays the game in a new tab, and the documents, which errors quote."""
    seater = None if shown.seating is None else shown.seating()
    return {
        "players": dict(seater.kinds) if seater else {},
        "called": {side: player.name for side, player in seater.players().items()} if seater else {},
        "advisable": shown.adviser is not None,
        "sources": {text.source.name: text.source.text for text in shown.texts},
    }
