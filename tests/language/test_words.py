"""The words of the language (LED, «words»): numerals, names, and two spellings of everything else."""

from __future__ import annotations

from fractions import Fraction
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.language import tree as t
from noughts.language.builtins import TABLE
from noughts.language.parse import parse_expression, parse_text
from noughts.text.diagnostic import DocumentError
from tests.led import MEANINGS, Meaning, codes, printed, program, wrong

NUMERALS = {
    "12": Fraction(12),
    "007": Fraction(7),
    "1.5": Fraction(3, 2),
    ".5": Fraction(1, 2),
    "1.(3..)": Fraction(4, 3),
    ".(3..)": Fraction(1, 3),
    ".(142857..)": Fraction(1, 7),
    "1.2(34..)": Fraction(1222, 990),
    "0.1(6..)": Fraction(1, 6),
    "0.(9..)": Fraction(1),
    "2.50": Fraction(5, 2),
}


@pytest.mark.parametrize(("text", "value"), NUMERALS.items())
def test_numerals_are_exact(text: str, value: Fraction):
    tree = parse_expression(text)
    assert isinstance(tree, t.Numeral)
    assert tree.value == value
    assert isinstance(tree.value, int) == (value.denominator == 1)


@given(
    st.integers(0, 10**6), st.text("0123456789", max_size=4), st.text("0123456789", min_size=1, max_size=4)
)
def test_a_repeating_block_repeats_for_ever(whole: int, digits: str, block: str):
    """x = w.d(b..) satisfies 10^(d+b) x - 10^d x = wdb - wd."""
    tree = parse_expression(f"{whole}.{digits}({block}..)")
    assert isinstance(tree, t.Numeral)
    shorter, longer = 10 ** len(digits), 10 ** len(digits + block)
    assert (longer - shorter) * tree.value == int(f"{whole}{digits}{block}") - int(f"{whole}{digits}")


def test_a_range_is_no_decimal():
    assert parse_expression("{1..9}") == parse_expression("{ 1 .. 9 }")
    assert isinstance(parse_expression("{1..9}"), t.Range)
    assert isinstance(parse_expression("t[1..2]"), t.Index)


def test_the_dot_of_a_quantifier_is_no_decimal():
    assert parse_expression("some x in {1..2}.(x = 1)") == parse_expression("some x in {1..2} . x = 1")
    assert parse_expression("some x in R2.(x = 1)") == parse_expression("some x in R2. x = 1")


@pytest.mark.parametrize(
    "name", ["x", "X1", "a_b", "hRows", "U1", "Vx", "inner", "some2", "iffy", "é", "αβ", "x₁"]
)
def test_names(name: str):
    assert parse_expression(name) == t.Name(name, span=parse_expression(name).span)
    atom = parse_expression(f"`{name}")
    assert isinstance(atom, t.AtomName)
    assert atom.name == name


RESERVED = """
U sec sub in mod floor ceil Pow Sum Prod Sec if iff where some all otherwise true false ledGame
"""


@pytest.mark.parametrize("word", RESERVED.split())
def test_a_reserved_word_is_no_name(word: str):
    assert codes(f"{word} := 1") != []
    assert codes(f"f({word}) := 1") != []


def test_strings_have_no_escapes():
    tree = parse_expression(r'"a\n`x $ {"')
    assert isinstance(tree, t.String)
    assert tree.content == r"a\n`x $ {"


@pytest.mark.parametrize(
    "text", ["x²", "½", "2³", '"open', "`", "`1", "a'b", "_x", "a ? b", "#", "“a”", "é́!"]
)
def test_what_is_no_word_is_said_so(text: str):
    assert "E104" in [d.code for d in wrong(f"/$ v := {text} $/")]


SPELLINGS = [row.spellings for row in TABLE if len(row.spellings) > 1 and row.group != "frame"]
ALTERNATIVES = {
    "&": "∧", "V": "∨", "~": "¬", "=>": "⇒", "<=>": "⇔", "in": "∈", "sub": "⊆", "U": "∪", "sec": "∩",
    "\\": "∖", "*": "×", "some": "∃", "all": "∀", "/=": "≠", "<=": "≤", ">=": "≥", "{}": "∅", ":=": "≔",
    "iff": "≡", "Pow": "𝒫", "Sum": "∑", "Prod": "∏", "U[": "⋃[", "Sec[": "⋂[", "-": "−",
}  # fmt: skip
"""ASCII and Unicode (LED, «words»)."""

