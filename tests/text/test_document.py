"""What stands in the text of a document (LED, «documents»), and files of any kind whatever."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.language.check import check_text, read_program
from noughts.language.core import Claim, Printed
from noughts.meaning.compile import Compiled
from noughts.meaning.self_test import self_test
from noughts.text.diagnostic import DocumentError
from noughts.text.document import LARGEST_BYTES, Document, read_document, split_document
from noughts.text.source import Source
from noughts.text.tex.displays import is_tex
from tests.led import wrong


def document(text: str) -> Document:
    return split_document(Source("test.led", text))


def regions(text: str) -> list[str]:
    return [span.text for span in document(text).regions]


def test_regions_and_claims_in_prose():
    text = "Prose /$ a := 1 $/ more $ / $ prose /$b := 2$/ /? a = 1 ?/ why? /or/? not ?/ end"
    assert regions(text) == [" a := 1 ", "b := 2"]
    assert [span.text for span in document(text).claims] == [" a = 1 "]
    assert document(text).problems == ()


def test_a_region_ends_at_the_first_mark():
    assert regions("/$ a /$ b $/ c $/") == [" a /$ b "]
    assert regions("/$$/") == [""]
    assert regions('/$ a := "$/" $/') == [' a := "']


@pytest.mark.parametrize("opening", ["/$", "/?"])
def test_a_region_that_is_never_closed_is_said_so_and_read_all_the_same(opening: str):
    found = document(f"prose {opening} a := 1\n\nmore")
    assert [(d.code, d.span and d.span.text) for d in found.problems] == [("E102", opening)]


@pytest.mark.parametrize("mark", ["/$", "/?"])
def test_of_many_regions_that_are_never_closed_the_first_are_told(mark: str):
    """And the rest of the text is read no more: five megabytes of them took quadratic time."""
    found = document(f"{mark} a := 1 " * 100_000)
    assert [d.code for d in found.problems] == ["E102"] * 10
    assert len(found.regions) + len(found.claims) < 10


def test_of_many_transcripts_that_cannot_be_read_the_first_are_told():
    assert len(document("cmd:>\n" * 10_000).problems) == 1000


TRANSCRIPT = """
cmd:>pp(rows)
"{{1, 2, 3}, {4, 5, 6}}"
   cmd:> pp( (1, 2)[1] )
   "1"

