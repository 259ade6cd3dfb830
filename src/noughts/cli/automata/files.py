"""Reading and writing automata, and their sizes."""

from __future__ import annotations

import sys
from collections import Counter
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING

from noughts.cli.answer import Json, console, counted, print_json
from noughts.cli.exit_code import ExitCode

if TYPE_CHECKING:
    from noughts.automata.automaton import Automaton
    from noughts.automata.label import Requirement
    from noughts.automata.transition import State, Transition


def read(word: str) -> Automaton:
    """Read an automaton from a file or standard input."""
    from noughts.automata.read_data import read_data

    return _read_standard_input() if word == "-" else read_data(Path(word))


def _read_standard_input() -> Automaton:
    """Read all of standard input as UTF-8, whatever the encoding of the terminal."""
    from noughts.automata.read_data import parse_file
    from noughts.refusal import Refusal

    if sys.stdin.closed:
        raise Refusal("standard input can be read only once", "save one of the automata to a file")
    with TextIOWrapper(sys.stdin.buffer, encoding="utf-8") as file:
        return parse_file(file, "standard input")


def requirement_of(name: str) -> Requirement:
    """The requirement that an option names."""
    from noughts.automata.label import agreement, anything, strong_agreement

    return {"agreement": agreement, "strong": strong_agreement, "none": anything}[name]


def state_of(text: str) -> State:
    """A state in the notation of `.data` files; its brackets are optional."""
    inside = text.strip().removeprefix("[").removesuffix("]")
    return tuple(name.strip() for name in inside.split(","))


def figures(automaton: Automaton) -> dict[str, int]:
    """The size of an automaton: rank, states, transitions and their kinds."""
    modalities = Counter(automaton.modalities)
    return {
        "rank": automaton.rank,
        "states": automaton.state_count,
        "transitions": automaton.transition_count,
        "permitted": modalities[0],
        "urgent": modalities[1],
        "lazy": modalities[2],
        "final": sum(automaton.finals),
    }


def deliver(automaton: Automaton, out: str | None, *, idle: str = "", as_json: bool) -> ExitCode:
    """Write an automaton to `out` and print its size, unless it goes to standard output itself.

    Exit code 1 if no state is final, wherever it goes. Then no `.data` file is written, because it could
    not be read again; pictures are drawn all the same.  `idle` says why nothing happens if nothing does.
    """
    from noughts.cli.complaint import say

    ends = any(automaton.finals)
    if not ends and out is not None and not is_picture(out):
        say(f"Nothing was written to {'standard output' if out == '-' else out}: no state is final.")
    elif out is not None:
        write(automaton, out)
    note = "" if automaton.transition_count else idle
    if out != "-":
        shown = out if ends or out is None or is_picture(out) else None
        print_result(automaton, shown, note, as_json=as_json)
    if note:
        say(f"Nothing can happen in the result: {note}.")
    return ExitCode.YES if ends else ExitCode.NO


def is_picture(out: str) -> bool:
    """Whether the ending of `out` is that of a picture, which cannot be read back."""
    return out != "-" and not out.endswith(".data")


def write(automaton: Automaton, out: str) -> None:
    """Write a file in the format that its ending names."""
    from noughts.automata.draft import require_whole
    from noughts.automata.excerpt import complete_excerpt
    from noughts.automata.write_data import data_lines, write_data

    if out == "-":
        require_whole(automaton)
        if isinstance(sys.stdout, TextIOWrapper):  # files are UTF-8, whatever the encoding of the terminal
            sys.stdout.reconfigure(encoding="utf-8", errors="strict", newline="\n")
        sys.stdout.writelines(data_lines(automaton))
    elif is_picture(out):
        from noughts.cli.automata.pictures import draw_automaton

        draw_automaton(complete_excerpt(automaton), Path(out))
    else:
        write_data(automaton, Path(out))


def refuse_place(out: str | None) -> None:
    """Raise `Refusal` if no automaton can be written to `out`; called before the work that computes it."""
    if out is None or out == "-":
        return
    from noughts import save
    from noughts.cli.automata.pictures import refuse_ending

    if is_picture(out):
        refuse_ending(Path(out))
    save.refuse_place(Path(out))


def print_result(automaton: Automaton, out: str | None, note: str, *, as_json: bool) -> None:
    """Print the size as JSON, with the note if there is one, or in words."""
    if as_json:
        print_json({**figures(automaton), **({"note": note} if note else {})})
        return
    console().print(sentence(automaton) + (f" → {out}" if out else ""), markup=False, soft_wrap=True)


def sentence(automaton: Automaton) -> str:
    """The size of an automaton in words."""
    sizes = figures(automaton)
    end = "" if sizes["final"] else "; no state is final"
    kinds = ", ".join(f"{sizes[kind]:,} {kind}" for kind in ("permitted", "urgent", "lazy") if sizes[kind])
    size = f"{counted(automaton.state_count, 'state')}, {counted(automaton.transition_count, 'transition')}"
    return f"rank {automaton.rank}, {size}" + (f" ({kinds})" if kinds else "") + end


def step_json(step: Transition) -> Json:
    """A transition as JSON."""
    return {
        "source": list(step.source),
        "label": [str(action) for action in step.label.actions],
        "target": list(step.target),
        "modality": step.modality.name.lower(),
    }
