/** The transposition table of a search: for positions searched before, bounds of their value. */

import { hashed, isSame } from "../kernels/positions.js";

/** A table of a fixed number of entries, a power of two, in pairs.
 *
 * A position has its place in one pair. The first entry there keeps what was searched deepest, the second
 * what was searched last; so nothing is ever cleared, and what is lost costs time, never truth. */
export class Transpositions {
  constructor(words, entries) {
    this.words = words;
    this.pairs = entries >> 1;
    this.codes = new Int32Array(entries * words);
    this.depths = new Uint8Array(entries); // 0 where nothing is stored
    this.low = new Int32Array(entries);
    this.high = new Int32Array(entries);
    this.best = new Int32Array(entries);
    this.proven = new Uint8Array(entries);
  }

  holds(entry, codes, at) {
    return this.depths[entry] > 0 && isSame(this.codes, entry * this.words, codes, at, this.words);
  }

  /** The entry of a position; -1 if there is none. */
  find(codes, at) {
    const first = 2 * (hashed(codes, at, this.words) & (this.pairs - 1));
    return this.holds(first, codes, at) ? first : this.holds(first + 1, codes, at) ? first + 1 : -1;
  }

  /** Store that `low` <= value <= `high` at a depth, and the best move; if it is proven, at every depth. */
  store(codes, at, depth, low, high, best, proven) {
    let entry = this.find(codes, at);
    if (entry < 0) {
      entry = 2 * (hashed(codes, at, this.words) & (this.pairs - 1));
      if (this.depths[entry] > depth) {
        entry += 1;
      }
    }
    for (let word = 0; word < this.words; word++) {
      this.codes[entry * this.words + word] = codes[at + word];
    }
    this.depths[entry] = depth;
    this.low[entry] = low;
    this.high[entry] = high;
    this.best[entry] = best;
    this.proven[entry] = proven ? 1 : 0;
  }
}
