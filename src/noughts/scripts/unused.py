"""What of some modules is used: the rest of them stays away from a page.

    export const two = 1 + 1;           export const two = 1 + 1;
    export const six = 3 * two;     →
    import { two } from "./two.js";     import { two } from "./two.js";
    console.log(two);                   console.log(two);

Statements that do something are used, and so is what declares a name that stands in a used one.  A variable
of a function may have that name by chance: then more stays than must.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from noughts.scripts.es_module import EsModule, Import, Statement
from noughts.scripts.tokens import BadScript


@dataclass(frozen=True)
class Used:
    """What is used of a module: its imports and its statements in order, and the exports that others take,
    each with its name in the module."""

    imports: tuple[Import, ...]
    statements: tuple[Statement, ...]
    exports: tuple[tuple[str, str], ...]


def used_of(modules: Mapping[str, EsModule]) -> Mapping[str, Used]:
    """What is used of modules that import only each other, by their paths."""
    search = _Search(modules)
    for path, module in modules.items():
        for statement in module.statements:
            if statement.declares is None:
                search.use(path, statement)
    return {path: search.found(path) for path in modules}


@dataclass
class _Search:
    """What is known to be used of some modules."""

    modules: Mapping[str, EsModule]
    statements: defaultdict[str, set[Statement]] = field(default_factory=lambda: defaultdict(set))
    imports: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    exports: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def use(self, path: str, first: Statement) -> None:
        """A statement of a module is used, and all that it needs."""
        waiting = [(path, first)]
        while waiting:
            path, statement = waiting.pop()
            if statement in self.statements[path]:
                continue
            self.statements[path].add(statement)
            module = self.modules[path]
            for name in statement.uses:
                if imported := module.imports.get(name):
                    self.imports[path].add(name)
                    waiting += self.taken(imported, statement)
                elif declaring := module.declaring.get(name):
                    waiting.append((path, declaring))

    def taken(self, imported: Import, statement: Statement) -> Iterator[tuple[str, Statement]]:
        """What declares the names that a statement takes from another module."""
        module = self.modules[imported.path]
        names = statement.members(imported.own) if imported.name is None else [imported.name]
        for name in module.exports if names is None else names:
            yield from self.given(module, name)

    def given(self, module: EsModule, name: str) -> Iterator[tuple[str, Statement]]:
        """What declares a name that a module exports."""
        if name not in module.exports:
            raise BadScript(f"{module.path} exports no {name}")
        self.exports[module.path].add(name)
        own = module.exports[name]
        if imported := module.imports.get(own):
            self.imports[module.path].add(own)
            source = self.modules[imported.path]
            for each in source.exports if imported.name is None else [imported.name]:
                yield from self.given(source, each)
        elif declaring := module.declaring.get(own):
            yield module.path, declaring

    def found(self, path: str) -> Used:
        """What is known to be used of a module."""
        module, statements = self.modules[path], self.statements[path]
        return Used(
            tuple(each for own, each in module.imports.items() if own in self.imports[path]),
            tuple(each for each in module.statements if each in statements),
            tuple(each for each in module.exports.items() if each[0] in self.exports[path]),
        )
