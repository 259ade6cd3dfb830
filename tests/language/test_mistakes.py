"""All that is wrong with a document, at once, each where it is; one mistake does not look like two."""

from __future__ import annotations

import pytest

from noughts.language.builtins import FRAME, FUNCTIONS
from noughts.language.check import check_text
from noughts.language.notes import review
from noughts.text.diagnostic import DocumentError
from tests.led import codes, program, wrong

MANY = """Prose, in which `Cels` means nothing.

/$ cells := {1..9}
   corner(c) iff c in cels & even(c)
   even(n) iff n mod 2 = 0
   even(n) iff n = 2 $/

/$ twice(x, x) := x * x
   broken := (1, 2
   fine := broken + 1
   usesFine := fine + brokn $/

/? corner(1, 2); fine = fine = 1 ?/

cmd:>pp(twice(1))
"1"

/$ last := 1 otherwise; 2 if true
   unused := 1 where a = 2
   listed := {x | x > 1}
   odd := 3 § 4 $/
"""


def test_everything_is_told_at_once_in_the_order_of_the_text():
    told = [(d.code, d.span and (d.span.line, d.span.text)) for d in wrong(MANY)]
    assert told == [
        ("E202", (4, "cels")),
        ("E201", (6, "even")),
        ("E204", (8, "x")),
        ("E105", (9, "(")),
        ("E202", (11, "brokn")),
        ("E203", (13, "corner")),
        ("E209", (13, "fine = fine = 1")),
        ("E203", (15, "twice")),
        ("E207", (18, "1 otherwise")),
        ("E206", (19, "2")),
        ("E208", (20, "x")),
        ("E104", (21, "§")),
    ]


def test_what_a_broken_definition_means_is_not_asked_of_those_who_use_it():
    assert codes("a := ) b := a + f(1) f(x) := ( c := b") == ["E105", "E105"]
    assert codes("f(x) := ) v := f(1, 2, 3)") == ["E105"]
    assert codes("f(x) := § v := f + {y | y in f(1)}") == ["E104"]


def test_an_unknown_name_is_told_once_with_its_other_places():
    text = "a := cels U cels b := cels \\ {1} c := {x | x in cels} cells := {}"
    (found,) = wrong(f"/$ {text} $/")
    assert found.code == "E202"
    assert found.help == "did you mean `cells`?"
    assert [note.span and note.span.start for note in found.notes] == [
        place + 3 for place in range(len(text)) if text.startswith("cels", place)
    ][1:]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("cels", "cells"),
        ("curentState", "currentState"),
        ("mousex", "mouseX"),
        ("colour(1, 2, 3)", "color"),
        ("PLAYERTOMOVE", "playerToMove"),
        ("playerToMov", "playerToMove"),
        ("xyzzy", None),
    ],
)
def test_near_names_are_suggested(written: str, meant: str | None):
    definitions = "cells := 1 boardFull := 2 playerToMove := 3"
    (found,) = wrong(f"/$ {definitions} v := {written} $/")
    assert found.help == (f"did you mean `{meant}`?" if meant else f"define it: `{written} := …`")


def test_a_name_beyond_its_reach_is_told_how_far_that_is():
    """The traps of precedence: a quantifier ends before `&`, a fold before `*`."""
    for text, says in (
        ("r(S) iff all x in S. x > 1 & x < 5", "`all x in …` ends with the comparison after its dot"),
        ("r(S) iff some a, b in S. a > 1 => b < 5", "`some a in …` ends"),
        ("v := Sum[x in {1, 2}] 1 + x", "`Sum[…]` ends before the next operator"),
        ("v := U[x in {1, 2}] {x} U {x + 1}", "`U[…]` ends before the next operator"),
        ("v := {a | a in {1} & (all x in {a}. x > 1 & x < 3)}", "`all x in …` ends"),
    ):
        (found,) = wrong(f"/$ {text} $/")
        assert found.code == "E202"
        assert says in found.help
        assert "in parentheses" in found.help


def test_the_where_of_a_claim_does_not_see_the_names_of_for_any():
    (found,) = wrong("/$ f(n) := n + 1 $/ /? for any n in {1..3}. f(n) = k where k = n + 1 ?/")
    assert (found.code, found.fact) == ("E202", "nothing defines `n`")
    assert "`for any x in S. (p where q)`" in found.help
    assert wrong("/$ f(n) := n + 1 $/ /? for any n in {1..3}. (f(n) = k where k = n + 1) ?/") == ()


