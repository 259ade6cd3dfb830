"""Definitions, claims and transcripts as blocks of a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from textwrap import dedent
from typing import assert_never

from msgspec import Struct

from noughts.language import tree as t
from noughts.language.precedence import NOT, SET
from noughts.meaning.self_test import Verdict
from noughts.text.diagnostic import draw
from noughts.text.document import Transcript, Use
from noughts.weave.formula import formula_html
from noughts.weave.mathml import MathWriter
from noughts.weave.paper import Entry, Paper
from noughts.weave.parts import sentence_of_uses

# The items of a machine, and signatures, as blocks of a page: bold words, and mathematics in MathML.


def machine_item(to: MathWriter, item: t.RegionItem) -> str:
    """An item, and each of its updates, on a line; a signature."""
    match item:
        case t.Declaration():
            return line(signature(to, item))
        case t.Variables(names, relation, range):
            named = ", ".join(declared(name.name) for name in names)
            return line(f"{word('variable')} {named} {sign(relation)} {to.html(range, SET)}")
        case t.Initially(sentence):
            return line(f"{word('initially')} {to.html(sentence)}")
        case t.Action(_, _, _, updates):
            rows = "".join(line(update(to, one), inner=True) for one in updates)
            return line(head(to, item)) + rows
        case _:
            assert_never(item)


def signature(to: MathWriter, item: t.Declaration) -> str:
    """``f : K -> L``, its names with links."""
    name = t.Name(item.name, span=item.head)
    takes = f"{to.html(item.takes, SET)} → " if item.takes is not None else ""
    return f"{to.html(name)} : {takes}{to.html(item.gives, SET)}"


def head(to: MathWriter, action: t.Action) -> str:
    """``action a(x in S) when guard:``."""
    choices = ", ".join(
        f"{declared(choice.name)} {sign('in')} {to.html(choice.domain, SET)}" for choice in action.parameters
    )
    named = f"{declared(action.name)}({choices})" if choices else declared(action.name)
    guard = f" {word('when')} {to.html(action.guard)}" if action.guard is not None else ""
    colon = ":" if action.updates else ""
    return f"{word('automatic' if action.automatic else 'action')} {named}{guard}{colon}"


def update(to: MathWriter, update: t.Update) -> str:
    """``x' = body where p``."""
    clauses = "; ".join(clause(to, each, alone=len(update.clauses) == 1) for each in update.clauses)
    where = f" {word('where')} {to.html(update.where)}" if update.where is not None else ""
    return f"{declared(update.variable)}′ = {clauses}{where}"


def clause(to: MathWriter, clause: t.Clause, *, alone: bool) -> str:
    """``term if guard``, ``term otherwise``, or a single term."""
    term = to.html(clause.term)
    if clause.guard is None:
        return term if alone else f"{term} {word('otherwise')}"
    return f"{term} {word('if')} {to.html(clause.guard)}"


def line(inside: str, *, inner: bool = False) -> str:
    """A line, indented if it belongs to the one above."""
    kind = " noughts-inner" if inner else ""
    return f'<div class="noughts-machine{kind}">{inside}</div>'


def word(text: str) -> str:
    """A word of the language."""
    return f'<span class="noughts-word">{text}</span>'


def sign(relation: str) -> str:
    """The sign between a variable and its range."""
    return "∈" if relation == "in" else "⊆"


def declared(name: str) -> str:
    """A name that is declared."""
    return f"<i>{escape(name)}</i>"


_IF, _OTHERWISE, _WHERE = (
    f'<span class="noughts-word">{word}</span>' for word in ("if", "otherwise", "where")
)

# A brace as tall as its cases: two ends and a middle of constant shape, with lines between them.
_BRACE = (
    '<span class="noughts-brace" aria-hidden="true">'
    '<svg viewBox="0 0 9 14" preserveAspectRatio="none"><path d="M8 .6C4.6.6 5 5 5 14"/></svg><i></i>'
    '<svg viewBox="0 0 9 24"><path d="M5 0C5 8 4.6 12 1 12C4.6 12 5 16 5 24"/></svg><i></i>'
    '<svg viewBox="0 0 9 14" preserveAspectRatio="none"><path d="M5 0C5 9 4.6 13.4 8 13.4"/></svg></span>'
)


