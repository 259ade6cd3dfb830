"""A negative cache: failures to ground games, remembered from run to run, because a failure takes seconds.

A failure is a file in the cache, named by the rules and by the version of the program.

* A failure by the nature of the rules is always believed.
* A failure by a spent budget (`TooLate`) depends a little on the machine: a shared processor is slower.  It
  is believed after it has occurred twice, and never by callers that are `patient`.
* That formulas were not found *soon* depends on the machine too.  It is a record of its own.
* That a game has too many positions for listing to be tried is a note in the same folder (`note`).

Files are written whole, so several processes may fail at the same time.  If nothing can be stored, every run
fails anew.  Work that is interrupted is not a failure.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

from noughts.cache import folder, forget_oldest, store, stored
from noughts.games.game import CannotGround
from noughts.grounding.grounded import Grounded, TooLate, digest
from noughts.grounding.known_formulas import SECONDS_WORTH_CACHING
from noughts.grounding.symbolic_evaluation import CannotGroundHere
from noughts.language.core import Program
from noughts.stop import processor_time
from noughts.text.source import Span

# The number of times formulas must have come too late before nothing looks for them again.
_FAILURES_BELIEVED: Final = 2

# The most failures that are remembered, of some hundred bytes each; the oldest are deleted.
_FILES_KEPT: Final = 500


def with_negative_cache(
    rules: str, program: Program, ground: Callable[[], Grounded], *, patient: bool = False
) -> Grounded:
    """The formulas that `ground` finds; `CannotGround` as before if it failed on these `rules` before.

    A caller that is `patient` tries again if formulas only came too late.
    """
    place = record_of(rules)
    times = 0
    if place is not None and (known := known_failure(place, program)) is not None:
        if not isinstance(known, TooLate):
            raise known
        times = known.times
        if times >= _FAILURES_BELIEVED and not patient:
            raise known
    before = processor_time()
    try:
        return ground()
    except CannotGround as failure:
        if isinstance(failure, TooLate):
            failure.times = times + 1
        if place is not None and processor_time() - before >= SECONDS_WORTH_CACHING:
            remember(place, failure, program)
        raise


def note(rules: str) -> None:
    """Store a note; `rules` is the fingerprint of the rules together with what is noted about them."""
    if (place := record_of(rules)) is not None:
        store(place, b"{}")
        forget_oldest(place.parent, "*.json", _FILES_KEPT)


def is_noted(rules: str) -> bool:
    """Whether there is such a note."""
    return stored(record_of(rules)) is not None


def record_of(rules: str) -> Path | None:
    """The file of a failure on rules with this fingerprint; ``None`` where nothing can be stored."""
    home = folder("grounding")
    return home and home / f"{digest(program_version(), rules)}.json"


@cache
def program_version() -> str:
    """The version of the code that grounds: a digest of the modules of this package."""
    modules = sorted(Path(__file__).parent.glob("*.py"))
    return digest(*(module.read_text("utf-8") for module in modules))


def known_failure(place: Path, program: Program) -> CannotGround | None:
    """The failure in a file; ``None`` if the file is missing or damaged."""
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
    """The place of a failure: exact if its definition is unchanged, else the head of the definition."""
    definition = program.definitions[found["definition"]]
    if digest(definition.span.text) != found["written"]:
        return definition.head
    first = definition.span.start
    return Span(definition.span.source, first + found["start"], first + found["end"])


def remember(place: Path, failure: CannotGround, program: Program) -> None:
    """Store a failure, and delete the oldest ones if there are too many."""
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
    forget_oldest(place.parent, "*.json", _FILES_KEPT)
