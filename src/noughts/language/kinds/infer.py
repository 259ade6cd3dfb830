"""The inference of kinds: the least solution of the flow of values through all definitions.

Arguments flow from calls to parameters, values from definitions to their uses, states from `initialState`,
`outcome` and `newState` to `currentState`, the elements of `moves` to `legalMove` and `outcome`, the sides of
`playerToMove` to `wins`.  A worklist (Kildall, POPL 1973) evaluates definitions again until nothing changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from heapq import heappop, heappush

from noughts.language import core as c
from noughts.language.dependence import components
from noughts.language.kind import ANY, ATOM, BOTTOM, NUMBER, TRUTH, Kind, elements_of, join, sets_of
from noughts.language.kinds.evaluate import AbstractEvaluator, Kinds
from noughts.language.stack import deep_enough
from noughts.text.source import Span

# The definitions whose values are states.
_STATES = ("initialState", "outcome", "newState")
# The definitions that are applied to the elements of `moves`.
_OF_MOVES = ("legalMove", "outcome", "moveName")
# The most evaluations of one definition, after which its kind is any value; recursion through the state takes
# five.
_MOST_ROUNDS = 40


class Inference(AbstractEvaluator):
    """The kinds of a program: of the `results` of definitions, of their `parameters`, and of the `frame`."""

    def __init__(self, program: c.Program) -> None:
        self.program = program
        self.definitions = program.definitions
        self.results = dict.fromkeys(self.definitions, BOTTOM)
        self.parameters = {
            name: [BOTTOM] * len(definition.parameters) for name, definition in self.definitions.items()
        }
        state = BOTTOM if "initialState" in self.definitions else ANY
        self.frame = {
            "currentState": state,
            "mouseClicked": TRUTH,
            "mouseX": NUMBER,
            "mouseY": NUMBER,
            "heldKeys": sets_of(ATOM),
        }
        self.declared = program.declared
        self.offered: dict[str, Kind] = {}
        self.order = {name: place for place, name in enumerate(used_first(self.definitions))}
        self.users = users_of(self.definitions)
        self.rounds = dict.fromkeys(self.definitions, 0)
        self.waiting: list[tuple[int, str]] = []
        self.queued: set[str] = set()
        self.changed = True

    # Flow of values

    def applied(self, tree: c.Global, arguments: Sequence[Kind]) -> Kind:
        self.flow_into(tree.name, arguments)
        return self.results[tree.name]

    def given(self, name: str) -> Kind:
        return self.frame.get(name, ANY)

    def flow_into(self, name: str, arguments: Sequence[Kind]) -> None:
        """Add arguments of these kinds to those of a definition, unless a signature has them."""
        if name not in self.declared:
            self.flow_to_parameters(name, arguments)

    def flow_to_parameters(self, name: str, arguments: Sequence[Kind]) -> None:
        """Add these kinds to those of the parameters."""
        there = self.parameters[name]
        if self.rounds[name] > _MOST_ROUNDS:
            arguments = [ANY] * len(there)
        more = [join(*pair) for pair in zip(there, arguments, strict=True)]
        if more != there:
            self.parameters[name] = more
            self.plan(name)

    def flow_to_frame(self, name: str, kind: Kind) -> None:
        """Add a kind of values to those of a name of the frame."""
        more = join(self.frame[name], kind)
        if more != self.frame[name]:
            self.frame[name] = more
            for user, definition in self.definitions.items():
                if name in definition.given:
                    self.plan(user)

    def flow_out(self, name: str, kind: Kind) -> None:
        """Add a kind of values to those of a definition."""
        more = join(self.results[name], ANY if self.rounds[name] > _MOST_ROUNDS else kind)
        if more == self.results[name]:
            return
        self.results[name] = more
        for user in self.users[name]:
            self.plan(user)
        self.flow_in_game(name, more)

    def flow_in_game(self, name: str, kind: Kind) -> None:
        """Add the flow of a definition's values through the game."""
        if name in _STATES:
            self.flow_to_frame("currentState", kind)
        if name == self.program.every_move:
            for other in _OF_MOVES:
                self.flow_to_unary(other, elements_of(kind))
        if name == "playerToMove":
            self.flow_to_unary("wins", kind)

    def flow_to_unary(self, name: str, kind: Kind) -> None:
        """Add a kind of arguments to a definition of one parameter, if there is one of that name."""
        if name in self.definitions and len(self.parameters[name]) == 1 and kind is not BOTTOM:
            self.flow_into(name, [kind])
            self.offered[name] = join(self.offered.get(name, BOTTOM), kind)

    # The fixpoint

    def plan(self, name: str) -> None:
        """Put a definition on the worklist."""
        self.changed = True
        if name not in self.queued:
            self.queued.add(name)
            heappush(self.waiting, (self.order[name], name))

    def run(self) -> None:
        """Evaluate until nothing changes."""
        for name in self.definitions:
            self.plan(name)
        self.settle()
        for name in self.uncalled(lambda name: not self.users[name] - {name}):
            self.flow_into(name, [ANY] * len(self.parameters[name]))
        self.settle()
        for name in self.uncalled(lambda name: True):
            self.flow_into(name, [ANY] * len(self.parameters[name]))
        self.settle()

    def uncalled(self, among: Callable[[str], bool]) -> Iterable[str]:
        """The definitions with parameters that are applied to nothing."""
        return [name for name, kinds in self.parameters.items() if BOTTOM in kinds and among(name)]

    def settle(self) -> None:
        """Evaluate definitions and tests until nothing changes."""
        while self.changed:
            self.changed = False
            while self.waiting:
                _, name = heappop(self.waiting)
                self.queued.discard(name)
                self.rounds[name] += 1
                self.flow_out(name, self.body(self.definitions[name], self.parameters[name]))
            self.changed = False
            for test in self.program.tests:
                self.test(test)
            for name, signature in self.declared.items():
                self.flow_to_parameters(name, [self.written(kind) for kind in signature.parameters])

    def on_scene(self, name: str, value: c.Core, kind: Kind) -> None:
        self.flow_to_frame(name, kind)


