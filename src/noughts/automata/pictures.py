"""Automata in the language of Graphviz."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from html import escape
from typing import Final, TypeAlias

from msgspec import Struct

from noughts.automata.automaton import Automaton
from noughts.automata.from_game import game_graph, named_positions
from noughts.automata.refusal import Refused, Unsuitable
from noughts.automata.transition import Idle, Label, LabelKind, Modality
from noughts.easel.svg import screen_svg
from noughts.games.game import Game
from noughts.games.picture import Pictured, board_frame

# The arrows: what is necessary is red, what is lazy is dashed.
_RED: Final = 'color="#c2410c" fontcolor="#c2410c"'
_LOOKS: Final[dict[Modality, str]] = {
    Modality.PERMITTED: 'fontcolor="#1f2937"',
    Modality.URGENT: _RED,
    Modality.LAZY: f"{_RED} style=dashed",
}


def dot_text(excerpt: Excerpt, sides: Mapping[int, float] | None = None) -> str:
    """The excerpt as a graph; a state in `sides` is a square of that many inches, its label left out.

    The initial state has an arrow from nowhere, and final states have a double border.  Necessary transitions
    are red, and lazy ones are dashed.  ``…`` and a dashed border mean that what follows is left out.
    """
    return "\n".join(["digraph automaton {", *_lines(excerpt, sides or {}), "}"]) + "\n"


def _lines(excerpt: Excerpt, sides: Mapping[int, float]) -> Iterator[str]:
    automaton = excerpt.automaton
    yield '  rankdir=TB; nodesep=0.35; ranksep=0.55; pad=0.17; bgcolor="#f8fafc"'
    yield '  node [class=state shape=box color="#475569" fillcolor="#ffffff" fontcolor="#1f2937"]'
    yield '  node [style="rounded,filled" fontname="Helvetica" fontsize=11 margin="0.12,0.06"]'
    yield '  edge [class=arrow color="#475569" fontname="Helvetica" fontsize=10 arrowsize=0.7]'
    if automaton.start in excerpt.states:
        yield '  begin [class="" shape=point width=0.08 label=""]'
        yield f"  begin -> s{automaton.start}"
    for s in excerpt.states:
        look = f'label="{_quoted(state_lines(excerpt, s))}"'
        if s in sides:
            look = f'label="" fixedsize=true width={sides[s]:.3f} height={sides[s]:.3f} style=filled'
        if automaton.finals[s]:
            look += " peripheries=2"
        if s in excerpt.cut:
            look += f' style="{"" if s in sides else "rounded,"}filled,dashed"'
        yield f"  s{s} [{look}]"
    for (source, target, modality), labels in bundled(excerpt).items():
        look = f'class="arrow {modality.name.lower()}" {_LOOKS[modality]}'
        yield f'  s{source} -> s{target} [label="{_quoted([f"  {text}  " for text in labels])}" {look}]'


def state_lines(excerpt: Excerpt, s: int) -> list[str]:
    """The name of a state in lines that fill about a square."""
    state = [drawable(name) for name in excerpt.automaton.state(s)]
    per_line = len(state) if len(state) <= 3 else 3
    lines = [", ".join(state[i : i + per_line]) for i in range(0, len(state), per_line)]
    return [*lines, "…"] if s in excerpt.cut else lines


def bundled(excerpt: Excerpt) -> dict[tuple[int, int, Modality], list[str]]:
    """The labels of the transitions that have source, target and modality in common."""
    automaton = excerpt.automaton
    found: dict[tuple[int, int, Modality], list[str]] = {}
    for t in excerpt.transitions:
        key = (automaton.sources[t], automaton.targets[t], Modality(automaton.modalities[t]))
        found.setdefault(key, []).append(drawable(short(automaton.labels[automaton.label_numbers[t]])))
    return found


def short(label: Label) -> str:
    """The text of a label; if it is long, only the name of the match, or the actions that are not idle."""
    if label.rank <= 3:
        return ", ".join(map(str, label.actions))
    if label.kind is LabelKind.MATCH and label.offer is not None:
        return label.offer.name
    return " ".join(str(action) for action in label.actions if not isinstance(action, Idle))


def drawable(text: str) -> str:
    """The text with codes in place of invisible characters: control characters, which Graphviz and SVG
    refuse, and marks that change the direction of writing."""
    return "".join(c if c.isprintable() else f"⟨U+{ord(c):04X}⟩" for c in text)


def _quoted(lines: list[str]) -> str:
    escaped = (line.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;") for line in lines)
    return "\\n".join(escaped)


# Automata as pictures in SVG; a state that is a position of a game shows its board.


Board: TypeAlias = Callable[[int], str | None]
"""Returns the SVG of the position of a state, given by its number; ``None`` if it has none."""

# The width and height of a board, in points.
_BOARD_SIDE: Final = 62

# The points between a board and the border of its state.
_MARGIN: Final = 4

# The size of a picture, which that of a state replaces.
_SIZE: Final = re.compile(r'width="\S+" height="\S+"')

# A state that has a board, as Graphviz draws it; the second corner of its border is at the top left.
_SQUARE: Final = re.compile(r'<title>s(\d+)</title>\n(<polygon .*points="\S+ (\S+),(\S+) .*\n)')


class NoGraphviz(Refused):
    """The program ``dot`` of Graphviz is not installed."""


def by_graphviz(dot: str) -> str:
    """The picture of a graph by the program ``dot``; `NoGraphviz` if it is not installed."""
    program = shutil.which("dot")
    if program is None:
        help = "install the package graphviz, or ask for DOT: -o FILE.dot"
        raise NoGraphviz("drawing needs Graphviz, whose program `dot` is not there", hint=help)
    done = subprocess.run([program, "-Tsvg"], input=dot, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        raise Refused(f"Graphviz cannot draw this: {done.stderr.strip()}")
    return done.stdout[done.stdout.index("<svg") :]


def svg_text(excerpt: Excerpt, board: Board | None = None) -> str:
    """The picture of an excerpt: its graph, with boards in the states that have one."""
    boards = {} if board is None else {s: found for s in excerpt.states if (found := board(s))}

    def with_board(square: re.Match[str]) -> str:
        s, border = int(square[1]), square[2]
        place = f'x="{float(square[3]) + _MARGIN:g}" y="{float(square[4]) + _MARGIN:g}"'
        name = escape(drawable(", ".join(excerpt.automaton.state(s))), quote=False)
        size = f'width="{_BOARD_SIDE}" height="{_BOARD_SIDE}"'
        screen = _SIZE.sub(size, boards[s], count=1)
        return f"{border}<svg {place} {size}><title>{name}</title>{screen}</svg>\n"

    picture = by_graphviz(dot_text(excerpt, dict.fromkeys(boards, (_BOARD_SIDE + 2 * _MARGIN) / 72)))
    return re.sub(r"(?m)^<title>.*</title>\n", "", _SQUARE.sub(with_board, picture))


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


# Excerpts: parts of automata to be drawn, or to be written as JSON.


Neighbours: TypeAlias = Callable[[int], Iterable[int]]


class Excerpt(Struct, frozen=True, dict=True):
    """Some states of an automaton, by number, and all transitions between them."""

    automaton: Automaton
    states: tuple[int, ...]

    @cached_property
    def transitions(self) -> list[int]:
        """The transitions whose source and target are in the excerpt."""
        shown = set(self.states)
        automaton = self.automaton
        return [t for s in self.states for t in automaton.outgoing(s) if automaton.targets[t] in shown]

    @cached_property
    def cut(self) -> set[int]:
        """The states that have a transition to a state outside."""
        shown = set(self.states)
        automaton = self.automaton
        return {
            s for s in self.states if any(automaton.targets[t] not in shown for t in automaton.outgoing(s))
        }


def complete_excerpt(automaton: Automaton) -> Excerpt:
    """The excerpt with all states."""
    return Excerpt(automaton, tuple(range(automaton.state_count)))


def neighbourhood(automaton: Automaton, state: int, depth: int) -> Excerpt:
    """The excerpt with the states that are at most `depth` steps before or after a state."""
    ahead = _near(state, depth, lambda s: (automaton.targets[t] for t in automaton.outgoing(s)))
    back = _near(state, depth, lambda s: (automaton.sources[t] for t in automaton.incoming[s]))
    return Excerpt(automaton, tuple(sorted(ahead | back)))


def _near(state: int, depth: int, neighbours: Neighbours) -> set[int]:
    edge, found = {state}, {state}
    while edge and depth:
        edge = {n for s in edge for n in neighbours(s)} - found
        found |= edge
        depth -= 1
    return found


# Automata as JSON, for other programs.


def json_text(excerpt: Excerpt) -> str:
    """The excerpt as JSON: states are lists of names, and transitions refer to them by index.

    ::

        {"rank": 2, "initial": 0, "final": [1], "states": [["q", "0"], ["q'", "1"]],
         "transitions": [{"source": 0, "label": ["!a", "?a"], "target": 1, "modality": "permitted"}]}

    ``initial`` is null if the initial state is not shown; ``committed`` has a list for each principal.
    """
    automaton = excerpt.automaton
    place = {s: k for k, s in enumerate(excerpt.states)}
    names = ("permitted", "urgent", "lazy")
    made = {
        "rank": automaton.rank,
        "initial": place.get(automaton.start),
        "final": [place[s] for s in excerpt.states if automaton.finals[s]],
        "committed": [sorted(o.committed) for o in automaton.occurring],
        "states": [list(automaton.state(s)) for s in excerpt.states],
        "transitions": [
            {
                "source": place[automaton.sources[t]],
                "label": [str(a) for a in automaton.labels[automaton.label_numbers[t]].actions],
                "target": place[automaton.targets[t]],
                "modality": names[automaton.modalities[t]],
            }
            for t in excerpt.transitions
        ],
    }
    return json.dumps(made, ensure_ascii=False, separators=(",", ":")) + "\n"
