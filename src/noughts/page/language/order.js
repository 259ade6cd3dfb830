// One order of all values, so that equal values can be written alike:
//
//   truth < numbers < strings < atoms < tuples < sets < Easel's values

import { less } from "./arithmetic.js";
import { FiniteSet, listable } from "./sets.js";
import { writtenOut } from "./show.js";
import { AnySet, Atom, isNumber } from "./values.js";

const RANKS = [
  (value) => typeof value === "boolean",
  isNumber,
  (value) => typeof value === "string",
  (value) => value instanceof Atom,
  Array.isArray,
  (value) => value instanceof AnySet,
  () => true,
];

const rank = (value) => RANKS.findIndex((isOf) => isOf(value));

// Below 0 if one value comes before the other, 0 if they are equal.
export function compare(one, other) {
  const kinds = rank(one) - rank(other);
  if (kinds !== 0) return kinds;
  switch (rank(one)) {
    case 0:
      return Number(one) - Number(other);
    case 1:
      return less(one, other) ? -1 : Number(less(other, one));
    case 2:
      return compareTexts(one, other);
    case 3:
      return compareTexts(one.name, other.name);
    case 4:
      return compareLists(one, other);
    case 5:
      return compare(one.size, other.size) || compareLists(sorted(one), sorted(other));
    default:
      return compareTexts(writtenOut(one), writtenOut(other));
  }
}

// By code points, as Python compares strings.
function compareTexts(one, other) {
  return compareLists(Array.from(one, pointOf), Array.from(other, pointOf));
}

const pointOf = (sign) => sign.codePointAt(0);

function compareLists(one, other) {
  for (let place = 0; place < Math.min(one.length, other.length); place++) {
    const found = compare(one[place], other[place]);
    if (found !== 0) return found;
  }
  return one.length - other.length;
}

const sorted = (set) => [...listable(set)].sort(compare);

// The same value, with the elements of its sets in order at every depth.
export function ordered(value) {
  if (Array.isArray(value)) return value.map(ordered);
  return value instanceof AnySet ? FiniteSet.of(sorted(value).map(ordered)) : value;
}
