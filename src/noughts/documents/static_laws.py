"""Laws of definitions, asked without any match: of lines on a board, of clauses and of alternatives.

Lines are sets of three cells or more, such as the rows of a game of lines.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, combinations, pairwise, product
from math import isqrt
from typing import TypeAlias, TypeGuard

from msgspec import Struct

from noughts.language import core as c
from noughts.language.builtins import Builtin
from noughts.language.solutions import flat_conjunction, locals_in, nodes_of
from noughts.meaning.frame import QUIET, Frame
from noughts.meaning.small_models import Worker, is_literal
from noughts.text.diagnostic import Diagnostic, quoted
from noughts.text.source import Span
from noughts.values.maps import is_pair
from noughts.values.scalars import Atom
from noughts.values.sets import FiniteSet
from noughts.values.show import show
from noughts.values.value import Value

# The fewest lines that are a rule, and the fewest cells of a line: edges of a graph have two.
_FEWEST = 3

# The row and the column of a cell, from 0.
_Place: TypeAlias = tuple[int, int]

# The name and the number of ``x + 2``.
_Shift: TypeAlias = tuple[str, int]

# The terms of a definition, or of an action with the variables that it updates.
_Piece: TypeAlias = Mapping[str, Sequence[c.Core]]


class Uneven(Struct, frozen=True):
    """What is wrong with a line, or with a whole set of cells or lines: its name, a fact and a help."""

    name: str
    fact: str
    help: str
    line: FiniteSet | None = None

    def note(self, program: c.Program, worker: Worker) -> Diagnostic:
        """The note, at the line if the document writes it out."""
        places = (
            span for value, span in written_sets(program.definitions.values(), worker) if value == self.line
        )
        return Diagnostic("N310", self.fact, next(places, program.definitions[self.name].head), self.help)


def wrong_lines(
    program: c.Program,
    definitions: Iterable[c.Definition],
    sets: Mapping[str, Sequence[Value]],
    images: Mapping[str, Sequence[Sequence[Value]]],
) -> Iterator[Diagnostic]:
    """The notes on the lines of some definitions: constant `sets`, sets that a definition writes out, and the
    `images` of sets under functions, all of which must be wrong.
    """
    worker = Worker(program)
    for definition in definitions:
        name = definition.name
        families = [[sets[name]] if name in sets else images.get(name, [])]
        if name not in sets:
            families += [[tuple(value)] for value, _ in written_sets([definition], worker)]
            families += [[vectors] for vectors in vectors_in(definition)]
        for family in families:
            found = [list(uneven_lines(name, elements, sets)) for elements in family]
            if found and all(found):
                yield from (each.note(program, worker) for each in found[0])


def written_sets(definitions: Iterable[c.Definition], worker: Worker) -> Iterator[tuple[FiniteSet, Span]]:
    """The sets that definitions write out without names, and where."""
    frame = Frame(QUIET)
    for node in nodes_in(definitions):
        if isinstance(node, c.Operation) and node.builtin.key == "{}" and is_literal(node):
            value = worker.sooner(partial(worker.term, node, {}, frame))
            if isinstance(value, FiniteSet):
                yield value, node.span


def vectors_in(definition: c.Definition) -> Iterator[Sequence[_Place]]:
    """The vectors from a cell to those that a set writes out, as in ``{(x + 1, y), (x - 1, y)}``."""
    for cells in shifted_cells(definition):
        if len({(x, y) for (x, _), (y, _) in cells}) == 1:
            yield [(across, along) for (_, across), (_, along) in cells]


def shifted_cells(definition: c.Definition) -> Iterator[Sequence[tuple[_Shift, _Shift]]]:
    """The cells that a set writes out by shifts, each of which is a name and a number."""
    for node in nodes_in([definition]):
        if isinstance(node, c.Operation) and node.builtin.key == "{}":
            cells = [tuple(map(shift, each.operands)) for each in filter(is_tuple, node.operands)]
            found = [(x, y) for x, y in (cell for cell in cells if len(cell) == 2) if x and y]
            if found and len(found) == len(node.operands):
                yield found


def odd_cells(definition: c.Definition) -> Iterator[Diagnostic]:
    """One of the cells that a set writes out is made of other names than the rest."""
    for cells in shifted_cells(definition):
        names = [(x.rpartition("_")[0], y.rpartition("_")[0]) for (x, _), (y, _) in cells]
        count = Counter(names)
        for x, y in [pair for pair in names if count[pair] == 1 and len(count) == 2]:
            is_turned = (y, x) in count and any(number for cell in cells for _, number in cell)
            if len(names) > 2 or x == y or is_turned:
                one, two = next(pair for pair in names if pair != (x, y))
                fact = f"one of these cells is made of `{x}` and `{y}`, others of `{one}` and `{two}`"
                yield Diagnostic("N310", fact, definition.head, "write what was meant")
                break


def shift(term: c.Core) -> _Shift | None:
    """The name and the number of ``x``, ``x + 2`` or ``x - 2``; ``None`` for other terms."""
    match term:
        case c.Local(name):
            return name, 0
        case c.Operation(Builtin(key="+" | "-" as key), (c.Local(name), c.Constant(int() as number))):
            return name, number if key == "+" else -number
        case _:
            return None


def uneven_lines(
    name: str, elements: Sequence[Value], sets: Mapping[str, Sequence[Value]]
) -> Iterator[Uneven]:
    """What is wrong with the lines of a name beside some constant sets.

    One line is longer or shorter than the others, a few cells are in no line, the lines have a few elements
    that are no cells, or one line does not fit the others.  Edges of a graph are lines of two.
    """
    of_keys = [pair[1] for pair in elements if is_pair(pair)]  # as in {`left |-> (-1, 0), …}
    yield from one_way(name, [each for each in (*elements, *of_keys) if is_square(each)])
    lines = [each for each in elements if isinstance(each, FiniteSet)]
    if len(lines) < max(_FEWEST, len(elements)):
        return
    lengths = Counter(line.size for line in lines)
    length = max(lengths, key=lengths.__getitem__)
    odd = [line for line in lines if line.size != length]
    if length >= _FEWEST and len(odd) == 1 and is_few(odd, lines):
        fact = f"`{name}` has {show(*odd)}, but its other sets have {length} elements"
        yield Uneven(name, fact, f"write {length} elements", *odd)
        return
    if min(lengths) < 2:
        return
    covered = dict.fromkeys(cell for line in lines for cell in line)
    is_graph = min(lengths) < _FEWEST  # whose vertices need not have edges
    if is_graph and any(covered.keys() <= {*cells} for cells in sets.values()):
        return
    for other, cells in sets.items():
        without = [cell for cell in cells if cell not in covered]
        beyond = [cell for cell in covered if cell not in cells]
        if not (is_few(without, cells) and is_few(beyond, covered)):
            continue
        if beyond:
            fact = f"`{name}` has {show(beyond[0])}, which is not in `{other}`"
            strange = next(line for line in lines if beyond[0] in line)
            yield Uneven(name, fact, f"write an element of `{other}`, or add it there", strange)
        elif without and not is_graph:
            fact = f"no set in `{name}` has {show(without[0])}, which is in `{other}`"
            yield Uneven(other, fact, "leave it out, or write the lines that have it")
    if is_graph:
        return
    at = square(covered)
    found = next(asymmetric(name, lines, at) if at else overlapping(name, lines), None)
    if found := found or next(unevenly_spaced(name, lines), None):
        yield found


def asymmetric(name: str, lines: Sequence[FiniteSet], at: Mapping[Value, _Place]) -> Iterator[Uneven]:
    """All lines of a square board but one are what the others become when it is turned or mirrored, or one of
    these is missing."""
    seen: set[FiniteSet] = set()
    broken: list[tuple[list[FiniteSet], set[FiniteSet]]] = []  # lines that become each other; what is missing
    for line in lines:
        if line not in seen:
            images = mirrored(line, at)
            seen |= images
            if missing := images.difference(lines):
                broken.append(([each for each in lines if each in images], missing))
    broken.sort(key=lambda each: len(each[1]))
    match broken:
        case [(_, missing)] if len(missing) == 1:
            fact = f"`{name}` lacks {show(*missing)}, the mirror image of another line"
            yield Uneven(name, fact, "write it, if the board is meant to be symmetric")
        case [([line], _)]:
            fact = f"`{name}` has {show(line)}, but no mirror image of it; it has those of its other lines"
            yield Uneven(name, fact, "correct it, if the board is meant to be symmetric", line)
        case [(_, missing), ([line], _)] if len(missing) == 1:
            fact = f"`{name}` has {show(line)}, but not {show(*missing)}, the mirror image of another line"
            yield Uneven(name, fact, f"write {show(*missing)}, if the board is meant to be symmetric", line)


def overlapping(name: str, lines: Sequence[FiniteSet]) -> Iterator[Uneven]:
    """One line has two cells in common with others, and no others have."""
    first: dict[tuple[Value, Value], FiniteSet] = {}
    close: dict[tuple[FiniteSet, FiniteSet], None] = {}
    alike = set(lines)  # those that are close to another one wherever two are
    for line in lines:
        for pair in combinations(sorted(line, key=show), 2):
            other = first.setdefault(pair, line)
            if other != line and (other, line) not in close:
                close[other, line] = None
                alike &= {other, line}
                if not alike:
                    return
    for one, other in close if is_few(lines[:1], lines[1:]) else ():
        odd, beside = (other, one) if other in alike else (one, other)
        fact = f"`{name}` has {show(odd)}, which has two elements in common with {show(beside)}"
        yield Uneven(name, fact, "correct one of them, if lines are meant to meet in one cell", odd)


def one_way(name: str, vectors: Sequence[_Place]) -> Iterator[Uneven]:
    """Of vectors, such as the directions of a move, one or two have no opposite, and they are not mirrored as
    those of a man are who moves only forwards; or one is the opposite of another but for one of its numbers.
    Of others, such as the directions of lines, one has an opposite.
    """
    there = {*vectors}
    alone = [(x, y) for x, y in vectors if (-x, -y) not in there]
    mirrored = ({(-x, y) for x, y in vectors}, {(x, -y) for x, y in vectors})
    is_odd = 0 < len(alone) <= 2 and is_few(alone, vectors[1:]) and there not in mirrored
    if len(alone) == 2 < len(vectors):
        (x, y), (v, w) = alone
        is_odd |= (x == -v and abs(y) != abs(w)) or (y == -w and abs(x) != abs(v))
    if is_odd:
        (x, y) = alone[0]
        fact = f"`{name}` has {show((x, y))}, but not {show((-x, -y))}; most others have an opposite"
        yield Uneven(name, fact, "write what was meant")
        return
    paired = [vector for vector in vectors if vector not in alone]
    is_of_lines = len(alone) > 1 and all(abs(number) < 2 for vector in vectors for number in vector)
    if is_of_lines and len(paired) == 2 and there not in mirrored:
        one, other = map(show, paired)
        fact = f"`{name}` has {one} and {other}, which is its opposite; no others have an opposite"
        yield Uneven(name, fact, "write what was meant")


def unevenly_spaced(name: str, lines: Sequence[FiniteSet]) -> Iterator[Uneven]:
    """All lines but one are evenly spaced, as far as numbers or pairs of them say where their cells lie."""
    odd = [line for line in lines if not is_evenly_spaced(line)]
    if len(odd) == 1 and is_few(odd, lines[1:]):
        fact = f"`{name}` has {show(*odd)}; its other sets are evenly spaced, as rows of cells are"
        yield Uneven(name, fact, "write what was meant", *odd)


def is_evenly_spaced(line: FiniteSet) -> bool:
    """Whether the cells of a line are numbers or pairs of numbers, each as far from the one before as all."""
    cells = [cell if is_square(cell) else (cell, 0) for cell in line]
    places = sorted(cell for cell in cells if is_square(cell))
    steps = {(c - a, d - b) for (a, b), (c, d) in pairwise(places)}
    return len(steps) == 1 and len(places) == line.size


def is_few(some: Collection[Value], every: Collection[Value]) -> bool:
    """Whether some elements are so few among all that they are most likely a mistake."""
    return 4 * len(some) <= len(every)


def square(cells: Collection[Value]) -> dict[Value, _Place]:
    """The places of the cells of a square board, pairs of numbers or numbers that count row by row; of others
    none."""
    side = isqrt(len(cells))
    numbers = [cell for cell in cells if isinstance(cell, int)]
    pairs = [cell for cell in cells if is_square(cell)]
    first, least = min(numbers, default=0), min(map(min, pairs), default=0)
    found: dict[Value, _Place] = {number: divmod(number - first, side) for number in numbers}
    if not numbers:
        found = {(x, y): (x - least, y - least) for x, y in pairs}
    is_whole = len(found) == len(cells) and {*found.values()} == {*product(range(side), repeat=2)}
    return found if is_whole else {}


def is_square(value: Value) -> TypeGuard[_Place]:
    """Whether a value may be a square: a pair of whole numbers."""
    return isinstance(value, tuple) and len(value) == 2 and all(type(part) is int for part in value)


def mirrored(line: FiniteSet, at: Mapping[Value, _Place]) -> set[FiniteSet]:
    """A line of a square board, and all that it becomes if the board is turned or mirrored."""
    cells = {place: cell for cell, place in at.items()}
    last = isqrt(len(cells)) - 1
    places = [at[cell] for cell in line]
    found: set[FiniteSet] = set()
    for _ in range(4):
        places = [(last - y, x) for x, y in places]
        for image in (places, [(y, x) for x, y in places]):
            found.add(FiniteSet(cells[place] for place in sorted(image)))
    return found


def ignores_move(outcome: c.Definition) -> Iterator[Diagnostic]:
    """One clause of `outcome` uses nothing of the move, and no guard does."""
    if any(clause.guard is not None and any(locals_in(clause.guard)) for clause in outcome.clauses):
        return
    ignoring = [clause.term for clause in outcome.clauses if not any(locals_in(clause.term))]
    if 0 < len(ignoring) < len(outcome.clauses):
        fact = "the state after any move is the same here"
        yield Diagnostic("N505", fact, ignoring[0].span, "use what the move names, as the other clauses do")


def nodes_in(parts: Iterable[c.Definition | c.Claim | c.Printed]) -> Iterator[c.Core | c.Pattern]:
    """Every node of some definitions or tests."""
    return (node for each in parts for tree in c.trees_of(each) for node in nodes_of(tree))


def one_side_alone(definitions: Iterable[c.Definition], sides: Sequence[str]) -> Iterator[Diagnostic]:
    """All alternatives of a rule are about the same side, and nothing in it is about another."""
    for definition in definitions:
        nodes = [*nodes_in([definition])]
        named = {side for node in nodes if isinstance(node, c.Operation) for _, side in asked_in(node)}
        for node in nodes:
            if isinstance(node, c.Or) and len(named & {*sides}) == 1 < len(sides):
                common = set.intersection(*({*asked_in(*flat_conjunction([part]))} for part in node.parts))
                for side in {side for _, side in common} & {*sides}:
                    others = " or ".join(f"`` `{each} ``" for each in sides if each != side)
                    fact = f"each alternative asks for `` `{side} ``, and none for {others}"
                    help = f"write {others} in one of them, or ask once for all"
                    yield Diagnostic("N505", fact, node.span, help)


def ends_for_one_side(program: c.Program, wins: str, sides: Collection[str]) -> Iterator[Diagnostic]:
    """`gameOver` asks whether one side has won, or what `wins` asks of each side, and nothing in it is about
    another, although `wins` says the same of all."""
    over, asked = program.definitions["gameOver"], program.definitions[wins]
    nodes = [*nodes_in([over])]
    about = {
        node.value.name for node in nodes if isinstance(node, c.Constant) and isinstance(node.value, Atom)
    }
    of_wins = [*nodes_in([asked])]
    told = {name for name, _ in asked_in(*(node for node in of_wins if isinstance(node, c.Operation)))}
    of_each = {
        node.name
        for node in of_wins
        if isinstance(node, c.Global)
        and any(isinstance(each, c.Local) and each.name in asked.parameters for each in node.arguments)
    }
    if len(about & {*sides}) != 1 or len(sides) < 2 or not told.isdisjoint(asked.parameters):
        return
    [side] = about & {*sides}
    others = " or ".join(f"`` `{each} ``" for each in sides if each != side)
    facts = {name: f"asks `{name}` of `` `{side} ``, not of {others} as `{wins}` does" for name in of_each}
    facts[wins] = f"asks whether `` `{side} `` has won, and not whether {others} has"
    asking = (node for node in nodes if isinstance(node, c.Global) and node.name in facts)
    for node in asking:
        if c.Constant(Atom(side), span=node.span) in node.arguments:
            fact = f"`gameOver` {facts[node.name]}"
            yield Diagnostic("N505", fact, node.span, f"let `gameOver` hold when `{wins}` does")


def asked_in(*sentences: c.Core) -> Iterator[tuple[str, str]]:
    """The names that equations compare with atoms, each with its atom."""
    for sentence in sentences:
        match sentence:
            case c.Operation(
                Builtin("="), (c.Local(name) | c.Global(name, ()), c.Constant(Atom(name=atom)))
            ) | c.Operation(Builtin("="), (c.Constant(Atom(name=atom)), c.Local(name) | c.Global(name, ()))):
                yield name, atom


def not_mirrored(
    outcome: c.Definition, program: c.Program, sides: Mapping[str, str], named: Mapping[int, str]
) -> Iterator[Diagnostic]:
    """Two clauses of `outcome` say the same of two sides, but for one name or constant, for what one of them
    adds to a set of both sides or takes from it, or for a half of a move, as in ``(S \\ {a}) U {b}``.

    Then they are equal if the names of two parts of the state are exchanged, and the places of these parts;
    some places are `named`.
    """
    match [clause.term for clause in outcome.clauses]:
        case [c.Operation(_, first) as one, c.Operation(_, second) as two] if is_tuple(one) and is_tuple(two):
            pass
        case _:
            return
    if len(first) != len(second):
        return
    best: list[tuple[c.Core, c.Core]] | None = None
    exchanged: Mapping[str, str] = {}
    shared: Sequence[c.Core] = ()  # the parts that are not of one side
    for i, j in combinations(range(len(first)), 2):
        mirrored = list(first)
        mirrored[i], mirrored[j] = mirrored[j], mirrored[i]
        here, there = ({named[k + 1]} if k + 1 in named else parts_in(first[k], program) for k in (i, j))
        for of_one, of_two in [*product(sorted(here), sorted(there))] or [("", "")]:  # no names
            names = {**sides, **exchange(of_one, of_two)}
            pairs = zip(mirrored, second, strict=True)
            found = [each for a, b in pairs for each in differences(a, b, names)]
            if best is None or len(found) < len(best):
                best, exchanged = found, names
                shared = (*first[:i], *first[i + 1 : j], *first[j + 1 :])
    match best:
        case [(white, black)]:
            is_shared_change = white in shared and (is_set_change(white) or is_set_change(black))
            is_half = any(
                is_set_change(longer)
                and not [*differences(longer.operands[0], shorter, exchanged)]
                and (is_set_change(shorter) or black not in second)  # else one side takes no men
                for longer, shorter in ((white, black), (black, white))
            )
            if is_shared_change or is_half or (is_leaf(white) and is_leaf(black)):
                yield not_alike(white, exchanged, black)


def is_set_change(term: c.Core) -> TypeGuard[c.Operation]:
    """Whether something is added to a set, or taken from it."""
    return isinstance(term, c.Operation) and term.builtin.key in ("U", "\\")


def unlike_sides(definition: c.Definition, program: c.Program) -> Iterator[Diagnostic]:
    """Two clauses, one for the side to move that is named, say the same of two parts of the state, but for
    one term, or one name or sign of a condition."""
    if not chooses_side(definition):
        return
    one, two = (clause.term for clause in definition.clauses)
    for white, black in product(sorted(parts_in(one, program)), sorted(parts_in(two, program))):
        names = exchange(white, black)
        match list(differences(one, two, names)):
            case [(there, here)] if white != black and there != one:
                if is_slip(there, here, names, False) or not program.is_sentence(here):
                    yield not_alike(there, names, here)
                    return


def unlike_definitions(
    definitions: Sequence[c.Definition], program: c.Program, sides: Mapping[str, str]
) -> Iterator[Diagnostic]:
    """Two definitions, or actions of a machine, say the same of two sides or two parts of the state, but for
    one name; and none says the same as one of them."""
    cases = [each for each in definitions if len(each.clauses) > 1 or isinstance(each.only_term, c.Block)]
    plain = {each.name: each for each in cases if not chooses_side(each)}
    pieces = {name: {"": tuple(c.trees_of(each))} for name, each in plain.items()} | dict(actions_of(program))
    used = {
        name: set[str]().union(piece, *(parts_in(term, program) for term in chain(*piece.values())))
        for name, piece in pieces.items()
    }
    # No updates: definitions such as `own` and `theirs` are twins whether atoms are exchanged or not.
    facts = {name for name in plain if "." not in name}
    ranges: Mapping[str, str] = {} if program.machine is None else program.machine.variables
    found: list[tuple[str, str, Diagnostic]] = []
    alike = set[str]()
    for white, black in combinations(sorted(set[str]().union(*used.values()) - {""}), 2):
        if ranges.get(white) == ranges.get(black):
            using = {
                name: pieces[name] for name, parts in used.items() if not parts.isdisjoint((white, black))
            }
            both, alone = exchange(white, black), {white: black, black: white}  # without their atoms
            tried = [under_exchange(using, names) for names in ({**sides, **both}, both, alone)]
            same, slips = max(tried[:2], key=lambda each: len(each[0] - facts))
            alike |= same | set[str]().union(*(each for each, _ in tried)) & facts
            found += slips
    yield from (note for one, two, note in found if alike.isdisjoint((one, two)))


def under_exchange(
    pieces: Mapping[str, _Piece], names: Mapping[str, str]
) -> tuple[set[str], list[tuple[str, str, Diagnostic]]]:
    """The pieces that become another one if names are exchanged; and the pairs that do so but for one name,
    with the note on it."""
    alike, slips = set[str](), list[tuple[str, str, Diagnostic]]()
    for one, two in combinations(pieces, 2):
        match unlike_terms(pieces[one], pieces[two], names):
            case []:
                alike |= {one, two}
            case [(here, there)] if is_slip(here, there, names, of_one_action(one, two)):
                this, that = (name.rpartition(".")[2] for name in (two, one))  # an update: of its variable
                says = (
                    f"`{this}` would be `{that}` with other names if this were {exchanged_text(here, names)}"
                )
                slips.append((one, two, unlike(says, there.span)))
    return alike, slips


def actions_of(program: c.Program) -> Iterator[tuple[str, _Piece]]:
    """The terms of each action of a machine: of its guard under the empty name, and of its updates."""
    if (machine := program.machine) is not None:
        for action, updated in {**machine.moves, **machine.automatic}.items():
            updates = {name: program.definitions[f"{action}.{name}'"].clauses for name in updated}
            if action in machine.automatic:  # their first clauses say that the guard does not hold
                updates = {name: clauses[1:] for name, clauses in updates.items()}
            pieces = {"": program.definitions[action].clauses, **updates}
            yield action, {name: tuple(c.trees_of_clauses(each)) for name, each in pieces.items()}


def unlike_terms(
    one: _Piece, two: _Piece, names: Mapping[str, str]
) -> Sequence[tuple[c.Core, c.Core]] | None:
    """The parts in which two pieces differ, if names are exchanged; ``None`` if they are of other things."""
    others = {names.get(key, key): terms for key, terms in one.items()}
    if {key: len(terms) for key, terms in others.items()} != {key: len(terms) for key, terms in two.items()}:
        return None
    pairs = (pair for key, terms in others.items() for pair in zip(terms, two[key], strict=True))
    return [each for a, b in pairs for each in differences(a, b, names)]


def of_one_action(one: str, two: str) -> bool:
    """Whether two pieces are updates of one action, named as in ``move.x'``."""
    return "." in one and one.partition(".")[0] == two.partition(".")[0]


