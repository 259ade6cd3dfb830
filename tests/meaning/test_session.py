"""A session to which definitions are added is worth the same as one that is built of all of them at once."""

from __future__ import annotations

import os
from random import Random

import pytest
from msgspec.structs import replace

from noughts.language import checked as checking
from noughts.language.check import resolved
from noughts.language.parse import Addition, parse_entry, parse_text
from noughts.meaning.budget import Budget
from noughts.meaning.compile import Compiled
from noughts.meaning.session import Defined, Session, session_of
from noughts.text.diagnostic import Diagnostic, DocumentError
from noughts.values.show import show

SESSIONS = int(os.environ.get("NOUGHTS_FUZZ_SESSIONS", "3"))
NAMES = ["a", "b", "c", "f", "g", "h", "n", "x", "currentState"]
BUDGET = Budget(seconds=5, depth=60, elements=1000)
BEGINNING = """
/$ a := 2  f(k) := k + a  S := {1, 2, 3} $/
/? f(1) = 3 ?/ /? {x | x in S} = S ?/ /? all y in S. y < 4 where currentState = {} ?/
"""


def term(random: Random, names: list[str], depth: int = 2) -> str:
    """A term of these names and of some that are defined, or are not."""
    if depth == 0 or random.random() < 0.2:
        return random.choice([*names, *names, "1", "2", "S", random.choice(NAMES)])
    first, second = (term(random, names, depth - 1) for _ in range(2))
    new = random.choice(["x", "y", "n"])
    inner = term(random, [*names, new], depth - 1)
    forms = [
        f"{first} + {second}", f"({first}, {second})", f"{{{first}}}", f"|{first}|", "a", "b", "mouseX",
        f"f({first})", f"g({first}, {second})", f"(h({first}) & {second} = 1)", f"{{{inner} | {new} in S}}",
        f"Sum[{new} in {{1..3}}] ({inner})", f"(some {new} in S. {inner} = {first})",
    ]  # fmt: skip
    return random.choice(forms)


def definition(random: Random) -> str:
    """A definition, right or wrong, of a name that may be there already."""
    name = random.choice(NAMES[:6]) if random.random() < 0.9 else random.choice(NAMES)
    arity = {"f": 1, "g": 2, "h": 1}.get(name, 0)
    if random.random() < 0.15:
        arity = random.randint(0, 2)
    parameters = ["n", "k"][:arity] if random.random() < 0.97 else ["n", "n"]
    head = f"{name}({', '.join(parameters)})" if parameters else name
    if name == "h":
        first, second = (term(random, parameters) for _ in range(2))
        return f"{head} iff {first} = {second}"
    body = term(random, parameters)
    if random.random() < 0.3:
        body += (
            f" if {term(random, [*parameters, 'z'])} = 1; {term(random, parameters)} otherwise where z = a"
        )
    return f"{head} := {body}"


def entry(random: Random) -> str:
    """One definition, or several."""
    return "  ".join(definition(random) for _ in range(random.choice([1, 1, 1, 2, 3])))


def whole(session: Session, text: str) -> Session | list[Diagnostic]:
    """The session that is built of everything at once, or all that is wrong."""
    new = parse_entry(text, f"<{session.entries + 1}>")
    assert isinstance(new, Addition)
    if problems := session.checked.clashes(new.definitions):
        return problems
    kept = tuple(each for each in session.module.definitions if each.name not in new.names)
    try:
        return session_of(replace(session.module, definitions=(*kept, *new.definitions)), BUDGET)
    except DocumentError as error:
        return list(error.diagnostics)


def answers(session: Session) -> dict[str, object]:
    """What comes of asking for every name, applied where it has parameters."""
    found: dict[str, object] = {}
    for name, its in session.checked.program.definitions.items():
        arguments = ["1", "{2}"][: len(its.parameters)]
        asked = f"{name}({', '.join(arguments)})" if arguments else name
        try:
            value = session.enter(asked)[1]
            found[asked] = show(value)  # type: ignore[arg-type]
        except DocumentError as error:
            (problem,) = error.diagnostics
            if problem.code.startswith("E4"):  # how deep it went depends on who asks
                found[asked] = problem.code
                continue
            notes = [note.text for note in problem.notes]
            found[asked] = (problem.code, problem.fact, problem.span, problem.help, notes)
    return found


def of_program(session: Session) -> tuple[object, ...]:
    """All that is known of a program before it is run."""
    program = session.checked.program
    notes = sorted(program.notes, key=Diagnostic.place)
    return list(program.definitions), program.definitions, program.tests, notes, session.module


def test_a_session_is_worth_what_is_built_whole():
    for seed in range(SESSIONS):
        random = Random(seed)
        session = session_of(parse_text(BEGINNING), BUDGET)
        for _ in range(10):
            text = entry(random)
            before, expected = session, whole(session, text)
            was = answers(before)
            if isinstance(expected, Session):
                session, _ = session.enter(text)
                assert of_program(session) == of_program(expected), text
                assert answers(session) == answers(expected), text
            else:
                with pytest.raises(DocumentError) as raised:
                    session.enter(text)
                assert list(raised.value.diagnostics) == expected, text
            assert answers(before) == was  # what it meant before can still be asked


def test_only_what_an_entry_can_change_is_looked_at_again(monkeypatch: pytest.MonkeyPatch):
    session = session_of(parse_text("/$ a := 1  b := a  c := b + a  d := 4 $/"))
    checked: list[str] = []
    compiled: list[str] = []
    add = Compiled.add

    def resolving(module, definitions, *others):
        checked.extend(definition.name for definition in definitions)
        return resolved(module, definitions, *others)

    def adding(self, definition):
        compiled.append(definition.name)
        return add(self, definition)

    monkeypatch.setattr(checking, "resolved", resolving)
    monkeypatch.setattr(Compiled, "add", adding)
    session, _ = session.enter("e := d")
    assert (checked, compiled) == (["e"], [])
    assert [session.enter(name)[1] for name in "abcde"] == [1, 1, 2, 4, 4]
    assert sorted(compiled) == list("abcde")
    session, _ = session.enter("b := 7")
    assert checked == ["e", "c", "b"]
    assert [session.enter(name)[1] for name in "abcde"] == [1, 7, 8, 4, 4]
    assert sorted(compiled[5:]) == ["b", "c"]


def test_what_was_found_is_kept(monkeypatch: pytest.MonkeyPatch):
    session = session_of(parse_text("/$ a := Sum[x in {1..300}] x $/"))
    session.enter("a")
    session, _ = session.enter("b := 1")
    monkeypatch.setattr(Budget, "each", lambda self, domain: pytest.fail("it is found again"))
    assert session.enter("a")[1] == 45150


def test_a_signature_is_entered_checked_and_replaced():
    session = session_of(parse_text("/$ f(n) := n + 1 $/"), BUDGET)

    def refused(text: str) -> list[str]:
        with pytest.raises(DocumentError) as raised:
            session.enter(text)
        return [each.code for each in raised.value.diagnostics]

    session, told = session.enter("f : N -> N")
    assert told == Defined((), ("f",))
    assert refused("g(x) := f(`a)") == ["E308"]
    assert refused("f : N -> Bool") == ["E308"]
    assert refused("f : N * N") == refused("h : N -> N") == ["E219"]
    session, _ = session.enter("f : Z -> Z")  # takes the place of the first
    session, _ = session.enter("f(n) iff n = 1\nf : N -> Bool")
    assert [each.name for each in session.module.declarations] == ["f"]
    session, _ = session.enter("f(n, m) := n")  # has no signature until one is entered
    assert session.module.declarations == ()
