// The moves of the match, and its variations where they leave it: each leads to its position, and points at
// its place on the board.

import { point } from "./areas.js";
import { appendAll, at, button, item, redraw, span } from "./nodes.js";
import { contains } from "../play/rectangles.js";

export class Line {
  constructor(screen, send) {
    this.screen = screen;
    this.send = send;
    this.list = at("line");
    this.view = null;
    this.items = []; // for each ply what is shown of it, and its node: of thousands of moves few change at once
    this.lifted = []; // the buttons that the mouse has lifted out
    this.list.addEventListener("click", (event) => chosen(event) && this.go(chosen(event)));
    for (const name of ["pointerover", "focusin"])
      this.list.addEventListener(name, (event) => this.point(chosen(event)));
    for (const name of ["pointerleave", "focusout"]) this.list.addEventListener(name, () => this.point(null));
    new ResizeObserver(() => this.scroll()).observe(this.list);
    screen.sheet.addEventListener("pointermove", (event) => this.hover(event));
    screen.sheet.addEventListener("pointerleave", () => this.lift(null));
  }

  show(view) {
    const before = this.view;
    this.view = view;
    const held = this.list.contains(document.activeElement);
    const branches = view.variations.map((variation, index) => [
      variation.ply,
      this.branch(variation, index),
    ]);
    const after = (ply) => branches.filter(([from]) => from === ply).map(([, node]) => node);
    this.lift(null);
    this.items = [null, ...view.line].map((made, ply) => this.item(made, ply));
    redraw(this.list, [
      ...this.items.flatMap(({ node }, ply) => [node, ...after(ply - 1)]),
      ...after(view.line.length),
    ]);
    for (const node of this.list.querySelectorAll("[data-key]")) this.items[node.dataset.key].node = node;
    const current = this.buttonAt(view.ply);
    if (held) current.focus({ preventScroll: true });
    if (before?.ply !== view.ply) requestAnimationFrame(() => this.scroll());
  }

  // Where things are is asked once all is drawn: the layout is then the one that is shown.
  scroll() {
    const current = this.view && this.buttonAt(this.view.ply);
    if (current) scrollWithin(this.list, current);
  }

  // The button of the match after so many moves.
  buttonAt(ply) {
    return this.items[ply].node.firstChild;
  }

  // What is shown of a move, and its node: the one before if it shows the same.
  item(made, ply) {
    const known = this.items[ply];
    const shown = [
      made?.side,
      made?.text,
      made?.mistake,
      this.isPerson(made),
      Math.sign(ply - this.view.ply),
    ].join();
    return known?.shown === shown ? known : { shown, node: this.node(made, ply) };
  }

  node(made, ply) {
    const go = this.button(made, ply);
    if (made?.mistake) {
      go.classList.add("mistake");
      go.append(span("sign", "?"));
      go.title = "A mistake: another move had a better result";
    }
    if (ply === this.view.ply) go.setAttribute("aria-current", "step");
    if (ply > this.view.ply) go.dataset.undone = "";
    const node = item(go);
    if (made?.mistake && this.isPerson(made)) node.append(retry(ply));
    node.dataset.key = ply;
    return node;
  }

  // Whether a person makes the moves of that side.
  isPerson(made) {
    return this.view.seats.some(({ side, person }) => person && side === made?.side);
  }

  branch({ ply, line }, index) {
    const buttons = line.map((made, k) => this.button(made, ply + k + 1));
    for (const each of buttons) each.dataset.index = index;
    const node = item(span("unseen", "Variation: "));
    appendAll(node, buttons);
    node.className = "branch";
    return node;
  }

  button(made, ply) {
    const go = button("");
    go.dataset.ply = ply;
    if (made === null) go.append(span("what", "Start"));
    else go.append(span("count", String(ply)), span("who", made.side), span("what", made.text));
    return go;
  }

  go(button) {
    const { ply, index } = button.dataset;
    if (index === undefined) this.send({ do: "jump", ply: Number(ply) });
    else this.send({ do: "vary", index: Number(index), ply: Number(ply) });
  }

  // Shows on the board where the move of a button was made.
  point(button) {
    point(this.screen, button ? (this.moveOf(button.dataset)?.areas ?? []) : []);
  }

  moveOf({ ply, index }) {
    if (index === undefined) return this.view.line[ply - 1];
    const branch = this.view.variations[index];
    return branch.line[ply - branch.ply - 1];
  }

  // The mouse over a place of the board lifts out the moves that were made there.
  hover(event) {
    if (!this.view || this.view.images === null) return;
    const { x, y } = this.screen.pixel(event);
    this.lift((made) => made.areas.some((area) => contains(area, x, y)));
  }

  lift(wanted) {
    for (const each of this.lifted) each.classList.remove("lifted");
    this.lifted = wanted
      ? this.view.line.flatMap((made, k) => (wanted(made) ? [this.buttonAt(k + 1)] : []))
      : [];
    for (const each of this.lifted) each.classList.add("lifted");
  }

  // An arrow key goes to the next move of the list.
  step(key) {
    /** @type {any[]} */
    const buttons = [...this.list.querySelectorAll("button")];
    const step = key === "ArrowUp" || key === "ArrowLeft" ? -1 : 1;
    buttons[buttons.indexOf(document.activeElement) + step]?.focus();
  }
}

// Leads to the position before a mistake, where another move may be made.
function retry(ply) {
  const again = button("Try again");
  again.className = "quiet retry";
  again.dataset.ply = String(ply - 1);
  again.setAttribute("aria-label", `Try again: move ${ply}`);
  return again;
}

function chosen(event) {
  return /** @type {HTMLElement} */ (event.target).closest("button");
}

function scrollWithin(list, item) {
  const above = item.offsetTop - list.offsetTop;
  if (above < list.scrollTop || above + item.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = above - list.clientHeight / 2;
  }
}