def used_first(definitions: Mapping[str, c.Definition]) -> list[str]:
    """The names of all definitions, used ones before their users, except within a recursion."""
    return [name for component in components(definitions) for name in component]


def users_of(definitions: Mapping[str, c.Definition]) -> dict[str, set[str]]:
    """The definitions that use each definition themselves."""
    users: dict[str, set[str]] = {name: set() for name in definitions}
    for name, definition in definitions.items():
        for used in definition.uses:
            users[used].add(name)
    return users


# The kinds of local names: parameters, names of quantifiers and sets, names of `where`.


def kinds_of_uses(inference: Inference) -> Mapping[Span, Kind]:
    """The kind of each local name, by the places where it is used; none where evaluation never comes."""
    uses = LocalNames(inference)
    with deep_enough():
        for name, definition in inference.definitions.items():
            uses.body(definition, inference.parameters[name])
        for test in inference.program.tests:
            uses.test(test)
    return uses.found


class LocalNames(AbstractEvaluator):
    """Evaluates a program once more, with all kinds known, and collects those of local names."""

    def __init__(self, inference: Inference) -> None:
        self.known = inference
        self.found: dict[Span, Kind] = {}

    def applied(self, tree: c.Global, arguments: Sequence[Kind]) -> Kind:
        return self.known.results[tree.name]

    def given(self, name: str) -> Kind:
        return self.known.given(name)

    def term(self, tree: c.Core, kinds: Kinds) -> Kind:
        kind = super().term(tree, kinds)
        if isinstance(tree, c.Local) and kind is not BOTTOM:
            # A machine has several definitions for an action, and those without calls have no kinds.
            there = self.found.get(tree.span, ANY)
            self.found[tree.span] = there if kind is ANY else kind if there is ANY else join(there, kind)
        return kind
