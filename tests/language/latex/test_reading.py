"""What authors write in LaTeX, beside what it means in ASCII."""

from __future__ import annotations

import re
from random import Random
from unittest.mock import Mock

import pytest

from noughts.language.check import check_text
from noughts.language.latex.formula import Writer
from noughts.language.parse import parse_text
from noughts.meaning.evaluate import Evaluator
from noughts.text.diagnostic import DocumentError
from noughts.values.show import show

# ruff: noqa: E501, this is a table
SAME = [
    # signs
    (r"a := \{1..9\} \setminus \emptyset \cup B \cap C", "a := {1..9} \\ {} U B sec C"),
    (r"a := \{1,\dots,9\}", "a := {1..9}"),
    (r"a := \{1, 2, \ldots, n\}", "a := {1..n}"),
    (r"a := \frac{x + 1}{2} \cdot y", "a := ((x + 1) / 2) * y"),
    (r"a := \tfrac12", "a := 1 / 2"),
    (r"a := \lfloor x \rfloor + \lceil y \rceil", "a := floor(x) + ceil(y)"),
    (r"a := \left\lfloor \frac{x}{2} \right\rfloor", "a := floor(x / 2)"),
    (r"a := x^2 + y^{n + 1}", "a := x^2 + y^(n + 1)"),
    (r"a := t_1 + t_{i+1} + t_{2..3}", "a := t[1] + t[i + 1] + t[2..3]"),
    (r"a := |S| + \lvert T \rvert", "a := |S| + |T|"),
    (r"a := \mathcal{P}(S) \times \mathit{hRows}", "a := Pow(S) * hRows"),
    (r"a := n \bmod 2 + m \ \text{mod}\ 3 + k \mod 4", "a := n mod 2 + m mod 3 + k mod 4"),
    (r"a := \text{\"x's turn\"}".replace('\\"', '"'), 'a := "x\'s turn"'),
    (r"a := \langle 1, `x\rangle", "a := (1, `x)"),
    (r"a := 2k + 3(k + 1) - 4x^2 \cdot 0.5\,y", "a := 2 * k + 3 * (k + 1) - 4 * x^2 * 0.5 * y"),
    (r"a := \{2k \mid k \in S\} \qquad b := \sum_{i \in S} 2i + 1", "a := {2 * k | k in S} b := (Sum[i in S] (2 * i)) + 1"),
    (r"a := \sum_{i \in S} i \cdot 2 \qquad f(x) := 3x \\ b := 2", "a := Sum[i in S] (i * 2) f(x) := 3 * x b := 2"),
    (r"a := \begin{cases} 1 & x > 0 \text{ and } p \\ 2 & \text{else} \end{cases}", "a := 1 if x > 0 & p; 2 otherwise"),
    (r"a := 1 \\ f(x) \iff x \notin S \cup T \\ b := 2", "a := 1 f(x) iff ~(x in S U T) b := 2"),
    (r"f(x) \iff 2 \mid x + 1 \quad b := 2", "f(x) iff (x + 1) mod (2) = 0 b := 2"),
    (r"f(x) \iff x \equiv 1 \pmod 3 \\ g(x) \iff x \notin S \quad b := 2", "f(x) iff x mod 3 = 1 mod 3 g(x) iff ~(x in S) b := 2"),
    (r"f(x) \iff \exists! y \in S : x = y \\ b := 2", "f(x) iff |{y | y in S & (x = y)}| = 1 b := 2"),
    (r"a := \frac{1}{2} \cdot x \\ b := \sum_{i \in S} i \cdot 2 \\ c := 3", "a := (1 / 2) * x b := Sum[i in S] (i * 2) c := 3"),
    (r"a \triangleq 1 \quad f(x) \stackrel{\text{def}}{=} x^2", "a := 1 f(x) := x^2"),
    (r"p(x) \Longleftrightarrow x > 1 \quad q :\Longleftrightarrow p(1) \Longrightarrow r", "p(x) iff x > 1 q iff p(1) => r"),
    (r"a := x ~ + \, y \quad \label{eq:a} \tag{1} \nonumber", "a := x + y"),
    (r"a := \max_{x \in S, x > 2} 2f(x) + 1", "a := max({2 * f(x) | x in S & x > 2}) + 1"),
    (r"a := \min_{x, y \in S} (x - y) \qquad b := \max_1", "a := min({(x - y) | x, y in S}) b := max[1]"),
    (r"a := \sum_{x \in S} \max_{y \in T} x \cdot y", "a := Sum[x in S] max({x * y | y in T})"),
    (r"a := \max(1, 2) - \gcd(4, 6)", "a := max(1, 2) - gcd(4, 6)"),
    (r"\alpha(\beta) := \beta", "α(β) := β"),
    (r"a \coloneqq \mathbb{N}", "a := ℕ"),
    (r"f \colon \mathbb{N} \to \mathbb{N}, \quad f(n) := n", "f : N -> N f(n) := n"),
    (r"a := 1 \text{ and } b := 2", "a := 1 b := 2"),
    (r"a := 1, \text{ and } b := 2 \text{ and } c := 3", "a := 1 b := 2 c := 3"),
    (r"f(n) := n^2, \quad n \in \{1..9\}, n > 2", "f(n) := n^2 if n in {1..9} & n > 2"),
    (r"f(n) := n^2 \quad (n \ge 1, n \in S)", "f(n) := n^2 if n >= 1 & n in S"),
    (r"f(n) := n^2 \text{ for all } n \in S, \quad g(n) := n", "f(n) := n^2 if n in S g(n) := n"),
    (r"f(n) := g \quad (n \ge 1)", "f(n) := g if n >= 1"),
    (r"f(n) := g(n = 1), h(n) := n", "f(n) := g(n = 1) h(n) := n"),
    (r"f(n) := g\left(n = 1\right)", "f(n) := g(n = 1)"),
    (r"p := \neg\;(a = b)", "p := ~(a = b)"),
    (r"r \iff \exists A \subseteq S : \forall B \subseteq A : p", "r iff some A sub S. all B sub A. p"),
    # what mathematicians leave to the reader
    (r"r(x) \iff p(x), q(x) \lor s(x)", "r(x) iff p(x) & (q(x) V s(x))"),
    (r"r(x) \equiv p(x) \Leftrightarrow q(x)", "r(x) iff p(x) <=> q(x)"),
    (r"r(x) \Leftrightarrow x \notin S \cup T", "r(x) iff ~(x in S U T)"),
    (r"r(x) \iff x \not\subseteq S, x \not= y", "r(x) iff ~(x sub S) & ~(x = y)"),
    (r"r(x) \iff x + 1 \equiv y \pmod{n}", "r(x) iff (x + 1) mod n = y mod n"),
    (r"a := \{x \mid x \equiv 1 \pmod 3\}", "a := {x | x mod 3 = 1 mod 3}"),
    (r"a := \{(p,c)\ |\ c \in C,\ q(c)\}", "a := {(p, c) | c in C & q(c)}"),
    (r"a := \{x \in S : p(x), q(x)\}", "a := {x | x in S & p(x) & q(x)}"),
    (r"a := \{(x, y) \mid x, y \in S, x < y\}", "a := {(x, y) | x, y in S & x < y}"),
    (r"a := \sum_{x \in S, y, z \in T} y", "a := Sum[x in S & y, z in T] y"),
    (r"r \iff \forall x, y \in S.\ p(x, y)", "r iff all x, y in S. p(x, y)"),
    (r"r \iff \forall x \in S, y \in T: x \le y", "r iff all x in S. all y in T. x <= y"),
    (r"r \iff \forall x \in S.\ \exists y \in T.\ x \in y", "r iff all x in S. some y in T. x in y"),
    (r"r \iff \exists y \in T, x \in y", "r iff some y in T. x in y"),
    (r"r \iff \exists x \in S, p(x), q", "r iff (some x in S. p(x)) & q"),
    (r"a := \sum_{i=1}^{n} 2 \cdot i + 1", "a := (Sum[i in {1..n}] (2 * i)) + 1"),
    (r"a := \sum_{i \in S, i > 2} \prod_{j \in T} i \cdot j", "a := Sum[i in S & i > 2] Prod[j in T] (i * j)"),
    (r"a := \sum_{i \in S} i \bmod 2", "a := (Sum[i in S] i) mod 2"),
    (
        r"a := \begin{cases} 1 & \text{if } \sum_{\substack{x \in S \\ p(x)}} x \\ 2 & \text{else} \end{cases}",
        "a := 1 if Sum[x in S & p(x)] x; 2 otherwise",
    ),
    (r"a := \bigcup\limits_{\substack{x \in S \\ p(x)}} f(x)", "a := U[x in S & p(x)] f(x)"),
    (r"a := \{\bigcup_{x \in S} |x|, 0\}", "a := {U[x in S] |x|, 0}"),
    (r"a := \sum_{V \in S} |V|", "a := Sum[V in S] |V|"),
    (r"r \iff \forall x \in S\ \exists y \in T : x \le y", "r iff all x in S. some y in T. x <= y"),
    (r"r \iff (\forall x \in S)(\exists y \in T)\ x \le y", "r iff all x in S. some y in T. x <= y"),
    (r"r \iff \forall x \in S\ (p(x) \to x \in T), q", "r iff (all x in S. (p(x) => x in T)) & q"),
    (r"r \iff \forall x, y \in f(z)\; (x = y)", "r iff all x, y in f(z). (x = y)"),
    (r"r \iff \exists x \in S \cup T\ \neg p(x)", "r iff some x in S U T. ~p(x)"),
    (r"r \iff \exists x \in S\ \forall y \in f(x)\ x < y", "r iff some x in S. all y in f(x). x < y"),
    (r"a := \{x \in S \mid \exists y \in T\ (x < y)\}", "a := {x in S | some y in T. (x < y)}"),
    (r"r \iff \exists! x \in S\ (x > 2)", "r iff |{x | x in S & ((x > 2))}| = 1"),
    (r"r \iff \forall x \in f(x = 1) : p", "r iff all x in f(x = 1). p"),
    (r"r \iff \forall x \in S, \forall y \in T\ \neg\exists z \in W : p(z)", "r iff all x in S. all y in T. ~some z in W. p(z)"),
    (r"r \iff \nexists x \in S : p(x)", "r iff ~some x in S. p(x)"),
    (r"r \iff \exists! x \in S : p(x), q", "r iff |{x | x in S & (p(x))}| = 1 & q"),
    (r"r \iff \exists! x, y \in S : x < y", "r iff |{(x, y) | x, y in S & (x < y)}| = 1"),
    (r"r \iff \forall x \in S\ \exists! y \in T : x = y", "r iff all x in S. |{y | y in T & (x = y)}| = 1"),
    (r"r \iff p \to q \to s, \top", "r iff (p => q => s) & true"),
    (r"f : \mathbb{N} \to \mathbb{N} \\ f(x) := x \text{ if } p \to q", "f : ℕ -> ℕ f(x) := x if p => q"),
    (r"r \iff a + 1 \mid b, c \nmid |S|", "r iff (b) mod (a + 1) = 0 & (|S|) mod (c) /= 0"),
    (r"a := \{d \in D \mid d \mid n\}", "a := {d in D | (n) mod (d) = 0}"),
    (r"a := \{d : d \mid n, d \in D\}", "a := {d | (n) mod (d) = 0 & d in D}"),
    (r"a := \#S + \# \{1, 2\}", "a := |S| + |{1, 2}|"),
    (r"a := \max \{x^2 \mid x \in S\} + \min\{1\}", "a := max({x^2 | x in S}) + min({1})"),
    (r"a := \{0, 2, \dots, 8\} \cup \{9, 6, \dots, 0\}", "a := {0 + (2) * k | k in {0..4}} U {9 + (-3) * k | k in {0..3}}"),
    (r"a := \underbrace{x + y}_{\text{both}} \quad + \overbrace{z}^{n} - 1", "a := x + y + z - 1"),
    # cases and where
    (r"a := \begin{cases} 1, & \text{if } x > 0, \\ 2 & \text{otherwise.} \end{cases}", "a := 1 if x > 0; 2 otherwise"),
    (r"a := \begin{cases} 1 & x > 0 \\ 2 & \text{else} \end{cases}", "a := 1 if x > 0; 2 otherwise"),
    (r"a := \begin{cases} 1 & \text{when $x$ = 0, $y = 1$} \end{cases}", "a := 1 if x = 0 & y = 1"),
    (r"a := \left\{ \begin{array}{ll} 1 & \text{if } p \\ 2 & \text{else} \end{array} \right.", "a := 1 if p; 2 otherwise"),
    (r"a := b \cup c \ \text{where} \\ b = \{1\}, \\ c = \{2\}.", "a := b U c where b = {1} & c = {2}"),
    (r"a := b \cup c \text{ where } b = \{1\} \\ c = \{2\}", "a := b U c where b = {1} & c = {2}"),
    (r"a := b + c \text{ where } b = 1 \text{ and } c = 2", "a := b + c where b = 1 & c = 2"),
    # several in one display, and layout
    (r"a := \{\exists b, c \in d. \lvert \lvert 0 \rvert \rvert\}", "a := {some b, c in d. ||0||}"),
    (r"a &:= 1 + \\ & b \iff c + \\ & d(x) \iff e", "a := 1 + b <=> (c + d(x) <=> e)"),
    (r"a &:= 1, \\ f(x) &\iff x = a; \\[1ex] b &:= 2 && \text{by (2)} \\", "a := 1 f(x) iff x = a b := 2"),
    (r"a := 1 + {} \\ & 2", "a := 1 + 2"),
    (r"\begin{aligned} a :={} & 1 \\ & + 2 \end{aligned}", "a := 1 + 2"),
    (r"\begin{gather*} a := 1 \\ b := 2 \end{gather*}", "a := 1 b := 2"),
    (r"\begin{alignat}{2} a &:= 1 & \\ b &:= 2 \end{alignat}", "a := 1 b := 2"),
]  # fmt: skip


