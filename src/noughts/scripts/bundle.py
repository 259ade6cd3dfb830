"""ES modules joined into one script, which imports nothing.

    // b.js                                 const m0=(()=>{
    export const two = 1 + 1;               const a=1+1;
    // a.js                         →       return[a];})();
    import { two } from "./b.js";           const m1=((a)=>{
    console.log(two);                       console.log(a);return[];})(m0[0]);

Every module becomes a function that runs once, behind all that it imports: it takes what it imports, and
gives what others take of it; what nobody uses is left out.  So a name means the same as in a browser that
loads the modules, but for two things that are refused: modules that import each other in a circle, and
exported variables that change.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from posixpath import normpath

from noughts.scripts.es_module import EsModule, Import, es_module
from noughts.scripts.short_names import renamed
from noughts.scripts.tokens import BadScript, Token, tokens, without_gaps
from noughts.scripts.unused import Used, used_of


def bundled(modules: Mapping[str, str], entry: str, *, as_written: Collection[str] = ()) -> str:
    """One script of the module of path `entry` and all that it imports, shortened but for some of them.

    It is a block, so that a page may run several.
    """
    order: dict[str, EsModule] = {}
    add_module(modules, normpath(entry), order, ())
    used = used_of(order)
    number = {path: f"m{k}" for k, path in enumerate(order)}
    written = "".join(
        f"const {number[path]}=({function_of(part, is_short=path not in as_written)})"
        f"({','.join(argument(each, used[each.path], number[each.path]) for each in part.imports)});"
        for path, part in used.items()
    )
    return f'"use strict";{{{written}}}'


def add_module(
    modules: Mapping[str, str], path: str, order: dict[str, EsModule], waiting: tuple[str, ...]
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
    module = es_module(path, modules[path])
    for imported in module.imported:
        add_module(modules, imported, order, (*waiting, path))
    order[path] = module


def argument(imported: Import, source: Used, given: str) -> str:
    """What a module takes from another one, whose exports are `given`."""
    names = [name for name, _ in source.exports]
    if imported.name is None:
        return f"{{{','.join(f'{name}:{given}[{k}]' for k, name in enumerate(names))}}}"
    return f"{given}[{names.index(imported.name)}]"


@lru_cache(maxsize=2048)  # most pages use the same of most modules
def function_of(part: Used, *, is_short: bool = True) -> str:
    """A module, or what is used of it, as a function of its imports that gives a list of its exports."""
    script = function_tokens(part)
    return renamed(list(without_gaps(script))) if is_short else "".join(each.text for each in script)


def function_tokens(part: Used) -> Sequence[Token]:
    """The tokens of that function."""
    parameters = ", ".join(imported.own for imported in part.imports)
    results = ", ".join(own for _, own in part.exports)
    inner = [token for statement in part.statements for token in statement.tokens]
    return [*tokens(f"({parameters}) => {{"), *inner, *tokens(f"\nreturn [{results}];}}")]
