"""Automata in the language of Graphviz."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from noughts.automata.excerpt import Excerpt
from noughts.automata.label import Idle, Label, LabelKind
from noughts.automata.transition import Modality

_RED: Final = 'color="#c2410c" fontcolor="#c2410c"'
_LOOKS: Final[dict[Modality, str]] = {
    Modality.PERMITTED: 'fontcolor="#1f2937"',
    Modality.URGENT: _RED,
    Modality.LAZY: f"{_RED} style=dashed",
}
"""The arrows: what is necessary is red, what is lazy is dashed."""


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
