"""``noughts kernel``: the rules of a game as bit operations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from noughts.cli.answer import AsJson, console, print_json
from noughts.cli.app import verb
from noughts.cli.game_argument import GameWords, with_game
from noughts.grounding.formula import NEVER
from noughts.grounding.grounded import grounded_of
from noughts.grounding.symmetry import symmetries
from noughts.kernels.kernel import Kernel
from noughts.kernels.machine_source import machine_source

if TYPE_CHECKING:
    from noughts.grounding.grounded import Grounded

MachineOption = Annotated[
    bool,
    typer.Option("--machine", help="Show the source of the machine code, with its loops over positions."),
]


@verb(
    ("noughts kernel tictactoe", "the rules as bit operations in Python"),
    ("noughts kernel mnk --let m=10 --let n=10 --let k=5", "tests stay short on larger boards"),
    ("noughts kernel tictactoe --json", "the numbers of bits, moves and symmetries"),
)
@with_game
def kernel(
    game: GameWords,
    as_json: AsJson = False,
    machine: MachineOption = False,
) -> None:
    """Show the rules of a game as bit operations, and the meaning of each bit."""
    grounded = grounded_of(game.load())
    if as_json:
        print_json(_figures(grounded))
    else:
        _show(grounded, machine)


def _figures(grounded: Grounded) -> dict[str, int | bool | list[str]]:
    """The sizes of the kernel."""
    return {
        "bits": len(grounded.bits),
        "moves": len(grounded.moves),
        "symmetries": len(symmetries(grounded)),
        "always_grows": grounded.is_growing,
        "always_defined": grounded.undefined is NEVER,
        "meanings": [str(meaning) for meaning in grounded.bits],
    }


def _show(grounded: Grounded, machine: bool) -> None:
    """Print the source as a program that reads from top to bottom."""
    from rich.syntax import Syntax

    source = machine_source(grounded) if machine else f"{legend(grounded)}\n\n{Kernel(grounded).text}"
    if console().is_terminal:
        console().print(Syntax(source, "python", background_color="default"))
    else:
        print(source, end="")


def legend(grounded: Grounded) -> str:
    """Comment lines on the encoding of a position: the meaning of each bit."""
    lines = [f"# {grounded.game.name}: a position is a number s; its bit i, s >> i & 1, means"]
    lines += [f"#   {index:3}  {meaning}" for index, meaning in enumerate(grounded.bits)]
    sides = ", ".join(f"{k} is {side}" for k, side in enumerate(grounded.sides))
    lines += ["#", f"# Sides are numbers: {sides}. Move k is element k of `moves`, counted from 0.", ""]
    return "\n".join([*lines, f"initial = {grounded.initial:#x}"])
