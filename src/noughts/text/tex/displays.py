"""The displays of mathematics in the prose of a document, in TeX or Markdown."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from pathlib import PurePath

from noughts.text.diagnostic import Diagnostic, DocumentError
from noughts.text.source import Source, Span
from noughts.text.tex.macros import Expander
from noughts.text.tex.mathematics import Display, Mathematics
from noughts.text.tex.token import Lexer, Token, cut, text_of

# The environments of displayed mathematics, with and without numbers.
_ENVIRONMENTS = {
    *("equation", "align", "gather", "multline", "flalign", "alignat", "eqnarray", "displaymath", "math"),
}
# The environments whose text is no LaTeX.
_VERBATIM = {"verbatim", "Verbatim", "lstlisting", "minted", "comment", "filecontents"}
# The endings of papers in LaTeX.
_TEX_FILES = {".tex", ".latex", ".ltx"}
# What makes a text a paper in LaTeX, whatever its name is.
_TEX_MARK = re.compile(r"^[^`%\n]*(?:\\documentclass\b|\\begin\s*\{document\})", re.MULTILINE)
# The first or the last line of a fenced block in Markdown.
_FENCE = re.compile(r"^[ ]{0,3}(?P<mark>`{3,}|~{3,})[ \t]*(?P<word>\w*)[^\n]*$", re.MULTILINE)
# An environment that is never closed extends to the end, so many of them cost a single pass.
_CODE_OR_DISPLAY = re.compile(
    r"\$\$.*?\$\$|\\begin\s*\{.*?(?:\\end\s*\{|\Z)|(?<!`)(?P<code>`+)(?!`)[^\n]*?[^`\n](?P=code)(?!`)",
    re.DOTALL,
)
# The beginning of a signature such as f : A → B.
_SIGNATURE = re.compile(r"\s*\w+\s*(?::(?!=)|\\colon\b)")
# The end of a paragraph, which no formula goes beyond.
_PARAGRAPH = re.compile(r"\n[ \t\r]*\n")


def is_tex(source: Source) -> bool:
    """Whether a text is LaTeX instead of Markdown: by the suffix of its file, or a mark that is not code."""
    if PurePath(source.name).suffix.lower() in _TEX_FILES:
        return True
    mark = _TEX_MARK.search(source.text)
    return mark is not None and len(_FENCE.findall(source.text, 0, mark.start())) % 2 == 0


def uncovered(start: int, end: int, parts: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The rest of a stretch of text without some parts, which are in order."""
    for first, last in parts[max(bisect_right(parts, (start, start)) - 1, 0) :]:
        if first >= end:
            break
        if first > start:
            yield start, first
        start = max(start, last)
    if start < end:
        yield start, end


