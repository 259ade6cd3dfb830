"""Explanations as `noughts eval`, `noughts check` and the REPL print them."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

from noughts.refusal import Refusal

if TYPE_CHECKING:
    from noughts.meaning.explanation import Explanation


def depth_wanted(why: bool, depth: int | None) -> int:
    """The depth to which an explanation opens definitions; `Refusal` if no explanation was requested."""
    if not why:
        if depth is not None:
            raise Refusal("`--depth` belongs to an explanation", "add `--why`")
        return 0
    from noughts.meaning.explain import DEPTH

    return DEPTH if depth is None else depth


def explained_lines(explanation: Explanation) -> list[str]:
    """The lines of an explanation; on a terminal, each is cut to its columns."""
    return explanation.lines(columns_left())


def columns_left(indent: int = 0) -> int | None:
    """The columns of the terminal after an indent; ``None`` if the output is no terminal."""
    return shutil.get_terminal_size().columns - indent if sys.stdout.isatty() else None
