"""The source of a kernel: what the formulas of a game say, as functions of the bits of a position.

    over(s)        whether it is over by `gameOver`
    won(s)         the side that has won, NOBODY, or BOTH, which no game should allow
    to_move(s)     the side that is to move
    legal(s)       a word with bit k set if move k may be made; for positions that are not over
    after(s, k)    the position after move k, which may be made
    unsure(s)      whether the rules may have no value here, and must be asked themselves

Sides and moves are numbers, in the order of the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from noughts.grounding.formula import ALWAYS, NEVER, Formula, claims, conjunction, order
from noughts.grounding.grounded import Grounded
from noughts.grounding.walk import substituted
from noughts.kernels.bit_expression import BitExpressions
from noughts.kernels.shift_pattern import ShiftPattern, pattern_of, size
from noughts.kernels.transition_table import TransitionTable
from noughts.kernels.words import BitWords

NOBODY: Final = -1
"""Who has won a draw."""
BOTH: Final = -2
"""Two sides that have won at once."""


@dataclass
class Allowed:
    """Moves that are legal alike: what must hold for each, as one pattern or move by move."""

    pattern: ShiftPattern | None
    moves: dict[int, Formula] = field(default_factory=dict)

    @property
    def mask(self) -> int:
        """The moves as bits."""
        return sum(1 << number for number in self.moves)

    @property
    def is_moved(self) -> bool:
        """Whether to move words is better than to look at each move."""
        return self.pattern is not None and (len(self.moves) > 1 or size(self.pattern) < 3)


class Source:
    """The functions of one kernel, for whole numbers or for words of so many bits."""

    def __init__(self, grounded: Grounded, word: int | None = None) -> None:
        self.grounded = grounded
        self.state = BitWords("s", len(grounded.bits), word)
        self.found = BitWords("found", len(grounded.moves), word)
        self.changes = TransitionTable(grounded, self.state)

    def __str__(self) -> str:
        return "\n\n\n".join(self.functions()) + "\n"

    def functions(self) -> Iterable[str]:
        """Each with its sentence."""
        game = self.grounded
        yield self.question("over", "Whether it is over.", game.over)
        for number, (side, wins) in enumerate(zip(game.sides, game.wins, strict=True)):
            yield self.question(f"won_{number}", f"Whether {side} has won.", wins)
        yield self.won()
        yield self.to_move()
        yield self.legal()
        yield from self.changes.functions()
        yield self.question("unsure", "Whether the rules must be asked themselves.", game.undefined)

    def function(self, name: str, says: str, lines: Iterable[str]) -> str:
        """A function of a position."""
        return "\n".join([f"def {name}(s):", f'    """{says}"""', *lines])

    def question(self, name: str, says: str, formula: Formula) -> str:
        """A function that answers whether a formula holds."""
        code = BitExpressions(self.state, [formula])
        code.say(f"return {code.truth(formula)}")
        return self.function(name, says, [*self.state.unpacked, *code.lines])

    def won(self) -> str:
        """Which side has won."""
        lines = ["    winner = NOBODY"]
        for number in range(len(self.grounded.sides)):
            lines.append(f"    if won_{number}(s):")
            lines.append(f"        winner = {number} if winner == NOBODY else BOTH")
        return self.function("won", "The side that has won.", [*lines, "    return winner"])

    def to_move(self) -> str:
        """Which side is to move: the last where it is no other."""
        *first, _ = turns = self.grounded.to_move
        code = BitExpressions(self.state, first)
        for number, turn in enumerate(first):
            code.say(f"if {code.truth(turn)}:")
            code.say(f"    return {number}")
        code.say(f"return {len(turns) - 1}")
        return self.function("to_move", "The side that is to move.", [*self.state.unpacked, *code.lines])

    # Moves

    def legal(self) -> str:
        """The moves that may be made, those together that have a condition in common."""
        groups = self.groups()
        roots = [part for common, alike in groups for part in common]
        roots += [rest for _, alike in groups for allowed in alike for rest in allowed.moves.values()]
        code = BitExpressions(self.state, roots)
        for name in self.found.names:
            code.say(f"{name} = {self.found.literal(0)}")
        for common, alike in groups:
            self.allow_under(code, common, alike)
        code.say(f"return {self.found.joined}")
        return self.function("legal", "The moves that may be made.", [*self.state.unpacked, *code.lines])

    def groups(self) -> list[tuple[list[Formula], list[Allowed]]]:
        """Moves by what many of them have in common, then by the pattern of the rest."""
        legal = self.while_it_goes_on()
        shared = Counter(part for formula in legal for part in told(formula))
        groups: dict[frozenset[Formula], dict[ShiftPattern | None, Allowed]] = {}
        for number, formula in enumerate(legal):
            common = {
                part
                for part in told(formula)
                if shared[part] ** 2 > len(legal) or (shared[part] > 1 and pattern_of(part, 0) is None)
            }
            rest = conjunction(part for part in told(formula) if part not in common)
            pattern = pattern_of(rest, number)
            alike = groups.setdefault(frozenset(common), {})
            alike.setdefault(pattern, Allowed(pattern)).moves[number] = rest
        return [(sorted(common, key=order), list(alike.values())) for common, alike in groups.items()]

    def while_it_goes_on(self) -> list[Formula]:
        """What makes each move legal in positions that are not over."""
        over = self.grounded.over
        return substituted((move.legal for move in self.grounded.moves), {over: NEVER, ~over: ALWAYS})

    def allow_under(self, code: BitExpressions, common: list[Formula], alike: list[Allowed]) -> None:
        """Under a condition, the moves that it allows."""
        conditions = [code.truth(part) for part in common if part is not ALWAYS]
        known = dict(code.names)
        if conditions:
            code.say(f"if {' and '.join(conditions)}:")
            code.indent += 1
        for allowed in alike:
            self.allow(code, allowed)
        if conditions:
            code.indent -= 1
            code.names = known

    def allow(self, code: BitExpressions, allowed: Allowed) -> None:
        """Add moves to those that are found."""
        if allowed.pattern is not None and allowed.is_moved:
            for place, name, mask in self.found.parts(allowed.mask):
                code.say(f"{name} |= ({code.moved(allowed.pattern, place)}) & {self.found.literal(mask)}")
            return
        for number, rest in allowed.moves.items():
            for _, name, mask in self.found.parts(1 << number):
                if rest is ALWAYS:
                    code.say(f"{name} |= {self.found.literal(mask)}")
                else:
                    code.say(f"if {code.truth(rest)}:")
                    code.say(f"    {name} |= {self.found.literal(mask)}")


def told(formula: Formula) -> tuple[Formula, ...]:
    """The formula as a conjunction."""
    return claims(formula) or (formula,)
