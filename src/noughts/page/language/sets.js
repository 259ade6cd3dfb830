// Finite sets: immutable once they are built, ordered as their elements were put in, equal by extension.
//
// `FiniteSet` holds its elements; the kinds of lazy_sets.js know membership and size without listing them.

import { extentOf } from "./extent.js";
import { readClock, requireElements, requireExtent } from "./limits.js";
import { AnySet, equal, hash, mix } from "./values.js";

const FEW = 8; // so many hashes are compared one after another; a larger set has a table of them
const UNQUESTIONED = 4096;

// Elements in their order with their hashes, and for more than a few a table: an element stands in the slot of
// its hash or in the next free one; 0 is a free slot, n stands for element n - 1.
export class FiniteSet extends AnySet {
  constructor() {
    super();
    this.elements = [];
    this.hashes = [];
    this.slots = null;
    this.ownExtent = null;
    this.ownHash = null;
    this.indexes = null;
  }

  static of(elements) {
    const made = new FiniteSet();
    for (const element of elements) made.insert(element);
    requireElements(made.elements.length);
    return made;
  }

  get size() {
    return this.elements.length;
  }

  get extent() {
    return (this.ownExtent ??= extentOf(this.elements));
  }

  [Symbol.iterator]() {
    return this.elements[Symbol.iterator]();
  }

  has(value) {
    return this.find(value, hash(value)) >= 0;
  }

  // The place of an element with that hash, or -1.
  find(value, code) {
    if (this.slots === null) {
      for (let place = 0; place < this.hashes.length; place++) {
        if (this.hashes[place] === code && equal(this.elements[place], value)) return place;
      }
      return -1;
    }
    const last = this.slots.length - 1;
    for (let slot = code & last; this.slots[slot] !== 0; slot = (slot + 1) & last) {
      const place = this.slots[slot] - 1;
      if (this.hashes[place] === code && equal(this.elements[place], value)) return place;
    }
    return -1;
  }

  // Whether a value was new; only while the set is built.
  insert(value, code = hash(value)) {
    if (this.find(value, code) >= 0) return false;
    const count = this.elements.push(value);
    this.hashes.push(code);
    if (this.slots === null ? count > FEW : 2 * count > this.slots.length) this.makeSlots();
    else if (this.slots !== null) this.occupy(count);
    return true;
  }

  makeSlots() {
    let size = 32;
    while (size < 4 * this.elements.length) size *= 2;
    this.slots = new Int32Array(size);
    for (let count = 1; count <= this.elements.length; count++) this.occupy(count);
  }

  occupy(count) {
    const last = this.slots.length - 1;
    let slot = this.hashes[count - 1] & last;
    while (this.slots[slot] !== 0) slot = (slot + 1) & last;
    this.slots[slot] = count;
  }

  copy() {
    const made = new FiniteSet();
    made.elements = this.elements.slice();
    made.hashes = this.hashes.slice();
    if (this.slots !== null) made.slots = this.slots.slice();
    return made;
  }

  listed() {
    return this;
  }

  // Only a set that becomes part of another value is hashed: so all parts are known not to be too large.
  hash() {
    if (this.ownHash === null) {
      requireExtent(this.extent);
      let all = this.elements.length;
      for (const code of this.hashes) all = (all + mix(code)) | 0;
      this.ownHash = mix(all);
    }
    return this.ownHash;
  }

  equals(other) {
    if (!(other instanceof FiniteSet)) return sameListed(this, other);
    if (this.ownExtent !== null && this.ownExtent.parts > UNQUESTIONED) readClock();
    return this.elements.length === other.elements.length && this.isWithin(other);
  }

  isWithin(other) {
    if (this.elements.length > other.elements.length) return false;
    for (let place = 0; place < this.elements.length; place++) {
      if (other.find(this.elements[place], this.hashes[place]) < 0) return false;
    }
    return true;
  }
}

export const EMPTY = new FiniteSet();

// Whether two sets, one of them lazy, have the same elements.
export function sameListed(one, other) {
  if (!(other instanceof AnySet)) return false;
  readClock();
  return one.size === other.size && one.listed().equals(other.listed());
}

// The elements of a set, once it is known to be small enough to walk through.
export function listable(set) {
  requireElements(set.size);
  return set;
}

// The elements of the left set, then what the right one adds.
export function union(left, right) {
  const both = left instanceof FiniteSet && right instanceof FiniteSet;
  if (right.size === 0) return left;
  if (!both && left.size === 0) return right;
  if (!both) requireElements(left.size > right.size ? left.size : right.size);
  const made = left.listed().copy();
  insertAll(made, right.listed());
  requireElements(made.size);
  return made;
}

// Add the elements of a set to one that is being built.
export function insertAll(made, set) {
  for (let place = 0; place < set.elements.length; place++)
    made.insert(set.elements[place], set.hashes[place]);
}

// The elements of the left set that are not in the right one.
export function difference(left, right) {
  return chosen(left, (element) => !right.has(element));
}

// Those elements of a set that a test chooses.
export function chosen(set, test) {
  const made = new FiniteSet();
  let steps = 0;
  for (const element of listable(set)) {
    if ((++steps & 63) === 0) readClock();
    if (test(element)) made.insert(element);
  }
  return made;
}
