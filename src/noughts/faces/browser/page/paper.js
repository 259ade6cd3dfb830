// The paper beside the board: fetched where the page is served, in the page where it was woven into it.

import { at, redraw } from "./nodes.js";
import { showNumbers } from "./other_game.js";
import { LASTING } from "./storage.js";

const HIDDEN = "noughts-paper-hidden";

export class PaperFace {
  constructor() {
    this.node = at("paper");
    this.missing = false;
    at("reading").addEventListener("click", () => this.toggle());
    this.show();
  }

  // From where the program says; a paper that was woven into the page is there already.
  async load({ paper: source, numbers }) {
    if (source) {
      const answer = await fetch(source).catch(() => null);
      const template = document.createElement("template");
      template.innerHTML = answer?.ok ? await answer.text() : "";
      redraw(this.node, ...template.content.childNodes);
    }
    this.missing = this.node.childElementCount === 0;
    this.show();
    if (numbers) showNumbers(numbers);
    if (this.source !== undefined) return; // who reads on has left the place that the address names
    this.source = source;
    if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  }

  get hidden() {
    return LASTING.get(HIDDEN) === "yes";
  }

  toggle() {
    LASTING.set(HIDDEN, this.hidden ? "no" : "yes");
    this.show();
  }

  show() {
    document.body.dataset.paper = this.missing ? "none" : this.hidden ? "hidden" : "shown";
    at("reading").setAttribute("aria-pressed", String(!this.hidden));
  }
}
