"""Make the typefaces of woven pages from the fonts of STIX Two (https://github.com/stipub/stixfonts).

    python -m venv /tmp/fonts && /tmp/fonts/bin/pip install fonttools brotli
    PYTHONPATH=src /tmp/fonts/bin/python tools/typefaces.py FOLDER

FOLDER has the whole fonts as WOFF2: stix-two-text, stix-two-text-bold, stix-two-text-italic, stix-two-math.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from fontTools import subset

from noughts.weave.typefaces import TYPEFACES, Typeface

FONTS = Path(__file__).parents[1] / "src" / "noughts" / "weave" / "fonts"
"""Where they are kept."""

FEATURES = ["kern", "liga", "mark", "mkmk", "ccmp", "ssty", "dtls", "flac"]
"""What of the features of a font is kept: kerning, ligatures, accents, and the signs in powers."""

NAMES = [0, 1, 2, 13, 14]
"""What is kept of the names in a font: whose it is, what it is called, its licence."""


def write(face: Typeface, folder: Path) -> int:
    """Write the file of a typeface, and give its size."""
    options = subset.Options()
    options.flavor = "woff2"
    options.layout_features = FEATURES
    options.name_IDs = NAMES
    options.glyph_names = options.hinting = options.notdef_outline = False
    options.drop_tables += ["STAT", "gasp", "prep"]
    font = subset.load_font(folder / re.sub("-latin|-signs", "", face.file), options)
    subsetter = subset.Subsetter(options)
    signs = {sign for first, last in face.signs for sign in range(first, last + 1)}
    subsetter.populate(unicodes=signs or font.getBestCmap())
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(FONTS / face.file)
    return (FONTS / face.file).stat().st_size


if __name__ == "__main__":
    for each in TYPEFACES:
        print(each.file, write(each, Path(sys.argv[1])))