def test_claims_on_lines_of_their_own_lack_a_semicolon():
    (found,) = wrong("/$ f(n) := n + 1 $/ /? f(1) = 2\nfor any n in {1..3}. f(n) > n\nf(2) = 3 ?/")
    assert found.help == "claims are separated by semicolons: `p; q`"
    assert [(span.start, text) for span, text in found.fix] == [(31, ";")]
    (other,) = wrong("/$ f(n) := n + 1 $/ /? f(1) = 2 f(2) = 3 ?/")
    assert "semicolons" not in other.help
    for sign, says in (("and", "`&`"), ("iff", "<=>"), ("->", "=>")):
        (other,) = wrong(f"/$ p(n) iff n > 0 $/ /? p(1)\n{sign} p(2) ?/")
        assert says in other.help
    assert wrong("/$ p(n) iff n > 0 $/ /? -> p(1) ?/")
    assert wrong("/$ f(n) := n + 1 $/ /? f(1)\n= 2; f(2) = 3 ?/") == ()


def test_several_arguments_of_a_function_of_one_are_a_set_or_a_tuple():
    (found,) = wrong("/$ least(S) := m where m in S & all s in S. m <= s v := least(1, 2) $/")
    assert found.help == "write `least(…)`, with a set `least({1, 2})`, or with a tuple `least((1, 2))`"


def test_no_name_is_missing_because_it_is_defined_later_or_elsewhere():
    assert wrong("/$ a := b $/ prose /$ b := 1 $/") == ()


@pytest.mark.parametrize("name", [*FRAME, *FUNCTIONS])
def test_names_of_the_language_cannot_be_defined(name: str):
    assert codes(f"{name} := 1 v := 2") == ["E205"]
    assert codes(f"{name}(x) := x v := 2") == ["E205"]


@pytest.mark.parametrize("name", FRAME)
def test_names_of_the_frame_cannot_be_hidden(name: str):
    assert codes(f"f({name}) := 1") == ["E205"]
    assert codes(f"v := some {name} in {{1}}. true") == ["E205"]
    sets_state = FRAME[name] == "currentState"  # which is looking ahead, here for nothing
    assert codes(f"v := 1 where {name} = 1") == ["E206" if sets_state else "E205"]
    assert codes(f"v := 1 where ({name}, x) = (1, 2)") == ["E205"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a := 1 a := 2", ["E201"]),
        ("a := 1 a(x) := 2 a iff true", ["E201", "E201"]),
        ("f(x) := 1 v := f", ["E203"]),
        ("f(x) := 1 v := f(1, 2)", ["E203"]),
        ("a := 1 v := a(1)", ["E203"]),
        ("v := point(1)", ["E203"]),
        ("v := point", ["E203"]),
        ("v := mouseX(1)", ["E203"]),
        ("f(x) := x(1)", ["E203"]),
        ("f(x, y, x) := 1", ["E204"]),
        ("a := 1 f(a) := a", ["E205"]),
        ("a := 1 v := some a in {1}. true", ["E205"]),
        ("v := 1 if true; 2 otherwise; 3 if true", ["E207"]),
        ("v := 1 otherwise; 2 otherwise", ["E207"]),
        ("v := 1 < 2 > 3", ["E209"]),
        ("v := 1 = 1 = 1", ["E209"]),
        ("v := 1 in {1} in {{1}}", ["E209"]),
        ("v := 1 <= 2 < 3 <= 3", []),
        ("v := 3 >= 2 > 1", []),
        ("x := 1 v := {x | x in {1}}", ["E211"]),
        ("v := {a^2 | a in {1..5}} a := 3", ["E211"]),
        ("v := {a | true & (a in {1} V a in {2})} a := 3", ["E211"]),
        ("total(n) := Sum[n in {1..n}] n", ["E211"]),
        ("x := 1 v := U[x in {1}] {x} w := Sec[x in {1}] {x} p := Prod[x in {1}] x", ["E211"] * 3),
        ("x := 1 v := {1 | x in {1}}", []),  # no new name, so a test; LED, «solution sets»
        ("x := 1 v := {x | x = 1 V x = 2}", []),
        ("f(x) := {y | y in {x} & x in {1}} + {x | {x} sub {1}}", []),
        ("v := {x | x in {currentState}}", []),
    ],
)
def test_names_and_shapes(text: str, expected: list[str]):
    assert codes(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f(x) iff some x in {1}. x = 1", ["N201"]),
        ("v := all x in {1}. some x in {1}. x = 1", ["N201"]),
        ("v := {x | x in {1} & some x in {1}. x = 1}", ["N201"]),
        ("f(x) := y where y = 1 & all x in {1}. x = 1", ["N201"]),
        ("v iff (some x in {1}. x = 1) & (some x in {1}. x = 1)", []),
        ("a := 3 v := {(a, b) | a in {1..5} & b in {1..5}}", ["N202"]),
        ("a := 3 v := {b | a in {1..5} & b in {1..5}}", []),
        ("near(a) := {(a, b) | a in {1..5} & b in {1..5}}", []),
        ("v := U[c in {1..3}] {c | c in {2}}", ["N202"]),
        ("v := {x | x in {1..3}}", []),
    ],
)
def test_notes(text: str, expected: list[str]):
    assert [note.code for note in program(text).notes] == expected


