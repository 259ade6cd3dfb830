"""Any text whatever gives a program or diagnostics, never anything else, and soon."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import process_time

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from noughts.documents import library
from noughts.language.check import check_text, read_program
from noughts.language.codes import CODES
from noughts.language.core import Program
from noughts.language.parse import is_unfinished, parse_entry, parse_expression
from noughts.meaning.budget import Budget
from noughts.meaning.compile import Compiled
from noughts.meaning.run_error import RunError
from noughts.meaning.self_test import self_test
from noughts.text.diagnostic import DocumentError, report
from noughts.values.limits import LEVELS
from noughts.values.show import show
from tests.language.test_words import ALTERNATIVES, RESERVED
from tests.led import MEANINGS, Meaning, codes, failure, program
from tests.terminals import WAIT

pytestmark = pytest.mark.long


def checked(text: str) -> Program | None:
    """The program of a text, if it is one; if not, its diagnostics are as they should be."""
    try:
        return check_text(text)
    except DocumentError as error:
        problems = error.diagnostics
    assert problems
    for diagnostic in problems:
        assert diagnostic.code in CODES
        assert diagnostic.fact
        if diagnostic.span is not None:
            assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(text)
    places = [diagnostic.place() for diagnostic in problems]
    assert places == sorted(places)
    assert report(problems)
    return None


@given(st.binary(max_size=200))
@example(b"/$ \xc3\xa9 := 1 $/")
def test_any_bytes(data: bytes):
    with tempfile.TemporaryDirectory() as folder, suppress(DocumentError):
        (Path(folder) / "a.led").write_bytes(data)
        read_program([Path(folder) / "a.led"])


@given(st.text(max_size=100))
@example("\x1f")
@example("\xa0a :=\u20281")
def test_any_text(text: str):
    checked(text)
    checked(f"/$ {text} $/")
    checked(f"/$ a := 1 $/ /? {text} ?/")
    checked(f'/$ a := 1 $/\ncmd:>pp({text})\n"1"')


def test_any_space_is_space():
    assert codes("a\xa0:=\u2003x\u2028b := 1\x1f") == ["E202"]


WORDS = [
    *RESERVED.split(), *ALTERNATIVES, *ALTERNATIVES.values(), "(", ")", "[", "]", "{", "}", "|", ",", ";",
    ".", "..", "=", "<", ">", "+", "/", "^", ":=", "x", "y", "f", "S", "1", "0.5", "1.(3..)", '"s"', "`a",
    "mouseX", "point", "currentState", "/$", "$/", "/?", "?/", "\n", "§", '"', "⌊", "⌋", "⌈", "⌉",
]  # fmt: skip


@given(st.lists(st.sampled_from(WORDS), max_size=30))
def test_any_words(words: list[str]):
    text = " ".join(words)
    checked(f"/$ {text} $/")
    checked(f"/$ v := {text} $/")
    checked(f"/$ f(x) iff {text} $/ /? {text} ?/")
    is_unfinished(text)
    with suppress(DocumentError):
        parse_entry(text)
    with suppress(DocumentError):
        parse_expression(text)


DOCUMENTS = {name: library.path_of(name).read_text("utf-8") for name in library.names()}
SMALL = Budget(seconds=0.03, elements=2000, depth=200, megabytes=200)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A document of the library in which stretches are taken out, doubled, or replaced by a word."""
    text = DOCUMENTS[draw(st.sampled_from(sorted(DOCUMENTS)))]
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        stretch = text[start : start + draw(st.integers(0, 25))]
        to = draw(st.integers(0, len(text)))
        put = draw(st.sampled_from([*WORDS, "", stretch]))
        text = text[:to] + put + text[to + draw(st.integers(0, 8)) :]
    return text


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(mutated())
def test_any_document_and_all_it_defines(text: str):
    made = checked(text)
    if made is None:
        return
    for meaning in MEANINGS:
        asked = meaning(made, SMALL)
        for definition in made.definitions.values():
            with suppress(RunError):
                asked.value(definition.name, *[0 for _ in definition.parameters])
    for verdict in self_test(made, Compiled(made, SMALL)):
        assert str(verdict)


