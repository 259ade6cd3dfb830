"""Notation of other languages, and its translation to LED for hints.

The tables have signs and words that newcomers typed, from Python, C, JavaScript, Haskell, LaTeX, TLA+, Alloy,
Quint and textbooks of discrete mathematics.  A hint says what to write, with the reader's own words if
possible.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from itertools import accumulate, pairwise, takewhile
from typing import Final

from noughts.language.tokens import BIG, BRACKETS, CLOSING, DEFINING, ENDS_OPERAND, Brackets, Token

_CASES: Final = "cases are written `a if condition; b otherwise`"
_FUNCTION: Final = "a definition begins with its name: `f(x) := …`"

FOREIGN_CHARACTERS: Final[Mapping[str, str]] = {
    "!": "not equal is `/=`, not is `~`",
    '"': "a string must end on the line where it begins",
    "`": 'an atom is one backquote and a name, `` `x ``; a string is in double quotes, `"x"`',
    "'": "strings are in double quotes, atoms begin with a backquote",
    "“": "strings are in straight double quotes",
    "”": "strings are in straight double quotes",
    "$": "a region ends with `$/`",
    "%": "the remainder is `a mod b`; prose goes outside the region",
    "#": "the size of a set is `|S|`; prose goes outside the region",
    ":": "after a quantifier comes a dot, `some x in S. …`; in a set-builder a bar, `{x | x in S}`; "
    "in a map an arrow, `{k |-> v}`; between indices two dots, `t[2..4]`",
    "?": _CASES,
    "@": "the union is `U`, of all sets of a set `U[s in S] s`",
    "→": "implication is `=>` or `⇒`",
    "↔": "equivalence is `<=>` or `⇔`",
    "·": "the product is `*` or `×`",
    "…": "a range is `{m..n}`",
    ".": "a range is `{m..n}`",
    "_": "a name begins with a letter",
    "∉": "`x not in S` is written `~(x in S)`",
    "⊂": "a subset is `A sub B` or `A ⊆ B`",
    "⊃": "a subset is `B sub A` or `B ⊆ A`",
    "≢": "not equal is `/=` or `≠`",
    "∤": "that a does not divide b is `b mod a /= 0`",
    **dict.fromkeys("∣❘│", "the bar of a set-builder is `|`"),
    "√": "there are no irrational numbers; compare squares, `x^2 = a`",
    **dict.fromkeys("⁰¹²³⁴⁵⁶⁷⁸⁹", "a power is written `x^2`"),
    **dict.fromkeys("¼½¾", "a fraction is written `1/2`"),
}
"""Characters that LED does not use, or not in such places."""

_BUILDER: Final = "a set is built by `{f(x) | x in S}`, a sum by `Sum[x in S] f(x)`"
_NOT_IN: Final = "`x not in S` is written `~(x in S)`"
_SOME: Final = "that there is one is `some x in S. …`"
_EVERY: Final = "every element is `all x in S. …`"
_DIFFERENCE: Final = "the difference of sets is `A \\ B`"
_POWER_SET: Final = "the power set is `Pow(S)`"
_KEYS: Final = "the keys of a map are `{k | k |-> v in f}`"
_MAP: Final = "a map is `{k |-> v}`, and with another value `f[k |-> v]`"
FIRST_VALUES: Final = "first values are equations, joined with `&`: `initially x = 0 & y = 1`"
_MAPS: Final = "the set of all maps from A to B is `maps(A, B)`, which comes with `uses counting`"
_CHANGED: Final = "a map or tuple with another value is `f[k |-> v]`"
_CHOICES: Final = "the number of choices is `choose(n, k)`, which comes with `uses counting`"
_DISJOINT: Final = "that sets have no element in common is `A sec B = {}`"
_ONE_OF_TWO: Final = "one of two, not both, is `~(p <=> q)`"
_SIZE: Final = "the size of a set, or the length of a tuple, is `|S|`"
_ELEMENT: Final = "membership is `x in S`"
_THE_ONE: Final = "the one element with a property is `x where x in S & …`"
_TUPLES: Final = (
    "tuples are `(1, 2)` and joined by `+`: `t + (x,)`; the first element is `t[1]`, the rest `t[2..|t|]`"
)

# Commands of LaTeX, which only displays understand, and of TLA+, with their translation in a region.
_COMMANDS: Final[Mapping[str, str]] = {
    "exists": "some", "forall": "all", "in": "in", "cup": "U", "cap": "sec", "setminus": "\\",
    "land": "&", "wedge": "&", "lor": "V", "vee": "V", "lnot": "~", "neg": "~", "to": "=>",
    "implies": "=>", "iff": "<=>", "subseteq": "sub", "neq": "/=", "ne": "/=", "leq": "<=", "le": "<=",
    "geq": ">=", "ge": ">=", "cdot": "*", "times": "*", "sum": "Sum", "prod": "Prod", "emptyset": "{}",
    "bmod": "mod", "A": "all", "E": "some", "X": "*", "union": "U", "intersect": "sec",
}  # fmt: skip

# Words that stand between two terms where LED has a sign, such as commands without a backslash.
_OPERATORS: Final[Mapping[str, str]] = {
    name: _COMMANDS[name]
    for name in ("cup", "cap", "setminus", "subseteq", "land", "wedge", "lor", "vee", "times", "cdot", "bmod")
} | {
    "intersection": "sec", "intersect": "sec", "union": "U", "plus": "+", "modulo": "mod", "equals": "=",
    "and": "&", "but": "&", "or": "V", "implies": "=>",
}  # fmt: skip

# Words of other languages where no name can stand.
_WORDS: Final[Mapping[str, str]] = {
    **{word: f"`{word}` is written `{sign}`" for word, sign in _OPERATORS.items()},
    "notin": _NOT_IN,
    **dict.fromkeys(("minus", "without", "difference"), f"a difference is `a - b`; {_DIFFERENCE}"),
    "divides": "that a divides b is `b mod a = 0`",
    "choose": _CHOICES,
    "disjoint": _DISJOINT,
    "unless": "`p unless q` is written `q V p`",
    "with": _CHANGED,
    **dict.fromkeys(("supset", "supseteq", "superset"), "a subset is `B sub A`"),
    "intersects": "that sets have an element in common is `A sec B /= {}`",
    "not": "`not` is written `~`",
    "exists": "`exists` is written `some x in S. …`",
    "forall": "`forall` is written `all x in S. …`",
    "then": "a clause is `term if condition`",
    "else": "the last clause is `term otherwise`",
    "elif": "further clauses follow a semicolon: `a if p; b if q; c otherwise`",
    "for": _BUILDER,
    "subset": "a subset is `A sub B`",
    "div": "whole division is `floor(a / b)`",
    "xor": _ONE_OF_TWO,
    "is": "equality is `=`",
    "to": "a range is `{m..n}`",
    "the": _THE_ONE,
    "let": "a definition begins with its name; names for parts come after the term: `term where x = …`",
    "LET": "names for parts come after the term: `term where x = …`",
    "def": _FUNCTION,
    "var": "a definition begins with its name, `a := …`; the variable of a machine is `variable x in S`",
    "const": "a definition begins with its name: `a := …`",
    "function": _FUNCTION,
    "return": "the value stands after `:=`",
    "lambda": "a function needs a definition and a name: `f(x) := …`",
    "True": "write `true`",
    "False": "write `false`",
    **dict.fromkeys(("no", "none"), "that there is none is `~(some x in S. …)`"),
    "one": "exactly one is `|{x | x in S & …}| = 1`",
    **dict.fromkeys(("every", "each"), _EVERY),
    **dict.fromkeys(("IF", "THEN", "ELSE", "CASE"), _CASES),
    "CHOOSE": _THE_ONE,
    "SUBSET": _POWER_SET,
    "UNION": "the union of the sets in F is `U[s in F] s`",
    "DOMAIN": _KEYS,
    "EXCEPT": _CHANGED,
    "UNCHANGED": "variables that an action does not update stay as they are",
    "lone": "at most one is `|{x | x in S & …}| <= 1`",
}

COUNTING: Final = {word: _WORDS[word] for word in ("no", "lone", "one")}
"""Quantifiers of other languages that have no word here."""

_CLAIM: Final = "what must be true is a claim in a region of its own: `/? sentence ?/`"
_AT_A_KEY: Final = "the value of a map at k is `f[k]`, and with another value there the map is `f[k |-> v]`"
_IN_TIME: Final = (
    "`noughts prove FILE 'p'` asks whether p holds in all positions, `noughts prove FILE --eventually p` "
    "whether it will, and `noughts prove FILE --leads-to p q` whether q comes of p"
)
_TEMPORAL: Final = ("always", "eventually", "invariant", "never", "temporal", "AG", "AF", "EF", "EG")

# Words with which other languages begin a definition or a claim, and which may be names here.
_HEADS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("val", "pure", "fun", "RECURSIVE"), _FUNCTION),
    "pred": "a relation is defined with its name and `iff`: `p(x) iff …`",
    **dict.fromkeys(("sig", "enum", "type"), "a set is a definition: `colours := {`red, `blue}`"),
    **dict.fromkeys(("VARIABLE", "VARIABLES"), "the variable of a machine is `variable x in S`"),
    **dict.fromkeys(
        ("CONSTANT", "CONSTANTS"), "a constant is a definition, `n := 3`, and `--let n=5` changes it"
    ),
    **dict.fromkeys(
        ("import", "INSTANCE", "open"),
        "`uses name` on a line of its own brings the definitions of a document",
    ),
    **dict.fromkeys(("init", "Init"), FIRST_VALUES),
    "nondet": "an action chooses: `action a(x in S): …`",
    **dict.fromkeys((*_TEMPORAL, "run"), _IN_TIME),
    **dict.fromkeys(("ASSUME", "THEOREM", "axiom", "theorem", "lemma", "fact", "assert", "assume"), _CLAIM),
}

# Pairs of words whose hint differs from those of the single words.
_PHRASES: Final[Mapping[tuple[str, str], str]] = {
    **dict.fromkeys([("for", word) for word in ("all", "any", "every", "each")], _EVERY),
    **dict.fromkeys(
        [("for", "some"), *(("there", verb) for verb in ("is", "are", "exist", "exists"))], _SOME
    ),
    (
        "such",
        "that",
    ): f"what holds follows a dot or a bar, `some x in S. …`, `{{x | x in S & …}}`; {_THE_ONE}",
    **dict.fromkeys([("not", "in"), ("~", "in")], _NOT_IN),
    ("~", "sub"): "that A is no subset is `~(A sub B)`",
    ("at", "least"): "that at least two are is `|{x | x in S & …}| >= 2`",
    ("at", "most"): "that at most two are is `|{x | x in S & …}| <= 2`",
    **dict.fromkeys([(name, "of") for name in ("size", "number", "cardinality", "length")], _SIZE),
    ("is", "in"): _ELEMENT,
    ("is", "not"): "not equal is `/=`, not is `~`",
    ("is", "subset"): "a subset is `A sub B`",
    ("is", "even"): "that a number is even is `x mod 2 = 0`",
    ("is", "odd"): "that a number is odd is `x mod 2 = 1`",
    ("is", "prime"): "that a number is prime is `x > 1 & all d in {2..x - 1}. x mod d /= 0`",
    ("is", "empty"): "that a set is empty is `A = {}`",
}

QUANTIFIERS: Final = {"SOME": "some", "ALL": "all", "FOR_ANY": "for any"}
"""Quantifiers by their tokens."""

# Signs that LED reads as two.
_SIGNS: Final[Mapping[str, str]] = {
    "->": f"implication is `=>`, a function is `f(x) := …`; {_MAPS}",
    **dict.fromkeys(("~>", "[]"), _IN_TIME),
    "//": "a comment is prose outside the region, which ends with `$/`; whole division is `floor(a / b)`",
    "**": "a power is written `a ^ b`",
    "&&": "`and` is one `&`",
    "||": "`or` is written `V`; the size of a set is `|S|`",
    "<>": "not equal is `/=`",
    "=<": "at most is `<=`",
    "/\\": "`and` is written `&`",
    "\\/": "`or` is written `V`",
    "<<": "a tuple is `(1, 2)`",
    "<-": _ELEMENT,
    "++": "tuples are joined by one `+`, sets by `U`",
    "==": "equality is one `=`; a definition is `:=`",
}

REPLACEMENTS: Final[Mapping[str, str]] = {
    **_OPERATORS, "not": "~", "subset": "sub",
    "⊂": "sub", "≢": "/=", "∣": "|", "❘": "|", "│": "|",
    "&&": "&", "||": "V", "/\\": "&", "\\/": "V", "**": "^",
    "->": "=>", "=<": "<=", "<>": "/=", "==": "=", "!=": "/=",
}  # fmt: skip
"""Words and signs of other languages that a word or sign of LED can replace in the same place."""

_INFINITE: Final = "list the numbers, `{0..9}`; a claim can be tried on them, `for any n in N. …`"

# Names that other languages define, with their counterparts in LED.
_FOREIGN_NAMES: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        ("len", "size", "card", "count", "length", "cardinality", "Cardinality", "Len"),
        _SIZE,
    ),
    **dict.fromkeys(("sum", "total"), "a sum is `Sum[x in S] f(x)`"),
    **dict.fromkeys(("product", "prod"), "a product is `Prod[x in S] f(x)`"),
    "range": "a range is `{m..n}`, both ends included",
    "abs": "the absolute value is `|x|`",
    "sqrt": "there are no irrational numbers; compare squares, `x^2 = a`",
    **dict.fromkeys(("powerset", "powerSet", "PowerSet", "subsets", "allSubsets"), _POWER_SET),
    "print": "a transcript prints: `cmd:>pp(a)`, and `noughts eval FILE a`",
    **dict.fromkeys(("None", "null", "nil"), "there is no such value; an atom can stand for it, `` `none ``"),
    **dict.fromkeys(("Append", "Head", "Tail", "append", "head", "tail", "concat"), _TUPLES),
    **dict.fromkeys(("contains", "includes"), _ELEMENT),
    **dict.fromkeys(("BOOLEAN", "Bool", "bool"), "the set of truth values is `{true, false}`"),
    **dict.fromkeys(("any", "exists"), "`exists` is written `some x in S. …`"),
    **dict.fromkeys(("N", "Z", "Q", "ℕ", "ℤ", "ℚ", "ℝ", "Nat", "Int"), _INFINITE),
    "gcd": "define it: `gcd(a, b) := a if b = 0; gcd(b, a mod b) otherwise`",
    "forall": "`forall` is written `all x in S. …`",
    "not": "`not` is written `~`",
    "union": "a union is `A U B`, of all sets of a set `U[s in S] s`",
    **dict.fromkeys(("intersection", "intersect"), "an intersection is `A sec B`"),
    **dict.fromkeys(("difference", "setminus"), _DIFFERENCE),
    **dict.fromkeys(("subset", "issubset"), "a subset is `A sub B`"),
    **dict.fromkeys(("empty", "emptyset", "EmptySet"), "the empty set is `{}`"),
    **dict.fromkeys(
        ("set", "list", "tuple", "array", "Set", "List", "Map"),
        "a set is `{1, 2}`, a tuple `(1, 2)`, a map `{k |-> v}`",
    ),
    **dict.fromkeys(("map", "filter"), _BUILDER),
    **dict.fromkeys(("get", "put", "setBy", "update", "updated"), _AT_A_KEY),
    **dict.fromkeys(("binom", "binomial", "comb", "nCr"), _CHOICES),
    "disjoint": _DISJOINT,
    "xor": _ONE_OF_TWO,
    "sorted": "`sort(t)` of a tuple and `ascending(S)` of a set come with `uses sequences`",
    "argmax": "the best element is `x where x in S & all y in S. f(y) <= f(x)`",
    "argmin": "the best element is `x where x in S & all y in S. f(x) <= f(y)`",
    **dict.fromkeys(
        ("fold", "foldl", "foldr", "reduce"), "a sum is `Sum[x in S] f(x)`; others are defined by recursion"
    ),
    **dict.fromkeys(_TEMPORAL, _IN_TIME),
    "tuples": "the pairs of elements are `A * B`",
    **dict.fromkeys(("keys", "dom", "domain"), _KEYS),
    **dict.fromkeys(("values", "ran", "codomain"), "the values of a map are `{v | k |-> v in f}`"),
    "pow": "a power is written `a ^ b`",
    "div": "whole division is `floor(a / b)`",
    "even": "that a number is even is `x mod 2 = 0`",
    "odd": "that a number is odd is `x mod 2 = 1`",
    "True": "write `true`",
    "False": "write `false`",
    "lambda": "a function needs a definition and a name: `f(x) := …`",
}

IN_DOCUMENTS: Final[Mapping[str, Set[str]]] = {
    "sequences": {
        "places", "elements", "min", "max", "range", "reverse", "sort", "merge", "isSorted", "ascending",
        "count",
    },
    "strings": {
        "stringsOf", "stringsUpTo", "isPrefix", "isSuffix", "occursAt", "occursIn", "isPalindrome", "hamming",
    },
    "graphs": {
        "vertices", "successors", "predecessors", "undirected", "reachable", "reaches", "connected",
        "acyclic", "shortestPaths", "grownPaths", "ends", "distance", "farther",
    },
    "counting": {"factorial", "permutations", "choose", "subsetsOf", "arrangements", "maps"},
    "probability": {
        "uniform", "certain", "isDistribution", "probability", "given", "expectation", "variance", "joint",
        "total",
    },
    "impartial": {"mex", "nimSum", "nimTotal"},
}  # fmt: skip
"""The definitions of the shipped documents that are no games."""


def defined_elsewhere(name: str, *, is_applied: bool) -> str:
    """The hint for a name of another language, or of a document that is not used; else empty."""
    for document, names in IN_DOCUMENTS.items():
        if name in names and name not in _FOREIGN_NAMES:
            return f"the line `uses {document}` in a region brings its definition"
    hint = _FOREIGN_NAMES.get(name, "")
    return "" if hint == _INFINITE and is_applied else hint


def replaced(words: Sequence[Token], place: int) -> tuple[int, int, str] | None:
    """The word or sign of another language in that place or before it, and its translation."""
    if ends_definition(words, place):
        return words[place].start_pos, words[place].end_pos, ""
    if is_element(words, place):
        return words[place].start_pos, words[place].end_pos, f"[{words[place][1:]}]"
    if "IN" in (word.type for word in words[place : place + 2]) and command_at(words, place) is None:
        return None  # `x not in S` is turned round
    if separates_clauses(words, place):
        return words[place].start_pos, words[place].end_pos, ";"
    if (command := command_at(words, place)) is not None:
        return words[command].start_pos, words[command + 1].end_pos, _COMMANDS[words[command + 1]]
    for at in (place, place - 1):
        if 0 <= at < len(words) and words[at].type == "NAME" and str(words[at]) in REPLACEMENTS:
            return words[at].start_pos, words[at].end_pos, REPLACEMENTS[str(words[at])]
    if (sign := sign_at(words, place)) is None or is_pair(words, sign):  # of pairs there are several
        return None
    if words[sign] == "-" and is_in_term(words[:sign]):  # maps may be meant
        return None
    written = REPLACEMENTS.get(f"{words[sign]}{words[sign + 1]}")
    return None if written is None else (words[sign].start_pos, words[sign + 1].end_pos, written)


def sign_at(words: Sequence[Token], place: int) -> int | None:
    """The place where a sign of another language begins, at or just before a place: it was read as two."""
    for at in (place - 1, place):
        first, second = words[at : at + 2] if 0 <= at < len(words) - 1 else ("", "")
        if f"{first}{second}" in _SIGNS and words[at].end_pos == words[at + 1].start_pos:
            return at
    return None


def is_pair(words: Sequence[Token], place: int) -> bool:
    """Whether the arrow in that place stands between a key and its value."""
    innermost = Brackets.behind(words[:place]).opened[-1:]
    is_in_map = any(each.kind in ("LBRACE", "LSQB") and not each.is_condition for each in innermost)
    return is_in_map and words[place] == "-"


def is_in_term(words: Sequence[Token]) -> bool:
    """Whether the words begin a definition with `:=` or a declaration, and are in no brackets."""
    kinds = [word.type for word in words]
    begins = "DEFINE" in kinds or kinds[:1] == ["VARIABLE"]
    return begins and not Brackets.behind(words).opened


def command_at(words: Sequence[Token], place: int) -> int | None:
    """The place where a command of LaTeX begins, at or shortly before a place: it was read as a
    difference."""
    for at in (place, place - 1, place - 2):
        two = words[at : at + 2] if at >= 0 else ()
        if len(two) == 2 and two[0] == "\\" and two[1] in _COMMANDS and two[0].end_pos == two[1].start_pos:
            return at
    return None


def ends_definition(words: Sequence[Token], place: int) -> bool:
    """Whether the comma or semicolon in that place ends a definition, as in other languages."""
    return words[place].type in ("COMMA", "SEMICOLON") and 0 < place == len(words) - 1


def is_element(words: Sequence[Token], place: int) -> bool:
    """Whether ``.1`` in that place takes an element of the operand before it, as in other languages."""
    word, before = words[place], words[place - 1] if place else None
    touches = before is not None and before.end_pos == word.start_pos and before.type in ENDS_OPERAND
    return touches and word.type == "NUMERAL" and word.startswith(".")


def separates_clauses(words: Sequence[Token], place: int) -> bool:
    """Whether the comma in that place stands between clauses: the condition of one is before it."""
    if words[place].type != "COMMA":
        return False
    depth = 0
    for word in reversed(words[:place]):
        depth += (word.type in CLOSING) - (word.type in BRACKETS)
        if depth < 0:
            return False
        if depth == 0 and word.type in ("IF", "COMMA", "SEMICOLON"):
            return word.type == "IF"
    return False


def blamed(words: Sequence[Token], place: int) -> tuple[int, int]:
    """The first and the last word of the mistake that was found in a place.

    A word of another language may have been read as a name, and a sign of two as one that exists.
    """
    word, before = words[place], words[place - 1] if place else None
    if (command := command_at(words, place)) is not None:
        return command, command + 1
    if before is not None and before.type == "NAME" and str(before) in _WORDS and str(word) not in _WORDS:
        return place - 1, place - 1
    if (sign := sign_at(words, place)) is not None:
        return sign, sign + 1
    return place, place


def hint_for_words(words: Sequence[Token], place: int) -> str:
    """The hint for the word or sign in that place or before it; empty if the intention is not known."""
    word, before = words[place], words[place - 1] if place else None
    if (command := command_at(words, place)) is not None:
        name = words[command + 1]
        return f"in a region `\\{name}` is written `{_COMMANDS[name]}`; LaTeX stands in displays, `$$ … $$`"
    if word.type == "ARROW":
        return "a signature has one arrow, after the kinds of all parameters: `f : K * L -> M`"
    if ends_definition(words, place):
        return f"a definition ends where the next one begins: remove the `{word}`"
    if is_element(words, place):
        return f"an element of a tuple is written `t[{word[1:]}]`"
    if separates_clauses(words, place) or word.type == "OTHERWISE":
        return "clauses are separated by semicolons: `a if p; b if q; c otherwise`"
    if before is not None and before.type in BIG:
        return f"names and sets stand in brackets: `{before}[x in S] f(x)`"
    for first, second in pairwise(words[max(place - 1, 0) : place + 2]):
        if (phrase := _PHRASES.get((str(first), str(second)))) is not None:
            return phrase
    for candidate in (word, before):
        if candidate is not None and candidate.type == "NAME" and str(candidate) in _WORDS:
            return _WORDS[str(candidate)]
    for at in (place, place - 1):
        if begins_line(words, at) and str(words[at]) in _HEADS:
            return _HEADS[str(words[at])]
    if (sign := sign_at(words, place)) is not None:
        return _MAP if is_pair(words, sign) else _SIGNS[f"{words[sign]}{words[sign + 1]}"]
    inside = takewhile(lambda each: each != "]", words[place:]) if word == "[" else ()
    if any(one == "-" and two == ">" for one, two in pairwise(inside)):
        return _MAPS
    if (largest := of_largest(words, place)) is not None:
        return f"`{largest}` takes a set, `{largest}({{f(x) | x in S}})`, and comes with `uses sequences`"
    if place and begins_line(words, place) and (hint := names_hint(words[place:])):
        return hint
    if (hint := open_head_hint(words[:place])) and word.type in DEFINING:
        return hint
    if word == "\\" and (before is None or before.type in DEFINING):
        return "a function has a name and parameters: `f(x) := …`"
    if is_in_head(words, place) and word.type not in DEFINING:
        return f"a parameter is a name, `{words[0]}(x)`, or a tuple of names, `{words[0]}((x, y))`"
    found = head_hint(words, place) or relation_hint(words, place) or operand_hint(words, place)
    return found or ("a union of sets is `A U B`" if word == "|" else "")


def begins_line(words: Sequence[Token], place: int) -> bool:
    """Whether the word in that place is the first of its line."""
    return place == 0 or (place > 0 and words[place - 1].line != words[place].line)


def head_without_dot(words: Sequence[Token]) -> Token | None:
    """The last quantifier of some words, if it has no dot yet."""
    found = next((word for word in reversed(words) if word.type in (*QUANTIFIERS, "DOT")), None)
    return found if found is not None and found.type != "DOT" else None


def operand_hint(words: Sequence[Token], place: int) -> str:
    """The hint on a missing part between two operands on one line, such as the parentheses of an argument."""
    word, before = words[place], words[place - 1] if place else None
    if before is not None and before.type == "STRING" and before.end_pos == word.start_pos:
        return "a string ends at its second quotation mark and cannot contain one; it may contain `'`"
    if (
        before is None
        or word.type not in ("NAME", "NUMERAL", "LBRACE", "LPAR")
        or head_without_dot(words[:place])
    ):
        return ""
    behind = words[place + 1 : place + 2]
    if (
        word in ("x", "X")
        and behind
        and behind[0].type in ("NAME", "LBRACE")
        and behind[0].line == before.line
    ):
        return "a product of sets is written `A * B`"
    if before.type in ("NUMERAL", "RPAR") and word.type == "LPAR":
        return f"a product is written `{before if before.type == 'NUMERAL' else '(…)'} * (…)`"
    if word == "v" and place + 1 < len(words) and before.line == word.line == words[place + 1].line:
        return "*or* is written with a capital letter, `V`"
    if before.type == "NAME" and word.type != "LPAR" and before.line == word.line:
        if phrase := _PHRASES.get(("is", str(word))):
            return phrase
        argument = f"an argument stands in parentheses: `{before}({'…' if word.type == 'LBRACE' else word})`"
        return argument if word.type != "NAME" else f"{argument}; a product is written `{before} * {word}`"
    if before.type == "NUMERAL" and word[:1] in "eE" and word[1:].isdigit():
        return f"a number is written with all its digits, or with a power: `{before} * 10^{word[1:]}`"
    is_factor = before.end_pos == word.start_pos or (len(word) == 1 and before.line == word.line)
    if before.type == "NUMERAL" and word.type == "NAME" and is_factor:
        return f"a product is written `{before} * {word}`"
    return ""


def is_in_head(words: Sequence[Token], place: int) -> bool:
    """Whether that place is a parameter of a definition, or just behind the last one."""
    before = [word.type for word in words[:place]]
    is_there = bool(Brackets.behind(words[:place]).opened) or before[-1:] == ["RPAR"]
    return is_there and before[:2] == ["NAME", "LPAR"] and not DEFINING.intersection(before)


def of_largest(words: Sequence[Token], place: int) -> str | None:
    """``max`` or ``min`` shortly before that place, without a set in parentheses after it."""
    for at in range(max(place - 4, 0), place):
        first, second, *rest = words[at : at + 3]
        names = second.type == "NAME" and rest and rest[0].type == "IN"
        if str(first) in ("max", "min") and (names or str(second) == "["):
            return str(first)
    return None


def names_hint(words: Sequence[Token]) -> str:
    """The hint on names alone on a line: in ``a, b := t`` and in ``f x := t`` a definition begins with the
    last one."""
    kinds = [word.type for word in words]
    if len(kinds) > 1 and kinds == ["NAME", "COMMA"] * (len(kinds) // 2):
        return "names for the parts of a tuple stand in parentheses: `(a, b) := t`"
    if set(kinds) != {"NAME"} or words[0].line != words[-1].line:
        return ""
    head = f"{words[0]}({', '.join([*words[1:], '…'])})"
    return f"a definition is `{words[0]} := …`, with parameters in parentheses `{head} := …`"


def open_head_hint(words: Sequence[Token]) -> str:
    """The hint on a head that ends with an open parenthesis."""
    depth = sum((word.type == "LPAR") - (word.type == "RPAR") for word in words)
    if depth <= 0 or not is_in_head(words, len(words)):
        return ""
    return f"{'a parenthesis' if depth == 1 else f'{depth} parentheses'} behind `{words[0]}` must be closed"


def index_hint(words: Sequence[Token]) -> str:
    """The hint on a head with an index or exponent, whose bracket closes just before the sign: ``F[n] := …``,
    in LaTeX ``F_n``."""
    kinds = [word.type for word in words]
    if kinds[:1] == ["LSQB"] or kinds[:2] == ["NAME", "POWER"]:
        return "a definition begins with a name of letters and digits, such as `inverse(x) := …`"
    if kinds[:2] != ["NAME", "LSQB"] or "RSQB" in kinds[:-1]:
        return ""
    index = " ".join(words[2:]).replace(" ,", ",").removesuffix(" ]")
    if kinds[-1] == "RSQB":
        return f"a function has all its parameters in parentheses: `{words[0]}({index}, x) := …`"
    if index.isdigit():
        return (
            f"a function says its first values in clauses: `{words[0]}(n) := … if n = {index}; … otherwise`"
        )
    return f"an index is an element of a tuple; a function has parameters: `{words[0]}({index}) := …`"


def method_hint(words: Sequence[Token], place: int) -> str:
    """The hint for a dot before a name: ``S.map(f)`` of another language, or a part of a record."""
    before, after = words[place - 1] if place else None, words[place + 1] if place + 1 < len(words) else None
    if hint := _FOREIGN_NAMES.get(str(after), "") or _WORDS.get(str(after), ""):
        return hint
    if before is None or after is None or after.type != "NAME":
        return ""
    if (before.end_pos, after.start_pos) != (words[place].start_pos, words[place].end_pos):
        return ""
    whole = "…" if before.type in CLOSING else before
    return f"an element of a tuple is `t[2]`; a part of a record, which is a map, is `` {whole}[`{after}] ``"


def relation_hint(words: Sequence[Token], place: int) -> str:
    """The hint on a definition that seems to begin a line in that place, with `if` instead of `iff`."""
    if words[place].type != "NAME" or not begins_line(words, place):
        return ""
    after = behind_head(words, place)
    if after < len(words) and words[after].type == "IF":
        head = f"{words[place]}(…)" if after > place + 1 else str(words[place])
        return f"a relation is defined with `iff`, with two f: `{head} iff …`"
    return ""


def behind_head(words: Sequence[Token], place: int) -> int:
    """The place after a name and its parameters."""
    if place + 1 < len(words) and words[place + 1].type == "LPAR":
        depth = accumulate((word.type == "LPAR") - (word.type == "RPAR") for word in words[place + 1 :])
        return next((k for k, open in enumerate(depth, place + 1) if not open), len(words)) + 1
    return place + 1


def head_hint(words: Sequence[Token], place: int) -> str:
    """The hint on a definition by `=` that seems to begin in that place."""
    before = words[place - 1] if place else None
    is_beside = before is not None and before.end_pos == words[place].start_pos  # as in `2k = n`
    is_argument = str(before) in ("max", "min")
    if words[place].type != "NAME" or is_beside or is_argument:
        return ""
    after, name = behind_head(words, place), words[place]
    if after < len(words) and words[after].type == "EQUAL":
        head = f"{name}(…)" if after > place + 1 else str(name)
        return f"a definition is written with `:=`, as in `{head} := …`, a relation with `iff`"
    return ""
