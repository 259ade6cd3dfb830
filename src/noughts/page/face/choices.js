// The legal moves: buttons that lie on the board where each has a place there, else in a list.

import { worthText } from "./areas.js";
import { nearest, next } from "./directions.js";
import { entriesOf } from "./places.js";
import { at, button, item, redraw, setText, span } from "./nodes.js";

export class Choices {
  // `play` is given the number of a move and its place, `press` a place that is clicked for one that takes several clicks.
  constructor(screen, play, press) {
    this.screen = screen;
    this.play = play;
    this.press = press;
    this.list = at("choices");
    this.view = null;
    this.entries = [];
    this.spot = null; // where on the screen the keyboard is, to come back to after a move
    this.list.addEventListener("click", (event) => this.choose(chosen(event)));
    this.list.addEventListener("focusin", (event) => this.remember(chosen(event)));
  }

  show(view) {
    const held = this.list.contains(document.activeElement);
    this.view = view;
    this.entries = entriesOf(view);
    const onBoard =
      view.images !== null && view.choices.length > 0 && view.choices.every((choice) => choice.areas.length);
    const place = onBoard ? this.screen.sheet : at("choices-section");
    if (this.list.parentElement !== place) place.append(this.list);
    this.list.setAttribute("aria-label", title(view));
    redraw(
      this.list,
      this.entries.map((entry, place) => this.item(entry, place, onBoard)),
    );
    at("choices-section").classList.toggle("on-board", onBoard);
    at("choices-section").classList.toggle("empty", view.choices.length === 0);
    setText(at("choices-title"), title(view));
    if (held && !this.buttons.includes(document.activeElement)) this.holdFocus();
  }

  choose(button) {
    if (!button?.isConnected || button.disabled) return;
    const { index, areas } = this.entries[button.dataset.index];
    if (index === null) this.press(areas[0]);
    else this.play(index, areas[0]);
  }

  remember(button) {
    if (button) this.spot = this.entries[button.dataset.index].areas[0] ?? this.spot;
  }

  // A move that stays legal keeps its button.
  item(choice, index, onBoard) {
    const made = item(this.button(choice, index, onBoard));
    made.dataset.key = choice.text;
    return made;
  }

  button(choice, index, onBoard) {
    const made = button(choice.text);
    made.className = "choice";
    made.disabled = !this.view.person;
    made.dataset.index = index;
    if (choice.worth) {
      made.dataset.result = choice.worth.result;
      made.append(" ", span("worth", worthText(choice.worth)));
    }
    if (choice.hinted) made.dataset.hinted = "";
    if (choice.permitted !== null) {
      made.dataset.permitted = String(choice.permitted);
      made.setAttribute(
        "aria-label",
        `${made.textContent}, ${choice.permitted ? "permitted" : "not permitted"}`,
      );
    }
    if (onBoard) {
      this.screen.place(made, choice.areas[0]);
      made.title = made.textContent;
    }
    return made;
  }

  /** @returns {any[]} */
  get buttons() {
    return [...this.list.querySelectorAll("button:not([disabled])")];
  }

  // After a move the keyboard stays where it was on the screen.
  holdFocus() {
    (this.buttons[nearest(this.entries, this.spot)] ?? this.list).focus({ preventScroll: true });
  }

  // An arrow key goes to the next move in that direction.
  towards(direction) {
    const buttons = this.buttons;
    const from = buttons.indexOf(document.activeElement);
    const to =
      from < 0 ? nearest(this.entries, this.spot) : next(this.entries, from, direction, this.screen.isTurned);
    buttons[to]?.focus();
  }
}

function chosen(event) {
  return /** @type {Element} */ (event.target).closest("button");
}

function title({ choices, person, to_move }) {
  if (choices.length === 0) return "Nothing more to play";
  return person ? "You may play" : `${to_move} may play`;
}
