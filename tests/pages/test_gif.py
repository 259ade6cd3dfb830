"""The GIF that a page writes is read by a decoder that shares nothing with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TypeAlias

import pytest

from tests.node import Node, running_node

Pixel: TypeAlias = tuple[int, int, int]
Frame: TypeAlias = list[Pixel]

SCRIPT = """
import { Gif } from "/src/noughts/page/face/gif.js";

export async function written([width, height, frames]) {
  const gif = new Gif(width, height);
  const opaque = (pixels) => Uint8ClampedArray.from(pixels.flatMap((pixel) => [...pixel, 255]));
  for (const pixels of frames) gif.add(opaque(pixels), 1.5);
  return [...new Uint8Array(await gif.blob().arrayBuffer())];
}
"""
SIZES = {"a pixel": (1, 1), "a row": (300, 1), "small": (40, 30), "large": (211, 173)}
HUNDREDTHS = 150


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    with running_node() as running:
        yield running


def decoded(data: bytes) -> Iterator[tuple[int, Frame]]:
    """Each frame of a GIF with its delay, drawn over those before it."""
    assert data[:6] == b"GIF89a"
    wide, high = short(data, 6), short(data, 8)
    assert data[10:13] == bytes(3)
    canvas: Frame = [(0, 0, 0)] * (wide * high)
    at, delay = 13, 0
    while data[at] != 0x3B:
        if data[at] == 0x21:
            if data[at + 1] == 0xF9:
                delay = short(data, at + 4)
            _, at = blocks(data, at + 2)
            continue
        assert data[at] == 0x2C
        left, top, width, height = (short(data, at + k) for k in (1, 3, 5, 7))
        assert data[at + 9] == 0x87
        table = data[at + 10 : at + 10 + 768]
        body, end = blocks(data, at + 779)
        places = list(unpacked(body, data[at + 778]))
        assert len(places) == width * height
        for k, place in enumerate(places):
            red, green, blue = table[3 * place : 3 * place + 3]
            canvas[(top + k // width) * wide + left + k % width] = red, green, blue
        yield delay, list(canvas)
        at = end
    assert at == len(data) - 1


def short(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 2], "little")


def blocks(data: bytes, at: int) -> tuple[bytes, int]:
    """What blocks hold together, and where they end."""
    found = b""
    while size := data[at]:
        found += data[at + 1 : at + 1 + size]
        at += 1 + size
    return found, at + 1


def unpacked(body: bytes, least: int) -> Iterator[int]:
    """The places that codes stand for, by Lempel, Ziv and Welch."""
    clear, bits, at = 1 << least, int.from_bytes(body, "little"), 0
    table: list[Sequence[int]] = []
    before: Sequence[int] = ()
    while True:
        size = min(max(len(table), clear + 2).bit_length(), 12) if before else least + 1
        code, at = bits >> at & (1 << size) - 1, at + size
        if code == clear:
            table, before = [(k,) for k in range(clear)] + [(), ()], ()
            continue
        if code == clear + 1:
            return
        entry = table[code] if code < len(table) else [*before, before[0]]
        yield from entry
        if before and len(table) < 4096:
            table.append([*before, entry[0]])
        before = entry


@pytest.mark.parametrize("colours", [1, 2, 200, 256])
@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_pixels_of_few_colours_are_exact(node: Node, size: tuple[int, int], colours: int) -> None:
    dice = Random(colours)
    palette = [(dice.randrange(256), dice.randrange(256), dice.randrange(256)) for _ in range(colours)]
    first = [dice.choice(palette) for _ in range(size[0] * size[1])]
    second = first.copy()
    second[len(first) // 2] = palette[-1]
    frames = [first, second, second, first[::-1]]
    data = bytes(node.call("/gif.js", "written", [*size, frames], {"/gif.js": SCRIPT}))
    assert list(decoded(data)) == [(HUNDREDTHS, frame) for frame in frames]


def test_rare_colours_become_the_nearest_of_the_others(node: Node) -> None:
    common = [(k, k, k) for k in range(256)] * 2
    frame = [*common, (10, 12, 10), (200, 199, 201)]
    data = bytes(node.call("/gif.js", "written", [len(frame), 1, [frame]], {"/gif.js": SCRIPT}))
    ((_, found),) = decoded(data)
    assert found == [*common, (11, 11, 11), (200, 200, 200)]
