"""Machine code that Numba keeps for the next run if possible, and compiles for this run alone if not."""

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


class Beside:
    """The place of the code of a function, as Numba asks for it: a folder beside its generated module.

    By itself, Numba would look in other folders too, where a setting in the working folder can lead it.
    """

    def __init__(self, function: Any) -> None:
        self.source = Path(function.__code__.co_filename)
        self.line = function.__code__.co_firstlineno
        self._py_file = str(self.source)

    def get_cache_path(self) -> str:
        """The folder."""
        return str(self.source.parent / "__pycache__")

    def ensure_cache_path(self) -> None:
        """Create the folder; `OSError` if there cannot be one that is only ours."""
        folder = Path(self.get_cache_path())
        folder.mkdir(mode=0o700, exist_ok=True)
        if not cache.is_private(folder):
            raise PermissionError

    def get_source_stamp(self) -> str:
        """What tells one version of the source from another: the name has its digest."""
        return self.source.stem

    def get_disambiguator(self) -> str:
        """What tells functions of one name apart."""
        return str(self.line)


class CodeFormat(CompileResultCacheImpl):
    """How the code of a function is written, and where."""

    def __init__(self, function: Any) -> None:
        self._locator = Beside(function)
        self._locator.ensure_cache_path()
        self._lineno = self._locator.line
        name = f"{self._locator.source.stem}.{function.__qualname__}"
        self._filename_base = self.get_filename_base(name, getattr(sys, "abiflags", ""))  # type: ignore[no-untyped-call]


class WholeFiles(IndexDataCacheFile):
    """The files of a function: what is not as it was written is not there."""

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
    """Files with the code of a function, which may be missing, damaged, deleted, or impossible to write."""

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
    """`numba.njit`; the code is cached beside the source of the function if that is a file in the cache."""

    def compiled(function: Any) -> Any:
        dispatcher: Any = njit(nogil=nogil)(function)
        if Path(function.__code__.co_filename).is_absolute():
            with suppress(OSError):
                dispatcher._cache = SpareCache(function)
        return dispatcher

    return compiled
