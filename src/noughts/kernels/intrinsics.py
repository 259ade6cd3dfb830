"""Two processor instructions that Numba has no name for."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import intrinsic


@intrinsic
def popcount(typing: Any, word: Any) -> Any:
    """The number of set bits of a word."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), code


@intrinsic
def lowest(typing: Any, word: Any) -> Any:
    """The index of the lowest set bit; undefined for 0."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.int64(types.uint64), code
