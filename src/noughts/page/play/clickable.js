// Which pixels can be clicked: unions and differences of rectangles, and one pixel among them.

import { contains } from "./rectangles.js";

// The same pixels in fewer rectangles: neighbours that share a whole side become one.
export function joined(areas) {
  let rectangles = [...areas];
  for (let before = Infinity; rectangles.length < before;) {
    before = rectangles.length;
    rectangles.sort(by("bottom", "top", "left"));
    rectangles = runTogether(rectangles, isBeside);
    rectangles.sort(by("left", "right", "bottom"));
    rectangles = runTogether(rectangles, isAbove);
  }
  return rectangles.sort(by("left", "bottom", "right", "top"));
}

// Each run of rectangles of which every one continues the one before, as one.
function runTogether(areas, continues) {
  const runs = [];
  for (const area of areas) {
    const last = runs.at(-1);
    if (last && continues(last, area)) runs[runs.length - 1] = { ...last, right: area.right, top: area.top };
    else runs.push(area);
  }
  return runs;
}

function isBeside(first, second) {
  return first.right + 1 === second.left && first.bottom === second.bottom && first.top === second.top;
}

function isAbove(first, second) {
  return first.top + 1 === second.bottom && first.left === second.left && first.right === second.right;
}

function by(...keys) {
  return (a, b) => {
    const key = keys.find((each) => a[each] !== b[each]);
    return key ? a[key] - b[key] : 0;
  };
}

// The pixels that both have.
function overlaps(first, second) {
  return first.flatMap((a) =>
    second
      .map((b) => ({
        left: Math.max(a.left, b.left),
        bottom: Math.max(a.bottom, b.bottom),
        right: Math.min(a.right, b.right),
        top: Math.min(a.top, b.top),
      }))
      .filter(hasPixels),
  );
}

// The pixels of `areas` that none of `taken` has.
export function without(areas, taken) {
  return taken.reduce((left, hole) => left.flatMap((area) => rest(area, hole)), areas);
}

// What is left of a rectangle: above the hole, beneath it, and to either side.
function rest(area, hole) {
  const [both] = overlaps([area], [hole]);
  if (!both) return [area];
  const { left, bottom, right, top } = area;
  return [
    { left, bottom: both.top + 1, right, top },
    { left, bottom, right, top: both.bottom - 1 },
    { left, bottom: both.bottom, right: both.left - 1, top: both.top },
    { left: both.right + 1, bottom: both.bottom, right, top: both.top },
  ].filter(hasPixels);
}

function hasPixels({ left, bottom, right, top }) {
  return left <= right && bottom <= top;
}

// A pixel of the areas that depends on nothing but which pixels they are: the middle of the box around them if
// it is one of them, else the leftmost of the topmost.
export function placeToClick(areas) {
  const least = (key, among = areas) => among.reduce((found, area) => Math.min(found, area[key]), Infinity);
  const most = (key) => areas.reduce((found, area) => Math.max(found, area[key]), -Infinity);
  const top = most("top");
  const x = Math.floor((least("left") + most("right")) / 2);
  const y = Math.floor((least("bottom") + top) / 2);
  if (areas.some((area) => contains(area, x, y))) return { x, y };
  return {
    x: least(
      "left",
      areas.filter((area) => area.top === top),
    ),
    y: top,
  };
}
