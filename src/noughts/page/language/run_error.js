// What went wrong while a document was evaluated, and where in it.

import { callText, summary } from "./show.js";

// A value that could not be found: code, fact, help, place and notes as a diagnostic has them.
export class RunError extends Error {
  constructor(code, fact, help, place, notes) {
    super(`[${code}] ${fact}`);
    this.name = "RunError";
    this.code = code;
    this.fact = fact;
    this.help = help;
    this.place = place;
    this.notes = notes;
  }
}

const TOO_DEEP = "E403";
const LEFT_RANGE = "E506";

// The error for a misuse in a program, within the calls under way, in a frame.
export function runError(program, misuse, { calls, further }, frame) {
  const placeOf = (number) => numberedPlace(program, number);
  const notes = calls.map(({ name, args, place }) => ({
    text: `in ${callText(name, args)}`,
    place: placeOf(place ?? program.definitions[name].head),
  }));
  let place = misuse.place === undefined ? null : placeOf(misuse.place);
  if (calls.length > 0) {
    const innermost = notes[0].place;
    if (misuse.code === TOO_DEEP || place === null) place = innermost;
    if (misuse.code === LEFT_RANGE) {
      notes[0] = { text: "it is declared here", place };
      place = innermost;
    }
  }
  if (further > 0) notes.push({ text: `and ${further} outer calls`, place: null });
  if (calls.some(({ name }) => program.definitions[name].readsState)) {
    notes.push({ text: `with ${stateText(program, frame.given.currentState)}`, place: null });
  }
  return new RunError(misuse.code, misuse.fact, misuse.help, place, notes);
}

// The state, or the variables of which it is made.
function stateText({ variables }, state) {
  if (variables.length > 0 && Array.isArray(state) && state.length === variables.length) {
    return variables.map((name, place) => `${name} = ${summary(state[place], 100)}`).join(", ");
  }
  return `currentState = ${summary(state, 200)}`;
}

// The place of a number: each has its document, its start less that of the one before, and its length.
export function numberedPlace({ sources, places }, number) {
  const [source, , length] = places.slice(3 * number, 3 * number + 3);
  const start = places.slice(0, 3 * number + 3).reduce((sum, part, k) => (k % 3 === 1 ? sum + part : sum), 0);
  return { source: sources[source], start, end: start + length };
}
