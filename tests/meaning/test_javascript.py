"""JavaScript does what Python does, beside the tests that ask every meaning.

Many documents go into the page at once, which costs less than to ask for each.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from playwright.sync_api import Browser

from noughts.documents.by_rules import GameByRules
from noughts.documents.from_document import game_from
from noughts.easel import HEIGHT, WIDTH, Input
from noughts.language import core as c
from noughts.language.builtins import TABLE, Builtin
from noughts.language.check import check_documents
from noughts.language.core import Program
from noughts.meaning.budget import DEPTH, Budget
from noughts.meaning.compile import Compiled
from noughts.meaning.evaluate import Evaluator
from noughts.meaning.frame import frame_of
from noughts.meaning.javascript.emit import Question
from noughts.meaning.javascript.json_values import to_json
from noughts.meaning.run_error import RunError
from noughts.meaning.self_test import self_test
from noughts.page.scripts import texts_in
from noughts.values.order import ordered
from noughts.values.sets import EMPTY, Set
from noughts.values.show import show, summary, written_out
from noughts.values.value import Value
from tests.javascript import JavaScript, explored, exported, question
from tests.led import codes, program
from tests.library.games import ASKED, BOARD_GAMES, by_rules, played, program_of
from tests.library.test_figures import SMALL, title
from tests.meaning.programs import document
from tests.meaning.test_any_value import case
from tests.meaning.test_both_meanings import OVER, outcome
from tests.meaning.test_budgets import DEEP, some_kinds
from tests.meaning.test_lookup import CLOSURE
from tests.meaning.test_lookup import document as looked_up
from tests.modules import module_page
from tests.solvers.random_sides import Oracle, random_document
from tests.values.strategies import VALUES
from tests.weave.test_respell import document_at

DOCUMENTS = int(os.environ.get("NOUGHTS_FUZZ_JAVASCRIPT", "40"))
SENT = 100_000
SENT_LEVELS = 40
"""Parts of an answer, and levels, up to which it is sent."""
AT_ONCE = 100
"""Documents of one module."""
PATIENT = 60.0
"""Seconds for a document of which one meaning finds no value in less time."""
MANUAL = Path(__file__).parents[2] / "docs"

pytestmark = pytest.mark.usefixtures("javascript")


# Generated documents


FULL = """
(all) => all.forEach((rules) => Object.values(rules.program.definitions).forEach((definition) => {
    definition.call = () => {
        throw new RangeError("Maximum call stack size exceeded");
    };
}))
"""
"""Let the browser's stack be full at once."""


def assert_agreement(programs: Sequence[Program], name: str, budget: Budget, *, deep: bool = False) -> None:
    """The page finds of a constant what the compiled code finds, or fails as it does."""
    for first in range(0, len(programs), AT_ONCE):
        assert_these_agree(programs[first : first + AT_ONCE], name, budget, deep=deep)


def assert_these_agree(programs: Sequence[Program], name: str, budget: Budget, *, deep: bool) -> None:
    """The same of the programs of one module."""
    asked = [JavaScript(each, budget, deep=deep) for each in programs]
    loaded = JavaScript.site.load([each.text for each in asked], budget)
    if deep:
        loaded.evaluate(FULL)
    answers = JavaScript.site.ask(loaded, question("call", name))
    JavaScript.site.forget(loaded)
    for each, (found,) in zip(asked, answers, strict=True):
        ours = outcome(lambda: each.answered(found))  # noqa: B023
        theirs = outcome(lambda: Compiled(each.program, budget).value(name))  # noqa: B023
        if ours != theirs and OVER in (ours, theirs) and budget.seconds < PATIENT:
            longer = replace(budget, seconds=PATIENT)  # whose time is over may have been kept from working
            assert_these_agree([each.program], name, longer, deep=deep)
        else:
            assert ours == theirs, next(iter(each.sources.values())).text


def test_generated_documents_have_the_same_value_or_the_same_error():
    for first in range(0, DOCUMENTS, AT_ONCE):
        seeds = range(first, min(DOCUMENTS, first + AT_ONCE))
        assert_agreement(
            [program(document(Random(seed).choice)) for seed in seeds],
            "v",
            Budget(seconds=5, elements=3000),
        )


