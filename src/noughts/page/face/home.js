// The way back to the page that lists the games, where there is one.

import { at } from "./nodes.js";

export function showHome(address) {
  at("home").hidden = !address;
  if (address) at("home").href = address;
}
