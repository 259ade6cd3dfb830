"""The style that all outputs share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from noughts.easel import HEIGHT, Image
from noughts.easel.svg import Frame, box_of, frame_of, screen_svg
from noughts.faces.console.raster import board_text
from noughts.games.match import Match as Played
from noughts.games.picture import Pictured, around, frame_at, with_margin
from noughts.meaning.self_test import Verdict
from noughts.text.diagnostic import draw
from noughts.weave.blocks import Blocks, mark
from noughts.weave.html import style_of_blocks, text_html
from noughts.weave.paper import paper_of_program
from noughts.weave.prose import ProseStyle

if TYPE_CHECKING:
    from noughts.api.audit import Audit
    from noughts.api.document import Document, Report
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
    caption = f"<b>{escape(match.played.standing)}</b><br><span>{escape(moves)}</span>"
    return f'<figure class="noughts-board">{board}<figcaption>{caption}</figcaption></figure>'


def match_svg(match: Match) -> str | None:
    """The board as SVG, with the last move marked; ``None`` if the game has no screen."""
    rules, played = match.game.rules, match.played
    if not isinstance(rules, Pictured):
        return None
    frame = frame_at(rules, rules.initial, played.position)
    return picture_html(rules.images(played.position), frame, last_frames(rules, played), played.standing)


def screen_html(images: Sequence[Image]) -> str:
    """Images without a board."""
    return output(f'<figure class="noughts-board">{picture_html(images, frame_of(images))}</figure>')


def picture_html(images: Sequence[Image], frame: Frame, marked: Sequence[Frame] = (), name: str = "") -> str:
    """Images as on the screen, on white, with frames around some areas."""
    whole = around([frame, *map(with_margin, marked)])
    ground = _rectangle(whole, 'fill="#fff"')
    marks = [_rectangle(area, 'rx="6" fill="none" stroke="#e8a317" stroke-width="4"') for area in marked]
    picture = screen_svg(images, whole).replace("<svg ", f'<svg role="img" aria-label="{escape(name)}" ', 1)
    return picture.replace(">", f">{ground}", 1).removesuffix("</svg>") + "".join(marks) + "</svg>"


def last_frames(rules: Pictured, played: Played) -> list[Frame]:
    """Around what the last move changed in the areas where it was clicked, or could have been clicked.

    A whole area is marked if what changed is at least half as wide and half as high; of one that is larger,
    such as the column of a disc, only that.
    """
    if (before := played.before) is None:
        return []
    changed = set(rules.images(before.position)) ^ set(rules.images(played.position))
    boxes = [tuple(map(float, box_of(image))) for image in changed]
    areas = rules.areas(before.position).get(played.moves[-1], ())
    frames: list[Frame] = [(area.left, area.bottom, area.right, area.top) for area in areas]
    return [found for frame in frames if (found := changed_part(frame, boxes))] or frames


def changed_part(area: Frame, boxes: Iterable[tuple[float, ...]]) -> Frame | None:
    """The part of an area with what changed in it, or all of it; ``None`` if nothing did."""
    within = [
        box
        for box in boxes
        if area[0] <= (box[0] + box[2]) / 2 <= area[2] and area[1] <= (box[1] + box[3]) / 2 <= area[3]
    ]
    if not within:
        return None
    part = with_margin(around(within))
    left, bottom, right, top = *map(max, area[:2], part[:2]), *map(min, area[2:], part[2:])
    is_small = 2 * (right - left) < area[2] - area[0] or 2 * (top - bottom) < area[3] - area[1]
    return (left, bottom, right, top) if is_small else area


def _rectangle(frame: Frame, look: str) -> str:
    left, bottom, right, top = frame
    place = f'x="{left:g}" y="{HEIGHT - top:g}" width="{right - left:g}" height="{top - bottom:g}"'
    return f"<rect {place} {look}/>"


# A proof with the board at the end of its line.


def proof_html(proof: Proof) -> str:
    """The claim with a tick or a cross, the grounds of the answer, and the match that shows it."""
    grounds = f"{proof.positions:,} positions"
    if proof.within:
        grounds = f"within {proof.within} moves, {grounds}"
    claim = f"{mark(proof.holds)} <code>{escape(proof.claim)}</code> {muted(grounds)}"
    board = "" if proof.line is None else board_html(proof.line)
    return output(f"<div class='noughts-proof'>{claim}</div>", board)


# An audit with the board at the end of the lost match.


def audit_html(audit: Audit) -> str:
    """Whether the player can lose with a tick or a cross, the grounds of the answer, and the match that it
    loses."""
    verdict = f"{audit.player} as {audit.side} {'never loses' if audit.safe else 'can lose'}"
    grounds = muted(f"{audit.positions:,} positions")
    board = "" if audit.lost is None else board_html(audit.lost)
    return output(f"<div class='noughts-proof'>{mark(audit.safe)} {escape(verdict)} {grounds}</div>", board)


# The result of a document's own tests.


def report_html(report: Report) -> str:
    """The number of tests that pass, each failure with its place, the notes, and how matches went."""
    failures = (f"<pre>{escape(str(failure))}</pre>" for failure in report.failures)
    notes = (f"<pre>{escape(draw(note, called='note'))}</pre>" for note in report.notes)
    matches = f"<p>{muted(report.matches)}</p>" if report.matches else ""
    return output(tests_passed(report.tests), *failures, *notes, matches)


def tests_passed(verdicts: Sequence[Verdict]) -> str:
    """The number of tests that pass, in a sentence."""
    passed = sum(verdict.passed for verdict in verdicts)
    return f"{mark(passed == len(verdicts))} {passed} of {len(verdicts)} tests pass"


# A document as a woven page in a notebook, with the colours and the type of the notebook.


_IN_A_NOTEBOOK = ProseStyle(has_anchors=False)


def document_html(document: Document) -> str:
    """The page of a document, or of several that are one program; its tests are run."""
    verdicts = document.check().tests
    blocks = Blocks(paper_of_program(document.texts, document.program, verdicts), no_address)
    pages = [text_html(text, blocks, _IN_A_NOTEBOOK).html for text in document.texts]
    foot = f"<p>{tests_passed(verdicts)}</p>" if verdicts else ""
    return output(f"<style>{style_of_blocks()}</style><article>{'<hr>'.join(pages)}{foot}</article>")


def no_address(name: str) -> str:
    """No address: several outputs of a notebook may define the same name, so a link would be ambiguous."""
    return ""