def anchor(name: str) -> str:
    """The anchor of a name's definition within its page."""
    return f"def-{name}"


def document_anchor(name: str) -> str:
    """The anchor of a used document, by its name or that of its file."""
    return f"document-{Path(name).stem}"


class Blocks(Struct, frozen=True):
    """Writes the blocks of a paper; `address` gives the address of a definition, empty for no link."""

    paper: Paper
    address: Callable[[str], str]

    @property
    def writer(self) -> MathWriter:
        """Writes expressions with links to the definitions of the paper."""
        return MathWriter(self.link)

    def link(self, name: str) -> str:
        """The attributes of a link to the definition of a name."""
        if name not in self.paper.entries:
            return ""
        address = self.address(name)
        href = f'href="{escape(address)}" ' if address else ""
        return f'{href}title="{escape(self.paper.entries[name].summary)}"'

    # Definitions

    def using(self, uses: Sequence[Use]) -> str:
        """A sentence with the used documents, each with a link to its place on the page."""
        names = [f'<a href="#{document_anchor(use.name)}">{escape(use.name)}</a>' for use in uses]
        return f'<p class="noughts-uses">{sentence_of_uses(names)}</p>'

    def region(self, parts: Sequence[Entry | t.RegionItem]) -> str:
        """The content of a region, one item beneath the other."""
        if not parts:
            return ""
        shown = [
            self.definition(part) if isinstance(part, Entry) else machine_item(self.writer, part)
            for part in parts
        ]
        return f'<div class="noughts-definitions">{"".join(shown)}</div>'

    def definition(self, entry: Entry) -> str:
        """A definition with its number, and beneath it the definitions that use it."""
        tree = entry.tree
        plain = len(tree.clauses) == 1 and tree.clauses[0].guard is None
        body = self.writer.html(tree.clauses[0].term) if plain else self.cases(tree.clauses)
        kind = "body" if plain else "cases"
        where = self.where(tree.where) if tree.where is not None else ""
        number = f"({entry.number})"
        if address := self.address(entry.name):
            number = f'<a href="{escape(address)}">{number}</a>'
        return (
            f'<div class="noughts-definition"{self.place(entry)}>'
            f'<div class="noughts-formula"><span class="noughts-head">{self.writer.head(tree)}</span>'
            f'<span class="noughts-{kind}">{body}</span></div>'
            f'<span class="noughts-number-of">{number}</span>{where}{self.uses(entry)}</div>'
        )

    def cases(self, clauses: Sequence[t.Clause]) -> str:
        """Clauses after a brace, their conditions in a column; one clause needs no brace."""
        rows = "".join(
            f'<span class="noughts-clause"><span class="noughts-term">{self.writer.html(clause.term)}</span>'
            f'<span class="noughts-guard">{self.guard(clause.guard)}</span></span>'
            for clause in clauses
        )
        return f'{_BRACE if len(clauses) > 1 else ""}<span class="noughts-clauses">{rows}</span>'

    def guard(self, guard: t.Expression | None) -> str:
        """``if p``, or ``otherwise``."""
        return _OTHERWISE if guard is None else f"{_IF} {self.writer.html(guard)}"

    def where(self, sentence: t.Expression) -> str:
        """The parts of a `where`, one beneath the other, equations aligned at their sign."""
        parts = t.conjuncts(sentence)
        rows = "".join(map(self.equation, parts))
        return f'<div class="noughts-where">{_WHERE}<span class="noughts-equations">{rows}</span></div>'

    def equation(self, part: t.Expression) -> str:
        """An equation as two cells of a row, any other sentence as a single cell that spans them."""
        match part:
            case t.Compare(("=",), (left, right)):
                return (
                    f'<span class="noughts-left">{self.writer.html(left, SET)}</span>'
                    f'<span class="noughts-right">{self.writer.equals(right)}</span>'
                )
            case _:
                return f'<span class="noughts-both">{self.writer.html(part, NOT)}</span>'

    def uses(self, entry: Entry) -> str:
        """The definitions that use one."""
        if not entry.used_by:
            return ""
        names = ", ".join(self.name(name) for name in entry.used_by)
        return f'<div class="noughts-uses">used by {names}</div>'

    def name(self, name: str) -> str:
        """A name in a sentence, with its link."""
        return (
            f"<a {self.link(name)}><i>{escape(name)}</i></a>"
            if self.address(name)
            else f"<i>{escape(name)}</i>"
        )

    def inline(self, parts: Sequence[Entry | t.RegionItem]) -> str:
        """Definitions within a paragraph, without numbers, and signatures."""
        return "; ".join(
            f'<span class="noughts-inline"{self.place(part)}>{self.sentence_of(part.tree)}</span>'
            if isinstance(part, Entry)
            else f'<span class="noughts-inline">{signature(self.writer, part)}</span>'
            for part in parts
            if isinstance(part, Entry | t.Declaration)
        )

    def place(self, entry: Entry) -> str:
        """The id attribute of a definition, if there are links."""
        return f' id="{escape(anchor(entry.name))}"' if self.address(entry.name) else ""

    def sentence_of(self, tree: t.Definition) -> str:
        """A definition on a line."""
        clauses = "; ".join(
            self.writer.html(clause.term)
            if len(tree.clauses) == 1 and clause.guard is None
            else f"{self.writer.html(clause.term)} {self.guard(clause.guard)}"
            for clause in tree.clauses
        )
        where = f" {_WHERE} {self.writer.html(tree.where)}" if tree.where is not None else ""
        return f"{self.writer.head(tree)} {clauses}{where}"

    def formula(self, text: str) -> str:
        """A formula in LaTeX within a line."""
        return formula_html(text, self.writer)

    # Tests

    def claims(self, claims: Sequence[t.Claim | t.Printed]) -> str:
        """Claims one below the other, each with its verdict."""
        rows = (tested(self.paper.verdict_at[claim.span], self.claim(claim)) for claim in claims)
        return f'<div class="noughts-claims">{"".join(rows)}</div>'

    def inline_claims(self, claims: Sequence[t.Claim | t.Printed]) -> str:
        """Claims within a paragraph."""
        return "; ".join(
            f'<span class="noughts-inline">{self.claim(claim)}</span> '
            f"{in_short(self.paper.verdict_at[claim.span])}"
            for claim in claims
        )

    def claim(self, claim: t.Claim | t.Printed) -> str:
        """A claim in mathematical notation."""
        if isinstance(claim, t.Printed):
            return f"<code>pp({escape(claim.span.text)})</code>"
        where = f" {_WHERE} {self.writer.html(claim.where)}" if claim.where is not None else ""
        return self.writer.html(claim.sentence) + where

    def transcript(self, transcript: Transcript, lines: str) -> str:
        """A transcript with its input and output, as on a terminal."""
        shown = f'<pre class="noughts-transcript">{escape(dedent(lines).strip())}</pre>'
        row = tested(self.paper.verdict_at[transcript.expression], shown)
        return f'<div class="noughts-claims">{row}</div>'


