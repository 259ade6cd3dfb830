"""Machines as text: what is read as an item of a machine and what is not, and what is wrong with it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.language import tree as t
from noughts.language.parse import Reader, parse_text
from noughts.language.show import laid_out, show_definition, show_item
from noughts.language.spelling import Spelling
from noughts.text.diagnostic import DocumentError
from noughts.text.document import split_document
from noughts.text.source import Source, Span
from tests.language.trees import EXPRESSIONS, NAMES, NOWHERE, clauses
from tests.led import codes, program, wrong

pytestmark = pytest.mark.filterwarnings("ignore:Generating overly large repr")

HERE = st.just(NOWHERE)
NAMED = st.builds(t.Parameter, NAMES, span=HERE)
VARIABLES = st.builds(
    t.Variables,
    st.lists(NAMED, min_size=1, max_size=3).map(tuple),
    st.sampled_from(["in", "sub"]),
    EXPRESSIONS,
    span=HERE,
)
CHOICES = st.lists(st.builds(t.ActionParameter, NAMES, EXPRESSIONS, span=HERE), max_size=2).map(tuple)
UPDATE = st.builds(t.Update, NAMES, clauses(EXPRESSIONS), st.none() | EXPRESSIONS, head=HERE, span=HERE)
UPDATES = st.lists(UPDATE, max_size=3).map(tuple)
GUARD = st.none() | EXPRESSIONS
ITEMS = st.one_of(
    VARIABLES,
    st.builds(t.Initially, EXPRESSIONS, head=HERE, span=HERE),
    st.builds(t.Action, NAMES, CHOICES, GUARD, UPDATES, st.just(False), head=HERE, span=HERE),
    st.builds(t.Action, NAMES, st.just(()), GUARD, UPDATES, st.just(True), head=HERE, span=HERE),
)


def read(text: str) -> tuple[t.MachineItem, ...]:
    """The items in a text, whatever is wrong with them as a machine."""
    source = Source("test.led", text)
    reader = Reader(source)
    assert list(reader.definitions(Span(source, 0, len(text)))) == []
    assert reader.problems == []
    return tuple(reader.machine)


@given(ITEMS, st.sampled_from([Spelling.ASCII, Spelling.UNICODE]), st.sampled_from([20, 80]))
def test_writing_and_reading_an_item_is_the_identity(item: t.MachineItem, spelling: Spelling, width: int):
    assert read(laid_out(item, spelling, width)) == (item,)


@given(ITEMS, st.sampled_from([20, 64, 1000]))
def test_an_item_in_latex_is_read_back(item: t.MachineItem, width: int):
    text = laid_out(item, Spelling.LATEX, width)
    document = split_document(Source("test.tex", text))
    reader = Reader(document.source)
    for display in document.mathematics.displays:
        assert list(reader.display(display)) == []
    assert reader.problems == []
    assert tuple(reader.machine) == (item,), text


@pytest.mark.parametrize("bound", ["⌊n⌋", "⌈n⌉", "|{n}|"])
def test_an_update_may_follow_any_bracket(bound: str):
    (action,) = read(f"action go: a' = {bound} b' = n")
    assert isinstance(action, t.Action)
    assert [update.variable for update in action.updates] == ["a", "b"]


# ruff: noqa: E501, one of these lines is long
LATEX = r"""
\begin{align*}
& \text{variables } taken \subseteq \{1..3\} && \text{by one of them} \\
& \text{variable } turn \in \{\text{true}, \text{false}\} \\
& \text{initially } taken = \emptyset,\ turn \\
left &:= \{1..3\} \setminus taken \\
& \text{action } take(k \in \{1..3\}) \text{ when } k \in left, turn: \\
& \quad taken' = \begin{cases} taken \cup \{k\} & \text{if } k > 1, turn \\ taken & \text{otherwise} \end{cases}, \\
& \quad turn' = \lnot turn.
\end{align*}
$$ action = F \quad \text{as actions do} $$
"""
ASCII = """
variable taken sub {1..3}
variable turn in {true, false}
initially taken = {} & turn
left := {1..3} \\ taken
action take(k in {1..3}) when k in left & turn:
    taken' = taken U {k} if k > 1 & turn; taken otherwise
    turn' = ~turn