@pytest.mark.parametrize(("latex", "ascii"), SAME)
def test_a_display_is_read(latex: str, ascii: str):
    wanted = parse_text(f"/$ {ascii} $/").definitions
    for display in (rf"$${latex}$$", f"```math\n{latex}\n```", rf"\begin{{align*}}{latex}\end{{align*}}"):
        assert parse_text(f"Prose.\n\n{display}\n").definitions == wanted


def test_a_short_command_is_not_taken_for_a_misspelt_one():
    with pytest.raises(DocumentError) as raised:
        parse_text(r"$$ a := \N $$")
    assert "did you mean" not in raised.value.diagnostics[0].help


@pytest.mark.parametrize("between", [r" \\ ", r" \qquad ", r", \quad "])
@pytest.mark.parametrize(("latex", "ascii"), SAME)
def test_definitions_in_one_display_do_not_touch_each_other(latex: str, ascii: str, between: str):
    first = parse_text(f"/$ {ascii} $/").definitions
    for other, written in Random(latex).sample(SAME, 12):
        if between != r" \\ " and re.match(r"f (\\colon|:)", other):
            continue  # a signature begins a line
        display = f"$$ {latex}{between}{other} $$"
        assert parse_text(display).definitions == first + parse_text(f"/$ {written} $/").definitions, display


