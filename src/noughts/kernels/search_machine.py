"""A search as machine code with its table and stacks: `noughts.kernels.search_loops` for one game."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor, wait
from functools import cached_property
from types import ModuleType
from typing import Any, Final

import numpy
from msgspec import Struct

from noughts.grounding.facts import Facts, proved
from noughts.grounding.formula import NEVER
from noughts.grounding.grounded import Grounded
from noughts.grounding.symmetry import symmetries
from noughts.kernels.dialect import in_words
from noughts.kernels.machine import HINT, is_available, loaded
from noughts.kernels.rule_moves import BOTH_WON, CAME_BACK
from noughts.kernels.search_loops import BETA, CAUSE, DONE, ENTRIES, FAILED, LEVEL, NODES, PHASE, RESULT
from noughts.kernels.search_source import ALL, LONGEST_MATCH, SearchSource, Shortcuts
from noughts.refusal import Refusal

ENTRY: Final = 16
"""Bytes of an entry of the table."""
# Entries of a bucket, which fill a cache line of 64 bytes.
_BUCKET: Final = 4
# The default size of the table: enough for most entries of a search of Connect Four.
_DEFAULT_BYTES: Final = 1 << 30
# Entries of the first table, 4 MB, which a short search does not outgrow.
_FIRST_ENTRIES: Final = 1 << 18
# The factor by which a table grows; at 4, a third as many entries are moved as were entered.
_GROWTH: Final = 4
# Columns of `heads` and `marks`: one cache line for each depth, and for each move.
_COLUMNS: Final = 8
# Nodes that one thread searches before others join: a search of less than a second is the same in every run,
# which tests and examples rely on.
_NODES_ALONE: Final = 1_000_000
# Busy flags, by hash: hundreds of times as many as positions on the stacks, so collisions are rare.
_BUSY_SLOTS: Final = 1 << 12
# The most moves of a game that can be searched: an entry has 8 bits for the best move.
_MOST_MOVES: Final = 250


class CannotSearch(Refusal):
    """A game cannot be searched by machine code."""


def refuse_search(grounded: Grounded) -> None:
    """`CannotSearch` if this search is not possible for the game."""
    name = grounded.game.name
    if not is_available():
        raise CannotSearch(f"{name} cannot be searched: Numba is not installed", HINT)
    if len(grounded.sides) > 2:
        raise CannotSearch(f"alpha-beta is for one or two sides, and {name} has {len(grounded.sides)}")
    if grounded.undefined is not NEVER:
        fact = f"{name} may come to positions for which its rules have no value"
        raise CannotSearch(
            fact, "`--through tables` looks at each; a map has one value for a key, a set of pairs may not"
        )
    if len(grounded.moves) > _MOST_MOVES:
        fact = f"{name} has {len(grounded.moves)} moves, and a search takes up to {_MOST_MOVES}"
        raise CannotSearch(fact, "make the game smaller with `--let`")


class Stack:
    """The state of one thread of a search; `noughts.kernels.search_loops` describes its arrays."""

    def __init__(self, source: SearchSource) -> None:
        words = source.node_words + 2
        depths = source.most + 1 if source.facts["growing"] else LONGEST_MATCH
        self.nodes = numpy.zeros((depths, words), numpy.uint64)
        self.heads = numpy.zeros((depths, _COLUMNS), numpy.int64)
        self.kids = numpy.zeros((depths, source.widest, words), numpy.uint64)
        self.marks = numpy.zeros((depths, source.widest, _COLUMNS), numpy.int64)
        self.control = numpy.zeros(_COLUMNS, numpy.int64)
        self.control[PHASE] = DONE

    @property
    def arrays(self) -> tuple[Any, ...]:
        """The arrays, in the order of the parameters of `advance`."""
        return self.nodes, self.heads, self.kids, self.marks, self.control

    def ask(self, root: Any, beta: int) -> None:
        """Begin with the question whether the value of a node is at least `beta`."""
        self.control[[LEVEL, PHASE, RESULT, CAUSE]] = 0
        self.nodes[0] = root
        self.heads[0] = 0
        self.heads[0, BETA] = beta

    def join(self, other: Stack) -> None:
        """Begin with the question of another stack, unless it is answered."""
        if other.control[PHASE] != DONE:
            self.ask(other.nodes[0], other.heads[0, BETA])


class SearchMachine(Struct, eq=False, dict=True):
    """The machine code of a search, its table of up to `memory` bytes, and a stack for each of its threads.

    The first thread searches alone until it has searched `_NODES_ALONE` nodes.
    """

    grounded: Grounded
    memory: int
    shortcuts: Shortcuts = ALL
    workers: int = 1

    def __post_init__(self) -> None:
        refuse_search(self.grounded)
        self.stacks = [Stack(self.source) for _ in range(self.workers)]
        self.room = entries_in(self.memory)
        refuse_size(self.room)
        self.table = aligned(min(self.room, _FIRST_ENTRIES))
        self.earlier = 0
        """Nodes of the threads that were dropped when the search was resumed with fewer threads."""

    @cached_property
    def facts(self) -> Facts:
        """The facts that are proved of the game."""
        return proved(self.grounded)

    @cached_property
    def source(self) -> SearchSource:
        """The generated module."""
        return SearchSource(self.grounded, self.facts, symmetries(self.grounded), self.shortcuts)

    @cached_property
    def loops(self) -> ModuleType:
        """The machine code."""
        return loaded(str(self.source))

    @cached_property
    def busy(self) -> Any:
        """The keys that threads are searching, and the stop flag: (slots + 1,) uint64.

        A single thread has no slots: `busy` is the stop flag alone.
        """
        return numpy.zeros((_BUSY_SLOTS if self.workers > 1 else 0) + 1, numpy.uint64)

    @cached_property
    def threads(self) -> ThreadPoolExecutor:
        """The threads in addition to the one that calls `run`."""
        return ThreadPoolExecutor(self.workers - 1, "search")

    @property
    def searched(self) -> int:
        """The nodes searched so far."""
        return self.earlier + sum(int(stack.control[NODES]) for stack in self.stacks)

    def ask(self, code: int, mover: int, beta: int) -> None:
        """Begin with the question whether the value of a position is at least `beta` for its mover."""
        lines, first = self.source.lines, self.stacks[0]
        if lines is not None:
            planes = lines.planes(code)
            words = [planes[mover], planes[1 - mover]]
        else:
            words = in_words(code, self.source.node_words)
        first.nodes[0, : len(words)] = words
        self.loops.prepare(first.nodes)
        self.busy[:] = 0
        for stack in self.stacks:
            stack.ask(first.nodes[0], beta)

    def run(self, limit: int) -> bool:
        """Search about `limit` more nodes in all threads together; whether the question is answered."""
        self.grow()
        alone = len(self.stacks) == 1 or self.searched < _NODES_ALONE
        stacks = self.stacks[:1] if alone else self.stacks
        share = -(-limit // len(stacks))
        self.busy[-1] = 0
        others = [self.threads.submit(self.advance, stack, share) for stack in stacks[1:]]
        try:
            self.advance(stacks[0], share)
        finally:
            self.busy[-1] = 1
            wait(others)
        for other in others:
            other.result()
        return self.answered is not None

    def advance(self, stack: Stack, limit: int) -> None:
        """Search up to `limit` more nodes with one stack."""
        self.loops.advance(limit, *stack.arrays, self.table, self.busy)
        if stack.control[PHASE] == FAILED:
            raise CannotSearch(self.broken(stack))

    def grow(self) -> None:
        """Enlarge the table if it is half full and `memory` allows.

        No thread is running then: `run` calls this before it starts them.
        """
        size = len(self.table)
        if size < self.room and 2 * sum(stack.control[ENTRIES] for stack in self.stacks) > size:
            larger = aligned(min(self.room, _GROWTH * size))
            self.loops.move_entries(self.table, larger)
            self.table = larger

    def broken(self, stack: Stack) -> str:
        """Why the search cannot go on."""
        name = self.grounded.game.name
        cause = stack.control[CAUSE]
        if cause == BOTH_WON:
            return f"{name} comes to a position in which both sides have won"
        if cause == CAME_BACK:
            return f"positions of {name} can recur, so a search would not end"
        return f"matches of {name} may take more than {len(stack.nodes):,} moves"

    @property
    def answered(self) -> Stack | None:
        """A stack that has answered the question."""
        return next((stack for stack in self.stacks if stack.control[PHASE] == DONE), None)

    @property
    def result(self) -> int:
        """The answer: a lower bound of the value if it is at least `beta`, otherwise an upper bound."""
        assert self.answered is not None
        return int(self.answered.control[RESULT])


def entries_in(memory: int) -> int:
    """The number of entries of a table of `memory` bytes, a power of two."""
    return max(_BUCKET, 1 << (memory // ENTRY).bit_length() - 1)


def refuse_size(entries: int) -> None:
    """`CannotSearch` if a table does not fit in memory."""
    free = free_memory()
    if free is not None and entries * ENTRY > free:
        size = f"{entries * ENTRY >> 20:,} MB"
        fact = f"a table of {size} does not fit in memory, of which {free >> 20:,} MB are free"
        raise CannotSearch(fact, "name less with `--memory`, such as `--memory 256MB`")


def aligned(entries: int) -> Any:
    """An empty table, (entries, 2) uint64, whose buckets are cache lines."""
    try:
        words = numpy.zeros(2 * entries + 8, numpy.uint64)
    except MemoryError:
        fact = f"there is no memory for a table of {entries * ENTRY >> 20:,} MB"
        raise CannotSearch(fact, "name less with `--memory`, such as `--memory 256MB`") from None
    # NumPy aligns arrays to 16 bytes; up to seven of the eight spare words are skipped
    start = -words.ctypes.data % 64 // 8
    return words[start : start + 2 * entries].reshape(entries, 2)


def default_memory() -> int:
    """Bytes for the table of a long search: a gigabyte, but at most half of the free memory."""
    free = free_memory()
    return _DEFAULT_BYTES if free is None else min(_DEFAULT_BYTES, free // 2)


def free_memory() -> int | None:
    """The bytes of free memory; ``None`` if the system does not tell.

    Linux tells in ``/proc/meminfo`` what is available; for other systems it is all physical memory.
    """
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
