// A document: positions are the values of its state, images are what it draws of one.

import { Rules } from "./rules.js";
import { elementOf, inLayers, isImage } from "./svg.js";
import { equal, exactText } from "../language/runtime.js";

export class Document {
  constructor(program, data) {
    this.rules = new Rules(program, data);
    this.graphics = new Map(Object.entries(data.graphics));
    this.initial = this.rules.value("initialState");
  }

  same(a, b) {
    return equal(a, b);
  }

  positionText(position) {
    return exactText(position);
  }

  nextState(position, given) {
    return this.rules.next(position, given);
  }

  // The images in drawing order: a set in layers, a tuple in its order.
  images(position) {
    const drawn = this.rules.value("images", [], position);
    const isSet = this.rules.isSet(drawn);
    const found = isSet || Array.isArray(drawn) ? [...drawn] : [drawn];
    for (const image of found) {
      if (isImage(image)) continue;
      const fact = `\`images\` should give images, but holds ${this.rules.summary(image)}`;
      throw this.rules.broken("E503", fact, "images", position);
    }
    return (isSet ? inLayers(found) : found).map((image) => elementOf(image, this.graphics));
  }
}
