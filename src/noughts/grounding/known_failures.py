"""Failures to ground a game, remembered from run to run: looking for formulas in vain takes seconds.

A failure is a file in the cache, named by the rules and by the program that failed.  That formulas do
not come *soon* depends on the machine too: it is remembered apart, and callers that wait look all the same.
Whether they come in their budget depends on it a little, since a processor that is shared works more slowly:
that is believed once it happened twice, and never by callers that wait.

That a game has too many positions for a list to be tried is noted beside them.

Files are written whole, so processes may fail at once; where nothing can be stored, every run fails anew.
Work that is interrupted has not failed.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

from noughts.cache import folder, forget_oldest, store, stored
from noughts.grounding.fingerprint import digest
from noughts.grounding.grounded import CannotGround, Grounded, TooLate
from noughts.grounding.symbolic_evaluation import CannotGroundHere
from noughts.language.core import Program
from noughts.stop import processor_time
from noughts.text.source import Span

_SLOW: Final = 0.2
"""Seconds of the processor from which on a failure is remembered: anything quicker is as well done again."""

_BELIEVED: Final = 2
"""Times that formulas must have come too late before they are not looked for again."""

_KEPT: Final = 500
"""Failures that are remembered, of some hundred bytes each; the oldest is forgotten."""


def with_negative_cache(
    rules: str, program: Program, ground: Callable[[], Grounded], *, patient: bool = False
) -> Grounded:
    """The formulas that `ground` finds; if it failed on these `rules` before, the `CannotGround` of then.

    Who is `patient` looks again where they only came too late.
    """
    place = record_of(rules)
    times = 0
    if place is not None and (known := known_failure(place, program)) is not None:
        if not isinstance(known, TooLate):
            raise known
        times = known.times
        if times >= _BELIEVED and not patient:
            raise known
    before = processor_time()
    try:
        return ground()
    except CannotGround as failure:
        if isinstance(failure, TooLate):
            failure.times = times + 1
        if place is not None and processor_time() - before >= _SLOW:
            remember(place, failure, program)
        raise


def note(rules: str) -> None:
    """Remember something of these rules, which they name too."""
    if (place := record_of(rules)) is not None:
        store(place, b"{}")
        forget_oldest(place.parent, "*.json", _KEPT)


def is_noted(rules: str) -> bool:
    """Whether that is remembered."""
    return stored(record_of(rules)) is not None


def record_of(rules: str) -> Path | None:
    """The file of a failure on rules with this fingerprint; ``None`` where nothing can be stored."""
    home = folder("grounding")
    return home and home / f"{digest(program_version(), rules)}.json"


@cache
def program_version() -> str:
    """The version of what grounds: a digest of the modules beside this one."""
    modules = sorted(Path(__file__).parent.glob("*.py"))
    return digest(*(module.read_text("utf-8") for module in modules))


def known_failure(place: Path, program: Program) -> CannotGround | None:
    """The failure in a file; ``None`` if there is no such file, or a damaged one."""
    if (content := stored(place)) is None:
        return None
    found = json.loads(content)
    fact, help = found["fact"], found["help"]
    if "times" in found:
        return TooLate(fact, help, found["times"])
    if "definition" not in found:
        return CannotGround(fact, help)
    return CannotGroundHere(fact, place_in(program, found), help)


def place_in(program: Program, found: dict[str, Any]) -> Span:
    """The place of a failure: as it was if its definition is still written so, else the definition's head."""
    definition = program.definitions[found["definition"]]
    if digest(definition.span.text) != found["written"]:
        return definition.head
    first = definition.span.start
    return Span(definition.span.source, first + found["start"], first + found["end"])


def remember(place: Path, failure: CannotGround, program: Program) -> None:
    """Write a failure down, and forget the oldest if there are too many."""
    kept: dict[str, Any] = {"fact": failure.fact, "help": failure.hint}
    if isinstance(failure, TooLate):
        kept["times"] = failure.times
    if isinstance(failure, CannotGroundHere):
        span = failure.diagnostics[0].span
        around = [d for d in program.definitions.values() if span is not None and span in d.span]
        if span is None or not around:
            return  # its place cannot be found again
        inner = around[-1]
        first = inner.span.start
        kept |= {"definition": inner.name, "written": digest(inner.span.text)}
        kept |= {"start": span.start - first, "end": span.end - first}
    store(place, json.dumps(kept).encode())
    forget_oldest(place.parent, "*.json", _KEPT)
