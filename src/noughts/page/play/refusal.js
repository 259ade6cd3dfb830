// What cannot be done for the one who asked, though the page is in order.

export class Refusal extends Error {
  constructor(fact, hint = "") {
    super(hint ? `${fact}; ${hint}` : fact);
    this.fact = fact;
    this.hint = hint;
  }
}

export const A_BUG = "This is a bug in Noughts, not your mistake.";

// The rules have no value in some position; the text is a report of several lines.
export class RulesError extends Error {}
