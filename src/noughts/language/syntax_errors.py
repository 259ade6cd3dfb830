"""Helpful messages for syntax errors."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

from noughts.language.builtins import OPERATOR_WORDS, OPERATORS
from noughts.language.foreign import (
    COUNTING,
    FIRST_VALUES,
    FOREIGN_CHARACTERS,
    QUANTIFIERS,
    REPLACEMENTS,
    blamed,
    head_without_dot,
    hint_for_words,
    method_hint,
    replaced,
)
from noughts.language.lookalikes import foreign_letters, in_latin
from noughts.language.reduce import Unexpected
from noughts.language.tokens import BRACKETS, CLOSING, DEFINING, ENDS_OPERAND, Brackets, Token
from noughts.text.diagnostic import Diagnostic, Note
from noughts.text.source import Source, Span

# What may stand behind a name that is new.
_BEHIND_NAMES = DEFINING | {"IN", "SUBSET", "COMMA", "RPAR"}

# The most unreadable characters in a row that are shown; the others are left out.
_MOST_SHOWN = 20

# Names behind a word that counts, in front of their set.
_COUNTED = re.compile(rf"\b({'|'.join(COUNTING)})\s+\w+\s*\Z")

# A brace that opens a group, and no argument of a command.
_GROUPING = re.compile(r"(?:^|[\s=(,])\{")
_OF_THEIR_OWN = "clauses within a term stand in parentheses of their own: `(a if p; b otherwise)`"
_LAST_CLAUSE = "the last clause is `term otherwise`"
_WHERE_OF_ONE = "the `where` of one clause stands with it in parentheses: `(k where …)`"
_ONE_WHERE = "all equations stand behind one `where`, joined with `&`: `where x = … & y = …`"
_IFF_AGAIN = "that both hold or neither does is `p <=> q`; `iff` stands once, behind what is defined"
_IFF_IN_WHERE = "`where` names values by equations; a relation has a definition of its own"
# An `iff` later on the same line.
_ANOTHER_IFF = re.compile(r"[^\n]*?\biff\b")
# Words that are no names.
_RESERVED = {
    *("V", *OPERATOR_WORDS),
    *("if", "iff", "where", "some", "all", "otherwise", "true", "false"),
}
_HEAD = "a quantifier names an element, a set and, behind a dot, a sentence: `{} x in S. …`"
# What the operators of sets make of two sets.
_OF_SETS = {"U": "union", "sec": "intersection"}
# The terminals of operators, some of which are spelt as words.
_OPERATORS = {"OR", *(row.terminal for row in OPERATORS.values())}


def explain_characters(source: Source, start: int, end: int) -> Diagnostic:
    """The error of adjacent characters that begin no word."""
    first = source.text[start]
    characters = source.text[start : min(end, start + _MOST_SHOWN)]
    shown = "".join(c if c.isprintable() else f"\\u{{{ord(c):04X}}}" for c in characters)
    if end - start > _MOST_SHOWN:
        shown += "…"
    verb = "means" if end - start == 1 or set(characters) == {"."} else "mean"
    before = source.text[source.text.rfind("\n", 0, start) + 1 : start]
    help = FOREIGN_CHARACTERS.get(first, "remove it, or move prose out of the region")
    if first == "\\" and characters.endswith("dots"):
        help = "a sum is `\\sum_{i = 1}^{n} i`, a range `\\{m, \\dots, n\\}`"
    if source.text[start - 1 : start + 1] == "/?" or source.text[start : start + 2] == "?/":
        help = "claims have a region of their own, `/? … ?/`: end this one before it with `$/`"
    if first == "!" and source.text[start + 1 : start + 2] != "=" and ends_term(before):
        help = "a factorial is `Prod[i in {1..n}] i`"
        if before.endswith(("exists", "some", "E")):
            help = COUNTING["one"]
    if first == "!" and source.text.startswith("in ", start + 1):
        help = "`x !in S` is written `~(x in S)`"
    if first == "#" and before.rstrip()[-1:].isalnum():
        help = f"not equal is `/=`; {help}"
    if first == ":" and (counting := _COUNTED.search(before)):
        help = COUNTING[counting[1]]
    written = next((sign for sign in (source.text[start : start + 2], first) if sign in REPLACEMENTS), "")
    fix = ((Span(source, start, start + len(written)), REPLACEMENTS[written]),) if written else ()
    return Diagnostic("E104", f"`{shown}` {verb} nothing here", Span(source, start, end), help, fix=fix)


def ends_term(before: str) -> bool:
    """Whether a term may end here."""
    return before[-1:].isalnum() or before[-1:] in (")", "|")


def explain_token(source: Source, words: Sequence[Token], error: Unexpected) -> Diagnostic:
    """The error of a misplaced word."""
    at_end = error.token.type == "$END"
    place = len(words) if at_end else next(i for i, word in enumerate(words) if word is error.token)
    opened = open_brackets(words[:place])
    last = words[-1]
    span = (
        Span(source, last.start_pos, last.end_pos)
        if at_end
        else Span(source, error.token.start_pos, error.token.end_pos)
    )
    if opened and (at_end or error.token.type in CLOSING):
        found_there = unclosed(source, opened[-1], span, None if at_end else error.token)
        if not at_end and words[place - 1].type == "COMMA":
            comma = Span(source, words[place - 1].start_pos, words[place - 1].end_pos)
            return replace(found_there, help="remove the comma before it", fix=((comma, ""),))
        if is_last_clause(error, words[:place]) and error.token.type == BRACKETS[opened[-1].type]:
            return replace(
                found_there, help=_LAST_CLAUSE, fix=((Span(source, span.start, span.start), " otherwise"),)
            )
        iff = _IFF_AGAIN if at_end and _ANOTHER_IFF.match(source.text, last.end_pos) else ""
        help = no_name(error, words, place) or item_hint(words, place) or iff or found_there.help
        return replace(found_there, help=help)
    if at_end:
        help = item_hint(words, place) or ending_hint(last) or wanted(error) or no_name(error, words, place)
        if last.type != "SEMICOLON" and _ANOTHER_IFF.match(source.text, last.end_pos):
            help = _IFF_IN_WHERE if follows_where(words) else _IFF_AGAIN
        fix = ((span, ""),) if last.type == "SEMICOLON" else ()
        if (head := head_without_dot(words)) is not None:
            help = _HEAD.format(QUANTIFIERS[head.type])
        elif not help and has_open_bar(words):
            help = "a size, or an absolute value, has a bar on both sides: `|a|`"
        elif is_last_clause(error, words) and not help:
            help = _LAST_CLAUSE
            fix = ((Span(source, span.end, span.end), " otherwise"),)
        return Diagnostic("E105", f"something is missing after `{last}`", span, help, fix=fix)
    if error.token.type == "COMMA" and not opened and braced(source, words[: place + 1]):
        help = "in LaTeX the braces of a set are written `\\{` and `\\}`"
        return Diagnostic("E105", "`,` cannot stand here", span, help)
    found, (first, last_blamed) = replaced(words, place), blamed(words, place)
    span = Span(source, words[first].start_pos, words[last_blamed].end_pos)
    return Diagnostic(
        "E105",
        f"`{''.join(words[first : last_blamed + 1])}` cannot stand here",
        span,
        no_name(error, words, place) or hint(words, place) or wanted(error),
        fix=() if found is None else ((Span(source, *found[:2]), found[2]),),
    )


def explain_claim(source: Source, words: Sequence[Token], error: Unexpected) -> Diagnostic:
    """The error of a misplaced word in a claim, perhaps the first of another claim on the next line."""
    found = explain_token(source, words, error)
    if found.fix or error.token.type in (_OPERATORS | DEFINING):  # a word of another language, or a sign
        return found
    for before, word in pairwise(words):
        if word is error.token and before.type in ENDS_OPERAND and before.line != word.line:
            end = Span(source, before.end_pos, before.end_pos)
            return replace(found, help="claims are separated by semicolons: `p; q`", fix=((end, ";"),))
    return found


def no_name(error: Unexpected, words: Sequence[Token], place: int) -> str:
    """The hint for a word of the language that stands where a name does."""
    expected = set(error.expected)
    if place and expected == {"LPAR"} and words[place - 1].isalpha():
        return f"`{words[place - 1]}(x)` is a function of the language; if a name is meant, choose another"
    is_name = "NAME" in expected and ("pattern" in expected or "NUMERAL" not in expected)
    is_used_so = place + 1 < len(words) and words[place + 1].type in _BEHIND_NAMES
    return taken(words[place]) if is_name and is_used_so and words[place].isalpha() else ""


def taken(word: Token) -> str:
    """The hint for a word of the language that is used as a name."""
    return f"`{word}` is a word of the language: choose another name"


def is_last_clause(error: Unexpected, words: Sequence[Token]) -> bool:
    """Whether the words end with the term of a clause, which lacks its condition or `otherwise`."""
    return "OTHERWISE" in error.expected and bool(words) and words[-1].type != "SEMICOLON"


def follows_where(words: Sequence[Token]) -> bool:
    """Whether there is a `where` among the words outside brackets that are closed."""
    depth = 0
    for word in reversed(words):
        depth += (word.type in CLOSING) - (word.type in BRACKETS)
        if depth < 0 or (depth == 0 and word.type == "WHERE"):
            return depth == 0
    return False


def braced(source: Source, words: Sequence[Token]) -> bool:
    """Whether the text between the words has a brace that only groups, and is not that of an argument."""
    gaps = (source.text[(one.end_pos) : (next.start_pos)] for one, next in pairwise(words))
    return any(_GROUPING.search(gap) for gap in gaps)


def open_brackets(words: Sequence[Token]) -> list[Token]:
    """The brackets that are still open after these words."""
    opened: list[Token] = []
    for word in words:
        if word.type in BRACKETS:
            opened.append(word)
        elif opened and word.type == BRACKETS[opened[-1].type]:
            opened.pop()
    return opened


def has_open_bar(words: Sequence[Token]) -> bool:
    """Whether the last of some words are within a bar that is not closed."""
    opened = Brackets.behind(words).opened
    return bool(opened) and opened[-1].kind == "VBAR"


def unclosed(source: Source, bracket: Token, span: Span, found: Token | None) -> Diagnostic:
    """The error of a bracket without its partner."""
    closing = CLOSING[BRACKETS[bracket.type]]
    start = Span(source, bracket.start_pos, bracket.end_pos)
    if found is None:
        return Diagnostic("E105", f"`{bracket}` is opened here and never closed", start, f"add `{closing}`")
    if found.type == BRACKETS[bracket.type]:
        return Diagnostic("E105", f"something is missing before `{found}`", span, "a term is expected here")
    return Diagnostic(
        "E105",
        f"`{found}` cannot close `{bracket}`",
        span,
        f"write `{closing}`",
        (Note(f"`{bracket}` was opened here", start),),
    )


def hint(words: Sequence[Token], place: int) -> str:
    """The hint for a common mistake."""
    word, before = words[place], words[place - 1] if place else None
    if meant := hint_for_words(words, place):
        return meant
    for candidate in (word, before):
        if candidate is not None and candidate.type == "NAME" and in_latin(candidate) in _RESERVED:
            return f"`{in_latin(candidate)}` is written in Latin letters: {foreign_letters(candidate)}"
    if (item := item_hint(words, place)) is not None:
        return item
    if before is not None and word.type == "EQUAL" and before.type == "UNEQUAL":
        return "equality is one `=`; a definition is `:=`"
    if str(word) == "[":
        return "a set is written `{1..9}`, a tuple `(1, 2)`; brackets take an element, as in `t[2]`"
    if str(word) == ".":
        if place > 1 and words[place - 2].type in QUANTIFIERS:
            quantifier = QUANTIFIERS[words[place - 2].type]
            said = "for infinitely many, a claim is `for any a in N. …`"
            if quantifier == "for any":
                said = "of all positions of a game, ask `noughts prove`"
            return f"a quantifier needs a set: `{quantifier} {before} in S. …`; {said}"
        return method_hint(words, place) or (
            "a dot ends the head of a quantifier; the size of a set is `|S|`, an element of a tuple `t[2]`"
        )
    if word.type == "EQUAL" and place == 1:
        return "a definition is written with `:=`, a relation with `iff`"
    if word.type == "RANGE":
        if [each.type for each in words[place - 3 : place - 1]] == ["NAME", "EQUAL"]:
            return f"a name runs through a range in braces: `{words[place - 3]} in {{{words[place - 1]}..n}}`"
        return "a range stands in braces of its own: `{m..n}`, with others `{1, 3} U {m..n}`"
    if (head := head_without_dot(words[:place])) is not None:
        if word.type == "COMMA":
            nested = "`some x in S. (some y in T. …)`"
            return f"a dot stands behind the set, and each set has a quantifier of its own: {nested}"
        return _HEAD.format(QUANTIFIERS[head.type])
    if follows_where(words[:place]) and (word.type == "WHERE" or begins_equation(words, place)):
        return _ONE_WHERE
    if word.type == "WHERE" or (word.type in ("IF", "SEMICOLON") and follows_where(words[:place])):
        return _WHERE_OF_ONE
    if word.type == "COMMA" and before is not None and before.type == "OTHERWISE":
        return _OF_THEIR_OWN
    if shares_set(words, place):
        return f"each name has a set of its own here: `{before} in S & {words[place + 1]} in S`"
    if word.type == "COMMA":
        return "join conditions with `&`; a comma separates terms in `( , )` or `{ , }`"
    if word.type == "SEMICOLON":
        return "every clause is `term if condition`; the last may be `term otherwise`"
    if (
        word.type == "IF"
        and before is not None
        and (before.type in ENDS_OPERAND or before.type == "COMMA")
        and open_brackets(words[:place])
    ):
        return _OF_THEIR_OWN
    if word.type == "IF" and (before is None or before.type not in ("SEMICOLON", "RPAR")):
        return "the condition comes after the term: `a if condition; b otherwise`"
    if word.type == "IFF" and before is not None and before.type in ENDS_OPERAND:
        return _IFF_AGAIN
    if word.type in DEFINING:
        return "it needs a name before it, or a name with parameters such as `f(x, y)`"
    if (joined := _OF_SETS.get(word)) and place + 1 < len(words) and words[place + 1].type == "NAME":
        return f"the {joined} of the sets in `{words[place + 1]}` is `{word}[s in {words[place + 1]}] s`"
    if word.type in _OPERATORS and str(word).isalpha():
        return f"`{word}` is an operator of the language and needs a term on both sides"
    return ""


def begins_equation(words: Sequence[Token], place: int) -> bool:
    """Whether the word in that place is a semicolon before an equation."""
    return [word.type for word in words[place : place + 3]] == ["SEMICOLON", "NAME", "EQUAL"]


def shares_set(words: Sequence[Token], place: int) -> bool:
    """Whether the comma in that place is between names that share a set, as in ``a, b in S``."""
    types = [word.type for word in words[max(place - 1, 0) : place + 4]]
    is_set = place > 1 and words[place - 2].type in _OPERATORS - {"AND", "OR"}  # as in `a in S, b in T`
    return not is_set and types[:3] == ["NAME", "COMMA", "NAME"] and types[3:4] in (["IN"], ["COMMA"])


def ending_hint(last: Token) -> str:
    """The hint for a definition that ends with this word."""
    if last.type == "SEMICOLON":
        return "a clause stands behind each semicolon: if there is none, remove it"
    if last.type == "DEFINE":
        return "a definition has one `:=` and a term behind it; equality is `=`"
    if last.type == "WHERE":
        return "the equations of `where` are written with `=`: `where y = …`"
    if last.type == "INITIALLY":
        return FIRST_VALUES
    return ""


def item_hint(words: Sequence[Token], place: int) -> str | None:
    """The hint with the correct form of an item of a machine."""
    item, rest = words[0].type, words[1:place]
    if item == "VARIABLE" and all(word.type in ("NAME", "COMMA") for word in rest):
        return "a variable has a range: `variable x in S`, or `variable X sub S` for a set"
    if item in ("ACTION", "AUTOMATIC") and place < len(words):
        if words[place].type in ("IF", "WHERE"):
            return "the condition of an action is `when condition`, in front of its colon"
        if words[place].type == "LPAR" and item == "AUTOMATIC":
            return "what happens by itself has no parameters"
        if words[place].type == "RPAR" and rest[-1].type == "LPAR":
            return "an action without parameters has no parentheses"
        is_in_head = all(word.type != "WHEN" for word in rest)
        if is_in_head and words[place].type in ("COMMA", "RPAR") and len(open_brackets(rest)) == 1:
            return "a parameter has a range: `action a(x in S)`"
    if item == "PRIMED" and place == 1:
        return "an update is `x' = term`"
    return None


def wanted(error: Unexpected) -> str:
    """The words that the grammar expects here, in one phrase."""
    expected = error.expected
    if "NUMERAL" in expected:
        return "a term or a proposition is expected here"
    if "NAME" in expected:
        return "a name is expected here"
    if "PLUS" in expected:
        return "an operator or the end of the definition is expected here"
    return ""
