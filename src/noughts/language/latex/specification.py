"""Specifications: machines that are written as lists of formulas.

**P** : S                     a definition; several sets between commas are the set of them
x, y ⊆ S    x ∈ S             variables
x = e       x ⇔ p             a fact, if no action changes x; a first value among what is initial
f(x ⊆ S) = e                  a function
a(x ∈ S):  g → x = e ∧ …      an action; its rows happen together, each if its guard holds
a(x):  g → x = e ∧ …          rows that happen automatically after each move, one after the other
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Protocol, cast

from msgspec import Struct, field
from msgspec.structs import replace

from noughts.language import tree as t
from noughts.language.latex.formula import Formula, Writer
from noughts.language.latex.reading import FormulaReader, classify
from noughts.language.latex.words import nested, words_in, words_of
from noughts.language.machine_words import Words, place_of
from noughts.language.stack import deep_enough
from noughts.language.tokens import BRACKETS, CLOSING, Token
from noughts.text.diagnostic import Diagnostic, DocumentError, Note
from noughts.text.document import IN_WORDS, Item
from noughts.text.source import Span
from noughts.text.tex.macros import Expander, Macro
from noughts.text.tex.token import Lexer

# Stretches of the words of a formula: those outside brackets, and those before and after a sign.

# Words between a name and its range.
_RANGES = {"IN", "SUBSET"}


def sign_of(kind: str, text: str, word: Token) -> Token:
    """A word of another kind at the place of a word."""
    start, end = place_of(word)
    return Token(kind, text, start_pos=start, end_pos=end)


def defining(words: Words) -> list[Token]:
    """The sign after a head: ``=`` defines a term, ``⇔`` a relation."""
    kind, text = ("DEFINE", ":=") if words[0].type == "EQUAL" else ("IFF", "iff")
    return [sign_of(kind, text, words[0]), *words[1:]]


def defining_set(words: Words) -> list[Token]:
    """The words after the name of a set: ``: S``, or ``: S, T`` for the set of several."""
    sign, rest = sign_of("DEFINE", ":=", words[0]), list(words[1:])
    if any(kind == "COMMA" for _, kind in at_depth(rest)):
        rest = [sign_of("LBRACE", "{", rest[0]), *rest, sign_of("RBRACE", "}", rest[-1])]
    return [sign, *rest]


def without_ranges(head: Words) -> list[Token]:
    """``f(x ⊆ S, y)`` as ``f(x, y)``."""
    found: list[Token] = []
    depth = 0
    ranging = False
    for word in head:
        depth += (word.type in BRACKETS) - (word.type in CLOSING)
        if depth == 1 and word.type in _RANGES:
            ranging = True
        elif (depth == 1 and word.type == "COMMA") or depth == 0:
            ranging = False
        if not ranging:
            found.append(word)
    return found


def at_depth(words: Words) -> Iterator[tuple[int, str]]:
    """The words outside all brackets: the place and the kind of each."""
    depth = 0
    for place, word in enumerate(words):
        depth += (word.type in BRACKETS) - (word.type in CLOSING)
        if depth == 0:
            yield place, word.type


def ungrouped(words: Words) -> Words:
    """The content of parentheses, if they enclose everything."""
    outside = [place for place, _ in at_depth(words)]
    return words[1:-1] if words and words[0].type == "LPAR" and outside == [len(words) - 1] else words


def equations_in(words: Words) -> Iterator[Words]:
    """The stretches between the signs of *and* that begin with ``x =``."""
    starts = [0]
    for place, kind in at_depth(words):
        if kind in ("AND", "COMMA") and [word.type for word in words[place + 1 : place + 3]] == [
            "NAME",
            "EQUAL",
        ]:
            starts.append(place + 1)
    for start, end in zip(starts, [*(start - 1 for start in starts[1:]), len(words)], strict=True):
        yield words[start:end]


# Sets that a specification describes in words without defining them.

# The positive integers in words.
_POSITIVE = re.compile(r"\bset of (all )?positive integers\b")


class InWords(Struct, frozen=True):
    """A set that is described but not defined."""

    name: str
    words: str
    span: Span


def undefined(described: Sequence[InWords], module: t.Module) -> tuple[frozenset[str], list[Diagnostic]]:
    """The described sets that nothing defines, and the errors in their use."""
    defined = {definition.name for definition in module.definitions}
    missing = [each for each in described if each.name not in defined]
    problems: list[Diagnostic] = []
    for each in missing:
        fact = f"`{each.name}` is described as a {each.words}, but not defined"
        help = f"give its elements, beside it or in another document: `{each.name} := {{0..36}}`"
        problems.append(Diagnostic("E217", fact.replace("a set", "the set"), each.span, help))
        if _POSITIVE.search(each.words):
            problems += below_one(each, module)
    return frozenset(each.name for each in missing), problems


def below_one(described: InWords, module: t.Module) -> Iterator[Diagnostic]:
    """The first values of variables in the positive integers that are not positive."""
    variables = {
        name.name
        for item in module.machine
        if isinstance(item, t.Variables) and item.range == t.Name(described.name, span=item.span)
        for name in item.names
    }
    for item in module.machine:
        match item:
            case t.Initially(t.Compare(("=",), (t.Name(name), t.Numeral(value) as first))) if (
                name in variables and value < 1
            ):
                fact = (
                    f"`{name}` begins with {value}, which is none of the {described.words[len('set of ') :]}"
                )
                notes = (Note(f"`{described.name}` is described here", described.span),)
                help = f"let `{described.name}` begin with {value}"
                yield Diagnostic("E217", fact, first.span, help, notes)


# The tokens of signs by which a specification defines.
_EQUATIONS = {"EQUAL", "EQUIVALENT", "IFF"}


class Reader(Protocol):
    """Parses words, and collects errors."""

    macros: dict[str, Macro]
    problems: list[Diagnostic]
    broken: set[str]

    def known(self, words: list[Token]) -> list[Token]:
        """The words; unreadable ones are reported."""

    def tree(self, start: str, words: Words) -> object:
        """The tree of some words by a rule of the grammar, or ``None`` and a diagnostic."""


class Specification(Struct):
    """The content of a document's lists."""

    definitions: list[t.Definition] = field(default_factory=list)
    machine: list[t.MachineItem] = field(default_factory=list)
    claims: list[t.Claim] = field(default_factory=list)
    in_words: list[InWords] = field(default_factory=list)


