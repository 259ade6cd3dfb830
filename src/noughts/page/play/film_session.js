// A film in a worker: its state, the next frame, and what has changed on the screen.

import { report } from "./describe.js";
import { RulesError } from "./refusal.js";
import { fromJson, toJson } from "../language/runtime.js";

export class FilmSession {
  constructor(document, { title, keys }) {
    this.document = document;
    this.title = title;
    this.keys = keys;
    this.position = document.initial;
    this.drawn = [];
  }

  restore(saved) {
    this.position = fromJson(saved);
  }

  // After a failure the film stays where it is.
  run({ do: what, given }) {
    try {
      if (what === "restart") this.position = this.document.initial;
      return what === "frame" ? this.frame(given) : this.first();
    } catch (failure) {
      if (!(failure instanceof RulesError)) throw failure;
      return { message: "", error: report(failure) };
    }
  }

  // The current frame, for a page that shows nothing yet.
  first() {
    const images = this.document.images(this.position);
    this.drawn = images.map((image) => JSON.stringify(image));
    const { title, keys } = this;
    return { film: { kind: "film", title, images, keys }, saved: toJson(this.position) };
  }

  // The frame after this one.
  frame(given) {
    const position = this.document.nextState(this.position, given);
    if (this.document.same(position, this.position)) return {};
    const images = this.document.images(position);
    const drawn = images.map((image) => JSON.stringify(image));
    const changed = images.flatMap((image, place) =>
      drawn[place] === this.drawn[place] ? [] : [[place, image]],
    );
    Object.assign(this, { position, drawn });
    return { frame: { kind: "frame", count: images.length, changed }, saved: toJson(position) };
  }
}
