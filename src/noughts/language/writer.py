"""The writer of ASCII and Unicode, with parentheses exactly where precedence requires them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import assert_never

from noughts.language import tree as t
from noughts.language.builtins import FOLDS, OPERATORS
from noughts.language.layout import Break, Group, Text, flat, lines
from noughts.language.precedence import (
    AND,
    EQUIVALENT,
    IMPLIES,
    NOT,
    OR,
    POSTFIX,
    PREFIX,
    PRODUCT,
    RELATION,
    SET,
    TERM,
    binding,
    is_membership,
    negated_relation,
    operands,
)
from noughts.language.spelling import Spelling, sign
from noughts.values.show import LONGEST_NUMERAL, decimal_text, whole_text

WIDTH = 80
"""The columns of a line: the usual width of printed programs."""
INDENT = 4

# For each: its sign, the level of its first part, and that of the others.
_JUNCTIONS = {t.And: ("&", AND, NOT), t.Or: ("V", OR, AND)}


class Writer:
    """Writes trees in ASCII or Unicode, as text that may be broken into lines."""

    width = WIDTH
    reaching: Collection[t.Fold] = ()
    """The big operators whose scope is the product after them."""
    reached: Collection[str] = ()
    """The operators whose operands would come into such a scope."""
    comma = ", "
    dots = ".."
    gap = Break()
    """The gap between two parts, where a line may end."""
    bar = " |"
    """The bar between the term and the condition of a set."""
    semicolon: Sequence[Text] = (";", Break())
    """The separator of clauses."""
    full_stop = "."
    """The end of the names of a quantifier."""
    for_any_words = "for any "
    """The words before the names of a claim that is tried."""
    colon = ":"
    """The sign between a name and its kind."""

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
                parts += [*self.semicolon, self.clause(clause)]
        return self.fenced("(", [*parts, *self.where(tree.where)], ")", 1)

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
        return self.fenced("(", [text], ")", 1)

    def listed(self, trees: Sequence[t.Expression]) -> list[Text]:
        """Expressions separated by commas."""
        parts: list[Text] = []
        for tree in trees:
            part = self.at(tree, EQUIVALENT)
            parts += [",", Group([Break(), part])] if parts else [part]
        return parts

    def written(self, tree: t.Expression) -> Text:
        """An expression without parentheses around it."""
        match tree:
            case t.Numeral(value):
                return self.numeral(value)
            case t.String(content):
                return self.string(content)
            case t.AtomName(name):
                return self.atom(name)
            case t.TruthWord(value):
                return self.truth(value)
            case t.Name(name):
                return self.name(name)
            case t.Call(name, (t.Block() as block,)):
                return Group([self.name(name), self.block(block)])
            case t.Call(name, arguments):
                return Group([self.name(name), self.fenced("(", self.listed(arguments), ")")])
            case t.Binary():
                return self.binary(tree)
            case t.Negative(operand):
                return Group([self.prefix("neg"), self.at(operand, PREFIX)])
            case t.Apply():
                return self.apply(tree)
            case t.Maplet((key, value)):
                return Group([self.at(key, SET), self.infix("|->"), self.at(value, SET)])
            case t.TupleOf(elements):
                comma = [self.comma.strip()] if len(elements) == 1 else []
                return self.fenced("(", [*self.listed(elements), *comma], ")", 1)
            case t.Index():
                return self.index(tree)
            case t.Changed(whole, maplets):
                return Group([self.at(whole, POSTFIX), self.fenced("[", self.listed(maplets), "]")])
            case t.SetOf(()):
                return self.empty()
            case t.SetOf(elements):
                return self.fenced("{", self.listed(elements), "}")
            case t.Range(first, last):
                return self.fenced("{", [self.at(first, SET), self.dots, self.at(last, SET)], "}")
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

    def apply(self, tree: t.Apply) -> Text:
        """``Pow(a)``, ``floor(a)``, ``ceil(a)``, ``|a|``."""
        if tree.function == "|…|":
            return self.fenced("|", [self.at(tree.operand, SET)], "|", 0)
        inner = self.at(tree.operand, EQUIVALENT)
        if self.spelling is Spelling.ASCII or tree.function == "Pow":
            return Group([self.function(tree.function), self.fenced("(", [inner], ")")])
        brackets = sign(tree.function, Spelling.UNICODE)
        return self.fenced(brackets[0], [inner], brackets[1], 0)

    def index(self, tree: t.Index) -> Text:
        """``t[i]`` or ``t[i..j]``."""
        upto: list[Text] = [self.dots, self.at(tree.last, SET)] if tree.last is not None else []
        return Group([self.at(tree.sequence, POSTFIX), "[", self.at(tree.first, SET), *upto, "]"])

    def comprehension(self, tree: t.Comprehension) -> Text:
        """``{t | p}``."""
        term = self.at(tree.term, EQUIVALENT)
        if is_membership(tree.term):  # which would bind its names if it stood there alone
            term = self.in_parentheses(term)
        return self.fenced("{", [term, self.bar, self.gap, self.at(tree.condition, EQUIVALENT)], "}")

    def aggregate(self, tree: t.Aggregate) -> Text:
        """``Sum[p] e`` and its like."""
        fold = tree.fold if self.spelling is Spelling.ASCII else self.sign(FOLDS[tree.fold].key)
        condition = Group([f"{fold}[", self.at(tree.condition, EQUIVALENT), "]"], INDENT)
        return Group([condition, Group([Break(), self.folded(tree)], INDENT)])

    def folded(self, tree: t.Aggregate) -> Text:
        """The body of a big operator; a product needs no parentheses if it lies in the scope."""
        in_scope = tree.fold in self.reaching and is_plain_product(tree.body)
        return self.at(tree.body, PRODUCT if in_scope else PREFIX)

    def binary(self, tree: t.Binary) -> Text:
        """``a op b op c``, however long."""
        if (power := self.power(tree)) is not None:
            return power
        (first, level), behind = operands(tree)
        following = [operator for operator, _, _ in behind]
        parts: list[Text] = [self.operand(first, level, following)]
        for place, (operator, operand, least) in enumerate(behind, 1):
            above = first if place == 1 else Group(parts)
            if operator == "/" and (fraction := self.fraction(above, operand)) is not None:
                parts = [fraction]
                continue
            written = self.operand(operand, least, following[place:])
            parts.append(Group([*self.operation(operator, tree), written]))
        return self.together(Group(parts)) if len(parts) > 1 else parts[0]

    def operand(self, tree: t.Expression, level: int, following: Sequence[str]) -> Text:
        """An operand; one that would reach over what follows it is in parentheses."""
        text = self.at(tree, level)
        reached = bool(following) and following[0] in self.reached
        return self.in_parentheses(text) if reached and self.would_reach(tree, level) else text

    def would_reach(self, tree: t.Expression, level: int) -> bool:
        """Whether an operand in a place of a level ends with a big operator whose scope would include a
        factor."""
        while binding(tree) >= level:
            match tree:
                case t.Aggregate(fold, _, body):
                    if fold in self.reaching:
                        return True
                    tree, level = body, PREFIX
                case t.Negative(operand):
                    tree, level = operand, PREFIX
                case _:
                    return False
        return False

    def power(self, tree: t.Binary) -> Text | None:
        """A power with a raised exponent, if the writer has such powers."""
        return None

    def fraction(self, above: t.Expression | Group, below: t.Expression) -> Text | None:
        """A quotient as a fraction, if the writer has fractions."""
        return None

    def sentence(
        self, tree: t.Compare | t.Quantified | t.Members | t.Not | t.And | t.Or | t.Implies | t.Equivalent
    ) -> Text:
        """A sentence without parentheses around it."""
        match tree:
            case t.Compare(operators, compared):
                parts: list[Text] = [self.at(compared[0], TERM)]
                for operator, operand in zip(operators, compared[1:], strict=True):
                    parts += [*self.comparing(operator, operand), self.at(operand, TERM)]
                return self.together(Group(parts, INDENT))
            case t.Quantified(_, _, _, body):
                inner = self.written(body) if negated_relation(body) else self.at(body, RELATION)
                return Group([self.quantifier(tree), Group([self.after_dot(body), inner], INDENT)])
            case t.Members(names, domain):
                return Group([self.names(names), *self.comparing("in", domain), self.at(domain, SET)], INDENT)
            case t.Not(operand):
                return Group([self.prefix("~"), self.at(operand, NOT)])
            case t.And(joined) | t.Or(joined):
                key, level, other = _JUNCTIONS[type(tree)]
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

    def quantifier(self, tree: t.Quantified) -> Text:
        """``some x, y in S.``."""
        names = self.comma.join(map(self.pattern, tree.patterns))
        domain = self.together(self.at(tree.domain, SET))
        return Group([self.prefix(tree.quantifier), names, self.infix("in"), domain, self.full_stop])

    def for_any(self, tree: t.ForAny) -> Text:
        """``for any n in N, a, b in S. p``."""
        parts: list[Text] = [self.for_any_words]
        for domain, names in by_domain(tree.names):
            parts += [self.comma] if len(parts) > 1 else []
            parts += [self.names(names), self.infix("in"), self.together(self.at(domain, SET))]
        return Group(
            [
                *parts,
                self.full_stop,
                Group([self.after_dot(tree.body), self.at(tree.body, EQUIVALENT)], INDENT),
            ]
        )

    def pattern(self, tree: t.Pattern, *, inside: bool = False) -> str:
        """A pattern of a quantifier; a maplet `inside` another one is in parentheses."""
        match tree:
            case t.Parameter(name):
                return self.name(name)
            case t.MapletPattern(sides):
                text = self.infix("|->").join(self.pattern(side, inside=True) for side in sides)
                return self.tuple_pattern(text) if inside else text
            case t.TuplePattern(elements):
                comma = self.comma.strip() if len(elements) == 1 else ""
                return self.tuple_pattern(self.comma.join(map(self.pattern, elements)) + comma)
            case _:
                return flat(self.written(tree))

    def chain(self, key: str, parts: Sequence[Text]) -> Text:
        """Sentences joined by a sign."""
        joined: list[Text] = []
        for part in parts:
            joined += [*self.joining(key), part] if joined else [part]
        return Group(joined)

    def names(self, names: Sequence[t.Name | t.ActionParameter]) -> str:
        """Names separated by commas."""
        return self.comma.join(self.name(name.name) for name in names)

    # Words and signs, which depend on the spelling

    def name(self, name: str) -> str:
        """A name."""
        return name

    def numeral(self, value: int | Fraction) -> str:
        """A number."""
        return numeral_text(value)

    def string(self, content: str) -> str:
        """A text in quotes."""
        return f'"{content}"'

    def atom(self, name: str) -> str:
        """An atom."""
        return f"`{name}"

    def truth(self, value: bool) -> str:
        """``true`` or ``false``."""
        return "true" if value else "false"

    def function(self, key: t.Function) -> str:
        """The name of a function of the language."""
        return self.sign(key)

    def empty(self) -> str:
        """The empty set."""
        return "{}" if self.spelling is Spelling.ASCII else "∅"

    def fenced(self, opening: str, parts: Sequence[Text], closing: str, indent: int = INDENT) -> Text:
        """Between brackets."""
        return Group([opening, *parts, closing], indent)

    def tuple_pattern(self, text: str) -> str:
        """A pattern in parentheses."""
        return f"({text})"

    def together(self, text: Text) -> Text:
        """Text that is not broken if there is room for it."""
        return text

    def prefix(self, key: str) -> str:
        """A sign before its operand, or before the names of a quantifier; a word ends with a space."""
        sign = self.sign(key)
        return f"{sign} " if sign[-1].isalpha() else sign

    def infix(self, key: str) -> str:
        """A sign between two operands that stay on one line."""
        return f" {self.sign(key)} "

    def operation(self, operator: t.Operator, tree: t.Binary) -> Sequence[Text]:
        """The sign of an operation of a chain, which begins a line."""
        return Break(), f"{self.sign(operator)} "

    def comparing(self, operator: t.Comparison, operand: t.Expression) -> Sequence[Text]:
        """The sign of a comparison, which ends a line."""
        return f" {self.sign(operator)}", " " if opens(operand) else Break()

    def joining(self, key: str) -> Sequence[Text]:
        """A sign between sentences, which ends a line rather than beginning one."""
        return f" {self.sign(key)}", Break()

    def after_dot(self, body: t.Expression) -> Text:
        """The text between the full stop of a quantifier and its body."""
        return self.gap


def by_domain(
    names: Sequence[t.ActionParameter],
) -> list[tuple[t.Expression, list[t.ActionParameter]]]:
    """Names grouped by domain: consecutive ones with the same domain are together."""
    found: list[tuple[t.Expression, list[t.ActionParameter]]] = []
    for name in names:
        if found and found[-1][0] == name.domain:
            found[-1][1].append(name)
        else:
            found.append((name.domain, [name]))
    return found


def is_plain_product(tree: t.Expression) -> bool:
    """A chain of ``*`` and ``/``, over which a sum or a product reaches."""
    if not isinstance(tree, t.Binary):
        return False
    while isinstance(tree, t.Binary) and tree.operator in ("*", "/"):
        tree = tree.left
    return not (isinstance(tree, t.Binary) and OPERATORS[tree.operator].level in ("product", "meet"))


def opens(tree: t.Expression) -> bool:
    """Whether an expression is in brackets, so that it begins on the line of the text before it."""
    in_brackets = isinstance(tree, t.SetOf | t.Range | t.Comprehension | t.TupleOf | t.Call | t.Block)
    return in_brackets and not isinstance(tree, t.Maplet)


def numeral_text(value: int | Fraction) -> str:
    """The numeral of a number in a document."""
    return whole_text(value) if isinstance(value, int) else decimal_text(value, LONGEST_NUMERAL)


# The items of a machine as text, in the spelling of a writer.


def item(to: Writer, part: t.RegionItem) -> Text:
    """An item, on one line if it fits."""
    match part:
        case t.Variables(names, relation, range):
            named = ", ".join(to.name(name.name) for name in names)
            return Group([f"variable {named} {to.sign(relation)} ", to.at(range, SET)])
        case t.Initially(sentence):
            return Group(["initially", Group([Break(), to.at(sentence, EQUIVALENT)], INDENT)])
        case t.Action(_, _, _, updates):
            rows = [each for one in updates for each in (Break(), update(to, one))]
            return Group([head(to, part), Group(rows, INDENT)])
        case t.Declaration():
            return declaration(to, part)
        case _:
            assert_never(part)


def declaration(to: Writer, part: t.Declaration) -> Text:
    """``f : K -> L``."""
    takes: list[Text] = [to.at(part.takes, SET), f" {to.sign('->')} "] if part.takes is not None else []
    return Group([f"{to.name(part.name)} {to.colon} ", *takes, to.at(part.gives, SET)])


def item_laid_out(to: Writer, part: t.RegionItem, width: int) -> str:
    """An item in lines, each update on a line of its own."""
    if not isinstance(part, t.Action):
        return lines(item(to, part), width)
    rows = [lines(Group([" " * INDENT, update(to, one)], INDENT), width) for one in part.updates]
    return "\n".join([lines(head(to, part), width), *rows])


def head(to: Writer, action: t.Action) -> Text:
    """``action a(x in S) when guard:``; without updates there is no colon."""
    parts: list[Text] = [f"{'automatic' if action.automatic else 'action'} {to.name(action.name)}"]
    for place, choice in enumerate(action.parameters):
        name = f"{to.name(choice.name)} {to.sign('in')} "
        parts += [", " if place else "(", name, to.at(choice.domain, SET)]
    parts += [")"] if action.parameters else []
    if action.guard is not None:
        parts.append(Group([Break(), "when ", to.at(action.guard, EQUIVALENT)], INDENT))
    return Group([*parts, *([":"] if action.updates else [])])


def update(to: Writer, update: t.Update) -> Text:
    """``x' = body where p``."""
    clauses = update.clauses
    rows: list[Text] = []
    for clause in clauses:
        plain = clause.guard is None and len(clauses) == 1
        rows += [";" if rows else "", Break() if rows else " "]
        rows.append(to.at(clause.term, EQUIVALENT) if plain else to.clause(clause))
    return Group([f"{to.name(update.variable)}' =", Group([*rows, *to.where(update.where)], INDENT)])
