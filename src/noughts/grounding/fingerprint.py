"""Fingerprints of grounded games: equal for two games if and only if their formulas are equal."""

from __future__ import annotations

from hashlib import sha256

from noughts.grounding.formula import Bit, Constant, Count, Formula
from noughts.grounding.grounded import Grounded
from noughts.grounding.walk import direct_parts, walk


def fingerprint(grounded: Grounded) -> str:
    """A digest of the sides, the bits with their meanings, the first position, and all rules.

    It does not depend on the order of parts in formulas.
    """
    moves = [(move.legal, *move.changes.values()) for move in grounded.moves]
    roots = [grounded.over, *grounded.to_move, *grounded.wins, grounded.undefined]
    prints: dict[Formula, str] = {}
    for formula in walk([*roots, *(formula for parts in moves for formula in parts)]):
        prints[formula] = digest(kind_of(formula), *inside(formula, prints))
    texts = [*grounded.sides, *map(str, grounded.bits), str(grounded.initial)]
    texts += [prints[formula] for formula in roots]
    for move in grounded.moves:
        changed = sorted((index, prints[after]) for index, after in move.changes.items())
        texts += [str(move.move), prints[move.legal], str(changed)]
    return digest(*texts)


def inside(formula: Formula, prints: dict[Formula, str]) -> list[str]:
    """The fingerprints of the parts of a formula, sorted."""
    if isinstance(formula, Count):
        weighted = zip(formula.parts, formula.weights, strict=True)
        return sorted(f"{prints[part]} {weight}" for part, weight in weighted)
    return sorted(prints[part] for part in direct_parts(formula))


def kind_of(formula: Formula) -> str:
    """The kind of a formula, without its parts."""
    match formula:
        case Constant(holds=constant):
            return str(constant)
        case Bit(index=index):
            return str(index)
        case Count(least=least, allowed=allowed):
            return f"{least} {allowed}"
        case _:
            return type(formula).__name__


def digest(*texts: str) -> str:
    """A hash of several texts."""
    return sha256("\0".join(texts).encode()).hexdigest()[:32]
