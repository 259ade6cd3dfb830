// What of a position decided a match: the pieces without which the winner would not have won.
//
// A position is a set, or a tuple that has sets in it; their elements are taken away one after the other for as long as
// the document's relation still says that the winner wins.  The rest is what decided, such as the three of a row.

import { RulesError } from "./refusal.js";
import { FiniteSet, ordered } from "../language/runtime.js";

const MANY = 100; // elements beyond which nothing is tried: the rules are asked once for each

// For each element that decided, the places of the images that show it; nothing if that cannot be said.
export function decidingImages(game, position, side) {
  try {
    return imagesOf(game, position, needed(game, position, side));
  } catch (failure) {
    if (!(failure instanceof RulesError)) throw failure;
    return []; // the rules need not have a value where pieces are missing
  }
}

// The elements that are left when all are taken away without which the winner wins as well: many at once, then fewer.
function needed(game, position, side) {
  let left = elements(game, position);
  if (left.length > MANY) return [];
  for (let size = left.length >> 1; size > 1; size >>= 1) left = without(game, position, side, left, size);
  let before = left.length + 1;
  while (left.length < before) {
    before = left.length; // again, for without one element others may no longer be needed
    left = without(game, position, side, left, 1);
  }
  return left;
}

// Some elements without those, so many at a time, that the winner does not need.
function without(game, position, side, all, size) {
  let left = all;
  for (let start = 0; start < all.length; start += size) {
    const taken = all.slice(start, start + size);
    const fewer = left.filter((each) => !taken.includes(each));
    if (game.rules.value(game.wins, [side], madeOf(game, position, fewer))) left = fewer;
  }
  return left;
}

// For each of some elements the places of the images that are drawn of it: beside the others, and here too.
// Nothing if the document marks one of them itself: an image that is of none of them has a point of it.
function imagesOf(game, position, shown) {
  const others = elements(game, position).filter((each) => !shown.some((one) => isSame(game, one, each)));
  const text = (made) => game.images(madeOf(game, position, made)).map((image) => JSON.stringify(image));
  const before = new Set(text(others));
  const images = game.images(position).map((image) => JSON.stringify(image));
  const added = shown.map(
    (element) => new Set(text([...others, element]).filter((image) => !before.has(image))),
  );
  const known = (image) => before.has(image) || added.some((each) => each.has(image));
  const marks = new Set(images.filter((image) => !known(image)).flatMap(pointsOf));
  const ofPieces = images.filter((image) => added.some((each) => each.has(image)));
  if (ofPieces.flatMap(pointsOf).some((point) => marks.has(point))) return [];
  const places = (each) => images.flatMap((image, place) => (each.has(image) ? [place] : []));
  return added.map(places).filter((each) => each.length); // an element may change images, and have none of its own
}

// The points that an image has: its centre, its ends, its corners.
function pointsOf(image) {
  const { attributes: at } = JSON.parse(image);
  if (at.cx !== undefined) return [`${at.cx},${at.cy}`];
  if (at.x1 !== undefined) return [`${at.x1},${at.y1}`, `${at.x2},${at.y2}`];
  if (at.points !== undefined) return at.points.split(" ");
  const { x, y, width = 0, height = 0 } = at;
  return [`${Number(x) + width / 2},${Number(y) + height / 2}`];
}

function isSame(game, one, other) {
  return one.place === other.place && game.same(one.element, other.element);
}

// The elements of the sets in a position, in their printed order.
function elements({ rules }, position) {
  const parts = rules.isSet(position) ? [position] : Array.isArray(position) ? position : [];
  return parts.flatMap((part, place) =>
    rules.isSet(part) ? [...ordered(part)].map((element) => ({ place, element })) : [],
  );
}

// A position with these elements only; one that holds no sets is the same.
function madeOf({ rules }, position, kept) {
  const at = (place) =>
    FiniteSet.of(kept.filter((each) => each.place === place).map(({ element }) => element));
  if (rules.isSet(position)) return at(0);
  if (!Array.isArray(position)) return position;
  return position.map((part, place) => (rules.isSet(part) ? at(place) : part));
}
