"""The reading of formulas in LaTeX as definitions and claims.

Mathematical notation leaves implicit what the grammar makes explicit.  A comma between sentences is *and*; in
``\\forall x \\in S, p`` it is the full stop; a sum reaches over the product behind it; ``\\notin`` denies a
comparison; ``a \\equiv b \\pmod n`` and ``a \\mid b`` compare remainders; ``\\{1, \\dots, n\\}`` is a range;
``\\exists!`` counts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from noughts.language.builtins import OPERATORS
from noughts.language.grammar import lexed
from noughts.language.latex.commands import NAMES
from noughts.language.latex.formula import Formula, Writer
from noughts.language.latex.words import (
    Item,
    Items,
    Nest,
    Word,
    ends_operand,
    in_parentheses,
    nested,
    stretch_of,
    words_in,
    words_of,
)
from noughts.language.machine_words import BEGINNING, is_of_kinds
from noughts.language.stack import deep_enough
from noughts.language.tokens import BIG, DEFINING
from noughts.text.diagnostic import Diagnostic, DocumentError
from noughts.text.source import Source, Span
from noughts.text.tex.macros import Expander, Macro
from noughts.text.tex.token import Lexer
from noughts.text.tex.token import Token as Tex

# The tokens of operators whose result is a sentence.
_COMPARING = {row.terminal for row in OPERATORS.values() if row.sentence}
# Signs that bind less tightly than *and*.
_LOOSER = {"OR", "IMPLIES", "EQUIVALENT"}
# The tokens that join sentences.
_JOINING = {"AND", *_LOOSER}
# Words of the body of a definition, which in parentheses is a term.
_OF_CLAUSES = {"IF", "OTHERWISE", "WHERE"}
# The tokens that are values by themselves.
_VALUES = {"NUMERAL", "STRING", "ATOM", "TRUE", "FALSE"}
# The tokens before which an operand ends.
_ENDING = {"COMMA", "SEMICOLON", "IF", "OTHERWISE", "WHERE", "VBAR", "RANGE", *DEFINING}
# Words of a product in the scope of a sum, besides what is in brackets and a minus before a factor.
_OF_PRODUCT = {*_VALUES, *BIG, "NAME", "EMPTY", "POW", "FLOOR", "CEIL", "POWER", "TIMES", "SLASH"}
# The tokens that may end a display and mean nothing there.
_PUNCTUATION = {"COMMA", "SEMICOLON", "DOT"}
# Words that may end a line and need no operand on the next one.
_COMPLETING = {*_PUNCTUATION, "OTHERWISE"}
# Words that may begin a sentence on a new line after an operand.
_STARTING = {"NAME", "NUMERAL", "STRING", "ATOM", "TRUE", "FALSE", "NOT", "SOME", "ALL", *BIG}

# Text of the language, in whose strings dollars are characters, and the LaTeX after it.
_STRETCHES = re.compile(r'(?P<plain>(?:"[^"\n]*"|[^$])*)(?:\$(?P<formula>(?:\\.|[^\\$])*)\$?)?', re.DOTALL)


# Space between a term and the domain of its function.
_GAP = re.compile(r"\\(?:q?quad|[ ,:;])")


class Reading(Struct):
    """The words of a formula, and its errors; an `equation` has the name that it seems to define."""

    words: list[Word]
    problems: list[Diagnostic]
    equation: Word | None = None


def read_display(source: Source, tokens: Sequence[Tex]) -> Reading | None:
    """The definitions in a display; ``None`` if it does not have the form of one."""
    formula = Formula()
    try:
        with deep_enough():
            Writer(source, formula).write(tokens)
    except DocumentError as error:
        return Reading([], list(error.diagnostics)) if any(":=" in token.text for token in tokens) else None
    items = nested(words_of(formula, source))
    classify(items)
    defines = any(word_kind(item) in DEFINING or begins_item(item) for item in items)
    if not defines and (formula.problems or not are_signatures(items)):
        return Reading([], [], equation) if (equation := head_of_equation(items)) else None
    source.uses.update(formula.uses)
    reader = FormulaReader(source, formula.problems)
    return Reading(list(words_in(reader.definitions(items))), formula.problems)


def read_claims(source: Source, region: Span, macros: dict[str, Macro]) -> Reading:
    """The claims of a region in which LaTeX stands between dollars, or which is LaTeX."""
    formula = Formula()
    stretches = [
        (found["plain"], found.start(), found.span("formula") if found["formula"] else None)
        for found in _STRETCHES.finditer(source.text, region.start, region.end)
    ]
    for plain, start, place in stretches if "$" in region.text else [("", 0, (region.start, region.end))]:
        formula.plain(plain, start)
        lexer = Lexer(source, [] if place is None else [place], comments=False)
        try:
            with deep_enough():
                Writer(source, formula).write(list(Expander(lexer, macros)))
        except DocumentError as error:
            return Reading([], list(error.diagnostics))
    items = nested(words_of(formula, source))
    reader = FormulaReader(source, formula.problems)
    parts = [reader.claim(part) for part in split(items, "SEMICOLON", keep=True)]
    return Reading([word for part in parts for word in words_in(part)], formula.problems)


def classify(items: Items, *, nested: bool = False) -> None:
    """Classify each sign of equivalence: it defines if a head is before it."""
    for place, item in enumerate(items):
        if isinstance(item, Nest):
            classify(item.items, nested=True)
        elif item.defines:
            compares = item.kind == "IFF" and has_modulus(items[place + 1 :])
            is_definition = not nested and not compares and (item.must_define or is_head(items, place))
            item.kind = "IFF" if is_definition else "CONGRUENT" if item.kind == "IFF" else "EQUIVALENT"


def is_head(items: Sequence[Item], sign: int) -> bool:
    """Whether ``name`` or ``name(x, (y, z))`` is before a sign, and begins a line or follows a ``\\quad``."""
    start = sign - 1
    if start >= 1 and isinstance(items[start], Nest):
        start -= 1
    name = items[start] if start >= 0 else None
    if not (isinstance(name, Word) and name.kind == "NAME" and name.is_apart):
        return False
    if start and not (ends_operand(items[:start]) or word_kind(items[start - 1]) in _COMPLETING):
        return False
    nest = items[start + 1]
    return not isinstance(nest, Nest) or are_parameters(nest)


def head_of_equation(items: Sequence[Item]) -> Word | None:
    """The name of ``f(x) = …``, where a display is one equation with such a head."""
    match items:
        case [Word(kind="NAME") as name, Nest() as nest, Word(kind="EQUAL"), *rest]:
            return (
                name
                if are_parameters(nest) and not any(word_kind(each) == "EQUAL" for each in rest)
                else None
            )
    return None


def are_parameters(nest: Nest) -> bool:
    """Whether the content of parentheses is names, or tuples of names."""
    if nest.opening.kind != "LPAR":
        return False
    parts = split(nest.items, "COMMA")
    whole = parts if parts[-1] or len(parts) == 1 else parts[:-1]
    return all(map(is_parameter, (side for part in whole for side in split(part, "MAPS_TO"))))


def is_parameter(items: Sequence[Item]) -> bool:
    """Whether this is one name, or one tuple of names."""
    if len(items) != 1:
        return False
    return are_parameters(items[0]) if isinstance(items[0], Nest) else items[0].kind == "NAME"


def has_modulus(items: Sequence[Item]) -> bool:
    """Whether a ``\\pmod`` follows before the line ends, or a ``\\quad``."""
    for item in items:
        if isinstance(item, Word) and (item.is_apart or item.is_modulus):
            return item.is_modulus
    return False


def split(items: Sequence[Item], kind: str, *, keep: bool = False) -> list[Items]:
    """The parts between words of a kind; with `keep` each part but the first begins with one."""
    parts: list[Items] = [[]]
    for item in items:
        if isinstance(item, Word) and item.kind == kind:
            parts.append([item] if keep else [])
        else:
            parts[-1].append(item)
    return parts


class FormulaReader:
    """Rewrites the items of a formula into the form that the grammar accepts."""

    def __init__(self, source: Source, problems: list[Diagnostic]) -> None:
        self.source = source
        self.problems = problems

    # Definitions and claims

    def definitions(self, items: Items) -> Items:
        """All definitions of a display."""
        imply(items)
        heads = [head_start(items, place) for place, item in enumerate(items) if word_kind(item) in DEFINING]
        signatures = [place for place in range(len(items)) if begins_signature(items, place)]
        items_of_machine = (place for place, item in enumerate(items) if begins_item(item))
        starts = sorted({*heads, *signatures, *items_of_machine})
        found = self.rewritten(items[: starts[0]])
        for start, end in pairwise([*starts, len(items)]):
            part = without_punctuation(self.rewritten(items[start:end]))
            if part and end < len(items) and word_kind(part[-1]) == "AND":
                part = without_punctuation(part[:-1])  # between definitions it joins no sentences
            if start in signatures:
                found += part
            else:
                found += self.definition(part) if start in heads else self.machine_item(part)
        return found

    def machine_item(self, items: Items) -> Items:
        """An item of a machine: in its sentences a comma means *and*."""
        word = items[0]
        assert isinstance(word, Word)
        if word.text == "initially":
            return [word, *self.conjoined(items[1:])]
        if word.text not in ("action", "automatic"):
            return items
        starts = [
            place for place, item in enumerate(items) if word_kind(item) == "PRIMED" and begins_line(item)
        ]
        head = items[: starts[0]] if starts else items
        when = next((place for place, item in enumerate(head) if word_kind(item) == "IF"), None)
        colon = next((place for place, item in enumerate(head) if word_kind(item) == "COLON"), len(head))
        if when is not None:
            guard, sign = self.conjoined(head[when + 1 : colon]), head[when]
            assert isinstance(sign, Word)
            head = [*head[:when], replace(sign, kind="NAME", text="when"), *guard, *head[colon:]]
        found = head
        for start, end in pairwise([*starts, len(items)]):
            part = without_punctuation(items[start:end])
            found = [*found, *part[:2], *self.guarded(part[2:])]
        return found

    def definition(self, items: Items) -> Items:
        """One definition: its body, and its equations."""
        sign = next((place for place, item in enumerate(items) if word_kind(item) in DEFINING), None)
        if sign is None:  # two adjacent signs: the grammar reports the error
            return items
        where = next((place for place, item in enumerate(items) if word_kind(item) == "WHERE"), len(items))
        body = without_punctuation(items[sign + 1 : where])
        if word_kind(items[sign]) == "IFF" and not any(
            word_kind(item) in ("IF", "OTHERWISE") for item in body
        ):
            body = self.conjoined(body)
        else:
            body = self.guarded(self.with_domain(body))
        equations = (
            [items[where], *self.conjoined(items[where + 1 :], lines=True)] if where < len(items) else []
        )
        return [*items[: sign + 1], *body, *equations]

    def with_domain(self, items: Items) -> Items:
        """``n^2, n \\in S``, ``n^2 \\quad (n \\ge 1)`` and ``n^2 \\text{ for all } n \\in S`` as
        ``n^2 if n in S``."""
        kinds = list(map(word_kind, items))
        if "IF" in kinds:
            place = kinds.index("IF") + 1
            has_no_body = kinds[place : place + 1] == ["ALL"] and "DOT" not in kinds[place:]
            return [*items[:place], *items[place + 1 :]] if has_no_body else items
        end = kinds.index("COMMA") if "COMMA" in kinds else len(items)
        term, condition = items[:end], items[end + 1 :]
        if end == len(items) and self.stands_apart(items):
            *term, nest = items
            assert isinstance(nest, Nest)
            condition = nest.items
        if is_sentence(term) or not all(map(is_sentence, split(condition, "COMMA"))):
            return items
        start = stretch_of(condition)[0]
        return [*term, Word("IF", "if", start, start), *condition]

    def stands_apart(self, items: Items) -> bool:
        """Whether the last item is a sentence in parentheses, with a ``\\quad`` or the like before it."""
        nest = items[-1] if items else None
        if not isinstance(nest, Nest) or nest.opening.kind != "LPAR" or not ends_operand(items[:-1]):
            return False
        return _GAP.search(self.source.text, stretch_of(items[:-1])[1], nest.opening.start) is not None

    def block(self, items: Items) -> Items:
        """Clauses in parentheses, and their equations."""
        where = next((place for place, item in enumerate(items) if word_kind(item) == "WHERE"), len(items))
        equations = [items[where], *self.conjoined(items[where + 1 :])] if where < len(items) else []
        return [*self.guarded(without_punctuation(items[:where])), *equations]

    def guarded(self, items: Items) -> Items:
        """Clauses: a comma within a guard is *and*."""
        found: Items = []
        for part in split(items, "SEMICOLON", keep=True):
            guard = next((place for place, item in enumerate(part) if word_kind(item) == "IF"), len(part))
            found += part[: guard + 1]
            found += self.conjoined(part[guard + 1 :])
        return found

    def claim(self, items: Items) -> Items:
        """One claim, possibly after a semicolon that separates it from the previous one."""
        before, rest = (items[:1], items[1:]) if items and word_kind(items[0]) == "SEMICOLON" else ([], items)
        imply(rest)
        rest, words = self.for_any(self.rewritten(rest))
        where = next((place for place, item in enumerate(rest) if word_kind(item) == "WHERE"), len(rest))
        equations = [rest[where], *self.conjoined(rest[where + 1 :], lines=True)] if where < len(rest) else []
        return [*before, *words, *self.conjoined(rest[:where]), *equations]

    def for_any(self, items: Items) -> tuple[Items, Items]:
        """The sentence of a claim ``for any n \\in N, m \\in Z: p``, and the words before it."""
        if [item.text if isinstance(item, Word) else "" for item in items[:2]] != ["for", "any"]:
            return items, []
        stop = next((n for n, item in enumerate(items) if word_kind(item) in ("DOT", "COLON")), None)
        if stop is None:
            return items, []
        sign = items[stop]
        assert isinstance(sign, Word)
        return items[stop + 1 :], [*map(between_names, items[:stop]), replace(sign, kind="DOT")]

    def conjoined(self, items: Items, *, lines: bool = False) -> Items:
        """Sentences between commas, joined by *and*; with `lines` also those on lines of their own."""
        parts = split(without_punctuation(items), "COMMA")
        if lines:
            parts = [piece for part in parts for piece in at_lines(part)]
        if len(parts) == 1 or not all(parts):
            return items if len(parts) > 1 else parts[0]
        found: Items = []
        for part in parts:
            if found:
                place = stretch_of(part)[0]
                found.append(Word("AND", "&", place, place))
            found += [in_parentheses(part)] if any(word_kind(item) in _LOOSER for item in part) else part
        return found

    # Anywhere

    def rewritten(self, items: Items) -> Items:
        """Items in the form of the grammar, including those within brackets."""
        items = [
            self.nest(item, items[place - 1] if place else None) if isinstance(item, Nest) else item
            for place, item in enumerate(items)
        ]
        items = self.unique(self.quantified(without_parentheses(items)))
        return self.sums(divisions(self.congruences(self.denials(arguments(items)))))

    def nest(self, nest: Nest, before: Item | None) -> Nest:
        """The content of brackets, rewritten."""
        items = nest.items
        if nest.opening.kind == "LBRACE":
            bar = next((place for place, item in enumerate(items) if is_bar(item)), None)
            if bar is not None:
                divides = items[bar]
                assert isinstance(divides, Word)
                divides.kind = "VBAR"
                condition = sharing(self.rewritten(items[bar + 1 :]))
                return replace(
                    nest, items=[*self.rewritten(items[:bar]), divides, *self.conjoined(condition)]
                )
            items = self.ranged(items)
        items = self.rewritten(items)
        if nest.opening.kind == "LPAR" and any(word_kind(item) in _OF_CLAUSES for item in items):
            items = self.block(items)
        if nest.opening.kind == "LSQB" and before and (is_largest(before) or word_kind(before) in BIG):
            items = self.conjoined(sharing(items))
        return replace(nest, items=items)

    def ranged(self, items: Items) -> Items:
        """``1, …, n`` and ``1 … n`` as a range; ``1, 2, …, n`` if the numbers follow each other."""
        dots = next((place for place, item in enumerate(items) if is_dots(item)), None)
        if dots is None:
            return items
        first, last = split(without_punctuation(items[:dots]), "COMMA"), items[dots + 1 :]
        if last and word_kind(last[0]) == "COMMA":
            last = last[1:]
        numbers = [int(part[0].text) for part in first[1:] if is_numeral(part) and isinstance(part[0], Word)]
        start = first[0]
        if len(first) > 1:
            begin = int(start[0].text) if is_numeral(start) and isinstance(start[0], Word) else None
            if begin is None or numbers != list(range(begin + 1, begin + len(first))):
                word = items[dots]
                assert isinstance(word, Word)
                known = [begin, *numbers] if begin is not None and len(numbers) == len(first) - 1 else []
                if steps := progression(known, last):
                    return spelt(steps, word.start)
                help = (
                    "write `\\{m, \\dots, n\\}` for the integers from m to n, and with steps of 2 "
                    "`\\{2 \\cdot k \\mid k \\in \\{m, \\dots, n\\}\\}`"
                )
                fact = "the meaning of the dots is unclear"
                self.problems.append(Diagnostic("E109", fact, Span(self.source, word.start, word.end), help))
        place = items[dots]
        assert isinstance(place, Word)
        return [*start, replace(place, kind="RANGE", text=".."), *last]

    def quantified(self, items: Items) -> Items:
        """``\\forall x \\in S, y \\in T: p``: a full stop after each set, the quantifier before each name."""
        found: Items = []
        waiting = list(items)
        place = 0
        while place < len(waiting):
            item = waiting[place]
            found.append(item)
            place += 1
            if word_kind(item) not in ("SOME", "ALL"):
                continue
            is_unique = is_bang(waiting, place)
            end = end_of_names(waiting, place + is_unique)
            if end is None:
                continue
            found += [between_names(each) for each in waiting[place:end]]
            stop = end_of_set(waiting, end)
            if stop is None:
                place = end
                continue
            found += waiting[end:stop]
            sign = waiting[stop]
            assert isinstance(item, Word)
            if not isinstance(sign, Word) or not is_stop(sign):  # the next quantifier, or the body
                found.append(full_stop(stretch_of([sign])[0]))
                place = stop
                continue
            found.append(replace(sign, kind="DOT"))
            place = stop + 1
            if sign.kind == "COMMA" and not is_unique and quantifies(waiting, place):
                waiting.insert(place, replace(item))
        return found

    def unique(self, items: Items) -> Items:
        """``\\exists! x \\in S: p`` as ``|{x | x in S & p}| = 1``."""
        items = list(items)
        for place in reversed(range(len(items))):
            if word_kind(items[place]) != "SOME" or not is_bang(items, place + 1):
                continue
            end = end_of_names(items, place + 2)
            stop = end and next((n for n in range(end, len(items)) if word_kind(items[n]) == "DOT"), None)
            if not end or not stop or stop + 1 == len(items):
                continue
            start, names = stretch_of(items[place:])[0], items[place + 2 : end - 1]
            _, last = around(items, stop, stop, _JOINING | (_ENDING - {"DOT"}))
            term = names if len(names) == 1 else [in_parentheses([*map(between_sentences, names)])]
            bar, joined = Word("VBAR", "|", start, start), Word("AND", "&", start, start)
            choice = map(copied, items[place + 2 : stop])
            body = in_parentheses(items[stop + 1 : last])
            listed = set_builder(term, [*choice, joined, body], start)
            items[place:last] = [Nest(bar, [listed], replace(bar)), *spelt("= 1", start)]
        return items

    def denials(self, items: Items) -> Items:
        """``a \\notin S`` as ``~(a in S)``."""
        place = 0
        items = list(items)
        while place + 1 < len(items):
            if word_kind(items[place]) == "NOT" and word_kind(items[place + 1]) in _COMPARING:
                start, end = around(items, place, place + 1, _JOINING | _ENDING | {"NOT", "DOT"})
                inner = in_parentheses([*items[start:place], *items[place + 1 : end]])
                items[start:end] = [in_parentheses([items[place], inner])]
                place = start
            place += 1
        return items

    def congruences(self, items: Items) -> Items:
        """``a \\equiv b \\pmod n`` as ``a mod n = b mod n``."""
        place = 0
        items = list(items)
        while place < len(items):
            item = items[place]
            if isinstance(item, Word) and item.kind == "CONGRUENT":
                modulus = next((n for n in range(place, len(items)) if is_modulus(items[n])), None)
                start, _ = around(items, place, place, _JOINING | _ENDING | _COMPARING | {"NOT", "DOT"})
                if modulus is None or modulus + 1 >= len(items) or start == place or modulus == place + 1:
                    fact = f"`{item.text}` neither defines a name here nor compares numbers modulo another"
                    help = "a definition has a name before it; a congruence ends with `\\pmod{n}`"
                    span = Span(self.source, item.start, item.end)
                    self.problems.append(Diagnostic("E109", fact, span, help))
                    item.kind = "EQUAL"
                else:
                    left, right = (
                        in_parentheses(items[start:place]),
                        in_parentheses(items[place + 1 : modulus]),
                    )
                    mod, by = items[modulus], items[modulus + 1]
                    equal = replace(item, kind="EQUAL")
                    items[start : modulus + 2] = [left, mod, by, equal, right, mod, by]
            place += 1
        return items

    def sums(self, items: Items) -> Items:
        """A sum or product reaches over the product behind it.

        So does ``\\max_{x \\in S} t``, which is ``max({t | x in S})``.
        """
        items = list(items)
        for place in reversed(range(len(items))):
            item = items[place]
            under = items[place + 1] if is_largest(item) and place + 2 < len(items) else None
            if isinstance(under, Nest) and any(word_kind(each) == "IN" for each in under.items):
                end = end_of_product(items, place + 2)
                values = set_builder(items[place + 2 : end], under.items, under.opening.start)
                items[place + 1 : end] = [in_parentheses([values])]
            if isinstance(item, Word) and item.reaches and place + 2 < len(items):
                start = place + 2
                end = end_of_product(items, start)
                if any(word_kind(each) in ("TIMES", "SLASH") for each in items[start:end]):
                    items[start:end] = [in_parentheses(items[start:end])]
        return items


def is_largest(item: Item) -> bool:
    """Whether it is ``\\max`` or ``\\min``."""
    return isinstance(item, Word) and item.kind == "NAME" and item.text in ("max", "min")


def is_sentence(items: Items) -> bool:
    """Whether some items compare, join or quantify, outside brackets."""
    return not {*_COMPARING, *_JOINING, "NOT", "SOME", "ALL"}.isdisjoint(map(word_kind, items))


def imply(items: Sequence[Item]) -> None:
    """Read ``\\to`` as *implies*, but in signatures."""
    place = 0
    while place < len(items):
        if begins_signature(items, place):
            place += 2 + len(line_of(items, place + 2))
            continue
        for word in words_in([items[place]]):
            if word.kind == "ARROW":
                word.kind = "IMPLIES"
        place += 1


def without_parentheses(items: Sequence[Item]) -> Items:
    """Quantifiers that stand in parentheses, without these: ``(\\forall x \\in S) p``."""
    found: Items = []
    for place, item in enumerate(items):
        if isinstance(item, Nest) and place + 1 < len(items) and is_prefix(item):
            found += [*item.items, full_stop(item.closing.start)]
        else:
            found.append(item)
    return found


def is_prefix(nest: Nest) -> bool:
    """Whether the content of parentheses is a quantifier with its names and their set, and no sentence."""
    if nest.opening.kind != "LPAR" or not nest.items or word_kind(nest.items[0]) not in ("SOME", "ALL"):
        return False
    end = end_of_names(nest.items, 1 + is_bang(nest.items, 1))
    return end is not None and end < len(nest.items) and end_of_set(nest.items, end) is None


def arguments(items: Sequence[Item]) -> Items:
    """``\\max \\{…\\}`` as ``max({…})``, and ``\\# S`` as ``|S|``."""
    found: Items = []
    for item in items:
        before = found[-1] if found else None
        is_set = isinstance(item, Nest) and item.opening.kind == "LBRACE"
        if isinstance(before, Word) and is_set and before.kind == "NAME" and before.text in NAMES:
            found.append(in_parentheses([item]))
        elif isinstance(before, Word) and before.text in ("#", "\\#") and word_kind(item) in ("", "NAME"):
            bar = Word("VBAR", "|", before.start, before.end)
            found[-1] = Nest(bar, [item], replace(bar))
        else:
            found.append(item)
    return found


