"""The loops over millions of positions as machine code, made by Numba and kept for the next run."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from tempfile import mkdtemp
from types import ModuleType
from typing import Any, Final

from noughts import cache
from noughts.grounding.formula import Formula
from noughts.grounding.grounded import Grounded
from noughts.save import save

HINT: Final = "`pip install 'noughts[solve]'` lets machine code look at millions of positions"
"""What to do where Numba is missing."""

KEPT: Final = 40
"""Games whose machine code is kept."""


def is_available() -> bool:
    """Whether this Python has what makes machine code."""
    return find_spec("numba") is not None and find_spec("numpy") is not None


@dataclass(frozen=True, eq=False)
class Machine:
    """The machine code of a game: its functions are those of `noughts.kernels.machine_loops`."""

    grounded: Grounded

    @cached_property
    def module(self) -> ModuleType:
        """The module that was generated, its functions compiled when they are first called."""
        from noughts.kernels.machine_source import machine_source

        return loaded(machine_source(self.grounded))

    def function(self, name: str) -> Callable[..., Any]:
        """One of the loops."""
        found: Callable[..., Any] = getattr(self.module, name)
        return found

    def truths(self, claim: Formula) -> Callable[[Any, Any], None]:
        """The loop ``truths(codes, found)``, which finds of each position whether a claim is true of it.

        It is compiled anew for each claim, in less than two seconds.
        """
        from noughts.kernels.machine_source import claim_source

        words: dict[str, Any] = {}
        exec(compile(claim_source(self.grounded, claim), "<claim>", "exec"), words)
        found: Callable[[Any, Any], None] = words["truths"]
        return found

    def compiled(self, loops: ModuleType) -> ModuleType:
        """The functions of a module as machine code; they are the same for every game."""
        from noughts.kernels.machine_source import compiled_source

        return loaded(compiled_source(loops))

    @property
    def words(self) -> int:
        """BitWords that a position takes."""
        return max(1, -(-len(self.grounded.bits) // 64))


def loaded(source: str) -> ModuleType:
    """The module with this source; what Numba makes of it is kept beside it."""
    name = f"kernel_{sha256(source.encode()).hexdigest()[:20]}"
    if name in sys.modules:
        return sys.modules[name]
    path = kept(name, source)
    specification = spec_from_file_location(name, path)
    assert specification is not None
    assert specification.loader is not None
    module = module_from_spec(specification)
    sys.modules[name] = module
    specification.loader.exec_module(module)
    return module


def kept(name: str, source: str) -> Path:
    """The source as a file, written only once, so that the machine code beside it stays valid."""
    folder = cache_folder()
    path = folder / f"{name}.py"
    if not path.exists():
        save(path, source)
        tidy(folder)
    return path


def cache_folder() -> Path:
    """Where generated files may stay; a new folder in a temporary place if nowhere else."""
    return cache.folder("kernels") or Path(mkdtemp(prefix="noughts-"))


def tidy(folder: Path) -> None:
    """Throw away the machine code of games that nobody has asked about for longest."""
    sources = sorted(folder.glob("kernel_*.py"), key=lambda path: path.stat().st_mtime)
    for path in sources[:-KEPT]:
        for compiled in (folder / "__pycache__").glob(f"{path.stem}.*"):
            compiled.unlink(missing_ok=True)
        path.unlink(missing_ok=True)
