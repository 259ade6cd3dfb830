"""Chance, hidden information and payoffs: what the names in a document promise, and no game here has.

They are recognised by name, so this asks, as notes do: a side that stands for chance, as
`noughts.games.chance` says, and definitions that no rule uses.
"""

from __future__ import annotations

from collections.abc import Iterator

from noughts.documents.by_rules import GameByRules
from noughts.documents.fingerprint import reached
from noughts.games.chance import chance_of
from noughts.games.game import Side
from noughts.language import core as c
from noughts.language.solutions import nodes_of
from noughts.text.diagnostic import Diagnostic
from noughts.text.source import Span
from noughts.values.atom import Atom

_CODE = "N504"
_CARDS = {"deal", "dealer", "deck", "shuffle"}
"""Sides that stand for chance, where cards are dealt."""
_PAYOFFS = {"payoff", "payoffs", "utility", "utilities", "reward", "rewards"}
_HIDDEN = {
    "observation", "observations", "observes", "sees", "knows", "visibleto", "hidden", "hiddenfrom", "secret",
    "informationset", "informationsets", "infoset", "infosets", "informationstate",
}  # fmt: skip
"""Names of definitions, in small letters."""


def unsupported(game: GameByRules) -> Iterator[Diagnostic]:
    """A note on each side and definition whose name promises what no game here has."""
    yield from (note_on_chance(game, side) for side in chance_of(game))
    rules = {each.name for each in reached(game.program, (*game.RULES, game.wins or ""))}
    shown = {each.name for each in reached(game.program, ("images", "newState"))}
    for name, definition in game.program.definitions.items():
        if name in rules:
            continue
        if name.lower() in _PAYOFFS:
            fact = f"`{name}` does not decide who wins: payoffs are not there yet, only wins and draws"
            help = "let `wins(p)` compare what the players have got, and name the one with more"
            yield Diagnostic(_CODE, fact, definition.head, help)
        elif name.lower() in _HIDDEN and name not in shown:
            fact = f"no rule uses `{name}`: hidden information is not there yet, all see the whole position"
            yield Diagnostic(_CODE, fact, definition.head, "take it as a game in which all cards lie open")


def note_on_chance(game: GameByRules, side: Side) -> Diagnostic:
    """The note on a side that stands for chance."""
    missing = "chance and hidden cards are" if side.lower() in _CARDS else "chance is"
    fact = f"`` `{side} `` is taken for a player, who may choose any of its moves: {missing} not there yet"
    help = "what is proved of the others holds whatever it does; no move is likelier than another"
    return Diagnostic(_CODE, fact, first_place(game, side), help)


def first_place(game: GameByRules, side: Side) -> Span:
    """The first place that names a side; ``playerToMove`` if no atom does."""
    for definition in game.program.definitions.values():
        nodes = (node for tree in c.trees_of(definition) for node in nodes_of(tree))
        found = [node.span for node in nodes if isinstance(node, c.Constant) and node.value is Atom(side)]
        if found:
            return min(found, key=lambda span: span.start)
    return game.program.definitions["playerToMove"].head