def divisions(items: Sequence[Item]) -> Items:
    """``a \\mid b`` as ``b mod a = 0``."""
    found = list(items)
    place = 0
    while place < len(found):
        sign = found[place]
        if isinstance(sign, Word) and sign.divides is not None:
            ending = _JOINING | _ENDING | _COMPARING | {"NOT", "DOT", "BETWEEN_NAMES"}
            start, end = around(found, place, place, ending)
            if start < place < end - 1:
                divisor, number = in_parentheses(found[start:place]), in_parentheses(found[place + 1 : end])
                compared = spelt("= 0" if sign.divides else "/= 0", sign.start)
                found[start:end] = [number, *spelt("mod", sign.start), divisor, *compared]
        place += 1
    return found


def progression(first: Sequence[int], last: Items) -> str:
    """The numbers of ``0, 2, \\dots, 8`` as the content of a set-builder; empty if steps are not even."""
    end = int(last[0].text) if is_numeral(last) and isinstance(last[0], Word) else None
    steps = {after - before for before, after in pairwise(first)}
    if end is None or len(steps) != 1:
        return ""
    (step,) = steps
    count, rest = divmod(end - first[0], step) if step else (-1, 0)
    return f"{first[0]} + ({step}) * k | k in {{0..{count}}}" if count >= 0 and not rest else ""


