"""The state of a room: a pure function of its events.

Seats are numbered from 0.  In the first match of a room, seat s plays the side `sides[(s + shift) % n]`, and
in each rematch the next side.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from noughts.games.game import Side

SIT, MOVE, OFFER, DECLINE, RESIGN, TIME, SAY = "sit", "move", "offer", "decline", "resign", "time", "say"
"""The kinds of events."""

TEACHER: Final = -1
"""The seat of the teacher of a classroom, who may do there what members may not."""

Agreement: TypeAlias = Literal["draw", "back", "rematch"]
OFFERS: Final[tuple[Agreement, ...]] = ("draw", "back", "rematch")
"""The agreements that a player can offer: a draw, a move taken back, another match."""

LONGEST_CONTROL: Final = 24 * 3600
"""The most seconds of a time control: one day."""

LONGEST_DELAY: Final = 0.5
"""The most seconds of a move that count as delay of the network and cost no time, whatever a page claims."""

# The lines of chat in a state: a page shows the last ones.
_CHAT_LINES: Final = 50


class TimeControl(Struct, frozen=True):
    """The time for a match: `seconds` at its beginning, and an `increment` in seconds after each move."""

    seconds: float
    increment: float = 0.0


class Event(Struct, frozen=True):
    """An event of a room.

    * ``number``: its place among the events of the room, from 1
    * ``kind``: one of the kinds above
    * ``seat``: the seat that caused it; ``None`` if the service did
    * ``at``: the time at the service, in seconds since 1970
    * ``data``: the rest, by kind: a ``name`` (sit); a ``text``, with the side ``next`` to move, the
      ``outcome`` after it, and the seconds ``spent`` if a clock ran (move); a ``text`` (say); ``what`` is
      offered (offer); the ``side`` without time (time)
    """

    number: int
    kind: str
    seat: int | None
    at: float
    data: Mapping[str, Any] = field(default_factory=dict)


class Opening(Struct, frozen=True):
    """The settings with which a room is opened: its game, its constants, the sides in order, who plays which.

    `rules` is the fingerprint of the rules: a match cannot go on by others.  `name` is that of the game in
    records, which is shorter than `game` for a document in a file.  `classroom` is the name of the classroom
    that the room belongs to, if any.
    """

    game: str
    rules: str
    settings: Mapping[str, int]
    sides: tuple[Side, ...]
    first: Side
    shift: int = 0
    control: TimeControl | None = None
    name: str = ""
    classroom: str = ""


class RoomMove(Struct, frozen=True):
    """A move that was made: by a seat, and the side to move after it (``None`` if the match is over)."""

    seat: int
    text: str
    next: Side | None


class End(Struct, frozen=True):
    """The end of a match: its winner, ``None`` if there is none, and how it came about."""

    winner: Side | None
    reason: str


class RoomState(Struct, frozen=True):
    """A room after an event.

    * ``names``: the name of each seat; ``None`` if it is free
    * ``match``: the number of the match, from 0
    * ``line``: the moves of the match
    * ``left``: the seconds that each side had left when the last move was made
    * ``moved``: the time of that move
    * ``offers``: the outstanding offer of each seat
    * ``end``: the end of the match
    * ``first_end``: the end of the first match of the room
    * ``chat``: the last lines, each a seat and a text
    """

    opening: Opening
    names: tuple[str | None, ...]
    number: int = 0
    match: int = 0
    line: tuple[RoomMove, ...] = ()
    left: Mapping[Side, float] = field(default_factory=dict)
    moved: float = 0.0
    offers: Mapping[int, Agreement] = field(default_factory=dict)
    end: End | None = None
    first_end: End | None = None
    chat: tuple[tuple[int, str], ...] = ()

    @property
    def texts(self) -> tuple[str, ...]:
        """The moves of the match as texts."""
        return tuple(played.text for played in self.line)

    @property
    def to_move(self) -> Side | None:
        """The side to move; ``None`` if the match is over."""
        if self.end is not None:
            return None
        return self.line[-1].next if self.line else self.opening.first

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return None not in self.names

    def side(self, seat: int) -> Side:
        """The side of a seat in this match."""
        sides = self.opening.sides
        return sides[(seat + self.opening.shift + self.match) % len(sides)]

    @property
    def running(self) -> Side | None:
        """The side whose clock runs.

        The first move of each side costs no time: its player may not have seen yet that the match has begun.
        """
        has_begun = self.opening.control is not None and len(self.line) >= len(self.names)
        return self.to_move if has_begun else None

    def left_at(self, side: Side, now: float) -> float:
        """The seconds that a side has left at a time; negative if it has exceeded its time."""
        spent = max(0.0, now - self.moved) if side == self.running else 0.0
        return self.left[side] - spent

    @property
    def deadline(self) -> float | None:
        """The time at which the side to move has lost, even if its move was under way for the longest delay;
        ``None`` if no clock runs."""
        return None if self.running is None else self.moved + self.left[self.running] + LONGEST_DELAY


def first_state(opening: Opening) -> RoomState:
    """The state of a room before its first event: nobody sits there."""
    return with_clocks(RoomState(opening, (None,) * len(opening.sides)))


def with_clocks(state: RoomState) -> RoomState:
    """The state with full clocks."""
    control = state.opening.control
    return replace(state, left={} if control is None else dict.fromkeys(state.opening.sides, control.seconds))


def folded(state: RoomState, events: Iterable[Event]) -> RoomState:
    """The state after some events, in their order."""
    for event in events:
        state = replace(_AFTER[event.kind](state, event), number=event.number)
        if state.match == 0:
            state = replace(state, first_end=state.end)
    return state


def _after_sit(state: RoomState, event: Event) -> RoomState:
    names = list(state.names)
    names[seat_of(event)] = event.data["name"]
    return replace(state, names=tuple(names))


def _after_move(state: RoomState, event: Event) -> RoomState:
    seat, outcome = seat_of(event), event.data["outcome"]
    side, left, control = state.side(seat), state.left, state.opening.control
    if control is not None and state.running is not None:
        spent = event.data.get("spent", event.at - state.moved)
        left = {**left, side: left[side] - spent + control.increment}
    return replace(
        state,
        line=(*state.line, RoomMove(seat, event.data["text"], event.data["next"])),
        left=left,
        moved=event.at,
        offers={},
        end=End(outcome["winner"], outcome["termination"]) if outcome else None,
    )


def _after_offer(state: RoomState, event: Event) -> RoomState:
    """An offer takes effect when every seat has made the same one."""
    what: Agreement = event.data["what"]
    others = {seat: offer for seat, offer in state.offers.items() if seat != event.seat}
    offers = {**others, seat_of(event): what}  # the seat that asked first comes first
    agreed = len(offers) == len(state.names) and set(offers.values()) == {what}
    state = replace(state, offers=offers)
    return replace(_AGREED[what](state, event), offers={}) if agreed else state


def _after_agreed_draw(state: RoomState, event: Event) -> RoomState:
    return replace(state, end=End(None, "agreed"))


def _after_agreed_back(state: RoomState, event: Event) -> RoomState:
    """The last move of the seat that asked first goes, with all after it; the clock runs from now on."""
    moves = {played.seat: ply for ply, played in enumerate(state.line)}
    last = next(moves[seat] for seat in state.offers if seat in moves)
    return replace(state, line=state.line[:last], moved=event.at)


def _after_agreed_rematch(state: RoomState, event: Event) -> RoomState:
    return with_clocks(replace(state, match=state.match + 1, line=(), moved=0.0, end=None))


def _after_decline(state: RoomState, event: Event) -> RoomState:
    return replace(state, offers={})


def _after_resign(state: RoomState, event: Event) -> RoomState:
    side = state.side(seat_of(event))
    return replace(state, offers={}, end=End(winner_against(state, side), f"{side} resigned"))


def _after_time(state: RoomState, event: Event) -> RoomState:
    side = event.data["side"]
    left = {**state.left, side: 0.0}
    return replace(
        state, offers={}, left=left, end=End(winner_against(state, side), f"{side} ran out of time")
    )


def _after_say(state: RoomState, event: Event) -> RoomState:
    return replace(state, chat=(*state.chat, (seat_of(event), event.data["text"]))[-_CHAT_LINES:])


def winner_against(state: RoomState, side: Side) -> Side | None:
    """The winner when a side gives up; ``None`` if there is not exactly one other side."""
    others = [other for other in state.opening.sides if other != side]
    return others[0] if len(others) == 1 else None


def seat_of(event: Event) -> int:
    """The seat that caused an event."""
    assert event.seat is not None
    return event.seat


# What becomes of the state once both have agreed to an offer.
_AGREED: Final = {
    "draw": _after_agreed_draw,
    "back": _after_agreed_back,
    "rematch": _after_agreed_rematch,
}

# What each kind of event makes of the state.
_AFTER: Final = {
    SIT: _after_sit,
    MOVE: _after_move,
    OFFER: _after_offer,
    DECLINE: _after_decline,
    RESIGN: _after_resign,
    TIME: _after_time,
    SAY: _after_say,
}
