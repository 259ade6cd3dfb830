"""Faults of machines that show in some matches, or in no position that can be reached."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from functools import partial

from noughts.documents.by_rules import GameByRules
from noughts.documents.documented import BrokenRules, as_value, with_line
from noughts.documents.match_laws import Reachable, SampledMatch, action_of, steps
from noughts.documents.static_laws import nodes_in
from noughts.games.game import Expansion, Position
from noughts.language import core as c
from noughts.language.dependence import reached
from noughts.language.notes import is_kept
from noughts.text.diagnostic import Diagnostic
from noughts.values.maps import element
from noughts.values.misuse import Misuse
from noughts.values.scalars import TRUE
from noughts.values.sets import FiniteSet, IntegerRange
from noughts.values.show import summary
from noughts.values.value import Value

_CODE = "N505"


def broken_machine_laws(
    game: GameByRules, matches: Sequence[SampledMatch], most: int, reachable: Reachable
) -> Iterator[Diagnostic]:
    """The notes on the laws that a machine breaks; none on another game.

    Each claim is asked of the matches for at most so much work.
    """
    if (machine := game.program.machine) is not None:
        yield from keeps_turn(game.program, machine)
        yield from idle_actions(game, machine, matches)
        if not game.has_players:
            yield from holds_at_start(game, matches, most, reachable)
        yield from never_taken(game, machine, matches, reachable)
        yield from impossible_actions(game, machine, reachable)


def keeps_turn(program: c.Program, machine: c.Machine) -> Iterator[Diagnostic]:
    """One of three actions or more does not change whose turn it is, and all others do; but it is no first
    half of a turn, which changes what all others ask for."""
    term = program.definitions["playerToMove"].only_term
    turn = term.name if isinstance(term, c.Global) and term.name in machine.variables else None
    keeping = [action for action, updated in machine.moves.items() if turn not in updated]
    if turn is None or len(keeping) != 1 or len(machine.moves) < 3:
        return
    others = (reached(program.definitions, (name,)) for name in machine.moves.keys() - keeping)
    asked = [{each.name for each in found} for found in others]
    if not any(all(name in each for each in asked) for name in machine.moves[keeping[0]]):
        fact = f"the action `{keeping[0]}` does not change `{turn}`, as all others do"
        head = program.definitions[keeping[0]].head
        yield Diagnostic(_CODE, fact, head, f"write `{turn}' = …`, if the turn is meant to pass on")


def idle_actions(
    game: GameByRules, machine: c.Machine, matches: Sequence[SampledMatch]
) -> Iterator[Diagnostic]:
    """An action of a machine updates variables, and they have these values before; ``x' = x`` is meant where
    nothing else can be done, or in an action without a guard."""
    definitions = game.program.definitions
    if len(machine.moves) < 2:  # a single action is not named in its moves
        return
    made: dict[str, list[bool]] = {}
    is_choice: dict[str, bool] = {}
    for match in matches:
        for move, choices, (_, before, after) in zip(match.moves, match.choices, steps(match), strict=False):
            made.setdefault(action := action_of(move), []).append(before != after)
            is_choice[action] = is_choice.get(action, False) or choices > 1
    for name, updated in machine.moves.items():
        is_idle = all(is_kept(definitions[f"{name}.{each}'"], each) for each in updated)
        is_meant = is_idle and not (definitions[name].reads_frame and is_choice.get(name))
        if name in made and not is_meant and not any(made[name]):
            fact = f"the action `{name}` changes nothing in any of these matches"
            help = "write the guard that was meant, or the update"
            yield Diagnostic(_CODE, fact, definitions[name].head, help)


def holds_at_start(
    game: GameByRules, matches: Sequence[SampledMatch], most: int, reachable: Reachable
) -> Iterator[Diagnostic]:
    """A claim about a system holds at the start and not later; of a game, or of one variable or its value, it
    may well be about the start."""
    for claim in game.program.tests:
        if isinstance(claim, c.Printed) or claim.tried is not None or claim.scene.given:
            continue
        if may_be_of_start(claim, game.program):
            continue
        holds = asked_of(game, claim)
        if holds(game.initial) and (line := line_to_false(game, matches, most, reachable, holds)):
            fact = "this holds at the start, and not in every position"
            help = (
                "`noughts prove` asks it of all; of the start alone, add `where currentState = initialState`"
            )
            yield with_line(Diagnostic(_CODE, fact, claim.span, help), line)


def may_be_of_start(claim: c.Claim, program: c.Program) -> bool:
    """Whether it says what one variable is or is not, what is in it, or what one value is."""
    names = {node.name for node in nodes_in([claim]) if isinstance(node, c.Global)}
    asked = {name for name in names if program.definitions[name].reads_frame}
    sentence = claim.sentence.operand if isinstance(claim.sentence, c.Not) else claim.sentence
    is_plain = isinstance(sentence, c.Global) or (
        isinstance(sentence, c.Operation) and sentence.builtin.key in ("=", "/=", "in")
    )
    return len(asked) < 2 and (claim.is_equation or (is_plain and asked.issubset(program.variables)))


def asked_of(game: GameByRules, claim: c.Claim) -> Callable[[Position], bool]:
    """Whether a claim has a value and holds in a position."""
    ask = game.meaning.prepare(claim.sentence, claim.where)

    def holds(position: Position) -> bool:
        try:
            return game.ask(partial(ask, game.quiet(position))) == TRUE
        except BrokenRules:
            return False

    return holds


def line_to_false(
    game: GameByRules,
    matches: Sequence[SampledMatch],
    most: int,
    reachable: Reachable,
    holds: Callable[[Position], bool],
) -> list[str]:
    """The moves to the first position where a claim does not hold, or to one in the matches, of which it is
    asked for `most` work; none if there is no such position."""
    if (broken := reachable.first(lambda position, _: not holds(position))) is not None:
        return reachable.line(broken)
    most += game.meaning.budget.looks
    for match in () if reachable.is_whole else matches:
        for plies, position in enumerate(match.positions):
            if game.meaning.budget.looks > most:
                return []
            if not holds(position):
                return match.line(game, plies)
    return []


def never_taken(
    game: GameByRules, machine: c.Machine, matches: Sequence[SampledMatch], reachable: Reachable
) -> Iterator[Diagnostic]:
    """A variable never has one of the values that its range lists, which is a set with a name; all positions
    are tried, unless that is too much."""
    states = dict.fromkeys(as_value(position) for match in matches for position in match.positions)
    for place, name in enumerate(game.program.variables, start=1):
        listed = named_range(game, machine.variables[name])
        if not listed:
            continue
        with suppress(Misuse):  # the only variable is the state
            missing = listed - {element(state, place) for state in states}
            if 1 == len(missing) < len(listed) - 1 and reachable.nowhere(having(place, missing)):
                fact = f"`{name}` is never {summary(next(iter(missing)))}, which its range lists"
                head = game.program.definitions[name].head
                yield Diagnostic(_CODE, fact, head, "write what was meant where it gets its values")


def having(place: int, values: Collection[Value]) -> Callable[[Position, Expansion], bool]:
    """Whether a part of a position is among some values."""
    return lambda position, _: element(as_value(position), place) in values


def named_range(game: GameByRules, text: str) -> frozenset[Value]:
    """The elements of a range, such as ``in floors``, that is a set with a name; empty of another range."""
    kind, _, name = text.partition(" ")
    definition = game.program.definitions.get(name)
    if kind != "in" or definition is None or not definition.is_constant:
        return frozenset()
    found = game.value(name, at=game.initial)
    return frozenset(found) if isinstance(found, FiniteSet | IntegerRange) else frozenset()


def impossible_actions(game: GameByRules, machine: c.Machine, reachable: Reachable) -> Iterator[Diagnostic]:
    """No position of a machine allows one of its actions; all are tried, unless that is too much.

    So an update that leaves the range of its variable is found, too, if it is rare.
    """
    left = dict.fromkeys(
        machine.moves if len(machine.moves) > 1 else ()
    )  # a single one is not named in moves

    def made(_: Position, found: Expansion) -> bool:
        for move in found.moves:
            left.pop(action_of(move), None)
        return False

    if reachable.nowhere(made) and left:
        first, *others = left
        fact = f"no position allows the action `{first}`"
        if others:  # which may only follow from the first
            fact += f", nor {', '.join(f'`{name}`' for name in others)}"
        yield Diagnostic(_CODE, fact, game.program.definitions[first].head, "write the guard that was meant")
