"""The style that all outputs share."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from noughts.api.display.text import board_text, standing
from noughts.easel import HEIGHT, Image
from noughts.easel.svg import Frame, frame_of, screen_svg
from noughts.games.match import Match as Played
from noughts.games.picture import Area, Pictured, board_frame
from noughts.meaning.self_test import Verdict
from noughts.text.report import draw
from noughts.weave.mark import mark

if TYPE_CHECKING:
    from noughts.api.document import Report
    from noughts.api.match import Match
    from noughts.api.proof import Proof


@cache
def style() -> str:
    """The style of outputs, which applies only to the class ``noughts`` and to names that begin with it.

    Each output includes it, because a notebook may show any output alone.
    """
    return files(__package__).joinpath("style.css").read_text("utf-8")


def output(*parts: str) -> str:
    """The parts as a single output of a cell."""
    return f'<div class="noughts"><style>{style()}</style>{"".join(parts)}</div>'


def muted(text: str) -> str:
    """A remark in a muted colour."""
    return f'<span class="noughts-muted">{escape(text)}</span>'


# A match as a board in HTML.


def match_html(match: Match) -> str:
    """The board with the last move marked, the side to move, and all moves so far."""
    return output(board_html(match))


def board_html(match: Match) -> str:
    """A board on white; the position as text if the game has no screen."""
    board = match_svg(match) or f"<pre>{escape(board_text(match.game.rules, match.played.position))}</pre>"
    moves = f"{match.game.name}: {match.text}" if match.moves else match.game.name
    caption = f"<b>{escape(standing(match.played))}</b><br><span>{escape(moves)}</span>"
    return f'<figure class="noughts-board">{board}<figcaption>{caption}</figcaption></figure>'


def match_svg(match: Match) -> str | None:
    """The board as SVG, with the last move marked; ``None`` if the game has no screen."""
    rules, played = match.game.rules, match.played
    if not isinstance(rules, Pictured):
        return None
    frame = board_frame(rules, rules.initial)
    return picture_html(rules.images(played.position), frame, last_areas(rules, played), standing(played))


def screen_html(images: Sequence[Image]) -> str:
    """Images without a board."""
    return output(f'<figure class="noughts-board">{picture_html(images, frame_of(images))}</figure>')


def picture_html(images: Sequence[Image], frame: Frame, marked: Sequence[Area] = (), name: str = "") -> str:
    """Images as on the screen, with frames around some areas."""
    picture = screen_svg(images, frame).replace("<svg ", f'<svg role="img" aria-label="{escape(name)}" ', 1)
    return picture.removesuffix("</svg>") + "".join(map(_frame, marked)) + "</svg>"


def last_areas(rules: Pictured, played: Played) -> tuple[Area, ...]:
    """The areas in which the last move was clicked, or could have been clicked."""
    if (before := played.before) is None:
        return ()
    return rules.areas(before.position).get(played.moves[-1], ())


def _frame(area: Area) -> str:
    width, height = area.right - area.left, area.top - area.bottom
    place = f'x="{area.left}" y="{HEIGHT - area.top}" width="{width}" height="{height}" rx="6"'
    return f'<rect class="noughts-last" {place}/>'


# A proof with the board at the end of its line.


def proof_html(proof: Proof) -> str:
    """The claim with a tick or a cross, the grounds of the answer, and the match that shows it."""
    grounds = f"{proof.positions:,} positions"
    if proof.within is not None:
        grounds = f"within {proof.within} moves, {grounds}"
    claim = f"{mark(proof.holds)} <code>{escape(proof.claim)}</code> {muted(grounds)}"
    board = "" if proof.line is None else board_html(proof.line)
    return output(f"<div class='noughts-proof'>{claim}</div>", board)


# The result of a document's own tests.


def report_html(report: Report) -> str:
    """The number of tests that pass, each failure with its place, and the notes."""
    failures = (f"<pre>{escape(str(failure))}</pre>" for failure in report.failures)
    notes = (f"<pre>{escape(draw(note, called='note'))}</pre>" for note in report.notes)
    return output(tests_passed(report.tests), *failures, *notes)


def tests_passed(verdicts: Sequence[Verdict]) -> str:
    """The number of tests that pass, in a sentence."""
    passed = sum(verdict.passed for verdict in verdicts)
    return f"{mark(passed == len(verdicts))} {passed} of {len(verdicts)} tests pass"
