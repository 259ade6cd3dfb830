// Tuples and maps by their places.  A map is a set of pairs: it maps k to v if (k, v) is its only pair that
// begins with k.

import { refuse, wholeNumber } from "./arithmetic.js";
import { readClock } from "./limits.js";
import { outOfRange } from "./misuse.js";
import { tupleOf } from "./operations.js";
import { FiniteSet, listable } from "./sets.js";
import { show, summary } from "./show.js";
import { AnySet, equal, hash } from "./values.js";

const BY_KEY = "values by key"; // no name of a pattern
const isPair = (value) => Array.isArray(value) && value.length === 2;

export function element(t, i) {
  return t instanceof AnySet ? valueAt(t, i) : elementsOf(t, "[…]")[indexIn(t, i) - 1];
}

// A tuple with another element i, or a map that has another value at i.
export function withChange(t, i, value) {
  if (t instanceof AnySet) return overridden(t, i, value);
  const parts = elementsOf(t, "[… |-> …]").slice();
  parts[indexIn(t, i) - 1] = value;
  return tupleOf(parts);
}

const elementsOf = (t, symbol) => (Array.isArray(t) ? t : refuse(symbol, "a tuple or a map", t));

function indexIn(t, i) {
  const place = wholeNumber("an index", i);
  if (place >= 1 && place <= t.length) return Number(place);
  const fact = `${summary(t)} has no element ${show(place)}; it has ${t.length}`;
  throw outOfRange(fact, "elements are counted from 1");
}

function valueAt(f, key) {
  const index = byKey(f);
  const pairs = (index.get(hash(key)) ?? []).filter((pair) => equal(pair[0], key));
  if (pairs.length === 1) return pairs[0][1];
  const many = pairs.length === 0 ? "has no value" : `has ${pairs.length} values`;
  const help = "`f[k]` is v if `(k, v)` is in f, and no other pair begins with k";
  throw outOfRange(`${summary(f)} ${many} at ${summary(key)}`, help);
}

// For each hash of the first part of a pair those pairs.
function byKey(f) {
  const known = f.indexes?.get(BY_KEY);
  if (known !== undefined) return known;
  const index = new Map();
  for (const pair of everyElement(f)) {
    if (!isPair(pair)) continue;
    const code = hash(pair[0]);
    const alike = index.get(code);
    if (alike === undefined) index.set(code, [pair]);
    else alike.push(pair);
  }
  if (f instanceof FiniteSet) (f.indexes ??= new Map()).set(BY_KEY, index);
  return index;
}

// The pairs of a map, one of which has another value, or stands at the end if it is new.
function overridden(f, key, value) {
  const made = [];
  const changed = tupleOf([key, value]);
  let isNew = true;
  for (const pair of everyElement(f)) {
    if (!isPair(pair)) refuse("[… |-> …]", "a set of pairs", pair);
    const here = equal(pair[0], key);
    if (here && !isNew) continue;
    made.push(here ? changed : pair);
    isNew &&= !here;
  }
  return FiniteSet.of(isNew ? [...made, changed] : made);
}

function* everyElement(f) {
  let steps = 0;
  for (const element of listable(f)) {
    if ((steps++ & 63) === 0) readClock();
    yield element;
  }
}