def set_builder(term: Sequence[Item], condition: Sequence[Item], place: int) -> Nest:
    """The set-builder of a term and a condition, at a place."""
    opening, bar, closing = (
        Word(kind, sign, place, place) for kind, sign in (("LBRACE", "{"), ("VBAR", "|"), ("RBRACE", "}"))
    )
    return Nest(opening, [*term, bar, *condition], closing)


def spelt(text: str, place: int) -> Items:
    """Items that stand for what is at a place, from their text in ASCII."""
    words = [Word(token.type, str(token), place, place) for token in lexed(text)]
    return nested(words)


def full_stop(place: int) -> Word:
    """A full stop at a place."""
    return Word("DOT", ".", place, place)


def is_bang(items: Sequence[Item], place: int) -> bool:
    """Whether the ``!`` of ``\\exists!`` is at a place."""
    found = items[place] if place < len(items) else None
    return isinstance(found, Word) and found.kind == "UNREADABLE" and found.text == "!"


def end_of_set(items: Sequence[Item], start: int) -> int | None:
    """The place behind the set of a quantifier: that of a stop, or of what only a sentence begins with."""
    for place in range(start, len(items)):
        first = place + (word_kind(items[place]) == "NOT")
        goes_on = any(map(begins_sentence, items[first : first + 1]))
        is_argument = [word_kind(each) for each in items[first + 1 : first + 2]] in (["COLON"], ["DOT"])
        if is_stop(items[place]) or (goes_on and not is_argument and ends_operand(items[start:place])):
            return place
    return None