def tested(verdict: Verdict, shown: str) -> str:
    """A test in a row of its own, with its verdict."""
    told = f"{shown}{tried(verdict)}{failure(verdict)}"
    return f'<div class="noughts-claim">{mark(verdict.passed)}<div>{told}</div></div>'


def tried(verdict: Verdict) -> str:
    """The remark that a claim about infinitely many values was only tried on some."""
    if not (verdict.passed and verdict.tried):
        return ""
    return f' <span class="noughts-fact">(tried on {verdict.tried:,} values, not proved)</span>'


def in_short(verdict: Verdict) -> str:
    """The verdict on a test, within a paragraph."""
    if verdict.passed:
        return YES + tried(verdict)
    fact = f"expected {verdict.expected}, got {verdict.got}"
    if verdict.problem is not None:
        fact = verdict.problem.fact
    return f'{NO} <span class="noughts-fact">({escape(fact)})</span>'


def failure(verdict: Verdict) -> str:
    """The expected and the actual result of a failing test; nothing for one that passes."""
    if verdict.passed:
        return ""
    text = f"expected: {verdict.expected}\n     got: {verdict.got}"
    if verdict.problem is not None:
        text = draw(verdict.problem)
    return f'<pre class="noughts-why">{escape(text)}</pre>'


# The tick and the cross.


YES = '<span class="noughts-yes" title="true">✓</span>'
NO = '<span class="noughts-no" title="false">✗</span>'


def mark(passed: bool) -> str:
    """A tick or a cross."""
    return YES if passed else NO
