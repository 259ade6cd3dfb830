// How large a value is all in all: its parts, each counted as often as it stands there, and their levels.
//
//   parts(scalar) = 1                     levels(scalar) = 0
//   parts(tuple or set) = 1 + Σ parts     levels(tuple or set) = 1 + max levels
//
// of the elements; of a product or a power set, of the sets it is made of.

import { requireExtent } from "./limits.js";
import { AnySet } from "./values.js";

const LEVELS_BEFORE_LOOK = 200;
const PARTS_BETWEEN_LOOKS = 4096;

const isScalar = (value) => typeof value !== "object" || !(Array.isArray(value) || value instanceof AnySet);

// The extent of a tuple or a set of these elements; tuples inside are walked through, a set knows its own.
export function extentOf(elements) {
  const extent = { parts: 1 + elements.length, levels: 1 };
  if (elements.every(isScalar)) return extent;
  let lookedAt = 0;
  const waiting = [[elements, 1]];
  while (waiting.length > 0) {
    const [inside, level] = waiting.pop();
    for (const element of inside) {
      if (Array.isArray(element)) {
        extent.parts += element.length;
        extent.levels = Math.max(extent.levels, level + 1);
        if (!element.every(isScalar)) waiting.push([element, level + 1]);
      } else if (element instanceof AnySet) {
        extent.parts += element.extent.parts - 1;
        extent.levels = Math.max(extent.levels, level + element.extent.levels);
      }
      if (extent.parts > lookedAt + PARTS_BETWEEN_LOOKS || extent.levels > LEVELS_BEFORE_LOOK) {
        requireExtent(extent);
        lookedAt = extent.parts;
      }
    }
  }
  return extent;
}

export { isScalar };
