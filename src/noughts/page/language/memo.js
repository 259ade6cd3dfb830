// The values of recursive calls in the question that is being answered.
//
// Calls with sets are not remembered: equal sets may be in different order, and so may what is computed from them.

import { asked } from "./calls.js";
import { elementsAllowed } from "./limits.js";
import { FiniteSet } from "./sets.js";
import { Atom, Fraction } from "./values.js";

let memo = new Map(); // for each function its values by the texts of its arguments
let size = 0; // values in the memo, and elements of those that are sets
let question = 0;

// The value of a call, or undefined.
export function recall(call, args) {
  if (question !== asked()) {
    [memo, size, question] = [new Map(), 0, asked()];
  }
  const key = keyOf(args);
  return key && memo.get(call)?.get(key);
}

// Remember the value of a call, unless the memo already has as many elements as a set may have.
export function remember(call, args, value) {
  const key = size < elementsAllowed() && keyOf(args);
  if (!key) return value;
  let known = memo.get(call);
  if (known === undefined) memo.set(call, (known = new Map()));
  known.set(key, value);
  size += 1 + (value instanceof FiniteSet ? value.size : 0);
  return value;
}

// A text that only equal arguments have; undefined if they contain a set.
function keyOf(args) {
  let key = "(";
  for (const arg of args) {
    const part = typeof arg === "object" ? textOf(arg) : typeof arg === "string" ? JSON.stringify(arg) : arg;
    if (part === undefined) return undefined;
    key += `${part},`;
  }
  return `${key})`;
}

function textOf(value) {
  if (Array.isArray(value)) return keyOf(value);
  if (value instanceof Atom) return `\`${value.name}`;
  return value instanceof Fraction ? `${value.numerator}/${value.denominator}` : undefined;
}
