// The legal moves as the buttons that lie on the board: one for each move, or if moves take several clicks, one for
// each place that may be clicked next.

import { byPlace } from "./places.js";

export function entriesOf({ choices }) {
  const each = choices.map((choice, index) => ({ ...choice, index }));
  return each.some((choice) => !choice.final || choice.begun) ? byPlace(each) : each;
}
