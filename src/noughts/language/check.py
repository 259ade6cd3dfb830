"""The static checks, which make a program from a syntax tree."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from noughts.language import core as c
from noughts.language import tree as t
from noughts.language.builtins import FRAME, FUNCTIONS
from noughts.language.dependence import complete
from noughts.language.head import by_itself, head_of
from noughts.language.lookahead import without_lookahead
from noughts.language.lookalikes import alike
from noughts.language.machine import gathered
from noughts.language.parse import parse
from noughts.language.resolve import PARAMETER, Resolver, Signature, undefined_names
from noughts.language.stack import deep_enough
from noughts.language.written_kinds import written_kind
from noughts.refusal import nearest
from noughts.text.diagnostic import Diagnostic, DocumentError, Note
from noughts.text.document import Document, read_documents, split_document
from noughts.text.source import Source, Span
from noughts.text.used import with_used


def read_program(paths: Sequence[Path], constants: Mapping[str, t.Expression] | None = None) -> c.Program:
    """The program of one or several documents; raises `DocumentError` with all errors."""
    return check_documents([document for path in paths for document in read_documents(path)], constants)


def check_documents(
    documents: Sequence[Document], constants: Mapping[str, t.Expression] | None = None
) -> c.Program:
    """The program of several documents, with some constants overridden."""
    return parsed_and_checked(documents, constants)[1]


def parsed_and_checked(
    documents: Sequence[Document], constants: Mapping[str, t.Expression] | None = None
) -> tuple[t.Module, c.Program]:
    """The same, with the module of the program."""
    documents = with_used(documents)
    module, problems = parse(documents)
    module = override(module, constants or {})
    whole = Span(documents[0].source, 0, 0) if documents else None
    program, more = check(module, whole) if module.definitions or not problems else (None, [])
    problems = with_unread(sorted([*problems, *more], key=Diagnostic.place), documents)
    if problems or program is None:
        raise DocumentError(problems)
    return module, program


def check_text(text: str, name: str = "<text>") -> c.Program:
    """The program of a document given as a text."""
    return check_documents([split_document(Source(name, text))])


def override(module: t.Module, constants: Mapping[str, t.Expression]) -> t.Module:
    """The module with some constants replaced, as ``--let`` asks."""
    by_name = {definition.name: definition for definition in module.definitions}
    for name in constants:
        if name in module.broken:
            continue
        if name not in by_name:
            fact = f"`--let {name}=…` names no definition of the document"
            near = nearest(name, [other.name for other in module.definitions if not other.parameters])
            help = f"did you mean `{near[0]}`?" if near else f"its constants are {constants_of(module)}"
            place = by_name[near[0]].head if near else None
            raise DocumentError([Diagnostic("E504", fact, place, help)])
        if name in t.variables_of(module):
            fact = f"`--let {name}=…` names a variable; only constants can be overridden"
            help = f"its first value is a constant: `initially {name} = …`"
            raise DocumentError([Diagnostic("E504", fact, by_name[name].head, help)])
        if by_name[name].parameters:
            fact = f"`--let {name}=…` names a function; only constants can be overridden"
            raise DocumentError([Diagnostic("E504", fact, by_name[name].head)])
    definitions = tuple(overridden(definition, constants) for definition in module.definitions)
    return replace(module, definitions=definitions)


def overridden(definition: t.Definition, constants: Mapping[str, t.Expression]) -> t.Definition:
    """The definition, with a new body if `constants` overrides it, which is then the place of its errors."""
    if definition.name not in constants:
        return definition
    body = constants[definition.name]
    clause = t.Clause(body, None, span=body.span)
    return t.Definition(definition.name, (), False, (clause,), span=body.span, head=body.span)


def constants_of(module: t.Module) -> str:
    """The names of the numeric constants, which are overridden most, for a hint."""
    numbers = [
        d.name
        for d in module.definitions
        if not d.parameters and not d.relation and isinstance(d.clauses[0].term, t.Numeral)
    ]
    return ", ".join(f"`{name}`" for name in numbers[:8]) or "none"


def check(
    module: t.Module, whole: Span | None = None, memory: Memory | None = None
) -> tuple[c.Program | None, list[Diagnostic]]:
    """The program of a module and its diagnostics; no program if there are errors.

    `whole` is the span to report if there are no definitions at all; `memory` has the drafts of the version
    before.
    """
    if not module.definitions and not module.broken:
        help = "they stand between `/$` and `$/`, or in displays: `\\[ … \\]` of LaTeX, `$$ … $$` of Markdown"
        place = whole
        if module.unread:
            place, help = module.unread[0].span, _EQUATION
        return None, [Diagnostic("E108", "there is no definition here", place, help)]
    definitions, ahead = without_lookahead(tuple(map(by_itself, module.definitions)))
    signatures, problems = collect_signatures(definitions, used=module.sees)
    problems += ahead
    for name in module.broken - set(signatures):
        signatures[name] = Signature(None, module.definitions[0].head if module.definitions else _NOWHERE)
    drafts = resolved(module, definitions, module.tests, signatures, module.declarations, memory)
    problems += drafts.problems
    if problems or module.broken:
        return None, without_repetitions(problems)
    heads = {name: signature.head for name, signature in signatures.items()}
    notes = (*without_repetitions(drafts.notes), *alike(heads, "name"), *notes_on_unread(module, heads))
    machine = machine_of(module) if module.machine else None
    complete_ones = complete(drafts.definitions)
    program = c.Program(complete_ones, drafts.tests, module.is_game, notes, machine, drafts.declared, module)
    return program, []


_EQUATION: Final = "with `:=` in place of `=` it would be a definition"
_BEHIND_FOR_ANY: Final = (
    "a `where` of the names of `for any` stands in parentheses: `for any x in S. (p where q)`"
)


def notes_on_unread(module: t.Module, known: Collection[str]) -> Iterator[Diagnostic]:
    """The notes on mathematics that looks like a definition."""
    for each in module.unread:
        if not each.is_equation:
            fact = f"this definition of `{each.name}` is not read: a region of the document defines that name"
            yield Diagnostic("N210", fact, each.span, "rename one of them, or leave out the region")
        elif each.name not in known:
            fact = f"this equation is prose, and defines no `{each.name}`"
            yield Diagnostic("N211", fact, each.span, _EQUATION)


def machine_of(module: t.Module) -> c.Machine:
    """The facts about a machine that the meanings of a program need."""
    machine, _ = gathered(module)
    updates = {action: frozenset(update.variable for update in action.updates) for action in machine.actions}
    return c.Machine(
        {name: variable.range for name, variable in machine.variables.items()},
        {action.name: updates[action] for action in machine.chosen},
        {action.name: updates[action] for action in machine.automatic},
        machine.has_players,
    )


def without_repetitions(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The diagnostics without repetitions at one place: a machine may produce a definition twice."""
    first: dict[object, Diagnostic] = {}
    for diagnostic in found:
        first.setdefault((diagnostic.code, diagnostic.span or diagnostic), diagnostic)
    return list(first.values())


