"""``.data`` files, read line by line; the first character decides the kind of a line.

::

    Rank: 2
    Initial state: [Zero, 0]
    Final states: [[One][0, 1]]
    Committed states: [[][2]]
    Transitions:
    !U([Zero, 0],[?tea, !tea],[One, 1])

A line that begins with none of ``R I F C ( !`` is a remark; blanks before these characters are ignored.  A
line that looks like a transition or like lists of states but begins with another character is an error,
unless it begins with ``#``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from noughts.automata.automaton import Automaton
from noughts.automata.draft import Draft, Grown, growth, require_final, require_transition, require_whole
from noughts.automata.refusal import Malformed
from noughts.automata.transition import Label, Modality, State, Transition, action, is_name, state_text
from noughts.save import replacing

# The lines of a ``.data`` file: their kinds and their syntax.

# The most characters of a line.  A state of a million principals is shorter, and a file that is not text may
# be one endless line.
_LONGEST_LINE = 1 << 24

# A list in brackets, without lists inside.
_GROUP = r"\[([^\[\]]*)\]"
TRANSITION = re.compile(rf"\s*(!U|!L|)\({_GROUP},{_GROUP},{_GROUP}\)\s*")
# A list of lists, with or without commas between them.
_LISTS = re.compile(r"\[\s*((?:G(?:\s*,)?\s*)*?G)?\s*\]".replace("G", _GROUP.replace("(", "(?:", 1)))

# The beginning of a line that says something of the whole automaton.
_HEAD = re.compile(r"(?:Rank|Initial state|Final states|Committed states)\s*:")
# The signs of transitions and lists of states, which prose does not have.
_LOOKS_MEANT = re.compile(r"\(\s*\[|\[\s*\[|\]\s*,?\s*\[")

# The first character of a remark that would otherwise look like a part of the automaton.
_REMARK = "#"


def bounded(file: IO[str], source: str) -> Iterator[str]:
    """The lines of the file; `Malformed` if one is longer than any line of an automaton."""
    number = 0
    while line := file.readline(_LONGEST_LINE + 1):
        number += 1
        if len(line) > _LONGEST_LINE:
            where = f"{source}:{number}:{_LONGEST_LINE + 1}"
            raise Malformed(
                f"the line is longer than {_LONGEST_LINE:,} characters", where=where, hint="is it a text?"
            )
        yield line


def line_kind(text: str) -> str:
    """The kind of a line, by its first character: one of ``R I F C ( !``, or empty for a remark.

    Leading blanks are ignored.  ``?`` is a line that looks like a part of the automaton but does not begin
    like one; it must not be ignored.
    """
    if text[:1] in "(!RIFC":
        return text[:1]
    body = text.lstrip()
    looks_meant = _LOOKS_MEANT.search(body)
    if (looks_meant and body[0] in "(!") or _HEAD.match(body):
        return body[0]
    return "?" if looks_meant and not body.startswith(_REMARK) else ""


def lists(text: str) -> list[list[str]] | None:
    """The names in ``[[a, b][c]]``, with optional blanks and commas between lists; ``None`` for other
    forms."""
    if not _LISTS.fullmatch(text):
        return None
    groups = re.findall(_GROUP, text[text.index("[") + 1 :])
    return [[name.strip() for name in group.split(",") if name.strip()] for group in groups]


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


def first_difference(text: str) -> tuple[int, str]:
    """The column at which `text` stops being a transition, and what is expected there."""
    at = len(text) - len(text.lstrip())
    for pattern, expected in _PIECES:
        found = pattern.match(text, at)
        if found is None:
            stray = re.compile(r"[^\[\]]*").match(text, at) if expected == "]" else None
            return (at if stray is None else stray.end()), expected
        at = found.end()
    return at, "the end of the line"


# The most digits of a rank: no file has a billion principals, and a number of any length takes long to read.
_LONGEST_RANK = 9

# The modality of a transition, by the mark in front of it.
_MODALITY = {"": Modality.PERMITTED, "!U": Modality.URGENT, "!L": Modality.LAZY}


def read_data(path: Path) -> Automaton:
    """The automaton in the file; `Malformed`, with line and column, if there is none."""
    try:
        with path.open(encoding="utf-8") as file:
            return parse_file(file, str(path))
    except OSError as error:
        raise Malformed(f"cannot be read: {error.strerror}", where=str(path)) from error


def parse_file(file: IO[str], source: str) -> Automaton:
    """The automaton in an open file, which is decoded while it is read."""
    try:
        return parse_data(bounded(file, source), source)
    except UnicodeDecodeError as error:
        raise Malformed("is not text in UTF-8", where=source, hint="save it as UTF-8") from error


def parse_data(lines: Iterable[str], source: str = "text") -> Automaton:
    """The automaton that the lines describe; `source` is their name in errors."""
    with growth(source, None) as grown:
        return _Reading(source, grown).read(lines)


class _Reading:
    """The state of reading a file: the content of its lines so far."""

    def __init__(self, source: str, grown: Grown) -> None:
        self._source, self._grown = source, grown
        self._line = 0
        self._text = ""
        self._rank = 0
        self._draft: Draft | None = None
        self._announced = False
        """Whether the line ``Transitions:`` has been read."""
        self._initial: State | None = None
        self._final: list[list[str]] | None = None
        self._committed: list[list[str]] | None = None
        self._places: dict[str, str] = {}
        self._states: dict[str, int] = {}
        self._labels: dict[str, int] = {}

    def read(self, lines: Iterable[str]) -> Automaton:
        matched = TRANSITION.fullmatch
        states, labels = self._states, self._labels
        for self._line, self._text in enumerate(lines, start=1):
            if self._line == 1:
                self._text = self._text.removeprefix("\ufeff")
            match line_kind(self._text):
                case "(" | "!":
                    found = matched(self._text) or self._wrong_transition()
                    modality, source, label, target = found.groups()
                    edge = (
                        states[source] if source in states else self._state(source, found.start(2)),
                        labels[label] if label in labels else self._label(label, found.start(3)),
                        states[target] if target in states else self._state(target, found.start(4)),
                    )
                    self._draft_now().connect(*edge, _MODALITY[modality])
                case "R":
                    self._read_rank()
                case "I":
                    self._read_initial()
                case "F":
                    self._final = self._lists("Final states", self._final)
                case "C":
                    self._committed = self._lists("Committed states", self._committed)
                case "?":
                    raise self._neither()
                case _:
                    self._announced = self._announced or self._text.strip() == "Transitions:"
        return self._finish()

    def _finish(self) -> Automaton:
        self._text = ""
        self._require_a_rank()
        if not self._states and not self._is_one_final_state():
            raise self._fault("the file ends without a transition", 0, "is it cut short?")
        if self._initial is None:
            raise self._fault("there is no line 'Initial state: […]'", 0)
        if self._final is None:
            raise self._fault("there is no line 'Final states: […]'", 0)
        draft = self._draft_now()
        with self._blaming("Committed states"):
            made = draft.finish(self._initial, self._final, self._committed or ())
        with self._blaming("Initial state"):
            require_transition(made)
        with self._blaming("Final states"):
            require_final(made)
        return made

    def _is_one_final_state(self) -> bool:
        """Whether the head is complete and the initial state is final.

        Then the file may have no transitions: such an automaton is the result of a synthesis in which nothing
        needs to be done.
        """
        if not self._announced or self._initial is None or self._final is None:
            return False
        return all(name in names for name, names in zip(self._initial, self._final, strict=True))

    def _read_rank(self) -> None:
        value = self._value("Rank")
        if self._rank:
            raise self._fault("the rank is given twice", 0)
        digits = value.lstrip("0")
        if not value.isascii() or not value.isdigit() or not digits:
            raise self._fault(f"the rank is {_short(value)}, not a number from 1 on", self._column())
        if len(digits) > _LONGEST_RANK:
            fact = f"the rank has {len(digits)} digits: no line of a file has that many principals"
            raise self._fault(fact, self._column())
        self._rank = int(digits)

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
        found = lists(value)
        if found is None:
            raise self._fault(
                f"the {what.lower()} are not of the form [[a, b][c]], one list a principal", column
            )
        self._require_a_rank()
        if len(found) != self._rank:
            raise self._fault(
                f"there are {len(found)} lists of {what.lower()}, the rank is {self._rank}", column
            )
        return found

    def _value(self, what: str) -> str:
        name, colon, value = self._text.partition(":")
        if name.strip() != what or not colon:
            raise self._fault(f"this should be '{what}: …'", 0, "a line's first letter tells what it is")
        self._places[what] = f"{self._source}:{self._line}:{self._column() + 1}"
        return value.strip()

    @contextmanager
    def _blaming(self, line: str) -> Iterator[None]:
        """A context whose errors are located in this line of the head."""
        try:
            yield
        except Malformed as error:
            raise Malformed(error.fact, where=self._places[line], hint=error.hint) from None

    def _column(self) -> int:
        """The column of the value in a line of the head."""
        after = self._text.index(":") + 1
        return after + len(self._text[after:]) - len(self._text[after:].lstrip())

    def _state(self, text: str, column: int) -> int:
        names = self._names(text, column)
        number = self._draft_now().state(names)
        self._states[text] = number
        return number

    def _label(self, text: str, column: int) -> int:
        actions = []
        at = column
        for part in text.split(","):
            try:
                actions.append(action(part.strip()))
            except Malformed as error:
                raise self._fault(error.fact, at + len(part) - len(part.lstrip()), error.hint) from None
            at += len(part) + 1
        self._require_rank(len(actions), "the label", column)
        try:
            number = self._draft_now().label(Label(tuple(actions)))
        except Malformed as error:
            raise self._fault(error.fact, column, error.hint) from None
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
        self._require_a_rank()
        if length != self._rank:
            raise self._fault(f"{what} has {length} parts, the rank is {self._rank}", column)

    def _require_a_rank(self) -> None:
        if not self._rank:
            raise self._fault("there is no line 'Rank: n' before this", 0)

    def _draft_now(self) -> Draft:
        """The draft; it is created after a line has confirmed the rank, because its memory depends on
        that."""
        if self._draft is None:
            self._draft = Draft(self._rank, self._grown)
        return self._draft

    def _neither(self) -> Malformed:
        first = self._text.lstrip()[:1]
        column = len(self._text) - len(self._text.lstrip())
        shown = first if first.isprintable() else f"U+{ord(first):04X}"
        help = "a line begins with R, I, F, C, ( or !, or is a remark; a remark with brackets begins with #"
        return self._fault(
            f"this looks like a part of the automaton, but begins with {shown!r}", column, help
        )

    def _wrong_transition(self) -> re.Match[str]:
        column, expected = first_difference(self._text.rstrip("\r\n"))
        cut = column >= len(self._text.rstrip())
        what = "the line ends too early" if cut else "this is not a transition"
        shape = "a transition is ([q, …],[a, …],[q, …]), after !U if urgent, after !L if lazy"
        raise self._fault(f"{what}: expected {expected}", column, "is the file cut short?" if cut else shape)

    def _fault(self, what: str, column: int, hint: str = "") -> Malformed:
        return Malformed(what, where=f"{self._source}:{self._line}:{column + 1}", hint=hint)


def _short(text: str) -> str:
    """The text in quotes, cut if it is long."""
    return repr(text if len(text) <= 20 else f"{text[:20]}…")


# Writing a ``.data`` file: the same automaton always gives the same bytes.


# The marks that may stand in front of a transition, permitted first.
_MARKS = ("", "!U", "!L")


def write_data(automaton: Automaton, path: Path) -> None:
    """Write the automaton; the file is replaced as a whole, or unchanged if anything fails."""
    require_whole(automaton)
    with replacing(path) as file:
        file.writelines(line.encode() for line in data_lines(automaton))


def data_text(automaton: Automaton) -> str:
    """The automaton as the text of a file."""
    return "".join(data_lines(automaton))


def data_lines(automaton: Automaton) -> Iterator[str]:
    """The lines of the file, each with its end; transitions are sorted by their text."""
    occurring = automaton.occurring
    yield f"Rank: {automaton.rank}\n"
    yield f"Initial state: {state_text(automaton.initial)}\n"
    yield f"Final states: [{_lists(o.final for o in occurring)}]\n"
    if any(o.committed for o in occurring):
        yield f"Committed states: [{_lists(o.committed for o in occurring)}]\n"
    yield "Transitions: \n"
    yield from sorted(_transition_lines(automaton))


def transition_text(transition: Transition) -> str:
    """The line of a transition, without its end."""
    states = state_text(transition.source), state_text(transition.target)
    return f"{_MARKS[transition.modality]}({states[0]},{transition.label},{states[1]})"


def _transition_lines(automaton: Automaton) -> Iterator[str]:
    states = list(map(state_text, automaton.states))
    labels = list(map(str, automaton.labels))
    columns = (automaton.modalities, automaton.sources, automaton.label_numbers, automaton.targets)
    for modality, source, label, target in zip(*columns, strict=True):
        yield f"{_MARKS[modality]}({states[source]},{labels[label]},{states[target]})\n"


def _lists(names: Iterable[frozenset[str]]) -> str:
    return "".join(f"[{', '.join(sorted(some))}]" for some in names)
