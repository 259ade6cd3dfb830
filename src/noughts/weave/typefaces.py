"""The typefaces of a page: STIX Two, in several files, of which a page has those with its signs.

    look       files: letters, digits and points; other signs of English prose; letters of Western Europe;
               those of the other languages of Europe that are written in Latin letters
    upright    stix-two-text, stix-two-text-signs, stix-two-text-latin, stix-two-text-extended
    italic     the same of stix-two-text-italic
    bold       the same of stix-two-text-bold: headings are not bold, so most pages do not need it
    formulas   stix-two-math: browsers read the constants of formulas from one file

Of each file, a page has only the signs that it shows, cut out by fontTools.  A page brings its own typeface
for mathematics, because brackets do not grow without one and some systems have none.  `tools/typefaces.py`
makes the files.

Without fontTools, as in the playground, whole files are used: they show the same, and are larger.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Mapping
from functools import lru_cache
from html.parser import HTMLParser
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from msgspec import Struct

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont

Look: TypeAlias = Literal["upright", "italic", "bold", "formula"]
Ranges: TypeAlias = tuple[tuple[int, int], ...]
"""Signs by their numbers, from first to last."""


def _ranges(signs: str) -> Ranges:
    """Ranges that are written as their first and last signs, or as one sign."""
    return tuple((ord(each[0]), ord(each[-1])) for each in signs.split(" ") if each)


# The signs of most English prose.
_LETTERS: Final = ((32, 34), *_ranges("'; = ?? AZ az \xa0 –— ‘’ “” …"))

# The other signs of English prose.
_SIGNS: Final = _ranges("#& < >> @@ [` {~ ¬ · × ′ −")

# The additional letters and signs of other languages of Western Europe, and then those of other languages
# with Latin letters.
_EXTENDED: Final = _ranges("Āİ Ĳő Ŕſ Șț ẞ ⁰ⁿ")
_LATIN: Final = _ranges(
    "¡« \xad¶ ¸Ö Øÿ ı Œœ ʻʼ ˆ ˚ ˜ \u0300\u0304 \u0308\u030a \u0323 \u2009\u200b ‚ „ • ″ ‹› ⁄ € ™ ∕"
)

# The signs of the language except digits, and their mirrored forms in text from right to left.
_FORMULAS: Final = _ranges(
    "() +/ :; <> [] {} ¬ · × ‥… ′ ←→ ↔ ↦ ⇒ ⇔ ∀ ∃ ∅ ∈∉ ∋∌ ∏ ∑ − ∖ √ ∧∨ ∩∪ ≔≕ ≠ ≡ ≤≥ ⊆⊇ ⊈⊉ ⊥ ⋂⋃ ⋅ ⌈⌉ ⌊⌋ 𝒫"
)


class Typeface(Struct, frozen=True):
    """A file of a family, the look it is for, and the signs for which it is used."""

    family: str
    file: str
    look: Look
    signs: Ranges

    def is_used_by(self, signs: Mapping[Look, Collection[str]]) -> bool:
        """Whether it has one of the signs that have its look."""
        return any(map(self.has, signs.get(self.look, ())))

    def has(self, sign: str) -> bool:
        """Whether it is used for a sign."""
        return any(first <= ord(sign) <= last for first, last in self.signs)

    def rule(self, signs: Collection[str] | None = None, growing: Collection[str] = ()) -> str:
        """The rule that embeds it, with all its signs or with some, `growing` ones in larger sizes, too."""
        if signs is None:
            return embedded(self, None, frozenset())
        return embedded(self, frozenset(filter(self.has, signs)), frozenset(filter(self.has, growing)))


# The look of each face in the style sheet.
_STYLES: Final[Mapping[Look, str]] = {
    "upright": "font-weight: 400",
    "bold": "font-weight: 700",
    "italic": "font-style: italic",
    "formula": "font-weight: 400",
}
# The beginning of the name of its files.
_FILES: Final[Mapping[Look, str]] = {
    "upright": "stix-two-text",
    "bold": "stix-two-text-bold",
    "italic": "stix-two-text-italic",
}
# The files of a face, with the characters that each has.
_PARTS: Final = (("", _LETTERS), ("-signs", _SIGNS), ("-latin", _LATIN), ("-extended", _EXTENDED))

TEXT: Final = tuple(
    Typeface("Noughts Text", f"{file}{part}.woff2", look, signs)
    for part, signs in _PARTS
    for look, file in _FILES.items()
)
"""The files of the typeface for prose, each with signs of its own."""

FORMULAS: Final = Typeface("Noughts Math", "stix-two-math.woff2", "formula", _FORMULAS)
"""The typeface for formulas."""

# The notice that the licence of the typefaces requires; cut files do not contain it.
_LICENCE: Final = (
    "/*! STIX Two: Copyright 2001-2021 The STIX Fonts Project Authors (https://github.com/stipub/stixfonts), "
    "SIL Open Font License 1.1 (https://scripts.sil.org/OFL) */"
)


def typefaces_for(html: str | None, more: str = "") -> str:
    """The rules that embed the typefaces for the text of a page; all of them, if the text is not known yet.

    There may be `more` signs that the page shows, upright.
    """
    if html is None:
        return "".join(face.rule() for face in (*TEXT, FORMULAS))
    signs, growing = signs_of(html)
    signs.setdefault("upright", set()).update(more)
    if "formula" in signs:  # the names that are no letters, such as that of the empty set
        signs["formula"].update(signs.get("italic", ()))
    used = (face.rule(signs[face.look], growing) for face in (*TEXT, FORMULAS) if face.is_used_by(signs))
    return f"{_LICENCE}\n{''.join(used)}"


# The look of elements of a paper; ``None`` for another typeface.  Other elements have the look of their
# parent.  This must agree with `paper.css` and `blocks.css`.
_LOOKS: Final[Mapping[str, Look | None]] = {
    **dict.fromkeys(["em", "i", "mi", "h3", "h4", "cite"], "italic"),
    **dict.fromkeys(["b", "strong", "th"], "bold"),
    "mo": "formula",
    **dict.fromkeys(["mn", "mtext"], "upright"),
    **dict.fromkeys(["code", "pre", "kbd", "style", "script", "svg"], None),
}

# The same for classes, which override elements.
_CLASSES: Final[Mapping[str, Look | None]] = {
    "noughts-known": "upright",
    "noughts-word": "upright",
    "noughts-atom": None,
    "noughts-yes": None,
    "noughts-no": None,
}


def signs_of(html: str) -> tuple[dict[Look, set[str]], set[str]]:
    """The signs of a page in each look, and the signs of its formulas that may grow."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.signs, reader.growing


