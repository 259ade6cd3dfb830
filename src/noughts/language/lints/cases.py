"""What kinds show of clauses: cases that are missing, and recursion that never ends."""

from __future__ import annotations

from collections.abc import Iterator

from noughts.language import core as c
from noughts.language.kinds.infer import Inference
from noughts.language.kinds.kind import BOTTOM, Kind
from noughts.text.diagnostic import Diagnostic
from noughts.values.atom import Atom


def missing_cases(definition: c.Definition, kinds: Inference) -> Iterator[Diagnostic]:
    """Atoms that an argument may be, and that no guard ``p = `x`` of a definition asks for."""
    if definition.range or any(clause.guard is None for clause in definition.clauses):
        return
    asked = [compared_atom(clause.guard) for clause in definition.clauses if clause.guard is not None]
    subjects = {name for name, _ in asked}
    if len(subjects) != 1 or None in subjects:
        return
    (name,) = subjects
    if name not in definition.parameters:
        return
    kind = kinds.parameters[definition.name][definition.parameters.index(name)]
    missing = sorted(kind.atoms - {atom for _, atom in asked})
    if missing and kind == Kind(atoms=kind.atoms):
        listed = ", ".join(f"`` `{atom} ``" for atom in missing)
        fact = f"`{definition.name}` has no case for {listed}, which it is given"
        yield Diagnostic("N304", fact, definition.head, "add a clause for it, or `… otherwise`")


def compared_atom(guard: c.Core) -> tuple[str | None, str]:
    """The local and the atom of a guard ``p = `x``."""
    match guard:
        case c.Operation(builtin, (c.Local(name), c.Constant(Atom() as atom))) if builtin.key == "=":
            return name, atom.name
        case _:
            return None, ""


def endless_recursion(definition: c.Definition, kinds: Inference) -> Iterator[Diagnostic]:
    """A recursive definition that never has a value: every way through it leads to itself."""
    given = kinds.parameters[definition.name]
    if definition.recursive and kinds.results[definition.name] is BOTTOM and BOTTOM not in given:
        fact = f"`{definition.name}` always needs itself, so it never has a value"
        help = "add a clause that does not: `value if condition; … otherwise`"
        yield Diagnostic("N307", fact, definition.head, help)