class Finder:
    """The search for displays in the prose."""

    def __init__(self, source: Source, prose: Sequence[Span]) -> None:
        self.source = source
        self.found = Mathematics()
        self.is_tex = is_tex(source)
        stretches = [(part.start, part.end) for part in prose]
        try:
            if not self.is_tex:
                fences = list(self.fences())
                gaps = [gap for stretch in stretches for gap in uncovered(*stretch, fences)]
                stretches = [piece for gap in gaps for piece in self.outside_code_spans(*gap)]
            self.read(stretches)
        except DocumentError as error:
            self.found.problems += error.diagnostics

    def fences(self) -> Iterator[tuple[int, int]]:
        """The places of blocks of code, whatever they contain; a fence of mathematics becomes a display."""
        text, place = self.source.text, 0
        while (opening := _FENCE.search(text, place)) is not None:
            mark = opening["mark"]
            closing = re.compile(rf"^[ ]{{0,3}}{mark[0]}{{{len(mark)},}}[ \t\r]*$", re.MULTILINE)
            last = closing.search(text, opening.end())
            inside = (opening.end(), last.start() if last else len(text))
            place = last.end() if last else len(text)
            if opening["word"] == "math":
                tokens = Expander(Lexer(self.source, [inside], comments=True), self.found.macros)
                span = Span(self.source, opening.start(), place)
                self.found.displays.append(Display(tuple(tokens), span))
            yield opening.start(), place

    def outside_code_spans(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """The text outside code spans; the backquote of an atom in mathematics begins none."""
        text, place = self.source.text, start
        while place < end:
            gap = _PARAGRAPH.search(text, place, end)
            finish = gap.end() if gap else end
            for found in _CODE_OR_DISPLAY.finditer(text, place, finish):
                if found["code"]:
                    yield place, found.start()
                    place = found.end()
            yield place, finish
            place = finish

    def read(self, stretches: Sequence[tuple[int, int]]) -> None:
        """Collect the displays of the prose."""
        self.lexer = Lexer(self.source, stretches, comments=self.is_tex)
        self.tokens = Expander(self.lexer, self.found.macros)
        skip = False
        while (token := self.tokens.next()) is not None:
            if token.name == "noughts: skip":
                skip = True
                continue
            display = self.display_at(token)
            if display is None:
                continue
            if not skip:
                self.found.displays.append(display)
            skip = False

    def display_at(self, token: Token) -> Display | None:
        """The display that a token opens, if it opens one."""
        if token.kind == "math":
            return self.after_dollar(token)
        if token.name == "[" and self.is_tex:
            return self.brackets(token)
        if token.name == "(" and self.is_tex:
            self.inline(token, ")")
        elif token.name == "verb":
            self.lexer.skip_delimited()
        elif token.name == "begin":
            name = text_of(self.tokens.argument()[0]).strip()
            if name.rstrip("*") in _VERBATIM:
                self.lexer.skip_to(f"\\end{{{name}}}")
            elif name.rstrip("*") in _ENVIRONMENTS:
                if name.startswith("alignat"):
                    self.tokens.argument()
                return self.environment(token, name)
        return None

    def after_dollar(self, token: Token) -> Display | None:
        """The display after ``$$``, or the mathematics within a line after one dollar."""
        following = self.tokens.raw()
        if following is None:
            return None
        if following.kind == "math" and following.start in (token.end, token.start):
            return self.dollars(token)
        self.tokens.back(following)
        self.inline(token, "$")
        return None

    def dollars(self, opening: Token) -> Display | None:
        """A display up to ``$$``."""
        found: list[Token] = []
        while (token := self.tokens.next()) is not None:
            if token.kind == "math":
                following = self.tokens.raw()
                if following is not None and following.kind == "math":
                    return self.display(opening, found, following)
                if following is not None:
                    self.tokens.back(following)
            if token.kind == "text" and (gap := _PARAGRAPH.search(token.text)):
                found.append(cut(token, 0, gap.start()))
                break
            found.append(token)
        self.unclosed(opening, found, "$$")
        return None

    def environment(self, opening: Token, name: str) -> Display | None:
        """A display up to ``\\end{name}``."""
        found: list[Token] = []
        depth = 0
        while (token := self.tokens.next()) is not None:
            if token.name in ("begin", "end"):
                inner, _ = self.tokens.argument()
                if token.name == "end" and depth == 0 and text_of(inner).strip() == name:
                    end = inner[-1]._replace(end=inner[-1].end + 1) if inner else token
                    return self.display(opening, found, end)
                depth += 1 if token.name == "begin" else -1
                brace = token._replace(kind="open", text="{")
                found += [token, brace, *inner, brace._replace(kind="close", text="}")]
            else:
                found.append(token)
        self.unclosed(opening, found, f"\\end{{{name}}}")
        return None

    def brackets(self, opening: Token) -> Display | None:
        """A display up to ``\\]``."""
        found: list[Token] = []
        while (token := self.tokens.next()) is not None:
            if token.name == "]":
                return self.display(opening, found, token)
            found.append(token)
        self.unclosed(opening, found, "\\]")
        return None

    def display(self, opening: Token, found: Sequence[Token], closing: Token) -> Display:
        """A display from mark to mark."""
        return Display(tuple(found), Span(self.source, opening.start, max(opening.end, closing.end)))

    def unclosed(self, opening: Token, found: Sequence[Token], mark: str) -> None:
        """Report a display that is never closed, if it looks like a definition."""
        if ":=" in text_of(found):
            span = Span(self.source, opening.start, opening.end)
            fact = "the display that begins here is never closed"
            self.found.problems.append(Diagnostic("E102", fact, span, f"close it with `{mark}`"))

    def inline(self, opening: Token, mark: str) -> None:
        """Skip mathematics within a line, up to its mark or the end of its paragraph; a signature is
        collected."""
        found: list[Token] = []
        while (token := self.tokens.raw()) is not None:
            if token.kind == "text" and (gap := _PARAGRAPH.search(token.text)):
                self.tokens.back(cut(token, gap.end(), len(token.text)))
                return
            if token.text in (mark, f"\\{mark}") and token.kind != "text":
                if _SIGNATURE.match(text_of(found)):
                    self.found.signatures.append(self.display(opening, found, token))
                return
            found.append(token)
