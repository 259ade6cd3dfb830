"""From a checked document to the game that it defines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec.structs import replace

from noughts.documents.by_rules import GameByRules
from noughts.documents.on_board import screen_kind
from noughts.easel import Input
from noughts.language.conventions import CLICKS, RULES
from noughts.language.core import Definition, Program
from noughts.meaning.compile import Compiled
from noughts.refusal import nearest
from noughts.text.diagnostic import Diagnostic, DocumentError
from noughts.text.source import Span

if TYPE_CHECKING:
    from noughts.documents.animation import Animation
    from noughts.documents.by_clicks import GameByClicks

By: TypeAlias = Literal["rules", "clicks"]


def game_from(
    program: Program,
    *,
    name: str,
    folder: Path | None = None,
    by: By | None = None,
    wins: str | None = None,
    meaning: Compiled | None = None,
) -> GameByRules | GameByClicks | Animation:
    """The game of a program.

    By its rules if it has them and `by` does not say otherwise, else by its clicks, or an animation if
    its state changes without any input.  `wins` names the relation that decides who won,
    if it is not ``wins``.  `meaning` is the program compiled, for this game alone.
    `DocumentError` if something is missing or has the wrong shape.
    """
    if by is None:
        by = "clicks" if missing(program, RULES) and not missing(program, CLICKS) else "rules"
    problems = lacking(program, RULES if by == "rules" else CLICKS, by) + wrong_winner(program, wins)
    if problems:
        raise DocumentError(problems)
    if by == "rules":
        return screen_kind(program)(program, name=name, folder=folder, wins=wins, meaning=meaning)
    from noughts.documents.animation import Animation
    from noughts.documents.by_clicks import GameByClicks

    animation = Animation(program, name=name, folder=folder)
    if moves_alone(animation):
        return animation
    return GameByClicks(program, name=name, folder=folder, wins=wins)


def missing(program: Program, wanted: Mapping[str, int]) -> list[str]:
    """The names that a program does not define."""
    return [name for name in wanted if name not in program.definitions]


def lacking(program: Program, wanted: Mapping[str, int], by: By) -> list[Diagnostic]:
    """The errors for what a game of this kind needs and the program lacks."""
    problems: list[Diagnostic] = []
    unnamed: list[str] = []
    for name in missing(program, wanted):
        if (near := near_definition(name, program, wanted)) is None:
            unnamed.append(name)
        else:
            fact = f"nothing defines `{name}`, which a game by its {by} needs"
            problems.append(Diagnostic("E501", fact, near.head, f"did you mean `{name}` here?"))
    if unnamed:
        listed = ", ".join(f"`{name}`" for name in unnamed)
        help = f"a game by its {by} defines {', '.join(shown(n, k) for n, k in wanted.items())}"
        fact = f"this is not a game by its {by} yet: nothing defines {listed}"
        problems.append(Diagnostic("E501", fact, first_head(program, wanted), help))
    for name, count in wanted.items():
        definition = program.definitions.get(name)
        if definition is not None and len(definition.parameters) != count:
            problems.append(wrong_shape(definition, count))
    initial = program.definitions.get("initialState")
    if initial is not None and initial.reads_frame:
        fact = "`initialState` depends on the frame, but precedes the first one"
        problems.append(
            Diagnostic("E502", fact, initial.head, "define it without `currentState` and the mouse")
        )
    return problems


def near_definition(name: str, program: Program, wanted: Iterable[str]) -> Definition | None:
    """The definition whose name is most likely this one misspelt, if there is one."""
    near = nearest(name, [other for other in program.definitions if other not in wanted])
    return program.definitions[near[0]] if near else None


def first_head(program: Program, wanted: Iterable[str]) -> Span | None:
    """The place of the first definition that a game needs, or of the first of all."""
    heads = [program.definitions[name].head for name in wanted if name in program.definitions]
    heads += [definition.head for definition in program.definitions.values()]
    return heads[0] if heads else None


def wrong_winner(program: Program, wins: str | None) -> list[Diagnostic]:
    """The errors of the relation that decides who won."""
    definition = program.definitions.get("wins" if wins is None else wins)
    relations = ", ".join(f"`{d.name}`" for d in relations_of_one(program))
    choice = f"its relations of one side are {relations}" if relations else ""
    if wins is not None and definition is None:
        near = near_definition(wins, program, ())
        help = f"did you mean `{near.name}`?" if near else choice
        head = near.head if near else first_head(program, RULES)
        return [Diagnostic("E501", f"nothing defines `{wins}`, which should decide who won", head, help)]
    if definition is not None and len(definition.parameters) != 1:
        problem = wrong_shape(definition, 1, "p")
        return [problem if wins is None else replace(problem, help=choice)]
    ends = "playerToMove" in program.definitions and "gameOver" in program.definitions
    if definition is None and ends and program.has_players:
        over = program.definitions["gameOver"]
        if near := near_definition("wins", program, RULES):
            return [Diagnostic("E501", "nothing decides who won", near.head, "did you mean `wins(p)` here?")]
        asked = (*asked_for_end(program), "NAME")[0]
        help = f"define `wins(p) iff …`, or name the relation that does with `--wins {asked}`"
        return [Diagnostic("E501", "nothing decides who won", over.head, help)]
    return []


def asked_for_end(program: Program) -> list[str]:
    """The relations of one parameter that `gameOver` uses: one of them may decide who has won."""
    over = program.definitions.get("gameOver")
    return [] if over is None else [d.name for d in relations_of_one(program) if d.name in over.uses]


def relations_of_one(program: Program) -> list[Definition]:
    """The relations with one parameter, which may be a side."""
    return [d for d in program.definitions.values() if d.relation and len(d.parameters) == 1]


def wrong_shape(definition: Definition, count: int, parameter: str = "m") -> Diagnostic:
    """A definition with too many or too few parameters for a game."""
    wanted, got = shown(definition.name, count, parameter), len(definition.parameters)
    fact = f"a game needs `{wanted}`, but this has {got or 'no'} parameter{'' if got == 1 else 's'}"
    names = ", ".join(name.rpartition("_")[0] for name in definition.parameters)
    parts = f"; parts of it have names by `where ({names}) = {parameter}`" if count == 1 < got else ""
    return Diagnostic("E502", fact, definition.head, f"write `{wanted}`{parts}")


def shown(name: str, count: int, parameter: str = "m") -> str:
    """A name as it is used: ``outcome(m)`` of a move, ``wins(p)`` of a player."""
    return f"{name}({parameter})" if count else name


def moves_alone(animation: Animation) -> bool:
    """Whether the state changes from frame to frame, or listens to keys, which no board game does."""
    if "heldKeys" in animation.program.definitions["newState"].given:
        return True
    return bool(animation.frame(animation.initial, Input()) != animation.initial)
