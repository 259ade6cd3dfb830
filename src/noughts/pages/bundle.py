"""ES modules joined into one script, which imports nothing.

    // b.js                                 const m0=(()=>{
    export const two = 1 + 1;               const a=1+1;
    // a.js                         →       return[a];})();
    import { two } from "./b.js";           const m1=((a)=>{
    console.log(two);                       console.log(a);return[];})(m0[0]);

Every module becomes a function that runs once, behind all that it imports: it takes what it imports, and
gives what it exports.  So a name means the same as in a browser that loads the modules, but for two things
that are refused: modules that import each other in a circle, and exported variables that change.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from posixpath import join, normpath
from typing import Final

from noughts.pages.short_names import renamed
from noughts.pages.tokens import BadScript, Token, tokens, without_gaps

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


@dataclass(frozen=True, slots=True)
class Import:
    """What one parameter of a module is: a name that another module exports, or all of them as an object."""

    own: str
    path: str
    name: str | None


@dataclass(frozen=True, slots=True)
class Module:
    """A module as a function of its imports, in their order, which gives a list of what it exports."""

    path: str
    imports: tuple[Import, ...]
    exports: tuple[str, ...]
    function: str


def bundled(modules: Mapping[str, str], entry: str, *, as_written: Collection[str] = ()) -> str:
    """One script of the module of path `entry` and all that it imports, shortened but for some of them.

    It is a block, so that a page may run several.
    """
    order: dict[str, Module] = {}
    add_module(modules, normpath(entry), order, (), as_written)
    written = "".join(written_module(module, order) for module in order.values())
    return f'"use strict";{{{written}}}'


def add_module(
    modules: Mapping[str, str],
    path: str,
    order: dict[str, Module],
    waiting: tuple[str, ...],
    as_written: Collection[str],
) -> None:
    """Put a module behind all that it imports."""
    if path in waiting:
        raise BadScript(f"modules import each other: {' → '.join((*waiting, path))}")
    if path in order:
        return
    if path not in modules:
        raise BadScript(
            f"{waiting[-1] if waiting else 'the page'} imports {path}, and there is no such module"
        )
    module = module_of(path, modules[path], is_short=path not in as_written)
    for imported in module.imports:
        add_module(modules, imported.path, order, (*waiting, path), as_written)
    order[path] = module


def written_module(module: Module, order: Mapping[str, Module]) -> str:
    """A module as a function that is called at once."""
    number = {path: f"m{k}" for k, path in enumerate(order)}
    taken = ",".join(argument(each, order[each.path], number[each.path]) for each in module.imports)
    return f"const {number[module.path]}=({module.function})({taken});"


def argument(imported: Import, module: Module, given: str) -> str:
    """What a module takes from another one, whose exports are `given`."""
    if imported.name is None:
        return f"{{{','.join(f'{name}:{given}[{k}]' for k, name in enumerate(module.exports))}}}"
    if imported.name not in module.exports:
        raise BadScript(f"{module.path} exports no {imported.name}")
    return f"{given}[{module.exports.index(imported.name)}]"


@lru_cache(maxsize=1024)  # all pages have nearly all of their modules in common
def module_of(path: str, text: str, *, is_short: bool = True) -> Module:
    """A module taken apart, with short names or as it is written."""
    imports: list[Import] = []
    exports: dict[str, str] = {}
    script = function_of(path, text, imports, exports)
    function = renamed(list(without_gaps(script))) if is_short else "".join(each.text for each in script)
    return Module(path, tuple(imports), tuple(exports), function)


def function_of(
    path: str, text: str, imports: list[Import] | None = None, exports: dict[str, str] | None = None
) -> list[Token]:
    """The tokens of a module as a function; its imports and exports are noted in the lists."""
    imports, exports = [] if imports is None else imports, {} if exports is None else exports
    script: list[Token] = []
    depth, found = 0, tokens(text)
    at = 0
    while at < len(found):
        token = found[at]
        depth += {"{": 1, "(": 1, "[": 1, "}": -1, ")": -1, "]": -1}.get(token.text, 0)
        if depth == 0 and token.text in ("import", "export") and begins_statement(found, at):
            at, rest = statement(path, found, at, imports, exports)
            script += tokens(rest)
        else:
            script.append(token)
            at += 1
    parameters = ", ".join(imported.own for imported in imports)
    results = ", ".join(exports.values())
    return [*tokens(f"({parameters}) => {{"), *script, *tokens(f"\nreturn [{results}];}}")]


def begins_statement(found: list[Token], at: int) -> bool:
    """Whether a word stands where a statement begins, and is no property and no call."""
    after = next((token for token in found[at + 1 :] if token.kind != "space"), None)
    if after is None or after.text in ("(", ".", ":", "="):
        return False
    return at == 0 or "\n" in found[at - 1].text or found[at - 1].text in (";", "}")


def statement(
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


def tidy(found: list[Token]) -> str:
    """Tokens as a text without comments, one blank where there is any."""
    text = "".join(" " if token.kind in ("space", "comment") else token.text for token in found)
    return re.sub(r" +", " ", text)


def behind(found: list[Token], at: int, text: str) -> int:
    """The place behind the next token of this text, and behind a semicolon that follows an import."""
    while found[at].text != text:
        at += 1
    return at + (2 if found[at + 1 : at + 2] == [Token("sign", ";")] else 1)
