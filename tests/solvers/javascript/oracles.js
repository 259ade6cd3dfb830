/** What the tests ask of solvers and searches, many questions at a time. */

import { NOBODY } from "/src/noughts/page/kernels/explore.js";
import { terminal } from "/tests/kernels/javascript/graphs.js";
import {
  judged,
  legalMoves,
  positionAfterLine,
  SafeSetJudge,
  SolvedJudge,
} from "/src/noughts/page/solvers/judges.js";
import { SafeSet } from "/src/noughts/page/solvers/safe_set.js";
import { SearchOracle } from "/src/noughts/page/solvers/search_oracle.js";
import { solved } from "/src/noughts/page/solvers/solved.js";

/** The advice after each line, looking to each depth; games are { path, lines, depths, options }. */
export async function advised(games) {
  const found = [];
  for (const { path, lines, depths, options } of games) {
    const kernel = (await import(path)).default;
    const { advise, ...facts } = oracleFor(kernel, options);
    const advice = lines.map((line) => {
      const codes = positionAfterLine(kernel, line);
      const isOver = legalMoves(kernel, codes, 0).length === 0;
      return depths.map((depth) => (isOver ? atEnd(kernel, codes) : advise(codes, depth)));
    });
    found.push({ ...facts, advice });
  }
  return found;
}

/** The analysis after each line, looking to a depth; games are { path, lines, depth }. */
export async function analysed(games) {
  const found = [];
  for (const { path, lines, depth } of games) {
    const kernel = (await import(path)).default;
    const search = new SearchOracle(kernel);
    found.push(
      lines.map((line) => {
        const codes = positionAfterLine(kernel, line);
        return legalMoves(kernel, codes, 0).length ? search.analyse(codes, { depth }) : null;
      }),
    );
  }
  return found;
}

/** By safe sets if there are some, else by the values of all positions, else by a search. */
function oracleFor(kernel, { safeSets = [], positions = 1e6 }) {
  const sets = safeSets.map((data) => new SafeSet(data));
  if (sets.length > 0) return oracleOf("strategy", new SafeSetJudge(kernel, sets), null);
  const { fault, graph, values } = solved(kernel, positions);
  if (fault !== null) {
    const search = new SearchOracle(kernel);
    return {
      kind: fault === "limit" ? "search" : fault,
      advise: (codes, depth) => search.advise(codes, { depth }),
    };
  }
  const { size, transitions } = graph;
  const counts = { positions: size, transitions, terminal: terminal(graph) };
  return oracleOf("solved", new SolvedJudge(graph, values), counts);
}

function oracleOf(kind, judge, counts) {
  const initial = judge.verdict(judge.kernel.initial, 0);
  const canLose = judge.kernel.sides.map((_, side) => ![NOBODY, side].includes(initial.winner));
  const advise = (codes) => {
    const found = judged(judge, codes, 0);
    return { ...found, sure: [NOBODY, found.mover].includes(found.winner) };
  };
  return { kind, counts, initial, canLose, advise };
}

function atEnd(kernel, codes) {
  const winner = kernel.won(codes, 0);
  return { winner, distance: winner === NOBODY ? null : 0, moves: [], best: [] };
}

/** Whether each position, some words of `codes`, is in each safe set. */
export function safe({ data, codes, words }) {
  const rows = Int32Array.from(codes, (word) => word | 0),
    sets = data.map((one) => new SafeSet(one));
  return sets.map((set) =>
    Array.from({ length: rows.length / words }, (_, k) => set.holds(rows, k * words, words)),
  );
}
