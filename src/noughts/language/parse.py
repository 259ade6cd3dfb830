"""The parser, from text to syntax tree.

A region is first split into tokens.  Every ``:=`` and ``iff`` belongs to the head of a definition and occurs
nowhere else, so the tokens are divided into definitions before the grammar sees them.  Each is parsed on its
own: one error does not hide the next, and the time is linear.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias, cast

from msgspec import Struct, field
from msgspec.structs import replace

from noughts.language import tree as t
from noughts.language.build import Builder, name_of
from noughts.language.foreign import (
    head_hint,
    hint_for_words,
    index_hint,
    names_hint,
    open_head_hint,
    relation_hint,
)
from noughts.language.grammar import lexed
from noughts.language.lower import MADE, lower
from noughts.language.machine_words import (
    ACTIONS,
    ITEMS,
    Words,
    declared_at,
    item_starts,
    marked,
    place_of,
    split_action,
    with_arrow,
)
from noughts.language.node import Node, child_nodes
from noughts.language.reduce import TooDeeplyNested, Unexpected, built
from noughts.language.stack import DEEPEST
from noughts.language.syntax_errors import explain_characters, explain_claim, explain_token, taken
from noughts.language.tokens import DEFINING, Brackets, Token, with_v_as_name
from noughts.language.tree import (
    Action,
    Claim,
    Declaration,
    Definition,
    Expression,
    Initially,
    MachineItem,
    Module,
    Parts,
    Printed,
    Unread,
    Update,
    Variables,
)
from noughts.stop import current
from noughts.text.diagnostic import Diagnostic, DocumentError
from noughts.text.document import (
    MOST_PROBLEMS,
    Document,
    Transcript,
    lines_of_uses,
    split_document,
    start_of_line,
)
from noughts.text.source import Source, Span

if TYPE_CHECKING:
    from noughts.language.latex.reading import Reading
    from noughts.language.latex.specification import InWords
    from noughts.text.tex.macros import Macro
    from noughts.text.tex.mathematics import Display


# Names that share a set in a condition: ``{(x, y) | x, y in S & x /= y}``, ``Sum[x, y in S] x * y``.
#
# A comma joins such names only in the condition of a set-builder or a big operator, where commas have no
# other
# meaning.  So these commas are words of their own, and the grammar needs no lookahead.


def with_shared_sets(words: Sequence[Token]) -> list[Token]:
    """The words, with `SHARING` for each comma between names that share a set."""
    found = list(words)
    if not any(word.type == "COMMA" for word in words):
        return found
    brackets = Brackets()
    for place, word in enumerate(words):
        if brackets.take(word.type) or (word.type == "AND" and brackets.in_condition):
            for comma in shared_commas(words, place + 1):
                found[comma] = words[comma].of_kind("SHARING", ",")
    return found


def shared_commas(words: Sequence[Token], start: int) -> list[int]:
    """The places of the commas of ``x, y in`` at a place; none for any other text."""
    commas: list[int] = []
    for place in range(start, len(words), 2):
        if words[place].type != "NAME" or place + 1 == len(words):
            return []
        if words[place + 1].type == "IN":
            return commas
        if words[place + 1].type != "COMMA":
            return []
        commas.append(place + 1)
    return []


# The growth of an expression when its chains, quantifiers and shared sets are expanded.
#
# A chain ``a < b < c`` is ``a < b & b < c`` and ``all x, y in S. p`` is ``all x in S. all y in S. p``,
# ``x, y in S`` in a condition ``x in S & y in S``.
# Chains inside chains would double at each level: short texts could exceed any memory.


def copies(tree: t.Expression, most: int) -> int:
    """The nodes that expansion adds, counted up to a little over `most`."""
    added = 0
    waiting: list[tuple[Node, int]] = [(tree, 1)]
    while waiting and added <= most:
        node, times = waiting.pop()
        added += times - 1
        waiting += [(part, times * repeated) for part, repeated in counted_parts(node)]
    return added


def counted_parts(tree: Node) -> Iterator[tuple[Node, int]]:
    """The parts of an expression, each with the number of its copies after expansion."""
    match tree:
        case t.Compare(_, (first, *middle, last)):
            yield from ((first, 1), *((operand, 2) for operand in middle), (last, 1))
        case t.Quantified():
            yield from ((tree.domain, len(tree.patterns)), (tree.body, 1))
        case t.Members(names, domain):
            yield from (*((name, 1) for name in names), (domain, len(names)))
        case _:
            yield from ((child, 1) for child in child_nodes(tree))


# The most nodes that the expansion of chains and quantifiers may add to one expression.
_MOST_COPIES = 100_000

# A command of LaTeX; a backslash is the difference of sets, too, as in ``A \B``.
_COMMAND = re.compile(r"\\(?:[A-Za-z]{2}|[{}|])")
# A command that is written only where LaTeX is meant.
_IS_LATEX = re.compile(r"\\(?:forall|exists|in|land|lor|cup|cap|leq|geq|neq|sum|[{}])")
# Tokens that no rule of the grammar has.
_UNREADABLE = ("UNREADABLE", "DOTS")
# Tokens that only machines have.
_OF_MACHINES = frozenset({"PRIMED", "COLON", "ARROW"})
# The rule of the grammar for an item, by its first token.
_START = {"VARIABLE": "variables", "INITIALLY": "initially"}

Read: TypeAlias = Definition | Parts | Claim | Expression | MachineItem | Update | Declaration
"""The results of parsing a stretch of words."""


def parse_expression(text: str, name: str = "<expression>") -> Expression:
    """The tree of one expression; raises `DocumentError` if the text is not one."""
    source = Source(name, text)
    reader = Reader(source)
    tree = reader.expression(Span(source, 0, len(text)))
    if reader.problems or tree is None:
        raise DocumentError(reader.problems)
    return tree


class Addition(Struct, frozen=True):
    """An addition to a session: definitions and signatures."""

    definitions: tuple[Definition, ...]
    declarations: tuple[Declaration, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names that it defines."""
        return tuple(dict.fromkeys(definition.name for definition in self.definitions))


