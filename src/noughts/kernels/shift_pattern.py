"""The pattern of a formula wherever on the board it lies, so that one operation on words tests them all.

Three in a row from cell 1, from cell 4 and from cell 7 are one template, ``b0 & b1 & b2``, at three bases.
Moved words say for all bases at once whether it holds: bit k of ``s & s >> 1 & s >> 2`` is the row from k.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from noughts.grounding.formula import All, Any, Bit, Formula, Not

LARGEST: Final = 40
"""Bits that a template may read."""

Template: TypeAlias = "int | tuple[str, tuple[Template, ...]]"
"""The offset of a bit, or ``~``, ``&``, ``|`` of templates."""


def template_of(formula: Formula, base: int) -> Template | None:
    """The formula seen from a bit, if it is one of bits with and, or and not, and not too large."""
    found = _relative(formula, base)
    return found if found is not None and size(found) <= LARGEST else None


def _relative(formula: Formula, base: int) -> Template | None:
    match formula:
        case Bit(index=index):
            return index - base
        case Not(part=part):
            inner = _relative(part, base)
            return None if inner is None else ("~", (inner,))
        case All(parts=parts) | Any(parts=parts):
            if len(parts) > LARGEST:
                return None
            inside = [_relative(part, base) for part in parts]
            known = [part for part in inside if part is not None]
            if len(known) < len(inside):
                return None
            return ("&" if isinstance(formula, All) else "|", tuple(sorted(known, key=str)))
        case _:
            return None


def size(template: Template) -> int:
    """How many bits it reads."""
    return 1 if isinstance(template, int) else sum(map(size, template[1]))


def grouped(formulas: Iterable[Formula]) -> tuple[dict[Template, int], list[Formula]]:
    """The formulas of one template together, their bases as a mask, and those that stay alone.

    Together they are tested with one operation for each bit of the template, alone with one each.
    """
    found: dict[Template, list[Formula]] = {}
    alone: list[Formula] = []
    for formula in formulas:
        template = template_of(formula, formula.lowest)
        if template is None or isinstance(template, int):
            alone.append(formula)
        else:
            found.setdefault(template, []).append(formula)
    together: dict[Template, int] = {}
    for template, group in found.items():
        if len(group) > 1 and 2 * len(group) >= size(template):
            together[template] = sum(1 << formula.lowest for formula in group)
        else:
            alone += group
    return together, alone
