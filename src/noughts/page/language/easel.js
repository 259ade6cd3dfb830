// Easel's builtins: points, colours and images.

import { atLeast, atMost, number, refuse } from "./arithmetic.js";
import { outOfRange } from "./misuse.js";
import { ordered } from "./order.js";
import { show, summary } from "./show.js";
import { isNumber, Opaque } from "./values.js";

const isMade = (value, maker) => value instanceof Opaque && value.maker === maker;
const aPoint = (maker, value) => (isMade(value, "point") ? value : refuse(maker, "an Easel point", value));
const aColor = (maker, value) => (isMade(value, "color") ? value : refuse(maker, "an Easel color", value));

function aString(maker, value) {
  if (typeof value === "string") return value;
  return isNumber(value) ? show(value) : refuse(maker, "a string or a number", value);
}

// A value as people write it: a string as it is, any other as it prints, atoms without their backquote.
function aLabel(maker, value) {
  return typeof value === "string" ? value : show(ordered(value)).replaceAll("`", "");
}

const maker =
  (name, ...kinds) =>
  (...operands) =>
    new Opaque(
      name,
      operands.map((operand, place) => kinds[place](name, operand)),
    );

const rgb = maker("color", number, number, number);

export function color(...operands) {
  const made = rgb(...operands);
  if (made.parts.every((part) => atLeast(part, 0) && atMost(part, 255))) return made;
  throw outOfRange(`\`color\` needs numbers from 0 to 255, but got ${summary(operands)}`);
}

export const point = maker("point", number, number);
export const segment = maker("segment", aPoint, aPoint, aColor);
export const circle = maker("circle", aPoint, number, aColor);
export const disc = maker("disc", aPoint, number, aColor);
export const triangle = maker("fTri", aPoint, aPoint, aPoint, aColor);
export const text = maker("text", aLabel, aPoint, number, aColor);
export const graphic = maker("graphic", aString, aPoint, number, number);
