/** What advises a player about any position of a game, by the strongest means that fit in its budgets:
 *
 *   "solved"    all positions are listed and have exact values
 *   "strategy"  safe sets say of each position who can lose it
 *   "search"    a search looks ahead as far as its time allows: it can lose
 *   "none"      the rules may have no value somewhere, or the game is not for one or two sides */

import { NOBODY } from "../kernels/explore.js";
import { judged, legalMoves, positionAfterLine, SolvedJudge } from "./judges.js";
import { SafeSet } from "./safe_set.js";
import { SafeSetJudge } from "./safe_set_judge.js";
import { SearchOracle } from "./search_oracle.js";
import { solved } from "./solved.js";

/** Advice by a judge that is always sure. */
class JudgeOracle {
  constructor(kind, judge, counts) {
    const { kernel } = judge;
    this.kind = kind;
    this.judge = judge;
    this.counts = counts;
    this.initial = judge.verdict(kernel.initial, 0);
    const { winner } = this.initial;
    this.canLose = kernel.sides.map((_, side) => winner !== NOBODY && winner !== side);
  }

  advise(codes) {
    const found = judged(this.judge, codes, 0);
    return { ...found, sure: found.winner === NOBODY || found.winner === found.mover };
  }
}

/** No advice. */
class NoOracle {
  constructor(kernel, reason) {
    this.kind = "none";
    this.reason = reason;
    this.counts = null;
    this.initial = { winner: null, distance: null };
    this.canLose = kernel.sides.map(() => true);
  }

  advise() {
    throw new RangeError(`there is no advice: ${this.reason}`);
  }
}

/** The oracle of a game, which has
 *
 *   kind            as above; `reason` of "none": "sides", "unsure", "winners" (two sides win at once)
 *   counts          { positions, transitions, terminal } if they were listed, or null
 *   initial         the verdict on the first position
 *   canLose[side]   whether a side that follows it from the beginning may lose
 *   advise(codes, { milliseconds, depth })      a second, unless it is said how far or how long to look
 *                   { mover, winner, distance, moves: [{ move, winner, distance }], best: [move], sure }
 *
 * `safeSets`, those of both sides, are made by `noughts.solvers.javascript.safe_set` where there are too many
 * positions for a list, so that none is tried. `sure` says that the side to move does not
 * lose if it follows the advice from here on. A search adds { depth, nodes, isFinal }. */
export function oracleFor(kernel, { safeSets = [], ...budget } = {}) {
  if (safeSets.length > 0 && kernel.sure) {
    const judge = new SafeSetJudge(
      kernel,
      safeSets.map((data) => new SafeSet(data)),
    );
    return new JudgeOracle("strategy", judge, null);
  }
  const { fault, graph, values } = solved(kernel, budget);
  if (fault === null) {
    const { size: positions, transitions } = graph;
    const counts = { positions, transitions, terminal: graph.terminal() };
    return new JudgeOracle("solved", new SolvedJudge(graph, values), counts);
  }
  return fault === "limit" ? new SearchOracle(kernel) : new NoOracle(kernel, fault);
}

/** The advice of an oracle after a line of moves; where the match is over, who has won. */
export function adviceAfter(oracle, kernel, line, options) {
  const codes = positionAfterLine(kernel, line);
  if (legalMoves(kernel, codes, 0).length > 0) {
    return oracle.advise(codes, options);
  }
  const winner = kernel.won(codes, 0);
  return { mover: null, winner, distance: winner === NOBODY ? null : 0, moves: [], best: [], sure: true };
}
