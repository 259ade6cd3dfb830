"""Explanations: every part has the value that its own text has, and only what decides the value is there."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from msgspec.structs import replace
from playwright.sync_api import Browser

from noughts.documents import library
from noughts.language.check import read_program
from noughts.language.checked import checked as checked_module
from noughts.language.checked import collected, question
from noughts.language.core import Block, Program, trees_of
from noughts.language.expression_of import written_name
from noughts.language.parse import parse_expression, parse_text
from noughts.language.resolve import Resolver
from noughts.language.solutions import fresh_names, nodes_of
from noughts.language.spelling import Spelling
from noughts.language.tree import Module
from noughts.meaning.budget import Budget
from noughts.meaning.compile import Compiled
from noughts.meaning.evaluate import Evaluator
from noughts.meaning.explain import explain
from noughts.meaning.explanation import Explanation
from noughts.meaning.frame import QUIET, Frame, frame_of
from noughts.meaning.lazy import Lazy
from noughts.meaning.run_error import RunError
from noughts.meaning.self_test import opening_frame
from noughts.pages.live_game import live_game
from noughts.text.document import split_document
from noughts.text.source import Source
from noughts.values.misuse import Misuse
from noughts.values.sets import Set
from noughts.values.show import show
from noughts.values.value import Value
from tests.browser import new_window
from tests.led import program
from tests.library.games import ASKED, AT_LENGTH
from tests.meaning.programs import programs
from tests.pages.back_end import answers_on_page, reasons_in_python

_ONE = "   └─ one: 1"
SMALL = Budget(seconds=5, elements=3000)


def unasked() -> Value:
    """The value of a name that nothing needed."""
    raise Misuse("nothing needed this name")


def value_of(
    checked: Program, text: str, bindings: Mapping[str, Value], frame: Frame, others: Collection[str]
) -> Value | None:
    """What the reference gives for an expression with local names, if it has a value; it may name others.

    If the text looks ahead, it is asked as a definition, which may; all of it may be about another state.
    """
    given = dict(bindings)
    state = given.pop("currentState", frame.given["currentState"])
    names = list(dict.fromkeys([*given, *named(checked, text, given, others)]))
    if "where currentState = " in text:
        (asked,) = parse_text(f"/$ asked({', '.join(['unasked', *names])}) := {text} $/").definitions
        written = read_again(checked)
        checked = checked_module(replace(written, definitions=(*written.definitions, asked))).program
        text = f"asked({', '.join(['0', *names])})"
    tree = parse_expression(text)
    resolver = Resolver(collected(checked))
    scope = resolver.bind({}, dict.fromkeys(names, tree.span), "a name")
    core = resolver.expression(tree, scope)
    if [problem.code for problem in resolver.problems] == ["E208"] and "where" in text:
        return None  # alone, a `where` in the text takes a name from around it for one of its own
    assert not resolver.problems, text
    assert not resolver.unknown, text
    evaluator = Evaluator(checked, Budget(seconds=5, elements=3000))
    values = {local: given.get(name, Lazy(unasked)) for name, local in scope.items()}
    there = Frame({**frame.given, "currentState": state})
    try:
        return evaluator.run(lambda used: evaluator.term(core, values, used), there)
    except RunError:
        return None


def named(checked: Program, text: str, given: Collection[str], others: Collection[str]) -> Collection[str]:
    """Those of some other names that a text uses and does not bind itself; of one that looks ahead, all."""
    if "where currentState = " in text:
        return others
    resolver, tree = Resolver(collected(checked)), parse_expression(text)
    resolver.expression(tree, resolver.bind({}, dict.fromkeys(given, tree.span), "a name"))
    return [name for name in others if name in resolver.unknown]


def read_again(checked: Program) -> Module:
    """The definitions of a program of one document, as they are written."""
    text = next(iter(checked.definitions.values())).span.source.text
    return parse_text(text)


def names_of_scopes(checked: Program) -> set[str]:
    """The parameters of the definitions, and the names of each `where`: those too that nothing needed."""
    found = set[str]()
    for definition in checked.definitions.values():
        found.update(definition.parameters)
        blocks = [node for tree in trees_of(definition) for node in nodes_of(tree) if isinstance(node, Block)]
        for where in [definition.where, *(block.where for block in blocks)]:
            if where is None:
                continue
            found.update(where.new)
            for step in where.lazy:
                found.update(fresh_names(step.pattern))
    return {written_name(name) for name in found} - checked.definitions.keys()


def check_parts(checked: Program, root: Explanation, frame: Frame, others: Collection[str] = ()) -> None:
    """Every part has the value of its own text, and the undefined lead to one that is undefined itself."""
    for node in root.nodes():
        assert node.definition in ("", *checked.written)
        assert value_of(checked, node.text, dict(node.bindings), frame, others) == node.value, node
        if node.value is None:
            assert node.problem
            assert sum(part.value is None for part in node.parts) <= 1


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(programs())
def test_every_part_has_the_value_of_its_text(text: str) -> None:
    checked = program(text)
    frame = Frame(QUIET)
    root = explain(question(checked, "v"), Compiled(checked, SMALL), frame, depth=2)
    try:
        expected = Compiled(checked, Budget(seconds=5, elements=3000)).value("v")
    except RunError:
        expected = None
    assert root.value == expected
    check_parts(checked, root, frame, names_of_scopes(checked))


@pytest.mark.parametrize("name", ASKED)
def test_the_relations_and_claims_of_the_library(name: str) -> None:
    checked = read_program([library.path_of(name)])
    compiled = Compiled(checked)
    frame = opening_frame(compiled)
    for definition in checked.definitions.values():
        if definition.is_constant and definition.relation and definition.name.isidentifier():
            check_parts(checked, explain(question(checked, definition.name), compiled, frame), frame)


AHEAD = """
    n := currentState  big iff n > 3  twice := 2 * n
    grows(k) iff big & n /= 7 where currentState = n + k
    settled(k) iff some j in {1..3}. (grows(j) => n = 9) where currentState = twice + k
    between(k) iff (twice if big; 0 otherwise where currentState = n + k) = low & big where
        currentState = n * k & low = n + 1
    safe(k) iff n < 3 & (~big where currentState = n + k)
    twofold(k) iff (some j in {1..k}. (big & (n = 2 * j where currentState = n + j))) where
        currentState = twice
