"""The matches of rooms as records, which `noughts play --load` reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from hashlib import sha256

from noughts.games.game import Outcome
from noughts.games.record import Record
from noughts.rooms.state import MOVE, Event, Opening, RoomState, first_state, folded


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
