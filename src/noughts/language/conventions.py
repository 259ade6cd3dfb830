"""Names with a conventional meaning: definitions of a game and of its board, and atoms for missing values."""

from __future__ import annotations

from typing import Final

RULES: Final = {
    "initialState": 0,
    "playerToMove": 0,
    "gameOver": 0,
    "moves": 0,
    "legalMove": 1,
    "outcome": 1,
}
"""The definitions of a game by its rules, each with its number of parameters."""

CLICKS: Final = {"initialState": 0, "newState": 0, "images": 0}
"""The definitions of a game by its clicks."""

BOARD_WORDS: Final = {
    "boardPlaces": 0,
    "boardColour": 1,
    "boardSign": 1,
    "boardSize": 1,
    "boardLabel": 1,
    "boardBeside": 1,
    "boardDue": 0,
}
"""The definitions by which a document says what its board is, each with its number of parameters.

A game needs none of them: what a document does not say of its board is guessed from its rules.
"""

PLACEHOLDERS: Final = frozenset(
    {"empty", "e", "none", "free", "blank", "nobody", "nothing", "nowhere", "vacant"}
)
"""The names of atoms that documents use for missing values, such as `` `none ``.

No piece has such a name, and a part of a state with such a value may have any other value later.
"""

PAYOFFS: Final = frozenset({"payoff", "payoffs", "utility", "utilities", "reward", "rewards"})
"""The names of definitions that say what an outcome is worth, in small letters."""

HIDDEN: Final = frozenset(
    {
        "observation", "observations", "observes", "sees", "knows", "visibleto", "hidden", "hiddenfrom",
        "secret", "informationset", "informationsets", "infoset", "infosets", "informationstate",
    }
)  # fmt: skip
"""The names of definitions that say what a player sees, in small letters."""
