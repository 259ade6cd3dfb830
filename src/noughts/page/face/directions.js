// From one move to the next with the arrow keys: by their places on the screen if they have any.

import { least } from "./boxes.js";

const HEADINGS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const OPPOSITE = {
  ArrowLeft: "ArrowRight",
  ArrowRight: "ArrowLeft",
  ArrowUp: "ArrowDown",
  ArrowDown: "ArrowUp",
};
const ASIDE = 2.5; // how much less a step aside is liked than one ahead

// `isTurned` where the board is seen from the other side.
export function next(choices, from, key, isTurned) {
  const here = middle(choices[from].areas[0]);
  if (!here) return inList(choices.length, from, HEADINGS[key]);
  const heading = HEADINGS[isTurned ? OPPOSITE[key] : key];
  let best = from;
  let least = Infinity;
  choices.forEach((choice, index) => {
    const there = middle(choice.areas[0]);
    if (!there || index === from) return;
    const [x, y] = [there[0] - here[0], there[1] - here[1]];
    const ahead = x * heading[0] + y * heading[1];
    const aside = Math.abs(x * heading[1]) + Math.abs(y * heading[0]);
    const cost = ahead + ASIDE * aside;
    if (ahead > 0 && cost < least) [best, least] = [index, cost];
  });
  return best;
}

export function nearest(choices, area) {
  const here = middle(area);
  if (!here) return 0;
  const distances = choices.map((choice) => {
    const there = middle(choice.areas[0]);
    return there ? Math.hypot(there[0] - here[0], there[1] - here[1]) : Infinity;
  });
  return Math.max(distances.indexOf(least(distances)), 0);
}

function inList(length, from, [x, y]) {
  return Math.min(Math.max(from + x - y, 0), length - 1);
}

function middle(area) {
  return area && [(area.left + area.right) / 2, (area.bottom + area.top) / 2];
}
