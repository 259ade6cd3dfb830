"""The structs of the playground are those of msgspec: what Noughts asks of both is answered alike."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from types import ModuleType, SimpleNamespace
from typing import Any
from weakref import ref

import msgspec
import msgspec.structs

from noughts.pages.playground import msgspec as stand_in
from noughts.pages.playground.msgspec import structs as stand_in_functions

CLASSES = """
from abc import abstractmethod
from functools import cached_property
from typing import ClassVar, Generic, TypeVar

T = TypeVar("T")


class Point(Struct, frozen=True):
    x: int
    y: int = 0
    kind: ClassVar[str] = "point"

    @property
    def sum(self) -> int:
        return self.x + self.y

class Labelled(Point, frozen=True):
    label: str = ""

class Placed(Struct, frozen=True, eq=False, kw_only=True):
    span: int

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return 7

class Leaf(Placed, frozen=True):
    value: int

class Identity(Struct, frozen=True, eq=False, dict=True, weakref=True):
    items: list[int] = field(default_factory=list)

    @cached_property
    def total(self) -> int:
        return sum(self.items)

class Counter(Struct):
    count: int = 0
    seen: dict[str, int] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.count += 1

class Level(Struct, frozen=True, order=True):
    number: int
    name: str

class Box(Struct, Generic[T], frozen=True):
    content: T

class Shape(Struct, frozen=True, eq=False):
    name: str

    def __repr__(self) -> str:
        return f"<{self.name}>"

    @abstractmethod
    def area(self) -> int: ...

class Square(Shape, frozen=True, eq=False, kw_only=True):
    side: int

    def area(self) -> int:
        return self.side**2
"""
"""Structs of every form that the program has."""


def classes(module: ModuleType) -> Any:
    """These structs, made by one of the modules."""
    found = SimpleNamespace(Struct=module.Struct, field=module.field)
    exec(compile(CLASSES, "<structs>", "exec", dont_inherit=True), vars(found))
    return found


def outcome(question: Callable[[], object]) -> object:
    """The answer, or the type of the exception."""
    try:
        return question()
    except Exception as error:
        return type(error)


def answers(c: Any, functions: ModuleType) -> list[object]:
    """What the program may ask of structs."""
    point, labelled = c.Point(1, 2), c.Labelled(1, y=2, label="a")
    leaf, first = c.Leaf(3, span=1), c.Identity([1, 2])
    counter = c.Counter()
    counter.seen["a"] = 1
    square = c.Square("square", side=3)
    mended = c.Leaf(3, span=1)
    functions.force_setattr(mended, "span", 9)
    match labelled:
        case c.Labelled(x, y, label):
            matched: object = (x, y, label)
        case _:
            matched = None
    questions: list[Callable[[], object]] = [
        lambda: repr(point),
        lambda: repr(labelled),
        lambda: repr(leaf),
        lambda: repr(square),
        lambda: point == c.Point(1, 2) != c.Point(1, 3),
        lambda: point == c.Labelled(1, 2),
        lambda: {point, c.Point(1, 2), c.Point(2)} == {c.Point(2), point},
        lambda: leaf == c.Leaf(4, span=2),
        lambda: len({leaf, c.Leaf(4, span=2)}),
        lambda: first == c.Identity([1, 2]),
        lambda: first == first and hash(first) == hash(first),
        lambda: hash(counter),
        lambda: c.Counter() == c.Counter(),
        lambda: (c.Counter().count, c.Counter().seen, c.Counter(names=["b"]).names),
        lambda: c.Level(1, "b") < c.Level(2, "a") < c.Level(2, "b"),
        lambda: c.Point(1) < c.Point(2),
        lambda: c.Box("x").content,
        lambda: point.sum + labelled.sum,
        lambda: c.Point.kind,
        lambda: first.total,
        lambda: ref(first)() is first,
        lambda: matched,
        lambda: (c.Labelled.__struct_fields__, labelled.__struct_fields__),
        lambda: c.Leaf.__match_args__,
        lambda: (mended.span, mended.value),
        lambda: functions.replace(labelled, y=5),
        lambda: functions.replace(leaf, value=8).span,
        lambda: functions.replace(point, z=1),
        lambda: functions.asdict(labelled),
        lambda: functions.astuple(labelled),
        lambda: copy(labelled) == labelled,
        lambda: (square.area(), square.name, square.side),
        lambda: c.Point(),
        lambda: c.Point(1, 2, 3),
        lambda: c.Point(1, x=2),
        lambda: c.Leaf(1, 2),
    ]
    return [each if isinstance(each := outcome(ask), type) else str(each) for ask in questions]


def test_both_answer_alike() -> None:
    of_msgspec = answers(classes(msgspec), msgspec.structs)
    assert answers(classes(stand_in), stand_in_functions) == of_msgspec
    assert of_msgspec.count(TypeError) == 7, "what is asked wrongly is refused, and all else is answered"
