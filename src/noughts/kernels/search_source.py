"""The source of a search: the rules of a game as machine code, with every shortcut that its facts allow.

If the rules are lines (`noughts.grounding.facts`), a position is two words, one for each side, with a bit for
each cell, and lines of one shape are tested at once by shifted words.  Otherwise it is the words of the
kernel.  `Shortcuts` selects the shortcuts.  Leaving one out changes the nodes searched, never the answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from types import ModuleType
from typing import Final

from msgspec import Struct

from noughts.grounding.facts import Facts, Lines, weights
from noughts.grounding.formula import bits_in
from noughts.grounding.grounded import Grounded
from noughts.grounding.symmetry import Symmetry
from noughts.kernels import line_moves, rule_moves, search_loops
from noughts.kernels.dialect import MACHINE
from noughts.kernels.kernel_source import Source
from noughts.kernels.machine_source import compiled_source, inner, keeping, module_head, table_definition

# Options for Numba: a search releases the lock of the interpreter, so other threads run meanwhile.
_COMPILE_OPTIONS: Final = "nogil=True"
# Bits of an entry for the best move, and for the logarithm of the nodes searched.
_DATA_BITS: Final = 8 + 6
# Shifts up to which the image of a word is made of shifts; with more, lookup tables of bytes are faster.
_FEW_SHIFTS: Final = 8
# Depth up to which threads avoid each other's positions; a larger depth was found to change nothing.
_SHARED_DEPTH: Final = 8
# Moves up to which the positions after all moves are looked up before one is searched.  In m,n,k-games, with
# twenty moves of eight images each, that took two thirds of the time and saved no nodes (decision 0033).
_MOVES_LOOKED_UP_AT_ONCE: Final = 8
LONGEST_MATCH: Final = 1_000
"""The most moves of a match that is searched, for games without a bound of their own."""


class Shortcuts(Struct, frozen=True):
    """The shortcuts that a search takes if the facts of the game allow them.

    Without one of them, a search of 6×5 Connect Four took the given multiple of nodes (decision 0033).
    """

    lines: bool = True
    """Positions are sets of cells, and threats are known."""
    replies: bool = True
    """A threatened win is answered without trying other moves (1.6)."""
    chains: bool = True
    """Forced moves are made without nodes of their own (1.5)."""
    follow_up: bool = True
    """A bound from answering each stone in its column (6×6: 10.0 million nodes became 6.4 million)."""
    dead: bool = True
    """Cells that no line needs any more count as the same in keys (1.4)."""
    threats: bool = True
    """Moves that threaten most are tried first (1.2)."""
    weights: bool = True
    """Moves in most lines are tried first (26.5)."""
    enhanced: bool = True
    """The positions after all moves are looked up before one is searched (1.2)."""
    symmetry: bool = True
    """Symmetric positions have one key (1.5)."""


ALL: Final = Shortcuts()


class SearchSource(Struct, frozen=True):
    """The generated module of a game and its layout."""

    grounded: Grounded
    facts: Facts
    group: Sequence[Symmetry]
    shortcuts: Shortcuts = ALL

    @property
    def lines(self) -> Lines | None:
        """The rules as lines; ``None`` if they are no lines, or that shortcut is not used."""
        return self.facts.lines if self.shortcuts.lines else None

    @property
    def most(self) -> int:
        """A number of moves that no match reaches; a win in d moves is worth ``most - d``."""
        if self.lines is not None:
            return self.lines.cells + 2
        return len(self.grounded.bits) + 2 if self.facts["growing"] else LONGEST_MATCH + 2

    @property
    def value_bits(self) -> int:
        """Bits of a value in an entry."""
        return (2 * self.most).bit_length()

    @property
    def key_bits(self) -> int:
        """Bits of a position."""
        return len(self.grounded.bits) if self.lines is None else 2 * self.lines.cells

    @property
    def room_above(self) -> int:
        """Bits that the key may use of the second word of an entry."""
        return 64 - 2 * self.value_bits - _DATA_BITS

    @property
    def is_exact(self) -> bool:
        """Whether a key is the whole position; otherwise it is a hash, which two positions may share."""
        return self.key_bits - 64 <= self.room_above

    @property
    def node_words(self) -> int:
        """Words of a node, without its key."""
        return 4 if self.lines is not None else max(1, -(-len(self.grounded.bits) // 64))

    @property
    def widest(self) -> int:
        """The most moves of a position."""
        return len(self.grounded.moves) if self.lines is None else self.lines.cells

    def __str__(self) -> str:
        return "\n\n".join(self.parts())

    def parts(self) -> Iterator[str]:
        """The parts of the module."""
        kernel = Source(self.grounded, MACHINE)
        yield module_head(kernel)
        yield self.constants()
        if self.lines is not None:
            yield from map(inner, self.line_functions(self.lines))
            yield from self.key_of_lines(self.lines)
            yield compiled(line_moves, before=search_loops)
            yield "expand_node, clamped, complete = expand_lines, clamp_lines, complete_lines"
        else:
            yield from self.rule_functions(kernel)
            yield compiled(rule_moves, before=search_loops)
            yield "expand_node, clamped, complete = expand_rules, clamp_rules, complete_rules"
        yield compiled_source(search_loops, _COMPILE_OPTIONS)

    def constants(self) -> str:
        """The definitions of the constants of `noughts.kernels.generated_names`."""
        cuts = self.shortcuts
        known = {
            "MOST": self.most,
            "VALUE_BITS": self.value_bits,
            "KEY_BITS_ABOVE": max(0, self.key_bits - 64) if self.is_exact else self.room_above,
            "node_words": self.node_words,
            "CELLS": self.lines.cells if self.lines is not None else 0,
            "REPLIES": cuts.replies,
            "CHAINS": cuts.chains and cuts.replies,
            "FOLLOWED": cuts.follow_up and self.lines is not None and self.lines.is_stacked,
            "BY_THREATS": cuts.threats,
            "WEIGHTED": cuts.weights,
            "ENHANCED": cuts.enhanced,
            "SHARED": _SHARED_DEPTH,
            "FEW": _MOVES_LOOKED_UP_AT_ONCE,
            "GROWING": self.facts["growing"],
            "ALTERNATING": self.facts["alternating"],
        }
        lines = [f"{name} = {value}" for name, value in known.items()]
        answers = self.lines.answers if self.lines is not None else 0
        lines.append(f"ANSWERS = {MACHINE.literal(answers)}")
        return "\n".join([*lines, f"WEIGHTS = array({list(self.weights())})"])

    def weights(self) -> Sequence[int]:
        """The weight of each move; for lines, the number of lines through its cell."""
        if self.lines is None:
            return weights(self.grounded)
        return [sum(line >> cell & 1 for line in self.lines.lines) for cell in range(self.lines.cells)]

    # Lines

    def line_functions(self, lines: Lines) -> Iterator[str]:
        """The functions of `noughts.kernels.line_moves`."""
        shapes = shapes_of(lines.lines)
        body = [line for number, shape in enumerate(shapes.items()) for line in threats_of(number, *shape)]
        yield function("threats", "p", "Cells that complete a line of stones.", body)
        body = ["p = ~p"]
        body += [line for number, shape in enumerate(shapes.items()) for line in lines_of(number, *shape)]
        yield function("reachable", "p", "Cells of lines that have no cell here.", body)
        body = [f"r |= {bases_of(*shape)}" for shape in shapes.items()]
        yield function("full", "p", "Whether some line lies in these cells: any word but 0.", body)
        yield function("legal", "t", "Empty cells that may be filled.", [f"r = {self.open_cells(lines)}"])
        body = [
            f"r |= (w {shift(-by)}) & {MACHINE.literal(below)}"
            for by, (below, _) in supports_of(lines).items()
        ]
        yield function("enabling", "w", "Cells that are supports of these.", body)

    def open_cells(self, lines: Lines) -> str:
        """The expression for the cells that may be filled."""
        free = sum(1 << column[0] for column in lines.columns)
        pieces = [MACHINE.literal(free)] if free else []
        pieces += [f"(t & {MACHINE.literal(low)}) {shift(by)}" for by, (low, _) in supports_of(lines).items()]
        return f"({' | '.join(pieces)}) & ~t"

    def key_of_lines(self, lines: Lines) -> Iterator[str]:
        """The function that computes the key of a position: the least of its images.

        A dead cell, all of whose lines have stones of both sides, is given to both sides in the key.  Giving
        it to one side would be wrong: a line whose only stone of the other side is there would come to life.
        """
        images = [image for image in map(lines.permutation, self.group) if image is not None]
        images = [image for image in images if image != tuple(range(lines.cells))]
        images = images if self.shortcuts.symmetry else []
        for number, image in enumerate(images):
            yield from image_of(number, image)
        body = ["dead = (x | y) & ~alive", "x |= dead", "y |= dead"] if self.shortcuts.dead else []
        for number in range(len(images)):
            # the second word is permuted only if the first one does not decide already
            body += [f"a = image_{number}(x)", "if a <= p:", f"    b = image_{number}(y)"]
            body += ["    if a < p or b < q:", "        p, q = a, b"]
        if images:
            body.insert(3 if self.shortcuts.dead else 0, "p, q = x, y")
        else:
            body.append("p, q = x, y")
        n = lines.cells
        if self.is_exact:
            above = f"q >> W({64 - n})" if 2 * n > 64 else "W(0)"
            body.append(f"return p | q << W({n}), {above}")
        else:
            body += hashed_key("p", "q", self.room_above)
        yield inner("\n".join(["def key_of(x, y, alive):", *(f"    {line}" for line in body)]))

    # Rules

    def rule_functions(self, kernel: Source) -> Iterator[str]:
        """The functions of `noughts.kernels.rule_moves`."""
        words, found, bits = len(kernel.state.names), len(kernel.found.names), len(self.grounded.bits)
        for name, masks in kernel.changes.tables().items():
            for place in range(words):
                yield table_definition(f"{name}{place}", [kernel.state.part(mask, place) for mask in masks])
        yield from map(inner, [*kernel.functions(), *keeping(words, found, bits)])
        group = self.group[1:] if self.shortcuts.symmetry else ()
        names = [f"s{place}" for place in range(words)]
        body = ["t = s"]
        for number, symmetry in enumerate(group):  # a table for each: Numba caches no code with large tables
            yield f"IMAGE_{number} = array([{in_bytes(symmetry.bits, words)}], uint64)"
            body.append(f"t = least(t, image(IMAGE_{number}, 0, s))")
        body.append(f"{', '.join(names)} = t")
        if self.is_exact:
            body.append(f"return s0, {'s1' if words > 1 else 'W(0)'}")
        else:
            body.append("low, high = s0, W(0)")
            for name in names[1:]:
                body += [f"low = (low ^ low >> W(31)) * W({_ODD:#x}) ^ {name}"]
                body += [f"high = (high ^ high >> W(29)) * W({_OTHER:#x}) ^ {name} * W({_ODD:#x})"]
            body += hashed_key("low", "high ^ s0", self.room_above)
        yield inner("\n".join(["def key_of(s):", *(f"    {line}" for line in body)]))


# Odd multipliers with well-spread bits, for hashes of positions that are too large for a key.  The first is
# that of `noughts.kernels.machine_source`.
_ODD: Final = 0x9E3779B97F4A7C15
_OTHER: Final = 0xC2B2AE3D27D4EB4F


def hashed_key(p: str, q: str, above: int) -> list[str]:
    """The statements that return two hashes of two words, the second one of `above` bits."""
    return [
        f"h = ({p} ^ ({q}) * W({_OTHER:#x})) * W({_ODD:#x})",
        "h ^= h >> W(29)",
        f"g = (({p}) * W({_OTHER:#x}) ^ ({q}) >> W(7)) * W({_ODD:#x}) + ({q})",
        f"g = (g ^ g >> W(31)) * W({_OTHER:#x})",
        f"return h, g >> W({64 - above})",
    ]


def compiled(moves: ModuleType, before: ModuleType) -> str:
    """The source of a module of moves, preceded by the constants of the loops that come after it."""
    names = {name: value for name, value in vars(before).items() if name.isupper() and isinstance(value, int)}
    head = "\n".join(f"{name} = {value}" for name, value in names.items() if name != "TYPE_CHECKING")
    return f"{head}\n\n{compiled_source(moves, _COMPILE_OPTIONS)}"


def function(name: str, parameter: str, says: str, body: list[str]) -> str:
    """A function of a word that returns the word ``r``."""
    lines = [f"def {name}({parameter}):", f'"""{says}"""', "r = W(0)", *body, "return r"]
    return "\n    ".join(lines)


def shift(by: int) -> str:
    """The operator and operand that shift a word up, or down if `by` is negative."""
    return f"<< W({by})" if by >= 0 else f">> W({-by})"


def shapes_of(lines: Sequence[int]) -> dict[tuple[int, ...], int]:
    """The lowest cells of lines as a mask, by shape: the offsets of the cells of a line from its lowest."""
    found: dict[tuple[int, ...], int] = {}
    for line in lines:
        cells = list(bits_in(line))
        shape = tuple(cell - cells[0] for cell in cells)
        found[shape] = found.get(shape, 0) | 1 << cells[0]
    return found


def threats_of(number: int, shape: tuple[int, ...], bases: int) -> list[str]:
    """Statements that add to ``r`` the cells whose line has all its other cells in ``p``.

    For each cell of a shape, the cells before it and those after it are combined as prefix and suffix
    products.  So a shape of n cells takes about 3 n operations; testing each cell by itself takes n².
    """
    size, name = len(shape), f"s{number}_"
    body = [f"{name}{k} = p >> W({by})" if by else f"{name}0 = p" for k, by in enumerate(shape)]
    body.append(f"before = {MACHINE.literal(bases)}")
    after = [f"{name}{size - 1}"]
    for k in range(size - 2, 0, -1):
        body.append(f"{name}after{k} = {name}{k} & {after[0]}")
        after.insert(0, f"{name}after{k}")
    for k, by in enumerate(shape):
        rest = f"before & {after[k]}" if k + 1 < size else "before"
        body.append(f"r |= ({rest}) << W({by})")
        if k + 1 < size:
            body.append(f"before &= {name}{k}")
    return body


def bases_of(shape: tuple[int, ...], bases: int) -> str:
    """The lowest cells of the lines of a shape that lie in ``p``."""
    return " & ".join([*(f"p >> W({by})" for by in shape), MACHINE.literal(bases)])


def lines_of(number: int, shape: tuple[int, ...], bases: int) -> list[str]:
    """Statements that add the cells of the lines of a shape that lie in ``p``."""
    body = [f"f{number} = {bases_of(shape, bases)}"]
    return [*body, "r |= " + " | ".join(f"f{number} << W({by})" for by in shape)]


def supports_of(lines: Lines) -> dict[int, tuple[int, int]]:
    """The cells below others as a mask, and those above them as a mask, by the distance between both."""
    found: dict[int, tuple[int, int]] = {}
    for column in lines.columns:
        for below, above in pairwise(column):
            low, high = found.get(above - below, (0, 0))
            found[above - below] = low | 1 << below, high | 1 << above
    return found


def image_of(number: int, image: tuple[int, ...]) -> Iterator[str]:
    """The function that permutes the cells of a word, by shifts or by lookup tables."""
    moved: dict[int, int] = {}
    for cell, reached in enumerate(image):
        moved[reached - cell] = moved.get(reached - cell, 0) | 1 << cell
    if len(moved) <= _FEW_SHIFTS:
        text = " | ".join(f"(w & {MACHINE.literal(mask)}) {shift(by)}" for by, mask in moved.items())
    else:
        tables = [
            [
                sum(1 << image[8 * byte + k] for k in bits_in(content) if 8 * byte + k < len(image))
                for content in range(256)
            ]
            for byte in range(-(-len(image) // 8))
        ]
        yield f"IMAGE_{number} = array({tables}, uint64)"
        text = " | ".join(f"IMAGE_{number}[{k}, w >> W({8 * k}) & W(255)]" for k in range(len(tables)))
    yield inner(f"def image_{number}(w):\n    return {text}")


def in_bytes(bits: Sequence[int], words: int) -> list[list[list[int]]]:
    """The images of all bytes of a position: (bytes, 256, words) uint64, as nested lists."""
    return [
        [
            [
                sum(1 << bits[8 * byte + k] for k in bits_in(content) if 8 * byte + k < len(bits))
                >> 64 * place
                & (1 << 64) - 1
                for place in range(words)
            ]
            for content in range(256)
        ]
        for byte in range(-(-len(bits) // 8))
    ]
