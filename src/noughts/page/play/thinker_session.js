// Work on the kernel of a game: all of its values, or a search from a position.

import { positionAfterLine } from "../solvers/judges.js";
import { SearchOracle } from "../solvers/search_oracle.js";
import { solved } from "../solvers/solved.js";

const LIMIT = 1_000_000; // positions: about a second, and some forty megabytes

const MILLISECONDS = 1000; // for a search

const REASONS = {
  sides:
    "a page has values for one or two players; here programs play by chance, and `noughts` solves or proves more",
  unsure: "its rules may have no value in some positions",
  winners: "two sides win at once in some positions",
};

export class ThinkerSession {
  constructor(kernel) {
    this.kernel = kernel;
    this.oracle = null;
  }

  run({ do: asked, number, line, analyses }) {
    if (asked === "solve") return this.solve();
    this.oracle ??= new SearchOracle(this.kernel);
    const codes = positionAfterLine(this.kernel, line);
    const advice = this.oracle[analyses ? "analyse" : "advise"](codes, { milliseconds: MILLISECONDS });
    return { do: "thought", number, advice };
  }

  // The positions with their values, or why there are none, and whether a search is possible.
  solve() {
    const { fault, graph, values } = solved(this.kernel, LIMIT);
    if (fault === null) return { do: "solved", solved: this.valued(graph.positions, values) };
    const searches = fault === "limit";
    return {
      do: "solved",
      failure: [searches ? `${this.kernel.name} has ${this.tooMany}` : REASONS[fault]],
      searches,
    };
  }

  /** What is told of all positions and their values. @returns {any} */
  valued({ words, size, mask, slots }, values) {
    return { positions: { words, size, mask, slots }, values };
  }

  get tooMany() {
    return `more than ${LIMIT.toLocaleString("en")} positions, too many for a page`;
  }
}
