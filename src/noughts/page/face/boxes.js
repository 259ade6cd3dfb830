// Boxes of what is drawn on the screen, as SVG has them: y goes down.

import { boxOfMan, nameOfMan } from "./men.js";

const LONG = 2.5; // times as long as wide

const DRAWN = 100; // the height at which texts are measured
let pen = null;

// The box of an image, as `getBBox` gives it of its node, which would wait for the layout.
export function boxOf({ tag, attributes: at, text }, node) {
  const number = (name) => Number(at[name] ?? 0);
  switch (tag) {
    case "circle":
      return roundBox(number("cx"), number("cy"), number("r"));
    case "line":
      return spanned([number("x1"), number("x2")], [number("y1"), number("y2")]);
    case "polygon": {
      const points = at.points.split(/[ ,]/).map(Number);
      return spanned(
        points.filter((_, k) => k % 2 === 0),
        points.filter((_, k) => k % 2 === 1),
      );
    }
    case "text":
      if (nameOfMan(text)) return boxOfMan(at);
      return textBox(node, number("font-size"), text, number("x"), number("y"));
    default:
      return { x: number("x"), y: number("y"), width: number("width"), height: number("height") };
  }
}

// Its corners are free.
function roundBox(x, y, r) {
  return { x: x - r, y: y - r, width: 2 * r, height: 2 * r, isRound: true };
}

function spanned(xs, ys) {
  const [x, y] = [least(xs), least(ys)];
  return { x, y, width: most(xs) - x, height: most(ys) - y };
}

// The least of some numbers, and the greatest: a call takes some ten thousand arguments, a list may be longer.

export function least(numbers) {
  return numbers.reduce((a, b) => Math.min(a, b), Infinity);
}

function most(numbers) {
  return numbers.reduce((a, b) => Math.max(a, b), -Infinity);
}

// A text stands around its place, in the typeface of the page.
function textBox(node, size, text, x, y) {
  const {
    width,
    fontBoundingBoxAscent: above,
    fontBoundingBoxDescent: below,
  } = penFor(node).measureText(text);
  const [wide, high] = text.trim() ? [(width * size) / DRAWN, ((above + below) * size) / DRAWN] : [0, 0];
  return { x: x - wide / 2, y: y - high / 2, width: wide, height: high };
}

function penFor(node) {
  if (!pen) {
    pen = document.createElement("canvas").getContext("2d");
    pen.font = `${DRAWN}px ${getComputedStyle(node).fontFamily}`;
  }
  return pen;
}

// The boxes of pieces: of what is drawn, but for lines and for grounds on which several things lie apart.
export function boxesOf({ shown, boxes }) {
  const pieces = boxes.filter((_, place) => shown[place].tag !== "line");
  return pieces.filter((box) => !isGround(pieces.filter((other) => other !== box && within(other, box))));
}

function isGround([first, ...others]) {
  return others.some((other) => !meets(first, other));
}

function within(small, large) {
  return (
    small.width * small.height < 0.25 * large.width * large.height &&
    small.x >= large.x &&
    small.y >= large.y &&
    small.x + small.width <= large.x + large.width &&
    small.y + small.height <= large.y + large.height
  );
}

export function meets(a, b) {
  const apart = { x: gap(a.x, a.width, b.x, b.width), y: gap(a.y, a.height, b.y, b.height) };
  if (apart.x >= 0 || apart.y >= 0) return false;
  return !(a.isRound && misses(a, b)) && !(b.isRound && misses(b, a));
}

// Between two stretches of a line; less than 0 where they overlap.
function gap(start, length, other, otherLength) {
  return Math.max(start - other - otherLength, other - start - length);
}

// Whether a circle leaves a box free.
function misses({ x, y, width, height }, box) {
  const [across, down] = [x + width / 2, y + height / 2];
  const nearest = [clamped(across, box.x, box.width), clamped(down, box.y, box.height)];
  return Math.hypot(across - nearest[0], down - nearest[1]) >= width / 2;
}

function clamped(value, start, length) {
  return Math.min(Math.max(value, start), start + length);
}

// The smallest box that has all of these in it.
export function around(boxes) {
  const x = least(boxes.map((box) => box.x));
  const y = least(boxes.map((box) => box.y));
  const right = most(boxes.map((box) => box.x + box.width));
  const bottom = most(boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

// A square with a box in its middle, as high or wide; the box itself if it is a long one.
export function squared(box) {
  const side = Math.max(box.width, box.height);
  if (side > LONG * Math.min(box.width, box.height)) return box;
  return { x: box.x + (box.width - side) / 2, y: box.y + (box.height - side) / 2, width: side, height: side };
}
