// Operations on sets and tuples whatever they are given, and what lists of values add up to.

import { refuse, wholeNumber } from "./arithmetic.js";
import { extentOf, isScalar } from "./extent.js";
import { IntegerRange, intersection as setIntersection, isSubset, PowerSet } from "./lazy_sets.js";
import { holdParts, requireElements, requireExtent } from "./limits.js";
import { wrongKind } from "./misuse.js";
import { difference as setDifference, EMPTY, FiniteSet, insertAll, union as setUnion } from "./sets.js";
import { summary } from "./show.js";
import { AnySet, kind } from "./values.js";

const ofSets = (symbol, work) => (a, b) =>
  a instanceof AnySet && b instanceof AnySet ? work(a, b) : refuse(symbol, "two sets", a, b);

export const union = ofSets("U", setUnion);
export const intersection = ofSets("sec", setIntersection);
export const difference = ofSets("\\", setDifference);
export const subset = ofSets("sub", isSubset);

export const member = (a, s) => (s instanceof AnySet ? s.has(a) : refuse("in", "a set on its right", s));
export const powerSet = (a) => (a instanceof AnySet ? new PowerSet(a) : refuse("Pow", "a set", a));
export const integers = (m, n) => new IntegerRange(wholeNumber("`..`", m), wholeNumber("`..`", n));
export const setOf = (elements) => (elements.length === 0 ? EMPTY : FiniteSet.of(elements));

export function tupleOf(elements) {
  if (!elements.every(isScalar)) requireExtent(extentOf(elements));
  return elements;
}

const LARGE = 256; // sets up to this size are not weighed

// The values of {t | p}, added one by one.
export class Collected {
  constructor() {
    this.set = new FiniteSet();
    this.held = 0;
  }

  // Whether the value was new.
  add(value) {
    if (!this.set.insert(value)) return false;
    requireElements(this.set.elements.length);
    if (value instanceof FiniteSet && value.elements.length > LARGE) {
      this.held += value.extent.parts;
      holdParts(value.extent.parts);
    }
    return true;
  }

  value() {
    holdParts(-this.held);
    this.held = 0;
    return this.set;
  }
}

// The elements of U[p] s.
export class United extends Collected {
  add(value) {
    if (!(value instanceof AnySet)) refuse("U[…]", "a set", value);
    insertAll(this.set, value.listed());
    requireElements(this.set.elements.length);
    return true;
  }
}

// The elements of Sec[p] s.
export class Intersected {
  constructor() {
    this.set = null;
  }

  add(value) {
    this.set = intersection(this.set ?? value, value);
  }

  value() {
    return this.set ?? EMPTY;
  }
}

export function asSentence(value) {
  if (typeof value === "boolean") return value;
  throw wrongKind(`a truth value is expected here, but got ${summary(value)}, ${kind(value)}`);
}
