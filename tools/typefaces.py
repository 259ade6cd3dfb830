"""Make the typefaces of woven pages from the fonts of STIX Two (https://github.com/stipub/stixfonts).

Letters stand on a grid of 500 units to the em: a unit is a thirtieth of a pixel on a page, and a seventh of a
dot where it is printed.  The letters of most prose are kerned and have ligatures; names in formulas and short
headings do without.

    .venv/bin/python tools/typefaces.py FOLDER

FOLDER has the files of the packages @fontsource/stix-two-text and @fontsource/stix-two-math from npm.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem

from noughts.weave.typefaces import FORMULAS, TEXT, Typeface

FONTS = Path(__file__).parents[1] / "src" / "noughts" / "weave" / "fonts"
"""Where they are kept."""

UNITS = 500
"""How many units an em has."""

SOURCES = {"upright": "400-normal", "italic": "400-italic", "bold": "700-normal"}
"""The weight and style in the name of a whole font."""

PROSE = ["kern", "liga"]
FEATURES = ["mark", "mkmk", "ccmp", "ssty", "dtls", "flac"]
"""What of the features of a font is kept for prose, and for all: accents, and the signs in powers."""

SIZES = 3
"""How many sizes of a sign that grows are kept; larger ones are put together of parts."""

NAMES = [0, 1, 2, 13, 14]
"""What is kept of the names in a font: whose it is, what it is called, its licence."""


def write(face: Typeface, folder: Path) -> int:
    """Write the file of a typeface, and give its size."""
    options = subset.Options()
    options.flavor = "woff2"
    options.layout_features = [*FEATURES, *(PROSE if face.look == "upright" else [])]
    options.name_IDs = NAMES
    options.glyph_names = options.hinting = options.notdef_outline = options.bidi_closure = False
    options.drop_tables += ["STAT", "gasp", "prep"]
    font = subset.load_font(folder / whole_font(face), options)
    if face.look == "formula":
        leave_sizes(font)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes={sign for first, last in face.signs for sign in range(first, last + 1)})
    subsetter.subset(font)
    scale_upem(font, UNITS)
    font.flavor = "woff2"
    font.save(FONTS / face.file)
    return (FONTS / face.file).stat().st_size


def leave_sizes(font: TTFont) -> None:
    """Leave out the larger ones of the signs that grow."""
    variants = font["MATH"].table.MathVariants
    for grown in (*variants.VertGlyphConstruction, *variants.HorizGlyphConstruction):
        if grown.GlyphAssembly is not None:
            grown.MathGlyphVariantRecord = grown.MathGlyphVariantRecord[:SIZES]


def whole_font(face: Typeface) -> str:
    """The file that a typeface is cut from."""
    if face.look == "formula":
        return "stix-two-math-latin-400-normal.woff2"
    alphabet = "latin-ext" if "-extended" in face.file else "latin"
    return f"stix-two-text-{alphabet}-{SOURCES[face.look]}.woff2"


if __name__ == "__main__":
    for each in (*TEXT, FORMULAS):
        print(each.file, write(each, Path(sys.argv[1])))
