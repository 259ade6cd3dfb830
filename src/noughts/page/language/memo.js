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
const isKept = (args, ofSets) => (ofSets || !args.some((arg) => arg instanceof AnySet)) && isListed(args);
const alike = (a, b) =>
  equal(a, b) && (parts(a).every?.((part, place) => alike(part, parts(b)[place])) ?? true);

// The value of a call, or undefined; one with sets as arguments is remembered only for a function `ofSets`.
export function recall(call, args, ofSets) {
  if (question !== asked()) [memo, size, question] = [new Map(), 0, asked()];
  if (!isKept(args, ofSets)) return undefined;
  return memo
    .get(call)
    ?.get(hash(args))
    ?.find(([others]) => alike(others, args))?.[1];
}

// Remember the value of a call, unless the memo already has as many elements as a set may have.
export function remember(call, args, value, ofSets) {
  if (size >= elementsAllowed() || !isKept(args, ofSets)) return value;
  const code = hash(args);
  if (!memo.has(call)) memo.set(call, new Map());
  memo.get(call).set(code, [...(memo.get(call).get(code) ?? []), [args, value]]);
  for (const kept of [value, ...args]) size += kept instanceof FiniteSet ? kept.size : 0;
  size += 1;
  return value;
}
