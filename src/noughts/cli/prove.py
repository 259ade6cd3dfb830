"""``noughts prove``: prove a claim about every position, or refute it by a line of play."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from noughts.cli.answer import AsJson, print_result
from noughts.cli.app import HelpSection, app, examples
from noughts.cli.exit_code import ExitCode
from noughts.cli.game_argument import GameArgument, with_game
from noughts.cli.options import FaceName, Nodes, UpTo
from noughts.refusal import Refusal

if TYPE_CHECKING:
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


@app.command(
    rich_help_panel=HelpSection.KNOW,
    epilog=examples(
        ("noughts prove tictactoe '~(wins(`x) & wins(`o))'", "true in every position"),
        ("noughts prove tictactoe '|currentState| < 7'", "a line of play that breaks it"),
        ("noughts prove tictactoe --can 'wins(`o)'", "can o win at all?"),
        ("noughts prove nim --forces x 'wins(`x)'", "can x force a win?"),
        ("noughts prove nim '~gameOver' -o proof.json", "save the proof; `noughts verify` checks it"),
    ),
)
@with_game
def prove(
    game: GameAndClaim,
    can: Can = None,
    forces: Forces = None,
    as_json: AsJson = False,
    replay: Replay = None,
    through: ThroughOption = None,
    limit: UpTo = None,
    nodes: Nodes = 2_000_000,
    output: ProofOut = None,
) -> ExitCode:
    """Prove a claim about every reachable position, or refute it by a shortest line of play."""
    from noughts.api.proof import ProvedClaim, claim_query
    from noughts.cli.progress import progress
    from noughts.cli.verified import save_proof
    from noughts.save import refuse_place
    from noughts.solvers.proof import Budget, prove_quickest

    if as_json and replay is not None:
        raise Refusal("`--json` and `--replay` cannot be combined", "leave one out")
    game, text = _claimed(game, can, forces)
    if output is not None:
        refuse_place(output)
    loaded = game.load()
    question: QuestionKind = "sometimes" if can is not None else "forced" if forces else "always"
    asked, claim = claim_query(loaded, question, text, forces[0] if forces else None)
    with progress("steps") as report:
        proof = prove_quickest(loaded, asked, budget=Budget(limit, nodes), through=through, progress=report)
    result = ProvedClaim(asked, claim, proof)
    if output is not None:
        save_proof(output, game, result)
    print_result(result, as_json=as_json)
    if replay is not None:
        _replay(game, proof.verdict.line, replay)
    return ExitCode.YES if proof.verdict.holds else ExitCode.NO


def _claimed(game: GameArgument, can: str | None, forces: tuple[str, str] | None) -> tuple[GameArgument, str]:
    """The game and the text of the claim, which may be the last word."""
    if can is not None and forces is not None:
        raise Refusal("`--can` and `--forces` cannot be combined", "ask one question at a time")
    if can is not None:
        return game, can
    if forces is not None:
        return game, forces[1]
    *words, text = game.words
    if not words:
        raise Refusal("no claim is given", f"write `noughts prove {text} 'CLAIM'`")
    return replace(game, words=words), text


def _replay(game: GameArgument, line: Match | None, face: FaceName) -> None:
    """Step through a line of play in a face."""
    from noughts.cli.replay import replay

    if line is None:
        raise Refusal("there is no line of play to replay")
    replay(line, face, game.folder)
