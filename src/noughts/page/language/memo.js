// The values of recursive calls in the question that is being answered.
//
// Calls with sets are not remembered: equal sets may be in different order, and so may what is computed from them.

import { asked } from "./calls.js";
import { elementsAllowed } from "./limits.js";
import { FiniteSet } from "./sets.js";
import { AnySet, equal, hash } from "./values.js";

let memo = new Map(); // for each function, by the hash of arguments, those with their values
let size = 0; // values in the memo, and elements of those that are sets
let question = 0;

const isOrdered = (value) => (Array.isArray(value) ? value.every(isOrdered) : !(value instanceof AnySet));

// The value of a call, or undefined.
export function recall(call, args) {
  if (question !== asked()) [memo, size, question] = [new Map(), 0, asked()];
  if (!isOrdered(args)) return undefined;
  const alike = memo.get(call)?.get(hash(args));
  return alike?.find(([known]) => equal(known, args))?.[1];
}

// Remember the value of a call, unless the memo already has as many elements as a set may have.
export function remember(call, args, value) {
  if (size >= elementsAllowed() || !isOrdered(args)) return value;
  const code = hash(args);
  if (!memo.has(call)) memo.set(call, new Map());
  memo.get(call).set(code, [...(memo.get(call).get(code) ?? []), [args, value]]);
  size += 1 + (value instanceof FiniteSet ? value.size : 0);
  return value;
}
