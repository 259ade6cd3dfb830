"""Budgets: limits of time, memory, elements and nested calls for the evaluation of one question."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from fractions import Fraction
from itertools import chain, islice
from time import monotonic
from typing import Any, Final, TypeVar

from msgspec import Struct, field

from noughts.language.stack import Room
from noughts.refusal import Refusal
from noughts.stop import NEVER, Deadline, Stop, Stopped, current, honouring, processor_time
from noughts.values.arithmetic import refuse
from noughts.values.limits import ELEMENTS, elements_allowed, require_elements, watch
from noughts.values.misuse import OutOfBudget
from noughts.values.scalars import Atom, Truth
from noughts.values.sets import FiniteSet, IntegerRange, Set
from noughts.values.value import Value

# The peak memory of this process.

try:
    import resource
except ImportError:  # on Windows and in browsers, where the module is missing

    def peak() -> int:
        """The peak memory so far in bytes; 0 because this system does not tell."""
        return 0
else:
    UNIT = 1 if sys.platform == "darwin" else 1024  # macOS counts bytes, other systems kilobytes

    def peak() -> int:
        """The peak memory so far, in bytes."""
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * UNIT


SECONDS = 10.0
"""The default time for a question: people do not wait longer for an answer."""
SECONDS_WHILE_WRITING: Final = 2.0
"""The time for what is tried while a document is written: a claim, a value of a claim, test matches, or what
is shown beside a definition.  Nobody waits for the result, but the next attempt has to."""
DEPTH = 2_000
"""The most nested calls of definitions: a recursion that goes deeper most likely never ends."""
# The memory that a question may take: any machine for this work has more of it free.
_MEGABYTES = 1024
# Calls between two checks of the clock: a check at each would cost as much as the call.
_CALLS_BETWEEN_LOOKS = 100
SMALL_SET = 16
"""The most elements of a set that is not indexed, and the elements of a larger set between two checks of the
clock."""
# Seconds between two measurements of the memory, each of which is a system call.
_SECONDS_BETWEEN_WEIGHINGS = 0.02
# Python frames that one call of a definition may take in `evaluate`, with some to spare.
_FRAMES_PER_CALL = 24


# The types of values without parts.
_PLAIN = frozenset({int, str, Atom, Truth, Fraction})

_T = TypeVar("_T")


@contextmanager
def reading_within(seconds: float) -> Iterator[None]:
    """A context that reads and checks documents; `Refusal` if that takes longer than `seconds`.

    The clock is checked once for each definition in each pass.
    """
    deadline = Deadline(seconds, current.get(), monotonic)
    try:
        with honouring(deadline):
            yield
    except Stopped:
        if not deadline.wanted:
            raise
        fact = f"reading and checking the definitions took longer than {seconds:g} seconds"
        raise Refusal(fact, "allow more time with `--seconds`, or split the document") from None


class Budget(Struct):
    """Limits of time and memory for one question, of elements for one set, and of nested calls.

    The clock is checked before a set is enumerated, at intervals within larger sets and in recursion, and by
    every operation on large values.  All unbounded work consists of these.
    """

    seconds: float = SECONDS
    elements: int = ELEMENTS
    depth: int = DEPTH
    megabytes: int = _MEGABYTES
    calls: int = 0
    looks: int = 0
    """Checks of the clock so far: a measure of work that is the same on every machine."""
    deadline: float = math.inf
    weighing: float = math.inf
    due: float = math.inf
    """The wall time before which neither can be over by `processor_time`, as in `noughts.stop.Deadline`."""
    heaviest: int = 0
    """Bytes that the process may occupy; 0 until the first measurement, to which the allowance is added."""
    stop: Stop = NEVER
    clock: Callable[[], float] = monotonic
    """The clock of the question, in seconds."""
    is_spent: bool = False
    """Whether the last question used up its time or memory, even if a caller caught the error."""
    memos: dict[Hashable, dict[Hashable, Any]] = field(default_factory=dict)
    """For each function the values in this question, by arguments."""
    memo_size: int = 0
    """The number of values in the memos, and of elements of those that are sets."""
    unquestioned: int = 0
    """The size of the memos up to which a value is remembered without a check of the clock."""

    def look(self) -> None:
        """Raise an exception if the time or memory is used up, or if the answer is no longer wanted."""
        self.looks += 1
        self.stop.look()
        is_slow = self.clock is processor_time
        if is_slow and time.monotonic() < self.due:
            return
        now = self.clock()
        if now > self.deadline:
            self.is_spent = True
            raise OutOfBudget(
                f"this took longer than {self.seconds:g} seconds",
                "simplify it, or allow more time with `--seconds`",
            )
        if now > self.weighing:
            self.weighing, weight = now + _SECONDS_BETWEEN_WEIGHINGS, peak()
            self.heaviest = self.heaviest or weight + self.megabytes * 2**20
            if weight > self.heaviest:
                self.is_spent = True
                raise OutOfBudget(
                    f"this took more than {self.megabytes:,} megabytes of memory",
                    "make the sets it is built from smaller",
                )
        if is_slow:
            self.due = time.monotonic() + min(self.deadline, self.weighing) - now

    def call(self) -> None:
        """Count the call of a recursive definition."""
        self.calls += 1
        if self.calls % _CALLS_BETWEEN_LOOKS == 0:
            self.look()

    def memoised(
        self, function: Callable[..., _T], name: Hashable = None, *, of_sets: bool = True
    ) -> Callable[..., _T]:
        """The function, with its values remembered until the question is answered, under its name if it has
        one; those at sets only if it is a function `of_sets`.

        To compare sets may take as long as to walk through them again.  Calls count by what they remember, so
        the function need not `call`.
        """
        memo: dict[Hashable, _T] = self.memos.setdefault(name or function, {})

        def remembering(*arguments: Value) -> _T:
            key: Hashable = arguments
            for argument in arguments:  # in half the time of `issuperset`
                if type(argument) not in _PLAIN:
                    if not of_sets and any(isinstance(each, Set) for each in arguments):
                        self.call()
                        return function(*arguments)
                    key = tuple(map(ordered_key, arguments))
                    break
            found = memo.get(key)
            if found is None:
                found = function(*arguments)
                if self.memo_size < self.unquestioned or self.may_remember():
                    memo[key] = found
                    self.memo_size += 1 if type(found) in _PLAIN else 1 + memory(found)
                    if key is not arguments:
                        self.memo_size += sum(map(memory, arguments))
            return found

        return remembering

    def may_remember(self) -> bool:
        """Check the clock; whether another value fits into the memos."""
        self.look()
        self.unquestioned = min(self.memo_size + _CALLS_BETWEEN_LOOKS, self.elements)
        return self.memo_size < self.elements

    def each(self, domain: Value) -> Iterable[Value]:
        """The elements of a set, under the budget."""
        # a loop over a small set is short, so one check before it is enough
        if type(domain) is FiniteSet and len(domain.elements) <= SMALL_SET:
            self.look()
            return domain.elements
        if type(domain) is IntegerRange and len(domain.numbers) <= SMALL_SET:
            self.look()
            return domain.numbers
        if not isinstance(domain, Set):
            refuse("in", "a set on its right", domain)
        require_elements(domain.size)
        if type(domain) is FiniteSet or type(domain) is IntegerRange:
            return chain.from_iterable(self.chunks(domain))
        return self.walked(domain)

    def chunks(self, domain: Set) -> Iterator[list[Value]]:
        """The elements of a set that it has at hand, in chunks with a check of the clock before each."""
        waiting = iter(domain)
        while chunk := list(islice(waiting, SMALL_SET)):
            self.look()
            yield chunk

    def walked(self, domain: Set) -> Iterator[Value]:
        """The elements of a set, with regular checks of the clock."""
        for place, element in enumerate(domain):
            if place % SMALL_SET == 0:
                self.look()
            yield element

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """A context for a part of a question, which may take at most `seconds`."""
        before, self.deadline = self.deadline, min(self.deadline, self.clock() + seconds)
        self.due = -math.inf
        try:
            yield
        finally:
            self.deadline = before

    def running(self, clock: Callable[[], float] | None = None) -> AbstractContextManager[None]:
        """The context of one question; a question inside a question shares its time and its clock.

        The default is wall time, since people wait by it; recordings replace `monotonic`.  If an answer must
        not depend on the load of the machine, `noughts.stop.processor_time` measures the work of this thread.
        """
        # the deadline is infinite exactly if no question is running
        return _Question(self, clock or monotonic) if self.deadline == math.inf else _INSIDE


def ordered_key(value: Value) -> Hashable:
    """A key that two values share only if they are equal and list the elements of sets in the same order.

    A function may give values in different order for equal sets.
    """
    if type(value) is tuple:
        return value if _PLAIN.issuperset(map(type, value)) else tuple(map(ordered_key, value))
    if isinstance(value, Set):
        made_of = value.__reduce__()
        return made_of[0], ordered_key(made_of[1])
    return value


def memory(value: object) -> int:
    """The elements that a remembered value keeps in memory."""
    return value.size if isinstance(value, FiniteSet) else 0


class _Question:
    """The budget of one question, applied from its beginning to its end."""

    __slots__ = ("allowed", "budget", "clock", "room", "watched")

    def __init__(self, budget: Budget, clock: Callable[[], float]) -> None:
        self.budget, self.clock = budget, clock
        self.room = Room(budget.depth * _FRAMES_PER_CALL)

    def __enter__(self) -> None:
        budget, now = self.budget, self.clock()
        budget.clock = self.clock
        budget.stop = current.get()
        budget.stop.look()
        budget.deadline, budget.weighing = now + budget.seconds, now + _SECONDS_BETWEEN_WEIGHINGS
        budget.due = -math.inf
        budget.heaviest, budget.is_spent = 0, False
        self.allowed, self.watched = elements_allowed.set(budget.elements), watch.set(budget.look)
        self.room.__enter__()

    def __exit__(self, *raised: object) -> None:
        self.room.__exit__()
        elements_allowed.reset(self.allowed)
        watch.reset(self.watched)
        self.budget.deadline = self.budget.weighing = math.inf
        self.budget.stop = NEVER
        for memo in self.budget.memos.values():
            memo.clear()
        self.budget.memo_size = self.budget.unquestioned = 0


# The context of a question inside a question.
_INSIDE = nullcontext()
