// What the match was worth after each move, for the side that moves first: up is a win, down a loss.

import { worthText } from "./areas.js";
import { at, redraw } from "./nodes.js";
import { element } from "./screen.js";

const STEP = 20;
const HALF = 20;
const FAR = 20; // moves from which on a win is drawn as far away as it can be

export class Graph {
  constructor(jump) {
    this.node = at("graph");
    this.node.addEventListener("click", (event) => {
      const { ply } = /** @type {SVGElement} */ (event.target).dataset;
      if (ply) jump(Number(ply));
    });
  }

  show({ line, ply, seats }) {
    const known = line.length > 0 && line.every((made) => made.worth);
    this.node.toggleAttribute("hidden", !known);
    if (!known) return;
    const [first] = seats;
    const points = line.map((made, k) => [(k + 0.5) * STEP, HALF - heightOf(made, first.side) * (HALF - 3)]);
    const width = line.length * STEP;
    this.node.setAttribute("viewBox", `0 0 ${width} ${2 * HALF}`);
    this.node.setAttribute(
      "aria-label",
      `For ${first.side}: ${line.map((made) => inWords(made, first.side)).join("; ")}`,
    );
    const marks = line.flatMap((made, k) => (made.mistake ? [dot(points[k])] : []));
    const hits = line.map((made, k) => hit(made, k, ply));
    redraw(this.node, [
      element("line", { x1: 0, x2: width, y1: HALF, y2: HALF, class: "even" }),
      ...hits,
      element("polyline", { points: points.map((point) => point.join()).join(" ") }),
      ...marks,
    ]);
  }
}

// A line without length, which is round however the picture is stretched.
function dot([x, y]) {
  return element("line", { x1: x, x2: x, y1: y, y2: y, class: "wrong" });
}

function hit(made, k, ply) {
  const node = element("rect", {
    x: k * STEP,
    y: 0,
    width: STEP,
    height: 2 * HALF,
    class: k + 1 === ply ? "now" : "then",
  });
  node.dataset.ply = k + 1;
  const title = element("title");
  title.textContent = `${k + 1} ${made.side} ${made.text}: ${worthText(made.worth)}`;
  node.append(title);
  return node;
}

// The nearer a win the higher, so that one sees it come.
function heightOf({ side, worth: { result, distance } }, first) {
  if (result === "draw") return 0;
  const near = distance === null ? 1 : 1 - Math.min(distance, FAR) / (2 * FAR);
  return (result === "win") === (side === first) ? near : -near;
}

function inWords(made, first) {
  const height = heightOf(made, first);
  return height === 0 ? "draw" : height > 0 ? "win" : "loss";
}