class Drafts(Struct, frozen=True):
    """Resolved definitions and tests, with errors and notes."""

    definitions: tuple[c.Definition, ...]
    tests: tuple[c.Claim | c.Printed, ...]
    problems: list[Diagnostic]
    notes: tuple[Diagnostic, ...]
    declared: Mapping[str, c.Declared]


def resolved(
    module: t.Module,
    definitions: Iterable[t.Definition],
    tests: Iterable[t.Claim | t.Printed],
    signatures: Mapping[str, Signature],
    declarations: Iterable[t.Declaration] = (),
    memory: Memory | None = None,
) -> Drafts:
    """Definitions and tests of a module, and signatures that are written, resolved against the signatures."""
    names = ModuleNames(module, signatures, memory)
    with deep_enough():
        drafts = tuple(names.draft(definition).core for definition in definitions)
        found = tuple(names.test(test).core for test in tests)
        declared, problems = with_declarations(module, declarations, names)
    groups = names.parts.values()
    problems += [problem for parts in groups for part in parts for problem in part.problems]
    if not module.lacks:
        for home, parts in names.parts.items():
            problems += undefined_names(parts, names.seen_in(home))
    own = names.parts[None]
    atoms: dict[str, Span] = {}
    for name, span in (atom for part in own for atom in part.atoms.items()):
        atoms.setdefault(name, span)
    notes = (*(note for part in own for note in part.notes), *alike(atoms, "atom"))
    return Drafts(drafts, found, problems, notes, declared)


