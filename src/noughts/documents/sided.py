"""Games from documents that have sides, an end and a winner."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from noughts.documents.documented import BrokenRules, Documented, as_value, remembered, side_name
from noughts.documents.sides import Sides, no_player, sides_of
from noughts.games.game import OVER, STUCK, Because, Expansion, Move, Outcome, Position, RulesError, Side
from noughts.language import core as c
from noughts.language.core import Program
from noughts.language.dependence import fingerprint
from noughts.language.spelling import Spelling
from noughts.meaning.compile import Compiled
from noughts.meaning.explanation import Explanation
from noughts.values.show import summary
from noughts.values.value import Value
from noughts.verify.rules import ALONE, Rules

SAMPLE = 64
"""Positions that are sampled where a document does not state something explicitly."""


class Sided(Documented):
    """``playerToMove``, ``gameOver`` and ``wins`` give side, end and winner; moves come from elsewhere."""

    RULES: ClassVar[tuple[str, ...]] = ("initialState", "playerToMove", "gameOver")
    """The definitions that determine the rules."""

    def __init__(
        self,
        program: Program,
        *,
        name: str,
        folder: Path | None = None,
        wins: str | None = None,
        meaning: Compiled | None = None,
    ) -> None:
        super().__init__(program, name=name, folder=folder, meaning=meaning)
        self.wins = wins if wins is not None else "wins" if self.defines("wins", 1) else None

    @cached_property
    def fingerprint(self) -> str:
        """The fingerprint of the rules: of the definitions that say who moves, how, and how matches end."""
        return fingerprint(self.program, (*self.RULES, self.wins or ""))

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """The sides, the one that moves first in front."""
        return tuple(side_name(value) for value in self.side_values) or (ALONE,)

    @cached_property
    def who(self) -> Sides:
        """The sides that can move, and those that can win."""
        return sides_of(self, self.RULES, self.wins, self.sample)

    @property
    def named_winners(self) -> frozenset[Side]:
        """The sides that the relation of the winner names."""
        return frozenset(map(side_name, self.who.named))

    @property
    def side_values(self) -> tuple[Value, ...]:
        """The sides as values; none if the document has no ``playerToMove``."""
        return self.who.values

    def read(self, text: str) -> Position:
        """The position with an exact text; `Refusal` if it is the text of no value."""
        from noughts.language.checked import asked_ahead

        _, core = asked_ahead(self.program, text)
        return self.ask(lambda: self.meaning.prepare(core)(self.quiet(self.initial)))

    def sample(self) -> Sequence[tuple[Position, bool]]:
        """The first positions of the game, breadth first, each with whether it goes on there."""
        found: list[tuple[Position, bool]] = []
        for position in self.first_positions():
            with suppress(RulesError):
                found.append((position, not self.is_over(position)))
        return found

    def first_positions(self) -> Sequence[Position]:
        """The first positions of the game, breadth first; broken rules are reported in play."""
        found: dict[Position, None] = {self.initial: None}
        for position in (waiting := [self.initial]):
            with suppress(RulesError):
                for after in self.following(position):
                    if len(found) >= SAMPLE:
                        return tuple(found)
                    if after not in found:
                        found[after] = None
                        waiting.append(after)
        return tuple(found)

    def following(self, position: Position) -> Sequence[Position]:
        """The successors of a position."""
        return [self.after(position, move) for move in self.moves(position)]

    def moves(self, position: Position) -> Sequence[Move]:
        """The legal moves, in a fixed order."""
        raise NotImplementedError

    def after(self, position: Position, move: Move) -> Position:
        """The position after a move."""
        raise NotImplementedError

    @remembered
    def to_move(self, position: Position) -> Side:
        """The side that owns the next move."""
        if not self.side_values:
            return ALONE
        value = self.value("playerToMove", at=position)
        if value not in self.side_values:
            raise self.not_a_side(value, position)
        return side_name(value)

    def not_a_side(self, value: Value, position: Position) -> BrokenRules:
        """The error that ``playerToMove`` gives what is none of the sides."""
        if (problem := no_player(self, value, position)) is not None:
            return BrokenRules([problem])
        fact = f"`playerToMove` is {summary(value)}, who moves in none of the first {SAMPLE} positions"
        help = "let `playerToMove` have a clause for each player, such as `` `x if …; `o otherwise ``"
        return self.broken("E503", fact, "playerToMove", position, help)

    @property
    def has_players(self) -> bool:
        """Whether it is a game, and not a machine without players."""
        return self.program.has_players

    def is_over(self, position: Position) -> bool:
        """Whether the document says that the game is over."""
        return self.defines("gameOver", 0) and self.holds("gameOver", at=position)

    @remembered
    def outcome(self, position: Position) -> Outcome | None:
        """How the match ended, or ``None`` while it goes on."""
        if self.is_over(position):
            return Outcome(self.winner(position), OVER)
        if not self.moves(position):
            return Outcome(self.winner(position), STUCK)
        return None

    def winner(self, position: Position) -> Side | None:
        """The one side for which the document's relation holds."""
        if self.wins is None:
            return None
        winners = [value for value in self.side_values if self.holds(self.wins, value, at=position)]
        if len(winners) > 1:
            names = " and for ".join(f"`{side_name(value)}`" for value in winners)
            help = "at most one side may win: give one of them precedence"
            raise self.broken("E503", f"`{self.wins}` holds for {names}", self.wins, position, help)
        return side_name(winners[0]) if winners else None

    def reset(self) -> None:
        """Reset the reference evaluator, too, which counts its work."""
        super().reset()
        vars(self).pop("written_rules", None)

    @cached_property
    def written_rules(self) -> Rules:
        """The rules by the reference evaluator, which knows none of what was found about them."""
        return Rules(self.program, self.wins, self.side_values)

    def by_reference(self, position: Position) -> Expansion | None:
        """The reference evaluator's expansion of a position; ``None`` if that takes too long."""
        return self.ask(lambda: self.written_rules.expansion(as_value(position)))

    def why_over(self, position: Position) -> Because | None:
        """Why the match has ended: the relation that names the winner, then the one that ends it.

        Where the moves have run out and nobody has won, no relation decides that: the fact says it alone.
        """
        outcome = self.outcome(position)
        if outcome is None:
            return None
        fact, reasons = f"The game is over: {STUCK}", []
        if self.wins is not None and outcome.winner is not None:
            winner = self.side_values[self.sides.index(outcome.winner)]
            fact, reasons = f"{outcome.winner} has won", [reason(self, position, self.wins, winner)]
        if self.is_over(position):
            fact = "The game is over" if outcome.winner is None else fact
            reasons.append(reason(self, position, "gameOver"))
        return Because(fact, tuple(reasons))

    def why_not_legal(self, position: Position, text: str) -> Because | None:
        """Why a move is not legal; nothing, where no rule says which moves there are."""
        return None

    def legal_move_called(self, position: Position, text: str) -> Move | None:
        """The legal move of that text; none, where moves are no values."""
        return None

    def move_text(self, position: Position, move: Move) -> str:
        """The text that a person types for a move."""
        raise NotImplementedError


# Why a relation of a game from a document holds in a position, or why not.


# Definitions opened inside one another: a person at a table cannot ask for more.
_DEPTH = 8


def reason(game: Documented, position: Position, name: str, *arguments: Value) -> Explanation:
    """The explanation of a relation applied to arguments, in a position."""
    from noughts.meaning.explain import explain

    span = game.program.definitions[name].head
    sentence = c.Global(name, tuple(c.Constant(argument, span=span) for argument in arguments), span=span)
    frame = game.quiet(position)
    return game.ask(lambda: explain(sentence, game.meaning, frame, depth=_DEPTH, spelling=Spelling.UNICODE))
