// The legal moves as the buttons that lie on the board: one for each move, or if moves take several clicks, one for
// each place that may be clicked next.

const NAMED = 3; // moves that the button of a place names

export function entriesOf({ choices }) {
  const each = choices.map((choice, index) => ({ ...choice, index }));
  return takeClicks(choices) ? byPlace(each) : each;
}

// Whether moves of this position take several clicks.
export function takeClicks(choices) {
  return choices.some((choice) => !choice.final || choice.begun);
}

// Moves that go on from what was clicked come first, then those that are hinted, then better ones.
export function inRank(entries) {
  const rank = ({ begun, hinted, worth }) => (begun ? 0 : 8) + (hinted ? 0 : 4) + ["win", "draw", "loss"].indexOf(worth?.result ?? "loss");
  return [...entries].sort((a, b) => rank(a) - rank(b));
}

function byPlace(entries) {
  const places = Map.groupBy(
    inRank(entries).flatMap((entry) => entry.areas.map((area) => ({ ...entry, areas: [area] }))),
    ({ areas }) => JSON.stringify(areas),
  );
  return [...places.values()].map((moves) => (moves[0].final ? moves[0] : { ...moves[0], index: null, text: names(moves) }));
}

function names(moves) {
  const texts = [...new Set(moves.map(({ text }) => text))];
  return texts.length > NAMED ? `${texts.slice(0, NAMED).join(", ")} …` : texts.join(", ");
}
