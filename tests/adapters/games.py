"""The games that adapters are tried on: through kernels, clicks and rules in Python."""

from __future__ import annotations

from functools import cache

import noughts
from tests.small_games.graph import GraphGame
from tests.small_games.nim import Nim

GAMES = {  # each is made once, because to ground a document takes half a second
    "tictactoe": cache(lambda: noughts.load("tictactoe")),
    "nim": cache(lambda: noughts.load("nim", heaps=(1, 2, 3))),
    "hexapawn": cache(lambda: noughts.load("hexapawn")),
    "mnk": cache(lambda: noughts.load("mnk", m=3, n=2, k=2)),
    "clicks": cache(lambda: noughts.load("mnk", by="clicks", m=3, n=2, k=2)),
    "python": cache(lambda: noughts.Game(Nim())),
    "round": cache(lambda: noughts.Game(GraphGame({0: [1, 2], 1: [0, 2], 2: []}, {0: "a", 1: "b", 2: "b"}))),
}