LONG = {
    "brackets that are never closed": "(" * 20_000,
    "brackets": "(" * 10_000 + "1" + ")" * 10_000,
    "braces that are never closed": "{" * 20_000,
    "braces": "{" * 10_000 + "}" * 10_000,
    "bars": "|" * 20_001,
    "not": "~" * 10_000 + "true",
    "minus": "-" * 10_000 + "1",
    "quantifiers": "some x in {1}. " * 2_000 + "true",
    "folds": "Sum[x in {1}] " * 2_000 + "1",
    "chains in chains": "0 < |{x | x in {1} & " * 60 + "true" + "}| < 5" * 60,
    "quantifiers in sets of quantifiers": "{x | x in {1} & (all a, b, c in " * 60 + "{1}" + ". true)}" * 60,
    "a long numeral": "7" * 100_000,
    "a long block": ".(" + "7" * 100_000 + "..)",
    "a long name": "a" * 200_000,
    "a long string": '"' + "a" * 200_000 + '"',
    "odd characters": "§" * 100_000,
    "odd characters apart": "§ " * 5_000,
    "heads": "( " + ") := " * 5_000,
    "signs": ":= " * 20_000,
    "semicolons": "1 if true; " * 1_000 + "2 otherwise",
    "bad definitions": "a := ) " * 3_000,
    "unknown names": "{" + ", ".join(f"nam{i}" for i in range(3_000)) + "}",
    "conjuncts that wait": "{x0 | " + " & ".join(f"x{i} = x{i + 1}" for i in range(500)) + " & x500 in {1}}",
    "regions": "1 $/ /$ " * 5_000,
}
SOON = 20
"""Seconds of the processor; each takes less than two, and many took minutes before."""


@contextmanager
def soon() -> Iterator[None]:
    """What is done within is done in a time that grows with the text, and not with its square."""
    start = process_time()
    yield
    assert process_time() - start < SOON


@pytest.mark.parametrize("name", LONG)
def test_a_long_text_is_answered_soon(name: str):
    with soon():
        made = checked(f"/$ v := {LONG[name]} $/")
    if made is not None:
        for meaning in MEANINGS:
            meaning(made).value("v")


PROSE = {
    "tildes": "~" * 200_000,
    "ticks": "`" * 200_000,
    "lines of code": "~~~\n" * 20_000,
    "environments that are never closed": "\\begin{equation} " * 10_000,
    "literal text that is never closed": "\\begin{verbatim} " * 10_000,
    "environments that were never opened": "\\end{x} " * 5_000,
    "dollars": "$$" * 5_001,
    "commands": "\\newcommand" * 10_000 + "\\def" * 10_000,
    "fractions": "$$" + "\\frac" * 2_000,
    "powers": "$$" + "x^" * 2_000,
    "brackets": "$$" + "\\left(" * 2_000,
}


@pytest.mark.parametrize("name", PROSE)
def test_long_prose_is_answered_soon(name: str):
    with soon():
        checked(PROSE[name])


CHAIN = 1_200
"""Links of chains that go the same way as the sum, which has more; Python's own stack has room for 1000."""

WORTH = {
    "and": ("true & " * CHAIN + "true", "true"),
    "or": ("false V " * CHAIN + "true", "true"),
    "chain": (" < ".join(map(str, range(1000))), "true"),
    "set": ("|{" + ", ".join(map(str, range(CHAIN))) + "}|", str(CHAIN)),
    "tuple": ("|(" + ", ".join(map(str, range(CHAIN))) + ")|", str(CHAIN)),
    "atoms": ("|{" + ", ".join(f"`a{i}" for i in range(CHAIN)) + "}|", str(CHAIN)),
    "fors": ("{x0 | " + " & ".join(f"x{i} in {{1}}" for i in range(200)) + "}", "{1}"),
    "equations": (
        "{x200 | x0 = 0 & " + " & ".join(f"x{i + 1} = x{i} + 1" for i in range(200)) + "}",
        "{200}",
    ),
    "sides": ("Sum[" + " V ".join(f"x = {i}" for i in range(300)) + "] x", "44850"),
    "sum": ("1 + " * 5_000 + "1", "5001"),
    "differences": ("1" + " - 1" * CHAIN, str(1 - CHAIN)),
    "products": ("1" + " * 1" * CHAIN, "1"),
    "quotients": ("1" + " / 1" * CHAIN, "1"),
    "remainders": ("7" + " mod 5" * CHAIN, "2"),
    "powers": ("1 ^ " * CHAIN + "1", "1"),
    "joined tuples": ("|(1,)" + " + (1,)" * CHAIN + "|", str(CHAIN + 1)),
    "unions": ("|{0}" + "".join(f" U {{{i}}}" for i in range(CHAIN)) + "|", str(CHAIN)),
    "meetings": ("{1, 2}" + " sec {1}" * CHAIN, "{1}"),
    "set differences": ("{1, 2}" + " \\ {1}" * CHAIN, "{2}"),
    "implications": ("true => " * CHAIN + "false", "false"),
    "equivalences": ("false <=> " * (CHAIN + 1) + "true", "false"),
    "chains of all kinds": ("1" + " + 2 * 3 - 5 ^ 1" * 500 + " = 501", "true"),
    "deep brackets": ("(" * 390 + "1" + ")" * 390, "1"),
    "deep sets": ("|" + "{" * LEVELS + "}" * LEVELS + "|", "1"),
    "deep minus": ("-" * 380 + "1", "1"),
    "deep not": ("~" * 380 + "true", "true"),
    "deep implications": ("true => " * 380 + "true", "true"),
    "deep tuples": ("|" + "(" * LEVELS + "1" + ", 1)" * LEVELS + "|", "2"),
    "deep quantifiers": ("some x in {1}. (" * 180 + "true" + ")" * 180, "true"),
    "deep comprehensions": ("|" + "{1 | 1 in " * 180 + "{1}" + "}" * 180 + "|", "1"),
    "deep sums": ("Sum[x in {1}] (" * 180 + "1" + ")" * 180, "1"),
    "deep calls": ("f(" * 380 + "1" + ")" * 380 + " f(x) := x", "1"),
    "deep sides": ("(true V " * 180 + "true" + ")" * 180, "true"),
}


