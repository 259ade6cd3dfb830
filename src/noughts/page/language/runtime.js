// A program that can be asked: what a page imports of the runtime.

import { DEFAULTS, question } from "./limits.js";
import { begun, ended, underWay } from "./calls.js";
import { unrolled } from "./deep.js";
import { isStackFull, Misuse, overflow } from "./misuse.js";
import { RunError, runError } from "./run_error.js";
import { asSentence } from "./operations.js";
import { EMPTY, FiniteSet } from "./sets.js";
import { atom } from "./values.js";
import * as words from "./words.js";

export { exactText } from "./exact.js";
export { fromJson, toJson } from "./json.js";
export { ordered } from "./order.js";
export { numberedPlace, RunError } from "./run_error.js";
export { FiniteSet } from "./sets.js";
export { show, summary, writtenOut } from "./show.js";
export { atom, equal, hash, kind } from "./values.js";

const BRIEF = 0.05;

// Nothing happened yet.
export const QUIET = { currentState: EMPTY, mouseClicked: false, mouseX: 0, mouseY: 0, heldKeys: EMPTY };

// Values for the names that are given in a frame, and what was found with them; frames of one state may share
// what was found in the state alone.
export class Frame {
  constructor(given = QUIET, foundInState = new Map()) {
    this.given = given;
    this.found = new Map();
    this.foundInState = foundInState;
  }
}

// The frame of a state, and of an input: whether the button was pressed, where it or the cursor is, held keys.
export function frameOf(state, { clicked = false, x = 0, y = 0, keys = [] } = {}, foundInState = new Map()) {
  const heldKeys = FiniteSet.of([...keys].sort().map(atom));
  return new Frame(
    { currentState: state, mouseClicked: clicked, mouseX: x, mouseY: y, heldKeys },
    foundInState,
  );
}

// A program under a budget: { seconds, elements, megabytes }, each with a default.
export function load(program, budget = {}) {
  return new Rules(program(words), { ...DEFAULTS, ...budget });
}

// Work whose questions take no longer than nobody waits for.
export const briefly = (work) => question({ ...DEFAULTS, seconds: BRIEF }, work);

class Rules {
  constructor(program, budget) {
    this.program = program;
    this.budget = budget;
  }

  // Whether the document defines a name with that many parameters.
  defines(name, parameters) {
    return (
      Object.hasOwn(this.program.definitions, name) &&
      this.program.definitions[name].parameters === parameters
    );
  }

  // The value of a definition applied to arguments; throws a RunError.
  call(name, args = [], frame = new Frame()) {
    const definition = this.program.definitions[name];
    return this.run(
      definition,
      definition.readsFrame ? [frame, ...args, undefined] : [...args, undefined],
      frame,
    );
  }

  // Whether a relation holds; throws a RunError if the value is not a truth value.
  holds(name, args = [], frame = new Frame()) {
    return this.question(frame, () => asSentence(this.call(name, args, frame)));
  }

  // The value of an expression that was compiled with the program, by its number.
  ask(number, frame = new Frame()) {
    return this.run(this.program.questions[number], [frame], frame);
  }

  // The value of a function; if the browser's stack is full, that of the same as a generator.
  run({ call, deep }, args, frame) {
    return this.question(frame, (base) => {
      try {
        return call(...args);
      } catch (error) {
        if (deep === undefined || !isStackFull(error)) throw error;
        ended(base);
        begun();
        return unrolled(deep(...args));
      }
    });
  }

  // Work as one question, under one budget; its errors become RunErrors.
  question(frame, work) {
    const base = begun();
    try {
      return question(this.budget, () => work(base));
    } catch (error) {
      if (error instanceof RunError) throw error;
      const misuse = error instanceof Misuse ? error : overflow(error);
      throw misuse === null ? error : runError(this.program, misuse, underWay(base), frame);
    } finally {
      ended(base);
    }
  }
}