def is_slip(here: c.Core, there: c.Core, names: Mapping[str, str], is_of_cases: bool) -> bool:
    """Whether one of two names or constants may be mistyped, or the sign between the same sentences or terms:
    numbers, atoms that stand for no side and no variable, and conditions of cases may well differ."""
    if is_leaf(here) and is_leaf(there):
        return may_be_mistyped(here, names) or may_be_mistyped(there, names)
    if is_of_cases:
        return False
    parts, others = joined_by_sign(here), joined_by_sign(there)
    is_alike = 0 < len(parts) == len(others)
    return is_alike and not [*chain(*map(partial(differences, names=names), parts, others))]


def joined_by_sign(sentence: c.Core) -> Sequence[c.Core]:
    """The parts of a conjunction, an alternative or a comparison; none of others."""
    match sentence:
        case c.And(parts) | c.Or(parts):
            return parts
        case c.Operation(builtin, parts) if builtin.sentence:
            return parts
    return ()


def may_be_mistyped(term: c.Core, names: Collection[str]) -> bool:
    """Whether a term is an atom or a constant that is one of some names, or no constant at all."""
    match term:
        case c.Constant(value):
            return isinstance(value, Atom) and f"`{value.name}" in names
        case c.Global(name, ()):
            return name in names
    return True