_Tree = TypeVar("_Tree", t.Definition, t.Claim | t.Printed)
_Core = TypeVar("_Core", covariant=True)


class ResolvedPart(Struct, Generic[_Core], frozen=True, eq=False, weakref=True):
    """A part of a module, its core, and the resolver that found it."""

    tree: t.Definition | t.Claim | t.Printed
    core: _Core
    resolver: Resolver


class Memory(Struct, frozen=True):
    """The drafts of a version of a module, and of the one before, for the parts that have not changed."""

    before: Mapping[int, ResolvedPart[Any]] = field(default_factory=dict)
    drafts: dict[int, ResolvedPart[Any]] = field(default_factory=dict)

    def draft(self, tree: _Tree, signatures: Mapping[str, Signature]) -> ResolvedPart[Any] | None:
        """The draft of a tree, if it would be the same again."""
        there = self.drafts.get(id(tree)) or self.before.get(id(tree))
        return there if there is not None and there.resolver.signatures.agree(signatures) else None


class ModuleNames:
    """The names of a module, as the named documents see them, and as each used one does, which sees less."""

    def __init__(
        self, module: t.Module, signatures: Mapping[str, Signature], memory: Memory | None = None
    ) -> None:
        self.module = module
        self.signatures = signatures
        self.memory = memory
        self.seen: dict[str, Mapping[str, Signature]] = {}
        self.parts: dict[str | None, list[Resolver]] = {None: []}
        """The resolved names, by used document."""

    def home(self, part: t.Definition | t.Declaration) -> str | None:
        """The used document that holds a definition, or its signature."""
        name = part.head.source.document
        return name if name in self.module.sees else None

    def seen_in(self, home: str | None) -> Mapping[str, Signature]:
        """The signatures that are seen in a used document, or in the named ones."""
        if home is None:
            return self.signatures
        if home not in self.seen:
            sees = self.module.sees[home]
            self.seen[home] = {
                name: each for name, each in self.signatures.items() if each.head.source.document in sees
            }
        return self.seen[home]

    def draft(self, definition: t.Definition) -> ResolvedPart[c.Definition]:
        """A definition, resolved."""
        parameters = t.bound_names(definition.parameters)
        return self.remembered(definition, self.home(definition), resolve_definition, parameters)

    def test(self, test: t.Claim | t.Printed) -> ResolvedPart[c.Claim | c.Printed]:
        """A test, resolved."""
        return self.remembered(test, None, resolve_test)

    def remembered(
        self,
        tree: _Tree,
        home: str | None,
        resolve: Callable[[_Tree, Resolver], _Core],
        parameters: Iterable[t.Parameter] = (),
    ) -> ResolvedPart[_Core]:
        """A part of the module, resolved now or in an earlier version."""
        signatures = self.seen_in(home)
        draft = None if self.memory is None else self.memory.draft(tree, signatures)
        if draft is None:
            resolver = Resolver(signatures, parameters)
            draft = ResolvedPart(tree, resolve(tree, resolver), resolver)
        if self.memory is not None:
            self.memory.drafts[id(tree)] = draft
        self.parts.setdefault(home, []).append(draft.resolver)
        return draft

    def resolver(self, declaration: t.Declaration) -> Resolver:
        """A resolver for a signature that is written."""
        home = self.home(declaration)
        found = Resolver(self.seen_in(home))
        self.parts.setdefault(home, []).append(found)
        return found