TEXT = """
f ( x , A ) := U[ y in A sec Pow ( A ) ] { y } U {} if
    some z in A \\ x * x . z /= 1 & ~ x in A V z <= 2 => z >= 3 <=> z < Sum [ w in A ] - w ;
    Sec[ y in x ] y if all z in A . A sub x ; Prod [ y in A ] y otherwise
r ( x ) iff x = 1
"""
WORDS = TEXT.split()


@given(st.lists(st.booleans(), min_size=len(WORDS), max_size=len(WORDS)))
def test_any_mixture_of_spellings_is_the_same_document(choices: list[bool]):
    mixed = [
        ALTERNATIVES.get(word, word) if other else word for word, other in zip(WORDS, choices, strict=True)
    ]
    assert parse_text(f"/$ {' '.join(mixed)} $/") == parse_text(f"/$ {TEXT} $/")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("⌊a / b⌋", "floor(a / b)"),
        ("⌈a⌉", "ceil(a)"),
        ("⌊⌈a⌉ + 1⌋", "floor(ceil(a) + 1)"),
        ("∃x∈S.x≤1∧¬x∈T", "some x in S. x <= 1 & ~ x in T"),
        ("{x|x∈A∪B}", "{x | x in A U B}"),
        ("A×B∖∅", "A * B \\ {}"),
        ("⋃[x∈S]{x}", "U[x in S] {x}"),
        ("∪[x∈S]{x}", "U[x in S] {x}"),
        ("∑[x∈S]x", "Sum[x in S] x"),
        ("1−−1", "1 - -1"),
    ],
)
def test_unicode_needs_no_spaces(one: str, other: str):
    assert parse_expression(one) == parse_expression(other)


def test_every_operator_of_the_table_has_the_spellings_above():
    for row in TABLE:
        for word, other in ALTERNATIVES.items():
            if row.spellings[0] == word and row.key not in ("neg", "a - b", "-"):
                assert other in row.spellings, row


def test_definitions_stand_side_by_side():
    module = parse_text("prose /$ a:=1 b:=2 f(x):=x r(x)iff x=a $/ more /$\nledGame c := 3 $/ end")
    assert [definition.name for definition in module.definitions] == ["a", "b", "f", "r", "c"]
    assert module.is_game


def test_the_first_closing_mark_closes():
    with pytest.raises(DocumentError):
        parse_text('/$ a := "x$/" $/')


@pytest.mark.parametrize("meaning", MEANINGS, ids=lambda meaning: meaning.__name__)
def test_names_are_the_same_however_their_accents_are_stored(meaning: Meaning):
    whole, apart = normalize("NFC", "é"), normalize("NFD", "é")
    assert whole != apart
    definitions = f"{whole}1 := 3 f({apart}) := {whole}"
    assert printed(meaning, f"{apart}1 + f(1)", definitions) == "4"
    assert printed(meaning, f"`{apart} = `{whole}") == "true"
    assert printed(meaning, f"{{{apart} | {whole} in {{1}}}}") == "{1}"
    assert codes(f"{whole} := 1 {apart} := 2") == ["E201"]


@pytest.mark.parametrize(
    ("definitions", "help"),
    [
        ("cells := {1} v := {c | с in cells}", "but с is CYRILLIC SMALL LETTER ES"),
        ("аb := 1 v := ab", "did you mean `аb`? They look alike, but"),
        ("v := 1 іn {1}", "`in` is written in Latin letters: і is CYRILLIC"),
        ("v := {1...9}", "a range is `{m..n}`"),
        ("v := {1.....9}", "a range is `{m..n}`"),
    ],
)  # fmt: skip
def test_what_only_looks_right_is_told(definitions: str, help: str):
    assert any(help in diagnostic.help for diagnostic in wrong(f"/$ {definitions} $/"))


def test_atoms_and_names_that_look_alike_get_a_note():
    assert [n.code for n in program("v := `x w := `х").notes] == ["N203"]
    assert [n.code for n in program("one := 1 оne := 2").notes] == ["N203"]
    assert program("v := `х w := `о").notes == ()
