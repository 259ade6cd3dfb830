"""Pictures of automata in files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from noughts.automata.excerpt import json_text
from noughts.refusal import Refusal
from noughts.save import save

if TYPE_CHECKING:
    from noughts.automata.excerpt import Excerpt
    from noughts.automata.svg import Board

_LARGEST_PICTURE: Final = 250
"""The most states that are drawn: a larger picture is slow to lay out and unreadable."""


_DRAWN: Final = (".dot", ".gv", ".json", ".svg")
"""The endings of pictures; `.data` is not one."""


def refuse_ending(path: Path) -> None:
    """Raise `Refusal` if the ending does not name a format."""
    if path.suffix not in _DRAWN:
        help = "end it in .data, .dot, .svg or .json"
        if path.suffix == ".strategy":
            help += "; .strategy needs `noughts synthesise --symbolic`"
        raise Refusal(f"the ending of `{path.name}` names no known format", help)


def draw_automaton(excerpt: Excerpt, path: Path, board: Board | None = None) -> None:
    """Write a file in the format that its ending names."""
    from noughts.automata.dot import dot_text
    from noughts.automata.svg import svg_text

    refuse_ending(path)
    match path.suffix:
        case ".dot" | ".gv":
            text = dot_text(excerpt)
        case ".json":
            text = json_text(excerpt)
        case _:
            if len(excerpt.states) > _LARGEST_PICTURE:
                help = (
                    "draw the neighbourhood of a state: `noughts automata show FILE --around STATE --depth 2`"
                )
                raise Refusal(f"{len(excerpt.states):,} states are too many for a picture", help)
            text = svg_text(excerpt, board)
    save(path, text)
