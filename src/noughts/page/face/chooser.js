// Choosing: the game, its numbers, who plays, and what they are called.

import { nameOf } from "./memory.js";
import { at, labelled, option } from "./nodes.js";
import { numbersIn, seatsOf, settingFields } from "./other_game.js";

/** @type {{ settings: any[], players: any[], game?: string, sides?: string[], offers: any }} */
const NOTHING = { settings: [], players: [], offers: null }; // can be chosen yet

export class Chooser {
  constructor(send) {
    this.send = send;
    this.dialog = at("choosing");
    this.stage = null;
    this.view = null;
    this.options = NOTHING;
    this.side = ""; // whose player is to be chosen first
    this.starting = null; // what is sent once the game that was chosen is there
    at("choose").addEventListener("click", () => this.open());
    at("game").addEventListener("change", () => this.ask(at("game").value));
    at("choices-form").addEventListener("submit", (event) => this.submit(event));
  }

  // Another game is shown; if it was chosen here, those who were chosen with it begin a match once it is there.
  begin(stage) {
    this.stage = stage;
    at("game").replaceChildren(...stage.games.map(({ name, title }) => option(name, title)));
    at("game").value = stage.game;
    at("game-field").hidden = stage.games.length < 2;
    at("choose").hidden = !stage.games.length;
    if (this.starting) this.dialog.close();
  }

  // With the keyboard at the player of a side, if one is named.
  open(side = "") {
    if (!this.stage) return; // nothing is there yet
    this.side = side;
    at("game").value = this.stage.game;
    this.options = NOTHING; // a choice among what could be chosen last time would be lost when the answer comes
    this.fill();
    this.ask("");
    this.dialog.showModal();
  }

  ask(game) {
    at("choosing-error").textContent = "";
    this.send({ do: "options", game });
  }

  // What may be chosen in the game that is selected; until *Start* the one that is shown stays.
  offer(options) {
    if (options.game && options.game !== at("game").value) return; // another one has been selected since
    this.options = options;
    this.fill();
  }

  get isOther() {
    return this.options.game && this.options.game !== this.stage.game;
  }

  // Who sits where.
  get seats() {
    if (!this.isOther) return this.view?.seats.filter((seat) => seat.kind) ?? [];
    return seatsOf(this.options.sides);
  }

  follow(view) {
    const others =
      this.view?.seats.map((seat) => seat.side).join() !== view.seats.map((seat) => seat.side).join();
    this.view = view;
    if (others) this.fill();
    if (this.dialog.open) return;
    if (this.starting?.command) this.send(this.starting.command);
    this.starting = null;
  }

  fill() {
    const { settings, players } = this.options;
    refill(at("settings"), settings.length ? settingFields(this.options) : []);
    refill(at("players"), players.length ? this.seats.map((seat) => seatRow(seat, players)) : []);
    [...document.querySelectorAll("#players select")].find(({ name }) => name === this.side)?.focus();
  }

  submit(event) {
    if (event.submitter?.value !== "start") return;
    const { settings, game } = this.options;
    const numbers = settings.length ? numbersIn(this.options) : {};
    const changed = settings.some(({ name, value }) => numbers[name] !== value);
    const seats = this.dialog.querySelectorAll("#players .seat-row");
    const command = seats.length
      ? { do: "seat", players: values("#players select"), names: values("#players input") }
      : null;
    if (changed || this.isOther) {
      event.preventDefault(); // the dialog stays until the game is there, or says why it cannot be
      this.starting = { command };
      this.send({ do: "choose", game, settings: numbers });
    } else if (command) {
      this.send(command);
    }
  }

  // While the dialog is open, what is wrong is said in it; whether it was.
  refused(message) {
    if (!this.dialog.open) return false;
    this.starting = null;
    at("choosing-error").textContent = message;
    at("game").value = this.options.game; // which is another one where nothing can be chosen in what was selected
    return true;
  }
}

function values(selector) {
  const fields = [...document.querySelectorAll(selector)];
  return Object.fromEntries(fields.map((each) => [each.name, each.value]));
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
  name.value = nameOf(seat);
  const called = labelled("Name", name);
  who.setAttribute("aria-label", seat.side);
  name.setAttribute("aria-label", `Name of ${seat.side}`);
  const follow = () => (called.hidden = who.value !== "person");
  who.addEventListener("change", follow);
  follow();
  const row = document.createElement("div");
  row.className = "seat-row";
  row.append(labelled(seat.side, who), called);
  return row;
}
