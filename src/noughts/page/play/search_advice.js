// What a person learns from a search, which is sure of little and can be wrong about the rest.

// What is known of a match whose legal moves have these numbers: as the adviser has it, how far the search saw, and the
// score of the best move where nothing is proved.
export function searched(numbers, { mover, moves, best, depth, score }, worth) {
  const verdicts = new Map(moves.map((verdict) => [verdict.move, verdict]));
  const worths = numbers
    .map((number) => verdicts.get(number))
    .map((verdict) => (verdict.winner === null ? null : worth(verdict, mover)));
  return { worths, best: [...numbers.keys()].filter((index) => best.includes(numbers[index])), depth, score };
}

// How much its best line is worth to the side that moves first there.
export function searchInWords({ depth, score }, side) {
  if (score === null) return "Proved by search.";
  const percent = Math.round(100 * score.share);
  const matches = score.matches.toLocaleString("en");
  return `Searched to depth ${depth}, not proved: ${side} scores ${percent} % in ${matches} random matches.`;
}

// Why not every move has a value.
export function valuesOfSearch({ worths }, { fact }) {
  return worths.every(Boolean) ? "" : `Only what a search has proved is shown: ${fact}.`;
}
