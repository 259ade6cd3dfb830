"""Fairness of the runs of a game.

A *run* is a longest match: it is endless, or ends in a position without legal moves.  A run treats a set of
moves

* *weakly fairly* if it makes one of them again and again, or all are impossible again and again
* *strongly fairly* if it makes one of them again and again, or all are impossible from some position on

as by WF and SF in L. Lamport, *Specifying Systems* (2002), chapter 8.  A move that changes nothing does not
count.  A run that ends is fair: nothing is possible there.
"""

from __future__ import annotations

from msgspec import Struct

from noughts.games.game import Move


class Fairness(Struct, frozen=True):
    """A set of moves that a run treats fairly; `text` is how it was given."""

    text: str
    moves: frozenset[Move]
    is_strong: bool = False
