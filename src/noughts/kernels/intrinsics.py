"""Two instructions of the machine that Numba has no name for."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import intrinsic


@intrinsic
def popcount(typing: Any, word: Any) -> Any:
    """How many bits of a word are set."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), code


@intrinsic
def lowest(typing: Any, word: Any) -> Any:
    """The place of the lowest bit that is set."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.int64(types.uint64), code
