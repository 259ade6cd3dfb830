// Where the last move changed the picture: the images of each piece that came, went or became another one.

import { least, meets } from "./boxes.js";
import { distinct } from "./cells.js";
import { nameOfMan } from "./men.js";
import { HEIGHT } from "../play/rectangles.js";

const NEAR = 10; // the marks of things so far apart would overlap
const DUE = "#fff3c8"; // beneath the places that are due, in `noughts.documents.board.looks`

// `changed` and `rings`, the circles that stayed, are images with their boxes; `seen` are the areas of moves.  What lies in
// one ring, or in one area, is one piece, and with a ring it is marked as that.  Elsewhere images whose marks would overlap
// are one piece, and a text belongs to what is within half an area.  One that belongs to nothing is a caption: it counts
// only if nothing else has changed, and so does what says which places are due.
export function piecesAmong(changed, rings, seen) {
  const areas = distinct(seen).map((area) => ({ box: boxOfArea(area) }));
  const cells = [...rings.filter((ring) => isCell(ring, [...rings, ...areas])), ...areas];
  const half = areas.length ? least(areas.map(({ box }) => Math.min(box.width, box.height))) / 2 : NEAR;
  const things = changed.map((each) => ({ ...each, cell: cells.find((cell) => isWithin(each, cell)) }));
  const isNear = (one, other) => {
    const reach = isText(one) !== isText(other) ? half : NEAR;
    return meets(grown(one.box, reach), other.box);
  };
  const isPiece = ({ image, cell }) =>
    isText({ image }) ? cell !== undefined : image.attributes.fill !== DUE;
  const pieces = things.filter(isPiece);
  const counted = pieces.length
    ? things.filter((each) => isPiece(each) || (isText(each) && pieces.some((piece) => isNear(each, piece))))
    : things;
  const groups = grouped(
    counted,
    (one, other) => one.cell === other.cell && (one.cell || isNear(one, other)),
  );
  return groups.map((group) => (group[0].cell?.image ? [...group, group[0].cell] : group));
}

function isText({ image: { tag, text } }) {
  return tag === "text" && !nameOfMan(text);
}

// Whether a ring is around one cell, and not around a board.
function isCell(ring, others) {
  return !others.some((other) => isWithin(other, ring) && !isWithin(ring, other));
}

// Things that belong together, directly or through others.
function grouped(things, belong) {
  let groups = [];
  for (const thing of things) {
    const own = new Set(groups.filter((group) => group.some((other) => belong(thing, other))));
    groups = [...groups.filter((group) => !own.has(group)), [...own].flat().concat(thing)];
  }
  return groups;
}

function boxOfArea({ left, bottom, right, top }) {
  return { x: left, y: HEIGHT - top, width: right - left, height: top - bottom };
}

// Whether the middle of one thing is in the box of another.
function isWithin({ box }, { box: other }) {
  const [across, down] = [box.x + box.width / 2 - other.x, box.y + box.height / 2 - other.y];
  return across >= 0 && across <= other.width && down >= 0 && down <= other.height;
}

function grown({ x, y, width, height }, by) {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}
