"""The source of a kernel: the formulas of a game as functions of the bits of a position.

    over(s)        whether it is over by `gameOver`
    won(s)         the side that has won, NOBODY, or BOTH, which breaks the laws of games
    to_move(s)     the side to move
    legal(s)       a word with bit k set if move k is legal; for positions that are not over
    after(s, k)    the position after move k, which must be legal
    unsure(s)      whether the rules may have no value here, which only evaluating them can tell

Sides and moves are numbers, in the order of the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from typing import Final

from msgspec import Struct, field

from noughts.grounding.formula import ALWAYS, NEVER, Formula, bit, claims, conjunction, order
from noughts.grounding.grounded import Grounded, GroundMove
from noughts.grounding.walk import substituted
from noughts.kernels.bit_expression import BitExpressions, ShiftPattern, pattern_of, size
from noughts.kernels.dialect import PYTHON, BitWords, Dialect

# The effect of moves on the bits of a position, as tables and a function that reads them.
#
#     t = (s & KEEP[k] | SET[k]) ^ FLIP[k]
#
# Then, for each formula on which further bits depend, ``t |= PUT…[k]`` if the formula holds.  A formula that
# few moves need is in a function of its own, so other moves do not pay for it.


class TransitionTable:
    """The effect of each move of a game on the bits."""

    def __init__(self, grounded: Grounded, state: BitWords) -> None:
        self.moves = grounded.moves
        self.state = state
        self.others = [other_changes(move) for move in self.moves]
        uses = Counter(new for other in self.others for new in set(other.values()))
        # A formula that more than a quarter of the moves need is evaluated at every move too: a test costs
        # less than a call of `more_k`.  Only speed depends on this rough bound.
        self.common = sorted((f for f, n in uses.items() if 4 * n > len(self.moves)), key=order)

    @property
    def only_sets(self) -> bool:
        """Whether every move only sets bits, so states only grow."""
        return (
            not any(self.others)
            and not any(self.table("FLIP"))
            and all(move.clears == 0 for move in self.moves)
        )

    def tables(self) -> dict[str, list[int]]:
        """The tables that the function reads, by name: one integer per move."""
        found = {name: self.table(name) for name in ("KEEP", "SET", "FLIP")}
        for number, formula in enumerate(self.common):
            found[f"PUT{number}_"] = [
                sum(1 << index for index, new in other.items() if new is formula) for other in self.others
            ]
        return {name: table for name, table in found.items() if name in ("KEEP", "SET") or any(table)}

    def table(self, name: str) -> list[int]:
        """One of the tables that are always there."""
        everything = (1 << self.state.width) - 1
        found = []
        for move, other in zip(self.moves, self.others, strict=True):
            flips = sum(1 << index for index, new in move.changes.items() if new is ~bit(index))
            # bits with a formula are cleared, and set again by PUT… or `more_k` if it holds
            gone = move.sets | move.clears | sum(1 << index for index in other)
            found.append({"KEEP": everything & ~gone, "SET": move.sets, "FLIP": flips}[name])
        return found

    def functions(self) -> Iterator[str]:
        """The source of `after`, preceded by the functions for moves that need more than tables."""
        rare = [number for number, _ in enumerate(self.moves) if self.rare(number)]
        for number in rare:
            yield self.more(number)
        dialect = self.state.dialect
        parameters = f"{dialect.position}, k{dialect.room}"
        yield dialect.function("after", parameters, "The position after move k.", self.body(rare))

    def rare(self, number: int) -> dict[Formula, int]:
        """The formulas that are evaluated for one move alone, with the bits that depend on each."""
        found: dict[Formula, int] = {}
        for index, new in self.others[number].items():
            if new not in self.common:
                found[new] = found.get(new, 0) | 1 << index
        return found

    def body(self, rare: list[int]) -> list[str]:
        """The statements of `after`."""
        code = BitExpressions(self.state, self.common)
        code.say_all(self.state.unpacked)
        tables, dialect = self.tables(), self.state.dialect
        truths = [code.truth(new) for new in self.common]
        for place, (name, new_name) in enumerate(self.words):
            kept = f"{name} & {self.entry('KEEP', place)} | {self.entry('SET', place)}"
            # a bit that flips is neither cleared nor set by the tables, so the exclusive or inverts it
            kept = f"({kept}) ^ {self.entry('FLIP', place)}" if "FLIP" in tables else kept
            code.say(dialect.variable(new_name, kept))
        for number, truth in enumerate(truths):
            with code.when(truth):
                for place, (_, new_name) in enumerate(self.words):
                    code.say(f"{new_name} |= {self.entry(f'PUT{number}_', place)}")
        self.dispatch(code, rare)
        code.say_all(dialect.returned(self.new_names))
        return code.lines

    @property
    def new_names(self) -> list[str]:
        """The variables of the words of the new position."""
        return [f"t{place}" for place in range(len(self.state.names))]

    @property
    def words(self) -> list[tuple[str, str]]:
        """The variables of each word of the position and of the new one."""
        return list(zip(self.state.names, self.new_names, strict=True))

    def entry(self, table: str, place: int) -> str:
        """The entry of a table for move k, in one word."""
        return f"{table}{place}[k]"

    def dispatch(self, code: BitExpressions, rare: list[int]) -> None:
        """Statements that find the function of move k, if it has one, by binary search."""
        dialect = self.state.dialect
        if len(rare) > 2:
            middle = len(rare) // 2
            with code.when(f"k < {rare[middle]}"):
                self.dispatch(code, rare[:middle])
            with code.otherwise():
                self.dispatch(code, rare[middle:])
            return
        for number in rare:
            with code.when(dialect.compared("k", "==", f"{number}")):
                code.say_all(dialect.handed_on(self.new_names, f"more_{number}"))

    def more(self, number: int) -> str:
        """The function for the effects of a move that no table holds."""
        rare, dialect = self.rare(number), self.state.dialect
        code = BitExpressions(self.state, rare)
        code.say_all([*self.state.unpacked, *dialect.taken_over(self.new_names)])
        for new, mask in rare.items():
            with code.when(code.truth(new)):
                for place, _, inside in self.state.parts(mask):
                    code.say(f"t{place} |= {dialect.literal(inside)}")
        code.say_all(dialect.returned(self.new_names))
        parameters = dialect.position + dialect.passed(self.new_names)
        return dialect.function(f"more_{number}", parameters, "What else the move does.", code.lines)


def other_changes(move: GroundMove) -> dict[int, Formula]:
    """The bits that are neither set, cleared nor flipped unconditionally, each with its formula."""
    return {
        index: new
        for index, new in move.changes.items()
        if new is not ALWAYS and new is not NEVER and new is not ~bit(index)
    }


# The functions of a kernel.
_FUNCTIONS: Final = ("over", "won", "to_move", "legal", "after", "unsure")

NOBODY: Final = -1
"""The winner of a draw."""
BOTH: Final = -2
"""The winner if two sides have won at once."""


class Allowed(Struct):
    """A group of moves: their conditions are one pattern, shifted by the number of each move.

    Without a pattern, the conditions are any formulas, and each move is tested by itself.
    """

    pattern: ShiftPattern | None
    moves: dict[int, Formula] = field(default_factory=dict)

    @property
    def mask(self) -> int:
        """The moves, as bits."""
        return sum(1 << number for number in self.moves)

    @property
    def is_moved(self) -> bool:
        """Whether shifting words is cheaper than testing each move.

        A pattern costs one shift per bit that it reads, however many moves share it; a single move is still
        worth it up to two shifts, which cost no more than a test and a branch.
        """
        return self.pattern is not None and (len(self.moves) > 1 or size(self.pattern) < 3)


class Source:
    """The functions of one kernel, in a dialect."""

    def __init__(self, grounded: Grounded, dialect: Dialect = PYTHON) -> None:
        self.grounded = grounded
        self.dialect = dialect
        self.state = BitWords("s", len(grounded.bits), dialect)
        self.found = BitWords("found", len(grounded.moves), dialect)
        self.changes = TransitionTable(grounded, self.state)

    def __str__(self) -> str:
        return "\n\n\n".join(self.functions()) + "\n"

    def functions(self) -> Iterable[str]:
        """The source of each function."""
        return (text for name in _FUNCTIONS for text in self.functions_for(name))

    def functions_for(self, name: str) -> Iterable[str]:
        """The source of one of `_FUNCTIONS`, after the functions that only this one calls."""
        game = self.grounded
        match name:
            case "over":
                yield self.question("over", "Whether it is over.", game.over)
            case "won":
                for number, (side, wins) in enumerate(zip(game.sides, game.wins, strict=True)):
                    yield self.question(f"won_{number}", f"Whether {side} has won.", wins)
                yield self.won()
            case "to_move":
                yield self.to_move()
            case "legal":
                yield self.legal()
            case "after":
                yield from self.changes.functions()
            case "unsure":
                yield self.question("unsure", "Whether the rules must be asked themselves.", game.undefined)
            case _:
                raise KeyError(name)

    def code(self, formulas: Iterable[Formula]) -> BitExpressions:
        """The body of a function of a position; its first statements unpack the position."""
        code = BitExpressions(self.state, formulas)
        code.say_all(self.state.unpacked)
        return code

    def function(self, name: str, says: str, code: BitExpressions) -> str:
        """A function of a position that returns a number or a truth."""
        return self.dialect.function(name, self.dialect.position, says, code.lines)

    def question(self, name: str, says: str, formula: Formula) -> str:
        """A function that answers whether a formula holds."""
        code = self.code([formula])
        code.say(f"return {code.truth(formula)}")
        return self.function(name, says, code)

    def won(self) -> str:
        """The function `won`."""
        dialect, code = self.dialect, BitExpressions(self.state, [])
        code.say(dialect.variable("winner", "NOBODY"))
        for number in range(len(self.grounded.sides)):
            with code.when(f"won_{number}({dialect.position})"):
                is_first = dialect.compared("winner", "==", "NOBODY")
                code.say(f"winner = {dialect.choice(is_first, str(number), 'BOTH')}")
        code.say("return winner")
        return self.function("won", "The side that has won.", code)

    def to_move(self) -> str:
        """The function `to_move`; if no other side is to move it is the last one, which saves one test."""
        *first, _ = turns = self.grounded.to_move
        code = self.code(first)
        for number, turn in enumerate(first):
            with code.when(code.truth(turn)):
                code.say(f"return {number}")
        code.say(f"return {len(turns) - 1}")
        return self.function("to_move", "The side that is to move.", code)

    # Moves

    def legal(self) -> str:
        """The function `legal`; moves that share conditions are grouped under one ``if``."""
        groups = self.groups()
        roots = [part for common, alike in groups for part in common]
        roots += [rest for _, alike in groups for allowed in alike for rest in allowed.moves.values()]
        code = self.code(roots)
        for name in self.found.names:
            code.say(self.dialect.variable(name, self.dialect.literal(0)))
        for common, alike in groups:
            self.allow_under(code, common, alike)
        code.say_all(self.dialect.returned(self.found.names))
        parameters = self.dialect.position + self.dialect.room
        return self.dialect.function("legal", parameters, "The moves that may be made.", code.lines)

    def groups(self) -> list[tuple[list[Formula], list[Allowed]]]:
        """Moves by the conditions that many of them share, then by the pattern of the remaining condition.

        A condition becomes an ``if`` of its own where more than √n of the n moves share it: fewer, larger
        branches.  Rarer ones stay in the pattern, unless they have none, since a condition without pattern
        would force its moves to be tested singly.  The choice affects speed only, never the result.
        """
        legal = self.while_it_goes_on()
        shared = Counter(part for formula in legal for part in factors(formula))
        groups: dict[frozenset[Formula], dict[ShiftPattern | None, Allowed]] = {}
        for number, formula in enumerate(legal):
            common = {
                part
                for part in factors(formula)
                if shared[part] ** 2 > len(legal) or (shared[part] > 1 and pattern_of(part, 0) is None)
            }
            # relative to the number of the move, the remaining conditions of similar moves are one pattern
            rest = conjunction(part for part in factors(formula) if part not in common)
            pattern = pattern_of(rest, number)
            alike = groups.setdefault(frozenset(common), {})
            alike.setdefault(pattern, Allowed(pattern)).moves[number] = rest
        return [(sorted(common, key=order), list(alike.values())) for common, alike in groups.items()]

    def while_it_goes_on(self) -> list[Formula]:
        """The condition of each move, simplified by the fact that the game is not over.

        Only positions that are not over are asked, so `over` is replaced by false.
        """
        over = self.grounded.over
        return substituted((move.legal for move in self.grounded.moves), {over: NEVER, ~over: ALWAYS})

    def allow_under(self, code: BitExpressions, common: list[Formula], alike: list[Allowed]) -> None:
        """Statements for moves that share conditions.

        Variables assigned under an ``if`` may be unset after it, so they are forgotten there.
        """
        conditions = [code.truth(part) for part in common if part is not ALWAYS]
        known = dict(code.names)
        under = code.when(self.dialect.joined(conditions, "and")) if conditions else nullcontext()
        with under:
            for allowed in alike:
                self.allow(code, allowed)
        if conditions:
            code.names = known

    def allow(self, code: BitExpressions, allowed: Allowed) -> None:
        """Statements that add moves to the legal ones."""
        literal = self.dialect.literal
        if allowed.pattern is not None and allowed.is_moved:
            for place, name, mask in self.found.parts(allowed.mask):
                code.say(f"{name} |= ({code.moved(allowed.pattern, code.at(mask, place))}) & {literal(mask)}")
            return
        for number, rest in allowed.moves.items():
            for _, name, mask in self.found.parts(1 << number):
                with nullcontext() if rest is ALWAYS else code.when(code.truth(rest)):
                    code.say(f"{name} |= {literal(mask)}")


def factors(formula: Formula) -> tuple[Formula, ...]:
    """The parts of a conjunction; any other formula by itself."""
    return claims(formula) or (formula,)
