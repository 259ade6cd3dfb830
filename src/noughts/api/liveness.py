"""Questions about the runs of a game: does each that is fair reach a claim?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from noughts.api.proof import asked_claim, line_rows, warning_rows
from noughts.documents.by_rules import GameByRules
from noughts.documents.claim import PositionClaim
from noughts.games.game import Game
from noughts.games.result import Json, ResultRow, counted, headline
from noughts.language.checked import question
from noughts.refusal import Refusal
from noughts.solvers.liveness import LivenessQuery, LivenessVerdict, prove_liveness
from noughts.solvers.verdict import Progress
from noughts.values.scalars import Atom
from noughts.values.sets import FiniteSet, Set
from noughts.values.value import Value
from noughts.verify.runs import Fairness

# The word for each action of a machine.
_EVERY_ACTION: Final = "all"


class ProvedLiveness(Struct, frozen=True):
    """A question about runs, and the answer as it is printed."""

    claim: PositionClaim
    premise: PositionClaim | None
    fairness: Sequence[Fairness]
    verdict: LivenessVerdict

    def as_json(self) -> dict[str, Json]:
        """The question and the verdict; the moves of `line` repeat from place `loop` on if it is a number."""
        verdict, line = self.verdict, self.verdict.line
        return {
            "question": "eventually" if self.premise is None else "leads_to",
            **({} if self.premise is None else {"premise": self.premise.text}),
            "claim": self.claim.text,
            "fair": self.conditions(strong=False),
            "strongly_fair": self.conditions(strong=True),
            "holds": verdict.holds,
            "positions": verdict.positions,
            "line": None if line is None else list(line.move_texts()),
            "loop": verdict.loop,
            "warnings": list(self.warnings()),
        }

    def conditions(self, *, strong: bool) -> list[str]:
        """The fairness that was assumed, as it was given."""
        return list(dict.fromkeys(each.text for each in self.fairness if each.is_strong == strong))

    def rows(self) -> Iterator[ResultRow]:
        """The verdict as a sentence, the run that refutes it, and warnings."""
        yield from headline(self.claim.game.name, self.sentence())
        if (line := self.verdict.line) is not None:
            yield from line_rows(line, self.verdict.loop)
        yield from warning_rows(self.warnings())

    def sentence(self) -> str:
        """The verdict as a sentence."""
        verdict, fair = self.verdict, self.fairness_in_words()
        run = f"run that treats {fair}" if fair else "run"
        among = f"{counted(verdict.positions, 'reachable position')}, checked one by one"
        after = "" if self.premise is None else f"after each position where `{self.premise.text}` is true, "
        if verdict.holds:
            return f"{after}every {run} reaches a position where the claim is true ({among})."
        after = "" if self.premise is None else f"after `{self.premise.text}`, "
        kind = "finite" if verdict.loop is None else "endless"
        return f"{after}the claim is never true in this {kind} {run} ({among})."

    def fairness_in_words(self) -> str:
        """The conditions that were assumed, as the object of *treats*."""
        return " and ".join(
            f"{'every action' if text == _EVERY_ACTION else f'`{text}`'} {how}"
            for is_strong, how in ((False, "fairly"), (True, "strongly fairly"))
            for text in self.conditions(strong=is_strong)
        )

    def warnings(self) -> Iterator[str]:
        """Warnings that the claim says less than it seems to."""
        if self.verdict.is_vacuous and self.premise is not None:
            yield f"`{self.premise.text}` is true in no position, so the claim holds vacuously"


def prove_runs(
    rules: Game,
    claim: str,
    premise: str | None = None,
    fair: Iterable[str] = (),
    strongly_fair: Iterable[str] = (),
    *,
    limit: int | None = None,
    progress: Progress | None = None,
) -> ProvedLiveness:
    """Whether each position where `premise` is true, by default the first one, leads to one where `claim` is
    true.

    `fair` and `strongly_fair` name actions, each move of which is treated fairly, or sets of moves, each of
    which is treated fairly as a whole.
    """
    asked = asked_claim(rules, claim)
    begin = None if premise is None else asked_claim(rules, premise)
    conditions = conditions_of(rules, fair, strongly_fair)
    query = LivenessQuery(asked, begin, tuple(conditions))
    return ProvedLiveness(
        asked, begin, conditions, prove_liveness(rules, query, limit=limit, progress=progress)
    )


def conditions_of(rules: Game, fair: Iterable[str], strongly_fair: Iterable[str]) -> list[Fairness]:
    """The conditions that texts give."""
    return [
        condition
        for texts, is_strong in ((fair, False), (strongly_fair, True))
        for text in texts
        for condition in fairness(rules, text, is_strong=is_strong)
    ]


def fairness(rules: Game, text: str, *, is_strong: bool) -> Iterator[Fairness]:
    """The conditions that a text gives: one for each move of an action, or one for a set of moves."""
    if not isinstance(rules, GameByRules):
        raise Refusal(
            f"{rules.name} has no rules with moves", "fairness is about the moves of a document's rules"
        )
    moves: Value = rules.value(rules.program.every_move, at=rules.initial)
    assert isinstance(moves, Set)
    machine = rules.program.machine
    actions = () if machine is None else tuple(machine.moves)
    if text in (*actions, _EVERY_ACTION):
        for move in moves:
            if text == _EVERY_ACTION or len(actions) == 1 or action_of(move) == text:
                yield Fairness(text, frozenset({move}), is_strong)
        return
    core = question(rules.program, text, "<fairness>")
    found = rules.ask(lambda: rules.meaning.prepare(core)(rules.quiet(rules.initial)))
    if not isinstance(found, FiniteSet) or not all(move in moves for move in found):
        named = f"an action ({', '.join(actions)}), `{_EVERY_ACTION}`, or " if actions else ""
        raise Refusal(f"`{text}` is no set of moves of {rules.name}", f"give {named}a set of moves in LED")
    yield Fairness(text, frozenset(found), is_strong)


def action_of(move: Value) -> str:
    """The name of the action of a move, in a machine with several actions."""
    first = move[0] if isinstance(move, tuple) else move
    return first.name if isinstance(first, Atom) else ""
