"""All notes on a program."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import TypeAlias

from noughts.language import core as c
from noughts.language.builtins import Builtin
from noughts.language.conventions import BOARD_WORDS, CLICKS, HIDDEN, PAYOFFS, RULES
from noughts.language.dependence import reached
from noughts.language.kind import BOTTOM, Kind, elements_of
from noughts.language.kinds.findings import inferred, is_atom, mistakes_in
from noughts.language.kinds.infer import Inference
from noughts.language.shift import is_other_state
from noughts.language.slips import (
    between,
    cores_of,
    given_twice,
    lost_part,
    mixed_places,
    same_clause_again,
    same_in_all,
    slips_in,
)
from noughts.language.solutions import fresh_names, locals_in, nodes_of
from noughts.language.stack import deep_enough
from noughts.refusal import nearest
from noughts.stop import current
from noughts.text.diagnostic import Diagnostic, Note
from noughts.text.source import Source, Span
from noughts.values.scalars import FALSE, TRUE, Atom
from noughts.values.value import Value

# Every expression of a program, with its definition.

Owner: TypeAlias = c.Definition | None
"""The definition of an expression; ``None`` in a test."""
# Nodes without parts, which no note is about.
_LEAVES = (c.Constant, c.Local, c.Given)


def nodes_in(program: c.Program) -> Iterator[tuple[Owner, c.Core]]:
    """Every part of every expression."""
    for definition in program.definitions.values():
        current.get().look()
        for tree in c.trees_of(definition):
            yield from ((definition, node) for node in cores_of(tree))
    for test in program.tests:
        for tree in c.trees_of(test):
            yield from ((None, node) for node in cores_of(tree))


def clauses_out_of_reach(cases: c.Definition | c.Block) -> Iterator[Diagnostic]:
    """Clauses that never apply: after one that always does, or with the guard of an earlier clause."""
    seen: dict[c.Core, c.Core] = {}
    always: c.Core | None = None
    if len(cases.clauses) > 1:
        *others, before, last = cases.clauses
        differs = isinstance(last.term, c.Constant) and any(clause.term != last.term for clause in others)
        if before.term == last.term and last.guard is None and not differs:
            notes = (Note("the same term is here", before.term.span),)
            fact = "this clause has the same term as the clause before it"
            yield Diagnostic("N303", fact, last.term.span, "write what was meant in one of them", notes)
    for clause in cases.clauses:
        guard, place = clause.guard, clause.term.span
        if always is not None:
            notes = (Note("this guard is always true", always.span),)
            yield Diagnostic("N303", "this clause is never reached", place, "remove it", notes)
        elif isinstance(guard, c.Constant) and guard.value is FALSE:
            yield Diagnostic(
                "N303", "this clause never applies", guard.span, "its guard is `false`: remove it"
            )
        elif guard is not None and guard in seen:
            notes = (Note("the same guard is here", seen[guard].span),)
            fact = "this clause is never reached: a clause before it has the same guard"
            yield Diagnostic("N303", fact, guard.span, "write the guard that was meant", notes)
        if isinstance(guard, c.Constant) and guard.value is TRUE and clause is not cases.clauses[-1]:
            always = guard
        if guard is not None:
            seen.setdefault(guard, guard)


# Operators and quantifiers whose scope is smaller, or larger, than the text suggests.

# The part of 1,000 after the comma, if it is a numeral.
_GROUPED = re.compile(r"0\d\d")


def notes_on_reach(owner: Owner, node: c.Core) -> Iterator[Diagnostic]:
    """The notes on one part of an expression."""
    match node:
        case c.And(parts) | c.Or(parts):
            yield from after_quantifier(parts)
        case c.Implies(premises, conclusion):
            yield from after_quantifier((*premises, conclusion))
        case c.Quantified():
            yield from wrong_connective(node)
        case c.Operation(builtin, operands):
            if builtin.key in ("+", "-"):
                yield from small_remainder(node, *operands)
            if builtin.key in ("()", "{}"):
                yield from grouped_digits(operands)
        case _:
            pass


def after_quantifier(parts: tuple[c.Core, ...]) -> Iterator[Diagnostic]:
    """A quantifier whose body ends before the next sign, although nothing closes it."""
    for part, following in pairwise(parts):
        gap = between(part, following)
        if not isinstance(part, c.Quantified) or not gap or ")" in gap or part.span.macros:
            continue
        sign = (gap.split() or [""])[0]
        fact = f"this `{part.quantifier}` ends before `{sign}`: what follows is no part of it"
        help = "put the quantifier in parentheses, or the whole of its body"
        span = part.span
        fix = ((span, f"({span.text})"),) if ")" not in span.text or balanced(span.text) else ()
        yield Diagnostic("N205", fact, span, help, fix=fix)


def balanced(text: str) -> bool:
    """Whether a text closes as many parentheses as it opens."""
    return text.count("(") == text.count(")")


def wrong_connective(node: c.Quantified) -> Iterator[Diagnostic]:
    """``some x in S. p => q``, which any x without p makes true, and ``all x in S. x in T & p``."""
    quantifier, body, names = node.quantifier, node.body, fresh_names(node.pattern)
    if quantifier == "some" and isinstance(body, c.Implies):
        fact = "an element for which the premise is false makes this `some` true"
        help = "did you mean `&` in the place of `=>`?"
        yield Diagnostic("N206", fact, node.span, help, fix=sign_replaced(body, "&"))
    if quantifier == "all" and isinstance(body, c.And):
        first, *rest = body.parts
        asks = isinstance(first, c.Operation) and first.builtin.key == "in"
        if (
            asks
            and any(is_local(first, name) for name in names)
            and any(name in locals_in(part) for part in rest for name in names)
        ):
            fact = "this `all` is false as soon as an element is outside the second set"
            help = "to restrict the claim to elements inside it, write `=>` in the place of the first `&`"
            yield Diagnostic("N206", fact, node.span, help)


def sign_replaced(body: c.Implies, sign: str) -> tuple[tuple[Span, str], ...]:
    """A fix that writes another sign in the place of the last ``=>``."""
    left, right = body.premises[-1].span, body.conclusion.span
    gap = between(body.premises[-1], body.conclusion)
    place = left.end + len(gap) - len(gap.lstrip())
    if gap.strip() not in ("=>", "⇒") or right.macros or len(body.premises) > 1:
        return ()
    return ((Span(left.source, place, place + len(gap.strip())), sign),)


def is_local(tree: c.Core, name: str) -> bool:
    """Whether the left operand of an operation is a local name."""
    return isinstance(tree, c.Operation) and (
        isinstance(tree.operands[0], c.Local) and tree.operands[0].name == name
    )


# Comparisons of a value with itself that are always true, and those that never are.
_REFLEXIVE = ("=", "<=", ">=", "sub")
_IRREFLEXIVE = ("<", ">", "/=")


def compared_with_itself(
    definition: c.Definition, nodes: Sequence[c.Core], kinds: Inference
) -> Iterator[Diagnostic]:
    """``all q in S. f(p) /= f(q)``, which fails for q = p if p is in S, and ``some q in S. f(p) = f(q)``."""
    asked = [node for node in nodes if isinstance(node, c.Quantified)]
    wheres = filter(None, [definition.where, *(node.where for node in nodes if isinstance(node, c.Block))])
    builders = (node for node in nodes if isinstance(node, c.Build))
    steps = chain(*(each.plan for each in builders), *(each.plan for each in wheres))
    listed: list[c.Quantified | c.Each] = [*asked, *(step for step in steps if isinstance(step, c.Each))]
    domains = {each.pattern.name: each.domain for each in listed if isinstance(each.pattern, c.Fresh)}
    for node in asked:
        if not isinstance(node.pattern, c.Fresh):
            continue
        parts = node.body.parts if isinstance(node.body, c.And) else (node.body,)
        is_all, own = node.quantifier == "all", node.pattern.name
        twins = {twin(part, own, _IRREFLEXIVE if is_all else _REFLEXIVE) for part in parts}
        names = [name for name in twins if name is not None]
        if not names or (None in twins and not is_all):
            continue
        if domains.get(names[0]) == node.domain or is_among(names[0], node.domain, definition, kinds):
            one, other = (name.rpartition("_")[0] for name in (names[0], own))
            when, sign = ("never", "=>") if is_all else ("always", "&")
            fact = f"this `{node.quantifier}` is {when} true, since `{other}` may be `{one}` itself"
            help = f"ask about other elements only: `{other} /= {one} {sign} …`"
            yield Diagnostic("N308", fact, node.span, help)


def twin(part: c.Core, own: str, signs: Sequence[str]) -> str | None:
    """The local name p if a part compares f(p) by one of some signs with f(q), where q is the `own` name."""
    if not isinstance(part, c.Operation) or part.builtin.key not in signs:
        return None
    sides = sorted(part.operands, key=lambda side: own not in locals_in(side))
    word = re.compile(rf"\b{re.escape(own.rpartition('_')[0])}\b")
    left, right = (" ".join(side.span.text.split()) for side in sides)
    others = (name for name in locals_in(sides[1]) if name != own)
    return next((name for name in others if word.sub(name.rpartition("_")[0], left) == right), None)


def is_among(name: str, domain: c.Core, definition: c.Definition, kinds: Inference) -> bool:
    """Whether a parameter is one of some atoms, all of which are in a constant set."""
    if isinstance(domain, c.Global) and not kinds.definitions[domain.name].reads_frame:
        elements = elements_of(kinds.results[domain.name])
    elif isinstance(domain, c.Operation) and all(isinstance(each, c.Constant) for each in domain.operands):
        elements = elements_of(kinds.operations(domain, {}))
    else:
        return False
    if name not in definition.parameters:
        return False
    kind = kinds.parameters[definition.name][definition.parameters.index(name)]
    return kind == Kind(atoms=kind.atoms) and bool(kind.atoms) and kind.atoms <= elements.atoms


def small_remainder(node: c.Operation, left: c.Core, right: c.Core) -> Iterator[Diagnostic]:
    """``c - 1 mod 3``, which takes the remainder of 1."""
    match right:
        case c.Operation(builtin, (c.Constant(), c.Constant())) if builtin.key == "mod":
            gap = between(left, right)
            if right.operands[0].span.start != right.span.start or "(" in gap or node.span.macros:
                return
            inner = Span(node.span.source, node.span.start, right.operands[0].span.end)
            fact = f"`mod` binds more tightly than `{node.builtin.key}`: this takes the remainder of "
            fact += f"`{right.operands[0].span.text}` alone"
            help = f"write `({inner.text})` in parentheses before `mod`"
            yield Diagnostic("N208", fact, node.span, help, fix=((inner, f"({inner.text})"),))
        case _:
            pass


def grouped_digits(operands: tuple[c.Core, ...]) -> Iterator[Diagnostic]:
    """``(1,000)``, which is a pair."""
    for left, right in pairwise(operands):
        digits = left.span.text.isdigit() and _GROUPED.fullmatch(right.span.text)
        if digits and between(left, right) == ",":
            span, number = left.span.to(right.span), left.span.text + right.span.text
            fact = f"`{span.text}` is two numbers, {left.span.text} and {int(right.span.text)}"
            yield Diagnostic("N208", fact, span, f"write `{number}`", fix=((span, number),))


# Names and atoms that are most likely misspelt, or never used.

# The definitions of a game, each with its number of parameters.
_GAME = {
    **RULES, "newState": 0, "images": 0, "wins": 1, "moveName": 1, "knownSize": 0, **BOARD_WORDS,
}  # fmt: skip
# The least number of letters of atoms that are compared for misspellings; shorter ones may differ only in
# case.
_SHORTEST = 4


def written_atoms(program: c.Program) -> tuple[dict[str, list[Span]], dict[str, set[str]]]:
    """The places of each atom, and the atoms that stand with it between the same parentheses or braces."""
    places: dict[str, list[Span]] = {}
    beside: dict[str, set[str]] = {}
    for _, node in nodes_in(program):
        if isinstance(node, c.Constant) and isinstance(node.value, Atom):
            places.setdefault(node.value.name, []).append(node.span)
        elif isinstance(node, c.Operation):
            values = [part.value for part in node.operands if isinstance(part, c.Constant)]
            listed = {value.name for value in values if isinstance(value, Atom)}
            for name in listed:
                beside.setdefault(name, set()).update(listed)
    return places, beside


def lonely_atoms(
    places: Mapping[str, Sequence[Span]], beside: Mapping[str, set[str]]
) -> Iterator[Diagnostic]:
    """Atoms that occur only once, while a similar atom occurs several times."""
    common = [name for name, spans in places.items() if len(spans) > 1]
    for name, spans in places.items():
        near = similar(name, common) if len(spans) == 1 else None
        if (
            near is not None
            and f"{near}s" == name
            and any(f"{each}s" in places for each in {*places} - {near})
        ):
            continue  # one thing and several, as of others: `toad and `toads beside `frog and `frogs
        if near is not None and near in beside.get(name, ()) and near.casefold() != name.casefold():
            continue  # a set such as {`east, `west} shows that both are meant
        if near is not None:
            fact = f"the atom `` `{name} `` occurs only here"
            notes = (Note(f"`` `{near} `` is here", places[near][0]),)
            fix = () if spans[0].macros else ((spans[0], f"`{near}"),)
            yield Diagnostic("N204", fact, spans[0], f"did you mean `` `{near} ``?", notes, fix)


def never_met(program: c.Program, once: Collection[Value]) -> Iterator[Diagnostic]:
    """Atoms that occur only `once`, in a constant set with others, if all definitions that use it only ask
    whether a known value is in it."""
    sets: dict[str, list[Span]] = {}
    for name, definition in program.definitions.items():
        match definition.only_term:
            case c.Operation(Builtin("{}"), elements) if definition.is_constant:
                alone = [each.span for each in elements if is_atom(each) and each.value in once]
                if 0 < len(alone) < len(elements):
                    sets[name] = alone
    solved: set[tuple[str, str]] = set()
    asked: list[tuple[str, set[tuple[str, str]]]] = []
    used = Counter[str]()
    for owner, node in nodes_in(program) if sets else ():
        if owner is None:
            continue
        if isinstance(node, c.Global) and node.name in sets:
            used[node.name] += 1
        elif isinstance(node, c.Build):
            solved.update((owner.name, name) for name in node.new)
        elif isinstance(node, c.Block) and node.where is not None:
            solved.update((owner.name, name) for name in node.where.new)
        elif isinstance(node, c.Operation) and node.builtin.key == "in":
            value, whole = node.operands
            if isinstance(whole, c.Global) and whole.name in sets:
                asked.append((whole.name, {(owner.name, name) for name in locals_in(value)}))
    for definition in program.definitions.values() if asked else ():
        if definition.where is not None:
            solved.update((definition.name, name) for name in definition.where.new)
    known = Counter(name for name, locals_of in asked if solved.isdisjoint(locals_of))
    for name, spans in sets.items():
        for span in spans if 0 < used[name] == known[name] else ():
            fact = f"the atom {span.text} occurs only here, so nothing that is sought in `{name}` is it"
            yield Diagnostic("N204", fact, span, "write an atom that something is")


def similar(name: str, known: Iterable[str]) -> str | None:
    """A known name that differs in the case of its letters, or, if it is longer, in one or two letters.

    The first letter, in which few misspell a word, is the same: `` `here `` and `` `there `` are both meant.
    """
    others = [other for other in known if other != name and other[:1].casefold() == name[:1].casefold()]
    same = next((other for other in others if other.casefold() == name.casefold()), None)
    if same is not None or len(name) < _SHORTEST or name[-1].isdigit():
        return same
    near = nearest(name, others)
    return near[0] if near else None


def unused_names(program: c.Program) -> Iterator[Diagnostic]:
    """Parameters that nothing uses, and in a game definitions that nothing reaches."""
    yield from unused_parts_of_move(program)
    for definition in program.definitions.values():
        if definition.name in _GAME or not definition.name.isidentifier():
            continue
        # N201 reports a parameter that a quantifier hides.
        used = {local.rpartition("_")[0] for tree in c.trees_of(definition) for local in locals_in(tree)}
        for local in definition.parameters:
            name = local.rpartition("_")[0]
            if name not in used and name in definition.bound:
                fact = f"`{definition.name}` never uses its parameter `{name}`"
                yield Diagnostic(
                    "N207", fact, definition.bound[name], "use it, or leave it out in every call"
                )
    if program.machine is not None:
        yield from unused_variables(program, program.machine)
    elif program.is_game or any(each <= program.definitions.keys() for each in (RULES.keys(), CLICKS.keys())):
        yield from unreached(program)


def unused_variables(program: c.Program, machine: c.Machine) -> Iterator[Diagnostic]:
    """Variables of a machine that no action changes, and those of a game that decide nothing; and an update
    ``x' = x`` in an action that changes others, if it is the only one of its kind."""
    updates = [
        (action, name, program.definitions[f"{action}.{name}'"])
        for action, names in (*machine.moves.items(), *machine.automatic.items())
        for name in names
    ]
    kept = [(action, name, update) for action, name, update in updates if is_kept(update, name)]
    changed = {name for _, name, update in updates if not is_kept(update, name)}
    if len(kept) == 1:
        [(action, name, update)] = kept
        if any(action == other and name != changing for other, changing, _ in updates):
            fact = f"`{name}` has this value without the update, too"
            yield Diagnostic("N305", fact, update.head, "write the value that was meant, or leave it out")
    for name in machine.variables if machine.moves else ():  # without actions, it is not finished
        if name not in changed:
            fact = f"no action changes the variable `{name}`"
            help = f"write `{name}' = …` in an action, or define `{name} := …` in place of a variable"
        elif machine.has_players and not is_read(name, machine, program):
            fact = f"the variable `{name}` decides nothing: no guard, rule or other variable depends on it"
            help = "use it where it was meant to matter, or leave it out"
        else:
            continue
        yield Diagnostic("N207", fact, program.definitions[name].head, help)


