// The one printed form of a value, and its short form for messages.

import { bitLength, countText, digitsText, look, requireElements } from "./limits.js";
import { Misuse } from "./misuse.js";
import { AnySet, Atom, Fraction, isNumber, Opaque } from "./values.js";
import { magnitudeOf } from "./whole.js";

const LONGEST_PERIOD = 1000; // fractions whose decimals repeat after more digits print as a quotient
const DEEPEST_SHOWN = 40; // levels of a set that a message shows
const SHOWN = 1000; // elements that are shown of a value where a person reads it
const TOO_MANY = /^E4/;

// The printed form; sets in their order, strings in quotes inside tuples and sets only.
export function show(value) {
  const parts = [];
  for (const piece of pieces(value)) parts.push(piece);
  return parts.join("");
}

// The printed form with so many elements at all depths; "… 5 more" stands for the rest.
export function abridged(value, most = SHOWN) {
  return [...pieces(value, { quota: { left: most } })].join("");
}

// The printed form with Easel's values as the builtins that make them.
export function writtenOut(value) {
  return [...pieces(value, { opaque: false })].join("");
}

// The printed form cut to a width, for messages; it never fails, and never lists a large set.
export function summary(value, width = 60) {
  if (isNumber(value)) {
    const longest = value instanceof Fraction ? longerPart(value) : magnitudeOf(value);
    if (bitLength(longest) > 4 * width) return digitsText(longest);
  }
  let text = "";
  for (const piece of pieces(typeof value === "string" ? `"${value}"` : value, { largest: width })) {
    text += piece;
    if (text.length > width && [...text].length > width) return `${[...text].slice(0, width - 1).join("")}…`;
  }
  return text;
}

// A call of a definition, for messages.
export function callText(name, args) {
  return args.length > 0 ? `${name}(${args.map((each) => summary(each, 30)).join(", ")})` : name;
}

function longerPart({ numerator, denominator }) {
  const size = magnitudeOf(numerator);
  return size > denominator ? size : denominator;
}

// The printed form piece by piece, however deeply values are nested.  A set of more than `largest` elements is
// told by its size alone; values that are not `opaque` are written out.  A `quota` says how many elements may be shown.
function* pieces(value, { largest = null, opaque = true, quota = null } = {}) {
  const waiting = [[value][Symbol.iterator]()];
  while (waiting.length > 0) {
    const { value: part, done } = waiting[waiting.length - 1].next();
    look();
    if (done) {
      waiting.pop();
    } else if (Array.isArray(part)) {
      waiting.push(between("(", part, part.length === 1 ? ",)" : ")", quota, part.length));
    } else if (part instanceof AnySet) {
      const size = largest === null ? "" : sizeText(part, largest);
      if (size) yield size;
      else {
        requireElements(part.size);
        waiting.push(between("{", part, "}", quota, part.size));
      }
    } else if (part instanceof Opaque && !opaque) {
      waiting.push(between(`${part.maker}(`, part.parts, ")"));
    } else {
      yield plain(part);
    }
  }
}

// The opening, the values with commas between them, strings in their quotes, how many more of `size` there are, the end.
function* between(opening, values, end, quota = null, size = 0) {
  yield opening;
  let place = 0;
  for (const value of values) {
    if (place > 0) yield ", ";
    if (quota !== null && quota.left === 0) {
      yield `… ${countText(Number(size) - place)} more`;
      break;
    }
    if (quota !== null) quota.left -= 1;
    place += 1;
    yield typeof value === "string" ? `"${value}"` : value;
  }
  yield end;
}

// The printed form of a value that holds no others.
export function plain(value) {
  if (value instanceof Fraction) return decimalText(value);
  if (value instanceof Atom) return `\`${value.name}`;
  return value instanceof Opaque ? value.printed : String(value);
}

// How many elements a set has if they are more than `largest`, else nothing.
function sizeText(set, largest) {
  try {
    if (set.extent.levels > DEEPEST_SHOWN) return "a set of deeply nested sets";
    return set.size > largest ? `a set of ${countText(set.size)} elements` : "";
  } catch (error) {
    if (error instanceof Misuse && TOO_MANY.test(error.code)) return "a set of very many elements";
    throw error;
  }
}

// Exact decimals, the repeating block in brackets: 1/6 is 0.1(6..).
function decimalText({ numerator, denominator }) {
  const size = numerator < 0n ? -numerator : numerator;
  const [digits, block] = expansion(size % denominator, denominator);
  if (block === null) return `${numerator}/${denominator}`;
  return `${numerator < 0n ? "-" : ""}${size / denominator}.${digits}${block ? `(${block}..)` : ""}`;
}

// Digits after the point of rest/denominator, and the block that repeats: null if there are too many digits.
function expansion(rest, denominator) {
  const seen = new Map();
  let digits = "";
  while (rest !== 0n && !seen.has(rest)) {
    if (digits.length > LONGEST_PERIOD) return ["", null];
    seen.set(rest, digits.length);
    digits += String((rest * 10n) / denominator);
    rest = (rest * 10n) % denominator;
  }
  if (rest === 0n) return [digits, ""];
  return [digits.slice(0, seen.get(rest)), digits.slice(seen.get(rest))];
}
