"""A module taken apart: what it imports and exports, and the statements it consists of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from posixpath import join, normpath
from typing import Final

from noughts.scripts.short_names import GLOBALS, variables
from noughts.scripts.tokens import BadScript, Token, template_parts, tokens

_IMPORT: Final = re.compile(
    r"import (?:(?P<default>[\w$]+)|\* as (?P<all>[\w$]+)|\{(?P<names>[^}]*)\})"
    r" from (?P<module>[\"'][^\"']+[\"'])"
)
_EXPORT: Final = re.compile(
    r"export (?P<default>default )?(?P<declared>(?:async )?function\*?|class|const)(?= ) (?P<name>[\w$]+)"
)
_EXPORTED: Final = re.compile(r"export \{(?P<names>[^}]*)\}(?: from (?P<module>[\"'][^\"']+[\"']))?")
_VALUE: Final = re.compile(r"export default (?!function|class|async)")
_RENAMED: Final = re.compile(r"([\w$]+)(?: as ([\w$]+))?")
_DECLARED: Final = re.compile(
    r"\s*(?:(?:async )?function\*? ?(?P<function>[\w$]+)|class (?P<class>[\w$]+)|const (?P<const>[\w$]+) ?=)"
)
_BLOCKS: Final = frozenset(["async", "class", "for", "function", "if", "try", "while", "{"])
"""With which a statement begins that ends with a brace."""
_MAKERS: Final = frozenset(["Array", "BigInt", "Map", "Number", "Set", "String", "Symbol", "WeakMap"])
"""What browsers have that does nothing but make a value."""
_EFFECTS: Final = frozenset(["await", "++", "--", "delete", "import", "throw"])
_DEPTHS: Final[Mapping[str, int]] = {"{": 1, "(": 1, "[": 1, "}": -1, ")": -1, "]": -1}


@dataclass(frozen=True, slots=True)
class Import:
    """A name that another module exports, or all of them as an object, under a name of its own."""

    own: str
    path: str
    name: str | None


@dataclass(frozen=True, eq=False)
class Statement:
    """A statement of a module, outside of any brackets, and the name it declares.

    Without a name it has effects: it stays whether or not anybody uses what it declares.
    """

    tokens: tuple[Token, ...]
    declares: str | None

    @cached_property
    def uses(self) -> frozenset[str]:
        """The names of all variables in it, its own ones too."""
        return frozenset(variables(self.tokens))

    def members(self, name: str) -> frozenset[str] | None:
        """Which properties of a variable it asks for; ``None`` if it does more with it."""
        said = [each.text for each in in_templates_too(self.tokens) if each.kind not in ("space", "comment")]
        places = [at for at, text in enumerate(said) if text == name and said[at - 1 : at] != ["."]]
        if any(said[at + 1 : at + 2] != ["."] for at in places):
            return None
        return frozenset(said[at + 2] for at in places)


@dataclass(frozen=True, eq=False)
class EsModule:
    """A module: its statements without the words ``import … from …`` and ``export``.

    Imports are by their own names, exports lead to the names in the module.
    """

    path: str
    imports: Mapping[str, Import]
    exports: Mapping[str, str]
    statements: tuple[Statement, ...]

    @cached_property
    def declaring(self) -> Mapping[str, Statement]:
        """The statements by the names they declare."""
        return {each.declares: each for each in self.statements if each.declares is not None}

    @property
    def imported(self) -> list[str]:
        """The paths of the modules that it imports from, in their order."""
        return list(dict.fromkeys(each.path for each in self.imports.values()))


@lru_cache(maxsize=1024)  # all pages have nearly all of their modules in common
def es_module(path: str, text: str) -> EsModule:
    """The module of a path."""
    imports: list[Import] = []
    exports: dict[str, str] = {}
    script: list[Token] = []
    depth, found = 0, tokens(text)
    at = 0
    while at < len(found):
        token = found[at]
        depth += _DEPTHS.get(token.text, 0)
        if depth == 0 and token.text in ("import", "export") and begins_statement(found, at):
            at, rest = without_keyword(path, found, at, imports, exports)
            script += tokens(rest)
        else:
            script.append(token)
            at += 1
    return EsModule(path, {each.own: each for each in imports}, exports, tuple(statements(script)))


def statements(script: Sequence[Token]) -> Iterator[Statement]:
    """The statements of a script, each with the blanks before it."""
    start = depth = 0
    first: int | None = None
    for at, token in enumerate(script):
        if token.kind in ("space", "comment"):
            continue
        first = at if first is None else first
        depth += _DEPTHS.get(token.text, 0)
        if depth == 0 and (token.text == ";" or (token.text == "}" and script[first].text in _BLOCKS)):
            yield Statement(tuple(script[start : at + 1]), declared_name(script[first : at + 1]))
            start, first = at + 1, None
    if first is not None:
        yield Statement(tuple(script[start:]), None)


def declared_name(statement: Sequence[Token]) -> str | None:
    """The name that a statement declares without any effects."""
    found = _DECLARED.match(tidy(statement[:6]))
    if found is None:
        return None
    said = [each.text for each in statement if each.kind not in ("space", "comment")]
    if found["const"]:
        return None if has_effects(said[3:-1]) else found["const"]
    return None if found["class"] and "static" in said else found["function"] or found["class"]


def has_effects(made: Sequence[str]) -> bool:
    """Whether to make the value of a constant may do more than that.

    A function that a module defines and calls at its top makes a value; methods may do anything.
    """
    if not_one_value(made):
        return True
    if is_function(made):
        return False
    around = zip(["", *made[:-1]], made, [*made[1:], ""], strict=True)
    return any(
        text in _EFFECTS
        or (after == "(" and (before in (".", "?.") or (text in GLOBALS and text not in _MAKERS)))
        or (before == "new" and text not in _MAKERS)
        for before, text, after in around
    )


def not_one_value(made: Sequence[str]) -> bool:
    """Whether more than one expression stands there: other constants, or statements without semicolons."""
    depth, before = 0, ""
    for text in made:
        depth += _DEPTHS.get(text, 0)
        if depth == 0 and before != "=>" and text in (",", "const", "let", "function", "class"):
            return True
        before = text
    return False


def is_function(made: Sequence[str]) -> bool:
    """Whether an expression is an arrow function."""
    if made[0] != "(":
        return made[1:2] == ["=>"]
    depth = 0
    for at, text in enumerate(made):
        depth += _DEPTHS.get(text, 0)
        if depth == 0:
            return made[at + 1 : at + 2] == ["=>"]
    return False


def begins_statement(found: list[Token], at: int) -> bool:
    """Whether a word stands where a statement begins, and is no property and no call."""
    after = next((token for token in found[at + 1 :] if token.kind != "space"), None)
    if after is None or after.text in ("(", ".", ":", "="):
        return False
    return at == 0 or "\n" in found[at - 1].text or found[at - 1].text in (";", "}")


def without_keyword(
    path: str, found: list[Token], at: int, imports: list[Import], exports: dict[str, str]
) -> tuple[int, str]:
    """The place behind the words ``import … from …`` or ``export``, and what stays of them."""
    ahead = tidy(found[at : at + 400])  # more than any import here: the whole rest would make this quadratic
    if taken := _IMPORT.match(ahead):
        imports.extend(taken_by(taken, imported_path(path, taken["module"])))
        return behind(found, at, taken["module"]), ""
    if given := _EXPORT.match(ahead):
        exports["default" if given["default"] else given["name"]] = given["name"]
        return behind(found, at, "default" if given["default"] else "export"), ""
    if _VALUE.match(ahead):
        exports["default"] = "exported_default"
        return behind(found, at, "default"), "const exported_default ="
    if given := _EXPORTED.match(ahead):
        names = _RENAMED.findall(given["names"])
        if given["module"] is None:
            exports.update({other or own: own for own, other in names})
            return behind(found, at, "}"), ""
        exports.update({other or own: f"exported_{own}" for own, other in names})
        source = imported_path(path, given["module"])
        imports.extend(Import(f"exported_{own}", source, own) for own, _ in names)
        return behind(found, at, given["module"]), ""
    raise BadScript(f"{path}: this import or export is not understood: {ahead[:60]!r}")


def imported_path(path: str, quoted: str) -> str:
    """The path of a module that the one of a path names in quotes."""
    return normpath(join(path, "..", quoted[1:-1]))


def taken_by(found: re.Match[str], path: str) -> list[Import]:
    """What an import takes from the module of a path."""
    if found["all"]:
        return [Import(found["all"], path, None)]
    if found["default"]:
        return [Import(found["default"], path, "default")]
    return [Import(other or own, path, own) for own, other in _RENAMED.findall(found["names"])]


def in_templates_too(found: Iterable[Token]) -> Iterator[Token]:
    """Tokens, with those of the scripts in templates."""
    for token in found:
        if token.kind != "template":
            yield token
            continue
        for part in template_parts(token.text):
            yield from [part] if part.kind == "template" else in_templates_too(tokens(part.text))


def tidy(found: Sequence[Token]) -> str:
    """Tokens as a text without comments, one blank where there is any."""
    text = "".join(" " if token.kind in ("space", "comment") else token.text for token in found)
    return re.sub(r" +", " ", text)


def behind(found: list[Token], at: int, text: str) -> int:
    """The place behind the next token of this text, and behind a semicolon that follows an import."""
    while found[at].text != text:
        at += 1
    return at + (2 if found[at + 1 : at + 2] == [Token("sign", ";")] else 1)
