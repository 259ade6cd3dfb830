"""``noughts prove``: a claim about every position, proved, or refuted by a line of play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import typer

from noughts.cli.answer import AsJson, print_json
from noughts.cli.app import Part, app, examples
from noughts.cli.exit_code import ExitCode
from noughts.cli.options import ByOption, Let, Nodes, UpTo, Wins
from noughts.refusal import Refusal, unknown

if TYPE_CHECKING:
    from noughts.documents.claim import Claim
    from noughts.games.game import Game, Side
    from noughts.games.match import Match
    from noughts.solvers.proof import ClaimQuery

FaceName: TypeAlias = Literal["console", "window", "browser"]

Can = Annotated[
    str | None, typer.Option("--can", metavar="CLAIM", help="Ask instead whether some play comes to it.")
]

Forces = Annotated[
    tuple[str, str] | None,
    typer.Option("--forces", metavar="SIDE CLAIM", help="Ask whether a side can see to it that play does."),
]

Through = Annotated[
    Literal["positions", "diagrams"] | None,
    typer.Option(help="Look at positions one by one, or at sets of them; as suits the game if not given."),
]

Replay = Annotated[
    FaceName | None, typer.Option("--replay", metavar="FACE", help="Look through the line of play in a face.")
]


@app.command(
    rich_help_panel=Part.KNOW,
    epilog=examples(
        ("noughts prove tictactoe '~(wins(`x) & wins(`o))'", "it holds in every position"),
        ("noughts prove tictactoe '|currentState| < 7'", "a line of play that breaks it"),
        ("noughts prove tictactoe --can 'wins(`o)'", "can it come to that?"),
        ("noughts prove nim --forces x 'wins(`x)'", "can x see to it?"),
    ),
)
def prove(
    game: Annotated[list[str], typer.Argument(metavar="GAME... CLAIM", help="A game, and a claim about it.")],
    can: Can = None,
    forces: Forces = None,
    as_json: AsJson = False,
    replay: Replay = None,
    through: Through = None,
    by: ByOption = None,
    wins: Wins = None,
    let: Let = None,
    limit: UpTo = None,
    nodes: Nodes = 2_000_000,
) -> ExitCode:
    """Prove a claim about every position that play can reach, or break it by a line of play."""
    from noughts.cli import proved
    from noughts.cli.game_argument import load_game
    from noughts.cli.progress import progress
    from noughts.solvers.proof import Budget, prove_quickest

    if as_json and replay is not None:
        raise Refusal("`--json` is for programs, `--replay` for persons", "leave one out")
    words, text = _claimed(game, can, forces)
    loaded = load_game(words, let=let or [], by=by, wins=wins)
    asked, claim = _asked(loaded, text, can=can is not None, side=forces[0] if forces else None)
    with progress("steps") as tell:
        proof = prove_quickest(loaded, asked, budget=Budget(limit, nodes), through=through, tell=tell)
    if as_json:
        print_json(proved.answer(asked, claim, proof))
    else:
        proved.show(asked, claim, proof)
    if replay is not None:
        _replay(words, proof.verdict.line, replay)
    return ExitCode.YES if proof.verdict.holds else ExitCode.NO


def _claimed(words: list[str], can: str | None, forces: tuple[str, str] | None) -> tuple[list[str], str]:
    """The words for the game, and the claim."""
    if can is not None and forces is not None:
        raise Refusal("`--can` and `--forces` are two questions", "ask one after the other")
    if can is not None:
        return words, can
    if forces is not None:
        return words, forces[1]
    if len(words) < 2:
        raise Refusal(f"nothing is claimed about `{words[0]}`", f"noughts prove {words[0]} 'CLAIM'")
    return words[:-1], words[-1]


def _asked(game: Game, text: str, *, can: bool, side: Side | None) -> tuple[ClaimQuery, Claim]:
    """What is asked of the game."""
    from noughts.documents.claim import claim_about
    from noughts.documents.sided import Sided
    from noughts.solvers.proof import ClaimQuery

    if not isinstance(game, Sided):
        raise Refusal(f"{game.name} is a game in Python", "a claim is made in the language of a document")
    if side is not None and side not in game.sides:
        raise unknown("side", side, game.sides)
    claim = claim_about(game, text)
    claim.holds(game.initial)  # what is neither true nor false is told at once
    return ClaimQuery("sometimes" if can else "forced" if side else "always", claim, side), claim


def _replay(words: list[str], line: Match | None, face: FaceName) -> None:
    """Look through a line of play."""
    from noughts.cli.replay import replay

    if line is None:
        raise Refusal("there is no line of play to look through")
    replay(line, face, words)
