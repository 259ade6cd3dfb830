"""Notes on what is most likely not meant: where they are told, where not, and how an author answers them."""

from __future__ import annotations

from pathlib import Path

import pytest

from noughts.documents import library
from noughts.language.check import check_text, read_program
from noughts.language.notes import review
from tests.led import program
from tests.library.games import program_of
from tests.seeds import seed


def told(text: str) -> list[str]:
    """The code of each note on a region, and the text that it is told of."""
    errors, notes = review(program(text))
    assert errors == []
    return [f"{note.code} {note.span and note.span.text}" for note in notes]


GAME = "initialState := 0 playerToMove := `x gameOver iff currentState > 5 outcome(m) := currentState + m"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("v := {`X, `x} w := `x", ["N204 `X"]),
        ("long := {`a, `b} cars := {`a, `c} size(k) := 3 if k in long; 2 otherwise", ["N204 `b"]),
        ("long := {`a, `b} cars := {`a, `c} v := {k | k in long}", []),  # it is listed
        ("long := {`a, `b} cars := {`a, `c} v := k where k in long & ~(k in cars)", []),
        ("long := {`a, `b} cars := {`a, `b} size(k) := 3 if k in long; 2 otherwise", []),
        ("v := {`x1, `x2} w := `x1", []),
        ("v := {`east, `west} w := `east", []),
        ("v := {`east, `north} w(p) iff p = `esat V p = `east", ["N204 `esat"]),
        ("other(p) := `there if p = `here; `here otherwise v := other(`here)", []),
        ("v := {s | s in {`north, `south} & (s = `nort V s = `north)}", ["N204 `nort"]),  # once
        ("r(S, T) iff some x in S. x > 1 & 1 in T", ["N205 some x in S. x > 1"]),
        ("r(S, T) iff (some x in S. x > 1) & 1 in T", []),
        ("r(S, T) iff 1 in T & some x in S. x > 1", []),
        ("r(S, T) iff some x in S. (x > 1 => x in T)", ["N206 some x in S. (x > 1 => x in T)"]),
        ("r(S, T) iff all x in S. (x in T & x > 1)", ["N206 all x in S. (x in T & x > 1)"]),
        ("r(S, T) iff all x in S. (x > 1 & x in T)", []),
        ("f(a, b) := a v := f(1, 2)", ["N207 b"]),
        ("legalMove(m) iff true outcome((a, b)) := a", ["N207 b"]),
        ("outcome((a, b)) := a", []),
        ("f(c) := c - 1 mod 3", ["N208 c - 1 mod 3"]),
        ("f(c) := c - (1 mod 3)", []),
        ("v := {1,000}", ["N208 1,000"]),
        ("s := currentState f(k) iff s > b where currentState = k & b = s", ["N209 s"]),
        ("s := currentState f(k) := (s + b where currentState = k & b = s + 1)", ["N209 s + 1"]),
        ("s := currentState f(k) iff s > b where currentState = k & b = 2", []),
        ("s := currentState f(b, k) iff s > b where currentState = k", []),
        ("v := {9..1}", ["N302 {9..1}"]),
        ("v(n) := {1..n - 1}", []),
        ("f(p) := 1 if p = 2; 3 if p = 2; 4 otherwise", ["N303 p = 2"]),
        ("f(p) := 1 if true; p otherwise", ["N303 p"]),
        ("f(p) := 1 if p = `x v := {f(p) | p in {`x, `o}}", ["N304 f"]),
        ("f(p) := 1 if p = `x v := f(`x)", []),
        ("v := {1, 2, 1}", ["N305 1"]),
        ("r(S) iff {1, 2} sub S & {2, 1} sub S", ["N305 {2, 1} sub S"]),
        ("r(a, b) iff a = b V ~(b = a)", []),
        ("r(a, b) iff ~(a = b) V ~(b = a)", ["N305 ~(b = a)"]),
        ("r(a, b) iff (a, b) = (1, 2) V (b, a) = (2, 1)", []),
        ("f(x) := {(x + 0, x)}", ["N305 x + 0"]),
        ("f(x) := (1 * x) - 0", ["N305 1 * x"]),
        ("neutral iff all x in {1..3}. x + 0 = x", []),
        ("f(S) := {(1, n) | x in S & n in {1..2}}", ["N207 x in S"]),
        ("f(S) := {x | x in S & (a, b) in S}", ["N207 (a, b) in S"]),
        ("f(S) := {x | (x, y) in S}", []),
        ("f(S) := {(x, y) | x in S & y in S & x < y}", []),
        ("f(S) := Sum[x in S] 1", []),
        ("r(S, T) iff some x in S. T = {}", ["N207 some x in S. T = {}"]),
        ("r(S, T) iff some (x, y) in S. x in T", []),
        ("near(a, b) iff a < b r(a, b) iff near(a, b) V near(b, b)", []),
        ("near(a, b) iff a < b far(a, b) iff a > b r(a, b) iff far(a, b) V near(b, b)", ["N305 near(b, b)"]),
        ("near(a, b) iff a < b r(S) iff all a in S. (near(a, a) & all b in S. near(a, b))", []),
        ("plus(a, b) := a + b f(a, b) := plus(plus(a, b), plus(a, a))", []),
        ("near(a, b) iff |a[1] - b[1]| + |a[1] - b[2]| = 1", ["N310 a[1] - b[2]"]),
        (
            "near(a, b) iff |m[1][1] - m[2][1]| = |m[1][2] - m[2][1]| where m = (a, b)",
            ["N310 m[1][2] - m[2][1]"],
        ),
        ("swapped(a, b) iff a[1] - b[2] = 0 & a[2] - b[1] = 0", []),
        ("gap(a, b) := b[1] - a[2] late(a, b) := (a[1] - b[1], a[2] - b[2])", []),
        ("near(a, b) iff |a[1] - b[1]| - |a[2] - b[2]| = 1", ["N310 |a[1] - b[1]| - |a[2] - b[2]|"]),
        ("leap(a, b) iff ||a[1] - b[1]| - |a[2] - b[2]|| = 1", []),
        ("r(p, S) iff p = `a & |S| > 1 V p /= `b & |S| > 2", ["N305 p /= `b"]),
        ("r(p, S) iff p = `a & |S| > 1 V p /= `a & |S| > 2", []),
        ("r(p, q) iff p = `a & q = `b V q = `c & p /= `a", []),
        (
            "r(a, b) iff a[1] = b[1] & a[2] < b[2] V a[3] = b[3] V a[4] < b[4]",
            ["N205 a[3] = b[3] V a[4] < b[4]"],
        ),
        ("r(a, b) iff a[1] = b[1] & a[2] < b[2] V a[3] = b[3] & a[4] < b[4] V a = 1", []),
        ("r(a, b) iff a = 1 V b = 1 V a = 0 & b = 0", []),
        ("f(m, k) := m[k |-> m[k]]", ["N305 m[k]"]),
        ("f(m, k, i) := m[k |-> m[i]]", []),
        ("v := {(1, 2, 3), (4, 5, 5), (1, 4, 7), (2, 5, 8)}", ["N310 (4, 5, 5)"]),
        ("v := {(1, 1, 2), (4, 5, 5), (1, 4, 7), (2, 5, 8)}", []),
        ("v := {(1, 2, 3), (4, 5, 5), (1, 4, 7)}", []),
        ("v := {(1, 2), (4, 4), (1, 4), (2, 5)}", []),
        ("v := Sum[a in {x^2 | x in {1..2}}] a", ["N306 Sum[a in {x^2 | x in {1..2}}] a"]),
        ("f(n) := f(n - 1) + 1 v := f(2)", ["N307 f"]),
        ("r(S) iff all p in S. all q in S. p[1] /= q[1]", ["N308 all q in S. p[1] /= q[1]"]),
        ("r(S) iff all p in S. all q in S. (q /= p => p[1] /= q[1])", []),
        ("r(S) iff some p in S. some q in S. p[2] = q[2]", ["N308 some q in S. p[2] = q[2]"]),
        ("r(S) iff some p in S. some q in S. (p[2] = q[2] & p /= q)", []),
        ("r(S, T) iff some p in S. some q in T. p[2] = q[2]", []),
        ("r(S) := {p | p in S & (all q in S. p < q)}", ["N308 all q in S. p < q"]),
        ("r(S) := {p | p in S & (all q in S. p <= q)}", []),
        (
            "r(p) iff all q in {`a, `b}. {p} /= {q} v := r(`a)",
            ["N308 all q in {`a, `b}. {p} /= {q}"],
        ),
        ("r(p) iff all q in {`a, `b}. {p} /= {q} v := {`a | r(`a) & r(`c)}", []),
        (
            "S := {`a, `b} r(p) iff all q in S. {p} /= {q} v := r(`a)",
            ["N308 all q in S. {p} /= {q}"],
        ),
        ("f(n) := f(n - 1) + 1 if n > 0; 0 otherwise v := f(2)", []),
        ("least(S) := p where p in S & (all q in S. p < q)", ["N308 all q in S. p < q"]),
        ("f(S, n) := n if S = {}; f(S, n + 1) otherwise v := f({}, 1)", ["N307 f(S, n + 1)"]),
        ("f(S, n) := n if all x in S. x > n; f(S, n) + 1 otherwise v := f({}, 1)", ["N307 f(S, n)"]),
        ("f(S, n) := n if S = {} V n > 3; f(S, n + 1) otherwise v := f({}, 1)", []),
        ("f(n) := n if currentState > 3; f(n) otherwise where currentState = currentState + n v := f(1)", []),
        ("f(n) := n if n > 3; (f(n) if n < 9; 0 otherwise) otherwise v := f(1)", []),  # 0 ends it
        ("moved((x, y), (v, w)) := (x + v, x + w) z := moved((1, 2), (3, 4))", ["N207 (x + v, x + w)"]),
        ("shorn((x, y)) := (x, x + y) z := shorn((1, 2))", []),
        ("row((x, y)) := (x, 1) z := row((1, 2))", []),
        ("inverse(R) := {(a, b) | (a, b) in R} v := inverse({})", ["N305 {(a, b) | (a, b) in R}"]),
        ("inverse(R) := {(b, a) | (a, b) in R} v := inverse({})", []),
        ("least(a, b) := a if a <= b; b otherwise f(n) := least(n, n)", ["N305 least(n, n)"]),
        ("least(a, b) := a if a <= b; b otherwise f(n) := least(n, n) v := least(1, 2)", []),
        ("times(a, b) := a * b f(n) := times(n, n)", []),
        ("f(t) := t[1..|t|] v := f((1, 2))", ["N305 |t|"]),
        ("f(t) := t[2..|t|] v := f((1, 2))", []),
        ("f(t, i) := t[1..i] + t[i + 1..|t|] v := f((), 1)", ["N305 t[1..i] + t[i + 1..|t|]"]),
        ("f(t, i) := t[1..i - 1] + t[i..3] v := f((), 1)", ["N305 t[1..i - 1] + t[i..3]"]),
        ("f(t, i) := t[1..i - 1] + t[i + 1..|t|] v := f((), 1)", []),
        (
            "near(a, b) iff a < b r(s) iff near(s, h) & ~apart(s, s) h := 1 apart(a, b) iff a > b",
            ["N305 apart(s, s)"],
        ),
        ("f(s, i) := s[i |-> 1, i |-> 2] v := f({}, 1)", ["N305 i"]),
        ("f(s, i) := s[i |-> 1, i + 1 |-> 2] v := f({}, 1)", []),
        ("initialState := {} gameover iff true", ["N502 gameover"]),
        ("over iff true gameOver iff over initialState := {}", []),
        (f"{GAME} choices := {{1, 2}} legalMove(m) iff m in choices", ["N502 initialState"]),
        (f"{GAME} allMoves := {{1, 2}} legalMove(m) iff m in allMoves", ["N502 allMoves"]),
        (f"{GAME} moves := {{1, 2}} legal(m) iff m > 1", ["N502 legal"]),
        (
            f"{GAME} moves := {{1, 2}} legal(m) iff m > 1 legalMoves(m) iff m > 0",
            ["N502 legal", "N502 legalMoves"],
        ),
        (f"{GAME} moves := {{1, 2}} legalMove(m) iff m > 1 board := {{1..9}}", []),
        ("step(p, (x, y)) := (p[1] + x, p[1] + y) v := step((1, 2), (3, 4))", ["N310 (p[1] + x, p[1] + y)"]),
        ("step(p, (x, y)) := (p[1] + x, p[2] + y) v := step((1, 2), (3, 4))", []),
        ("span(p, x) := (p[1] - x, p[1] + x) v := span((1, 2), 3)", []),
        (
            "e(a, b) iff a[1] = b[1] & a[2] = b[2] & a[1] + b[1] = a[2] + b[2]",
            ["N310 a[1] + b[1] = a[2] + b[2]"],
        ),
        ("e(a, b) iff a[1] = b[1] & a[2] = b[2] & a[1] + a[2] = b[1] + b[2]", []),
        ("e(a, b) iff a[1] = b[1] V a[2] = b[2] V a[1] + 1 = b[1]", []),
        ("c(a, b, d) iff a = b V b = d V a + b = d", []),
        (f"{GAME} newState := 1 legalMove(m) iff m in {{1, 2}}", []),
        ("initialState := 0 outcome(m) := currentState + m", []),
    ],
)
def test_a_note_is_told_where_it_helps_and_nowhere_else(text: str, expected: list[str]):
    assert told(text) == expected