def is_kept(update: c.Definition, name: str) -> bool:
    """Whether an update gives a variable the value that it has."""
    return isinstance(update.only_term, c.Global) and update.only_term.name == name


def is_read(name: str, machine: c.Machine, program: c.Program) -> bool:
    """Whether anything but its own updates uses a variable of a machine, or something whole states."""
    return any(
        isinstance(node, c.Global | c.Given) and node.name in (name, "currentState")
        for owner, node in nodes_in(program)
        if owner is None or not (owner.name in machine.variables or owner.name.endswith(f".{name}'"))
    )


def unused_parts_of_move(program: c.Program) -> Iterator[Diagnostic]:
    """Parts of a move that `outcome` takes apart and does not use."""
    definition = program.definitions.get("outcome")
    if definition is None or definition.where is None or "legalMove" not in program.definitions:
        return
    used = {local for tree in c.trees_of(definition) for local in locals_in(tree)}
    for step in definition.where.lazy:
        for local in fresh_names(step.pattern):
            name = local.rpartition("_")[0]
            if local not in used and name in definition.bound:
                fact = f"`outcome` never uses `{name}`: moves that differ in it alone lead to the same state"
                yield Diagnostic("N207", fact, definition.bound[name], "use it, or leave it out of the moves")


def unreached(program: c.Program) -> Iterator[Diagnostic]:
    """Definitions of a game that nothing uses; literal values may be there for a reader to choose from.

    Where Noughts draws the board, it finds cells and what joins them in definitions that ask for no state;
    and a name may be for readers alone, if it stands for a part of the state or for another name.
    """
    tested = (node for test in program.tests for tree in c.trees_of(test) for node in nodes_of(tree))
    roots = [*_GAME, *(node.name for node in tested if isinstance(node, c.Global))]
    spans = {each.span for each in reached(program.definitions, roots)}
    for name, definition in program.definitions.items():
        if definition.span in spans:  # the same, or defined by a tuple with one that is used
            continue
        if program.is_game:
            counts = bool(definition.uses | definition.given)
        else:
            counts = definition.reads_frame and not is_for_readers(definition.clauses[0].term)
        if counts and name.lower() not in PAYOFFS | HIDDEN and not meant_for_game(name, program):
            fact = f"nothing in the game uses `{name}`"
            yield Diagnostic("N207", fact, definition.head, "use it, test it in a claim, or remove it")