def begins_sentence(item: Item) -> bool:
    """Whether an item behind a set begins a sentence: a quantifier, a name, or a sentence in parentheses."""
    if isinstance(item, Word):
        return item.kind in ("SOME", "ALL") or (item.kind == "NAME" and not item.is_text)
    return item.opening.kind == "LPAR" and is_sentence(item.items)


def copied(item: Item) -> Item:
    """A copy of a word."""
    return replace(item) if isinstance(item, Word) else item


def between_sentences(item: Item) -> Item:
    """A comma of a tuple, where it stood between the names of a quantifier."""
    return replace(item, kind="COMMA") if isinstance(item, Word) and item.kind == "BETWEEN_NAMES" else item


def word_kind(item: Item) -> str:
    """The kind of a word; empty for the content of brackets."""
    return item.kind if isinstance(item, Word) else ""


def begins_line(item: Item) -> bool:
    """Whether a word begins a line."""
    return isinstance(item, Word) and item.begins_line


def is_word(item: Item, text: str) -> bool:
    """Whether an item is this word of ``\\text``, which is a name for the grammar."""
    return isinstance(item, Word) and item.kind == "NAME" and item.is_text and item.text == text


def begins_item(item: Item) -> bool:
    """Whether an item of a machine begins: with one of its words as text, at the beginning of a line."""
    return begins_line(item) and any(is_word(item, word) for word in BEGINNING)


