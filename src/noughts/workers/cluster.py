"""An engine whose tasks run on a cluster of Dask, which is given by the address of its scheduler."""

from __future__ import annotations

import logging
import re
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from hashlib import sha256
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from noughts.refusal import Refusal
from noughts.stop import SECONDS_TO_ANSWER
from noughts.workers.engine import Engine, Futures, TaskCall, done, submitted

# An address that Dask reaches by TCP without encryption: ``tcp://`` is what it takes by default.
_TCP: Final = re.compile(r"(?:tcp://)?([^/:\[\]]+|\[[^\]]*\]):(\d+)/?")

# More bytes than the handshake of a scheduler has: another number shows that it is another service.
_LONGEST_HANDSHAKE: Final = 1 << 20

# The most times that a task is repeated because its worker was lost, before the run ends.
_MOST_RETRIES: Final = 3


class Cluster(Engine):
    """The workers of a scheduler; Dask repeats the tasks of a worker that is lost."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.client: Any = connected(address)

    def results(self, calls: Sequence[TaskCall]) -> Iterator[tuple[int, Any]]:
        executor = self.client.get_executor(pure=False, retries=_MOST_RETRIES)
        return self.collected(executor, submitted(executor, dict(enumerate(calls))))

    def collected(self, executor: Executor, futures: Futures) -> Iterator[tuple[int, Any]]:
        """The results of the submitted calls."""
        from distributed import KilledWorker

        try:
            yield from done(futures)
        except KilledWorker:
            fact = f"a task was lost with {_MOST_RETRIES + 1} workers of {self.address}, one after the other"
            hint = "most likely memory ran out: give less `--memory`, and repeat the command to continue"
            raise Refusal(fact, hint) from None
        except (OSError, CancelledError) as error:
            if not self.is_lost():
                raise
            raise lost(self.address) from error
        finally:
            executor.shutdown(wait=False)

    def is_lost(self) -> bool:
        """Whether the scheduler no longer answers."""
        return bool(self.client.status != "running" or self.client.scheduler_comm is None)

    def everywhere(self, function: Callable[..., Any], *arguments: Any) -> Mapping[str, Any]:
        try:
            found: Mapping[str, Any] = self.client.run(function, *arguments)
        except ModuleNotFoundError as error:
            fact = f"workers of {self.address} have no module {error.name}"
            raise Refusal(fact, "install the same everywhere, with the same extras of noughts") from None
        except OSError as error:
            raise lost(self.address) from error
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


def lost(address: str) -> Refusal:
    """The refusal that the scheduler was lost during the work."""
    hint = "start it again and repeat the command: the phases that are finished are kept"
    return Refusal(f"the scheduler at `{address}` no longer answers", hint)


def connected(address: str) -> Any:
    """A client of the scheduler; `Refusal` if it does not answer or has no workers."""
    if find_spec("distributed") is None:
        raise Refusal("Dask is not installed", "`pip install 'noughts[cluster]'`")
    from distributed import Client

    client_of: Any = Client  # it has no types
    for name in ("distributed", "distributed.client"):  # Dask would log the errors that are refused below
        logging.getLogger(name).setLevel(logging.CRITICAL)
    hint = "start `dask scheduler`, and give the address that it prints, such as `tcp://10.0.0.1:8786`"
    refuse_other_service(address, hint)
    try:
        client = client_of(address, timeout=SECONDS_TO_ANSWER)
    except (OSError, ValueError) as error:
        raise Refusal(f"no scheduler answers at `{address}`: {error or type(error).__name__}", hint) from None
    try:
        client.wait_for_workers(1, timeout=SECONDS_TO_ANSWER)
    except OSError:
        client.close()
        raise Refusal(f"the cluster at `{address}` has no workers", f"`dask worker {address}`") from None
    return client


def refuse_other_service(address: str, hint: str) -> None:
    """`Refusal` if another service answers at an address over TCP, for which a client would wait forever.

    A scheduler sends first: its handshake begins with the length of the rest, in 8 bytes, little-endian.
    If nothing answers at all, the client reports it.
    """
    found = _TCP.fullmatch(address.strip())
    if found is None:
        return
    try:
        with socket.create_connection((found[1].strip("[]"), int(found[2])), SECONDS_TO_ANSWER) as connection:
            connection.settimeout(SECONDS_TO_ANSWER)
            said = connection.recv(8, socket.MSG_WAITALL)
    except TimeoutError:
        said = b""
    except (OSError, OverflowError):
        return
    if len(said) < 8 or int.from_bytes(said, "little") > _LONGEST_HANDSHAKE:
        raise Refusal(f"`{address}` answers, but not as a Dask scheduler", hint)


def build_of_worker() -> str:
    """The versions that determine the results of tasks: of noughts with its library, and of its
    dependencies."""
    code = sha256()
    for path in sorted(Path(__file__).parents[1].rglob("*.*")):
        if path.parent.name != "__pycache__":  # bytecode and cached machine code
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
