"""Tasks done by a cluster of Dask, which is named by the address of its scheduler."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from hashlib import sha256
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from noughts.refusal import Refusal
from noughts.workers.engine import Engine, Futures, TaskCall, done, submitted

_PATIENCE: Final = 10.0
"""Seconds to wait for a scheduler and its first worker."""

_RETRIES: Final = 3
"""How often a task is tried again whose worker was lost, before the run ends."""


class Cluster(Engine):
    """The workers of a scheduler; Dask does the tasks of a worker that was lost again."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.client: Any = connected(address)

    def results(self, calls: Sequence[TaskCall]) -> Iterator[tuple[int, Any]]:
        executor = self.client.get_executor(pure=False, retries=_RETRIES)
        return self.collected(executor, submitted(executor, dict(enumerate(calls))))

    def collected(self, executor: Executor, futures: Futures) -> Iterator[tuple[int, Any]]:
        """The results of what was submitted."""
        from distributed import KilledWorker

        try:
            yield from done(futures)
        except KilledWorker:
            fact = f"a task was lost with {_RETRIES + 1} workers of {self.address}, one after the other"
            hint = "most likely their memory ran out: less `--memory`; the same command goes on"
            raise Refusal(fact, hint) from None
        finally:
            executor.shutdown(wait=False)

    def everywhere(self, function: Callable[..., Any], *arguments: Any) -> Mapping[str, Any]:
        try:
            found: Mapping[str, Any] = self.client.run(function, *arguments)
        except ModuleNotFoundError as error:
            fact = f"workers of {self.address} have no module {error.name}"
            raise Refusal(fact, "install the same everywhere, with the same extras of noughts") from None
        return found

    def refuse_other_versions(self) -> None:
        """`Refusal` if a worker has another version than this process."""
        ours = build_of_worker()
        for worker, theirs in self.everywhere(build_of_worker).items():
            if theirs != ours:
                fact = f"the worker {worker} has another version of noughts, or of what it uses: {theirs}"
                raise Refusal(fact, f"install the same everywhere; here it is {ours}")

    def close(self) -> None:
        self.client.close()


def connected(address: str) -> Any:
    """A client of the scheduler; `Refusal` if nobody answers, or it has no workers."""
    if find_spec("distributed") is None:
        raise Refusal("Dask is not installed", "`pip install 'noughts[cluster]'`")
    from distributed import Client

    client_of: Any = Client  # it has no types
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # its own words for what is refused below
    try:
        client = client_of(address, timeout=_PATIENCE)
    except (OSError, ValueError) as error:
        hint = "start `dask scheduler`, and give the address that it prints, such as `tcp://10.0.0.1:8786`"
        raise Refusal(f"no scheduler answers at `{address}`: {error or type(error).__name__}", hint) from None
    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
    except OSError:
        client.close()
        raise Refusal(f"the cluster at `{address}` has no workers", f"`dask worker {address}`") from None
    return client


def build_of_worker() -> str:
    """What decides the results of tasks: noughts with its library, and what it calculates and writes with."""
    code = sha256()
    for path in sorted(Path(__file__).parents[1].rglob("*.*")):
        if path.parent.name != "__pycache__":  # bytecode, and what else is kept beside it
            code.update(path.read_bytes())
    used = [f"noughts {metadata.version('noughts')} ({code.hexdigest()[:8]})"]
    used += [f"{name} {metadata.version(name)}" for name in ("numpy", "pyarrow") if find_spec(name)]
    return ", ".join(used)


@contextmanager
def cluster_engine(address: str) -> Iterator[Engine]:
    """The engine of a cluster."""
    engine = Cluster(address)
    try:
        engine.refuse_other_versions()
        yield engine
    finally:
        engine.close()