def test_two_sets_behind_one_quantifier_are_told_apart() -> None:
    with pytest.raises(DocumentError) as wrong:
        check_text("/$ p(S, T) iff some x in S, y in T. x = y $/")
    assert "`some x in S. (some y in T. …)`" in wrong.value.diagnostics[0].help


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("f(a) := 1 + (2 if a = 1; 3)", "the last clause is `term otherwise`"),
        ("f(a) := {(2 if a = 1; 3 if a = 2; 4), 5}", "the last clause is `term otherwise`"),
        ("f(S) := 0 if S = {}; k where k in S otherwise", "`(k where …)`"),
        ("f(S) := k where k in S if S /= {}; 0 otherwise", "`(k where …)`"),
        ("f(a) := 1 + (x where x = a if a > 1; 2 otherwise)", "`(k where …)`"),
        ("f(a) := x where x = 1 where y = 2", "one `where`"),
        ("x := 1\ngameOver if x = 1", "`gameOver iff …`"),
        ("x := 1\nwins(p) if p = x", "`wins(…) iff …`"),
        ("f(a) := {a | a in {1..5}} v := f(1)", "`({a} if a in {1..5}; {} otherwise)`"),
        ("f(a) := Sum[a in {1..5}] a v := f(1)", "`(a if a in {1..5}; 0 otherwise)`"),
    ],
)
def test_the_help_says_what_to_write(text: str, says: str) -> None:
    (found,) = wrong(f"/$ {text} $/")
    assert says in found.help


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("v := U[c in {1..3}] {c | c in {2}}", "`({c} if c in {2}; {} otherwise)`"),
        ("f(p) iff some a |-> p in {1 |-> 2}. a = 1", "`some a |-> p1 in {1 |-> 2}. p1 = p & …`"),
        ("f(p) iff all (a, p) in {(1, 2)}. a = 1", "`all (a, p1) in {(1, 2)}. p1 = p => …`"),
    ],
)
def test_a_note_says_both_that_may_be_meant(text: str, says: str) -> None:
    assert says in program(text).notes[0].help
    assert "another name" in program(text).notes[0].help


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ('v := "noun"[1]', "(`n, `o, `u, `n)"),
        ('v := "noun"[1..2]', "(`n, `o, `u, `n)"),
        ('v := "noun"[1 |-> `m]', "(`n, `o, `u, `n)"),
        ('v := |"to"|', "(`t, `o)"),
        ('s := "no" v := s + "un"', "(`n, `o, `u, `n)"),
        ('v := (`a,) + "b"', "(`b,)"),
        ('v iff some c in "to". c = `t', "(`t, `o)"),
        ('v iff "to" sub "toto"', "(`t, `o)"),
        ('f(s) := s[1] v := f("a longer one")', "(`n, `o, `u, `n)"),
    ],
)
def test_a_string_that_is_taken_for_its_letters(text: str, letters: str) -> None:
    (found,), _ = review(program(text))
    assert found.help == f"a string has no letters here: write a word as a tuple, `` {letters} ``"


def test_a_string_given_to_the_document_strings_is_told_with_the_call() -> None:
    (error, *_), _ = review(check_text('/$ uses strings\nv iff isPrefix("no", "noun") $/'))
    assert "a string has no letters here" in error.help


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("/? for any s. s = s ?/", "`for any s in S. …`"),
        ("/? for any s in N, f(s) = s ?/", "behind a dot, a sentence: `for any x in S. …`"),
        ("/? some x in {1}, x = 1 ?/", "a dot stands behind the set"),
        ("/$ v := {(a, b) | a in {1}, b in {2}} $/", "join conditions with `&`"),
        ("/$ s := {1} v := {(a, b) | a in s, b in {2}} $/", "join conditions with `&`"),
        ("/$ v(x) := x V v x $/", "`v(x)`"),
    ],
)
def test_the_head_of_a_quantifier_and_of_a_set_is_told_apart_from_an_argument(text: str, says: str):
    assert says in wrong(text)[0].help
