// What cannot be done for the one who asked, though the page is in order.

export class Refusal extends Error {
  constructor(fact, hint = "") {
    super(hint ? `${fact}; ${hint}` : fact);
    this.fact = fact;
    this.hint = hint;
  }
}

// The rules have no value in some position; the text is a report of several lines.
export class RulesError extends Error {}
