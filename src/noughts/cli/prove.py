"""``noughts prove``: prove a claim about every position, or refute it by a line of play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from msgspec.structs import replace

from noughts.api.liveness import prove_runs
from noughts.api.proof import prove_claim
from noughts.cli.answer import AsJson, print_result
from noughts.cli.app import verb
from noughts.cli.game_argument import GameArgument, with_game
from noughts.cli.options import FaceName, Nodes, UpTo
from noughts.cli.progress import progress
from noughts.cli.verbs import ExitCode
from noughts.cli.verified import save_proof
from noughts.refusal import Refusal
from noughts.save import refuse_place
from noughts.solvers.proof import Budget

if TYPE_CHECKING:
    from collections.abc import Mapping

    from noughts.api.liveness import ProvedLiveness
    from noughts.api.proof import ProvedClaim
    from noughts.games.match import Match
    from noughts.solvers.proof import QuestionKind

GameAndClaim = Annotated[
    GameArgument, typer.Argument(metavar="GAME... CLAIM", help="A game, and a claim about it.")
]

Can = Annotated[
    str | None,
    typer.Option(
        "--can", metavar="CLAIM", help="Ask instead whether the claim is true in some reachable position."
    ),
]

Forces = Annotated[
    tuple[str, str] | None,
    typer.Option(
        "--forces",
        metavar="SIDE CLAIM",
        help="Ask whether SIDE can force a position where the claim is true.",
    ),
]

Eventually = Annotated[
    str | None,
    typer.Option(
        "--eventually",
        metavar="CLAIM",
        help="Ask whether every run reaches a position where the claim is true.",
    ),
]

LeadsTo = Annotated[
    tuple[str, str] | None,
    typer.Option(
        "--leads-to",
        metavar="CLAIM CLAIM",
        help="Ask whether every run reaches the second claim after each position of the first.",
    ),
]

Fair = Annotated[
    list[str] | None,
    typer.Option(
        "--fair",
        metavar="MOVES",
        help="Assume that what is possible from some position on is done again and again: an action, `all` "
        "actions, or a set of moves; may be repeated.",
    ),
]

StronglyFair = Annotated[
    list[str] | None,
    typer.Option(
        "--strongly-fair",
        metavar="MOVES",
        help="Assume that what is possible again and again is done again and again; may be repeated.",
    ),
]

ThroughOption = Annotated[
    Literal["positions", "diagrams"] | None,
    typer.Option(
        help="Check positions one by one, or sets of them as diagrams; chosen to suit the game by default."
    ),
]

Replay = Annotated[
    FaceName | None, typer.Option("--replay", metavar="FACE", help="Step through the line of play in a face.")
]

ProofOut = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", metavar="FILE", help="Save the verdict and its line to FILE, for `noughts verify`."
    ),
]


@verb(
    ("noughts prove tictactoe '~(wins(`x) & wins(`o))'", "true in every position"),
    ("noughts prove tictactoe '|currentState| < 7'", "a line of play that breaks it"),
    ("noughts prove tictactoe --can 'wins(`o)'", "can o win at all?"),
    ("noughts prove nim --forces x 'wins(`x)'", "can x force a win?"),
    ("noughts prove nim '~gameOver' -o proof.json", "save the proof; `noughts verify` checks it"),
    ("noughts prove nim --eventually gameOver", "does every match end?"),
)
@with_game
def prove(
    game: GameAndClaim,
    can: Can = None,
    forces: Forces = None,
    eventually: Eventually = None,
    leads_to: LeadsTo = None,
    fair: Fair = None,
    strongly_fair: StronglyFair = None,
    as_json: AsJson = False,
    replay: Replay = None,
    through: ThroughOption = None,
    limit: UpTo = None,
    nodes: Nodes = 2_000_000,
    output: ProofOut = None,
) -> ExitCode:
    """Prove a claim about every reachable position, or refute it by a shortest line of play."""
    if as_json and replay is not None:
        raise Refusal("`--json` and `--replay` cannot be combined", "leave one out")
    _refuse_two({"--can": can, "--forces": forces, "--eventually": eventually, "--leads-to": leads_to})
    premise, reached = leads_to or (None, eventually)
    if reached is None and (fair or strongly_fair):
        raise Refusal("fairness is about runs", "ask with `--eventually CLAIM` or `--leads-to CLAIM CLAIM`")
    if reached is not None and through == "diagrams":
        raise Refusal("runs are not examined as diagrams", "leave out `--through`")
    if output is not None:
        refuse_place(output)
    result: ProvedClaim | ProvedLiveness
    if reached is not None:
        rules, assumed = game.load(), (fair or (), strongly_fair or ())
        with progress("steps") as report:
            result = prove_runs(rules, reached, premise, *assumed, limit=limit, progress=report)
    else:
        side, text = forces or (None, can)
        if text is None:
            game, text = _with_claim(game)
        question: QuestionKind = "forced" if forces else "sometimes" if can is not None else "always"
        rules, budget = game.load(), Budget(limit, nodes)
        with progress("steps") as report:
            result = prove_claim(rules, question, text, side, budget=budget, through=through, progress=report)
    if output is not None:
        save_proof(output, game, result)
    print_result(result, as_json=as_json)
    if replay is not None:
        _replay(result.verdict.line, replay)
    return ExitCode.YES if result.verdict.holds else ExitCode.NO


def _refuse_two(questions: Mapping[str, object]) -> None:
    """Refuse more than one question."""
    asked = [option for option, given in questions.items() if given is not None]
    if len(asked) > 1:
        raise Refusal(f"`{asked[0]}` and `{asked[1]}` cannot be combined", "ask one question at a time")


def _with_claim(game: GameArgument) -> tuple[GameArgument, str]:
    """The game, and the claim, which is the last word."""
    *words, text = game.words
    if not words:
        raise Refusal("no claim is given", f"write `noughts prove {text} 'CLAIM'`")
    return replace(game, words=words), text


def _replay(line: Match | None, face: FaceName) -> None:
    """Step through a line of play in a face."""
    from noughts.cli.replay import replay

    if line is None:
        raise Refusal("there is no line of play to replay")
    replay(line, face)
