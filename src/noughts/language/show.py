"""Syntax tree to text, with no more parentheses than needed: ``parse(show(tree)) == tree``."""

from __future__ import annotations

from fractions import Fraction
from typing import assert_never

from noughts.language import tree as t
from noughts.language.build import LONGEST_NUMERAL
from noughts.values.numerals import whole_text
from noughts.values.show import decimal_text, expansion

# How tightly each form binds, as in grammar.lark.
(EQUIVALENT, IMPLIES, OR, AND, NOT, RELATION, SET, MEET, SUM, PRODUCT, PREFIX, POWER, POSTFIX, ATOM) = range(
    14
)

BINARY = {
    "U": SET,
    "\\": SET,
    "sec": MEET,
    "+": SUM,
    "-": SUM,
    "*": PRODUCT,
    "/": PRODUCT,
    "mod": PRODUCT,
    "^": POWER,
}


def show_module(module: t.Module) -> str:
    """The definitions, a line each."""
    return "\n".join(map(show_definition, module.definitions))


def show_definition(definition: t.Definition) -> str:
    """``f(x) := body where p``."""
    names = ", ".join(parameter.name for parameter in definition.parameters)
    head = f"{definition.name}({names})" if names else definition.name
    sign = "iff" if definition.relation else ":="
    plain = len(definition.clauses) == 1 and definition.clauses[0].guard is None
    body = show(definition.clauses[0].term) if plain else "; ".join(map(show_clause, definition.clauses))
    where = f" where {show(definition.where)}" if definition.where else ""
    return f"{head} {sign} {body}{where}"


def show_clause(clause: t.Clause) -> str:
    """``term if guard`` or ``term otherwise``."""
    return f"{show(clause.term)} {f'if {show(clause.guard)}' if clause.guard else 'otherwise'}"


def show(tree: t.Expression, level: int = EQUIVALENT) -> str:
    """The expression, in parentheses if it binds less tightly than `level`."""
    text = written(tree)
    return f"({text})" if binding(tree) < level else text


def binding(tree: t.Expression) -> int:
    """How tightly an expression holds together."""
    match tree:
        case t.Equivalent():
            return EQUIVALENT
        case t.Implies():
            return IMPLIES
        case t.Or():
            return OR
        case t.And():
            return AND
        case t.Not():
            return NOT
        case t.Compare() | t.Quantified():
            return RELATION
        case t.Binary():
            return MEET if follows_sec(tree) else BINARY[tree.operator]
        case t.Negative() | t.Aggregate():
            return PREFIX
        case t.Index():
            return POSTFIX
        case t.Numeral():
            return ATOM if has_numeral(tree.value) else PRODUCT
        case _:
            return ATOM


def follows_sec(tree: t.Binary) -> bool:
    """Whether this is a product of sets such as ``(A sec B) * C``, which is of one level with ``sec``."""
    while tree.operator == "*" and isinstance(tree.left, t.Binary):
        tree = tree.left
        if tree.operator == "sec":
            return True
    return False


def listed(trees: tuple[t.Expression, ...]) -> str:
    """Expressions separated by commas."""
    return ", ".join(map(show, trees))


def written(tree: t.Expression) -> str:
    """The expression without parentheses around it."""
    match tree:
        case t.Numeral(value):
            return numeral_text(value)
        case t.String(content):
            return f'"{content}"'
        case t.AtomName(name):
            return f"`{name}"
        case t.TruthWord(value):
            return "true" if value else "false"
        case t.Name(name):
            return name
        case t.Call(name, arguments):
            return f"{name}({listed(arguments)})"
        case t.Binary():
            return binary_text(tree)
        case t.Negative(operand):
            return f"-{show(operand, PREFIX)}"
        case t.Apply("|…|", operand):
            return f"|{show(operand, SET)}|"
        case t.Apply(function, operand):
            return f"{function}({show(operand)})"
        case t.TupleOf(elements):
            return f"({listed(elements)}{',' if len(elements) == 1 else ''})"
        case t.Index(sequence, first, last):
            upto = f"..{show(last, SET)}" if last else ""
            return f"{show(sequence, POSTFIX)}[{show(first, SET)}{upto}]"
        case t.SetOf(elements):
            return f"{{{listed(elements)}}}"
        case t.Range(first, last):
            return f"{{{show(first, SET)}..{show(last, SET)}}}"
        case t.Comprehension(term, condition):
            return f"{{{show(term)} | {show(condition)}}}"
        case t.Aggregate(fold, condition, body):
            return f"{fold}[{show(condition)}] {show(body, PREFIX)}"
        case _:
            return sentence_text(tree)