@pytest.mark.parametrize("name", library.names())
def test_the_library_gets_no_note(name: str):
    assert review(program_of(name)) == ([], [])


@pytest.mark.parametrize(
    ("number", "amendments"),
    [
        ("000", ["amendment.led"]),
        ("000", ["amendment.led", "amendment-rules.led"]),
        ("002", ["amendment-002.led"]),
    ],
)
def test_the_papers_that_the_project_grew_from_get_no_note(number: str, amendments: list[str]):
    documents = Path(__file__).parents[1] / "documents"
    assert review(read_program([seed(number), *(documents / name for name in amendments)])) == ([], [])


@pytest.mark.parametrize(
    ("before", "between", "expected"),
    [
        ("", "", ["N208", "N208"]),
        ("% noughts: allow N208\n", "", ["N208"]),
        ("<!-- noughts: allow N302, N208 -->\n", "", ["N208"]),
        ("", "% noughts: allow N208\n", ["N208"]),
        ("% noughts: allow N302\n", "", ["N208", "N208"]),
    ],
)
def test_a_directive_answers_a_note_up_to_the_end_of_the_next_region(
    before: str, between: str, expected: list[str]
):
    text = f"{before}/$ f(c) := c - 1 mod 3 $/\n{between}/$ g(c) := c + 2 mod 3 $/"
    _, notes = review(check_text(text))
    assert [note.code for note in notes] == expected


