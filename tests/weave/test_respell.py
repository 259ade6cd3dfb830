"""Documents in another spelling: the mathematics means the same, the prose stays byte for byte."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import record
from noughts.documents import library
from noughts.language.check import check_documents
from noughts.language.dependence import fingerprint
from noughts.language.show import show_definition
from noughts.language.spelling import Spelling
from noughts.text.document import Document, read_document, split_document
from noughts.text.source import Source
from noughts.weave.respell import respelt
from tests.language.trees import DEFINITIONS
from tests.seeds import seed

pytestmark = [pytest.mark.long, pytest.mark.filterwarnings("ignore:Generating overly large repr")]
DOCUMENTS = [
    *map(library.path_of, ["tictactoe", "wythoff"]),
    record.ROOT / "docs" / "language.md",
    record.ROOT / "docs" / "latex.md",
]
SPELLINGS = [None, *Spelling]


@cache
def document_at(path: Path) -> Document:
    if path.name != "latex.md":
        return read_document(path)
    [paper] = re.findall(r"^```tex paper.tex\n(.*?)^```$", path.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return split_document(Source("paper.tex", paper))


def in_spelling(document: Document, spelling: Spelling | None) -> Document:
    return split_document(Source(document.source.name, respelt(document, spelling)))


@cache
def spellings_of(path: Path) -> list[Document]:
    """A document in every spelling."""
    return [in_spelling(document_at(path), spelling) for spelling in SPELLINGS]


def prose(document: Document) -> str:
    """What is neither definitions nor tests, without blanks, which stand between displays."""
    text, places = document.source.text, list[tuple[int, int]]()
    places += [(each.start - 2, each.end + 2) for each in (*document.regions, *document.claims)]
    places += [(each.span.start, each.span.end) for each in document.mathematics.displays]
    places += [(each.expression.start, each.expression.end) for each in document.transcripts]
    for start, end in sorted(places, reverse=True):
        text = text[: max(start, 0)] + text[end:]
    return re.sub(r"\s+", "", text)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_a_document_keeps_its_prose_in_every_spelling(path: Path):
    """That it means the same is made sure of whenever a document is respelt."""
    document = document_at(path)
    first = prose(document)
    for each in spellings_of(path):
        assert prose(each) == first
    text = respelt(document, None)
    assert respelt(split_document(Source("again", text)), None) == text


@pytest.mark.parametrize("name", ["tictactoe", "wythoff"])
def test_its_fingerprint_is_the_same_too(name: str):
    path = library.path_of(name)
    documents = [document_at(path), *spellings_of(path)]
    assert (
        len(
            {
                fingerprint(check_documents([each]), ["initialState", "outcome", "legalMove"])
                for each in documents
            }
        )
        == 1
    )


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_paper_becomes_a_program_and_its_prose_stays(spelling: Spelling | None):
    document = read_document(seed("000"))
    other = in_spelling(document, spelling)
    assert prose(other) == prose(document)
    assert not other.mathematics.displays or spelling not in (Spelling.ASCII, Spelling.UNICODE)


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_the_paper_is_still_a_paper(tmp_path: Path):
    """Without a package for remarks in the margin, which it never uses and few machines have."""
    text = respelt(read_document(seed("000")), Spelling.LATEX).replace(
        r"\usepackage[colorinlistoftodos]{todonotes}", ""
    )
    (tmp_path / "paper.tex").write_text(text, "utf-8")
    command = ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "paper.tex"]
    typeset = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=600, check=False)
    assert typeset.returncode == 0, typeset.stdout.decode("latin-1")[-2000:]


@settings(max_examples=10)
@given(st.lists(DEFINITIONS, min_size=1, max_size=3, unique_by=lambda each: each.name))
def test_generated_documents_come_back(definitions: list):
    assume(not any("$/" in show_definition(each) for each in definitions))  # in a string it ends the region
    text = "Prose, $x$ and more.\n\n" + "\n\n".join(f"/$ {show_definition(each)} $/" for each in definitions)
    document = split_document(Source("test.md", text))
    latex = in_spelling(document, Spelling.LATEX)
    assert in_spelling(latex, Spelling.ASCII).source.text == in_spelling(document, Spelling.ASCII).source.text
