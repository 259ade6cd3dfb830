"""Engines: executors of tasks in this process, in processes of this machine, or elsewhere."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from noughts.refusal import Refusal
from noughts.stop import PATIENCE, SECONDS_BETWEEN_LOOKS, current

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


# The number of processes or threads of this machine that work at the same time.


def threads(wanted: int | None) -> int:
    """The number of threads that compute: at most one for each core, since more would wait for each other."""
    return min(wanted or cores(), cores())


def cores() -> int:
    """The number of cores that this process may use; if affinity is unknown, those of the machine."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


TaskCall: TypeAlias = tuple[Any, ...]
"""A function and its arguments."""

Futures: TypeAlias = "dict[Future[Any], int]"
"""Results to come, and the numbers of their calls."""

# Seconds in which a closed pool forgets its cancelled calls: Python 3.11 prints an error if a process ends
# while the pool still has some.
_SECONDS_TO_FORGET: Final = 0.5

# The niceness that POSIX systems have at most.
_LOWEST_PRIORITY: Final = 19

# The most times that a pool may break before another task is finished: bad luck breaks it once, a fault
# always.
_MOST_BREAKS: Final = 4


class Engine(ABC):
    """An executor of calls, in any order and at least once each; so functions must be pure."""

    is_elsewhere = True
    """Whether other processes do them."""

    @abstractmethod
    def results(self, calls: Sequence[TaskCall]) -> Iterator[tuple[int, Any]]:
        """The number and the result of each call, as they are finished.

        Other processes begin at once, so this one may do something else, or submit more calls, before it
        takes the results.
        """

    def everywhere(self, function: Callable[..., Any], *arguments: Any) -> Mapping[str, Any]:
        """The result of a function on each worker of another machine, by its address; here there are none."""
        return {}

    def close(self) -> None:  # noqa: B027  # most have nothing to end
        """End what was begun."""


class Here(Engine):
    """An engine that makes one call after another, in this process."""

    is_elsewhere = False

    def results(self, calls: Sequence[TaskCall]) -> Iterator[tuple[int, Any]]:
        for number, (function, *arguments) in enumerate(calls):
            current.get().look()
            yield number, function(*arguments)


class LocalPool(Engine):
    """Processes of this machine; if one is killed, the others continue with the calls that are left.

    There are at most as many processes as cores, or two on a single core.  The work is computation, so
    further processes would only take memory and time to start.  They `yield` to all other processes if the
    work is for later.
    """

    def __init__(self, workers: int, *, yields: bool = False) -> None:
        self.workers = min(workers, max(2, cores()))
        self.yields = yields
        self.pool: Executor | None = None
        self.lifeline: Connection | None = None
        self.door = threading.Lock()

    def results(self, calls: Sequence[TaskCall]) -> Iterator[tuple[int, Any]]:
        left, pool = dict(enumerate(calls)), self.begun()
        return self.collected(left, pool, submitted(pool, left))

    def collected(
        self, left: dict[int, TaskCall], pool: Executor, futures: Futures
    ) -> Iterator[tuple[int, Any]]:
        """The results of the submitted calls; if the pool breaks, the rest is submitted to another one."""
        tries = _MOST_BREAKS
        while left:
            try:
                for number, result in done(futures):
                    del left[number]
                    tries = _MOST_BREAKS
                    yield number, result
            except BrokenProcessPool:
                tries -= 1
                if not tries:
                    fact = (
                        f"workers were killed {_MOST_BREAKS} times before one of {len(left):,} tasks was done"
                    )
                    hint = "most likely memory ran out: give fewer `--workers`, or less `--memory`"
                    raise Refusal(fact, f"{hint}, and repeat the command to continue") from None
                if self.pool is pool:  # otherwise the collection of other results has closed it
                    self.close()
                pool = self.begun()
                futures = submitted(pool, left)

    def begun(self) -> Executor:
        """The pool, which is started if there is none."""
        with self.door:
            if self.pool is None:
                context = multiprocessing.get_context("spawn")
                end, self.lifeline = context.Pipe(duplex=False)
                self.pool = ProcessPoolExecutor(
                    self.workers, context, initializer=begin_worker, initargs=(end, self.yields)
                )
            return self.pool

    def close(self) -> None:
        """End the processes, also those that work on a task whose result is no longer wanted.

        It waits for them: if this process ends meanwhile, Python 3.11 wakes the pool by a pipe that the pool
        may just have closed, and prints the error.
        """
        if self.pool is not None and self.lifeline is not None:
            self.lifeline.close()
            self.pool.shutdown(cancel_futures=True)
            self.pool = None


def submitted(executor: Executor, calls: dict[int, TaskCall]) -> Futures:
    """Submit calls; if the executor is broken, or breaks meanwhile, so are their results."""
    numbers: Futures = {}
    try:
        for number, call in calls.items():
            numbers[executor.submit(*call)] = number
    except BrokenExecutor as error:
        lost: Future[Any] = Future()
        lost.set_exception(error)
        numbers[lost] = number
    return numbers