"""


def test_a_machine_may_be_written_as_authors_do():
    latex, ascii = parse_text(rf"\documentclass{{article}} {LATEX}"), parse_text(f"/$ {ASCII} $/")
    assert latex.machine == ascii.machine
    assert latex.written == ascii.written


MACHINE = """
variables a, b in {0..3}
variable c sub {1, 2}
initially a = 0 & 1 = b & c = {}
action up(n in {1..2}, m in {0..1}) when a + n < 3 & m in {1}:
    a' = a + n if m = 1 & c' = c U {n},
    b' = b
action wait
automatic drop when a = 3: a' = 0
"""


def test_a_machine_is_read_beside_definitions():
    module = parse_text(f"/$ three := 3 {MACHINE} four := three + 1 $/")
    assert [definition.name for definition in module.written] == ["three", "four"]
    assert [type(item).__name__ for item in module.machine] == [
        *("Variables", "Variables", "Initially", "Action", "Action", "Action")
    ]
    up, wait, drop = (item for item in module.machine if isinstance(item, t.Action))
    assert [update.variable for update in up.updates] == ["a", "c", "b"]
    assert [choice.name for choice in up.parameters] == ["n", "m"]
    assert (wait.guard, wait.updates, drop.automatic) == (None, (), True)
    text = " ".join([*map(show_item, module.machine), *map(show_definition, module.written)])
    again = parse_text(f"/$ {text} $/")
    assert (again.machine, again.definitions) == (module.machine, module.definitions)


NAMES_ONLY = [
    "variable := 4 action := 3 initially := 2 when := 1 automatic := 0",
    "action(p) := p when := action(3) initially(x) := x",
    "f := action * 2 variables := {action | when in {1..3} & action = when} action := f",
    "f := |action| action := -2 g := |f| action2 := 1",
    "f(variable, action) := variable + action variable1 := f(2, 3)",
    "r(action) iff some when in {1..3}. when = action v := {when | when in {1} & r(when)}",
    "f := 1 if action = 2; 3 otherwise action := 2",
]


@pytest.mark.parametrize("text", NAMES_ONLY)
def test_the_words_of_a_machine_are_names_anywhere_else(text: str):
    module = parse_text(f"/$ {text} $/")
    assert module.machine == ()
    assert len(module.definitions) == text.count(":=") + text.count(" iff ")


def test_they_are_so_in_a_machine_too():
    text = "variable action, when in {0..2} initially action = 0 & when = 1"
    text += " action automatic(initially in {0..2}) when when = initially: action' = when & when' = action"
    module = parse_text(f"/$ {text} $/")
    assert module.machine[2] == t.Action(
        "automatic",
        (t.ActionParameter("initially", t.Range(number(0), number(2), span=NOWHERE), span=NOWHERE),),
        t.Compare(("=",), (name("when"), name("initially")), span=NOWHERE),
        (updated("action", "when"), updated("when", "action")),
        False,
        head=NOWHERE,
        span=NOWHERE,
    )


def name(text: str) -> t.Name:
    return t.Name(text, span=NOWHERE)


def number(value: int) -> t.Numeral:
    return t.Numeral(value, span=NOWHERE)


def updated(variable: str, other: str) -> t.Update:
    clause = t.Clause(name(other), None, span=NOWHERE)
    return t.Update(variable, (clause,), head=NOWHERE, span=NOWHERE)


WRONG = """/$ variable a, b in {0..3}
variable c sub {1, 2}
initially a = 0 & a = 1 & d = 2 & c > 3
action up(n in {1..2}) when n = 1:
  a' = a + n
  b' = b + a'
  a' = 7
  e' = 3