def with_declarations(
    module: t.Module, declarations: Iterable[t.Declaration], names: ModuleNames
) -> tuple[dict[str, c.Declared], list[Diagnostic]]:
    """The written signatures by name, and their errors."""
    definitions = {definition.name: definition for definition in module.definitions}
    first: dict[str, t.Declaration] = {}
    found: dict[str, c.Declared] = {}
    problems: list[Diagnostic] = []
    for declaration in sorted(declarations, key=lambda each: each.in_prose):
        name = declaration.name
        if declaration.in_prose and (name in first or not is_known(declaration, definitions, names)):
            continue
        if name in first:
            notes = (Note("the first one is here", first[name].head),)
            fact = f"`{name}` has two signatures"
            problems.append(Diagnostic("E219", fact, declaration.head, "remove one of them", notes))
            continue
        first[name] = declaration
        if name in definitions:
            problem = misfit(declaration, definitions[name])
            if problem is None:
                found[name] = resolved_declaration(
                    declaration, definitions[name], names.resolver(declaration)
                )
            else:
                problems.append(problem)
        elif name not in module.broken and not module.lacks and not declaration.stands_alone:
            problems.append(undefined(declaration, definitions))
    return found, problems


def is_known(declaration: t.Declaration, definitions: Mapping[str, t.Definition], names: ModuleNames) -> bool:
    """Whether all names of a signature are known, by a resolver of its own."""
    if declaration.name not in definitions:
        return False
    resolver = Resolver(names.seen_in(names.home(declaration)))
    resolved_declaration(declaration, definitions[declaration.name], resolver)
    return not resolver.problems and not resolver.unknown


def undefined(declaration: t.Declaration, known: Collection[str]) -> Diagnostic:
    """The error of a signature without a definition."""
    near = nearest(declaration.name, list(known))
    help = f"did you mean `{near[0]}`?" if near else "define it, or remove the signature"
    fact = f"`{declaration.name}` has a signature, but nothing defines it"
    return Diagnostic("E219", fact, declaration.head, help)


def misfit(declaration: t.Declaration, definition: t.Definition) -> Diagnostic | None:
    """The error of a signature whose number of arguments differs from that of its definition."""
    count = len(definition.parameters)
    if (declaration.takes is None) == (count == 0) and len(factors(declaration.takes, count)) == count:
        return None
    takes = "no argument" if count == 0 else "one argument" if count == 1 else f"{count} arguments"
    fact = f"the signature of `{definition.name}` does not fit its definition, which takes {takes}"
    kinds = " * ".join("KLMNOPQ"[:count]) if count <= 3 else "K * …"
    help = f"write `{definition.name} : {f'{kinds} -> ' if count else ''}R`, with a kind for each letter"
    notes = (Note(f"`{definition.name}` is defined here", definition.head),)
    return Diagnostic("E219", fact, declaration.span, help, notes)


def resolved_declaration(
    declaration: t.Declaration, definition: t.Definition, resolver: Resolver
) -> c.Declared:
    """A signature, resolved."""
    takes = factors(declaration.takes, len(definition.parameters))
    *parameters, gives = (
        written_kind(kind, resolver.known({}), lambda domain: resolver.expression(domain, {}))
        for kind in (*takes, declaration.gives)
    )
    return c.Declared(tuple(parameters), gives, declaration.span)


def factors(tree: t.Expression | None, count: int) -> list[t.Expression]:
    """``K * L * M`` as `count` kinds, or as fewer if the product has fewer factors."""
    found: list[t.Expression] = []
    while tree is not None and count > 1 and isinstance(tree, t.Binary) and tree.operator == "*":
        found.append(tree.right)
        tree, count = tree.left, count - 1
    return [*([] if tree is None else [tree]), *reversed(found)]