def begins_signature(items: Sequence[Item], place: int) -> bool:
    """Whether ``name :`` begins a line at a place, and the rest of the line has only words of kinds."""
    if place + 2 >= len(items) or not begins_line(items[place]):
        return False
    if word_kind(items[place]) != "NAME" or word_kind(items[place + 1]) != "COLON":
        return False
    if place and not (ends_operand(items[:place]) or word_kind(items[place - 1]) in _COMPLETING):
        return False
    return is_of_kinds([word.token() for word in words_in(line_of(items, place + 2))])


def line_of(items: Sequence[Item], start: int) -> Items:
    """The items from a place up to the end of its line, or to a definition on it, without punctuation."""
    end = next((place for place in range(start + 1, len(items)) if begins_line(items[place])), len(items))
    sign = next((place for place in range(start, end) if word_kind(items[place]) in DEFINING), None)
    return without_punctuation(list(items[start : end if sign is None else head_start(items, sign)]))


def are_signatures(items: Sequence[Item]) -> bool:
    """Whether each line is a signature."""
    starts = [place for place, item in enumerate(items) if begins_line(item)]
    return bool(starts) and all(begins_signature(items, place) for place in starts)


def head_start(items: Sequence[Item], sign: int) -> int:
    """The place where the head before a sign begins; ``x \\mid y`` is one, though it cannot be read."""
    start = sign - 1
    if start >= 1 and isinstance(items[start], Nest):
        start -= 1
    between = items[start - 1] if start >= 2 else None
    return start - 2 if isinstance(between, Word) and between.divides is not None else max(start, 0)


