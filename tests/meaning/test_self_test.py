"""What a document's own tests say: a claim passes if and only if its sentence is true."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from noughts.language.check import check_text
from noughts.language.checked import resolve_question
from noughts.language.parse import parse_expression
from noughts.meaning.compile import Compiled
from noughts.meaning.evaluate import Evaluator
from noughts.meaning.run_error import RunError
from noughts.meaning.self_test import Verdict, distinguished, self_test
from noughts.values.scalars import TRUE
from noughts.values.show import show, written_out
from noughts.values.value import Value
from tests.led import MEANINGS, Meaning, value
from tests.meaning.programs import programs
from tests.values.strategies import VALUES

FALSE_CLAIMS = [
    ('1 = "1"', "1, a number", "1, a string"),
    ("color(0,0,0) = color(255,255,255)", "color(0, 0, 0)", "color(255, 255, 255)"),
    (
        "{disc(point(1,2),3,color(0,0,0))} = {circle(point(1,2),3,color(0,0,0))}",
        "{disc(point(1, 2), 3, color(0, 0, 0))}",
        "{circle(point(1, 2), 3, color(0, 0, 0))}",
    ),
    ('text("a",point(0,0),1,color(1,1,1)) = 1', "an Easel image", "1"),
    ('{1, 2} = "{1, 2}"', "{1, 2}, a set", "{1, 2}, a string"),
    ('true = "true"', "true, a truth value", "true, a string"),
    ('"`x" = `x', "`x, a string", "`x, an atom"),
    ('("a, b", 1) = ("a", "b", 1)', '("a, b", 1)', '("a", "b", 1)'),
    ('{"1"} = {1}', '{"1"}', "{1}"),
    ("~(1 = 1)", "false", "true"),
]


def verdicts(text: str) -> list[Verdict]:
    """How the tests of a document go."""
    program = check_text(text, "test.led")
    return list(self_test(program, Compiled(program)))


@pytest.mark.parametrize(("claim", "got", "expected"), FALSE_CLAIMS)
def test_a_false_claim_fails_and_its_sides_are_distinguished(claim: str, got: str, expected: str):
    (verdict, negated) = verdicts(f"/$ a := 1 $/ /? {claim} ?/ /? ~({claim}) ?/")
    assert (verdict.passed, verdict.got, verdict.expected) == (False, got, expected)
    assert negated.passed


@given(VALUES, VALUES)
def test_different_values_are_distinguished(left: Value, right: Value):
    assume(left != right)
    one, other = distinguished(left, right)
    assert one != other


@given(VALUES, VALUES, st.sampled_from(["=", "/=", "in", "sub"]))
def test_a_claim_about_two_values_passes_exactly_if_it_is_true(left: Value, right: Value, sign: str):
    sentence = f"{written(left)} {sign} {written(right)}"
    assert_passes_exactly_if_true("/$ a := 1 $/", sentence)


@given(programs(), VALUES, st.sampled_from(["v = {}", "{} = v", "v", "v in {{v, {}}}"]))
def test_a_claim_about_a_program_passes_exactly_if_it_is_true(program: str, other: Value, sentence: str):
    assert_passes_exactly_if_true(f"/$ {program} $/", sentence.format(written(other)))


def assert_passes_exactly_if_true(document: str, sentence: str) -> None:
    """Of a sentence and its negation, what the reference says of each; never do both pass."""
    program = check_text(document)
    sentences = [sentence, f"~({sentence})"]
    passed = [verdict.passed for verdict in verdicts(f"{document} /? {sentence} ?/ /? ~({sentence}) ?/")]
    assert passed == [is_true(Evaluator(program), each) for each in sentences]
    assert not all(passed)


def is_true(meaning: Evaluator, sentence: str) -> bool:
    """What the reference says of a sentence; one without a value is not true."""
    try:
        return meaning.prepare(resolve_question(meaning.program, parse_expression(sentence)))(None) == TRUE
    except RunError:
        return False


def written(value: Value) -> str:
    """A value as it is written in a document."""
    return f'"{value}"' if isinstance(value, str) else show(value)


@pytest.mark.parametrize("meaning", MEANINGS)
@given(written_value=VALUES)
def test_what_is_printed_reads_back(meaning: Meaning, written_value: Value):
    text = written(written_value)
    back = value(meaning, f"v := {text}")
    assert back == written_value
    assert written(back) == text


def test_images_written_out_read_back():
    text = '({graphic("a.png", point(0, 0.5), 3, 4)}, segment(point(0, 0), point(1, 0), color(1, 2, 3)))'
    assert written_out(value(Evaluator, f"v := {text}")) == text


def test_transcripts_tell_a_string_from_a_number():
    document = '/$ pair := ("1", 1) $/\n\ncmd:>pp(pair)\n"{}"\n'
    assert [verdict.passed for verdict in verdicts(document.replace("{}", '("1", 1)'))] == [True]
    assert [verdict.passed for verdict in verdicts(document.replace("{}", "(1, 1)"))] == [False]


def test_a_quote_that_a_line_break_left_in_a_transcript_is_dropped():
    document = '/$ p := ("a, b", 2) $/\n\ncmd:>pp(p)\n"("a, b"," 2)"\n'
    assert [verdict.passed for verdict in verdicts(document)] == [True]
