"""The table of LED's builtins: operators, functions and the names of the frame.

The parser, the checks, both evaluators, the completion of the REPL and the manual all read it.
Every row has an example that the tests run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from noughts import easel
from noughts.language import transfer as kinds
from noughts.language.transfer import Alternative, Transfer
from noughts.values import arithmetic, maps, operations
from noughts.values.arithmetic import is_number, refuse
from noughts.values.misuse import OutOfRange
from noughts.values.order import ordered
from noughts.values.show import show, summary
from noughts.values.value import Number, Value

BuiltinGroup: TypeAlias = Literal["truth", "comparison", "set", "number", "tuple", "easel", "frame"]
Apply: TypeAlias = Callable[..., object]


class Builtin(Struct, frozen=True):
    """A row of the table: notation, meaning, example.

    `apply` is ``None`` for forms that bind names or short-circuit, which every meaning handles itself.
    `transfer` has the kinds of the operands and of the value.  An operator between two operands has a
    `level`, its rule of ``grammar.lark``, and a `terminal`, its name there.  A `fold` is
    applied to the values of a term, one for each solution of a condition.
    """

    key: str
    form: str
    spellings: tuple[str, ...]
    group: BuiltinGroup
    doc: str
    example: tuple[str, str]
    apply: Apply | None = None
    transfer: Transfer | None = None
    level: str = ""
    terminal: str = ""
    fold: str = ""

    def __repr__(self) -> str:
        return f"Builtin({self.key!r})"

    def __reduce__(self) -> tuple[Callable[[str], Builtin], tuple[str]]:
        return row, (self.key,)  # another process has its own table

    @property
    def sentence(self) -> bool:
        """Whether it gives a Python `bool`, as comparisons do; everything else gives a value."""
        return self.group == "comparison"

    @property
    def arity(self) -> int | None:
        """The number of operands; ``None`` if there may be any, or if it is no operation."""
        return len(self.alternatives[0].operands) if self.transfer and not self.fold else None

    @property
    def alternatives(self) -> Sequence[Alternative]:
        """The alternatives of its transfer function."""
        assert self.transfer is not None
        return self.transfer.alternatives


def point(x: Value, y: Value) -> Value:
    """``point(x, y)``."""
    return easel.Point(coordinate("point", x), coordinate("point", y))


def color(r: Value, g: Value, b: Value) -> Value:
    """``color(r, g, b)``, each from 0 to 255."""
    parts = [coordinate("color", part) for part in (r, g, b)]
    if not all(0 <= part <= 255 for part in parts):
        raise OutOfRange(f"`color` needs numbers from 0 to 255, but got {summary((r, g, b))}", "", (r, g, b))
    return easel.Color(*parts)


def segment(p: Value, q: Value, col: Value) -> Value:
    """``segment(p, q, col)``."""
    return easel.Segment(a_point("segment", p), a_point("segment", q), a_color("segment", col))


def circle(c: Value, r: Value, col: Value) -> Value:
    """``circle(c, r, col)``, its outline."""
    return easel.Circle(a_point("circle", c), coordinate("circle", r), a_color("circle", col))


def disc(c: Value, r: Value, col: Value) -> Value:
    """``disc(c, r, col)``, filled."""
    return easel.Disc(a_point("disc", c), coordinate("disc", r), a_color("disc", col))


def triangle(p: Value, q: Value, r: Value, col: Value) -> Value:
    """``fTri(p, q, r, col)``, filled."""
    return easel.Triangle(a_point("fTri", p), a_point("fTri", q), a_point("fTri", r), a_color("fTri", col))


def text(s: Value, c: Value, height: Value, col: Value) -> Value:
    """``text(s, c, height, col)``, centred."""
    return easel.Text(a_label(s), a_point("text", c), coordinate("text", height), a_color("text", col))


def graphic(file: Value, c: Value, w: Value, h: Value) -> Value:
    """``graphic(file, c, w, h)``, centred."""
    name = a_string("graphic", file)
    return easel.Graphic(name, a_point("graphic", c), coordinate("graphic", w), coordinate("graphic", h))


def coordinate(function: str, value: Value) -> Number:
    """A number of pixels."""
    return arithmetic.number(function, value)


def a_point(function: str, value: Value) -> easel.Point:
    """A place on the screen."""
    return value if isinstance(value, easel.Point) else refuse(function, "an Easel point", value)


def a_color(function: str, value: Value) -> easel.Color:
    """A colour."""
    return value if isinstance(value, easel.Color) else refuse(function, "an Easel color", value)


def a_string(function: str, value: Value) -> str:
    """A text."""
    if isinstance(value, str):
        return value
    if is_number(value):
        return show(value)
    refuse(function, "a string or a number", value)


def a_label(value: Value) -> str:
    """The text of a value on a label: a string unchanged, any other as printed, atoms without backquotes."""
    if isinstance(value, str):
        return value
    return show(ordered(value)).replace("`", "")


def equal(a: Value, b: Value) -> bool:
    """``a = b``, by value, false across kinds."""
    return a == b


def unequal(a: Value, b: Value) -> bool:
    """``a /= b``."""
    return a != b


def _sign(
    form: str,
    spellings: str,
    group: BuiltinGroup,
    doc: str,
    example: tuple[str, str],
    apply: Apply,
    transfer: Transfer,
    level: str = "",
    terminal: str = "",
) -> Builtin:
    words = tuple(spellings.split())
    return Builtin(words[0], form, words, group, doc, example, apply, transfer, level, terminal)


def _form(
    key: str, form: str, spellings: str, group: BuiltinGroup, doc: str, example: tuple[str, str]
) -> Builtin:
    return Builtin(key, form, tuple(spellings.split()), group, doc, example)


def _fold(
    fold: str,
    form: str,
    spellings: str,
    group: BuiltinGroup,
    doc: str,
    example: tuple[str, str],
    apply: Apply,
    transfer: Transfer,
) -> Builtin:
    key = "{|}" if fold == "{}" else f"{fold}[]"
    return Builtin(key, form, tuple(spellings.split()), group, doc, example, apply, transfer, fold=fold)


def _easel(
    name: str, form: str, doc: str, example: tuple[str, str], apply: Apply, transfer: Transfer
) -> Builtin:
    return Builtin(name, form, (name,), "easel", doc, example, apply, transfer)


def _frame(name: str, doc: str, example: tuple[str, str], *aliases: str) -> Builtin:
    return Builtin(name, name, (name, *aliases), "frame", doc, example)


# A row a line: this is a table.
# fmt: off
# ruff: noqa: E501
TABLE: tuple[Builtin, ...] = (
    _form("<=>", "p <=> q", "<=> ⇔ \\Leftrightarrow \\leftrightarrow \\iff", "truth", "p if and only if q", ("1 = 1 <=> 2 = 2", "true")),
    _form("=>", "p => q", "=> ⇒ \\Rightarrow \\rightarrow \\implies", "truth", "if p then q; q is not evaluated if p is false", ("1 = 2 => 0/0 = 0", "true")),
    _form("V", "p V q", "V ∨ \\lor \\vee", "truth", "p or q; q is not evaluated if p is true", ("1 = 1 V 0/0 = 0", "true")),
    _form("&", "p & q", "& ∧ \\land \\wedge", "truth", "p and q; q is not evaluated if p is false", ("1 = 2 & 0/0 = 0", "false")),
    _form("~", "~p", "~ ¬ \\lnot \\neg", "truth", "not p", ("~1 = 2", "true")),
    _form("some", "some x in S. p", "some ∃ \\exists", "truth", "p holds for some element", ("some x in {1,2}. x > 1", "true")),
    _form("all", "all x in S. p", "all ∀ \\forall", "truth", "p holds for every element", ("all x in {1,2}. x > 1", "false")),
    _sign("a = b", "=", "comparison", "equal values", ("{1, 2} = {2, 1}", "true"), equal, kinds.EQUATED, "comparison", "EQUAL"),
    _sign("a /= b", "/= ≠ \\ne \\neq", "comparison", "different values", ("{} /= true", "true"), unequal, kinds.EQUATED, "comparison", "UNEQUAL"),
    _sign("a < b", "<", "comparison", "less", ("1/3 < 1/2", "true"), arithmetic.less, kinds.COMPARED, "comparison", "LESSTHAN"),
    _sign("a > b", ">", "comparison", "greater", ("2 > 2", "false"), arithmetic.greater, kinds.COMPARED, "comparison", "MORETHAN"),
    _sign("a <= b", "<= ≤ \\le \\leq \\leqslant", "comparison", "at most; chains", ("1 < 2 <= 2", "true"), arithmetic.at_most, kinds.COMPARED, "comparison", "AT_MOST"),
    _sign("a >= b", ">= ≥ \\ge \\geq \\geqslant", "comparison", "at least; chains", ("3 >= 2 > 1", "true"), arithmetic.at_least, kinds.COMPARED, "comparison", "AT_LEAST"),
    _sign("a in S", "in ∈ \\in", "comparison", "is an element", ("{2} in Pow({1, 2})", "true"), operations.member, kinds.MEMBER, "comparison", "IN"),
    _sign("A sub B", "sub ⊆ \\subseteq", "comparison", "is a subset", ("{1} sub {1..3}", "true"), operations.subset, kinds.SUBSET, "comparison", "SUBSET"),
    _sign("A U B", "U ∪ \\cup", "set", "union: A, then the new elements of B", ("{2, 1} U {1, 3}", "{2, 1, 3}"), operations.union, kinds.UNION, "set", "UNION"),
    _sign("A \\ B", "\\ ∖ \\setminus \\smallsetminus", "set", "difference", ("{1..4} \\ {2}", "{1, 3, 4}"), operations.difference, kinds.SELECTED, "set", "DIFFERENCE"),
    _sign("A sec B", "sec ∩ \\cap", "set", "intersection", ("{1..4} sec {3, 2}", "{2, 3}"), operations.intersection, kinds.SELECTED, "meet", "SEC"),
    Builtin("{}", "{a, b}", ("{ }", "∅", "\\emptyset", "\\varnothing"), "set", "a set by its elements", ("{2, 1, 2}", "{2, 1}"), operations.set_of),
    Builtin("..", "{m..n}", ("..",), "set", "the integers from m to n", ("{2..4}", "{2, 3, 4}"), operations.integers, kinds.INTERVAL),
    _fold("{}", "{t | p}", "{|}", "set", "the values of t for all solutions of p", ("{x^2 | x in {1..3}}", "{1, 4, 9}"), operations.collect, kinds.SOLUTIONS),
    _fold("U", "U[p] S", "U[…] ⋃ \\bigcup", "set", "union of all S", ("U[x in {1,2}] {x, x+1}", "{1, 2, 3}"), operations.big_union, kinds.SETS_JOINED),
    _fold("Sec", "Sec[p] S", "Sec[…] ⋂ \\bigcap", "set", "intersection of all S", ("Sec[x in {1,2}] {x, x+1}", "{2}"), operations.big_intersection, kinds.SETS_JOINED),
    _sign("Pow(A)", "Pow 𝒫 \\mathcal{P}", "set", "power set", ("Pow({1, 2})", "{{}, {2}, {1}, {1, 2}}"), operations.power_set, kinds.POWER_SET),
    _sign("a + b", "+", "number", "sum of numbers; concatenation of tuples", ("(1, 2) + (3, 4)", "(1, 2, 3, 4)"), arithmetic.add, kinds.SUM, "sum", "PLUS"),
    _sign("a - b", "- −", "number", "difference of numbers or of sets", ("1 - 1/2", "0.5"), arithmetic.subtract, kinds.DIFFERENCE, "sum", "MINUS"),
    _sign("a * b", "* × \\times \\cdot", "number", "product, of numbers or of sets", ("{1,2}*{`a}", "{(2, `a), (1, `a)}"), arithmetic.multiply, kinds.PRODUCT, "product", "TIMES"),
    _sign("a / b", "/ \\frac", "number", "quotient, exact", ("1 / 6", "0.1(6..)"), arithmetic.divide, kinds.TWO_NUMBERS, "product", "SLASH"),
    _sign("a mod b", "mod \\bmod", "number", "remainder, never below 0 for b > 0", ("-1 mod 2", "1"), arithmetic.modulo, kinds.TWO_NUMBERS, "product", "MOD"),
    _sign("a ^ n", "^", "number", "power; groups to the right", ("2^3^2", "512"), arithmetic.power, kinds.TWO_NUMBERS, "power", "POWER"),
    Builtin("neg", "-a", ("-", "−"), "number", "negation", ("-2^2", "-4"), arithmetic.negate, kinds.ONE_NUMBER),
    _fold("Sum", "Sum[p] e", "Sum ∑ \\sum", "number", "sum of e over the solutions of p", ("Sum[x in {-2,2}] x^2", "8"), operations.total, kinds.ONE_NUMBER),
    _fold("Prod", "Prod[p] e", "Prod ∏ \\prod", "number", "product of e over the solutions of p", ("Prod[x in {1..5}] x", "120"), operations.product, kinds.ONE_NUMBER),
    _sign("floor(a)", "floor ⌊⌋ \\lfloor\\rfloor", "number", "greatest integer not above a", ("floor(-1/2)", "-1"), arithmetic.floor, kinds.ONE_NUMBER),
    _sign("ceil(a)", "ceil ⌈⌉ \\lceil\\rceil", "number", "least integer not below a", ("ceil(1/2)", "1"), arithmetic.ceiling, kinds.ONE_NUMBER),
    _sign("|a|", "|…|", "number", "absolute value, size or length", ("|Pow({1..20})|", "1048576"), arithmetic.magnitude, kinds.MAGNITUDE),
    Builtin("()", "(a, b)", ("( )",), "tuple", "a tuple", ("(1, `x)", "(1, `x)"), operations.tuple_of),
    _sign("t[i]", "[]", "tuple", "element i, from 1; of a map, a set of pairs, its value at i", ("(5, 6)[2]", "6"), maps.element, kinds.ELEMENT),
    _sign("t[i..j]", "[..]", "tuple", "elements i to j", ("(5, 6, 7)[2..3]", "(6, 7)"), arithmetic.elements, kinds.SLICE),
    _form("|->", "k |-> v", "|-> ↦ \\mapsto", "tuple", "the pair (k, v): k is mapped to v", ("{1 |-> `x, 2 |-> `o}[2]", "`o")),
    _sign("t[k |-> v]", "[|->]", "tuple", "t with v in place k: a tuple, or a map, which need not have k; several with commas", ("(5, 6)[2 |-> 7]", "(5, 7)"), maps.with_change, kinds.CHANGE),
    _easel("point", "point(x, y)", "a point", ("point(1, 2)", "an Easel point"), point, kinds.POINTS),
    _easel("color", "color(r, g, b)", "a colour, 0 to 255", ("color(255, 0, 0)", "an Easel color"), color, kinds.COLORS),
    _easel("segment", "segment(p, q, col)", "a line", ("segment(point(0,0), point(9,9), color(0,0,0))", "an Easel image"), segment, kinds.SEGMENTS),
    _easel("circle", "circle(c, r, col)", "an outline", ("circle(point(0,0), 5, color(0,0,0))", "an Easel image"), circle, kinds.CIRCLES),
    _easel("disc", "disc(c, r, col)", "a filled circle", ("disc(point(0,0), 5, color(0,0,0))", "an Easel image"), disc, kinds.CIRCLES),
    _easel("fTri", "fTri(p, q, r, col)", "a filled triangle", ("fTri(point(0,0), point(9,0), point(0,9), color(0,0,0))", "an Easel image"), triangle, kinds.TRIANGLES),
    _easel("text", "text(s, c, height, col)", "a text, or another value, centred", ('text("x", point(0,0), 36, color(0,0,0))', "an Easel image"), text, kinds.TEXTS),
    _easel("graphic", "graphic(file, c, w, h)", "a picture, centred", ('graphic("a.png", point(0,0), 10, 10)', "an Easel image"), graphic, kinds.GRAPHICS),
    _frame("currentState", "the state of the game", ("currentState", "{}"), "CURRENT_STATE"),
    _frame("mouseClicked", "whether the left button was pressed", ("mouseClicked", "false"), "CLICKED"),
    _frame("mouseX", "pixels from the left", ("mouseX", "0"), "CLICK_X"),
    _frame("mouseY", "pixels from the bottom", ("mouseY", "0"), "CLICK_Y"),
    _frame("heldKeys", "the letter keys held down, as a set of atoms", ("`a in heldKeys", "false")),
)
"""Every builtin, in the order of the manual."""
# fmt: on


def row(key: str) -> Builtin:
    """The row with this key."""
    return _ROWS[key]


# The rows of the table by their keys.
_ROWS: dict[str, Builtin] = {each.key: each for each in TABLE}
OPERATIONS: dict[str, Builtin] = {row.key: row for row in TABLE if row.apply is not None and not row.fold}
FOLDS: dict[str, Builtin] = {row.fold: row for row in TABLE if row.fold}
"""The builtins that fold the values of a term, by fold."""

OPERATORS: dict[str, Builtin] = {row.key: row for row in TABLE if row.level}
"""The operators that stand between two operands."""

OPERATOR_WORDS: tuple[str, ...] = tuple(
    dict.fromkeys(
        word
        for row in TABLE
        if row.group in ("comparison", "set", "number")
        and (word := row.spellings[0].removesuffix("[…]")).isalpha()
    )
)
"""The operators and functions that are spelt as words, which therefore cannot be names."""

FUNCTIONS: dict[str, Builtin] = {row.key: row for row in TABLE if row.group == "easel"}
"""The builtins that are called by name."""

FRAME: dict[str, str] = {
    spelling: row.key for row in TABLE if row.group == "frame" for spelling in row.spellings
}
"""The names of the frame: each spelling, and its canonical name."""
