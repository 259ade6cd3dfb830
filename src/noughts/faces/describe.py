"""Descriptions of tables: the view that faces show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any

from noughts.faces.adviser import Advice, Adviser, Looking
from noughts.faces.table import Table
from noughts.faces.view import Choice, Made, Result, Seat, Variation, View, Worth
from noughts.games.click_path import Chosen
from noughts.games.game import Move, Outcome, Position, RulesError, Side
from noughts.games.match import Match
from noughts.games.picture import Pictured
from noughts.games.record import write_marked, write_record
from noughts.games.value import Oracle
from noughts.players.player import Permissive, Person
from noughts.refusal import Refusal

_MOVES_NAMED_IN_A_HINT = 4
"""The most moves that a hint names: they fit on a line, with their results."""


def describe(table: Table, *, marked: bool = True) -> View:
    """The current view of the table; unless `marked`, the deciding pieces are left out if they take long to
    find."""
    match = table.match
    outcome = match.outcome
    choices = choices_at(table, match)
    return View(
        title=table.title,
        seats=seats(table),
        images=tuple(table.game.images(match.position)) if isinstance(table.game, Pictured) else None,
        text=table.game.position_text(match.position),
        to_move=None if outcome else match.to_move,
        person=table.person_decides,
        thinking=table.turn is not None,
        outcome=in_words(outcome),
        winner=outcome.winner if outcome else None,
        choices=choices,
        line=line_of(table.whole, judge(table)),
        ply=table.ply,
        can_undo=table.can_undo,
        can_redo=table.can_redo,
        can_resume=table.program_waits,
        advisable=table.adviser is not None,
        values_shown=table.values_shown,
        message=message(table, choices) if outcome is None else "",
        record=kept_text(table),
        number=table.number,
        matches=table.matches,
        variations=tuple(variation(table.whole, other) for other in table.variations),
        deciding=match.deciding if marked or not match.is_unmarked else (),
        chosen=table.chosen,
        draws=sum(left.whole.outcome.winner is None for left in table.finished if left.whole.outcome),
        error=error(table),
    )


def kept_text(table: Table) -> str:
    """The record of the match, followed by those of its variations, which are not saved as matches of a
    file."""
    variations = (write_record(table.record(line)) for line in table.variations)
    return "".join([write_marked(table.record()), *variations])


def seats(table: Table) -> tuple[Seat, ...]:
    """The players of all sides, with the number of matches that each has won."""
    kinds = table.seating.kinds if table.seating else {}
    by_name = len({player.name for player in table.players.values()}) == len(table.players)
    winners = [
        left.players[outcome.winner].name if by_name else outcome.winner
        for left in table.finished
        if (outcome := left.whole.outcome) is not None and outcome.winner is not None
    ]
    return tuple(
        Seat(
            side,
            player.name,
            isinstance(player, Person),
            kinds.get(side, ""),
            winners.count(player.name if by_name else side),
        )
        for side, player in table.players.items()
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


def judge(table: Table) -> Oracle | None:
    """The oracle that judges the moves of the match, if that is allowed now: values may help a player."""
    may_say = table.values_shown or table.whole.outcome is not None
    return table.adviser.oracle if may_say and table.adviser else None


def line_of(match: Match, oracle: Oracle | None = None) -> tuple[Made, ...]:
    """All moves with the sides that made them, and with their values if there is an oracle."""
    return tuple(last_move(before, after, oracle) for before, after in pairwise(match.plies()))


def last_move(before: Match, after: Match, oracle: Oracle | None) -> Made:
    """The move from one match to the next."""
    its_worth = worth(oracle, before.to_move, after.position) if oracle else None
    mistake = False
    if oracle and its_worth:
        with suppress(KeyError):
            best = result_for(before.to_move, oracle.value(before.position).winner)
            mistake = its_worth.result != best
    return Made(before.to_move, after.last_text, after.last_areas, its_worth, mistake)


def variation(match: Match, other: Match) -> Variation:
    """The moves of another line, from where it leaves the match."""
    pairs = zip(match.moves, other.moves, strict=False)
    ply = next((k for k, (one, two) in enumerate(pairs) if one != two), min(match.ply, other.ply))
    return Variation(ply, line_of(other)[ply:])


def choices_at(table: Table, match: Match) -> tuple[Choice, ...]:
    """The legal moves with their areas, and with requested hints and values as soon as these are known."""
    oracle = table.adviser.oracle if table.adviser else None
    reach = reach_of(match, table.chosen)
    best = best_moves(oracle, match) if oracle and table.hinting else ()
    permitted = permitted_moves(table, match)
    valued = match.legal_moves if table.values_shown else best
    return tuple(
        Choice(
            text=text,
            **reach.get(move, {}),
            worth=worth(oracle, match.to_move, match.game.after(match.position, move))
            if oracle and move in valued
            else None,
            hinted=move in best,
            permitted=None if permitted is None else move in permitted,
        )
        for move, text in zip(match.legal_moves, match.legal_texts, strict=True)
    )


def reach_of(match: Match, chosen: Chosen) -> Mapping[Move, Mapping[str, Any]]:
    """For each legal move the areas of its next click, whether that click is the last one, and whether the
    move begins with the clicks so far; if not, a click on its first area begins it."""
    if not match.click_paths:
        return {move: {"areas": tuple(areas)} for move, areas in match.areas.items()}
    found = {}
    for move, path in match.click_paths.items():
        left = path.after(chosen)
        here = left or path
        begun = bool(chosen) and left is not None
        found[move] = {"areas": here.next, "final": here.is_last, "begun": begun}
    return found


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
    match table.adviser.advice:
        case Advice.NONE | Advice.WORKING:
            return "Computing the value of each move …"
        case Advice.FAILED:
            sentence = "The values of the moves could not be computed"
            return with_reason(sentence, table.adviser.failure)
        case Advice.READY:
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
