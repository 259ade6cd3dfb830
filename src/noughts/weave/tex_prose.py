"""Prose in TeX as Markdown: by pandoc where it is installed, else by translating the usual commands.

The effect of other commands is lost, and their arguments stay.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import Final

from noughts.stop import SECONDS_FOR_OTHERS
from noughts.weave.prose import NUMBER

_BLOCK_OPEN, _BLOCK_CLOSE = "\ue002", "\ue003"
"""Two characters for private use, with the number of a block of code between them."""
# The mark of a block.
_BLOCK_NUMBER = re.compile(rf"{_BLOCK_OPEN}(\d+){_BLOCK_CLOSE}")
# Replacements, while Markdown is made, for characters with a meaning in Markdown and none in TeX.
_MEANING: Final = {"*": "\ue010", "`": "\ue011", "[": "\ue012", "]": "\ue013", "<": "\ue014", "_": "\ue015"}
# A replacement for a dash that is not part of a longer one in TeX.
_DASH: Final = "\ue016"

# Text that is printed as it is.
_VERBATIM = re.compile(
    r"\\begin\{(verbatim|lstlisting|Verbatim)\*?\}(?:\[[^\]]*\])?\n?(.*?)\\end\{\1\*?\}", re.DOTALL
)
# A table.
_TABULAR = re.compile(r"\\begin\{tabular\}\{(?:[^{}]|\{[^{}]*\})*\}(.*?)\\end\{tabular\}", re.DOTALL)
# A formula of its own line.
_DISPLAY = re.compile(
    r"\$\$(.+?)\$\$|\\\[(.+?)\\\]|\\begin\{((?:equation|align|gather|multline)\*?)\}(.+?)\\end\{\3\}",
    re.DOTALL,
)
# A comment, with the end of its line.
_COMMENT = re.compile(r"(?<!\\)%[^\n]*\n?[ \t]*")
# A group in braces, with up to two groups inside of each other.
_GROUP = r"\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}"
# The definition of a macro, which prints nothing.
_DEFINED = re.compile(
    rf"\\(?:re)?newcommand\*?\s*\{{?\\\w+\}}?(?:\[[^\]]*\])*\s*{_GROUP}|\\def\s*\\\w+[^{{]*{_GROUP}|\\DeclareMathOperator\*?\s*\{{[^}}]*\}}\s*{_GROUP}"
)
# The level of each heading in Markdown.
_SECTIONS = {"part": 2, "chapter": 2, "section": 2, "subsection": 3, "subsubsection": 4, "paragraph": 5}
# What stands in Markdown around the argument of a command.
_AROUND = {
    **dict.fromkeys(("emph", "textit", "textsl"), "*"),
    **dict.fromkeys(("textbf", "textsc"), "**"),
    **dict.fromkeys(("texttt", "code"), "`"),
}
# The same for commands that hold until the end of their group.
_SWITCHES = {
    "it": "*",
    "em": "*",
    "itshape": "*",
    "sl": "*",
    "bf": "**",
    "bfseries": "**",
    "tt": "`",
    "ttfamily": "`",
}
# Commands that print a sign.
_SIGNS = {"ldots": "…", "dots": "…", "LaTeX": "LaTeX", "TeX": "TeX", "textbackslash": "\\\\", "par": "\n\n"}


def markdown_of(text: str) -> str:
    """The prose of a text in TeX as Markdown, with the numbers of its parts.

    If one method loses a part, for example one after the end of an article, the next is used.
    """
    wanted = set(NUMBER.findall(text))
    ways = (by_pandoc, by_ourselves) if shutil.which("pandoc") else (by_ourselves,)
    found = (way(text) for way in ways)
    return next((each for each in found if wanted <= set(NUMBER.findall(each))), text)


def by_pandoc(text: str) -> str:
    """The same by pandoc; by `by_ourselves` if it cannot read the text."""
    command = [
        "pandoc",
        "--sandbox",
        "-f",
        "latex",
        "-t",
        "gfm",
        "--wrap=preserve",
        "--shift-heading-level-by=1",
    ]
    try:
        ended = subprocess.run(
            command, input=text, capture_output=True, encoding="utf-8", timeout=SECONDS_FOR_OTHERS, check=True
        )
    except (subprocess.SubprocessError, OSError):
        return by_ourselves(text)
    heading = "".join(f"# {title}\n\n" for title in titles(text)[:1])
    return heading + re.sub(r"</?[a-zA-Z][^>\n]*>", "", ended.stdout)


def titles(text: str) -> list[str]:
    """The title of a text in TeX, if it has one."""
    return [inline(found[1]).strip() for found in re.finditer(rf"\\title\s*{_GROUP}", text)]


def by_ourselves(text: str) -> str:
    """The usual commands of LaTeX as Markdown."""
    title = "".join(f"# {each}\n\n" for each in titles(text)[:1])
    _, begin, body = text.partition("\\begin{document}")
    text = (body if begin else text).replace("\\end{document}", "")
    blocks: list[str] = []

    def keep(content: str) -> str:
        blocks.append(content.strip("\n"))
        return f"\n\n{_BLOCK_OPEN}{len(blocks) - 1}{_BLOCK_CLOSE}\n\n"

    text = _VERBATIM.sub(lambda found: keep(found[2]), text)
    text = _DEFINED.sub("", _COMMENT.sub("", text))
    text = _TABULAR.sub(lambda found: table(found[1]), text)
    text = _DISPLAY.sub(lambda found: keep((found[1] or found[2] or found[4]).strip()), text)
    text = sections(lists(text))
    text = re.sub(r"\n{3,}", "\n\n", inline(text))
    return title + _BLOCK_NUMBER.sub(lambda found: fence(blocks[int(found[1])]), text)


def fence(content: str) -> str:
    """A block of code."""
    marks = "`" * max(3, *(len(found) + 1 for found in re.findall("`+", content)), 3)
    return f"{marks}\n{content}\n{marks}"


def table(content: str) -> str:
    """The rows of a table."""
    cells = [row.replace("\\hline", "").split("&") for row in content.split(r"\\")]
    rows = [[" ".join(cell.split()) for cell in row] for row in cells if "".join(row).strip()]
    width = max(map(len, rows), default=0)
    lines = [[""] * width, [_DASH * 3] * width, *rows]
    return "\n\n" + "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n\n"


def lists(text: str) -> str:
    """Items with a dash or a number."""
    marks: list[str] = []

    def mark(found: re.Match[str]) -> str:
        if found[1] is None:
            return f"\n{'  ' * (len(marks) - 1)}{marks[-1] if marks else '-'} "
        if found[2] in ("itemize", "enumerate", "description"):
            if found[1] == "begin":
                marks.append("1." if found[2] == "enumerate" else "-")
            elif marks:
                marks.pop()
        return "\n\n"

    return re.sub(r"\\(?:(begin|end)\s*\{(\w+\*?)\}(?:\[[^\]]*\])?|item\b(?:\[[^\]]*\])?\s*)", mark, text)


def sections(text: str) -> str:
    """Headings."""
    names = "|".join(_SECTIONS)
    return re.sub(
        rf"\\({names})\*?(?:\[[^\]]*\])?\s*{_GROUP}",
        lambda found: f"\n\n{'#' * _SECTIONS[found[1]]} {' '.join(found[2].split())}\n\n",
        text,
    )


def inline(text: str) -> str:
    """The markup within paragraphs."""
    for character, stand_in in _MEANING.items():
        if character != "_":
            text = re.sub(rf"(?<!\\){re.escape(character)}", stand_in, text)
    back = _MEANING["`"]
    text = re.sub(rf"{back}{back}(.*?)''", r"“\1”", text, flags=re.DOTALL)
    text = text.replace("---", "—").replace("--", "–").replace("~", " ")
    text = re.sub(r"\\verb\*?(\W)(.*?)\1", lambda found: f"`{found[2]}`", text)
    text = re.sub(rf"\\href\s*{_GROUP}\s*{_GROUP}", r"[\2](\1)", text)
    text = re.sub(rf"\\url\s*{_GROUP}", r"<\1>", text)
    for _ in range(4):  # deeper nesting does not occur in practice
        text = re.sub(r"\{\s*\\(\w+)\s+((?:[^{}])*)\}", switched, text)
        text = re.sub(rf"\\(\w+)\*?(?:\[[^\]]*\])?\s*{_GROUP}", commanded, text)
    text = re.sub(r"\\([%&#_{}$])", lambda found: _MEANING.get(found[1], found[1]), text)
    text = re.sub(r"\\\\(?:\[[^\]]*\])?", "\\\\\n", text)
    text = re.sub(r"\\([A-Za-z]+)\*?[ \t]?", lambda found: _SIGNS.get(found[1], ""), text)
    text = re.sub(r"\\[,;:! ]", " ", text).replace("{", "").replace("}", "")
    text = re.sub("`[^`]*`", in_code, text)
    for character, stand_in in _MEANING.items():
        text = text.replace(stand_in, f"\\{character}")
    return re.sub(r"^[ \t]+", indentation, text.replace(_DASH, "-"), flags=re.MULTILINE)


def in_code(found: re.Match[str]) -> str:
    """Code, in which no character is special."""
    text = found[0]
    for character, stand_in in _MEANING.items():
        text = text.replace(stand_in, character)
    return text


def indentation(found: re.Match[str]) -> str:
    """The text without indentation, except for nested lists."""
    return found[0] if re.match(r"(?:-|1\.) ", found.string[found.end() :]) else ""


def switched(found: re.Match[str]) -> str:
    """``{\\it x}``."""
    mark = _SWITCHES.get(found[1])
    return found[0] if mark is None else f"{mark}{found[2].strip()}{mark}"


def commanded(found: re.Match[str]) -> str:
    """``\\emph{x}``; without commands that print nothing, and with the argument of any other."""
    if found[1] in _SILENT:
        return ""
    mark = _AROUND.get(found[1], "")
    return f"{mark}{found[2].strip()}{mark}" if mark else found[2]


# Commands that print nothing.
_SILENT = {
    *(
        "label",
        "usepackage",
        "documentclass",
        "title",
        "author",
        "date",
        "vspace",
        "hspace",
        "includegraphics",
    ),
    *(
        "bibliography",
        "bibliographystyle",
        "pagestyle",
        "thispagestyle",
        "setlength",
        "input",
        "include",
        "index",
    ),
}
