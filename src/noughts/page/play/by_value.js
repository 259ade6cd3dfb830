// Something for each value of a document, in the order in which they came.

export class ByValue {
  constructor(rules) {
    this.rules = rules;
    this.found = new Map();
    this.order = [];
  }

  // The entry [value, thing] of a value, or undefined.
  entry(value) {
    return this.found.get(this.rules.hash(value))?.find(([known]) => this.rules.equal(known, value));
  }

  // What there is for a value; `make` makes it if there is nothing.
  at(value, make) {
    const known = this.entry(value);
    if (known) return known[1];
    const entry = [value, make()];
    const hash = this.rules.hash(value);
    this.found.set(hash, [...(this.found.get(hash) ?? []), entry]);
    this.order.push(entry);
    return entry[1];
  }

  entries() {
    return this.order;
  }
}
