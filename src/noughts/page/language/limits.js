// How much one question may take: time, elements of one set, parts and levels of one value, digits.

import { outOfBudget, tooDeep, tooLarge, tooManyElements } from "./misuse.js";

const UNQUESTIONED = 4096; // sets and values up to this size are not checked
const UNQUESTIONED_BITS = 8192;
const LEVELS = 200;
const PARTS_PER_ELEMENT = 8;
const LOOKS_BETWEEN_CLOCKS = 64; // to read the clock takes as long as to walk through a small set
const DIGITS = 100_000;
const BITS = 332_193;

const BYTES_PER_PART = 40; // of a set: its element, the hash, the slots

export const DEFAULTS = { seconds: 10, elements: 1_000_000, megabytes: 1024 };

const NOT_YET = -1; // the clock was not read since the question began

let allowed = DEFAULTS;
let deadline = Infinity; // outside all questions
let looks = 0;
let heldParts = 0;

// Work on one question under a budget; a question inside a question shares its time, which runs from the first look
// at the clock: most questions are answered before one, in less time than to read it.
export function question(budget, work) {
  if (deadline !== Infinity) return work();
  allowed = budget;
  deadline = NOT_YET;
  heldParts = 0;
  try {
    return work();
  } finally {
    allowed = DEFAULTS;
    deadline = Infinity;
  }
}

// The most elements of one set.
export const elementsAllowed = () => allowed.elements;

// Stop if the time is over; the clock is read now and then.
export function look() {
  looks = (looks + 1) % LOOKS_BETWEEN_CLOCKS;
  if (looks === 0) readClock();
}

// Stop if the time is over.
export function readClock() {
  const now = performance.now();
  if (deadline === NOT_YET) deadline = now + allowed.seconds * 1000;
  if (now > deadline) {
    throw outOfBudget(
      `this took longer than ${allowed.seconds} seconds`,
      "simplify it, or allow more time with `--seconds`",
    );
  }
}

// Count parts of values that a set under construction keeps, or with a minus those of one that is done.  A page
// is not told how much memory it has; what can grow without end is such a set of large sets.
export function holdParts(count) {
  heldParts += count;
  if (heldParts * BYTES_PER_PART > allowed.megabytes * 2 ** 20) {
    throw outOfBudget(
      `this took more than ${countText(allowed.megabytes)} megabytes of memory`,
      "make the sets it is built from smaller",
    );
  }
}

// Refuse to list a set, or to build a tuple, of more elements than allowed.
export function requireElements(size, what = "set") {
  if (size <= UNQUESTIONED) return;
  readClock();
  if (size > allowed.elements) {
    throw tooManyElements(
      `this ${what} would have ${countText(size)} elements, more than the ${countText(allowed.elements)} allowed`,
      what === "tuple"
        ? "make the tuples it is joined from shorter"
        : "make the sets it is built from smaller, or use only membership and size",
    );
  }
}

// Refuse a number of more binary digits than allowed.
export function requireBits(length) {
  if (length <= UNQUESTIONED_BITS) return;
  readClock();
  if (length > BITS) throw tooLarge(`this number would have more than ${countText(DIGITS)} digits`);
}

// Refuse a power that would be too long, before the work of finding it.
export function requirePower(baseBits, exponent, text) {
  if (BigInt(baseBits - 1) * exponent > BigInt(BITS)) {
    throw tooLarge(
      `${text()} would have more than ${countText(DIGITS)} digits`,
      "`a ^ b ^ c` is `a ^ (b ^ c)`; make the exponent smaller",
    );
  }
}

// Refuse a value with too many parts, counting repeated ones each time, or with too many levels.
export function requireExtent({ parts, levels }) {
  if (levels > LEVELS) {
    throw tooDeep(
      `this value would be nested more than ${LEVELS} levels deep`,
      "collect the parts in one tuple or set: `t + (x,)` and `S U {x}` do not nest",
    );
  }
  if (parts <= UNQUESTIONED) return;
  readClock();
  const most = allowed.elements * PARTS_PER_ELEMENT;
  if (parts > most) {
    throw tooManyElements(
      `this value would have ${countText(parts)} parts, more than the ${countText(most)} allowed`,
      "make the tuples and sets it is built from smaller",
    );
  }
}

// The binary digits of a whole number.
export function bitLength(whole) {
  if (typeof whole === "number") return whole === 0 ? 0 : Math.floor(Math.log2(Math.abs(whole))) + 1;
  const digits = (whole < 0n ? -whole : whole).toString(16);
  return 4 * (digits.length - 1) + (32 - Math.clz32(Number.parseInt(digits[0], 16)));
}

// A count that stays short however large it is.
export function countText(count) {
  const bits = bitLength(count);
  return bits <= 64 ? String(count).replace(/\B(?=(\d{3})+$)/g, ",") : `about 2^${bits - 1}`;
}

// How long a number is, for one that is too long to be shown.
export function digitsText(whole) {
  return `a number of about ${countText(Math.floor((bitLength(whole) * 30103) / 100000) + 1)} digits`;
}
