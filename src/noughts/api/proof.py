"""The answer to a claim about all positions of a game: `noughts.Proof`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from noughts.api.match import Match
from noughts.documents.claim import claim_about
from noughts.documents.documented import Documented, as_value
from noughts.documents.sided import Sided
from noughts.games.game import Game as Rules
from noughts.games.game import Side, is_system, wins
from noughts.games.match import Match as Played
from noughts.games.result import Json, ResultRow, ResultTable, TableCell, TextLine, counted, headline
from noughts.refusal import Refusal, unknown
from noughts.solvers.proof import Budget, ClaimQuery, QuestionKind, Through, prove_quickest
from noughts.solvers.proof import Proof as Found
from noughts.solvers.verdict import Progress, Verdict
from noughts.values.maps import by_key, element
from noughts.values.sets import FiniteSet
from noughts.values.show import show
from noughts.values.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from noughts.api.game import Game
    from noughts.documents.claim import PositionClaim


class Proof(Struct, frozen=True):
    """The answer to a `claim`: whether it `holds`, and a match that shows why.

    `positions` is the number of positions that were examined.  `line` is a shortest match to a position that
    breaks an invariant, or to a position in which the claim holds; or a match by which a side forces the
    claim, within `within` moves.  The answer to a question about runs has a run that does not reach the
    claim: it repeats its moves from number `loop` on, counted from 0.

    >>> import noughts
    >>> noughts.load("tictactoe").prove("|currentState| < 7")
    <Proof: false after 7 moves, 1 2 3 4 5 6 7>
    """

    claim: str
    holds: bool
    positions: int
    line: Match | None = None
    within: int | None = None
    loop: int | None = None

    def __bool__(self) -> bool:
        return self.holds

    def __repr__(self) -> str:
        if self.line is None or not self.line.moves:
            return f"<Proof: {str(self.holds).lower()}, {self.positions:,} positions>"
        return f"<Proof: {str(self.holds).lower()} after {len(self.line.moves)} moves, {self.line.text}>"

    def _repr_html_(self) -> str:
        from noughts.api.display.output import proof_html

        return proof_html(self)


def proof_of(game: Game, question: QuestionKind, text: str, side: Side | None) -> Proof:
    """The answer to a question about a game, by the method that suits it."""
    verdict = prove_claim(game.rules, question, text, side).verdict
    line = None if verdict.line is None else Match.of(game, verdict.line)
    return Proof(text, verdict.holds, verdict.positions, line, verdict.within)


def prove_claim(
    rules: Rules,
    question: QuestionKind,
    text: str,
    side: Side | None = None,
    *,
    budget: Budget | None = None,
    through: Through | None = None,
    progress: Progress | None = None,
) -> ProvedClaim:
    """The answer to a question about a game; `Refusal` for what is no claim."""
    if side is not None and side not in rules.sides:
        raise unknown("side", side, rules.sides)
    claim = asked_claim(rules, text)
    asked = ClaimQuery(question, claim, side)
    found = prove_quickest(rules, asked, budget=budget or Budget(), through=through, progress=progress)
    return ProvedClaim(asked, claim, found)


def asked_claim(rules: Rules, text: str) -> PositionClaim:
    """The claim that a text makes about a game; `Refusal` for what is no claim."""
    if not isinstance(rules, Sided):
        hint = "claims are written in LED, so they need a game from a document"
        raise Refusal(f"{rules.name} is a game in Python", hint)
    claim = claim_about(rules, text)
    claim.holds(rules.initial)  # what is neither true nor false is an error before the search
    return claim


class ProvedClaim(Struct, frozen=True):
    """A claim about a game, what was asked about it, and the answer as it is printed."""

    asked: ClaimQuery
    claim: PositionClaim
    proof: Found

    @property
    def verdict(self) -> Verdict:
        """The verdict, whatever method found it."""
        return self.proof.verdict

    def as_json(self) -> dict[str, Json]:
        """The question and the verdict, with its line of play and the position at its end."""
        verdict, line = self.verdict, self.verdict.line
        return {
            "question": self.asked.question,
            "claim": self.claim.text,
            **({"side": self.asked.side} if self.asked.side else {}),
            "holds": verdict.holds,
            "positions": verdict.positions,
            "through": self.proof.through,
            "line": None if line is None else list(line.move_texts()),
            "position": None if line is None else line.game.position_text(line.position),
            "within": verdict.within,
            "warnings": list(self.warnings()),
        }

    def rows(self) -> Iterator[ResultRow]:
        """The verdict as a sentence, the line of play with the board at its end, and warnings."""
        line = self.verdict.line
        yield from headline(self.claim.game.name, verdict_sentence(self.asked, self.proof))
        if line is not None:
            yield from line_rows(line)
        yield from warning_rows(self.warnings())

    def warnings(self) -> Iterator[str]:
        """Warnings that the claim says less than it seems to."""
        verdict, claim = self.verdict, self.claim
        if not claim.speaks_of_positions:
            yield "the claim does not depend on the position, so it says nothing about the game"
        if verdict.positions == 1 and claim.game.outcome(claim.game.initial) is not None:
            yield "the game is over in its initial position: no move is ever possible"
        elif self.asked.question == "forced" and verdict.line is not None and not verdict.line.moves:
            yield f"it is true in the initial position, so {self.asked.side} need not do anything"
        for premise in verdict.idle:
            yield f"`{premise}` is true in no position, so the claim holds vacuously"
        if claim.game.wins is not None:
            for side in verdict.winless:
                yield f"{wins(side)} in no reachable position"


def warning_rows(warnings: Iterable[str]) -> Iterator[ResultRow]:
    """A row for each warning."""
    return (TextLine([("warning:", "yellow"), f" {warning}"]) for warning in warnings)


def line_rows(line: Played, loop: int | None = None) -> Iterator[ResultRow]:
    """A line of play: its moves, with the board at its end; of a machine without players, its variables.

    From move `loop` on, it repeats forever.
    """
    rules = line.game
    system = rules if isinstance(rules, Documented) and is_system(rules) else None
    if system is not None:
        yield trace(system, line)
    elif line.moves:
        yield "; ".join(line.move_texts())
    if loop is not None:
        first, last = loop + 1, len(line.moves)
        yield f"Move {last} repeats forever." if first == last else f"Moves {first} to {last} repeat forever."
    if system is None:
        yield line


def trace(rules: Documented, line: Played) -> ResultTable:
    """The values of the variables of a machine after each action, those that it has changed in bold.

    Of a map, what an action has changed is shown, an entry a line.
    """
    states = [as_value(position) for position in line.positions]
    places = range(1, len(rules.program.variables) + 1)
    columns = [trace_of([element(state, place) for state in states]) for place in places]
    moves = ("initially", *line.move_texts())
    rows = [[move, *cells] for move, cells in zip(moves, zip(*columns, strict=True), strict=True)]
    return ResultTable(["action", *rules.program.variables], rows)


def trace_of(values: Sequence[Value]) -> Iterator[TableCell]:
    """The values of one variable."""
    maps = [by_key(value) if isinstance(value, FiniteSet) else {} for value in values]
    sizes = [value.size if isinstance(value, FiniteSet) else 0 for value in values]
    are_maps = min(sizes) > 1 and sizes == [*map(len, maps)] and len({*map(frozenset, maps)}) == 1
    for place, value in enumerate(values):
        before = maps[place - 1] if place else {}
        entries = (f"{show(k)} |-> {show(v)}" for k, v in maps[place].items() if before.get(k) != v)
        is_new = place > 0 and value != values[place - 1]
        yield ("\n".join(entries) if are_maps else show(value)), "bold" if is_new else ""


def verdict_sentence(asked: ClaimQuery, proof: Found) -> str:
    """The verdict as a sentence."""
    verdict = proof.verdict
    only = verdict.positions == 1
    positions = "the only reachable position" if only else f"all {verdict.positions:,} reachable positions"
    everywhere = f"{positions}, {method(proof)}"
    after = "" if verdict.line is None else when(len(verdict.line.moves))
    among = f"Found among {counted(verdict.positions, 'position')}, {method(proof)}."
    if proof.through == "search":
        nodes = f"Decided by a search of {counted(verdict.positions, 'node')}."
        if not verdict.holds:
            return f"{asked.side} cannot force it. {nodes}"
        return (
            f"{asked.side} can force it within {counted(verdict.within or 0, 'move')}. {nodes} For example:"
        )
    match asked.question, verdict.holds:
        case "always", True:
            return f"the claim holds in {everywhere}."
        case "always", False:
            return f"the claim is false {after}; no shorter line of play refutes it. {among}"
        case "sometimes", True:
            return f"the claim can be true, {after} at the earliest. {among}"
        case "sometimes", False:
            return f"the claim is never true: it is false in {everywhere}."
        case _, True:
            soon = "" if verdict.within is None else f" within {counted(verdict.within, 'move')}"
            soon = ", as it is true in the initial position" if verdict.within == 0 else soon
            example = " For example:" if verdict.line is not None and verdict.line.moves else ""
            return f"{asked.side} can force it{soon}. This covers {everywhere}.{example}"
        case _:
            return f"{asked.side} cannot force it. This covers {everywhere}."


def method(proof: Found) -> str:
    """The method: one position at a time, or sets of positions as decision diagrams."""
    return "checked one by one" if proof.through == "positions" else "checked as sets (decision diagrams)"


def when(moves: int) -> str:
    """The moment in a line of play after `moves` moves."""
    return f"after {counted(moves, 'move')}" if moves else "in the initial position"