def collect_signatures(
    definitions: Iterable[t.Definition],
    known: Mapping[str, Signature] | None = None,
    used: Collection[str] = (),
) -> tuple[dict[str, Signature], list[Diagnostic]]:
    """The signature of each name that is not `known`, with a diagnostic for each duplicate definition."""
    signatures = dict(known or {})
    problems: list[Diagnostic] = []
    for definition in definitions:
        name, head = definition.name, definition.head
        if name in signatures:
            first = signatures[name].head
            if {first.source.document, head.source.document}.intersection(used):
                problems.append(clash(name, first, head, used))
                continue
            notes = (Note("it is defined first here", first),)
            apart = ", or check the documents separately: together they form one program"
            same = first.source.document == head.source.document
            help = f"rename or remove one of them{'' if same else apart}"
            problems.append(Diagnostic("E201", f"`{name}` is defined twice", head, help, notes))
            continue
        if name in FRAME or name in FUNCTIONS:
            what = "a name of the frame" if name in FRAME else "a builtin function"
            fact = f"the definition `{name}` hides {what}"
            help = "choose another name"
            if FRAME.get(name) == "currentState":
                help = "the first state is `initialState`, that after a move `outcome(m)`"
            problems.append(Diagnostic("E205", fact, head, help))
        signatures[name] = Signature(len(definition.parameters), head, definition.relation)
    return signatures, problems


def clash(name: str, first: Span, second: Span, used: Collection[str]) -> Diagnostic:
    """The error that two documents, one of which uses the other, define a name."""
    here, there = (second, first) if first.source.document in used else (first, second)
    fact = f"`{name}` is also defined in `{Path(there.source.document).stem}`, which is used"
    notes = (Note("it is defined here, too", there),)
    return Diagnostic("E218", fact, here, "documents that use each other share their names: rename it", notes)


_NOWHERE = Span(Source("", ""), 0, 0)


def resolve_definition(definition: t.Definition, resolver: Resolver) -> c.Definition:
    """One definition, resolved; with direct dependences only."""
    seen: set[str] = set()
    for parameter in t.bound_names(definition.parameters):
        resolver.check_hiding(parameter.name, parameter.span, "parameter")
        if parameter.name in seen:
            fact = f"the parameter `{parameter.name}` occurs twice in the head of `{definition.name}`"
            resolver.problems.append(Diagnostic("E204", fact, parameter.span, "rename one of them"))
        seen.add(parameter.name)
    known = len(resolver.problems)
    definition = by_itself(definition)
    head = head_of(definition, resolver.signatures)
    scope = resolver.bind({}, {parameter.name: parameter.span for parameter in head.parameters}, PARAMETER)
    clauses, where = resolver.body(definition.clauses, head.where, scope, sentences=definition.relation)
    if tuples := [each.span for each in definition.parameters if isinstance(each, t.TuplePattern)]:
        found, resolver.problems[known:] = resolver.problems[known:], []
        for each in found:
            if each.code == "E206" and each.span in tuples:
                resolver.notes.append(unused_tuple(definition.name, each))
            else:
                resolver.problems.append(each)
    return c.Definition(
        definition.name,
        tuple(scope[parameter.name] for parameter in head.parameters),
        definition.relation,
        clauses,
        where,
        frozenset(resolver.uses.globals),
        frozenset(resolver.uses.given),
        False,
        definition.head,
        definition.span,
        definition.range,
        bound=resolver.names_bound(),
    )


def unused_tuple(name: str, problem: Diagnostic) -> Diagnostic:
    """The note on a parameter that is a tuple, where a `where` would have an error."""
    assert problem.span is not None
    fact = f"`{name}` never uses its parameter `{problem.span.text}`"
    return Diagnostic("N207", fact, problem.span, "use a name of it, or leave it out in every call")


