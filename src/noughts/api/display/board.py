"""A match as a board in HTML."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from noughts.api.display.output import output
from noughts.easel import HEIGHT, Image
from noughts.easel.svg import Frame, frame_of, screen_svg
from noughts.games.match import Match as Played
from noughts.games.picture import Area, Pictured, board_frame

if TYPE_CHECKING:
    from noughts.api.match import Match


def match_html(match: Match) -> str:
    """The board with the last move marked, the side to move, and all moves so far."""
    return output(board_html(match))


def board_html(match: Match) -> str:
    """A board on white; the position as text if the game has no screen."""
    rules, played = match.game.rules, match.played
    standing = str(played.outcome or f"{played.to_move} to move")
    if isinstance(rules, Pictured):
        frame = board_frame(rules, rules.initial)
        board = picture_html(rules.images(played.position), frame, last_areas(rules, played), standing)
    else:
        board = f"<pre>{escape(rules.position_text(played.position))}</pre>"
    moves = f"{match.game.name}: {match}" if match.moves else match.game.name
    caption = f"<b>{escape(standing)}</b><br><span>{escape(moves)}</span>"
    return f'<figure class="noughts-board">{board}<figcaption>{caption}</figcaption></figure>'


def screen_html(images: Sequence[Image]) -> str:
    """Images without a board."""
    return output(f'<figure class="noughts-board">{picture_html(images, frame_of(images))}</figure>')


def picture_html(images: Sequence[Image], frame: Frame, marked: Sequence[Area] = (), name: str = "") -> str:
    """Images as on the screen, with frames around some areas."""
    picture = screen_svg(images, frame).replace("<svg ", f'<svg role="img" aria-label="{escape(name)}" ', 1)
    return picture.removesuffix("</svg>") + "".join(map(_frame, marked)) + "</svg>"


def last_areas(rules: Pictured, played: Played) -> tuple[Area, ...]:
    """Where the last move was clicked, or could have been."""
    if (before := played.before) is None:
        return ()
    return rules.areas(before.position).get(played.moves[-1], ())


def _frame(area: Area) -> str:
    width, height = area.right - area.left, area.top - area.bottom
    place = f'x="{area.left}" y="{HEIGHT - area.top}" width="{width}" height="{height}" rx="6"'
    return f'<rect class="noughts-last" {place}/>'
