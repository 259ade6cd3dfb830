// What a move changed of a picture of which enough stays.

import { counted, differences, takeOne } from "./differences.js";

// A colour that replaces another everywhere says whose turn it is, as in Nim: no change, unless it is the only one.
export function changesOf(before, after) {
  const { fresh, gone } = differences(before, after);
  if (gone.length > 2 * (before.length - gone.length)) return { fresh: [], gone: [] };
  const [old, now] = [before, after].map((images) => new Set(images.map(colourOf)));
  const shapes = (images, others) =>
    counted(images.filter((image) => !others.has(colourOf(image))).map(shapeOf));
  const [vanished, appeared] = [
    shapes(gone, now),
    shapes(
      fresh.map((place) => after[place]),
      old,
    ),
  ];
  const others = {
    fresh: fresh.filter(
      (place) => old.has(colourOf(after[place])) || !takeOne(vanished, shapeOf(after[place])),
    ),
    gone: gone.filter((image) => now.has(colourOf(image)) || !takeOne(appeared, shapeOf(image))),
  };
  return others.fresh.length + others.gone.length ? others : { fresh, gone };
}

function colourOf({ attributes: { fill, stroke } }) {
  return [fill, stroke].join();
}

// An image but for its colour.
function shapeOf({ tag, attributes, text }) {
  return JSON.stringify([tag, { ...attributes, fill: "", stroke: "" }, text]);
}