@pytest.mark.parametrize(
    "prose",
    [
        r"$$ a \equiv b \pmod n $$",
        r"$$ e^{i\pi} + 1 = 0 $$",
        r"\[ x \in \R \]",
        "% noughts: skip\n" + r"\[ a := \foo \]",
        r"\begin{verbatim} \[ a := 1 \] \end{verbatim}",
        r"% \[ a := 1 \]",
        r"$a := 1$ and \(b := 2\) and \verb|$$ a := 1 $$|",
    ],
)
def test_all_else_is_prose(prose: str):
    assert parse_text(rf"\documentclass{{article}} {prose} /$ z := 1 $/").definitions[0].name == "z"


@pytest.mark.parametrize(
    ("latex", "ascii"),
    [
        (r"\lvert A \cup B \rvert = 4; A \setminus B = \{1\}", r"|A U B| = 4; A \ B = {1}"),
        (r"\forall a \in A : 2a \leq 6", "all a in A. 2 * a <= 6"),
        (r"A \ {1} = A \B", r"A \ {1} = A \ B"),
    ],
)
def test_a_claim_may_be_latex_without_dollars(latex: str, ascii: str):
    wanted = parse_text(f"/? {ascii} ?/").tests
    assert parse_text(f"/? {latex} ?/").tests == wanted
    assert "\\ " in latex or parse_text(f"/? ${latex}$ ?/").tests == wanted


