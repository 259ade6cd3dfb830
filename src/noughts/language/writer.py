"""Syntax tree to ASCII and Unicode, with parentheses exactly where precedence needs them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import assert_never

from noughts.language import tree as t
from noughts.language.builtins import FOLDS
from noughts.language.layout import Break, Group, Text, flat, lines
from noughts.language.precedence import (
    AND,
    EQUIVALENT,
    IMPLIES,
    NOT,
    OR,
    POSTFIX,
    PREFIX,
    RELATION,
    SET,
    TERM,
    binding,
    is_membership,
    negated_relation,
    operands,
)
from noughts.language.signs import sign
from noughts.language.spelling import Spelling
from noughts.values.numerals import LONGEST_NUMERAL, whole_text
from noughts.values.show import decimal_text

WIDTH = 80
"""The columns of a line: the usual width of printed programs."""
INDENT = 4

JUNCTIONS = {t.And: ("&", AND, NOT), t.Or: ("V", OR, AND)}
"""For each: its sign, the level of its first part, and that of the others."""


class Writer:
    """Writes trees in ASCII or Unicode, as text that may be broken into lines."""

    width = WIDTH

    def __init__(self, spelling: Spelling) -> None:
        self.spelling = spelling

    def sign(self, key: str) -> str:
        """A sign of the builtin table."""
        return sign(key, self.spelling)

    # Definitions and claims

    def laid_out(self, part: t.Definition | t.Claim | t.Expression, width: int) -> str:
        """The tree as text of several lines."""
        match part:
            case t.Definition():
                return lines(self.definition(part), width)
            case t.Claim():
                return lines(self.claim(part), width)
            case _:
                return lines(self.at(part, EQUIVALENT), width)

    def definition(self, definition: t.Definition) -> Text:
        """``f(x) := body where p``; clauses and equations stand below each other in several lines."""
        names = ", ".join(map(self.pattern, definition.parameters))
        together = definition.together
        name = self.name(definition.name) if together is None else self.pattern(together)
        head = f"{name}({names}) " if names else f"{name} "
        before = head + self.sign("iff" if definition.relation else ":=")
        clauses = definition.clauses
        if len(clauses) == 1 and clauses[0].guard is None:
            term, where = self.at(clauses[0].term, EQUIVALENT), self.where(definition.where)
            if opens(clauses[0].term):
                return Group([f"{before} ", term, *where])
            return Group([before, Group([Break(), term, *where], INDENT)])
        rows: list[Text] = []
        for clause in clauses:
            rows += [";" if rows else "", Break(), self.clause(clause)]
        return Group([before, Group(["", *rows, *self.where(definition.where)], INDENT)])

    def clause(self, clause: t.Clause) -> Text:
        """``term if guard`` or ``term otherwise``."""
        term = self.at(clause.term, EQUIVALENT)
        if clause.guard is None:
            return Group([term, " otherwise"])
        return Group([term, Group([Break(), "if ", self.at(clause.guard, EQUIVALENT)], INDENT)])

    def block(self, tree: t.Block) -> Text:
        """``(a if p; b otherwise where q)``; clauses stand below each other in several lines."""
        if len(tree.clauses) == 1 and tree.clauses[0].guard is None and tree.where is not None:
            parts: list[Text] = [self.at(tree.clauses[0].term, EQUIVALENT)]
        else:
            parts = [self.clause(tree.clauses[0])]
            for clause in tree.clauses[1:]:
                parts += [";", Break(), self.clause(clause)]
        return Group(["(", *parts, *self.where(tree.where), ")"], 1)

    def where(self, sentence: t.Expression | None) -> Sequence[Text]:
        """``where p & q``, a line for each equation."""
        if sentence is None:
            return []
        return [" where", Group([Break(), self.at(sentence, EQUIVALENT)], INDENT)]

    def claim(self, claim: t.Claim) -> Text:
        """A sentence and its where."""
        return Group([self.at(claim.sentence, EQUIVALENT), *self.where(claim.where)])

    # Expressions

    def at(self, tree: t.Expression, level: int) -> Text:
        """An expression in a place of a level: in parentheses if it binds less tightly."""
        text = self.written(tree)
        return self.in_parentheses(text) if binding(tree) < level else text

    def in_parentheses(self, text: Text) -> Text:
        """``(e)``."""
        return Group(["(", text, ")"], 1)

    def listed(self, trees: Sequence[t.Expression]) -> list[Text]:
        """Expressions separated by commas."""
        parts: list[Text] = []
        for tree in trees:
            part = self.at(tree, EQUIVALENT)
            parts += [",", Group([Break(), part])] if parts else [part]
        return parts

    def name(self, name: str) -> str:
        """A name."""
        return name

    def written(self, tree: t.Expression) -> Text:
        """An expression without parentheses around it."""
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
                return self.name(name)
            case t.Call(name, (t.Block() as block,)):
                return Group([self.name(name), self.block(block)])
            case t.Call(name, arguments):
                return Group([f"{self.name(name)}(", *self.listed(arguments), ")"], INDENT)
            case t.Binary():
                return self.binary(tree)
            case t.Negative(operand):
                return Group([self.sign("neg"), self.at(operand, PREFIX)])
            case t.Apply():
                return self.apply(tree)
            case t.Maplet((key, value)):
                return Group([self.at(key, SET), f" {self.sign('|->')} ", self.at(value, SET)])
            case t.TupleOf(elements):
                return Group(["(", *self.listed(elements), ",)" if len(elements) == 1 else ")"], 1)
            case t.Index():
                return self.index(tree)
            case t.Changed(whole, maplets):
                return Group([self.at(whole, POSTFIX), "[", *self.listed(maplets), "]"], INDENT)
            case t.SetOf(()):
                return self.empty()
            case t.SetOf(elements):
                return self.braces(self.listed(elements))
            case t.Range(first, last):
                return self.braces([self.at(first, SET), "..", self.at(last, SET)])
            case t.Comprehension():
                return self.comprehension(tree)
            case t.Aggregate():
                return self.aggregate(tree)
            case t.Block():
                return self.block(tree)
            case t.ForAny():
                return self.for_any(tree)
            case _:
                return self.sentence(tree)

    def empty(self) -> str:
        """The empty set."""
        return "{}" if self.spelling is Spelling.ASCII else "∅"

    def braces(self, parts: Sequence[Text]) -> Text:
        """``{…}``."""
        return Group(["{", *parts, "}"], INDENT)

    def apply(self, tree: t.Apply) -> Text:
        """``Pow(a)``, ``floor(a)``, ``ceil(a)``, ``|a|``."""
        if tree.function == "|…|":
            return Group(["|", self.at(tree.operand, SET), "|"])
        inner = self.at(tree.operand, EQUIVALENT)
        if self.spelling is Spelling.UNICODE and tree.function != "Pow":
            brackets = self.sign(tree.function)
            return Group([brackets[0], inner, brackets[1]])
        return Group([f"{self.sign(tree.function)}(", inner, ")"], INDENT)

    def index(self, tree: t.Index) -> Text:
        """``t[i]`` or ``t[i..j]``."""
        upto: list[Text] = ["..", self.at(tree.last, SET)] if tree.last is not None else []
        return Group([self.at(tree.sequence, POSTFIX), "[", self.at(tree.first, SET), *upto, "]"])

    def comprehension(self, tree: t.Comprehension) -> Text:
        """``{t | p}``."""
        term = self.at(tree.term, EQUIVALENT)
        if is_membership(tree.term):  # which would bind its names if it stood there alone
            term = self.in_parentheses(term)
        return self.braces([term, self.bar(), Break(), self.at(tree.condition, EQUIVALENT)])

    def bar(self) -> str:
        """The bar between the term and the condition of a set."""
        return " |"

    def aggregate(self, tree: t.Aggregate) -> Text:
        """``Sum[p] e`` and its like."""
        fold = tree.fold if self.spelling is Spelling.ASCII else self.sign(FOLDS[tree.fold].key)
        condition = Group([f"{fold}[", self.at(tree.condition, EQUIVALENT), "]"], INDENT)
        return Group([condition, Group([Break(), self.at(tree.body, PREFIX)], INDENT)])

    def binary(self, tree: t.Binary) -> Text:
        """``a op b op c``, however long."""
        (first, level), behind = operands(tree)
        parts: list[Text] = [self.at(first, level)]
        for operator, operand, place in behind:
            parts.append(Group([Break(), f"{self.sign(operator)} ", self.at(operand, place)]))
        return Group(parts)

    def sentence(
        self, tree: t.Compare | t.Quantified | t.Members | t.Not | t.And | t.Or | t.Implies | t.Equivalent
    ) -> Text:
        """A sentence without parentheses around it."""
        match tree:
            case t.Compare(operators, compared):
                parts: list[Text] = [self.at(compared[0], TERM)]
                for operator, operand in zip(operators, compared[1:], strict=True):
                    space: Text = " " if opens(operand) else Break()
                    parts += [f" {self.sign(operator)}", space, self.at(operand, TERM)]
                return Group(parts, INDENT)
            case t.Quantified(_, _, _, body):
                inner = self.written(body) if negated_relation(body) else self.at(body, RELATION)
                return Group([self.quantifier(tree), Group([self.after_dot(body), inner], INDENT)])
            case t.Members(names, domain):
                listed = ", ".join(self.name(name.name) for name in names)
                return Group([f"{listed} {self.sign('in')}", Break(), self.at(domain, SET)], INDENT)
            case t.Not(operand):
                return Group([self.negation(), self.at(operand, NOT)])
            case t.And(joined) | t.Or(joined):
                key, level, other = JUNCTIONS[type(tree)]
                levels = [level, *[other] * (len(joined) - 1)]
                return self.chain(key, [self.at(*each) for each in zip(joined, levels, strict=True)])
            case t.Implies():
                *premises, conclusion = t.joined(tree)
                return self.chain(
                    "=>", [*(self.at(each, OR) for each in premises), self.at(conclusion, IMPLIES)]
                )
            case t.Equivalent():
                *sides, last = t.joined(tree)
                return self.chain(
                    "<=>", [*(self.at(each, IMPLIES) for each in sides), self.at(last, EQUIVALENT)]
                )
            case _:
                assert_never(tree)

    def negation(self) -> str:
        """The sign before the negated sentence."""
        return self.sign("~")

    def quantifier(self, tree: t.Quantified) -> Text:
        """``some x, y in S.``."""
        gap = " " if self.spelling is Spelling.ASCII else ""
        names = ", ".join(map(self.pattern, tree.patterns))
        domain = self.at(tree.domain, SET)
        return Group([f"{self.sign(tree.quantifier)}{gap}{names} {self.sign('in')} ", domain, "."])

    def after_dot(self, body: t.Expression) -> Text:
        """What stands between the full stop of a quantifier and its body."""
        return Break()

    def for_any(self, tree: t.ForAny) -> Text:
        """``for any n in N, a, b in S. p``."""
        parts: list[Text] = []
        for domain, names in by_domain(tree.names):
            listed = ", ".join(self.name(name.name) for name in names)
            parts += [", " if parts else "", f"{listed} {self.sign('in')} ", self.at(domain, SET)]
        end = Group([Break(), self.at(tree.body, EQUIVALENT)], INDENT)
        return Group([f"{self.for_any_words()} ", *parts, self.full_stop(), end])

    def for_any_words(self) -> str:
        """The words before the names."""
        return "for any"

    def colon(self) -> str:
        """The sign between a name and its kind."""
        return ":"

    def full_stop(self) -> str:
        """The end of the names."""
        return "."

    def pattern(self, tree: t.Pattern, *, inside: bool = False) -> str:
        """What a quantifier takes the elements of a set as; a maplet `inside` another is in parentheses."""
        match tree:
            case t.Parameter(name):
                return self.name(name)
            case t.MapletPattern(sides):
                text = f" {self.sign('|->')} ".join(self.pattern(side, inside=True) for side in sides)
                return f"({text})" if inside else text
            case t.TuplePattern(elements):
                comma = "," if len(elements) == 1 else ""
                return f"({', '.join(map(self.pattern, elements))}{comma})"
            case _:
                return flat(self.written(tree))

    def chain(self, key: str, parts: Sequence[Text]) -> Text:
        """Sentences joined by a sign, which ends a line rather than beginning one."""
        joined: list[Text] = []
        for part in parts:
            joined += [f" {self.sign(key)}", Break(), part] if joined else [part]
        return Group(joined)


def by_domain(
    names: Sequence[t.ActionParameter],
) -> list[tuple[t.Expression, list[t.ActionParameter]]]:
    """Names with their domains, those together that follow each other and have the same."""
    found: list[tuple[t.Expression, list[t.ActionParameter]]] = []
    for name in names:
        if found and found[-1][0] == name.domain:
            found[-1][1].append(name)
        else:
            found.append((name.domain, [name]))
    return found


def opens(tree: t.Expression) -> bool:
    """Whether an expression is in brackets, so that it begins on the line of the text before it."""
    in_brackets = isinstance(tree, t.SetOf | t.Range | t.Comprehension | t.TupleOf | t.Call | t.Block)
    return in_brackets and not isinstance(tree, t.Maplet)


def numeral_text(value: int | Fraction) -> str:
    """The numeral of a number in a document."""
    return whole_text(value) if isinstance(value, int) else decimal_text(value, LONGEST_NUMERAL)
