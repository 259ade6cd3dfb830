// Choosing: the game, its numbers, who plays, and what they are called.

import { at } from "./nodes.js";

export class Chooser {
  constructor(send) {
    this.send = send;
    this.dialog = at("choosing");
    this.stage = null;
    this.view = null;
    this.options = { settings: [], players: [] };
    at("choose").addEventListener("click", () => this.open());
    at("game").addEventListener("change", () => this.send({ do: "choose", game: at("game").value, settings: {} }));
    at("choices-form").addEventListener("submit", (event) => this.submit(event));
  }

  // Another game is shown; if it was chosen here, its players may be chosen now.
  begin(stage) {
    this.stage = stage;
    at("game").replaceChildren(...stage.games.map(({ name, title }) => option(name, title)));
    at("game").value = stage.game;
    at("game-field").hidden = stage.games.length < 2;
    at("choose").hidden = !stage.games.length;
    if (this.dialog.open) this.ask();
  }

  open() {
    this.ask();
    this.dialog.showModal();
  }

  ask() {
    at("choosing-error").textContent = "";
    this.send({ do: "options" });
  }

  offer(options) {
    this.options = options;
    this.fill();
  }

  follow(view) {
    const others = this.view?.seats.map((seat) => seat.side).join() !== view.seats.map((seat) => seat.side).join();
    this.view = view;
    if (others) this.fill();
  }

  fill() {
    const { settings, players } = this.options;
    refill(at("settings"), settings.map(({ name, value }) => field(name, number(name, value))));
    const seats = players.length ? this.view?.seats.filter((seat) => seat.kind) ?? [] : [];
    refill(at("players"), seats.map((seat) => seatRow(seat, players)));
  }

  submit(event) {
    if (event.submitter?.value !== "start") return;
    const settings = values("#settings input", Number);
    const changed = this.options.settings.some(({ name, value }) => settings[name] !== value);
    if (changed) this.send({ do: "choose", game: this.stage.game, settings });
    const seats = this.dialog.querySelectorAll("#players .seat-row");
    if (seats.length) this.send({ do: "seat", players: values("#players select"), names: values("#players input") });
  }

  // While the dialog is open, what is wrong is said in it; whether it was.
  refused(message) {
    if (!this.dialog.open) return false;
    at("choosing-error").textContent = message;
    at("game").value = this.stage.game;
    return true;
  }
}

function values(selector, kind = String) {
  const fields = [...document.querySelectorAll(selector)];
  return Object.fromEntries(fields.map((each) => [each.name, kind(each.value)]));
}

function refill(fieldset, rows) {
  fieldset.replaceChildren(fieldset.querySelector("legend"), ...rows);
}

function seatRow(seat, players) {
  const who = document.createElement("select");
  who.name = seat.side;
  who.append(...players.map(({ word, summary }) => option(word, `${word} – ${summary}`)));
  if (!players.some(({ word }) => word === seat.kind)) who.prepend(option(seat.kind, seat.kind));
  who.value = seat.kind;
  const name = document.createElement("input");
  Object.assign(name, { name: seat.side, maxLength: 40, autocomplete: "off" });
  name.value = seat.person && seat.player !== "person" ? seat.player : "";
  const called = field("called", name);
  who.setAttribute("aria-label", seat.side);
  name.setAttribute("aria-label", `Name of ${seat.side}`);
  const follow = () => (called.hidden = who.value !== "person");
  who.addEventListener("change", follow);
  follow();
  const row = document.createElement("div");
  row.className = "seat-row";
  row.append(field(seat.side, who), called);
  return row;
}

function number(name, value) {
  const made = document.createElement("input");
  Object.assign(made, { type: "number", name, value, step: 1, required: true });
  made.setAttribute("aria-label", name);
  return made;
}

function field(text, input) {
  const made = document.createElement("label");
  made.append(text, input);
  return made;
}

function option(value, text) {
  const made = document.createElement("option");
  made.value = value;
  made.textContent = text;
  return made;
}
