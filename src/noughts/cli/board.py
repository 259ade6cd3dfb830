"""``noughts board``: the board of a game as definitions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from noughts.cli.answer import AsJson, print_json
from noughts.cli.app import verb
from noughts.cli.game_argument import GameWords, with_game
from noughts.documents.on_board import GameOnBoard
from noughts.language.show import laid_out
from noughts.refusal import Refusal

if TYPE_CHECKING:
    from noughts.language.tree import Definition

WordsAlone: TypeAlias = Annotated[
    bool, typer.Option("--words", help="Print only the definitions that a document may have alone.")
]


@verb(
    ("noughts board hare", "what is drawn, and where to click"),
    ("noughts board kalah --words", "what a document may change alone"),
    ("noughts board game.led >> game.led", "a board of your own, to be changed"),
    ("noughts board hex --let n=5", "for another size"),
)
@with_game
def board(game: GameWords, words: WordsAlone = False, as_json: AsJson = False) -> None:
    """Print the board that is derived from the rules of a document, as definitions of LED.

    Append them to the document and it has a board of its own: change colours, letters and places there.
    It keeps that board as long as it defines `images` and `boardClicks`. Sizes are fixed: other values of
    constants need another board.

    With `--words`, print only where the places lie, the colours and signs of pieces, and what is written
    beneath. A document may define any of these alone, and then the rest is still derived.
    """
    loaded = game.load()
    definitions: Sequence[Definition] = ()
    if isinstance(loaded, GameOnBoard):
        definitions = loaded.vocabulary if words else loaded.board.definitions
    if not definitions:
        fact = f"no board is derived for `{loaded.name}`: it has one of its own, or none"
        raise Refusal(fact, "name a document that describes a game by its rules and does not define `images`")
    texts = {each.name: laid_out(each) for each in definitions}
    if as_json:
        print_json({"definitions": texts})
    else:
        print("\n/$", *texts.values(), "$/", sep="\n")
