// The words of generated code: builtins that say where they failed, and the forms that bind names.
//
// The last argument of each is the number of a place in the document.

import * as arithmetic from "./arithmetic.js";
import { asked } from "./calls.js";
import * as easel from "./easel.js";
import { look, readClock } from "./limits.js";
import { candidates as lookUp, fits } from "./lookup.js";
import * as maps from "./maps.js";
import { circular, leftRange, Misuse, noClause, noSolution } from "./misuse.js";
import * as operations from "./operations.js";
import { FiniteSet, listable } from "./sets.js";
import { callText, summary } from "./show.js";
import { AnySet, equal as sameValue } from "./values.js";
import { LARGEST } from "./whole.js";

export { entered, left } from "./calls.js";
export { fits } from "./lookup.js";
export { recall, remember } from "./memo.js";
export { atom, fraction, opaque } from "./values.js";

// The error, with its place if it has none yet.
function placed(error, place) {
  if (error instanceof Misuse && error.place === undefined) error.place = place;
  return error;
}

const placing1 = (work) => (a, place) => {
  try {
    return work(a);
  } catch (error) {
    throw placed(error, place);
  }
};

const placing2 = (work) => (a, b, place) => {
  try {
    return work(a, b);
  } catch (error) {
    throw placed(error, place);
  }
};

const placing =
  (work) =>
  (...operands) => {
    const place = operands.pop();
    try {
      return work(...operands);
    } catch (error) {
      throw placed(error, place);
    }
  };

// Builtins; common cases of numbers and tuples are found here.

const addSlowly = placing2(arithmetic.add);
const subtractSlowly = placing2(arithmetic.subtract);
const multiplySlowly = placing2(arithmetic.multiply);
const moduloSlowly = placing2(arithmetic.modulo);
const lessSlowly = placing2(arithmetic.less);
const atMostSlowly = placing2(arithmetic.atMost);
const greaterSlowly = placing2(arithmetic.greater);
const atLeastSlowly = placing2(arithmetic.atLeast);
const elementSlowly = placing2(maps.element);
const equalSlowly = placing2(sameValue);

const areSmall = (a, b) => typeof a === "number" && typeof b === "number";

// What is not small is NaN, which no comparison accepts: one test for both.
export function add(a, b, place) {
  const sum = areSmall(a, b) ? a + b : NaN;
  return sum <= LARGEST && sum >= -LARGEST ? sum : addSlowly(a, b, place);
}

export function subtract(a, b, place) {
  const rest = areSmall(a, b) ? a - b : NaN;
  return rest <= LARGEST && rest >= -LARGEST ? rest : subtractSlowly(a, b, place);
}

export const less = (a, b, place) => (areSmall(a, b) ? a < b : lessSlowly(a, b, place));
export const atMost = (a, b, place) => (areSmall(a, b) ? a <= b : atMostSlowly(a, b, place));
export const greater = (a, b, place) => (areSmall(a, b) ? a > b : greaterSlowly(a, b, place));
export const atLeast = (a, b, place) => (areSmall(a, b) ? a >= b : atLeastSlowly(a, b, place));

export function element(t, i, place) {
  const found = typeof i === "number" && Array.isArray(t) ? t[i - 1] : undefined;
  return found === undefined ? elementSlowly(t, i, place) : found;
}

export const equal = (a, b, place) => a === b || (typeof a === "object" && equalSlowly(a, b, place));
export const unequal = (a, b, place) => !equal(a, b, place);

export function multiply(a, b, place) {
  const product = areSmall(a, b) ? a * b + 0 : NaN;
  return product <= LARGEST && product >= -LARGEST ? product : multiplySlowly(a, b, place);
}

export function modulo(a, b, place) {
  return areSmall(a, b) && a >= 0 && b > 0 ? a % b : moduloSlowly(a, b, place);
}

export function member(a, s, place) {
  try {
    return s instanceof FiniteSet ? s.has(a) : operations.member(a, s);
  } catch (error) {
    throw placed(error, place);
  }
}

export const divide = placing2(arithmetic.divide);
export const power = placing2(arithmetic.power);
export const negate = placing1(arithmetic.negate);
export const floor = placing1(arithmetic.floor);
export const ceiling = placing1(arithmetic.ceiling);
export const magnitude = placing1(arithmetic.magnitude);
export const elements = placing(arithmetic.elements);
export const withChange = placing(maps.withChange);

export const union = placing2(operations.union);
export const intersection = placing2(operations.intersection);
export const difference = placing2(operations.difference);
export const subset = placing2(operations.subset);
export const powerSet = placing1(operations.powerSet);
export const integers = placing2(operations.integers);
export const setOf = placing1(operations.setOf);
export const tupleOf = placing1(operations.tupleOf);
export const holds = placing1(operations.asSentence);

export const point = placing(easel.point);
export const color = placing(easel.color);
export const segment = placing(easel.segment);
export const circle = placing(easel.circle);
export const disc = placing(easel.disc);
export const triangle = placing(easel.triangle);
export const text = placing(easel.text);
export const graphic = placing(easel.graphic);

// Solutions

const FEW = 16; // elements that are walked through between two looks at the clock

