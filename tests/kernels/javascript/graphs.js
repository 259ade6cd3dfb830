/** What the tests ask of kernels, many at a time. */

import { explore, NOBODY } from "/src/noughts/page/kernels/explore.js";
import { solve } from "/src/noughts/page/solvers/solve.js";

/** The state graph and the values of each kernel, by the paths of their modules. */
export async function solved({ paths, limit }) {
  const found = {};
  for (const path of paths) {
    const { default: kernel } = await import(path);
    const graph = explore(kernel, { limit });
    const { size, transitions, fault, offsets, targets, movers, winners, codes } = graph;
    found[path] = {
      size,
      transitions,
      fault,
      sides: kernel.sides,
      moves: kernel.moves,
      grows: kernel.grows,
      terminal: terminal(graph),
      offsets: [...offsets.slice(0, graph.expanded + 1)],
      targets: [...targets.slice(0, transitions)],
      movers: [...movers.slice(0, graph.expanded)],
      winners: [...winners.slice(0, graph.expanded)],
      codes: [...codes.slice(0, size * kernel.words)],
      values: fault === null ? [...solve(graph)] : null,
    };
  }
  return found;
}

/** How many positions are over, by winner; those that nobody has won come last. */
export function terminal({ kernel, size, movers, winners }) {
  const counts = new Array(kernel.sides.length + 1).fill(0);
  for (let number = 0; number < size; number++) {
    if (movers[number] === NOBODY) counts[(winners[number] + counts.length) % counts.length] += 1;
  }
  return counts;
}
