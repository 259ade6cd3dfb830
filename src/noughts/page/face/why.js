// Why the match is over, and why a click makes no move: sentences of the rules with the value of each part.

import { appendAll, at, item, span } from "./nodes.js";
import { contains } from "../play/rectangles.js";

export class WhyFace {
  constructor(screen, send) {
    this.send = send;
    this.offered = false;
    this.view = null;
    at("why-over").addEventListener("click", () => this.ask());
    at("why-form").addEventListener("submit", (event) => this.askAbout(event));
    at("why-close").addEventListener("click", () => this.close());
    screen.svg.addEventListener("click", (event) => this.askAt(screen.pixel(event), event.detail));
    document.addEventListener(
      "keydown",
      ({ key }) => key === "Escape" && !document.querySelector("dialog[open]") && this.close(),
    );
  }

  // A back end that gives no reasons is asked for none.
  begin({ reasons }) {
    this.offered = Boolean(reasons);
    this.view = null;
    this.close();
  }

  show(view) {
    if (view.ply !== this.view?.ply || view.number !== this.view.number) this.close();
    this.view = view;
    at("why-over").hidden = !this.offered || !view.outcome;
  }

  // Why the match is over; while it goes on, which move it is about.
  ask() {
    if (!this.offered || !this.view) return;
    if (this.view.outcome) {
      this.send({ do: "why over" });
      return;
    }
    this.open("Why?", []);
    at("why-form").hidden = false;
    at("why-move").value = "";
    at("why-move").focus();
  }

  askAbout(event) {
    event.preventDefault();
    this.send({ do: "why not", text: at("why-move").value.trim(), ply: this.view.ply });
  }

  // The second click of two is no question: the first has made a move there.
  askAt({ x, y }, clicks) {
    if (!this.offered || !this.view || clicks > 1) return;
    if (this.view.choices.some(({ areas }) => areas.some((area) => contains(area, x, y)))) this.close();
    else this.send({ do: "why", x, y, ply: this.view.ply });
  }

  // A click that no rule says anything about is not answered; a question in words is.
  answer({ fact, reasons }) {
    if (fact !== null) {
      this.open(fact, reasons);
      at("announcer").textContent = `${fact}. ${at("reasons").innerText}`;
    } else if (!at("why-form").hidden && !at("why").hidden) {
      const text = at("why-move").value.trim();
      const isLegal = this.view.choices.some((choice) => choice.text === text);
      at("announcer").textContent = at("why-fact").textContent = isLegal
        ? `${text} is legal`
        : `The rules have no move “${text}”`;
      at("reasons").replaceChildren();
    } else {
      this.close();
    }
  }

  open(fact, reasons) {
    at("why").hidden = false;
    at("why-form").hidden = true;
    at("why-fact").textContent = fact;
    at("reasons").replaceChildren(...reasons.map((reason) => partItem(reason, new Map())));
    at("why").scrollTop = 0;
  }

  // The focus goes back to the board: it must not stay on what is hidden.
  close() {
    if (at("why").contains(document.activeElement)) at("board").focus({ preventScroll: true });
    at("why").hidden = true;
  }
}

function partItem(part, known) {
  const line = document.createElement("p");
  line.append(textNode(part), " ", valueNode(part));
  const bindings = new Map(Object.entries(part.bindings));
  const shown = [...bindings].filter(([name, value]) => isComparison(part) || known.get(name) !== value);
  if (shown.length)
    line.append(" ", span("with", shown.map(([name, value]) => `${name} = ${value}`).join(", ")));
  if (part.note) line.append(" ", span("note", part.note));
  const made = item(line);
  if (part.parts.length) {
    const inner = document.createElement("ul");
    appendAll(
      inner,
      part.parts.map((each) => partItem(each, bindings)),
    );
    made.append(inner);
  }
  return made;
}

// The text; of a definition that the paper has, a link to it.
function textNode({ text, definition }) {
  const code = document.createElement("code");
  code.textContent = text;
  const anchor = definition && `def-${definition}`;
  if (!anchor || !document.getElementById(anchor)) return code;
  const link = document.createElement("a");
  link.href = `#${anchor}`;
  link.append(code);
  return link;
}

function valueNode({ value, problem, parts }) {
  const arises = parts.every((part) => part.value !== null);
  const made = span("value", value ?? (arises ? `undefined: ${problem}` : "undefined"));
  made.dataset.value = isTruth(value) ? value : value === null ? "undefined" : "other";
  return made;
}

function isComparison({ value, definition, parts }) {
  return isTruth(value) && !definition && !parts.some((part) => isTruth(part.value));
}

function isTruth(value) {
  return value === "true" || value === "false";
}
