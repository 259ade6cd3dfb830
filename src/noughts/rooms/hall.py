"""The hall: all rooms of a service, what is done in them, and who watches.

Every process of a service has a hall.  It caches the state of the rooms that were used last; the database
decides what is true.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import date
from functools import partial
from hashlib import sha256
from random import SystemRandom
from secrets import token_urlsafe
from threading import Lock, Timer
from typing import Any, Final, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from noughts.games.game import Game, Outcome, Side
from noughts.games.line import read_line
from noughts.games.match import Match
from noughts.games.record import Record, fingerprint_of, one_line
from noughts.refusal import Refusal
from noughts.rooms.state import (
    DECLINE,
    LONGEST_DELAY,
    MOVE,
    OFFER,
    OFFERS,
    RESIGN,
    SAY,
    SIT,
    TIME,
    Event,
    Opening,
    RoomState,
    TimeControl,
    first_state,
    folded,
)
from noughts.rooms.store import Store, Taken

# The length of the secrets in links: 128 bits cannot be guessed.
_SECRET_BYTES: Final = 16

# The characters of a line of chat.
_LONGEST_TEXT: Final = 200

# The characters of a name.
_LONGEST_NAME: Final = 30

# The rooms whose match a process caches; another one is played again from its events when it is used.
_ROOMS_CACHED: Final = 2000

_T = TypeVar("_T")

GameOf = Callable[[str, Mapping[str, int]], Game]
"""Returns a game by its name and settings; `Refusal` if it is not served."""


class Room(Struct, eq=False):
    """A room in this process: its state, its match by the rules, and the callbacks of those who watch it."""

    name: str
    state: RoomState
    match: Match
    lock: Lock = field(default_factory=Lock)
    watchers: set[Callable[[RoomState], None]] = field(default_factory=set)
    timer: Timer | None = None
    seats: dict[str, int] = field(default_factory=dict)
    """The seats by their secrets, as far as they are known."""

    def __repr__(self) -> str:
        return f"<room {self.name}>"


class Hall:
    """The rooms of a store, for games that `game_of` returns; any thread may use it."""

    def __init__(self, store: Store, game_of: GameOf, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._game_of = game_of
        self._now = now
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._lock = Lock()
        store.listen(self._hear)

    def open(
        self,
        game: str,
        settings: Mapping[str, int],
        *,
        name: str,
        side: Side | None = None,
        control: TimeControl | None = None,
    ) -> tuple[str, str]:
        """Open a room and take a seat in it: the side that is named, or one by lot.

        Returns the name of the room and the secret of the seat, which are parts of links.
        """
        room = new_secret()
        self._store.open(room, self.opening(game, settings, side=side, control=control))
        return room, self.sit(room, name)

    def opening(
        self,
        game: str,
        settings: Mapping[str, int],
        *,
        side: Side | None = None,
        control: TimeControl | None = None,
    ) -> Opening:
        """The opening of a room for a game; its first seat has the named side, or one by lot."""
        match = Match(self._game_of(game, settings))
        sides = match.game.sides
        if side is not None and side not in sides:
            raise Refusal(f"`{side}` is not a side of {game}", f"its sides are {', '.join(sides)}")
        shift = SystemRandom().randrange(len(sides)) if side is None else sides.index(side)
        rules = fingerprint_of(match.game)
        first, recorded = match.to_move, match.game.name
        return Opening(game, rules, dict(settings), tuple(sides), first, shift, control, recorded)

    def sit(self, name: str, player: str) -> str:
        """Take the first free seat of a room; its secret.  `Refusal` if all are taken."""
        secret = new_secret()

        def seated(room: Room) -> Event:
            if room.state.is_full:
                raise Refusal("all seats of this room are taken")
            seat = room.state.names.index(None)
            called = name_in(player) or room.state.side(seat)
            return self._event(room, SIT, seat, name=called)

        self._append(name, seated, secret)
        return secret

    def seat(self, name: str, secret: str) -> int | None:
        """The seat of a secret; ``None`` if it belongs to no seat of this room."""
        return self._store.seat(name, secret) if secret else None

    def _seat(self, room: Room, secret: str) -> int:
        """The seat of a secret, which the room remembers: a seat is taken once.  `Refusal` if it has none."""
        if (seat := room.seats.get(secret)) is None:
            seat = self.seat(room.name, secret)
            if seat is None:
                raise Refusal("this link has no seat in the room")
            room.seats[secret] = seat
        return seat

    def state(self, name: str) -> RoomState:
        """The state of a room now.  `Refusal` if there is no such room."""
        room = self._room(name)
        with room.lock:
            self._read(room)
            return room.state

    def act(self, name: str, secret: str, asked: Mapping[str, Any]) -> None:
        """Do what a page asks for; `Refusal` if this seat may not do it now.

        `asked` has the kind of event as ``kind``, and the number of the match and the ply that the page shows
        as ``match`` and ``ply``: what was meant for another position is refused.  A move has the milliseconds
        for which the page has shown the position as ``thought``.
        """
        seat = self._seat(self._room(name), secret)
        made = _ACTS.get(asked["kind"])
        if made is None:
            raise Refusal(f"`{asked['kind']}` cannot be asked for")
        self._append(name, partial(made, self, seat, asked))

    def forfeit(self, name: str, seat: int) -> None:
        """End the match of a room, if it is not over, as if this seat had resigned."""

        def resigned(room: Room) -> Event:
            if room.state.end is not None:
                raise Refusal("the match is over")
            return self._event(room, RESIGN, seat)

        with suppress(Refusal):
            self._append(name, resigned)

    def drawn(self, name: str, draw: Callable[[Match], _T]) -> _T:
        """The result of `draw` for the match of a room, which does not change meanwhile."""
        room = self._room(name)
        with room.lock:
            self._read(room)
            return draw(room.match)

    def watch(self, name: str, tell: Callable[[RoomState], None]) -> Callable[[], None]:
        """Call `tell` with every new state of a room, until the function that is returned is called."""
        room = self._room(name)
        room.watchers.add(tell)
        return partial(room.watchers.discard, tell)

    @property
    def watched(self) -> int:
        """The number of rooms in this process that somebody watches."""
        with self._lock:
            return sum(bool(room.watchers) for room in self._rooms.values())

    def close(self) -> None:
        """Forget all rooms; the database has them."""
        with self._lock:
            for room in self._rooms.values():
                if room.timer is not None:
                    room.timer.cancel()
            self._rooms.clear()

    # acts of a seat

    def _move(self, seat: int, asked: Mapping[str, Any], room: Room) -> Event:
        state, text = room.state, asked["text"]
        self._refuse_past(state, asked)
        if not state.is_full:
            raise Refusal("the other seat is still free")
        if state.to_move != state.side(seat):
            raise Refusal(
                f"it is not the turn of {state.side(seat)}" if state.end is None else "the match is over"
            )
        if text not in room.match.legal_texts:
            raise Refusal(f"`{text}` is not a legal move")
        after = read_line(room.match, text)
        outcome = after.outcome
        told = outcome and {"winner": outcome.winner, "termination": outcome.termination}
        event = self._event(
            room, MOVE, seat, text=text, next=None if outcome else after.to_move, outcome=told
        )
        if state.running is None:
            return event
        spent = spent_by(max(event.at - state.moved, 0.0), asked["thought"] / 1000)
        if spent > state.left[state.running]:
            raise Refusal(f"{state.running} has no time left")
        return replace(event, data={**event.data, "spent": spent})

    def _offer(self, seat: int, asked: Mapping[str, Any], room: Room) -> Event:
        state, what = room.state, asked["what"]
        self._refuse_past(state, asked)
        if what not in OFFERS:
            raise Refusal(f"`{what}` cannot be offered", f"you can offer {', '.join(OFFERS)}")
        if (what == "rematch") != (state.end is not None):
            raise Refusal("the match is not over" if what == "rematch" else "the match is over")
        has_asked = "back" in state.offers.values()
        if what == "back" and not has_asked and all(played.seat != seat for played in state.line):
            raise Refusal("you have not made a move")
        return self._event(room, OFFER, seat, what=what)

    def _decline(self, seat: int, asked: Mapping[str, Any], room: Room) -> Event:
        if not room.state.offers:
            raise Refusal("nothing is offered")
        return self._event(room, DECLINE, seat)

    def _resign(self, seat: int, asked: Mapping[str, Any], room: Room) -> Event:
        self._refuse_past(room.state, asked)
        if room.state.end is not None:
            raise Refusal("the match is over")
        return self._event(room, RESIGN, seat)

    def _say(self, seat: int, asked: Mapping[str, Any], room: Room) -> Event:
        text = short_line(asked["text"], _LONGEST_TEXT)
        if not text:
            raise Refusal("there is nothing to say")
        return self._event(room, SAY, seat, text=text)

    @staticmethod
    def _refuse_past(state: RoomState, asked: Mapping[str, Any]) -> None:
        if (asked["match"], asked["ply"]) != (state.match, len(state.line)):
            raise Refusal("the match has gone on")

    # events

    def _event(self, room: Room, kind: str, seat: int | None, **data: Any) -> Event:
        return Event(room.state.number + 1, kind, seat, self._now(), data)

    def _append(self, name: str, make: Callable[[Room], Event], secret: str | None = None) -> None:
        """Append the event that `make` returns, for the state in which it is appended.

        The events of other processes are read where the known state does not allow it, or is not the last.
        """
        room = self._room(name)
        with room.lock:
            is_known = room.state.number > 0
            while True:
                if not is_known:
                    self._read(room)
                self._end_in_time(room)
                try:
                    event = make(room)
                    self._store.append(name, event, secret)
                except Taken:
                    is_known = False  # another process was first
                    continue
                except Refusal:
                    if not is_known:
                        raise
                    is_known = False
                    continue
                self._take(room, [event])
                break
        self._tell(room)

    def _read(self, room: Room) -> None:
        """Read the events of other processes, and end the match if a side has no time left."""
        self._take(room, self._store.events(room.name, room.state.number))
        self._end_in_time(room)

    def _end_in_time(self, room: Room) -> None:
        """End the match if a side has no time left."""
        deadline = room.state.deadline
        if deadline is not None and self._now() > deadline:
            side = room.state.running
            event = Event(room.state.number + 1, TIME, None, deadline, {"side": side})
            try:
                self._store.append(room.name, event)
            except Taken:
                self._read(room)
            else:
                self._take(room, [event])

    def _take(self, room: Room, events: list[Event]) -> None:
        """Bring the room to the state after these events."""
        if not events:
            return
        room.state = folded(room.state, events)
        texts, match = room.state.texts, room.match
        known = 0
        while known < min(len(texts), match.ply) and match.at(known + 1).last_text == texts[known]:
            known += 1
        match = match.at(known)
        for text in texts[known:]:
            match = read_line(match, text)
        room.match = match
        self._set_timer(room)

    def _set_timer(self, room: Room) -> None:
        """Have the room read, and those who watch it told, when the time of the side to move is over."""
        if room.timer is not None:
            room.timer.cancel()
            room.timer = None
        deadline = room.state.deadline
        if deadline is not None:
            room.timer = Timer(max(deadline - self._now(), 0.0) + 0.001, self._look, [room])
            room.timer.daemon = True
            room.timer.start()

    def _look(self, room: Room, event: Event | None = None) -> None:
        """Take an event that another process has written, or read what is new, and tell those who watch."""
        with room.lock:
            known = room.state.number
            if event is not None and event.number == known + 1:
                self._take(room, [event])
            elif event is None or event.number > known:
                self._read(room)
        if room.state.number != known:
            self._tell(room)

    def _hear(self, name: str | None, event: Event | None) -> None:
        """Another process has written an event in a room; ``None`` stands for any room."""
        with self._lock:
            rooms = list(self._rooms.values()) if name is None else [self._rooms.get(name)]
        for room in rooms:
            if room is not None and room.watchers:
                with suppress(Refusal):  # the database is gone again: there will be news when it is back
                    self._look(room, event)

    @staticmethod
    def _tell(room: Room) -> None:
        for tell in list(room.watchers):
            tell(room.state)

    def _room(self, name: str) -> Room:
        with self._lock:
            if name in self._rooms:
                self._rooms.move_to_end(name)
                return self._rooms[name]
        opening = self._store.opening(name)
        if opening is None:
            raise Refusal("there is no such room", "ask for the link again")
        match = Match(self._game_of(opening.game, opening.settings))
        if fingerprint_of(match.game) != opening.rules:
            raise Refusal(f"this room was opened for other rules of {opening.game}", "open a new one")
        made = Room(name, first_state(opening), match)
        with self._lock:
            room = self._rooms.setdefault(name, made)
            for other in list(self._rooms)[: max(len(self._rooms) - _ROOMS_CACHED, 0)]:
                if not self._rooms[other].watchers and other != name:
                    del self._rooms[other]
        return room


def spent_by(elapsed: float, thought: float) -> float:
    """The seconds that a move costs: those that its player thought, as the page says, as far as the delay of
    the network can explain the others that have `elapsed`."""
    return min(elapsed, max(thought, elapsed - LONGEST_DELAY))


def new_secret() -> str:
    """A name or a secret for a link, which cannot be guessed."""
    return token_urlsafe(_SECRET_BYTES)


def name_in(text: str) -> str:
    """The name of a person, from what they have written."""
    return short_line(text, _LONGEST_NAME)


def short_line(text: str, length: int) -> str:
    """A text on one line of limited length; joiners stay, which make one emoji of several."""
    return "\u200d".join(map(one_line, text.split("\u200d")))[:length]


# What a seat can ask for, by the kind of event.
_ACTS: Final[Mapping[str, Callable[[Hall, int, Mapping[str, Any], Room], Event]]] = {
    MOVE: Hall._move,
    OFFER: Hall._offer,
    DECLINE: Hall._decline,
    RESIGN: Hall._resign,
    SAY: Hall._say,
}


# The matches of rooms as records, which `noughts play --load` reads.


def records_of(room: str, opening: Opening, events: Iterable[Event]) -> Iterator[Record]:
    """A record of each match of a room that has a move or an end; the last one may not be over.

    A move that was taken back is not in it.
    """
    state, begun = first_state(opening), 0.0
    for event in events:
        if event.kind == MOVE and not state.line:
            begun = event.at
        after = folded(state, [event])
        if after.match != state.match:
            yield record_of_room(room, state, begun)
        state = after
    if state.line or state.end:
        yield record_of_room(room, state, begun)


def record_of_room(room: str, state: RoomState, begun: float) -> Record:
    """The record of the match of a state; its identity is the same each time, and does not tell the room."""
    opening, end = state.opening, state.end
    return Record(
        opening.name,
        state.texts,
        {state.side(seat): name or "" for seat, name in enumerate(state.names)},
        None if end is None else Outcome(end.winner, end.reason),
        date.fromtimestamp(begun).isoformat() if state.line else "",
        opening.rules,
        sha256(f"{room} {state.match}".encode()).hexdigest()[:16],
    )
