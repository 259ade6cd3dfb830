"""Cells named by the points of the compass, such as ``nw`` or ``north``: their names say where they lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Final

from noughts.values.atom import Atom
from noughts.values.value import Value

_UP: Final = {"north": 1, "": 0, "south": -1}
_ACROSS: Final = {"west": -1, "": 0, "east": 1}
_DIRECTIONS: Final[Mapping[str, tuple[int, int]]] = {
    name: (_ACROSS[across], _UP[up])
    for up, across in product(_UP, _ACROSS)
    if up or across
    for name in (up + across, up[:1] + across[:1])
}
"""The steps to the right and upwards of ``north``, ``n``, ``northeast``, ``ne`` and so on."""


def compass(cells: Sequence[Value]) -> dict[Value, tuple[int, int]]:
    """How far to the right and upwards each cell lies; nothing if the names do not say so.

    Each direction has its opposite: so black and white, `b` and `w`, are not taken for a middle and a west.
    One cell that has another name lies in the middle.
    """
    found = {
        cell: _DIRECTIONS[name]
        for cell in cells
        if isinstance(cell, Atom) and (name := cell.name.lower().replace("_", "")) in _DIRECTIONS
    }
    steps = set(found.values())
    if not found or len(steps) < len(found) or steps != {(-x, -y) for x, y in steps}:
        return {}
    others = [cell for cell in cells if cell not in found]
    return found | dict.fromkeys(others, (0, 0)) if len(others) <= 1 else {}
