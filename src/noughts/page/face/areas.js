// Where on the screen a click makes a move; coloured by the worth of the move if that is known.

import { around as boxAround, boxOf, meets, squared } from "./boxes.js";
import { nameNode } from "./coordinates.js";
import { piecesAmong } from "./marks.js";
import { entriesOf } from "./places.js";
import { appendAll, redraw } from "./nodes.js";
import { element } from "./screen.js";
import { HEIGHT } from "../play/rectangles.js";

const GAP = 5; // between what is coloured and the lines of a board
const [TALL, SMALL] = [25, 22]; // the height of a label where there is room for words, and the least for a number
const EDGE = 8; // between a label and the edge of its place
const NAMES = { win: "wins", draw: "draws", loss: "loses" };
const PUZZLE = { win: "solves it", draw: "does not solve it", loss: "does not solve it" }; // a game of one side
const ORDER = ["win", "draw", "loss"];

// Colours lie beneath what the document draws, so that pieces keep theirs; borders and values lie above.
// `names` are those of rows and columns; `taken` are the boxes of pieces, which values leave free; `seen` are the areas
// of moves.
export function drawAreas(screen, view, { names, taken, seen }) {
  const { fills, areas, shown, boxes } = screen;
  const drawn = (place) => ({ image: shown[place], box: boxes[place] });
  const labelled = !allAlike(view.choices);
  redraw(
    fills,
    eachArea(view, (choice, area) => (choice.worth ? [keyed(area, valued(fill(area), choice))] : [])),
  );
  redraw(areas, [
    ...names.map(nameNode),
    ...view.deciding.map((places) => around("deciding", places.map(drawn))),
    ...(view.deciding.length ? [] : lastPieces(screen, view, seen)).map((piece) => around("last", piece)),
    ...view.chosen.map((area) => marked("chosen", area)),
    ...eachArea(view, (choice, area, index, first) => {
      const node = keyed(area, areaNode(choice, area, index, view));
      if (labelled && first && choice.worth) appendAll(node, worthLabel(choice.worth, inner(area), taken));
      return [node];
    }),
  ]);
}

// Points at the areas of a move, or at none.
export function point({ areas }, places) {
  for (const node of areas.querySelectorAll(".pointed")) node.remove();
  appendAll(
    areas,
    places.map((area) => marked("pointed", area)),
  );
}

// What the colours mean, and the numbers, if any; one sentence if all moves are worth the same.
export function legendOf({ choices, values_shown, seats }, isNumbered) {
  if (!values_shown) return [];
  const names = seats.length === 1 ? PUZZLE : NAMES;
  const worths = choices.map((choice) => choice.worth).filter(Boolean);
  if (worths.length === 0) return [];
  if (worths.length === choices.length && allAlike(choices))
    return [{ result: worths[0].result, text: everyMove(worths[0], names) }];
  const present = ORDER.filter((result) => worths.some((worth) => worth.result === result));
  const entries = present.map((result) => ({ result, text: names[result] }));
  const counted = isNumbered && worths.some((worth) => worth.distance !== null);
  return counted ? [...entries, { result: null, text: "the number: moves to the end" }] : entries;
}

export function worthText({ result, distance }) {
  return distance === null ? result : `${result} in ${distance}`;
}

function everyMove({ result, distance }, names) {
  return `Every move ${names[result]}${distance === null ? "" : ` in ${distance}`}.`;
}

function allAlike(choices) {
  const texts = new Set(choices.map((choice) => choice.worth && worthText(choice.worth)));
  return choices.length > 1 && texts.size === 1;
}

// What the last move changed, piece by piece, with what is gone where it was.
function lastPieces({ images, shown, boxes }, { changed }, seen) {
  if (!changed) return [];
  const fresh = new Set(changed.fresh);
  const drawn = shown.map((image, place) => ({ image, box: boxes[place] }));
  const gone = changed.gone.map((image) => ({ image, box: boxOf(image, images) }));
  const rings = drawn.filter(({ image }, place) => isRing(image) && !fresh.has(place));
  return piecesAmong([...drawn.filter((_, place) => fresh.has(place)), ...gone], rings, seen);
}

function isRing({ tag, attributes }) {
  return tag === "circle" && attributes.fill === "none";
}

