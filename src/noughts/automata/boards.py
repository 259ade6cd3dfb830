"""The positions of a game, drawn into the states of automata that came from it."""

from __future__ import annotations

from noughts.automata.automaton import Automaton
from noughts.automata.explore import explore
from noughts.automata.from_game import named_positions
from noughts.automata.refusal import Unsuitable
from noughts.automata.screen_svg import Frame, frame_of, screen_svg
from noughts.automata.svg import Board
from noughts.games.game import Game
from noughts.games.picture import Pictured


def boards(game: Game, automaton: Automaton) -> Board:
    """For each state of the automaton that bears the name of a position, the game's screen there."""
    if not isinstance(game, Pictured):
        raise Unsuitable(f"{game.name} has no screen to draw")
    pictured, frame = game, _frame(game)
    positions = named_positions(explore(game))

    def board(s: int) -> str | None:
        name = automaton.state(s)
        return screen_svg(pictured.images(positions[name]), frame) if name in positions else None

    return board


def _frame(game: Game) -> Frame:
    """Around all places that may be clicked at the beginning; around all that is drawn, if there are none."""
    assert isinstance(game, Pictured)
    areas = [area for owned in game.areas(game.initial).values() for area in owned]
    if not areas:
        return frame_of(game.images(game.initial))
    return (
        min(area.left for area in areas) - 4,
        min(area.bottom for area in areas) - 4,
        max(area.right for area in areas) + 4,
        max(area.top for area in areas) + 4,
    )
