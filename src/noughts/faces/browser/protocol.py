"""What the page and the program behind it say to each other, as JSON, one object a message.

The page sends commands: ``do`` names one, and the tables below list the arguments of each with their types.
A command that is of no use now changes nothing. The program sends messages, each of a ``kind``:

- ``name``: the `name` of the tab's session, by which it is found again, and whether that was `known` before
- ``stage``: the `game` that is shown, its `numbers` that are others than in its document, the `games` that
  may be chosen (`name`, `title`), where the `paper` is, or ``null``, the `home` page that lists all games, or
  ``""``, whether the page `chooses`, which is to say obeys ``choose``, and whether the game gives `reasons`
  if it is asked why; sent again when another game is shown
- ``options`` answers ``options``: of a `game` the `settings` (`name`, `value`), the `sides`, and the
  `players` (`word`, `summary`); and the `offers`, if its settings can be but some, each with all numbers
- ``picture``: the `images` of a new position, with the `ply` and the `number` of the match, as in its view,
  which follows unless there is a newer position by then
- ``table``: a view, which has the fields of `noughts.faces.view.View` and its `headline`; its `images` are
  SVG elements (`tag`, `attributes`, `text`), or ``null``
- ``record`` answers ``save``: the match in writing (`text`), and what a file of it may be called (`name`)
- ``why`` answers ``why``, ``why not`` and ``why over``: a `fact`, and the `reasons` for it, each a tree with
  the fields of `noughts.meaning.explanation.Explanation`; ``null`` and none if there is nothing to say
- ``frames`` answers ``frames``: the `images` of each position of the match
- ``film``: the `title` of a film, all `images` of a frame, and the `keys` that the document reads
- ``frame``: the next frame: the `count` of its images, and those that have `changed`, with their places
- ``busy``: work goes on that takes long; ``idle``: it has ended
- ``broken``: the files of the document were changed, and have errors (`error`, a report); the old rules go on
- ``notice``: a sentence (`message`) on what has become of the match with changed rules
- ``refused``: a sentence (`message`) on why a command was not followed
- ``stopped``: nothing goes on by itself any more: `title`, `message` and a report (`error`)

A page that plays by itself answers the same commands with the same messages.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

Commands: TypeAlias = Mapping[str, Mapping[str, type]]
"""Commands by name, each with its arguments and their types."""

COMMON_COMMANDS: Final[Commands] = {
    "stop": {},  # stop what is being worked on
    "options": {"game": str},  # ask for what may be chosen in a game; "": in the one that is shown
    "choose": {"game": str, "settings": dict},  # show another game, or this one with other numbers
}
"""The commands of every page."""

TABLE_COMMANDS: Final[Commands] = {
    "click": {"x": int, "y": int, "ply": int},  # at a pixel of the screen, in the position after `ply` moves
    "play": {"index": int, "ply": int},  # the choice of that number, in that position
    "undo": {},  # back to a person's last decision, or to the match before
    "redo": {},  # forward again
    "jump": {"ply": int},  # show the position after so many moves
    "step": {"plies": int},  # so many moves forward, or back
    "resume": {},  # let a program decide in the position shown
    "restart": {},  # a new match of the same players
    "rematch": {},  # a new match in which they change sides
    "seat": {"players": dict, "names": dict},  # a new match; by side, the word for who plays, and a name
    "vary": {"index": int, "ply": int},  # go on with that variation, at that position
    "line": {"moves": list, "of": str},  # the match of these moves, as texts, which stand in a link for one
    "why": {"x": int, "y": int, "ply": int},  # why does a click there make no move in that position?
    "why not": {"text": str, "ply": int},  # why is the move of that text not legal in that position?
    "why over": {},  # why is the match over?
    "frames": {},  # ask for the pictures of the whole match
    "load": {"text": str},  # the last match of a file
    "restore": {"records": list, "number": int, "ply": int},  # what views said was played in this tab
    "save": {},  # ask for the match in writing
    "hint": {},  # mark the best moves
    "values": {"shown": bool},  # show what every move is worth, or no longer
}
"""The commands of a page with a table."""

FILM_COMMANDS: Final[Commands] = {
    "cursor": {"x": int, "y": int},  # where the mouse is
    "press": {"x": int, "y": int},  # where it was pressed
    "keys": {"held": list},  # the keys that are held down
    "pause": {"paused": bool},  # stand still, or go on
    "visible": {"visible": bool},  # whether anybody can see the page
    "restart": {},  # from the first frame
    "resume": {},  # go on after a failure
}
"""The commands of a page that shows a film."""
