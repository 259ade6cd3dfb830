"""Laws of games, asked of the matches that a check has played: rules that break one are most likely mistyped.

A law holds in each game of the library.  Each speaks of whole matches; what is wrong in a single position,
`noughts.documents.rehearsal` finds while it plays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import combinations, product, takewhile
from math import inf
from random import Random
from typing import TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from noughts.documents.board.adjacency import named_places, place_asked, sets_of
from noughts.documents.board.looks import is_placeholder
from noughts.documents.by_clicks import GameByClicks
from noughts.documents.by_rules import GameByRules
from noughts.documents.clicks import Clicks
from noughts.documents.documented import BrokenRules, as_value, with_line
from noughts.documents.static_laws import (
    asked_in,
    chooses_side,
    ends_for_one_side,
    exchange,
    ignores_move,
    is_few,
    is_square,
    is_tuple,
    nodes_in,
    not_mirrored,
    odd_cells,
    one_side_alone,
    parts_in,
    unlike_definitions,
    unlike_sides,
    wrong_lines,
)
from noughts.games.game import Expansion, Move, Outcome, Position, RulesError, Side, expander, players_of
from noughts.language import core as c
from noughts.language.builtins import Builtin
from noughts.language.dependence import reached
from noughts.language.solutions import flat_conjunction, locals_in, nodes_of
from noughts.meaning.compile import Compiled
from noughts.meaning.evaluate import Evaluator
from noughts.meaning.frame import frame_of
from noughts.meaning.run_error import RunError
from noughts.meaning.small_models import always_empty
from noughts.text.diagnostic import Diagnostic
from noughts.text.source import Span
from noughts.values.arithmetic import is_number
from noughts.values.maps import element, is_pair
from noughts.values.misuse import Misuse
from noughts.values.scalars import FALSE, Atom
from noughts.values.sets import EMPTY, FiniteSet, Set, intersection_of, is_subset
from noughts.values.show import show, summary
from noughts.values.value import Value

_CODE = "N505"

Owned: TypeAlias = Mapping[Side, frozenset[tuple[int, Value]]]
"""The values that a state pairs with each side, such as its pieces, each with the place of its set."""


Rehearsable: TypeAlias = GameByRules | GameByClicks
"""A game whose matches a check plays."""


class SampledMatch(Struct):
    """A match that a check has played: its positions, the sides that moved, the numbers of moves that they
    had, those that they made, and how it ended."""

    positions: list[Position]
    movers: list[Side] = field(default_factory=list)
    choices: list[int] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    outcome: Outcome | None = None

    def line(self, game: Rehearsable, plies: int | None = None) -> list[str]:
        """The texts of its moves, or of the first ones, as the game prints them; moves that lead back to an
        earlier position are left out, with those between."""
        made: dict[Position, Move] = {}
        for position, move in zip(self.positions, self.moves[:plies], strict=False):
            while position in made:
                made.popitem()
            made[position] = move
        return [game.move_text(position, move) for position, move in made.items()]


def wrong_definitions(game: GameByRules) -> Iterator[Diagnostic]:
    """The notes on definitions that are wrong in whatever match."""
    yield from wrong_sets(game)
    names = {*game.RULES, game.wins}  # others may well be about one side
    definitions = game.program.definitions
    yield from one_side_alone((each for name, each in definitions.items() if name in names), game.sides)
    if game.wins is not None:
        yield from ends_for_one_side(game.program, game.wins, game.sides)
    yield from unread_parts(game)
    yield from never_named(game)
    outcome = definitions["outcome"]
    if len(game.sides) == 1:  # another side may have no choice
        yield from ignores_move(outcome)
    sides = exchange(*map(str, game.sides)) if len(game.sides) == 2 else {}
    rules = reached_by_rules(game)
    yield from unlike_definitions(rules, game.program, sides)
    if sides:
        yield from not_mirrored(outcome, game.program, sides, dict(named_places(game.program)))
        for definition in rules:
            yield from unlike_sides(definition, game.program)


def never_named(game: GameByRules) -> Iterator[Diagnostic]:
    """One of the squares in the first state lies beyond all that the parts of moves name."""
    there = dict.fromkeys(pairs_in(as_value(game.initial)))
    moves = (move for move in (every_move(game) if len(there) > 1 else ()) if isinstance(move, tuple))
    named = [part for move in moves for part in move if is_square(part)]
    ranges = [range(min(parts), max(parts) + 1) for parts in zip(*named, strict=True)]
    alone = [(x, y) for x, y in there if ranges and not (x in ranges[0] and y in ranges[1])]
    if alone and is_few(alone, there):
        fact = f"no move names {show(alone[0])}, which is in the first state with others that moves name"
        head = game.program.definitions["initialState"].head
        yield Diagnostic(_CODE, fact, head, "write what was meant, or let `moves` name it")


def unread_parts(game: GameByRules) -> Iterator[Diagnostic]:
    """A part of the state has a name, and nothing asks for it by that name, by its place, or with the whole
    state; but a variable may be asked for in a claim, and what is nothing at first, or 0, may be a record."""
    program = game.program
    nodes = [*nodes_in((*program.definitions.values(), *program.tests))]
    used = {node.name for node in nodes if isinstance(node, c.Global)}
    asked = Counter(place for node in nodes if (place := place_asked(node)))
    if asked.total() < sum(isinstance(node, c.Given) and node.name == "currentState" for node in nodes):
        return
    for place, name in named_places(program) if program.machine is None else ():
        first = element(as_value(game.initial), place)
        if name not in used and asked[place] == 1 and first and not is_placeholder(first):
            head = program.definitions[name].head
            fact = f"nothing asks for `{name}`, so this part of the state decides nothing"
            yield Diagnostic(_CODE, fact, head, "use it in the rule that it was meant for, or leave it out")


def rule(game: Rehearsable, name: str) -> c.Definition:
    """The definition of a name, or `newState`, which says the same in a game by clicks."""
    definitions = game.program.definitions
    return definitions[name] if name in definitions else definitions["newState"]


def broken_laws(game: Rehearsable, matches: Sequence[SampledMatch]) -> Iterator[Diagnostic]:
    """The notes on the laws that the matches break."""
    for law in _LAWS:
        yield from law(game, matches)
    if isinstance(game, GameByRules):
        for law_of_rules in _LAWS_OF_RULES:
            yield from law_of_rules(game, matches)


def never_changes(game: GameByRules, matches: Sequence[SampledMatch]) -> Iterator[Diagnostic]:
    """A part of the state has the same value in every position, and `outcome` always keeps its name."""
    states = [as_value(position) for match in matches for position in match.positions]
    for part, name, span in (*kept_elements(game), *kept_keys(game)):
        with suppress(Misuse):  # a state of another shape
            values = {element(state, part) for state in states}
            if len(values) == 1:
                fact = f"{name} is {summary(values.pop())} in every position: no move changes it"
                yield Diagnostic(_CODE, fact, span, "write what it is after the move, or leave it out")


def kept_elements(game: GameByRules) -> Iterator[tuple[Value, str, Span]]:
    """The places of the state for which no clause of `outcome` works anything out, or from that part alone;
    their names, and where."""
    outcome, names = game.program.definitions["outcome"], dict(named_places(game.program))
    after = [clause.term.operands for clause in outcome.clauses if is_tuple(clause.term)]
    if len(after) == len(outcome.clauses):
        for place, parts in enumerate(zip(*after, strict=False), 1):
            named = [part.span for part in parts if isinstance(part, c.Global) and not any(locals_in(part))]
            own = names.get(place)
            is_plain = all(
                isinstance(part, c.Constant | c.Local)
                or part.span in named
                or reads_only(part, own, game.program)
                for part in parts
            )
            if is_plain and (named or place in names):
                span = named[0] if named else parts[0].span
                yield place, names.get(place, span.text), span


def reads_only(term: c.Core, name: str | None, program: c.Program) -> bool:
    """Whether a term depends on that part of the state and on nothing else of a position or a move."""
    globals_in = {node.name for node in nodes_of(term) if isinstance(node, c.Global)}
    read = {each for each in globals_in if program.definitions[each].reads_frame}
    is_given = any(isinstance(node, c.Given) for node in nodes_of(term))
    return read == {name} and not is_given and not any(locals_in(term))


def kept_keys(game: GameByRules) -> Iterator[tuple[Value, str, Span]]:
    """The keys of a state that is a map for which `outcome` writes no value; their text, and where."""
    first, outcome = as_value(game.initial), game.program.definitions["outcome"]
    written = [keys_written(clause.term) for clause in outcome.clauses]
    pairs = [pair for pair in first if is_pair(pair)] if isinstance(first, FiniteSet) else []
    for key, _ in pairs:
        if all(keys is not None and key not in keys for keys in written):
            yield key, show(key), outcome.head


def keys_written(state: c.Core) -> set[Value] | None:
    """The keys for which a map is written out or changed; `None` for another term."""
    match state:
        case c.Given("currentState"):
            return set()
        case c.Operation(builtin, (whole, c.Constant(key), _)) if builtin.key == "[|->]":
            before = keys_written(whole)
            return None if before is None else before | {key}
        case c.Operation(builtin, pairs) if builtin.key == "{}":
            parts = [pair.operands for pair in pairs if is_tuple(pair)]
            keys = [key for key, *_, value in parts if not c.is_constant_name(value)]
            return {key.value for key in keys if isinstance(key, c.Constant)}
        case _:
            return None


def goes_on(game: Rehearsable, matches: Sequence[SampledMatch]) -> Iterator[Diagnostic]:
    """A side has won, but most matches in which it has go on.

    A lead, which may change, is no win; but sides that lead do so in many positions.  Whoever has won has
    also won just before the end, so most games are asked there alone.
    """
    if game.wins is None or len(game.sides) < 2:
        return
    before_end = [match.positions[-2] for match in matches if match.moves]
    if not any(game.holds(game.wins, value, at=each) for value in game.side_values for each in before_end):
        return
    found: Diagnostic | None = None
    groups = [(f"`{side}`", [value]) for side, value in zip(game.sides, game.side_values, strict=True)]
    if depends_on_turn(game.program, game.wins):
        groups = [("somebody", [*game.side_values])]  # who has won may be another after the next move
    for side, values in groups:
        won = [
            [any(game.holds(game.wins, value, at=each) for value in values) for each in match.positions]
            for match in matches
        ]
        since = [each.index(True) if True in each else len(each) for each in won]
        changes = not all(all(each[first:]) for each, first in zip(won, since, strict=True))
        if changes and _LEADS * sum(map(sum, won)) > sum(map(len, won)):
            return
        on_time = sum(first == len(each) - 1 for each, first in zip(won, since, strict=True))
        late = [place for place, first in enumerate(since) if first < len(won[place]) - 1]
        if len(late) > 2 * on_time and found is None:
            fact = f"{side} has won here, but the match goes on: `gameOver` does not hold"
            help = f"let `gameOver` hold when `{game.wins}` does"
            head = game.program.definitions["gameOver"].head
            line = matches[late[0]].line(game, since[late[0]])
            found = with_line(Diagnostic(_CODE, fact, head, help), line)
    if found is not None:
        yield found


def depends_on_turn(program: c.Program, name: str) -> bool:
    """Whether a definition uses `playerToMove`, perhaps through others."""
    return any(each.name == "playerToMove" for each in reached(program.definitions, (name,)))


def wins_at_first(game: Rehearsable, matches: Sequence[SampledMatch]) -> Iterator[Diagnostic]:
    """A side has won before the first move, whoever makes it."""
    if game.wins is None or len(game.sides) < 2:
        return
    if depends_on_turn(game.program, game.wins):  # its value counts at the end of a match
        return
    for side, value in zip(game.sides, game.side_values, strict=True):
        if game.holds(game.wins, value, at=game.initial):
            fact, head = f"`{side}` has won before the first move", game.program.definitions[game.wins].head
            yield Diagnostic(_CODE, fact, head, f"let `{game.wins}` hold where the match is won")
            return


def moves_for_others(game: Rehearsable, matches: Sequence[SampledMatch]) -> Iterator[Diagnostic]:
    """Every move of a side changes what belongs to other sides alone.

    A number or a set that each has one of, such as its points or its fleet, is there to be hit.
    """
    if len(game.sides) < 2:
        return
    single = maps_from_sides(game)
    first: dict[Side, tuple[SampledMatch, int]] = {}
    own = set[Side]()
    for match in matches:
        for number, (mover, before, after) in enumerate(steps(match), 1):
            first.setdefault(mover, (match, number))
            if mover in own:
                continue
            had, has = owned(game, before, {}), owned(game, after, {})
            changed = {
                side
                for side in game.sides
                for place, thing in had[side] ^ has[side]
                if place not in single or isinstance(thing, tuple | Atom)
            }
            if mover in changed or not changed:
                own.add(mover)
    for mover, (match, number) in first.items():
        if mover not in own:
            fact = f"the moves of `{mover}` change only what belongs to others"
            change = rule(game, "outcome")
            help = f"let `{change.name}` change what belongs to `{mover}`"
            yield with_line(Diagnostic(_CODE, fact, change.head, help), match.line(game, number))
            return


def changes_for_others(game: Rehearsable, matches: Sequence[SampledMatch]) -> Iterator[Diagnostic]:
    """The part of the state that has the name of a side, such as its points, changes only when others move;
    that of another side changes when it moves."""
    named = named_parts(game)
    if len(named) < 2:
        return
    changed_by: dict[Side, set[Side]] = {side: set() for side in named.values()}
    for mover, before, after in (step for match in matches for step in steps(match)):
        had, has = owned(game, before, named), owned(game, after, named)
        for side, movers in changed_by.items():
            if had[side] != has[side]:
                movers.add(mover)
    strange = [side for side, movers in changed_by.items() if movers and side not in movers]
    if strange and len(strange) < len(changed_by):
        fact = f"`{strange[0]}` changes only when others move"
        head = rule(game, "outcome").head
        yield Diagnostic(_CODE, fact, head, f"let it change when `{strange[0]}` moves")


def grows_for_ever(game: GameByRules, matches: Sequence[SampledMatch]) -> Iterator[Diagnostic]:
    """Matches that do not end have come to numbers beyond those of the document and of its first state, and
    those that end have not, unless the numbers are negative.

    A clock has a bound in the text, and what is moved about is not more than there was.
    """
    endless = [match for match in matches if match.outcome is None]
    least, most = bounds(game)

    def beyond(position: Position) -> list[int]:
        return [number for number in numbers_in(as_value(position)) if not least <= number <= most]

    numbers = [beyond(match.positions[-1]) for match in endless]
    ended = [each for match in matches if match.outcome for each in match.positions]
    if not endless or not all(numbers) or (any(map(beyond, ended)) and max(map(max, numbers)) >= 0):
        return
    which = "no match" if len(endless) == len(matches) else "not every match"
    end = f"{which} ends within {len(endless[0].moves)} moves"
    fact = f"{end}, and the state comes to numbers such as {numbers[0][0]}"
    help = "let `gameOver` hold there, or `legalMove` or `outcome` keep the number in bounds"
    yield Diagnostic(_CODE, fact, game.program.definitions["gameOver"].head, help)


def below_zero(game: GameByRules, matches: Sequence[SampledMatch]) -> Iterator[Diagnostic]:
    """A match that ends has come to a negative number, and the rules write none and ask for none.

    What a side has, such as its points, may become negative.
    """
    of_sides = {
        place - 1
        for place, name in named_places(game.program)
        if any(side.lower() in name.lower() for side in game.sides)
    }
    ended = (match for match in matches if match.outcome is not None)
    met = ((match, number) for match in ended for number in range(len(match.positions)))
    for match, number in met:
        parts = enumerate(state_parts(match.positions[number], whole=True))
        others = [numbers_in(part, game.side_values) for place, part in parts if place not in of_sides]
        found = next((each for numbers in others for each in numbers if each < 0), None)
        if found is not None:
            if not has_negatives(game):
                fact = f"the state comes to {found}, and the rules have no number below 0"
                help = "let `legalMove` exclude this move, or `outcome` keep the number in bounds"
                head = game.program.definitions["outcome"].head
                yield with_line(Diagnostic(_CODE, fact, head, help), match.line(game, number))
            return


def has_negatives(game: GameByRules) -> bool:
    """Whether the rules of a game write a negative number, or ask whether one is below 0."""
    asked = (node for node in nodes_in(reached_by_rules(game)) if isinstance(node, c.Operation))
    less = (node.operands[1] for node in asked if node.builtin.key == "<")
    return bounds(game)[0] < 0 or any(isinstance(each, c.Constant) and each.value == 0 for each in less)


def bounds(game: GameByRules) -> tuple[int, int]:
    """The least number, and the largest, of those in the rules of a game, and of sums in its first state."""
    constants = [each.name for each in reached_by_rules(game) if each.is_constant and not each.reads_frame]
    values = [*written_in(game), *(game.value(name, at=game.initial) for name in constants)]
    numbers = [number for value in values for number in numbers_in(value)]
    there = sum(map(abs, numbers_in(as_value(game.initial))))
    return min(0, *numbers), max(there, *numbers)


def reached_by_rules(game: Rehearsable) -> Sequence[c.Definition]:
    """The definitions of the rules of a game, with all that they use, as they stand in the text."""
    found = reached(game.program.definitions, (*game.RULES, game.wins or ""))
    return sorted(found, key=lambda each: each.head.start)


def written_in(game: GameByRules) -> Iterator[Value]:
    """The values that the rules of a game write out."""
    return (node.value for node in nodes_in(reached_by_rules(game)) if isinstance(node, c.Constant))


def numbers_in(value: Value, sides: Collection[Value] = ()) -> Iterator[int]:
    """The whole numbers in a value, but for those that it pairs with one of some sides."""
    match value:
        case int():
            yield value
        case tuple() if len(value) == 2 and value[0] in sides:
            pass
        case tuple() | FiniteSet():
            for part in value:
                yield from numbers_in(part, sides)


def shared_cell(game: Rehearsable, matches: Sequence[SampledMatch]) -> Iterator[Diagnostic]:
    """Report the first value that is paired with two sides, which may have equal points."""
    maps = maps_from_sides(game)
    for match in matches:
        for number, position in enumerate(match.positions):
            seen: dict[tuple[int, Value], Side] = {}
            for side, things in owned(game, position, {}).items():
                for place, thing in things:
                    if place not in maps and (other := seen.setdefault((place, thing), side)) != side:
                        yield shared(game, thing, (other, side), match.line(game, number))
                        return


def maps_from_sides(game: Rehearsable) -> set[int]:
    """The sets, numbered as by `owned`, that have one thing for each side at first, such as its points."""
    first, players = owned(game, game.initial, {}), players_of(game)
    counts = [Counter(place for place, _ in first[side]) for side in players]
    return {place for place in counts[0] if all(count[place] == 1 for count in counts)} if counts else set()


def shared_part(game: Rehearsable, matches: Sequence[SampledMatch]) -> Iterator[Diagnostic]:
    """What is in two parts of the state that the rules unite, each of which one side alone adds to."""
    adding: dict[int, set[Side]] = {}
    for match in matches:
        for mover, before, after in steps(match):
            for place in range(len(state_parts(after))):
                if not is_subset(things_at(after, place), things_at(before, place)):
                    adding.setdefault(place, set()).add(mover)
    owners = {place: next(iter(sides)) for place, sides in adding.items() if len(sides) == 1}
    pairs = {pair for pair in united_parts(game) if owners.keys() >= {*pair}}
    for one, two in sorted(pair for pair in pairs if owners[pair[0]] != owners[pair[1]]):
        for match, number, thing in meetings(matches, one, two):
            yield shared(game, thing, (owners[one], owners[two]), match.line(game, number))
            return


def meeting_parts(game: Rehearsable, matches: Sequence[SampledMatch]) -> Iterator[Diagnostic]:
    """A thing is seldom in two parts of the state, and a rule denies of another that it is in both.

    Or it is in two sets that every move exchanges, such as mine and theirs, and a rule denies that something
    is in one.
    """
    names = {place - 1: name for place, name in named_places(game.program)}
    sets, seldom = set_places(game), sum(len(match.positions) for match in matches) / 2
    pairs = dict.fromkeys(sorted({*denied_parts(game)}), seldom)
    sentences = (node for node in nodes_in(reached_by_rules(game)) if isinstance(node, c.Not))
    denied = {denied_of(sentence)[1] for sentence in sentences}
    for (one, two), by in crossings(game, matches).items():
        exchanged = len(by) > 1 and all(found == {True} for found in by.values())
        if exchanged and {one, two} <= names.keys() and denied & {names[one], names[two]}:
            pairs[one, two] = inf
    for (one, two), most in pairs.items():
        if not (game.has_players or {one, two} <= {*sets}):  # a lift may well be where it is called
            continue
        met = list(meetings(matches, one, two))
        if met and all(number for _, number, _ in met) and len(met) < most:
            match, number, thing = met[0]
            if not game.has_players and not asks_for(game, match.moves[number - 1], {names[one], names[two]}):
                continue  # such an action may add to one
            fact = f"{show(thing)} comes to be in `{names[one]}` and in `{names[two]}`"
            legal = rule(game, "legalMove")
            note = Diagnostic(_CODE, fact, legal.head, f"let `{legal.name}` exclude this move")
            yield with_line(note, match.line(game, number))
            return


def asks_for(game: Rehearsable, move: Move, names: Collection[str]) -> bool:
    """Whether the action of a machine that a move is asks for one of some names."""
    actions = [*game.program.machine.moves] if game.program.machine is not None else []
    action = actions[0] if len(actions) == 1 else action_of(move)
    return any(each.name in names for each in reached(game.program.definitions, (action,)))


def meetings(
    matches: Sequence[SampledMatch], one: int, two: int
) -> Iterator[tuple[SampledMatch, int, Value]]:
    """The positions in which two parts of the state have a thing in common: a match, its moves, the thing."""
    for match in matches:
        for number, position in enumerate(match.positions):
            for thing in intersection_of(things_at(position, one), things_at(position, two)):
                yield match, number, thing
                break


def denied_parts(game: Rehearsable) -> Iterator[tuple[int, int]]:
    """The places of two parts of the state that a rule denies of one thing: ``~(s in gone) & s /= white``."""
    rules = reached_by_rules(game)
    places = {name: {place - 1} for place, name in named_places(game.program)}
    for definition in filter(chooses_side, rules):
        names = {clause.term.name for clause in definition.clauses if c.is_constant_name(clause.term)}
        if len(names) == 2 and places.keys() >= names:
            places[definition.name] = set[int]().union(*map(places.__getitem__, names))
    for node in nodes_in(rules):
        denied = flat_conjunction(node.parts) if isinstance(node, c.And) else ()
        found = [(thing, places[name]) for thing, name in map(denied_of, denied) if name in places]
        for (thing, one), (other, two) in combinations(found, 2):
            if thing == other:
                yield from ((min(pair), max(pair)) for pair in product(one, two) if pair[0] != pair[1])


def denied_of(sentence: c.Core) -> tuple[c.Core, str]:
    """The thing that a sentence says not to be a named value, or not in it, and the name; else no name."""
    match sentence:
        case c.Not(c.Operation(Builtin("in" | "="), (thing, c.Global(name, ())))) | c.Operation(
            Builtin("/="), (thing, c.Global(name, ()))
        ):
            return thing, name
    return sentence, ""


def shared(game: Rehearsable, thing: Value, sides: tuple[Side, Side], line: Sequence[str]) -> Diagnostic:
    """The note on a thing of two sides."""
    fact = f"{show(thing)} belongs to `{sides[0]}` and to `{sides[1]}`"
    legal, change = rule(game, "legalMove"), rule(game, "outcome")
    help = f"let `{legal.name}` ask whether it is free, or `{change.name}` take it from the other side"
    return with_line(Diagnostic(_CODE, fact, legal.head, help), line)


def united_parts(game: Rehearsable) -> Iterator[tuple[int, int]]:
    """The places of two parts of the state that the rules unite or intersect: by their names, or by sets that
    use one of them each."""
    rules = reached_by_rules(game)
    places = {name: place - 1 for place, name in named_places(game.program)}
    for node in nodes_in(rules):
        if isinstance(node, c.Operation) and node.builtin.key in ("U", "sec"):
            named = (parts_in(part, game.program) & places.keys() for part in node.operands)
            one, two = ({places[name] for name in names} for names in named)
            if one.isdisjoint(two):
                yield from ((min(pair), max(pair)) for pair in product(one, two))


def state_parts(position: Position, *, whole: bool = False) -> tuple[Value, ...]:
    """The parts of a state that is a tuple; of another none, or if wanted the `whole` as its only part."""
    state = as_value(position)
    return state if isinstance(state, tuple) else (state,) if whole else ()


def set_places(game: Rehearsable) -> list[int]:
    """The places of the state that have a set at first."""
    return [place for place, part in enumerate(state_parts(game.initial)) if isinstance(part, Set)]


def things_at(position: Position, place: int) -> Set:
    """The part at a place of a state, if it is a set; else it and what it is a tuple of."""
    match state_parts(position)[place : place + 1]:
        case (Set() as things,):
            return things
        case (tuple() as whole,):
            return FiniteSet((whole, *(each for each in whole if not is_number(each))))
        case parts:
            return FiniteSet(parts)


def ends_early(game: Rehearsable, matches: Sequence[SampledMatch]) -> Iterator[Diagnostic]:
    """Every match is over after one move; or nobody wins where moves are still legal."""
    if len(game.sides) < 2:
        return
    head = game.program.definitions["gameOver"].head
    if all(len(match.moves) == 1 for match in matches):
        fact = "every match is over after its first move"
        yield with_line(Diagnostic(_CODE, fact, head, "let it hold later"), matches[0].line(game))
        return
    unwon = [match for match in matches if is_unwon(match)]
    if isinstance(game, GameByClicks):
        clicks = Clicks(Compiled(without_end(game.program), game.meaning.budget))
        yield from one_move_left(
            game, unwon, partial(clicked_at_end, clicks), "could be clicked without `gameOver`"
        )
        return
    yield from one_move_left(game, unwon, partial(legal_at_end, game.meaning), "is still legal")
    # in most rules nothing is legal then, as in `~taken(m) & ~gameOver`
    endless = Evaluator(without_end(game.program), game.meaning.budget)
    yield from one_move_left(game, unwon, partial(legal_at_end, endless), "would be legal without `gameOver`")
    if game.wins and len(unwon) == len(matches):
        left = [legal_at_end(game.meaning, match) for match in unwon]
        if len({*map(len, filter(None, left))}) > 1:
            match = next(match for match, moves in zip(unwon, left, strict=True) if moves)
            fact = f"`{game.wins}` holds for nobody where matches end, although moves are still legal"
            head, help = game.program.definitions[game.wins].head, "compare with whoever made the last move"
            yield with_line(Diagnostic(_CODE, fact, head, help), match.line(game))


def ends_late(game: GameByRules, matches: Sequence[SampledMatch]) -> Iterator[Diagnostic]:
    """The last move of no match decides anything: with each other one the same side would have won, although
    moves would still be legal then."""
    won = [match for match in matches if match.outcome is not None and match.outcome.winner is not None]
    late = [match for match in won if len(match.moves) > 1 and match.choices[-1] > 2]

    def is_decided(match: SampledMatch) -> bool:
        before = match.positions[-2]
        return all(game.outcome(game.after(before, move)) == match.outcome for move in game.moves(before))

    if len(game.sides) < 2 or len(late) < 3 or not all(map(is_decided, late)):
        return
    endless = Evaluator(without_end(game.program), game.meaning.budget)
    if all(legal_at_end(endless, match) for match in late):
        last = late[0].movers[-1]
        fact = f"whatever the last move of a match is, the same side wins; here `{last}` might make another"
        help = "let `gameOver` ask about the side that has moved"
        head = game.program.definitions["gameOver"].head
        yield with_line(Diagnostic(_CODE, fact, head, help), late[0].line(game))


def one_move_left(
    game: Rehearsable,
    matches: Sequence[SampledMatch],
    left_in: Callable[[SampledMatch], Sequence[Value]],
    what: str,
) -> Iterator[Diagnostic]:
    """One move is left at the end of each match, and not the same in all, as a pass would be."""
    left = [moves[0] for moves in takewhile(lambda moves: len(moves) == 1, map(left_in, matches))]
    if len(left) == len(matches) and len({*left}) > 1:
        fact = f"one move {what} at the end of each match that nobody wins; here {show(left[0])}"
        head = game.program.definitions["gameOver"].head
        yield with_line(Diagnostic(_CODE, fact, head, "let it hold one move later"), matches[0].line(game))


def is_unwon(match: SampledMatch) -> bool:
    """Whether a match has ended, and nobody has won."""
    return match.outcome is not None and match.outcome.winner is None


def legal_at_end(meaning: Compiled | Evaluator, match: SampledMatch) -> list[Value]:
    """The moves for which `legalMove` holds although a match is over; none if it has no value there."""
    frame = frame_of(as_value(match.positions[-1]))
    with suppress(RunError):
        every = meaning.budget.each(meaning.value(meaning.program.every_move, frame=frame))
        return [move for move in every if meaning.holds("legalMove", move, frame=frame)]
    return []


def clicked_at_end(clicks: Clicks, match: SampledMatch) -> list[Value]:
    """The states to which clicks lead although a match is over, besides the first."""
    first, *_, last = map(as_value, match.positions)
    with suppress(RunError):
        return [after for after in clicks.successors(last) if after not in (first, last)]
    return []


def without_end(program: c.Program) -> c.Program:
    """A game whose `gameOver` never holds."""
    over = program.definitions["gameOver"]
    never = (c.Clause(c.Constant(FALSE, span=over.head), None),)
    changed = replace(over, clauses=never, where=None)
    return replace(program, definitions={**program.definitions, "gameOver": changed})


def all_the_same(game: Rehearsable, matches: Sequence[SampledMatch]) -> Iterator[Diagnostic]:
    """All moves of a side lead to one state, wherever it has a choice at the beginning of a match."""
    choices: dict[Side, list[bool]] = {}
    beginning = matches[0]
    for mover, position in zip(beginning.movers, beginning.positions[:_MOST], strict=False):
        first, *others = game.moves(position)
        if others:
            after = game.after(position, first)
            is_same = all(game.after(position, move) == after for move in others)
            choices.setdefault(mover, []).append(is_same)
    for mover, same in choices.items():
        if len(same) > 1 and all(same):
            fact = f"whatever `{mover}` chooses, the state after the move is the same"
            change = rule(game, "outcome")
            yield Diagnostic(_CODE, fact, change.head, f"let `{change.name}` use what the move names")
            return


def idle_parts(game: GameByRules, matches: Sequence[SampledMatch]) -> Iterator[Diagnostic]:
    """Moves that differ in one part alone always lead to one state: what that part names is not used.

    Moves may begin with the name of what is done.
    """
    same: dict[tuple[str, int], dict[Side, list[bool]]] = {}
    for mover, position in zip(matches[0].movers, matches[0].positions[:_MOST], strict=False):
        moves = [move for move in map(as_value, game.moves(position)) if isinstance(move, tuple)]
        for part in range(max(map(len, moves), default=0)):
            groups: dict[Value, list[Value]] = {}
            for move in moves:
                groups.setdefault(move[:part] + move[part + 1 :], []).append(move)
            for group in groups.values():
                if len(group) > 1:
                    states = {as_value(game.after(position, move)) for move in group[:_MOST]}
                    kind = action_of(group[0]) if part else ""
                    by = same.setdefault((kind, part), {})
                    by.setdefault(mover, []).append(len(states) == 1)
    for (kind, part), by in same.items():
        idle = [mover for mover, found in by.items() if all(found)]
        if sum(len(by[mover]) for mover in idle) > _OFTEN:
            whose = f" `{kind}`" if kind and kind not in game.sides else ""
            whose += f" of `{idle[0]}`" if len(idle) < len(by) else ""
            fact = f"moves{whose} that differ only in part {part + 1} lead to the same state"
            head = rule(game, "outcome").head
            yield Diagnostic(_CODE, fact, head, "let `outcome` use all that the move names")
            return


def exchanges_parts(game: GameByRules, matches: Sequence[SampledMatch]) -> Iterator[Diagnostic]:
    """The moves of one side put two sets of the state in the places of each other, and those of another side
    leave them there."""
    for (one, two), by in crossings(game, matches).items():
        exchanging = [side for side, found in by.items() if found == {True}]
        if exchanging and {False} in by.values():
            fact = f"the moves of `{exchanging[0]}` exchange parts {one + 1} and {two + 1} of the state"
            head = rule(game, "outcome").head
            yield Diagnostic(_CODE, f"{fact}, those of others do not", head, "write the parts in their order")
            return


def crossings(
    game: Rehearsable, matches: Sequence[SampledMatch]
) -> dict[tuple[int, int], dict[Side, set[bool]]]:
    """For two sets of the state, whether the moves of each side put them in the places of each other: both if
    they sometimes do."""
    crossed: dict[tuple[int, int], dict[Side, set[bool]]] = {}
    pairs = list(combinations(set_places(game), 2))
    for mover, before, after in (step for match in matches[:_MOST] for step in steps(match)):
        for pair in pairs:
            old, new = ([things_at(position, place) for place in pair] for position in (before, after))
            kept, moved = (
                sum(intersection_of(*both).size for both in zip(old, each, strict=True))
                for each in (new, new[::-1])
            )
            if all((*old, *new)) and kept != moved:
                crossed.setdefault(pair, {}).setdefault(mover, set()).add(moved > kept)
    return crossed


def same_choice(game: GameByRules, matches: Sequence[SampledMatch]) -> Iterator[Diagnostic]:
    """Two definitions choose by the side to move, in different texts, and always choose the same; or one
    chooses the side to move itself."""
    rules = reached_by_rules(game)
    choosing = [each for each in rules if each.is_constant and each.reads_only_state and chooses_side(each)]
    if not choosing:
        return
    choosing.insert(0, rule(game, "playerToMove"))
    met = dict.fromkeys(position for match in matches for position in match.positions)
    positions = list(met)[: _OFTEN**2]
    values = {each.name: [game.value(each.name, at=position) for position in positions] for each in choosing}
    for one, two in combinations(choosing, 2):
        if len({*values[one.name]}) > 1 and values[one.name] == values[two.name]:
            fact = f"`{two.name}` has the value of `{one.name}` in every position of these matches"
            yield Diagnostic(_CODE, fact, two.head, "let one of them choose the other side")
            return


def refuses_nothing(
    game: GameByRules, matches: Sequence[SampledMatch], reachable: Reachable
) -> Iterator[Diagnostic]:
    """`legalMove` has alternatives, one of which holds for every move until a match is over: in the matches
    and in as many other positions as are enough."""
    legal, every = game.program.definitions["legalMove"], game.program.definitions[game.program.every_move]
    if every.reads_frame or not isinstance(legal.only_term, c.Or):
        return
    count = sum(1 for _ in every_move(game))
    refusing: list[Position] = []

    def refuses(position: Position, found: Expansion) -> bool:
        if len(found.moves) < count and not game.is_over(position):
            refusing.append(position)
        return bool(refusing)

    met = (position for match in matches for position in match.positions)
    if any(refuses(position, reachable.expanded(position)) for position in met):
        return
    reachable.first(refuses)
    if not refusing:
        fact = "`legalMove` allows every move in every position that was tried"
        yield Diagnostic(_CODE, fact, legal.head, "write `&` if both of its alternatives are meant")


def names_others(game: GameByRules, matches: Sequence[SampledMatch]) -> Iterator[Diagnostic]:
    """All moves name a side at one place, and a side may choose between its own and those of another."""
    members = [members.keys() for _, members in columns_of_moves(game)]
    columns = [column for column, named in enumerate(members) if named == {*game.side_values}]
    value_of = dict(zip(game.sides, game.side_values, strict=True))
    for match in matches if len(game.sides) > 1 else ():
        for number, (position, mover) in enumerate(zip(match.positions, match.movers, strict=False)):
            moves = game.moves(position)
            for column in columns:
                named = [
                    parts[column : column + 1] for parts in map(as_value, moves) if isinstance(parts, tuple)
                ]
                others = [
                    move for move, part in zip(moves, named, strict=False) if part != (value_of[mover],)
                ]
                if 0 < len(others) < len(named) == len(moves):
                    text = game.move_text(position, others[0])
                    fact = f"`{mover}` may make the move {text}, which names another side"
                    head, help = rule(game, "legalMove").head, "let `legalMove` ask whose turn it is"
                    yield with_line(Diagnostic(_CODE, fact, head, help), match.line(game, number))
                    return


def only_turns(game: GameByRules, matches: Sequence[SampledMatch]) -> Iterator[Diagnostic]:
    """Many moves of a side, none of them a single name as a pass is, change nothing but whose turn it is, and
    others more."""
    term = rule(game, "playerToMove").only_term
    names = {"playerToMove", term.name if isinstance(term, c.Global) else ""}  # such as `turn`, a variable
    turns = [place for place, name in named_places(game.program) if name in names]
    found: dict[Side, list[tuple[SampledMatch, int]]] = {}
    made = Counter(mover for match in matches for mover in match.movers)
    for match in matches if turns else ():
        for number, (mover, before, after) in enumerate(steps(match)):
            had, has = state_parts(before), state_parts(after)
            if len(had) == len(has) and not isinstance(as_value(match.moves[number]), Atom):
                changed = {
                    place for place, pair in enumerate(zip(had, has, strict=True), 1) if pair[0] != pair[1]
                }
                if changed == {*turns}:
                    found.setdefault(mover, []).append((match, number + 1))
    for mover, moves in found.items():
        if made[mover] > len(moves) > made[mover] / _OFTEN:
            match, number = moves[0]
            fact = "this move changes nothing but whose turn it is, as others do"
            head, help = rule(game, "legalMove").head, "let `legalMove` exclude them"
            yield with_line(Diagnostic(_CODE, fact, head, help), match.line(game, number))
            return


def wrong_sets(game: GameByRules) -> Iterator[Diagnostic]:
    """The notes on constant sets: a set-builder that no element fits, lines that do not fit the cells of a
    board or each other, and neighbours that are none the other way."""
    rules = reached_by_rules(game)
    sets = dict(sets_of(game, rules))
    for definition in rules:
        if sets.get(definition.name) == () and isinstance(definition.only_term, c.Build):
            yield always_empty(definition.only_term)
    images = {each.name: list(images_of(game, each, sets)) for each in rules}
    values = {name: [list(found.values()) for found in families] for name, families in images.items()}
    yield from wrong_lines(game.program, rules, sets, values)
    for definition in rules:
        yield from odd_cells(definition)
        yield from one_way_street(definition, joined_cells(game, definition, sets, images[definition.name]))


def one_way_street(
    definition: c.Definition, joined: Iterable[tuple[Sequence[Value], Iterable[tuple[Value, Value]]]]
) -> Iterator[Diagnostic]:
    """Cells are joined both ways but for a few pairs, whichever constant set has them."""
    found: list[Diagnostic] = []
    for cells, all_pairs in joined:
        pairs = {pair for pair in all_pairs if {*pair} <= {*cells}}
        alone = [(one, other) for one, other in pairs if (other, one) not in pairs]
        if pairs and not (alone and is_few(alone, pairs)):
            return
        for one, other in sorted(alone, key=lambda pair: tuple(map(cells.index, pair)))[:1]:
            way = f"leads from {show(one)} to {show(other)}, but not back, as it does elsewhere"
            help = "let it lead both ways, if that is meant"
            found.append(Diagnostic("N310", f"`{definition.name}` {way}", definition.head, help))
    yield from found[:1]


def joined_cells(
    game: GameByRules,
    definition: c.Definition,
    sets: Mapping[str, Sequence[Value]],
    images: Iterable[Mapping[Value, Value]],
) -> Iterator[tuple[Sequence[Value], Iterable[tuple[Value, Value]]]]:
    """Constant sets of cells, each with the pairs for which a relation holds, or of which a constant map or
    the `images` of a function give the second."""
    near: list[tuple[Sequence[Value], Mapping[Value, Value]]] = [(list(each), each) for each in images]
    if whole := dict(pair for pair in sets.get(definition.name, ()) if is_pair(pair)):
        near = [(cells, whole) for cells in sets.values()]
    for cells, found in near:
        around = [(cell, others) for cell, others in found.items() if isinstance(others, FiniteSet)]
        yield cells, [(cell, each) for cell, others in around for each in others]
    is_fixed = not (definition.reads_frame or definition.recursive)
    if definition.relation and len(definition.parameters) == 2 and is_fixed:
        for cells in [each for each in sets.values() if len(each) <= _STREETS]:
            with suppress(RulesError):
                every = product(cells, cells)
                yield cells, [pair for pair in every if game.holds(definition.name, *pair, at=game.initial)]


def images_of(
    game: GameByRules, function: c.Definition, sets: Mapping[str, Sequence[Value]]
) -> Iterator[Mapping[Value, Value]]:
    """The values of a function of one argument, for each constant set of which all elements have one."""
    if len(function.parameters) != 1 or function.relation or function.reads_frame or function.recursive:
        return
    for elements in sets.values():
        with suppress(RulesError):
            yield {element: game.value(function.name, element, at=game.initial) for element in elements}


def takes_own(game: Rehearsable, matches: Sequence[SampledMatch]) -> Iterator[Diagnostic]:
    """Some moves take away what belongs to others, and some what belongs to the side that moves."""
    own: tuple[SampledMatch, int, Side] | None = None
    takes_others, named = False, named_parts(game)
    for match in matches:
        for number, (mover, before, after) in enumerate(steps(match), 1):
            had, has = owned(game, before, named), owned(game, after, named)
            fewer = {side for side in game.sides if len(has[side]) < len(had[side])}
            takes_others |= bool(fewer) and mover not in fewer
            if fewer == {mover} and own is None:
                own = match, number, mover
    if own is not None and takes_others:
        match, number, mover = own
        fact = f"this move takes away what belongs to `{mover}`, who makes it; others take from the opponent"
        legal = rule(game, "legalMove")
        help = f"let `{legal.name}` ask for what belongs to the other side"
        yield with_line(Diagnostic(_CODE, fact, legal.head, help), match.line(game, number))


def never_moves(game: GameByRules, matches: Sequence[SampledMatch]) -> Iterator[Diagnostic]:
    """All that move, and somebody else, are in a set or a tuple of players, by its name, or at one place of
    the moves."""
    moved = {mover for match in matches for mover in match.movers}
    movers = {value for side, value in zip(game.sides, game.side_values, strict=True) if side in moved}
    for name, members in (*named_players(game), *columns_of_moves(game)):
        if movers < members.keys():
            for other in members:
                if other not in movers and isinstance(other, Atom):
                    fact = f"`` `{other.name} `` is in `{name}`, but is never to move"
                    head = game.program.definitions["playerToMove"].head
                    yield Diagnostic(_CODE, fact, head, "let `outcome` pass the turn to each of them")


def named_players(game: GameByRules) -> Iterator[tuple[str, dict[Value, None]]]:
    """The constant sets and tuples whose name says that they are of players."""
    for name, definition in game.program.definitions.items():
        if definition.is_constant and not definition.reads_frame and name.lower().startswith(_PLAYERS):
            value = game.value(name, at=game.initial)
            if isinstance(value, FiniteSet | tuple):
                yield name, dict.fromkeys(value)


def every_move(game: GameByRules) -> Iterable[Value]:
    """The moves that ``legalMove`` judges in the first position."""
    return game.meaning.budget.each(game.value(game.program.every_move, at=game.initial))


def columns_of_moves(game: GameByRules) -> Iterator[tuple[str, dict[Value, None]]]:
    """What stands at each place of the moves of the first position, if they are tuples of one length."""
    moves = list(every_move(game))
    if len({len(move) if isinstance(move, tuple) else 0 for move in moves}) == 1:
        for column in zip(*(move for move in moves if isinstance(move, tuple)), strict=True):
            yield game.program.every_move, dict.fromkeys(column)


def leaves_board(game: GameByRules, matches: Sequence[SampledMatch]) -> Iterator[Diagnostic]:
    """States come to a pair of numbers that no constant set has, but mostly to those that one has, or to few
    others if the rules do not use it.

    A pair that the rules write out is meant, such as one that stands for no square.
    """
    meant = {pair for value in written_in(game) for pair in pairs_in(value)}
    plain_first = sorted(sets_of(game), key=lambda each: not any(map(is_square, each[1])))
    areas = {name: {*pairs_in(elements)} for name, elements in plain_first}
    found: dict[Value, tuple[SampledMatch, int]] = {}
    for match in matches:
        for number, position in enumerate(match.positions):
            for pair in pairs_in(as_value(position)):
                found.setdefault(pair, (match, number))
    outside = found.keys() - meant.union(*areas.values(), *map(turned, areas.values()))
    used = {definition.name for definition in reached_by_rules(game)}
    for name, area in areas.items():
        inside = found.keys() & area
        is_board = name in used or is_few(found.keys() - inside, found)
        if outside and is_board and len(inside) >= max(len(area) / 2, len(outside)):
            beyond = next(pair for pair in found if pair in outside)
            match, number = found[beyond]
            fact = f"the state comes to {show(beyond)}, which is not in `{name}`, as others are"
            help = "let `legalMove` exclude this move, or `outcome` keep to the set"
            yield with_line(
                Diagnostic(_CODE, fact, game.program.definitions["outcome"].head, help),
                match.line(game, number),
            )
            return


def turned(area: Collection[Value]) -> set[Value]:
    """The pairs with their numbers exchanged, if a set has one of each two, as a set of dominoes has."""
    twins = {pair[::-1] for pair in area if is_square(pair)}
    return {*twins} if all(a == b for a, b in twins.intersection(area)) else set()


def pairs_in(value: Value) -> Iterator[tuple[int, int]]:
    """The pairs of whole numbers in a value."""
    if is_square(value):
        yield value
    elif isinstance(value, tuple | FiniteSet):
        for part in value:
            yield from pairs_in(part)


class _Effects(Evaluator):
    """An evaluator that keeps its operations on sets and maps, and whether they changed anything; and what is
    moved, as in ``(S \\ {a}) U {b}``, although it is not there."""

    def __init__(self, game: GameByRules, matches: Sequence[SampledMatch]) -> None:
        super().__init__(game.program, game.meaning.budget)
        self.made: dict[int, tuple[c.Operation, list[bool]]] = {}
        self.work = 0
        nodes = list(nodes_in(reached(game.program.definitions, ("outcome",))))
        self.count = sum(isinstance(node, c.Operation) and node.builtin.key in _CHANGES for node in nodes)
        taking = taken_moves(game.program.definitions["outcome"])
        self.moving = set(map(id, (*filter(None, map(moved_in, nodes)), *taking)))
        self.is_puzzle = len(game.sides) == 1
        positions = [position for match in matches for position in match.positions] if self.moving else []
        parts = (part for position in positions for part in state_parts(position, whole=True))
        self.met = {thing for part in parts if isinstance(part, FiniteSet) for thing in part}
        self.absent: list[tuple[c.Operation, str]] = []
        asked = {each.name for each in reached(game.program.definitions, ("legalMove",))}
        # systems may do a thing again, such as send a message
        added = (node for node in nodes if is_addition(node, asked)) if game.has_players else ()
        self.adding = set(map(id, added))
        self.there: dict[int, tuple[c.Operation, list[Sequence[Value]]]] = {}

    def applied(self, tree: c.Operation, operands: Sequence[Value]) -> Value:
        """A builtin applied to operands."""
        value = super().applied(tree, operands)
        self.work += 1
        key = tree.builtin.key
        # a count may well stay as it is, and so may a set that something is taken from
        is_change = isinstance(operands[-1], Atom) if key == "[|->]" else EMPTY not in operands[1:]
        if key in _CHANGES and isinstance(operands[0], Set) and is_change:
            changed = value != EMPTY if key == "sec" else value != operands[0]
            self.made.setdefault(id(tree), (tree, []))[1].append(changed)
        if id(tree) in self.adding:
            whole, added = operands
            assert isinstance(whole, Set)
            assert isinstance(added, FiniteSet)
            there = [each for each in added if each in whole]
            self.there.setdefault(id(tree), (tree, []))[1].append(there)
        if id(tree) in self.moving:
            whole, taken = operands[:2]
            if isinstance(whole, FiniteSet) and isinstance(taken, FiniteSet):
                if value == whole or self.is_puzzle:  # with others, some may be taken if they are there
                    fact = "a legal move takes out {}, which is not there"
                    lost = [each for each in taken if each not in whole and each in self.met]
                    self.absent += [(tree, fact.format(show(each))) for each in lost]
            elif key == "[|->]" and value == whole:
                self.absent.append((tree, f"a legal move takes what is at {show(taken)}, where nothing is"))
        return value


def taken_moves(outcome: c.Definition) -> Iterator[c.Core]:
    """``S \\ {m}``, without the move m itself, unless m is added to a set, too, where it may be taken from
    another one."""
    found: dict[str, list[c.Core]] = {"U": [], "\\": []}
    for node in nodes_in([outcome]):
        match node:
            case c.Operation(Builtin("U" | "\\" as sign), (_, c.Operation(Builtin("{}"), (c.Local(name),)))):
                found[sign] += [node] if name in outcome.parameters else []
    if not found["U"]:
        yield from found["\\"]


def moved_in(node: c.Core | c.Pattern) -> c.Core | None:
    """The set in ``(S \\ {a}) U {b}`` without what is moved, or the map in ``f[a |-> c, b |-> v]``; else
    ``None``."""
    match node:
        case c.Operation(Builtin("U"), (c.Operation(Builtin("\\"), (_, right)) as left, added)):
            is_written = [
                isinstance(each, c.Operation) and each.builtin.key == "{}" for each in (right, added)
            ]
            return left if all(is_written) else None
        case c.Operation(
            Builtin("[|->]"), (c.Operation(Builtin("[|->]"), (_, key, c.Constant())) as left, _, value)
        ):
            return None if isinstance(key, c.Constant) or isinstance(value, c.Constant) else left
        case _:
            return None


def is_addition(node: c.Core | c.Pattern, asked: Collection[str]) -> bool:
    """Whether it adds to a set elements that are written out, each of which uses the move: to what is left of
    a set, to the state, or to one of the sets that `legalMove` has `asked` for."""
    match node:
        case c.Operation(Builtin("U"), (whole, c.Operation(Builtin("{}"), elements))):
            is_left = isinstance(whole, c.Operation) and whole.builtin.key == "\\"
            names = {each.name for each in nodes_of(whole) if isinstance(each, c.Global)}
            is_asked = any(isinstance(each, c.Given) for each in nodes_of(whole)) or not names.isdisjoint(
                asked
            )
            return (is_left or is_asked) and all(any(locals_in(each)) for each in elements)
    return False


def has_no_effect(game: GameByRules, matches: Sequence[SampledMatch], most: int) -> Iterator[Diagnostic]:
    """A part of `outcome` takes out what is never there, or puts in what always is; or a move is made by what
    is not there, although it is at other times.

    No note if `most` operations are not enough to evaluate half of the moves of the matches.
    """
    effects = _Effects(game, matches)
    moves = [pair for match in matches for pair in zip(match.positions, match.moves, strict=False)]
    Random(1).shuffle(moves)
    for number, (position, move) in enumerate(moves):
        is_shown = sum(any(changed) for _, changed in effects.made.values()) == effects.count
        if is_shown and number >= (_OFTEN**2 if effects.moving else 3 * _OFTEN if effects.adding else 0):
            break
        if effects.work > most:
            if 2 * number < len(moves):
                return
            break
        state, value = frame_of(as_value(position)), as_value(move)
        try:
            game.ask(partial(effects.value, "outcome", value, frame=state))
        except RulesError:  # the time is over: these moves have been made before
            return
    for tree, changed in effects.made.values():
        if len(changed) > _OFTEN and not any(changed):
            fact = f"{tree.span.text} {_CHANGES[tree.builtin.key]}"
            yield Diagnostic(_CODE, fact, tree.span, "write the set that is meant, or leave it out")
            return
    ask = "let `legalMove` ask whether it is there"
    for tree, added in effects.there.values():
        there = [each for each in added if each]
        if len(added) > _OFTEN and 0 < len(there) < len(added):
            fact = f"a legal move adds {show(there[0][0])}, which is there already; others add what is not"
            yield Diagnostic(_CODE, fact, tree.span, ask)
            return
    for tree, fact in effects.absent[:1]:
        yield Diagnostic(_CODE, fact, tree.span, ask)


# Positions of a match that are asked: each costs as many evaluations as it has moves.
_MOST = 5
# The operations that change a set or a map, and what is said of those that have no effect.
_CHANGES = {
    "U": "changes nothing in any of these matches: what is added is always there",
    "\\": "changes nothing in any of these matches: what is taken out is never there",
    "[|->]": "changes nothing in any of these matches: the map has this value there before",
    "sec": "is empty in all of these matches: the sets have no element in common",
}
# The most cells of a board all of whose pairs are asked: so many can be asked in a few milliseconds.
_STREETS = 36
# Moves that show what a part of `outcome` does.
_OFTEN = 8
# A side that leads does so in one of so many positions, or in more.
_LEADS = 6
# How a name of a set of players begins, in small letters.
_PLAYERS = ("player", "side")

# The laws in the order in which they are asked.
_LAWS = (
    wins_at_first,
    goes_on,
    moves_for_others,
    changes_for_others,
    shared_cell,
    takes_own,
    shared_part,
    meeting_parts,
    all_the_same,
    ends_early,
)
# Laws about moves that are values.
_LAWS_OF_RULES = (
    never_changes,
    ends_late,
    never_moves,
    grows_for_ever,
    below_zero,
    leaves_board,
    idle_parts,
    exchanges_parts,
    same_choice,
    names_others,
    only_turns,
)


def never_ends(
    game: GameByRules, matches: Sequence[SampledMatch], reachable: Reachable
) -> Iterator[Diagnostic]:
    """No sequence of moves solves a puzzle, or none ends a match, or lets anybody win, or a side that `wins`
    names; all are tried, unless that is too much."""
    if not game.has_players or game.wins is None:
        return
    over, wins = rule(game, "gameOver"), rule(game, game.wins)
    outcomes = [match.outcome for match in matches]

    def is_ended(_: Position, found: Expansion) -> bool:
        return found.outcome is not None

    if len(game.sides) > 1 and not any(outcomes):
        if over.reads_frame and reachable.nowhere(is_ended):
            fact = "no match ever ends: `gameOver` holds in no position"
            yield Diagnostic(_CODE, fact, over.head, "let it hold where moves lead to")
        return
    won = {outcome.winner for outcome in outcomes if outcome is not None}
    equations = asked_in(*(node for node in nodes_in([wins]) if isinstance(node, c.Operation)))
    named = {side for name, side in equations if name in wins.parameters and side in game.sides}
    never = {*game.sides} if won <= {None} else named - won

    def is_last(_: Position, found: Expansion) -> bool:
        never.discard(found.outcome.winner if found.outcome is not None else None)
        return not never

    is_meant = len(game.sides) > 1 and not wins.reads_frame
    if is_meant or not never or not reachable.nowhere(is_last):
        return
    if len(game.sides) == 1:
        fact = f"no sequence of moves solves this puzzle: `{game.wins}` holds at the end of none"
        yield Diagnostic(_CODE, fact, wins.head, "let `legalMove` allow the moves that are needed")
    elif never == {*game.sides}:
        fact = f"nobody can win: `{game.wins}` holds at the end of no match"
        note = Diagnostic(_CODE, fact, wins.head, "let it hold for the side that is meant to win")
        yield with_line(note, matches[0].line(game))
    elif never & named:
        fact = f"`{min(never & named)}` can never win: `{game.wins}` holds for it at the end of no match"
        yield Diagnostic(_CODE, fact, wins.head, "let it hold where that side is meant to win")


def action_of(move: Move) -> str:
    """The name of the action of a machine of several that a move is, or begins with; else an empty text."""
    action = move[0] if isinstance(move, tuple) else move
    return action.name if isinstance(action, Atom) else ""


class Reachable:
    """The positions that play can reach, breadth first, each expanded once, whoever asks for them.

    `is_enough` ends each question with the number of positions that have been met.
    """

    def __init__(self, game: GameByRules, is_enough: Callable[[int], bool]) -> None:
        self.game, self.is_enough, self.expanded = game, is_enough, expander(game)
        self.before: dict[Position, tuple[Position, Move] | None] = {game.initial: None}
        self.met = [game.initial]
        self.found: list[Expansion] = []
        self.is_whole = False
        """Whether the last question was asked of all positions."""

    def first(self, holds: Callable[[Position, Expansion], bool]) -> Position | None:
        """The first position with its expansion where something holds, as far as this is not too much work.

        An error of the rules says which moves lead there.
        """
        self.is_whole = False
        for place, position in enumerate(self.met):
            try:
                if self.is_enough(len(self.met)):
                    return None
                if place == len(self.found):
                    self.found.append(self.expanded(position))
                    self.meet(position, self.found[place])
                if holds(position, self.found[place]):
                    return position
            except BrokenRules as error:
                raise error.reached_by(" ".join(self.line(position))) from None
        self.is_whole = True
        return None

    def meet(self, position: Position, found: Expansion) -> None:
        """Add the positions after one."""
        for move, after in zip(found.moves, found.after, strict=True):
            if after not in self.before:
                self.before[after] = position, move
                self.met.append(after)

    def nowhere(self, holds: Callable[[Position, Expansion], bool]) -> bool:
        """Whether something holds in no position with its expansion; false also if that is too much work."""
        return self.first(holds) is None and self.is_whole

    def line(self, position: Position) -> list[str]:
        """The texts of the fewest moves to a position."""
        moves, step = list[str](), self.before[position]
        while step is not None:
            moves.append(self.game.move_text(*step))
            step = self.before[step[0]]
        return moves[::-1]


def steps(match: SampledMatch) -> Iterator[tuple[Side, Position, Position]]:
    """The moves of a match: who makes it, and the positions before and after."""
    return zip(match.movers, match.positions, match.positions[1:], strict=False)


def owned(game: Rehearsable, position: Position, named: Mapping[int, Side]) -> Owned:
    """The values with which each side is paired in the sets of a state, each with a number: twice that of the
    set, and one more if the side stands behind the value; and what is in the `named` parts of a side."""
    sides = dict(zip(game.side_values, game.sides, strict=True))
    found: dict[Side, set[tuple[int, Value]]] = {side: set() for side in game.sides}
    for place, part in enumerate(state_parts(position, whole=True)):
        if place in named:
            found[named[place]].update(
                (2 * place, thing) for thing in (part if isinstance(part, Set) else [part])
            )
        elif isinstance(part, FiniteSet):
            pairs = [pair for pair in part if isinstance(pair, tuple) and len(pair) == 2]
            is_map = sides.keys() <= {key for key, _ in pairs}
            for pair in pairs:  # what else a map of all sides has, such as the turn, is of none
                for behind, (side, thing) in enumerate((pair, pair[::-1])):
                    if side in sides and not (behind and is_map):
                        found[sides[side]].add((2 * place + behind, thing))
    return {side: frozenset(things) for side, things in found.items()}


def named_parts(game: Rehearsable) -> dict[int, Side]:
    """The places of the parts of a state that have the name of a side, such as `white`."""
    return {place - 1: name for place, name in named_places(game.program) if name in game.sides}
