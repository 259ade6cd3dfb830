// The paper beside the board: fetched where the page is served, in the page where it was woven into it.

import { at, redraw } from "./nodes.js";
import { showNumbers } from "./other_game.js";
import { isMatch } from "./share.js";
import { LASTING } from "../play/storage.js";

const HIDDEN = "noughts-paper-hidden";

export class PaperFace {
  // `say` shows a sentence.
  constructor(say) {
    this.node = at("paper");
    this.say = say;
    this.missing = false;
    at("reading").addEventListener("click", () => this.toggle());
    window.addEventListener("hashchange", () => this.follow());
    this.show();
  }

  // From where the program says; a paper that was woven into the page is there already.
  async load(told) {
    const { paper: source, numbers } = (this.told = told);
    if (source) {
      const answer = await fetch(source).catch(() => null);
      const template = document.createElement("template");
      template.innerHTML = answer?.ok ? await answer.text() : "";
      if (this.told !== told) return; // another game, or another size, has been chosen since
      redraw(this.node, [...template.content.childNodes]);
    }
    this.missing = this.node.childElementCount === 0;
    this.show();
    if (numbers) showNumbers(numbers);
    if (this.source !== undefined) return; // who reads on has left the place that the address names
    this.source = source;
    this.follow();
  }

  // Shows what the address names, unless that is a match.
  follow() {
    if (!location.hash || isMatch(location.hash)) return;
    const place = named(location.hash.slice(1));
    if (place) place.scrollIntoView();
    else this.say("The address names a place that is not on this page.");
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

// The element of a name, which an address may have with percent signs; a damaged one is the name of none.
function named(text) {
  try {
    return document.getElementById(text) ?? document.getElementById(decodeURIComponent(text));
  } catch {
    return null;
  }
}
