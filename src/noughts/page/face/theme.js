// Light or dark as the system says, until somebody chooses; and the look of the board.

import { at } from "./nodes.js";
import { LASTING } from "../play/storage.js";

const KEY = "noughts-theme";
const LOOK = "noughts-look";
const PAPER = "paper"; // as the document has it
const button = document.querySelector("#theme");
const dark = matchMedia("(prefers-color-scheme: dark)");
const strong = matchMedia("(prefers-contrast: more), (forced-colors: active)");

export function startTheme() {
  apply(LASTING.get(KEY));
  button.addEventListener("click", () => {
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
  return document.documentElement.dataset.theme;
}

function apply(chosen) {
  document.documentElement.dataset.theme = chosen ?? (dark.matches ? "dark" : "light");
  button.textContent = current() === "dark" ? "Light" : "Dark";
}

function applyLook(chosen) {
  const look = at("look");
  look.value = chosen ?? "";
  if (!look.value) look.value = strong.matches ? "contrast" : PAPER;
  if (look.value === PAPER) delete document.documentElement.dataset.look;
  else document.documentElement.dataset.look = look.value;
}
