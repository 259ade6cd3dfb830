"""What ``noughts prove`` answers: for programs, and for people with the board at the end of a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.cli.answer import Json, console, counted
from noughts.cli.table import headline

if TYPE_CHECKING:
    from collections.abc import Iterator

    from noughts.documents.claim import Claim
    from noughts.games.match import Match
    from noughts.solvers.proof import ClaimQuery, Proof


def answer(asked: ClaimQuery, claim: Claim, proof: Proof) -> Json:
    """The answer for programs."""
    verdict = proof.verdict
    line = verdict.line
    return {
        "question": asked.question,
        "claim": claim.text,
        **({"side": asked.side} if asked.side else {}),
        "holds": verdict.holds,
        "positions": verdict.positions,
        "through": proof.through,
        "line": None if line is None else list(line.move_texts()),
        "position": None if line is None else line.game.position_text(line.position),
        "within": verdict.within,
        "warnings": list(warnings(asked, claim, proof)),
    }


def show(asked: ClaimQuery, claim: Claim, proof: Proof) -> None:
    """The answer for people."""
    line = proof.verdict.line
    console().print(headline(claim.game.name, sentence(asked, proof)), soft_wrap=True)
    if line is not None:
        if line.moves:
            console().print("; ".join(line.move_texts()), markup=False, soft_wrap=True)
        board(line)
    for warning in warnings(asked, claim, proof):
        console().print(f"[yellow]warning:[/] {warning.replace('[', chr(92) + '[')}", soft_wrap=True)


def sentence(asked: ClaimQuery, proof: Proof) -> str:
    """What was found out, in a sentence."""
    verdict = proof.verdict
    all_of_them = "the only position" if verdict.positions == 1 else f"all {verdict.positions:,} positions"
    everywhere = f"{all_of_them} that play can reach, {looked_at(proof)}"
    after = "" if verdict.line is None else when(len(verdict.line.moves))
    among = f"Found among {counted(verdict.positions, 'position')}, {looked_at(proof)}."
    match asked.question, verdict.holds:
        case "always", True:
            return f"it holds in {everywhere}."
        case "always", False:
            return f"it does not hold {after}; no shorter line of play breaks it. {among}"
        case "sometimes", True:
            return f"it can come to that {after}, and no sooner. {among}"
        case "sometimes", False:
            return f"it never comes to that: it is false in {everywhere}."
        case _, True:
            soon = "" if verdict.within is None else f", and within {counted(verdict.within, 'move')}"
            return f"{asked.side} can see to it{soon}; for instance so. That takes in {everywhere}."
        case _:
            return f"{asked.side} cannot see to it. That takes in {everywhere}."


def looked_at(proof: Proof) -> str:
    """How it was found out."""
    return "looked at one by one" if proof.through == "positions" else "taken together as decision diagrams"


def when(moves: int) -> str:
    """After so many moves."""
    return f"after {counted(moves, 'move')}" if moves else "at the beginning"


def warnings(asked: ClaimQuery, claim: Claim, proof: Proof) -> Iterator[str]:
    """Why a claim may say less than it seems to."""
    verdict = proof.verdict
    if not claim.speaks_of_positions:
        yield "the claim does not depend on the position, so it says nothing about the game"
    if verdict.positions == 1 and claim.game.outcome(claim.game.initial) is not None:
        yield "the game is over where it begins: no move is ever possible"
    elif asked.question == "forced" and verdict.line is not None and not verdict.line.moves:
        yield f"it is so at the beginning, so {asked.side} need not do anything for it"
    for premise in verdict.idle:
        yield f"`{premise}` is true in no position, so the claim was never put to the test"
    if claim.game.wins is not None:
        for side in verdict.winless:
            yield f"{side} wins in no position that play can reach"


def board(line: Match) -> None:
    """The position that a line comes to, as its screen shows it, or in words."""
    from noughts.faces.console.printer import Printer
    from noughts.faces.console.raster import raster
    from noughts.games.picture import Pictured

    printer = Printer()
    if isinstance(line.game, Pictured):
        printer.draw(raster(line.game.images(line.position), columns=printer.columns - 2).rows)
    else:
        printer.say(f"  {line.game.position_text(line.position)}")
    printer.say()
