// Something for each value of a document, in the order in which they came.

import { equal, hash } from "../language/runtime.js";

export class ByValue {
  constructor() {
    this.found = new Map();
    this.order = [];
  }

  // The entry [value, thing] of a value, or undefined.
  entry(value) {
    return this.found.get(hash(value))?.find(([known]) => equal(known, value));
  }

  // What there is for a value; `make` makes it if there is nothing.
  at(value, make) {
    const known = this.entry(value);
    if (known) return known[1];
    const entry = [value, make()];
    const code = hash(value);
    this.found.set(code, [...(this.found.get(code) ?? []), entry]);
    this.order.push(entry);
    return entry[1];
  }

  entries() {
    return this.order;
  }
}