def done(futures: Futures) -> Iterator[tuple[int, Any]]:
    """The numbers and results of calls as they are finished; the first failure ends the iteration."""
    try:
        for future in as_completed(futures):
            current.get().look()
            yield futures[future], future.result()
    finally:
        for future in futures:
            future.cancel()


def begin_worker(lifeline: Connection, yields: bool) -> None:
    """Prepare a worker: it ignores Ctrl-C, does not outlive its pool, and computes on one thread.

    The other end of the `lifeline` is closed by the pool, or by the system once the pool's process has ended.
    A worker that `yields` computes when no other process of the machine wants to.
    """
    on_one_thread()
    if yields and hasattr(os, "nice"):
        os.nice(_LOWEST_PRIORITY)
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def follow() -> None:
        lifeline.poll(None)
        time.sleep(_SECONDS_TO_FORGET)
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


def on_one_thread() -> None:
    """Have NumPy multiply matrices on one thread, if it is not loaded yet.

    For matrices as small as those of a player's network, threads take three times the processor time that
    they save, and there is a process on each core already.
    """
    for name in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS"):
        os.environ.setdefault(name, "1")


@contextmanager
def local_engine(workers: int) -> Iterator[Engine]:
    """An engine with `workers` processes; with one, it is this process itself."""
    engine: Engine = Here() if workers == 1 else LocalPool(workers)
    try:
        yield engine
    finally:
        engine.close()


# Objects that tasks need and that take long to create: each process builds them once, from a description.


def description_of(*call: Any) -> bytes:
    """A function and its arguments, for `built`: both must be picklable."""
    built.cache_clear()  # files that an equal description refers to may have changed
    return pickle.dumps(call)


@lru_cache(1)
def built(description: bytes) -> Any:
    """The object with this description; it is the same for every task of a run."""
    call: TaskCall = pickle.loads(description)
    function, *arguments = call
    return function(*arguments)


# Adaptive maps: calls are made in this process first, and handed out to others as soon as that pays.
#
# Short work is finished before other processes would have started.


# Seconds of remaining work from which on it is handed out; less would be done before a process has started.
_SECONDS_WORTH_SHARING: Final = 3.0

# The fewest groups, if there are as many calls, so that two or four workers end at nearly the same time.
_FEWEST_GROUPS: Final = 32


def adaptive_map(engine: Engine, calls: Sequence[TaskCall]) -> Iterator[tuple[int, Any]]:
    """The number and result of each call: in this process at first, by an engine as soon as that pays."""
    return AdaptiveMap(engine).results(calls)


class AdaptiveMap(Engine):
    """An engine that makes calls in this process, and hands them to another engine as soon as that pays."""

    def __init__(self, engine: Engine, rounds: int = 1) -> None:
        self.engine = engine
        self.rounds = rounds
        self.done = 0.0
        """Rounds that were done here."""
        self.spent = 0.0
        """Seconds that they took."""
        self.pays = False

    def results(self, calls: Sequence[TaskCall]) -> Iterator[tuple[int, Any]]:
        return self.handed_out(calls, 0) if self.pays else self.tried(calls)

    def tried(self, calls: Sequence[TaskCall]) -> Iterator[tuple[int, Any]]:
        """The results of calls, in this process until it pays to hand out the rest."""
        first = 0
        while first < len(calls) and not self.pays:
            current.get().look()
            function, *arguments = calls[first]
            begun = time.monotonic()
            result = function(*arguments)
            self.spent += time.monotonic() - begun
            self.done += 1 / len(calls)
            left = self.spent / self.done * (self.rounds - self.done)
            self.pays = self.engine.is_elsewhere and self.spent > PATIENCE and left > _SECONDS_WORTH_SHARING
            yield first, result
            first += 1
        yield from self.handed_out(calls, first)

    def handed_out(self, calls: Sequence[TaskCall], first: int) -> Iterator[tuple[int, Any]]:
        """The results of the calls from `first` on, made by the engine in groups, each of which is a step."""
        quick = int(SECONDS_BETWEEN_LOOKS * self.done * len(calls) / self.spent) if self.spent else len(calls)
        size = max(1, min(quick, (len(calls) - first) // _FEWEST_GROUPS))
        begins = range(first, len(calls), size)
        groups: list[TaskCall] = [(do_all, calls[begin : begin + size]) for begin in begins]
        found = self.engine.results(groups) if groups else iter(())
        return ((begins[group] + k, each) for group, results in found for k, each in enumerate(results))


def do_all(calls: Sequence[TaskCall]) -> list[Any]:
    """The results of some calls, in order."""
    return [function(*arguments) for function, *arguments in calls]
