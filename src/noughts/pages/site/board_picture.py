"""A picture of a game: its board in the middle of a match, or an animation after a moment."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from noughts.documents.animation import Animation
from noughts.easel import HEIGHT, WIDTH, Image, Input
from noughts.easel.svg import Frame, frame_of, screen_svg
from noughts.games.game import Game
from noughts.games.match import Match
from noughts.games.picture import Pictured, board_frame
from noughts.players.random import RandomPlayer

_PLIES: Final = 60
"""The length at which a match is cut that random players need not end."""
_FRAMES: Final = 60
"""The frames of two seconds, after which an animation is under way."""


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
        return drawn(game.images(match.position), board_frame(game, game.initial))
    return f'<pre aria-hidden="true">{escape(game.position_text(match.position))}</pre>'


def middle_of_a_match(game: Game) -> Match:
    """Half of a match between random players, the same one each time."""
    match, player = Match(game), RandomPlayer(seed=1)
    while match.outcome is None and len(match.moves) < _PLIES:
        match = match.play(player.choose(match))
    return match.at((len(match.moves) + 1) // 2)


def drawn(images: Sequence[Image], frame: Frame) -> str:
    """Images as decoration: as large as the frame, so that what lies around it is cut off."""
    left, bottom, right, top = frame
    size = f'width="{right - left:g}" height="{top - bottom:g}"'
    return screen_svg(images, frame).replace("<svg ", f'<svg aria-hidden="true" {size} ', 1)


def on_screen(frame: Frame) -> Frame:
    """The part of a frame that lies on the screen."""
    left, bottom, right, top = frame
    return max(left, 0), max(bottom, 0), min(right, WIDTH), min(top, HEIGHT)
