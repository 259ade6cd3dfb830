"""Specifications in lists of formulas: what is read of them, and that none of them ends in a crash."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from noughts.documents.by_rules import GameByRules
from noughts.documents.from_document import game_from
from noughts.kernels.explore import explore_rules
from noughts.language import tree as t
from noughts.language.check import check_documents
from noughts.language.parse import parse
from noughts.meaning.compile import Compiled
from noughts.meaning.self_test import self_test
from noughts.text.diagnostic import DocumentError
from noughts.text.document import Document, split_document
from noughts.text.source import Source

SPOILED = int(os.environ.get("NOUGHTS_FUZZ_SPECIFICATIONS", "15"))
"""Texts that are spoiled."""

SPECIFICATION = Path(__file__).with_name("specification.md").read_text("utf-8")
AMENDMENT = "/$ pair := `pair none := `none playerToMove := `x if turn; `o otherwise"
AMENDMENT += " gameOver iff over V pair in result wins(p) iff pair in result & p /= playerToMove $/"
MACHINE = """/$
S := {1..6}
T := {{1, 2}, {2, 3}}
variable taken sub S
variable moves in {0..6}
variable result sub {pair, none}
variable turn in {true, false}
left := S \\ taken
over iff moves = 6
initially taken = {} & moves = 0 & result = {} & turn
action Take(s in S) when s in left:
    taken' = taken U {s}
    moves' = moves + 1
    turn' = ~turn if s /= 6
pairs(X, Y) := |Pow(X) sec Y|
automatic first when pairs(taken, T) > 0: result' = result U {pair}
automatic then when over & result = {}: result' = {none}
$/ /? over = false ?/"""


PIECES = ["", "", "$", "\\", "{", "}", "(", ")", ":", ",", "\n", "  - ", " = ", "\\to "]


def documents(*texts: str) -> list[Document]:
    return [split_document(Source(f"{number}.md", text)) for number, text in enumerate(texts)]


def game(*texts: str) -> GameByRules:
    found = game_from(check_documents(documents(*texts)), name="test")
    assert isinstance(found, GameByRules)
    return found


def test_a_specification_is_the_machine_that_it_describes() -> None:
    one, other = game(SPECIFICATION, AMENDMENT), game(MACHINE, AMENDMENT)
    assert one.program.machine is not None
    assert other.program.machine is not None
    assert list(one.program.machine.variables) == ["taken", "moves", "result", "turn"]
    first, second = explore_rules(one), explore_rules(other)
    assert first.positions == second.positions
    assert (first.targets, first.winners, first.every_move) == (
        *(second.targets, second.winners, second.every_move),
    )
    assert first.positions[0][1] == 0
    assert len(one.program.tests) == 1
    assert all(verdict.passed for verdict in self_test(one.program, Compiled(one.program)))


def test_lists_without_actions_are_prose() -> None:
    for text in (
        "- $x \\in S$\n- $f(x)$:\n- $a = b$\n",
        "- $f(x)$:\n  - $x > 0$\n",
        "- $f(x)$: $a \\to b$\n",
    ):
        module, problems = parse(documents(text))
        assert (module, problems) == (t.Module((), ()), [])


LINES = SPECIFICATION.splitlines()


@pytest.mark.parametrize(
    ("line", "written", "code"),
    [
        (3, r"- \mathbf{S} : set of stones", "E217"),
        (6, r"- $\text{taken}, \text{left} \subseteq$", "E105"),
        (9, r"- $\text{turn}, \text{ovr} \in \{\text{true}\}$", "E212"),
        (11, r"- $\text{left} = \mathbf{S} - \text{token}$", "E202"),
        (17, r"- $\text{result} = \emptyset \wedge$", "E105"),
        (21, r"- $\text{Take}(\text{s} \in)$:", "E105"),
        (22, r"  - $\text{s} \in \text{left}$", "E105"),
        (23, r"  - $\text{s} \in \text{left} \rightarrow \text{trun} = \text{true}$", "E213"),
        (24, r"- $\text{pairs}(\text{X} \subseteq \mathbf{S}) = |\text{X}|$", "E203"),
        (26, r"  - $\foo \rightarrow \text{result} = \emptyset$", "E109"),
    ],
)
def test_a_mistake_is_told_at_its_place(line: int, written: str, code: str) -> None:
    lines = [*LINES[:line], written, *LINES[line + 1 :]]
    with pytest.raises(DocumentError) as raised:
        check_documents(documents("\n".join(lines), AMENDMENT))
    found = {(problem.code, problem.span and problem.span.line) for problem in raised.value.diagnostics}
    assert any(each == code for each, _ in found), raised.value.diagnostics
    assert all(place is not None for _, place in found)


def test_spoiled_specifications_end_with_errors_and_nothing_else() -> None:
    dice = Random(0)
    for _ in range(SPOILED):
        text = SPECIFICATION
        for _ in range(dice.randrange(1, 6)):
            place = dice.randrange(len(text))
            piece = dice.choice(
                ["", "", "$", "\\", "{", "}", "(", ")", ":", ",", "\n", "  - ", " = ", "\\to "]
            )
            text = text[:place] + piece + text[place + dice.randrange(4) :]
        with suppress(DocumentError):
            check_documents(documents(text, AMENDMENT))
