"""The free names of a syntax tree: those that refer to something outside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from noughts.language import tree as t

_NONE: frozenset[str] = frozenset()


def free_names(
    tree: t.Expression, known: Callable[[str], bool], bound: frozenset[str] = _NONE
) -> Iterator[t.Name]:
    """The occurrences of names in a tree that are bound neither in it nor by `bound`, and are not `known`.

    A comprehension or a fold inside the tree binds new names of its own, which are not free.
    """
    waiting = [(tree, bound)]
    while waiting:
        node, inside = waiting.pop()
        match node:
            case t.Name(name):
                if name not in inside and not known(name):
                    yield node
            case t.Quantified(_, _, domain, body):
                waiting += [(body, inside | set(node.names)), (domain, inside)]
            case t.Comprehension(body, condition) | t.Aggregate(_, condition, body):
                own = {name.name for name in free_names(condition, known, inside)}
                waiting.append((body, inside | own))
            case t.ForAny(names, body):
                every = inside | {name.name for name in names}
                waiting += [(part, every) for part in (body, *(name.domain for name in names))]
            case t.Block(_, where):
                own = set() if where is None else {name.name for name in free_names(where, known, inside)}
                waiting += [(part, inside | own) for part in reversed(parts_of_block(node))]
            case _:
                waiting += [(child, inside) for child in reversed(children(node))]


def parts_of_block(tree: t.Block) -> list[t.Expression]:
    """The terms and guards of a block, and its `where`."""
    parts = [part for clause in tree.clauses for part in (clause.term, clause.guard) if part is not None]
    return parts if tree.where is None else [*parts, tree.where]


def children(tree: t.Expression) -> tuple[t.Expression, ...]:
    """The children of an expression that binds no names."""
    match tree:
        case t.Call():
            return tree.arguments
        case t.Members():
            return (*tree.names, tree.domain)
        case t.Binary() | t.Equivalent():
            return (tree.left, tree.right)
        case t.Negative() | t.Apply() | t.Not():
            return (tree.operand,)
        case t.TupleOf() | t.SetOf():
            return tree.elements
        case t.Index():
            return (tree.sequence, tree.first, *((tree.last,) if tree.last else ()))
        case t.Changed():
            return (tree.whole, *tree.maplets)
        case t.Range():
            return (tree.first, tree.last)
        case t.Compare():
            return tree.operands
        case t.And() | t.Or():
            return tree.parts
        case t.Implies():
            return (tree.premise, tree.conclusion)
        case _:
            return ()
