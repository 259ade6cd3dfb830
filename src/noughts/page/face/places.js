// The legal moves as the buttons that lie on the board: one for each move, or if moves take several clicks, one for
// each place that may be clicked next.

const NAMED = 3; // moves that the button of a place names

export function entriesOf({ choices }) {
  const each = choices.map((choice, index) => ({ ...choice, index }));
  return each.some((choice) => !choice.final || choice.begun) ? byPlace(each) : each;
}

function byPlace(each) {
  const places = Map.groupBy(
    inRank(each).flatMap((entry) => entry.areas.map((area) => ({ ...entry, areas: [area] }))),
    ({ areas }) => JSON.stringify(areas),
  );
  const begun = each.filter((entry) => entry.begun);
  const common = commonParts(begun.length ? begun : each);
  return [...places.values()].map((moves) =>
    moves[0].final ? moves[0] : { ...moves[0], index: null, text: named(moves, common) },
  );
}

// A place by the part that all its moves have and others do not, which is its own name, and how many there are; else by
// the first of its moves.
function named(moves, common) {
  const texts = [...new Set(moves.map(({ text }) => text))];
  const own = commonParts(moves).filter((part) => !common.includes(part));
  if (texts.length > 1 && own.length === 1) return `${own[0]}, ${texts.length} moves`;
  return texts.length > NAMED ? `${texts.slice(0, NAMED).join("; ")} …` : texts.join("; ");
}

function commonParts(moves) {
  const parts = moves.map(({ text }) => text.split(/[-,]/));
  return [...new Set(parts[0])].filter((part) => parts.every((each) => each.includes(part)));
}

// Moves that go on from what was clicked come first, then those that are hinted, then better ones.
function inRank(entries) {
  const rank = ({ begun, hinted, worth }) =>
    (begun ? 0 : 8) + (hinted ? 0 : 4) + ["win", "draw", "loss"].indexOf(worth?.result ?? "loss");
  return [...entries].sort((a, b) => rank(a) - rank(b));
}
