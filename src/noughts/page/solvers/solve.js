/** The value of every position of a state graph, by retrograde analysis: the twin of
 * `noughts.solvers.retrograde`.
 *
 * A value is one number:  n > 0  side 0 wins in n - 1 moves;  n < 0  side 1 wins in -n - 1 moves;  0  neither
 * side can force a win. */

/** The value of a position that is over, by its winner: side 0, side 1, and nobody. */
function valueOfEnd(winner) {
  return winner === 0 ? 1 : winner === 1 ? -1 : 0;
}

/** The transitions inverted: `sources` from `begins[k]` to `begins[k + 1]` are the positions that lead to k. */
function turnedRound({ size, offsets, targets, transitions }) {
  const begins = new Int32Array(size + 2),
    sources = new Int32Array(transitions);
  for (let place = 0; place < transitions; place++) {
    begins[targets[place] + 2] += 1;
  }
  for (let number = 0; number < size; number++) {
    begins[number + 2] += begins[number + 1];
  }
  for (let number = 0; number < size; number++) {
    // begins[k + 1] moves on to where k ends
    for (let place = offsets[number]; place < offsets[number + 1]; place++) {
      sources[begins[targets[place] + 1]++] = number;
    }
  }
  return { begins, sources };
}

/** The values of all positions of a graph of one or two sides.
 *
 * Positions that are decided decide those that lead to them, nearest to the end first: at once if the winner
 * is to move there, otherwise when the last of its moves is decided. What is never decided is a draw. */
export function solve(graph) {
  const { size, offsets, movers, winners } = graph;
  const { begins, sources } = turnedRound(graph);
  const values = new Int32Array(size),
    open = new Int32Array(size),
    queue = new Int32Array(size);
  let known = 0;
  for (let number = 0; number < size; number++) {
    open[number] = offsets[number + 1] - offsets[number];
    values[number] = valueOfEnd(winners[number]);
    if (values[number] !== 0) {
      queue[known++] = number;
    }
  }
  for (let place = 0; place < known; place++) {
    const number = queue[place],
      value = values[number];
    const winner = value > 0 ? 0 : 1,
      before = value > 0 ? value + 1 : value - 1;
    for (let entry = begins[number]; entry < begins[number + 1]; entry++) {
      const source = sources[entry];
      if (values[source] !== 0 || (movers[source] !== winner && --open[source] > 0)) {
        continue;
      }
      values[source] = before;
      queue[known++] = source;
    }
  }
  return values;
}
