"""Syntax tree to MathML Core, in pieces that may be spread over several lines.

A browser breaks no line inside a ``<math>``.  So an expression becomes many small elements, with breaks
where a reader expects lines to end; what must stay together, such as a fraction, is one element.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from html import escape, unescape
from typing import assert_never

from noughts.language import tree as t
from noughts.language.builtins import FOLDS, FRAME, FUNCTIONS
from noughts.language.latex_writer import REACHING, is_numeric, is_plain_product, would_reach
from noughts.language.layout import Break, Group, Text
from noughts.language.precedence import (
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
from noughts.language.signs import sign
from noughts.language.spelling import Spelling
from noughts.language.writer import JUNCTIONS, by_domain, numeral_text
from noughts.weave.guard import require_shown, require_shown_head

_ROOM = 22
"""Characters that always fit on a line: on a phone of 360 pixels about 38 do, fewer in a case."""

_WIDE_ROOM = 44
"""The same where there is more room than on a phone."""

_TAG = re.compile(r"<[^>]*>")
_TALL = re.compile(r"<m(frac|under|table|sup)")
_NOT_IN = {"in": "∉", "sub": "⊈"}

Link = Callable[[str], str]
"""Attributes of the link from a name to its definition; empty if it is not defined in the document."""


def no_link(name: str) -> str:
    """No links, for expressions without a page."""
    return ""


def strings(text: Text) -> Iterator[str]:
    """The pieces of a text in order, without its breaks."""
    waiting = [text]
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            yield part
        elif isinstance(part, Group):
            waiting.extend(reversed(part.parts))


def is_short(text: Text, room: int = _ROOM) -> bool:
    """Whether a text shows no more characters than fit; stops counting early."""
    for piece in strings(text):
        room -= len(unescape(_TAG.sub("", piece)))
        if room < 0:
            return False
    return True


_OF_ONE_FORM = frozenset("()[]{}⟨⟩⌈⌉⌊⌋¬∀∃")
"""Signs that MathML knows in one form alone, which it takes wherever they stand."""


def mo(sign: str, form: str = "infix", more: str = "") -> str:
    """An operator; its form says what space is around it, wherever it stands in a piece."""
    said = "" if sign in _OF_ONE_FORM else f' form="{form}"'
    return f"<mo{said}{more}>{escape(sign)}</mo>"


_OPENING = ' stretchy="false"'


def word(text: str) -> str:
    """A word of the language between two expressions."""
    return f'<mo class="noughts-word" form="infix" lspace=".3em" rspace=".3em">{text}</mo>'


_COMMA = "<mo>,</mo>"
_DOT = '<mo lspace="0" rspace=".3em">.</mo>'
_GAP = '<mspace width=".17em"></mspace>'
_DOTS = '<mo form="infix" lspace=".1em" rspace=".1em">‥</mo>'
_DEFINED_AS = '<mo lspace=".35em" rspace=".35em">≔</mo>'


_INFIX = re.compile(r'(?<!</mspace>)(?<!</mtext>)<mo form="infix"(?=[^<]*</mo><(?!/|mspace|mtext))')
"""An operator whose form is said, in front of something that is no mere space."""


def math(content: str) -> str:
    """One piece of mathematics.  An operator that stands between two others is infix without a word."""

    def shorter(found: re.Match[str]) -> str:
        before = content.rfind("<", 0, found.start())
        return "<mo" if content.startswith("</", before) else found[0]

    return f"<math>{_INFIX.sub(shorter, content)}</math>"


class Fraction(str):
    """A quotient that is set as a fraction, and so needs no parentheses around it."""


class Together(Group):
    """A group that stays on one line on screens wider than a phone."""


def as_group(text: Text) -> Text:
    """The text as such a group, if it is neither so short that it is one piece nor too long."""
    return Together([text]) if not isinstance(text, str) and is_short(text, _WIDE_ROOM) else text


def pieces(text: Text) -> str:
    """The text in HTML: unbreakable pieces of mathematics, with possible line breaks between them."""
    written: list[str] = []
    piece: list[str] = []
    waiting: list[Text | None] = [text]

    def cut(then: str) -> None:
        written.extend([math("".join(piece))] if piece else [])
        written.append(then)
        piece.clear()

    while waiting:
        match waiting.pop():
            case None:
                cut("</span>")
            case str(part):
                piece.append(part)
            case Break():
                cut("<wbr>")
            case Together(parts):
                cut('<span class="noughts-together">')
                waiting += [None, *reversed(parts)]
            case Group(parts):
                waiting.extend(reversed(parts))
    cut("")
    return "".join(written)


class MathWriter:
    """Writes trees; `link` leads from names to their definitions.

    Within a fraction, quotients are written on a line, or they would become too small to read.
    """

    def __init__(self, link: Link = no_link, *, in_fraction: bool = False) -> None:
        self.link = link
        self.in_fraction = in_fraction

    def html(self, tree: t.Expression, level: int = EQUIVALENT) -> str:
        """An expression in HTML."""
        html = pieces(self.at(tree, level))
        require_shown(tree, html)
        return html

    def equals(self, tree: t.Expression) -> str:
        """``= e``, the right side of an equation whose left side stands apart."""
        self.html(tree, SET)
        return pieces(Group([mo("="), self.at(tree, SET)]))

    # Names

    def name(self, name: str) -> str:
        """A name in italics, one element however long it is."""
        if attributes := self.link(name):
            return f"<mi><a {attributes}>{escape(name)}</a></mi>"
        if name in FRAME or name in FUNCTIONS:
            return f'<mi class="noughts-known">{escape(name)}</mi>'
        return f"<mi>{escape(name)}</mi>"

    def head(self, definition: t.Definition) -> str:
        """``f(x, y) :=`` or ``r iff``, in one piece if that is short."""
        parts: list[Text] = [self.name(definition.name)]
        if definition.parameters:
            parts.append(mo("(", "prefix", _OPENING))
            for place, parameter in enumerate(definition.parameters):
                parts += [_COMMA, Break("")] if place else []
                parts.append(self.pattern(parameter))
            parts.append(mo(")", "postfix", _OPENING))
        parts.append(word("iff") if definition.relation else _DEFINED_AS)
        html = pieces(self.unbroken(Group(parts)))
        require_shown_head(definition, html)
        return html

    # Expressions

    def at(self, tree: t.Expression, level: int) -> Text:
        """An expression in a place of a level: in parentheses if it binds less tightly."""
        text = self.written(tree)
        if binding(tree) >= level or (level <= PREFIX and isinstance(text, Fraction)):
            return text
        return self.fenced("(", text, ")")

    def fenced(self, opening: str, text: Text, closing: str) -> Text:
        """Between brackets, which are as tall as what they enclose if they are one piece."""
        if is_short(text) and _TALL.search(content := joined(text)):
            return f"<mrow>{mo(opening, 'prefix')}<mrow>{content}</mrow>{mo(closing, 'postfix')}</mrow>"
        inner = Group([mo(opening, "prefix", _OPENING), Break(""), text, mo(closing, "postfix", _OPENING)])
        return self.unbroken(inner)

    def unbroken(self, text: Text) -> Text:
        """The text as one piece if it is short enough to stay on a line."""
        return joined(text) if is_short(text) else text

    def listed(self, trees: Sequence[t.Expression]) -> list[Text]:
        """Expressions separated by commas."""
        parts: list[Text] = []
        for tree in trees:
            parts += [_COMMA, Break("")] if parts else []
            parts.append(as_group(self.at(tree, EQUIVALENT)))
        return parts

    def written(self, tree: t.Expression) -> Text:
        """An expression without parentheses around it."""
        match tree:
            case t.Numeral(value):
                return f"<mn>{numeral_text(value)}</mn>"
            case t.String(content):
                return f"<mtext>{escape(f'“{content}”')}</mtext>"
            case t.AtomName(name):
                return f'<mi class="noughts-atom">{escape(name)}</mi>'
            case t.TruthWord(value):
                return f'<mi class="noughts-known">{"true" if value else "false"}</mi>'
            case t.Name(name):
                return self.name(name)
            case t.Call(name, arguments):
                return Group([self.name(name), self.fenced("(", Group(self.listed(arguments)), ")")])
            case t.Binary():
                return self.binary(tree)
            case t.Negative(operand):
                return Group([mo("−", "prefix"), self.at(operand, PREFIX)])
            case t.Apply():
                return self.apply(tree)
            case t.Maplet((key, value)):
                return Group([self.at(key, SET), mo("↦"), self.at(value, SET)])
            case t.TupleOf(elements):
                comma = [_COMMA] if len(elements) == 1 else []
                return self.fenced("(", Group([*self.listed(elements), *comma]), ")")
            case t.Index():
                return self.index(tree)
            case t.Changed(whole, maplets):
                changes = self.fenced("[", Group(self.listed(maplets)), "]")
                return Group([self.at(whole, POSTFIX), changes])
            case t.SetOf(()):
                return "<mi>∅</mi>"
            case t.SetOf(elements):
                return self.fenced("{", Group(self.listed(elements)), "}")
            case t.Range(first, last):
                dots = Group([self.at(first, SET), _DOTS, self.at(last, SET)])
                return self.fenced("{", dots, "}")
            case t.Comprehension():
                return self.comprehension(tree)
            case t.Aggregate():
                return self.aggregate(tree)
            case t.Block():
                return self.block(tree)
            case t.ForAny(names, body):
                parts: list[Text] = [word("for any")]
                for domain, some in by_domain(names):
                    parts += [_COMMA] if len(parts) > 1 else []
                    parts += [_COMMA.join(self.name(name.name) for name in some), mo("∈")]
                    parts.append(self.unbroken(self.at(domain, SET)))
                return Group([*parts, _DOT, Break(""), self.at(body, EQUIVALENT)])
            case _:
                return self.sentence(tree)

    def apply(self, tree: t.Apply) -> Text:
        """``Pow(a)``, ``floor(a)``, ``ceil(a)``, ``|a|``."""
        inner = self.at(tree.operand, SET if tree.function == "|…|" else EQUIVALENT)
        match tree.function:
            case "|…|":
                return self.fenced("|", inner, "|")
            case "floor":
                return self.fenced("⌊", inner, "⌋")
            case "ceil":
                return self.fenced("⌈", inner, "⌉")
            case "Pow":
                return Group(["<mi>𝒫</mi>", self.fenced("(", inner, ")")])
            case _:
                assert_never(tree.function)

    def index(self, tree: t.Index) -> Text:
        """An element as an index, ``t[i..j]`` with its bounds."""
        parts: list[Text] = [self.at(tree.first, SET)]
        if tree.last is not None:
            parts += [_DOTS, self.at(tree.last, SET)]
        sequence = self.at(tree.sequence, POSTFIX)
        if isinstance(tree.sequence, t.Index):
            sequence = self.fenced("(", sequence, ")")
        if not (is_short(Group(parts)) and is_short(sequence)):
            bracket = [mo("[", "prefix", _OPENING), *parts, mo("]", "postfix", _OPENING)]
            return Group([sequence, *bracket])
        return f"<msub>{row(sequence)}{row(Group(parts))}</msub>"

    def comprehension(self, tree: t.Comprehension) -> Text:
        """``{t | p}``."""
        term = self.at(tree.term, EQUIVALENT)
        if is_membership(tree.term):  # which would bind its names if it stood there alone
            term = self.fenced("(", term, ")")
        bar = mo("|", "infix", ' stretchy="false" lspace=".28em" rspace=".28em"')
        return self.fenced("{", Group([term, bar, Break(""), self.at(tree.condition, EQUIVALENT)]), "}")

    def aggregate(self, tree: t.Aggregate) -> Text:
        """A big operator with its condition beneath, or in brackets behind if that is long."""
        big = sign(FOLDS[tree.fold].key, Spelling.UNICODE)
        over_product = (
            tree.fold in REACHING and isinstance(tree.body, t.Binary) and is_plain_product(tree.body)
        )
        body = self.at(tree.body, PRODUCT if over_product else PREFIX)
        operator = mo(big, "prefix", ' largeop="true" movablelimits="false"')
        match tree.condition:
            case t.Compare(("in",), (t.Name(), t.Range(first, last))):
                lines: list[Text] = [
                    Group([self.at(tree.condition.operands[0], SET), mo("="), self.at(first, SET)])
                ]
                upto: Text = self.at(last, SET)
            case t.And(parts):
                lines, upto = [self.at(each, NOT) for each in parts], ""
            case sentence:
                lines, upto = [self.at(sentence, EQUIVALENT)], ""
        if not all(map(is_short, [*lines, upto])):
            condition = self.fenced("[", self.at(tree.condition, EQUIVALENT), "]")
            return Group([mo(big, "prefix", ' largeop="true"'), condition, Break(""), body])
        beneath = row(lines[0]) if len(lines) == 1 else stacked(lines)
        if upto:
            return Group([f"<munderover>{operator}{beneath}{row(upto)}</munderover>{_GAP}", body])
        return Group([f"<munder>{operator}{beneath}</munder>{_GAP}", body])

    def binary(self, tree: t.Binary) -> Text:
        """``a op b op c``, however long; a short quotient as a fraction, a power with a raised exponent."""
        if tree.operator == "^":
            return self.power(tree)
        (first, level), behind = operands(tree)
        parts: list[Text] = [self.operand(first, level, behind[0][0])]
        for place, (operator, operand, least) in enumerate(behind):
            if operator == "/" and (
                fraction := self.fraction(first if place == 0 else Group(parts), operand)
            ):
                parts = [fraction]
                continue
            following = behind[place + 1][0] if place + 1 < len(behind) else ""
            parts += [Break(""), self.between(operator, tree), self.operand(operand, least, following)]
        return parts[0] if len(parts) == 1 else self.unbroken(Group(parts))

    def fraction(self, above: t.Expression | Group, below: t.Expression) -> Fraction | None:
        """A fraction, if its parts are short and neither has one."""
        if self.in_fraction:
            return None
        inside = MathWriter(self.link, in_fraction=True)
        over = above if isinstance(above, Group) else inside.at(above, EQUIVALENT)
        under = inside.at(below, EQUIVALENT)
        if not (is_short(over) and is_short(under)) or "<mfrac>" in joined(over):
            return None
        return Fraction(f"<mfrac>{row(over)}{row(under)}</mfrac>")

    def between(self, operator: t.Operator, tree: t.Binary) -> str:
        """The sign of an operation; a product of numbers has a dot."""
        if operator == "mod":
            return word("mod")
        return mo("⋅" if operator == "*" and is_numeric(tree) else sign(operator, Spelling.UNICODE))

    def operand(self, tree: t.Expression, level: int, following: str) -> Text:
        """An operand; one that would reach over what follows it is in parentheses."""
        text = self.at(tree, level)
        reaches = following in ("*", "/") and would_reach(tree, level)
        return self.fenced("(", text, ")") if reaches else text

    def power(self, tree: t.Binary) -> Text:
        """A power; a base with a script or fraction is in parentheses."""
        base, exponent = self.at(tree.left, POSTFIX), self.at(tree.right, EQUIVALENT)
        if isinstance(tree.left, t.Index):
            base = self.fenced("(", base, ")")
        return f"<msup>{row(base)}{row(exponent)}</msup>"

    def sentence(
        self, tree: t.Compare | t.Quantified | t.Members | t.Not | t.And | t.Or | t.Implies | t.Equivalent
    ) -> Text:
        """A sentence without parentheses around it."""
        match tree:
            case t.Compare(operators, compared):
                parts: list[Text] = [self.at(compared[0], TERM)]
                for operator, operand in zip(operators, compared[1:], strict=True):
                    parts += [Break(""), mo(sign(operator, Spelling.UNICODE)), self.at(operand, TERM)]
                return self.unbroken(Group(parts))
            case t.Quantified(_, _, _, body):
                inner = self.written(body) if negated_relation(body) else self.at(body, RELATION)
                return Group([self.quantifier(tree), Break(""), inner])
            case t.Members(names, domain):
                listed = _COMMA.join(self.name(name.name) for name in names)
                return Group([f"{listed}{mo('∈')}", self.unbroken(self.at(domain, SET))])
            case t.Not(t.Compare(("in" | "sub" as operator,), (left, right))):
                parts = [self.at(left, TERM), Break(""), mo(_NOT_IN[operator]), self.at(right, TERM)]
                return self.unbroken(Group(parts))
            case t.Not(t.Compare() as operand):  # a sign in front of `0 < a` seems to belong to the 0
                return Group([mo("¬", "prefix"), self.fenced("(", self.at(operand, EQUIVALENT), ")")])
            case t.Not(operand):
                return Group([mo("¬", "prefix"), self.at(operand, NOT)])
            case t.And(joint) | t.Or(joint):
                key, level, other = JUNCTIONS[type(tree)]
                levels = [level, *[other] * (len(joint) - 1)]
                return chain(
                    sign(key, Spelling.UNICODE), [self.at(*each) for each in zip(joint, levels, strict=True)]
                )
            case t.Implies():
                *premises, conclusion = t.joined(tree)
                return chain("⇒", [*(self.at(each, OR) for each in premises), self.at(conclusion, IMPLIES)])
            case t.Equivalent():
                *sides, last = t.joined(tree)
                return chain("⇔", [*(self.at(each, IMPLIES) for each in sides), self.at(last, EQUIVALENT)])
            case _:
                assert_never(tree)

    def quantifier(self, tree: t.Quantified) -> Text:
        """``∃ x, y ∈ S.``."""
        names = _COMMA.join(map(self.pattern, tree.patterns))
        front = f"{mo('∃' if tree.quantifier == 'some' else '∀', 'prefix')}{names}{mo('∈')}"
        return Group([front, self.unbroken(self.at(tree.domain, SET)), _DOT])

    def pattern(self, tree: t.Pattern, *, inside: bool = False) -> str:
        """What a quantifier takes the elements of a set as; a maplet `inside` another is in parentheses."""
        match tree:
            case t.Parameter(name):
                return self.name(name)
            case t.MapletPattern((key, value)):
                text = f"{self.pattern(key, inside=True)}{mo('↦')}{self.pattern(value, inside=True)}"
                return (
                    f"{mo('(', 'prefix', _OPENING)}{text}{mo(')', 'postfix', _OPENING)}" if inside else text
                )
            case t.TuplePattern(elements):
                inside = _COMMA.join(map(self.pattern, elements)) + (_COMMA if len(elements) == 1 else "")
                return f"{mo('(', 'prefix', _OPENING)}{inside}{mo(')', 'postfix', _OPENING)}"
            case _:
                return joined(self.written(tree))

    def block(self, tree: t.Block) -> Text:
        """``(a if p; b otherwise where q)``."""
        parts: list[Text] = []
        for clause in tree.clauses:
            parts += [mo(";"), Break("")] if parts else []
            parts.append(self.at(clause.term, EQUIVALENT))
            if clause.guard is not None:
                parts += [word("if"), self.at(clause.guard, EQUIVALENT)]
            elif len(tree.clauses) > 1 or tree.where is None:
                parts.append(word("otherwise"))
        if tree.where is not None:
            parts += [Break(""), word("where"), self.at(tree.where, EQUIVALENT)]
        return self.fenced("(", Group(parts), ")")


def chain(sign: str, parts: Sequence[Text]) -> Text:
    """Sentences joined by a sign, which begins a new line."""
    joined: list[Text] = []
    for part in parts:
        joined += [Break(""), mo(sign), part] if joined else [part]
    return Group(joined)


def joined(text: Text) -> str:
    """The text as one piece."""
    return "".join(strings(text))


def row(text: Text) -> str:
    """A single MathML element, where exactly one is required."""
    return f"<mrow>{joined(text)}</mrow>"


def stacked(lines: Sequence[Text]) -> str:
    """Lines one beneath the other."""
    rows = "".join(f"<mtr><mtd>{joined(line)}</mtd></mtr>" for line in lines)
    return f"<mtable>{rows}</mtable>"
