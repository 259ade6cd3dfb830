// A search from a position, where a game has too many positions for all of their values.

import { positionAfterLine } from "../solvers/judges.js";
import { SearchOracle } from "../solvers/search_oracle.js";

const MILLISECONDS = 1000;

export class Searcher {
  constructor(kernel) {
    this.kernel = kernel;
    this.oracle = new SearchOracle(kernel);
  }

  // What it finds of the position after a line: the best moves, and of each move what it has proved.
  advise(line) {
    return this.oracle.advise(positionAfterLine(this.kernel, line), { milliseconds: MILLISECONDS });
  }
}
