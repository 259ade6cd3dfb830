// Recursion on a stack of our own: a browser's holds some thousand calls, in a worker half as many.

import { noRoom } from "./misuse.js";

const DEEPEST = 48_000; // calls and other steps under way; compiled Python allows as many frames

// The value of a generator that yields, for each value that it needs, the generator that finds it.
export function unrolled(first) {
  const waiting = [first];
  let value;
  while (waiting.length > 0) {
    const step = waiting[waiting.length - 1].next(value);
    if (step.done) {
      waiting.pop();
      value = step.value;
    } else {
      if (waiting.push(step.value) > DEEPEST) throw noRoom();
      value = undefined;
    }
  }
  return value;
}
