/** What positions are worth in games that are too large to be solved, and have safe sets. */

import { NOBODY } from "../kernels/explore.js";
import { legalMoves } from "./judges.js";

/** Judges by the safe sets of both sides: a side that is not safe loses with perfect play. */
export class SafeSetJudge {
  constructor(kernel, safeSets) {
    this.kernel = kernel;
    this.safeSets = safeSets;
  }

  verdict(codes, at) {
    if (legalMoves(this.kernel, codes, at).length === 0) {
      const winner = this.kernel.won(codes, at);
      return { winner, distance: winner === NOBODY ? null : 0 };
    }
    const lost = this.safeSets.filter((safe) => !safe.holds(codes, at, this.kernel.words));
    return { winner: lost.length === 0 ? NOBODY : 1 - lost[0].side, distance: null };
  }
}
