"""Writing a ``.data`` file: the same automaton always gives the same bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from noughts.automata.automaton import Automaton
from noughts.automata.draft import require_whole
from noughts.automata.transition import Transition, state_text
from noughts.save import replacing

_MARKS = ("", "!U", "!L")


def write_data(automaton: Automaton, path: Path) -> None:
    """Write the automaton; the file is replaced as a whole, or unchanged if anything fails."""
    require_whole(automaton)
    with replacing(path) as file:
        file.writelines(line.encode() for line in data_lines(automaton))


def data_text(automaton: Automaton) -> str:
    """The automaton as the text of a file."""
    return "".join(data_lines(automaton))


def data_lines(automaton: Automaton) -> Iterator[str]:
    """The lines of the file, each with its end; transitions are sorted by their text."""
    occurring = automaton.occurring
    yield f"Rank: {automaton.rank}\n"
    yield f"Initial state: {state_text(automaton.initial)}\n"
    yield f"Final states: [{_lists(o.final for o in occurring)}]\n"
    if any(o.committed for o in occurring):
        yield f"Committed states: [{_lists(o.committed for o in occurring)}]\n"
    yield "Transitions: \n"
    yield from sorted(_transition_lines(automaton))


def transition_text(transition: Transition) -> str:
    """The line of a transition, without its end."""
    states = state_text(transition.source), state_text(transition.target)
    return f"{_MARKS[transition.modality]}({states[0]},{transition.label},{states[1]})"


def _transition_lines(automaton: Automaton) -> Iterator[str]:
    states = list(map(state_text, automaton.states))
    labels = list(map(str, automaton.labels))
    columns = (automaton.modalities, automaton.sources, automaton.label_numbers, automaton.targets)
    for modality, source, label, target in zip(*columns, strict=True):
        yield f"{_MARKS[modality]}({states[source]},{labels[label]},{states[target]})\n"


def _lists(names: Iterable[frozenset[str]]) -> str:
    return "".join(f"[{', '.join(sorted(some))}]" for some in names)