def without_punctuation(items: Items) -> Items:
    """Items without the punctuation that ends them."""
    end = len(items)
    while end and word_kind(items[end - 1]) in _PUNCTUATION:
        end -= 1
    return items[:end]


def at_lines(items: Items) -> list[Items]:
    """The parts on lines of their own: an operand ends a line, another begins the next one."""
    parts: list[Items] = [[]]
    for item in items:
        begins = isinstance(item, Word) and item.begins_line and item.kind in _STARTING
        if begins and ends_operand(parts[-1]):
            parts.append([])
        parts[-1].append(item)
    return parts


def is_bar(item: Item) -> bool:
    """Whether a word divides the term of a set from its condition: a bar or a colon."""
    return word_kind(item) in ("VBAR", "COLON")


def is_dots(item: Item) -> bool:
    """Whether a word is an ellipsis."""
    return isinstance(item, Word) and (
        item.kind == "DOTS" or item.text in ("…", "\\dots", "\\ldots", "\\cdots")
    )


def is_modulus(item: Item) -> bool:
    """Whether a word is the ``mod`` of a ``\\pmod``."""
    return isinstance(item, Word) and item.is_modulus


def is_stop(item: Item) -> bool:
    """Whether a word may separate the set of a quantifier from its body."""
    return word_kind(item) in ("DOT", "COMMA", "COLON")


