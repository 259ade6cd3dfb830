"""Typefaces with exactly the signs of a page, cut out of the files by fontTools.

Without fontTools, as in the playground, whole files are used: they show the same, and are larger.
"""

from __future__ import annotations

from collections.abc import Collection
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont


def whole_file(file: str) -> bytes:
    """A file without cuts."""
    return files(__package__).joinpath("fonts", file).read_bytes()


def cut(file: str, signs: Collection[str], growing: Collection[str] = ()) -> bytes:
    """A file with some of its signs, and with the larger sizes of those that may grow.

    It contains no licence, which the page has instead.
    """
    try:
        from fontTools.subset import Options, Subsetter
        from fontTools.ttLib import TTFont
    except ImportError:
        return whole_file(file)
    font = TTFont(BytesIO(whole_file(file)), recalcTimestamp=False)  # the same signs are the same bytes
    if "MATH" in font:
        leave_sizes(font, growing)
    subsetter = Subsetter(Options(layout_features=["*"], name_IDs=[]))
    subsetter.populate(unicodes=map(ord, signs))
    subsetter.subset(font)
    font.save(content := BytesIO())
    return content.getvalue()


def leave_sizes(font: TTFont, growing: Collection[str]) -> None:
    """Leave out the larger sizes of signs that do not grow."""
    variants, glyphs = font["MATH"].table.MathVariants, font.getBestCmap()
    kept = {glyphs[ord(sign)] for sign in growing}
    for way in ("Vert", "Horiz"):
        coverage, constructions = (
            getattr(variants, f"{way}Glyph{part}") for part in ("Coverage", "Construction")
        )
        grown = [pair for pair in zip(coverage.glyphs, constructions, strict=True) if pair[0] in kept]
        coverage.glyphs = [glyph for glyph, _ in grown]
        setattr(variants, f"{way}GlyphConstruction", [construction for _, construction in grown])
        setattr(variants, f"{way}GlyphCount", len(grown))