class Equation(Struct, frozen=True):
    """``x = e`` or ``x <=> p`` in words; `initial` if it is under a heading for initial values."""

    name: str
    words: Words
    initial: bool
    span: Span


def read_specification(items: Sequence[Item], reader: Reader) -> Specification:
    """The machine that the items of lists describe; problems go to the reader."""
    reading = SpecificationReader(reader)
    action: Item | None = None
    rows: list[Item] = []
    for item in items:
        if action is not None and item.indent > action.indent:
            rows.append(item)
            continue
        if action is not None:
            reading.action(action, rows)
        action, rows = (item, []) if item.opens else (None, [])
        if action is None:
            reading.item(item)
    if action is not None:
        reading.action(action, rows)
    reading.classify()
    return reading.found


class SpecificationReader:
    """Reads items one after the other; equations are classified when all actions are known."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.found = Specification()
        self.equations: list[Equation] = []

    def words(self, span: Span) -> list[Token]:
        """The words of a formula."""
        formula = Formula()
        lexer = Lexer(span.source, [(span.start, span.end)], comments=False)
        try:
            with deep_enough():
                Writer(span.source, formula).write(list(Expander(lexer, self.reader.macros)))
        except DocumentError as error:
            self.reader.problems += error.diagnostics
            return []
        self.reader.problems += formula.problems
        items = nested(words_of(formula, span.source))
        classify(items)
        items = FormulaReader(span.source, self.reader.problems).rewritten(items)
        return self.reader.known([word.token() for word in words_in(items)])

    def tree(self, start: str, words: Words, place: Span) -> object:
        """The tree of some words; without words, the error of a missing part at the place."""
        if words:
            return self.reader.tree(start, words)
        help = "a formula stands between two dollars"
        self.reader.problems.append(Diagnostic("E105", "something is missing here", place, help))
        return None

    def expression(self, words: Words, place: Span) -> t.Expression | None:
        """The tree of an expression."""
        return cast(t.Expression | None, self.tree("expression", words, place))

    # Items other than actions

    def item(self, item: Item) -> None:
        """A set, variables, an equation or a function; anything else is prose."""
        if item.formula is None:
            if (described := IN_WORDS.match(item.span.text)) is not None:
                words = described["words"].strip()
                self.found.in_words.append(InWords(described["name"], words, item.span))
            return
        words = self.words(item.formula)
        kinds = [word.type for word in words]
        if kinds[:1] != ["NAME"]:
            return
        sign = next(
            (n for n, kind in at_depth(words) if kind in {"COLON", *_RANGES, *_EQUATIONS}), len(words)
        )
        kind = kinds[sign] if sign < len(words) else ""
        if kind == "COLON" and sign == 1:
            self.definition([words[0], *defining_set(words[1:])], item.formula)
        elif kind in _RANGES:
            self.variables(words, item.formula)
        elif kind in _EQUATIONS and sign == 1:
            initial = "initial" in item.heading.lower()
            self.equations.append(Equation(str(words[0]), words, initial, item.formula))
        elif kind in _EQUATIONS:
            self.definition([*without_ranges(words[:sign]), *defining(words[sign:])], item.formula)

    def definition(self, words: Words, place: Span) -> None:
        """A definition; if it cannot be read, its name still counts as known."""
        definition = self.tree("definition", words, place)
        if isinstance(definition, t.Definition):
            self.found.definitions.append(definition)
        else:
            self.reader.broken.add(str(words[0]))

    def variables(self, words: Words, place: Span) -> None:
        """The declaration of variables."""
        item = self.tree("variables", [sign_of("VARIABLE", "variable", words[0]), *words], place)
        if isinstance(item, t.Variables):
            self.found.machine.append(item)

    # Actions

    def action(self, item: Item, rows: Sequence[Item]) -> None:
        """An action with its rows."""
        if item.formula is None:
            return
        words = self.words(item.formula)
        if not words:
            self.tree("action", words, item.formula)
            return
        read = [row for row in map(self.row, rows) if row is not None]
        by_itself = not any(kind in _RANGES for kind in (word.type for word in words))
        if by_itself:
            for number, (guard, updates, span) in enumerate(read, 1):
                name = f"{words[0]} {number}"
                self.found.machine.append(t.Action(name, (), guard, updates, True, head=span, span=span))
            return
        action = self.tree("action", [sign_of("ACTION", "action", words[0]), *words], item.formula)
        if isinstance(action, t.Action):
            when = either([guard for guard, _, _ in read], action.span)
            self.found.machine.append(replace(action, guard=when, updates=merged_updates(read, when)))

    def row(self, item: Item) -> Row | None:
        """``guard → updates``."""
        if item.formula is None:
            return None
        words = self.words(item.formula)
        arrow = next((place for place, kind in at_depth(words) if kind == "IMPLIES"), None)
        if arrow is None:
            fact = "this gives neither a guard nor an update"
            help = "write `guard \\rightarrow x = term \\wedge y = term`"
            self.reader.problems.append(Diagnostic("E105", fact, item.formula, help))
            return None
        guard = self.expression(words[:arrow], item.formula)
        parts = equations_in(ungrouped(words[arrow + 1 :]))
        updates = [self.update(part, item.formula) for part in parts]
        if guard is None:
            return None
        found = tuple(update for update in updates if update is not None)
        return guard, found, item.formula

    def update(self, words: Words, place: Span) -> t.Update | None:
        """``x = term``, which here defines the value of x after the action."""
        if [word.type for word in words[:2]] == ["NAME", "EQUAL"]:
            words = [sign_of("PRIMED", f"{words[0]}'", words[0]), *words[1:]]
        update = self.tree("update", words, place)
        return update if isinstance(update, t.Update) else None

    # Equations

    def classify(self) -> None:
        """Classify equations as first values, facts, and first values of facts."""
        actions = [item for item in self.found.machine if isinstance(item, t.Action)]
        changed = {update.variable for action in actions for update in action.updates}
        facts = {each.name for each in self.equations if not each.initial and each.name not in changed}
        for each in self.equations:
            if each.initial and each.name not in facts:
                sentence = self.expression(each.words, each.span)
                if sentence is not None:
                    self.found.machine.append(t.Initially(sentence, head=each.span, span=each.span))
            elif each.initial:
                claim = self.tree("claim", each.words, each.span)
                if isinstance(claim, t.Claim):
                    self.found.claims.append(claim)
            else:
                definition = self.tree("definition", [each.words[0], *defining(each.words[1:])], each.span)
                if isinstance(definition, t.Definition):
                    self.found.definitions.append(definition)
        self.found.machine = list(without_facts(self.found.machine, facts))


Row = tuple[t.Expression, tuple[t.Update, ...], Span]
"""A guard, the updates where it holds, and its place."""


def without_facts(items: Sequence[t.MachineItem], facts: set[str]) -> Iterator[t.MachineItem]:
    """The items, without the declarations of variables that are defined by a fact."""
    for item in items:
        if isinstance(item, t.Variables):
            names = tuple(name for name in item.names if name.name not in facts)
            if names:
                yield replace(item, names=names)
        else:
            yield item


def either(guards: Sequence[t.Expression], span: Span) -> t.Expression | None:
    """The disjunction of guards, without those that imply another one."""
    parts = [set(each.parts) if isinstance(each, t.And) else {each} for each in guards]
    weakest = [
        guard
        for place, guard in enumerate(guards)
        if not any(other < parts[place] for other in parts) and parts[place] not in parts[:place]
    ]
    return t.Or(tuple(weakest), span=span) if len(weakest) > 1 else weakest[0] if weakest else None


def merged_updates(rows: Sequence[Row], guard: t.Expression | None) -> tuple[t.Update, ...]:
    """The updates of all rows, those of one variable by cases."""
    found: dict[str, t.Update] = {}
    for when, updates, _ in rows:
        for update in updates:
            clauses = tuple(
                replace(clause, guard=None if when == guard else when) for clause in update.clauses
            )
            before = found.get(update.variable)
            found[update.variable] = replace(update, clauses=(*(before.clauses if before else ()), *clauses))
    return tuple(found.values())
