"""Machine code: the loops over millions of positions, compiled by Numba and cached for the next run."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from time import time_ns
from types import ModuleType
from typing import Any, Final

from msgspec import Struct

from noughts import cache
from noughts.grounding.formula import Formula
from noughts.grounding.grounded import Grounded
from noughts.refusal import Refusal
from noughts.save import save

HINT: Final = "`pip install 'noughts[solve]'` installs what explores millions of positions by machine code"
"""The hint if Numba is missing."""

# Modules whose machine code is cached; the code of the least recently used one is deleted.
_MODULES_CACHED: Final = 40

# The most branches of a function that Numba compiles.  Numba recurses along them, with two frames each of
# Python's thousand, and breaks off at 460; with a larger stack, a thousand branches take it minutes.
_MOST_BRANCHES: Final = 400

# The most operations of a module that Numba compiles: it takes 65 s for 15 000 of them (`ultimate`), and has
# not finished 90 000 after eight minutes (a rule about connected groups).
_MOST_OPERATIONS: Final = 30_000

SECONDS_TO_LOAD: Final = 1.0
"""Seconds until cached machine code can run, most of them for importing Numba."""

# Seconds for compiling ``play_out``: a base, and more per operation (measured on games of 60 to 1600).
_SECONDS_TO_COMPILE: Final = (1.5, 0.02)

# The beginning of a function in generated code.
_FUNCTION: Final = re.compile(r"^def ", re.MULTILINE)
# A line of generated code that opens a block: the more there are, the longer compiling takes.
_BRANCH: Final = re.compile(r"^ +(?:if|elif|for|while) ", re.MULTILINE)


class TooManyBranches(Refusal):
    """The rules have too many cases to become machine code."""

    def __init__(self) -> None:
        super().__init__(
            "the rules have too many cases to become machine code",
            "`noughts sample` and the player `search` do without; or make the game smaller",
        )


def is_available() -> bool:
    """Whether Numba is installed."""
    return find_spec("numba") is not None and find_spec("numpy") is not None


class MachineCode(Struct, frozen=True, eq=False, dict=True):
    """The machine code of a game, with the functions of `noughts.kernels.machine_loops`."""

    grounded: Grounded

    @cached_property
    def module(self) -> ModuleType:
        """The generated module; its functions are compiled when they are first called."""
        return loaded(self.source())

    @cached_property
    def is_compilable(self) -> bool:
        """Whether the rules have few enough cases."""
        return is_compilable(self.source())

    def function(self, name: str) -> Callable[..., Any]:
        """One of the loops, by name."""
        found: Callable[..., Any] = getattr(self.module, name)
        return found

    def source(self, *more: ModuleType) -> str:
        """The source of the module, with the loops of `more` modules.

        Processes that have no formulas get this text and pass it to `loaded`.
        """
        from noughts.kernels.machine_source import machine_source

        return machine_source(self.grounded, *more)

    def truths(self, claim: Formula) -> Callable[[Any, Any], None]:
        """The loop ``truths(codes, found)``, which finds the positions in which a claim holds.

        ``codes`` is (positions, words) uint64, ``found`` (positions,) bool.  Each claim is compiled anew,
        which takes up to two seconds.
        """
        from noughts.kernels.machine_source import claim_source

        words: dict[str, Any] = {}
        exec(compile(claim_source(self.grounded, claim), "<claim>", "exec"), words)
        found: Callable[[Any, Any], None] = words["truths"]
        return found

    def compiled(self, loops: ModuleType) -> ModuleType:
        """The functions of a module as machine code, for modules that do not depend on the game."""
        from noughts.kernels.machine_source import compiled_source

        return loaded(compiled_source(loops))

    @property
    def words(self) -> int:
        """Words of 64 bits per position."""
        return max(1, -(-len(self.grounded.bits) // 64))


def is_compilable(source: str) -> bool:
    """Whether a module has few enough operations, and no function of it too many branches."""
    branches = max(len(_BRANCH.findall(function)) for function in _FUNCTION.split(source))
    return branches <= _MOST_BRANCHES and operations(source) <= _MOST_OPERATIONS


def loaded(source: str) -> ModuleType:
    """The module with this source; Numba caches its machine code beside the file.

    `TooManyBranches` if it has more than Numba can take.
    """
    # the name contains a digest of the source, so a module of this name has the same functions
    name = module_name(source)
    if name in sys.modules:
        return sys.modules[name]
    if not is_compilable(source):
        raise TooManyBranches
    module = ModuleType(name)
    place = source_file(name, source)
    exec(compile(source, f"<{name}>" if place is None else str(place), "exec"), vars(module))
    sys.modules[name] = module
    return module


def is_compiled(source: str, function: str) -> bool:
    """Whether the machine code of a function of the module with this source is loaded or cached."""
    name = module_name(source)
    loaded_function = getattr(sys.modules.get(name), function, None)
    if loaded_function is not None and loaded_function.signatures:
        return True
    home = cache.folder("kernels")
    return home is not None and any((home / "__pycache__").glob(f"{name}.{function}-*.nbi"))


def operations(source: str) -> int:
    """The number of operations on words in a module, on which the time for compiling it depends."""
    return sum(map(source.count, "&|^~"))


def seconds_until_it_runs(source: str) -> float:
    """An estimate of the time until the machine code of ``play_out`` can run."""
    if is_compiled(source, "play_out"):
        return SECONDS_TO_LOAD
    least, each = _SECONDS_TO_COMPILE
    return least + each * operations(source)


def module_name(source: str) -> str:
    """The name of the module with this source."""
    return f"kernel_{sha256(source.encode()).hexdigest()[:20]}"


def source_file(name: str, source: str) -> Path | None:
    """The file with this source, next to which its machine code is cached; ``None`` if nothing can be stored.

    Nothing but people reads its text.  Its time of access tells when the machine code was last used: it is
    set here, because many file systems do not record it.
    """
    folder = cache.folder("kernels")
    if folder is None:
        return None
    path = folder / f"{name}.py"
    if not path.exists():
        with suppress(Refusal):
            save(path, source)
        cache.forget_oldest(folder, "kernel_*.py", _MODULES_CACHED, by="st_atime_ns", beside=compiled_files)
    with suppress(OSError):
        os.utime(path, ns=(time_ns(), path.stat().st_mtime_ns))
    return path if path.is_file() else None


def compiled_files(source: Path) -> Iterator[Path]:
    """The files with the machine code of a generated module."""
    return (source.parent / "__pycache__").glob(f"{source.stem}.*")
