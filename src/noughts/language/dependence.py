"""Dependences among definitions: what each reads, directly or indirectly, and which are recursive; and the
fingerprint of some with all that they use, which changes with the rules and not with the prose."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from noughts.language import core as c
from noughts.language.solutions import nodes_of
from noughts.language.stack import deep_enough

# Hexadecimal digits, 64 bits: two documents of the same fingerprint do not occur by chance.
_DIGITS = 16


def complete(
    drafts: Sequence[c.Definition], known: Mapping[str, c.Definition] | None = None
) -> dict[str, c.Definition]:
    """The definitions with their indirect dependences, and whether they can reach themselves.

    They may use others that are `known`, and complete; those use none of them.
    """
    by_name = {draft.name: draft for draft in drafts}
    given: dict[str, frozenset[str]] = {}
    recursive: set[str] = set()
    branching: set[str] = set()
    for component in components(by_name):
        together: set[str] = set()
        for name in component:
            together |= by_name[name].given
            for used in by_name[name].uses:
                if used in by_name:
                    together |= given.get(used, frozenset())
                elif known is not None and used in known:
                    together |= known[used].given
        given.update(dict.fromkeys(component, frozenset(together)))
        if len(component) > 1 or component[0] in by_name[component[0]].uses:
            recursive.update(component)
            branching.update(name for name in component if branches(by_name[name], component))
    return {
        draft.name: replace(
            draft,
            given=given[draft.name],
            recursive=draft.name in recursive,
            branches=draft.name in branching,
            gathers=gathers(draft),
        )
        for draft in drafts
    }


def branches(definition: c.Definition, component: Collection[str]) -> bool:
    """Whether a call may lead to several calls of the component: from several places, or from a loop."""

    def calls_in(tree: c.Core) -> int:
        return sum(isinstance(node, c.Global) and node.name in component for node in nodes_of(tree))

    trees = list(c.trees_of(definition))
    loops = (node for tree in trees for node in nodes_of(tree) if isinstance(node, c.Build | c.Quantified))
    return sum(map(calls_in, trees)) > 1 or any(map(calls_in, loops))


def gathers(definition: c.Definition) -> bool:
    """Whether a call enumerates sets to make a value."""
    return any(isinstance(node, c.Build) for tree in c.trees_of(definition) for node in nodes_of(tree))


def components(definitions: Mapping[str, c.Definition]) -> list[list[str]]:
    """The strongly connected components of «uses», used ones first, without recursion (Tarjan 1972)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    open_: list[str] = []
    is_open: set[str] = set()
    found: list[list[str]] = []
    for root in definitions:
        if root in index:
            continue
        path = [(root, used_in(definitions, root))]
        index[root] = low[root] = len(index)
        open_.append(root)
        is_open.add(root)
        while path:
            name, rest = path[-1]
            for used in rest:
                if used not in index:
                    index[used] = low[used] = len(index)
                    open_.append(used)
                    is_open.add(used)
                    path.append((used, used_in(definitions, used)))
                    break
                if used in is_open:
                    low[name] = min(low[name], index[used])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[name])
                if low[name] == index[name]:
                    component = closed(open_, name)
                    found.append(component)
                    is_open.difference_update(component)
    return found


def closed(path: list[str], name: str) -> list[str]:
    """The end of a path from a name on, which is removed from the path; the name is usually near the end."""
    component = [path.pop()]
    while component[-1] != name:
        component.append(path.pop())
    return component[::-1]


def used_in(definitions: Mapping[str, c.Definition], name: str) -> Iterator[str]:
    """Those of the definitions that one of them uses, in a fixed order."""
    return iter(sorted(used for used in definitions[name].uses if used in definitions))


def reached(definitions: Mapping[str, c.Definition], names: Iterable[str]) -> list[c.Definition]:
    """The definitions of these names, those that they use, and so on."""
    found: dict[str, c.Definition] = {}
    waiting = list(names)
    for name in waiting:
        if name in definitions and name not in found:
            found[name] = definitions[name]
            waiting += definitions[name].uses
    return list(found.values())


def fingerprint(program: c.Program, names: Iterable[str]) -> str:
    """The first hexadecimal digits of a hash of these definitions and of all that they use.

    The layout, the spelling and the order of the definitions do not matter; an overridden constant does.
    """
    from hashlib import sha256  # which loads OpenSSL

    with deep_enough():
        meanings = sorted(map(meaning, reached(program.definitions, names)))
    return sha256("\n".join(meanings).encode()).hexdigest()[:_DIGITS]


def meaning(definition: c.Definition) -> str:
    """A definition of the core calculus without its places."""
    return repr(
        (
            definition.name,
            definition.parameters,
            definition.relation,
            definition.clauses,
            definition.where,
        )
    )


def reads(core: c.Core, program: c.Program) -> frozenset[str]:
    """The parts of the frame that an expression depends on."""
    found: set[str] = set()
    for node in nodes_of(core):
        if isinstance(node, c.Given):
            found.add(node.name)
        elif isinstance(node, c.Global):
            found |= program.definitions[node.name].given
    return frozenset(found)