def is_for_readers(term: c.Core) -> bool:
    """Whether it is an element of the state, such as ``currentState[4]``, or the name of another constant."""
    if isinstance(term, c.Operation):
        return isinstance(term.operands[0], c.Given)
    return c.is_constant_name(term)


def meant_for_game(name: str, program: c.Program) -> str | None:
    """The name of a game's definition that is most likely meant, if the program lacks it.

    `board` is no slip for `boardDue`: it is a word of its own.
    """
    other_words = {other for other in BOARD_WORDS if other.removeprefix(name)[:1].isupper()}
    near = nearest(name, [other for other in _GAME if other not in program.definitions.keys() | other_words])
    return near[0] if near else None


def misspelt_names_of_game(program: c.Program) -> Iterator[Diagnostic]:
    """Definitions with nearly the names of those of a game, and a game that lacks one of its six."""
    if "initialState" not in program.definitions or program.machine is not None:
        return
    used = {name for definition in program.definitions.values() for name in definition.uses}
    lacking = [name for name in RULES if name not in program.definitions]
    misspelt: list[tuple[str, c.Definition]] = []
    for name, definition in program.definitions.items():
        near = None if name in _GAME or name in used else meant_for_game(name, program)
        if near is not None and _GAME[near] == len(definition.parameters):
            misspelt.append((near, definition))
    if len(lacking) == 1 and "newState" not in program.definitions and lacking[0] not in dict(misspelt):
        meant = nearest(lacking[0], sorted(used & program.definitions.keys() - _GAME.keys()))
        fact = f"a game is read from `{lacking[0]}`, which nothing defines"
        help = f"did you mean `{lacking[0]}` here?" if meant else "define it, and this is a game by its rules"
        place = meant[0] if meant else "initialState"
        yield Diagnostic("N502", fact, program.definitions[place].head, help)
    for near, definition in misspelt:
        fact = f"a game is read from `{near}`, and nothing uses `{definition.name}`"
        fix = () if definition.head.macros else ((definition.head, near),)
        yield Diagnostic("N502", fact, definition.head, f"did you mean `{near}`?", fix=fix)


