// What rows and columns of the board are called: the parts of the moves' texts that say where a move is made.
//
// A part of the texts names the columns if each of its values has its own place from left to right, the same for all
// moves, and they come in their order; so with rows.  In "1,2" there may be one of either, in "3" one of columns.

import { least, meets } from "./boxes.js";
import { element } from "./screen.js";
import { HEIGHT, WIDTH } from "../play/rectangles.js";

const SIZE = 20;
const GAP = 4; // between a name and the board
const NAME = /^(\d{1,2}|\p{L})$/u;
const SAME = 2; // pixels by which the places of one column may differ

export class Coordinates {
  constructor() {
    this.clear();
  }

  // Another game has other cells.
  clear() {
    this.cells = new Map(); // that have been seen: a board has the same ones all the time
  }

  get areas() {
    return [...this.cells.values()].map(({ area }) => area);
  }

  // The names beside the board with their boxes on the screen, where there is room for them beside the pieces; none
  // that the document has written on the board itself.
  names({ choices, line }, pieces, written) {
    for (const { text, areas } of [...line, ...choices]) {
      if (areas.length === 1)
        this.cells.set(text + JSON.stringify(areas), { parts: text.split(/[-,]/), area: areas[0] });
    }
    const cells = [...this.cells.values()];
    if (cells.length === 0) return [];
    const left = least(cells.map(({ area }) => area.left)) - GAP - SIZE;
    const bottom = HEIGHT - least(cells.map(({ area }) => area.bottom)) + GAP;
    const columns = named(cells, ({ area }) => (area.left + area.right) / 2).map(([text, x]) =>
      boxed(text, x - SIZE / 2, bottom),
    );
    const rows = named(cells, ({ area }) => HEIGHT - (area.bottom + area.top) / 2).map(([text, y]) =>
      boxed(text, left, y - SIZE / 2),
    );
    return [columns, rows]
      .filter((names) => isNew(names, written) && names.every((name) => isFree(name, pieces)))
      .flat();
  }
}

function boxed(text, x, y) {
  return { text, x, y, width: SIZE, height: SIZE };
}

function isNew(names, written) {
  return !names.every(({ text }) => written.has(text));
}

function isFree(box, pieces) {
  const isOnScreen = box.x >= 0 && box.x + SIZE <= WIDTH && box.y >= 0 && box.y + SIZE <= HEIGHT;
  return isOnScreen && !pieces.some((piece) => meets(piece, box));
}

// The values of the one part of the texts that names the places of cells, each with its place; none if no part does, or
// if several do and it cannot be said which.
function named(cells, placeOf) {
  const count = cells[0].parts.length;
  if (cells.some(({ parts }) => parts.length !== count)) return [];
  const found = cells[0].parts.map((_, part) => placesBy(part, cells, placeOf)).filter(Boolean);
  return found.length === 1 ? found[0] : [];
}

function placesBy(part, cells, placeOf) {
  const places = new Map(cells.map((cell) => [cell.parts[part], placeOf(cell)]));
  const isShared = cells.every((cell) => Math.abs(places.get(cell.parts[part]) - placeOf(cell)) <= SAME);
  const inOrder = [...places].sort(([, a], [, b]) => a - b);
  const isOwn = inOrder.every(([, place], k) => k === 0 || place - inOrder[k - 1][1] > SAME);
  return places.size > 1 && isShared && isOwn && areNames(inOrder.map(([name]) => name)) ? inOrder : null;
}

// Numbers or letters that grow or fall.
function areNames(texts) {
  if (!texts.every((text) => NAME.test(text))) return false;
  const steps = texts
    .slice(1)
    .map((text, k) => Math.sign(text.length - texts[k].length || (text > texts[k] ? 1 : -1)));
  return steps.every((step) => step === steps[0]);
}

export function nameNode({ text, x, y }) {
  const node = element("text", { class: "coordinate", x: x + SIZE / 2, y: y + SIZE / 2, "font-size": SIZE });
  node.textContent = text;
  return node;
}
