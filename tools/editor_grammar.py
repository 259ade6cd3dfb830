"""The grammar of documents for tree-sitter (https://tree-sitter.github.io), made from `grammar.lark` and the
table of operators.

    .venv/bin/python tools/editor_grammar.py FOLDER

Neovim, Emacs and Helix find in the folder:

- `src/grammar.json`, `src/parser.c`: the grammar, and the parser that tree-sitter's own command made of it;
- `parser/led.so`: the parser, compiled if there is a C compiler;
- `queries/led/highlights.scm`: the nodes to colour.

A node has the name of its rule or of the alternative, as for the builder of Noughts' own parser.  Formulas of
LaTeX are prose to this grammar.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from noughts.language.grammar import grammar as language
from noughts.language.grammar import lark_of, reduction
from noughts.language.machine_words import BEGINNING
from system_packages import tree_sitter

if TYPE_CHECKING:
    from lark.grammar import Rule as Production

Rule: TypeAlias = dict[str, Any]
"""A rule of tree-sitter, as its `grammar.json` has it."""

CONFLICTS: Final = [
    ["atom_name", "atom_call"],  # after `x := f`, a parenthesis may begin the next head, `(a, b) :=`
    ["relation_members", "atom_name"],  # a comma joins names that share a set, or, if it can, arguments
    ["_disjunction", "disjunction_disjunction"],  # after a sentence, V is *or* or a head
    ["disjunction_disjunction", "_disjunction_star_4"],
    ["initially_initially", "_head"],  # `initially (x) …` is an item or a head
    ["action_action"],  # so is `action f (x) …`
    ["body_clauses"],  # after the body of an update, `&` and `;` may be between updates
    ["body_clauses", "_body_star_1"],
    ["_conjunction", "conjunction_conjunction"],
    ["conjunction_conjunction", "_conjunction_star_5"],
]
"""Rules of which one word ahead cannot choose: tree-sitter follows both.  It says which ones are missing."""

ABI: Final = "14"
"""The version of parsers that Neovim reads from 0.7 on, and all later editors."""

_NAMED_WORDS: Final = ("NAME", "NUMERAL", "STRING", "ATOM", "PRIMED")
_LOOKAHEAD: Final = re.compile(r"\(\?[!=][^)]*\)")
_ALTERNATIVE: Final = re.compile(r"(?:\\.|[^|\\])+")
_GROUP: Final = re.compile(r"^\((?:\?:)?|(?<!\\)\)$")
_ESCAPED: Final = re.compile(r"\\(\W)")
_SPECIAL: Final = re.compile(r"[\\\[\]()*+?{}.]")
_CLASSES: Final = {r"[^\W\d_¹²³⁰⁴-⁹¼-¾]": r"\p{L}", r"[^\W¹²³⁰⁴-⁹]": r"[\p{L}\p{Nd}\p{Nl}_]"}
"""Classes of characters of `grammar.lark` as tree-sitter can read them."""


def symbol(name: str) -> Rule:
    """A rule by its name."""
    return {"type": "SYMBOL", "name": name}


def text(value: str) -> Rule:
    """A word or a sign."""
    return {"type": "STRING", "value": value}


def pattern(value: str) -> Rule:
    """The words of a regular expression."""
    return {"type": "PATTERN", "value": value}


def seq(*members: Rule) -> Rule:
    """Some rules, one after the other."""
    return members[0] if len(members) == 1 else {"type": "SEQ", "members": list(members)}


def choice(*members: Rule) -> Rule:
    """One of some rules."""
    return members[0] if len(members) == 1 else {"type": "CHOICE", "members": list(members)}


def optional(content: Rule) -> Rule:
    """A rule or nothing."""
    return choice(content, {"type": "BLANK"})


def repeat(content: Rule) -> Rule:
    """A rule any number of times."""
    return {"type": "REPEAT", "content": content}


def listed(content: Rule, sign: str) -> Rule:
    """A rule at least once, with a sign between."""
    return seq(content, repeat(seq(text(sign), content)))


def named(content: Rule, name: str) -> Rule:
    """A rule whose node has another name."""
    return {"type": "ALIAS", "content": content, "named": True, "value": name}


def grammar() -> dict[str, Any]:
    """The grammar of documents."""
    marks = {
        "document": repeat(choice(*map(symbol, ("_prose", "region", "claims", "transcript")))),
        "_prose": {
            "type": "TOKEN",
            "content": {
                "type": "PREC",
                "value": -1,
                "content": choice(*map(pattern, (r"[^/\n]+", "/", r"[^/\n]*\S/\?", r"/\?\S"))),
            },
        },
        "region": seq(text("/$"), repeat(symbol("_element")), text("$/")),
        "_element": choice(
            *map(symbol, ("_definition", "_parts", "_signature", "_variables", "_initially", "_transition")),
            *map(symbol, ("_game", "uses")),
        ),
        "uses": seq(text("uses"), listed(choice(symbol("name"), symbol("string")), ",")),
        "_transition": seq(symbol("_action"), optional(seq(text(":"), repeat(symbol("_updating"))))),
        "_updating": seq(symbol("_update"), optional(choice(*map(text, (",", "&", ";"))))),
        "claims": seq(
            text("/?"), optional(seq(listed(symbol("_claim"), ";"), optional(text(";")))), text("?/")
        ),
        "transcript": seq(symbol("_prompt"), symbol("_expression"), text(")"), optional(symbol("string"))),
        "_prompt": pattern(r"cmd:>[ \t]*pp[ \t]*\("),
    }
    return {
        "name": "led",
        "word": "name",
        "rules": marks | rules(),
        "extras": [pattern(r"[\s\p{Z}\x1c-\x1f\x85]")],
        "conflicts": CONFLICTS,
        "precedences": [],
        "externals": [],
        "inline": [],
        "supertypes": [],
    }


def rules() -> dict[str, Rule]:
    """The rules of `grammar.lark`, with a hidden rule for what it calls by its own name."""
    lark = lark_of(language())
    words = {each.name: terminal(each.pattern.to_regexp()) for each in lark.terminals}
    words["ARROW"] = choice(words["ARROW"], text("->"), words["IMPLIES"])
    words |= {"SHARING": text(","), "WHEN": text("when"), "FOR_ANY": pattern(r"for\s+any")}
    for kind in set(BEGINNING.values()):
        words[kind] = choice(*(text(word) for word, begins in BEGINNING.items() if begins == kind))
    parts = words | {kind: symbol(kind.lower()) for kind in _NAMED_WORDS}
    productions: dict[str, list[Production]] = {}
    for each in lark.rules:
        productions.setdefault(str(each.origin.name), []).append(each)
    for sign in [each for each in productions if each.endswith("_sign")]:  # or its words would have no nodes
        parts[sign] = choice(*(parts[each.expansion[0].name] for each in productions.pop(sign)))
    made = {kind.lower(): words[kind] for kind in _NAMED_WORDS}
    for origin, alternatives in productions.items():
        made |= nodes(origin, alternatives, parts)
    made["relation_members"] = {"type": "PREC_DYNAMIC", "value": -1, "content": made["relation_members"]}
    heads = (named(text(word), "name") for word in ("V", "uses", *BEGINNING))
    return {**made, "_head": choice(symbol("name"), *heads)}


def terminal(regexp: str) -> Rule:
    """A terminal of the grammar as words and signs, or as a pattern.

    Lookahead is left out: tree-sitter knows which words may follow, and ends a word of letters where a name
    would end.
    """
    regexp = _LOOKAHEAD.sub("", regexp)
    signs = [_GROUP.sub("", each) for each in _ALTERNATIVE.findall(regexp)]
    if not any(_SPECIAL.search(_ESCAPED.sub("", each)) for each in signs):
        return choice(*(text(_ESCAPED.sub(r"\1", each)) for each in signs))
    for ours, theirs in _CLASSES.items():
        regexp = regexp.replace(ours, theirs)
    return pattern(regexp)


def nodes(origin: str, alternatives: Sequence[Production], parts: Mapping[str, Rule]) -> dict[str, Rule]:
    """A rule of the grammar: one rule for each name of a node, and a hidden one, their choice."""
    ways: dict[str, list[Rule]] = {}
    for each in alternatives:
        body = [parts.get(str(part.name)) or symbol(hidden(part.name)) for part in each.expansion]
        if origin in ("definition", "signature"):
            body[0] = symbol("_head")
        action = reduction(each)
        ways.setdefault("" if action.passes or action.is_list else action.method, []).append(seq(*body))
    own = {name: f"{origin}_{name}" for name in ways if name}
    whole = [*ways.get("", ()), *(named(symbol(rule), name) for name, rule in own.items())]
    return {hidden(origin): choice(*whole), **{rule: choice(*ways[name]) for name, rule in own.items()}}


def hidden(origin: str) -> str:
    """The name of a rule that makes no node."""
    return "_" + str(origin).lstrip("_")


def highlights(described: Mapping[str, Any]) -> str:
    """What to colour, and how: words of letters are keywords, other signs between words are operators."""
    signs = sorted(set(literals(described["rules"])) - {"true", "false", "ledGame"})  # nodes with a name
    brackets = [sign for sign in signs if sign in "()[]{}⌊⌋⌈⌉"]
    delimiters = [sign for sign in signs if sign in (",", ";", ".", ":")]
    marks = [sign for sign in signs if sign in ("/$", "$/", "/?", "?/")]
    words = [sign for sign in signs if sign.isalpha() and sign.isascii()]
    operators = [sign for sign in signs if sign not in {*brackets, *delimiters, *marks, *words}]
    groups = {
        "punctuation.bracket": brackets,
        "punctuation.delimiter": delimiters,
        "punctuation.special": marks,
        "keyword": words,
        "operator": operators,
    }
    lines = [
        *("(numeral) @number", "(string) @string", "(atom) @constant", "[(true) (false)] @boolean"),
        "(game) @keyword",
        *("(call . (name) @function.call)", "(definition . (name) @function)"),
        "(name_pattern (name) @variable.parameter)",
        *(f"[{' '.join(json.dumps(each, ensure_ascii=False) for each in group)}] @{name}"
          for name, group in groups.items()),
    ]  # fmt: skip
    return "".join(f"{line}\n" for line in lines)


def literals(rule: Any) -> Iterator[str]:
    """The words and signs in a rule."""
    if isinstance(rule, dict):
        if rule.get("type") == "STRING":
            yield rule["value"]
        rule = [*rule.values()]
    if isinstance(rule, list):
        for part in rule:
            yield from literals(part)


def make(folder: Path) -> None:
    """Write the folder; tree-sitter's own errors go to the terminal."""
    program = tree_sitter()
    if program is None:
        sys.exit("tree-sitter's command is missing: install the package tree-sitter-cli")
    described = grammar()
    for name in ("parser", "queries/led"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / "queries/led/highlights.scm").write_text(highlights(described), "utf-8")
    with TemporaryDirectory() as made:  # where it also writes bindings, and samples of other files
        source = Path(made, "src")
        source.mkdir()
        (source / "grammar.json").write_text(json.dumps(described, ensure_ascii=False, indent=1), "utf-8")
        subprocess.run([program, "generate", "--abi", ABI, "src/grammar.json"], cwd=made, check=True)
        shutil.copytree(source, folder / "src", dirs_exist_ok=True)
    if compiler := shutil.which("cc"):
        options = ["-O2", "-shared", "-fPIC", "-I", "src", "-o", "parser/led.so"]
        subprocess.run([compiler, *options, "src/parser.c"], cwd=folder, check=True)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    make(Path(sys.argv[1]))
