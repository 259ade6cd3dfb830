"""The source of a module of machine code: the kernel of a game, the storage of positions, and the loops."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import getsource
from textwrap import dedent
from types import FunctionType, ModuleType
from typing import Final

from noughts.grounding.formula import Formula
from noughts.grounding.grounded import Grounded
from noughts.grounding.walk import walk
from noughts.kernels import machine_loops
from noughts.kernels.dialect import MACHINE, STRAIGHT, MachineDialect
from noughts.kernels.kernel_source import BOTH, NOBODY, Source

# Multipliers of the hash.  They are odd, so multiplication by them is a bijection of words, and their bits
# are well spread.  The first is 2**64 over the golden ratio (D. E. Knuth, *The Art of Computer Programming*,
# vol. 3, §6.4).
_SCATTER = 0x9E3779B97F4A7C15
_MIX = 0xD6E8FEB86659FD93

# The most parts of a rule that is written with branches; compiling the branches of a larger one takes longer
# than they save.
_MOST_BRANCHED_PARTS: Final = 300


def machine_source(grounded: Grounded, *more: ModuleType) -> str:
    """A Python module for Numba, with the kernel of a game and the loops over its positions.

    The loops of `more` modules follow; they may call everything before them.
    """
    kernel = Source(grounded, dialect_for(grounded))
    words, found = len(kernel.state.names), len(kernel.found.names)
    parts = [module_head(kernel)]
    parts += [
        table_definition(f"{name}{place}", [kernel.state.part(mask, place) for mask in masks])
        for name, masks in kernel.changes.tables().items()
        for place in range(words)
    ]
    parts += map(inner, [*kernel.functions(), *keeping(words, found, len(grounded.bits))])
    return "\n\n".join([*parts, *map(compiled_source, (machine_loops, *more))])


def dialect_for(grounded: Grounded) -> MachineDialect:
    """The dialect for the rules of a game: without branches if one of them has very many parts."""
    rules = (grounded.over, *grounded.wins, *grounded.to_move)
    return STRAIGHT if any(sum(1 for _ in walk([rule])) > _MOST_BRANCHED_PARTS for rule in rules) else MACHINE


def words_source(words: int, loops: ModuleType) -> str:
    """A Python module for Numba with loops over rows of words, which do not depend on the game."""
    load, store, *_ = keeping(words, 1, 0)
    return "\n\n".join([_WORDS_HEAD, *map(inner, (load, store)), compiled_source(loops)])


def claim_source(grounded: Grounded, claim: Formula) -> str:
    """A Python module for Numba with ``truths(codes, found)``, which evaluates a claim in each position."""
    kernel = Source(grounded, MACHINE)
    question = kernel.question("claim", "Whether it is true.", claim)
    functions = map(inner, [loading(len(kernel.state.names)), question, _TRUTHS])
    return "\n\n".join([module_head(kernel), *functions]) + "\n"


def module_head(kernel: Source) -> str:
    """The head of a module: imports and constants."""
    words, found = len(kernel.state.names), len(kernel.found.names)
    return _HEAD.format(name=kernel.grounded.game.name, BOTH=BOTH, NOBODY=NOBODY, words=words, found=found)


_HEAD = dedent(
    '''\
    """Machine code for {name}."""

    from numba import int64, njit
    from numba import uint64 as W
    from numpy import array, uint64

    from noughts.kernels.intrinsics import lowest, popcount, prefetch

    NOBODY = {NOBODY}
    BOTH = {BOTH}
    words = {words}
    words_of_moves = {found}
    '''
)

_WORDS_HEAD = dedent(
    '''\
    """Machine code for rows of words."""

    from numba import njit
    from numba import uint64 as W
    '''
)


_NTH = dedent(
    """\
    def nth(found, place):
        for word in range(words_of_moves):
            moves = word_of(found, word)
            here = W(popcount(moves))
            if place < here:
                while place > W(0):
                    moves &= moves - W(1)
                    place -= W(1)
                return lowest(moves) + 64 * word
            place -= here
        return 0
    """
).rstrip()


_TRUTHS = dedent(
    """\
    def truths(codes, found):
        for number in range(len(codes)):
            found[number] = claim(load(codes, number))
    """
).rstrip()


def inner(function: str) -> str:
    """A function that Numba inlines into its callers."""
    return f"@njit\n{function}\n"


def table_definition(name: str, numbers: list[int]) -> str:
    """The definition of a table of words."""
    return f"{name} = array([{', '.join(map(hex, numbers))}], uint64)"


def keeping(words: int, found: int, bits: int) -> Iterator[str]:
    """The functions that store positions of `words` words in arrays, and those that read words of moves.

    `noughts.kernels.generated_names` describes them.
    """
    every = range(words)
    names = [f"s{place}" for place in every]
    take_apart = f"    {', '.join(names)} = s\n" if words > 1 else "    s0 = s\n"
    yield loading(words)
    stored = "\n".join(f"    rows[number, {place}] = s{place}" for place in every)
    yield f"def store(rows, number, s):\n{take_apart}{stored}"
    yield "def least(s, t):\n    return s if s < t else t"
    yield f"def hashed(s):\n{take_apart}{scattered(names)}"
    yield f"def image(tables, g, s):\n{take_apart}{looked_up(words, bits)}"
    yield f"def word_of(found, place):\n    return {'found[place]' if found > 1 else 'found'}"
    yield "def count_of(found):\n    return " + " + ".join(
        f"popcount({f'found[{place}]' if found > 1 else 'found'})" for place in range(found)
    )
    yield _NTH


def loading(words: int) -> str:
    """The function that reads a position of `words` words from an array."""
    taken = ", ".join(f"rows[number, {place}]" for place in range(words))
    return f"def load(rows, number):\n    return {taken}"


def scattered(names: list[str]) -> str:
    """The statements that hash words to a number of 31 bits, which is not negative as an int64."""
    # a product carries low bits upward only, so its upper half is folded down before the next word is added
    lines = [f"    h = s0 * W({_SCATTER:#x})"]
    for name in names[1:]:
        lines.append(f"    h = ((h ^ h >> W(32)) + {name}) * W({_SCATTER:#x})")
    return "\n".join(
        [*lines, "    h ^= h >> W(32)", f"    h *= W({_MIX:#x})", "    return int64(h >> W(33))"]
    )


def looked_up(words: int, bits: int) -> str:
    """The statements that combine the image of a position from those of its bytes."""
    results = []
    for place in range(words):
        pieces = [
            f"tables[g, {byte}, s{byte // 8} >> W({8 * (byte % 8)}) & W(255), {place}]"
            for byte in range(-(-bits // 8))
        ]
        results.append(" | ".join(pieces) or "W(0)")
    return "    return " + ", ".join(results)


def compiled_source(loops: ModuleType, options: str = "") -> str:
    """The source of a module, followed by the statements that compile its functions and cache the code."""
    names = ", ".join(
        name
        for name, found in vars(loops).items()
        if isinstance(found, FunctionType) and found.__module__ == loops.__name__
    )
    head = "from noughts.kernels.cached_code import cached_njit"
    compiled = f"{head}\n\n{names}, = map(cached_njit({options}), ({names},))\n"
    return f"{getsource(loops)}\n\n# As machine code\n\n{compiled}"
