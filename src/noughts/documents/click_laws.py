"""Laws of clicks, asked in some positions: what happens without one, where moves are, and after the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import TypeAlias

from noughts.documents.by_clicks import GameByClicks, place_to_click
from noughts.documents.by_rules import PicturedByRules
from noughts.documents.documented import as_value
from noughts.easel import HEIGHT, WIDTH, Input
from noughts.games.game import Position
from noughts.games.picture import Area
from noughts.meaning.run_error import state_text
from noughts.text.diagnostic import Diagnostic, Note
from noughts.values.value import Value

_CODE = "N505"
_MOST = 8
"""Positions of a match that are asked: each costs as many evaluations as there are places to click."""


Clicked: TypeAlias = GameByClicks | PicturedByRules
"""A game in which clicks make moves."""

Places: TypeAlias = Sequence[tuple[Value, tuple[Area, ...]]]
"""Each state that a click leads to, and where."""


def broken_click_laws(game: Clicked, is_enough: Callable[[], bool]) -> Iterator[Diagnostic]:
    """The notes on the first law that a match at random breaks."""
    dice, position = Random(1), game.initial
    for _ in range(_MOST):
        places = clicked_places(game, position)
        for law in (changes_alone, changes_by_hovering, unreachable, goes_on_after_end):
            if (problem := law(game, position, places)) is not None:
                notes = (Note(f"with {state_text(game.program, as_value(position))}"),)
                yield replace(problem, notes=notes)
                return
        if is_enough() or game.outcome(position) is not None:
            return
        position = game.after(position, dice.choice(game.moves(position)))


def clicked_places(game: Clicked, position: Position) -> Places:
    """The states that clicks lead to, without the one in which they are made."""
    clicks, state = game.clicks, as_value(position)
    if clicks is None:
        return ()
    found = game.ask(lambda: clicks.successors(state))
    return [(after, areas) for after, areas in found.items() if after != state]


def note(game: Clicked, fact: str, help: str) -> Diagnostic:
    """A note on the effect of clicks."""
    return Diagnostic(_CODE, fact, game.program.definitions["newState"].head, help)


def changes_alone(game: Clicked, position: Position, places: Places) -> Diagnostic | None:
    """Without a click, the state changes."""
    if game.next_state(position, Input()) == position:
        return None
    return note(
        game, "the state changes without a click", "let `newState` be `currentState` unless there is one"
    )


def changes_by_hovering(game: Clicked, position: Position, places: Places) -> Diagnostic | None:
    """The mouse makes a move without a click."""
    for _, areas in places:
        pixel = place_to_click(areas)
        if game.next_state(position, Input(x=pixel.x, y=pixel.y)) != position:
            fact = f"the mouse at ({pixel.x}, {pixel.y}) changes the state without a click"
            return note(game, fact, "let `newState` ask for `mouseClicked`")
    return None


def unreachable(game: Clicked, position: Position, places: Places) -> Diagnostic | None:
    """Some legal moves are made by clicks, and one by none."""
    if not isinstance(game, PicturedByRules):
        return None
    reached = {after for after, _ in places}
    lost = [move for move in game.moves(position) if game.after(position, move) not in reached]
    if not lost or len(lost) == len(game.moves(position)):
        return None
    fact = f"no click on the screen makes the legal move {game.move_text(position, lost[0])}"
    help = f"give each move a place on the screen, which is {WIDTH} pixels wide and {HEIGHT} high"
    return note(game, fact, help)


def goes_on_after_end(game: Clicked, position: Position, places: Places) -> Diagnostic | None:
    """A click changes the state although the match is over, and it is no restart."""
    if not game.is_over(position) or all(after == game.initial for after, _ in places):
        return None
    return note(
        game, "a click changes the state although `gameOver` holds", "let `newState` ask for `~gameOver`"
    )