def chooses_side(definition: c.Definition) -> bool:
    """Whether it has two clauses, one for the side to move that is named."""
    match definition.clauses:
        case [c.Clause(_, c.Operation(Builtin("=" | "/="), operands)), c.Clause(_, None)]:
            return any(isinstance(each, c.Global) and each.name == "playerToMove" for each in operands)
    return False


def not_alike(there: c.Core, exchanged: Mapping[str, str], here: c.Core) -> Diagnostic:
    """The note on a term of a clause that would be another one, with some names `exchanged`, if it were like
    that of the other side."""
    text = exchanged_text(there, exchanged)
    return unlike(f"this would be {text} if the clause said the same of its side as the other one", here.span)


def exchange(one: str, two: str) -> dict[str, str]:
    """The exchange of two names, and of the atoms of these names."""
    return {one: two, two: one, f"`{one}": f"`{two}", f"`{two}": f"`{one}"}


def exchanged_text(term: c.Core, names: Mapping[str, str]) -> str:
    """A term as it is written, with some names exchanged, between backquotes."""
    return quoted(re.sub(r"`?\w+", lambda word: names.get(word[0], word[0]), term.span.text))


def unlike(fact: str, place: Span) -> Diagnostic:
    """A note on what is said of one side alone."""
    return Diagnostic("N505", fact, place, "say the same of both sides, if that is meant")


