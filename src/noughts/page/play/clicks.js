// The effect of a click, for all pixels of the screen at once.
//
// The screen comes in groups of rectangles in each of which all that the document asks of the mouse has the
// same answers; they were found when the page was woven.  So one pixel speaks for its group in any position.

import { ByValue } from "./by_value.js";
import { joined } from "./clickable.js";

export class Clicks {
  constructor(game, groups) {
    this.game = game;
    this.groups = groups.map((areas) =>
      areas.map(([left, bottom, right, top]) => ({ left, bottom, right, top })),
    );
    this.joined = new Map();
  }

  // Every state that one click leads to, with the rectangles that lead there.
  successors(position) {
    const found = new ByValue();
    this.groups.forEach((areas, number) => {
      const [{ left: x, bottom: y }] = areas;
      const state = this.game.nextState(position, { clicked: true, x, y, keys: [] });
      found.at(state, () => []).push(number);
    });
    return found.entries().map(([state, numbers]) => ({ state, areas: this.areasOf(numbers) }));
  }

  // The rectangles of some groups, remembered because most positions have the same.
  areasOf(numbers) {
    const key = numbers.join();
    if (!this.joined.has(key)) this.joined.set(key, joined(numbers.flatMap((number) => this.groups[number])));
    return this.joined.get(key);
  }
}