"""


@pytest.mark.parametrize("relation", ["grows", "settled", "between", "safe", "twofold"])
def test_what_is_said_of_another_state_is_text_of_the_document(relation: str) -> None:
    checked = program(AHEAD)
    compiled = Compiled(checked, SMALL)
    for state in range(4):
        for k in range(4):
            frame = frame_of(state)
            check_parts(checked, explain(question(checked, f"{relation}({k})"), compiled, frame), frame)


def test_the_position_after_a_move_is_told_by_the_move() -> None:
    checked = program(AHEAD)
    root = explain(question(checked, "grows(2)"), Compiled(checked), frame_of(1))
    assert root.lines() == [
        "grows(2): false",
        "└─ big & n /= 7 where currentState = n + k: false, with k = 2",
        "   └─ big where currentState = n + k: false",
        "      └─ n > 3: false, with currentState = 3",
        "         └─ n: 3",
        "            └─ currentState: 3",
    ]


def test_a_part_about_the_position_after_a_move_is_opened() -> None:
    checked = program(AHEAD)
    root = explain(question(checked, "safe(2)"), Compiled(checked), frame_of(2))
    assert root.lines() == [
        "safe(2): false",
        "└─ n < 3 & (~big where currentState = n + k): false, with k = 2",
        "   └─ (~big where currentState = n + k): false",
        "      └─ ~big where currentState = n + k: false",
        "         └─ big where currentState = n + k: true",
        "            └─ n > 3: true, with currentState = 4",
        "               └─ n: 4",
        "                  └─ currentState: 4",
    ]


def test_no_name_that_cannot_be_typed_is_told_of_another_state() -> None:
    checked = program(
        "n := currentState f(k) := 1 if n = k g(k) iff n = 1 & (f(k) = 1 where currentState = n + k)"
    )
    root = explain(question(checked, "g(1)"), Compiled(checked), frame_of(1))
    assert {node.problem for node in root.nodes() if node.value is None} == {"no clause of `f` applies"}
    assert "afterwards" not in str(root) + str(root.as_json())


def test_the_names_of_a_where_in_parentheses_have_values_inside() -> None:
    definitions = "f(n) iff n < 3 & (k = 2 * n & j > 9 where k = n + 1 & j in {n})"
    assert why("f(1)", definitions) == [
        "f(1): false",
        "└─ n < 3 & (k = 2 * n & j > 9 where k = n + 1 & j in {n}): false, with n = 1",
        "   └─ (k = 2 * n & j > 9 where k = n + 1 & j in {n}): false",
        "      ├─ k = 2 * n & j > 9: false, with k = 2, j = 1",
        "      │  └─ j > 9: false, with j = 1",
        "      └─ j in {n}: true, with n = 1, j = 1",
        "         └─ {n}: {1}",
    ]
    assert why("f(1)", "f(n) iff n < 3 & (k > 9 where k in {n, 2})")[-1].endswith(
        "undefined: this `where` has 2 solutions, not one, with n = 1"
    )


@pytest.mark.parametrize("name", ["endgame"])
def test_moves_of_a_game_that_looks_ahead(name: str) -> None:
    checked = read_program([library.path_of(name)])
    compiled = Compiled(checked)
    frame = opening_frame(compiled)
    moves = compiled.value("moves")
    assert isinstance(moves, Set)
    for move in list(moves)[:: 1 if AT_LENGTH else 6]:
        check_parts(checked, explain(question(checked, f"legalMove({show(move)})"), compiled, frame), frame)


def why(expression: str, definitions: str = "one := 1", depth: int = 4) -> list[str]:
    """The lines of the explanation of an expression."""
    checked = program(definitions)
    core = question(checked, expression)
    return explain(core, Compiled(checked), Frame(QUIET), depth=depth).lines()


@pytest.mark.parametrize(
    ("expression", "lines"),
    [
        ("1 = 1 & one = 2 & one = 3", ["1 = 1 & one = 2 & one = 3: false", "└─ one = 2: false", _ONE]),
        ("1 = 2 V one = 1 V 1/0 = 1", ["1 = 2 V one = 1 V 1 / 0 = 1: true", "└─ one = 1: true", _ONE]),
        ("1 = 2 V 2 = 1", ["1 = 2 V 2 = 1: false", "├─ 1 = 2: false", "└─ 2 = 1: false"]),
        ("1 = 2 => 1/0 = 1", ["1 = 2 => 1 / 0 = 1: true", "└─ 1 = 2: false"]),
        ("all x in {1..3}. x < 2", ["all x in {1..3}. x < 2: false", "└─ x < 2: false, with x = 2"]),
        ("some x in {1..3}. x > 1", ["some x in {1..3}. x > 1: true", "└─ x > 1: true, with x = 2"]),
        ("some x, y in {1..3}. x + y > 6", ["some x, y in {1..3}. x + y > 6: false (none of 9)"]),
        ("all x in {1..3}. x < 4", ["all x in {1..3}. x < 4: true (each of 3)"]),
        ("all x in {}. x < 4", ["all x in {}. x < 4: true (the set is empty)"]),
        ("{1..3} = {3..4}", ["{1..3} = {3..4}: false (only on the left: {1, 2}; only on the right: {4})"]),
        ("{1..3} sub {3..4}", ["{1..3} sub {3..4}: false (only on the left: {1, 2})"]),
        (
            "{x | x in {1..4} & x > 1} = {2, 4}",
            [
                "{x | x in {1..4} & x > 1} = {2, 4}: false (only on the left: {3})",
                "├─ {x | x in {1..4} & x > 1}: {2, 3, 4}",
                "└─ 3 in {x | x in {1..4} & x > 1}: true",
                "   └─ x in {1..4} & x > 1: true, with x = 3",
                "      ├─ x in {1..4}: true, with x = 3",
                "      └─ x > 1: true, with x = 3",
            ],
        ),
        (
            "{1..3} sub {1, 2} U {x | x in {3..4} & x > 3}",
            [
                "{1..3} sub {1, 2} U {x | x in {3..4} & x > 3}: false (only on the left: {3})",
                "├─ {1, 2} U {x | x in {3..4} & x > 3}: {1, 2, 4}",
                "│  └─ {x | x in {3..4} & x > 3}: {4}",
                "└─ 3 in {1, 2} U {x | x in {3..4} & x > 3}: false",
                "   ├─ 3 in {1, 2}: false",
                "   └─ 3 in {x | x in {3..4} & x > 3}: false",
                "      └─ x in {3..4} & x > 3: false, with x = 3",
                "         └─ x > 3: false, with x = 3",
            ],
        ),
        ("1 < one < 3", ["1 < one < 3: false", "└─ 1 < one: false", _ONE]),
        (
            "3 in {x | x in {1..9} & x > 4}",
            [
                "3 in {x | x in {1..9} & x > 4}: false",
                "└─ x in {1..9} & x > 4: false, with x = 3",
                "   └─ x > 4: false, with x = 3",
            ],
        ),
        (
            "Sum[x in {0..2}] (1/x) = 3",
            [
                "Sum[x in {0..2}] (1 / x) = 3: undefined",
                "└─ Sum[x in {0..2}] (1 / x): undefined",
                "   └─ 1 / x: undefined: 1/0 has no value, with x = 0",
            ],
        ),
    ],
)
def test_what_decides_a_sentence(expression: str, lines: list[str]) -> None:
    assert why(expression) == lines


def test_membership_is_explained_by_how_the_set_is_made() -> None:
    definitions = "taken := {h | (p, h) in {(`x, 1), (`o, 3)}} empty := {1..9} \\ taken"
    assert why("3 in empty", definitions) == [
        "3 in empty: false",
        "└─ 3 in taken: true",
        "   └─ (p, h) in {(`x, 1), (`o, 3)}: true, with p = `o, h = 3",
        "      └─ (p, h): (`o, 3)",
    ]
    assert why("2 in {1} U {3}") == ["2 in {1} U {3}: false", "├─ 2 in {1}: false", "└─ 2 in {3}: false"]
    assert why("3 in {1..3} sec {2}") == ["3 in {1..3} sec {2}: false", "└─ 3 in {2}: false"]


def test_definitions_are_opened_as_deep_as_asked() -> None:
    definitions = "a(n) iff b(n + 1) b(n) iff ~c(n) c(n) iff n = 3"
    assert why("a(2)", definitions, depth=0) == ["a(2): false …"]
    assert why("a(2)", definitions, depth=1) == ["a(2): false", "└─ b(n + 1): false, with n = 2 …"]
    assert why("a(2)", definitions, depth=3)[-1].endswith("n = 3: true, with n = 3")


def test_the_way_to_what_is_undefined_is_opened_however_deep_it_is() -> None:
    definitions = "a(n) := b(n - 1) b(n) := c(n) + 1 c(n) := 1 / d d := n where n = 0"
    assert why("a(1)", definitions, depth=0)[-2].strip(" └─") == "1 / d: undefined: 1/0 has no value"


def test_a_clause_that_applies_and_those_that_do_not() -> None:
    definitions = "f(n) := n + 1 if n < 2; n - 1 if n < 4"
    assert why("f(3)", definitions) == [
        "f(3): 2",
        "├─ n < 2: false, with n = 3",
        "├─ n < 4: true, with n = 3",
        "└─ n - 1: 2, with n = 3",
    ]
    assert why("f(4)", definitions)[0] == "f(4): undefined: no clause of `f` applies to f(4)"


def test_a_where_without_a_solution_leads_to_its_cause() -> None:
    definitions = "f(n) := x where x in S & S = {1 / n}"
    assert why("f(0)", definitions)[-1].endswith("1 / n: undefined: 1/0 has no value, with n = 0")


def test_recursion_has_an_end_even_in_an_explanation() -> None:
    definitions = "f(n) := 0 if n = 0; f(n - 1) otherwise g(n) := g(n + 1)"
    assert len(why("f(1000) = 1", definitions, depth=10_000)) <= 1000
    assert "undefined: " in why("g(1)", definitions, depth=2)[-1]


def test_a_tree_as_json_and_in_unicode() -> None:
    checked = program("odd(n) iff ~n mod 2 = 0")
    root = explain(question(checked, "odd(2)"), Compiled(checked), Frame(QUIET), spelling=Spelling.UNICODE)
    tree = root.as_json()
    assert (tree["text"], tree["value"], tree["definition"]) == ("odd(2)", "false", "odd")
    (body,) = root.parts
    assert (body.text, show(body.bindings[0][1])) == ("¬n mod 2 = 0", "2")


IN_A_PAGE = """/$
n := currentState
low iff n < 3
near(k) := 1 if n = k
initialState := 0
playerToMove := `x if n mod 2 = 0; `o otherwise
moves := {1..4}
legalMove(m) iff m > 0 & (low & (0 < j V ~low) where currentState = outcome(m) & j in {m - 1})
    & (near(twice) = 1 where currentState = n + m) where twice = m + n
outcome(m) := n + m
gameOver iff n > 3
wins(p) iff p = `x & gameOver & (m > 5 where m = n + 1)
$/"""


def test_a_page_opens_the_same_parts(browser: Browser, tmp_path: Path) -> None:
    document = split_document(Source("ahead.led", IN_A_PAGE))
    game = live_game([document], name="ahead", title="Ahead", folder=tmp_path)
    commands = [{"do": "why not", "text": str(move), "ply": 0} for move in range(1, 5)]
    commands += [{"do": "play", "index": 0, "ply": 0}]
    commands += [{"do": "why not", "text": str(move), "ply": 1} for move in range(1, 5)]
    with new_window(browser) as window:
        shown = answers_on_page(window.new_page(), game, commands)
    meant = reasons_in_python(game, commands)
    assert [each["why"] for each in shown if "why" in each] == meant
    assert "afterwards" not in str(meant)
    assert "'text': 'low where currentState = outcome(m)'" in str(meant)
