"""The typefaces of a page: STIX Two, in files of which a page has those whose signs are set in it.

    look       files: letters, digits and points; other signs of English prose; letters of Western Europe
    upright    stix-two-text, stix-two-text-signs, stix-two-text-latin
    italic     the same of stix-two-text-italic
    bold       the same of stix-two-text-bold: headings are not bold, so that most pages do without
    formulas   stix-two-math, whole: browsers read its constants from one file

Without a typeface for mathematics, brackets do not grow, and some systems have none.
`tools/typefaces.py` makes the files.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Mapping
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

_LATIN: Final = _ranges(
    "¡« \xad¶ ¸Ö Øÿ ı Œœ ʻʼ ˆ ˚ ˜ \u0300\u0304 \u0308\u030a \u0323 \u2009\u200b ‚ „ • ″ ‹› ⁄ € ™ ∕"
)
"""The letters and signs of other languages of Western Europe, as far as they are in neither."""


@dataclass(frozen=True, slots=True)
class Typeface:
    """A file of a family, the look it is for, and the signs for which it is used; all, if none are named."""

    family: str
    file: str
    look: Look
    signs: Ranges = ()

    def is_used_by(self, signs: Mapping[Look, Collection[str]]) -> bool:
        """Whether one of the signs that are set in each look is set in it."""
        own = signs.get(self.look, ())
        if not self.signs:
            return bool(own)
        return any(first <= ord(sign) <= last for sign in own for first, last in self.signs)

    @property
    def rule(self) -> str:
        """The rule that embeds it."""
        data = b64encode(files(__package__).joinpath("fonts", self.file).read_bytes()).decode()
        ranges = ",".join(
            f"U+{first:X}-{last:X}" if first < last else f"U+{first:X}" for first, last in self.signs
        )
        limits = f" unicode-range: {ranges};" if ranges else ""
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
_PARTS: Final = (("", _LETTERS), ("-signs", _SIGNS), ("-latin", _LATIN))

TYPEFACES: Final = (
    *(
        Typeface("Noughts Text", f"{file}{part}.woff2", look, signs)
        for part, signs in _PARTS
        for look, file in _FILES.items()
    ),
    Typeface("Noughts Math", "stix-two-math.woff2", "formula"),
)


def typefaces_for(html: str | None) -> str:
    """The rules that embed what the text of a page needs; all, if the text is not known yet."""
    signs = None if html is None else signs_by_look(html)
    return "".join(embedded(face) for face in TYPEFACES if signs is None or face.is_used_by(signs))


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
