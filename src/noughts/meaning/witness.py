"""The witness against a claim: a few lines that tell why it is false, or that it is vacuous.

    all x in S. p    the element for which p is false
    some x in S. p   that no element makes p true, and the nearest: the first for which most parts of p hold
    A = B            the elements that only one of them has
    p & q            the part that is false
    r(a)             the clause of r that applies; definitions in it are not opened

`noughts.meaning.explain` gives the whole explanation.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from msgspec.structs import replace

from noughts.language import core as c
from noughts.language.expression_of import binders
from noughts.language.spelling import Spelling
from noughts.meaning.compile import Compiled
from noughts.meaning.explain import Explainer
from noughts.meaning.explanation import Explanation, Reason, Reasons
from noughts.meaning.interpreter import Interpreter, attempt
from noughts.meaning.self_test import frame_of_test
from noughts.values.misuse import Misuse
from noughts.values.scalars import TRUE
from noughts.values.sets import Set

# The depth to which definitions are opened: a witness must be readable at a glance.
_DEPTH_OPENED = 1
# The most elements among which the nearest is sought; for each, all parts are evaluated by the reference.
_MOST_TRIED = 1000


def witness(claim: c.Claim, meaning: Compiled) -> Explanation:
    """The explanation why a claim is false, one definition deep."""
    with meaning.budget.running():
        frame = frame_of_test(claim, meaning)
        explainer = Witnesses(meaning, frame, Spelling.ASCII)
        return meaning.run(lambda used: explainer.question(claim.sentence, claim.where, _DEPTH_OPENED), frame)


class Witnesses(Explainer):
    """An explainer that shows the nearest element if none fits."""

    def reasons_of_quantified(self, part: Reason, tree: c.Quantified) -> Reasons:
        """The element that decides a quantifier; the nearest one for a `some` that no element makes true."""
        reasons = super().reasons_of_quantified(part, tree)
        if tree.quantifier != "some" or reasons.parts or not reasons.note.startswith("none"):
            return reasons
        near = nearest_to(self.within, part, tree)
        if near is None:
            return reasons
        return replace(reasons, parts=(near,), note=f"{reasons.note}; the nearest is this")

    def memberships(self, part: Reason, tree: c.Operation, more: Set | None) -> Iterator[c.Core]:
        """None: which elements only one set has is enough."""
        return iter(())


def nearest_to(within: Interpreter, part: Reason, tree: c.Quantified) -> Reason | None:
    """The first element for which most parts of the sentence are true; ``None`` if no part ever is."""
    patterns, domain, body = binders(tree)
    if len(patterns) > 1 or not isinstance(body, c.And):
        return None
    best, most = None, 0
    each = c.Each(patterns[0], domain)
    solutions = attempt(
        lambda: list(islice(within.step(each, part.scope.bindings, within.frame), _MOST_TRIED))
    )
    for found in () if isinstance(solutions, Misuse) else solutions:
        inner = part.scope.having(found)
        true = sum(within.result(each, inner) is TRUE for each in body.parts)
        if true > most:
            best, most = Reason(body, inner, part.depth), true
    return best