OPERANDS = (
    "-2",
    "1/2",
    "2",
    '"ab"',
    "`a",
    "true",
    "()",
    "(1, 2)",
    "{}",
    "{2}",
    "{1..3}",
    "{1 |-> 2}",
    "point(1, 2)",
)
"""Values of every kind, small enough for any operation."""
TABLED = [each for each in TABLE if each.apply and each.arity]


@pytest.mark.parametrize("builtin", TABLED, ids=[each.key for each in TABLED])
def test_every_operation_on_every_kind_of_operand_has_the_same_value_or_the_same_error(builtin: Builtin):
    words = [*re.findall(r"[A-Za-z]+", builtin.form)]
    names = list(dict.fromkeys(each for each in words if each not in (builtin.key, *builtin.spellings)))
    assert len(names) == builtin.arity
    given = list(product(OPERANDS, repeat=len(names)))
    given = Random(1).sample(given, min(len(given), max(60, DOCUMENTS)))
    term = f"true if {builtin.form}; false otherwise" if builtin.sentence else builtin.form
    constants = [f"v{n} := asked({', '.join(each)})" for n, each in enumerate(given)]
    checked = program(f"asked({', '.join(names)}) := {term} {' '.join(constants)}")
    asked, compiled = JavaScript(checked), Compiled(checked)
    (answers,) = JavaScript.site.ask(asked.loaded, *(question("call", f"v{n}") for n in range(len(given))))
    for n, (answer, operands) in enumerate(zip(answers, given, strict=True)):
        ours = outcome(lambda: asked.answered(answer), written_out)  # noqa: B023
        theirs = outcome(lambda: compiled.value(f"v{n}"), written_out)  # noqa: B023
        assert ours == theirs, operands