# Mistakes in clauses that kinds show: missing cases, and endless recursion.


def missing_cases(definition: c.Definition, kinds: Inference) -> Iterator[Diagnostic]:
    """Atoms that an argument may be, but that no guard ``p = `x`` of a definition mentions."""
    if definition.range or any(clause.guard is None for clause in definition.clauses):
        return
    asked = [compared_atom(clause.guard) for clause in definition.clauses if clause.guard is not None]
    subjects = {name for name, _ in asked}
    if len(subjects) != 1 or None in subjects:
        return
    (name,) = subjects
    if name not in definition.parameters:
        return
    kind = kinds.parameters[definition.name][definition.parameters.index(name)]
    missing = sorted(kind.atoms - {atom for _, atom in asked})
    if missing and kind == Kind(atoms=kind.atoms):
        listed = ", ".join(f"`` `{atom} ``" for atom in missing)
        fact = f"`{definition.name}` has no case for {listed}, which it is given"
        yield Diagnostic("N304", fact, definition.head, "add a clause for it, or `… otherwise`")


def compared_atom(guard: c.Core) -> tuple[str | None, str]:
    """The local and the atom of a guard ``p = `x``."""
    match guard:
        case c.Operation(builtin, (c.Local(name), c.Constant(Atom() as atom))) if builtin.key == "=":
            return name, atom.name
        case _:
            return None, ""


