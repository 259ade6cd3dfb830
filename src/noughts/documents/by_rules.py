"""A game by its rules: ``moves``, ``legalMove(m)`` and ``outcome(m)`` define the legal moves and their
effects.

If the document has ``images`` and ``newState`` too, it has a screen, and a click means the
legal move with the same successor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from noughts.documents.documented import as_value, remembered, side_name
from noughts.documents.sided import Sided, reason
from noughts.easel import Input
from noughts.games.game import (
    OVER,
    STUCK,
    Because,
    CannotGround,
    Expansion,
    Move,
    Outcome,
    Position,
    RulesError,
    Side,
)
from noughts.games.line import is_move_name
from noughts.games.picture import Area, Restart
from noughts.language import core as c
from noughts.language.core import EVERY_MOVE
from noughts.meaning.compile import Compiled
from noughts.meaning.frame import Frame
from noughts.stop import Door
from noughts.text.diagnostic import DocumentError
from noughts.values.order import exact_text, ordered
from noughts.values.scalars import TRUE, Atom, truth
from noughts.values.sets import FiniteSet, Set
from noughts.values.show import show, written_out
from noughts.values.value import Value

if TYPE_CHECKING:
    from noughts.documents.clicks import Clicks
    from noughts.grounding.grounded import Grounded
    from noughts.meaning.speculative.speculative import Speculative
    from noughts.meaning.speculative.tables import PositionMemo


class GameByRules(Sided):
    """The game whose legal moves a document defines."""

    RULES = (*Sided.RULES, "moves", EVERY_MOVE, "legalMove", "outcome", "moveName")

    def __init__(
        self,
        program: c.Program,
        *,
        name: str,
        folder: Path | None = None,
        wins: str | None = None,
        meaning: Compiled | None = None,
    ) -> None:
        super().__init__(program, name=name, folder=folder, wins=wins, meaning=meaning)
        self._grounded: Shared[Grounded] = Shared()
        self._soon: Shared[Grounded] = Shared()
        self._quick = self.quick_rules()

    def reset(self) -> None:
        """Reset the questions that are prepared, too."""
        super().reset()
        vars(self).pop("legal_moves", None)
        self._quick = self.quick_rules()

    def quick_rules(self) -> QuickRules:
        """The rules as quick code, not made before it is needed."""
        names = ("playerToMove", "gameOver", "outcome", self.wins or "")
        return QuickRules(self.meaning, names, lambda: self.every_legal_move)

    def value(self, name: str, *arguments: Value, at: Position) -> Value:
        """The value of a definition in a position."""
        found = self.quickly(name, arguments, at)
        if found is None:
            return super().value(name, *arguments, at=at)
        return truth(found) if isinstance(found, bool) else found

    def holds(self, name: str, *arguments: Value, at: Position) -> bool:
        """Whether a relation holds in a position."""
        found = self.quickly(name, arguments, at)
        return found if isinstance(found, bool) else super().holds(name, *arguments, at=at)

    def quickly(self, name: str, arguments: tuple[Value, ...], at: Position) -> Value | bool | None:
        """The value of a definition by quick code; ``None`` if that has none."""
        if name not in self._quick.names:
            return None
        with self._door:
            found: Value | bool | None = self._quick.value(name, arguments, self.quiet(at))
        return found

    def expansion(self, position: Position) -> Expansion | None:
        """All about a position at once, by quick code; ``None`` if that does not answer."""
        with self._door:
            return self._quick.ask(self.expanded, self.quiet(position))

    def expanded(self, code: Speculative, now: PositionMemo) -> Expansion | None:
        """The expansion of a position by the methods below; ``None`` where one of them finds fault."""
        over = "gameOver" in self._quick.names and code.value("gameOver", (), now)
        moves = () if over else self.in_order(code.value(_LEGAL_MOVES, (), now))
        if not moves:
            winners = [
                value for value in self.side_values if self.wins and code.value(self.wins, (value,), now)
            ]
            if len(winners) > 1:
                return None
            return Expansion(Outcome(side_name(winners[0]) if winners else None, OVER if over else STUCK))
        side = code.value("playerToMove", (), now)
        if side not in self.side_values:
            return None
        after = code.values("outcome", moves, now)
        return Expansion(None, side_name(side), moves, after)

    def ground(self, *, soon: bool = False) -> Grounded:
        """The rules as formulas, found once; `CannotGround` gives the reason if there are none.

        With `soon`, `ListedSooner` for a game of few positions that has them, but not soon.
        """
        from noughts.documents.formulas import formulas, formulas_soon
        from noughts.grounding.known_formulas import load_or_ground

        def made_soon() -> Grounded:
            return formulas_soon(self.twin, self.fingerprint, self.ground_patiently)

        def made_soon_unless_known() -> Grounded:
            return self.unless_known(f"{self.fingerprint} soon", made_soon)

        def made_unless_known() -> Grounded:
            return self.unless_known(self.fingerprint, lambda: formulas(self.twin), patient=True)

        if soon and self._grounded.made is None:
            return self._soon.get(lambda: load_or_ground(self.twin(), made_soon_unless_known))
        return self._grounded.get(lambda: self._soon.made or load_or_ground(self.twin(), made_unless_known))

    def ground_patiently(self, make: Callable[[], Grounded]) -> Grounded:
        """The formulas that `make` finds, unless they were found before or are known not to be."""
        return self._grounded.get(lambda: self._soon.made or self.unless_known(self.fingerprint, make))

    def unless_known(self, rules: str, make: Callable[[], Grounded], *, patient: bool = False) -> Grounded:
        """The formulas that `make` finds, unless such rules are known to have none."""
        from noughts.grounding.known_failures import with_negative_cache

        return with_negative_cache(rules, self.program, make, patient=patient)

    @cached_property
    def legal_moves(self) -> Callable[[Frame | None], Value]:
        """The answer to `every_legal_move` in a frame."""
        return self.meaning.prepare(self.every_legal_move)

    @property
    def every_legal_move(self) -> c.Core:
        """The question ``{m | m in moves & legalMove(m)}``."""
        span = self.program.definitions["legalMove"].head
        move = c.Local("m_0", span=span)
        name = self.program.every_move
        every = c.Global(name, (), span=self.program.definitions[name].head)
        legal = c.Global("legalMove", (move,), span=span)
        plan = (c.Each(c.Fresh("m_0"), every), c.Test(legal))
        return c.Build("{}", ("m_0",), legal, plan, move, span=span)

    @remembered
    def moves(self, position: Position) -> Sequence[Move]:
        """The elements of ``moves`` that are legal, `in_order`; none once the game is over."""
        if self.is_over(position):
            return ()
        with self._door:
            found = self._quick.value(_LEGAL_MOVES, (), self.quiet(position))
        if found is not None:
            return self.in_order(found)
        legal = self.ask(lambda: self.legal_moves(self.quiet(position)))
        assert isinstance(legal, Set)
        return self.in_order(legal)

    def expect_many_questions(self) -> None:
        """Prepare for hundreds of questions, which are answered sooner if quick code is made before them."""
        self._quick.expect_many()

    @cached_property
    def moves_vary(self) -> bool:
        """Whether ``moves`` depends on the position, and so on the order of elements in its sets."""
        return self.program.definitions[self.program.every_move].reads_frame

    def in_order(self, moves: Iterable[Value]) -> tuple[Value, ...]:
        """Moves in an order that is the same in equal positions: sorted where ``moves`` varies."""
        if not self.moves_vary:
            return tuple(moves)
        in_order = ordered(FiniteSet(moves))
        assert isinstance(in_order, Set)
        return tuple(in_order)

    def after(self, position: Position, move: Move) -> Position:
        """``outcome(move)``, with the sets of the position in the order in which the match has made them."""
        known = self.known(position).after
        if (found := known.get(move)) is None:
            value = self.value("outcome", as_value(move), at=position)
            found = known[move] = self.listed(value, "outcome", position)
        return found

    @remembered
    def move_text(self, position: Position, move: Move) -> str:
        """The text by ``moveName(m)`` if it is defined, else the move without its side; the `exact_text` if
        that is no name of a move, or might mean another legal one."""
        side, taken = self.short_texts(position)
        value = as_value(move)
        text = self.said(position, value, side)
        return text if is_move_name(text) and taken.get(text, move) == move else exact_text(value)

    def said(self, position: Position, move: Value, side: Value) -> str:
        """The document's name of a move, or its text without parts said elsewhere; moves may share a name."""
        if self.defines("moveName", 1):
            name = self.value("moveName", move, at=position)
            return name if isinstance(name, str) else short(name, None)
        return self.brief(move, side)

    def candidate_text(self, position: Position, move: Value) -> str:
        """The text of a move that need not be legal; empty if the document has none for it."""
        try:
            return self.said(position, move, self.short_texts(position)[0])
        except RulesError:
            return ""

    def why_not_legal(self, position: Position, text: str) -> Because | None:
        """Why the first move of that text is not legal."""
        move = next(self.moves_called(position, text), None)
        return None if move is None else self.why_not(position, move, text)

    def why_not(self, position: Position, move: Value, text: str) -> Because | None:
        """Why a move is not legal: ``legalMove(m)``; if that holds, ``gameOver``; ``None`` if it is."""
        if move in self.moves(position):
            return None
        because = reason(self, position, "legalMove", move)
        if because.value is TRUE:
            if not self.is_over(position):
                return None
            because = reason(self, position, "gameOver")
        return Because(f"{text} is not legal", (because,))

    def legal_move_called(self, position: Position, text: str) -> Move | None:
        """The legal move of that text; it may be written as in the document, whatever its blanks."""
        written = "".join(text.split())
        for move in self.moves(position):
            if written in (self.move_text(position, move), "".join(show(as_value(move)).split())):
                return move
        return None

    def moves_called(self, position: Position, text: str) -> Iterator[Value]:
        """The moves of that text, legal or not; first those that a person types so, then those written so."""
        moves = self.every_move(position)
        yield from (move for move in moves if self.candidate_text(position, move) == text)
        yield from (move for move in moves if exact_text(move) == text)

    def every_move(self, position: Position) -> Sequence[Value]:
        """The moves that ``moves`` has, legal or not; first those of the side to move."""
        every = self.value(self.program.every_move, at=position)
        side = self.short_texts(position)[0]
        moves = self.ask(lambda: tuple(self.meaning.budget.each(every)))
        return sorted(moves, key=lambda move: not (isinstance(move, tuple) and move[:1] == (side,)))

    @remembered
    def short_texts(self, position: Position) -> tuple[Value, Mapping[str, Move | None]]:
        """The side to move, and the legal move that each text means; ``None`` if it means several."""
        side = self.value("playerToMove", at=position)
        taken: dict[str, Move | None] = {}
        said = {move: self.said(position, as_value(move), side) for move in self.moves(position)}
        some_open = any(text.startswith("(") for text in said.values())
        for move, text in said.items():
            is_apart = isinstance(move, tuple) and not some_open  # no text is the exact one of a tuple
            for each in {text} if is_apart else {text, exact_text(as_value(move))}:
                taken[each] = None if each in taken else move
        return side, taken

    def short_text(self, move: Move, side: Side) -> str:
        """The text of a move of a side where no other legal one has the same; empty if the document says."""
        if self.defines("moveName", 1):
            return ""
        text = self.brief(as_value(move), self.side_values[self.sides.index(side)])
        return text if is_move_name(text) else ""

    def brief(self, move: Value, side: Value) -> str:
        """The text of a move of a side without what is said anyway; others may have the same text."""
        return short(move, side)