@pytest.mark.parametrize(
    ("claim", "codes"),
    [
        ("`roof in rooms", ["N301"]),
        ("~(`roof in rooms) & ~({`hall, `roof} sub rooms) & ~(1 in rooms)", []),
        ("~(`roof in rooms & `hall in rooms)", ["N301"]),
    ],
)
def test_a_claim_may_deny_what_is_never_true(claim: str, codes: list[str]):
    _, notes = review(check_text(f"/$ rooms := {{`hall, `attic}} $/ /? {claim} ?/"))
    assert [note.code for note in notes] == codes


SCORE = """variable total in {0..9}
variable last in {0..3}
initially total = 0 & last = 0
action add(n in {1..3}) when total + n < 9 GUARD:
    total' = total + n
    UPDATE
playerToMove := `x if total mod 2 = 0; `o otherwise
gameOver iff total > 6
wins(p) iff gameOver & p = playerToMove
"""


@pytest.mark.parametrize(
    ("guard", "update", "rest", "expected"),
    [
        ("& n /= last", "last' = n", "", []),
        ("& n /= last", "", "", ["N207 last"]),
        ("", "last' = n", "", ["N207 last"]),
        ("", "last' = 3 - last", "", ["N207 last"]),
        ("", "last' = n", "shown := currentState", []),
    ],
)
def test_a_variable_is_changed_and_read(guard: str, update: str, rest: str, expected: list[str]):
    written = SCORE.replace("GUARD", guard).replace("UPDATE", update) + rest
    assert told(written) == expected


