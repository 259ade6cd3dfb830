"""Prose in Markdown as LaTeX, with definitions, claims and transcripts in place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING
from unicodedata import normalize

from noughts.language.latex_writer import SPECIAL
from noughts.language.spelling import SIGNS, Spelling
from noughts.weave.parts import Part
from noughts.weave.prose import COMMENT, NUMBER, plain, reader, with_numbers, with_written_parts

if TYPE_CHECKING:
    from markdown_it.token import Token

# The commands for headings, by their levels.
_SECTIONS = ("section*", "section", "subsection", "subsubsection", "paragraph", "paragraph")
# The environments for blocks of Markdown.
_ENVIRONMENTS = {
    "bullet_list": "itemize",
    "ordered_list": "enumerate",
    "blockquote": "quote",
}
# What stands around emphasised text.
_AROUND = {"em_open": r"\emph{", "em_close": "}", "strong_open": r"\textbf{", "strong_close": "}"}
# The type sizes of code, each with the characters that fit on a line.
_SIZES = ((88, r"\footnotesize"), (100, r"\scriptsize"))
# Characters that LaTeX sets unchanged in the encodings of the preamble.
_KNOWN = re.compile(r"[\x00-\x7fÀ-ÿĀ-ſ–—‘’“”…×·±°§©«»¡¿]")

# Signs in prose, with their commands in mathematics.
_UNICODE = {
    words[Spelling.UNICODE][0]: words[Spelling.LATEX][0]
    for words in SIGNS.values()
    if not words[Spelling.UNICODE][0].isascii() and len(words[Spelling.UNICODE][0]) == 1
} | {
    "→": r"\rightarrow",
    "←": r"\leftarrow",
    "↔": r"\leftrightarrow",
    "⇐": r"\Leftarrow",
    "⟨": r"\langle",
    "⟩": r"\rangle",
    "∞": r"\infty",
    "√": r"\surd",
    "✓": r"\surd",
    "✗": r"\times",
    "≡": r"\equiv",
    "⌊": r"\lfloor",
    "⌋": r"\rfloor",
    "⌈": r"\lceil",
    "⌉": r"\rceil",
    "≔": ":=",
    "⋅": r"\cdot",
    "¬": r"\lnot",
    "¹": "^1",
    "²": "^2",
    "³": "^3",
    "𝒫": r"\mathcal{P}",
    "□": r"\text{\fboxsep0pt\fbox{\phantom{x}}}",
    "∖": r"\setminus",
    "−": "-",
}


def tex(text: str) -> str:
    """The text in LaTeX, with special characters escaped."""
    return "".join(SPECIAL.get(character, character) for character in text)


def declared(text: str) -> Iterator[str]:
    """Declarations of the other characters of a text; one that LaTeX lacks is replaced by its nearest one."""
    for character in sorted(set(_KNOWN.sub("", text))):
        code = f"{ord(character):04X}"
        shown = _UNICODE.get(character)
        if shown is None:
            ascii_part = normalize("NFKD", character).encode("ascii", "ignore").decode()
            shown = rf"\text{{{tex(ascii_part) or f'[U+{code}]'}}}"
        yield rf"\DeclareUnicodeCharacter{{{code}}}{{\ensuremath{{{shown}}}}}"


def prose_latex(text: str, parts: Sequence[Part]) -> tuple[str, str]:
    """The title of a text, empty if it has none, and its prose with the definitions and tests in place."""
    tokens = reader().parse(with_numbers(text, parts))
    title = ""
    if tokens and tokens[0].type == "heading_open" and tokens[0].tag == "h1":
        title, tokens = inline(tokens[1], parts), tokens[3:]
    return title, "".join(block_texts(tokens, parts)).strip() + "\n"


def block_texts(tokens: Sequence[Token], parts: Sequence[Part]) -> Iterator[str]:
    """The blocks one after the other."""
    row: list[str] = []
    columns: list[int] = []
    for token in tokens:
        kind, _, which = token.type.rpartition("_")
        match token.type:
            case "heading_open":
                yield f"\n\\{_SECTIONS[int(token.tag[1]) - 1]}{{"
            case "heading_close":
                yield "}\n"
            case "paragraph_open":
                yield "" if token.hidden else "\n"
            case "paragraph_close":
                yield "\n"
            case "list_item_open":
                yield "\\item "
            case "fence" | "code_block":
                yield code(with_written_parts(token.content, parts))  # whose content is read again
            case "hr":
                yield "\n\\bigskip\\hrule\\bigskip\n"
            case "table_open":
                columns = widths(tokens, tokens.index(token))
                share = max(sum(columns), 1)
                shape = "".join(column(width / share) for width in columns)
                yield f"\n\\begin{{center}}\\small\n\\begin{{tabular}}{{@{{}}{shape}@{{}}}}\n"
            case "table_close":
                yield "\\end{tabular}\n\\end{center}\n"
            case "tr_open":
                row = []
            case "tr_close":
                yield " & ".join(row) + " \\\\\n"
            case "thead_close":
                yield "\\hline\n"
            case "inline" if COMMENT.fullmatch(token.content):
                pass
            case "inline" if columns and token.map and is_cell(tokens, token):
                row.append(inline(token, parts))
            case "inline":
                yield inline(token, parts)
            case _ if kind in _ENVIRONMENTS and which in ("open", "close"):
                yield f"\n\\{'begin' if which == 'open' else 'end'}{{{_ENVIRONMENTS[kind]}}}\n"


def column(share: float) -> str:
    """A column of a table that takes its share of the line."""
    return rf">{{\raggedright\arraybackslash}}p{{\dimexpr {share:.3f}\linewidth-2\tabcolsep\relax}}"


def is_cell(tokens: Sequence[Token], token: Token) -> bool:
    """Whether an element is in a table."""
    return tokens[tokens.index(token) - 1].type in ("td_open", "th_open")


# Typewriter characters of nine points on a line, without the space between some columns.
_CHARACTERS = 66


def widths(tokens: Sequence[Token], start: int) -> list[int]:
    """A width for each column of a table: its longest word, and a share of the rest for its longest cell."""
    found: list[int] = []
    words: list[int] = []
    column = 0
    for before, token in zip(tokens[start:], tokens[start + 1 :], strict=False):
        if before.type == "table_close":
            break
        if before.type == "tr_open":
            column = 0
        if before.type in ("td_open", "th_open"):
            found += [0] * (column + 1 - len(found))
            words += [1] * (column + 1 - len(words))
            found[column] = max(found[column], min(len(token.content), 40), 12)
            words[column] = max(words[column], *map(len, token.content.replace("`", "").split() or [""]))
            column += 1
    rest = max(_CHARACTERS - sum(words), 0)
    return [100 * word + 100 * rest * cell // sum(found) for word, cell in zip(words, found, strict=True)]


def inline(token: Token, parts: Sequence[Part]) -> str:
    """The text of a paragraph."""
    return "".join(span(child, parts) for child in token.children or ())


def span(token: Token, parts: Sequence[Part]) -> str:
    """One element of a paragraph."""
    match token.type:
        case "text":
            pieces = NUMBER.split(token.content)
            return "".join(
                parts[int(piece)].shown if place % 2 else quoted(tex(piece))
                for place, piece in enumerate(pieces)
            )
        case "code_inline":
            return code_inline(token.content, parts)
        case "softbreak":
            return "\n"
        case "hardbreak":
            return "\\\\\n"
        case "image":
            return rf"\emph{{{tex(plain(token))}}}"
        case "link_open":
            target = str(token.attrs.get("href", ""))
            return rf"\href{{{target.replace('%', chr(92) + '%').replace('#', chr(92) + '#')}}}{{"
        case "link_close":
            return "}"
        case _:
            return _AROUND.get(token.type, "")


def code_inline(text: str, parts: Sequence[Part]) -> str:
    """Code in a line; definitions and claims in it are shown as mathematics, since code is not read back."""
    found = ""
    for place, piece in enumerate(NUMBER.split(text)):
        part = parts[int(piece)] if place % 2 else None
        if part is not None and part.written.startswith(("/$", "/?")):
            found += part.shown
        elif code := tex(part.written if part is not None else piece):
            found += rf"\code{{{code}}}"
    return found


def quoted(text: str) -> str:
    """Straight quotation marks as opening and closing ones."""
    return re.sub(r'"([^"]*)"', r"``\1''", text)


def code(text: str) -> str:
    """A block of code, so small that its lines fit; they are broken at blanks as a last resort."""
    longest = max((len(line) for line in text.splitlines()), default=0)
    size = next((size for most, size in _SIZES if longest <= most), r"\scriptsize")
    inside = text.rstrip("\n").replace("\\end{verbatim}", "\\end {verbatim}")
    return f"\n{{{size}\n\\begin{{verbatim}}\n{inside}\n\\end{{verbatim}}\n}}\n"