@pytest.mark.parametrize(
    ("claim", "help"),
    [
        (r"\foral a \in A : a < 4", r"did you mean `\forall`?"),
        (r"\A a \in A : a < 4", r"for all is `\forall x \in S : …`"),
        (r"1/2k = k", "a product is written `2 * k`"),
        (r"A \ {1} == A", "equality is one `=`; a definition is `:=`"),
    ],
)
def test_a_claim_that_is_neither_is_answered_in_its_own_notation(claim: str, help: str):
    with pytest.raises(DocumentError) as raised:
        parse_text(f"/? {claim} ?/")
    assert [each.help for each in raised.value.diagnostics] == [help]


def test_code_in_markdown_is_prose():
    text = "`$$ a := 1 $$` and\n\n```latex\n$$ a := 1 $$\n```\n\n$$ b := 2 $$"
    assert [each.name for each in parse_text(text).definitions] == ["b"]


MACROS = r"""\documentclass{article}
\newcommand{\defun}[2]{$$ #1\ :=\ #2$$}
\newcommand{\caseif}[2]{#1 & \text{if } #2 \\}
\renewcommand{\R}[1][9]{\{1..#1\}}
\def\pair#1#2{(#1, #2)}
\DeclareMathOperator{\Free}{free}
\DeclarePairedDelimiter{\card}{\lvert}{\rvert}
\let\size=\card
\defun{a}{\R \cup \R[3]}
\defun{\Free(S)}{\begin{cases} \caseif{\size*{S}}{\card[\big]{S} = \card{a}} \pair S {a} & \text{otherwise} \end{cases}}
"""


