"""The writer of MathML Core, in pieces that may be spread over several lines.

A browser breaks no line inside a ``<math>``.  So an expression becomes many small elements, with breaks
where a reader expects lines to end; parts that must stay together, such as a fraction, are one element.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from html import escape, unescape

from noughts.language import tree as t
from noughts.language.builtins import FOLDS, FRAME, FUNCTIONS
from noughts.language.latex_writer import REACHING, is_numeric
from noughts.language.layout import Break, Group, Text
from noughts.language.precedence import EQUIVALENT, NOT, POSTFIX, PREFIX, SET, TERM, binding
from noughts.language.spelling import Spelling, sign
from noughts.language.writer import Writer, numeral_text
from noughts.weave.guard import require_shown, require_shown_head

# Characters that always fit on a line: on a phone of 360 pixels about 38 do, and fewer in a case.
_ROOM = 22

# The same where there is more room than on a phone.
_WIDE_ROOM = 44

# A tag of MathML.
_TAG = re.compile(r"<[^>]*>")
# Elements that are higher than a line.
_TALL = re.compile(r"<m(frac|under|table|sup)")
# Signs for the denial of two relations.
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


# Signs with only one form in MathML, which therefore need no `form` attribute.
_OF_ONE_FORM = frozenset("()[]{}⟨⟩⌈⌉⌊⌋¬∀∃")


def mo(sign: str, form: str = "infix", more: str = "") -> str:
    """An operator; its form determines the space around it, even at the beginning or end of a piece."""
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


# An operator with a form, in front of an element that is not just a space.
_INFIX = re.compile(r'(?<!</mspace>)(?<!</mtext>)<mo form="infix"(?=[^<]*</mo><(?!/|mspace|mtext))')


def math(content: str) -> str:
    """One piece of mathematics, in which operators between two other elements need no form: they are
    infix."""

    def shorter(found: re.Match[str]) -> str:
        before = content.rfind("<", 0, found.start())
        return "<mo" if content.startswith("</", before) else found[0]

    return f"<math>{_INFIX.sub(shorter, content)}</math>"


class Quotient(str):
    """A quotient that is set as a fraction, and so needs no parentheses around it."""


class Together(Group, frozen=True):
    """A group that stays on one line on screens wider than a phone."""


def as_group(text: Text) -> Text:
    """The text as such a group, unless it is so short that it is one piece, or too long."""
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


class MathWriter(Writer):
    """Writes trees; `link` gives the link from a name to its definition.

    Within a fraction, quotients are written on a line, because they would become too small to read.
    """

    reaching = REACHING
    reached = ("*", "/")
    comma = _COMMA
    dots = _DOTS
    gap = Break("")
    bar = mo("|", "infix", ' stretchy="false" lspace=".28em" rspace=".28em"')
    semicolon = (mo(";"), Break(""))
    full_stop = _DOT
    for_any_words = word("for any")

    def __init__(self, link: Link = no_link, *, in_fraction: bool = False) -> None:
        super().__init__(Spelling.UNICODE)
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
        html = pieces(self.together(Group(parts)))
        require_shown_head(definition, html)
        return html

    # Forms of their own

    def at(self, tree: t.Expression, level: int) -> Text:
        """An expression in a place of a level; a fraction needs no parentheses."""
        text = self.written(tree)
        if binding(tree) >= level or (level <= PREFIX and isinstance(text, Quotient)):
            return text
        return self.in_parentheses(text)

    def listed(self, trees: Sequence[t.Expression]) -> list[Text]:
        """Expressions separated by commas."""
        parts: list[Text] = []
        for tree in trees:
            parts += [_COMMA, Break("")] if parts else []
            parts.append(as_group(self.at(tree, EQUIVALENT)))
        return parts

    def index(self, tree: t.Index) -> Text:
        """An element as an index, ``t[i..j]`` with its bounds."""
        parts: list[Text] = [self.at(tree.first, SET)]
        if tree.last is not None:
            parts += [_DOTS, self.at(tree.last, SET)]
        sequence = self.at(tree.sequence, POSTFIX)
        if isinstance(tree.sequence, t.Index):
            sequence = self.in_parentheses(sequence)
        if not (is_short(Group(parts)) and is_short(sequence)):
            bracket = [mo("[", "prefix", _OPENING), *parts, mo("]", "postfix", _OPENING)]
            return Group([sequence, *bracket])
        return f"<msub>{row(sequence)}{row(Group(parts))}</msub>"

    def aggregate(self, tree: t.Aggregate) -> Text:
        """A big operator with its condition beneath, or in brackets behind if that is long."""
        big = sign(FOLDS[tree.fold].key, Spelling.UNICODE)
        body = self.folded(tree)
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
            condition = self.fenced("[", [self.at(tree.condition, EQUIVALENT)], "]")
            return Group([mo(big, "prefix", ' largeop="true"'), condition, Break(""), body])
        beneath = row(lines[0]) if len(lines) == 1 else stacked(lines)
        if upto:
            return Group([f"<munderover>{operator}{beneath}{row(upto)}</munderover>{_GAP}", body])
        return Group([f"<munder>{operator}{beneath}</munder>{_GAP}", body])

    def fraction(self, above: t.Expression | Group, below: t.Expression) -> Quotient | None:
        """A fraction, if its parts are short and neither has one."""
        if self.in_fraction:
            return None
        inside = MathWriter(self.link, in_fraction=True)
        over = above if isinstance(above, Group) else inside.at(above, EQUIVALENT)
        under = inside.at(below, EQUIVALENT)
        if not (is_short(over) and is_short(under)) or "<mfrac>" in joined(over):
            return None
        return Quotient(f"<mfrac>{row(over)}{row(under)}</mfrac>")

    def power(self, tree: t.Binary) -> Text | None:
        """A power; a base with a script is in parentheses."""
        if tree.operator != "^":
            return None
        base = self.at(tree.left, POSTFIX)
        if isinstance(tree.left, t.Index):
            base = self.in_parentheses(base)
        return f"<msup>{row(base)}{row(self.at(tree.right, EQUIVALENT))}</msup>"

    def sentence(
        self, tree: t.Compare | t.Quantified | t.Members | t.Not | t.And | t.Or | t.Implies | t.Equivalent
    ) -> Text:
        """A sentence; a sign in front of ``0 < a`` would seem to belong to the 0."""
        match tree:
            case t.Not(t.Compare(("in" | "sub" as operator,), (left, right))):
                denied: list[Text] = [Break(""), mo(_NOT_IN[operator])]
                return self.together(Group([self.at(left, TERM), *denied, self.at(right, TERM)]))
            case t.Not(t.Compare() as operand):
                return Group([self.prefix("~"), self.in_parentheses(self.at(operand, EQUIVALENT))])
            case _:
                return super().sentence(tree)

    def clause(self, clause: t.Clause) -> Text:
        """``term if guard`` or ``term otherwise``."""
        term = self.at(clause.term, EQUIVALENT)
        if clause.guard is None:
            return Group([term, word("otherwise")])
        return Group([term, word("if"), self.at(clause.guard, EQUIVALENT)])

    def where(self, sentence: t.Expression | None) -> Sequence[Text]:
        """``where p``."""
        return [] if sentence is None else [Break(""), word("where"), self.at(sentence, EQUIVALENT)]

    # Words and signs

    def name(self, name: str) -> str:
        """A name in italics, one element however long it is."""
        if attributes := self.link(name):
            return f"<mi><a {attributes}>{escape(name)}</a></mi>"
        if name in FRAME or name in FUNCTIONS:
            return f'<mi class="noughts-known">{escape(name)}</mi>'
        return f"<mi>{escape(name)}</mi>"

    def numeral(self, value: int | Fraction) -> str:
        """A number."""
        return f"<mn>{numeral_text(value)}</mn>"

    def string(self, content: str) -> str:
        """A text in quotes."""
        return f"<mtext>{escape(f'“{content}”')}</mtext>"

    def atom(self, name: str) -> str:
        """An atom."""
        return f'<mi class="noughts-atom">{escape(name)}</mi>'

    def truth(self, value: bool) -> str:
        """``true`` or ``false``."""
        return f'<mi class="noughts-known">{super().truth(value)}</mi>'

    def function(self, key: t.Function) -> str:
        """The name of a function of the language."""
        return f"<mi>{self.sign(key)}</mi>"

    def empty(self) -> str:
        """The empty set."""
        return "<mi>∅</mi>"

    def fenced(self, opening: str, parts: Sequence[Text], closing: str, indent: int = 0) -> Text:
        """Between brackets, which are as tall as what they enclose if they are one piece."""
        text = Group(parts)
        if is_short(text) and _TALL.search(content := joined(text)):
            return f"<mrow>{mo(opening, 'prefix')}<mrow>{content}</mrow>{mo(closing, 'postfix')}</mrow>"
        inner = Group([mo(opening, "prefix", _OPENING), Break(""), text, mo(closing, "postfix", _OPENING)])
        return self.together(inner)

    def tuple_pattern(self, text: str) -> str:
        """A pattern in parentheses."""
        return f"{mo('(', 'prefix', _OPENING)}{text}{mo(')', 'postfix', _OPENING)}"

    def together(self, text: Text) -> Text:
        """The text as one piece if it is short enough to stay on a line."""
        return joined(text) if is_short(text) else text

    def prefix(self, key: str) -> str:
        """A sign before its operand."""
        return mo(self.sign(key), "prefix")

    def infix(self, key: str) -> str:
        """A sign between two operands that stay on one line."""
        return mo(self.sign(key))

    def operation(self, operator: t.Operator, tree: t.Binary) -> Sequence[Text]:
        """The sign of an operation; a product of numbers has a dot."""
        spelt = "⋅" if operator == "*" and is_numeric(tree) else self.sign(operator)
        return Break(""), word(spelt) if spelt.isalpha() else mo(spelt)

    def comparing(self, operator: t.Comparison, operand: t.Expression) -> Sequence[Text]:
        """The sign of a comparison, which begins a line."""
        return Break(""), mo(self.sign(operator))

    def joining(self, key: str) -> Sequence[Text]:
        """A sign between sentences, which begins a line."""
        return Break(""), mo(self.sign(key))


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
