"""A game as its page has it: the rules and the kernel as JavaScript, and what both need to know of it."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

from msgspec import Struct, field
from msgspec.structs import asdict, replace

from noughts.documents.animation import Animation
from noughts.documents.by_clicks import GameByClicks
from noughts.documents.by_rules import GameByRules, PicturedByRules
from noughts.documents.documented import as_value
from noughts.documents.from_document import By, game_from
from noughts.documents.on_board import GameOnBoard, has_own_board
from noughts.documents.pixels import joined_areas
from noughts.documents.settings import number_of, settings_of
from noughts.easel import Graphic
from noughts.games.game import CannotGround, Position, RulesError, has_values, is_system
from noughts.games.picture import Area
from noughts.grounding.grounded import grounded_of
from noughts.kernels.javascript import kernel_function
from noughts.kernels.kernel import Kernel
from noughts.language.check import check_documents
from noughts.language.parse import parse_expression
from noughts.language.tree import Expression
from noughts.meaning.javascript.emit import Question, program_function
from noughts.meaning.javascript.json_values import to_json
from noughts.players.levels import LEVELS
from noughts.refusal import Refusal
from noughts.solvers.plan import solved_soon
from noughts.solvers.puzzles import Puzzle, puzzles_of
from noughts.solvers.safe_set import SafeSetData, safe_sets
from noughts.text.document import Document, split_document
from noughts.text.source import Source
from noughts.text.used import with_used

Documented: TypeAlias = GameByRules | GameByClicks | Animation
Json: TypeAlias = dict[str, Any]

# Positions up to which a page solves a game when it is opened: about a second, and some forty megabytes.
_LISTED: Final = 1_000_000

# Puzzles of a page: two kilobytes.
_PUZZLES: Final = 12

PERSON: Final = "person"
# The player of a side that no person plays: the strongest one of the page.
_BEST: Final = "best"


class LiveGame(Struct, frozen=True, eq=False, dict=True):
    """A document that plays on its page.

    `numbers` are the settings that are others than in the document; `others` is the same game with others
    again, which its page offers, too.  `waits` is whether to wait for formulas where its few positions could
    be listed sooner, and for sets of positions in which a side cannot lose if it is too large to be solved on
    the page.
    """

    game: Documented
    title: str
    texts: Sequence[Document]
    numbers: Mapping[str, int] = field(default_factory=dict)
    others: Sequence[LiveGame] = ()
    waits: bool = True

    @property
    def kind(self) -> str:
        """How it is played: by its rules, by its clicks, or as a film."""
        if isinstance(self.game, Animation):
            return "film"
        return "clicks" if isinstance(self.game, GameByClicks) else "rules"

    @property
    def description(self) -> str:
        """The caption beside the paper."""
        return "its film" if self.kind == "film" else "its board"

    @property
    def questions(self) -> Sequence[Question]:
        """The question for the legal moves."""
        return [(self.game.every_legal_move, None)] if isinstance(self.game, GameByRules) else []

    @property
    def titles(self) -> str:
        """The name of the game with each of its settings."""
        return " ".join(game.title for game in (self, *self.others))

    @property
    def script(self) -> str:
        """Definitions and kernel, which stand before the script that the workers of a page run."""
        program = program_function(self.game.shown_program, self.questions, self.explained)
        return f"self.given = {{ program: {program}, kernel: {self.kernel_script} }};\n"

    @cached_property
    def kernel_script(self) -> str:
        """The kernel as a term."""
        return "null" if self.kernel is None else f"({kernel_function(self.kernel)})()"

    def learn(self, other: LiveGame) -> None:
        """Take over what was found of a game of the same rules."""
        vars(self).update({name: vars(other)[name] for name in _FOUND if name in vars(other)})

    @property
    def explained(self) -> list[str]:
        """The relations of which the page says why they hold, or do not."""
        if isinstance(self.game, Animation):
            return []
        moves = ["legalMove"] if isinstance(self.game, GameByRules) else []
        names = [*moves, "gameOver", self.game.wins or ""]
        return [name for name in names if name in self.game.program.definitions]

    @cached_property
    def kernel(self) -> Kernel | None:
        """The kernel; ``None`` for a game that has none."""
        if not isinstance(self.game, GameByRules):
            return None
        try:
            return Kernel(grounded_of(self.game, soon=not self.waits))
        except CannotGround:
            return None

    @property
    def settings(self) -> Mapping[str, int]:
        """The numbers that may be others in the rules."""
        return settings_of(self.game)

    @property
    def told(self) -> Json:
        """The data of the page; if the game has alternatives, the rules of each, this one first."""
        if not self.others:
            return self.data
        return {"offers": [game.offer for game in (self, *self.others)], "written": self.written}

    @property
    def offer(self) -> Json:
        """One of the games that a page offers."""
        return {"data": self.data, "script": self.script, "settings": self.settings}

    @property
    def written(self) -> Mapping[str, int]:
        """The settings as the document has them."""
        definitions = check_documents(self.texts).definitions
        numbers = {name: number_of(definitions[name]) for name in self.settings}
        return {name: number for name, number in numbers.items() if number is not None}

    @property
    def data(self) -> Json:
        """The facts of the game, other than its rules, that the page is told."""
        data: Json = {
            "kind": self.kind,
            "name": self.game.name,
            "title": self.title,
            "graphics": self.graphics,
        }
        if self.numbers:
            data["numbers"] = self.numbers
        if isinstance(self.game, Animation):
            return data | {"keys": list(self.game.keys)}
        return data | {
            "fingerprint": self.game.fingerprint,
            "sides": [to_json(side) for side in self.game.side_values],
            "valued": has_values(self.game),
            "advisable": not is_system(self.game),
            "wins": self.game.wins,
            "players": {side: _BEST if number else PERSON for number, side in enumerate(self.game.sides)},
            "levels": [asdict(level) for level in reversed(LEVELS)],
            "areas": self.areas,
            "movesVary": isinstance(self.game, GameByRules) and self.game.moves_vary,
            "board": self.board,
            "safeSets": list(self.safe_sets),
            "puzzles": self.puzzles,
            "restart": boxes(self.game.restart) if isinstance(self.game, GameByClicks) else [],
        }

    @cached_property
    def safe_sets(self) -> Sequence[SafeSetData]:
        """The safe sets of both sides, if the game is too large to be solved on its page and has some."""
        if self.kernel is None or not self.waits:
            return []
        return safe_sets(self.kernel.grounded, few=_LISTED)

    @cached_property
    def puzzles(self) -> Sequence[Json]:
        """Some puzzles of a game of two sides and few positions, with what the page says of them."""
        if not isinstance(self.game, GameByRules) or len(self.game.sides) < 2 or not has_values(self.game):
            return []
        with suppress(Refusal, RulesError):
            solution = solved_soon(self.game)
            return [] if solution is None else [asked(puzzle) for puzzle in puzzles_of(solution, _PUZZLES)]
        return []

    @cached_property
    def positions(self) -> Sequence[Position]:
        """The positions of some random matches; the first frame of a film."""
        if isinstance(self.game, PicturedByRules | GameByClicks):
            return list(sampled_positions(self.game))
        return [self.game.initial]

    @property
    def files_drawn(self) -> set[str]:
        """The picture files that are drawn in these positions."""
        if "images" not in self.game.program.definitions:
            return set()
        drawn = (image for position in self.positions for image in self.game.images(position))
        return {image.file for image in drawn if isinstance(image, Graphic)}

    @cached_property
    def areas(self) -> list[list[list[int]]]:
        """The groups of rectangles in which clicks behave alike."""
        if not isinstance(self.game, PicturedByRules | GameByClicks) or self.game.clicks is None:
            return []  # a derived board has areas of its own, and needs no positions
        return [boxes(group) for group in screen_groups(self.game, self.positions)]

    @property
    def board(self) -> Json | None:
        """The names of the definitions of a board that say where to click for a move, and name it; `moving`
        is the first again if it depends on the position.  ``None`` if a board of its own gives no clicks."""
        if not isinstance(self.game, GameOnBoard):
            return None
        if has_own_board(self.game.program) and not self.game.click_paths(self.game.initial):
            return None
        clicks, move = self.game.board.clicks, self.game.board.move
        moves = self.game.shown_program.definitions[clicks].reads_frame
        return {"clicks": clicks, "move": move, "moving": clicks if moves else ""}

    @cached_property
    def graphics(self) -> Mapping[str, str]:
        """The picture files that the document draws and that lie beside it, as data of the page."""
        return {
            file: f"data:{found.media_type};base64,{b64encode(found.content).decode()}"
            for file in sorted(self.files_drawn)
            if (found := graphic_bytes(self.game.folder, file)) is not None
        }


# The facts of a game that take longest to find.
_FOUND: Final = ("kernel", "kernel_script", "puzzles", "positions", "areas", "graphics")


class FirstPaint(LiveGame, frozen=True, eq=False, dict=True):
    """The parts of a game that its first picture needs: no formulas, no puzzles, and the areas for clicks of
    its first position."""

    @cached_property
    def puzzles(self) -> Sequence[Json]:
        """None: they need the values of all positions."""
        return []

    @cached_property
    def kernel(self) -> None:
        """None: to find formulas takes longer than all else."""

    @cached_property
    def positions(self) -> Sequence[Position]:
        """The first one."""
        return [self.game.initial]


def asked(puzzle: Puzzle) -> Json:
    """A puzzle as the page asks it: the moves that lead to it, the words, and the one move that is right."""
    return {
        "moves": list(puzzle.match.move_texts()),
        "side": puzzle.side,
        "question": puzzle.question,
        "answer": puzzle.line[0],
        "succeeds": puzzle.succeeds,
        "fails": puzzle.fails,
    }


def boxes(areas: Iterable[Area]) -> list[list[int]]:
    """Rectangles as their left, bottom, right and top."""
    return [[area.left, area.bottom, area.right, area.top] for area in areas]


def live_game(
    texts: Sequence[Document],
    *,
    name: str,
    title: str,
    folder: Path,
    constants: Mapping[str, Expression] | None = None,
    by: By | None = None,
    wins: str | None = None,
    offers: Sequence[Mapping[str, int]] = (),
) -> LiveGame:
    """The game of some documents; `DocumentError` if they make none, `Refusal` if it lacks a setting.

    Its places are in texts that are named without their folders, which are nobody's business.  Its page
    `offers` the game with other settings, too.
    """
    own = tuple(map(without_folder, with_used(texts)))
    given = constants or {}

    def made(numbers: Mapping[str, int]) -> LiveGame:
        values = {**given, **{name: parse_expression(str(number), name) for name, number in numbers.items()}}
        game = game_from(check_documents(own, values), name=name, folder=folder, by=by, wins=wins)
        found = settings_of(game)
        called = ", ".join((title, *(f"{name}={number}" for name, number in numbers.items())))
        return LiveGame(game, called, own, {name: found[name] for name in found if name in values})

    first = made({})
    for numbers in offers:
        refuse_settings(first, numbers)
    return replace(first, others=[made(numbers) for numbers in offers])


def refuse_settings(game: LiveGame, numbers: Mapping[str, int]) -> None:
    """`Refusal` if a game has no such settings, or none."""
    if game.kind == "film":
        raise Refusal("a film has no settings", "leave out `--offer`")
    for name in numbers.keys() - game.settings.keys():
        known = ", ".join(f"`{each}`" for each in game.settings)
        fact = f"`{name}` is no setting of `{game.game.name}`"
        raise Refusal(fact, f"its settings are {known}" if known else "it has none: leave out `--offer`")


def without_folder(document: Document) -> Document:
    """The document with a source that is named without its folder; it sees the same others as before."""
    again = split_document(Source(Path(document.source.name).name, document.source.text))
    sees = frozenset(Path(name).name for name in document.sees)
    return replace(again, is_used=document.is_used, sees=sees, lacks=document.lacks)


# The parts of a screen in which a document's clicks behave alike, in whatever position.


# Random matches whose positions are looked at.  Most documents ask the mouse all there is to ask in the first
# position, others when pieces are chosen or stand in one another's way; both happen in any match.
_MATCHES: Final = 8
# Moves of a match that are made: no library game is longer, and others repeat themselves by then.
_LONGEST: Final = 60


def screen_groups(
    game: PicturedByRules | GameByClicks, positions: Iterable[Position]
) -> Sequence[Sequence[Area]]:
    """Groups of rectangles in each of which all clicks of one of the positions lead to the same state.

    `noughts.documents.clicks` learns them as it is asked about positions; a page cannot, so they are learnt
    from many positions before.
    """
    clicks = game.clicks
    if clicks is None:
        return ()
    for position in positions:
        with suppress(RulesError):
            game.ask(partial(clicks.successors, as_value(position)))
    return [joined_areas(group.areas) for group in clicks.groups]


def sampled_positions(game: PicturedByRules | GameByClicks) -> Iterator[Position]:
    """The positions of some random matches, the same each time."""
    dice = Random(0)
    for _ in range(_MATCHES):
        position = game.initial
        yield position
        with suppress(RulesError):
            for _ in range(_LONGEST):
                moves = game.moves(position)
                if not moves:
                    break
                position = game.after(position, dice.choice(moves))
                yield position


# The picture files that a document names; only files in its folder are read.


# Media types of the pictures that a document may name.
_MEDIA_TYPES = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".svg": "image/svg+xml",
}


class GraphicFile(Struct, frozen=True):
    """A picture as it is stored."""

    path: Path
    content: bytes
    media_type: str


def graphic_bytes(folder: Path | None, file: str) -> GraphicFile | None:
    """The picture of that name in the folder or below it; ``None`` if it is missing or outside."""
    if folder is None:
        return None
    media_type = _MEDIA_TYPES.get(Path(file).suffix.lower())
    try:
        path = (folder / file).resolve()
        if media_type is None or not path.is_relative_to(folder.resolve()) or not path.is_file():
            return None
        return GraphicFile(path, path.read_bytes(), media_type)
    except (OSError, ValueError):
        return None
