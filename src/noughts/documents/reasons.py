"""Why a relation of a game from a document holds in a position, or why not."""

from __future__ import annotations

from noughts.documents.documented import Documented
from noughts.games.game import Position
from noughts.language import core as c
from noughts.language.spelling import Spelling
from noughts.meaning.explain import explain
from noughts.meaning.explanation import Explanation
from noughts.values.value import Value

_DEPTH = 8
"""Definitions opened inside one another: a person at a table cannot ask for more."""


def reason(game: Documented, position: Position, name: str, *arguments: Value) -> Explanation:
    """The explanation of a relation applied to arguments, in a position."""
    span = game.program.definitions[name].head
    sentence = c.Global(name, tuple(c.Constant(argument, span=span) for argument in arguments), span=span)
    frame = game.quiet(position)
    return game.ask(lambda: explain(sentence, game.meaning, frame, depth=_DEPTH, spelling=Spelling.UNICODE))
