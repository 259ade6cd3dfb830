// What of a picture is other than in the picture before it.

// The places of images that were not there before, and the images that are no longer there.
export function differences(before, after) {
  const kept = counted(before.map(wholeOf));
  const fresh = [...after.keys()].filter((place) => !takeOne(kept, wholeOf(after[place])));
  return { fresh, gone: before.filter((image) => takeOne(kept, wholeOf(image))) };
}

// The differences that a move made.  Where one colour has replaced another everywhere, it says whose turn it is, as in
// Nim: that alone is no difference, unless there is no other one.
export function changesOf(before, after) {
  const { fresh, gone } = differences(before, after);
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

function wholeOf(image) {
  return JSON.stringify(image);
}

function colourOf({ attributes: { fill, stroke } }) {
  return [fill, stroke].join();
}

// An image but for its colour.
function shapeOf({ tag, attributes, text }) {
  return JSON.stringify([tag, { ...attributes, fill: "", stroke: "" }, text]);
}

function counted(keys) {
  const counts = new Map();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function takeOne(counts, key) {
  const count = counts.get(key) ?? 0;
  if (count) counts.set(key, count - 1);
  return count > 0;
}