// Where moves that take several clicks have the same place, the best of them stands for all.
function eachArea(view, make) {
  const entries = entriesOf(view);
  return entries.flatMap((choice) =>
    choice.areas.flatMap((area, k) => make(choice, area, choice.index ?? -1, k === 0)),
  );
}

// What stays on the board keeps its node, so that only changes are laid out again.
function keyed({ left, bottom }, node) {
  node.dataset.key = `${left},${bottom}`;
  return node;
}

function areaNode(choice, area, index, view) {
  const group = valued(element("g", { class: view.person ? "area playable" : "area" }), choice);
  if (choice.begun && view.person) group.dataset.begun = "";
  group.dataset.index = index;
  if (choice.hinted) group.dataset.hinted = "";
  if (choice.permitted !== null) group.dataset.permitted = String(choice.permitted);
  const { left, bottom, right, top } = area;
  const reach = { x: left, y: HEIGHT - top, width: right - left, height: top - bottom, class: "reach" };
  group.append(fill(area), element("rect", reach));
  return group;
}

// A mark around the images of a piece; along it, if it is one line, or several side by side that make a thick one.
function around(name, drawn) {
  const [first] = drawn;
  const all = boxAround(drawn.map(({ box }) => box));
  const isThin = all.width - first.box.width <= 2 * GAP && all.height - first.box.height <= 2 * GAP;
  const way = wayOf(first.image);
  if (way && isThin && drawn.every(({ image }) => wayOf(image) === way)) {
    const { x1, y1, x2, y2 } = first.image.attributes;
    return element("line", { x1, y1, x2, y2, class: name });
  }
  const isText = drawn.every(({ image: { tag } }) => tag === "text");
  const { x, y, width, height } = isText ? squared(all) : all;
  return element("rect", {
    x: x - GAP,
    y: y - GAP,
    width: width + 2 * GAP,
    height: height + 2 * GAP,
    rx: GAP,
    class: name,
  });
}

// Where a line leads from its start; empty for other images.
function wayOf({ tag, attributes: { x1, y1, x2, y2 } }) {
  return tag === "line" ? `${x2 - x1} ${y2 - y1}` : "";
}

function valued(node, { worth }) {
  if (worth) {
    node.dataset.result = worth.result;
    node.style.setProperty("--strength", strength(worth));
  }
  return node;
}

function marked(name, area) {
  const node = fill(area);
  node.setAttribute("class", name);
  return node;
}

function fill(area) {
  const place = inner(area);
  return element("rect", { ...place, rx: Math.min(place.width, place.height) * 0.07 });
}

function inner({ left, bottom, right, top }) {
  const gap = Math.min(GAP, (right - left) / 8, (top - bottom) / 8);
  const [width, height] = [right - left - 2 * gap, top - bottom - 2 * gap];
  return { x: left + gap, y: HEIGHT - top + gap, width, height };
}

// The nearer the end, the stronger the colour.
function strength({ distance }) {
  return distance === null ? 0.3 : 0.2 + 0.5 / (1 + (distance - 1) / 3);
}

// At the lower edge, in the middle or at the upper edge, or the number alone in a corner: where no piece stands, else
// nowhere.
function worthLabel({ result, distance }, place, taken) {
  const text = distance === null ? result : `${result} ${distance}`;
  const words = placesFor(
    text,
    Math.min(place.height * 0.28, (1.7 * place.width) / text.length, TALL),
    place,
  );
  const number = distance === null ? [] : placesFor(String(distance), SMALL, place, 1);
  const found = [...words, ...number].find(({ box }) => !taken.some((each) => meets(each, box)));
  if (!found) return [];
  const { size, box } = found;
  const label = element("text", {
    class: "value",
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    "font-size": size,
  });
  label.textContent = found.text;
  return [label];
}

// Where a text may stand in a place: from the left to the right side, 0 for the middle, and from the bottom up.
function placesFor(text, size, place, side = 0) {
  const [width, height] = [text.length * size * 0.6, size * 0.8];
  const x = place.x + ((1 + side) * place.width) / 2 - ((1 + side) * width) / 2 - side * 2;
  const edge = side ? EDGE / 2 : EDGE; // there is little room in a corner
  const free = place.height - height - 2 * edge;
  return [1, 0.5, 0].map((share) => ({
    text,
    size,
    box: { x, y: place.y + edge + share * free, width, height },
  }));
}