def test_macros_are_expanded():
    definitions = parse_text(MACROS).definitions
    assert (
        definitions
        == parse_text("/$ a := {1..9} U {1..3}  free(S) := |S| if |S| = |a|; (S, a) otherwise $/").definitions
    )
    assert [each.head.text for each in definitions] == ["a", "\\Free"]


def errors(text: str) -> list[tuple[str, str, str]]:
    with pytest.raises(DocumentError) as caught:
        check_text(text)
    return [(each.code, each.span.text, each.span.macros) for each in caught.value.diagnostics if each.span]


def test_an_error_has_the_place_of_its_own_text():
    text = r"\newcommand{\twice}[1]{2 \cdot #1} $$ a := \twice{missing} $$"
    assert errors(text) == [("E202", "missing", "")]


def test_an_error_within_a_macro_has_the_place_of_its_use_and_names_it():
    text = r"\newcommand{\inner}{missing} \newcommand{\outer}{1 + \inner} $$ a := \outer $$"
    assert errors(text) == [("E202", r"\outer", r"`\outer` → `\inner`")]


@pytest.mark.parametrize(
    "text",
    [
        r"\newcommand{\a}{\a \a} $$ b := \a $$",
        r"\newcommand{\a}{\b} \newcommand{\b}{x \a} $$ c := \a $$",
        r"\newcommand{\x}[1]{#1#1#1#1#1#1#1#1#1#1}" + " $$ a := " + r"\x{" * 8 + "1" + "}" * 8 + " $$",
    ],
)
def test_macros_that_never_end_are_an_error(monkeypatch: pytest.MonkeyPatch, text: str):
    monkeypatch.setattr("noughts.text.tex.macros._MOST_TOKENS", 200_000)  # which are soon made
    assert [code for code, _, _ in errors(text)] == ["E110"]


