// What a person learns from a search, which is sure of little and can be wrong about the rest.

// What is known of a match whose legal moves have these numbers: as the adviser has it, and how far the search saw.
export function searched(numbers, { mover, moves, best, depth }, worth) {
  const verdicts = new Map(moves.map((verdict) => [verdict.move, verdict]));
  const worths = numbers
    .map((number) => verdicts.get(number))
    .map((verdict) => (verdict.winner === null ? null : worth(verdict, mover)));
  return { worths, best: [...numbers.keys()].filter((index) => best.includes(numbers[index])), depth };
}

// The move that it prefers, and where that comes from.
export function hintOfSearch(named, { depth }) {
  return `Hint: ${named}. Searched to depth ${depth}, which can be wrong.`;
}

// Why not every move has a value.
export function valuesOfSearch({ worths }, { fact }) {
  return worths.every(Boolean) ? "" : `Only what a search has proved is shown: ${fact}.`;
}
