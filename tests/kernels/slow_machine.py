"""What is compiled to machine code, run as it is written: slow, but there without waiting for a compiler."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, cached_property, wraps
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from noughts.grounding.formula import Formula
from noughts.kernels.machine import MachineCode
from noughts.kernels.machine_source import claim_source, machine_source


class SlowMachine(MachineCode, frozen=True, eq=False):
    """The loops of a game without Numba."""

    @cached_property
    def module(self) -> ModuleType:
        """The generated source, with numbers of NumPy for its words."""
        return run(machine_source(self.grounded))

    def compiled(self, loops: ModuleType) -> ModuleType:
        """The functions as they are."""
        return loops

    def truths(self, claim: Formula) -> Callable[[Any, Any], None]:
        """The loop that puts a claim to positions."""
        found: Callable[[Any, Any], None] = run(claim_source(self.grounded, claim)).truths
        return found

    def function(self, name: str) -> Callable[..., Any]:
        """One of the loops; words overflow in silence, as those of a machine do."""
        return quiet(super().function(name))


def quiet(found: Callable[..., Any]) -> Callable[..., Any]:
    """A function in which words overflow in silence."""

    @wraps(found)
    def silent(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return found(*arguments)

    return silent


@cache
def loaded_slowly(source: str) -> Any:
    """What `noughts.kernels.machine.loaded` returns, without Numba."""
    module = run(source)
    return SimpleNamespace(**{name: quiet(each) for name, each in vars(module).items() if callable(each)})


def run(source: str) -> ModuleType:
    """The module that a source makes, without what it imports from Numba."""
    head, separator, body = source.partition("\nNOBODY = ")
    body = body or head  # loops over rows have no constants of a game
    module = ModuleType("slow_machine")
    module.__dict__.update(
        njit=njit,
        cached_njit=njit,
        int64=int,
        W=np.uint64,
        uint64=np.uint64,
        array=np.array,
        popcount=lambda word: int(word).bit_count(),
        lowest=lambda word: (int(word) & -int(word)).bit_length() - 1,
        prefetch=lambda rows, number: None,
    )
    body = re.sub(r"^from (numba|noughts.kernels.cached_code) import .*\n", "", body, flags=re.M)
    exec(compile(separator + body, "<slow machine>", "exec"), module.__dict__)
    return module


def njit(function: Any = None, **_: object) -> Any:
    """Leave a function as it is."""
    return (lambda f: f) if function is None else function
