"""Automata drawn into files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from noughts.cli.failure import Failure

if TYPE_CHECKING:
    from noughts.automata.excerpt import Excerpt
    from noughts.automata.svg import Board

LARGEST_PICTURE: Final = 250
"""States up to which an automaton is drawn."""


def draw(excerpt: Excerpt, path: Path, board: Board | None = None) -> None:
    """Into a file, as its ending says."""
    from noughts.automata.dot import dot_text
    from noughts.automata.saved import saved
    from noughts.automata.svg import svg_text
    from noughts.automata.write_json import json_text

    match path.suffix:
        case ".dot" | ".gv":
            text = dot_text(excerpt)
        case ".json":
            text = json_text(excerpt)
        case ".svg":
            if len(excerpt.states) > LARGEST_PICTURE:
                help = "draw what is near a state: `noughts automata show FILE --around STATE --depth 2`"
                raise Failure(f"{len(excerpt.states):,} states are too many for a picture", help)
            text = svg_text(excerpt, board)
        case _:
            raise Failure(f"`{path.name}` does not say what to write", "end it in .data, .dot, .svg or .json")
    with saved(path) as file:
        file.write(text)
