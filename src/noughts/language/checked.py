"""Incremental checks: after an addition to a module, only definitions that it can affect are checked again.

An index records which definitions use or bind each name.  A definition is checked again only if it depends,
directly or indirectly, on a name whose meaning changes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from noughts.language import core as c
from noughts.language import tree as t
from noughts.language.check import Drafts, check, collect_signatures, resolved
from noughts.language.dependence import complete
from noughts.language.kinds.findings import mistakes_of_kind
from noughts.language.lookahead import looks_ahead, question_ahead
from noughts.language.parse import Addition, parse_expression
from noughts.language.resolve import Resolver, Signature, undefined_names
from noughts.language.stack import deep_enough
from noughts.language.tree import Expression
from noughts.text.diagnostic import Diagnostic, DocumentError, Note

# A word in the text of a question.
_WORD = re.compile(r"\w+")
# The code of what contradicts a signature.
_CONTRADICTION = "E308"


class Checked(Struct, frozen=True, dict=True):
    """A module without errors, and its program.

    `mentions` has, for each name, the definitions that use or bind it, now or in an earlier form;
    `tested` has the tests that mention it, by their places.  If it `looks_ahead`, some definition depends on
    copies of others.
    """

    module: t.Module
    program: c.Program
    signatures: Mapping[str, Signature]
    mentions: Mapping[str, frozenset[str]]
    tested: Mapping[str, frozenset[int]]
    looks_ahead: bool = False

    def adding(self, entry: Addition) -> tuple[Checked, frozenset[str]]:
        """The module with the definitions of an entry, which may replace others, and the names whose meaning
        may change.

        A signature replaces another one, and a definition that replaces another has none until one is
        entered.  `DocumentError` with all errors, as if the whole module were checked, and with
        contradictions to signatures.
        """
        added, changed = self.with_entry(entry)
        if added.program.declared:
            before = {problem.span for problem in self.contradictions}
            if problems := [each for each in added.contradictions if each.span not in before]:
                raise DocumentError(problems)
        return added, changed

    @cached_property
    def contradictions(self) -> Sequence[Diagnostic]:
        """The contradictions to signatures that kinds show."""
        errors, _ = mistakes_of_kind(self.program) if self.program.declared else ([], [])
        return [each for each in errors if each.code == _CONTRADICTION]

    def with_entry(self, entry: Addition) -> tuple[Checked, frozenset[str]]:
        """The same, without a check of signatures."""
        definitions = entry.definitions
        if problems := self.clashes(definitions):
            raise DocumentError(problems)
        new = frozenset(definition.name for definition in definitions)
        anew = new | {each.name for each in entry.declarations}
        kept = tuple(each for each in self.module.declarations if each.name not in anew)
        declared = replace(self.module, declarations=(*kept, *entry.declarations))
        if self.looks_ahead or any(map(looks_ahead, definitions)):
            return adding_anew(declared, definitions)
        replaced = new & self.signatures.keys()
        changed = new | self.dependent(replaced)
        signatures, problems = collect_signatures(definitions, without_names(self.signatures, replaced))
        there, again = self.module.definitions, tuple[t.Definition, ...]()
        if replaced:
            there = tuple(each for each in there if each.name not in replaced)
            again = tuple(each for each in there if each.name in changed)
        places = sorted({place for name in changed for place in self.tested.get(name, ())})
        module = replace(declared, definitions=(*there, *definitions))
        tests = [module.tests[place] for place in places]
        drafts = resolved(module, (*again, *definitions), tests, signatures, module.declarations)
        if problems := problems + drafts.problems:
            raise DocumentError(problems)
        return Checked(
            module,
            self.program_with(drafts, without_names(self.program.definitions, replaced), places),
            signatures,
            with_mentions(self.mentions, drafts.definitions),
            self.tested,
        ), changed

    def program_with(
        self, drafts: Drafts, definitions: Mapping[str, c.Definition], places: Sequence[int]
    ) -> c.Program:
        """The program with other definitions in the place of some, and other tests at some places."""
        tests = list(self.program.tests)
        for place, test in zip(places, drafts.tests, strict=True):
            tests[place] = test
        before = self.program.definitions
        gone = [before[draft.name].span for draft in drafts.definitions if draft.name in before]
        gone += [test.span for test in drafts.tests]
        notes = [
            note
            for note in self.program.notes
            if note.span is None or not any(note.span in span for span in gone)
        ]
        return c.Program(
            {**definitions, **complete(drafts.definitions, definitions)},
            tuple(tests),
            self.program.is_game,
            (*notes, *drafts.notes),
            self.program.machine,
            drafts.declared,
        )

    def dependent(self, names: Iterable[str]) -> set[str]:
        """The definitions that use one of the names, themselves or through others."""
        found: set[str] = set()
        waiting = list(names)
        while waiting:
            name = waiting.pop()
            users = {
                user
                for user in self.mentions.get(name, ())
                if user not in found and name in self.program.definitions[user].uses
            }
            found |= users
            waiting += users
        return found

    def clashes(self, entry: Sequence[t.Definition]) -> list[Diagnostic]:
        """The definitions of an entry whose names an existing definition binds locally.

        The local name would change its meaning, so this is an error of the entry, reported with the first
        such place.
        """
        heads = {definition.name: definition.head for definition in entry}
        found: list[Diagnostic] = []
        for name, head in heads.items():
            there = self.program.definitions
            owners = {
                user
                for user in self.mentions.get(name, ())
                if name in there[user].bound and there[user].head.source.document not in self.module.sees
            } - heads.keys()
            if owners:
                owner = next(there[user] for user in there if user in owners)
                fact = f"`{name}` means something else in `{owner.name}`"
                notes = (Note("it is a local name there", owner.bound[name]),)
                found.append(Diagnostic("E205", fact, head, "choose another name", notes))
        return found


def adding_anew(module: t.Module, definitions: Sequence[t.Definition]) -> tuple[Checked, frozenset[str]]:
    """A module with definitions, checked as a whole, because lookahead depends on copies of definitions."""
    new = {definition.name for definition in definitions}
    kept = tuple(each for each in module.definitions if each.name not in new)
    whole = checked(replace(module, definitions=(*kept, *definitions)))
    return whole, frozenset(whole.program.definitions)


def checked(module: t.Module) -> Checked:
    """A checked module, which may have no definitions yet; `DocumentError` with all errors."""
    program, problems = check(module) if module.definitions else (c.Program({}, (), False), [])
    if program is None:
        raise DocumentError(problems)
    signatures, _ = collect_signatures(module.definitions)
    tested: dict[str, frozenset[int]] = {}
    for place, test in enumerate(module.tests):
        for name in words_of(test):
            tested[name] = tested.get(name, frozenset()) | {place}
    mentions = with_mentions({}, program.definitions.values())
    ahead = any(map(looks_ahead, module.definitions))
    return Checked(module, program, signatures, mentions, tested, ahead)


def words_of(test: t.Claim | t.Printed) -> set[str]:
    """All words of a test that could be names, in a transcript without the `_` after them."""
    words = {unicodedata.normalize("NFC", word) for word in _WORD.findall(test.span.text)}
    return words | {word.rstrip("_") for word in words}


def with_mentions(
    mentions: Mapping[str, frozenset[str]], definitions: Iterable[c.Definition]
) -> dict[str, frozenset[str]]:
    """The index extended by the names that some definitions use and bind."""
    index = dict(mentions)
    for definition in definitions:
        for name in definition.uses | definition.bound.keys():
            index[name] = index.get(name, frozenset()) | {definition.name}
    return index


_T = TypeVar("_T")


def without_names(table: Mapping[str, _T], names: Iterable[str]) -> dict[str, _T]:
    """The table without some names that are in it."""
    left = dict(table)
    for name in names:
        del left[name]
    return left


# Questions: expressions over a checked program, from the command line or in a claim.


def question(program: c.Program, text: str, name: str = "<question>") -> c.Core:
    """The core of an expression over a program; `DocumentError` with all its errors."""
    return resolve_question(program, parse_expression(text, name))


def asked_ahead(program: c.Program, text: str, name: str = "<question>") -> tuple[c.Program, c.Core]:
    """The core of an expression, and the program in which it has a value.

    If it looks ahead, that program has definitions of another state, too.
    """
    tree = parse_expression(text, name)
    if program.module is None or (ahead := question_ahead(tree)) is None:
        return program, resolve_question(program, tree)

    whole, _ = adding_anew(program.module, (ahead,))
    return whole.program, whole.program.definitions[ahead.name].clauses[0].term


def resolve_question(program: c.Program, tree: Expression) -> c.Core:
    """The same for an expression that has been parsed."""
    return resolve_with(collected(program), tree)


def collected(program: c.Program) -> dict[str, Signature]:
    """The signature of each definition of a program."""
    definitions = program.definitions.values()
    return {each.name: Signature(len(each.parameters), each.head, each.relation) for each in definitions}


def resolve_with(signatures: Mapping[str, Signature], tree: Expression) -> c.Core:
    """The core of an expression over definitions of these signatures."""
    resolver = Resolver(signatures)
    with deep_enough():
        core = resolver.expression(tree, {})
    problems = resolver.problems + undefined_names([resolver], signatures)
    if problems:
        raise DocumentError(problems)
    return core
