// The keyboard: every command has a key; the arrow keys go from move to move.

import { at } from "./nodes.js";
import { LASTING } from "../play/storage.js";

const LETTERS = "noughts-letters"; // somebody who speaks to the machine may want them off
const dialog = at("keys");

export function listenToKeys(table, files, why) {
  const line = at("line");
  const paper = at("paper");
  /** @type {[key: string, purpose: string, run: () => void][]} */
  const bindings = [
    ["u", "take your last move back", () => table.command("undo")],
    ["r", "make it again", () => table.command("redo")],
    ["h", "hint: the best moves", () => table.command("hint")],
    ["v", "colour the moves by their value", () => table.toggleValues()],
    ["n", "new match", () => table.command("restart")],
    ["x", "new match with sides changed", () => table.command("rematch")],
    ["z", "puzzle: find the one right move", () => table.command("puzzle")],
    ["f", "flip the board: see it from the other side", () => table.turn()],
    ["y", "why the game is over, or a move not legal", () => why.ask()],
    ["g", "choose game and players", () => at("choose").click()],
    ["p", "play on from here, in the past", () => table.command("resume")],
    [",", "one move back in the match", () => table.step(-1)],
    [".", "one move forward", () => table.step(1)],
    ["s", "save the match in a file", () => files.save()],
    ["l", "load a match from a file", () => files.load()],
    ["b", "the paper beside the board, or the board alone", () => at("reading").click()],
    ["t", "light or dark", () => at("theme").click()],
    ["?", "this list", () => dialog.showModal()],
  ];
  const letters = at("letters");
  letters.checked = LASTING.get(LETTERS) !== "off";
  letters.addEventListener("change", () => LASTING.set(LETTERS, letters.checked ? "on" : "off"));
  const runs = Object.fromEntries(bindings.map(([key, , run]) => [key, run]));
  describe([["← ↑ → ↓", "go among the moves"], ["Enter", "play the marked move"], ...bindings]);
  at("help").addEventListener("click", () => dialog.showModal());

  document.addEventListener("keydown", (event) => {
    if (/** @type {Element} */ (event.target).matches("input, select, textarea")) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]") || !table.view) return;
    if (event.key.startsWith("Arrow")) {
      if (paper.contains(document.activeElement)) return; // which scrolls
      event.preventDefault();
      if (line.contains(document.activeElement)) table.line.step(event.key);
      else table.choices.towards(event.key);
      return;
    }
    const key = keyOf(event);
    if (key in runs && (letters.checked || key === "?")) {
      event.preventDefault();
      runs[key]();
    }
  });
}

const PLACES = { Comma: ",", Period: "." };

// The sign that is on a key, as a small letter; where a layout has none of ours, as the Cyrillic one, the sign that a
// Latin one has at this place.
export function keyOf({ key, code }) {
  if (key.length !== 1 || key <= "~") return key.toLowerCase();
  return PLACES[code] ?? code.replace(/^Key/, "").toLowerCase();
}

/** @param {[key: string, purpose: string, run?: () => void][]} bindings */
function describe(bindings) {
  const list = at("key-list");
  for (const [key, purpose] of bindings) {
    const term = document.createElement("dt");
    const meaning = document.createElement("dd");
    const cap = document.createElement("kbd");
    cap.textContent = key;
    term.append(cap);
    meaning.textContent = purpose;
    list.append(term, meaning);
  }
}
