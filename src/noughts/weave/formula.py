"""Formulas in the lines of prose, between single dollars."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from html import escape

from noughts.language import tree as t
from noughts.language.latex.commands import SIGN_OF
from noughts.language.parse import parse_text
from noughts.text.diagnostic import DocumentError
from noughts.text.source import Source
from noughts.text.tex.displays import is_tex
from noughts.weave.latex_prose import tex
from noughts.weave.mathml import MathWriter
from noughts.weave.parts import Part

# A formula between dollars in Markdown, where a dollar may also be a sum of money.
_IN_MARKDOWN = re.compile(r"(?<![\\$\w])\$(?![\s$])([^$\n`]+?)(?<![\s\\])\$(?![\w$])")
# A formula within a line in LaTeX.
_IN_TEX = re.compile(r"(?<![\\$])\$(?!\$)([^$]+?)(?<!\\)\$(?!\$)|\\\(((?:[^\\]|\\(?!\)))+)\\\)")
# Characters that LaTeX does not print as they are.
_BRACES = re.compile(r"[{}$\\]")
# A command, with the blank that ends it.
_COMMAND = re.compile(r"(\\[A-Za-z]+)[ \t]?")


def with_formulas(source: Source, parts: Sequence[Part], shown: Callable[[str], str]) -> list[Part]:
    """The parts of a text, and the formulas between them."""
    pattern = _IN_TEX if is_tex(source) else _IN_MARKDOWN
    found: list[Part] = []
    place = 0
    for part in [*parts, None]:
        end = len(source.text) if part is None else part.start
        found += formulas(source.text, place, end, pattern, shown)
        if part is not None:
            found.append(part)
            place = part.end
    return found


def formulas(
    text: str, start: int, end: int, pattern: re.Pattern[str], shown: Callable[[str], str]
) -> Iterator[Part]:
    """The formulas in a stretch of prose."""
    for formula in pattern.finditer(text, start, end):
        written = formula[1] or formula[2]
        if "\n\n" not in written:
            yield Part(formula.start(), formula.end(), formula[0], shown(written), False)


def formula_html(text: str, writer: MathWriter) -> str:
    """A formula in mathematical notation; anything outside the language as written, except for its signs."""
    tree = sentence_in(text)
    if tree is None:
        plain = _COMMAND.sub(lambda found: SIGN_OF.get(found[1], ""), text)
        return f"<i>{escape(_BRACES.sub('', plain))}</i>"
    return f'<span class="noughts-inline">{writer.html(tree)}</span>'


def formula_latex(text: str) -> str:
    """A formula as written; anything outside the language as text, since TeX might not take it."""
    return f"${text}$" if sentence_in(text) is not None or is_signature(text) else tex(f"${text}$")


def sentence_in(text: str) -> t.Expression | None:
    """The expression that a formula is, if it is one."""
    try:
        [claim] = parse_text(rf"\begin{{document}} /? ${text}$ ?/").tests
    except (DocumentError, ValueError):
        return None
    assert isinstance(claim, t.Claim)
    return claim.sentence


def is_signature(text: str) -> bool:
    """Whether a formula is a signature."""
    try:
        return bool(parse_text(f"${text}$ $$a := 0$$", "a.md").declarations)
    except DocumentError:
        return False
