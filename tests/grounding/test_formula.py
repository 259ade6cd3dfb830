"""Formulas are simplified and written as code, and say what they said before."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from itertools import count, pairwise
from typing import Any as Anything
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts.grounding.formula import (
    ALWAYS,
    NEVER,
    All,
    Any,
    Bit,
    Constant,
    Count,
    Formula,
    Negation,
    bit,
    conjunction,
    counted,
    disjunction,
    negation,
    order,
    same,
)
from noughts.grounding.walk import bits_of, cofactor, direct_parts, holds, substituted, walk
from noughts.kernels.bit_expression import BitExpressions
from noughts.kernels.dialect import MACHINE, PYTHON, WORD, BitWords, Dialect
from noughts.kernels.javascript import JAVASCRIPT, POPCOUNT
from tests.grounding.formulas import Known, every, formulas, some, table
from tests.node import running_node

TRIES = int(os.environ.get("NOUGHTS_FUZZ_FORMULAS", "8"))
WIDTH = 4
NARROW = formulas(list(range(WIDTH)))
FAR_APART = [0, 1, 2, 3, 4, 31, 32, 62, 63, 64, 65, 66, 127, 128, 130]
"""Bits on both sides of where words end."""

Answers: TypeAlias = Callable[[Formula, int, Sequence[int]], list[bool]]
"""What the code of a formula, over so many bits, answers in each position."""


@given(NARROW)
def test_what_is_simplified_means_the_same(known: Known) -> None:
    formula, meaning = known
    assert table(lambda s: holds(formula, s), WIDTH) == table(meaning, WIDTH)


def test_a_disjunction_of_any_length_says_nothing_beside_one_of_its_parts():
    for length in (3, 100):
        assert bit(2) & disjunction(map(bit, range(length))) is bit(2)


@given(NARROW)
def test_a_formula_has_the_form_that_is_promised(known: Known) -> None:
    for node in walk([known[0]]):
        parts = direct_parts(node)
        assert not any(isinstance(part, Constant) for part in parts)
        assert len(set(parts)) == len(parts)
        assert node.lowest == min((part.lowest for part in parts), default=node.lowest)
        match node:
            case Negation(part=part):
                assert isinstance(part, Bit | All | Any)
            case All(parts=inside) | Any(parts=inside):
                assert len(inside) > 1
                said = inside if isinstance(node, All) else tuple(map(negation, inside))
                assert list(said) == sorted(said, key=order)
                assert 2 * sum(isinstance(part, Negation) for part in said) <= len(said) or isinstance(
                    node, Any
                )
                assert not any(negation(part) in inside for part in inside)
            case Count(parts=inside, weights=weights, sums=sums):
                assert list(inside) == sorted(inside, key=order)
                assert weights[0] > 0
                assert sums


@given(NARROW)
def test_what_means_little_is_found_to_be_a_constant(known: Known) -> None:
    """Not always: it is only promised for a formula beside its own negation."""
    formula, _ = known
    assert formula & ~formula is NEVER
    assert formula | ~formula is ALWAYS
    assert ~~formula is formula
    assert conjunction([formula, formula]) is formula


@given(st.lists(NARROW, max_size=4), st.randoms(use_true_random=False))
def test_the_order_of_parts_does_not_matter(parts: list[Known], dice: Anything) -> None:
    shuffled = list(parts)
    dice.shuffle(shuffled)
    assert every(parts)[0] is every(shuffled)[0]
    assert some(parts)[0] is some(shuffled)[0]


@given(NARROW, st.lists(NARROW, min_size=WIDTH, max_size=WIDTH))
def test_bits_are_replaced_by_formulas(known: Known, images: list[Known]) -> None:
    formula, meaning = known
    (found,) = substituted([formula], {bit(index): image for index, (image, _) in enumerate(images)})

    def moved(s: int) -> int:
        return sum(holds_there(s) << index for index, (_, holds_there) in enumerate(images))

    assert table(lambda s: holds(found, s), WIDTH) == table(lambda s: meaning(moved(s)), WIDTH)


@given(NARROW, st.integers(0, 15), st.integers(0, 15))
def test_bits_that_are_known_are_looked_at_no_more(known: Known, position: int, mask: int) -> None:
    formula, meaning = known
    (found,) = cofactor([formula], position, mask)
    assert not bits_of([found]) & mask
    wanted = table(lambda s: meaning(s & ~mask | position & mask), WIDTH)
    assert table(lambda s: holds(found, s), WIDTH) == wanted


@given(NARROW)
def test_a_formula_does_not_depend_on_bits_it_does_not_read(known: Known) -> None:
    formula, meaning = known
    unread = ~bits_of([formula]) & 15
    assert all(meaning(s) == meaning(s & ~unread) for s in range(16))


# As code


@settings(max_examples=TRIES)
@given(
    st.dictionaries(st.sampled_from(FAR_APART), st.integers(-4, 9), min_size=7),
    st.lists(st.tuples(st.sets(st.sampled_from(FAR_APART), max_size=4), st.integers(0, 30)), max_size=6),
    st.lists(st.integers(0, (1 << 131) - 1), min_size=8, max_size=8),
)
def test_code_adds_up_what_sums_have_in_common(
    answers: Answers, weights: dict[int, int], sums: list[tuple[set[int], int]], some_positions: list[int]
) -> None:
    """Whether there is room for each coin beside the others: sums without some of the same terms."""
    terms = [{i: w for i, w in weights.items() if i not in without} for without, _ in sums]
    formulas = [
        counted([(bit(i), w) for i, w in each.items()], lambda n, most=most: n <= most)  # type: ignore[misc]
        for each, (_, most) in zip(terms, sums, strict=True)
    ]

    def meaning(s: int) -> bool:
        found = [
            sum(w for i, w in each.items() if s >> i & 1) <= most
            for each, (_, most) in zip(terms, sums, strict=True)
        ]
        return all(found) == any(found)

    formula = same(conjunction(formulas), disjunction(formulas))
    assert answers(formula, 131, some_positions) == [meaning(s) for s in some_positions]


class Word(int):
    """A number of 64 bits, as machine code has it: no shift by 64 bits or more is defined there."""

    def __new__(cls, number: int) -> Word:
        return super().__new__(cls, number & (1 << WORD) - 1)

    def __invert__(self) -> Word:
        return Word(~int(self))

    def __lshift__(self, distance: int) -> Word:
        assert 0 <= distance < WORD
        return Word(int(self) << distance)

    def __rshift__(self, distance: int) -> Word:
        assert 0 <= distance < WORD
        return Word(int(self) >> distance)

    def __and__(self, other: int) -> Word:
        return Word(int(self) & other)

    def __or__(self, other: int) -> Word:
        return Word(int(self) | other)


def in_python(dialect: Dialect, formula: Formula, width: int, codes: Sequence[int]) -> list[bool]:
    """The answers of Python, of numbers or of words."""
    layout = BitWords("s", width, dialect)
    words: dict[str, Anything] = {"popcount": int.bit_count, "W": Word}
    exec(claim(layout, formula), words)
    names = len(layout.names)
    rows = [tuple(Word(s >> WORD * k) for k in range(names)) if dialect.word else (s,) for s in codes]
    return [bool(words["claim"](row if names > 1 else row[0])) for row in rows]


def claim(layout: BitWords, formula: Formula) -> str:
    """A function that says whether a formula holds in a position."""
    code = BitExpressions(layout, [formula])
    code.say_all(layout.unpacked)
    code.say(f"return {code.truth(formula)}")
    return layout.dialect.function("claim", layout.dialect.position, "Whether it is true.", code.lines)


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(PYTHON, id="whole"),
        pytest.param(MACHINE, id="words"),
        pytest.param(JAVASCRIPT, id="JavaScript"),
    ],
)
def answers(request: pytest.FixtureRequest) -> Iterator[Answers]:
    """The answers of the code in each dialect."""
    dialect: Dialect = request.param
    with ExitStack() as processes:
        if dialect is not JAVASCRIPT:
            yield lambda formula, width, codes: in_python(dialect, formula, width, codes)
            return
        node = processes.enter_context(running_node())
        numbers = count()

        def in_javascript(formula: Formula, width: int, codes: Sequence[int]) -> list[bool]:
            layout = BitWords("s", width, JAVASCRIPT)
            words, path = len(layout.names), f"/claims/{next(numbers)}.js"
            rows = [s >> 32 * k & 0xFFFF_FFFF for s in codes for k in range(words)]
            text = f"{POPCOUNT}\n{claim(layout, formula)}\nexport {{ claim }};"
            asked = {"path": path, "codes": rows, "words": words}
            found: list[bool] = node.call("/tests/grounding/claims.js", "truths", asked, {path: text})
            return found

        yield in_javascript


@pytest.mark.parametrize("sums", [{1, 3}, {2, 5, 30}, {0, 70}, {31, 33}, {32, 63, 64}, {5, 100}], ids=str)
def test_code_answers_for_sums_longer_than_a_word(answers: Answers, sums: set[int]) -> None:
    """Few sums are allowed, and more than a word has bits are possible."""
    formula = counted([(bit(index), 1) for index in range(101)], sums.__contains__)
    codes = [(1 << number) - 1 for number in range(102)]
    assert answers(formula, 101, codes) == [number in sums for number in range(102)]


def positions(width: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, (1 << width) - 1), min_size=12, max_size=12)


@settings(max_examples=TRIES)
@given(formulas(FAR_APART), positions(131))
def test_code_answers_as_the_formula(answers: Answers, known: Known, some_positions: list[int]) -> None:
    formula, meaning = known
    assert answers(formula, 131, some_positions) == [meaning(s) for s in some_positions]


@pytest.mark.parametrize("join", [conjunction, disjunction])
@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_code_answers_where_patterns_have_parts_in_common(
    answers: Answers, join: Callable[[Iterable[Formula]], Formula], number: int
) -> None:
    """What two patterns share lies in one place, however many of them need it."""

    def alike(place: int) -> Formula:
        return same(bit(place), bit(place + 1))

    all_alike = [conjunction((alike(place), alike(place + 1))) for place in range(number)]
    some_alike = [disjunction((alike(place), alike(place + 1))) for place in range(number)]
    for parts in (all_alike, some_alike, list(map(negation, all_alike)), list(map(negation, some_alike))):
        formula = join(parts)
        codes = range(1 << number + 2)
        assert answers(formula, 128, codes) == [holds(formula, s) for s in codes]


@settings(max_examples=TRIES)
@given(
    st.lists(formulas([0, 1, 2, 7], depth=5), min_size=1, max_size=2),
    st.lists(st.integers(0, 120), min_size=3, max_size=14, unique=True),
    st.booleans(),
    positions(128),
)
def test_code_answers_for_a_pattern_in_many_places(
    answers: Answers, patterns: list[Known], places: list[int], joined: bool, some_positions: list[int]
) -> None:
    """Rows of a board: what is the same formula further along becomes one operation on words."""
    moved = [
        substituted([pattern], {bit(index): bit(index + place) for index in (0, 1, 2, 7)})[0]
        for place in places
        for pattern, _ in patterns
    ]
    formula = conjunction(moved) if joined else disjunction(moved)

    def meaning(s: int) -> bool:
        found = (holds_there(s >> place) for place in places for _, holds_there in patterns)
        return all(found) if joined else any(found)

    dense = [
        *some_positions,
        *(a & b for a, b in pairwise(some_positions)),
        *(a | b for a, b in pairwise(some_positions)),
    ]
    assert answers(formula, 128, dense) == [meaning(s) for s in dense]