def parse_entry(text: str, name: str = "<entry>") -> Addition | Expression:
    """The definitions and signatures of a text, or the expression that it is; raises `DocumentError`."""
    source = Source(name, text)
    reader = Reader(source)
    whole = Span(source, 0, len(text))
    words = Reader(source).words(whole)
    if any(word.type in DEFINING for word in words) or declared_at(text, words, ()):
        definitions = tuple(reader.definitions(whole))
        if reader.problems:
            raise DocumentError(reader.problems)
        return Addition(definitions, tuple(reader.declarations))
    return parse_expression(text, name)


def is_unfinished(text: str) -> bool:
    """Whether the text is a proper prefix of a definition or an expression."""
    source = Source("<entry>", text)
    reader = Reader(source)
    words = reader.words(Span(source, 0, len(text)))
    if not words or reader.problems:
        return False
    parts = list(cut_at(words, definition_starts(words)))
    defines = any(word.type in DEFINING for word in words)
    try:
        if parts:
            built("definition" if defines else "expression", parts[-1], Builder(source))
    except Unexpected as error:
        return error.token.type == "$END"
    except TooDeeplyNested:
        return False
    return not parts


class Contents(Struct):
    """The contents of a document, or of a stretch of one, with its errors of syntax.

    `machine` has items of a machine; `described` has sets that a specification describes in words;
    `declarations` are signatures; `unread` is mathematics that looks like a definition.
    """

    definitions: list[Definition] = field(default_factory=list)
    tests: list[Claim | Printed] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)
    broken: set[str] = field(default_factory=set)
    machine: list[MachineItem] = field(default_factory=list)
    described: list[InWords] = field(default_factory=list)
    declarations: list[Declaration] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    is_game: bool = False

    def add(self, part: Contents) -> None:
        """Add the contents of a part."""
        self.definitions += part.definitions
        self.tests += part.tests
        self.problems += part.problems
        self.broken |= part.broken
        self.machine += part.machine
        self.described += part.described
        self.declarations += part.declarations
        self.unread += part.unread
        self.is_game = self.is_game or part.is_game