free := 4
initially ~free & b = fre
action up2: free' = 2
action down when a > b': a' = a - 1
automatic both(n in {1}): a' = 3
variable z
action x if a = 1: a' = 2
action y when y a' = 2
action w: 3 a' := 2
other := a'
b := 3
$/

/? a' = 2; up(1); z = 3; down ?/
"""


def test_all_mistakes_are_told_each_at_its_place():
    told = [(d.code, d.span and (d.span.line, d.span.text)) for d in wrong(WRONG)]
    assert told == [
        ("E212", (3, "a")),
        ("E213", (3, "d")),
        ("E216", (3, "c > 3")),
        ("E215", (6, "a'")),
        ("E214", (7, "a'")),
        ("E213", (8, "e'")),
        ("E213", (10, "free")),
        ("E202", (10, "fre")),
        ("E213", (11, "free'")),
        ("E215", (12, "b'")),
        ("E105", (13, "(")),
        ("E105", (14, "z")),
        ("E105", (15, "if")),
        ("E105", (16, "a'")),
        ("E105", (17, "3")),
        ("E105", (17, ":=")),
        ("E215", (18, "a'")),
        ("E201", (19, "b")),
        ("E215", (22, "a'")),
    ]


WHOLE = "variable a in {0..3} initially a = 0 action up: a' = a + 1"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (WHOLE, []),
        ("variable a in {0..3} action up: a' = a + 1", ["E212"]),
        ("variable a, b in {0..3} initially a = b action up: a' = a + 1", ["E212"]),
        (f"{WHOLE} moves := {{1}}", ["E201"]),
        (f"{WHOLE} up := 1", ["E201"]),
        (f"{WHOLE} action up: a' = 2", ["E201"]),
        (f"{WHOLE} variable a in {{1}}", ["E201"]),
        (f"{WHOLE} initially a = 1", ["E212"]),
        (f"{WHOLE} f(a) := a", ["E205"]),
        (f"{WHOLE} action set(a in {{1}}): a' = a", ["E205"]),
        (f"{WHOLE} action set(n in {{1}}, n in {{2}}): a' = n", ["E204"]),
        (f"{WHOLE} automatic down when b = 3: a' = f(a, f) f(x) := x + q", ["E202", "E203", "E203", "E202"]),
        ("initially a = 0", ["E213"]),
        ("action up: a' = 0", ["E213"]),
        ("b := a'", ["E104"]),
        ("b := a : 3", ["E104"]),
    ],
)
def test_what_is_wrong_with_a_machine(text: str, found: list[str]):
    assert codes(text) == found


def test_a_mistake_in_what_is_written_once_more_is_told_once():
    """What an automatic action speaks of has a second definition, as a function of the state."""
    text = (
        f"{WHOLE} automatic down when low: a' = 0 low iff twice(a, 1) = cold & a < colder twice(x) := x * 2"
    )
    (arity, cold, colder) = wrong(f"/$ {text} $/")
    assert (arity.code, cold.fact, colder.fact) == (
        "E203",
        "nothing defines `cold`",
        "nothing defines `colder`",
    )
    assert [arity.notes[0].text, cold.notes, colder.notes] == ["`twice` is defined here", (), ()]


def test_a_variable_is_no_constant_to_override():
    from noughts.language.check import check_documents
    from noughts.language.parse import parse_expression
    from noughts.text.document import split_document
    from noughts.text.source import Source

    document = split_document(Source("test.led", f"/$ {WHOLE} $/"))
    with pytest.raises(DocumentError, match="E504"):
        check_documents([document], {"a": parse_expression("2")})


def test_other_definitions_of_a_machine_are_no_names_of_the_document():
    checked = program(WHOLE)
    assert checked.variables == ("a",)
    of_game = {"initialState", "moves", "legalMove", "outcome"}
    of_system = {"playerToMove", "gameOver", "deadlock"}
    assert set(checked.written) == {"a", "up"} | of_game | of_system
