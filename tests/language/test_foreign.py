"""What people write who come from other languages: the hint says what to write, which can be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from noughts.cli.game_argument import load_program
from noughts.language.foreign import IN_DOCUMENTS
from noughts.text.used import base
from tests.led import codes, program, wrong

GIVEN = "S := {1..9} p(x) iff x > 1"

WRITTEN = [
    ("a iff 10 not in S", "`~(x in S)`", "a iff ~(10 in S)"),
    ("a iff 10 notin S", "`~(x in S)`", "a iff ~(10 in S)"),
    ("a iff not(10 in S)", "`~`", "a iff ~(10 in S)"),
    ("a iff 10 ~in S", "`~(x in S)`", "a iff ~(10 in S)"),
    ("a iff S ~sub {1}", "`~(A sub B)`", "a iff ~(S sub {1})"),
    ("m := {`x |-> 1} a := m.x", "m[`x]", "m := {`x |-> 1} a := m[`x]"),
    ("m := {x |-> 1}", "`` `x ``", "m := {`x |-> 1}"),
    ("a iff for all x in S. p(x)", "`all x in S. …`", "a iff all x in S. p(x)"),
    ("a iff for every x in S. p(x)", "`all x in S. …`", "a iff all x in S. p(x)"),
    ("a iff for some x in S. p(x)", "`some x in S. …`", "a iff some x in S. p(x)"),
    ("a iff there is x in S. p(x)", "`some x in S. …`", "a iff some x in S. p(x)"),
    ("a iff there exists x in S. p(x)", "`some x in S. …`", "a iff some x in S. p(x)"),
    ("a iff S subseteq S", "`sub`", "a iff S sub S"),
    ("a := S cup {10}", "`U`", "a := S U {10}"),
    ("a := S intersection {1}", "`sec`", "a := S sec {1}"),
    ("a := intersection(S, {1})", "`A sec B`", "a := S sec {1}"),
    ("a := S without {1}", "`A \\ B`", "a := S \\ {1}"),
    ("a := S minus {1}", "`A \\ B`", "a := S \\ {1}"),
    ("a := 3 times 4", "`*`", "a := 3 * 4"),
    ("a := S | {10}", "`A U B`", "a := S U {10}"),
    ("a iff S disjoint {1}", "`A sec B = {}`", "a iff S sec {1} = {}"),
    ("a iff disjoint(S, {1})", "`A sec B = {}`", "a iff S sec {1} = {}"),
    ("a iff xor(p(1), p(2))", "`~(p <=> q)`", "a iff ~(p(1) <=> p(2))"),
    ("a iff p(1) unless p(2)", "`q V p`", "a iff p(2) V p(1)"),
    ("a iff at least 2 of S", "`|{x | x in S & …}| >= 2`", "a iff |{x | x in S & p(x)}| >= 2"),
    ("a := cardinality of S", "`|S|`", "a := |S|"),
    ("a := length((1, 2))", "`|S|`", "a := |(1, 2)|"),
    ("a := 5 choose 2", "`choose(n, k)`", "\nuses counting\na := choose(5, 2)"),
    ("a := binomial(5, 2)", "`choose(n, k)`", "\nuses counting\na := choose(5, 2)"),
    ("a := sorted((2, 1))", "`sort(t)`", "\nuses sequences\na := sort((2, 1))"),
    ("a := subsets(S)", "`Pow(S)`", "a := Pow(S)"),
    ("a := (1, 2) with [1] = 9", "`f[k |-> v]`", "a := (1, 2)[1 |-> 9]"),
    ("a := update((1, 2), 1, 9)", "`f[k |-> v]`", "a := (1, 2)[1 |-> 9]"),
    ("a := (1, 2, 3)[1:2]", "`t[2..4]`", "a := (1, 2, 3)[1..2]"),
    (
        "f(x) := x mod 3 a := argmax(S)",
        "f(y) <= f(x)",
        "f(x) := -x a := x where x in S & all y in S. f(y) <= f(x)",
    ),
    ("a iff 3 divides 6", "`b mod a = 0`", "a iff 6 mod 3 = 0"),
    ("a iff 3 equals 6", "`=`", "a iff 3 = 6"),
    ("a iff 3 is not 6", "`/=`", "a iff 3 /= 6"),
    ("a iff 3 is even", "`x mod 2 = 0`", "a iff 3 mod 2 = 0"),
    ("a iff S is empty", "`A = {}`", "a iff S = {}"),
    ("a iff S = emptyset", "`{}`", "a iff S = {}"),
    ("a iff 3 is in S", "`x in S`", "a iff 3 in S"),
    ("a iff S is subset of S", "`A sub B`", "a iff S sub S"),
    ("b iff p(2) a iff b v p(1)", "capital letter", "b iff p(2) a iff b V p(1)"),
    ("a iff p(1) but ~p(2)", "`&`", "a iff p(1) & ~p(2)"),
    ("a iff p(1) iff p(2)", "`p <=> q`", "a iff p(1) <=> p(2)"),
    ("a iff 1=1 iff 2=2", "`p <=> q`", "a iff 1=1 <=> 2=2"),
    ("a iff p(1) -> p(2)", "`=>`", "a iff p(1) => p(2)"),
    ("a := 7 // 2", "`floor(a / b)`", "a := floor(7 / 2)"),
    ("a := 7 div 2", "`floor(a / b)`", "a := floor(7 / 2)"),
    ("a := 2**3", "`a ^ b`", "a := 2 ^ 3"),
    ("a := #S", "`|S|`", "a := |S|"),
    ("a := S.size", "`|S|`", "a := |S|"),
    ("a := len(S)", "`|S|`", "a := |S|"),
    ("a := sum(S)", "`Sum[x in S] f(x)`", "a := Sum[x in S] x"),
    ("a := range(9)", "`{m..n}`", "a := {0..9}"),
    ("a := [1..9]", "`{1..9}`", "a := {1..9}"),
    (r"a iff \exists x \in S: p(x)", "`some x in S. …`", "a iff some x in S. p(x)"),
    ("a iff all x in S: p(x)", "a dot", "a iff all x in S. p(x)"),
    ("a iff forall x in S. p(x)", "`all x in S. …`", "a iff all x in S. p(x)"),
    ("a := {x for x in S}", "`{f(x) | x in S}`", "a := {x | x in S}"),
    ("a := {(x, y) : x in S, y in S}", "`{x | x in S}`", "a := {(x, y) | x in S & y in S}"),
    ("a iff 1 == 1", "one `=`", "a iff 1 = 1"),
    ("a iff 1 <> 2", "`/=`", "a iff 1 /= 2"),
    ("a iff 1 != 2", "`/=`", "a iff 1 /= 2"),
    ("a iff p(1) and p(2)", "`&`", "a iff p(1) & p(2)"),
    ("a iff p(1) && p(2)", "one `&`", "a iff p(1) & p(2)"),
    ("a iff p(1) || p(2)", "`V`", "a iff p(1) V p(2)"),
    ("a iff !p(1)", "not is `~`", "a iff ~p(1)"),
    ("a := 5 % 2", "`a mod b`", "a := 5 mod 2"),
    ("a := 'x'", "atoms begin with a backquote", "a := `x"),
    ("a := if p(3) then 1 else 2", "`a if condition; b otherwise`", "a := 1 if p(3); 2 otherwise"),
    ("a := p(3) ? 1 : 2", "`a if condition; b otherwise`", "a := 1 if p(3); 2 otherwise"),
    ("a := 1 if p(3) else 2", "`term otherwise`", "a := 1 if p(3); 2 otherwise"),
    ("a := S union {10}", "`U`", "a := S U {10}"),
    ("f(x) = x + 1", "`f(…) := …`", "f(x) := x + 1"),
    ("let a := 3", "begins with its name", "a := 3"),
    ("f({x}) := x", "a tuple of names, `f((x, y))`", "f((x, y)) := x"),
    ("f((x, 2)) := x", "a tuple of names", "f((x, y)) := x if y = 2; 0 otherwise"),
    ("a iff x, y in S", "`x in S & y in S`", "a iff 1 in S & 2 in S"),
    ("a := (1 if p(1); 2 otherwise, 3)", "of their own", "a := ((1 if p(1); 2 otherwise), 3)"),
    ("a := (1, 2 if p(1); 3 otherwise)", "of their own", "a := (1, (2 if p(1); 3 otherwise))"),
    ("a := let b = 1 in b + 1", "`term where x = …`", "a := b + 1 where b = 1"),
    ("a := {1, 2..3}", "`{1, 3} U {m..n}`", "a := {1} U {2..3}"),
    ("a iff all x. p(x)", "`all x in S. …`", "a iff all x in S. p(x)"),
    (r"a iff \exists! x in S. p(x)", "`|{x | x in S & …}| = 1`", "a iff |{x | x in S & p(x)}| = 1"),
    ("t := (1, 2) a := t(1)", "`t[1]`", "t := (1, 2) a := t[1]"),
    ("f := x -> x + 1", "`f(x) := …`", "f(x) := x + 1"),
    (r"f := \x. x + 1", "`f(x) := …`", "f(x) := x + 1"),
    ("a := `x`", "in double quotes", 'a := "x"'),
    ("def f(x) := x", "begins with its name", "f(x) := x"),
    # TLA+
    (r"a iff 1 = 1 /\ p(1)", "`&`", "a iff 1 = 1 & p(1)"),
    (r"a iff 1 = 1 \/ p(1)", "`V`", "a iff 1 = 1 V p(1)"),
    (r"a iff \E x \in S. p(x)", "`some`", "a iff some x in S. p(x)"),
    (r"a := S \X S", "`*`", "a := S * S"),
    ("a := SUBSET S", "`Pow(S)`", "a := Pow(S)"),
    ("a := UNION {S}", "`U[s in F] s`", "a := U[s in {S}] s"),
    ("a := DOMAIN S", "`{k | k |-> v in f}`", "a := {k | k |-> v in {1 |-> 2}}"),
    ("a := CHOOSE x in S. p(x)", "`x where x in S & …`", "a := x where x in S & x > 8"),
    ("a := IF p(3) THEN 1 ELSE 2", "`a if condition; b otherwise`", "a := 1 if p(3); 2 otherwise"),
    ("a := LET b == 1 IN b", "`term where x = …`", "a := b where b = 1"),
    ("a := <<1, 2>>", "`(1, 2)`", "a := (1, 2)"),
    ("a := Len((1, 2))", "`|S|`", "a := |(1, 2)|"),
    ("a := Append((1, 2), 3)", "`t + (x,)`", "a := (1, 2) + (3,)"),
    ("a := BOOLEAN", "`{true, false}`", "a := {true, false}"),
    ("VARIABLE b", "`variable x in S`", "a := 1"),
    ("CONSTANT N", "`n := 3`", "N := 3"),
    # Alloy and Quint
    ("a iff lone x in S. p(x)", "`|{x | x in S & …}| <= 1`", "a iff |{x | x in S & p(x)}| <= 1"),
    ("pred q[x] { x > 0 }", "`p(x) iff …`", "q(x) iff x > 0"),
    ("sig Colour {}", "`colours := {`red, `blue}`", "colours := {`red, `blue}"),
    ("fact { p(2) }", "`/? sentence ?/`", "a iff p(2)"),
    ("val b = 1", "`f(x) := …`", "b := 1"),
    ("pure def f(x) = x", "`f(x) := …`", "f(x) := x"),
    ("a := S.map(x => x + 1)", "`{f(x) | x in S}`", "a := {x + 1 | x in S}"),
    ("a iff S.forall(x => x > 0)", "`all x in S. …`", "a iff all x in S. x > 0"),
    ("a iff S.contains(1)", "`x in S`", "a iff 1 in S"),
    ("a := Set(1, 2)", "a set is `{1, 2}`", "a := {1, 2}"),
    ("a := 1.to(3)", "`{m..n}`", "a := {1..3}"),
    ("a := S.size()", "`|S|`", "a := |S|"),
]


def test_a_head_that_is_not_closed_defines_its_name() -> None:
    assert codes("f(n := 3  b := f(2)") == ["E106"]


@pytest.mark.parametrize("text", [".", "x .", "some .", "all .", "(."])
def test_a_dot_is_answered_wherever_it_stands(text: str) -> None:
    assert {"E105"} >= set(codes(f"a := 1 $/ /? {text} ?/ /$"))


def test_the_documents_define_what_is_said_of_them() -> None:
    documents = Path(str(base())).glob("*.led")
    assert {path.stem: load_program([path]).definitions.keys() for path in documents} == IN_DOCUMENTS


@pytest.mark.parametrize(("name", "document"), [("max", "sequences"), ("nimSum", "impartial")])
def test_a_document_that_defines_a_name_is_named(name: str, document: str) -> None:
    (found,) = wrong(f"/$ a := {name}({{1, 2}}) $/")
    assert found.help == f"the line `uses {document}` in a region brings its definition"


@pytest.mark.parametrize(("text", "hint", "meant"), WRITTEN, ids=[text for text, _, _ in WRITTEN])
def test_the_hint_says_what_to_write(text: str, hint: str, meant: str) -> None:
    for given in (GIVEN, ""):
        found = wrong(f"/$ {given}\n{text} $/")
        assert any(hint in diagnostic.help for diagnostic in found), [each.help for each in found]
    assert codes(f"{GIVEN} {meant}") == []


def test_a_name_of_the_document_is_nearer_than_one_of_another_language() -> None:
    (found,) = wrong(f"/$ {GIVEN} lens := 3 a := len $/")
    assert found.help == "did you mean `lens`?"
    assert "len" in program(f"{GIVEN} len(T) := |T| a := len(S)").definitions


@pytest.mark.parametrize(
    ("text", "hint", "meant"),
    [
        ("a if 1 = 1 b := 2", "`a iff …`", "a iff 1 = 1 b := 2"),
        ("a(x) if x = 1", "`a(…) iff …`", "a(x) iff x = 1"),
        ("a(x := 1", "a parenthesis behind `a` must be closed", "a(x) iff x = 1"),
        ("a((x, y) := x", "a parenthesis behind `a` must be closed", "a((x, y)) := x"),
        ("a((x, y) iff x = 1", "a parenthesis behind `a` must be closed", "a((x, y)) iff x = y"),
        ("a((x, (y, z) := y", "2 parentheses behind `a` must be closed", "a((x, (y, z))) := y"),
        ("a(x, (y := y", "2 parentheses behind `a` must be closed", "a(x, (y, z)) := x + y"),
        ("a = 1", "`a := …`", "a := 1"),
    ],
)
def test_the_first_definition_of_a_document_has_the_same_hints(text: str, hint: str, meant: str) -> None:
    found = wrong(f"/$ {text} $/")
    assert any(hint in diagnostic.help for diagnostic in found), [each.help for each in found]
    assert codes(meant) == []


@pytest.mark.parametrize(
    ("condition", "hint"),
    [
        ("(a > floor)", "`floor(x)` is a function of the language; if a name is meant, choose another"),
        ("a in {floor}", "`floor(x)` is a function of the language; if a name is meant, choose another"),
        ("(a > )", "a term is expected here"),
    ],
)
def test_what_is_missing_in_the_condition_of_an_action_is_no_range(condition: str, hint: str) -> None:
    (found,) = wrong(f"/$ variable a in {{1..4}} initially a = 1 action up when {condition}: a' = 1 $/")
    assert found.help == hint
