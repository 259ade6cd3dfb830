"""A paper as an article in LaTeX, which needs only amsmath, and can be read back as the same documents.

A definition is a display with its number, a claim is written ``\\claim /? $…$ ?/``, and a transcript is in
``verbatim``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from textwrap import dedent

from msgspec import Struct

from noughts.language import tree as t
from noughts.language.latex_writer import ROW, LatexWriter, item_display, typeset_width
from noughts.language.layout import flat
from noughts.language.precedence import EQUIVALENT, NOT
from noughts.meaning.self_test import Verdict
from noughts.text.diagnostic import draw
from noughts.text.document import Document, Transcript, Use
from noughts.text.source import Source
from noughts.text.tex.displays import is_tex
from noughts.weave.formula import formula_latex, with_formulas
from noughts.weave.guard import require_same
from noughts.weave.latex_prose import code, declared, prose_latex, tex
from noughts.weave.paper import Entry, Paper
from noughts.weave.parts import (
    Part,
    lines_around,
    parts_of,
    parts_with_displays,
    sentence_of_uses,
    with_typed,
)

_PREAMBLE = r"""\documentclass[fleqn]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{amsmath}
% without Latin Modern the letters are bitmaps, which cannot be stretched
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{\PassOptionsToPackage{expansion=false}{microtype}}
\IfFileExists{microtype.sty}{\usepackage{microtype}}{}
\IfFileExists{hyperref.sty}{\usepackage[hidelinks]{hyperref}}{}
\setlength{\textwidth}{390pt}
\setlength{\oddsidemargin}{\dimexpr(\paperwidth-\textwidth)/2-1in\relax}
\setlength{\evensidemargin}{\oddsidemargin}
\setlength{\textheight}{630pt}
\setlength{\topmargin}{-24pt}
\setlength{\mathindent}{1.5em}
\setlength{\parindent}{0pt}
\setlength{\parskip}{6pt plus 2pt minus 1pt}
\setlength{\emergencystretch}{4em}
\allowdisplaybreaks
"""
# The preamble for the definitions, claims and transcripts of any article.
_NEEDED = r"""\usepackage{array}
\providecommand{\href}[2]{#2}
\providecommand{\code}[1]{\texttt{#1}}
\providecommand{\hypertarget}[2]{#2}
\providecommand{\hyperlink}[2]{#2}
% A claim that holds, and one that does not; a line may end at a comma in it.
\long\def\claim/?#1?/{\tested{\surd}{#1}}
\long\def\failing/?#1?/{\tested{\times}{#1}}
\newcommand{\tested}[2]{{\par\noindent\hangindent3em\raggedright\breakable\hskip1.5em$#1$\enspace#2\par}}
\begingroup\catcode`\,=\active\gdef\breakable{\def,{\mathchar"613B \penalty50 }\mathcode`\,="8000 }\endgroup
% Lines of code may end at a blank.
\makeatletter
\def\@xobeysp{\leavevmode\penalty0\ }
\makeatother
"""

# The separator of two parts of a condition below an operator, unlike that of the rows of a definition.
_STACKED = r"\\ "
# The most letters below a big operator within a line.
_BELOW = 24


class LinkedWriter(LatexWriter):
    """Writes definitions in LaTeX, with a link from each name to its definition."""

    def __init__(self, paper: Paper) -> None:
        super().__init__()
        self.numbers = {name: entry.number for name, entry in paper.entries.items()}

    def name(self, name: str) -> str:
        """A name; a letter that is defined is written as a word, so that it becomes a link."""
        written = super().name(name)
        return written if name not in self.numbers or written != name else rf"\mathit{{{name}}}"

    def condition(self, tree: t.Expression) -> str:
        """The condition below a big operator, its parts stacked if they are long."""
        written = super().condition(tree)
        if not isinstance(tree, t.And) or typeset_width(written) <= _BELOW:
            return written
        parts = [self.inline(part, NOT) for part in tree.parts]
        return f"_{{\\substack{{{_STACKED.join(parts)}}}}}"

    def shown(self, part: Entry | t.Declaration) -> str:
        """A definition with its number, or a signature."""
        if isinstance(part, Entry):
            return self.numbered(part)
        return self.linked(item_display(self, part, self.width))

    def numbered(self, entry: Entry) -> str:
        """A definition as a display with its number."""
        first, *others = self.rows(entry.tree, self.width)
        tag = rf" \tag{{{entry.number}}}"
        if not others and ROW not in first:
            text = f"\\[\n{first.replace('&', '', 1)}{tag}\n\\]"
        else:
            rows = ROW.join([first + tag, *others])
            text = f"\\begin{{align*}}\n{rows}\n\\end{{align*}}"
        return self.linked(text, entry)

    def linked(self, text: str, entry: Entry | None = None) -> str:
        """The text with links to the first name of a definition."""
        waiting = entry

        def link(found: re.Match[str]) -> str:
            nonlocal waiting
            number = self.numbers.get(found[1].replace("\\_", "_"))
            if number is None:
                return found[0]
            command = "hyperlink" if waiting is None else "hypertarget"
            waiting = None
            return rf"\{command}{{def.{number}}}{{{found[0]}}}"

        return _WORD.sub(link, text)


# A name that is no atom; a string has no command in it, because its backslashes are escaped.
_WORD = re.compile(r"(?<!`)\\mathit\{((?:[^{}\\]|\\.)*)\}")


class LatexBlocks(Struct, frozen=True):
    """Writes the definitions, claims and transcripts of a paper."""

    paper: Paper

    @property
    def writer(self) -> LinkedWriter:
        """Writes expressions with links."""
        return LinkedWriter(self.paper)

    def region(self, parts: Sequence[Entry | t.RegionItem]) -> str:
        """The definitions of a region, and the items of a machine as they are typed, to be read again."""
        return "\n".join(
            code(part) if isinstance(part, str) else self.writer.shown(part) for part in with_typed(parts)
        )

    inline = region

    def using(self, uses: Sequence[Use]) -> str:
        """A sentence with the used documents, and a comment with their names that is read back."""
        listed = ", ".join(use.span.text for use in uses)
        names = [rf"\emph{{{tex(use.name)}}}" for use in uses]
        return f"% /$ uses {listed} $/\n{sentence_of_uses(names)}"

    def claims(self, claims: Sequence[t.Claim | t.Printed]) -> str:
        """Claims, each in a paragraph of its own."""
        return "\n".join(self.claim(claim) for claim in claims)

    inline_claims = claims

    def claim(self, claim: t.Claim | t.Printed) -> str:
        """A claim, and its failure."""
        assert isinstance(claim, t.Claim)
        verdict = self.paper.verdict_at[claim.span]
        text = self.writer.linked(sentence_of(claim, self.writer))
        return f"\\{'claim' if verdict.passed else 'failing'} /? ${text}$ ?/{failure(verdict)}"

    def transcript(self, transcript: Transcript, lines: str) -> str:
        """A transcript with its input and output, as on a terminal."""
        return code(dedent(lines).strip()) + failure(self.paper.verdict_at[transcript.expression])


def sentence_of(claim: t.Claim, writer: LatexWriter) -> str:
    """A claim with its where."""
    sentence = flat(writer.at(claim.sentence, EQUIVALENT))
    if claim.where is None:
        return sentence
    return rf"{sentence} \text{{ where }} {flat(writer.at(claim.where, EQUIVALENT))}"


def failure(verdict: Verdict) -> str:
    """The expected and the actual result of a failing test; nothing for one that passes."""
    if verdict.passed:
        return ""
    text = f"expected: {verdict.expected}\n     got: {verdict.got}"
    return code(text if verdict.problem is None else draw(verdict.problem))


# A display belongs to the paragraph before it: an empty one between them would be as high as a line.
_BEFORE_A_DISPLAY = re.compile(r"\n\n+(\\\[|\\begin\{align\*\})")


def woven_latex(paper: Paper) -> str:
    """The article of a paper, without the documents that it only uses."""
    article = unchecked_article(paper.own)
    require_same(paper.own.module, Source("paper.tex", article))
    return article


def unchecked_article(paper: Paper) -> str:
    """The article of a paper, without a check by the guard."""
    titles, bodies = zip(*(text_latex(text, LatexBlocks(paper)) for text in paper.texts), strict=True)
    for place, text in enumerate(paper.texts):
        if "\\begin{document}" in text.source.text:
            return amended(bodies[place], [*bodies[:place], *bodies[place + 1 :]])
    title = titles[0] or tex(Path(paper.texts[0].source.name).stem)
    body = _BEFORE_A_DISPLAY.sub(r"\n\1", "\n".join(bodies))
    known = "".join(f"  {line}\n" for line in declared(title + body))
    game = "% /$ ledGame $/\n" if paper.module.is_game else ""
    declarations = f"\\ifdefined\\DeclareUnicodeCharacter\n{known}\\fi\n" if known else ""
    return (
        f"{_PREAMBLE}{_NEEDED}{declarations}\\begin{{document}}\n"
        f"\\begin{{center}}\\LARGE {title}\\end{{center}}\n\\medskip\n\n{body}\n{game}\\end{{document}}\n"
    )


def text_latex(text: Document, blocks: LatexBlocks) -> tuple[str, str]:
    """The title and the body of a text; in LaTeX the title is part of the body."""
    if is_tex(text.source):
        typed = {
            lines_around(transcript.expression)[0] for transcript in text.transcripts
        }  # verbatim already
        return "", replaced(text, [part for part in parts_of(text, blocks) if part.start not in typed])
    parts = with_formulas(text.source, parts_with_displays(text, blocks), formula_latex)
    return prose_latex(text.source.text, parts)


def replaced(text: Document, parts: Sequence[Part]) -> str:
    """A text with its parts replaced by their LaTeX."""
    pieces, place = list[str](), 0
    for part in parts:
        pieces += [text.source.text[place : part.start], part.shown]
        place = part.end
    return "".join([*pieces, text.source.text[place:]])


def amended(article: str, others: Sequence[str]) -> str:
    """An existing article, with the missing parts of the preamble, and with other texts at its end."""
    before, begin, after = article.partition("\\begin{document}")
    lines = _NEEDED.splitlines(keepends=True)
    if "{amsmath}" not in before:
        lines.insert(0, "\\usepackage{amsmath}\n")
    lines += (f"{line}\n" for line in declared("".join(others)))
    body, end, rest = after.partition("\\end{document}")
    return f"{before}{''.join(lines)}{begin}{body}{''.join(others)}{end}{rest}"
