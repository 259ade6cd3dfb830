"""The typefaces of a page: STIX Two, in files of which a page has those whose signs occur in it.

Without a typeface for mathematics, brackets do not grow, and some systems have none.
`tools/typefaces.py` makes the files.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, TypeAlias

Ranges: TypeAlias = tuple[tuple[int, int], ...]
"""Signs by their numbers, from first to last."""

_BASIC: Final[Ranges] = tuple(
    (ord(signs[0]), ord(signs[-1]))
    for signs in (" ~", "\xa0", "¬", "·", "×", "–—", "‘’", "“”", "…", "′", "−")
)
"""What English prose is set in."""

_FIRST_AND_LAST: Final = (
    "¡« \xad¶ ¸Ö Øÿ ı Œœ ʻʼ ˆ ˚ ˜ \u0300\u0304 \u0308\u030a \u0323 \u2009\u200b ‚ „ • ″ ‹› ⁄ € ™ ∕"
)
_LATIN: Final[Ranges] = tuple((ord(signs[0]), ord(signs[-1])) for signs in _FIRST_AND_LAST.split(" "))
"""The letters and signs of other languages of Western Europe, as far as they are not basic."""


@dataclass(frozen=True, slots=True)
class Typeface:
    """A file of a family, and the signs for which it is used; all, if none are named."""

    family: str
    file: str
    look: str
    signs: Ranges = ()

    def is_used_by(self, text: Collection[str]) -> bool:
        """Whether one of these signs is set in it."""
        return not self.signs or any(
            first <= ord(sign) <= last for sign in text for first, last in self.signs
        )

    @property
    def rule(self) -> str:
        """The rule that embeds it."""
        data = b64encode(files(__package__).joinpath("fonts", self.file).read_bytes()).decode()
        ranges = ",".join(
            f"U+{first:X}-{last:X}" if first < last else f"U+{first:X}" for first, last in self.signs
        )
        limits = f" unicode-range: {ranges};" if ranges else ""
        source = f'url(data:font/woff2;base64,{data}) format("woff2")'
        return f'@font-face {{ font-family: "{self.family}"; {self.look};{limits} src: {source}; }}\n'


_LOOKS: Final = (
    ("stix-two-text", "font-weight: 400"),
    ("stix-two-text-bold", "font-weight: 700"),
    ("stix-two-text-italic", "font-style: italic"),
)

TYPEFACES: Final = (
    *(Typeface("Noughts Text", f"{name}.woff2", look, _BASIC) for name, look in _LOOKS),
    *(Typeface("Noughts Text", f"{name}-latin.woff2", look, _LATIN) for name, look in _LOOKS),
    Typeface("Noughts Math", "stix-two-math.woff2", "font-weight: 400"),
)


def typefaces_for(text: str | None) -> str:
    """The rules that embed what a text needs; all, if the text is not known yet."""
    signs = None if text is None else set(text)
    return "".join(embedded(face) for face in TYPEFACES if signs is None or face.is_used_by(signs))


@cache
def embedded(face: Typeface) -> str:
    """The rule that embeds a typeface, kept."""
    return face.rule
