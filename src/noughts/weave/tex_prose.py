"""Prose in TeX as Markdown: by pandoc where it is installed, else its usual commands and no others.

What the other commands do is lost, and what stands in their braces is kept.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import Final

from noughts.weave.prose import NUMBER

KEPT_OPEN, KEPT_CLOSE = "\ue002", "\ue003"
"""Two characters for private use: between them stands the number of a block of code."""
KEPT = re.compile(rf"{KEPT_OPEN}(\d+){KEPT_CLOSE}")
MEANING: Final = {"*": "\ue010", "`": "\ue011", "[": "\ue012", "]": "\ue013", "<": "\ue014", "_": "\ue015"}
"""Characters that mean something to Markdown and nothing to TeX, while Markdown is made."""
DASH: Final = "\ue016"
"""A dash that TeX would not make longer."""
SECONDS = 60

VERBATIM = re.compile(
    r"\\begin\{(verbatim|lstlisting|Verbatim)\*?\}(?:\[[^\]]*\])?\n?(.*?)\\end\{\1\*?\}", re.DOTALL
)
TABULAR = re.compile(r"\\begin\{tabular\}\{(?:[^{}]|\{[^{}]*\})*\}(.*?)\\end\{tabular\}", re.DOTALL)
DISPLAY = re.compile(
    r"\$\$(.+?)\$\$|\\\[(.+?)\\\]|\\begin\{((?:equation|align|gather|multline)\*?)\}(.+?)\\end\{\3\}",
    re.DOTALL,
)
COMMENT = re.compile(r"(?<!\\)%[^\n]*\n?[ \t]*")
GROUP = r"\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}"
DEFINED = re.compile(
    rf"\\(?:re)?newcommand\*?\s*\{{?\\\w+\}}?(?:\[[^\]]*\])*\s*{GROUP}|\\def\s*\\\w+[^{{]*{GROUP}|\\DeclareMathOperator\*?\s*\{{[^}}]*\}}\s*{GROUP}"
)
SECTIONS = {"part": 2, "chapter": 2, "section": 2, "subsection": 3, "subsubsection": 4, "paragraph": 5}
AROUND = {
    **dict.fromkeys(("emph", "textit", "textsl"), "*"),
    **dict.fromkeys(("textbf", "textsc"), "**"),
    **dict.fromkeys(("texttt", "code"), "`"),
}
SWITCHES = {
    "it": "*",
    "em": "*",
    "itshape": "*",
    "sl": "*",
    "bf": "**",
    "bfseries": "**",
    "tt": "`",
    "ttfamily": "`",
}
SIGNS = {"ldots": "…", "dots": "…", "LaTeX": "LaTeX", "TeX": "TeX", "textbackslash": "\\\\", "par": "\n\n"}


def markdown_of(text: str) -> str:
    """The prose of a text in TeX as Markdown, the numbers of its parts in their places.

    If a way there loses one, as of what stands behind the end of an article, the next one is taken.
    """
    wanted = set(NUMBER.findall(text))
    ways = (by_pandoc, by_ourselves) if shutil.which("pandoc") else (by_ourselves,)
    found = (way(text) for way in ways)
    return next((each for each in found if wanted <= set(NUMBER.findall(each))), text)


def by_pandoc(text: str) -> str:
    """The same by pandoc; by ourselves if it cannot read the text."""
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
            command, input=text, capture_output=True, encoding="utf-8", timeout=SECONDS, check=True
        )
    except (subprocess.SubprocessError, OSError):
        return by_ourselves(text)
    heading = "".join(f"# {title}\n\n" for title in titles(text)[:1])
    return heading + re.sub(r"</?[a-zA-Z][^>\n]*>", "", ended.stdout)


def titles(text: str) -> list[str]:
    """The title of a text in TeX, if it has one."""
    return [inline(found[1]).strip() for found in re.finditer(rf"\\title\s*{GROUP}", text)]


def by_ourselves(text: str) -> str:
    """The usual commands of LaTeX in Markdown."""
    title = "".join(f"# {each}\n\n" for each in titles(text)[:1])
    _, begin, body = text.partition("\\begin{document}")
    text = (body if begin else text).replace("\\end{document}", "")
    blocks: list[str] = []

    def keep(content: str) -> str:
        blocks.append(content.strip("\n"))
        return f"\n\n{KEPT_OPEN}{len(blocks) - 1}{KEPT_CLOSE}\n\n"

    text = VERBATIM.sub(lambda found: keep(found[2]), text)
    text = DEFINED.sub("", COMMENT.sub("", text))
    text = TABULAR.sub(lambda found: table(found[1]), text)
    text = DISPLAY.sub(lambda found: keep((found[1] or found[2] or found[4]).strip()), text)
    text = sections(lists(text))
    text = re.sub(r"\n{3,}", "\n\n", inline(text))
    return title + KEPT.sub(lambda found: fence(blocks[int(found[1])]), text)


def fence(content: str) -> str:
    """A block of code."""
    marks = "`" * max(3, *(len(found) + 1 for found in re.findall("`+", content)), 3)
    return f"{marks}\n{content}\n{marks}"


def table(content: str) -> str:
    """The rows of a table."""
    cells = [row.replace("\\hline", "").split("&") for row in content.split(r"\\")]
    rows = [[" ".join(cell.split()) for cell in row] for row in cells if "".join(row).strip()]
    width = max(map(len, rows), default=0)
    lines = [[""] * width, [DASH * 3] * width, *rows]
    return "\n\n" + "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n\n"


def lists(text: str) -> str:
    """Items with a dash or a number in front."""
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
    names = "|".join(SECTIONS)
    return re.sub(
        rf"\\({names})\*?(?:\[[^\]]*\])?\s*{GROUP}",
        lambda found: f"\n\n{'#' * SECTIONS[found[1]]} {' '.join(found[2].split())}\n\n",
        text,
    )


def inline(text: str) -> str:
    """What stands within paragraphs."""
    for character, stand_in in MEANING.items():
        if character != "_":
            text = re.sub(rf"(?<!\\){re.escape(character)}", stand_in, text)
    back = MEANING["`"]
    text = re.sub(rf"{back}{back}(.*?)''", r"“\1”", text, flags=re.DOTALL)
    text = text.replace("---", "—").replace("--", "–").replace("~", " ")
    text = re.sub(r"\\verb\*?(\W)(.*?)\1", lambda found: f"`{found[2]}`", text)
    text = re.sub(rf"\\href\s*{GROUP}\s*{GROUP}", r"[\2](\1)", text)
    text = re.sub(rf"\\url\s*{GROUP}", r"<\1>", text)
    for _ in range(4):  # as deep as anybody nests them
        text = re.sub(r"\{\s*\\(\w+)\s+((?:[^{}])*)\}", switched, text)
        text = re.sub(rf"\\(\w+)\*?(?:\[[^\]]*\])?\s*{GROUP}", commanded, text)
    text = re.sub(r"\\([%&#_{}$])", lambda found: MEANING.get(found[1], found[1]), text)
    text = re.sub(r"\\\\(?:\[[^\]]*\])?", "\\\\\n", text)
    text = re.sub(r"\\([A-Za-z]+)\*?[ \t]?", lambda found: SIGNS.get(found[1], ""), text)
    text = re.sub(r"\\[,;:! ]", " ", text).replace("{", "").replace("}", "")
    text = re.sub("`[^`]*`", in_code, text)
    for character, stand_in in MEANING.items():
        text = text.replace(stand_in, f"\\{character}")
    return re.sub(r"^[ \t]+", indentation, text.replace(DASH, "-"), flags=re.MULTILINE)


def in_code(found: re.Match[str]) -> str:
    """Code, where characters mean nothing but themselves."""
    text = found[0]
    for character, stand_in in MEANING.items():
        text = text.replace(stand_in, character)
    return text


def indentation(found: re.Match[str]) -> str:
    """No blanks before a line, but for the items of a list in a list."""
    return found[0] if re.match(r"(?:-|1\.) ", found.string[found.end() :]) else ""


def switched(found: re.Match[str]) -> str:
    """``{\\it x}``."""
    mark = SWITCHES.get(found[1])
    return found[0] if mark is None else f"{mark}{found[2].strip()}{mark}"


def commanded(found: re.Match[str]) -> str:
    """``\\emph{x}``; nothing of commands that print nothing, the argument of any other."""
    if found[1] in SILENT:
        return ""
    mark = AROUND.get(found[1], "")
    return f"{mark}{found[2].strip()}{mark}" if mark else found[2]


SILENT = {
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