def between_names(item: Item) -> Item:
    """A comma between the names of a quantifier, which joins no sentences."""
    return replace(item, kind="BETWEEN_NAMES") if isinstance(item, Word) and item.kind == "COMMA" else item


def sharing(items: Sequence[Item]) -> Items:
    """A condition, with the commas of ``x, y \\in S``, which join no sentences."""
    found = list(items)
    starts = [0, *(place for place, item in enumerate(items, 1) if word_kind(item) in ("AND", "COMMA"))]
    for first in starts:
        end = first
        while [word_kind(each) for each in items[end : end + 2]] == ["NAME", "COMMA"]:
            end += 2
        if [word_kind(each) for each in items[end : end + 2]] == ["NAME", "IN"]:
            found[first:end] = map(between_names, items[first:end])
    return found


def end_of_product(items: Sequence[Item], start: int) -> int:
    """The end of the product that begins at a place: a sign that binds less tightly."""
    end = start
    while end < len(items):
        kind = word_kind(items[end])
        if kind == "MINUS" and ends_operand(items[max(end - 2, start) : end]):
            return end
        if kind and kind != "MINUS" and kind not in _OF_PRODUCT:
            return end
        end += 1
    return end


def is_numeral(items: Sequence[Item]) -> bool:
    """Whether some items are one whole number."""
    return len(items) == 1 and isinstance(items[0], Word) and items[0].text.isdigit()


