"""The meaning that a page has, asked from Python: programs run as ES modules in Node.

`tests/pages/test_firefox.py` asks some of the same in a second browser, and the tests of pages in Chromium.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ClassVar

from noughts.language import core as c
from noughts.meaning.budget import Budget
from noughts.meaning.frame import Frame
from noughts.meaning.javascript.emit import ProgramWriter, Question
from noughts.meaning.javascript.json_values import from_json, to_json
from noughts.meaning.run_error import RunError
from noughts.page.scripts import texts_in
from noughts.text.diagnostic import Diagnostic, Note
from noughts.text.source import Span
from noughts.values.misuse import Misuse
from noughts.values.scalars import Truth
from noughts.values.show import show
from noughts.values.value import Value
from tests.node import Handle, Node

if TYPE_CHECKING:
    from noughts.documents.by_rules import GameByRules

KEPT = 100
"""Modules after which a process is started anew: what it has imported stays in its memory, with all values
that the programs found."""

ASK = """
(all, questions) => {
    const { fromJson, toJson, Frame, show } = globalThis.runtime;
    const given = (values) => Object.fromEntries(Object.entries(values).map(([name, json]) => [name, fromJson(json)]));
    const answer = (rules, { method, subject, args, frame }) => {
        const passed = method === "ask" ? [subject] : [subject, args.map(fromJson)];
        try {
            const found = rules[method](...passed, frame ? new Frame(given(frame)) : new Frame());
            return { value: toJson(found), text: show(found) };
        } catch (error) {
            const { code, fact, help, place, notes } = error;
            if (code === undefined) throw error;
            return { error: { code, fact, help, place, notes } };
        }
    };
    return all.map((rules) => questions.map((question) => answer(rules, question)));
}
"""  # noqa: E501


LOAD = """
async ([url, budget]) => {
    const programs = await import(url);
    return programs.default.map((program) => globalThis.runtime.load(program, budget));
}
"""


def exported(programs: Sequence[str]) -> str:
    """A module of several programs."""
    return f"export default [{','.join(programs)}];"


def question(
    method: str, subject: str | int, arguments: Sequence[Value] = (), frame: Frame | None = None
) -> Mapping[str, Any]:
    """What a page is asked."""
    given = None if frame is None else {name: to_json(value) for name, value in frame.given.items()}
    return {"method": method, "subject": subject, "args": list(map(to_json, arguments)), "frame": given}


class Site:
    """A process in which programs are loaded: the runtime, and each program, as modules of one site."""

    node: Node

    def __init__(self) -> None:
        self.made = 0
        self.age = 0
        self.begin()

    def begin(self) -> None:
        """A new process, which knows of no module and no value of the one before."""
        if self.age:
            self.node.end()
        self.age += 1
        self.node = Node()
        self.node.add({f"/{name}": text for name, text in texts_in("language").items()})
        self.node.evaluate("async () => { globalThis.runtime = await import('/runtime.js') }")

    def end(self) -> None:
        """End the process."""
        self.node.end()

    @contextmanager
    def module(self, text: str) -> Iterator[str]:
        """The path of a module, while the block runs."""
        self.made += 1
        path = f"/module-{self.made}.js"
        self.node.add({path: text})
        yield path
        self.node.remove(path)

    def load(self, programs: Sequence[str], budget: Budget) -> Handle:
        """Programs, each with the runtime's answers to questions about it: one array of the process.

        What was loaded at another age of the site is gone.
        """
        if self.made >= KEPT * self.age:
            self.begin()
        limits = {"seconds": budget.seconds, "elements": budget.elements, "megabytes": budget.megabytes}
        with self.module(exported(programs)) as path:
            return self.node.evaluate_handle(LOAD, [path, limits])

    def forget(self, loaded: Handle) -> None:
        """Let go of programs and of all values that they found: a process keeps what a handle is held of."""
        loaded.dispose()

    def ask(self, loaded: Handle, *questions: Mapping[str, Any]) -> Sequence[Sequence[Any]]:
        """What each of the programs answers to each question."""
        answers: Sequence[Sequence[Any]] = loaded.evaluate(ASK, questions)
        return answers


class JavaScript:
    """A program as JavaScript, with the questions that the other meanings have."""

    site: ClassVar[Site]

    def __init__(
        self,
        program: c.Program,
        budget: Budget | None = None,
        questions: Sequence[Question] = (),
        *,
        deep: bool = False,
    ) -> None:
        """With `deep` every definition is written as if it were recursive."""
        self.program = program
        self.budget = budget or Budget()
        writer = ProgramWriter(program, questions)
        if deep:
            writer.deep = frozenset(program.definitions)
        self.text = writer.text()
        self.sources = {source.name: source for source in writer.places.sources}
        self.prepared = {id(tree): place for place, (tree, _) in enumerate(questions)}
        self.held: tuple[tuple[Site, int], Handle] | None = None

    @property
    def loaded(self) -> Handle:
        """The program in the page, as the site is now."""
        if self.held is None or self.held[0] != (self.site, self.site.age):
            handle = self.site.load([self.text], self.budget)
            self.held = (self.site, self.site.age), handle
        return self.held[1]

    def value(self, name: str, *arguments: Value, frame: Frame | None = None) -> Value:
        return self.ask(question("call", name, arguments, frame))

    def holds(self, name: str, *arguments: Value, frame: Frame | None = None) -> bool:
        found = self.ask(question("holds", name, arguments, frame))
        assert isinstance(found, Truth)
        return bool(found)

    def prepare(self, tree: c.Core, where: c.Where | None = None) -> Callable[[Frame | None], Value]:
        """An expression: one of those compiled with the program, or the only one of another module."""
        if (place := self.prepared.get(id(tree))) is not None:
            return lambda frame: self.ask(question("ask", place, (), frame))
        asked = JavaScript(self.program, self.budget, [(tree, where)])
        return lambda frame: asked.ask(question("ask", 0, (), frame))

    def ask(self, asked: Mapping[str, Any]) -> Value:
        """The answer to a question; raises `RunError` as the other meanings do."""
        ((found,),) = self.site.ask(self.loaded, asked)
        return self.answered(found)

    def answered(self, found: Any) -> Value:
        """The value that the page found, which prints there as here; raises what it says is wrong."""
        if "error" in found:
            raise self.error(**found["error"])
        value = from_json(found["value"])
        assert show(value) == found["text"]
        return value

    def error(
        self, code: str, fact: str, help: str, place: Any = None, notes: Any = None
    ) -> RunError | Misuse:
        """The error that the page reports; one without notes came of listing the answer."""
        if notes is None:
            kind = next(kind for kind in every_misuse() if kind.code == code)
            return kind(fact, help)
        told = tuple(Note(note["text"], self.span(note["place"])) for note in notes)
        return RunError(Diagnostic(code, fact, self.span(place), help, told))

    def span(self, place: Any) -> Span | None:
        """A place that the page names."""
        return place and Span(self.sources[place["source"]], place["start"], place["end"])


def every_misuse() -> Sequence[type[Misuse]]:
    """The kinds of misuse, the most special last."""
    kinds = [Misuse]
    for kind in kinds:
        kinds.extend(kind.__subclasses__())
    return kinds[::-1]


EXPLORE = """
([rules], sides) => {
    const { frameOf, fromJson, hash, equal } = globalThis.runtime;
    const values = sides.map(fromJson);
    const [by_ply, terminal] = [[], [...values.map(() => 0), 0]];
    const known = new Map();
    const isNew = (state) => {
        const code = hash(state);
        const same = known.get(code);
        if (same === undefined) known.set(code, [state]);
        else if (same.some((other) => equal(other, state))) return false;
        else same.push(state);
        return true;
    };
    let transitions = 0;
    let ply = [rules.call("initialState")];
    isNew(ply[0]);
    while (ply.length > 0) {
        by_ply.push(ply.length);
        const next = [];
        for (const state of ply) {
            const frame = frameOf(state);
            const over = rules.defines("gameOver", 0) && rules.holds("gameOver", [], frame);
            const moves = over ? [] : [...rules.ask(0, frame)];
            transitions += moves.length;
            for (const move of moves) {
                const after = rules.call("outcome", [move], frame);
                if (isNew(after)) next.push(after);
            }
            if (moves.length > 0) continue;
            const wins = (side) => rules.defines("wins", 1) && rules.holds("wins", [side], frame);
            const winner = values.findIndex(wins);
            terminal[winner < 0 ? values.length : winner] += 1;
        }
        ply = next;
    }
    return { by_ply, transitions, terminal };
}
"""


def explored(game: GameByRules) -> Mapping[str, Any]:
    """What there is to count of a game, found in the page by its rules."""
    asked = JavaScript(game.program, None, [(game.every_legal_move, None)])
    found = asked.loaded.evaluate(EXPLORE, [to_json(side) for side in game.side_values])
    return {**found, "terminal": dict(zip([*game.sides, "draw"], found["terminal"], strict=True))}
