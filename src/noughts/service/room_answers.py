"""Answers about rooms, as JSON: what a page asks for and is told when people play on different machines."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, cast

from noughts.games.game import Game, twin_of
from noughts.refusal import Refusal
from noughts.service.answers import Json
from noughts.service.page_settings import PageSettings

if TYPE_CHECKING:
    from noughts.rooms.state import State
    from noughts.rooms.store import Store


class RoomAnswers:
    """The rooms of a service; `settings_of` returns the page settings of a game that a question names."""

    def __init__(self, store: Store, settings_of: Callable[[Json], PageSettings]) -> None:
        from noughts.rooms.hall import Hall

        def game_of(name: str, settings: Mapping[str, int]) -> Game:
            shown = settings_of({"game": name, "settings": dict(settings)})
            if len(shown.sides) < 2:
                raise Refusal(f"{shown.title} is not a game for two")
            game: Game = twin_of(cast("Game", shown.game))  # no film, which has no sides
            return game

        self._hall = Hall(store, game_of)

    def invite(self, asked: Json) -> Json:
        """A new room, with the secret of the first seat."""
        from noughts.rooms.state import TimeControl

        control = asked.get("control")
        room, secret = self._hall.open(
            asked.get("game", ""),
            asked.get("settings", {}),
            name=asked.get("name", ""),
            side=asked.get("side") or None,
            control=None if control is None else TimeControl(**control),
        )
        return {"room": room, "secret": secret}

    def sit(self, asked: Json) -> str:
        """The secret of a seat that was free."""
        return self._hall.sit(asked["room"], asked.get("name", ""))

    def act(self, asked: Json) -> None:
        """Do what a seat asks for."""
        self._hall.act(asked["room"], asked.get("secret", ""), asked)

    def watch(self, asked: Json, tell: Callable[[], None]) -> Callable[[], None]:
        """Call `tell` after each event of a room; the function that is returned stops it."""
        return self._hall.watch(asked["room"], tell)

    def state(self, asked: Json) -> Json:
        """The state of a room, as the owner of a seat or a spectator sees it."""
        state = self._hall.state(asked["room"])
        return state_json(state, self._hall.seat(asked["room"], asked.get("secret", "")), time.time())


def state_json(state: State, seat: int | None, now: float) -> Json:
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
        "line": list(state.texts),
        "end": state.end and {"winner": state.end.winner, "termination": state.end.reason},
        "clock": {
            "left": {side: state.left_at(side, now) for side in sides} if opening.control else {},
            "running": state.running,
        },
        "offers": {state.side(place): what for place, what in state.offers.items()},
        "chat": [[state.names[place], text] for place, text in state.chat],
    }
