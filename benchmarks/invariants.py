"""How long does it take to prove a claim about every position that play can reach?

The claim is that never both sides have won, on four by four with four in a row.  The C program looks at
each of the 9 722 011 positions; the proof from the document takes them together as decision diagrams.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.games import mnk
from benchmarks.measuring import Ratio, best_of_each, compiled, noughts, output, peak_megabytes
from noughts.documents.by_rules import GameByRules, Shared
from noughts.documents.claim import claim_about
from noughts.solvers.proof import ClaimQuery, prove_quickest

CLAIM = "~(wins(`x) & wins(`o))"
PROVE = ("prove", "mnk", "--let", "m=4", "--let", "n=4", "--let", "k=4", CLAIM)


def measure() -> Iterator[Ratio]:
    program = compiled("reach44")
    assert output(program) == ["9722011", "0"]
    game = mnk(4, 4, 4)
    by_hand, proof, whole = best_of_each(
        lambda: output(program), lambda: prove(game), noughts(*PROVE), times=3
    )
    c, note = "hand-written C, every position", "9,722,011 positions"
    yield Ratio("4×4, four in a row, from loaded rules to proof", proof, c, by_hand, most=4, note=note)
    memory = f"{peak_megabytes('-m', 'noughts', *PROVE)} MB"
    yield Ratio("noughts prove, the whole process", whole, c, by_hand, most=4, note=memory)


def prove(game: GameByRules) -> None:
    """Formulas, layers and proof, from nothing."""
    game._grounded = Shared()
    proof = prove_quickest(game, ClaimQuery("always", claim_about(game, CLAIM)))
    assert proof.verdict.holds
    assert proof.verdict.positions == 9_722_011
