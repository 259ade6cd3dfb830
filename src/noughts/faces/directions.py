"""From one move to the next with the arrow keys: by their places on the screen if they have any."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Literal, TypeAlias

from noughts.faces.view import Choice

Direction: TypeAlias = Literal["Left", "Right", "Up", "Down"]

_HEADINGS: dict[Direction, tuple[int, int]] = {
    "Left": (-1, 0),
    "Right": (1, 0),
    "Up": (0, 1),
    "Down": (0, -1),
}

_ASIDE = 2.5
"""The pixels along the direction that count as much as one across it: what lies ahead comes first."""


def next_choice(choices: Sequence[Choice], start: int, direction: Direction) -> int:
    """The choice that is next in a direction; `start` itself if there is none."""
    across, up = _HEADINGS[direction]
    here = middle(choices[start])
    if here is None:
        return min(max(start + across - up, 0), len(choices) - 1)
    costs = {}
    for number, choice in enumerate(choices):
        if (there := middle(choice)) is not None:
            x, y = there[0] - here[0], there[1] - here[1]
            ahead, aside = x * across + y * up, abs(x * up) + abs(y * across)
            if ahead > 0:
                costs[number] = ahead + _ASIDE * aside
    return min(costs, key=costs.__getitem__, default=start)


def nearest_choice(choices: Sequence[Choice], place: tuple[float, float] | None) -> int:
    """The choice that is nearest to a place of the screen; the first if nothing has a place."""
    distances = {
        number: hypot(there[0] - place[0], there[1] - place[1])
        for number, choice in enumerate(choices)
        if place is not None and (there := middle(choice)) is not None
    }
    return min(distances, key=distances.__getitem__, default=0)


def middle(choice: Choice) -> tuple[float, float] | None:
    """The middle of the first area of a choice."""
    if not choice.areas:
        return None
    area = choice.areas[0]
    return (area.left + area.right) / 2, (area.bottom + area.top) / 2
