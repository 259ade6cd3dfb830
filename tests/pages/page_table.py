"""What a page plays, as a model in Python: a table with clicks, and with variations of each match."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any, TypeAlias

from msgspec import to_builtins
from msgspec.structs import replace

from noughts.faces.console.table_view import restored_on_failure
from noughts.faces.describe import describe, refusal, report, result_for, worth
from noughts.faces.table import EarlierMatch, Table
from noughts.games.game import Move, Outcome, RulesError
from noughts.games.match import Match
from noughts.games.picture import Area, Chosen, Pictured, Restart, click
from noughts.games.record import Record, match_of, record_of, write_marked, write_record
from noughts.games.record_text import new_identity
from noughts.games.result import Oracle
from noughts.refusal import Refusal
from noughts.service.answers import images_json
from tests.pages.deciding import deciding

Json: TypeAlias = dict[str, Any]


class LeftMatch(EarlierMatch, frozen=True):
    """A match that was left for another one, and its other lines."""

    variations: tuple[Match, ...] = ()


class PageTable(Table):
    """A table whose people click, and where no line of a match is lost."""

    variations: tuple[Match, ...] = ()
    chosen: Chosen = ()

    def click(self, x: int, y: int) -> bool:
        """Handle a click at a pixel; whether it had an effect."""
        if not isinstance(self.game, Pictured):
            return False
        before = self.whole, self.ply, self.chosen
        if paths := self.match.click_paths:
            if self.person_decides:
                self.chosen, meant = click(paths, self.chosen, x, y)
                self.make(meant)
        elif isinstance(meant := self.game.clicked(self.match.position, x, y), Restart):
            self.restart()
            return True
        else:
            self.make(meant)
        return before != (self.whole, self.ply, self.chosen)

    def make(self, move: Move | None) -> None:
        """Make a move, if there is one."""
        if move is not None:
            self.play(self.match.legal_moves.index(move))

    def vary(self, index: int, ply: int) -> None:
        """Continue with a variation; the match becomes one."""
        if 0 <= index < len(self.variations):
            taken = self.variations[index]
            others = [each for each in self.variations if each is not taken]
            self.whole, self.variations = taken, (*others, self.whole)
            self.jump(ply)

    def resume(self) -> None:
        """See `Table`; the moves after the position shown become a variation."""
        if self.in_the_past:
            self.variations = (*self.variations, self.whole)
        super().resume()

    def restore(self, records: Sequence[Sequence[Record]], number: int, ply: int) -> None:
        """Take over matches, each with its variations."""
        if not records:
            return
        lines = [[match_of(record, self.game) for record in each] for each in records]
        left = [
            LeftMatch(whole, whole.ply, each[0].match or new_identity(), tuple(others))
            for each, (whole, *others) in zip(records, lines, strict=True)
        ]
        self._go_to(left, min(max(number, 0), len(left) - 1))
        self.jump(ply)

    def take_line(self, texts: Sequence[str], kind: str) -> None:
        """Continue with the match of these moves."""
        record = replace(record_of(Match(self.game), {}), moves=tuple(texts))
        self._begin(match_of(record, self.game, kind))

    def written(self) -> str:
        """The records of the match and of its variations."""
        others = (record_of(line, self.names, date=self.record().date) for line in self.variations)
        return "".join([write_marked(self.record()), *(map(write_record, others))])

    @property
    def names(self) -> dict[str, str]:
        """The name of the player of each side."""
        return {side: player.name for side, player in self.players.items()}

    @property
    def all_matches(self) -> list[EarlierMatch]:
        """All matches, in their order."""
        return self._all()

    def _all(self) -> list[EarlierMatch]:
        found = super()._all()
        found[self.number] = LeftMatch(self.whole, self.ply, self.identity, self.variations)
        return found

    def _go_to(self, left: Sequence[EarlierMatch], number: int) -> None:
        super()._go_to(left, number)
        self.variations = getattr(left[number], "variations", ())

    def _look_at(self, ply: int) -> None:
        super()._look_at(ply)
        self.chosen = ()

    def _follow(self, move: Move) -> None:
        before, was_past = self.whole, self.in_the_past
        super()._follow(move)
        if self.whole is not before:
            lines, made = (*self.variations, *[before] * was_past), self.whole.moves
            self.variations = tuple(each for each in lines if each.moves != made[: each.ply])


def view_after(table: PageTable, command: Callable[[], object], before: Json | None = None) -> Json:
    """The view after the command; if it fails, the view `before` with the reason, and the table as it was."""
    try:
        with restored_on_failure(table):
            command()
            return page_view(table)
    except (RulesError, Refusal) as failure:
        return {**(before or page_view(table)), "message": refusal(failure), "error": report(failure)}


def page_view(table: PageTable) -> Json:
    """All that a page should show of a table where every side is a person."""
    view, match = describe(table), table.match
    ended = [each.whole.outcome for each in table.all_matches if each.whole.outcome]
    judges = table.adviser and (table.values_shown or table.whole.outcome)
    return {
        **{name: getattr(view, name) for name in ("title", "text", "to_move", "person", "outcome")},
        "kind": "table",
        "seats": [seat_json(side, name, ended) for side, name in table.names.items()],
        "images": None if view.images is None else images_json(view.images),
        "thinking": False,
        "winner": match.outcome.winner if match.outcome else None,
        "headline": view.outcome or f"{view.to_move} to move",
        "choices": [
            {**to_builtins(choice), **reach_json(match, move, table.chosen)}
            for move, choice in zip(match.legal_moves, view.choices, strict=True)
        ],
        "line": line_json(table.whole, table.adviser.oracle if table.adviser and judges else None),
        "ply": table.ply,
        "can_undo": table.can_undo,
        "can_redo": table.can_redo,
        "can_resume": table.program_waits,
        "advisable": table.adviser is not None,
        "values_shown": table.values_shown,
        "message": view.message,
        "record": table.written(),
        "number": table.number,
        "matches": len(table.all_matches),
        "variations": [variation_json(table.whole, other) for other in table.variations],
        "draws": sum(outcome.winner is None for outcome in ended),
        "deciding": deciding(match),
        "chosen": areas_json(table.chosen),
        "error": view.error,
    }


def seat_json(side: str, name: str, ended: Sequence[Outcome]) -> Json:
    """A person, and how many matches that side has won."""
    points = sum(outcome.winner == side for outcome in ended)
    return {"side": side, "player": name, "person": True, "points": points}


def reach_json(match: Match, move: Move, chosen: Chosen) -> Json:
    """Where the next click for a move may be, whether it is the last, and whether the move has begun."""
    if move not in match.click_paths:
        areas = () if match.click_paths else match.areas.get(move, ())
        return {"areas": areas_json(areas), "final": True, "begun": False}
    path = match.click_paths[move]
    left = path.after(chosen)
    here = left or path
    begun = bool(chosen) and left is not None
    return {"areas": areas_json(here.next), "final": here.is_last, "begun": begun}


def variation_json(whole: Match, other: Match) -> Json:
    """The moves of another line, from where it leaves the match."""
    pairs = zip(whole.moves, other.moves, strict=False)
    ply = next((k for k, (one, two) in enumerate(pairs) if one != two), min(whole.ply, other.ply))
    return {"ply": ply, "line": line_json(other, None)[ply:]}


def line_json(whole: Match, oracle: Oracle | None) -> list[Json]:
    """The moves of a match; with an oracle, what each is worth, and whether it is a mistake."""
    return [made_json(before, after, oracle) for before, after in pairwise(whole.plies())]


def made_json(before: Match, after: Match, oracle: Oracle | None) -> Json:
    """A move that was made."""
    found = worth(oracle, before.to_move, after.position) if oracle else None
    mistake = False
    with suppress(KeyError):
        if oracle and found:
            best = result_for(before.to_move, oracle.value(before.position).winner)
            mistake = found.result != best
    return {
        "side": before.to_move,
        "text": after.last_text,
        "areas": areas_json(before.areas.get(after.move, ())),
        "worth": found and to_builtins(found),
        "mistake": mistake,
    }


def areas_json(areas: Sequence[Area]) -> list[Mapping[str, int]]:
    """Rectangles of the screen."""
    return [to_builtins(area) for area in areas]
