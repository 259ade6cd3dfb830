"""Write down what Noughts says now, where the manual and the tests show it.

    python tools/record.py

brings up to date what every bad document is answered, the pages that show it, and the tables that are
made from the code; `git diff` then shows what has changed.  The tests fail where this would write
something else.  What is made stands

* in ``tests/documents/bad/NAME.out``: a command, and what it prints for the document beside it;
* in `PAGES`, between ``<!-- NAME -->`` and ``<!-- end -->``: a bad document, its answer and the mended one of
  ``tests/documents/mended``, or a table;
* in `PAGES`, in blocks of kind ``console``: what each ``$ noughts …`` prints, with the blocks above it of
  kind ``led NAME``, ``tex NAME``, ``data NAME`` and ``python NAME`` as files of that name. A later block of
  the same name replaces the file; ``led +NAME`` appends to it, and ``led =NAME`` changes the lines in it that
  begin with the same word. What a person types in a match is taken from the lines after the prompt, as in
  ``x> b2``.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
import tomllib
from collections.abc import Sequence
from contextlib import ExitStack, chdir, redirect_stderr, redirect_stdout
from io import StringIO
from itertools import count, zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "src"))

from noughts.cli.main import obey  # noqa: E402
from noughts.documents import library  # noqa: E402
from noughts.language.builtins import OPERATOR_WORDS, TABLE, Builtin  # noqa: E402
from noughts.language.codes import CODES  # noqa: E402
from noughts.language.spelling import Spelling, spelling_of  # noqa: E402

BAD = ROOT / "tests" / "documents" / "bad"
MENDED = ROOT / "tests" / "documents" / "mended"
BAD_DOCUMENTS = tuple(sorted(BAD.glob("*.led")))
COLOURS = (
    ROOT / "editors" / "vim" / "syntax" / "led.vim",
    ROOT / "editors" / "vscode" / "syntaxes" / "led.tmLanguage.json",
)
"""The files in which editors find the words of the language."""
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "docs" / "notes" / "solving.md")
NAMED = re.compile(
    r"^```(?:led|tex|data|python) (?P<how>[+=]?)(?P<file>\S+)\n(?P<text>.*?)^```", re.DOTALL | re.MULTILINE
)
PIECE = re.compile(
    rf"^<!-- (?P<name>[\w-]+) -->\n.*?^<!-- end -->|^```console\n(?P<commands>.*?)^```|{NAMED.pattern}",
    re.DOTALL | re.MULTILINE,
)
"""What is made on a page, and the files that it needs; a block inside a made piece belongs to it."""
COMMAND = re.compile(r"^\$ noughts (.*)$", re.MULTILINE)
TYPED = re.compile(r"^\w+> (.+)$", re.MULTILINE)
"""What a person types in a match."""
DEEP = re.compile(r"(?<=countdown\()-\d{4,}|\d{4,}(?= outer calls)")
"""How deep a recursion came is another number in every environment."""


def said(words: str, folder: Path, typed: Sequence[str] = ()) -> str:
    """What ``noughts`` prints for a command and typed lines, in a folder; the clock goes on by a look, not by
    time."""
    printed = StringIO()
    with ExitStack() as scene:
        scene.enter_context(chdir(folder))
        scene.enter_context(redirect_stdout(printed))
        scene.enter_context(redirect_stderr(printed))
        scene.enter_context(patch.dict(os.environ, {"COLUMNS": "100", "NO_COLOR": "1"}))
        scene.enter_context(patch("sys.stdin", StringIO("".join(f"{line}\n" for line in typed))))
        scene.enter_context(patch("noughts.meaning.budget.monotonic", count(0, 0.001).__next__))
        obey(shlex.split(words))
    lines = DEEP.sub("…", printed.getvalue()).rstrip().splitlines()
    return "".join(f"{line.rstrip()}\n" for line in lines)


def answered(text: str, folder: Path) -> str:
    """A conversation with the shell: the commands in a text, each with what it prints now."""
    _, *parts = COMMAND.split(text)
    return "\n".join(
        f"$ noughts {command}\n{said(command, folder, TYPED.findall(printed))}"
        for command, printed in zip(parts[::2], parts[1::2], strict=True)
    )


def answer(document: Path) -> str:
    """What a bad document is answered as it should be recorded."""
    recorded = document.with_suffix(".out")
    if not recorded.exists():
        return answered(f"$ noughts check {document.name}\n", BAD)
    return answered(recorded.read_text("utf-8"), BAD)


def page(path: Path) -> str:
    """A page of the manual as it should be."""
    text = path.read_text("utf-8")
    with TemporaryDirectory() as folder:
        return PIECE.sub(lambda piece: renewed(piece, Path(folder)), text)


def renewed(piece: re.Match[str], folder: Path) -> str:
    """A piece of a page as it should be; its commands find their documents in a folder."""
    if piece["file"]:
        file = folder / piece["file"]
        file.write_text(put(piece["how"], piece["text"], file), "utf-8")
        return piece[0]
    if piece["name"]:
        return made(piece["name"])
    return f"```console\n{answered(piece['commands'], folder)}```"


def put(how: str, text: str, file: Path) -> str:
    """What a file contains once a block of a page has been put into it."""
    before = file.read_text("utf-8") if how else ""
    if how != "=":
        return before + text
    changed = {line.partition(" ")[0]: line for line in text.splitlines()}
    lines = [changed.get(line.partition(" ")[0], line) for line in before.splitlines()]
    return "".join(f"{line}\n" for line in lines)


def made(name: str) -> str:
    """What stands between the marks of that name."""
    tables_of = {
        "builtins": tables,
        "grades": grades,
        "games": games,
        "lessons": lessons,
        "seconds": seconds,
        "sheet": sheet,
    }
    inside = tables_of[name]() if name in tables_of else mistake(name)
    return f"<!-- {name} -->\n{inside}<!-- end -->"


def mistake(name: str) -> str:
    """A bad document, if it is a short text, what it is answered, and the mended one."""
    document, answer = BAD / f"{name}.led", (BAD / f"{name}.out").read_text("utf-8")
    try:
        text = document.read_text("utf-8")
    except UnicodeDecodeError:
        text = ""
    shown = f"```led\n{text}```\n\n" if text and len(text) < 800 else ""
    heading = f"### {name}\n\n{CODES[name]}\n\n" if name in CODES else ""
    mended = MENDED / f"{name}.led"
    right = f"\nCorrected:\n\n```led\n{mended.read_text('utf-8')}```\n" if mended.exists() else ""
    return f"{heading}{shown}```console\n{answer}```\n{right}"


def grades() -> str:
    """How the mistakes of newcomers are answered, before kinds were inferred and now."""
    sys.path.insert(0, str(ROOT))
    from tests.documents.test_mistakes import MISTAKES, grade

    rows = ""
    for when, found in (
        ("before", [int(mistake["before"]) for mistake in MISTAKES]),
        ("now", [grade(mistake) for mistake in MISTAKES]),
    ):
        counts = " | ".join(str(found.count(each)) for each in range(4))
        rows += f"| {when} | {counts} | {sum(found) / len(found):.2f} |\n"
    head = "| | 0 silent, or elsewhere | 1 something is wrong | 2 where and why | 3 the mend as well | mean |"
    return f"{head}\n|---|---|---|---|---|---|\n{rows}"


def games() -> str:
    """The games of the library kind by kind, with what is known of them."""
    listed = tomllib.loads((ROOT / "tests" / "library" / "figures.toml").read_text("utf-8"))["game"]
    figures = {each["name"]: each for each in listed if "let" not in each}
    text = ""
    for kind, members in library.kinds().items():
        text += f"**{kind}**\n\n| | game | lines | formulas | positions | value | published by |\n"
        text += "|---|---|---|---|---|---|---|\n"
        for name in members:
            found = figures.get(name, {})
            count = f"{sum(found['by_ply']):,}" if "transitions" in found else ""
            value = found.get("value", " or ".join(found.get("outcomes", ())))
            lines = definition_lines(library.path_of(name).read_text("utf-8"))
            formulas = "yes" if found and found.get("formulas", True) else "no"
            known = found.get("published", {})
            said = known.get("by", "") if value else ": ".join(known.values())
            row = (f"`{name}`", library.title_of(name), str(lines), formulas, count, value, said)
            text += f"| {' | '.join(row)} |\n"
        text += "\n"
    return text


def seconds() -> str:
    """What solving takes, as `python -m benchmarks by_hand` has measured it, small games first."""
    measured = tomllib.loads((ROOT / "docs" / "seconds.toml").read_text("utf-8"))
    text = f"Measured on {measured['measured']}; {measured['machine']}.\n\n"
    text += "| game | positions | lines | seconds, first | again | in Python | its lines | ratio |\n"
    text += "|---|---|---|---|---|---|---|---|\n"
    for each in sorted(measured["game"], key=lambda each: each["positions"]):
        setting = " ".join(f"`{word}`" for word in (each["name"], *each.get("let", ())))
        lines = definition_lines(library.path_of(each["name"]).read_text("utf-8"))
        cells = [
            setting,
            f"{each['positions']:,}",
            str(lines),
            f"{each['first']:.2f}",
            f"{each['again']:.2f}",
        ]
        by_hand = each.get("by_hand")
        cells += ["", "", ""] if by_hand is None else [f"{by_hand:.2f}", str(each["lines"]), times(each)]
        text += f"| {' | '.join(cells)} |\n"
    return text


def times(measured: dict[str, float]) -> str:
    """The first run beside plain Python, if that is long enough to be compared."""
    by_hand = measured["by_hand"]
    return f"{measured['first'] / by_hand:.2f}" if by_hand >= 0.1 else ""


def definition_lines(text: str) -> int:
    """The lines of the regions with definitions that are not empty."""
    regions = re.findall(r"/\$(.*?)\$/", text, re.DOTALL)
    return sum(1 for region in regions for line in region.splitlines() if line.strip())


def lessons() -> str:
    """The topics of lessons, with games for each."""
    return "".join(
        f"- {topic}: {', '.join(f'`{name}`' for name in members)}\n"
        for topic, members in library.topics().items()
    )


GROUPS = {
    "truth": "Truth",
    "comparison": "Comparisons",
    "set": "Sets",
    "number": "Numbers",
    "tuple": "Tuples",
    "easel": "Easel's points, colours and images",
    "frame": "The frame of a game",
}


def tables() -> str:
    """The builtins, a table for each group."""
    return "".join(f"**{title}**\n\n{table(group)}\n" for group, title in GROUPS.items())


def table(group: str) -> str:
    """One group of builtins, a row each."""
    rows = "".join(f"| {' | '.join(row(one))} |\n" for one in TABLE if one.group == group)
    return f"| | spelt | | example | gives |\n|---|---|---|---|---|\n{rows}"


def sheet() -> str:
    """All builtins on a sheet, two in a row: how they are written, and what they mean."""
    cells = [f"{row(one)[0]} {sign_of(one)}| {one.doc} |" for one in TABLE]
    half = (len(cells) + 1) // 2
    pairs = zip_longest(cells[:half], cells[half:], fillvalue="| |")
    return "| | | | |\n|---|---|---|---|\n" + "".join(f"| {left} {right}\n" for left, right in pairs)


def sign_of(builtin: Builtin) -> str:
    """Its sign in Unicode, if that is another than in the form."""
    signs = [word for word in builtin.spellings if spelling_of(word) is Spelling.UNICODE]
    return "".join(f"{code(sign)} " for sign in signs[:1] if sign not in builtin.form)


def row(builtin: Builtin) -> tuple[str, ...]:
    """How it is written, its spellings, what it means, an example and its value; of LaTeX the usual sign."""
    latex = [word for word in builtin.spellings if spelling_of(word) is Spelling.LATEX]
    words = [word for word in builtin.spellings if word not in latex[1:]]
    spellings = " ".join(map(code, words))
    example, value = builtin.example
    return code(builtin.form), spellings, builtin.doc, code(example), code(value)


def code(text: str) -> str:
    """A piece of the language in a cell of a table."""
    inside = text.replace("|", "\\|")
    return f"`` {inside} ``" if "`" in inside else f"`{inside}`"


def coloured(text: str) -> str:
    """A file of an editor with the operators that are words, but for U and V, which may be names."""
    words = [word for word in OPERATOR_WORDS if len(word) > 1]
    text = re.sub(r"(?<=keyword ledOperator )[\w ]+(?= U V )", " ".join(words), text)
    return re.sub(r"(?<=\(\?:)[\w|]+(?=\|\[UV\])", "|".join(words), text)


def write(path: Path, text: str) -> None:
    """Write a file if it is not so already, and say so."""
    if not path.exists() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")
        print(f"written: {path.relative_to(ROOT)}")


def main() -> None:
    """Write what is not as it should be; the pages last, because they show the answers."""
    for document in BAD_DOCUMENTS:
        write(document.with_suffix(".out"), answer(document))
    for path in COLOURS:
        write(path, coloured(path.read_text("utf-8")))
    for path in PAGES:
        write(path, page(path))


if __name__ == "__main__":
    main()
