"""Answers about rooms, as JSON: what a page asks for and is told when people play on different machines."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import TypeVar, cast

from msgspec import Struct

from noughts.easel.svg import screen_svg
from noughts.games.game import Game, twin_of
from noughts.games.match import Match
from noughts.games.picture import Pictured, frame_at
from noughts.games.record import write_marked
from noughts.refusal import Refusal
from noughts.rooms.classrooms import Classrooms
from noughts.rooms.hall import Hall, records_of
from noughts.rooms.state import LONGEST_CONTROL, RoomState, TimeControl
from noughts.rooms.store import Store
from noughts.service.answers import Json
from noughts.service.metrics import ACT_SECONDS, ACTS, PAGES, REFUSALS, ROOMS
from noughts.service.page_settings import PageSettings

_T = TypeVar("_T")


class News(Struct, frozen=True):
    """A message to a page: `make` returns it when it is sent, and may need the database."""

    make: Callable[[], Json]
    needs_database: bool = True


class RoomAnswers:
    """The rooms of a service; `settings_of` returns the page settings of a game that a question names.

    The names of public methods that take what is asked are those of questions.
    """

    def __init__(self, store: Store, settings_of: Callable[[Json], PageSettings]) -> None:
        @lru_cache
        def game_of_rooms(shown: PageSettings) -> Game:
            """The game that rooms share, since another would find everything about its rules again."""
            game: Game = twin_of(cast("Game", shown.game))  # no film, which has no sides
            return game

        def game_of(name: str, settings: Mapping[str, int]) -> Game:
            shown = settings_of({"game": name, "settings": dict(settings)})
            if len(shown.sides) < 2:
                raise Refusal(f"{shown.title} is not a game for two")
            return game_of_rooms(shown)

        self.pages = PAGES
        self.refusals = REFUSALS
        self.settings_of = settings_of
        self.hall = Hall(store, game_of)
        self.classrooms = Classrooms(store, self.hall)
        self.store = store

    def invite(self, asked: Json) -> Json:
        """A new room, with the secret of the first seat."""
        shown = self.settings_of({**asked, "game": text_in(asked, "game")})
        room, secret = self.hall.open(
            shown.name,
            given(asked, "settings", dict, {}),
            name=text_in(asked, "name"),
            side=text_in(asked, "side") or None,
            control=control_in(asked),
        )
        return {"room": room, "secret": secret}

    def sit(self, asked: Json) -> str:
        """The secret of a seat that was free."""
        return self.hall.sit(text_in(asked, "room"), text_in(asked, "name"))

    def act(self, asked: Json) -> None:
        """Do what a seat asks for."""
        act = {name: text_in(asked, name) for name in ("kind", "text", "what")}
        here = {name: given(asked, name, int, 0) for name in ("match", "ply")}
        longest = 1000 * LONGEST_CONTROL
        here["thought"] = min(max(given(asked, "thought", int, longest), 0), longest)
        with ACT_SECONDS.time():
            self.hall.act(text_in(asked, "room"), text_in(asked, "secret"), act | here)
        ACTS.labels(act["kind"]).inc()

    def room(self, asked: Json, tell: Callable[[News], None]) -> tuple[Json, Callable[[], None]]:
        """The state of a room, as the owner of a seat or a spectator sees it, and a function to leave it.

        Until then, `tell` is called with news of each new state, by any thread.
        """
        room = text_in(asked, "room")
        seat = self.hall.seat(room, text_in(asked, "secret"))

        def seen(state: RoomState) -> Json:
            return state_json(state, seat, time.time()) | self._lesson(room, state.opening.classroom)

        classroom = self.hall.state(room).opening.classroom
        unwatch = [
            self.hall.watch(
                room, lambda state: tell(News(lambda: seen(state), needs_database=bool(classroom)))
            )
        ]
        if classroom:
            news = News(lambda: seen(self.hall.state(room)))
            unwatch.append(self.classrooms.watch(classroom, lambda: tell(news)))

        def leave() -> None:
            for each in unwatch:
                each()
            ROOMS.set(self.hall.watched)

        ROOMS.set(self.hall.watched)
        return seen(self.hall.state(room)), leave

    def _lesson(self, room: str, classroom: str) -> Json:
        """The classroom that a room belongs to, and whether its next round has begun."""
        if not classroom:
            return {}
        rounds = self.classrooms.state(classroom).rounds
        return {"classroom": classroom, "isPast": all(board.room != room for board in rounds[-1])}

    def picture(self, room: str) -> str:
        """The board of a room as SVG; `Refusal` if its game has no screen."""

        def drawn(match: Match) -> str:
            game = match.game
            if not isinstance(game, Pictured):
                raise Refusal("this game has no screen")
            return screen_svg(game.images(match.position), frame_at(game, game.initial, match.position))

        return self.hall.drawn(room, drawn)

    def matches(self, room: str) -> tuple[str, str]:
        """The name of the game of a room, and its matches as records; `Refusal` if there are none."""
        opening = self.store.opening(room)
        if opening is None:
            raise Refusal("there is no such room", "ask for the link again")
        return opening.name, matches_in(self.store, [room])


def matches_in(store: Store, rooms: Iterable[str]) -> str:
    """The matches of rooms as records; `Refusal` if there are none."""
    found: list[str] = []
    for room in rooms:
        opening = store.opening(room)
        assert opening is not None
        found += map(write_marked, records_of(room, opening, store.events(room, 0)))
    if not found:
        raise Refusal("nobody has played yet")
    return "\n".join(found)


def given(asked: Json, name: str, kind: type[_T], otherwise: _T) -> _T:
    """The value that a page gives under a name; `Refusal` if it is of another kind."""
    found = asked.get(name)
    if found is None:
        return otherwise
    if not isinstance(found, kind) or isinstance(found, bool):
        raise Refusal(f"`{name}` is not a {kind.__name__}")
    return found


def text_in(asked: Json, name: str) -> str:
    """A text that a page gives; `Refusal` if it has characters that no database can hold."""
    text = given(asked, name, str, "")
    if any(sign == "\0" or "\ud800" <= sign <= "\udfff" for sign in text):
        raise Refusal(f"`{name}` has characters that cannot be stored")
    return text


def control_in(asked: Json) -> TimeControl | None:
    """The clocks that a page wants."""
    control = given(asked, "control", dict, {})
    if not control:
        return None
    seconds, increment = given(control, "seconds", int, 0), given(control, "increment", int, 0)
    if not (0 < seconds <= LONGEST_CONTROL and 0 <= increment <= LONGEST_CONTROL):
        raise Refusal("these clocks cannot be set", f"a side has at most {LONGEST_CONTROL // 3600} hours")
    return TimeControl(seconds, increment)


def state_json(state: RoomState, seat: int | None, now: float) -> Json:
    """The state of a room at a time; ``you`` is the side of the seat, or ``None`` for a spectator."""
    opening, sides = state.opening, state.opening.sides
    named = {state.side(place): name for place, name in enumerate(state.names)}
    return {
        "game": opening.game,
        "settings": dict(opening.settings),
        "version": state.number,
        "match": state.match,
        "you": None if seat is None else state.side(seat),
        "names": {side: named[side] for side in sides},
        "waits": not state.is_full,
        "line": list(state.texts),
        "end": state.end and {"winner": state.end.winner, "termination": state.end.reason},
        "clock": {
            "left": {side: state.left_at(side, now) for side in sides} if opening.control else {},
            "running": state.running,
        },
        "offers": {state.side(place): what for place, what in state.offers.items()},
        "chat": [[state.names[place], text] for place, text in state.chat],
    }
