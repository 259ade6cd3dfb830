"""Boards: pictures of the positions of a game, for the states of automata made from it."""

from __future__ import annotations

from noughts.automata.automaton import Automaton
from noughts.automata.explore import game_graph
from noughts.automata.from_game import named_positions
from noughts.automata.refusal import Unsuitable
from noughts.automata.svg import Board
from noughts.easel.svg import screen_svg
from noughts.games.game import Game
from noughts.games.picture import Pictured, board_frame


def boards(game: Game, automaton: Automaton) -> Board:
    """The function that draws the game's screen in a state whose name is that of a position."""
    if not isinstance(game, Pictured):
        raise Unsuitable(f"{game.name} has no screen to draw")
    pictured, frame = game, board_frame(game, game.initial)
    positions = named_positions(game_graph(game))

    def board(s: int) -> str | None:
        name = automaton.state(s)
        return screen_svg(pictured.images(positions[name]), frame) if name in positions else None

    return board
