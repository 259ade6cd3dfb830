"""``noughts explain``: what an error means, with an example and the mended one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Annotated

import typer

from noughts.cli.answer import AsJson, print_json
from noughts.cli.app import verb
from noughts.cli.verbs import ExitCode
from noughts.language.codes import CODES
from noughts.pages.site.leaf import manual_root
from noughts.refusal import Refusal


def completed(begun: str) -> list[str]:
    """The codes that begin so."""
    return [code for code in CODES if code.startswith(begun.upper())]


Code = Annotated[
    str | None,
    typer.Argument(
        metavar="[CODE]",
        help="The code of an error or a note, such as E202; without one, all codes.",
        autocompletion=completed,
    ),
]


@verb(
    ("noughts explain E202", "what it means, an example, and the same without the mistake"),
    ("noughts explain", "all codes, each in a sentence"),
)
def explain_code(code: Code = None, as_json: AsJson = False) -> ExitCode:
    """Explain an error or a note by its code, with a small document that has it and the mended one."""
    if code is None:
        list_codes(as_json=as_json)
        return ExitCode.YES
    found, sentence = known(code)
    section = section_of(found)
    if as_json:
        print_json({"code": found, "says": sentence, "text": section})
    else:
        print("\n".join(without_markdown(section.splitlines())))
    return ExitCode.YES


def list_codes(*, as_json: bool) -> None:
    """Print every code with its sentence."""
    if as_json:
        print_json(CODES)
    else:
        print("\n".join(f"{code}  {says}" for code, says in CODES.items()))


def known(code: str) -> tuple[str, str]:
    """The code as it is listed and its sentence; raises `Refusal` for one that is not."""
    found = code.upper()
    if found not in CODES:
        raise Refusal(f"there is no error `{code}`", "`noughts explain` lists all of them")
    return found, CODES[found]


def section_of(code: str) -> str:
    """The section of the manual on a code, in Markdown."""
    page = (manual_root() / "docs" / "errors.md").read_text("utf-8")
    _, _, after = page.partition(f"### {code}\n")
    section = re.split(r"^##+ ", after, maxsplit=1, flags=re.MULTILINE)[0]
    return re.sub(r"<!-- .*? -->\n?", "", section).strip()


def without_markdown(lines: Iterable[str]) -> Iterator[str]:
    """Markdown for a terminal: blocks are indented, links are their texts."""
    inside = False
    for line in lines:
        if line.startswith("```"):
            inside = not inside
        elif inside:
            yield f"    {line}".rstrip()
        else:
            yield re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", line)
