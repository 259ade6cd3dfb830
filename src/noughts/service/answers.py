"""Answers to questions about a match, as JSON: rules of a game, moves of players, values of positions.

The page gives a position by the moves that lead to it from the first one, so a service that was restarted can
answer, too.
"""

from __future__ import annotations

import logging
import os
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from msgspec.structs import asdict, replace

from noughts.easel import Image
from noughts.easel.svg import element_of
from noughts.faces.adviser import Adviser
from noughts.faces.describe import best_moves, refusal, report, with_reason, worth
from noughts.games.game import Game, RulesError
from noughts.games.match import Match
from noughts.games.picture import Area, Pictured, Restart
from noughts.games.python_fault import fault_of
from noughts.games.record import fingerprint_of, match_of, record_of
from noughts.games.result import Oracle
from noughts.players.levels import LEVELS
from noughts.players.player import Permissive, Player
from noughts.refusal import Refusal
from noughts.stop import Stopped

_log = logging.getLogger(__name__)

Json: TypeAlias = dict[str, Any]

# The most positions of a tab that are cached: a match is shorter, and a position that was dropped is reached
# again by playing its moves.
_MOST_POSITIONS: Final = 1000


def failure_json(failure: BaseException) -> Json:
    """A failure as JSON: a sentence, a report of several lines, or both."""
    if isinstance(failure, Stopped):
        return {"message": "Stopped.", "error": ""}
    failure = fault_of(failure) or failure
    if isinstance(failure, Refusal | RulesError):
        return {"message": refusal(failure), "error": report(failure)}
    _log.error("a bug in Noughts: %r", failure, exc_info="NOUGHTS_TRACEBACK" in os.environ)
    return {
        "message": "This is a bug in Noughts, not your mistake.",
        "error": f"{type(failure).__name__}: {failure}",
    }


class RulesAnswers:
    """The rules of a game in Python for one worker of a page, which asks one question at a time.

    A position is the list of the numbers of its moves, each among the legal ones.
    """

    def __init__(self, game: Game) -> None:
        self._matches: OrderedDict[tuple[int, ...], Match] = OrderedDict({(): Match(game)})

    def answer(self, asked: Json) -> Any:
        """The answer to a question of the page."""
        return _QUESTIONS[asked["ask"]](self, self._match(tuple(asked["line"])), asked)

    def _match(self, line: tuple[int, ...]) -> Match:
        known = line
        while known not in self._matches:
            known = known[:-1]
        match = self._matches[known]
        for length in range(len(known), len(line)):
            match = match.play(match.legal_moves[line[length]])
            self._matches[line[: length + 1]] = match
        while len(self._matches) > _MOST_POSITIONS:
            oldest = next(iter(self._matches))
            self._matches.move_to_end(oldest) if not oldest else self._matches.pop(oldest)
        return match

    def facts(self, match: Match, asked: Json) -> Json:
        """The facts of a position; its images are a separate question, because the page needs them first."""
        outcome, moves = match.outcome, match.legal_moves
        return {
            "text": match.game.position_text(match.position),
            "toMove": None if outcome else match.to_move,
            "outcome": outcome and {"winner": outcome.winner, "termination": outcome.termination},
            "moves": list(match.legal_texts),
            "areas": [boxes_json(match.areas.get(move, ())) for move in moves],
        }

    def images(self, match: Match, asked: Json) -> list[Json]:
        """The images of a position."""
        assert isinstance(match.game, Pictured)
        return images_json(match.game.images(match.position))

    def clicked(self, match: Match, asked: Json) -> int | str | None:
        """The number of the move that a click makes, or ``"restart"``; ``None`` if it means nothing."""
        assert isinstance(match.game, Pictured)
        meant = match.game.clicked(match.position, asked["x"], asked["y"])
        if isinstance(meant, Restart):
            return "restart"
        return None if meant is None else match.legal_moves.index(meant)


# What a page can ask of a game whose rules run in Python.
_QUESTIONS: Final[Mapping[str, Callable[[RulesAnswers, Match, Json], Any]]] = {
    "facts": RulesAnswers.facts,
    "images": RulesAnswers.images,
    "clicked": RulesAnswers.clicked,
}


def rules_json(game: Game, title: str) -> Json:
    """The data of a game in Python that a page has in addition to its rules."""
    return {
        "kind": "service",
        "name": game.name,
        "title": title,
        "fingerprint": fingerprint_of(game),
        "sides": list(game.sides),
        "isPictured": isinstance(game, Pictured),
        "levels": [asdict(level) for level in LEVELS],
        "safeSets": [],
    }


def match_with(game: Game, texts: Sequence[str]) -> Match:
    """The match of these moves; `UnfitRecord` if there is none."""
    return match_of(replace(record_of(Match(game), {}), moves=tuple(texts)), game, "match")


def move_json(player: Player, match: Match) -> Json:
    """The move of a player, and the moves that its strategy permits, if it follows one."""
    move = player.choose(match)
    permitted = player.permitted(match) if isinstance(player, Permissive) else None
    texts = dict(zip(match.legal_moves, match.legal_texts, strict=True))
    return {
        "move": texts[move],
        "name": player.name,
        "permitted": None if permitted is None else [texts[each] for each in permitted],
    }


def values_json(adviser: Adviser, match: Match, ply: int, first: int) -> Json:
    """The known values of the positions of a match from `first` on, and a sentence on the one after `ply`.

    A search has searched only that position, and knows its value and those after its moves.
    """
    oracle, shown = adviser.oracle, match.at(ply)
    if oracle is None:
        return {"known": [], "note": ""}
    note, looking = "", adviser.looking
    if looking is not None and shown.outcome is None:
        failure = adviser.failure_at(shown.position)
        note = looking.note(shown.position) or with_reason("The search for the best moves failed", failure)
    plies = {*range(first, match.ply + 1), ply}
    return {"known": [[each, known_json(oracle, match.at(each))] for each in sorted(plies)], "note": note}


def known_json(oracle: Oracle, match: Match) -> Json | None:
    """The value of each legal move of a position, by its text, and the best ones; ``None`` if it is
    terminal."""
    if match.outcome is not None:
        return None
    texts = dict(zip(match.legal_moves, match.legal_texts, strict=True))
    worths = {}
    for move, text in texts.items():
        found = worth(oracle, match.to_move, match.game.after(match.position, move))
        worths[text] = found and {"result": found.result, "distance": found.distance}
    return {"worths": worths, "best": [texts[move] for move in best_moves(oracle, match)]}


def boxes_json(areas: Iterable[Area]) -> list[Json]:
    """Rectangles of the screen."""
    return [{"left": a.left, "bottom": a.bottom, "right": a.right, "top": a.top} for a in areas]


def images_json(images: Iterable[Image]) -> list[Json]:
    """Images as SVG elements, in the order in which they are drawn."""
    return [
        {"tag": element.tag, "attributes": element.attributes, "text": element.text}
        for element in map(element_of, images)
    ]
