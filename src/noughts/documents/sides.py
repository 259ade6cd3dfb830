"""The sides of a document: who can be to move, and who can win.

* The players that ``playerToMove`` can give: in any position, as far as the kinds of the rules show;
  otherwise those that its clauses write out, or those in the first positions.
* The players that the relation of the winner names, even if they never move: the values with which the
  relation compares its player, or a definition does that it gives its player to.

``winner := `x if …; `none otherwise`` has a name for no winner, and so may ``winner(n)`` of a place in the
state.  The value that such a term has in the first position is no side, nor is a name such as `none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from noughts.documents.documented import BrokenRules, Documented
from noughts.games.game import Position, RulesError
from noughts.language import core as c
from noughts.language.dependence import reached
from noughts.language.kind import Kind, elements_of
from noughts.language.kinds.infer import Inference
from noughts.language.solutions import free_locals, nodes_of
from noughts.language.stack import deep_enough
from noughts.text.diagnostic import Diagnostic
from noughts.text.source import Span
from noughts.values.scalars import Atom
from noughts.values.sets import EMPTY, FiniteSet, Set
from noughts.values.show import summary
from noughts.values.value import Value, kind

Sample: TypeAlias = Callable[[], Iterable[tuple[Position, bool]]]
"""Some positions, each with whether the game goes on there."""
Named: TypeAlias = tuple[Value, Span]
"""A value, and the comparison with it."""
# The values that name a player.
_PLAYER = Atom | int | str
# The comparisons that name a player.
_EQUAL = ("=", "in")
# Names of what is no player, in small letters.
_NOBODY = {
    "nobody", "noone", "none", "neither", "nothing", "no", "nil", "null", "draw", "drawn", "tie", "tied",
    "stalemate", "both", "empty", "free", "blank",
}  # fmt: skip


class Sides(Struct, frozen=True):
    """The sides of a game: those that can be to move, the first one in front, and those that can only win,
    each with the place where the relation of the winner names it."""

    movers: tuple[Value, ...] = ()
    only_win: Mapping[Value, Span] = field(default_factory=dict)
    named: frozenset[Value] = frozenset()
    """All whom the relation of the winner names."""

    @property
    def values(self) -> tuple[Value, ...]:
        """All of them."""
        return (*self.movers, *self.only_win)


def sides_of(game: Documented, rules: Iterable[str], wins: str | None, sample: Sample) -> Sides:
    """The sides of a game; none if its document has no ``playerToMove``.

    `rules` are the names of the definitions that determine the rules, and `wins` is that of the relation of
    the winner.
    """
    if not game.defines("playerToMove", 0):
        return Sides()
    first = game.value("playerToMove", at=game.initial)
    if (problem := no_player(game, first, game.initial)) is not None:
        raise BrokenRules([problem])
    with deep_enough():
        kinds = kinds_of(game.program, (*rules, wins or ""))
        every = (first, *movers_of(game, first, kinds, sample))
        movers = tuple(dict.fromkeys(value for value in every if isinstance(value, _PLAYER)))
        found = Naming(game, kinds).of_player(wins)
        named = {
            value: place for value, place in found if type(value) is type(first) and not is_nobody(value)
        }
    only_win = {value: place for value, place in named.items() if value not in movers}
    return Sides(movers, only_win, frozenset(named))


def no_player(game: Documented, value: Value, position: Position) -> Diagnostic | None:
    """An error if a value names no player."""
    if isinstance(value, _PLAYER):
        return None
    fact = f"`playerToMove` is {summary(value)}, {kind(value)}, which names no player"
    together = "players do not move at the same time: name the one whose turn it is, such as `` `x ``"
    help = together if isinstance(value, Set) and value != EMPTY else "a player is an atom, such as `` `x ``"
    return game.broken("E503", fact, "playerToMove", position, help).diagnostics[0]


def kinds_of(program: c.Program, names: Iterable[str]) -> Inference:
    """The kinds of some definitions and of those that they use, whatever the tests of the document say."""
    definitions = {each.name: each for each in reached(program.definitions, names)}
    inference = Inference(replace(program, definitions=definitions, tests=(), declared={}))
    inference.run()
    return inference


def movers_of(game: Documented, first: Value, kinds: Inference, sample: Sample) -> Iterable[Value]:
    """The values of ``playerToMove``, without a name of nobody that is to move in no sampled position.

    Where the kinds do not show them, as those of one part of a record, who would move after the end is one.
    """
    written, every = written_sides(game.program), atoms_of(kinds.results["playerToMove"])
    possible = (*(written if first in written else ()), *every)
    players = tuple(value for value in possible if not is_nobody(value))
    if first in players and len(players) == len(possible) and len(set(players)) <= 2:
        return players
    known = list(sample())
    sampled = [game.value("playerToMove", at=position) for position, goes_on in known if goes_on]
    if isinstance(first, Atom) and not every:
        for position in (position for position, goes_on in known if not goes_on):
            with suppress(RulesError):
                value = game.value("playerToMove", at=position)
                sampled += [] if is_nobody(value) else [value]
    return (*(players if first in written else ()), *sampled, *players)


def is_nobody(value: Value) -> bool:
    """Whether a value has a name that is given to no player."""
    return isinstance(value, Atom) and value.name.lower() in _NOBODY


def atoms_of(kind: Kind) -> tuple[Value, ...]:
    """The values of a kind that has atoms only; none of another."""
    return tuple(map(Atom, sorted(kind.atoms))) if kind == Kind(atoms=kind.atoms) else ()


def written_sides(program: c.Program) -> tuple[Value, ...]:
    """The sides as ``playerToMove`` writes them, if all of its clauses are values written out."""
    values: list[Value] = []
    for clause in program.definitions["playerToMove"].clauses:
        if not isinstance(clause.term, c.Constant):
            return ()
        values.append(clause.term.value)
    return tuple(values)


class Naming:
    """A search for the values with which definitions compare a parameter, from where that may be true."""

    def __init__(self, game: Documented, kinds: Inference) -> None:
        self.game = game
        self.kinds = kinds
        self.seen: set[tuple[str, int]] = set()

    def of_player(self, name: str | None) -> Iterator[Named]:
        """The values that the relation of that name, of one player, compares with it."""
        if name is not None:
            yield from self.in_definition(name, 0)

    def in_definition(self, name: str, place: int) -> Iterator[Named]:
        """The values that a definition compares with a parameter of it, as do those that it gives it to."""
        definition = self.game.program.definitions[name]
        if (name, place) in self.seen:
            return
        self.seen.add((name, place))
        player = definition.parameters[place]
        for clause in definition.clauses:
            for sentence in (clause.term, clause.guard):
                yield from () if sentence is None else self.in_sentence(sentence, player)
        for tree in c.trees_of(definition):
            for node in nodes_of(tree):
                if isinstance(node, c.Global):
                    yield from self.in_call(node, player)

    def in_call(self, call: c.Global, player: str) -> Iterator[Named]:
        """Those of the definition that is given the player."""
        for place, argument in enumerate(call.arguments):
            if isinstance(argument, c.Local) and argument.name == player:
                yield from self.in_definition(call.name, place)

    def in_sentence(self, tree: c.Core, player: str) -> Iterator[Named]:
        """Those that a sentence asks for itself, and does not exclude."""
        match tree:
            case c.And(parts) | c.Or(parts):
                for part in parts:
                    yield from self.in_sentence(part, player)
            case c.Equivalent(left, right):
                yield from self.in_sentence(left, player)
                yield from self.in_sentence(right, player)
            case c.Quantified(body=body):
                yield from self.in_sentence(body, player)
            case c.Block(clauses):
                for term in c.trees_of_clauses(clauses):
                    yield from self.in_sentence(term, player)
            case c.Operation(builtin, (c.Local(name), other)) if name == player and builtin.key in (
                "=",
                "in",
            ):
                found = self.values(other, of_set=builtin.key == "in")
                yield from ((value, tree.span) for value in found)
            case c.Operation(builtin, (other, c.Local(name))) if name == player and builtin.key == "=":
                yield from ((value, tree.span) for value in self.values(other, of_set=False))

    def values(self, tree: c.Core, *, of_set: bool) -> Iterator[Value]:
        """The values that a term can have that is written out, or that no variable changes; those in it, if
        it is a set."""
        match tree:
            case c.Constant(value):
                yield from (value,) if not of_set else value if isinstance(value, FiniteSet) else ()
            case c.Operation(builtin, operands) if of_set and builtin.key == "{}":
                for operand in operands:
                    yield from self.values(operand, of_set=False)
            case c.Global() if not free_locals(tree):
                yield from self.values_of_term(tree, of_set=of_set)

    def values_of_term(self, term: c.Global, *, of_set: bool) -> Iterator[Value]:
        """The values of a term; without that which it has before anybody can have won."""
        kind = self.kinds.results[term.name]
        if of_set:
            yield from atoms_of(elements_of(kind))
            return
        game = self.game
        over = game.defines("gameOver", 0) and game.holds("gameOver", at=game.initial)
        begun = None
        with suppress(RulesError):  # a term may have no value before the rules ask for it
            if not over:
                begun = game.ask(lambda: game.meaning.prepare(term)(game.quiet(game.initial)))
        yield from (value for value in atoms_of(kind) if value != begun)
