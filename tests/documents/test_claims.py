"""Claims are answered alike through plain Python and through the loops of machine code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest

from noughts.games.game import CannotGround, Position
from noughts.grounding.formula import Formula
from noughts.grounding.grounded import Grounded
from noughts.grounding.symmetry import identity
from noughts.grounding.walk import holds
from noughts.kernels.machine import MachineCode
from noughts.solvers import proof
from tests.grounding.subjects import ASKED, subject

pytestmark = pytest.mark.long


@dataclass(frozen=True)
class Said:
    """A question by its formula; or one that has none, but the same answers."""

    text: str
    meant: Formula
    grounded: Grounded
    premises: Sequence[Said] = ()
    has_formula: bool = True

    @property
    def formula(self) -> Formula:
        if not self.has_formula:
            raise CannotGround("it cannot be said")
        return self.meant

    def holds(self, position: Position) -> bool:
        return holds(self.meant, self.grounded.encoded(position))

    def by_reference(self, position: Position) -> bool:
        return self.holds(position)


def questions(grounded: Grounded) -> Iterator[Said]:
    """What can be asked of any game: whether it is over or won, whether a move may be made."""
    formulas = {"over": grounded.over, "goes on": ~grounded.over}
    formulas |= {f"won by {number}": wins for number, wins in enumerate(grounded.wins)}
    formulas |= {str(move.move): move.legal for move in grounded.moves[:3]}
    said = [Said(text, formula, grounded) for text, formula in formulas.items()]
    yield from said
    yield Said("over, with premises", grounded.over, grounded, tuple(said))
    yield Said("in other words", grounded.over, grounded, has_formula=False)


@pytest.mark.parametrize("title", ASKED)
def test_the_loops_give_the_same_answers_and_lines(title: str) -> None:
    known = subject(title)
    listed, compact = known.by_kernel(), known.compact([identity(known.grounded)])
    for question in questions(known.grounded):
        assert proof.always(compact, question) == proof.always(listed, question)
        assert proof.sometimes(compact, question) == proof.sometimes(listed, question)
        for side in known.game.sides:
            assert proof.forced(compact, side, question) == proof.forced(listed, side, question)


@pytest.mark.parametrize("title", ["coins, more of them", "stone on a long ring"])
def test_machine_code_gives_them_too(title: str) -> None:
    """For positions of one word, and of several."""
    known = subject(title)
    compact = known.compact([identity(known.grounded)], MachineCode)
    question, *_ = questions(known.grounded)
    assert proof.sometimes(compact, question) == proof.sometimes(known.by_kernel(), question)
