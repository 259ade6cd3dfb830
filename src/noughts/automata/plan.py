"""Drawing plans: the places that Graphviz gives to the states and transitions of a drawing."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from dataclasses import dataclass, field

from noughts.automata.refusal import Refused

POINTS_PER_INCH = 72
Point = tuple[float, float]


@dataclass(slots=True)
class Arrow:
    """An edge as a row of Bézier curves; `place` is the middle of its label, if it has one."""

    tail: str
    head: str
    style: str
    color: str
    curve: list[Point]
    place: Point | None


@dataclass(slots=True)
class DrawingPlan:
    """A drawing of `width` by `height` points, with y downwards; a box is its middle and its size."""

    width: float
    height: float
    boxes: dict[str, tuple[Point, Point]] = field(default_factory=dict)
    arrows: list[Arrow] = field(default_factory=list)


class NoGraphviz(Refused):
    """The program ``dot`` of Graphviz is not installed."""


def plan(dot: str) -> DrawingPlan:
    """The layout of a graph by the program ``dot``; `NoGraphviz` if it is not installed."""
    program = shutil.which("dot")
    if program is None:
        help = "install the package graphviz, or ask for DOT: -o FILE.dot"
        raise NoGraphviz("drawing needs Graphviz, whose program `dot` is not there", hint=help)
    done = subprocess.run([program, "-Tplain"], input=dot, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        raise Refused(f"Graphviz cannot draw this: {done.stderr.strip()}")
    return parse_plan(done.stdout)


def parse_plan(text: str) -> DrawingPlan:
    """The plan in the output of ``dot -Tplain``, which is in inches, with y upwards, a line for each item."""
    made = DrawingPlan(0, 0)
    for line in text.replace("\\\n", "").splitlines():
        words = shlex.split(line)
        match words[0]:
            case "graph":
                made.width, made.height = (float(word) * POINTS_PER_INCH for word in words[2:4])
            case "node":
                x, y, width, height = (float(word) * POINTS_PER_INCH for word in words[2:6])
                made.boxes[words[1]] = ((x, made.height - y), (width, height))
            case "edge":
                made.arrows.append(_arrow(words, made.height))
    return made


def _arrow(words: list[str], height: float) -> Arrow:
    count = int(words[3])
    numbers = [float(word) * POINTS_PER_INCH for word in words[4 : 4 + 2 * count]]
    curve = [(x, height - y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
    *label, style, color = words[4 + 2 * count :]
    if not label:
        return Arrow(words[1], words[2], style, color, curve, None)
    x, y = (float(word) * POINTS_PER_INCH for word in label[-2:])
    return Arrow(words[1], words[2], style, color, curve, (x, height - y))