def parse(documents: Sequence[Document]) -> tuple[Module, list[Diagnostic]]:
    """The module of the documents taken together, and all syntax errors."""
    module, problems = module_of([DocumentReader(document).contents() for document in documents])
    return with_sight(module, documents), problems


def with_sight(module: Module, documents: Sequence[Document]) -> Module:
    """The module, with the names that each of its used documents sees."""
    sees = {document.source.name: document.sees for document in documents if document.is_used}
    return replace(module, sees=sees, lacks=any(document.lacks for document in documents))


def module_of(contents: Sequence[Contents]) -> tuple[Module, list[Diagnostic]]:
    """The module that the contents of documents make together, and all errors of syntax."""
    problems = [problem for held in contents for problem in held.problems]
    tests = [test for held in contents for test in held.tests]
    tests.sort(key=lambda test: test.span.source.document)
    module = Module(
        tuple(definition for held in contents for definition in held.definitions),
        tuple(tests),
        any(held.is_game for held in contents),
        frozenset(name for held in contents for name in held.broken),
        tuple(item for held in contents for item in held.machine),
        declarations=tuple(each for held in contents for each in held.declarations),
        unread=tuple(each for held in contents for each in held.unread),
    )
    if described := [words for held in contents for words in held.described]:
        from noughts.language.latex.specification import undefined

        missing, more = undefined(described, module)
        module = replace(module, broken=module.broken | missing)
        problems += more
    if module.machine or module.broken.intersection(MADE):
        module, more = lower(module)
        problems += more
    return module, problems


def parse_text(text: str, name: str = "<text>") -> Module:
    """The module of one document; raises `DocumentError` with all errors."""
    module, problems = parse([split_document(Source(name, text))])
    if problems:
        raise DocumentError(problems)
    return module