class PicturedByRules(GameByRules):
    """A game by its rules, with a screen."""

    def reset(self) -> None:
        """Reset what is known about the mouse too."""
        super().reset()
        vars(self).pop("clicks", None)

    @cached_property
    def clicks(self) -> Clicks | None:
        """The mouse, if the document reads it."""
        from noughts.documents.clicks import Clicks

        return Clicks(self.meaning) if self.defines("newState", 0) else None

    def by_successor(self, position: Position) -> dict[Position, Move]:
        """The legal moves by their successors: a click is the move with the same successor."""
        found: dict[Position, Move] = {}
        for move in self.moves(position):
            found.setdefault(self.after(position, move), move)
        return found

    def clicked(self, position: Position, x: int, y: int) -> Move | Restart | None:
        """The legal move with the same successor as the click."""
        if self.clicks is None:
            return None
        state = self.next_state(position, Input(clicked=True, x=x, y=y))
        if state == position:
            return None
        if (move := self.by_successor(position).get(state)) is not None:
            return move
        if state == self.initial:
            return Restart()
        fact = f"a click at ({x}, {y}) leads to {show(state)}, where no legal move leads"
        raise self.broken("E503", fact, "newState", position, "`newState` and `outcome` should agree")

    def areas(self, position: Position) -> Mapping[Move, tuple[Area, ...]]:
        """Where to click for each legal move."""
        if self.clicks is None or not self.moves(position):
            return {}
        clicks = self.clicks
        areas = self.ask(lambda: clicks.successors(as_value(position)))
        return {move: areas[s] for s, move in self.by_successor(position).items() if s in areas}


