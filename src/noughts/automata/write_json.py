"""Automata as JSON, for other programs."""

from __future__ import annotations

import json
from pathlib import Path

from noughts.automata.excerpt import Excerpt
from noughts.save import save


def write_json(excerpt: Excerpt, path: Path) -> None:
    """Write the excerpt; the file is replaced as a whole, or unchanged if anything fails."""
    save(path, json_text(excerpt))


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
