// The elements of a set that can fit a pattern of which some parts are known.
//
// (b, c) in E with b known has as its solutions the elements of E whose first part is b, in the order of E.  A
// set that is asked twice is indexed: for each hash of the known parts, the elements that have it.

import { Product } from "./lazy_sets.js";
import { look } from "./limits.js";
import { Misuse } from "./misuse.js";
import { FiniteSet, listable } from "./sets.js";
import { hash } from "./values.js";

const FEW = 16; // a set up to this size is walked through
const TOO_MANY_ELEMENTS = "E402";
const ASKED_ONCE = new Map(); // stands for the index of a set that was asked once

// Whether a value has the tuples of a pattern: a shape is a tuple of shapes, or null for anything.
export function fits(value, shape) {
  if (shape === null) return true;
  if (!Array.isArray(value) || value.length !== shape.length) return false;
  return shape.every((inner, place) => inner === null || fits(value[place], inner));
}

// The elements that have the shape and at the paths the parts of the key, in order, or some more: the caller
// compares the parts again.  Null if they are better walked through.  The key is found only if some element has
// the shape: a walk through all of them would not look at it either.
export function candidates(set, { shape, paths, name }, key) {
  look();
  if (set instanceof FiniteSet) return set.size > FEW ? byIndex(set, shape, paths, name, key) : null;
  if (!(set instanceof Product) || shape.some((inner) => inner !== null)) return null;
  return listable(set).size > FEW ? bySide(set, paths, key()[0]) : null;
}

function byIndex(set, shape, paths, name, key) {
  set.indexes ??= new Map();
  let index = set.indexes.get(name);
  if (index === undefined) {
    listable(set);
    set.indexes.set(name, ASKED_ONCE);
    return null;
  }
  if (index === ASKED_ONCE) set.indexes.set(name, (index = indexOf(set, shape, paths)));
  if (index.size === 0) return [];
  const code = ifListed(key(), hash);
  return code === null ? null : (index.get(code) ?? []);
}

// For each hash of the parts at the paths the elements that have it, in order.
function indexOf(set, shape, paths) {
  const index = new Map();
  for (const element of set) {
    if (!fits(element, shape)) continue;
    const code = hash(paths.map((path) => path.reduce((part, place) => part[place], element)));
    const alike = index.get(code);
    if (alike === undefined) index.set(code, [element]);
    else alike.push(element);
  }
  return index;
}

// The pairs of a product with one side known: only the other side is walked through.
function bySide({ left, right }, [[side]], known) {
  const inside = ifListed(known, (part) => (side === 0 ? left : right).has(part));
  if (inside === null) return null;
  if (!inside) return [];
  return side === 0
    ? [...right].map((other) => [known, other])
    : [...left].reverse().map((other) => [other, known]);
}

// What a function finds of a value; null if a set in it is too large to be listed, though it can be compared.
function ifListed(value, find) {
  try {
    return find(value);
  } catch (error) {
    if (error instanceof Misuse && error.code === TOO_MANY_ELEMENTS) return null;
    throw error;
  }
}
