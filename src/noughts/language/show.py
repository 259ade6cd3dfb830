"""Syntax trees as text in any of the three spellings; reading the text gives the same tree."""

from __future__ import annotations

from noughts.language import tree as t
from noughts.language.latex_writer import LatexWriter, item_display
from noughts.language.layout import flat
from noughts.language.precedence import EQUIVALENT
from noughts.language.spelling import Spelling
from noughts.language.writer import Writer, item, item_laid_out


def show(tree: t.Expression | t.Claim, spelling: Spelling = Spelling.ASCII) -> str:
    """The expression, or a claim with its `where`, on one line."""
    to = writer(spelling)
    return flat(to.claim(tree) if isinstance(tree, t.Claim) else to.at(tree, EQUIVALENT))


def show_definition(definition: t.Definition, spelling: Spelling = Spelling.ASCII) -> str:
    """``f(x) := body where p``, on one line."""
    return flat(writer(spelling).definition(definition))


def show_item(part: t.RegionItem, spelling: Spelling = Spelling.ASCII) -> str:
    """An item of a machine or a signature, on one line."""
    return flat(item(writer(spelling), part))


def laid_out(
    part: t.Definition | t.RegionItem | t.Claim | t.Expression,
    spelling: Spelling = Spelling.ASCII,
    width: int | None = None,
) -> str:
    """A definition, claim or expression in lines of at most `width` columns, unless a single word is
    longer."""
    to = writer(spelling)
    if isinstance(part, t.RegionItem):
        if isinstance(to, LatexWriter):
            return item_display(to, part, width or to.width)
        return item_laid_out(to, part, width or to.width)
    return to.laid_out(part, width or to.width)


def writer(spelling: Spelling) -> Writer:
    """The writer of a spelling."""
    return LatexWriter() if spelling is Spelling.LATEX else Writer(spelling)
