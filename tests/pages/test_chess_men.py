"""Chess men on a page: shapes of its own instead of signs of a typeface, with edges as Python draws them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from noughts.easel import Color, Point, Text
from noughts.easel.svg import MEN, element_of
from tests.node import Node, running_node

SCRIPT = """
import { boxOf } from "/src/noughts/page/face/boxes.js";
import { nameOfMan, shapeOf } from "/src/noughts/page/face/men.js";
import * as easel from "/src/noughts/page/language/easel.js";
import { elementOf } from "/src/noughts/page/play/svg.js";

export function drawn([sign, x, y, height, colour]) {
  const image = elementOf(easel.text(sign, easel.point(x, y), height, easel.color(...colour)), new Map());
  const name = nameOfMan(sign) ?? null;
  return { image, name, box: name && boxOf(image), shape: shapeOf(image) };
}
"""
PLACE, HEIGHT = (500, 300), 90
COLOURS = {"white": (250, 250, 246), "black": (40, 44, 52), "grey": (128, 128, 128)}


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    with running_node() as running:
        yield running


def drawn(node: Node, sign: str, colour: tuple[int, int, int]) -> Any:
    return node.call("/men.js", "drawn", [sign, *PLACE, HEIGHT, colour], {"/men.js": SCRIPT})


@pytest.mark.parametrize("colour", COLOURS.values(), ids=COLOURS)
@pytest.mark.parametrize("sign", sorted(MEN))
def test_a_man_has_a_shape_and_fills_its_box(node: Node, sign: str, colour: tuple[int, int, int]) -> None:
    found = drawn(node, sign, colour)
    image = element_of(Text(sign, Point(*PLACE), HEIGHT, Color(*colour)))
    assert found["image"] == {"tag": "text", "attributes": dict(image.attributes), "text": sign}
    assert found["name"]
    assert found["shape"]["tag"] == "path"
    assert {name: found["shape"]["attributes"][name] for name in ("fill", "stroke")} == {
        name: image.attributes[name] for name in ("fill", "stroke")
    }
    numbers = [float(each) for each in found["shape"]["attributes"]["d"].split() if not each.isalpha()]
    box = found["box"]
    for start, size, all_numbers in (
        (box["x"], box["width"], numbers[0::2]),
        (box["y"], box["height"], numbers[1::2]),
    ):
        assert start <= min(all_numbers) <= max(all_numbers) <= start + size
        assert max(all_numbers) - min(all_numbers) > size / 2


def test_another_text_is_drawn_as_it_is(node: Node) -> None:
    found = drawn(node, "king", COLOURS["black"])
    assert found["name"] is None
    assert found["shape"] == found["image"]
    assert "stroke" not in found["image"]["attributes"]