def test_a_variable_of_a_system_may_be_there_for_claims():
    text = """variable on sub {1, 2}
variable count in {0..9}
initially on = {} & count = 0
action turn(n in {1, 2}) when count < 9:
    on' = on U {n} if ~(n in on); on \\ {n} otherwise
    count' = count + 1"""
    assert told(text) == []
    assert told(text.replace("count < 9", "n > 0")) == []


def test_laws_of_tuples_maps_and_relations_are_no_slips():
    laws = "t[1..|t|] = t; t[1..1] + t[1 + 1..2] = t; {(a, b) | (a, b) in R} = R; f[1 |-> 2, 1 |-> 3] = f"
    _, notes = review(check_text(f"/$ t := (1, 2) R := {{t}} f := {{1 |-> 3}} $/ /? {laws} ?/"))
    assert notes == []


def test_an_update_and_a_first_value_are_read_like_a_definition():
    text = """variable at in {{1 |-> x, 2 |-> y} | x in {0, 1} & y in {0, 1}}
variable count in {0..9}
initially at = {1 |-> 0, 2 |-> 0} & count = 3 - 3
action turn(n in {1, 2}) when count < 9:
    at' = at[n |-> 1, n |-> 0]
    count' = count + (n + 0)"""
    assert told(text) == ["N305 3 - 3", "N305 n", "N305 n + 0"]
