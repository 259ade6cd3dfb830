/** All positions of a game with their exact values, or what prevents that. */

import { explore } from "../kernels/explore.js";
import { solve } from "./solve.js";

/** A `graph` of all positions, at most `limit` of them, with their `values`, and no `fault`; else one of
 *
 *   "limit"      they do not fit in the budget, or in memory, and a search may look ahead
 *   "sides"      there are more than two sides, or one stands for chance
 *   "unsure"     the rules may have no value in some positions
 *   "winners"    two sides win at once in some positions */
export function solved(kernel, limit) {
  if (!kernel.valued) {
    return { fault: "sides" };
  }
  const { fault, ...found } = listed(kernel, limit);
  return { fault: fault === "limit" && !kernel.sure ? "unsure" : fault, ...found };
}

function listed(kernel, limit) {
  try {
    const graph = explore(kernel, { limit });
    return { fault: graph.fault, graph, values: graph.fault === null ? solve(graph) : null };
  } catch (error) {
    if (error instanceof RangeError) {
      // there is no memory for an array
      return { fault: "limit" };
    }
    throw error;
  }
}
