"""Reading a ``.data`` file, line by line; what a line is, its first character tells.

::

    Rank: 2
    Initial state: [Zero, 0]
    Final states: [[One][0, 1]]
    Committed states: [[][2]]
    Transitions:
    !U([Zero, 0],[?tea, !tea],[One, 1])

Lines that begin with none of ``R I F C ( !`` are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from noughts.automata.action import action, is_name
from noughts.automata.automaton import Automaton
from noughts.automata.draft import Draft, require_final, require_transition
from noughts.automata.label import Label
from noughts.automata.refusal import Malformed
from noughts.automata.transition import Modality, State

_GROUP = r"\[([^\[\]]*)\]"
_TRANSITION = re.compile(rf"(!U|!L|)\({_GROUP},{_GROUP},{_GROUP}\)\s*")
_MODALITY = {"": Modality.PERMITTED, "!U": Modality.URGENT, "!L": Modality.LAZY}


def read_data(path: Path) -> Automaton:
    """The automaton in the file; `Malformed`, with line and column, if there is none."""
    try:
        with path.open(encoding="utf-8") as lines:
            return parse_data(lines, str(path))
    except OSError as error:
        raise Malformed(f"cannot be read: {error.strerror}", where=str(path)) from error
    except UnicodeDecodeError as error:
        raise Malformed("is not text in UTF-8", where=str(path)) from error


def parse_data(lines: Iterable[str], source: str = "text") -> Automaton:
    """The automaton that the lines describe; `source` is what errors call them."""
    return _Reading(source).read(lines)


class _Reading:
    """A file that is being read: what its lines have said so far."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._line = 0
        self._text = ""
        self._draft: Draft | None = None
        self._initial: State | None = None
        self._final: list[list[str]] | None = None
        self._committed: list[list[str]] | None = None
        self._places: dict[str, str] = {}
        self._states: dict[str, int] = {}
        self._labels: dict[str, int] = {}

    def read(self, lines: Iterable[str]) -> Automaton:
        matched = _TRANSITION.fullmatch
        states, labels = self._states, self._labels
        for self._line, self._text in enumerate(lines, start=1):
            match self._text[:1]:
                case "(" | "!":
                    found = matched(self._text) or self._wrong_transition()
                    modality, source, label, target = found.groups()
                    draft = self._draft or self._no_rank()
                    draft.connect(
                        states[source] if source in states else self._state(source, found.start(2)),
                        labels[label] if label in labels else self._label(label, found.start(3)),
                        states[target] if target in states else self._state(target, found.start(4)),
                        _MODALITY[modality],
                    )
                case "R":
                    self._read_rank()
                case "I":
                    self._read_initial()
                case "F":
                    self._final = self._lists("Final states", self._final)
                case "C":
                    self._committed = self._lists("Committed states", self._committed)
        return self._finish()

    def _finish(self) -> Automaton:
        self._text = ""
        draft = self._draft or self._no_rank()
        if not self._states:
            raise self._fault("the file ends without a transition", 0, "is it cut short?")
        if self._initial is None:
            raise self._fault("there is no line 'Initial state: […]'", 0)
        if self._final is None:
            raise self._fault("there is no line 'Final states: […]'", 0)
        with self._blaming("Committed states"):
            made = draft.finish(self._initial, self._final, self._committed or ())
        with self._blaming("Initial state"):
            require_transition(made)
        with self._blaming("Final states"):
            require_final(made)
        return made

    def _read_rank(self) -> None:
        value = self._value("Rank")
        if self._draft is not None:
            raise self._fault("the rank is given twice", 0)
        if not value.isascii() or not value.isdigit() or int(value) < 1:
            raise self._fault(f"the rank is {value!r}, not a number from 1 on", self._column())
        self._draft = Draft(int(value))

    def _read_initial(self) -> None:
        value = self._value("Initial state")
        if self._initial is not None:
            raise self._fault("there are two initial states", 0, "an automaton has exactly one")
        column = self._column()
        if not re.fullmatch(_GROUP, value):
            raise self._fault("the initial state is not of the form [q1, …, qn]", column)
        self._initial = self._names(value[1:-1], column + 1)

    def _lists(self, what: str, before: list[list[str]] | None) -> list[list[str]]:
        value = self._value(what)
        if before is not None:
            raise self._fault(f"the {what.lower()} are given twice", 0)
        column = self._column()
        if not re.fullmatch(rf"\[({_GROUP}\s*)*\]", value):
            raise self._fault(
                f"the {what.lower()} are not of the form [[a, b][c]], one list a principal", column
            )
        draft = self._draft or self._no_rank()
        groups = list(re.finditer(_GROUP, self._text[self._text.index("[") + 1 :]))
        if len(groups) != draft.rank:
            raise self._fault(
                f"there are {len(groups)} lists of {what.lower()}, the rank is {draft.rank}", column
            )
        return [[name.strip() for name in group[1].split(",") if name.strip()] for group in groups]

    def _value(self, what: str) -> str:
        name, colon, value = self._text.partition(":")
        if name != what or not colon:
            raise self._fault(f"this should be '{what}: …'", 0, "a line's first letter tells what it is")
        self._places[what] = f"{self._source}:{self._line}:{self._column() + 1}"
        return value.strip()

    @contextmanager
    def _blaming(self, line: str) -> Iterator[None]:
        """What is wrong in the block is wrong in this line of the head."""
        try:
            yield
        except Malformed as error:
            raise Malformed(error.fact, where=self._places[line], help=error.help) from None

    def _column(self) -> int:
        """Where in a line of the head its value begins."""
        after = self._text.index(":") + 1
        return after + len(self._text[after:]) - len(self._text[after:].lstrip())

    def _state(self, text: str, column: int) -> int:
        number = self._draft_now().state(self._names(text, column))
        self._states[text] = number
        return number

    def _label(self, text: str, column: int) -> int:
        draft = self._draft_now()
        actions = []
        at = column
        for part in text.split(","):
            try:
                actions.append(action(part.strip()))
            except Malformed as error:
                raise self._fault(error.fact, at + len(part) - len(part.lstrip()), error.help) from None
            at += len(part) + 1
        self._require_rank(len(actions), "the label", column)
        try:
            number = draft.label(Label(tuple(actions)))
        except Malformed as error:
            raise self._fault(error.fact, column, error.help) from None
        self._labels[text] = number
        return number

    def _names(self, text: str, column: int) -> State:
        names = tuple(part.strip() for part in text.split(","))
        for k, name in enumerate(names):
            if not is_name(name):
                raise self._fault(f"part {k + 1} of the state has no name", column)
        self._require_rank(len(names), "the state", column)
        return names

    def _require_rank(self, length: int, what: str, column: int) -> None:
        rank = self._draft_now().rank
        if length != rank:
            raise self._fault(f"{what} has {length} parts, the rank is {rank}", column)

    def _draft_now(self) -> Draft:
        return self._draft or self._no_rank()

    def _no_rank(self) -> Draft:
        raise self._fault("there is no line 'Rank: n' before this", 0)

    def _wrong_transition(self) -> re.Match[str]:
        column, expected = _first_difference(self._text.rstrip("\r\n"))
        cut = column >= len(self._text.rstrip())
        what = "the line ends too early" if cut else "this is not a transition"
        shape = "a transition is ([q, …],[a, …],[q, …]), after !U if urgent, after !L if lazy"
        raise self._fault(f"{what}: expected {expected}", column, "is the file cut short?" if cut else shape)

    def _fault(self, what: str, column: int, help: str = "") -> Malformed:
        return Malformed(what, where=f"{self._source}:{self._line}:{column + 1}", help=help)


_PIECES = (
    (re.compile(r"!U|!L|(?=\()"), "!U, !L or ("),
    (re.compile(r"\("), "("),
    *[
        piece
        for last in (",", ",", ")")
        for piece in (
            (re.compile(r"\["), "["),
            (re.compile(r"[^\[\]]*(?=\])"), "]"),
            (re.compile(r"\]"), "]"),
            (re.compile(re.escape(last)), last),
        )
    ],
    (re.compile(r"\s*$"), "the end of the line"),
)


def _first_difference(text: str) -> tuple[int, str]:
    """Where `text` stops being a transition, and what should be there."""
    at = 0
    for pattern, expected in _PIECES:
        found = pattern.match(text, at)
        if found is None:
            stray = re.compile(r"[^\[\]]*").match(text, at) if expected == "]" else None
            return (at if stray is None else stray.end()), expected
        at = found.end()
    return at, "the end of the line"