def parts_in(term: c.Core, program: c.Program) -> set[str]:
    """The names of parts of the state in a term."""
    names = (node.name for node in nodes_of(term) if isinstance(node, c.Global))
    definitions = map(program.definitions.__getitem__, names)
    return {each.name for each in definitions if each.is_constant and each.reads_only_state}


def differences(one: c.Core, two: c.Core, names: Mapping[str, str]) -> Iterator[tuple[c.Core, c.Core]]:
    """The largest parts in which two terms differ, if the names of definitions and atoms are exchanged."""
    inside: Sequence[c.Core] = ()
    others: Sequence[c.Core] = ()
    match one, two:
        case c.Global(name, inside), c.Global(other, others):
            is_same = names.get(name, name) == other and len(inside) == len(others)
        case c.Constant(Atom(name=name)), c.Constant(Atom(name=other)):
            is_same = names.get(f"`{name}", f"`{name}") == f"`{other}"
        case c.Operation(builtin, inside), c.Operation(other_builtin, others) if not is_leaf(one):
            is_same = builtin == other_builtin and len(inside) == len(others)
        case (c.And(inside), c.And(others)) | (c.Or(inside), c.Or(others)):
            is_same = len(inside) == len(others)
        case c.Not(operand), c.Not(other_operand):
            is_same, inside, others = True, (operand,), (other_operand,)
        case c.Block(clauses, None), c.Block(other_clauses, None):
            inside, others = (list(c.trees_of_clauses(each)) for each in (clauses, other_clauses))
            is_same = [each.guard is None for each in clauses] == [
                each.guard is None for each in other_clauses
            ]
        case _:
            is_same = one == two
    if not is_same:
        yield one, two
        return
    for a, b in zip(inside, others, strict=True):
        yield from differences(a, b, names)


def is_leaf(term: c.Core) -> bool:
    """Whether a term is a name, a constant, or an element of a name at a constant place."""
    match term:
        case c.Operation(builtin, (c.Local() | c.Global(), c.Constant())):
            return builtin.key == "[]"
        case _:
            return isinstance(term, c.Constant | c.Local) or c.is_constant_name(term)


def is_tuple(term: c.Core) -> TypeGuard[c.Operation]:
    """Whether it is a tuple written out."""
    return isinstance(term, c.Operation) and term.builtin.key == "()"
