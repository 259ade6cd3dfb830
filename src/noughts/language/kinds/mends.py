"""Helps for operands of the wrong kind, as a teacher would give them, with their replacements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from noughts.language import core as c
from noughts.language.kind import (
    NUMBER,
    STRING,
    TRUTH,
    Kind,
    alike,
    atom,
    elements_of,
    overlaps,
    tuples_of,
    union,
)
from noughts.language.transfer import SETS, TUPLES, any_element
from noughts.text.source import Span
from noughts.values.scalars import Atom

Mend: TypeAlias = tuple[str, tuple[tuple[Span, str], ...]]
"""A help, and the replacements that carry it out."""
NO_MEND: Mend = ("", ())
# The operations whose first operand is a tuple.
_OF_SEQUENCES = ("[]", "[..]", "[|->]", "|…|")
# The most letters of a string that a help writes as a tuple.
_LONGEST_WORD = 8
# The operators between sets that people also write between a set and an element.
_ELEMENTWISE = ("U", "\\", "sec", "-", "sub")


def replacing(help: str, span: Span, text: str) -> Mend:
    """A help with one replacement; without it if the text comes from a macro."""
    return help, () if span.macros else ((span, text),)


def sign_between(tree: c.Operation, sign: str) -> Span | None:
    """The place of a sign between two operands, if the text has exactly this sign."""
    left, right = tree.operands
    start = left.span.source.text.find(sign, left.span.end, right.span.start)
    return None if start < 0 or left.span.macros else Span(left.span.source, start, start + len(sign))


def other_sign(tree: c.Operation, sign: str) -> Mend:
    """Another sign between the operands."""
    key = tree.builtin.key
    help = f"did you mean `{sign}`?"
    place = next((at for word in tree.builtin.spellings if (at := sign_between(tree, word))), None)
    return (help, ()) if place is None or not key else replacing(help, place, sign)


def mend_operation(tree: c.Operation, operands: Sequence[Kind]) -> Mend:
    """The help for an operation whose operands do not fit."""
    key = tree.builtin.key
    sets = [overlaps(kind, SETS) for kind in operands]
    if (word := word_among(tree, operands)) is not None:
        return letters(word)
    if key == "+" and all(sets):
        return other_sign(tree, "U")
    if key in ("<", "<=") and all(sets):
        return other_sign(tree, "sub")
    if key in (">", ">=") and all(sets):
        contained = " sub ".join(operand.span.text for operand in reversed(tree.operands))
        return replacing(f"a subset is `{contained}`", tree.span, contained)
    if key == "^" and any(sets):
        return powers(tree, *sets)
    if key == "sub" and sets[1] and overlaps(operands[0], elements_of(operands[1])):
        return other_sign(tree, "in")
    if key in _ELEMENTWISE and sum(sets) == 1:
        return as_set(tree.operands[sets.index(False)])
    if key == "in":
        return mend_domain(tree.operands[1], operands[1])
    if key == "[]" and not overlaps(operands[0], union((SETS, TUPLES))):
        text = tree.operands[0].span.text
        return replacing(f"only tuples and maps have elements: write `{text}` alone", tree.span, text)
    if key == "+" and sum(sets) == 1 and not all(overlaps(kind, STRING) for kind in operands):
        return with_element(tree, sets.index(True))
    if key == "+" and (tuples := [overlaps(kind, TUPLES) for kind in operands]).count(True) == 1:
        return as_tuple(tree.operands[tuples.index(False)])
    for operand, kind in zip(tree.operands, operands, strict=True):
        if mend := mend_number(operand, kind) if overlaps(kind, SETS) and key != "*" else None:
            return mend
    if key == "+" and any(kind.scalars & {"string"} for kind in operands):
        return "strings cannot be joined; a tuple or a set can hold several", ()
    if any(kind is TRUTH for kind in operands):
        return "a sentence is no number; `n if sentence; 0 otherwise` is one", ()
    return f"`{tree.builtin.form}`: {tree.builtin.doc}", ()


def word_among(tree: c.Operation, operands: Sequence[Kind]) -> c.Core | None:
    """The operand that is a string used as a sequence of letters, if there is one."""
    key, strings = tree.builtin.key, [kind == STRING for kind in operands]
    several = key in ("+", *_ELEMENTWISE) and (all(strings) or any(map(has_atoms, operands)))
    if not (key in _OF_SEQUENCES and strings[0]) and not (several and any(strings)):
        return None
    return tree.operands[strings.index(True)]


def has_atoms(kind: Kind) -> bool:
    """Whether it is the kind of tuples of atoms."""
    return overlaps(kind, TUPLES) and bool(any_element(kind).atoms)


def letters(word: c.Core) -> Mend:
    """The help that a string has no letters, with the tuple that may be meant."""
    text = word.value if isinstance(word, c.Constant) and isinstance(word.value, str) else ""
    spelt = text if len(text) <= _LONGEST_WORD and text.isalpha() and text.isascii() else "noun"
    written = ", ".join(f"`{letter}" for letter in spelt) + ("," if len(spelt) == 1 else "")
    return f"a string has no letters here: write a word as a tuple, `` ({written}) ``", ()


def powers(tree: c.Operation, is_base: bool, is_exponent: bool) -> Mend:
    """The help for a power: of a set, which is a product, with a set on top, all its subsets, or of two sets,
    all maps."""
    base, exponent = (operand.span.text for operand in tree.operands)
    if is_base and is_exponent:
        called = f"maps({exponent}, {base})"
        return f"the set of all maps is `{called}`, which comes with `uses counting`", ()
    if is_base and exponent in ("3", "4"):
        names = ", ".join(f"x{place}" for place in range(1, int(exponent) + 1))
        return f"the tuples of {exponent} elements are `{{({names}) | {names} in {base}}}`", ()
    if is_base:
        return f"the pairs of elements are `{base} * {base}`", ()
    return replacing(f"the set of all subsets is `Pow({exponent})`", tree.span, f"Pow({exponent})")


def with_element(tree: c.Operation, place: int) -> Mend:
    """The help for a sum with a set: its number of elements, or the set with one more element."""
    chosen, other = tree.operands[place], tree.operands[1 - place]
    text = chosen.span.text
    if mend := mend_number(chosen, SETS) if is_single(chosen) else None:
        return mend
    help = f"the number of its elements is `|{text}|`; with one more it is `{text} U {{{other.span.text}}}`"
    return replacing(help, chosen.span, f"|{text}|")


def as_tuple(tree: c.Core) -> Mend:
    """The tuple of one element that is meant by an element joined to a tuple."""
    text = tree.span.text
    return replacing(f"a tuple of one element is written `({text},)`", tree.span, f"({text},)")


def is_single(tree: c.Core) -> bool:
    """Whether a tree is a literal set of one element."""
    return isinstance(tree, c.Operation) and tree.builtin.key == "{}" and len(tree.operands) == 1


def as_set(operand: c.Core) -> Mend:
    """The set that has the operand as its only element."""
    text = operand.span.text
    return replacing(f"the set of this one element is `{{{text}}}`", operand.span, f"{{{text}}}")


def mend_number(operand: c.Core, kind: Kind) -> Mend | None:
    """The help for a set that is used as a number: its size."""
    text = operand.span.text
    if overlaps(kind, NUMBER):
        return None
    if isinstance(operand, c.Operation) and is_single(operand):
        inside = operand.operands[0].span.text
        return replacing(f"without braces, `{inside}`, it is no set but its element", operand.span, inside)
    return replacing(f"the number of its elements is `|{text}|`", operand.span, f"|{text}|")


def mend_domain(domain: c.Core, kind: Kind) -> Mend:
    """The help for a domain that is no set."""
    text = domain.span.text
    if overlaps(kind, NUMBER):
        return replacing(f"the numbers from 1 to it are `{{1..{text}}}`", domain.span, f"{{1..{text}}}")
    if kind == STRING:
        return letters(domain)
    if overlaps(kind, TUPLES):
        if isinstance(domain, c.Operation) and domain.builtin.key == "()":
            inside = text.strip("()")
            return replacing("a set has braces", domain.span, f"{{{inside}}}")
        return f"the elements of a tuple have numbers: `some i in {{1..|{text}|}}. … {text}[i] …`", ()
    return "a set is written `{a, b}`, `{m..n}` or `{x | x in S}`", ()


def mend_pattern(pattern: c.Pattern, value: Kind) -> Mend:
    """The mend of a pattern that no value fits; readers of ``A * B * C`` often expect triples."""
    if isinstance(pattern, c.PatternTuple) and 2 < len(pattern.elements) <= factor_count(value):
        triples = "{(a, b, c) | a in A & b in B & c in C}"
        return f"`A * B * C` has pairs of a pair, `((a, b), c)`; triples are `{triples}`", ()
    return "both must have the same shape", ()


def factor_count(value: Kind) -> int:
    """The number of factors of a product with such elements, which are pairs of a pair."""
    pair = next((row for row in value.tuples if len(row) == 2), None)
    return 1 if pair is None else 1 + factor_count(pair[0])


def mend_comparison(tree: c.Operation, left: Kind, right: Kind) -> Mend:
    """The help for a comparison that is never true."""
    for side, other in zip(tree.operands, (right, left), strict=True):
        if isinstance(side, c.Constant) and isinstance(side.value, str):
            return mend_string(side, side.value, other)
        if isinstance(side, c.Constant) and isinstance(side.value, Atom) and overlaps(other, STRING):
            return replacing("a string is written in double quotes", side.span, f'"{side.value.name}"')
    if tree.builtin.key == "=" and overlaps(right, SETS) and alike(left, elements_of(right)):
        return other_sign(tree, "in")
    if overlaps(left, SETS) != overlaps(right, SETS):
        return "a set equals only sets: compare with its elements by `in`, or with its size, `|S|`", ()
    if any(overlaps(tuples_of(row[::-1]), right) for row in left.tuples):
        return "write the parts of the tuple in the other order", ()
    if left.atoms and right.atoms:
        return "no rule gives it that atom: compare it with one that it may be", ()
    return "values of different kinds are never equal: compare what is alike", ()


def mend_string(side: c.Constant, text: str, other: Kind) -> Mend:
    """A string that should be an atom or a number."""
    if text.isdigit() and overlaps(other, NUMBER):
        return replacing(f"the number is written `{text}`, without quotes", side.span, text)
    if text.isidentifier() and (other.atoms or overlaps(other, atom(text))):
        return replacing(f"the atom is written `` `{text} ``; this is a string", side.span, f"`{text}")
    if has_atoms(other):
        return letters(side)
    return "values of different kinds are never equal: compare what is alike", ()


def mend_subset(tree: c.Operation, left: Kind, right: Kind) -> Mend:
    """The help for two sets with elements of different kinds, of which one should be a subset or overlap."""
    if tree.builtin.key == "sub" and overlaps(right, SETS) and overlaps(elements_of(right), left):
        return other_sign(tree, "in")
    return "sets with elements of different kinds have none in common: compare what is alike", ()


def mend_membership(tree: c.Operation, left: Kind, elements: Kind) -> Mend:
    """The help for membership in a set with elements of other kinds."""
    if overlaps(left, SETS) and alike(elements_of(left), elements):
        return other_sign(tree, "sub")
    fits = [row for row in elements.tuples if any(alike(left, part) for part in row)]
    if fits and not overlaps(left, TUPLES):
        at = next(place for place, part in enumerate(fits[0]) if alike(left, part))
        text, names = tree.operands[0].span.text, [f"v{place + 1}" for place in range(len(fits[0]))]
        pattern = ", ".join(text if place == at else name for place, name in enumerate(names))
        return f"its elements are tuples: ask for `({pattern})`, with terms for the others", ()
    return mend_comparison(tree, left, elements)
