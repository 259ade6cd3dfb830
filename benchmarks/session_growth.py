"""Does an entry of a session cost what it adds, and does compiling grow with the text alone?"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.measuring import Ratio, best_of_each
from noughts.language.check import check_text
from noughts.language.core import Program
from noughts.meaning.compile import Compiled
from noughts.meaning.session import open_session


def definition(place: int) -> str:
    """A definition that uses the one before it."""
    before = f"f{place - 1}(n - 1)" if place else "0"
    return f"f{place}(n) := n + {place} if n > {place}; {before} otherwise\n"


def entered(count: int) -> None:
    """A session of so many entries."""
    session = open_session([])
    for place in range(count):
        session, _ = session.enter(definition(place))


def compiled(program: Program) -> None:
    """All definitions of a program, compiled."""
    Compiled(program).need(program.definitions)


def measure() -> Iterator[Ratio]:
    few, many = best_of_each(lambda: entered(100), lambda: entered(400), times=3)
    yield Ratio("400 entries of a session", many, "100 entries", few, note="4 times as many", most=8)
    programs = [check_text(f"/$ {''.join(map(definition, range(count)))} $/") for count in (1000, 5000)]
    few, many = best_of_each(*(lambda program=program: compiled(program) for program in programs), times=3)
    yield Ratio("5000 definitions compiled", many, "1000 definitions", few, note="5 times as many", most=7.5)