class Reader:
    """Reads the regions of one source and collects errors."""

    def __init__(self, source: Source, macros: dict[str, Macro] | None = None) -> None:
        self.source = source
        self.macros = macros or {}
        self.problems: list[Diagnostic] = []
        self.reported = 0
        """The number of errors of earlier pieces, which count towards the most that are shown."""
        self.is_game = False
        self.broken: set[str] = set()
        self.machine: list[MachineItem] = []
        self.declarations: list[Declaration] = []
        self.unread: list[Unread] = []
        self.has_items = False

    def finished(self, piece: Contents) -> Contents:
        """A piece with everything that was collected while it was read; the next piece begins anew."""
        piece.add(
            Contents(
                problems=self.problems,
                broken=self.broken,
                machine=self.machine,
                declarations=self.declarations,
                unread=self.unread,
                is_game=self.is_game,
            )
        )
        self.reported += len(self.problems)
        self.problems, self.broken, self.machine, self.declarations = [], set(), [], []
        self.unread = []
        return piece

    def definitions(self, region: Span) -> Iterator[Definition]:
        """The definitions of a region; the items of a machine are collected separately."""
        words = self.words(region)
        for line in lines_of_uses(region):
            start = start_of_line(line)
            words = [word for word in words if not start <= word.start_pos < line.end]
        return self.defined(words)

    def display(self, display: Display) -> Iterator[Definition]:
        """The definitions of a display of LaTeX, none if it does not have the form of one."""
        from noughts.language.latex.reading import read_display

        reading = read_display(self.source, display.tokens)
        if reading and (head := reading.equation):
            place = Span(self.source, head.start, head.end)
            self.unread.append(Unread(head.text, is_equation=True, span=place))
        words = self.translated(reading)
        if any(word.type in DEFINING for word in words):
            yield from self.defined(words)
            return
        before = len(self.declarations)
        yield from self.defined(words)
        alone = (replace(each, stands_alone=True) for each in self.declarations[before:])
        self.declarations[before:] = list(alone)

    def signature(self, written: Display) -> None:
        """A signature within a line of prose, if the formula is exactly one signature."""
        from noughts.language.latex.reading import read_display

        reading = read_display(self.source, written.tokens)
        if reading is None or reading.problems:
            return
        words = [word.token() for word in reading.words]
        if declared_at(self.source.text, words, ()) != [0] or any(word.type in DEFINING for word in words):
            return
        problems, declarations = len(self.problems), len(self.declarations)
        self.declaration(words)
        del self.problems[problems:]
        found = self.declarations[declarations:]
        self.declarations[declarations:] = [replace(each, in_prose=True) for each in found]

    def translated(self, reading: Reading | None) -> list[Token]:
        """The tokens of a formula of LaTeX; its errors are reported."""
        if reading is None:
            return []
        self.problems += reading.problems
        words = self.known([word.token() for word in reading.words])
        if not reading.problems:
            return words
        starts = definition_starts(words)
        self.broken |= {name_of(words[place]) for place in starts if words[place].type == "NAME"}
        return []

    def defined(self, words: Words) -> Iterator[Definition]:
        """The definitions in some words."""
        self.is_game = self.is_game or any(word.type == "LED_GAME" for word in words)
        starts = definition_starts(words)
        words = marked(words, starts)
        items = item_starts(words)
        self.has_items = self.has_items or bool(items)
        signatures = declared_at(self.source.text, words, sorted([*starts, *items]))
        declared = {words[place].start_pos for place in signatures}
        stray: Words = ()
        for part in cut_at(words, sorted([*starts, *items, *signatures])):
            if part[0].type in ITEMS:
                self.item(part)
            elif part[0].start_pos in declared:
                self.declaration(part)
            elif not any(word.type in DEFINING for word in part):
                stray = part
                if open_head_hint(part):
                    self.broken.add(name_of(part[0]))
                if not any(word.type in _UNREADABLE for word in part):
                    self.problems.append(self.stray(part))
            elif stray and part[0].type != "NAME" and part[0].line == stray[-1].line:
                self.broken |= {name_of(word) for word in stray[:1] if word.type == "NAME"}  # one head
            elif part[0].type == "LPAR":
                yield from self.parts(part)
            elif (definition := self.tree("definition", part)) is not None:
                assert isinstance(definition, Definition)
                yield definition
            elif part[0].type == "NAME":
                self.broken.add(name_of(part[0]))

    def parts(self, words: Words) -> Iterator[Definition]:
        """The definitions of the names in a tuple; if it cannot be read, they count as known."""
        parts = self.tree("parts", words)
        if parts is None:
            sign = next(place for place, word in enumerate(words) if word.type in DEFINING)
            self.broken |= {name_of(word) for word in words[:sign] if word.type == "NAME"}
        else:
            assert isinstance(parts, Parts)
            yield from parts.definitions

    def item(self, words: Words) -> None:
        """An item of a machine; if it cannot be read, the names that it would define count as known."""
        item = self.action(words) if words[0].type in ACTIONS else self.tree(_START[words[0].type], words)
        if item is None:
            self.broken |= {name_of(word) for word in head_names(words)} | MADE
        else:
            assert isinstance(item, Variables | Initially | Action)
            self.machine.append(item)

    def declaration(self, words: Words) -> None:
        """A signature; its signs have no other meaning that a wrong one could affect."""
        if (declaration := self.tree("signature", with_arrow(words))) is not None:
            assert isinstance(declaration, Declaration)
            self.declarations.append(declaration)

    def action(self, words: Words) -> Action | None:
        """An action with its readable updates."""
        head, rest, uncolonned = split_action(words)
        action = self.tree("action", head)
        updates = [self.update(update) for update in rest if update]
        if uncolonned is not None and action is not None:
            place = Span(self.source, *place_of(uncolonned))
            fact = f"something is missing before `{uncolonned}`"
            self.problems.append(Diagnostic("E105", fact, place, "a colon ends the head of an action"))
        if not isinstance(action, Action):
            return None
        found = tuple(update for update in updates if isinstance(update, Update))
        last = found[-1].span if found else action.span
        return replace(action, updates=found, span=action.span.to(last))

    def update(self, words: Words) -> Read | None:
        """An update of an action."""
        if words[0].type in ("PRIMED", *_UNREADABLE):
            return self.tree("update", words)
        place = Span(self.source, *place_of(words[0]))
        fact = f"`{words[0]}` cannot stand here"
        is_name = words[0].type == "NAME"
        help = f"an update is `{words[0] if is_name else 'x'}' = term`"
        updates = is_name and len(words) > 1 and words[1].type == "EQUAL"
        fix = ((Span(self.source, place.end, place.end), "'"),) if updates else ()
        self.problems.append(Diagnostic("E105", fact, place, help, fix=fix))
        return None

    def claims(self, region: Span) -> Iterator[Claim]:
        """The claims of a region, separated by semicolons.

        LaTeX may stand in them between dollars.  Without dollars, they are LaTeX if they have commands of it
        and nothing else can be read.
        """
        if "$" in region.text:
            yield from self.claims_in(self.latex_of(region))
            return
        before = len(self.problems)
        found = list(self.claims_in(self.words(region)))
        if len(self.problems) > before and _COMMAND.search(region.text):
            problems = self.problems[before:]
            del self.problems[before:]
            again = list(self.claims_in(self.latex_of(region)))
            if len(self.problems) == before:
                found = again
            elif not _IS_LATEX.search(region.text):
                self.problems[before:] = problems
        yield from found

    def latex_of(self, region: Span) -> list[Token]:
        """The tokens of claims in LaTeX."""
        from noughts.language.latex.reading import read_claims

        return self.translated(read_claims(self.source, region, self.macros))

    def claims_in(self, words: list[Token]) -> Iterator[Claim]:
        """The claims in some words."""
        inside = in_parentheses(words)
        ends = [n for n, word in enumerate(words) if word.type == "SEMICOLON" and n not in inside]
        for part in cut_at(words, ends):
            claim = with_for_any(part[1:] if part[0].type == "SEMICOLON" else part)
            if claim and (tree := self.tree("claim", claim)) is not None:
                assert isinstance(tree, Claim)
                yield tree

    def expression(self, region: Span) -> Expression | None:
        """The only expression of a region."""
        before = len(self.problems)
        words = self.words(region)
        if not words and before == len(self.problems):
            self.problems.append(Diagnostic("E105", "there is nothing here to evaluate", region))
        if with_for_any(words) is not words:
            self.problems.append(only_in_claims(Span(self.source, *place_of(words[0])).to(region)))
            return None
        tree = self.tree("expression", words) if words else None
        return cast(Expression | None, tree)

    def words(self, region: Span) -> list[Token]:
        """The tokens of a region; unreadable characters are reported and stay as tokens of their own."""
        if region.text.isspace() or not region.text:
            return []
        return self.known(list(lexed(self.source.text, region.start, region.end)))

    def known(self, words: list[Token]) -> list[Token]:
        """The tokens, after reporting unreadable characters among them."""
        unreadable = [place_of(word) for word in words if word.type in _UNREADABLE]
        for start, end in runs(unreadable):
            self.problems.append(explain_characters(self.source, start, end))
        return with_shared_sets(with_v_as_name(words))

    def tree(self, start: str, words: Words) -> Read | None:
        """The tree of one definition, claim or expression, or of an item of a machine; or ``None`` and a
        diagnostic.

        Near an unreadable character, which has been reported, no further error is reported.
        """
        current.get().look()
        if (
            any(word.type in _UNREADABLE for word in words)
            or self.reported + len(self.problems) >= MOST_PROBLEMS
        ):
            return None
        if (problem := self.misplaced(start, words)) is not None:
            self.problems.append(problem)
            return None
        builder = Builder(self.source)
        try:
            tree: Read = built(start, words, builder)
        except Unexpected as error:
            explain = explain_claim if start == "claim" else explain_token
            self.problems.append(explain(self.source, words, error))
            return None
        except TooDeeplyNested as deep:
            self.problems.append(too_much(f"this is nested more than {DEEPEST} levels deep", deep.part))
            return None
        problems = builder.problems or [
            too_much(
                "chains of comparisons, or quantifiers of several names, are nested too deeply", part.span
            )
            for part in expressions_of(tree)
            if builder.repeats and copies(part, _MOST_COPIES) > _MOST_COPIES
        ]
        self.problems += problems
        return None if problems else tree

    def misplaced(self, start: str, words: Words) -> Diagnostic | None:
        """The error of the first word that has a meaning only in a machine, but is elsewhere."""
        if start == "definition" and words[0].type == "PRIMED" and words[1].type in DEFINING:
            place = Span(self.source, *place_of(words[1]))
            help = f"an update is `{words[0]} = term`"
            return Diagnostic("E105", f"`{words[1]}` cannot stand here", place, help)
        for word in words[1:] if start == "update" else words:
            if word.type not in _OF_MACHINES:
                continue
            place = Span(self.source, *place_of(word))
            if word.type == "PRIMED" and self.has_items:
                return primed(word, place)
            if word.type == "PRIMED":
                help = f"a name ends with a letter or a digit: `{word[:-1]}2`; strings are in double quotes"
                return replace(explain_characters(self.source, place.end - 1, place.end), help=help)
            if word.type == "COLON" and start == "variables":
                help = "a variable has a range: `variable x in S`, or `variable X sub S` for a set"
                return Diagnostic("E105", "`:` cannot stand here", place, help, fix=((place, " in"),))
            if word.type == "COLON" and start == "definition" and not defines_before(words, word):
                help = f"a parameter is only a name; its kind stands in a signature, `{words[0]} : K -> L`"
                return Diagnostic("E104", "`:` means nothing here", place, help)
            if word.type != "PRIMED" and start != "signature":
                return explain_characters(self.source, place.start, place.end)
        return None

    def stray(self, words: Words) -> Diagnostic:
        """The error for tokens of a region that belong to no definition."""
        span = Span(self.source, words[0].start_pos, words[-1].end_pos)
        help = "write `name := term`, `name(x) := term` or `name(x) iff condition`; prose goes outside"
        if words[0] == "uses":
            help = "write `uses name, name` on a line of its own"
        if len(words) == 1 and words[0].type != "NAME" and words[0].isalpha():
            help = taken(words[0])
        fix: tuple[tuple[Span, str], ...] = ()
        if meant := (
            open_head_hint(words) or index_hint(words) or relation_hint(words, 0) or names_hint(words)
        ):
            help = meant
        elif meant := head_hint(words, 0):
            sign = next(word for word in words if word.type == "EQUAL")
            help, fix = meant, ((Span(self.source, *place_of(sign)), ":="),)
        return Diagnostic("E106", "this is not a definition", span, hint_for_words(words, 0) or help, fix=fix)


