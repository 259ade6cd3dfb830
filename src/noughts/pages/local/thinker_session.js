// Work on the kernel of a game: all of its values, or a search from a position.

import { adviceAfter, oracleFor } from "../../solvers/javascript/oracle.js";

const LIMIT = 1_000_000; // positions: about a second, and some forty megabytes
const MILLISECONDS = 1000; // of a search

const REASONS = {
  sides: "a page finds values for one or two sides; here programs play by chance, and `noughts solve` has values",
  unsure: "its rules may have no value in some positions",
  winners: "two sides win at once in some positions",
};

export class ThinkerSession {
  constructor(kernel) {
    this.kernel = kernel;
    this.made = null;
  }

  get oracle() {
    this.made ??= oracleFor(this.kernel, { positions: LIMIT });
    return this.made;
  }

  run(told) {
    return told.do === "solve" ? this.solve() : this.search(told);
  }

  // The positions with their values, or why there are none, and whether a search is possible.
  solve() {
    const { kind, reason, judge } = this.oracle;
    if (kind === "none") return { do: "solved", failure: [REASONS[reason]], searches: false };
    if (kind === "search") {
      const fact = `${this.kernel.name} has more than ${LIMIT.toLocaleString("en")} positions, too many for a page`;
      return { do: "solved", failure: [fact], searches: true };
    }
    const { words, size, mask, slots } = judge.positions;
    return { do: "solved", solved: { positions: { words, size, mask, slots }, values: judge.values } };
  }

  // One of the best moves after a line, by its number.
  search({ number, line }) {
    const { best } = adviceAfter(this.oracle, this.kernel, line, { milliseconds: MILLISECONDS });
    return { do: "thought", number, move: best[Math.floor(Math.random() * best.length)] };
  }
}
