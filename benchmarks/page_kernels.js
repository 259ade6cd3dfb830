/** What `benchmarks.page_kernels` times in a page. */

import { explore } from "/src/noughts/page/kernels/explore.js";
import { SafeSet } from "/src/noughts/page/solvers/safe_set.js";
import { Search } from "/src/noughts/page/solvers/search.js";
import { solve } from "/src/noughts/page/solvers/solve.js";

/** The shortest of some runs, in seconds: what later ones take, which find the code compiled. */
function shortest(times, work) {
  let best = Infinity;
  for (let time = 0; time < times; time++) {
    const start = performance.now();
    work();
    best = Math.min(best, performance.now() - start);
  }
  return best / 1000;
}

/** A game listed and solved. */
export async function solved({ path, times }) {
  const { default: kernel } = await import(path);
  let positions = 0;
  const seconds = shortest(times, () => {
    const graph = explore(kernel, { limit: 1e7, transitions: 1e8 });
    solve(graph);
    positions = graph.size;
  });
  return { seconds, positions };
}

/** A search from the first position to a depth. */
export async function searched({ path, depth, times }) {
  const { default: kernel } = await import(path);
  let nodes = 0;
  const seconds = shortest(times, () => {
    ({ nodes } = new Search(kernel, { entries: 1 << 18 }).search(kernel.initial, 0, { depth }));
  });
  return { seconds, nodes };
}

/** A safe set asked about positions. */
export function asked({ data, codes, words, times }) {
  const set = new SafeSet(data),
    rows = Int32Array.from(codes, (word) => word | 0);
  let safe = 0;
  const seconds = shortest(times, () => {
    safe = 0;
    for (let at = 0; at < rows.length; at += words) {
      safe += set.holds(rows, at, words) ? 1 : 0;
    }
  });
  return { seconds, safe };
}