@pytest.mark.parametrize("name", WORTH)
def test_a_long_text_that_means_something(name: str):
    text, worth = WORTH[name]
    with soon():
        read = program(f"v := {text}")
    for meaning in MEANINGS:
        assert show(meaning(read).value("v")) == worth


@pytest.mark.parametrize(
    "text", ["{" * 380 + "}" * 380, "(" * 380 + "1" + ", 1)" * 380], ids=["sets", "tuples"]
)
@pytest.mark.parametrize("meaning", MEANINGS, ids=lambda meaning: meaning.__name__)
def test_a_text_may_be_nested_deeper_than_its_value(meaning: Meaning, text: str):
    assert failure(meaning, f"v := |{text}|").code == "E403"


def test_thousands_of_definitions():
    made = program(" ".join(f"a{i} := a{i + 1} + 1" for i in range(2000)) + " a2000 := 1")
    for meaning in MEANINGS:
        assert meaning(made).value("a1500") == 501


def test_one_level_too_many_is_too_many_wherever_it_stands():
    assert codes("v := " + "-" * 500 + "1") == ["E107"]
    assert codes("v := 1 if " + "~" * 500 + "true") == ["E107"]
    assert codes("v := x where x = " + "{" * 500 + "}" * 500) == ["E107"]


COMMANDS = [
    (["check", "FILE"], "brackets"),
    (["check", "FILE"], "odd characters apart"),
    (["eval", "FILE", "v"], "chains in chains"),
    (["explore", "FILE"], "heads"),
]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home in which nothing is kept before the first run."""
    return tmp_path_factory.mktemp("home")


@pytest.mark.parametrize(("words", "name"), COMMANDS, ids=[name for _, name in COMMANDS])
def test_the_command_line_says_so_without_a_traceback(
    tmp_path: Path, home: Path, words: list[str], name: str
):
    file = tmp_path / "a.led"
    file.write_text(f"/$ v := {LONG[name]} $/", "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "noughts", *(str(file) if word == "FILE" else word for word in words)],
        capture_output=True,
        text=True,
        timeout=WAIT,
        env={"PYTHONPATH": "src", "PATH": "/usr/bin:/bin", "HOME": str(home)},
        cwd=Path(__file__).parents[2],
        check=False,
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "sorry" not in done.stderr
    assert "error E10" in done.stderr


@pytest.mark.parametrize(
    ("before", "wrong", "after"),
    [
        ("0 + ", "{}", " + 1"),
        ("{1} U ", "1", " U {1}"),
        ("1 ^ ", "{}", " ^ 1"),
        ("true => ", "1", " => true"),
    ],
)
@pytest.mark.parametrize("meaning", MEANINGS, ids=lambda meaning: meaning.__name__)
def test_what_is_wrong_inside_a_long_chain_has_its_place(
    meaning: Meaning, before: str, wrong: str, after: str
):
    """The same place as in a short one, but for the length of what stands before it."""
    short, long = (failure(meaning, f"v := {before * n}{wrong}{after * 150}") for n in (1, 150))
    assert short.span is not None
    assert long.span is not None
    assert (short.code, short.fact) == (long.code, long.fact)
    assert long.span.text.endswith(short.span.text[-len(wrong) :])
    assert long.span.end - short.span.end in (0, len(before) * 149)
