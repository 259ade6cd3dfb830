// The values of calls in a question, by arguments with the same order of elements, which values may depend on.

import { asked } from "./calls.js";
import { elementsAllowed } from "./limits.js";
import { FiniteSet } from "./sets.js";
import { AnySet, equal, hash } from "./values.js";

let memo = new Map(); // for each function, by the hash of arguments, those with their values
let size = 0; // values in the memo, and elements of those that are sets
let question = 0;

const parts = (value) => (value instanceof FiniteSet ? value.elements : value);
const isListed = (value) => parts(value).every?.(isListed) ?? !(value instanceof AnySet);
const alike = (a, b) =>
  equal(a, b) && (parts(a).every?.((part, place) => alike(part, parts(b)[place])) ?? true);

// The value of a call, or undefined.
export function recall(call, args) {
  if (question !== asked()) [memo, size, question] = [new Map(), 0, asked()];
  if (!isListed(args)) return undefined;
  return memo
    .get(call)
    ?.get(hash(args))
    ?.find(([others]) => alike(others, args))?.[1];
}

// Remember the value of a call, unless the memo already has as many elements as a set may have.
export function remember(call, args, value) {
  if (size >= elementsAllowed() || !isListed(args)) return value;
  const code = hash(args);
  if (!memo.has(call)) memo.set(call, new Map());
  memo.get(call).set(code, [...(memo.get(call).get(code) ?? []), [args, value]]);
  for (const kept of [value, ...args]) size += kept instanceof FiniteSet ? kept.size : 0;
  size += 1;
  return value;
}