```
cmd:>pp("a string")
"a string"
```
"""


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_transcripts(newline: str):
    found = document(TRANSCRIPT.replace("\n", newline))
    assert found.problems == ()
    assert [(t.expression.text.strip(), t.expected) for t in found.transcripts] == [
        ("rows", "{{1, 2, 3}, {4, 5, 6}}"),
        ("(1, 2)[1]", "1"),
        ('"a string"', "a string"),
    ]


@pytest.mark.parametrize(
    "text", ["cmd:>pp(1)", "cmd:>pp(1)\n\n", "cmd:>pp(1)\n1", 'cmd:>1\n"1"', 'cmd:>pp 1\n"1"', "cmd:>"]
)
def test_a_transcript_that_cannot_be_read(text: str):
    assert [d.code for d in document(f"prose\n{text}\n").problems] == ["E103"]


def test_no_transcript_stands_in_a_region():
    assert document('/$ a := "x" cmd:>pp(1)\n"1" $/').transcripts == ()


MIXED = """
/$ a := 1 S := {a} f(x) := x $/
/? a = 1; a < 2 ?/
cmd:>pp(a_)
"1"
cmd:>pp({x | x in S_ & f_(x) = a_})
"{1}"
/? b = 1 where b = a ?/
"""


def test_all_tests_of_a_document_are_read_in_order():
    program = check_text(MIXED)
    assert [type(test) for test in program.tests] == [Claim, Claim, Printed, Printed, Claim]
    assert all(verdict.passed for verdict in self_test(program, Compiled(program)))


def test_a_final_underscore_is_meant_for_transcripts_only():
    assert [d.code for d in wrong("/$ a := 1 b := a_ $/")] == ["E202"]
    assert [d.code for d in wrong("/$ a := 1 $/ /? a_ = 1 ?/")] == ["E202"]
    assert [d.code for d in wrong('/$ a := 1 $/\ncmd:>pp(b_)\n"1"\n')] == ["E202"]
    assert wrong('/$ a_ := 1 a := 2 $/\ncmd:>pp(a_)\n"1"\n') == ()
    assert wrong('/$ a := 1 $/\ncmd:>pp(currentState_)\n"{}"\n') == ()


# Files


def read(path: Path, data: bytes) -> tuple[str, str]:
    """Code and fact of what is wrong with a file of these bytes."""
    path.write_bytes(data)
    with pytest.raises(DocumentError) as caught:
        read_document(path)
    (diagnostic,) = caught.value.diagnostics
    return diagnostic.code, diagnostic.fact.replace(str(path), "FILE")


def test_files_that_are_no_text(tmp_path: Path):
    file = tmp_path / "a.led"
    assert read(file, "ä\nöb".encode("latin-1")) == (
        "E101",
        "FILE is not UTF-8 text: byte 0xe4 at line 1, column 1",
    )
    assert read(file, "ä\nöb\xff".encode() + b"\xff") == (
        "E101",
        "FILE is not UTF-8 text: byte 0xff at line 2, column 4",
    )
    assert read(file, b"/$ a := 1 $/\0") == ("E101", "FILE is not text: it contains zero bytes")
    assert read(file, b" " * (LARGEST_BYTES + 1)) == ("E101", "FILE is larger than 16 MB")


def test_files_that_cannot_be_read(tmp_path: Path):
    for path, says in ((tmp_path, "is a directory"), (tmp_path / "no.led", "no such file")):
        with pytest.raises(DocumentError) as caught:
            read_program([path])
        (diagnostic,) = caught.value.diagnostics
        assert diagnostic.code == "E101"
        assert says in diagnostic.fact


def test_a_byte_order_mark_and_windows_lines_are_no_trouble(tmp_path: Path):
    file = tmp_path / "a.led"
    file.write_bytes("\ufeff/$ a := 1\r\nb := a + \r\n$/\r\n".encode())
    with pytest.raises(DocumentError) as caught:
        read_program([file])
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.span is not None
    assert (diagnostic.span.line, diagnostic.span.column) == (2, 8)


def test_an_empty_file_has_no_definition(tmp_path: Path):
    for text in ("", "only prose", "/$ $/", "/$ ledGame $/"):
        (tmp_path / "a.led").write_text(text)
        with pytest.raises(DocumentError) as caught:
            read_program([tmp_path / "a.led"])
        assert [d.code for d in caught.value.diagnostics] == ["E108"]


def test_several_documents_are_one_program(tmp_path: Path):
    (tmp_path / "a.led").write_text("/$ a := b $/")
    (tmp_path / "b.tex").write_text("/$ b := 1 ledGame $/")
    program = read_program([tmp_path / "a.led", tmp_path / "b.tex"])
    assert set(program.definitions) == {"a", "b"}
    assert program.is_game
    (tmp_path / "b.tex").write_text("/$ a := 1 $/")
    with pytest.raises(DocumentError) as caught:
        read_program([tmp_path / "a.led", tmp_path / "b.tex"])
    assert sorted((d.code, d.span and Path(d.span.source.name).name) for d in caught.value.diagnostics) == [
        ("E201", "b.tex"),
        ("E202", "a.led"),
    ]


# Places


@given(st.text("ab\n\r\t\f\x85\u2028äé😀", max_size=30), st.integers(0, 30))
def test_lines_and_columns_are_counted_as_editors_do(text: str, offset: int):
    """Line n is what stands between the n-th and the next line feed; columns are characters."""
    offset = min(offset, len(text))
    source = Source("", text)
    line, column = source.line_column(offset)
    before = text[:offset].split("\n")
    assert (line, column) == (len(before), len(before[-1]) + 1)
    assert source.line_text(line) == text.split("\n")[line - 1].rstrip("\r")


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("\\documentclass{article}", True),
        ("% a comment\n\\RequirePackage{fix} \\documentclass{article}", True),
        ("a := 1\n\\begin{document}", True),
        ("A paper begins with `\\documentclass`.", False),
        ("A paper:\n\n```latex\n\\documentclass{article}\n\\begin{document}\n```\n", False),
        ("```sh\nls\n```\n\\documentclass{article}", True),
    ],
)
def test_markdown_may_quote_latex(text: str, latex: bool) -> None:
    assert is_tex(Source("paper.md", text)) == latex