// The elements of a set that is walked through.
export function each(set, place) {
  try {
    look();
    if (set instanceof FiniteSet && set.elements.length <= FEW) return set.elements;
    if (!(set instanceof AnySet)) arithmetic.refuse("in", "a set on its right", set);
    return watched(listable(set), place);
  } catch (error) {
    throw placed(error, place);
  }
}

function* watched(set, place) {
  try {
    let steps = 0;
    for (const element of set) {
      if (steps++ % FEW === 0) look();
      yield element;
    }
  } catch (error) {
    throw placed(error, place);
  }
}

// The elements of a set that can fit a pattern, some parts of which are known.
export function candidates(set, pattern, key, place) {
  try {
    return lookUp(set, pattern, key) ?? each(set, place);
  } catch (error) {
    throw placed(error, place);
  }
}

// The value, which must have the tuples of a pattern.
export function matched(value, shape, place) {
  if (fits(value, shape)) return value;
  const fact = `${summary(value)} does not fit the pattern`;
  throw placed(noSolution(fact, "the value and the pattern must have the same shape"), place);
}

// What collects values one by one, and says where it failed.
class Collecting {
  constructor(collector, place) {
    this.collector = collector;
    this.place = place;
  }

  add(value) {
    try {
      return this.collector.add(value);
    } catch (error) {
      throw placed(error, this.place);
    }
  }

  value() {
    return this.collector.value();
  }

  // The only value.
  one() {
    const { length, 0: only } = this.value().elements;
    if (length === 1) return only;
    const fact = `this \`where\` has ${length ? `${length} solutions, not one` : "no solution"}`;
    const more = length ? "" : "; for one clause, write `(a where …)`";
    throw placed(noSolution(fact, "each of its names must have exactly one value" + more), this.place);
  }
}

export const collected = (place) => new Collecting(new operations.Collected(), place);
export const united = (place) => new Collecting(new operations.United(), place);
export const intersected = (place) => new Collecting(new operations.Intersected(), place);
export { collected as distinct, collected as solutions };

// Values found when they are first asked for.  While one is being found it is marked with the number of the
// question; an error ends the question, so a mark with another number means nothing any more.

// A name of a `where`: it lives no longer than a question.
export function lazily(find) {
  let value;
  let busy = false;
  return (place) => {
    if (value === undefined) {
      if (busy) throw placed(circular("the value of a name of this `where` depends on itself"), place);
      busy = true;
      value = find();
    }
    return value;
  };
}

const needsItself = (name, place) => placed(circular(`the value of \`${name}\` depends on itself`), place);

// A constant that does not depend on the frame.
export function constant(name, find) {
  let value;
  let busyIn = 0;
  return (place) => {
    if (value === undefined) {
      if (busyIn === asked()) throw needsItself(name, place);
      busyIn = asked();
      value = find(place);
    }
    return value;
  };
}

class Busy {
  constructor(question) {
    this.question = question;
  }
}

// What a frame knows by a name: undefined if it is to be found now, which is marked.
function known(store, name, place) {
  const value = store.get(name);
  if (value !== undefined && !(value instanceof Busy)) return value;
  if (value?.question === asked()) throw needsItself(name, place);
  store.set(name, new Busy(asked()));
  return undefined;
}

const keptIn = (store) => (name, find) => (frame, place) => {
  let value = known(frame[store], name, place);
  if (value === undefined) frame[store].set(name, (value = find(frame, place)));
  return value;
};

// Constants that depend on the frame, and on nothing in it but the state.
export const eachFrame = keptIn("found");
export const eachState = keptIn("foundInState");

// The same of generators.

export function deepLazily(find) {
  let value;
  let busy = false;
  return function* (place) {
    if (value === undefined) {
      if (busy) throw placed(circular("the value of a name of this `where` depends on itself"), place);
      busy = true;
      value = yield find();
    }
    return value;
  };
}

export function deepConstant(name, find) {
  let value;
  let busyIn = 0;
  return function* (place) {
    if (value === undefined) {
      if (busyIn === asked()) throw needsItself(name, place);
      busyIn = asked();
      value = yield find(place);
    }
    return value;
  };
}

const deepKeptIn = (store) => (name, find) =>
  function* (frame, place) {
    let value = known(frame[store], name, place);
    if (value === undefined) frame[store].set(name, (value = yield find(frame, place)));
    return value;
  };

export const deepEachFrame = deepKeptIn("found");
export const deepEachState = deepKeptIn("foundInState");

// Definitions

const CALLS_BETWEEN_LOOKS = 100;
let calls = 0;

// Count the call of a recursive definition.
export function counted() {
  if (++calls % CALLS_BETWEEN_LOOKS === 0) readClock();
}

export function noCaseApplies(place) {
  throw placed(noClause("no condition of these clauses holds"), place);
}

export function noClauseApplies(name, args, place) {
  const applied = args.length ? ` to ${callText(name, args)}` : "";
  throw placed(noClause(`no clause of \`${name}\` applies${applied}`), place);
}

export function leavesRange(name, range, [value], place) {
  const variable = name.replace(/'$/, "");
  const fact = `\`${variable}\` would be ${summary(value)}, and its range is \`${variable} ${range}\``;
  throw placed(leftRange(fact), place);
}