def endless_recursion(definition: c.Definition, kinds: Inference) -> Iterator[Diagnostic]:
    """A recursive definition that never has a value, because every clause calls it again."""
    given = kinds.parameters[definition.name]
    if definition.recursive and kinds.results[definition.name] is BOTTOM and BOTTOM not in given:
        fact = f"`{definition.name}` always needs itself, so it never has a value"
        help = "add a clause that does not: `value if condition; … otherwise`"
        yield Diagnostic("N307", fact, definition.head, help)


# Equations together with ``currentState = e`` in a `where`: like the body, they are evaluated in the state e.


def equations_about_another_state(part: c.Core | c.Definition) -> Iterator[Diagnostic]:
    """A note on each equation that reads the state, in a `where` that sets another state."""
    where = part.where if isinstance(part, c.Definition | c.Block) else None
    if where is None:
        return
    for step in where.lazy:
        names = fresh_names(step.pattern)
        if any(map(is_other_state, locals_in(step.value))) and not any(map(is_other_state, names)):
            name = names[0].rpartition("_")[0]
            fact = f"`{name}` is evaluated in the state that `where` sets, not in the current one"
            help = f"if the current one is meant, give `{name}` as a parameter of a definition of its own"
            yield Diagnostic("N209", fact, step.value.span, help)


