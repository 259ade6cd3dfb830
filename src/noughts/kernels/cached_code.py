"""Machine code that Numba caches for the next run; if nothing can be stored, it is compiled in each run.

These classes replace private ones of Numba: a damaged file must count as missing, and no setting in the
working folder may choose the folder from which code is loaded.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from numba import njit
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile

from noughts import cache


class CodeLocator:
    """A cache locator of Numba: the folder ``__pycache__`` next to the generated module of a function.

    Numba's own locators try other folders too, which a setting in the working folder can choose.
    """

    def __init__(self, function: Any) -> None:
        self.source = Path(function.__code__.co_filename)
        self.line = function.__code__.co_firstlineno
        self._py_file = str(self.source)

    def get_cache_path(self) -> str:
        """The folder of the cached code."""
        return str(self.source.parent / "__pycache__")

    def ensure_cache_path(self) -> None:
        """Create the folder; `OSError` if it cannot be created or is not private to the user."""
        folder = Path(self.get_cache_path())
        folder.mkdir(mode=0o700, exist_ok=True)
        if not cache.is_private(folder):
            raise PermissionError

    def get_source_stamp(self) -> str:
        """The version of the source: the name of the file, which contains a digest of its text."""
        return self.source.stem

    def get_disambiguator(self) -> str:
        """The line of the function, which distinguishes functions of the same name."""
        return str(self.line)


class CodeFormat(CompileResultCacheImpl):
    """The format of the cached code of a function, and its place."""

    def __init__(self, function: Any) -> None:
        self._locator = CodeLocator(function)
        self._locator.ensure_cache_path()
        self._lineno = self._locator.line
        name = f"{self._locator.source.stem}.{function.__qualname__}"
        self._filename_base = self.get_filename_base(name, getattr(sys, "abiflags", ""))  # type: ignore[no-untyped-call]


class WholeFiles(IndexDataCacheFile):
    """The cache files of a function; a file that is not as it was written counts as missing."""

    def _load_index(self) -> dict[Any, str]:
        content = cache.stored(Path(self._index_path))
        version, stamp, overloads = (None, None, {}) if content is None else pickle.loads(content)
        return overloads if (version, stamp) == (self._version, self._source_stamp) else {}

    def _save_index(self, overloads: dict[Any, str]) -> None:
        content = self._version, self._source_stamp, overloads
        cache.store(Path(self._index_path), self._dump(content))  # type: ignore[no-untyped-call]

    def _load_data(self, name: str) -> Any:
        content = cache.stored(Path(self._data_path(name)))  # type: ignore[no-untyped-call]
        return None if content is None else pickle.loads(content)

    def _save_data(self, name: str, data: Any) -> None:
        cache.store(Path(self._data_path(name)), self._dump(data))  # type: ignore[no-untyped-call]


class SpareCache(FunctionCache):
    """A cache of compiled code whose files may be missing, damaged, deleted, or impossible to write."""

    _impl_class = CodeFormat

    def __init__(self, function: Any) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]
        self._cache_file = WholeFiles(
            self._cache_path, self._impl.filename_base, self._impl.locator.get_source_stamp()
        )  # type: ignore[no-untyped-call]

    @contextmanager
    def _guard_against_spurious_io_errors(self) -> Iterator[None]:
        with suppress(Exception):  # without the files, the function is compiled
            yield


def cached_njit(*, nogil: bool = False) -> Callable[[Any], Any]:
    """`numba.njit`; the code is cached next to the source of the function if that is a file in the cache."""

    def compiled(function: Any) -> Any:
        dispatcher: Any = njit(nogil=nogil)(function)
        if Path(function.__code__.co_filename).is_absolute():
            with suppress(OSError):
                dispatcher._cache = SpareCache(function)
        return dispatcher

    return compiled
