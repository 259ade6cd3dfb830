// Light or dark as the system says, until somebody chooses; and the look of the board.

import { at } from "./nodes.js";
import { LASTING } from "../play/storage.js";

const KEY = "noughts-theme";
const LOOK = "noughts-look";
const PAPER = "paper"; // as the document has it
const root = document.documentElement;
const dark = matchMedia("(prefers-color-scheme: dark)");
const strong = matchMedia("(prefers-contrast: more), (forced-colors: active)");

export function startTheme() {
  apply(LASTING.get(KEY));
  at("theme").addEventListener("click", () => {
    const chosen = current() === "dark" ? "light" : "dark";
    LASTING.set(KEY, chosen);
    apply(chosen);
  });
  dark.addEventListener("change", () => apply(LASTING.get(KEY)));
}

export function startLook() {
  applyLook(LASTING.get(LOOK));
  at("look").addEventListener("change", () => {
    LASTING.set(LOOK, at("look").value);
    applyLook(at("look").value);
  });
  strong.addEventListener("change", () => applyLook(LASTING.get(LOOK)));
}

function current() {
  return root.dataset.theme;
}

function apply(chosen) {
  root.dataset.theme = chosen ?? (dark.matches ? "dark" : "light");
  at("theme").textContent = current() === "dark" ? "Light" : "Dark";
}

function applyLook(chosen) {
  const look = at("look");
  look.value = chosen ?? "";
  if (!look.value) look.value = strong.matches ? "contrast" : PAPER;
  if (look.value === PAPER) delete root.dataset.look;
  else root.dataset.look = look.value;
}
