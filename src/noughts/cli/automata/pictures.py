"""Automata drawn into files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from noughts.refusal import Refusal

if TYPE_CHECKING:
    from noughts.automata.excerpt import Excerpt
    from noughts.automata.svg import Board

LARGEST_PICTURE: Final = 250
"""States up to which an automaton is drawn."""


DRAWN: Final = (".dot", ".gv", ".json", ".svg")
"""What files end with that an automaton is drawn into; `.data` is written otherwise."""


def refuse_ending(path: Path) -> None:
    """`Refusal` if the ending does not say what to write."""
    if path.suffix not in DRAWN:
        help = "end it in .data, .dot, .svg or .json"
        if path.suffix == ".strategy":
            help += "; `noughts synthesise --symbolic` makes a .strategy"
        raise Refusal(f"`{path.name}` does not say what to write", help)


def draw(excerpt: Excerpt, path: Path, board: Board | None = None) -> None:
    """Into a file, as its ending says."""
    from noughts.automata.dot import dot_text
    from noughts.automata.svg import svg_text
    from noughts.automata.write_json import json_text
    from noughts.save import save

    refuse_ending(path)
    match path.suffix:
        case ".dot" | ".gv":
            text = dot_text(excerpt)
        case ".json":
            text = json_text(excerpt)
        case _:
            if len(excerpt.states) > LARGEST_PICTURE:
                help = "draw what is near a state: `noughts automata show FILE --around STATE --depth 2`"
                raise Refusal(f"{len(excerpt.states):,} states are too many for a picture", help)
            text = svg_text(excerpt, board)
    save(path, text)