class DocumentReader:
    """Reads a document piece by piece: a region, a display, a region of claims, a line of a transcript.

    The contents of a piece depend only on its text and on the rest of its key.  An editor reads smaller
    pieces, and reuses those that stay the same (`noughts.editor.reader`).
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        self.macros = document.mathematics.macros
        self.reader = Reader(document.source, self.macros)

    def contents(self) -> Contents:
        """The contents of the whole document."""
        held = Contents(problems=list(self.document.problems))
        for region in self.document.regions:
            for part in map(self.region, self.stretches(region)):
                held.add(part)
        known = {each.name for each in held.definitions}
        for part in self.formulas():
            new = [each for each in part.definitions if each.name not in known]
            held.add(replace(part, definitions=new))
            again = [each for each in part.definitions if each.name in known]
            held.unread += [Unread(each.name, is_equation=False, span=each.head) for each in again]
        if self.document.items:
            self.specification(held)
        if not self.document.is_used:
            for part in self.tests():
                held.add(part)
        held.definitions.sort(key=lambda each: self.start_of(each.span))
        held.declarations.sort(key=lambda each: self.start_of(each.span))
        held.tests.sort(key=lambda each: self.start_of(each.span))
        return held

    def formulas(self) -> Iterator[Contents]:
        """The contents of each piece of mathematics in LaTeX."""
        yield from map(self.display, self.document.mathematics.displays)
        yield from map(self.signature, self.document.mathematics.signatures)

    def tests(self) -> Iterator[Contents]:
        """The contents of each piece with tests."""
        yield from map(self.claims, self.document.claims)
        yield from map(self.transcript, self.document.transcripts)

    def region(self, place: Span) -> Contents:
        """The definitions of a region, or of a stretch of one."""
        return self.once(("region",), place, lambda reader, inside: defining(reader.definitions(inside)))

    def display(self, display: Display) -> Contents:
        """The definitions in a display."""
        return self.formula("display", display, lambda reader, placed: defining(reader.display(placed)))

    def signature(self, written: Display) -> Contents:
        """A signature within a line."""

        def read(reader: Reader, placed: Display) -> Contents:
            reader.signature(placed)
            return Contents()

        return self.formula("signature", written, read)

    def formula(self, kind: str, formula: Display, read: Callable[[Reader, Display], Contents]) -> Contents:
        """The contents of a formula between marks of mathematics."""
        words = tuple((token.text, token.call and str(token.call)) for token in formula.tokens)
        return self.once(
            (kind, words),
            formula.span,
            lambda reader, inside: read(reader, self.placed(formula, inside)),
        )

    def specification(self, held: Contents) -> None:
        """Add the machine of a specification, whose lists are read as a whole, since they refer to each
        other."""
        from noughts.language.latex.specification import read_specification

        found = read_specification(self.document.items, self.reader)
        held.definitions += found.definitions
        held.tests += found.claims
        held.machine[:0] = found.machine
        held.described += found.in_words
        held.add(self.reader.finished(Contents()))

    def claims(self, region: Span) -> Contents:
        """The claims of a region."""
        macros = self.texts_of_macros if "$" in region.text or _COMMAND.search(region.text) else ()
        return self.once(
            ("claims", macros), region, lambda reader, inside: Contents(tests=list(reader.claims(inside)))
        )

    @cached_property
    def texts_of_macros(self) -> tuple[object, ...]:
        """The key of the macros: their names and their texts."""
        return tuple((name, repr(macro)) for name, macro in self.macros.items())

    def transcript(self, transcript: Transcript) -> Contents:
        """One line of a transcript, with the expected output."""

        def read(reader: Reader, inside: Span) -> Contents:
            expression = reader.expression(inside)
            tests = [] if expression is None else [Printed(expression, transcript.expected, span=inside)]
            return Contents(tests=[*tests])

        return self.once(("transcript", transcript.expected), transcript.expression, read)

    # The pieces; an editor overrides these methods

    def stretches(self, region: Span) -> Sequence[Span]:
        """The pieces in which a region is read."""
        return [region]

    def once(
        self, key: tuple[object, ...], place: Span, read: Callable[[Reader, Span], Contents]
    ) -> Contents:
        """The contents of a piece."""
        return self.reader.finished(read(self.reader, place))

    def placed(self, formula: Display, place: Span) -> Display:
        """A formula with the places that its piece needs."""
        return formula

    def start_of(self, span: Span) -> int:
        """The place in the document where a part of a piece begins."""
        return span.start


def defining(definitions: Iterable[Definition]) -> Contents:
    """A piece that has some definitions."""
    return Contents(definitions=list(definitions))


def defines_before(words: Words, word: Token) -> bool:
    """Whether the sign of a definition is before one of its words."""
    return any(each.type in DEFINING for each in words[: words.index(word)])


def too_much(fact: str, span: Span) -> Diagnostic:
    """The error of an expression that is too deep or too large."""
    return Diagnostic("E107", fact, span, "define names for its parts")


def primed(word: Token, place: Span) -> Diagnostic:
    """The error of a primed name where it has no meaning."""
    name = name_of(word)[:-1]
    fact = f"`{word}` is the value of `{name}` after an action, and means nothing here"
    help = f"an update is `{name}' = term`, after the colon of an action; its term uses the old `{name}`"
    return Diagnostic("E215", fact, place, help)


def head_names(words: Words) -> Iterator[Token]:
    """The names that an item of a machine defines: all in front of ``in`` or ``sub``, or of a bracket."""
    for word in words[1:]:
        if word.type == "NAME":
            yield word
        elif word.type != "COMMA":
            return


def expressions_of(tree: Read) -> Iterator[Expression]:
    """The expressions in a definition, a claim or an item of a machine."""
    match tree:
        case Variables():
            yield tree.range
        case Initially():
            yield tree.sentence
        case Action():
            yield from (choice.domain for choice in tree.parameters)
            if tree.guard is not None:
                yield tree.guard
        case Definition() | Parts() | Update():
            for clause in tree.clauses:
                yield clause.term
                if clause.guard is not None:
                    yield clause.guard
        case Claim():
            yield tree.sentence
        case Declaration(_, takes, gives):
            yield from (gives,) if takes is None else (takes, gives)
        case _:
            yield tree
    if isinstance(tree, Definition | Parts | Claim | Update) and tree.where is not None:
        yield tree.where


def runs(places: Sequence[tuple[int, int]]) -> Sequence[tuple[int, int]]:
    """The intervals with adjacent ones merged."""
    found: list[tuple[int, int]] = []
    for start, end in places:
        if found and found[-1][1] == start:
            start, _ = found.pop()
        found.append((start, end))
    return found


def definition_starts(words: Words) -> list[int]:
    """The places of the words that begin a definition: the names before ``:=`` or ``iff``."""
    starts: list[int] = []
    for place, word in enumerate(words):
        if word.type in DEFINING:
            starts.append(max(head_of(words, place), starts[-1] + 1 if starts else 0))
    return starts


def head_of(words: Words, sign: int) -> int:
    """The place where the head before a ``:=`` or ``iff`` begins: a name, with its parameters, or a tuple."""
    if sign == 0 or words[sign - 1].type != "RPAR":
        return sign - 1
    depth = 0
    for place in range(sign - 1, -1, -1):
        depth += (words[place].type == "RPAR") - (words[place].type == "LPAR")
        if not depth:
            while place > 1 and words[place - 1].type == "LPAR":  # which is never closed
                place -= 1
            before = words[place - 1] if place else None
            is_function = before is not None and before.type == "NAME" and before.line == words[place].line
            return place - 1 if is_function else place
        if words[place].type in DEFINING:
            break
    return sign - 1


def only_in_claims(place: Span) -> Diagnostic:
    """The error of ``for any`` in a question, which has a value and is not tried."""
    fact = "`for any` tries a claim of a document on some values, and answers no question"
    help = "write `all n in {0..20}. …`, or let `noughts check` try it in the document, `/? for any … ?/`"
    return Diagnostic("E105", fact, place, help)


def with_for_any(words: Words) -> Words:
    """The words of a claim; ``for any`` at its beginning are one word, and names anywhere else."""
    if [str(word) for word in words[:2]] != ["for", "any"] or words[1].type != "NAME":
        return words
    start, end = words[:2]
    return [Token("FOR_ANY", "for any", start_pos=start.start_pos, end_pos=end.end_pos), *words[2:]]


def in_parentheses(words: Words) -> frozenset[int]:
    """The places of the words between two parentheses that belong together."""
    opened: list[int] = []
    inside: set[int] = set()
    reached = 0
    for place, word in enumerate(words):
        if word.type == "LPAR":
            opened.append(place)
        elif word.type == "RPAR" and opened:
            inside.update(range(max(opened.pop(), reached), place))
            reached = place if not opened else reached
    return frozenset(inside)


def cut_at(words: Words, places: Sequence[int]) -> Iterator[Words]:
    """The stretches of words that begin at the given places, and the one before them; none is empty."""
    borders = [0, *places, len(words)]
    for start, end in pairwise(borders):
        part = [word for word in words[start:end] if word.type != "LED_GAME"]
        if part:
            yield part
