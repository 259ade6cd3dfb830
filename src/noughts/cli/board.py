"""``noughts board``: the board of a game as definitions."""

from __future__ import annotations

from noughts.cli.answer import AsJson, print_json
from noughts.cli.app import HelpSection, app, examples
from noughts.cli.game_argument import GameWords, with_game


@app.command(
    rich_help_panel=HelpSection.WRITE,
    epilog=examples(
        ("noughts board hare", "what is drawn, and where to click"),
        ("noughts board game.led >> game.led", "a board of your own, to be changed"),
        ("noughts board hex --let n=5", "for another size"),
    ),
)
@with_game
def board(game: GameWords, as_json: AsJson = False) -> None:
    """Print the board that is derived from the rules of a document, as definitions of LED.

    Append them to the document and it has a board of its own: change colours, letters and places there.
    It keeps that board as long as it defines `images`, `boardClicks` and `boardMove`. Sizes are fixed: other
    values of constants need another board.
    """
    from noughts.documents.on_board import GameOnBoard
    from noughts.language.show import laid_out
    from noughts.refusal import Refusal

    loaded = game.load()
    definitions = loaded.board.definitions if isinstance(loaded, GameOnBoard) else ()
    if not definitions:
        fact = f"no board is derived for `{loaded.name}`: it has one of its own, or none"
        raise Refusal(fact, "name a document that describes a game by its rules and does not define `images`")
    texts = {each.name: laid_out(each) for each in definitions}
    if as_json:
        print_json({"definitions": texts})
    else:
        print("\n/$", *texts.values(), "$/", sep="\n")
