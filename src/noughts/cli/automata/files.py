"""Reading and writing automata, and their sizes."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Final

from noughts import save
from noughts.automata.data_file import data_lines, parse_file, read_data, write_data
from noughts.automata.draft import require_whole
from noughts.automata.pictures import complete_excerpt, dot_text, json_text, svg_text
from noughts.automata.results import MadeAutomaton
from noughts.automata.transition import agreement, anything, strong_agreement
from noughts.cli.answer import print_result
from noughts.cli.verbs import ExitCode
from noughts.refusal import Refusal

if TYPE_CHECKING:
    from noughts.automata.automaton import Automaton
    from noughts.automata.pictures import Board, Excerpt
    from noughts.automata.transition import Requirement, State


def read(word: str) -> Automaton:
    """Read an automaton from a file or standard input."""
    return _read_standard_input() if word == "-" else read_data(Path(word))


def _read_standard_input() -> Automaton:
    """Read all of standard input as UTF-8, whatever the encoding of the terminal."""
    if sys.stdin.closed:
        raise Refusal("standard input can be read only once", "save one of the automata to a file")
    with TextIOWrapper(sys.stdin.buffer, encoding="utf-8") as file:
        return parse_file(file, "standard input")


def requirement_of(name: str) -> Requirement:
    """The requirement that an option names."""
    return {"agreement": agreement, "strong": strong_agreement, "none": anything}[name]


def state_of(text: str) -> State:
    """A state in the notation of `.data` files; its brackets are optional."""
    inside = text.strip().removeprefix("[").removesuffix("]")
    return tuple(name.strip() for name in inside.split(","))


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
        print_result(MadeAutomaton(automaton, shown, note), as_json=as_json)
    if note:
        say(f"Nothing can happen in the result: {note}.")
    return ExitCode.YES if ends else ExitCode.NO


def is_picture(out: str) -> bool:
    """Whether the ending of `out` is that of a picture, which cannot be read back."""
    return out != "-" and not out.endswith(".data")


def write(automaton: Automaton, out: str) -> None:
    """Write a file in the format that its ending names."""
    if out == "-":
        require_whole(automaton)
        if isinstance(sys.stdout, TextIOWrapper):  # files are UTF-8, whatever the encoding of the terminal
            sys.stdout.reconfigure(encoding="utf-8", errors="strict", newline="\n")
        sys.stdout.writelines(data_lines(automaton))
    elif is_picture(out):
        draw_automaton(complete_excerpt(automaton), Path(out))
    else:
        write_data(automaton, Path(out))


def refuse_place(out: str | None) -> None:
    """Raise `Refusal` if no automaton can be written to `out`; called before the work that computes it."""
    if out is None or out == "-":
        return

    if is_picture(out):
        refuse_ending(Path(out))
    save.refuse_place(Path(out))


# Pictures of automata in files.


# The most states that are drawn: a larger picture is slow to lay out and unreadable.
_LARGEST_PICTURE: Final = 250


# The endings of pictures; `.data` is not one.
_DRAWN: Final = (".dot", ".gv", ".json", ".svg")


def refuse_ending(path: Path) -> None:
    """Raise `Refusal` if the ending does not name a format."""
    if path.suffix not in _DRAWN:
        help = "end it in .data, .dot, .svg or .json"
        if path.suffix == ".strategy":
            help += "; .strategy needs `noughts synthesise --symbolic`"
        raise Refusal(f"the ending of `{path.name}` names no known format", help)


def draw_automaton(excerpt: Excerpt, path: Path, board: Board | None = None) -> None:
    """Write a file in the format that its ending names."""
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
    save.save(path, text)
