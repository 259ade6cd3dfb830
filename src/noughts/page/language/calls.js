// The calls of definitions under way, for the notes of errors.
//
// A function says when it is entered and left.  An error ends the whole question, so what it leaves behind
// here is what it happened in: nothing needs to be caught on its way, not even where the browser's stack is full.

const MOST_CALLS = 6; // innermost calls that an error tells

const names = [];
const operands = [];
const places = [];
let depth = 0;
let question = 0;

// A call of a definition begins; the answer is for `left`.
export function entered(name, args, place) {
  const own = depth++;
  names[own] = name;
  operands[own] = args;
  places[own] = place;
  return own;
}

// The value of a call, which ends.
export function left(own, value) {
  depth = own;
  return value;
}

// The number of the question that is being answered.
export const asked = () => question;

// A question begins: how many calls it is within; inside another one it shares its number.
export function begun() {
  if (depth === 0) question += 1;
  return depth;
}

// A question ended, well or not; let go of what it was applied to.
export function ended(base) {
  depth = base;
  operands.length = base;
}

// The innermost calls since a question began, and how many more there are.
export function underWay(base) {
  const calls = [];
  for (let own = depth - 1; own >= base && calls.length < MOST_CALLS; own--) {
    calls.push({ name: names[own], args: operands[own], place: places[own] });
  }
  return { calls, further: depth - base - calls.length };
}