def short(move: Value, side: Value | None) -> str:
    """A move without the side in front of it: ``(`x, 5)`` is ``5``, ``(`x, 7, (1, 2))`` is ``7-1,2``.

    ``None`` is no side: all of the value is written.
    """
    if isinstance(move, tuple):
        parts = move[1:] if len(move) > 1 and move[0] == side else move
        return "-".join(part_text(part) for part in parts)
    return part_text(move)


def part_text(value: Value) -> str:
    """A part of a move as a person types it, the same for equal values: the elements of sets are in order."""
    if isinstance(value, Atom):
        return value.name
    if isinstance(value, tuple):
        return ",".join(map(part_text, value))
    return written_out(ordered(value)).replace(" ", "")


_T = TypeVar("_T")

# The rules of a game in quick code, once it is worth making it.

# Questions before the code is made: they take about as long, and a check of a small game asks fewer.
_QUESTIONS_BEFORE: Final = 1000
# Questions left open before the code is given up: it then was made in vain, and makes others slower.
_MOST_FAILURES: Final = 3

# The name of the question for the legal moves; no definition can have it.
_LEGAL_MOVES: Final = "every legal move"


class QuickRules:
    """Answers to the questions of one game; ``None`` to those that must be asked of its definitions."""

    def __init__(self, meaning: Compiled, names: Iterable[str], legal_moves: Callable[[], c.Core]) -> None:
        self.meaning = meaning
        self.names = frozenset(names) & meaning.program.definitions.keys()
        self.legal_moves = legal_moves
        self.questions = 0
        self.failures = 0
        self.code: Speculative | None = None
        self.now: tuple[Frame, PositionMemo] | None = None

    def expect_many(self) -> None:
        """Make the code at the next question, as hundreds will follow."""
        self.questions = max(self.questions, _QUESTIONS_BEFORE)

    def value(self, name: str, arguments: tuple[Any, ...], frame: Frame) -> Any:
        """The value of a definition; that of a relation is a `bool`."""
        return self.ask(lambda code, moment: code.value(name, arguments, moment), frame)

    def ask(self, question: Callable[[Speculative, PositionMemo], _T], frame: Frame) -> _T | None:
        """The answer to a question in a frame."""
        code = self.code or self.made()
        if code is None:
            return None
        now = self.now
        if now is None or now[0] is not frame:
            self.now = now = (frame, code.moment(frame))
        with self.meaning.budget.running():
            try:
                return question(code, now[1])
            except code.failures:
                self.failures += 1
                if self.failures >= _MOST_FAILURES:
                    self.code = self.now = None
                return None

    def made(self) -> Speculative | None:
        """The code, if it is time for it and if it can be made."""
        self.questions += 1
        if self.questions <= _QUESTIONS_BEFORE or self.failures >= _MOST_FAILURES:
            return None
        from noughts.meaning.speculative.speculative import Speculative

        try:
            self.code = Speculative(self.meaning, self.names, {_LEGAL_MOVES: self.legal_moves()})
        except (*Speculative.failures, DocumentError):
            self.failures = _MOST_FAILURES
        return self.code


class Shared(Generic[_T]):
    """A result that takes longer than most questions to a game; callers meanwhile wait for it."""

    def __init__(self) -> None:
        self._door = Door()
        self._made: _T | CannotGround | None = None

    def __reduce__(self) -> tuple[type[Shared[_T]], tuple[()]]:
        return Shared, ()  # another process makes its own

    @property
    def made(self) -> _T | None:
        """The result, if it was made."""
        return None if isinstance(self._made, CannotGround) else self._made

    def get(self, make: Callable[[], _T]) -> _T:
        """The shared result, or the refusal; `make` makes it at the first call."""
        with self._door:
            if self._made is None:
                try:
                    self._made = make()
                except CannotGround as refused:
                    self._made = refused
            if isinstance(self._made, CannotGround):
                raise self._made
            return self._made
