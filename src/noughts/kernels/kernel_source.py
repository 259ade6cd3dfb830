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
from collections.abc import Iterable
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Final

from noughts.grounding.formula import ALWAYS, NEVER, Formula, claims, conjunction, order
from noughts.grounding.grounded import Grounded
from noughts.grounding.walk import substituted
from noughts.kernels.bit_expression import BitExpressions
from noughts.kernels.dialect import PYTHON, Dialect
from noughts.kernels.shift_pattern import ShiftPattern, pattern_of, size
from noughts.kernels.transition_table import TransitionTable
from noughts.kernels.words import BitWords

_FUNCTIONS: Final = ("over", "won", "to_move", "legal", "after", "unsure")
"""The functions of a kernel."""

NOBODY: Final = -1
"""The winner of a draw."""
BOTH: Final = -2
"""The winner if two sides have won at once."""


@dataclass
class Allowed:
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
