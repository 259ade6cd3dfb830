"""A proof with the board at the end of its line."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from noughts.api.display.board import board_html
from noughts.api.display.output import muted, output
from noughts.weave.mark import mark

if TYPE_CHECKING:
    from noughts.api.proof import Proof


def proof_html(proof: Proof) -> str:
    """The claim with a tick or a cross, the grounds of the answer, and the match that shows it."""
    grounds = f"{proof.positions:,} positions"
    if proof.within is not None:
        grounds = f"within {proof.within} moves, {grounds}"
    claim = f"{mark(proof.holds)} <code>{escape(proof.claim)}</code> {muted(grounds)}"
    board = "" if proof.line is None else board_html(proof.line)
    return output(f"<div class='noughts-proof'>{claim}</div>", board)
