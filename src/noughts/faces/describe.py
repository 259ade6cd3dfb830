"""Descriptions of tables: the view that faces show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from noughts.easel import Image
from noughts.faces.adviser import Adviser, Looking
from noughts.faces.table import Table
from noughts.games.game import Move, Outcome, Position, RulesError, Side
from noughts.games.match import Match
from noughts.games.picture import Area, Pictured
from noughts.games.result import Oracle
from noughts.players.player import Permissive
from noughts.refusal import Refusal

# The most moves that a hint names: they fit on a line, with their results.
_MOVES_NAMED_IN_A_HINT = 4


def describe(table: Table) -> View:
    """The current view of the table."""
    match = table.match
    outcome = match.outcome
    choices = choices_at(table, match)
    return View(
        title=table.title,
        seats=tuple(Seat(side, player.name) for side, player in table.players.items()),
        images=tuple(table.game.images(match.position)) if isinstance(table.game, Pictured) else None,
        text=table.game.position_text(match.position),
        to_move=None if outcome else match.to_move,
        person=table.person_decides,
        outcome=in_words(outcome),
        choices=choices,
        length=table.whole.ply,
        message=message(table, choices) if outcome is None else "",
        error=error(table),
    )


def error(table: Table) -> str:
    """The reason why the program to move cannot decide, or why there is no advice; empty without an error."""
    if table.trouble is not None:
        return report(table.trouble)
    if (table.hinting or table.values_shown) and table.adviser is not None:
        return report(table.adviser.failure)
    return ""


def refusal(failure: BaseException) -> str:
    """The sentence of a refusal; empty for any other error, which takes a report."""
    return str(failure) if isinstance(failure, Refusal) and not isinstance(failure, RulesError) else ""


def report(failure: Exception | None) -> str:
    """A report of an error in the rules or in a program; empty for a refusal, which is a sentence."""
    if failure is None or refusal(failure):
        return ""
    return str(failure) if isinstance(failure, RulesError) else f"{type(failure).__name__}: {failure}"


def with_reason(sentence: str, failure: BaseException | None) -> str:
    """The sentence, followed by the reason if there was a refusal."""
    reason = failure and refusal(failure)
    return f"{sentence}: {reason}" if reason else f"{sentence}."


def in_words(outcome: Outcome | None) -> str:
    """The result of the match as a headline; empty while it goes on."""
    if outcome is None:
        return ""
    return "Draw" if outcome.winner is None else str(outcome)


def choices_at(table: Table, match: Match) -> tuple[Choice, ...]:
    """The legal moves with their areas, and with requested hints and values as soon as these are known."""
    oracle = table.adviser.oracle if table.adviser else None
    best = best_moves(oracle, match) if oracle and table.hinting else ()
    permitted = permitted_moves(table, match)
    valued = match.legal_moves if table.values_shown else best
    paths = match.click_paths
    return tuple(
        Choice(
            text=text,
            areas=paths[move].next if move in paths else () if paths else tuple(match.areas.get(move, ())),
            worth=worth(oracle, match.to_move, match.game.after(match.position, move))
            if oracle and move in valued
            else None,
            hinted=move in best,
            permitted=None if permitted is None else move in permitted,
            final=move not in paths or paths[move].is_last,
        )
        for move, text in zip(match.legal_moves, match.legal_texts, strict=True)
    )


def permitted_moves(table: Table, match: Match) -> Sequence[Move] | None:
    """The moves that the strategy of the player to move permits; ``None`` if the player has no strategy."""
    player = table.players.get(match.to_move) if match.outcome is None else None
    return player.permitted(match) if isinstance(player, Permissive) else None


def best_moves(oracle: Oracle, match: Match) -> Sequence[Move]:
    """The best moves of an oracle; none if it does not know the position."""
    try:
        return oracle.best(match.position) if match.outcome is None else ()
    except KeyError:
        return ()


def worth(oracle: Oracle, side: Side, position: Position) -> Worth | None:
    """The worth of a move of `side` to a position, if the oracle knows it."""
    try:
        value = oracle.value(position)
    except KeyError:
        return None
    result = result_for(side, value.winner)
    return Worth(result, None if value.distance is None else value.distance + 1)


def result_for(side: Side, winner: Side | None) -> Result:
    """A win, a draw or a loss."""
    if winner is None:
        return "draw"
    return "win" if winner == side else "loss"


def message(table: Table, choices: Sequence[Choice]) -> str:
    """The reason why no move can be made here, else the answer to the last request for advice; mostly
    empty."""
    if table.trouble is not None:
        side = table.match.to_move
        return with_reason(f"{table.players[side].name} could not decide for {side}", table.trouble)
    if table.program_waits:
        who = f"Here {table.match.to_move} is played by a program{permission(choices)}."
        return f"{who} You can make its move."
    if not (table.hinting or table.values_shown):
        is_new = table.number and not table.whole.ply
        return "A new match. Undo leads back to the one before." if is_new else ""
    if table.adviser is None:
        return "The values of moves are not available here."
    if (looking := table.adviser.looking) is not None:
        return advice_by_search(table, table.adviser, looking, choices)
    if (failure := table.adviser.failure) is not None:
        return with_reason("The values of the moves could not be computed", failure)
    if table.adviser.oracle is None:
        return "Computing the value of each move …"
    return hint_in_words([choice for choice in choices if choice.hinted]) if table.hinting else ""


def permission(choices: Sequence[Choice]) -> str:
    """A sentence on the number of moves that the strategy of the player to move permits, if it has one."""
    if not choices or choices[0].permitted is None:
        return ""
    count = sum(1 for choice in choices if choice.permitted)
    return f" whose strategy permits {count} of {len(choices)} moves"


def advice_by_search(table: Table, adviser: Adviser, looking: Looking, choices: Sequence[Choice]) -> str:
    """The hint of a search and its depth; only the depth while values are shown."""
    position = table.match.position
    note = looking.note(position)
    if note is None:
        failure = adviser.failure_at(position)
        if failure is None:
            return "Searching for the best moves …"
        return with_reason("The search for the best moves failed", failure)
    hint = hint_in_words([choice for choice in choices if choice.hinted]) if table.hinting else ""
    return f"{hint} {note}".strip()


def hint_in_words(best: Sequence[Choice]) -> str:
    """The best moves and their result in words."""
    if not best:
        return "There is no advice for this position."
    named = ", ".join(choice.text for choice in best[:_MOVES_NAMED_IN_A_HINT])
    if len(best) > _MOVES_NAMED_IN_A_HINT:
        named += f" and {len(best) - _MOVES_NAMED_IN_A_HINT} more"
    worth = best[0].worth
    if worth is None:
        return f"Hint: {named}."
    match worth.result:
        case "win":
            return f"Hint: {named} {'wins' if len(best) == 1 else 'win'}{soon(worth)}."
        case "draw":
            return f"Hint: {named} {'keeps' if len(best) == 1 else 'keep'} the draw."
        case "loss":
            if worth.distance is None:
                return "Hint: every move loses."
            last = "lasts" if len(best) == 1 else "last"
            return f"Hint: every move loses; {named} {last} {distance_text(worth)}."


def soon(worth: Worth) -> str:
    """The number of moves until the end, in words, if it is known."""
    return "" if worth.distance is None else f" in {distance_text(worth)}"


def distance_text(worth: Worth) -> str:
    """The number of moves until the end, as text."""
    return f"{worth.distance} move{'' if worth.distance == 1 else 's'}"


# The view of a match: the immutable data of a face, made anew after each change.


Result: TypeAlias = Literal["win", "draw", "loss"]


class Worth(Struct, frozen=True):
    """The result of a move for the side that makes it, with perfect play.

    `distance` counts the moves of all sides until the end, including this one.  It is missing for a draw, and
    if only the winner is known.
    """

    result: Result
    distance: int | None

    def __str__(self) -> str:
        return self.result if self.distance is None else f"{self.result} in {self.distance}"


class Choice(Struct, frozen=True):
    """A legal move: its text, the areas of its first click, and its worth if that was requested.

    `final` says whether the first click is the last one, too.

    If the player to move follows a strategy, `permitted` says whether the strategy has the move.
    """

    text: str
    areas: tuple[Area, ...] = ()
    worth: Worth | None = None
    hinted: bool = False
    permitted: bool | None = None
    final: bool = True

    def __str__(self) -> str:
        mark = " ✓" if self.permitted else ""
        return f"{self.text:<12} {self.worth}{mark}" if self.worth else f"{self.text}{mark}"


class Seat(Struct, frozen=True):
    """A side and the name of its player."""

    side: Side
    player: str


class View(Struct, frozen=True):
    """The data of a match that a face shows.

    `images` is ``None`` for a game without a screen; `text` is the position in a line for every game.
    `person` says whether a person may move; a match that is over has `outcome` and no side `to_move`.
    `length` is the number of moves of the whole match.  `error` is a report of several lines, in which
    columns count, on why the last command failed, or why the program to move cannot decide.
    """

    title: str
    seats: tuple[Seat, ...]
    images: tuple[Image, ...] | None
    text: str
    to_move: Side | None
    person: bool
    outcome: str
    choices: tuple[Choice, ...]
    length: int
    message: str
    error: str