def sentence_text(
    tree: t.Compare | t.Quantified | t.Not | t.And | t.Or | t.Implies | t.Equivalent,
) -> str:
    """A sentence without parentheses around it."""
    match tree:
        case t.Compare(operators, operands):
            shown = [show(operand, SET) for operand in operands]
            pairs = zip(operators, shown[1:], strict=True)
            return shown[0] + "".join(f" {operator} {operand}" for operator, operand in pairs)
        case t.Quantified(quantifier, names, domain, body):
            inner = written(body) if negated_relation(body) else show(body, RELATION)
            return f"{quantifier} {', '.join(names)} in {show(domain, SET)}. {inner}"
        case t.Not(operand):
            return f"~{show(operand, NOT)}"
        case t.And(parts):
            return " & ".join([show(parts[0], AND), *(show(part, NOT) for part in parts[1:])])
        case t.Or(parts):
            return " V ".join([show(parts[0], OR), *(show(part, AND) for part in parts[1:])])
        case t.Implies():
            *premises, conclusion = t.joined(tree)
            return " => ".join([*(show(each, OR) for each in premises), show(conclusion, IMPLIES)])
        case t.Equivalent():
            *sides, last = t.joined(tree)
            return " <=> ".join([*(show(each, IMPLIES) for each in sides), show(last, EQUIVALENT)])
        case _:
            assert_never(tree)


def negated_relation(tree: t.Expression) -> bool:
    """``~…~p`` for a relation p, which may follow the dot of a quantifier as it is."""
    return isinstance(tree, t.Not) and (negated_relation(tree.operand) or binding(tree.operand) >= RELATION)


def binary_text(tree: t.Binary) -> str:
    """``a op b op c``, however long; all operators go to the left but ``^``."""
    if tree.operator == "^":
        return power_text(tree)
    written_after: list[str] = []
    follows = follows_sec(tree)
    while True:
        level = MEET if follows else BINARY[tree.operator]
        written_after.append(f" {tree.operator} {show(tree.right, PREFIX if level == MEET else level + 1)}")
        left = tree.left
        if isinstance(left, t.Binary) and left.operator != "^":
            if {tree.operator, left.operator} != {"*"}:  # else both follow one, or neither does
                follows = follows_sec(left)
            if (MEET if follows else BINARY[left.operator]) >= level:
                tree = left
                continue
        return show(left, level) + "".join(reversed(written_after))


def power_text(tree: t.Binary) -> str:
    """``a ^ b ^ c``."""
    parts = [show(tree.left, POSTFIX)]
    while isinstance(tree.right, t.Binary) and tree.right.operator == "^":
        tree = tree.right
        parts.append(show(tree.left, POSTFIX))
    return " ^ ".join([*parts, show(tree.right, PREFIX)])


def has_numeral(value: int | Fraction) -> bool:
    """Whether a number can be written as one numeral."""
    if isinstance(value, int):
        return True
    return expansion(value.numerator % value.denominator, value.denominator, LONGEST_NUMERAL)[1] is not None


def numeral_text(value: int | Fraction) -> str:
    """A number as it is written in a document."""
    return whole_text(value) if isinstance(value, int) else decimal_text(value, LONGEST_NUMERAL)
