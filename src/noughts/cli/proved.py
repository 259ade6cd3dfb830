"""The answer of ``noughts prove``: as JSON, or as a sentence with the board at the end of a line of play."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

from noughts.cli.answer import Json, console, counted
from noughts.cli.board import show_board
from noughts.cli.table import headline
from noughts.games.game import wins

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from noughts.cli.game_argument import GameArgument
    from noughts.documents.claim import PositionClaim
    from noughts.solvers.proof import ClaimQuery, Proof


def proof_json(asked: ClaimQuery, claim: PositionClaim, proof: Proof) -> Mapping[str, Json]:
    """The answer as JSON."""
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


def save_proof(path: Path, game: GameArgument, asked: ClaimQuery, claim: PositionClaim, proof: Proof) -> None:
    """Write a proof to a file, with the game that it is about."""
    from noughts.cli.verified import PROOF
    from noughts.save import save

    documents = [os.path.abspath(word) if os.path.exists(word) else word for word in game.words]
    about = {
        "noughts": PROOF,
        "game": claim.game.name,
        "rules": claim.game.fingerprint,
        "documents": documents,
        "let": list(game.let or ()),
        "by": game.by,
        "wins": game.wins,
    }
    found = {**about, **proof_json(asked, claim, proof)}
    save(path, json.dumps(found, ensure_ascii=False) + "\n")


def print_proof(asked: ClaimQuery, claim: PositionClaim, proof: Proof) -> None:
    """Print the answer for people."""
    line = proof.verdict.line
    console().print(headline(claim.game.name, verdict_sentence(asked, proof)), soft_wrap=True)
    if line is not None:
        if line.moves:
            console().print("; ".join(line.move_texts()), markup=False, soft_wrap=True)
        show_board(line)
    for warning in warnings(asked, claim, proof):
        console().print(f"[yellow]warning:[/] {warning.replace('[', chr(92) + '[')}", soft_wrap=True)


def verdict_sentence(asked: ClaimQuery, proof: Proof) -> str:
    """The verdict as a sentence."""
    verdict = proof.verdict
    only = verdict.positions == 1
    positions = "the only reachable position" if only else f"all {verdict.positions:,} reachable positions"
    everywhere = f"{positions}, {method(proof)}"
    after = "" if verdict.line is None else when(len(verdict.line.moves))
    among = f"Found among {counted(verdict.positions, 'position')}, {method(proof)}."
    if proof.through == "search":
        nodes = f"Decided by a search of {counted(verdict.positions, 'node')}."
        if not verdict.holds:
            return f"{asked.side} cannot force it. {nodes}"
        return (
            f"{asked.side} can force it within {counted(verdict.within or 0, 'move')}. {nodes} For example:"
        )
    match asked.question, verdict.holds:
        case "always", True:
            return f"the claim holds in {everywhere}."
        case "always", False:
            return f"the claim is false {after}; no shorter line of play refutes it. {among}"
        case "sometimes", True:
            return f"the claim can be true, {after} at the earliest. {among}"
        case "sometimes", False:
            return f"the claim is never true: it is false in {everywhere}."
        case _, True:
            soon = "" if verdict.within is None else f" within {counted(verdict.within, 'move')}"
            example = " For example:" if verdict.line is not None and verdict.line.moves else ""
            return f"{asked.side} can force it{soon}. This covers {everywhere}.{example}"
        case _:
            return f"{asked.side} cannot force it. This covers {everywhere}."


def method(proof: Proof) -> str:
    """The method: one position at a time, or sets of positions as decision diagrams."""
    return "checked one by one" if proof.through == "positions" else "checked as sets (decision diagrams)"


def when(moves: int) -> str:
    """The moment in a line of play after `moves` moves."""
    return f"after {counted(moves, 'move')}" if moves else "in the initial position"


def warnings(asked: ClaimQuery, claim: PositionClaim, proof: Proof) -> Iterator[str]:
    """Warnings that a claim says less than it seems to."""
    verdict = proof.verdict
    if not claim.speaks_of_positions:
        yield "the claim does not depend on the position, so it says nothing about the game"
    if verdict.positions == 1 and claim.game.outcome(claim.game.initial) is not None:
        yield "the game is over in its initial position: no move is ever possible"
    elif asked.question == "forced" and verdict.line is not None and not verdict.line.moves:
        yield f"it is true in the initial position, so {asked.side} need not do anything"
    for premise in verdict.idle:
        yield f"`{premise}` is true in no position, so the claim holds vacuously"
    if claim.game.wins is not None:
        for side in verdict.winless:
            yield f"{wins(side)} in no reachable position"
