"""The effect of moves on the bits of a position, as tables and a function that reads them.

    t = (s & KEEP[k] | SET[k]) ^ FLIP[k]

Then, for each formula on which further bits depend, ``t |= PUT…[k]`` if the formula holds.  A formula that
few moves need is in a function of its own, so other moves do not pay for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from noughts.grounding.formula import ALWAYS, NEVER, Formula, bit, order
from noughts.grounding.grounded import Grounded, GroundMove
from noughts.kernels.bit_expression import BitExpressions
from noughts.kernels.words import BitWords

_MOST_COMMON: Final = 24
"""The most formulas that are all evaluated at every move, without a branch on the move."""


class TransitionTable:
    """The effect of each move of a game on the bits."""

    def __init__(self, grounded: Grounded, state: BitWords) -> None:
        self.moves = grounded.moves
        self.state = state
        self.others = [other_changes(move) for move in self.moves]
        uses = Counter(new for other in self.others for new in set(other.values()))
        often = len(uses) <= _MOST_COMMON
        # A formula that more than a quarter of the moves need is evaluated at every move too: a test costs
        # less than a call of `more_k`.  Only speed depends on this rough bound.
        self.common = sorted((f for f, n in uses.items() if often or 4 * n > len(self.moves)), key=order)

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
