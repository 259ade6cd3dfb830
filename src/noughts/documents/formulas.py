"""The formulas of a game, unless its positions are listed sooner; and over that list where it is needed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING, Final, TypeAlias

from noughts.games.game import CannotGround, RulesError, TooManyPositions
from noughts.grounding.ground import Widening, ground, ground_listed
from noughts.grounding.grounded import Grounded
from noughts.grounding.known_failures import is_noted, note
from noughts.kernels.explore import ListedSooner, explore_rules
from noughts.kernels.state_graph import RuleGraph
from noughts.meaning.frame import frame_of
from noughts.meaning.run_error import RunError
from noughts.refusal import Refusal
from noughts.stop import Deadline, Stopped, current, honouring
from noughts.values.sets import Set

if TYPE_CHECKING:
    from noughts.grounding.dependents import Ruled

    Twin: TypeAlias = Callable[[], Ruled]
    """A maker of copies of a game, each of which may be used on its own."""

# Work after which a game of few positions is listed instead, in looks at the clock of its meaning. Most games
# of the library have formulas after a third of that, in tenths of a second; Euclid takes five seconds.
_LOOKS: Final = 10_500

# Positions of a game that gains nothing from formulas, and how often the rules judge a move to list them: in
# seconds. Sliding blocks have hundreds of moves in each position, most of which are not legal.
_FEW: Final = 10_000
_QUESTIONS: Final = 600_000


def formulas_soon(
    twin: Twin, rules: str, patiently: Callable[[Callable[[], Grounded]], Grounded]
) -> Grounded:
    """The formulas of a game; `CannotGround` if there are none, `ListedSooner` if it is listed first.

    A game of few positions must not wait ten seconds for formulas that save it a part of one.  So it is
    listed once they took some work.  If it has too many positions, the search for formulas continues from the
    round that it was in.  That `rules` have too many is remembered, and then they are sought `patiently` at
    once.
    """
    begun = Widening()
    large = f"{rules} large"
    if not is_noted(large):
        if (found := formulas_within(_LOOKS, twin(), begun)) is not None:
            return found
        if (graph := few_positions(twin())) is not None:
            raise ListedSooner(graph)
        note(large)
    return patiently(lambda: ground(twin(), begun))


def formulas(twin: Twin) -> Grounded:
    """The formulas of a game for those who wait: in all its positions, listed or not.

    Where the rules alone do not show soon what the positions can be, the list does.
    """
    begun = Widening()
    refused: CannotGround | None = None
    try:
        if (found := formulas_within(_LOOKS, twin(), begun)) is not None:
            return found
    except CannotGround as failure:
        refused = failure
    if (graph := few_positions(twin(), patient=True)) is not None:
        with suppress(CannotGround):
            return ground_listed(twin(), graph.positions)
    if refused is not None:
        raise refused
    return ground(twin(), begun)


def formulas_within(looks: int, game: Ruled, begun: Widening) -> Grounded | None:
    """The formulas of a game, if they are found with so much work; `CannotGround` otherwise means that there
    are none.  How far that got, `begun` has.

    On large boards a look may take long, because the formulas between two looks are large.  So the budget of
    the game in processor time is a limit, too.
    """
    budget = game.meaning.budget
    deadline = Deadline(budget.seconds, current.get())
    budget.seconds = looks  # by a clock that goes on with each look at it
    try:
        with honouring(deadline):
            return ground(game, begun, count().__next__)
    except Stopped:
        deadline.outer.look()
    except CannotGround:
        if not budget.is_spent:
            raise
    return None


def few_positions(game: Ruled, *, patient: bool = False) -> RuleGraph | None:
    """The positions of a game, if its rules can list all of them and these are few; so must be the questions,
    unless one is `patient`."""

    def stop_if_long(known: int, waiting: int) -> None:
        if not patient and (known - waiting) * judged > _QUESTIONS:
            raise TooManyPositions(game.name, known)

    with suppress(Refusal, RulesError, RunError):
        every = game.meaning.value(game.program.every_move, frame=frame_of(game.initial))
        judged = every.size if isinstance(every, Set) else 0
        return explore_rules(game, limit=_FEW, progress=stop_if_long)
    return None
