"""The typefaces of a page: STIX Two, in files of which a page has those whose signs are set in it.

    look       files: letters, digits and points; other signs of English prose; letters of Western Europe;
               those of the other languages of Europe that are written in Latin letters
    upright    stix-two-text, stix-two-text-signs, stix-two-text-latin, stix-two-text-extended
    italic     the same of stix-two-text-italic
    bold       the same of stix-two-text-bold: headings are not bold, so that most pages do without
    formulas   stix-two-math-common, or stix-two-math if it needs others: browsers read the constants of
               formulas from one file

Without a typeface for mathematics, brackets do not grow, and some systems have none.
`tools/typefaces.py` makes the files.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html.parser import HTMLParser
from importlib.resources import files
from typing import Final, Literal, TypeAlias

Look: TypeAlias = Literal["upright", "italic", "bold", "formula"]
Ranges: TypeAlias = tuple[tuple[int, int], ...]
"""Signs by their numbers, from first to last."""


def _ranges(signs: str) -> Ranges:
    """Ranges that are written as their first and last signs, or as one sign."""
    return tuple((ord(each[0]), ord(each[-1])) for each in signs.split(" ") if each)


_LETTERS: Final = ((32, 34), *_ranges("'; = ?? AZ az \xa0 –— ‘’ “” …"))
"""What most English prose is set in."""

_SIGNS: Final = _ranges("#& < >> @@ [` {~ ¬ · × ′ −")
"""What else occurs in it."""

_EXTENDED: Final = _ranges("Āİ Ĳő Ŕſ Șț ẞ ⁰ⁿ")
_LATIN: Final = _ranges(
    "¡« \xad¶ ¸Ö Øÿ ı Œœ ʻʼ ˆ ˚ ˜ \u0300\u0304 \u0308\u030a \u0323 \u2009\u200b ‚ „ • ″ ‹› ⁄ € ™ ∕"
)
"""The letters and signs of other languages of Western Europe, as far as they are in neither; then those of
other languages with Latin letters."""

_COMMON: Final = _ranges("() +; <> {} ¬ · × ‥… ⇒ ⇔ ∀ ∃ ∅ ∈∉ − ∖ ∧∨ ∩∪ ≔ ≠ ≤≥ ⊆ ⋃ ⋅ ⌊⌋")
"""The signs of most formulas."""

_OTHERS: Final = _ranges("[] ′ ←→ ↔ ↦ ∋∌ ∏ ∑ √ ≕ ≡ ⊇⊈ ⊉ ⊥ ⋂ ⌈⌉ 𝒫")
"""The other signs of the language, and those into which they are turned where one reads from the right."""


@dataclass(frozen=True, slots=True)
class Typeface:
    """A file of a family, the look it is for, and the signs for which it is used."""

    family: str
    file: str
    look: Look
    signs: Ranges

    def is_used_by(self, signs: Mapping[Look, Collection[str]]) -> bool:
        """Whether one of the signs that are set in its look is set in it."""
        return any(map(self.has, signs.get(self.look, ())))

    def suffices(self, signs: Mapping[Look, Collection[str]]) -> bool:
        """Whether it has all the signs that are set in its look, but for blanks."""
        return all(sign.isspace() or self.has(sign) for sign in signs.get(self.look, ()))

    def has(self, sign: str) -> bool:
        """Whether a sign is set in it."""
        return any(first <= ord(sign) <= last for first, last in self.signs)

    @property
    def rule(self) -> str:
        """The rule that embeds it."""
        data = b64encode(files(__package__).joinpath("fonts", self.file).read_bytes()).decode()
        ranges = ",".join(
            f"U+{first:X}-{last:X}" if first < last else f"U+{first:X}" for first, last in self.signs
        )
        # Formulas take their measures from the first typeface that has a blank, or is not limited.
        limits = "" if self.look == "formula" else f" unicode-range: {ranges};"
        source = f'url(data:font/woff2;base64,{data}) format("woff2")'
        return (
            f'@font-face {{ font-family: "{self.family}"; {_STYLES[self.look]};{limits} src: {source}; }}\n'
        )


_STYLES: Final[Mapping[Look, str]] = {
    "upright": "font-weight: 400",
    "bold": "font-weight: 700",
    "italic": "font-style: italic",
    "formula": "font-weight: 400",
}
_FILES: Final[Mapping[Look, str]] = {
    "upright": "stix-two-text",
    "bold": "stix-two-text-bold",
    "italic": "stix-two-text-italic",
}
_PARTS: Final = (("", _LETTERS), ("-signs", _SIGNS), ("-latin", _LATIN), ("-extended", _EXTENDED))

TEXT: Final = tuple(
    Typeface("Noughts Text", f"{file}{part}.woff2", look, signs)
    for part, signs in _PARTS
    for look, file in _FILES.items()
)
"""The files of the typeface for prose, each with signs of its own."""

COMMON: Final = Typeface("Noughts Math", "stix-two-math-common.woff2", "formula", _COMMON)
FORMULAS: Final = Typeface("Noughts Math", "stix-two-math.woff2", "formula", (*_COMMON, *_OTHERS))
"""The typeface for formulas, and what most formulas need of it."""


def typefaces_for(html: str | None) -> str:
    """The rules that embed what the text of a page needs; all, if the text is not known yet."""
    if html is None:
        return "".join(map(embedded, (*TEXT, FORMULAS)))
    signs = signs_by_look(html)
    text = [face for face in TEXT if face.is_used_by(signs)]
    return "".join(map(embedded, (*text, *typeface_for_formulas(signs))))


def typeface_for_formulas(signs: Mapping[Look, Collection[str]]) -> Sequence[Typeface]:
    """The one with the signs of formulas, and with those of names that are no letters."""
    if "formula" not in signs:
        return []
    names = [sign for sign in signs.get("italic", ()) if not any(face.has(sign) for face in TEXT)]
    return [COMMON if COMMON.suffices({"formula": [*signs["formula"], *names]}) else FORMULAS]


_LOOKS: Final[Mapping[str, Look | None]] = {
    **dict.fromkeys(["em", "i", "mi", "h3", "h4", "cite"], "italic"),
    **dict.fromkeys(["b", "strong", "th"], "bold"),
    **dict.fromkeys(["mo", "mn"], "formula"),
    **dict.fromkeys(["mtext"], "upright"),
    **dict.fromkeys(["code", "pre", "kbd", "style", "script", "svg"], None),
}
"""In which look an element of a paper is set; in none of them, if it has another typeface.  Others are set as
what is around them.  This is what `paper.css` and `blocks.css` say."""

_CLASSES: Final[Mapping[str, Look | None]] = {
    "noughts-known": "upright",
    "noughts-word": "upright",
    "noughts-atom": None,
    "noughts-yes": None,
    "noughts-no": None,
}
"""The same of classes, which come before elements."""


def signs_by_look(html: str) -> Mapping[Look, Collection[str]]:
    """The signs of a page that are set in each look."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.signs


class _Reader(HTMLParser):
    """Reads a page, and notes in which look its signs are set."""

    def __init__(self) -> None:
        super().__init__()
        self.signs: dict[Look, set[str]] = {}
        self.open: list[tuple[str, Look | None]] = [("", "upright")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        around = self.open[-1][1]
        look = around if around is None else _LOOKS.get(tag, around)
        for name in (dict(attrs).get("class") or "").split():
            look = _CLASSES.get(name, look)
        self.open.append((tag, look))

    def handle_endtag(self, tag: str) -> None:
        """Close an element, and those in it that have no end."""
        while len(self.open) > 1 and any(name == tag for name, _ in self.open):
            if self.open.pop()[0] == tag:
                return

    def handle_data(self, data: str) -> None:
        if (look := self.open[-1][1]) is not None:
            self.signs.setdefault(look, set()).update(data)


@cache
def embedded(face: Typeface) -> str:
    """The rule that embeds a typeface, kept."""
    return face.rule
