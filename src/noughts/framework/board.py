"""A board of any width and height, whose set of rules is called at every step.

A cell has two indexes: x to the right and y downward from the top left corner, both from 0.  Its single index
is its number in reading order, from 0.  A piece is identified by its index; a blank is -1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import TypeAlias

from noughts.framework.rule_set import InvalidStep, RuleSet
from noughts.players.grid import BLANK, Cell, Pieces, diagonal, lines

Decision: TypeAlias = Cell
"""The cell that a player chooses, as x and y."""


class Board:
    """Pieces in cells, a set of rules, and the size of a drawn cell.

    A cell is drawn `horizontal_unit_side_length` letters wide and `vertical_unit_side_length` lines high; a
    piece fills it except for a margin on each side.
    """

    horizontal_border = "-"
    vertical_border = "|"

    def __init__(
        self,
        width: int | None = None,
        height: int | None = None,
        rule_set: RuleSet | None = None,
        *,
        scale: int = 1,
    ) -> None:
        self.rule_set = rule_set if rule_set is not None else RuleSet()
        self.rule_set.board = self
        self.clear(
            self.rule_set.width if width is None else width,
            self.rule_set.height if height is None else height,
        )
        self.rescale(scale)

    def clear(self, width: int, height: int) -> None:
        """Turn it into a blank board of this size."""
        if width < 1 or height < 1:
            raise ValueError(f"a board needs at least one cell, not {width} by {height}")
        self.width = width
        self.height = height
        self.p_map = [[BLANK] * width for _ in range(height)]
        self.round_counter = 0

    def rescale(self, scale: int) -> None:
        """Set the scale, from 1: cells of 3 by 1 letters, 7 by 3, 11 by 5, odd numbers so each has a
        middle."""
        if scale < 1:
            raise ValueError(f"a scale is 1 or more, not {scale}")
        self.horizontal_unit_side_length = 4 * scale - 1
        self.vertical_unit_side_length = 2 * scale - 1
        self.horizontal_margin = scale
        self.vertical_margin = scale // 2

    def copy(self) -> Board:
        """An independent board with the same pieces, rules and scale."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.p_map = [row[:] for row in self.p_map]
        other.rule_set = self.rule_set.copy()
        other.rule_set.board = other
        return other

    __copy__ = copy

    def __getitem__(self, x: int) -> tuple[int, ...]:
        """The column x; ``board[x][y]`` is the piece at (x, y)."""
        return self.column(x)

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.width * self.height

    @property
    def is_square(self) -> bool:
        """Whether its diagonals run from corner to corner."""
        return self.width == self.height

    # Places.

    def convert_index(self, x: int, y: int) -> int:
        """The single index of the cell (x, y)."""
        self.check_place(x, y)
        return y * self.width + x

    def revert_index(self, index: int) -> Decision:
        """The two indexes of a cell with this single index; `InvalidStep` if there is no such cell."""
        if not 0 <= index < self.size:
            raise InvalidStep(f"there is no cell {index + 1}: they are numbered from 1 to {self.size}")
        return index % self.width, index // self.width

    def row(self, y: int) -> tuple[int, ...]:
        """The pieces of a row, from left to right."""
        self.check_place(0, y)
        return tuple(self.p_map[y])

    def column(self, x: int) -> tuple[int, ...]:
        """The pieces of a column, downward."""
        self.check_place(x, 0)
        return tuple(row[x] for row in self.p_map)

    def diagonal(self, number: int) -> tuple[int, ...]:
        """The pieces of the diagonal 1, which runs down to the right from the top left corner, or 2, which
        runs down to the left from the top right."""
        return tuple(self.p_map[y][x] for x, y in self.diagonal_cells(number))

    def diagonal_cells(self, number: int) -> Sequence[Decision]:
        """The cells of a diagonal, downward."""
        if number not in (1, 2):
            raise InvalidStep(f"there are diagonals 1 and 2, not {number}")
        return diagonal(self.width, self.height, number)

    def lines(self) -> Sequence[Sequence[Decision]]:
        """The cells of each row and column, and of both diagonals if the board is square."""
        return lines(self.width, self.height)

    def pieces(self) -> Pieces:
        """The piece in each cell, or `BLANK`, row by row."""
        return {(x, y): p_index for y, row in enumerate(self.p_map) for x, p_index in enumerate(row)}

    def blanks(self) -> list[Decision]:
        """The cells without a piece, row by row."""
        return [cell for cell, p_index in self.pieces().items() if p_index == BLANK]

    def get_round_counter(self) -> int:
        """The number of pieces placed since the board was cleared."""
        return self.round_counter

    # Steps.

    def check_index(self, x: int, y: int, override: bool = False) -> None:
        """`InvalidStep` if there is no cell (x, y), or a piece in it that may not be replaced."""
        self.check_place(x, y)
        if not override and self.p_map[y][x] != BLANK:
            raise InvalidStep(f"cell {self.convert_index(x, y) + 1} is taken")

    def check_place(self, x: int, y: int) -> None:
        """`InvalidStep` if there is no cell (x, y); indexes do not count from the end."""
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise InvalidStep(f"there is no cell ({x}, {y}) on a board of {self.width} by {self.height}")

    def check_p_index(self, p_index: int) -> None:
        """`InvalidStep` if there is no such piece."""
        if not 0 <= p_index < len(self.rule_set.symbols):
            raise InvalidStep(f"there is no piece {p_index}")

    def go(self, x: int, y: int, p_index: int, override: bool = False) -> None:
        """Put a piece down; the rules are called before and after."""
        self.check_p_index(p_index)
        self.check_index(x, y, override)
        self.rule_set.on_piece_down(x, y, p_index)
        self.p_map[y][x] = p_index
        self.round_counter += 1
        self.rule_set.post_piece_down(x, y, p_index)

    # Drawing.

    def get_piece_symbol(self, p_index: int) -> str:
        """One letter for a piece or a blank."""
        return " " if p_index == BLANK else self.rule_set.symbols[p_index]

    def show(
        self,
        symbolization: Callable[[int], str] | None = None,
        horizontal_margin: int | None = None,
        vertical_margin: int | None = None,
    ) -> str:
        """The board drawn in letters, with its own margins and piece symbols by default."""
        return self._show(
            symbolization or self.get_piece_symbol,
            self.horizontal_margin if horizontal_margin is None else horizontal_margin,
            self.vertical_margin if vertical_margin is None else vertical_margin,
        )

    def show_indexes(self) -> str:
        """The board drawn with the number of each cell in its middle, from 1, in reading order."""
        numbers = count(1)
        unit = max(self.horizontal_unit_side_length, len(str(self.size)))
        vertical_margin = (self.vertical_unit_side_length - 1) // 2
        return self._show(lambda p_index: str(next(numbers)).center(unit), 0, vertical_margin, unit)

    def _show(
        self,
        symbolization: Callable[[int], str],
        horizontal_margin: int,
        vertical_margin: int,
        unit: int | None = None,
    ) -> str:
        unit = unit or self.horizontal_unit_side_length
        border, margin = self.vertical_border, " " * horizontal_margin
        separator = (" " + self.horizontal_border * unit) * self.width + "\n"
        blank = ((border + " " * unit) * self.width + border + "\n") * vertical_margin
        drawn = separator
        for row in self.p_map:
            line = ""
            for p_index in row:
                symbol = symbolization(p_index)
                filled = symbol * (unit - 2 * horizontal_margin) if len(symbol) == 1 else symbol
                line += border + margin + filled + margin
            line += border + "\n"
            drawn += blank + line * (self.vertical_unit_side_length - 2 * vertical_margin) + blank + separator
        return drawn
