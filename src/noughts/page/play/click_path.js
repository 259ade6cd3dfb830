// Moves that take several clicks: where to click, and what has been clicked so far.
//
// A path has cells, which are clicked one after the other, of several that stand together each one in any order;
// then words, as long as other moves begin alike.

import { contains } from "./rectangles.js";

const isSame = (a, b) => a.left === b.left && a.right === b.right && a.bottom === b.bottom && a.top === b.top;
const inOrder = (areas) =>
  [...areas].sort((a, b) => a.left - b.left || a.bottom - b.bottom || a.right - b.right || a.top - b.top);

// The areas of the cells, or of the words if there are none.
export function areasOf({ cells, words }) {
  const areas = cells.flatMap(inOrder);
  return areas.length ? areas : words;
}

// What is left of a path after some clicks; null if they are not its beginning.
export function after(path, chosen) {
  let { cells, words } = path;
  for (const area of chosen) {
    const together = cells[0] ?? [];
    if (together.some((each) => isSame(each, area))) {
      const rest = together.filter((each) => !isSame(each, area));
      cells = rest.length ? [rest, ...cells.slice(1)] : cells.slice(1);
    } else if (!cells.length && words.length && isSame(words[0], area)) {
      words = words.slice(1);
    } else {
      return null;
    }
  }
  return { cells, words };
}

// Where the next click may be.
export function nextOf({ cells, words }) {
  return cells.length ? inOrder(cells[0]) : words.slice(0, 1);
}

// Whether the next click is the last one.
export function isLast({ cells, words }) {
  return cells.length ? cells.length === 1 && cells[0].length === 1 && !words.length : words.length === 1;
}

// What has been chosen after one more click at a pixel, and the number of the move that it completes, or null.
//
// A click beside all next places begins again, with the place that it may hit; a second click on the place that
// was chosen last takes the choice back.
export function click(paths, chosen, x, y) {
  for (const begun of chosen.length ? [chosen, []] : [chosen]) {
    const hit = fitting(paths, begun)
      .flatMap(([, left]) => nextOf(left))
      .find((area) => contains(area, x, y));
    if (!hit || (begun !== chosen && isSame(hit, chosen.at(-1)))) continue;
    const left = fitting(paths, [...begun, hit]);
    const done = left.find(([, { cells, words }]) => !cells.length && !(words.length && left.length > 1));
    return done ? { chosen: [], move: done[0] } : { chosen: [...begun, hit], move: null };
  }
  return { chosen: [], move: null };
}

function fitting(paths, chosen) {
  return [...paths].map(([move, path]) => [move, after(path, chosen)]).filter(([, left]) => left);
}
