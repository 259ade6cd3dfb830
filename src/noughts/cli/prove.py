"""``noughts prove``: prove a claim about every position, or refute it by a line of play."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from noughts.cli.answer import AsJson, print_json
from noughts.cli.app import HelpSection, app, examples
from noughts.cli.exit_code import ExitCode
from noughts.cli.game_argument import GameArgument, with_game
from noughts.cli.options import FaceName, Nodes, UpTo
from noughts.refusal import Refusal, unknown

if TYPE_CHECKING:
    from noughts.documents.claim import PositionClaim
    from noughts.games.game import Game, Side
    from noughts.games.match import Match
    from noughts.solvers.proof import ClaimQuery

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
    from noughts.cli import proved
    from noughts.cli.progress import progress
    from noughts.save import refuse_place
    from noughts.solvers.proof import Budget, prove_quickest

    if as_json and replay is not None:
        raise Refusal("`--json` and `--replay` cannot be combined", "leave one out")
    game, text = _claimed(game, can, forces)
    if output is not None:
        refuse_place(output)
    loaded = game.load()
    asked, claim = _asked(loaded, text, can=can is not None, side=forces[0] if forces else None)
    with progress("steps") as report:
        proof = prove_quickest(loaded, asked, budget=Budget(limit, nodes), through=through, progress=report)
    if output is not None:
        proved.save_proof(output, game, asked, claim, proof)
    if as_json:
        print_json(proved.proof_json(asked, claim, proof))
    else:
        proved.print_proof(asked, claim, proof)
    if replay is not None:
        _replay(game, proof.verdict.line, replay)
    return ExitCode.YES if proof.verdict.holds else ExitCode.NO


def _claimed(game: GameArgument, can: str | None, forces: tuple[str, str] | None) -> tuple[GameArgument, str]:
    """The game that the words name, and the text of the claim, which may be the last word."""
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


def _asked(game: Game, text: str, *, can: bool, side: Side | None) -> tuple[ClaimQuery, PositionClaim]:
    """The question to the game (always, sometimes, or forced by a side) and its claim."""
    from noughts.documents.claim import claim_about
    from noughts.documents.sided import Sided
    from noughts.solvers.proof import ClaimQuery

    if not isinstance(game, Sided):
        raise Refusal(
            f"{game.name} is a game in Python",
            "claims are written in LED, so they need a game from a document",
        )
    if side is not None and side not in game.sides:
        raise unknown("side", side, game.sides)
    claim = claim_about(game, text)
    claim.holds(game.initial)  # refuses a claim that is not a truth value before the search
    return ClaimQuery("sometimes" if can else "forced" if side else "always", claim, side), claim


def _replay(game: GameArgument, line: Match | None, face: FaceName) -> None:
    """Step through a line of play in a face."""
    from noughts.cli.replay import replay

    if line is None:
        raise Refusal("there is no line of play to replay")
    replay(line, face, game.folder)
