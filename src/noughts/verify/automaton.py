"""The check of strategies that are automata, in lockstep with the rules.

An automaton is right if

* it begins in the first position of the game;
* it has every move of other sides as an urgent transition;
* it has at least one legal move of its own side, as a permitted transition;
* it never reaches a position that another side has won;
* each terminal position leads to the state of success.

The most permissive strategy has every move of its side that does not lose.

States and labels are named in one of two ways (`PositionNames`, `CellNames`), and each name must mean the
same everywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from typing import Final, Literal, TypeAlias, TypeVar

from msgspec import Struct

from noughts.games.game import Expansion, Move, Position, Side
from noughts.verify.checked import ALL, CheckResult
from noughts.verify.played import PlayGraph, ProgressReport, Reference, asked, play_graph

StateName: TypeAlias = tuple[str, ...]
MoveOfSide: TypeAlias = tuple[Side, Move]
"""A move and the side that makes it."""
Modality: TypeAlias = Literal["permitted", "urgent", "lazy"]

SUCCESS: Final = "Success"
Entity = TypeVar("Entity")
# What the sides of tic-tac-toe are called in the automata of its paper.
_SYMBOLS: Final = {"x": "Cross", "o": "Circle"}
_INTO_NAMES: Final = str.maketrans({",": ";", "[": "⟨", "]": "⟩", "\n": " ", "\r": " "})


class WrittenStep(Struct, frozen=True):
    """A transition: its states, its label as text, and its modality."""

    source: StateName
    label: StateName
    target: StateName
    modality: Modality

    def __str__(self) -> str:
        return f"the {self.modality} transition [{', '.join(self.label)}]"


class Automaton(Struct, frozen=True):
    """An automaton as it is written in a file."""

    initial: StateName
    steps: Sequence[WrittenStep]
    finals: Collection[StateName]
    states: int


class MoveMade(Struct, frozen=True):
    """A move with its side, the position in which it is made, and the position after it."""

    position: Position
    side: Side
    move: Move
    after: Position


class PositionNames(Struct):
    """States are named by positions as texts, and labels offer the side and the text of the move.

    A repeated text is followed by a number.  `texts` returns the possible texts of a move.
    """

    position_text: Callable[[Position], str]
    texts: Callable[[Position, Move], Iterable[str]]

    def is_initial(self, state: StateName, position: Position) -> bool:
        """Whether a state may have its name at the first position."""
        return len(state) == 1 and is_called(state[0], self.position_text(position))

    def fits(self, step: WrittenStep, move: MoveMade) -> bool:
        """Whether a transition may have its names for a move."""
        if len(step.label) != 1 or not is_called(step.target[0], self.position_text(move.after)):
            return False
        texts = (f"!{as_name(f'{move.side}_{text}')}" for text in self.texts(move.position, move.move))
        return any(step.label[0] == text or step.label[0].startswith(f"{text} #") for text in texts)

    def is_numbered(
        self, states: Mapping[Position, StateName], labels: Mapping[MoveOfSide, StateName]
    ) -> bool:
        """Whether the name of a state or label seems to have a number, as if another had the same text."""
        return any(" #" in name for name, *_ in (*states.values(), *labels.values()))

    def misnumbered(
        self, states: Mapping[Position, StateName], labels: Mapping[MoveOfSide, StateName], whole: PlayGraph
    ) -> StateName | None:
        """A state or a label with a number that it cannot have."""
        called: dict[str, set[Position]] = {SUCCESS: {None}}
        offered: dict[str, set[MoveOfSide]] = {}
        for position, found in whole.found.items():
            called.setdefault(as_name(self.position_text(position)), set()).add(position)
            for move in found.moves:
                for text in self.texts(position, move):
                    name = f"!{as_name(f'{found.to_move}_{text}')}"
                    offered.setdefault(name, set()).add((found.to_move, move))
        return first_misnumbered(states, called) or first_misnumbered(labels, offered)


class CellNames(Struct, dict=True):
    """States are the contents of cells and whose turn it is; a label offers a mark, which the turn requests.

    Cell i is the i-th of the moves in the first position, or its second part if moves are pairs with a side.
    """

    sides: Sequence[Side]
    first: Sequence[Move]

    def __post_init__(self) -> None:
        self.paired = all(isinstance(move, tuple) and len(move) == 2 for move in self.first)
        self.cells = {move[1] if self.paired else move: i for i, move in enumerate(self.first)}

    def is_initial(self, state: StateName, position: Position) -> bool:
        return state == (*(f"_{i}" for i in range(len(self.cells))), turn(self.sides[0]))

    def fits(self, step: WrittenStep, move: MoveMade) -> bool:
        cell = self.cells.get(move.move[1] if self.paired else move.move)
        if cell is None:
            return False
        mark, number = f"{marked(move.side)}_{cell}", self.sides.index(move.side)
        label, target = ["-"] * len(step.source), list(step.source)
        label[cell], label[-1] = f"!{mark}", f"?{mark}"
        target[cell], target[-1] = mark, turn(self.sides[(number + 1) % len(self.sides)])
        return (
            step.source[cell] == f"_{cell}"
            and step.source[-1] == turn(move.side)
            and step.label == tuple(label)
            and step.target == tuple(target)
        )

    def is_numbered(
        self, states: Mapping[Position, StateName], labels: Mapping[MoveOfSide, StateName]
    ) -> bool:
        return False

    def misnumbered(
        self, states: Mapping[Position, StateName], labels: Mapping[MoveOfSide, StateName], whole: PlayGraph
    ) -> StateName | None:
        return None


Naming: TypeAlias = PositionNames | CellNames
"""The scheme by which the states and labels of an automaton are named."""


def marked(side: Side) -> str:
    """The mark of a side in its cells."""
    return side[:1].upper() + side[1:]


def turn(side: Side) -> str:
    """The turn of a side."""
    return "Turn" + _SYMBOLS.get(side.lower(), marked(side))


def as_name(text: str) -> str:
    """A text as a name of an automaton."""
    return text.translate(_INTO_NAMES).strip() or "nothing"


def is_called(name: str, text: str) -> bool:
    """Whether a name is a text, possibly followed by a number, as if another had the same text."""
    return name == as_name(text) or name.startswith(f"{as_name(text)} #")


def first_misnumbered(
    names: Mapping[Entity, StateName], called: Mapping[str, Set[Entity]]
) -> StateName | None:
    """The first name with a number that it cannot have; `called` has all entities with the same text.

    Of n entities with one text, the first has no number and the others have 2 to n.  A text that itself ends
    with a number may look like that of another entity.
    """
    taken = Counter(text.rpartition(" #")[0] for text in called)
    for meant, name in names.items():
        text, _, number = name[0].rpartition(" #")
        most = len(called.get(text, ())) + taken[text] + (text.rpartition(" #")[0] in called)
        if number not in map(str, range(2, most + 1)) and meant not in called.get(name[0], ()):
            return name
    return None


class StrategyCheck(Struct, dict=True):
    """The check of an automaton as the strategy of a side.

    `whole` has all positions of the game, from which the other safe moves follow; without it, or with
    `some_moves`, the automaton may lack safe moves.
    """

    automaton: Automaton
    side: Side
    names: Naming
    reference: Reference
    start: Position
    whole: PlayGraph | None
    some_moves: bool = False
    progress: ProgressReport = lambda done: None

    def __post_init__(self) -> None:
        self.lost = None if self.whole is None else self.whole.lost(self.side)
        self.leaving: dict[StateName, list[WrittenStep]] = {}
        for step in self.automaton.steps:
            self.leaving.setdefault(step.source, []).append(step)
        self.state_of: dict[Position, StateName] = {}
        self.position_of: dict[StateName, Position] = {}
        self.move_of: dict[tuple[Side, StateName], Move] = {}
        self.label_of: dict[MoveOfSide, StateName] = {}
        self.followed = 0
        self.succeeds = False

    def checked(self) -> CheckResult:
        """The result of the check, up to the first fault."""
        initial, of = self.automaton.initial, self.automaton.states
        if not self.names.is_initial(initial, self.start):
            return CheckResult(0, of, f"[{', '.join(initial)}] is not the first position", self.start)
        self.identify(self.start, initial)
        done = 0
        for position in (waiting := [self.start]):
            done += 1
            before = len(self.state_of)
            if (fault := self.fault(position, self.state_of[position])) is not None:
                return CheckResult(done, of, fault, position)
            waiting += list(self.state_of)[before:]
            self.progress(done)
        if (fault := self.rest(done)) is not None:
            return CheckResult(done, of, fault)
        name, remarks = self.numbers()
        if name is not None:
            return CheckResult(done, of, f"the number of [{', '.join(name)}] has no other that is called so")
        if self.lost is None and not self.some_moves:
            remarks.append("whether it has every safe move was not checked")
        return CheckResult(done, done, remark="; ".join(remarks))

    def numbers(self) -> tuple[StateName | None, list[str]]:
        """A name with a wrong number; and notes on the numbers that cannot be checked."""
        if not self.names.is_numbered(self.state_of, self.label_of):
            return None, []
        whole = self.whole or play_graph(self.reference, self.start, ALL)
        if whole is None:
            return None, ["the numbers that tell equal names apart were not checked"]
        return self.names.misnumbered(self.state_of, self.label_of, whole), []

    def rest(self, done: int) -> str | None:
        """The fault of the parts of the automaton that no play reaches; ``None`` if there is none."""
        if extra := len(self.automaton.steps) - self.followed:
            return f"{extra} of {len(self.automaton.steps)} transitions are never reached"
        if extra := self.automaton.states - done - self.succeeds:
            return f"{extra} of {self.automaton.states} states are never reached"
        if self.whole is None or len(self.automaton.initial) > 1:
            return None
        assert self.lost is not None
        endless = self.whole.endless(self.side, self.lost)
        for position, state in self.state_of.items():
            if (state in self.automaton.finals) != (position in endless):
                word = "is" if state in self.automaton.finals else "is not"
                return f"[{', '.join(state)}] {word} final"
        return None

    def identify(self, position: Position, state: StateName) -> bool:
        """Record a state as that of a position; whether that agrees with what is recorded of both."""
        same = self.state_of.setdefault(position, state) == state
        return same and self.position_of.setdefault(state, position) == position

    def fault(self, position: Position, state: StateName) -> str | None:
        """The fault at a position; ``None`` if there is none."""
        found, steps = asked(self.reference, position), self.leaving.get(state, [])
        self.followed += len(steps)
        if found.outcome is not None:
            return self.end_fault(found, state, steps)
        if self.lost is not None and position in self.lost:
            return f"the others can beat {self.side} from here"
        if state in self.automaton.finals and len(state) > 1:
            return "it is final, although the match goes on"
        made: dict[Move, WrittenStep] = {}
        for step in steps:
            move = self.move(step, position, found, made)
            if move is None:
                return f"{step} to [{', '.join(step.target)}] is not a legal move"
            if move in made:
                return f"{step} is there twice"
            made[move] = step
        return self.moves_fault(found, made)

    def move(
        self, step: WrittenStep, position: Position, found: Expansion, made: Collection[Move]
    ) -> Move | None:
        """The legal move that a transition makes, or ``None``."""
        for move, after in zip(found.moves, found.after, strict=True):
            key, label = (found.to_move, move), (found.to_move, step.label)
            if self.label_of.get(key, step.label) != step.label or self.move_of.get(label, move) != move:
                continue
            if self.names.fits(step, MoveMade(position, found.to_move, move, after)) and self.identify(
                after, step.target
            ):
                self.label_of[key], self.move_of[label] = step.label, move
                return move
        return None

    def moves_fault(self, found: Expansion, made: Mapping[Move, WrittenStep]) -> str | None:
        """The fault of the moves that an automaton has in a position; ``None`` if there is none."""
        own = found.to_move == self.side
        wanted = "permitted" if own else "urgent"
        for step in made.values():
            if step.modality != wanted:
                return f"{step} must be {wanted}, since {found.to_move} makes it"
        lacking = [after for move, after in zip(found.moves, found.after, strict=True) if move not in made]
        if not own and lacking:
            return f"{len(lacking)} of the {len(found.moves)} moves of {found.to_move} are missing"
        if own and not made:
            return f"it has no move for {self.side}"
        safe = [] if self.lost is None or self.some_moves else [q for q in lacking if q not in self.lost]
        return f"{len(safe)} of the safe moves of {self.side} are missing" if own and safe else None

    def end_fault(self, found: Expansion, state: StateName, steps: Sequence[WrittenStep]) -> str | None:
        """The fault at a terminal position; ``None`` if there is none."""
        assert found.outcome is not None
        winner = found.outcome.winner
        if winner not in (None, self.side):
            return f"{winner} has won"
        if state in self.automaton.finals:
            return "it is final, and the state of success is"
        label = ("!tie" if winner is None else "!win", *["-"] * (len(state) - 1))
        goal = tuple(SUCCESS for _ in state)
        if [step for step in steps if step.label == label and step.modality == "permitted"] != list(steps):
            return f"only the permitted transition [{', '.join(label)}] may leave it"
        if len(steps) != 1 or steps[0].target[0] != goal[0] or steps[0].target not in self.automaton.finals:
            return f"the transition [{', '.join(label)}] to the final state of success is missing"
        self.succeeds = True
        return None
