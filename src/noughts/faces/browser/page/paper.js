// The paper beside the board: fetched where the page is served, in the page where it was woven into it.

import { at } from "./nodes.js";

const HIDDEN = "noughts-paper-hidden";

export class PaperFace {
  constructor() {
    this.node = at("paper");
    this.missing = false;
    at("reading").addEventListener("click", () => this.toggle());
    for (const name of ["pointerover", "focusin"]) this.node.addEventListener(name, (event) => entitle(event.target));
    this.show();
  }

  // From where the program says; a paper that was woven into the page is there already.
  async load(source) {
    if (source) {
      const answer = await fetch(source).catch(() => null);
      this.node.innerHTML = answer?.ok ? await answer.text() : "";
    }
    this.missing = this.node.childElementCount === 0;
    this.show();
    if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  }

  get hidden() {
    return localStorage.getItem(HIDDEN) === "yes";
  }

  toggle() {
    localStorage.setItem(HIDDEN, this.hidden ? "no" : "yes");
    this.show();
  }

  show() {
    document.body.dataset.paper = this.missing ? "none" : this.hidden ? "hidden" : "shown";
    at("reading").setAttribute("aria-pressed", String(!this.hidden));
  }
}

// A link to a definition shows it; a woven paper has the text of each only once.
function entitle(target) {
  const link = target.closest('a[href^="#"]:not([title])');
  const other = link && at("paper").querySelector(`a[href="${CSS.escape(link.getAttribute("href"))}"][title]`);
  if (other) link.title = other.title;
}
