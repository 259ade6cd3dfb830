// Light or dark as the system says, until somebody chooses.

import { LASTING } from "../play/storage.js";

const KEY = "noughts-theme";
const button = document.querySelector("#theme");
const dark = matchMedia("(prefers-color-scheme: dark)");

export function startTheme() {
  apply(LASTING.get(KEY));
  button.addEventListener("click", () => {
    const chosen = current() === "dark" ? "light" : "dark";
    LASTING.set(KEY, chosen);
    apply(chosen);
  });
  dark.addEventListener("change", () => apply(LASTING.get(KEY)));
}

function current() {
  return document.documentElement.dataset.theme;
}

function apply(chosen) {
  document.documentElement.dataset.theme = chosen ?? (dark.matches ? "dark" : "light");
  button.textContent = current() === "dark" ? "Light" : "Dark";
}
