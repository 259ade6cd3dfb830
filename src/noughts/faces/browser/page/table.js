// A match: whose move it is, what may be played, what has been played.

import { drawAreas } from "./areas.js";
import { nearest, next } from "./directions.js";

const at = (id) => document.querySelector(`#${id}`);

export class TableFace {
  constructor(screen, send) {
    this.screen = screen;
    this.send = send;
    this.view = null;
    this.place = null; // where on the screen the keyboard is, to come back to after a move
    this.wire();
  }

  wire() {
    for (const command of ["undo", "redo", "hint", "restart"]) {
      at(command).addEventListener("click", () => this.command(command));
    }
    at("values").addEventListener("click", () => this.toggleValues());
    this.screen.svg.addEventListener("click", (event) => {
      if (this.view) this.send({ do: "click", ply: this.view.ply, ...this.screen.pixel(event) });
    });
  }

  // What a person asks for

  command(what) {
    if (this.view && !at(what)?.disabled && (what !== "resume" || this.view.can_resume)) this.send({ do: what });
  }

  toggleValues() {
    if (this.view?.advisable) this.send({ do: "values", shown: !this.view.values_shown });
  }

  play(index) {
    if (this.view.person) this.send({ do: "play", index, ply: this.view.ply });
  }

  jump(ply) {
    this.send({ do: "jump", ply });
  }

  step(plies) {
    this.send({ do: "step", plies });
  }

  // What there is to see

  show(view) {
    const before = this.view;
    this.view = view;
    document.body.dataset.kind = "table";
    document.title = `${view.headline} – ${view.title}`;
    setText(at("title"), view.title);
    setText(at("seats"), view.seats.map((seat) => `${seat.side}: ${seat.player}`).join("  ·  "));
    setText(at("headline"), view.headline);
    at("headline").dataset.state = view.outcome ? "over" : view.thinking ? "thinking" : "open";
    this.showMessage();
    this.showPosition();
    this.showActions();
    this.showChoices();
    this.showLine(before);
    announce(before, view);
  }

  showMessage() {
    const message = at("message");
    setText(message, this.view.message);
    if (this.view.can_resume) {
      message.append(" ", button("Play on from here", () => this.command("resume")));
    }
  }

  showPosition() {
    const { images, choices, text, title } = this.view;
    at("position").hidden = images !== null;
    setText(at("position"), text);
    if (images === null) {
      this.screen.hide();
      return;
    }
    this.screen.svg.setAttribute("aria-label", `${title}: ${text}`);
    this.screen.draw(images);
    this.screen.include(choices.flatMap((choice) => choice.areas));
    drawAreas(this.screen, this.view);
  }

  showActions() {
    const { can_undo, can_redo, advisable, outcome, person, values_shown, line, ply } = this.view;
    at("undo").disabled = !can_undo;
    at("redo").disabled = !can_redo;
    at("hint").disabled = !advisable || Boolean(outcome) || !person;
    at("restart").disabled = line.length === 0 && ply === 0;
    at("restart").classList.toggle("primary", Boolean(outcome));
    at("values").disabled = !advisable;
    at("values").setAttribute("aria-checked", String(values_shown));
  }

  showChoices() {
    const { choices, person } = this.view;
    const list = at("choices");
    const held = list.contains(document.activeElement);
    list.replaceChildren(...choices.map((choice, index) => this.choiceItem(choice, index)));
    list.classList.toggle("idle", !person);
    at("choices-section").classList.toggle("empty", choices.length === 0);
    setText(at("choices-title"), choicesTitle(this.view));
    if (held) this.holdFocus(list);
  }

  choiceItem(choice, index) {
    const item = document.createElement("li");
    const play = button(choice.text, () => this.play(index));
    play.className = "choice";
    play.disabled = !this.view.person;
    play.dataset.index = index;
    if (choice.worth) {
      play.dataset.result = choice.worth.result;
      const worth = document.createElement("span");
      worth.className = "worth";
      worth.textContent = worthText(choice.worth);
      play.append(" ", worth);
    }
    if (choice.hinted) play.dataset.hinted = "";
    if (choice.permitted !== null) {
      play.dataset.permitted = String(choice.permitted);
      play.setAttribute("aria-label", `${play.textContent}, ${choice.permitted ? "permitted" : "not permitted"}`);
    }
    play.addEventListener("focus", () => this.mark(index));
    play.addEventListener("blur", () => this.mark(null));
    item.append(play);
    return item;
  }

  // After a move the keyboard stays where it was on the screen.
  holdFocus(list) {
    const buttons = [...list.querySelectorAll("button:not([disabled])")];
    const index = nearest(this.view.choices, this.place);
    (buttons[index] ?? list).focus({ preventScroll: true });
  }

  mark(index) {
    if (index !== null) this.place = this.view.choices[index]?.areas[0] ?? this.place;
    for (const area of this.screen.areas.children) {
      area.classList.toggle("current", index !== null && area.dataset.index === String(index));
    }
  }

  // An arrow key goes to the next move in that direction.
  towards(direction) {
    const list = at("choices");
    const buttons = [...list.querySelectorAll("button:not([disabled])")];
    if (buttons.length === 0) return;
    const from = buttons.indexOf(document.activeElement);
    const to = from < 0 ? nearest(this.view.choices, this.place) : next(this.view.choices, from, direction);
    buttons[to]?.focus();
  }

  showLine(before) {
    const { line, ply } = this.view;
    const items = [this.lineItem("Start", 0), ...line.map((made, k) => this.lineItem(made, k + 1))];
    const list = at("line");
    const held = list.contains(document.activeElement);
    list.replaceChildren(...items);
    const current = list.children[ply].querySelector("button");
    if (held) current.focus({ preventScroll: true });
    if (before?.ply !== ply) scrollWithin(list, current);
  }

  lineItem(made, ply) {
    const item = document.createElement("li");
    const go = button("", () => this.jump(ply));
    if (typeof made === "string") {
      go.append(span("what", made));
    } else {
      go.append(span("count", String(ply)), span("who", made.side), span("what", made.text));
    }
    if (ply === this.view.ply) go.setAttribute("aria-current", "step");
    if (ply > this.view.ply) go.dataset.undone = "";
    item.append(go);
    return item;
  }
}

export function worthText({ result, distance }) {
  return distance === null ? result : `${result} in ${distance}`;
}

function choicesTitle({ choices, person, to_move }) {
  if (choices.length === 0) return "Nothing more to play";
  return person ? "You may play" : `${to_move} may play`;
}

function announce(before, view) {
  const parts = [];
  if (before && view.line.length > before.line.length && view.ply === view.line.length) {
    parts.push(...view.line.slice(before.line.length).map((made) => `${made.side} plays ${made.text}.`));
  } else if (before && view.ply !== before.ply) {
    parts.push(`After ${view.ply} ${view.ply === 1 ? "move" : "moves"}.`);
  }
  if (!before || view.headline !== before.headline) parts.push(`${view.headline}.`);
  if (view.message && view.message !== before?.message) parts.push(view.message);
  if (parts.length) at("announcer").textContent = parts.join(" ");
}

function button(text, run) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.addEventListener("click", run);
  return made;
}

function span(name, text) {
  const made = document.createElement("span");
  made.className = name;
  made.textContent = text;
  return made;
}

function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function scrollWithin(list, item) {
  const above = item.offsetTop - list.offsetTop;
  if (above < list.scrollTop || above + item.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = above - list.clientHeight / 2;
  }
}
