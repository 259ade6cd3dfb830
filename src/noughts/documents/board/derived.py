"""From the rules of a game to its board: the program with definitions that draw it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from noughts.documents.board.borders import with_borders
from noughts.documents.board.definitions import BoardWriter
from noughts.documents.board.places import layout_of_cells
from noughts.documents.board.reading import best_reading
from noughts.documents.board.sampled import sampled
from noughts.language import core as c
from noughts.language import tree as t
from noughts.language.check import collect_signatures, resolved
from noughts.language.dependence import complete
from noughts.language.expression_of import literal
from noughts.language.parse import parse
from noughts.language.resolve import Signature
from noughts.language.rewrite import rewritten
from noughts.text.document import split_document
from noughts.text.source import Source
from noughts.values.value import Value

if TYPE_CHECKING:
    from noughts.documents.by_rules import GameByRules


@dataclass(frozen=True, slots=True)
class DerivedBoard:
    """A program with the board that was derived from it.

    `clicks` is the name of the definition that says where to click for a move, `move` of that which names it.
    """

    program: c.Program
    clicks: str
    move: str


def derived_board(game: GameByRules) -> DerivedBoard:
    """The board of a game, derived from its rules alone."""
    sample = sampled(game)
    reading = best_reading(sample)
    plan = with_borders(game, reading, sample, layout_of_cells(game, reading, sample.states))
    writer = BoardWriter(game.program, sample, reading, plan, game.side_values)
    program = with_definitions(game.program, writer.text(), writer.values)
    return DerivedBoard(program, writer.words["clicks"], writer.words["move"])


def with_definitions(program: c.Program, text: str, values: Mapping[str, Value]) -> c.Program:
    """A program with the definitions of a text, which may use its own; names stand for some values in it."""
    read, problems = parse([split_document(Source("board", text))])

    def put(node: t.Node) -> t.Node:
        if isinstance(node, t.Name) and node.name in values:
            return literal(values[node.name], node.span)
        return node

    module = replace(read, definitions=tuple(rewritten(each, put) for each in read.definitions))
    known = {
        name: Signature(len(each.parameters), each.head, each.relation)
        for name, each in program.definitions.items()
    }
    signatures, more = collect_signatures(module.definitions, known)
    drafts = resolved(module, module.definitions, (), signatures)
    wrong = [*problems, *more, *drafts.problems]
    assert not wrong, wrong
    definitions = {**program.definitions, **complete(drafts.definitions, program.definitions)}
    return replace(program, definitions=definitions)
