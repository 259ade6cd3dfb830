"""A game by its rules whose document draws nothing: its board is derived from the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from noughts.documents.by_rules import PicturedByRules, Shared, part_text, short
from noughts.documents.documented import as_value
from noughts.easel import Image
from noughts.games.game import Move, Position, RulesError
from noughts.games.picture import Area, ClickPath, Restart, click
from noughts.language.core import Program
from noughts.language.tree import Definition
from noughts.meaning.compile import Compiled
from noughts.values.order import key
from noughts.values.sets import Set, listable
from noughts.values.show import summary
from noughts.values.value import Value

if TYPE_CHECKING:
    from noughts.documents.board.derived import DerivedBoard


# The definition by which a document says what is clicked for a move.
_CLICKS: Final = "boardClicks"
# The names of the parts of a move.
_MOVE: Final = "boardMove"


class GameOnBoard(PicturedByRules):
    """A game by its rules, with a screen that its document does not draw, or with a board that it defines.

    The board is derived when something is asked of it: most verbs ask for nothing.
    """

    only_board = True

    def __init__(
        self,
        program: Program,
        *,
        name: str,
        folder: Path | None = None,
        wins: str | None = None,
        meaning: Compiled | None = None,
    ) -> None:
        super().__init__(program, name=name, folder=folder, wins=wins, meaning=meaning)
        self._board = Shared["DerivedBoard"]()
        self._screen: PicturedByRules | None = None

    def reset(self) -> None:
        """Ask the board anew, too."""
        super().reset()
        self._screen = None

    @property
    def board(self) -> DerivedBoard:
        """The board: that of the document, or one derived once for all twins."""
        from noughts.documents.board.derived import DerivedBoard, derived_board

        if has_own_board(self.program):
            return DerivedBoard(self.program, (), _CLICKS, _MOVE if _MOVE in self.program.definitions else "")
        return self._board.get(lambda: derived_board(self.twin()))

    @property
    def vocabulary(self) -> Sequence[Definition]:
        """The board in the few definitions of which a document may have any; none if it has its own."""
        from noughts.documents.board.derived import vocabulary_of

        return () if has_own_board(self.program) else vocabulary_of(self.twin())

    @property
    def screen(self) -> PicturedByRules:
        """The same game with the definitions of its board."""
        if self._screen is None:
            self._screen = PicturedByRules(
                self.board.program, name=self.name, folder=self.folder, wins=self.wins
            )
        return self._screen

    @property
    def shown_program(self) -> Program:
        """The program with the definitions of its board."""
        return self.board.program

    def images(self, position: Position) -> Sequence[Image]:
        """The images of the board."""
        return self.screen.images(position)

    def brief(self, move: Value, side: Value) -> str:
        """The names of the cells and the words of a move, if the board gives them."""
        if not self.board.move:
            return short(move, side)
        try:
            return names_text(self.screen.value(self.board.move, move, at=self.initial))
        except RulesError:  # a move unlike all that were seen
            return short(move, side)

    def click_paths(self, position: Position) -> Mapping[Move, ClickPath]:
        """Where to click for each legal move."""
        return self.paths_of(map(as_value, self.moves(position)), position)

    def paths_of(self, moves: Iterable[Value], position: Position) -> dict[Move, ClickPath]:
        """Where to click for some moves, legal or not."""
        return {move: path for move in moves if (path := self.click_path(move, position)) is not None}

    def click_path(self, move: Value, position: Position) -> ClickPath | None:
        """Where to click for a move, if the board has a place for all of it."""
        with suppress(RulesError):
            return path_of(self.screen.value(self.board.clicks, move, at=position))
        return None

    def areas(self, position: Position) -> Mapping[Move, tuple[Area, ...]]:
        """The places that are clicked for each legal move."""
        return {move: path.areas for move, path in self.click_paths(position).items()}

    def clicked(self, position: Position, x: int, y: int) -> Move | Restart | None:
        """The legal move that a single click makes."""
        return click(self.click_paths(position), (), x, y)[1]


def has_own_board(program: Program) -> bool:
    """Whether a document has a board of its own, as ``noughts board`` prints: images, clicks of moves."""
    return {"images", _CLICKS} <= program.definitions.keys()


def screen_kind(program: Program) -> type[PicturedByRules]:
    """The kind of a game by its rules: the document draws its screen, or the screen is a board."""
    return PicturedByRules if "images" in program.definitions and not has_own_board(program) else GameOnBoard


def names_text(parts: Value) -> str:
    """The text of a move by the names of its parts: ``("b2", "c3")`` is ``b2-c3``; a set is in order."""
    assert isinstance(parts, tuple)
    groups = (sorted(listable(part), key=key) if isinstance(part, Set) else [part] for part in parts)
    return "-".join(",".join(map(part_text, group)) for group in groups)


def path_of(clicks: Value) -> ClickPath | None:
    """The path that a board gives: a pair of cells, each a rectangle or a set of some, and of words.

    ``None`` if nothing is to be clicked; `RulesError` if the value is no such pair.
    """
    match clicks:
        case (tuple(cells), tuple(words)):
            together = [listable(each) if isinstance(each, Set) else (each,) for each in cells]
            groups = tuple(frozenset(map(area_of, each)) for each in together)
            return ClickPath(groups, tuple(map(area_of, words))) if any(groups) or words else None
        case _:
            raise RulesError(f"{summary(clicks)} is no pair of tuples of rectangles")


def area_of(box: Value) -> Area:
    """A rectangle by the pixels of its left, bottom, right and top side; `RulesError` if it is none."""
    match box:
        case (int(left), int(bottom), int(right), int(top)):
            return Area(left, bottom, right, top)
        case _:
            raise RulesError(f"{summary(box)} is no rectangle")
