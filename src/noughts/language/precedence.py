"""The precedence of each form of the language, which determines the necessary parentheses of a tree."""

from __future__ import annotations

from fractions import Fraction

from noughts.language import tree as t
from noughts.language.builtins import OPERATORS
from noughts.values.show import LONGEST_NUMERAL, expansion

# The levels of grammar.lark, the lowest precedence first.
EQUIVALENT, IMPLIES, OR, AND, NOT, RELATION, TERM, SET = range(8)
_MEET, _SUM, PRODUCT, PREFIX, _POWER, POSTFIX, _ATOM = range(8, 15)

# The level of each rule of the grammar that has operators of the builtin table.
_OF_RULE = {
    "comparison": RELATION,
    "set": SET,
    "meet": _MEET,
    "sum": _SUM,
    "product": PRODUCT,
    "power": _POWER,
}
# The level of each operator between two operands.
_BINARY = {key: _OF_RULE[row.level] for key, row in OPERATORS.items()}


def binding(tree: t.Expression) -> int:
    """The level of an expression: in a place of a higher level it needs parentheses."""
    match tree:
        case t.Equivalent() | t.ForAny():
            return EQUIVALENT
        case t.Implies():
            return IMPLIES
        case t.Or():
            return OR
        case t.And():
            return AND
        case t.Not():
            return NOT
        case t.Compare() | t.Quantified() | t.Members():
            return RELATION
        case t.Maplet():
            return TERM
        case t.Binary():
            return _MEET if follows_sec(tree) else _BINARY[tree.operator]
        case t.Negative() | t.Aggregate():
            return PREFIX
        case t.Index() | t.Changed():
            return POSTFIX
        case t.Numeral():
            return _ATOM if has_numeral(tree.value) else PRODUCT
        case _:
            return _ATOM


def follows_sec(tree: t.Binary) -> bool:
    """Whether this is a product of sets such as ``(A sec B) * C``, which has the same level as ``sec``."""
    while tree.operator == "*" and isinstance(tree.left, t.Binary):
        tree = tree.left
        if tree.operator == "sec":
            return True
    return False


def negated_relation(tree: t.Expression) -> bool:
    """``~…~p`` for a relation p, which may follow the dot of a quantifier without parentheses."""
    return isinstance(tree, t.Not) and (negated_relation(tree.operand) or binding(tree.operand) >= RELATION)


def is_membership(tree: t.Expression) -> bool:
    """``x in S``, ``(x, y) in S`` or ``A sub S``, which would bind names before the bar of a set-builder."""
    match tree:
        case t.Compare(("in",), (t.Name() | t.TupleOf(), _)) | t.Compare(("sub",), (t.Name(), _)):
            return True
        case _:
            return False


def operands(tree: t.Binary) -> tuple[tuple[t.Expression, int], list[tuple[t.Operator, t.Expression, int]]]:
    """A chain ``a op b op c`` of any length: its first operand, and each operator with the operand after it.

    Each operand has the level of its place.  All operators except ``^`` associate to the left.
    """
    if tree.operator == "^":
        return powers(tree)
    behind: list[tuple[t.Operator, t.Expression, int]] = []
    follows = follows_sec(tree)
    while True:
        level = _MEET if follows else _BINARY[tree.operator]
        behind.append((tree.operator, tree.right, PREFIX if level == _MEET else level + 1))
        left = tree.left
        if isinstance(left, t.Binary) and left.operator != "^":
            if {tree.operator, left.operator} != {"*"}:  # else both follow one, or neither does
                follows = follows_sec(left)
            if (_MEET if follows else _BINARY[left.operator]) >= level:
                tree = left
                continue
        return (left, level), behind[::-1]


def powers(
    tree: t.Binary,
) -> tuple[tuple[t.Expression, int], list[tuple[t.Operator, t.Expression, int]]]:
    """A chain ``a ^ b ^ c``."""
    parts = [tree.left]
    while isinstance(tree.right, t.Binary) and tree.right.operator == "^":
        tree = tree.right
        parts.append(tree.left)
    first, *others = parts
    behind: list[tuple[t.Operator, t.Expression, int]] = [("^", part, POSTFIX) for part in others]
    return (first, POSTFIX), [*behind, ("^", tree.right, PREFIX)]


def has_numeral(value: int | Fraction) -> bool:
    """Whether a number can be written as one numeral."""
    if isinstance(value, int):
        return True
    return expansion(value.numerator % value.denominator, value.denominator, LONGEST_NUMERAL)[1] is not None