def written_twice(program: c.Program) -> Iterator[Diagnostic]:
    """Functions, relations and parts of the state with the same definition as another: most likely a copy was
    not changed."""
    first: dict[str, c.Definition] = {}
    for definition in program.definitions.values():
        name, text = definition.name, " ".join(definition.span.text.split())
        is_other_name = isinstance(definition.clauses[0].term, c.Given | c.Global)
        if not definition.parameters and (is_other_name or not definition.reads_frame):
            continue
        if not name.isidentifier() or not text.startswith((f"{name}(", f"{name} ")):
            continue
        other = first.setdefault(text.removeprefix(name), definition)
        if other is not definition:
            fact = f"`{name}` has the same definition as `{other.name}`"
            notes = (Note(f"`{other.name}` is defined here", other.head),)
            help = "write what was meant in one of them, or leave one out"
            yield Diagnostic("N305", fact, definition.head, help, notes)


def notes_on(program: c.Program, kinds: Inference, more: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The notes on a program whose kinds are known, and `more`, in the order of the text, each once at its
    place."""
    first = {(note.code, note.span): note for note in reversed([*found_in(program, kinds), *more])}
    return sorted(first.values(), key=Diagnostic.place)


def has_text(owner: Owner) -> bool:
    """Whether it is a test, a definition of the document, or an update or a first value of its machine."""
    return (
        owner is None or owner.name.isidentifier() or "." in owner.name or owner.name.startswith("initial ")
    )


def found_in(program: c.Program, kinds: Inference) -> Iterator[Diagnostic]:
    """The notes on a program, except for definitions made from a machine, which have no text of their own."""
    calls: dict[str, list[c.Global]] = {}
    for owner, node in nodes_in(program):
        if isinstance(node, c.Global) and node.arguments[1:] and (owner is None or owner.name != node.name):
            calls.setdefault(node.name, []).append(node)
        if isinstance(node, _LEAVES) or not has_text(owner):
            continue
        yield from notes_on_reach(owner, node)
        yield from slips_in(node, is_test=owner is None)
        yield from equations_about_another_state(node)
        if isinstance(node, c.Block):
            yield from clauses_out_of_reach(node)
    for definition in program.definitions.values():
        if definition.name.isidentifier():
            yield from equations_about_another_state(definition)
            yield from clauses_out_of_reach(definition)
            yield from missing_cases(definition, kinds)
            yield from endless_recursion(definition, kinds)
            yield from same_clause_again(definition)
            yield from lost_part(definition)
            nodes = [node for tree in c.trees_of(definition) for node in cores_of(tree)]
            yield from compared_with_itself(definition, nodes, kinds)
            yield from given_twice(nodes, program)
            yield from mixed_places(definition, nodes)
    for name, found in calls.items():
        yield from same_in_all(program.definitions[name], found)
    yield from written_twice(program)
    yield from unused_names(program)
    yield from misspelt_names_of_game(program)


# Directives that suppress notes: ``noughts: allow N205`` before a region says that it is intended.
#
# A directive is a comment of the prose, ``% noughts: allow N205`` in TeX and ``<!-- noughts: allow N205 -->``
# in Markdown, and holds up to the end of the next region or display.

# The review of a checked program: its certain errors, and notes on perhaps unintended parts.


# A comment that allows notes by their codes.
_DIRECTIVE = re.compile(r"(?:%|<!--)\s*noughts: allow ((?:N\d{3}[ ,]*)+)")
# Text in which such a comment would be part of the mathematics.
_REGION = re.compile(
    r"/\$.*?\$/|/\?.*?\?/|\\\[.*?\\\]|\$\$.*?\$\$|\\begin\{(\w+\*?)\}.*?\\end\{\1\}|```.*?```", re.DOTALL
)


def not_allowed(notes: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The notes that no directive suppresses."""
    known: dict[int, list[tuple[frozenset[str], int, int]]] = {}
    left: list[Diagnostic] = []
    for note in notes:
        if note.span is not None:
            source = note.span.source
            answered = known.setdefault(id(source), list(directives(source)))
            if any(note.code in codes and a <= note.span.start < b for codes, a, b in answered):
                continue
        left.append(note)
    return left


def directives(source: Source) -> Iterator[tuple[frozenset[str], int, int]]:
    """Each directive: its codes, and its scope."""
    if "noughts: allow" not in source.text:
        return
    for found in _DIRECTIVE.finditer(source.text):
        region = _REGION.search(source.text, found.end())
        yield (
            frozenset(re.findall(r"N\d{3}", found[1])),
            found.start(),
            region.end() if region else found.end(),
        )


def review(program: c.Program) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """The errors that evaluation would surely raise, and the notes that no directive suppresses."""
    with deep_enough():
        kinds = inferred(program)
        places, beside = written_atoms(program)
        misspelt = list(lonely_atoms(places, beside))  # each is told once, and not again where it is compared
        strange = never_met(program, {Atom(name) for name, spans in places.items() if len(spans) == 1})
        errors, notes = mistakes_in(kinds, with_atoms=not misspelt)
        found = [*program.notes, *notes, *notes_on(program, kinds, [*misspelt, *strange])]
        return errors, not_allowed([note for note in found if is_about_own(note, program)])


def is_about_own(note: Diagnostic, program: c.Program) -> bool:
    """Whether a note is about a named document, and not about one that is only used."""
    used = {} if program.module is None else program.module.sees
    return note.span is None or note.span.source.name not in used
