"""Games of which everything is known: documents beside this file, and rules made by dice."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from noughts.cli.game_argument import GameArgument
from noughts.documents.by_rules import GameByRules
from noughts.documents.from_document import game_from
from noughts.grounding.grounded import Grounded
from noughts.grounding.symmetry import Symmetry, symmetries
from noughts.kernels.compact_graph import CompactGraph, explore_by_machine
from noughts.kernels.explore import POSITION_LIMIT, explore_kernel, explore_rules
from noughts.kernels.kernel import Kernel
from noughts.kernels.machine import MachineCode
from noughts.kernels.state_graph import KernelGraph, StateGraph
from noughts.language.check import check_text
from noughts.solvers.backward import Solution, solve
from tests.grounding.random_maps import random_map_rules
from tests.grounding.random_rules import random_rules
from tests.grounding.random_sowing import random_sowing_rules
from tests.kernels.slow_machine import SlowMachine

DOCUMENTS = Path(__file__).parent / "documents"
SMALL: dict[str, tuple[str, ...]] = {
    "chase": ("chase",),
    "chase of three": ("chase", "n=7", "start={2,3,4}"),
    "coins": ("coins",),
    "coins, more of them": ("coins", "coins={1..6}", "limit=17"),
    "scales": ("scales",),
    "scales, longer": ("scales", "stop=3"),
    "stone": ("stone",),
    "drop": ("drop",),
    "drop, wider": ("drop", "columns=3", "rows=2"),
    "ladder": ("ladder",),
    "sowing": ("sowing",),
    "sowing, more seeds": ("sowing", "seeds=2", "longest=3"),
    "scores": ("scores",),
    "guard": ("guard",),
    "hex 2": ("hex", "n=2"),
    "men": ("men",),
    "lamps": ("lamps",),
    "four lamps": ("lamps", "lamps={1..4}"),
    "mnk 2 3 2": ("mnk", "m=2", "k=2"),
    "mnk 3 2 7, whose cells are all alike": ("mnk", "n=2", "k=7"),
}
_MAPS = 100
"""Rules made by dice whose number is at least this have a map as their state."""
_SOWING = 200
"""From this number on they sow seeds, and look ahead."""

WIDE: dict[str, tuple[str, ...]] = {
    "stone on a long ring": ("stone", "n=70"),
    "a long ladder": ("ladder", "n=66"),
    "a wide board": ("outward",),
    "a wide board, and back": ("outward", "back=99"),
}
"""States of more than 64 bits; the boards have symmetries."""

RANDOM = (*range(12), *range(_MAPS, _MAPS + 4), *range(_SOWING + 4, _SOWING + 10))


@dataclass(frozen=True, eq=False)
class Subject:
    """A game, and all that its own rules say of it."""

    game: GameByRules

    @cached_property
    def grounded(self) -> Grounded:
        return self.game.ground()

    @cached_property
    def exploration(self) -> StateGraph:
        return explore_rules(self.game)

    @cached_property
    def solution(self) -> Solution:
        return solve(self.exploration)

    @cached_property
    def group(self) -> tuple[Symmetry, ...]:
        return symmetries(self.grounded, fixing=self.grounded.initial)

    def by_kernel(self) -> KernelGraph:
        kernel = Kernel(self.grounded)
        return explore_kernel(self.game, kernel, kernel.initial, limit=POSITION_LIMIT)

    def quickest(self) -> Solution:
        return solve(self.by_kernel())

    def compact(self, group: Sequence[Symmetry], machine: type[MachineCode] = SlowMachine) -> CompactGraph:
        grounded = self.grounded
        return explore_by_machine(self.game, machine(grounded), group, grounded.initial, limit=POSITION_LIMIT)


def random_document(number: int) -> str:
    """The rules that dice make of a number."""
    if number >= _SOWING:
        return random_sowing_rules(number)
    return random_map_rules(number) if number >= _MAPS else random_rules(number)


@cache
def subject(title: str) -> Subject:
    """The subject of a title; a number is that of rules made by dice."""
    if title.isdecimal():
        program = check_text(random_document(int(title)), f"random {title}.led")
        game = game_from(program, name=f"random {title}")
    else:
        name, *let = {**SMALL, **WIDE}[title]
        found = GameArgument([str(DOCUMENTS / f"{name}.led")], let=let).load()
        assert isinstance(found, GameByRules)
        game = found
    assert isinstance(game, GameByRules)
    game.ground()  # so that nobody who asks for its kernel has a list instead, which may be found sooner
    return Subject(game)


EVERY = [*SMALL, *WIDE, *map(str, RANDOM)]
AT_LENGTH = os.environ.get("NOUGHTS_FUZZ_KERNELS") is not None
"""Whether every game is asked where some will do, and a third one is compiled to machine code."""
SOME = [
    *("chase", "coins", "coins, more of them", "stone", "drop", "sowing", "guard", "hex 2", "men"),
    *("lamps", "four lamps", "mnk 2 3 2", "stone on a long ring", "a wide board, and back"),
    *("0", "3", "7", "11", str(_MAPS), str(_MAPS + 2)),
]
"""Games of each kind: with symmetries or none, of one word or two, growing, going round, made by dice."""
ASKED = EVERY if AT_LENGTH else SOME
