"""The effect of a click, for all pixels of the screen at once.

``newState`` is asked with the mouse anywhere in a rectangle (`noughts.documents.pixels`); where it cannot
tell, the rectangle is cut.  What reads the mouse but not the state, such as ``cellClicked(c)``, answers
alike in every state: rectangles with the same answers to all that was asked form one `ClickClass`, and one
evaluation speaks for the whole class.  So a state costs as many evaluations as there are things to
click, not as many as there are rectangles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from msgspec import Struct, field

from noughts.documents.pixels import SplitNeeded, coordinates, cut_area, joined_areas
from noughts.easel import HEIGHT, WIDTH
from noughts.games.picture import Area
from noughts.meaning.compile import Compiled
from noughts.meaning.frame import QUIET, Frame
from noughts.values.misuse import Misuse
from noughts.values.scalars import TRUE
from noughts.values.value import Value

# The given names that tell what the mouse does.
MOUSE = frozenset({"mouseClicked", "mouseX", "mouseY"})
# All pixels of the screen.
_SCREEN = Area(0, 0, WIDTH - 1, HEIGHT - 1)

MouseQuestion: TypeAlias = tuple[str, tuple[Value, ...]]
"""A definition that reads only the mouse and what it was applied to; or a coordinate, applied to nothing."""


class Failed(Struct, frozen=True):
    """A failed answer: the error."""

    fact: str


class ClickClass(Struct):
    """Rectangles in which all that was asked of the mouse has the same answers."""

    areas: list[Area]
    asked: dict[MouseQuestion, object] = field(default_factory=dict)


class Watched(Mapping[str, Value]):
    """The values of a frame, recording each look at the mouse."""

    __slots__ = ("given", "note")

    def __init__(self, given: Mapping[str, Value], note: Callable[[MouseQuestion, object], None]) -> None:
        self.given = given
        self.note = note

    def __getitem__(self, name: str) -> Value:
        value = self.given[name]
        if name in ("mouseX", "mouseY"):
            self.note((name, ()), span_of_pixels(value))
        return value

    def __iter__(self) -> Iterator[str]:
        return iter(self.given)

    def __len__(self) -> int:
        return len(self.given)


def span_of_pixels(value: Value) -> object:
    """The least and the greatest pixel that a coordinate can be."""
    low, high = getattr(value, "low", value), getattr(value, "high", value)
    return low, high


class Clicks:
    """The clicks of a program: in any state, the successor for each part of the screen.

    Each game has its own, since its classes are refined by every question.  So is its meaning, some of whose
    functions are replaced; what both need is compiled once.
    """

    def __init__(self, meaning: Compiled) -> None:
        meaning.need(["newState"])
        self.meaning = meaning.twin(meaning.budget)
        self.groups = [ClickClass([_SCREEN])]
        self.asked: dict[MouseQuestion, object] = {}
        self.known_areas: dict[tuple[Area, ...], tuple[Area, ...]] = {}
        self.known: Mapping[MouseQuestion, object] = {}
        self.inside = 0
        for name, definition in meaning.program.definitions.items():
            if definition.given and definition.given <= MOUSE:
                self.watch(name)

    def watch(self, name: str) -> None:
        """Record every question to a definition that reads only the mouse."""
        function = self.meaning.function(name)

        def watched(frame: Frame, *arguments: Value) -> Any:
            key = (name, arguments)
            if self.inside:  # what an answer asks in turn follows from it, and need not be recorded
                return function(frame, *arguments)
            known = self.known.get(key)
            if known is None or isinstance(known, Failed):
                self.inside += 1
                try:
                    known = self.asked[key] = function(frame, *arguments)
                finally:
                    self.inside -= 1
            return known

        self.meaning.replace(name, watched)

    def note(self, key: MouseQuestion, answer: object) -> None:
        """Record a question asked outside all definitions that read only the mouse."""
        if not self.inside:
            self.asked[key] = answer

    def frame(self, state: Value, area: Area, found_in_state: dict[str, Value | None] | None) -> Frame:
        """The frame of a click somewhere in an area."""
        x, y = coordinates(area)
        given = {**QUIET, "currentState": state, "mouseClicked": TRUE, "mouseX": x, "mouseY": y}
        return Frame(Watched(given, self.note), found_in_state)

    def successors(self, state: Value) -> dict[Value, tuple[Area, ...]]:
        """For every state that one click leads to, the areas of the screen that lead to it."""
        found: dict[Value, list[Area]] = {}
        found_in_state: dict[str, Value | None] = {}
        done: list[ClickClass] = []
        waiting = self.groups[::-1]  # a stack: groups stay in their order, and parts of one follow each other
        learnt = False
        while waiting:
            group = waiting.pop()
            self.asked, self.known = {}, group.asked
            frame = self.frame(state, group.areas[0], found_in_state)
            try:
                after = self.meaning.value("newState", frame=frame)
                hash(after)  # a part of it that is not the same in all of the rectangle cuts it too
            except SplitNeeded as cut:
                waiting += self.cut(group, cut)
                learnt = True
                continue
            new = {key: answer for key, answer in self.asked.items() if key not in group.asked}
            if new:
                learnt = True
                if len(group.areas) > 1:
                    group, *others = self.split(group, new)
                    waiting += others
                group.asked.update(new)
            found.setdefault(after, []).extend(group.areas)
            done.append(group)
        self.groups = merged(done) if learnt else done
        return {after: self.joined_areas(tuple(areas)) for after, areas in found.items()}

    def joined_areas(self, areas: tuple[Area, ...]) -> tuple[Area, ...]:
        """The areas in fewer rectangles, cached because most states have the same."""
        if areas not in self.known_areas:
            self.known_areas[areas] = joined_areas(areas)
        return self.known_areas[areas]

    def cut(self, group: ClickClass, cut: SplitNeeded) -> list[ClickClass]:
        """The class with its first rectangle cut in two."""
        first, second = cut_area(group.areas[0], cut)
        parts = [ClickClass([first], dict(group.asked)), ClickClass([second], dict(group.asked))]
        if len(group.areas) > 1:
            parts.append(ClickClass(group.areas[1:], dict(group.asked)))
        return parts

    def split(self, group: ClickClass, new: Mapping[MouseQuestion, object]) -> list[ClickClass]:
        """The class split by its answers to new questions; the part with its first rectangle comes first."""
        same = ClickClass([group.areas[0]], group.asked)
        others: dict[tuple[object, ...], ClickClass] = {}
        waiting = group.areas[1:]
        while waiting:
            area = waiting.pop()
            try:
                answers = tuple(self.answer(key, area) for key in new)
            except SplitNeeded as cut:
                waiting += cut_area(area, cut)
                continue
            if answers == tuple(new.values()):
                same.areas.append(area)
            else:
                known = {**group.asked, **dict(zip(new, answers, strict=True))}
                others.setdefault(answers, ClickClass([], known)).areas.append(area)
        return [same, *others.values()]

    def answer(self, key: MouseQuestion, area: Area) -> object:
        """The answer of a definition that reads only the mouse, in an area; a misuse is an answer too."""
        name, arguments = key
        x, y = coordinates(area)
        if name in ("mouseX", "mouseY"):
            return span_of_pixels(x if name == "mouseX" else y)
        self.known = {}
        try:
            frame = self.frame(QUIET["currentState"], area, None)
            return self.meaning.function(name)(frame, *arguments)
        except Misuse as misuse:
            return Failed(misuse.fact)


def merged(groups: list[ClickClass]) -> list[ClickClass]:
    """The classes, those with the same answers to all questions merged."""
    found: dict[frozenset[tuple[MouseQuestion, object]], ClickClass] = {}
    for group in groups:
        same = found.setdefault(frozenset(group.asked.items()), group)
        if same is not group:
            same.areas += group.areas
    return list(found.values())
