"""The guard of all written texts: they are read back, and refused if they say anything else.

A document in another spelling, an article and a program in Markdown are read as a whole; mathematics on a
page is read formula by formula.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from itertools import zip_longest
from typing import Final, TypeAlias

from noughts.language import tree as t
from noughts.language.head import by_itself
from noughts.language.latex.reading import read_display
from noughts.language.latex_writer import SPECIAL, LatexWriter
from noughts.language.parse import Reader, parse
from noughts.language.show import show
from noughts.refusal import Refusal
from noughts.text.document import split_document
from noughts.text.source import Source, Span
from noughts.text.tex.token import Lexer

# Mathematics on a page, read back: MathML as LaTeX, and that as the expression that a reader sees.

# The signs that are shown differently from their LaTeX.
_SIGNS: Final = {
    "{": r"\{", "}": r"\}", "‥": "..", "⋅": r"\cdot", "≔": ":=", "∉": r"\notin", "⊈": r"\not\subseteq",
    "mod": r"\bmod", "iff": r"\iff",
}  # fmt: skip
# Words of the language as text within a formula.
_WORDS: Final = {word: rf"\text{{ {word} }}" for word in ("if", "otherwise", "where", "true", "false")}
# Big operators as LaTeX writes them.
_BIG: Final = {"∑": r"\sum", "∏": r"\prod", "⋃": r"\bigcup", "⋂": r"\bigcap"}
# The LaTeX of each element with several parts, given the LaTeX of these.
_SCRIPTS: Final = {
    "mfrac": r"\frac{{{0}}}{{{1}}}",
    "msub": "{0}_{{{1}}}",
    "msup": "{0}^{{{1}}}",
    "munder": "{0}_{{{1}}}",
    "munderover": "{0}_{{{1}}}^{{{2}}}",
}


class ShownMathematics(HTMLParser):
    """Reads mathematics on a page as LaTeX, element by element."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[tuple[str, str, list[str]]] = [("", "", [])]
        """For each open element: its tag, its class, and the LaTeX of its parts."""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """An element begins; only a possible line break never ends."""
        if tag != "wbr":
            self.opened.append((tag, dict(attributes).get("class") or "", []))

    def handle_data(self, data: str) -> None:
        """Text of the innermost element."""
        self.opened[-1][-1].append(data)

    def handle_endtag(self, tag: str) -> None:
        """The innermost element ends."""
        shown = self.in_latex(*self.opened.pop())
        self.opened[-1][-1].append(shown)

    def in_latex(self, tag: str, kind: str, parts: Sequence[str]) -> str:
        """An element in LaTeX."""
        text = "".join(parts)
        match tag:
            case "mi" if kind == "noughts-atom":
                return f"`{LatexWriter.named(text)}"
            case "mi" if text.isidentifier() and text not in _WORDS:
                return LatexWriter.named(text)
            case "munder" | "munderover":
                return _SCRIPTS[tag].format(_BIG[parts[0].strip()], *parts[1:])
            case "mi" | "mo":
                return f" {_SIGNS.get(text) or _WORDS.get(text, text)} "
            case "mtext":
                return rf'\text{{"{"".join(SPECIAL.get(each, each) for each in text[1:-1])}"}}'
            case "mtable":
                return r" \land ".join(parts)
            case _ if tag in _SCRIPTS:
                return _SCRIPTS[tag].format(*parts)
            case _:
                return text


def latex_shown(html: str) -> str:
    """Mathematics on a page as LaTeX."""
    reader = ShownMathematics()
    reader.feed(html)
    reader.close()
    return "".join(reader.opened[0][-1])


def sentence_shown(html: str) -> t.Expression | None:
    """The expression that a reader sees; ``None`` if it is not readable."""
    source = Source("page", f"${latex_shown(html)}$")
    reader = Reader(source)
    claims = list(reader.claims(Span(source, 0, len(source.text))))
    return claims[0].sentence if len(claims) == 1 and not reader.problems else None


def head_shown(html: str) -> t.Definition | None:
    """A definition whose head a reader sees, with a body of our own; ``None`` if there is none."""
    source = Source("page", f"{latex_shown(html)} 0")
    reader = Reader(source)
    words = reader.translated(
        read_display(source, list(Lexer(source, [(0, len(source.text))], comments=False)))
    )
    found = list(reader.defined(words))
    return found[0] if len(found) == 1 and not reader.problems else None


# The most characters of a formula in an error: more would not fit on its line.
_LONGEST = 60


def require_same(wanted: t.Module, written: Source, problems: int = 0) -> None:
    """Check that a text says the same as a module, with no more errors than its source has."""
    found, wrong = parse([split_document(written)])
    for before, after in zip_longest(statements(wanted), statements(found)):
        if before != after:
            raise changed(named(before or after))
    if len(wrong) > problems:
        raise changed(written.name)


def require_shown(tree: t.Expression, html: str) -> None:
    """Check that what a page shows is read as an expression."""
    if sentence_shown(html) != tree:
        raise changed(named(tree))


def require_shown_head(definition: t.Definition, html: str) -> None:
    """Check that what a page shows is read as the head of a definition."""
    found = head_shown(html)
    wanted = (definition.name, definition.parameters, definition.relation)
    if found is None or (found.name, found.parameters, found.relation) != wanted:
        raise changed(named(definition))


Said: TypeAlias = t.Definition | t.Claim | t.Printed | t.RegionItem | bool


def statements(module: t.Module) -> Iterator[Said]:
    """The statements of a module: its definitions in the order of their names, then all others in order."""
    yield module.is_game
    yield from sorted(map(by_itself, module.written), key=lambda each: each.name)
    yield from (*module.tests, *module.machine, *module.declarations)


def named(part: Said | t.Expression | None) -> str:
    """The name of a part, or its text."""
    match part:
        case t.Definition(name) | t.Action(name) | t.Declaration(name):
            return f"`{name}`"
        case t.Variables(names):
            return f"`{', '.join(name.name for name in names)}`"
        case t.Initially():
            return "`initially`"
        case t.Claim(sentence) | t.Printed(sentence):
            return named(sentence)
        case None | bool():
            return "the document"
        case _:
            text = show(part)
            return f"`{text if len(text) <= _LONGEST else f'{text[:_LONGEST]}…'}`"


def changed(what: str) -> Refusal:
    """The refusal to write a text that would say something else."""
    return Refusal(
        f"{what} cannot be written in this form without changing its meaning",
        "please report this, with the document",
    )
