"""Machine code that Numba keeps for the next run if possible, and compiles for this run alone if not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from numba import njit
from numba.core.caching import FunctionCache


class SpareCache(FunctionCache):
    """Files with the code of a function, which may be missing, deleted meanwhile, or impossible to write.

    Numba by itself raises on a full disk, after the function has been compiled.
    """

    @contextmanager
    def _guard_against_spurious_io_errors(self) -> Iterator[None]:
        with suppress(OSError):
            yield


def cached_njit(*, nogil: bool = False) -> Callable[[Any], Any]:
    """`numba.njit`; the code is cached beside the source of the function if possible."""

    def compiled(function: Any) -> Any:
        dispatcher: Any = njit(nogil=nogil)(function)
        # Numba finds no place beside a source that is missing, or in a folder that cannot be written.
        with suppress(OSError, RuntimeError):
            dispatcher._cache = SpareCache(function)  # type: ignore[no-untyped-call]
        return dispatcher

    return compiled
