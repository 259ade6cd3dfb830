"""What is compiled to machine code, run as it is written: slow, but there without waiting for a compiler."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import cached_property, wraps
from types import ModuleType
from typing import Any

import numpy as np

from noughts.grounding.formula import Formula
from noughts.kernels.machine import MachineCode
from noughts.kernels.machine_source import claim_source, machine_source


class SlowMachine(MachineCode):
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
        found = super().function(name)

        @wraps(found)
        def quiet(*arguments: Any) -> Any:
            with ExitStack() as stack:
                stack.enter_context(np.errstate(over="ignore"))
                return found(*arguments)

        return quiet


def run(source: str) -> ModuleType:
    """The module that a source makes, without what it imports from Numba."""
    _, separator, body = source.partition("\nNOBODY = ")
    module = ModuleType("slow_machine")
    module.__dict__.update(
        njit=njit,
        int64=int,
        W=np.uint64,
        uint64=np.uint64,
        array=np.array,
        popcount=lambda word: int(word).bit_count(),
        lowest=lambda word: (int(word) & -int(word)).bit_length() - 1,
        prefetch=lambda rows, number: None,
    )
    body = body.replace("from numba import njit\n", "")
    exec(compile(separator + body, "<slow machine>", "exec"), module.__dict__)
    return module


def njit(function: Any = None, **_: object) -> Any:
    """Leave a function as it is."""
    return (lambda f: f) if function is None else function
