"""A wish at a table that may come to nothing: the rules break down over it, or a player cannot play."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable

from noughts.faces.describe import describe
from noughts.faces.table import Table
from noughts.faces.view import View
from noughts.games.game import RulesError
from noughts.refusal import Refusal


def attempt(table: Table, wish: Callable[[], object]) -> View:
    """What there is to see after the wish; what there was before and why, if it cannot be fulfilled.

    `RulesError` if they broke down before that.
    """
    before = copy.copy(table)
    try:
        wish()
        return describe(table)
    except (RulesError, Refusal) as failure:
        table.become(before)
        return dataclasses.replace(describe(table), message=str(failure))
