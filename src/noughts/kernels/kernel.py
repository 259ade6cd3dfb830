"""A kernel: the rules of a game as generated Python that operates on the bits of integers.

    kernel = Kernel(game.ground())
    kernel.source                      the generated code, for people to read
    kernel.legal(kernel.initial)       the moves of the first position, as bits

`noughts.kernels.kernel_source` defines the functions of a kernel.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from msgspec import Struct, field

from noughts.games.game import Game, Move
from noughts.grounding.formula import NEVER
from noughts.grounding.grounded import Grounded, grounded_of
from noughts.kernels.columns import PositionColumns, fits
from noughts.kernels.kernel_source import BOTH, NOBODY, Source
from noughts.stop import Door


class Kernel(Struct, frozen=True, eq=False, dict=True):
    """The rules of a grounded game as functions of bits, fast enough for millions of positions."""

    grounded: Grounded
    _door: Door = field(default_factory=Door)

    def __repr__(self) -> str:
        return f"<kernel of {self.grounded.game.name}: {len(self.grounded.bits)} bits>"

    def __reduce__(self) -> tuple[type[Kernel], tuple[Grounded]]:
        return Kernel, (self.grounded,)  # the functions are compiled anew

    @cached_property
    def parts(self) -> Source:
        """The generator of the source, function by function."""
        return Source(self.grounded)

    @cached_property
    def source(self) -> str:
        """The functions, as Python source."""
        return str(self.parts)

    @property
    def text(self) -> str:
        """The source with the constants and tables that it reads: a program of its own."""
        return "\n".join((*self.constants, *self.tables)) + "\n\n\n" + self.source

    @property
    def constants(self) -> list[str]:
        """The definitions of the constants that the functions read."""
        return [f"NOBODY, BOTH = {NOBODY}, {BOTH}", "popcount = int.bit_count"]

    @property
    def tables(self) -> list[str]:
        """The tables that `after` reads."""
        tables = self.parts.changes.tables()
        return [f"{name}0 = [{', '.join(map(hex, table))}]" for name, table in tables.items()]

    @cached_property
    def words(self) -> dict[str, Any]:
        """The namespace of the functions compiled so far."""
        words: dict[str, Any] = {}
        exec("\n".join(self.constants), words)
        return words

    @property
    def initial(self) -> int:
        """The bits of the first position."""
        return self.grounded.initial

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """All moves, by number."""
        return tuple(move.move for move in self.grounded.moves)

    @property
    def is_sure(self) -> bool:
        """Whether the rules certainly have a value in every position."""
        return self.grounded.undefined is NEVER

    @cached_property
    def over(self) -> Callable[[int], bool]:
        """Whether a position is over by `gameOver`."""
        return self.function("over")

    @cached_property
    def won(self) -> Callable[[int], int]:
        """The number of the side that has won in a terminal position, `NOBODY`, or `BOTH`."""
        return self.function("won")

    @cached_property
    def to_move(self) -> Callable[[int], int]:
        """The number of the side to move."""
        return self.function("to_move")

    @cached_property
    def legal(self) -> Callable[[int], int]:
        """The legal moves of a position that is not over, as bits."""
        return self.function("legal")

    @cached_property
    def after(self) -> Callable[[int, int], int]:
        """The position after a legal move."""
        return self.function("after")

    @cached_property
    def added(self) -> dict[int, int]:
        """The bits that each move sets, by the bit of the move; empty if some move does anything else.

        With it, exploration makes a move by one lookup and one union, without a call of `after`.
        """
        changes = self.parts.changes
        if not changes.only_sets:
            return {}
        return {1 << k: move.sets for k, move in enumerate(self.grounded.moves)}

    @cached_property
    def unsure(self) -> Callable[[int], bool]:
        """Whether the rules may have no value in a position; then only evaluating them can tell."""
        return self.function("unsure")

    def function(self, name: str) -> Callable[..., Any]:
        """One of the functions, compiled at its first use; other threads wait for it."""
        with self._door:
            if name not in self.words:
                tables = self.tables if name == "after" else ()
                text = "\n\n\n".join(("\n".join(tables), *self.parts.functions_for(name)))
                exec(compile(text, f"<kernel of {self.grounded.game.name}>", "exec"), self.words)
        found: Callable[..., Any] = self.words[name]
        return found

    @cached_property
    def columns(self) -> PositionColumns | None:
        """The expansion of many positions at once; ``None`` if that is impossible for this game."""
        return PositionColumns(self.grounded, self.parts.changes) if fits(self.grounded) else None


def kernel_of(game: Game) -> Kernel:
    """The kernel of a game; `CannotGround` if it has none, or if its positions are listed sooner.

    Twins of a game share their formulas, so they share the kernel too: for a board of the size that people
    know, generating its functions takes seconds.
    """
    grounded = grounded_of(game, soon=True)
    kernel: Kernel = vars(grounded).setdefault("kernel", Kernel(grounded))
    return kernel
