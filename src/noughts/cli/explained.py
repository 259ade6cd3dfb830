"""Explanations as `noughts eval`, `noughts check` and the REPL print them."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

from noughts.refusal import Refusal

if TYPE_CHECKING:
    from noughts.meaning.explanation import Explanation


def depth_wanted(why: bool, depth: int | None) -> int:
    """How deep an explanation opens definitions; `Refusal` if there is to be none."""
    if not why:
        if depth is not None:
            raise Refusal("`--depth` belongs to an explanation", "add `--why`")
        return 0
    from noughts.meaning.explain import DEPTH

    return DEPTH if depth is None else depth


def explained_lines(explanation: Explanation) -> list[str]:
    """The tree, each text cut to the columns of the terminal; elsewhere nothing is cut."""
    return explanation.lines(columns_left())


def columns_left(indent: int = 0) -> int | None:
    """The columns of the terminal behind an indent; ``None`` if the output goes elsewhere."""
    return shutil.get_terminal_size().columns - indent if sys.stdout.isatty() else None
