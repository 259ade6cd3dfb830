"""A paper in Markdown: the prose unchanged, definitions as displays between double dollars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from msgspec import Struct

from noughts.language import tree as t
from noughts.language.latex_writer import ROW, LatexWriter, item_display
from noughts.meaning.self_test import Verdict
from noughts.text.document import Document, Transcript, Use
from noughts.text.source import Source
from noughts.text.tex.displays import is_tex
from noughts.weave.formula import with_formulas
from noughts.weave.guard import require_same
from noughts.weave.latex import sentence_of
from noughts.weave.paper import Entry, Paper
from noughts.weave.parts import names_in_prose, parts_of, parts_with_displays, sentence_of_uses, with_typed
from noughts.weave.prose import NUMBER, reader, with_numbers
from noughts.weave.tex_prose import markdown_of


def woven_markdown(paper: Paper) -> str:
    """The texts of a paper, one after the other, without those that it only uses."""
    paper = paper.own
    game = "\n<!-- /$ ledGame $/ -->\n" if paper.module.is_game else ""
    program = "\n\n".join(text_markdown(text, MarkdownBlocks(paper)) for text in paper.texts) + game
    require_same(paper.module, Source("paper.md", program))
    return program


def text_markdown(text: Document, blocks: MarkdownBlocks) -> str:
    """A text with definitions and claims in mathematical notation; code stays as typed."""
    source = text.source.text
    if is_tex(text.source):
        parts = with_formulas(text.source, parts_with_displays(text, blocks), lambda formula: f"${formula}$")
        return NUMBER.sub(lambda found: parts[int(found[1])].shown, markdown_of(with_numbers(source, parts)))
    code = list(blocks_of_code(source))
    pieces, place = list[str](), 0
    for part in parts_of(text, blocks):
        if any(start <= part.start < end for start, end in code):
            continue
        pieces += [source[place : part.start], part.shown]
        place = part.end
    return "".join([*pieces, source[place:]])


def blocks_of_code(source: str) -> Iterator[tuple[int, int]]:
    """The start and end of each block of code."""
    lines = [0, *accumulate(len(line) for line in source.splitlines(keepends=True))]
    for token in reader().parse(source):
        if token.type in ("fence", "code_block") and token.map is not None:
            yield lines[token.map[0]], lines[min(token.map[1], len(lines) - 1)]


class MarkdownBlocks(Struct, frozen=True):
    """Writes the definitions, claims and transcripts of a paper."""

    paper: Paper

    def region(self, parts: Sequence[Entry | t.RegionItem]) -> str:
        """The definitions of a region in displays, the items of a machine as typed; and so a definition whose
        name a display in the prose would define, if it were not for the region."""
        in_prose = names_in_prose(self.paper.module)
        return "\n\n".join(
            f"```led\n{part}\n```" if isinstance(part, str) else display(part)
            for part in with_typed(parts, in_prose)
        )

    def using(self, uses: Sequence[Use]) -> str:
        """A sentence with the used documents, and a comment with their names that is read back."""
        listed = ", ".join(use.span.text for use in uses)
        return f"<!-- /$ uses {listed} $/ -->\n{sentence_of_uses([f'*{use.name}*' for use in uses])}"

    def inline(self, parts: Sequence[Entry | t.RegionItem]) -> str:
        """The same in a paragraph."""
        return f"\n\n{self.region(parts)}\n\n" if parts else ""

    def claims(self, claims: Sequence[t.Claim | t.Printed]) -> str:
        """Claims as a list, each with its verdict."""
        return "\n".join(f"- {self.claim(claim)}" for claim in claims)

    def inline_claims(self, claims: Sequence[t.Claim | t.Printed]) -> str:
        """Claims within a paragraph."""
        return "; ".join(map(self.claim, claims))

    def claim(self, claim: t.Claim | t.Printed) -> str:
        """One claim, which can be read back."""
        assert isinstance(claim, t.Claim)
        verdict = self.paper.verdict_at[claim.span]
        return f"/? ${sentence_of(claim, LatexWriter())}$ ?/ {verdict_text(verdict)}"

    def transcript(self, transcript: Transcript, lines: str) -> str:
        """A transcript as typed."""
        return lines


def display(part: Entry | t.Declaration) -> str:
    """A definition between double dollars, with its number, or a signature."""
    if isinstance(part, t.Declaration):
        to = LatexWriter()
        return item_display(to, part, to.width, "$$", "$$")
    entry = part
    return between_dollars(entry.tree, rf" \tag{{{entry.number}}}")


def between_dollars(definition: t.Definition, tag: str = "") -> str:
    """A definition as a display of Markdown."""
    first, *others = LatexWriter().rows(definition, LatexWriter.width)
    if not others and ROW not in first:
        return f"$$\n{first.replace('&', '', 1)}{tag}\n$$"
    rows = ROW.join([first, *others])
    return f"$$\n\\begin{{aligned}}\n{rows}\n\\end{{aligned}}{tag}\n$$"


def verdict_text(verdict: Verdict) -> str:
    """The verdict on a test."""
    if verdict.passed:
        return "✓"
    fact = f"expected {verdict.expected}, got {verdict.got}"
    return f"✗ ({verdict.problem.fact if verdict.problem is not None else fact})"
