/** What the tests ask of oracles, many questions at a time. */

import { adviceAfter, oracleFor } from "/src/noughts/page/solvers/oracle.js";
import { OracleClient } from "/src/noughts/page/solvers/oracle_client.js";
import { SafeSet } from "/src/noughts/page/solvers/safe_set.js";

const kernelAt = async (path) => (await import(path)).default;

/** The advice after each line, looking to each depth; games are { path, lines, depths, options }. */
export async function advised(games) {
  const found = [];
  for (const { path, lines, depths, options } of games) {
    const kernel = await kernelAt(path),
      oracle = oracleFor(kernel, options);
    const { kind, reason = null, counts, initial, canLose } = oracle;
    const advice = lines.map((line) => depths.map((depth) => adviceAfter(oracle, kernel, line, { depth })));
    found.push({ kind, reason, counts, initial, canLose, advice });
  }
  return found;
}

/** Whether each position, some words of `codes`, is in each safe set. */
export function safe({ data, codes, words }) {
  const rows = Int32Array.from(codes, (word) => word | 0),
    sets = data.map((one) => new SafeSet(one));
  return sets.map((set) =>
    Array.from({ length: rows.length / words }, (_, k) => set.holds(rows, k * words, words)),
  );
}

/** The advice after each line, by a Worker. */
export async function adviceOfWorker({ worker, lines, options }) {
  const client = new OracleClient(() => new Worker(worker, { type: "module" }), options);
  const report = await client.ready();
  const advice = await Promise.all(lines.map((line) => client.advise(line).catch((error) => error.message)));
  client.stop();
  return { report, advice };
}

/** A Worker that is stopped at its first report of progress, and asked again with a smaller budget. */
export async function stopped({ worker, budget, smaller, line }) {
  const told = [];
  let client;
  const fault = await new Promise((resolve) => {
    const progress = (known) => {
      told.push(known);
      client.stop();
    };
    client = new OracleClient(() => new Worker(worker, { type: "module" }), budget, { progress });
    Promise.all([client.ready(), client.advise(line)]).catch((error) => resolve(error.constructor.name));
  });
  client.options = smaller;
  const advice = await client.advise(line, { depth: 1 });
  const { kind } = await client.ready();
  client.stop();
  return { fault, reports: told.length, kind, moves: advice.moves.length };
}
