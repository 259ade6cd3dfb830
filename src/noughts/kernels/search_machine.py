"""A search as machine code, with its table and its stack: `noughts.kernels.search_loops` for one game."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Any, Final

from noughts.grounding.facts import Facts, proved
from noughts.grounding.formula import NEVER
from noughts.grounding.grounded import Grounded
from noughts.grounding.symmetry import symmetries
from noughts.kernels.machine import HINT, is_available, loaded
from noughts.kernels.search_source import ALL, LONGEST, SearchSource, Shortcuts
from noughts.kernels.words import in_words
from noughts.refusal import Refusal

ENTRY: Final = 16
"""Bytes of an entry of the table."""
_BUCKET: Final = 4
"""Entries of a bucket: a cache line."""
_FIRST: Final = 1 << 18
"""Entries of the first table, 4 MB: a short search touches no more."""
_GROWTH: Final = 4
"""Times that a larger table is as large: what is moved costs a third of what is entered."""
_COLUMNS: Final = 8
"""Columns of what is known of a depth."""
_WIDEST: Final = 250
"""Moves of a game up to which an entry can name the best one."""


class CannotSearch(Refusal):
    """A game cannot be searched by machine code."""


def refuse_search(grounded: Grounded) -> None:
    """`CannotSearch` if the game is none for this search."""
    name = grounded.game.name
    if not is_available():
        raise CannotSearch(f"{name} cannot be searched: Numba is not installed", HINT)
    if len(grounded.sides) > 2:
        raise CannotSearch(f"alpha-beta is for one or two sides, and {name} has {len(grounded.sides)}")
    if grounded.undefined is not NEVER:
        raise CannotSearch(f"{name} may come to positions for which its rules have no value")
    if len(grounded.moves) > _WIDEST:
        fact = f"{name} has {len(grounded.moves)} moves, and a search takes up to {_WIDEST}"
        raise CannotSearch(fact, "make the game smaller with `--let`")


@dataclass(eq=False)
class SearchMachine:
    """The machine code of a search, its table of `memory` bytes, and its stack."""

    grounded: Grounded
    memory: int
    shortcuts: Shortcuts = ALL

    def __post_init__(self) -> None:
        import numpy

        refuse_search(self.grounded)
        source, words = self.source, self.source.node_words + 2
        depths = source.most + 1 if self.facts["growing"] else LONGEST
        self.nodes = numpy.zeros((depths, words), numpy.uint64)
        self.heads = numpy.zeros((depths, _COLUMNS), numpy.int64)
        self.kids = numpy.zeros((depths, source.widest, words), numpy.uint64)
        self.marks = numpy.zeros((depths, source.widest, 6), numpy.int64)
        self.control = numpy.zeros(_COLUMNS, numpy.int64)
        self.control[self.loops.PHASE] = self.loops.DONE
        self.room = entries_in(self.memory)
        refuse_size(self.room)
        self.table = aligned(min(self.room, _FIRST))

    @cached_property
    def facts(self) -> Facts:
        """What is proved of the game."""
        return proved(self.grounded)

    @cached_property
    def source(self) -> SearchSource:
        """The generated module."""
        return SearchSource(self.grounded, self.facts, symmetries(self.grounded), self.shortcuts)

    @cached_property
    def loops(self) -> ModuleType:
        """The machine code."""
        return loaded(str(self.source))

    @property
    def arrays(self) -> tuple[Any, ...]:
        """All that a search consists of."""
        return self.nodes, self.heads, self.kids, self.marks, self.table, self.control

    @property
    def searched(self) -> int:
        """The nodes searched so far."""
        return int(self.control[self.loops.NODES])

    def ask(self, code: int, mover: int, beta: int) -> None:
        """Begin with a question: is the value of a position at least `beta` for its mover?"""
        loops, lines = self.loops, self.source.lines
        self.control[[loops.LEVEL, loops.PHASE, loops.RESULT, loops.CAUSE]] = 0
        self.heads[0] = 0
        if lines is not None:
            planes = lines.planes(code)
            words = [planes[mover], planes[1 - mover]]
        else:
            words = in_words(code, self.source.node_words)
        self.nodes[0, : len(words)] = words
        loops.prepare(self.nodes)
        self.heads[0, loops.BETA] = beta

    def run(self, limit: int) -> bool:
        """Search up to `limit` nodes more; whether the question is answered."""
        loops = self.loops
        self.grow()
        loops.advance(limit, *self.arrays)
        if self.control[loops.PHASE] == loops.FAILED:
            raise CannotSearch(self.broken())
        return bool(self.control[loops.PHASE] == loops.DONE)

    def grow(self) -> None:
        """Make the table larger once it is half full, as long as memory allows."""
        size = len(self.table)
        if size < self.room and 2 * self.control[self.loops.ENTRIES] > size:
            larger = aligned(min(self.room, _GROWTH * size))
            self.loops.move_entries(self.table, larger)
            self.table = larger

    def broken(self) -> str:
        """Why the search cannot go on."""
        name = self.grounded.game.name
        cause = self.control[self.loops.CAUSE]
        if cause == getattr(self.loops, "BOTH_WON", -1):
            return f"{name} comes to a position in which both sides have won"
        if cause == getattr(self.loops, "CAME_BACK", -1):
            return f"positions of {name} can come back, so that a search does not end"
        return f"matches of {name} may take more than {len(self.nodes):,} moves"

    @property
    def result(self) -> int:
        """The answer: a lower bound of the value if it is at least `beta`, otherwise an upper bound."""
        return int(self.control[self.loops.RESULT])


def entries_in(memory: int) -> int:
    """The entries of a table of so many bytes: a power of two."""
    return max(_BUCKET, 1 << (memory // ENTRY).bit_length() - 1)


def refuse_size(entries: int) -> None:
    """`CannotSearch` if a table would not fit in the memory."""
    free = free_memory()
    if free is not None and entries * ENTRY > free:
        size = f"{entries * ENTRY >> 20:,} MB"
        fact = f"a table of {size} does not fit in the memory, of which {free >> 20:,} MB are free"
        raise CannotSearch(fact, "name less with `--memory`, such as `--memory 256MB`")


def aligned(entries: int) -> Any:
    """An empty table, (entries, 2) uint64, whose buckets are cache lines."""
    import numpy

    try:
        words = numpy.zeros(2 * entries + 8, numpy.uint64)
    except MemoryError:
        fact = f"there is no memory for a table of {entries * ENTRY >> 20:,} MB"
        raise CannotSearch(fact, "name less with `--memory`, such as `--memory 256MB`") from None
    start = -words.ctypes.data % 64 // 8
    return words[start : start + 2 * entries].reshape(entries, 2)


def free_memory() -> int | None:
    """The bytes that a new table may take; ``None`` where the system does not say."""
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            for line in lines:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) << 10
    except OSError:
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None
