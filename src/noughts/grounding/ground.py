"""Grounding: the rules of a document are evaluated with the position unknown, which gives formulas.

The layout of states is a fixpoint: the layout of the initial state is widened by the results of each move
until nothing new occurs.  This evaluates the rules once for each move and round, whatever the number of
positions.  Formulas over sets of bounded extent are due to E. Torlak and D. Jackson, *Kodkod: a relational
model finder*, TACAS 2007.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice
from random import Random
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from noughts.grounding.care_set import CareSet
from noughts.grounding.deciding import never_holds
from noughts.grounding.dependents import MOST_BITS, DependentVariables, Ruled, dependent_variables
from noughts.grounding.formula import (
    ALWAYS,
    NEVER,
    Care,
    Formula,
    bit,
    care,
    claims,
    conjunction,
    counted,
    disjunction,
)
from noughts.grounding.grounded import Grounded, GroundMove, TooLate
from noughts.grounding.state_layout import (
    Digit,
    Enumeration,
    MapLayout,
    PartPath,
    StateLayout,
    TupleLayout,
    bits_of_symbolic,
    encoded,
    meanings,
    numbered,
    state_at,
    state_layout_of,
    symbolic_state,
    widened,
)
from noughts.grounding.symbolic_builtins import equal
from noughts.grounding.symbolic_evaluation import CannotGroundHere, SymbolicEvaluator
from noughts.grounding.symbolic_value import (
    NOTHING,
    Symbolic,
    choice,
    components_of,
    elements_of,
    length_of,
    symbolic_map,
    symbolic_tuple,
    values_by_key,
    with_dependents,
)
from noughts.grounding.walk import bits_of, is_short, said_by, substituted
from noughts.meaning.frame import Frame, frame_of
from noughts.meaning.run_error import RunError
from noughts.stop import Say, processor_time, unheard, watched
from noughts.values.maps import is_pair
from noughts.values.misuse import Misuse, OutOfBudget
from noughts.values.value import Value

# A test whether a part of the state that was a map before a move is a map with the same keys after it.
#
# The rules may change a map as a whole, `f[k |-> v]` or ``{k |-> … | k in K}``, which is a map by its form.
# Or they remove pairs and add others.  Then the condition of the move must imply, for each key, that exactly
# one pair is there.  A decision diagram decides that; if it cannot, the part is laid out as a set.


class Maps:
    """The maps of a layout.

    * ``valid``: for each enumeration, its bits as a mask, and the formula that they are the number of a value
    """

    def __init__(self, layout: StateLayout) -> None:
        self.layout = layout
        self.some = any(isinstance(part, MapLayout) for part, _ in parts_within(layout))
        self.valid = list(valid_codes(layout)) if self.some else []

    def laid_out(self, state: Symbolic, legal: Formula) -> tuple[Symbolic, set[PartPath]]:
        """A state after a legal move, with its maps as such, and the paths of parts that are no maps."""
        lost: set[PartPath] = set()
        if not self.some or state is NOTHING:
            return state, lost
        known = [part for part in (claims(legal) or (legal,)) if is_short(part)]
        return self.in_layout(self.layout, state, known, (), lost), lost

    def in_layout(
        self, layout: StateLayout, value: Symbolic, known: list[Formula], path: PartPath, lost: set[PartPath]
    ) -> Symbolic:
        """A part of the state with its maps as `SymbolicMap`, given that some formulas hold.

        The paths of parts that are no maps are added to `lost`.
        """
        if isinstance(layout, TupleLayout):
            parts = components_of(value, len(layout.parts)) if length_of(value) == len(layout.parts) else None
            if parts is None:
                return value
            inside = enumerate(zip(layout.parts, parts, strict=True))
            return symbolic_tuple(
                self.in_layout(part, inner, known, (*path, k), lost) for k, (part, inner) in inside
            )
        if isinstance(layout, MapLayout):
            found = self.as_map(layout, value, known)
            if found is None:
                lost.add(path)
                return value
            if not any(isinstance(part, MapLayout) for part in layout.parts):
                return found
            values = values_by_key(found) or {}
            every = enumerate(zip(layout.keys, layout.parts, strict=True))
            return symbolic_map(
                {
                    key: self.in_layout(part, values[key], known, path if layout.alike else (*path, k), lost)
                    for k, (key, part) in every
                }
            )
        return value

    def as_map(self, layout: MapLayout, value: Symbolic, known: list[Formula]) -> Symbolic | None:
        """A value as a map with the keys of a layout; ``None`` if it may be another value."""
        values = values_by_key(value)
        if values is not None:
            return value if values.keys() == layout.first_of.keys() else None
        elements = elements_of(value)
        if elements is None:
            return None
        pairs: dict[Value, list[tuple[Value, Formula]]] = {key: [] for key in layout.keys}
        for pair, when in elements.items():
            if is_pair(pair) and pair[0] in pairs:
                pairs[pair[0]].append((pair[1], when))
            elif not self.is_refuted(when, known):
                return None
        if not all(self.is_one([when for _, when in found], known) for found in pairs.values()):
            return None
        return symbolic_map({key: choice(found) for key, found in pairs.items()})

    def is_one(self, whens: list[Formula], known: list[Formula]) -> bool:
        """Whether it is certain that exactly one of some formulas holds."""
        return bool(whens) and self.is_refuted(~counted([(when, 1) for when in whens], (1).__eq__), known)

    def is_refuted(self, formula: Formula, known: list[Formula]) -> bool:
        """Whether a formula contradicts others that are known to hold."""
        mask = bits_of([formula])
        valid = [code for bits, code in self.valid if bits & mask]
        return never_holds(conjunction([formula, *valid])) or never_holds(
            conjunction([formula, *valid, *known])
        )


def parts_within(layout: StateLayout, first: int = 0) -> Iterator[tuple[StateLayout, int]]:
    """A layout and the parts of it, each with its first bit."""
    yield layout, first
    for part in layout.parts if isinstance(layout, TupleLayout | MapLayout) else ():
        yield from parts_within(part, first)
        first += part.width


def valid_codes(layout: StateLayout) -> Iterator[tuple[int, Formula]]:
    """For each enumeration in the layout: its bits as a mask, and the formula that they number a value.

    With three values, for example, two bits must not both be set.
    """
    for part, first in parts_within(layout):
        if isinstance(part, Enumeration) and len(part.values) < 1 << part.width:
            mask = (1 << part.width) - 1 << first
            yield mask, disjunction(numbered(part, k, first) for k in range(len(part.values)))


# The round before which the layout is widened by positions of random matches.  Games that need fewer rounds
# do not pay for the matches.
_FIRST_SAMPLED_ROUND: Final = 3

# The most positions by which it is widened: each takes up to two milliseconds to find.
_MOST_STATES_SAMPLED: Final = 400

# The most positions in a row that widen nothing before sampling stops.
_MOST_USELESS_STATES: Final = 100

# Moves that are tried before some position widens the layout: most moves are not legal.
_MOVES_TRIED: Final = 3_000

# Moves that are tried in one position before another match is started.
_MOVES_TRIED_IN_A_STATE: Final = 300

# The most moves of a match: most of what a state can contain has occurred by then.
_LONGEST_MATCH: Final = 80

# The most values of a part that is not a set; with more, evaluating the rules is faster than grounding.
_MOST_VALUES: Final = 256


class Widening:
    """The state of widening the layout of a game, from which grounding can be resumed.

    * ``rounds``: the number of finished rounds
    * ``sets``: the paths of parts that began as maps and are laid out as sets
    * ``layout``: the layout after these rounds
    """

    def __init__(self) -> None:
        self.rounds = 0
        self.sets: set[PartPath] = set()
        self.layout: StateLayout | None = None


def ground(
    game: Ruled, begun: Widening | None = None, clock: Callable[[], float] = processor_time
) -> Grounded:
    """The game as formulas; `CannotGround` with the reason if there are none, or its budget is spent."""
    return in_budget(game, lambda say: at_fixpoint(game, say, begun or Widening()), clock)


def ground_listed(game: Ruled, positions: Sequence[Value]) -> Grounded:
    """The game as formulas that are right in its positions, all of which are given (see `CareSet`).

    The positions show how large each part of the state can be, so this need not follow from the rules.  An
    invariant that they do not state, such as the number of all seeds, bounds the parts too.
    """
    return in_budget(game, lambda say: over_list(game, positions, say))


def in_budget(
    game: Ruled, work: Callable[[Say], Grounded], clock: Callable[[], float] = processor_time
) -> Grounded:
    """The formulas that some work finds within the budget of the game; `TooLate` if it is spent.

    The budget is processor time, or another measure of work, so whether a game has formulas hardly depends on
    the load of the machine.  An operation that is stopped in the middle may count as one without a value.  So
    formulas are not trusted if the budget is spent, even if the work ended normally.
    """
    budget = game.meaning.budget
    with watched.get()() as say, budget.running(clock):
        try:
            found = work(say)
        except (OutOfBudget, RunError):
            if not budget.is_spent:
                raise
        if budget.is_spent:
            fact = f"its formulas were not found in {budget.seconds:g} seconds"
            raise TooLate(fact, "simplify the rules, or make the game smaller")
    return found


def at_fixpoint(game: Ruled, say: Say, begun: Widening) -> Grounded:
    """The game over the layout that is a fixpoint: the results of its moves do not widen it."""
    if (found := without_dependents(game)) is not None:
        return found
    layout = begun.layout or state_layout_of(game.initial)
    number = begun.rounds
    while True:
        number += 1
        if number == _FIRST_SAMPLED_ROUND:
            layout = widened_by_play(game, layout)
        rules = Rules(game, layout, say=in_round(number, say))
        if rules.not_maps:
            begun.sets |= rules.not_maps
            wider = state_layout_of(game.initial, begun.sets)
        else:
            wider = rules.widened()
            if wider == layout:
                return rules.grounded()
            if wider.width > MOST_BITS or largest_part(wider)[0] > _MOST_VALUES:
                raise too_large(game, wider)
        layout = wider
        # a round in which the budget ran out may have missed values, so it is done again
        if not game.meaning.budget.is_spent:
            begun.layout, begun.rounds = layout, number


def widened_by_play(game: Ruled, layout: StateLayout) -> StateLayout:
    """The layout widened by states of random matches, until many in a row add nothing.

    The layout at the fixpoint contains everything that play reaches, so starting with some of it does not
    change the result.  It saves rounds: a clock, say, need not be widened by one tick in each round.
    """
    sample, useless = StateSampler(), 0
    for state in islice(sampled_states(game, sample), _MOST_STATES_SAMPLED):
        wider = widened(layout, state, ALWAYS)
        if wider != layout:
            layout, useless, sample.tries = wider, 0, _MOVES_TRIED
        elif (useless := useless + 1) == _MOST_USELESS_STATES:
            break
    return layout


class StateSampler(Struct):
    """A source of random moves, which ends after `tries` more moves."""

    tries: int = _MOVES_TRIED

    def of(self, every: Sequence[Value]) -> Iterator[Value]:
        """Moves at random, the same each time."""
        dice = Random(0)
        while self.tries and every:
            self.tries -= 1
            yield dice.choice(every)


def sampled_states(game: Ruled, sample: StateSampler) -> Iterator[Value]:
    """States of some random matches."""
    program, meaning = game.program, game.meaning
    if program.definitions[program.every_move].reads_frame:  # the moves depend on the state
        return
    with suppress(RunError, Misuse):
        tried = sample.of(tuple(meaning.budget.each(meaning.value(program.every_move))))
        state, made = game.initial, 0
        for move in tried:
            frame, found = frame_of(state), None
            if made < _LONGEST_MATCH and not is_over(game, frame):
                some = chain([move], islice(tried, _MOVES_TRIED_IN_A_STATE))
                found = next((m for m in some if meaning.holds("legalMove", m, frame=frame)), None)
            if found is None:
                state, made = game.initial, 0
            else:
                state, made = meaning.value("outcome", found, frame=frame), made + 1
                yield state


def is_over(game: Ruled, frame: Frame) -> bool:
    """Whether `gameOver` holds."""
    return game.defines("gameOver", 0) and game.meaning.holds("gameOver", frame=frame)


def over_list(game: Ruled, positions: Sequence[Value], say: Say = unheard) -> Grounded:
    """The game over a layout of these positions, with formulas that are right in them alone."""
    sets: set[PartPath] = set()
    while True:
        layout = state_layout_of(game.initial, sets)
        for position in positions:
            layout = widened(layout, position, ALWAYS)
        if largest_part(layout)[0] > _MOST_VALUES:
            raise too_large(game, layout)
        codes = [encoded(layout, position) for position in positions]
        token = care.set(CareSet(codes, layout.width))
        try:
            rules = Rules(game, layout, say=lambda text: say(f"formulas: {text}"))
            if not rules.not_maps:
                return replace(rules.grounded(), codes=frozenset(codes))
        finally:
            care.reset(token)
        sets |= rules.not_maps


def in_round(number: int, say: Say) -> Say:
    """The progress report of one round of widening."""
    return lambda text: say(f"formulas, round {number}: {text}")


def largest_part(layout: StateLayout) -> tuple[int, tuple[int, ...]]:
    """The largest number of values or elements of a part of a state, and the path of this part."""
    sizes: dict[tuple[int, ...], int] = {(): 0}
    for meaning in meanings(layout):
        before = sizes.get(meaning.path, 0)
        if isinstance(meaning, Digit) and not meaning.keys:
            sizes[meaning.path] = len(meaning.values)
        else:
            sizes[meaning.path] = before + 1
    path = max(sizes, key=sizes.__getitem__)
    return sizes[path], path


def too_large(game: Ruled, layout: StateLayout) -> CannotGroundHere:
    """The refusal of a state that grows without bound."""
    number, path = largest_part(layout)
    values = (
        v for part in meanings(layout) if part.path == path and isinstance(part, Digit) for v in part.values
    )
    lengths = {len(value) for value in values if isinstance(value, tuple)}
    fact = f"`{state_at(path)}` could be {number:,} different things by now, and there may be no end to it"
    help = "state a bound in the rules, such as `legalMove(m) iff … & n < 36`"
    if len(lengths) > 1:
        help = (
            "a list of moves has a value for each order of them: keep what the board shows, in sets or a map"
        )
    return CannotGroundHere(fact, game.program.definitions["outcome"].head, help)


class Rules:
    """The rules of a game, evaluated with an unknown state of one layout."""

    def __init__(
        self,
        game: Ruled,
        layout: StateLayout,
        dependents: DependentVariables | None = None,
        say: Say = unheard,
    ) -> None:
        self.game = game
        self.layout = layout
        self.dependents = dependents
        state = with_dependents(symbolic_state(layout), dependents.parts if dependents else {})
        self.evaluator = SymbolicEvaluator(game.program, game.meaning, state)
        self.undefined: list[Formula] = []
        self.moves_undefined: list[Formula] = []
        self.maps = Maps(layout)
        self.not_maps: set[PartPath] = set()
        if self.evaluator.care:
            self.ask_of_every_move()
        self.over = self.find_over()
        self.outcomes: list[tuple[Value, Formula, Symbolic]] = []
        every = list(zip(*self.every_move(), strict=True))
        for number, (move, inside) in enumerate(every, 1):
            say(f"move {number:,} of {len(every):,}")
            self.outcomes.append(self.outcome(move, inside))
            if self.not_maps:
                break  # the next round has another layout

    def ask_of_every_move(self) -> None:
        """Evaluate the legality of each move in all positions first.

        Otherwise it would be evaluated anew for each narrower set of positions.
        """
        for move in elements_of(self.evaluator.value(self.game.program.every_move)[0]) or ():
            self.evaluator.holds("legalMove", move)

    def find_over(self) -> Formula:
        """The formula of the game being over."""
        if not self.game.defines("gameOver", 0):
            return NEVER
        over, undefined = self.evaluator.holds("gameOver")
        self.undefined.append(undefined)
        return over

    def every_move(self) -> tuple[list[Value], list[Formula]]:
        """The possible elements of ``moves``, each with the condition that it is one and the game goes on."""
        value, undefined = self.evaluator.value(self.game.program.every_move)
        self.undefined.append(undefined & ~self.over)
        elements = elements_of(value)
        if elements is None:
            span = self.game.program.definitions[self.game.program.every_move].head
            raise CannotGroundHere("`moves` is not certainly a set", span)
        return list(elements), [inside & ~self.over for inside in elements.values()]

    def outcome(self, move: Value, inside: Formula) -> tuple[Value, Formula, Symbolic]:
        """A move, the condition under which it is legal, and the state after it."""
        legal, undefined = self.evaluator.holds("legalMove", move)
        self.undefined.append(inside & undefined)
        legal &= inside
        if legal is NEVER:
            return move, NEVER, NOTHING
        with self.evaluator.where(legal):
            state, undefined = self.state_after(move, legal)
            state, not_maps = self.maps.laid_out(state, legal)
        self.not_maps |= not_maps
        self.moves_undefined.append(legal & undefined)
        return move, legal, state

    def state_after(self, move: Value, legal: Formula) -> tuple[Symbolic, Formula]:
        """The state after a legal move, and where it has none; dependent variables keep initial values."""
        if self.dependents is None:
            return self.evaluator.value_where(legal, "outcome", move)
        parts: list[Symbolic] = []
        somewhere: Formula = self.dependents.stop
        for place, name in enumerate(self.game.program.variables):
            if place in self.dependents.parts:
                parts.append(self.dependents.first(place))
            else:
                part, undefined = self.evaluator.value(f"next {name}", move)
                parts.append(part)
                somewhere |= undefined
        return symbolic_tuple(parts), somewhere

    def widened(self) -> StateLayout:
        """The layout widened by the results of all moves."""
        layout = self.layout
        for _, legal, state in self.outcomes:
            self.game.meaning.budget.look()
            if state is not NOTHING:
                head = self.game.program.definitions["outcome"].head
                with self.evaluator.at(head):
                    layout = widened(layout, state, legal)
        return layout

    def grounded(self) -> Grounded:
        """All rules as formulas, once the layout is a fixpoint."""
        sides = self.game.side_values
        moves = [self.ground_move(*found) for found in self.outcomes if found[2] is not NOTHING]
        to_move = self.find_mover(sides)
        wins = self.find_winner(sides, moves)
        self.undefined += [when for when in self.moves_undefined if not never_holds(when)]
        return Grounded(
            game=self.game,
            layout=self.layout,
            initial=encoded(self.layout, self.game.initial),
            sides=self.game.sides,
            to_move=to_move,
            over=self.over,
            wins=wins,
            moves=tuple(moves),
            undefined=disjunction(self.undefined),
            dependents=self.dependents.parts if self.dependents else {},
        )

    def ground_move(self, move: Value, legal: Formula, state: Symbolic) -> GroundMove:
        """A move with the bits that it changes, simplified under the condition that it is legal."""
        self.game.meaning.budget.stop.look()  # the formulas of a large game take seconds
        if self.evaluator.care:
            return GroundMove(move, legal, self.changes_in(self.evaluator.care, legal, state))
        # the new value of a bit matters only where the move is legal, so the claims of that simplify it; a
        # bit whose new and old values are then the same is not changed
        every = enumerate(bits_of_symbolic(self.layout, state))
        other = [(index, new) for index, new in every if new is not bit(index)]
        after = substituted((new for _, new in other), said_by(legal))
        before = substituted((bit(index) for index, _ in other), said_by(legal))
        changes = {
            index: new
            for (index, _), new, old in zip(other, after, before, strict=True)
            if new is not old and new is not bit(index)
        }
        return GroundMove(move, legal, changes)

    def changes_in(self, positions: Care, legal: Formula, state: Symbolic) -> dict[int, Formula]:
        """The bits that a move changes in some position that matters, with their new values."""
        with self.evaluator.where(legal):
            after = [positions.reduced(new) for new in bits_of_symbolic(self.layout, state)]
            vectors = [positions.vector(new) ^ positions.vector(bit(k)) for k, new in enumerate(after)]
            return {k: new for k, new in enumerate(after) if vectors[k] & positions.here}

    def find_mover(self, sides: tuple[Value, ...]) -> tuple[Formula, ...]:
        """For each side, the formula of its being to move."""
        if not sides:
            return (ALWAYS,)
        value, undefined = self.evaluator.value("playerToMove")
        found = tuple(equal(value, side) for side in sides)
        self.undefined.append(~self.over & (undefined | ~disjunction(found)))
        return found

    def find_winner(self, sides: tuple[Value, ...], moves: list[GroundMove]) -> tuple[Formula, ...]:
        """For each side, the formula of its having won."""
        if self.game.wins is None:
            return tuple(NEVER for _ in self.game.sides)
        wins: list[Formula] = []
        for side in sides or ():
            found, undefined = self.evaluator.holds(self.game.wins, side)
            wins.append(found)
            self.undefined.append(undefined)
        return tuple(wins) or (NEVER,)


def without_dependents(game: Ruled) -> Grounded | None:
    """The formulas of a machine in which dependent variables have no bits.

    ``None`` if there are no such variables, or if it cannot be proved; then each variable gets bits.
    """
    found = dependent_variables(game)
    if found is None:
        return None
    rules = Rules(game, found.layout, found)
    if rules.widened() != found.layout:
        return None
    grounded = rules.grounded()
    return grounded if found.holds_in(grounded) else None
