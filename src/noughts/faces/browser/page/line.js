// The moves of the match, and its variations where they leave it: each leads to its position, and points at
// its place on the board.

import { point } from "./areas.js";
import { at, button, item, span } from "./nodes.js";

export class Line {
  constructor(screen, send) {
    this.screen = screen;
    this.send = send;
    this.list = at("line");
    this.view = null;
    this.made = [];
    screen.sheet.addEventListener("pointermove", (event) => this.hover(event));
    screen.sheet.addEventListener("pointerleave", () => this.lift(null));
  }

  show(view) {
    const before = this.view;
    this.view = view;
    const held = this.list.contains(document.activeElement);
    const branches = view.variations.map((variation, index) => [variation.ply, this.branch(variation, index)]);
    const after = (ply) => branches.filter(([from]) => from === ply).map(([, node]) => node);
    this.made = [this.item(null, 0), ...view.line.map((made, k) => this.item(made, k + 1))];
    this.list.replaceChildren(...this.made.flatMap((node, ply) => [node, ...after(ply - 1)]), ...after(view.line.length));
    const current = this.made[view.ply].querySelector("button");
    if (held) current.focus({ preventScroll: true });
    if (before?.ply !== view.ply) scrollWithin(this.list, current);
  }

  item(made, ply) {
    const go = this.button(made, ply, () => this.send({ do: "jump", ply }));
    if (made?.mistake) {
      go.classList.add("mistake");
      go.append(span("sign", "?"));
      go.title = "A mistake: another move had a better result";
    }
    if (ply === this.view.ply) go.setAttribute("aria-current", "step");
    if (ply > this.view.ply) go.dataset.undone = "";
    return item(go);
  }

  branch({ ply, line }, index) {
    const buttons = line.map((made, k) => this.button(made, ply + k + 1, () => this.send({ do: "vary", index, ply: ply + k + 1 })));
    const node = item(span("unseen", "Variation: "), ...buttons);
    node.className = "branch";
    return node;
  }

  button(made, ply, run) {
    const go = button("", run);
    if (made === null) {
      go.append(span("what", "Start"));
    } else {
      go.append(span("count", String(ply)), span("who", made.side), span("what", made.text));
      for (const event of ["pointerenter", "focus"]) go.addEventListener(event, () => point(this.screen, made.areas));
      for (const event of ["pointerleave", "blur"]) go.addEventListener(event, () => point(this.screen, []));
    }
    return go;
  }

  // The mouse over a place of the board lifts out the moves that were made there.
  hover(event) {
    if (!this.view || this.view.images === null) return;
    const { x, y } = this.screen.pixel(event);
    const holds = ({ left, bottom, right, top }) => left <= x && x <= right && bottom <= y && y <= top;
    this.lift((made) => made.areas.some(holds));
  }

  lift(wanted) {
    this.view?.line.forEach((made, k) => {
      this.made[k + 1].firstChild.classList.toggle("lifted", Boolean(wanted?.(made)));
    });
  }

  // An arrow key goes to the next move of the list.
  step(key) {
    const buttons = [...this.list.querySelectorAll("button")];
    const step = key === "ArrowUp" || key === "ArrowLeft" ? -1 : 1;
    buttons[buttons.indexOf(document.activeElement) + step]?.focus();
  }
}

function scrollWithin(list, item) {
  const above = item.offsetTop - list.offsetTop;
  if (above < list.scrollTop || above + item.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = above - list.clientHeight / 2;
  }
}
