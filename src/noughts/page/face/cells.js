// The board as a table, for those to whom it is read: for each cell what is drawn in it, and the legal move there.
//
// Cells are the places where moves are made, in this position or before; those that meet are one.

import { nameOfMan } from "./men.js";
import { appendAll, at, redraw } from "./nodes.js";
import { HEIGHT } from "../play/rectangles.js";

const SAME = 2; // pixels by which the cells of one row may differ
const SAID = /[\p{L}\p{N}]/u; // in what is written on the board, but for dots and the like

// `seen` are the areas of all moves that were seen in the match.  Gives whether there is a table.
export function showCells(view, seen) {
  const rows = rowsOf(distinct(seen));
  at("cells").toggleAttribute("hidden", rows.length === 0);
  const drawn = view.images.map((image) => ({ image, place: placeOf(image) })).filter(({ place }) => place);
  const columns = rows
    .flat()
    .map(across)
    .sort((a, b) => a - b)
    .filter((x, k, all) => k === 0 || x - all[k - 1] > SAME);
  redraw(
    at("cells-body"),
    rows.map((row, k) => rowNode(row, k, columns, view, drawn)),
  );
  return rows.length > 0;
}

function rowNode(row, k, columns, view, drawn) {
  const made = document.createElement("tr");
  const head = document.createElement("th");
  head.scope = "row";
  head.textContent = `row ${k + 1}`;
  const cells = columns.map((x) => {
    const area = row.find((each) => Math.abs(across(each) - x) <= SAME);
    const cell = document.createElement("td");
    cell.textContent = area ? inWords(area, view, drawn) : "";
    return cell;
  });
  appendAll(made, [head, ...cells]);
  return made;
}

function inWords(area, view, drawn) {
  const inside = drawn.filter(
    ({ place: [x, y] }) => area.left <= x && x <= area.right && area.bottom <= y && y <= area.top,
  );
  const texts = inside
    .map(({ image: { tag, text } }) => (tag === "text" ? (nameOfMan(text) ?? text) : ""))
    .filter((text) => SAID.test(text));
  const isFull = inside.some(
    ({ image: { tag, attributes } }) => tag !== "text" && attributes.fill !== "none",
  );
  const content = texts.length ? texts.join(", ") : isFull ? "piece" : "empty";
  const moves = view.choices
    .filter((choice) => choice.areas.some((each) => isSame(each, area)))
    .map((choice) => choice.text);
  return moves.length ? `${content}, legal: ${moves.join("; ")}` : content;
}

// Where the middle of an image is; nothing for a line, which lies between cells.
function placeOf({ tag, attributes }) {
  const number = (name) => Number(attributes[name]);
  if (tag === "text") return [number("x"), HEIGHT - number("y")];
  if (tag === "circle") return [number("cx"), HEIGHT - number("cy")];
  if (tag === "image")
    return [number("x") + number("width") / 2, HEIGHT - number("y") - number("height") / 2];
  return null;
}

// Of areas that meet, the smallest.
export function distinct(areas) {
  const kept = [];
  for (const area of [...areas].sort((a, b) => sizeOf(a) - sizeOf(b)))
    if (!kept.some((other) => meet(area, other))) kept.push(area);
  return kept;
}

// From the top down.
function rowsOf(areas) {
  const rows = [];
  for (const area of [...areas].sort((a, b) => up(b) - up(a))) {
    if (rows.length && Math.abs(up(rows.at(-1)[0]) - up(area)) <= SAME) rows.at(-1).push(area);
    else rows.push([area]);
  }
  return rows;
}

function meet(a, b) {
  return a.left <= b.right && b.left <= a.right && a.bottom <= b.top && b.bottom <= a.top;
}

function isSame(a, b) {
  return a.left === b.left && a.right === b.right && a.bottom === b.bottom && a.top === b.top;
}

function sizeOf({ left, bottom, right, top }) {
  return (right - left) * (top - bottom);
}

function across({ left, right }) {
  return (left + right) / 2;
}

function up({ bottom, top }) {
  return (bottom + top) / 2;
}
