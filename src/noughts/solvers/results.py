"""The results of solvers, which print themselves as tables, sentences and JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from noughts.games.game import Game, Side, chance_of, is_system, wins
from noughts.games.match import Match
from noughts.games.result import (
    Json,
    ResultRow,
    ResultTable,
    TableCell,
    TextLine,
    Value,
    by_outcome,
    counted,
    headline,
    is_puzzle,
    match_title,
    mistakes_after,
    over,
    shares,
    value_in_words,
    value_json,
    verdict,
)
from noughts.kernels.state_graph import Explored
from noughts.solvers.solved import Solved

if TYPE_CHECKING:  # a small game is solved without the code of the others
    from noughts.solvers.alpha_beta import AlphaBeta, FirstMove
    from noughts.solvers.many_sides import EquilibriumOutcomes

# The longest list of plies that is printed: what fits on one screen with the summary.
_MOST_PLIES: Final = 40


def asked_at(match: Match) -> dict[str, Json]:
    """The keys that identify the position of the answer."""
    return {"at": list(match.move_texts())}


def mover(match: Match) -> dict[str, Json]:
    """The key of the side to move, which is null if the game is over."""
    return {"to_move": None if match.outcome else match.to_move}


class SolvedPosition(Struct, frozen=True):
    """The value of a position and of its moves, from the values of all positions.

    These are the positions of the `whole` game, or those that can be reached from this one.
    """

    match: Match
    solution: Solved
    whole: bool = False

    def as_json(self) -> dict[str, Json]:
        """The value of the position and of its moves; the distance of a move counts the move itself."""
        position, text = self.match.position, self.match.game.move_text
        figures = self.solution.figures
        return {
            **value_json(self.solution.value(position)),
            "positions": figures.positions,
            "transitions": figures.transitions,
            **mover(self.match),
            "best": [text(position, move) for move in self.solution.best(position)],
            "moves": {
                text(position, move): value_json(value)
                for move, value in self.solution.by_move(position).items()
            },
            **asked_at(self.match),
            "values": dict(figures.values),
        }

    def rows(self) -> Iterator[ResultRow]:
        """The value of the position, its moves, and the shares of all positions."""
        match, figures = self.match, self.solution.figures
        puzzle = is_puzzle(match.game)
        yield from headline(match_title(match), verdict(match, self.solution.value(match.position)))
        if not match.outcome:
            yield from (self.moves(), "")
        which = "of the game" if self.whole and match.moves else "from here"
        spread = by_outcome(figures.values, "solvable" if puzzle else "")
        yield shares(f"all positions {which}", spread, figures.positions)
        if figures.longest:
            longest = "No position takes more than" if puzzle else "The longest forced win takes"
            yield from ("", f"{longest} {counted(figures.longest, 'move')}.")

    def moves(self) -> ResultTable:
        """A table of the legal moves and their values, best first."""
        match, position = self.match, self.match.position
        replied = not is_puzzle(match.game)
        best, by_move = self.solution.best(position), self.solution.by_move(position)
        cells: list[Sequence[TableCell]] = []
        for move in sorted(by_move, key=lambda move: regret(by_move[move], match.to_move)):
            colour = ("green", "yellow", "red")[regret(by_move[move], match.to_move)[0]]
            errors, replies = mistakes_after(self.solution, match, move)
            invited = [f"{errors} of {replies}" if replies else ""] if replied else []
            worth = value_in_words(match.game, by_move[move]), colour
            rank = "best" if move in best else ""
            cells.append([match.game.move_text(position, move), worth, *invited, rank])
        heads = ["value", "losing replies", ""] if replied else ["value", ""]
        return ResultTable([f"{match.to_move} to move", *heads], cells)


def regret(value: Value, side: Side) -> tuple[int, int]:
    """The sort key of a value for `side`, best first: quick wins, slow wins, draws, late losses, quick
    losses."""
    if value.winner is None:
        return 1, 0
    distance = value.distance or 0
    return (0, distance) if value.winner == side else (2, -distance)


class SearchedPosition(Struct, frozen=True):
    """The value of a position by a search, the bounds of its moves, and the work of the search."""

    match: Match
    search: AlphaBeta

    @property
    def value(self) -> Value:
        """The value that the search decided."""
        assert self.search.value is not None
        return self.search.value

    def as_json(self) -> dict[str, Json]:
        """The value of the position, and the values or bounds of its moves."""
        return {
            **value_json(self.value),
            "through": "search",
            "nodes": self.search.machine.searched,
            "exact": self.search.machine.source.is_exact,
            **mover(self.match),
            "moves": {name_of(self.search, first): self.known(first) for first in self.search.first},
            **asked_at(self.match),
        }

    def known(self, first: FirstMove) -> dict[str, Json]:
        """The value of a first move, or its bounds if the value is not decided."""
        bounds = self.search.bounds(first.least, first.largest)
        found: dict[str, Json] = {"value": None, "distance": None}
        if bounds.exact is not None:
            found |= value_json(bounds.exact)
        if not first.is_exact:
            for name, bound in (("at_least", bounds.least), ("at_most", bounds.largest)):
                found[name] = None if bound is None else value_json(bound)
        return found

    def rows(self) -> Iterator[ResultRow]:
        """The value of the position, the values or bounds of its moves, and the work of the search."""
        search = self.search
        yield from headline(match_title(self.match), verdict(self.match, self.value))
        if search.first:
            order = sorted(search.first, key=lambda first: (-first.least, -first.largest))
            cells = [(name_of(search, first), words_for(search, first) or "not decided") for first in order]
            yield from (ResultTable([f"{self.match.to_move} to move", "value"], cells), "")
        yield f"Decided by a search of {counted(search.machine.searched, 'node')}."
        if not search.machine.source.is_exact:
            uncertain = (
                "Its positions do not fit in a table entry and are told apart by hashes of "
                f"{64 + search.machine.source.room_above} bits: the answer is not quite certain."
            )
            yield TextLine([uncertain], wraps=True)


def decided(search: AlphaBeta) -> str:
    """A sentence on the first moves, grouped by their values or bounds."""
    groups: dict[str, list[str]] = {}
    for first in search.first:
        if words := words_for(search, first):
            groups.setdefault(words, []).append(name_of(search, first))
    return "; ".join(f"{', '.join(names)}: {words}" for words, names in groups.items())


def name_of(search: AlphaBeta, first: FirstMove) -> str:
    """The text of a first move."""
    return search.game.move_text(search.kernel.grounded.decoded(search.code), first.move)


def words_for(search: AlphaBeta, first: FirstMove) -> str:
    """The value or the bounds of a first move in words; empty if nothing is known."""
    bounds = search.bounds(first.least, first.largest)
    if first.is_exact:
        return str(bounds.exact)
    if bounds.exact is not None:
        return f"{bounds.largest if first.largest < 0 else bounds.least} or sooner"
    if first.largest == 0:
        return "a draw at most"
    return "a draw at least" if first.least == 0 else ""


class PositionOutcomes(Struct, frozen=True):
    """The outcomes of a position if every side plays for itself, and the values that each side can force."""

    match: Match
    prospects: EquilibriumOutcomes
    whole: bool = False

    def as_json(self) -> dict[str, Json]:
        """The keys of a game of two sides, and the sets of outcomes and what each side can force."""
        position, figures = self.match.position, self.prospects.figures
        text = {move: self.match.game.move_text(position, move) for move in self.match.game.moves(position)}
        by_move = self.prospects.by_move(position).items()
        return {
            **outcomes_json(self.prospects.outcomes_at(position)),
            "positions": figures.positions,
            "transitions": figures.transitions,
            **mover(self.match),
            "best": [text[move] for move in self.prospects.chosen_at(position)],
            "moves": {text[move]: outcomes_json(outcomes) for move, outcomes in by_move},
            **asked_at(self.match),
            "values": dict(figures.values),
            "coalition": {
                side: value_json(value) for side, value in self.prospects.forced_at(position).items()
            },
        }

    def rows(self) -> Iterator[ResultRow]:
        """The outcomes of the position and of its moves, what each side can force, and the shares of all
        positions."""
        match, prospects, position = self.match, self.prospects, self.match.position
        if match.outcome:
            text = over(match.outcome)
        else:
            anyhow = "".join(f" and {side} moves in any way" for side in chance_of(match.game))
            text = f"{told(prospects.outcomes_at(position))} if each side plays for itself{anyhow}."
        yield from headline(match_title(match), text)
        if not match.outcome:
            chosen = prospects.chosen_at(position)
            cells = [
                (match.game.move_text(position, move), told(found), "may be played" if move in chosen else "")
                for move, found in prospects.by_move(position).items()
            ]
            yield from (ResultTable([f"{match.to_move} to move", "outcome", ""], cells), "")
        forced = [(side, forced_words(side, value)) for side, value in prospects.forced_at(position).items()]
        yield from (ResultTable(["against all others together", "can force"], forced), "")
        counts = dict(prospects.figures.values)
        several = counts.pop("open")
        named = by_outcome(counts)
        if several:
            named["several outcomes"] = several
        which = "of the game" if self.whole and match.moves else "from here"
        yield shares(f"all positions {which}", named, prospects.figures.positions)


def outcomes_json(outcomes: tuple[str, ...]) -> dict[str, Json]:
    """The outcomes of a position, and its value if there is only one outcome."""
    value = outcomes[0] if len(outcomes) == 1 else None
    return {"value": value, "distance": None, "outcomes": list(outcomes)}


def forced_words(side: Side, value: Value) -> str:
    """The value that a side can force, in words."""
    soon = "" if value.distance is None else f" in {counted(value.distance, 'move')}"
    return {None: "a draw", side: f"a win{soon}"}.get(value.winner, f"nothing: the others win{soon}")


def sides_in_words(game: Game) -> str:
    """The reason why the game has no single value, in words: its number of sides, or chance."""
    chance = [f"`{side}`" for side in chance_of(game)]
    return " and ".join(chance) if chance else f"{len(game.sides)} sides"


def told(outcomes: tuple[str, ...]) -> str:
    """A set of outcomes in words."""
    return " or ".join("draw" if name == "draw" else wins(name) for name in outcomes)


class PositionCounts(Struct, frozen=True):
    """The number of positions of a game, by ply and by outcome."""

    explored: Explored

    def as_json(self) -> Json:
        """The figures of the game: its positions, transitions and ends."""
        found = self.explored.counts()
        ends = found["terminal"]
        return {
            "positions": found["positions"],
            "transitions": found["transitions"],
            "terminal": {"deadlock": ends["draw"]} if is_system(self.explored.game) else ends,
        }

    def rows(self) -> Iterator[ResultRow]:
        """The size of the game, how it ends, and the number of positions at each distance from the first."""
        by_ply, game = self.explored.by_ply(), self.explored.game
        positions = sum(by_ply)
        size = f"{counted(positions, 'position')}, {counted(self.explored.transitions, 'transition')}"
        yield from headline(game.name, size)
        ends = self.explored.terminal()
        solved = "solved" if is_puzzle(game) else ""
        named = {"deadlock": ends["draw"]} if is_system(game) else by_outcome(ends, solved)
        yield from (shares("over", named, positions), "")
        if len(by_ply) <= _MOST_PLIES:
            yield from (
                ResultTable(["ply", "positions"], [(str(k), count) for k, count in enumerate(by_ply)]),
                "",
            )
        yield f"Every position can be reached in at most {counted(len(by_ply) - 1, 'move')}."
