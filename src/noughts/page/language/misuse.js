// What went wrong, before anybody knows where in a document.

// An operation was given operands it has no value for, or work was over budget.
export class Misuse {
  constructor(code, fact, help = "") {
    this.code = code;
    this.fact = fact;
    this.help = help;
    this.place = undefined; // the number of the innermost place in a document
  }
}

export const wrongKind = (fact, help = "") => new Misuse("E301", fact, help);
export const divisionByZero = (fact, help = "") => new Misuse("E302", fact, help);
export const outOfRange = (fact, help = "") => new Misuse("E303", fact, help);
export const notWhole = (fact) => new Misuse("E304", fact, "`floor(…)` rounds down");
export const noClause = (fact) => new Misuse("E305", fact, "add a last clause `… otherwise`");
export const noSolution = (fact, help) => new Misuse("E306", fact, help);
export const circular = (fact) => new Misuse("E307", fact);
export const outOfBudget = (fact, help = "") => new Misuse("E401", fact, help);
export const tooManyElements = (fact, help = "") => new Misuse("E402", fact, help);
export const tooDeep = (fact, help) => new Misuse("E403", fact, help);
export const tooLarge = (fact, help = "") => new Misuse("E404", fact, help);
export const leftRange = (fact) =>
  new Misuse("E506", fact, "widen the range, or let a guard say where the action may happen");

// Calls of definitions that are too deep, for a stack of any kind.
export const noRoom = () =>
  tooDeep(
    "definitions call one another too deeply for the stack",
    "let these calls reach a clause that ends the recursion",
  );

// Whether an error is that of a browser whose stack is full.
export const isStackFull = (error) =>
  error?.name === "InternalError" || (error instanceof RangeError && error.message.includes("call stack"));

// What it means that the browser's stack or memory was used up; null for any other error.
export function overflow(error) {
  if (isStackFull(error)) return noRoom();
  return error instanceof RangeError ? outOfBudget("this needs more memory than there is") : null;
}