def end_of_names(items: Sequence[Item], place: int) -> int | None:
    """The end of ``x, (y, z) \\in`` or ``A \\subseteq`` at a place; ``None`` if there is no such text."""
    while place + 1 < len(items):
        if word_kind(items[place]) == "MINUS" and word_kind(items[place + 1]) == "NUMERAL":
            place += 1
        if place + 1 == len(items) or not is_pattern(items[place]):
            return None
        if word_kind(items[place + 1]) == "MAPS_TO":
            place += 2
            continue
        if word_kind(items[place + 1]) in ("IN", "SUBSET"):
            return place + 2
        if word_kind(items[place + 1]) not in ("COMMA", "BETWEEN_NAMES"):
            return None
        place += 2
    return None


def is_pattern(item: Item) -> bool:
    """Whether an item may be a pattern of a quantifier, or a side of one."""
    if isinstance(item, Nest):
        return item.opening.kind == "LPAR"
    return item.kind == "NAME" or item.kind in _VALUES


def quantifies(items: Sequence[Item], place: int) -> bool:
    """Whether ``y \\in T`` after a comma is quantified too: then ``: p`` or ``. p`` follows."""
    while (end := end_of_names(items, place)) is not None:
        stop = next((n for n in range(end, len(items)) if is_stop(items[n])), None)
        if stop is None or word_kind(items[stop]) != "COMMA":
            return stop is not None
        place = stop + 1
    return False


def around(items: Sequence[Item], first: int, last: int, ending: set[str]) -> tuple[int, int]:
    """The stretch from the operand before a sign to the one after it."""
    start, end = first, last + 1
    while start > 0 and word_kind(items[start - 1]) not in ending:
        start -= 1
    while end < len(items) and word_kind(items[end]) not in ending:
        end += 1
    return start, end
