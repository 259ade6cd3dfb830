"""The mark of the last move is where the picture changed, in every game of the library."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, TypeAlias

import pytest

from noughts.documents.board.looks import MARKED
from noughts.easel import Image
from noughts.easel.svg import css, element_of
from noughts.games.match import Match
from noughts.games.picture import Pictured
from noughts.page.scripts import texts_in
from tests.library.games import BOARD_GAMES, UNDRAWN, by_rules
from tests.node import Node, running_node

Json: TypeAlias = Mapping[str, Any]

SCRIPT = """
import { changesOf } from "/src/noughts/page/play/changes.js";
import { piecesAmong } from "/src/noughts/page/face/marks.js";
import { boxOf } from "/src/noughts/page/face/boxes.js";

// A text is as wide as it is high: there is no page to measure it.
function boxed(image) {
  const { attributes: at } = image;
  if (image.tag !== "text") return { image, box: boxOf(image) };
  const size = Number(at["font-size"]);
  return { image, box: { x: at.x - size / 2, y: at.y - size / 2, width: size, height: size } };
}

export function marked(steps) {
  return steps.map(({ before, after, areas }) => {
    const { fresh, gone } = changesOf(before, after);
    const isRing = ({ tag, attributes }, place) =>
      tag === "circle" && attributes.fill === "none" && !fresh.includes(place);
    const changed = [...fresh.map((place) => after[place]), ...gone];
    const pieces = piecesAmong(changed.map(boxed), after.filter(isRing).map(boxed), areas);
    return { changed, pieces: pieces.map((piece) => piece.map(({ image }) => image)) };
  });
}
"""
MOVES = 12


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    with running_node() as running:
        yield running


def image_json(image: Image) -> Json:
    element = element_of(image)
    return {"tag": element.tag, "attributes": dict(element.attributes), "text": element.text}


def steps_of(name: str) -> Iterator[Json]:
    """Pairs of pictures, before and after each move of a match at random, with the areas of moves."""
    game = by_rules(name)
    assert isinstance(game, Pictured)
    match, dice = Match(game), Random(1)
    while match.outcome is None and match.ply < MOVES:
        after = match.play(dice.choice(match.legal_moves))
        areas = [area for each in (match, after) for owned in each.areas.values() for area in owned]
        yield {
            "before": [image_json(image) for image in game.images(match.position)],
            "after": [image_json(image) for image in game.images(after.position)],
            "areas": [
                {"left": each.left, "bottom": each.bottom, "right": each.right, "top": each.top}
                for each in areas
            ],
        }
        match = after


def counted(images: list[Json]) -> Counter[str]:
    return Counter(
        repr((image["tag"], sorted(image["attributes"].items()), image["text"])) for image in images
    )


def is_piece(image: Json) -> bool:
    """Whether an image is no text, and does not say that a place is due."""
    return image["tag"] != "text" and image["attributes"].get("fill") != css(MARKED)


def marked_in(node: Node, steps: list[Json]) -> list[Json]:
    found: list[Json] = node.call("/last.js", "marked", steps, {"/last.js": SCRIPT})
    return found


@pytest.mark.parametrize("name", [*BOARD_GAMES, *UNDRAWN])
def test_what_changed_is_marked_and_nothing_else(node: Node, name: str) -> None:
    steps = list(steps_of(name))
    for step, found in zip(steps, marked_in(node, steps), strict=True):
        before, after = counted(step["before"]), counted(step["after"])
        marked = [image for piece in found["pieces"] for image in piece]
        other = counted(marked) - ((before - after) + (after - before))
        assert all("'fill', 'none'" in image for image in other)  # but for the ring around what changed
        assert bool(marked) == (before != after and enough_stays(before, after))
        drawn = [image for image in found["changed"] if is_piece(image)]
        assert not counted(drawn) - counted(marked)


def test_a_disc_is_marked_and_not_its_column(node: Node) -> None:
    for found in marked_in(node, list(steps_of("four"))):
        assert [{image["text"] for image in piece} - {"·"} for piece in found["pieces"]] in ([{"x"}], [{"o"}])


def test_sowing_marks_each_pit_once_and_as_a_whole(node: Node) -> None:
    for found in marked_in(node, list(steps_of("kalah"))):
        counts = [sum(image["tag"] == "text" for image in piece) for piece in found["pieces"]]
        assert counts == [2] * len(counts)  # the number before and after


def test_a_colour_that_says_whose_turn_it_is_marks_nothing(node: Node) -> None:
    steps = list(steps_of("nim"))
    for step, found in zip(steps, marked_in(node, steps), strict=True):
        left, before = (holes(step[each]) for each in ("after", "before"))
        assert (
            sum(any(image["tag"] == "circle" for image in piece) for piece in found["pieces"])
            == left - before
        )


def test_a_picture_of_which_hardly_anything_stays_is_not_marked(node: Node) -> None:
    steps = list(steps_of("sprouts"))
    told = []
    for step, found in zip(steps, marked_in(node, steps), strict=True):
        told.append(bool(found["pieces"]))
        assert told[-1] == enough_stays(counted(step["before"]), counted(step["after"]))
    assert set(told) == {False, True}


def enough_stays(before: Counter[str], after: Counter[str]) -> bool:
    """Whether a third of the picture is as it was."""
    return (before - after).total() <= 2 * (before & after).total()


def holes(images: list[Json]) -> int:
    """How many counters have been taken."""
    return sum(image["attributes"].get("fill") == "none" for image in images)


def test_the_page_knows_the_colour_beneath_places_that_are_due() -> None:
    """It marks no place as changed by the last move because it is due now."""
    assert f'const DUE = "{css(MARKED)}";' in texts_in("face")["marks.js"]