class _Reader(HTMLParser):
    """Reads a page, and collects its signs by look."""

    def __init__(self) -> None:
        super().__init__()
        self.signs: dict[Look, set[str]] = {}
        self.growing: set[str] = set()
        self.grows = False
        self.open: list[tuple[str, Look | None]] = [("", "upright")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        around = self.open[-1][1]
        look = around if around is None else _LOOKS.get(tag, around)
        for name in (dict(attrs).get("class") or "").split():
            look = _CLASSES.get(name, look)
        self.open.append((tag, look))
        self.grows = tag == "mo" and dict(attrs).get("stretchy") != "false"

    def handle_endtag(self, tag: str) -> None:
        """Close an element, and those in it that have no end."""
        while len(self.open) > 1 and any(name == tag for name, _ in self.open):
            if self.open.pop()[0] == tag:
                return

    def handle_data(self, data: str) -> None:
        if (look := self.open[-1][1]) is not None:
            self.signs.setdefault(look, set()).update(data)
        if self.grows:
            self.growing.update(data)


@lru_cache(maxsize=256)  # a site has some hundred pages, many of them with the same signs
def embedded(face: Typeface, signs: frozenset[str] | None, growing: frozenset[str]) -> str:
    """The rule that embeds some signs of a typeface, or all."""
    content = whole_file(face.file) if signs is None else cut(face.file, signs, growing)
    ranges = ",".join(
        f"U+{first:X}-{last:X}" if first < last else f"U+{first:X}" for first, last in face.signs
    )
    # Formulas take their measures from the first typeface that has a blank, or is not limited.
    limits = "" if face.look == "formula" else f" unicode-range: {ranges};"
    source = f'url(data:font/woff2;base64,{b64encode(content).decode()}) format("woff2")'
    return f'@font-face {{ font-family: "{face.family}"; {_STYLES[face.look]};{limits} src: {source}; }}\n'


# Typefaces with exactly the signs of a page, cut out of the files by fontTools.


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
