"""Slips: parts of a definition without effect, parts that occur twice, and parts unlike those beside them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import TypeAlias

from noughts.language import core as c
from noughts.language.builtins import Builtin
from noughts.language.solutions import flat_conjunction, free_locals, fresh_names, locals_in, nodes_of
from noughts.text.diagnostic import Diagnostic, Note, quoted
from noughts.text.source import Span

# Nodes that patterns have and terms have not.
_OF_PATTERNS = (c.Fresh, c.PatternTuple)
# What an operation leaves as it is: the second operand, or either operand of a sum or a product.
_NEUTRAL = {"+": 0, "-": 0, "*": 1, "/": 1, "^": 1}
# Comparisons.
_COMPARED = ("=", "/=", "<", "<=", ">", ">=")
# Operations on whose operands in another order the value does not depend.
_UNORDERED = ("{}", "=", "/=", "U", "sec")
# Operations that are pointless between equal operands.
_ABSORBING = ("U", "sec", "sub", "=", "/=", "<", "<=", ">", ">=", "\\", "-")


def slips_in(node: c.Core, *, is_test: bool) -> Iterator[Diagnostic]:
    """The notes on one part of a definition, or of a test."""
    if not is_test:  # as an equation, `t[1..|t|] = t` is a law
        yield from the_same_again(node)
    match node:
        case c.And(parts) | c.Or(parts):
            yield from repeated(parts, "this part", "remove it, or write what was meant")
            yield from unlike_equation(parts)
            if isinstance(node, c.Or):
                yield from unlike_alternatives(parts)
        case c.Operation(Builtin("[|->]"), (whole, key, c.Operation(Builtin("[]"), (same, at)) as value)) if (
            same == whole and at == key
        ):
            fact = f"this is the value that {quoted(whole.span.text)} has there already"
            yield Diagnostic("N305", fact, value.span, "write the value that is meant")
        case c.Operation(builtin, operands):
            if builtin.key == "..":
                yield from empty_range(node, *operands)
            if builtin.key == "{}":
                yield from repeated(operands, "this element", "a set has no element twice: remove it")
                yield from uneven_tuples(operands)
            if builtin.key in _ABSORBING and operands[0] == operands[1] and not is_test:
                yield from same_sides(node)
            if builtin.key in _COMPARED:
                yield from compared_distances(node)
            elif not is_test:  # as an equation, `x + 0 = x` is a law
                yield from chain(*map(without_effect, operands))
            if builtin.key == "()":
                yield from same_index(node)
        case c.Quantified(_, pattern, domain, c.Operation(Builtin("in"), (element, same)) as body) if (
            same == domain and is_term_of(element, pattern)
        ):
            fact = f"this asks of each element of {domain.span.text} only whether it is one"
            yield Diagnostic("N305", fact, body.span, "write what was meant")
        case c.Quantified(_, pattern, _, body):
            yield from not_used(fresh_names(pattern), [body], node.span)
        case c.Build("{}", new, condition, _, body):
            conditions = list(flat_conjunction([condition]))
            for part in conditions:
                if isinstance(part, c.Operation) and part.builtin.key == "in":
                    names = [name for name in locals_in(part.operands[0]) if name in new]
                    others = [each for each in conditions if each is not part]
                    yield from not_used(names, [body, *others], part.span)
        case c.Build("Sum" | "Prod", _, _, plan, c.Local(name)):
            yield from folded_set(node, plan, name)
        case _:
            pass


def the_same_again(node: c.Core) -> Iterator[Diagnostic]:
    """``t[1..|t|]``, ``t[1..i] + t[i + 1..|t|]``, ``{(a, b) | (a, b) in R}`` and ``f[k |-> 1, k |-> 2]``."""
    match node:
        case c.Operation(Builtin("[|->]"), (c.Operation(Builtin("[|->]"), (_, first, _)), key, _)) if (
            first == key
        ):
            fact = f"the value at {quoted(key.span.text)} is written twice, and only the last counts"
            yield Diagnostic("N305", fact, key.span, "write the key that was meant")
        case c.Operation(
            Builtin("[..]"), (whole, c.Constant(1), c.Operation(Builtin("|…|"), (same,)) as last)
        ) if same == whole:
            fact = f"this is {quoted(whole.span.text)} itself"
            yield Diagnostic("N305", fact, last.span, "write the places that were meant")
        case c.Operation(
            Builtin("+"),
            (c.Operation(Builtin("[..]"), (whole, _, last)), c.Operation(Builtin("[..]"), (same, first, _))),
        ) if same == whole and follows(last, first):
            fact = (
                f"these are parts of {quoted(whole.span.text)} that follow one another: nothing is left out"
            )
            yield Diagnostic("N305", fact, node.span, "write the places that were meant")
        case c.Build(
            "{}", new, c.Operation(Builtin("in"), (c.Operation(Builtin("()")) as element, whole)), _, body
        ) if element == body and {*locals_in(element)} <= {*new}:
            fact = f"these are the elements of {quoted(whole.span.text)} themselves"
            yield Diagnostic("N305", fact, node.span, "write what was meant of them")
        case _:
            pass


def follows(last: c.Core, first: c.Core) -> bool:
    """Whether two terms are written as ``i`` and ``i + 1``, or as ``i - 1`` and ``i``."""
    match last, first:
        case _, c.Operation(Builtin("+"), (same, c.Constant(1))):
            return last == same
        case c.Operation(Builtin("-"), (same, c.Constant(1))), _:
            return first == same
    return False


def same_clause_again(definition: c.Definition) -> Iterator[Diagnostic]:
    """``f(S, n) := n if S = {}; f(S, n + 1) otherwise``: what led to a clause leads to it again."""
    asked, is_guarded = set[str](), False
    for clause in definition.clauses:
        if clause.guard is not None:
            is_guarded = True
            asked.update(free_locals(clause.guard))
        for call in strict_calls(clause.term) if is_guarded else ():
            pairs = zip(definition.parameters, call.arguments, strict=False)
            changed = {
                name for name, given in pairs if not (isinstance(given, c.Local) and given.name == name)
            }
            if call.name == definition.name and asked <= {*definition.parameters} - changed:
                fact = f"this call of `{call.name}` comes to the same clause again, so it never has a value"
                yield Diagnostic("N307", fact, call.span, "change what the conditions of the clauses ask for")


def strict_calls(term: c.Core) -> Iterator[c.Global]:
    """The calls that are evaluated whenever a term is."""
    waiting = [term]
    while waiting:
        match waiting.pop():
            case c.Global(_, arguments) as call:
                yield call
                waiting += arguments
            case c.Operation(_, operands):
                waiting += operands
            case _:
                pass


def lost_part(definition: c.Definition) -> Iterator[Diagnostic]:
    """``turned((x, y)) := (x, n - x)``: part of a tuple is used in two parts of another, and one in none."""
    term, where = definition.only_term, definition.where
    if not isinstance(term, c.Operation) or term.builtin.key != "()" or where is None:
        return
    used = {name for tree in c.trees_of(definition) for name in locals_in(tree)}
    for step in where.lazy:
        if isinstance(step.pattern, c.PatternTuple) and len(step.pattern.elements) == len(term.operands):
            names = fresh_names(step.pattern)
            lost = [name for name in names if name not in used]
            again = [name for name in names if sum(name in locals_in(part) for part in term.operands) > 1]
            if len(lost) == len(again) == 1:
                one, other = (name.rpartition("_")[0] for name in (*lost, *again))
                fact = f"nothing uses `{one}` here, and `{other}` is used in two parts"
                yield Diagnostic("N207", fact, term.span, "write the name that was meant")


def is_term_of(term: c.Core, pattern: c.Pattern) -> bool:
    """Whether a term is what a pattern of names alone matches."""
    match term, pattern:
        case c.Local(name), c.Fresh(bound):
            return name == bound
        case c.Operation(builtin, operands), c.PatternTuple(elements) if builtin.key == "()":
            return len(operands) == len(elements) and all(map(is_term_of, operands, elements))
        case _:
            return False


def repeated(parts: Sequence[c.Core], what: str, help: str) -> Iterator[Diagnostic]:
    """Repeated parts."""
    first: dict[Hashable, c.Core] = {}
    for part in parts:
        if isinstance(part, c.Constant) and isinstance(part.value, int) and len(parts) > 60:
            return
        other = first.setdefault(unordered(part), part)
        if other is not part and other.span != part.span:
            notes = (Note("it occurs here first", other.span),)
            order = "" if other == part else ", here in another order"
            yield Diagnostic("N305", f"{what} occurs twice{order}", part.span, help, notes)


def form_of(tree: c.Core) -> Hashable:
    """A term or a sentence without its names and constants."""
    match tree:
        case c.Operation(builtin, operands):
            return builtin.key, *map(form_of, operands)
        case c.And(operands) | c.Or(operands) | c.Global(_, (_, *_) as operands):
            return type(tree), *map(form_of, operands)
        case c.Not(operand):
            return "~", form_of(operand)
        case c.Quantified(quantifier, _, domain, body):
            return quantifier, form_of(domain), form_of(body)
    return None


def unlike_alternatives(parts: Sequence[c.Core]) -> Iterator[Diagnostic]:
    """``p /= `x & a = 1 V p = `o & b = 2``: neighbours of the same form but for one sign; and
    ``x = a V y < b V x = c & y < d``, in which two have together the form of their neighbour."""
    alternatives = [part.parts if isinstance(part, c.And) else (part,) for part in parts]
    forms = [[*map(form_of, each)] for each in alternatives]
    for pair in pairwise(zip(alternatives, forms, strict=True)):
        yield from unlike_signs(*pair)
        yield from unlike_signs(*pair[::-1])
    for place, form in enumerate(forms):
        single = [[each] for each in form]
        for first in (place - len(form), place + 1):
            if len({*form}) > 1 and first >= 0 and forms[first : first + len(form)] == single:
                fact = "the alternative beside these joins parts of their forms with `&`"
                span = parts[first].span.to(parts[first + len(form) - 1].span)
                yield Diagnostic("N205", fact, span, "did you mean `&` in the place of `V`?")


def unlike_signs(
    one: tuple[Sequence[c.Core], Sequence[Hashable]], other: tuple[Sequence[c.Core], Sequence[Hashable]]
) -> Iterator[Diagnostic]:
    """Two alternatives, each its parts and their forms, are alike but for `/=` where the other has `=`."""
    (parts, forms), (others, other_forms) = one, other
    unlike = [place for place, pair in enumerate(zip(forms, other_forms, strict=False)) if len({*pair}) > 1]
    if 1 == len(unlike) < len(forms) == len(other_forms):
        match parts[unlike[0]], others[unlike[0]]:
            case c.Operation(Builtin("/="), here) as denied, c.Operation(Builtin("="), there):
                asked = [each.operands for each in others if isinstance(each, c.Operation)]
                if here not in asked and [*map(form_of, here)] == [*map(form_of, there)]:
                    fact = "this has `/=`, and the alternative of the same form beside it has `=`"
                    yield Diagnostic("N305", fact, denied.span, "write the sign that was meant")


def unlike_equation(parts: Sequence[c.Core]) -> Iterator[Diagnostic]:
    """``a[1] = b[1] V a[2] = b[2] V a[1] + b[1] = a[2] + b[2]``: most equations of two names say the same of
    both, and one does not, although its sides have one form."""
    equations = [part for part in parts if isinstance(part, c.Operation) and part.builtin.key == "="]
    if len(equations) < 3:
        return
    renamed = [renaming(*each.operands) for each in equations]
    alike = {frozenset(found.items()) for found in renamed if found}
    exceptions = [each for each, found in zip(equations, renamed, strict=True) if found is None]
    if len(alike) == len(exceptions) == 1:
        [[(name, other)]], [exception] = alike, exceptions
        one, two = map(form_of, exception.operands)
        if one == two and {*locals_in(exception)} == {name, other}:
            both = " and of ".join(f"`{each.rpartition('_')[0]}`" for each in (name, other))
            fact = f"unlike the equations beside it, this one does not say the same of {both}"
            yield Diagnostic("N310", fact, exception.span, "write the part that was meant")


def renaming(one: c.Core, other: c.Core) -> dict[str, str] | None:
    """The name that stands in one term where another stands in the other, if they differ in nothing else."""
    names: dict[str, str] = {}
    if form_of(one) != form_of(other):
        return None
    for here, there in zip(nodes_of(one), nodes_of(other), strict=False):
        if isinstance(here, c.Local) and isinstance(there, c.Local):
            if names.setdefault(here.name, there.name) != there.name:
                return None
        elif here != there and not isinstance(here, c.Operation | c.Not | c.And | c.Or):
            return None
    return names if len(names) == 1 and names.keys().isdisjoint(names.values()) else None


def same_index(node: c.Operation) -> Iterator[Diagnostic]:
    """``(p[1] + x, p[1] + y)``: one part of a tuple stands beside one name, and again beside another."""
    parts, names = set[tuple[Builtin, c.Core, int]](), set[str]()
    for each in node.operands:
        match each:
            case c.Operation(
                builtin, (c.Operation(Builtin("[]"), (whole, c.Constant(int() as place))), c.Local(name))
            ):
                parts.add((builtin, whole, place))
                names.add(name)
            case _:
                return
    if len(parts) == 1 < len(names) == len(node.operands):
        [(_, whole, place)] = parts
        fact = f"part {place} of {quoted(whole.span.text)} stands in each of these {len(names)} terms"
        yield Diagnostic("N310", fact, node.span, "write the part that was meant")


def compared_distances(node: c.Operation) -> Iterator[Diagnostic]:
    """``|a - b| - |c - d| = 1``; the absolute value of such a difference is meant, as for a knight."""
    match node.operands[0]:
        case c.Operation(
            Builtin("-"),
            (
                c.Operation(Builtin("|…|"), (c.Operation(Builtin("-")),)),
                c.Operation(Builtin("|…|"), (c.Operation(Builtin("-")),)),
            ),
        ):
            fact = "this is a difference of two distances"
            help = "add them, if steps along a row and a column are counted"
            yield Diagnostic("N310", fact, node.operands[0].span, help)


def uneven_tuples(elements: Sequence[c.Core]) -> Iterator[Diagnostic]:
    """``{(1, 2, 3), (4, 5, 5), (1, 4, 7), …}``: a single tuple has an element twice."""
    written = [each for each in elements if isinstance(each, c.Operation) and each.builtin.key == "()"]
    if len(written) == len(elements) > 3 and all(len(each.operands) > 2 for each in written):
        uneven = [each for each in written if len({*each.operands}) < len(each.operands)]
        if len(uneven) == 1:
            fact = "this tuple has an element twice, and no other does"
            yield Diagnostic("N310", fact, uneven[0].span, "write the element that was meant")


def unordered(tree: c.Core) -> Hashable:
    """What two terms have in common that differ only in the order of elements, or of sides of an equation."""
    match tree:
        case c.Operation(builtin, operands):
            parts = map(unordered, operands)
            return builtin.key, frozenset(parts) if builtin.key in _UNORDERED else tuple(parts)
        case c.Not(operand):
            return "~", unordered(operand)
        case _:
            return tree


def without_effect(term: c.Core) -> Iterator[Diagnostic]:
    """``x + 0``, ``1 * x``."""
    if isinstance(term, c.Operation) and term.builtin.key in _NEUTRAL:
        key = term.builtin.key
        pairs = [term.operands, term.operands[::-1]] if key in ("+", "*") else [term.operands]
        for other, neutral in pairs:
            if isinstance(neutral, c.Constant) and neutral.value == _NEUTRAL[key]:
                fact = f"this is the same as `{other.span.text}`"
                yield Diagnostic("N305", fact, term.span, "write the number that was meant")
                return


def not_used(names: Sequence[str], parts: Sequence[c.Core], place: Span) -> Iterator[Diagnostic]:
    """Names that are listed, although no part uses any of them."""
    used = {local for part in parts for local in locals_in(part)}
    if names and used.isdisjoint(names):
        listed = " nor ".join(f"`{name.rpartition('_')[0]}`" for name in dict.fromkeys(names))
        yield Diagnostic("N207", f"nothing uses {listed} here", place, "use it, or leave it out")


def same_sides(node: c.Operation) -> Iterator[Diagnostic]:
    """An operation between a term and itself."""
    if node.operands[0].span == node.operands[1].span:
        return
    fact = f"both sides of `{node.builtin.key}` are the same"
    yield Diagnostic("N305", fact, node.span, "write what was meant on one of them")


def empty_range(node: c.Operation, first: c.Core, last: c.Core) -> Iterator[Diagnostic]:
    """``{9..1}``."""
    match first, last:
        case c.Constant(int() as m), c.Constant(int() as n) if m > n:
            help = f"a range goes up: `{{{n}..{m}}}`; the empty set is `{{}}`"
            text = f"{{{last.span.text}..{first.span.text}}}"
            fix = ((node.span, text),) if node.span.text.startswith("{") and not node.span.macros else ()
            yield Diagnostic("N302", f"this range is empty: {m} is above {n}", node.span, help, fix=fix)
        case _:
            pass


def folded_set(node: c.Build, plan: c.Plan, name: str) -> Iterator[Diagnostic]:
    """``Sum[v in {f(x) | x in S}] v``, where equal values count once."""
    for step in plan:
        match step:
            case c.Each(c.Fresh(bound), c.Build("{}", (_, *_), _, _, body)) if bound == name:
                if not isinstance(body, c.Local) and any(True for _ in locals_in(body)):
                    fact = f"equal values count once here: the values of `{body.span.text}` form a set"
                    help = f"take the `{node.fold}` over what is listed: `{node.fold}[x in S] f(x)`"
                    yield Diagnostic("N306", fact, node.span, help)
            case _:
                pass


def cores_of(tree: c.Core) -> Iterator[c.Core]:
    """Every part of an expression."""
    for node in nodes_of(tree):
        if not isinstance(node, _OF_PATTERNS):
            yield node


def between(left: c.Core, right: c.Core) -> str:
    """The text between two parts that follow one another in one document."""
    a, b = left.span, right.span
    return a.source.text[a.end : b.start] if a.source is b.source and a.end <= b.start else ""


def mixed_places(definition: c.Definition, nodes: Iterable[c.Core]) -> Iterator[Diagnostic]:
    """``|a[1] - b[1]| + |a[1] - b[2]|``, and ``x = v + 1 & y = v`` of (x, y) and (v, w): one comparison is of
    different parts of two tuples, another of the same parts."""
    compared = [node for node in nodes if isinstance(node, c.Operation) and node.builtin.key in ("-", "=")]
    if len(compared) < 2:
        return
    found: dict[frozenset[_Part], c.Operation] = {}
    named = named_tuple_parts(definition)
    for node in compared:
        one, other = (tuple_part(each, named) for each in node.operands)
        if one is not None and other is not None:
            found[frozenset((one, other))] = node
    wholes = [{whole for whole, _ in pair} for pair in found]
    places = [sorted({place for _, place in pair}) for pair in found]
    alike = [whole for whole, place in zip(wholes, places, strict=True) if len(place) == 1 < len(whole)]
    for (pair, node), whole, place in zip(found.items(), wholes, places, strict=True):
        if len(place) > 1 and whole in alike:
            exchanged = frozenset((each, sum(place) - k) for each, k in pair)
            if exchanged not in found:
                about = f"`{node.span.text}` is about parts {place[0]} and {place[1]}"
                fact = f"{about}, unlike another comparison here"
                yield Diagnostic("N310", fact, node.span, "write the part that was meant")


# A tuple, as a term or as the names of its parts, and the place of a part.
_Part: TypeAlias = tuple[Hashable, int]


def named_tuple_parts(definition: c.Definition) -> dict[str, _Part]:
    """The names that stand at one place of one tuple of names, and nowhere else in another."""
    found: dict[str, set[_Part]] = {}
    patterns = [] if definition.where is None else [step.pattern for step in definition.where.lazy]
    for node in chain.from_iterable(map(nodes_of, (*c.trees_of(definition), *patterns))):
        match node:
            case c.PatternTuple(parts) | c.Operation(Builtin("()"), parts):
                names = tuple(each.name for each in parts if isinstance(each, c.Fresh | c.Local))
                for place, name in enumerate(names if len(names) == len(parts) else (), 1):
                    found.setdefault(name, set()).add((names, place))
            case _:
                pass
    return {name: next(iter(parts)) for name, parts in found.items() if len(parts) == 1}


def tuple_part(term: c.Core, named: Mapping[str, _Part]) -> _Part | None:
    """The part of a tuple that a term is, as ``t[2]`` or by its name, perhaps with a number added."""
    while True:
        match term:
            case c.Operation(Builtin("+" | "-"), (part, c.Constant())):
                term = part
            case c.Operation(Builtin("[]"), (whole, c.Constant(int() as place))):
                return whole, place
            case c.Local(name):
                return named.get(name)
            case _:
                return None


def given_twice(nodes: Iterable[c.Core], program: c.Program) -> Iterator[Diagnostic]:
    """``near(a, b) V joined(b, b)``: a relation is asked of one name twice, and never of two names."""
    calls = [node for node in nodes if isinstance(node, c.Global) and len(node.arguments) > 1]
    given = [
        [each.name for each in call.arguments if isinstance(each, c.Local) or c.is_constant_name(each)]
        for call in calls
    ]
    among = set[str]().union(*(names for names in given if len({*names}) > 1))
    of_two = {call.name for call, names in zip(calls, given, strict=True) if len({*names}) > 1}
    for call, names in zip(calls, given, strict=True):
        is_twice = len({*names}) == 1 < len(names) and names[0] in among
        if is_twice and call.name not in of_two and program.definitions[call.name].relation:
            fact = f"`{call.name}` is asked of {quoted(call.arguments[0].span.text)} twice"
            yield Diagnostic("N305", fact, call.span, "write the name that was meant")


def same_in_all(definition: c.Definition, calls: Sequence[c.Global]) -> Iterator[Diagnostic]:
    """``least(a, a)``: a definition compares its parameters, and all calls give it one term for each."""
    if any(each != call.arguments[0] for call in calls for each in call.arguments):
        return
    for node in (node for tree in c.trees_of(definition) for node in nodes_of(tree)):
        if isinstance(node, c.Operation) and node.builtin.key in _COMPARED:
            names = [each.name for each in node.operands if isinstance(each, c.Local)]
            if len({*names} & {*definition.parameters}) > 1:
                text = quoted(calls[0].arguments[0].span.text)
                fact = f"`{definition.name}` is given {text} twice, and never two terms"
                yield Diagnostic("N305", fact, calls[0].span, "write the term that was meant")
                return