def test_an_index_changes_no_solution_and_no_order():
    texts = [looked_up(Random(seed)) for seed in range(DOCUMENTS // 5)]
    programs = [program(text) for text in texts if not codes(text)]
    for name in ("v", "w"):
        assert_agreement(programs, name, Budget(seconds=5, elements=3000))
    closure = CLOSURE.replace("40", "120")
    assert JavaScript(program(f"{closure} size := |v|")).value("size") == 120 * 121 // 2


def test_generators_do_what_the_functions_do():
    """What is asked when the browser's stack is full, asked at once."""
    texts = [document(Random(-seed).choice) for seed in range(1, DOCUMENTS // 5)]
    assert_agreement([program(text) for text in texts], "v", Budget(seconds=5, elements=3000), deep=True)


def test_values_built_by_any_recursion_are_the_same():
    """One at a time: the values are as large as may be."""
    budget = Budget(seconds=0.5, elements=3000)
    for seed in range(DOCUMENTS // 10):
        text = case(Random(seed))
        if not codes(text) and can_be_sent(checked := program(text), "answer", budget):
            assert_agreement([checked], "answer", budget)


def can_be_sent(checked: Program, name: str, budget: Budget) -> bool:
    """Whether an answer can go back whole: a product of few parts may have more elements than there is room
    for, and a browser sends nothing that is nested too deep.
    """
    try:
        waiting = [(Compiled(checked, budget).value(name), 0)]
    except RunError:
        return True
    sent = 0
    while waiting and sent <= SENT:
        value, level = waiting.pop()
        if level == SENT_LEVELS:
            return False
        if isinstance(value, tuple | Set):
            size = value.size if isinstance(value, Set) else len(value)
            sent += size
            waiting += [(part, level + 1) for part in (value if size <= SENT else ())]
    return sent <= SENT


# Documents that there are


def assert_tests_hold(checked: Program) -> None:
    """Every claim and every line of a transcript."""
    meaning: Any = JavaScript(checked, None, list(expressions(checked)))
    verdicts = list(self_test(checked, meaning))
    assert len(verdicts) >= 2
    assert [str(verdict) for verdict in verdicts if not verdict.passed] == []


def expressions(checked: Program) -> Iterator[Question]:
    """What the tests of a program ask."""
    for test in checked.tests:
        if isinstance(test, c.Printed):
            yield test.expression, None
        else:
            yield from ((tree, test.where) for tree in (test.sentence, *test.scene.given.values()))


@pytest.mark.parametrize("name", ASKED)
def test_the_claims_of_the_library_hold(name: str):
    assert_tests_hold(program_of(name))


@pytest.mark.parametrize("name", ["language.md", "latex.md"])
def test_the_claims_of_the_manual_hold(name: str):
    assert_tests_hold(check_documents([document_at(MANUAL / name)]))


@pytest.mark.parametrize("known", [known for known in SMALL if known["name"] in ASKED], ids=title)
def test_every_position_of_every_game_of_the_library(known: dict[str, Any]):
    found = explored(by_rules(known["name"], known.get("let", ())))
    assert found == {key: known[key] for key in found}


@pytest.mark.parametrize("seed", range(4))
def test_the_ends_of_games_in_which_some_sides_only_win(seed: int):
    document = random_document(seed, loops=True)
    game, oracle = game_from(document.program, name="sides"), Oracle(document)
    assert isinstance(game, GameByRules)
    found = {side: count for side, count in explored(game)["terminal"].items() if side != "draw"}
    assert found == {side: count for side, count in oracle.ends.items() if side is not None}


@pytest.mark.parametrize("name", ASKED)
def test_every_constant_before_and_after_a_click(name: str):
    """In the first position and some later ones: also what is drawn, and what the click leads to."""
    dice, checked = Random(5), program_of(name)
    compiled, asked = Compiled(checked), JavaScript(checked)
    constants = [each.name for each in checked.definitions.values() if each.is_constant]
    positions = played(by_rules(name), seed=6, matches=1)[::12] if name in BOARD_GAMES else [EMPTY]
    for clicked, position in product((False, True), positions):
        given = Input(clicked=clicked, x=dice.randrange(WIDTH), y=dice.randrange(HEIGHT))
        frame = frame_of(position, given)
        (answers,) = JavaScript.site.ask(
            asked.loaded, *(question("call", constant, (), frame) for constant in constants)
        )
        for constant, answer in zip(constants, answers, strict=True):
            ours = outcome(lambda: asked.answered(answer), written_out)  # noqa: B023
            theirs = outcome(lambda: compiled.value(constant, frame=frame), written_out)  # noqa: B023
            assert ours == theirs, constant


# Values


@given(VALUES, VALUES)
def test_values_come_and_go_and_print_as_they_do_here(one: Value, other: Value):
    texts = JavaScript.site.node.evaluate(
        """([one, other]) => {
            const { fromJson, toJson, show, writtenOut, summary, ordered, equal, hash } = globalThis.runtime;
            const [a, b] = [fromJson(one), fromJson(other)];
            if (equal(a, b) && hash(a) !== hash(b)) throw new Error("equal values of two hashes");
            return [show(a), writtenOut(a), summary(a, 8), show(ordered(a)), equal(a, b), toJson(a)];
        }""",
        [to_json(one), to_json(other)],
    )
    sorted_text = show(ordered(one))
    assert texts == [show(one), written_out(one), summary(one, 8), sorted_text, one == other, to_json(one)]


@given(st.integers(-(2**70), 2**70), st.integers(-(2**70), 2**70) | st.integers(-9, 9))
def test_numbers_of_any_size(a: int, b: int):
    terms = "a + b, a - b, a * b, a < b, a = b, -a, |a|, {a..a + 2}, (a, b), a - a, b - b"
    parts = (
        "a / b, a mod b, floor(a / b), ceil(a / b), (a / b) * b, 1 / a + 1 / b, (a / b) mod 3, a / b < b / a"
    )
    text = f"a := {a} b := {b} v := ({terms}) w := ({parts}) if a /= 0 & b /= 0; 0 otherwise"
    checked = program(text)
    asked = JavaScript(checked)
    for name in ("v", "w"):
        assert asked.value(name) == Evaluator(checked).value(name)


# Depth


CALLS_UNDER_WAY = """
import { load } from "./runtime.js";

const failure = (rules) => {
    try {
        return rules.call("v");
    } catch (error) {
        return error;
    }
};

export async function ask(url) {
    return (await import(url)).default.map((program) => {
        const { code, place, notes } = failure(load(program));
        const [, outer] = /and (\\d+) outer calls/.exec(notes.map(({ text }) => text).join());
        return [code, place !== null, Number(outer)];
    });
}

globalThis.onmessage = async ({ data }) => globalThis.postMessage(await ask(data));
"""
IN_PAGE = "async ([module, url]) => (await import(module)).ask(url)"
IN_WORKER = """
([module, url]) => new Promise((done, failed) => {
    const worker = new Worker(module, { type: "module" });
    worker.onmessage = ({ data }) => done(data);
    worker.onerror = ({ message }) => failed(message);
    worker.postMessage(url);
})
"""


@pytest.mark.parametrize("script", [IN_PAGE, IN_WORKER], ids=["page", "worker"])
def test_calls_go_as_deep_as_in_the_reference(script: str, browser: Browser):
    """And end with an error that says where, not with the browser's."""
    kinds = {kind: DEEP[kind] for kind in some_kinds(8 if script == IN_PAGE else len(DEEP))}
    kinds.pop("deep value", None)
    programs = [JavaScript(program(f"v := f(1) {text}")).text for text in kinds.values()]
    texts = {"/calls_under_way.js": CALLS_UNDER_WAY, "/programs.js": exported(programs)}
    with module_page(browser) as asked:
        asked.texts |= {f"/{name}": text for name, text in texts_in("language").items()} | texts
        found = asked.page.evaluate(script, list(texts))
    for kind, (code, has_place, outer) in zip(kinds, found, strict=True):
        assert (code, has_place) == ("E403", True), kind
        assert outer > 5 * DEPTH, kind


VALUES_FROM_THE_DEEP = {
    "sum": ("f(n) := 0 if n = 0; 1 + f(n - 1) otherwise", 20_000),
    "nested": ("f(n) := 0 if n = 0; Sum[x in {n}] Prod[y in {x}] (1 + f(y - 1)) otherwise", 9_000),
    "where": ("f(n) := 0 if n = 0; y + 1 otherwise where (y, z) = (f(n - 1), n)", 4_000),
    "either": ("f(n) := 0 if n = 0; Sum[x = 0 V x = 1 + f(n - 1)] x otherwise", 4_000),
    "mutual": (
        "f(n) := 0 if n = 0; 1 + g(n - 1) otherwise g(n) := 0 if n = 0; 1 + f(n - 1) otherwise",
        9_001,
    ),
    "state": ("f(n) := |currentState| if n = 0; 1 + f(n - 1) otherwise", 9_000),
}


@pytest.mark.parametrize("kind", VALUES_FROM_THE_DEEP)
def test_values_come_from_deeper_than_the_stack_of_a_browser_goes(kind: str):
    definition, depth = VALUES_FROM_THE_DEEP[kind]
    asked = JavaScript(program(f"v := f({depth}) w := v + x where x = v {definition}"))
    assert asked.value("v") == depth
    assert asked.value("w") == 2 * depth


def test_what_was_begun_when_the_stack_was_full_can_be_asked_again():
    """Constants of the program and of the frame are not taken for circular ones."""
    text = "c := f(1) d := |currentState| + f(1) f(n) := g + f(n + 1) g := 1 + h h := |currentState| if true"
    asked = JavaScript(program(text))
    found = JavaScript.site.node.evaluate(
        """([rules]) => {
            const frame = globalThis.runtime.frameOf(globalThis.runtime.QUIET.currentState);
            const code = (name) => {
                try {
                    return globalThis.runtime.show(rules.call(name, [], frame));
                } catch (error) {
                    return error.code;
                }
            };
            return ["c", "d", "c", "d", "g", "h"].map(code);
        }""",
        asked.loaded,
    )
    assert found == ["E403", "E403", "E403", "E403", "1", "0"]
