"""Whatever stands in a document of LaTeX, it is read or refused at a place; nothing crashes or hangs."""

from __future__ import annotations

import os

from hypothesis import example, given, settings
from hypothesis import strategies as st

from noughts.language.check import check_text
from noughts.language.parse import parse_expression, parse_text
from noughts.language.tree import Claim
from noughts.text.diagnostic import Diagnostic, DocumentError

EXAMPLES = int(os.environ.get("NOUGHTS_FUZZ_LATEX", "25"))
# ruff: noqa: E501, this is a table
PIECES = [
    *("$", "$$", r"\[", r"\]", r"\(", r"\)", "{", "}", "[", "]", "(", ")", "&", r"\\", "%", "\n", "\n\n", " ", "#1", "^", "_"),
    *(":=", "=", r"\equiv", r"\iff", r"\Leftrightarrow", r"\coloneqq", ",", ";", ".", ":", "|", r"\|", r"\mid", "..", r"\dots"),
    *("a", "b", "f(x)", "V", "1", "2", '"s"', "`x", r"\alpha", r"\{", r"\}", r"\in", r"\notin", r"\not", r"\forall", r"\exists"),
    *(r"\sum", r"\bigcup", r"\frac", r"\text{if }", r"\text{otherwise}", r"\text{where}", r"\text", r"\mathit", r"\mathcal{P}"),
    *(r"\left", r"\right", r"\left\{", r"\right.", r"\pmod", r"\bmod", r"\cdot", r"\land", r"\lnot", r"\substack", r"\tag{1}"),
    *(r"\begin{align}", r"\end{align}", r"\begin{cases}", r"\end{cases}", r"\begin{array}{ll}", r"\end{array}", r"\begin", r"\end"),
    *(r"\newcommand{\m}[1]{#1 \n}", r"\newcommand{\n}{\m}", r"\def\d#1{#1}", r"\m", r"\n", r"\d", r"\foo", r"\verb|", r"\let\o=\in", r"\o"),
    *("/$", "$/", "/?", "?/", "```math", "```", "`", r"\begin{verbatim}", r"\end{verbatim}", "% noughts: skip\n", r"\documentclass{a}"),
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES), max_size=30).map(" ".join) | st.lists(
    st.sampled_from(PIECES), max_size=30
).map("".join)


AROUND = [
    "$$ a := %s $$",
    r"\[ r(x) \iff %s \]",
    r"\begin{align} a &:= 1 \\ %s \end{align}",
    "/? $%s$ ?/",
    "%s",
]


@settings(max_examples=EXAMPLES)
@given(TEXTS, st.sampled_from(AROUND), st.booleans())
@example("\\", "%s", True)
@example("$$ a := \\", "%s", True)
@example("\\not", "$$ a := %s $$", True)
@example("\\sum_", "$$ a := %s $$", False)
def test_any_text_is_read_or_refused(text: str, around: str, is_tex: bool):
    text = around.replace("%s", text)
    problems = problems_of(rf"\documentclass{{article}} {text}" if is_tex else f"/$ z := 1 $/ {text}")
    for problem in problems:
        assert problem.fact
        assert problem.span is None or 0 <= problem.span.start <= problem.span.end <= len(
            problem.span.source.text
        )


def problems_of(text: str) -> tuple[Diagnostic, ...]:
    try:
        check_text(text)
    except DocumentError as error:
        return error.diagnostics
    return ()


CONTENTS = st.text("$\\ax {};", max_size=8).filter(lambda text: "$/" not in text)


@settings(max_examples=EXAMPLES)
@given(CONTENTS, CONTENTS)
def test_a_string_in_a_claim_keeps_its_dollars(first: str, second: str) -> None:
    """Beside formulas between dollars, and without any."""
    text = f'"{first}" = "{second}"'
    module = parse_text(rf"/? {text}; $x \in \{{1\}}$; {text} ?/ /? {text} ?/")
    before, _, after, alone = (test.sentence for test in module.tests if isinstance(test, Claim))
    assert before == after == alone == parse_expression(text)