def test_an_unknown_command_in_a_guard_is_reported_once():
    text = r"$$ f(x) := \begin{cases} 1 & \text{if } x = \foo \\ 0 & \text{otherwise} \end{cases} $$"
    assert errors(text) == [("E109", r"\foo", "")]


def test_what_stands_behind_a_sentence_is_no_domain():
    assert errors(r"$$ p := x \in S, y \in T $$") == [("E105", ",", "")]


@pytest.mark.parametrize(
    "text",
    [
        r"a_0 := 1, \quad a_n := a_{n-1} + 1",
        r"A^c := S \setminus A",
        r"\chi_A(x) := x",
        r"x \mid y :\iff y = x",
    ],
)
def test_a_head_that_cannot_be_read_is_one_error(text: str):
    [(code, _, _)] = errors(f"$$ {text} $$")
    assert code == "E106"


def test_a_row_of_cases_may_begin_and_end_with_an_empty_cell():
    text = r"$$ f(x) := \begin{cases} 1 & \text{if } x > 0 \\& \text{otherwise} &\end{cases} $$"
    assert [code for code, _, _ in errors(text)] == ["E105"]


def test_each_guard_is_read_once(monkeypatch: pytest.MonkeyPatch):
    """Cases in the guard of cases: each level is a few more tokens, not twice those of the level inside."""
    write = Mock(side_effect=Writer.token)
    monkeypatch.setattr(Writer, "token", lambda *given: write(*given))
    text = "x"
    for _ in range(8):
        text = rf"\begin{{cases}} 1 & \text{{if }} {text} = 1 \\ 0 & \text{{otherwise}} \end{{cases}}"
    parse_text(f"$$ f(x) := {text} $$")
    assert write.call_count < 500


def test_deep_formulas_are_an_error():
    assert errors("$$ a := " + "2^{" * 2000 + "1" + "}" * 2000 + " $$")[0][0] == "E107"


@pytest.mark.parametrize(
    "text",
    [
        "V := {1}  a := |V| V |V|",
        "f(V) := {V | V in V}",
        "V iff a V b V c",
        "V(V) := V V := 1",
        "a := some V in V. V",
    ],
)
def test_the_letter_v_is_a_name_where_no_operand_stands_before_it(text: str):
    assert parse_text(f"/$ {text} $/").definitions


def test_or_stays_or():
    assert parse_text("/$ a := b V c $/") == parse_text("/$ a := b ∨ c $/")
    assert parse_text("/$ a := |V| V |V| $/") == parse_text("/$ a := |V| ∨ |V| $/")
    assert parse_text("/$ a iff V V V $/") != parse_text("/$ a iff V $/")


def test_a_relation_before_a_comma_shares_no_set():
    """There a comma is *and*, as in `\\mid full, x \\in S`."""
    text = r"$$ S := \{1..3\} $$ $$ full \equiv 1 = 1 $$ $$ a := \{x \mid full, x \in S\} $$"
    assert show(Evaluator(check_text(text, "paper.tex")).value("a")) == "{1, 2, 3}"
