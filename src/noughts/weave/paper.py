"""Papers: documents that form a program, with the values of its definitions and the verdicts on its tests."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from noughts.language import core as c
from noughts.language import tree as t
from noughts.language.check import parsed_and_checked
from noughts.language.head import by_itself
from noughts.language.parse import parse
from noughts.language.show import laid_out
from noughts.meaning.budget import SECONDS_WHILE_WRITING, Budget, reading_within
from noughts.meaning.compile import Compiled
from noughts.meaning.run_error import RunError
from noughts.meaning.self_test import Verdict, opening_frame, self_test
from noughts.refusal import Refusal
from noughts.text.document import Document
from noughts.text.source import Span
from noughts.text.used import with_used
from noughts.values.misuse import Misuse
from noughts.values.show import abridged
from noughts.values.value import kind

# The most elements of a value in a note: more would not fit on its line.
_ELEMENTS_SHOWN = 40
# The most characters of a value in a note: one line.
_LONGEST_VALUE = 80


class Entry(Struct, frozen=True, dict=True):
    """A definition in a paper: its number, its tree, and the definitions that use it.

    `value` is the printed value of a constant, in the initial state if it depends on the state; empty if
    there is none to print.
    """

    number: int
    tree: t.Definition
    meaning: c.Definition
    used_by: tuple[str, ...]
    value: str

    @property
    def name(self) -> str:
        """The name that it defines."""
        return self.tree.name

    @cached_property
    def summary(self) -> str:
        """Its first line, its kind, and its value, as shown when pointing at a name."""
        first, *more = laid_out(self.tree).splitlines()
        return "\n".join([f"{first} …" if more else first, f"({self.number}) {self.kind}{self.value}"])

    @property
    def kind(self) -> str:
        """Its kind: a constant, a function or a relation."""
        count = len(self.tree.parameters)
        what = "relation" if self.tree.relation else "function" if count else "constant"
        return f"{what} of {count} arguments" if count > 1 else what


class Paper(Struct, frozen=True, dict=True):
    """Documents that form a program, and the verdicts on its tests."""

    texts: tuple[Document, ...]
    module: t.Module
    entries: Mapping[str, Entry]
    verdicts: tuple[Verdict, ...]

    @cached_property
    def verdict_at(self) -> Mapping[Span, Verdict]:
        """The verdict on each test, by its place."""
        return {verdict.span: verdict for verdict in self.verdicts}

    @property
    def own(self) -> Paper:
        """The paper without the documents that it only uses."""
        return self.of([text for text in self.texts if not text.is_used])

    def seen_by(self, text: Document) -> Paper:
        """The paper of one text, with the definitions that it sees."""
        return (
            self.of([other for other in self.texts if other.source.name in text.sees])
            if text.is_used
            else self
        )

    def of(self, texts: Sequence[Document]) -> Paper:
        """The paper of some of its texts."""
        names = {text.source.name for text in texts}
        entries = {name: each for name, each in self.entries.items() if each.tree.head.source.name in names}
        return replace(self, texts=tuple(texts), module=part_of(self.module, names), entries=entries)

    def definitions_in(self, region: Span) -> list[Entry]:
        """The definitions of a region."""
        return [entry for entry in self.entries.values() if entry.tree.span in region]

    def signatures_in(self, region: Span) -> list[t.Declaration]:
        """The signatures of a region."""
        return [each for each in self.module.declarations if each.span in region]

    def declared_in(self, region: Span) -> list[Entry | t.RegionItem]:
        """The definitions and the signatures of a region, in order."""
        return sorted([*self.definitions_in(region), *self.signatures_in(region)], key=place_of)

    def in_order(self, region: Span) -> list[Entry | t.RegionItem]:
        """The definitions of a region, the items of a machine and the signatures, in order."""
        items = [item for item in self.module.machine if item.span in region]
        return sorted([*self.declared_in(region), *items], key=place_of)

    def tests_in(self, region: Span) -> list[t.Claim | t.Printed]:
        """The claims of a region, or the one line of a transcript."""
        return [test for test in self.module.tests if test.span in region]


def part_of(module: t.Module, names: Collection[str]) -> t.Module:
    """The part of a module that comes from some sources, with all its tests, since used documents have
    none."""
    definitions = (each for each in module.definitions if each.head.source.name in names)
    machine = (each for each in module.machine if each.span.source.name in names)
    declarations = (each for each in module.declarations if each.span.source.name in names)
    return replace(
        module,
        definitions=tuple(definitions),
        machine=tuple(machine),
        declarations=tuple(declarations),
    )


def place_of(part: Entry | t.RegionItem) -> int:
    """The place of a definition or an item."""
    return (part.tree if isinstance(part, Entry) else part).span.start


def paper_of(texts: Sequence[Document], seconds: float = 10) -> Paper:
    """The paper of some documents; `DocumentError` with all their errors.

    Neither reading nor a test takes longer than `seconds`.  Documents without definitions and tests are
    prose, and make a paper, too.
    """
    with reading_within(seconds):
        if is_prose(texts):
            return Paper(tuple(texts), t.Module((), ()), {}, ())
        texts = with_used(texts)
        module, program = parsed_and_checked(texts)
    return paper(
        texts, module, program, tuple(self_test(program, Compiled(program, Budget(seconds=seconds))))
    )


def is_prose(texts: Sequence[Document]) -> bool:
    """Whether documents have no definitions and no tests, in displays of LaTeX neither, and no errors."""
    if any(text.regions or text.claims or text.transcripts or text.problems for text in texts):
        return False
    module, problems = parse(texts)
    return not (module.definitions or module.machine or module.tests or problems)


def paper(
    texts: Sequence[Document],
    module: t.Module,
    program: c.Program,
    verdicts: Iterable[Verdict],
    meaning: Compiled | None = None,
) -> Paper:
    """The paper of a program whose tests have been run; `meaning` is the program compiled."""
    users = defaultdict[str, list[str]](list)
    for tree in module.written:
        definition = program.definitions[tree.name]
        for name in definition.uses & program.definitions.keys() - {definition.name}:
            users[name].append(definition.name)
    patience = Budget(seconds=SECONDS_WHILE_WRITING)
    meaning = Compiled(program, patience) if meaning is None else meaning.twin(patience)
    entries = {
        tree.name: Entry(
            number,
            by_itself(tree),
            program.definitions[tree.name],
            tuple(users[tree.name]),
            value_of(meaning, program.definitions[tree.name]),
        )
        for number, tree in enumerate(module.written, 1)
    }
    return Paper(tuple(texts), module, entries, tuple(verdicts))


def paper_of_program(texts: Sequence[Document], program: c.Program, verdicts: Iterable[Verdict]) -> Paper:
    """The paper of documents that have been checked."""
    return paper(texts, parse(texts)[0], program, verdicts)


def value_of(meaning: Compiled, definition: c.Definition, what: str = "") -> str:
    """The kind of a constant's value, or `what` it is known to be, and its printed form."""
    if not definition.is_constant:
        return ""
    try:
        value = meaning.value(definition.name, frame=opening_frame(meaning))
        text = meaning.text_of(value, lambda each: abridged(each, _ELEMENTS_SHOWN), definition.span)
    except (RunError, Misuse, Refusal):  # values that depend on a click or a move
        return ""
    when = " at the beginning" if definition.reads_frame else ""
    short = text if len(text) <= _LONGEST_VALUE else f"{text[:_LONGEST_VALUE]}…"
    return f", {what or kind(value)}{when}: {short}"
