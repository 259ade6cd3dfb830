"""Explanations as `noughts eval`, `noughts check` and the REPL print them."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

from noughts.refusal import Refusal

if TYPE_CHECKING:
    from noughts.language import core as c
    from noughts.meaning.compile import Compiled
    from noughts.meaning.explanation import Explanation
    from noughts.text.diagnostic import Diagnostic


def depth_wanted(why: bool, depth: int | None) -> int:
    """How deep an explanation opens definitions; `Refusal` if there is to be none."""
    if not why:
        if depth is not None:
            raise Refusal("`--depth` belongs to an explanation", "add `--why`")
        return 0
    from noughts.meaning.explain import DEPTH

    return DEPTH if depth is None else depth


def explained_lines(explanation: Explanation, indent: int = 0) -> list[str]:
    """The tree, each text cut to the columns of the terminal; elsewhere nothing is cut."""
    columns = shutil.get_terminal_size().columns - indent if sys.stdout.isatty() else None
    return explanation.lines(columns)


def why_of_test(test: c.Claim | c.Printed, meaning: Compiled, depth: int) -> Explanation | None:
    """Why a test has its result; ``None`` if its frame or the time does not allow to say."""
    from noughts.meaning.explain import explain_test
    from noughts.text.diagnostic import DocumentError
    from noughts.values.misuse import Misuse

    try:
        return explain_test(test, meaning, depth=depth)
    except (DocumentError, Misuse):
        return None


def witness_lines(test: c.Claim | c.Printed, meaning: Compiled) -> list[str]:
    """Why a claim is false, in a few lines; none for a transcript, whose two texts say it."""
    from noughts.language.core import Printed
    from noughts.meaning.witness import witness
    from noughts.text.diagnostic import DocumentError
    from noughts.values.misuse import Misuse

    if isinstance(test, Printed):
        return []
    try:
        found = witness(test, meaning)
    except (DocumentError, Misuse):
        return []
    note = [found.note] if found.note else []
    # Of a false equation, the report shows the values of both sides.
    parts = () if is_equation(test) else found.parts
    return [*note, *(line for part in parts for line in explained_lines(part, 13))]


def is_equation(claim: c.Claim) -> bool:
    """Whether a claim is that two values are equal."""
    from noughts.language.core import Operation

    return isinstance(claim.sentence, Operation) and claim.sentence.builtin.key == "="


def passes_for_nothing(test: c.Claim | c.Printed, meaning: Compiled) -> Diagnostic | None:
    """The note on a claim that is true because one of its sets is empty, if that is so."""
    from noughts.language.core import Printed
    from noughts.meaning.witness import asks_nothing
    from noughts.text.diagnostic import DocumentError
    from noughts.values.misuse import Misuse

    try:
        if isinstance(test, Printed) or not asks_nothing(test, meaning):
            return None
    except (DocumentError, Misuse):
        return None
    why = why_of_test(test, meaning, 0)
    return rests_on_nothing(test, why) if why and why.rests_on_nothing else None


def rests_on_nothing(test: c.Claim | c.Printed, why: Explanation) -> Diagnostic:
    """The note on a claim that is true only because a set is empty."""
    from noughts.text.diagnostic import Diagnostic

    empty = next(node for node in why.nodes() if node.vacuous)
    fact = f"this holds because nothing is asked: `{empty.text}` is about no element"
    help = "let the set have elements, for example with `where currentState = …`"
    return Diagnostic("N601", fact, test.span, help)
