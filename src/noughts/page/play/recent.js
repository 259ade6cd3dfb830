// What was found for the last values that were asked about; a match asks again and again about a few.

const KEPT = 256;

export class Recent {
  constructor(find) {
    this.find = find;
    this.found = new Map();
  }

  of(value) {
    if (!this.found.has(value)) this.keep(value, this.find(value));
    return this.found.get(value);
  }

  keep(value, found) {
    if (this.found.size >= KEPT) this.found.delete(this.found.keys().next().value);
    this.found.set(value, found);
  }
}
