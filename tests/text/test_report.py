"""How a diagnostic is drawn: place, line, carets under what is meant, fact, help, notes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from noughts.text.diagnostic import WIDEST, Diagnostic, Note, draw, excerpt, report
from noughts.text.source import Source, Span


def span(text: str, part: str, name: str = "game.led") -> Span:
    start = text.index(part)
    return Span(Source(name, text), start, start + len(part))


def test_a_diagnostic_in_full():
    text = "prose\n/$ moves := {c | c in Cels} $/"
    diagnostic = Diagnostic(
        "E202",
        "nothing defines `Cels`",
        span(text, "Cels"),
        "did you mean `Cells`?",
        (Note("also used here", span(text, "moves")), Note("and so on")),
    )
    assert draw(diagnostic) == (
        "game.led:2:23: error E202: nothing defines `Cels`\n"
        "    2 | /$ moves := {c | c in Cels} $/\n"
        "      |                       ^^^^\n"
        "   help: did you mean `Cells`?\n"
        "   note: also used here (game.led:2:4)\n"
        "   note: and so on"
    )


def test_without_a_place():
    assert draw(Diagnostic("E101", "cannot read a.led")) == "error E101: cannot read a.led"


def test_several_are_apart():
    one = Diagnostic("E101", "one")
    assert report([one, one]) == "error E101: one\n\nerror E101: one"


def test_what_goes_over_several_lines_is_marked_to_the_end_of_the_first():
    text = "a := {1,\n2,\n3}"
    assert excerpt(span(text, "{1,\n2,\n3}")) == ["    1 | a := {1,", "      |      ^^^"]


def test_tabs_do_not_move_the_caret():
    assert excerpt(span("\ta := b", "b")) == ["    1 |  a := b", "      |       ^"]


def test_wide_letters_do_not_move_the_caret():
    """On a terminal 漢 takes two columns, and an accent on another letter none."""
    assert excerpt(span("漢 b", "b")) == ["    1 | 漢 b", "      |    ^"]
    assert excerpt(span("a 漢字", "漢字")) == ["    1 | a 漢字", "      |   ^^^^"]
    assert excerpt(span("e\u0301 b", "b")) == ["    1 | e\u0301 b", "      |   ^"]


def test_the_end_of_a_text():
    assert excerpt(Span(Source("", "abc\n"), 4, 5)) == ["    2 |", "      | ^"]
    assert excerpt(Span(Source("", ""), 0, 0)) == ["    1 |", "      | ^"]


@given(st.integers(0, 500), st.integers(0, 30), st.integers(0, 500))
def test_of_a_long_line_what_is_meant_is_shown(before: int, meant: int, after: int):
    text = "." * before + "x" * meant + "." * after
    line, carets = excerpt(Span(Source("", text), before, before + meant))
    assert len(line) <= len("    1 | ") + WIDEST + 2
    if meant:
        first = carets.index("^")
        assert line[first:][: carets.count("^")] == "x" * meant


def test_of_many_alike_a_few_are_drawn_and_the_others_are_counted():
    text = "".join(f"f{n} := {n} == {n}\n" for n in range(300))
    alike = [Diagnostic("E105", "`==`", Span(Source("game.led", text), n, n + 1)) for n in range(300)]
    other = Diagnostic("E105", "`!=`", span(text, "f299"))
    drawn = report([*alike[:2], other, *alike[2:]])
    assert drawn.count("`==`") == 4
    assert drawn.count("`!=`") == 1
    assert drawn.endswith("note: and in 296 more places")
    assert "more" not in report(alike[:4])
