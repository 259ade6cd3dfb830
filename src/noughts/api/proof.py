"""The answer to a claim about all positions of a game: `noughts.Proof`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from noughts.api.match import Match
from noughts.games.game import Side
from noughts.refusal import Refusal
from noughts.solvers.proof import ClaimQuery, QuestionKind, prove_quickest

if TYPE_CHECKING:
    from noughts.api.game import Game


@dataclass(frozen=True)
class Proof:
    """Whether a claim holds, the number of positions examined, and a match that shows why.

    `line` is a shortest match to a position that breaks an invariant, or to one where the claim holds; or one
    by which a side forces the claim, within `within` moves.

    >>> import noughts
    >>> noughts.load("tictactoe").prove("|currentState| < 7")
    <Proof: false after 7 moves, 1 2 3 4 5 6 7>
    """

    claim: str
    holds: bool
    positions: int
    line: Match | None = None
    within: int | None = None

    def __bool__(self) -> bool:
        return self.holds

    def __repr__(self) -> str:
        if self.line is None or not self.line.moves:
            return f"<Proof: {str(self.holds).lower()}, {self.positions:,} positions>"
        return f"<Proof: {str(self.holds).lower()} after {len(self.line.moves)} moves, {self.line}>"

    def _repr_html_(self) -> str:
        from noughts.api.display.output import proof_html

        return proof_html(self)


def proof_of(game: Game, question: QuestionKind, text: str, side: Side | None) -> Proof:
    """The answer to a question about a game, by the method that suits it."""
    from noughts.documents.claim import claim_about
    from noughts.documents.sided import Sided

    if not isinstance(game.rules, Sided):
        raise Refusal(f"{game.name} is a game in Python", "a claim is made in the language of a document")
    claim = claim_about(game.rules, text)
    claim.holds(game.rules.initial)  # what is neither true nor false is an error at once
    asked = ClaimQuery(question, claim, side)
    verdict = prove_quickest(game.rules, asked).verdict
    line = None if verdict.line is None else Match.of(game, verdict.line)
    return Proof(text, verdict.holds, verdict.positions, line, verdict.within)