def resolve_test(test: t.Claim | t.Printed, resolver: Resolver) -> c.Claim | c.Printed:
    """A claim or an exchange of a transcript, resolved."""
    if isinstance(test, t.Printed):
        resolver.in_transcript = True
        expression = resolver.expression(test.expression, {})
        resolver.in_transcript = False
        return c.Printed(expression, test.expected, test.span)
    given, rest = split_scene(test.where, resolver)
    wanted = [test.sentence, *given.values()]
    if isinstance(test.sentence, t.ForAny):
        resolver.ended.update((each.name, _BEHIND_FOR_ANY) for each in test.sentence.names)
    where, inner = resolver.where(rest, {}, wanted) if rest is not None else (None, {})
    scene = {name: resolver.expression(value, inner) for name, value in given.items()}
    claim = c.Claim(resolver.expression(test.sentence, inner), c.Scene(scene), where, test.span)
    return claim if resolver.tried is None else replace(claim, tried=resolver.tried).on(resolver.tried.values)


def split_scene(
    where: t.Expression | None, resolver: Resolver
) -> tuple[dict[str, t.Expression], t.Expression | None]:
    """The equations of a claim's `where` that set the frame, and its other parts."""
    if where is None:
        return {}, None
    given: dict[str, t.Expression] = {}
    rest: list[t.Expression] = []
    for part in t.conjuncts(where):
        match part:
            case t.Compare(("=",), (t.Name(name), value)) if name in FRAME:
                given[FRAME[name]] = value
            case t.Name(name) if name in FRAME:
                given[FRAME[name]] = t.TruthWord(True, span=part.span)
            case t.Compare(("=",), _):
                rest.append(part)
            case _:
                fact = "the `where` of a claim is a list of equations, such as `currentState = {}`"
                resolver.problems.append(Diagnostic("E210", fact, part.span, "join equations with `&`"))
    if not rest:
        return given, None
    return given, rest[0] if len(rest) == 1 else t.And(tuple(rest), span=where.span)


# Notes for unknown names: mathematics in the prose that seems to define them but is not read.


# A name of the language.
_NAME = re.compile(r"[^\W\d_]\w*")
# What follows the name in a head, up to the sign of a definition in any notation.
_SIGN = r"\s*(?:\((?:[^()$]|\([^()$]*\))*\))?\s*(?::=|≔|=|\\coloneqq|\\equiv|\\iff|\\Leftrightarrow|iff\b)"
# The most unknown names that are searched for; each search scans the whole text.
_MOST_SOUGHT = 20


def with_unread(problems: Sequence[Diagnostic], documents: Sequence[Document]) -> list[Diagnostic]:
    """The problems, with a note on unknown names that the prose seems to define."""
    sought = 0
    found: list[Diagnostic] = []
    for problem in problems:
        place = None
        if problem.code == "E202" and problem.span and sought < _MOST_SOUGHT:
            sought += 1
            *_, name = ["", *_NAME.findall(problem.span.text)]
            place = next(filter(None, (in_prose(name, document) for document in documents)), None)
        if place is None:
            found.append(problem)
            continue
        note = Note("it is defined here, in mathematics that is not read", place)
        help = "make a display of its definition: `$$ name := … $$`"
        found.append(replace(problem, help=help, notes=(note, *problem.notes)))
    return found


def in_prose(name: str, document: Document) -> Span | None:
    """The place of mathematics in the prose of a document with the form of a definition of a name."""
    text = document.source.text
    read = [*document.regions, *document.claims, *(each.span for each in document.mathematics.displays)]
    for found in re.finditer(rf"(?<![\w\\]){re.escape(name)}{_SIGN}", text) if name else ():
        span = Span(document.source, found.start(), found.start() + len(name))
        if any(span in region for region in read) and not in_other_display(span, document):
            continue
        start = text.rfind("\n\n", 0, span.start) + 1
        if text.count("$", start, span.start) % 2 or in_other_display(span, document):
            return span
    return None


def in_other_display(span: Span, document: Document) -> bool:
    """Whether a place is in a display without definitions."""
    return any(
        span in display.span
        and not re.search(r":=|≔|\\coloneqq|\\equiv|\\iff|\\Leftrightarrow", display.span.text)
        for display in document.mathematics.displays
    )
